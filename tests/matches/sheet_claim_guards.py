"""Attacks on the claims on the back of a match's sheet, for `test_guards`."""

from collections.abc import Callable
from typing import Any

from django.db import models

from matches.models import Acta, Encounter, SheetClaim, SheetClaimCode, SheetPlayer
from tests import factories
from tests.factories import AT
from tests.guarding import Attack
from tests.matches.sheet_guards import player, sheet, twice, update

RULED = {"upheld": True, "ruling": "Sí.", "clause": "C-15", "ruled_at": AT}


def claim(**facts: Any) -> SheetClaim:
    """A claim of the home captain, not ruled on."""
    of = facts.pop("sheet", None) or sheet()
    captain = SheetPlayer.objects.filter(sheet=of, is_captain=True).first()
    who = (captain or player(sheet=of, is_captain=True)).registration
    values = {
        "number": 1,
        "side": "HOME",
        "registration": who,
        "text": "Fue fuera.",
        "signer": facts.get("signer") or factories.user(),
        "method": "SESSION",
        "signed_at": AT,
    }
    return SheetClaim.objects.create(sheet=of, **(values | facts))


def ruled(**facts: Any) -> SheetClaim:
    return claim(**(RULED | {"ruled_by": factories.user()} | facts))


def code(**facts: Any) -> SheetClaimCode:
    of = facts.pop("sheet", None) or sheet()
    return SheetClaimCode.objects.create(sheet=of, **({"side": "HOME", "number": 1} | facts))


def claimed_after_the_end() -> Attack:
    of = sheet(state="SCHEDULED")
    player(sheet=of, is_captain=True)
    signer = factories.user()
    return lambda: claim(sheet=of, signer=signer)


def ruled_after_the_end() -> Attack:
    one = claim()
    Encounter.objects.filter(pk=one.sheet.encounter_id).update(state="SCHEDULED")
    return update(one, ruled_by=factories.user(), **RULED)


def claimed_by_another() -> Attack:
    one = player()
    player(
        sheet=one.sheet,
        shirt=8,
        is_captain=True,
        registration=factories.registration(team=one.sheet.encounter.home),
    )
    signer = factories.user()
    return lambda: claim(sheet=one.sheet, registration=one.registration, signer=signer)


def by_a_code_that_nobody_spent() -> Attack:
    of = code().sheet
    player(sheet=of, is_captain=True)
    signer, entered_by = factories.user(), factories.user()
    return lambda: claim(sheet=of, method="CODE", signer=signer, entered_by=entered_by)


def acta_over_a_claim() -> Attack:
    of = claim().sheet
    return lambda: factories.acta(encounter=of.encounter)


def signed_over_a_claim() -> Attack:
    of = sheet()
    acta = factories.acta(encounter=of.encounter)
    factories.signature(acta=acta)
    claim(sheet=of)
    return lambda: Acta.objects.filter(pk=acta.pk).update(state="SIGNED_ONE")


ROWS: dict[str, Callable[[], models.Model]] = {
    "matches_sheetclaim": claim,
    "matches_sheetclaimcode": code,
}

CASES: dict[tuple[str, str], Callable[[], Attack]] = {
    ("matches_sheetclaim_during_the_match", "INSERT"): claimed_after_the_end,
    ("matches_sheetclaim_ruled_at_once", "UPDATE"): ruled_after_the_end,
    ("matches_sheetclaim_ruled_once", "UPDATE"): lambda: update(ruled(), upheld=False),
    ("matches_sheetclaim_of_the_captain", "INSERT"): claimed_by_another,
    ("matches_sheetclaim_by_code", "INSERT"): by_a_code_that_nobody_spent,
    ("matches_sheetclaimcode_spent", "UPDATE"): lambda: update(code(used_at=AT), used_at=None),
    ("matches_acta_claims_ruled_on", "INSERT"): acta_over_a_claim,
    ("matches_acta_claims_ruled_on", "UPDATE"): signed_over_a_claim,
}


def typed_by_the_signer() -> None:
    of = code(used_at=AT).sheet
    signer = factories.user()
    claim(sheet=of, method="CODE", signer=signer, entered_by=signer)


def two_wait() -> None:
    claim(sheet=claim().sheet, number=2)


REFUSED: dict[str, list[Attack]] = {
    "matches_sheetclaim_number": [twice(ruled)],
    "matches_sheetclaim_one_waits": [two_wait],
    "matches_sheetclaim_text": [lambda: claim(text="")],
    "matches_sheetclaim_method": [lambda: claim(method="X"), typed_by_the_signer],
    "matches_sheetclaim_ruled_whole": [
        lambda: claim(upheld=True),
        lambda: ruled(ruling=""),
        lambda: ruled(clause=""),
        lambda: ruled(ruled_by=None),
    ],
    "matches_sheetclaim_side": [lambda: claim(side="X")],
    "matches_sheetclaimcode_once": [twice(code)],
    "matches_sheetclaimcode_tries": [lambda: code(wrong_tries=6)],
    "matches_sheetclaimcode_side": [lambda: code(side="X")],
}

ALSO: dict[str, list[str]] = {
    "matches_sheetclaim_side": ["matches_sheetclaim_of_the_captain"],
}
