"""The table of a division from its facts: results, adjustments, withdrawals, lots.

Three queries bring all facts of any number of divisions (`facts_of`); the table itself is the pure
`league.standings.table`. `standings_rows` is what pages print and is cached under the version of
the division, never by time; services ask `table_of`, which always computes, so that nothing they
may still roll back can reach the cache.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeVar

from django.core.cache import caches
from django.db.models import F, OuterRef, Subquery

from league.models import Division, Matchday, Team
from league.release import release
from league.season_scheme import head_to_head_of, lots_of, scheme_of
from league.standings import Result, Row, Scheme, StandingsError, table
from league.standings.tally import count, stands
from matches import publication_content
from matches.models import Encounter, PointAdjustment, Ruling, StandingsPublication

T = TypeVar("T")
FORM_LENGTH = 5
KEPT_SECONDS = 7 * 24 * 3600  # room in the cache; what is correct follows from the version alone


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points added or taken from a team, with the reason and the ruling (number) behind them."""

    team: int
    points: int
    reason: str
    ruling: int | None
    in_force: bool


@dataclass(frozen=True, slots=True)
class Fact:
    """A result with the encounter it is of, and the ruling that decided it, if any."""

    encounter: int
    result: Result
    ended_at: datetime
    ruling: int | None


@dataclass(frozen=True, slots=True)
class Ruled:
    """A result that a ruling decided: marked in the table, with a link."""

    encounter: int
    matchday: int
    ruling: int


@dataclass(frozen=True, slots=True)
class Facts:
    """All that the table of a division follows from."""

    division: Division
    teams: tuple[Team, ...]
    results: tuple[Fact, ...]
    adjustments: tuple[Adjustment, ...]

    @property
    def withdrawn(self) -> dict[str, str]:
        policy = self.division.season.withdrawal_policy
        return {str(team.pk): policy for team in self.teams if team.withdrawn_at is not None}

    @property
    def lots(self) -> list[list[str]]:
        """The draws that count among the teams of the division, oldest first."""
        here = {team.pk for team in self.teams}
        return [
            [str(pk) for pk in lot.teams]
            for lot in lots_of(self.division.season)
            if not lot.undone_at and here.issuperset(lot.teams)
        ]

    @property
    def sums(self) -> dict[str, int]:
        sums: dict[str, int] = {}
        for line in self.adjustments:
            sums[str(line.team)] = sums.get(str(line.team), 0) + line.points
        return {team: points for team, points in sums.items() if points}


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A line of the table with what a page prints beside its numbers.

    `form` are the last results, oldest first, as G, E, P. `shares` says that the row is equal to
    the one above on every criterion.
    """

    row: Row
    team_id: int
    name: str
    form: str
    shares: bool
    adjustments: tuple[Adjustment, ...] = ()
    ruled: tuple[Ruled, ...] = ()
    zone: str = ""


def facts_of(divisions: Sequence[Division]) -> dict[int, Facts]:
    """Facts by division. Needs each division's season loaded. Three queries for any number."""
    ids = [division.pk for division in divisions]
    teams: dict[int, list[Team]] = {pk: [] for pk in ids}
    for team in Team.objects.filter(division_id__in=ids).order_by("sort_key", "pk"):
        teams[team.division_id].append(team)
    results: dict[int, list[Fact]] = {pk: [] for pk in ids}
    for division_id, fact in _results(ids):
        results[division_id].append(fact)
    adjustments: dict[int, list[Adjustment]] = {pk: [] for pk in ids}
    for division_id, line in _adjustments(ids):
        adjustments[division_id].append(line)
    return {
        division.pk: Facts(
            division=division,
            teams=tuple(teams[division.pk]),
            results=tuple(results[division.pk]),
            adjustments=tuple(adjustments[division.pk]),
        )
        for division in divisions
    }


def results_of(division: Division) -> list[Result]:
    """Every result of the division, team keys as text; what was not played is none."""
    return [fact.result for _division, fact in _results([division.pk])]


def table_of(
    division: Division,
    *,
    results: Iterable[Result] | None = None,
    adjustments: Mapping[str, int] | None = None,
) -> list[Row]:
    """The table now, or as it would be with other results or adjustments. Never cached."""
    facts = facts_of([division])[division.pk]
    return table_from(facts, results=results, adjustments=adjustments)


def table_from(
    facts: Facts,
    *,
    results: Iterable[Result] | None = None,
    adjustments: Mapping[str, int] | None = None,
    withdrawn: Mapping[str, str] | None = None,
) -> list[Row]:
    """The table of these facts, or as it would be with others in their place."""
    season = facts.division.season
    return table(
        [str(team.pk) for team in facts.teams],
        [fact.result for fact in facts.results] if results is None else results,
        scheme_of(season),
        adjustments=facts.sums if adjustments is None else adjustments,
        withdrawn=facts.withdrawn if withdrawn is None else withdrawn,
        lots=facts.lots,
        head_to_head=head_to_head_of(season),
    )


def standings_rows(division: Division) -> list[StandingsRow]:
    """What the page of the live table prints."""
    return standings_of([division])[division.pk]


def standings_of(divisions: Sequence[Division]) -> dict[int, list[StandingsRow]]:
    """The same for several divisions, with no more queries than for one."""
    keys = {_key(division): division for division in divisions}
    cache = caches["pages"]
    found: dict[str, list[StandingsRow]] = cache.get_many(list(keys))
    missing = [division for key, division in keys.items() if key not in found]
    if missing:
        facts = facts_of(missing)
        made = {_key(division): _rows(facts[division.pk]) for division in missing}
        cache.set_many(made, KEPT_SECONDS)
        found |= made
    return {division.pk: found[key] for key, division in keys.items()}


