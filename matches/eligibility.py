"""Who may play, with the reasons and clauses: the one place that knows.

M-D.7   registered before the encounter          done
M-D.8   live ficha                               done
M-D.11  suspended, or out for the season         done: `matches.suspensions` says how it is served
M-D.19  fielded by another peña this edition     done
C-5     a shirt                                  done
C-7.1   a certificate that still serves          done
C-7.3   of the category                          done

A discipline says which clause rules each of these (`Discipline.clauses`), and asks for the rest
through its terms of entry: the reasons of one are not those of another.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.db.models import Max, Q
from django.db.models.functions import Coalesce
from django.utils.timezone import localdate

from league.entry_rules import terms_of
from league.models import Document, Registration, Season
from matches.models import Encounter, Sanction, Seat
from matches.moments import day, day_after, last_day
from matches.states.encounter import EncounterState, EndedKind
from matches.states.partida import Side
from matches.states.sanction import KEEPS_OUT, SanctionState
from matches.suspensions import Bar, Missed, Suspension, bars
from rules.registry import discipline

OUT = frozenset({"suspended", "suspended_until", "disqualified"})  # reasons that a ruling gave


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


def standings_of(
    encounter: Encounter, side: Side | str, *, now: datetime | None = None
) -> list[Standing]:
    """Every ficha of the side's team, in the order of its numbers, with its reasons."""
    team_id = encounter.home_id if side == Side.HOME else encounter.away_id
    registrations = list(
        Registration.objects.filter(team_id=team_id).select_related("player", "team")
    )
    return judge(encounter, registrations, now=now)


def judge(
    encounter: Encounter,
    registrations: Iterable[Registration],
    *,
    began_at: datetime | None = None,
    now: datetime | None = None,
) -> list[Standing]:
    """The standing of these fichas at the encounter, in four queries whatever their number, five
    where papers are asked for.

    `began_at` is given for one that was played: a ficha released after it was live that night.
    `now` is given where people are about to sit down: an encounter that starts late begins then,
    and not at the hour that it had.
    """
    rows = list(registrations)
    season = encounter.division.season
    clauses = discipline(season.discipline).clauses
    bans = bans_of(season.pk, {row.player_id for row in rows})
    begins = began_at or _begins(encounter, now)
    elsewhere = _fielded_elsewhere(encounter, rows) if "other_club" in clauses else {}
    flaws = _flaws(season, rows, begins)
    judged = []
    for row in rows:
        reasons = []
        if row.team.withdrawn_at is not None and (
            began_at is None or row.team.withdrawn_at <= began_at
        ):
            reasons.append(Reason("team_out", clauses.get("team_out", ""), {"team": row.team.name}))
        if row.released_at is not None and (began_at is None or row.released_at <= began_at):
            reasons.append(Reason("released", clauses.get("released", ""), {"slot": row.slot}))
        if encounter.starts_at is not None and row.registered_at > encounter.starts_at:
            reasons.append(
                Reason("registered_late", clauses.get("registered_late", ""), {"slot": row.slot})
            )
        suspended = clauses.get("suspended", "")
        reasons += [_barred(bar, suspended) for bar in bans.bars(row.player_id, at=begins)]
        if row.player_id in elsewhere:
            team = elsewhere[row.player_id]
            reasons.append(Reason("other_club", clauses["other_club"], {"team": team}))
        reasons += flaws.get(row.pk, [])
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
        "suspended": not codes.isdisjoint(OUT),
        "fielded_by_other_club": "other_club" in codes,
    }


def _begins(encounter: Encounter, now: datetime | None) -> datetime | None:
    """When it begins: by its hour, or now where that has passed. One put off has no date."""
    if encounter.started_at is not None:
        return encounter.started_at
    if encounter.starts_at is None or encounter.state == EncounterState.POSTPONED:
        return None
    return encounter.starts_at if now is None else max(encounter.starts_at, now)


def _flaws(
    season: Season, rows: list[Registration], begins: datetime | None
) -> dict[int, list[Reason]]:
    """Ficha → what is wanting of shirt, age and papers on the day of the encounter."""
    terms = terms_of(season)
    day = localdate(begins) if begins is not None else None
    serve: dict[int, date] = {}
    if terms.document is not None:
        serve = dict(
            Document.objects.filter(registration__in=rows, kind=terms.document.kind)
            .values_list("registration")
            .annotate(until=Max("expires_on"))
        )
    found: dict[int, list[Reason]] = {}
    for row in rows:
        reasons = []
        if terms.shirt_numbers and row.shirt is None:
            reasons.append(Reason("no_shirt", terms.team.shirts_clause))
        flaw = terms.age_flaw(row.player.birth_date)
        if flaw is not None:
            facts = dict(flaw.facts)
            if row.player.birth_date is None:
                reasons.append(Reason("no_birth_date", flaw.clause, facts))
            else:
                reasons.append(Reason("out_of_category", flaw.clause, facts))
        if terms.document is not None:
            until = serve.get(row.pk)
            if until is None:
                reasons.append(Reason("no_certificate", terms.document.clause))
            elif day is not None and until < day:
                over = {"until": f"{until:%d/%m/%Y}"}
                reasons.append(Reason("certificate_over", terms.document.clause, over))
        if reasons:
            found[row.pk] = reasons
    return found


