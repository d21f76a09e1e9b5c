"""When it all fails: the telephone, the other peña, the evening, the agreement. Each has a path."""

import io
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from league.models import Job, LedgerEntry, Notification
from league.refusals import Refused
from matches.models import Acta, Break, Case, Confirmation, Evidence, Partida
from matches.services import actas, ending, partidas
from matches.services.paper import paper_confirm, paper_hand_in
from matches.services.reports import acta_transcribe
from matches.snapshot import Content
from matches.states.acta import ActaState
from matches.states.partida import EndedAs, Side
from tests.matches import stage
from tests.matches.organiser.test_paper_acta import boards, transcribe

pytestmark = pytest.mark.django_db
LATER = stage.END + timedelta(hours=12)


def photo(name="acta.jpg"):
    """A photo that says where it was taken."""
    exif = Image.Exif()
    exif[0x8825] = {1: "N", 2: (43.0, 33.0, 25.0)}
    data = io.BytesIO()
    Image.new("RGB", (48, 36), "white").save(data, "JPEG", exif=exif)
    return SimpleUploadedFile(name, data.getvalue(), content_type="image/jpeg")


def content(acta) -> Content:
    return actas.content_of(acta)


class TestTheDeviceBroke:
    def test_the_other_delegate_goes_on_where_it_stopped(self):
        """What was recorded is on the server: the other side's phone finishes the evening."""
        evening = stage.evening()
        evening.close_line_ups()
        evening.draw()
        evening.play(stage.GAMES[:2])
        for board, (home, away) in enumerate(stage.GAMES[2:], start=3):
            partidas.partida_record(
                actor=evening.away,
                encounter_id=evening.encounter.pk,
                board=board,
                home_games=home,
                away_games=away,
                at=stage.END,
            )
        acta = ending.encounter_end(
            actor=evening.away,
            encounter_id=evening.encounter.pk,
            ended_at=stage.END,
            acknowledged=stage.DECKS,
            at=stage.END,
        )
        assert content(acta)["score"] == {"HOME": 2, "AWAY": 2}

    def test_both_broke_and_the_paper_takes_over(self):
        """The draw was made on the phones, the rest on paper: pairs are the drawn ones."""
        evening = stage.evening()
        evening.close_line_ups()
        evening.draw()
        evening.play(stage.GAMES[:1])
        [sent] = paper_hand_in(
            actor=evening.away, encounter_id=evening.encounter.pk, files=[photo()], at=LATER
        )
        assert b"Exif" not in sent.file.read()
        games = {
            number: {"home_games": home, "away_games": away}
            for number, (home, away) in enumerate(stage.GAMES, start=1)
        }
        acta = transcribe(evening, boards=games, received_at=sent.uploaded_at)
        drawn = {
            (chair.board, chair.side): chair.registration_id
            for chair in evening.encounter.seats.filter(position=1)
        }
        assert len(drawn) == 8
        for board in content(acta)["boards"]:
            for side in Side:
                [first, _second] = board[side.lower()]
                assert first["registration"] == drawn[board["board"], str(side)]


