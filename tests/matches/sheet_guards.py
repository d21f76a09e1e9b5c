"""Attacks on the tables of a match's sheet, for `test_guards`."""

from collections.abc import Callable
from typing import Any

from django.db import models

from league.models import Registration
from matches.models import (
    Acta,
    Scoresheet,
    SheetAct,
    SheetCheck,
    SheetCode,
    SheetPlayer,
    SheetSignature,
)
from tests import factories
from tests.factories import AT
from tests.guarding import Attack


def sheet(*, state: str = "LINE_UP", **facts: Any) -> Scoresheet:
    """An open sheet, both lists empty."""
    encounter = facts.pop("encounter", None) or factories.encounter(state=state)
    values = {"encounter": encounter, "opened_at": AT, "opened_by": factories.user()} | facts
    return Scoresheet.objects.create(**values)


def _of_sheet(model: type[models.Model], **defaults: Any) -> Callable[..., Any]:
    def make(**facts: Any) -> Any:
        of = facts.pop("sheet", None) or sheet()
        values = {
            name: value(of) if callable(value) else value
            for name, value in defaults.items()
            if name not in facts
        }
        return model._default_manager.create(sheet=of, **(values | facts))

    return make


def _somebody(_of: Scoresheet) -> Any:
    return factories.user()


def _home(of: Scoresheet) -> Registration:
    found: Registration = factories.registration(team=of.encounter.home)
    return found


check = _of_sheet(SheetCheck, key="net", at=AT, by=_somebody)
player = _of_sheet(
    SheetPlayer,
    side="HOME",
    registration=_home,
    shirt=7,
    identified_at=AT,
    identified_by=_somebody,
)
act = _of_sheet(SheetAct, number=1, text="L", at=AT, by=_somebody)
signature = _of_sheet(
    SheetSignature,
    role="CAPTAIN",
    side="HOME",
    digest="a" * 64,
    signer=_somebody,
    method="SESSION",
    signed_at=AT,
)
code = _of_sheet(SheetCode, side="HOME")


def official(**facts: Any) -> SheetSignature:
    """The central referee's signature on an acta that is open."""
    of = facts.pop("sheet", None) or sheet()
    acta = facts.pop("acta", None) or factories.acta(encounter=of.encounter)
    made: SheetSignature = signature(
        sheet=of, **({"acta": acta, "role": "CENTRAL", "side": "", "digest": acta.digest} | facts)
    )
    return made


def closed() -> Scoresheet:
    """A sheet whose home list is signed and closed."""
    one: SheetSignature = signature()
    Scoresheet.objects.filter(pk=one.sheet_id).update(home_locked_at=AT)
    return one.sheet


def update(row: models.Model, **values: Any) -> Attack:
    return lambda: type(row)._default_manager.filter(pk=row.pk).update(**values)


# ---- triggers ----


def closed_unsigned() -> Attack:
    encounter = factories.encounter(state="LINE_UP")
    return lambda: sheet(encounter=encounter, home_locked_at=AT)


def player_after_the_list() -> Attack:
    of = closed()
    registration = _home(of)
    return lambda: player(sheet=of, registration=registration)


def listed() -> SheetPlayer:
    """A player on a list that is closed."""
    one: SheetPlayer = player()
    signature(sheet=one.sheet)
    Scoresheet.objects.filter(pk=one.sheet_id).update(home_locked_at=AT)
    return one


def player_taken_off() -> Attack:
    one = listed()
    return lambda: SheetPlayer.objects.filter(pk=one.pk).delete()


def player_of_the_visitors() -> Attack:
    of = sheet()
    visitor = factories.registration(team=of.encounter.away)
    return lambda: player(sheet=of, registration=visitor)


def player_changes_teams() -> Attack:
    one: SheetPlayer = player()
    return update(one, registration=factories.registration(team=one.sheet.encounter.away))


def act_out_of_order() -> Attack:
    one: SheetAct = act()
    by = factories.user()
    return lambda: act(sheet=one.sheet, number=3, by=by)


def act_after_the_end() -> Attack:
    of = sheet(state="SCHEDULED")
    by = factories.user()
    return lambda: act(sheet=of, by=by)


def undoes_one_in_the_middle() -> Attack:
    first: SheetAct = act()
    act(sheet=first.sheet, number=2)
    by = factories.user()
    return lambda: act(sheet=first.sheet, number=3, text="", undoes=first, by=by)


def official_of_another_text() -> Attack:
    of = sheet()
    acta, signer = factories.acta(encounter=of.encounter), factories.user()
    return lambda: official(sheet=of, acta=acta, digest="0" * 64, signer=signer)


def signed_after_the_list() -> Attack:
    of = closed()
    signer = factories.user()
    return lambda: signature(sheet=of, role="COACH", signer=signer)


def by_a_code_that_nobody_spent() -> Attack:
    of = code().sheet
    signer, entered_by = factories.user(), factories.user()
    return lambda: signature(sheet=of, method="CODE", signer=signer, entered_by=entered_by)


def code_used_again() -> Attack:
    return update(code(used_at=AT), used_at=None)


def in_force_without_the_referee() -> Attack:
    of = sheet()
    acta = factories.signature(acta=factories.acta(encounter=of.encounter)).acta
    factories.signature(acta=acta, side="AWAY")
    return lambda: Acta.objects.filter(pk=acta.pk).update(state="SIGNED", in_force=True)


