"""Who may play, with the reasons and clauses: the one place that knows.

M-D.7   registered before the encounter          done
M-D.8   live ficha                               done
M-D.11  suspended by the committee               done
M-D.19  fielded by another peña this edition     done
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Q

from league.models import Registration
from matches.models import Encounter, Sanction, Seat
from matches.states.encounter import EncounterState, EndedKind
from matches.states.partida import Side
from matches.states.sanction import SanctionKind, SanctionState
from matches.suspensions import Played, Suspension, left


@dataclass(frozen=True)
class Reason:
    """Why a ficha may not play: code, clause, and what the sentence needs."""

    code: str
    clause: str
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Standing:
    """A ficha and the reasons against fielding it; none means it may be ticked."""

    registration: Registration
    reasons: tuple[Reason, ...]

    @property
    def may_play(self) -> bool:
        return not self.reasons


def standings_of(encounter: Encounter, side: Side | str) -> list[Standing]:
    """Every ficha of the side's team, in the order of its numbers, with its reasons."""
    team_id = encounter.home_id if side == Side.HOME else encounter.away_id
    registrations = list(
        Registration.objects.filter(team_id=team_id).select_related("player", "team")
    )
    return judge(encounter, registrations)


def judge(
    encounter: Encounter,
    registrations: Iterable[Registration],
    *,
    began_at: datetime | None = None,
) -> list[Standing]:
    """The standing of these fichas at the encounter, in four queries whatever their number.

    `began_at` is given for one that was played: a ficha released after it was live that night.
    """
    rows = list(registrations)
    season_id = encounter.division.season_id
    suspensions = _suspensions(season_id, [row.player_id for row in rows])
    played = played_of(season_id, {row.team_id for row in rows}) if suspensions else {}
    elsewhere = _fielded_elsewhere(encounter, rows)
    judged = []
    for row in rows:
        reasons = []
        if row.released_at is not None and (began_at is None or row.released_at <= began_at):
            reasons.append(Reason("released", "M-D.8", {"slot": row.slot}))
        if encounter.starts_at is not None and row.registered_at > encounter.starts_at:
            reasons.append(Reason("registered_late", "M-D.7", {"slot": row.slot}))
        for suspension in suspensions.get(row.player_id, ()):
            remaining = _left(suspension, played.get(row.team_id, []), encounter.starts_at)
            if remaining:
                reasons.append(
                    Reason(
                        "suspended",
                        "M-D.11",
                        {"left": remaining, "ruling": suspension.ruling},
                    )
                )
        if row.player_id in elsewhere:
            reasons.append(Reason("other_club", "M-D.19", {"team": elsewhere[row.player_id]}))
        judged.append(Standing(row, tuple(reasons)))
    return judged


def facts_of(standing: Standing, side: Side | str) -> dict[str, Any]:
    """The standing as the rules want it (`rules.mus.PlayerFacts`)."""
    codes = {reason.code for reason in standing.reasons}
    return {
        "registration": standing.registration.pk,
        "side": str(side),
        "registered_in_time": "registered_late" not in codes,
        "live": "released" not in codes,
        "suspended": "suspended" in codes,
        "fielded_by_other_club": "other_club" in codes,
    }


def _left(suspension: Suspension, played: list[Played], starts_at: datetime | None) -> int:
    if starts_at is None:
        return suspension.encounters
    if starts_at <= suspension.starts_at:
        return 0  # it starts after the encounter where it arose
    return left(suspension, played, before=starts_at)


def _suspensions(season_id: int, players: list[int]) -> dict[int, list[Suspension]]:
    found: dict[int, list[Suspension]] = {}
    rows = Sanction.objects.filter(
        season_id=season_id,
        kind=SanctionKind.SUSPENSION,
        state=SanctionState.IN_FORCE,
        player_id__in=players,
    ).select_related("ruling")
    for row in rows:
        assert row.player_id is not None and row.encounters is not None  # by constraint
        found.setdefault(row.player_id, []).append(
            Suspension(row.ruling.number, row.encounters, row.starts_at)
        )
    return found


def played_of(season_id: int, teams: set[int]) -> dict[int, list[Played]]:
    """What these teams have really played: in these encounters suspensions are served. One that was
    played at the table and awarded afterwards by a ruling counts: who missed it has missed it."""
    found: dict[int, list[Played]] = {team: [] for team in teams}
    rows = (
        Encounter.objects.filter(division__season_id=season_id, starts_at__isnull=False)
        .filter(Q(kind=EndedKind.PLAYED) | Q(kind=EndedKind.AWARDED, started_at__isnull=False))
        .values_list("pk", "home_id", "away_id", "starts_at")
    )
    for pk, home, away, starts_at in rows:
        assert starts_at is not None  # by the filter
        for team in (home, away):
            if team in found:
                found[team].append(Played(pk, starts_at))
    return found


def _fielded_elsewhere(encounter: Encounter, rows: list[Registration]) -> dict[int, str]:
    """Player → name of a team of another *club* that seated him this season (M-D.19)."""
    clubs = {row.player_id: row.team.club_id for row in rows}
    before = Q()
    if encounter.starts_at is not None:
        # Who changed peñas afterwards did nothing wrong on this night.
        before = Q(encounter__starts_at__lt=encounter.starts_at)
    seats = (
        Seat.objects.filter(
            before,
            registration__season_id=encounter.division.season_id,
            registration__player_id__in=clubs,
        )
        .exclude(encounter=encounter)
        .exclude(
            encounter__state__in=[
                EncounterState.SCHEDULED,
                EncounterState.POSTPONED,
                EncounterState.LINE_UP,
                EncounterState.NOT_PLAYED,
            ]
        )
        .values_list(
            "registration__player_id", "registration__team__club_id", "registration__team__name"
        )
        .distinct()
    )
    return {player: team for player, club, team in seats if club != clubs[player]}