def _barred(bar: Bar, clause: str) -> Reason:
    facts: dict[str, Any] = {"ruling": bar.suspension.ruling}
    if bar.left is not None:
        return Reason("suspended", clause, facts | {"left": bar.left})
    if bar.suspension.until is not None:
        until = day(last_day(bar.suspension.until))
        return Reason("suspended_until", clause, facts | {"until": until})
    return Reason("disqualified", clause, facts)


@dataclass(frozen=True)
class Bans:
    """The suspensions in force of some players, and what each has sat out since."""

    of_player: Mapping[int, list[Suspension]]
    missed: Mapping[int, list[Missed]]

    def bars(self, player_id: int, *, at: datetime | None) -> list[Bar]:
        """What keeps the player out of an encounter that begins at `at`."""
        of_player = self.of_player.get(player_id, [])
        return bars(of_player, self.missed.get(player_id, []), at=at)


def bans_of(season_id: int, players: Iterable[int] | None = None) -> Bans:
    """The bans of these players, or of everybody in the season. One query where there is none,
    three otherwise."""
    found: dict[int, list[Suspension]] = {}
    rows = Sanction.objects.filter(
        season_id=season_id, kind__in=KEEPS_OUT, state=SanctionState.IN_FORCE
    ).select_related("ruling")
    if players is not None:
        rows = rows.filter(player_id__in=set(players))
    for row in rows:
        assert row.player_id is not None  # by constraint
        found.setdefault(row.player_id, []).append(
            Suspension(
                ruling=row.ruling.number,
                starts_at=row.starts_at,
                encounters=row.encounters,
                until=None if row.until is None else day_after(row.until),
                sanction=row.pk,
            )
        )
    return Bans(found, missed_of(season_id, found) if found else {})


def missed_of(
    season_id: int,
    players: Iterable[int],
    *,
    as_if: Mapping[int, datetime | None] | None = None,
) -> dict[int, list[Missed]]:
    """What each player's team played while he had its ficha and did not sit down: who changes peñas
    takes what he has served along, and nothing that the new one played without him.

    `as_if` says of some encounters when they would have begun, or None for one that would not count
    as played.
    """
    wanted = set(players)
    fichas: dict[tuple[int, int, datetime], datetime | None] = {}
    sat = set()
    rows = Registration.objects.filter(season_id=season_id, player_id__in=wanted).values_list(
        "player_id", "team_id", "registered_at", "released_at", "seats__encounter_id"
    )
    for player, team, since, until, encounter in rows:
        fichas[player, team, since] = until
        sat.add((player, encounter))
    played = _played_of(season_id, {team for _player, team, _since in fichas}, as_if or {})
    missed: dict[int, list[Missed]] = {player: [] for player in wanted}
    for (player, team, since), until in fichas.items():
        missed[player] += [
            one
            for one in played[team]
            if since <= one.began
            and (until is None or one.began < until)
            and (player, one.encounter) not in sat
        ]
    return missed


def _played_of(
    season_id: int, teams: set[int], as_if: Mapping[int, datetime | None]
) -> dict[int, list[Missed]]:
    """What these teams have really played: in these encounters suspensions are served. One that was
    played at the table and awarded afterwards by a ruling counts: who missed it has missed it."""
    found: dict[int, list[Missed]] = {team: [] for team in teams}
    rows = (
        Encounter.objects.filter(Q(home_id__in=teams) | Q(away_id__in=teams))
        .filter(division__season_id=season_id)
        .annotate(began=Coalesce("started_at", "starts_at", "ended_at"))
        .filter(
            Q(kind=EndedKind.PLAYED)
            | Q(kind=EndedKind.AWARDED, started_at__isnull=False)
            | Q(pk__in=as_if)
        )
        .values_list("pk", "home_id", "away_id", "began")
    )
    for pk, home, away, began in rows:
        when = as_if.get(pk, began)
        for team in {home, away} & teams:
            if when is not None:
                found[team].append(Missed(pk, when))
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
