"""The sheet of a match on paper: filled and sealed, and blank."""

import io
import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from pyhanko.pdf_utils.reader import PdfFileReader

from league.models import Season
from matches import bundles
from matches.models import Scoresheet
from matches.paper.acta import acta_pdf
from matches.paper.blank import blank_pdf
from matches.paper.blank_sheet import blank_sheet_values
from matches.paper.certificates import certificate_make
from matches.paper.scoresheet import sheet_values
from matches.services import acta_prints, sheet_claims, sheet_ending
from tests.matches import sheet_stage
from tests.matches.sheet_stage import AT, HOME_SET, SLIPS, START, Match

pytestmark = pytest.mark.django_db
WORDS = "El balón tocó la antena antes de pasar."
GROUNDS = "Se vio desde la silla: no la tocó."


def played(match: Match) -> Match:
    match.ready()
    match.check(assistant="Xuan Riestra")
    match.record([*START, "L", "L", "Vt", "V", "V", "Lc3>7", "Vy2", "L"])
    sheet_claims.sheet_claim(actor=match.away, encounter_id=match.encounter.pk, text=WORDS, at=AT)
    sheet_claims.sheet_claim_rule(
        actor=match.referee,
        encounter_id=match.encounter.pk,
        number=1,
        upheld=False,
        ruling=GROUNDS,
        clause="C-15",
        at=AT,
    )
    match.record([*["L"] * 8, *SLIPS, "L", *HOME_SET])
    return match


def root_of(pdf: bytes) -> Any:
    return PdfFileReader(io.BytesIO(pdf)).root


@pytest.fixture(autouse=True)
def _certificate(tmp_path: Path, settings: Any) -> None:
    settings.PDF_CERTIFICATE = tmp_path / "sello.p12"
    certificate_make(settings.PDF_CERTIFICATE, name="Liga de pruebas")


@pytest.mark.regulation("C-20", "C-22", "C-23")
def test_the_sheet_front_and_back_as_it_was_signed(
    client: Client, django_assert_max_num_queries: Any
) -> None:
    match = played(sheet_stage.match())
    acta = match.end(at=AT + timedelta(hours=1))
    match.sign_officials(acta)
    sheet_ending.sheet_sign_official(
        actor=match.referee,
        acta_id=acta.pk,
        role="ASSISTANT",
        digest=acta.digest,
        name="Xuan Riestra",
        at=AT,
    )
    for side in ("HOME", "AWAY"):
        acta = match.sign_captain(acta, side)
    acta = match.encounter.actas.select_related("encounter__division__season__competition").get()
    whole = acta_pdf(acta, whole=True, at=AT)
    if folder := os.environ.get("KEEP_PDF"):
        Path(folder, "hoja.pdf").write_bytes(whole)
    root = root_of(whole)
    assert root["/Pages"]["/Count"] == 2
    assert root["/MarkInfo"]["/Marked"]
    assert len(bundles.found_in_pdf(whole)) == 1
    told = sheet_values(acta, whole=True)
    [page] = told["sheets"]
    first, second = page["sets"]
    home, away = first["sides"]
    assert (first["result"], second["result"]) == ("10–1", "10–0")
    assert home["slip"] == ["1", "2", "3", "4", "5", "6"]
    assert (home["turns"][:2], away["turns"][1]) == (["2", "10"], "1")
    assert home["changes"] == [{"who": "3→7", "at": "2–1"}]
    assert away["time-outs"] == ["2–0"]
    assert told["cards"][0]["words"] == "Amarilla"
    assert [one["name"] for one in page["officials"]][1:] == ["Xuan Riestra", "Delfina Cueto"]
    assert page["home"]["players"][0]["captain"]
    assert page["home"]["locked"].startswith("Lista firmada a las")
    [claim] = told["claims"]
    assert (claim["text"], claim["ruling"], claim["words"]) == (WORDS, GROUNDS, "no procede")
    assert "set 1, 2–1" in claim["about"]
    public = sheet_values(acta, whole=False)
    [claim] = public["claims"]
    assert (claim["text"], claim["ruling"], claim["words"]) == ("", "", "no procede")
    assert root_of(acta_pdf(acta, whole=False, at=AT))["/Pages"]["/Count"] == 2
    season = acta.encounter.division.season
    Season.objects.filter(pk=season.pk).update(is_public=True)
    address = f"/{season.competition.slug}/{season.slug}/encuentros/{acta.encounter_id}/hoja.pdf"
    with django_assert_max_num_queries(10):
        assert "html" in client.get(address)["Content-Type"]  # not printed yet, and it says so
    assert acta_prints.prints_make(acta_id=acta.pk, at=AT)
    with django_assert_max_num_queries(10):
        answer = client.get(address)
    assert answer["Content-Type"] == "application/pdf"
    # What is printed later, of a match to be played again, still finds who signed its list.
    sheet = match.stand.sheet
    assert sheet is not None
    Scoresheet.objects.filter(pk=sheet.pk).update(encounter=None, was_of=match.encounter)
    again = sheet_values(acta, whole=True)["sheets"][0]
    assert again["home"]["locked"] == page["home"]["locked"]


@pytest.mark.regulation("C-22", "C-23")
def test_the_blank_sheet_has_a_front_and_a_back_for_every_match() -> None:
    match = sheet_stage.match()
    encounter = match.encounter
    pdf = blank_pdf([encounter], season=encounter.division.season, at=AT)
    if folder := os.environ.get("KEEP_PDF"):
        Path(folder, "blanco.pdf").write_bytes(pdf)
    root = root_of(pdf)
    assert (root["/Pages"]["/Count"], bool(root["/MarkInfo"]["/Marked"])) == (2, True)
    told = blank_sheet_values([encounter], season=encounter.division.season)
    [sheet] = told["sheets"]
    assert [one["number"] for one in sheet["sets"]] == [1, 2, 3]
    assert (told["cap"], told["time-outs"], told["changes"]) == (15, 2, 6)
    assert [one["shirt"] for one in sheet["home"]["players"]][:3] == ["1", "2", "3"]
