"""Before a match that is written down act by act: the sheet, the checklist, the lists, and the
signatures that close them.

C-1, C-2, C-3  court, net and ball are ticked                        done
C-4.2          who is on the list plays, and nobody else             done: closed by signatures
C-7.4          the official ID is seen before each match             done: on the list means seen
C-8, C-9       captain and coach sign the list                       done: session or code
C-12.1         six, or there is no match                             done
"""

from collections.abc import Iterable
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction

from league import ledger
from league.models import Registration, User
from league.refusals import Refused
from league.services.versions import divisions_touch
from matches import eligibility, policies, sheet_content, signing_code
from matches.models import (
    Encounter,
    Scoresheet,
    SheetCheck,
    SheetCode,
    SheetPlayer,
    SheetRole,
    SheetSignature,
)
from matches.selectors.scoresheet_codes import list_code
from matches.selectors.scoresheets import coach_of, list_of, players_of, sheet_of
from matches.selectors.signing_codes import CodeState
from matches.services._locks import encounter_locked
from matches.states.encounter import ENCOUNTER, EncounterEvent, EncounterState
from matches.states.partida import Side
from rules.match_sheet import MatchSheet
from rules.team_rules import Branch


@transaction.atomic
def sheet_open(*, actor: User, encounter_id: int, at: datetime) -> Scoresheet:
    """Open the sheet of a match. Opening it twice changes nothing.

    Refused `sheet.not_of_this_game` where the discipline has no such sheet, and when the encounter
    has moved on.
    """
    encounter = official_locked(actor, encounter_id)
    rules_of(encounter)
    found = Scoresheet.objects.filter(encounter=encounter).first()
    if found is not None:
        return found
    encounter.state = ENCOUNTER.after(EncounterState(encounter.state), EncounterEvent.OPEN_LINE_UP)
    encounter.save(update_fields=["state"])
    sheet = Scoresheet.objects.create(encounter=encounter, opened_at=at, opened_by=actor)
    divisions_touch([encounter.division_id])
    ledger.append(
        season=encounter.division.season_id,
        actor=actor,
        at=at,
        action="sheet.opened",
        subject=f"encounter:{encounter.pk}",
    )
    return sheet


@transaction.atomic
def sheet_check(
    *,
    actor: User,
    encounter_id: int,
    checks: Iterable[str],
    assistant_name: str,
    scorer_name: str,
    at: datetime,
) -> Scoresheet:
    """What was checked before play, and who is at the table. A line that stays ticked keeps the
    hour and the hand that ticked it."""
    encounter = official_locked(actor, encounter_id)
    sheet = sheet_opened(encounter)
    _stop_if_over(encounter)
    branch = encounter.division.season.branch
    known = {item.key for item in rules_of(encounter).checklist(Branch(branch) if branch else None)}
    ticked = set(checks) & known
    sheet.checks.exclude(key__in=ticked).delete()
    standing = set(sheet.checks.values_list("key", flat=True))
    SheetCheck.objects.bulk_create(
        SheetCheck(sheet=sheet, key=key, at=at, by=actor) for key in sorted(ticked - standing)
    )
    sheet.assistant_name, sheet.scorer_name = assistant_name.strip(), scorer_name.strip()
    sheet.save(update_fields=["assistant_name", "scorer_name"])
    return sheet