def publication_draft(
    division: Division, matchday: Matchday, *, number: int
) -> publication_content.Content:
    """What a publication after this matchday would say now: results of later matchdays stay out,
    those played since of earlier ones are in."""
    facts = facts_of([division])[division.pk]
    return publication_content.build(
        division=division.pk,
        number=number,
        matchday=matchday.number,
        version=division.version,
        scheme=division.season.scheme,
        teams=[(team.pk, team.name, facts.withdrawn.get(str(team.pk))) for team in facts.teams],
        results=[
            (fact.encounter, fact.result)
            for fact in facts.results
            if fact.result.matchday <= matchday.number
        ],
        adjustments=[(line.team, line.points, line.reason) for line in facts.adjustments],
        lots=[[int(team) for team in draw] for draw in facts.lots],
    )


def last_publication(division: Division) -> StandingsPublication | None:
    return division.publications.order_by("-number").first()


def _key(division: Division) -> str:
    return f"standings:{division.pk}:{division.version}:{release()}"


def _results(ids: Sequence[int]) -> Iterable[tuple[int, Fact]]:
    ruling = (
        Ruling.objects.filter(case__encounter=OuterRef("pk"))
        .order_by("-ruled_at", "-pk")
        .values("number")[:1]
    )
    rows = (
        Encounter.objects.filter(division_id__in=ids, home_score__isnull=False)
        .annotate(ruling_number=Subquery(ruling), day=F("matchday__number"))
        .order_by("matchday__number", "ended_at", "pk")
        .values_list(
            "division_id",
            "pk",
            "home_id",
            "away_id",
            "home_score",
            "away_score",
            "kind",
            "day",
            "leg",
            "home_games",
            "away_games",
            "ended_at",
            "state",
            "ruling_number",
        )
    )
    for (
        division_id,
        encounter,
        home,
        away,
        home_score,
        away_score,
        kind,
        matchday,
        leg,
        home_games,
        away_games,
        ended_at,
        state,
        number,
    ) in rows:
        # The database holds a result to all of its columns.
        assert home_score is not None and away_score is not None and ended_at is not None
        yield (
            division_id,
            Fact(
                encounter=encounter,
                result=Result(
                    str(home),
                    str(away),
                    home_score,
                    away_score,
                    kind=kind,
                    matchday=matchday,
                    leg=leg,
                    home_games=home_games,
                    away_games=away_games,
                ),
                ended_at=ended_at,
                ruling=number if state == "RULED" else None,
            ),
        )


def _adjustments(ids: Sequence[int]) -> Iterable[tuple[int, Adjustment]]:
    rows = (
        PointAdjustment.objects.filter(team__division_id__in=ids)
        .order_by("at", "pk")
        .values_list(
            "team__division_id",
            "team_id",
            "points",
            "reason",
            "ruling__number",
            "reverses_id",
            "reversed_by__pk",
        )
    )
    for division_id, team, points, reason, ruling, reverses, reversed_by in rows:
        yield (
            division_id,
            Adjustment(
                team=team,
                points=points,
                reason=reason,
                ruling=ruling,
                in_force=not (reverses or reversed_by),
            ),
        )


def _rows(facts: Facts) -> list[StandingsRow]:
    rows = table_from(facts)
    names = {team.pk: team.name for team in facts.teams}
    forms = _forms(facts, scheme_of(facts.division.season))
    ruled = _by_team(
        (
            (team, Ruled(fact.encounter, fact.result.matchday, fact.ruling))
            for fact in facts.results
            if fact.ruling is not None
            for team in (int(fact.result.home), int(fact.result.away))
        ),
    )
    adjusted = _by_team((line.team, line) for line in facts.adjustments if line.in_force)
    shown = []
    above: Row | None = None
    for row in rows:
        team = int(row.team)
        shown.append(
            StandingsRow(
                row=row,
                team_id=team,
                name=names[team],
                form=forms.get(team, ""),
                shares=above is not None and above.position == row.position,
                adjustments=tuple(adjusted.get(team, ())),
                ruled=tuple(ruled.get(team, ())),
            )
        )
        above = row
    zones = zones_of(rows, facts.division)
    return [replace(line, zone=zones.get(line.row.team, "")) for line in shown]


def zones_of(rows: Sequence[Row], division: Division) -> dict[str, str]:
    """Who goes "up" and who "down", by the order of the teams that stay."""
    staying = [row.team for row in rows if not row.withdrawn]
    down = max(len(staying) - division.relegated, division.promoted)
    return {
        team: "up" if nth < division.promoted else "down"
        for nth, team in enumerate(staying)
        if nth < division.promoted or nth >= down
    }


def _forms(facts: Facts, scheme: Scheme) -> dict[int, str]:
    forms: dict[int, str] = {}
    for fact in sorted(facts.results, key=lambda fact: (fact.ended_at, fact.encounter)):
        result = fact.result
        if result.kind == "annulled" or not stands(result, facts.withdrawn):
            continue
        try:
            outcome = count(result, scheme).outcome
        except StandingsError:
            continue
        for team, won in ((result.home, 1), (result.away, -1)):
            letter = "P" if outcome is None else {won: "G", 0: "E", -won: "P"}[outcome]
            forms[int(team)] = (forms.get(int(team), "") + letter)[-FORM_LENGTH:]
    return forms


def _by_team(pairs: Iterable[tuple[int, T]]) -> dict[int, list[T]]:
    found: dict[int, list[T]] = {}
    for team, thing in pairs:
        found.setdefault(team, []).append(thing)
    return found
