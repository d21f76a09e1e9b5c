"""Players and their fichas.

M-D.7  at most 16 a peña, or the season's lower cap   → registration.no_free_slot, slot_over_cap
M-D.8  a released ficha is spent for the season       → registration.slot_spent
C-4.1  at most twelve who are there                   → registration.no_free_slot, team_full
C-5    shirts from 1 to 18, each once in a team       → registration.shirt_*
C-7.1  a certificate of at most fifteen days          → registration.certificate_*
C-7.3  an age on the season's day                     → registration.birth_date_missing, age_out
M-D.19 fielded by another peña before                 NOT HERE: matches.eligibility, at the line-up

Season and team are read under lock: whoever comes second sees what the first one took, and the
database holds both rules against every other writer.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.db import IntegrityError, transaction
from django.utils.timezone import localdate

from league import ledger
from league.entry_rules import terms_of
from league.models import Player, Registration, Season, Team, User
from league.refusals import Refused
from league.registration_windows import opening_at
from league.roster_plan import licence_key, same_person
from league.services.files import sent_read, written_files
from league.services.locks import row_get_locked, season_get_organised, team_get_locked
from league.services.team_sheets import Certificate, document_write
from league.services.versions import divisions_touch
from league.states.season import SeasonState
from rules.registry import discipline

NO_PAPER = Certificate()


@dataclass(frozen=True, slots=True)
class Person:
    """Who a ficha is for. With a licence that is known already the rest may stay empty."""

    licence: str
    first_name: str = ""
    last_name: str = ""
    birth_date: date | None = None


def player_register(
    *,
    actor: User,
    season_id: int,
    team_id: int,
    person: Person,
    at: datetime,
    slot: int | None = None,
    shirt: int | None = None,
    paper: Certificate = NO_PAPER,
) -> Registration:
    """Give a player a ficha of the team: the lowest free number, or the one asked for. So with the
    shirt, where shirts are worn; `paper` where the season asks for a certificate.

    Raises PermissionDenied, Refused (`season.closed`, `registration.*`, `player.*`, `document.*`,
    `evidence.*`).
    """
    accepted = None if paper.file is None else sent_read(paper.file)
    with written_files() as written, transaction.atomic():
        season = season_get_organised(actor=actor, season_id=season_id)
        team = team_get_locked(season=season, team_id=team_id)
        refuse_while_shut(season, at)
        player = _player(actor, season, person, at)
        registration = registration_write(
            actor=actor,
            season=season,
            team=team,
            player=player,
            slot=slot,
            at=at,
            shirt=shirt,
            issued_on=paper.issued_on,
        )
        if terms_of(season).document is not None:
            document_write(
                actor=actor,
                season=season,
                registration=registration,
                paper=paper,
                accepted=accepted,
                written=written,
                at=at,
            )
    return registration


@transaction.atomic
def registration_release(
    *, actor: User, season_id: int, registration_id: int, at: datetime
) -> Registration:
    """Release a player. The ficha stays spent (M-D.8), whoever comes next takes another.

    Raises PermissionDenied, Refused (`season.closed`, `registration.released_already`).
    """
    season = season_get_organised(actor=actor, season_id=season_id)
    registration = row_get_locked(season.registrations.select_related("team"), pk=registration_id)
    if registration.released_at is not None:
        raise Refused("registration.released_already", slot=registration.slot)
    registration.released_at = at
    registration.save(update_fields=["released_at"])
    divisions_touch([registration.team.division_id])
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="registration.released",
        subject=f"registration:{registration.pk}",
        team=registration.team_id,
        player=registration.player_id,
        slot=registration.slot,
    )
    return registration


@transaction.atomic
def player_update(
    *, actor: User, season_id: int, player_id: int, person: Person, at: datetime
) -> Player:
    """Correct a player who holds or held a ficha in the season.

    Raises PermissionDenied, Refused (`season.closed`, `player.licence_taken`).
    """
    season = season_get_organised(actor=actor, season_id=season_id)
    player = row_get_locked(
        Player.objects.filter(pk__in=season.registrations.values("player")), pk=player_id
    )
    licence = licence_key(person.licence)
    holder = Player.objects.filter(licence=licence).exclude(pk=player.pk).first()
    if holder is not None:
        raise Refused("player.licence_taken", licence=licence, name=str(holder))
    told = Person(licence, person.first_name, person.last_name, person.birth_date)
    player_write(actor=actor, season=season, player=player, told=told, at=at)
    return player


def refuse_while_shut(season: Season, at: datetime) -> None:
    """Raise Refused when nobody may be registered at that moment, with the next opening."""
    if season.state == SeasonState.CLOSED:
        raise Refused("season.closed")
    if season.state == SeasonState.DRAFT:
        raise Refused("registration.not_open")
    opening = opening_at(season.registration_windows.all(), at)
    if opening.is_open:
        return
    if opening.opens_at is not None:
        raise Refused("registration.window_ahead", opens_at=opening.opens_at)
    raise Refused("registration.window_over")


def registration_write(
    *,
    actor: User,
    season: Season,
    team: Team,
    player: Player,
    slot: int | None,
    at: datetime,
    shirt: int | None = None,
    issued_on: date | None = None,
) -> Registration:
    """Write the ficha; the team is under lock. Raises Refused `registration.*`.

    `issued_on` is the day of the certificate, which is judged here and filed by the caller.
    """
    if team.withdrawn_at is not None:
        raise Refused("registration.team_withdrawn", team=team.name)
    _refuse_second_ficha(season, player)
    taken = {row.slot: row for row in team.registrations.select_related("player").order_by("slot")}
    number = _free_slot(season, team, taken, slot)
    shirt = _shirt_of(season, player, taken.values(), shirt=shirt, issued_on=issued_on, at=at)
    try:
        with transaction.atomic():
            registration = Registration.objects.create(
                season=season,
                team=team,
                player=player,
                slot=number,
                shirt=shirt,
                registered_at=at,
            )
    except IntegrityError:
        # Another team took the player, or a writer past the services the number, in between.
        _refuse_second_ficha(season, player)
        raise Refused(
            "registration.slot_just_taken",
            clause=discipline(season.discipline).roster.clause,
            slot=number,
            team=team.name,
        ) from None
    divisions_touch([team.division_id])
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="registration.created",
        subject=f"registration:{registration.pk}",
        team=team.pk,
        player=player.pk,
        slot=number,
        **({} if shirt is None else {"shirt": shirt}),
    )
    return registration


def _shirt_of(
    season: Season,
    player: Player,
    fichas: Iterable[Registration],
    *,
    shirt: int | None,
    issued_on: date | None,
    at: datetime,
) -> int | None:
    """The shirt to be worn, once age, certificate and number are all right. Raises Refused."""
    terms = terms_of(season)
    worn = {
        row.shirt: str(row.player)
        for row in fichas
        if row.released_at is None and row.shirt is not None
    }
    for flaw in (
        terms.age_flaw(player.birth_date),
        terms.certificate_flaw(issued_on, localdate(at)),
        terms.shirt_flaw(shirt, worn),
    ):
        if flaw is not None:
            raise Refused(flaw.code, clause=flaw.clause, **flaw.facts)
    return terms.free_shirt(worn) if shirt is None else shirt


def player_create(*, actor: User, season: Season, told: Person, at: datetime) -> Player:
    """Raises Refused (`player.name_missing`, `player.licence_taken`)."""
    licence = licence_key(told.licence)
    if not told.first_name.strip() or not told.last_name.strip():
        raise Refused("player.name_missing", licence=licence)
    try:
        with transaction.atomic():
            player = Player.objects.create(
                licence=licence,
                first_name=" ".join(told.first_name.split()),
                last_name=" ".join(told.last_name.split()),
                birth_date=told.birth_date,
            )
    except IntegrityError:
        holder = Player.objects.get(licence=licence)
        raise Refused("player.licence_taken", licence=licence, name=str(holder)) from None
    ledger.append(
        season=season, actor=actor, at=at, action="player.created", subject=f"player:{player.pk}"
    )
    return player


def player_write(
    *, actor: User, season: Season, player: Player, told: Person, at: datetime
) -> None:
    """Correct the row when it differs; the pages of every team it plays for change with it."""
    values = {
        "licence": licence_key(told.licence),
        "first_name": " ".join(told.first_name.split()),
        "last_name": " ".join(told.last_name.split()),
        "birth_date": told.birth_date,
    }
    changed = [key for key, value in values.items() if getattr(player, key) != value]
    if not changed:
        return
    for key in changed:
        setattr(player, key, values[key])
    player.save(update_fields=[*changed, "sort_key"])
    divisions_touch(player.registrations.values_list("team__division_id", flat=True).distinct())
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="player.updated",
        subject=f"player:{player.pk}",
        fields=sorted(changed),
    )


def _player(actor: User, season: Season, person: Person, at: datetime) -> Player:
    """The player of that licence, or a new one. Raises Refused `player.licence_is_other`."""
    licence = licence_key(person.licence)
    player = Player.objects.filter(licence=licence).first()
    if player is None:
        return player_create(actor=actor, season=season, told=person, at=at)
    typed = (person.first_name, person.last_name)
    if any(typed) and not same_person((player.first_name, player.last_name), typed):
        raise Refused("player.licence_is_other", licence=licence, name=str(player))
    if player.birth_date is None and person.birth_date is not None and terms_of(season).asks_age:
        whole = Person(licence, player.first_name, player.last_name, person.birth_date)
        player_write(actor=actor, season=season, player=player, told=whole, at=at)
    return player


def _refuse_second_ficha(season: Season, player: Player) -> None:
    live = (
        Registration.objects.filter(season=season, player=player, released_at__isnull=True)
        .select_related("team")
        .first()
    )
    if live is not None:
        raise Refused(
            "registration.live_elsewhere", team=live.team.name, slot=live.slot, name=str(player)
        )


def _free_slot(
    season: Season, team: Team, taken: Mapping[int, Registration], slot: int | None
) -> int:
    """The number of the next ficha; refused when the team is full."""
    cap, clause = season.roster_cap, discipline(season.discipline).roster.clause
    if not season.spends_places:
        # Numbers of who left are never given again, so they go on past the cap.
        if sum(row.released_at is None for row in taken.values()) >= cap:
            raise Refused("registration.team_full", clause=clause, team=team.name, cap=cap)
        cap = len(taken) + 1 if slot is None else max(cap, slot)
    if slot is None:
        for number in range(1, cap + 1):
            if number not in taken:
                return number
        raise Refused("registration.no_free_slot", clause=clause, team=team.name, cap=cap)
    if not 1 <= slot <= cap:
        raise Refused("registration.slot_over_cap", clause=clause, slot=slot, cap=cap)
    holder = taken.get(slot)
    if holder is None:
        return slot
    if holder.released_at is not None:
        raise Refused("registration.slot_spent", clause="M-D.8", slot=slot, team=team.name)
    raise Refused(
        "registration.slot_taken",
        clause=clause,
        slot=slot,
        team=team.name,
        player=str(holder.player),
    )