class TestThePaper:
    @pytest.mark.regulation("M-D.10")
    def test_either_delegate_sends_the_photo_and_the_organiser_is_told(self):
        evening = stage.evening()
        [sent] = paper_hand_in(
            actor=evening.home, encounter_id=evening.encounter.pk, files=[photo()], at=LATER
        )
        assert sent.acta_on_paper
        assert sent.acta is None
        [note] = Notification.objects.filter(kind="acta.paper")
        assert note.recipient == evening.organiser
        assert sent.digest in LedgerEntry.objects.get(action="evidence.added").payload

    @pytest.mark.parametrize(
        ("files", "code"),
        [
            ([], "evidence.none"),
            ([SimpleUploadedFile("acta.jpg", b"MZ no photo")], "evidence.kind"),
            (
                [SimpleUploadedFile("acta.jpg", b"\xff\xd8\xff" + b"0" * 9_000_000)],
                "evidence.too_big",
            ),
        ],
    )
    def test_what_is_no_photo_is_refused(self, files, code):
        evening = stage.evening()
        with pytest.raises(Refused) as refusal:
            paper_hand_in(
                actor=evening.home, encounter_id=evening.encounter.pk, files=files, at=LATER
            )
        assert refusal.value.code == code
        assert not Evidence.objects.exists()

    def test_a_stranger_sends_nothing(self):
        evening, other = stage.evening(), stage.evening()
        with pytest.raises(PermissionDenied):
            paper_hand_in(
                actor=other.home, encounter_id=evening.encounter.pk, files=[photo()], at=LATER
            )

    @pytest.mark.regulation("M-D.4")
    def test_its_breaks_are_those_of_the_acta(self):
        evening = stage.evening()
        taken = {
            "kind": "THIRD_LOST",
            "side": "AWAY",
            "started_at": stage.AT + timedelta(minutes=40),
            "ended_at": stage.AT + timedelta(minutes=49),
        }
        typed = boards(evening)
        typed[1] |= {"breaks": [taken]}
        acta = transcribe(evening, boards=typed)
        [pause] = content(acta)["boards"][0]["breaks"]
        assert (pause["kind"], pause["side"]) == ("THIRD_LOST", "AWAY")
        assert pause["started_at"].endswith("Z")
        row = Break.objects.get()
        assert (row.partida.board, row.ended_at - row.started_at) == (1, timedelta(minutes=9))

    @pytest.mark.regulation("M-T.4")
    def test_a_break_that_took_too_long_is_found(self):
        evening = stage.evening()
        typed = boards(evening)
        typed[2] |= {
            "breaks": [
                {
                    "kind": "RELAX",
                    "side": "HOME",
                    "started_at": stage.AT + timedelta(minutes=40),
                    "ended_at": stage.AT + timedelta(minutes=70),
                }
            ]
        }
        acta = transcribe(evening, boards=typed)
        assert "mus.break.relax_too_long" in [row["code"] for row in content(acta)["findings"]]

    @pytest.mark.regulation("M-D.19")
    def test_one_that_names_nobody_has_to_say_so(self):
        evening = stage.evening()
        games = {
            number: {"home_games": home, "away_games": away}
            for number, (home, away) in enumerate(stage.GAMES, start=1)
        }
        with pytest.raises(Refused) as refusal:
            transcribe(evening, boards=games)
        assert refusal.value.code == "acta.paper_without_players"
        assert refusal.value.facts["boards"] == [1, 2, 3, 4]
        assert not Acta.objects.exists()
        acta = transcribe(evening, boards=games, without_names=True)
        assert acta.in_force


class TestWhatWasTranscribed:
    def confirm(self, user, acta, **facts):
        return paper_confirm(
            **{
                "actor": user,
                "acta_id": acta.pk,
                "digest": acta.digest,
                "agrees": True,
                "at": LATER,
            }
            | facts
        )

    def test_both_are_asked_and_both_confirm(self):
        evening = stage.evening()
        acta = transcribe(evening)
        asked = Notification.objects.filter(deduplication_key__startswith="acta.transcribed")
        assert {row.recipient for row in asked} == {evening.home, evening.away}
        said = self.confirm(evening.home, acta)
        assert self.confirm(evening.home, acta) == said  # the same tap, twice
        assert not Job.objects.filter(payload__again=True).exists()
        self.confirm(evening.away, acta)
        assert Confirmation.objects.filter(acta=acta, agrees=True).count() == 2
        assert Job.objects.filter(payload={"acta": acta.pk, "again": True}).exists()
        assert LedgerEntry.objects.filter(action="acta.confirmed").count() == 2

    @pytest.mark.regulation("M-D.18")
    def test_a_side_that_does_not_agree_says_why_and_it_is_done_anew(self):
        evening = stage.evening()
        acta = transcribe(evening)
        with pytest.raises(Refused, match=r"acta\.disagreement_without_reason"):
            self.confirm(evening.away, acta, agrees=False)
        self.confirm(evening.away, acta, agrees=False, text="La mesa 1 fue 5–4.")
        told = Notification.objects.filter(deduplication_key__startswith="acta.paper.differs")
        assert [row.recipient for row in told] == [evening.organiser]
        mended = boards(evening)
        mended[1] |= {"away_games": 4}
        with pytest.raises(Refused, match=r"acta\.correction_without_reason"):
            transcribe(evening, boards=mended)
        again = transcribe(evening, boards=mended, note="Se leyó mal la mesa 1.")
        acta.refresh_from_db()
        assert (acta.state, again.state) == (ActaState.SUPERSEDED, ActaState.ISSUED)
        assert Partida.objects.get(board=1).away_games == 4
        with pytest.raises(Refused, match=r"acta\.changed_meanwhile"):
            self.confirm(evening.home, acta)

    def test_nobody_else_confirms_and_nothing_else_is_confirmed(self):
        evening = stage.evening()
        acta = transcribe(evening)
        with pytest.raises(PermissionDenied):
            self.confirm(evening.organiser, acta)
        signed = stage.evening()
        with pytest.raises(Refused, match=r"acta\.not_transcribed"):
            self.confirm(signed.home, signed.signed())

    def test_once_final_it_stays(self):
        evening = stage.evening()
        transcribe(evening)
        with pytest.raises(Refused, match=r"acta\.final"):
            acta_transcribe(
                actor=evening.organiser,
                encounter_id=evening.encounter.pk,
                boards=boards(evening),
                started_at=stage.AT,
                ended_at=stage.END,
                received_at=LATER,
                note="Otra vez.",
                at=stage.END + timedelta(days=3),
            )


