"""The knock-out of a tournament: who is known goes in, and comes out again if it was a mistake.

A team goes on when the organiser says so: at a tournament nobody waits a day for every result to be
final. What that word stood on is kept: a slot filled while a result behind it had no signatures is
provisional. A result that changes later moves nobody by itself; the page says that the bracket does
not fit any more.
"""

from collections.abc import Iterable
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext as _

from league import canonical, ledger
from league.models import Matchday, Season, Tournament, User
from league.policies import may_organise
from league.refusals import Refused
from league.services.notifications import notify
from league.services.versions import divisions_touch
from league.states.season import SeasonState
from league.tournament.advance import Outcome
from matches import moments
from matches.addresses import encounter_path
from matches.models import BracketSlot, Encounter, Fixture
from matches.selectors.tournaments import TO_COME, Claim, TournamentReading, read_tournament
from matches.services._notices import delegates_of
from matches.services.encounters import encounters_create
from matches.states.partida import Side

Ready = Iterable[tuple[BracketSlot, Claim]]


def bracket_digest(ready: Ready) -> str:
    """Names what a page says that filling would do."""
    return canonical.digest(
        canonical.dumps(sorted([slot.pk, claim.team or 0] for slot, claim in ready))
    )


@transaction.atomic
def bracket_fill(*, actor: User, tournament_id: int, digest: str, at: datetime) -> list[Fixture]:
    """Put into the bracket whoever is known, as the page with this digest said; the matches whose
    two teams are known become encounters. Returns those.

    Refused `season.closed`, `bracket.nothing_ready`, `bracket.changed_meanwhile`.
    """
    tournament = _locked(actor, tournament_id)
    reading = read_tournament(tournament)
    ready = reading.ready
    if not ready:
        raise Refused("bracket.nothing_ready")
    if bracket_digest(ready) != digest:
        raise Refused("bracket.changed_meanwhile")
    filled = []
    while ready:
        for slot, claim in ready:
            slot.team_id, slot.vacant = claim.team, claim.vacant
            slot.provisional, slot.filled_at = claim.provisional, at
            slot.save(update_fields=["team", "vacant", "provisional", "filled_at"])
            filled.append(slot)
        # Who meets a slot that stays vacant goes on at once.
        reading = read_tournament(tournament)
        ready = reading.ready
    made = _encounters_made(reading)
    _touch(reading)
    ledger.append(
        season=tournament.season,
        actor=actor,
        at=at,
        action="bracket.filled",
        subject=f"tournament:{tournament.pk}",
        slots=[[slot.pk, slot.team_id] for slot in filled],
        provisional=[slot.pk for slot in filled if slot.provisional],
        encounters=[
            [one.encounter.pk, one.encounter.draw.commitment] for one in made if one.encounter
        ],
    )
    for fixture in made:
        _tell_made(fixture, at=at)
    return made


@transaction.atomic
def slot_clear(*, actor: User, tournament_id: int, slot_id: int, at: datetime) -> BracketSlot:
    """Take the team out of a slot again; the encounter made of it goes too, if nobody has begun it.

    Refused `season.closed`, `bracket.empty`, `bracket.already_begun`, `bracket.goes_on` when the
    other side has already gone on because this slot was vacant.
    """
    tournament = _locked(actor, tournament_id)
    slot = (
        BracketSlot.objects.select_for_update(of=("self",))
        .select_related("fixture")
        .get(pk=slot_id, fixture__tournament=tournament)
    )
    fixture = slot.fixture
    if slot.filled_at is None:
        raise Refused("bracket.empty")
    onward = BracketSlot.objects.filter(winner_of=fixture) | BracketSlot.objects.filter(
        loser_of=fixture
    )
    if onward.filter(filled_at__isnull=False).exists():
        raise Refused("bracket.goes_on", number=fixture.number)
    removed = fixture.encounter_id
    if removed is not None:
        _encounter_removed(fixture)
    team = slot.team_id
    slot.team, slot.vacant, slot.provisional, slot.filled_at = None, False, False, None
    slot.save(update_fields=["team", "vacant", "provisional", "filled_at"])
    _touch(read_tournament(tournament))
    ledger.append(
        season=tournament.season,
        actor=actor,
        at=at,
        action="bracket.cleared",
        subject=f"tournament:{tournament.pk}",
        slot=slot.pk,
        team=team,
        encounter=removed,
    )
    return slot