def inserted_without_the_referee() -> Attack:
    of = sheet()
    return lambda: factories.acta(encounter=of.encounter, state="SIGNED", in_force=True)


ROWS: dict[str, Callable[[], models.Model]] = {
    "matches_scoresheet": sheet,
    "matches_sheetplayer": player,
    "matches_sheetact": act,
    "matches_sheetsignature": signature,
    "matches_sheetcode": code,
}

CASES: dict[tuple[str, str], Callable[[], Attack]] = {
    ("matches_scoresheet_list_signed", "INSERT"): closed_unsigned,
    ("matches_scoresheet_list_signed", "UPDATE"): lambda: update(sheet(), away_locked_at=AT),
    ("matches_scoresheet_stays", "UPDATE"): lambda: update(
        sheet(), encounter=factories.encounter()
    ),
    ("matches_scoresheet_list_stays", "UPDATE"): lambda: update(closed(), home_locked_at=None),
    ("matches_sheetplayer_list_closed", "INSERT"): player_after_the_list,
    ("matches_sheetplayer_list_kept", "UPDATE"): lambda: update(listed(), shirt=8),
    ("matches_sheetplayer_list_kept", "DELETE"): player_taken_off,
    ("matches_sheetplayer_registration_of_side", "INSERT"): player_of_the_visitors,
    ("matches_sheetplayer_registration_of_side", "UPDATE"): player_changes_teams,
    ("matches_sheetact_next", "INSERT"): act_out_of_order,
    ("matches_sheetact_while_open", "INSERT"): act_after_the_end,
    ("matches_sheetact_undoes_the_last", "INSERT"): undoes_one_in_the_middle,
    ("matches_sheetsignature_of_acta", "INSERT"): official_of_another_text,
    ("matches_sheetsignature_list_open", "INSERT"): signed_after_the_list,
    ("matches_sheetsignature_by_code", "INSERT"): by_a_code_that_nobody_spent,
    ("matches_sheetcode_spent", "UPDATE"): code_used_again,
    ("matches_acta_signed_by_officials", "INSERT"): inserted_without_the_referee,
    ("matches_acta_signed_by_officials", "UPDATE"): in_force_without_the_referee,
}


# ---- constraints ----


def twice(make: Callable[..., Any], *fields: str, **then: Any) -> Attack:
    def attack() -> None:
        first = make()
        make(**{field: getattr(first, field) for field in ("sheet", *fields)}, **then)

    return attack


def two_captains() -> None:
    first: SheetPlayer = player(is_captain=True)
    player(sheet=first.sheet, shirt=8, is_captain=True)


def two_referees() -> None:
    first = official()
    official(sheet=first.sheet, acta=first.acta)


def undone_twice() -> None:
    first: SheetAct = act()
    act(sheet=first.sheet, number=2, text="", undoes=first)
    act(sheet=first.sheet, number=3, text="", undoes=first)


def typed_by_the_signer() -> None:
    one: SheetCode = code(used_at=AT)
    signer = factories.user()
    signature(sheet=one.sheet, method="CODE", signer=signer, entered_by=signer)


REFUSED: dict[str, list[Attack]] = {
    "matches_scoresheet_of_one": [
        lambda: sheet(was_of=factories.encounter()),
        lambda: Scoresheet.objects.create(opened_at=AT, opened_by=factories.user()),
    ],
    "matches_sheetcheck_once": [twice(check)],
    "matches_sheetplayer_once": [twice(player, "registration", shirt=8)],
    "matches_sheetplayer_shirt": [twice(player)],
    "matches_sheetplayer_one_captain": [two_captains],
    "matches_sheetplayer_shirt_range": [lambda: player(shirt=0), lambda: player(shirt=100)],
    "matches_sheetplayer_side": [lambda: player(side="X")],
    "matches_sheetact_number": [twice(act)],
    "matches_sheetact_undone_once": [undone_twice],
    "matches_sheetact_from_one": [lambda: act(number=0)],
    "matches_sheetact_act_or_undo": [
        lambda: act(text=""),
        twice(act, number=2, undoes=None, text=""),
    ],
    "matches_sheetsignature_before": [twice(signature)],
    "matches_sheetsignature_after": [two_referees],
    "matches_sheetsignature_role": [
        lambda: signature(role="CENTRAL"),
        lambda: signature(side=""),
        lambda: official(role="CAPTAIN"),
        lambda: official(side="HOME"),
    ],
    "matches_sheetsignature_method": [
        lambda: signature(signer=None),
        lambda: signature(method="X"),
        lambda: signature(method="TABLE", signer=None, entered_by=factories.user()),
        lambda: official(name="Delfina", method="TABLE", entered_by=factories.user()),
        typed_by_the_signer,
    ],
    "matches_sheetcode_once": [twice(code)],
    "matches_sheetcode_tries": [lambda: code(wrong_tries=6)],
    "matches_sheetcode_side": [lambda: code(side="X")],
}

ALSO: dict[str, list[str]] = {
    "matches_sheetplayer_side": ["matches_sheetplayer_registration_of_side"],
    "matches_sheetact_number": ["matches_sheetact_next"],
    "matches_sheetact_from_one": ["matches_sheetact_next"],
    "matches_sheetact_undone_once": ["matches_sheetact_undoes_the_last"],
}


UNIQUE_FIELDS: dict[str, Attack] = {
    "matches_scoresheet.encounter_id": lambda: sheet(encounter=sheet().encounter),
}