@pytest.mark.regulation("M-D.13")
def test_the_opponent_is_absent():
    evening = stage.evening()
    waited = stage.AT + timedelta(hours=2)
    acta = ending.walkover_declare(
        actor=evening.home,
        encounter_id=evening.encounter.pk,
        absent=[Side.AWAY],
        reason=ending.ABSENT,
        text="No vino nadie.",
        at=waited,
    )
    assert (acta.state, content(acta)["kind"]) == (ActaState.FILED_ALONE, "WALKOVER_HOME")
    assert Case.objects.filter(encounter=evening.encounter).exists()
    assert Job.objects.filter(kind="acta.print").exists()


@pytest.mark.regulation("M-D.12")
def test_the_evening_was_abandoned_half_way():
    evening = stage.evening()
    evening.close_line_ups()
    evening.draw()
    evening.play(stage.GAMES[:2])
    acta = ending.encounter_stop(
        actor=evening.home,
        encounter_id=evening.encounter.pk,
        text="Se fue la luz en todo el pueblo.",
        ended_at=stage.END,
        at=stage.END,
    )
    ended = [board["ended_as"] for board in content(acta)["boards"]]
    assert ended == [EndedAs.PLAYED, EndedAs.PLAYED, EndedAs.ABANDONED, EndedAs.ABANDONED]
    for user in (evening.home, evening.away):
        acta = actas.acta_sign(actor=user, acta_id=acta.pk, digest=acta.digest, at=stage.END)
    assert acta.state == ActaState.SIGNED
    assert Case.objects.filter(encounter=evening.encounter).exists()


@pytest.mark.regulation("M-D.18", "M-D.11")
@pytest.mark.parametrize("how", ["disagrees", "refuses"])
def test_the_result_is_contested(how):
    evening = stage.evening()
    acta = evening.ended()
    if how == "disagrees":
        for user, disagrees in ((evening.home, False), (evening.away, True)):
            acta = actas.acta_sign(
                actor=user,
                acta_id=acta.pk,
                digest=acta.digest,
                disagrees=disagrees,
                disagreement="En la mesa 2 sobra un juego." if disagrees else "",
                at=stage.END,
            )
        assert acta.state == ActaState.SIGNED
        assert acta.signatures.get(side="AWAY").disagrees
    else:
        acta = actas.acta_file_alone(
            actor=evening.home,
            acta_id=acta.pk,
            digest=acta.digest,
            reason="No quisieron firmar.",
            at=stage.END,
        )
        assert acta.state == ActaState.FILED_ALONE
        assert Case.objects.filter(encounter=evening.encounter).exists()
    assert acta.in_force