@transaction.atomic
def sheet_list(
    *,
    actor: User,
    encounter_id: int,
    side: Side | str,
    registrations: Iterable[int],
    captain: int | None,
    at: datetime,
) -> Scoresheet:
    """A side's list: who is here, with the official ID seen (C-7.4), and who is captain on court
    (C-8). It replaces what was noted, until it is closed (C-4.2).

    Refused `sheet.list_closed`, `sheet.too_many`, `sheet.no_shirt`, `sheet.captain_not_listed`,
    `eligibility.*`.
    """
    encounter = official_locked(actor, encounter_id)
    sheet = sheet_opened(encounter)
    _stop_if_closed(encounter, sheet, side)
    rules = rules_of(encounter)
    wanted = set(registrations)
    rows = list(
        Registration.objects.filter(
            team_id=encounter.team(side).pk, pk__in=wanted, released_at__isnull=True
        ).select_related("player", "team")
    )
    if len(rows) > rules.players_most:
        raise Refused("sheet.too_many", clause="C-4.1", most=rules.players_most)
    shirts: dict[int, int] = {}
    for row in rows:
        if row.shirt is None:
            raise Refused("sheet.no_shirt", clause="C-5", player=str(row.player))
        shirts[row.pk] = row.shirt
    for standing in eligibility.judge(encounter, rows):
        if not standing.may_play:
            reason = standing.reasons[0]
            raise Refused(
                f"eligibility.{reason.code}",
                clause=reason.clause,
                player=str(standing.registration.player),
                **reason.facts,
            )
    if captain is not None and captain not in {row.pk for row in rows}:
        raise Refused("sheet.captain_not_listed", clause="C-8")
    seen = {
        one.registration_id: (one.identified_at, one.identified_by_id)
        for one in sheet.players.filter(side=side)
    }
    sheet.players.filter(side=side).delete()
    SheetPlayer.objects.bulk_create(
        SheetPlayer(
            sheet=sheet,
            side=side,
            registration=row,
            shirt=shirts[row.pk],
            is_captain=row.pk == captain,
            identified_at=seen.get(row.pk, (at, actor.pk))[0],
            identified_by_id=seen.get(row.pk, (at, actor.pk))[1],
        )
        for row in rows
    )
    return sheet


@transaction.atomic
def sheet_sign_list(*, actor: User, encounter_id: int, digest: str, at: datetime) -> Scoresheet:
    """Coach and captain of the actor's side sign its list, in the session of their delegate.

    Signed, it is closed (C-4.2); once both are, play may begin. Signing twice changes nothing.
    Refused `sheet.list_changed` when the list is not the one that the screen showed,
    `sheet.too_few`, `sheet.captain_missing`.
    """
    encounter = encounter_locked(encounter_id)
    side = policies.side_of(actor, encounter)
    if side is None:
        raise PermissionDenied
    return _sign_list(encounter, side, digest=digest, signer=actor, entered_by=None, at=at)


def sheet_sign_list_by_code(
    *,
    actor: User,
    encounter_id: int,
    side: Side | str,
    digest: str,
    code: str,
    at: datetime,
) -> Scoresheet:
    """The same on the scorer's device, with the code of the side for its list.

    A wrong code counts even though it is refused: `code.wrong` (facts: left), `code.locked`,
    `code.used`, `code.expired`, `code.nobody_to_sign`.
    """
    with transaction.atomic():
        done = _sign_by_code(actor, encounter_id, Side(side), digest=digest, code=code, at=at)
    if isinstance(done, Refused):
        raise done
    return done


def _sign_by_code(
    actor: User, encounter_id: int, side: Side, *, digest: str, code: str, at: datetime
) -> Scoresheet | Refused:
    """A refusal that must not undo the count of tries is returned, not raised."""
    encounter = official_locked(actor, encounter_id)
    sheet = sheet_opened(encounter)
    if sheet.is_locked(side):
        return sheet
    people = [one for one in policies.signers_of(encounter, side) if one.pk != actor.pk]
    if not people:
        raise Refused("code.nobody_to_sign")
    stand = list_code(encounter, side, at=at)
    if stand.state != CodeState.LIVE:
        raise Refused(f"code.{stand.state.lower()}")
    row, _made = SheetCode.objects.get_or_create(sheet=sheet, side=side)
    if not signing_code.is_same(code, stand.digits):
        row.wrong_tries += 1
        row.save(update_fields=["wrong_tries"])
        left = stand.left - 1
        return Refused("code.wrong", left=left) if left else Refused("code.locked")
    row.used_at = at
    row.save(update_fields=["used_at"])
    return _sign_list(encounter, side, digest=digest, signer=people[0], entered_by=actor, at=at)


