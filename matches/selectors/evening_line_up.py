"""Who is in the bar: the fichas of a side with what speaks against each, and the other side's."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import OuterRef, Subquery

from league.models import Registration
from matches import eligibility
from matches.eligibility import Reason
from matches.models import Encounter, Presence, Seat
from matches.states.partida import Side


@dataclass(frozen=True)
class Ficha:
    """A line of the tick list."""

    registration: int
    slot: int
    name: str
    reasons: tuple[Reason, ...]
    present: bool
    plays: bool
    played_last: bool
    pair: int | None = None
    last_pair: int | None = None

    @property
    def may_play(self) -> bool:
        return not self.reasons


@dataclass(frozen=True)
class Named:
    """Somebody whom a closed line-up names."""

    registration: int
    slot: int
    name: str
    plays: bool
    pair: int | None = None


@dataclass(frozen=True)
class LineUps:
    """The own side's list to tick; both sides as named, once both are closed."""

    fichas: tuple[Ficha, ...]
    named: Mapping[Side, tuple[Named, ...]]

    @property
    def has_last(self) -> bool:
        return any(ficha.played_last and ficha.may_play for ficha in self.fichas)


def line_ups_of(encounter: Encounter, side: Side | None, *, both: bool) -> LineUps:
    """The tick list of the side in the order of surnames; with `both`, everybody named."""
    named = _named(encounter, list(Side) if both else [side] if side else [])
    if side is None:
        return LineUps((), named)
    noted = {row.registration: row for row in named.get(side, ())}
    last = _played_last(encounter, side)
    standings = eligibility.standings_of(encounter, side)
    standings.sort(key=lambda one: (one.registration.player.sort_key, one.registration.slot))
    fichas = tuple(
        Ficha(
            registration=one.registration.pk,
            slot=one.registration.slot,
            name=str(one.registration.player),
            reasons=one.reasons,
            present=one.registration.pk in noted,
            plays=one.registration.pk in noted and noted[one.registration.pk].plays,
            played_last=one.registration.pk in last,
            pair=noted[one.registration.pk].pair if one.registration.pk in noted else None,
            last_pair=last.get(one.registration.pk),
        )
        for one in standings
    )
    return LineUps(fichas, named)


def substitutes_of(encounter: Encounter, side: Side) -> list[Named]:
    """Fichas of the side that may play and sit nowhere: those in the bar first, then by surname."""
    seated = set(Seat.objects.filter(encounter=encounter).values_list("registration_id", flat=True))
    present = set(
        Presence.objects.filter(encounter=encounter, side=side).values_list(
            "registration_id", flat=True
        )
    )
    free = [
        one.registration
        for one in eligibility.standings_of(encounter, side)
        if one.may_play and one.registration.pk not in seated
    ]
    free.sort(key=lambda row: (row.pk not in present, row.player.sort_key, row.slot))
    return [Named(row.pk, row.slot, str(row.player), plays=False) for row in free]


def named_standings(
    encounter: Encounter, *, now: datetime, side: Side | None = None
) -> list[eligibility.Standing]:
    """Those whom the line-ups have playing, as they stand now: a ruling may have come since."""
    named = Presence.objects.filter(encounter=encounter, plays=True)
    if side is not None:
        named = named.filter(side=side)
    rows = Registration.objects.filter(pk__in=named.values("registration"))
    rows = rows.select_related("player", "team").order_by("team_id", "slot")
    return eligibility.judge(encounter, rows, now=now)


def names_barred(encounter: Encounter, side: Side, *, now: datetime) -> bool:
    """Whether the side's line-up names somebody who may not play any more."""
    return any(not one.may_play for one in named_standings(encounter, now=now, side=side))


def _named(encounter: Encounter, sides: list[Side]) -> dict[Side, tuple[Named, ...]]:
    found: dict[Side, list[Named]] = {side: [] for side in sides}
    rows = (
        Presence.objects.filter(encounter=encounter, side__in=sides)
        .select_related("registration__player")
        .order_by("registration__player__sort_key", "registration__slot")
    )
    for row in rows:
        ficha = row.registration
        found[Side(row.side)].append(
            Named(ficha.pk, ficha.slot, str(ficha.player), row.plays, row.pair)
        )
    return {side: tuple(named) for side, named in found.items()}


def _played_last(encounter: Encounter, side: Side) -> dict[int, int]:
    """Fichas of the team that sat down at its latest encounter before this one, with their
    board."""
    team_id = encounter.home_id if side == Side.HOME else encounter.away_id
    if encounter.starts_at is None:
        return {}
    latest = (
        Seat.objects.filter(
            registration__team_id=OuterRef("registration__team_id"),
            encounter__starts_at__lt=encounter.starts_at,
        )
        .order_by("-encounter__starts_at", "-encounter_id")
        .values("encounter_id")[:1]
    )
    return dict(
        Seat.objects.filter(
            registration__team_id=team_id, encounter_id=Subquery(latest)
        ).values_list("registration_id", "board")
    )
