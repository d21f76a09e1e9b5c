"""The table of what can be found on a sheet or in the log of a match."""

from rules.findings import FindingKind, Severity

SET_UNREADABLE = FindingKind(
    "cachibol.set.unreadable", Severity.ERROR, "C-10.2", frozenset({"value"})
)
SET_NOT_REACHABLE = FindingKind(
    "cachibol.set.not_reachable",
    Severity.ERROR,
    "C-10.2",
    frozenset({"home", "away", "target", "cap"}),
)
SET_AFTER_THE_END = FindingKind(
    "cachibol.match.set_after_the_end", Severity.ERROR, "C-10.3", frozenset({"set"})
)
MATCH_NOT_OVER = FindingKind(
    "cachibol.match.not_over", Severity.ERROR, "C-10.3", frozenset({"home", "away"})
)
TOSS_MISSING = FindingKind("cachibol.toss.missing", Severity.WARNING, "C-11")
CARD_REPORTED = FindingKind(
    "cachibol.card.reported", Severity.WARNING, "C-19.11", frozenset({"side", "card", "person"})
)
DISQUALIFIED = FindingKind(
    "cachibol.card.disqualified", Severity.COMMITTEE, "C-19.11", frozenset({"side", "person"})
)
DOUBLE_FAULT = FindingKind(
    "cachibol.fault.double", Severity.WARNING, "C-15", frozenset({"side", "rule"})
)
EMERGENCY = FindingKind(
    "cachibol.substitution.emergency", Severity.WARNING, "C-12.3", frozenset({"side", "set"})
)
FORCED_SUBSTITUTION = FindingKind(
    "cachibol.substitution.forced",
    Severity.WARNING,
    "C-12.3",
    frozenset({"side", "set", "out", "into"}),
)
DEFAULTED = FindingKind(
    "cachibol.default.recorded", Severity.COMMITTEE, "C-19.2", frozenset({"side", "default"})
)
REFUSED_TO_PLAY = FindingKind(
    "cachibol.refusal.recorded", Severity.COMMITTEE, "C-19.3", frozenset({"side", "loses"})
)
IMPERSONATION = FindingKind(
    "cachibol.impersonation.recorded", Severity.COMMITTEE, "C-19.10", frozenset({"side"})
)
AGGRESSION = FindingKind(
    "cachibol.aggression.recorded", Severity.COMMITTEE, "C-19.12", frozenset({"side"})
)

TABLE: tuple[FindingKind, ...] = tuple(
    line for line in list(globals().values()) if isinstance(line, FindingKind)
)
