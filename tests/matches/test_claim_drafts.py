"""A claim while it is typed: it outlives a reload and a session that ran out, and stays its own."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from league.models import User
from league.refusals import Refused
from matches.models import Claim, ClaimDraft, DisputedDeal, Evidence
from matches.services.claim_drafts import claim_draft_save
from matches.services.claims import LONGEST
from tests import factories
from tests.matches import stage
from tests.matches.test_deals import RECORD, UNREADABLE, client_of
from tests.matches.test_evidence import PDF, bomb, jpeg, zipped

pytestmark = pytest.mark.django_db

TEXT = "En la mesa 3 se apuntó un juego de más."


@pytest.fixture(autouse=True)
def _night(time_machine: Any) -> None:
    time_machine.move_to(stage.END + timedelta(hours=1), tick=False)


@pytest.fixture
def evening() -> stage.Evening:
    made = stage.evening()
    made.signed()
    return made


def save(evening: stage.Evening, user: User, text: str = TEXT, **facts: Any) -> ClaimDraft | None:
    key: UUID = facts.pop("key", None) or uuid4()
    return claim_draft_save(
        actor=user, encounter_id=evening.encounter.pk, key=key, text=text, at=stage.END, **facts
    )


def page_of(evening: stage.Evening) -> str:
    return reverse("matches:claim-new", args=[evening.encounter.pk])


def draft_of(evening: stage.Evening) -> str:
    return reverse("matches:claim-draft", args=[evening.encounter.pk])


class TestDraft:
    def test_is_one_a_person_and_keeps_its_first_key(self, evening: stage.Evening) -> None:
        first = save(evening, evening.home)
        second = save(evening, evening.home, TEXT + " Lo vio el juez.")
        other = save(evening, evening.away, "Al contrario.")
        assert first is not None and second is not None and other is not None
        assert (second.pk, second.key) == (first.pk, first.key)
        assert second.text.endswith("juez.")
        assert ClaimDraft.objects.count() == 2

    def test_emptied_it_goes(self, evening: stage.Evening) -> None:
        save(evening, evening.home)
        assert save(evening, evening.home, "  ") is None
        assert not ClaimDraft.objects.exists()

    def test_goes_with_its_claim_and_does_not_come_back(self, evening: stage.Evening) -> None:
        draft = save(evening, evening.home)
        assert draft is not None
        form = {"key": draft.key, "text": TEXT}
        client_of(evening.home).post(page_of(evening), form)
        assert Claim.objects.get().key == draft.key
        assert save(evening, evening.home, key=draft.key) is None
        assert not ClaimDraft.objects.exists()

    def test_is_refused_rather_than_cut_short(self, evening: stage.Evening) -> None:
        with pytest.raises(Refused) as refusal:
            save(evening, evening.home, "a" * (LONGEST + 1))
        assert refusal.value.code == "claim.text_too_long"

    def test_only_of_who_may_claim(self, evening: stage.Evening) -> None:
        for user in (evening.organiser, factories.user()):
            with pytest.raises(PermissionDenied):
                save(evening, user)


class TestPage:
    def test_a_script_saves_and_a_reload_shows_it_to_its_author_alone(
        self, evening: stage.Evening
    ) -> None:
        client = client_of(evening.home)
        form = {"key": str(uuid4()), "text": TEXT, "clause": "M-D.1", "record": RECORD}
        answer = client.post(draft_of(evening), form, headers={"X-Draft": "1"})
        assert answer.status_code == 204
        page = client.get(page_of(evening))
        shown = {name: page.context["form"][name].value() for name in form}
        assert shown | {"key": str(shown["key"])} == form
        assert "Todavía no se ha reclamado" in page.content.decode()
        other = client_of(evening.away).get(page_of(evening))
        assert TEXT not in other.content.decode()

    def test_without_a_script_a_button_saves_and_another_throws_away(
        self, evening: stage.Evening
    ) -> None:
        client = client_of(evening.home)
        form = {"key": str(uuid4()), "text": TEXT}
        page = client.post(draft_of(evening), form, follow=True)
        assert "El borrador está guardado" in page.content.decode()
        assert page.context["form"]["text"].value() == TEXT
        client.post(draft_of(evening), form | {"discard": "1"})
        assert not ClaimDraft.objects.exists()
        assert not Claim.objects.exists()

    def test_a_script_is_told_that_the_session_is_over(self, evening: stage.Evening) -> None:
        answer = Client().post(draft_of(evening), {"text": TEXT}, headers={"X-Draft": "1"})
        assert answer.status_code == 401

    def test_what_is_sent_without_a_session_waits_for_who_wrote_it(
        self, evening: stage.Evening
    ) -> None:
        """A shared phone: the other delegate signs in first, and sees nothing of it."""
        client = client_of(evening.home)
        owner = client.get(page_of(evening)).context["form"]["owner"].value()
        client.cookies.pop("sessionid")
        form = {"key": str(uuid4()), "text": TEXT, "owner": owner}
        answer = client.post(page_of(evening), form)
        assert answer.status_code == 302 and "next=" in answer.headers["Location"]
        assert not Claim.objects.exists()
        session = client.session
        stash = session["claim-typed"]

        other = client_of(evening.away)
        there = other.session
        there["claim-typed"] = stash
        there.save()
        assert TEXT not in other.get(page_of(evening)).content.decode()

        client.force_login(evening.home)
        here = client.session
        here["claim-typed"] = stash
        here.save()
        page = client.get(page_of(evening))
        assert page.context["form"]["text"].value() == TEXT
        assert "con la sesión caducada" in page.content.decode()
        client.post(page_of(evening), form)
        assert Claim.objects.get().text == TEXT
        assert "claim-typed" not in client.session

    def test_the_deal_of_a_link_is_there_and_wrong_it_is_told_in_its_place(
        self, evening: stage.Evening
    ) -> None:
        client = client_of(evening.home)
        save(evening, evening.home)
        page = client.get(page_of(evening), {"jugada": RECORD})
        assert page.context["form"]["record"].value() == RECORD
        assert page.context["form"]["text"].value() == TEXT
        form = {"key": str(uuid4()), "text": TEXT, "record": UNREADABLE}
        page = client.post(page_of(evening), form)
        assert page.status_code == 422
        assert page.context["form"].errors["record"][0].startswith("Línea 2, columna 8:")
        assert page.context["form"]["text"].value() == TEXT
        assert not Claim.objects.exists()
        claim = client.post(page_of(evening), form | {"record": RECORD}, follow=True)
        assert DisputedDeal.objects.get().claim is not None
        assert "Consejo del motor, no es una resolución" in claim.content.decode()


class TestUploads:
    """A file that is refused costs nothing but itself."""

    @pytest.mark.parametrize(
        ("name", "data", "told"),
        [
            ("foto.pdf", PDF + zipped(), "lleva otro archivo dentro"),
            ("fotos.zip", zipped(), "no es una foto JPEG o PNG ni un PDF"),
            ("bomba.png", bomb(), "caben 25 millones de puntos"),
            ("dibujo.svg", b"<svg onload='alert(1)'/>", "no es una foto JPEG o PNG ni un PDF"),
            ("foto.png", jpeg(), "debería acabar en .jpg"),
            ("rota.jpg", jpeg()[:300], "está dañado"),
        ],
        ids=["polyglot", "zip", "bomb", "svg with script", "wrong extension", "broken"],
    )
    def test_is_told_in_its_place_and_the_rest_stays(
        self, evening: stage.Evening, name: str, data: bytes, told: str
    ) -> None:
        self.refused(evening, name, data, told)

    def test_a_photo_of_fifty_megabytes_is_told_so(self, evening: stage.Evening) -> None:
        self.refused(evening, "grande.jpg", jpeg() + bytes(50 * 2**20), "el límite es de 8 MB")

    def refused(self, evening: stage.Evening, name: str, data: bytes, told: str) -> None:
        photos = [SimpleUploadedFile("buena.jpg", jpeg()), SimpleUploadedFile(name, data)]
        form = {"key": str(uuid4()), "text": TEXT, "record": RECORD, "photos": photos}
        page = client_of(evening.home).post(page_of(evening), form)
        assert page.status_code == 422
        [sentence] = page.context["form"].errors["photos"]
        assert told in sentence and name in sentence
        assert page.context["form"]["text"].value() == TEXT
        assert page.context["form"]["record"].value() == RECORD
        assert "hay que elegirlos otra vez" in page.content.decode()
        assert not Claim.objects.exists() and not Evidence.objects.exists()