def _sign_list(
    encounter: Encounter,
    side: Side,
    *,
    digest: str,
    signer: User,
    entered_by: User | None,
    at: datetime,
) -> Scoresheet:
    sheet = sheet_opened(encounter)
    if sheet.is_locked(side):
        return sheet
    players = list(players_of(sheet).filter(side=side))
    standing = sheet_content.list_digest(encounter.pk, side, list_of(players, side))
    if digest != standing:
        raise Refused("sheet.list_changed", clause="C-4.2")
    least = rules_of(encounter).players_least
    if len(players) < least:
        raise Refused("sheet.too_few", clause="C-12.1", least=least, players=len(players))
    captain = next((one for one in players if one.is_captain), None)
    if captain is None:
        raise Refused("sheet.captain_missing", clause="C-8")
    coach = coach_of(encounter, side)
    shared = {
        "sheet": sheet,
        "side": side,
        "digest": standing,
        "signer": signer,
        "method": SheetSignature.Method.CODE if entered_by else SheetSignature.Method.SESSION,
        "entered_by": entered_by,
        "signed_at": at,
    }
    SheetSignature.objects.create(
        role=SheetRole.CAPTAIN, registration=captain.registration, **shared
    )
    if coach is not None:
        SheetSignature.objects.create(role=SheetRole.COACH, staff=coach, **shared)
    name = "home_locked_at" if side == Side.HOME else "away_locked_at"
    setattr(sheet, name, at)
    sheet.save(update_fields=[name])
    if all(sheet.is_locked(one) for one in Side):
        encounter.state = ENCOUNTER.after(EncounterState(encounter.state), EncounterEvent.DRAW)
        encounter.save(update_fields=["state"])
    divisions_touch([encounter.division_id])
    ledger.append(
        season=encounter.division.season_id,
        actor=entered_by or signer,
        at=at,
        action="sheet.list_signed",
        subject=f"encounter:{encounter.pk}",
        side=side,
        digest=standing,
        signer=signer.pk,
        method=shared["method"],
    )
    return sheet


def official_locked(actor: User, encounter_id: int) -> Encounter:
    """The encounter under lock, for who writes its sheet. For services of this package."""
    encounter = encounter_locked(encounter_id)
    if not policies.may_score(actor, encounter):
        raise PermissionDenied
    return encounter


def sheet_opened(encounter: Encounter) -> Scoresheet:
    """The sheet of an encounter. Refused `sheet.not_open`. For services of this package."""
    found = Scoresheet.objects.filter(encounter=encounter).first()
    if found is None:
        raise Refused("sheet.not_open", clause="C-22")
    return found


def rules_of(encounter: Encounter) -> MatchSheet:
    """How the discipline writes a match down. Refused `sheet.not_of_this_game`."""
    rules = sheet_of(encounter.division.season)
    if rules is None:
        raise Refused("sheet.not_of_this_game")
    return rules


def sheet_set_aside(encounter: Encounter) -> None:
    """The match is to be played again, with a sheet of its own; the old one stays readable. For
    services of this package."""
    Scoresheet.objects.filter(encounter=encounter).update(encounter=None, was_of=encounter)


def _stop_if_closed(encounter: Encounter, sheet: Scoresheet, side: Side | str) -> None:
    if sheet.is_locked(side):
        raise Refused("sheet.list_closed", clause="C-4.2")
    _stop_if_over(encounter)


def _stop_if_over(encounter: Encounter) -> None:
    if encounter.state not in (
        EncounterState.LINE_UP,
        EncounterState.DRAWN,
        EncounterState.PLAYING,
    ):
        raise Refused("sheet.closed")
