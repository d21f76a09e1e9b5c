"""Who cannot play when, once a ruling is made: the players it keeps out, and those whose own
suspensions run otherwise because of it.

An encounter annulled serves no suspension any more, one to be played again has still to be missed,
and those of an expelled team will not be played: so a ruling on one team may move the suspensions
of another's players.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from league.models import Player, Registration, Season, Team
from matches import eligibility
from matches.models import Encounter
from matches.moments import day_after, last_day
from matches.services.plans import Plan
from matches.services.withdrawals import TO_COME, starts_after
from matches.states.encounter import EncounterState, EndedKind
from matches.suspensions import Forecast, Suspension, ToCome, forecast

_LAST = 10**9  # where the number of a ruling that has none yet stands among the others


@dataclass(frozen=True)
class Absence:
    """A player with the encounters that he cannot play, of those that his team has to come, and how
    many he has to miss that the calendar does not have yet."""

    player: Player
    team: Team
    slot: int
    encounters: tuple[Encounter, ...]
    beyond: int
    until: date | None
    season_long: bool

    @property
    def is_free(self) -> bool:
        """Nothing keeps him out: he has served it, or it is taken back."""
        return not (self.encounters or self.beyond or self.until or self.season_long)


@dataclass(frozen=True)
class _Calendar:
    """What is still to come: rows to show, and the same as the suspensions want it."""

    rows: Mapping[int, Encounter]
    coming: Mapping[int, ToCome]

    def of(self, ficha: Registration) -> list[ToCome]:
        """What the team where a player has his ficha has to come."""
        if ficha.released_at is not None:
            return []
        return [
            one
            for pk, one in self.coming.items()
            if ficha.team_id in (self.rows[pk].home_id, self.rows[pk].away_id)
        ]


def absences_after(planned: Plan, *, at: datetime) -> list[Absence]:
    """The players that the ruling keeps out, and those for whom it changes what they miss."""
    season_id = planned.case.season_id
    before = eligibility.bans_of(season_id)
    named = {line.player.pk for line in planned.bans}
    players = set(before.of_player) | named
    if not players:
        return []
    fichas = _fichas(season_id, players)
    now = _calendar(season_id)
    then = _calendar_after(planned, now, at)
    served = eligibility.missed_of(season_id, players, as_if=_as_if(planned))
    found = []
    for player in sorted(players):
        had = before.of_player.get(player, [])
        has = _bans_after(planned, player, had)
        old = forecast(had, before.missed.get(player, ()), now.of(fichas[player]), now=at)
        new = forecast(has, served[player], then.of(fichas[player]), now=at)
        if player in named or old != new or had != has:
            found.append(_absence(fichas[player], has, new, then))
    return found


def absences_of(season: Season, players: Iterable[int], *, at: datetime) -> list[Absence]:
    """The same of these players, as things stand."""
    wanted = set(players)
    bans, fichas, calendar = (
        eligibility.bans_of(season.pk, wanted),
        _fichas(season.pk, wanted),
        _calendar(season.pk),
    )
    found = []
    for player in sorted(wanted):
        has, missed = bans.of_player.get(player, []), bans.missed.get(player, ())
        ahead = forecast(has, missed, calendar.of(fichas[player]), now=at)
        found.append(_absence(fichas[player], has, ahead, calendar))
    return found


def _absence(
    ficha: Registration, bans: Iterable[Suspension], ahead: Forecast, calendar: _Calendar
) -> Absence:
    rows = list(bans)
    days = [last_day(row.until) for row in rows if row.until is not None]
    return Absence(
        player=ficha.player,
        team=ficha.team,
        slot=ficha.slot,
        encounters=tuple(calendar.rows[one.encounter] for one in ahead.barred),
        beyond=ahead.beyond,
        until=max(days, default=None),
        season_long=any(row.encounters is None and row.until is None for row in rows),
    )


def _fichas(season_id: int, players: Iterable[int]) -> dict[int, Registration]:
    """The last ficha of each: the live one, where there is one."""
    rows = Registration.objects.filter(season_id=season_id, player_id__in=set(players))
    rows = rows.select_related("player", "team").order_by("registered_at", "pk")
    return {row.player_id: row for row in rows} | {
        row.player_id: row for row in rows if row.released_at is None
    }


def _calendar(season_id: int) -> _Calendar:
    rows = Encounter.objects.filter(division__season_id=season_id, state__in=TO_COME)
    by_id = {row.pk: row for row in rows.select_related("home", "away", "matchday")}
    return _Calendar(by_id, {pk: _to_come(row) for pk, row in by_id.items()})


def _to_come(row: Encounter) -> ToCome:
    """The date of one that was put off is none any more."""
    starts_at = None if row.state == EncounterState.POSTPONED else row.starts_at
    return ToCome(row.pk, starts_at, row.matchday.number)


def _calendar_after(planned: Plan, now: _Calendar, at: datetime) -> _Calendar:
    rows, coming = dict(now.rows), dict(now.coming)
    for line in planned.expelled:
        for row in line.encounters:
            coming.pop(row.pk, None)
    for line in planned.readmitted:
        for row in line.encounters:
            rows[row.pk] = row
            coming[row.pk] = ToCome(row.pk, starts_after(row, at), row.matchday.number)
    encounter = planned.case.encounter
    if planned.replay is not None and encounter is not None:
        rows[encounter.pk] = encounter
        coming[encounter.pk] = ToCome(
            encounter.pk, planned.replay.starts_at, encounter.matchday.number
        )
    return _Calendar(rows, coming)


def _as_if(planned: Plan) -> dict[int, datetime | None]:
    """When the encounter of the case began, as the ruling leaves it: None where it is no longer one
    that was played."""
    encounter, after = planned.case.encounter, planned.after
    if encounter is None or not planned.moves_result:
        return {}
    if after is None:
        return {encounter.pk: None}
    stated = after["started_at"]
    started_at = datetime.fromisoformat(stated) if stated else encounter.started_at
    played = after["kind"] == EndedKind.PLAYED or (
        after["kind"] == EndedKind.AWARDED and started_at is not None
    )
    began = started_at or encounter.starts_at or encounter.ended_at
    return {encounter.pk: began if played else None}


def _bans_after(planned: Plan, player: int, had: Iterable[Suspension]) -> list[Suspension]:
    revoked = {row.pk for row in planned.revoked}
    stay = [row for row in had if row.sanction not in revoked]
    new = [
        Suspension(
            ruling=_LAST,
            starts_at=line.starts_at,
            encounters=line.encounters,
            until=None if line.until is None else day_after(line.until),
        )
        for line in planned.bans
        if line.player.pk == player
    ]
    return stay + new