@transaction.atomic
def fixture_decide(
    *, actor: User, tournament_id: int, number: int, side: str, reason: str, at: datetime
) -> Fixture:
    """Say who goes on from a match that its result leaves level (a lot, an extra game), with how it
    was decided; `side` "" takes that back.

    Refused `season.closed`, `bracket.not_level`, `bracket.without_reason`, `bracket.goes_on` once
    somebody has gone on.
    """
    tournament = _locked(actor, tournament_id)
    fixture = Fixture.objects.select_for_update(of=("self",)).get(
        tournament=tournament, number=number
    )
    if BracketSlot.objects.filter(winner_of=fixture, filled_at__isnull=False).exists():
        raise Refused("bracket.goes_on", number=number)
    reading = read_tournament(tournament)
    own = next(one for one in reading.fixtures if one.pk == fixture.pk)
    own.decided_for = ""
    if own.pk not in reading.slots or reading.outcome(own) is not Outcome.LEVEL:
        raise Refused("bracket.not_level", number=number)
    if side and not reason.strip():
        raise Refused("bracket.without_reason")
    fixture.decided_for = Side(side) if side else ""
    fixture.decided_reason = " ".join(reason.split())[:200] if side else ""
    fixture.save(update_fields=["decided_for", "decided_reason"])
    _touch(reading)
    ledger.append(
        season=tournament.season,
        actor=actor,
        at=at,
        action="bracket.decided",
        subject=f"fixture:{fixture.pk}",
        side=side,
        reason=canonical.digest(fixture.decided_reason),
    )
    return fixture


def _locked(actor: User, tournament_id: int) -> Tournament:
    """Season, then tournament under lock, for the organiser."""
    season_id = Tournament.objects.values_list("season_id", flat=True).get(pk=tournament_id)
    season = Season.objects.select_for_update(of=("self",), no_key=True).get(pk=season_id)
    if not may_organise(actor, season):
        raise PermissionDenied
    if season.state == SeasonState.CLOSED:
        raise Refused("season.closed")
    tournament = Tournament.objects.select_for_update(of=("self",)).get(pk=tournament_id)
    tournament.season = Season.objects.select_related("competition").get(pk=season_id)
    return tournament


def _encounters_made(reading: TournamentReading) -> list[Fixture]:
    """Encounters for the matches whose two teams are known."""
    made = []
    for fixture in reading.fixtures:
        if fixture.encounter_id is not None or fixture.pk not in reading.slots:
            continue
        home, away = reading.slots[fixture.pk]
        if home.team_id is None or away.team_id is None:
            continue
        [encounter] = encounters_create(
            [
                Encounter(
                    division=fixture.division,
                    matchday=Matchday.objects.get(division=fixture.division, number=fixture.round),
                    leg=1,
                    home=reading.teams[home.team_id],
                    away=reading.teams[away.team_id],
                    venue_id=reading.tournament.venue_id,
                    starts_at=fixture.starts_at,
                )
            ]
        )
        fixture.encounter = encounter
        fixture.save(update_fields=["encounter"])
        made.append(fixture)
    return made


def _encounter_removed(fixture: Fixture) -> None:
    """Delete the encounter of a match that nobody has begun."""
    assert fixture.encounter_id is not None  # by the caller
    encounter = Encounter.objects.select_for_update(of=("self",)).get(pk=fixture.encounter_id)
    begun = Refused("bracket.already_begun", number=fixture.number)
    if encounter.state not in TO_COME:
        raise begun
    fixture.encounter = None
    fixture.save(update_fields=["encounter"])
    try:
        with transaction.atomic():
            encounter.delete()
    except (ProtectedError, IntegrityError):
        raise begun from None


def _touch(reading: TournamentReading) -> None:
    phases = [group.division.pk for group in reading.groups]
    if reading.knock_out is not None:
        phases.append(reading.knock_out.pk)
    divisions_touch(phases)


def _tell_made(fixture: Fixture, *, at: datetime) -> None:
    encounter = fixture.encounter
    assert encounter is not None  # just made
    facts = {
        "match": str(encounter),
        "round": str(encounter.matchday),
        "when": moments.whole(fixture.starts_at),
        "court": fixture.court.name if fixture.court else "",
    }
    notify(
        recipients=delegates_of([encounter.home_id, encounter.away_id]),
        kind="bracket.filled",
        subject=_("%(round)s: %(match)s") % facts,
        body=_("Se juega el %(when)s, %(court)s.") % facts
        if fixture.court
        else _("Falta la hora y la pista."),
        path=encounter_path(encounter),
        deduplication_key=f"bracket-filled:{encounter.pk}",
        at=at,
        season=fixture.tournament.season,
    )
