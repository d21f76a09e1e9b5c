"""Rulings: each effect on result, table, players and fines; mending; recusal; nothing written when
refused."""

import json
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league import ledger
from league.machine import MoveRefused
from league.models import Division, LedgerChain, LedgerEntry, Season, User
from league.refusals import Refused
from matches import effects as fx
from matches import eligibility
from matches.models import (
    Acta,
    Case,
    Claim,
    Draw,
    Encounter,
    Incident,
    PointAdjustment,
    Postponement,
    Presence,
    Ruling,
    Sanction,
    Seat,
    SideRecord,
)
from matches.selectors.cases import case_of, timeliness
from matches.selectors.public_rulings import named_of, touched_of
from matches.selectors.standings import table_of
from matches.services import claims
from matches.services.plans import plan
from matches.services.preview import preview
from matches.services.rulings import ruling_issue
from matches.services.verification import record_verify
from matches.views.public.effects import told
from tests import factories
from tests.matches import stage

LATER = stage.END + timedelta(days=3)


class Affair:
    """A signed evening (2–2), a claim on it, and a committee of one."""

    def __init__(self) -> None:
        self.evening = stage.evening()
        self.evening.signed()
        self.encounter = self.evening.encounter
        self.claim = claims.claim_submit(
            actor=self.evening.home,
            encounter_id=self.encounter.pk,
            key=uuid4(),
            text="En la mesa 2 se apuntó un juego de más.",
            at=stage.END,
        )
        self.member: User = factories.role(season=self.evening.season, kind="COMMITTEE").user

    @property
    def season(self) -> Season:
        return self.evening.season

    @property
    def case(self) -> Case:
        return case_of(self.season, Case.objects.get(claim=self.claim).number)

    @property
    def division(self) -> Division:
        return Division.objects.select_related("season").get(pk=self.encounter.division_id)

    def now(self) -> Encounter:
        return Encounter.objects.get(pk=self.encounter.pk)

    def rule(self, *effects: fx.Effect, at: datetime = LATER, **facts: Any) -> Ruling:
        given: dict[str, Any] = {
            "actor": self.member,
            "case_id": self.case.pk,
            "clauses": ["M-D.15"],
            "facts": "En la mesa 2 se apuntó un juego de más.",
            "decision": "Se corrige el resultado.",
            "effects": effects,
            "at": at,
        }
        return ruling_issue(**(given | facts))

    def points(self) -> dict[int, int]:
        return {int(row.team): row.points for row in table_of(self.division)}

    def count(self) -> tuple[int, ...]:
        kinds: tuple[Any, ...] = (Ruling, Acta, Sanction, PointAdjustment, LedgerEntry)
        return tuple(kind.objects.count() for kind in kinds)


MESA_2 = fx.ChangeResult((fx.Board(2, 5, 3),))


@pytest.mark.django_db
class TestEffectOnResult:
    @pytest.mark.regulation("M-E.1", "M-D.21")
    def test_leaving_it_changes_nothing_but_closes_case_and_claim(self) -> None:
        affair = Affair()
        before = affair.points()
        affair.rule(fx.LeaveResult())
        assert affair.now().state == "SIGNED"
        assert affair.encounter.actas.count() == 1
        assert affair.case.state == "RESOLVED" and affair.case.closed_at == LATER
        assert Claim.objects.get().state == "RESOLVED"
        assert affair.points() == before

    @pytest.mark.regulation("M-D.2")
    def test_changing_a_board_makes_a_new_version_and_moves_the_table(self) -> None:
        affair = Affair()
        home, away = affair.encounter.home_id, affair.encounter.away_id
        assert affair.points() == {home: 2, away: 2}
        ruling = affair.rule(MESA_2)
        encounter = affair.now()
        assert (encounter.state, encounter.kind) == ("RULED", "PLAYED")
        assert (encounter.home_score, encounter.away_score) == (3, 1)
        assert (encounter.home_games, encounter.away_games) == (19, 11)
        old, new = affair.encounter.actas.order_by("number")
        assert (old.state, new.state, new.reason) == ("SUPERSEDED", "ISSUED", "RULING")
        assert json.loads(old.content)["score"] == {"HOME": 2, "AWAY": 2}
        assert encounter.partidas.get(board=2).home_games == 5
        assert affair.points() == {home: 3, away: 1}
        assert str(ruling.number) in new.note

    def test_a_result_that_the_format_does_not_allow_is_refused(self) -> None:
        affair = Affair()
        before = affair.count()
        with pytest.raises(Refused) as refusal:
            affair.rule(fx.ChangeResult((fx.Board(2, 4, 4),)))
        assert refusal.value.code == "ruling.impossible_result"
        assert affair.count() == before and affair.now().state == "SIGNED"

    @pytest.mark.regulation("M-D.19")
    def test_awarding_it_counts_the_score_and_keeps_the_boards(self) -> None:
        affair = Affair()
        affair.rule(fx.AwardResult(0, 4))
        encounter = affair.now()
        assert (encounter.state, encounter.kind) == ("RULED", "AWARDED")
        assert affair.points() == {encounter.home_id: 0, encounter.away_id: 4}
        assert (encounter.home_games, encounter.away_games) == (0, 0)
        assert encounter.partidas.get(board=1).home_games == 5

    def test_annulling_it_takes_it_out_of_the_table(self) -> None:
        affair = Affair()
        affair.rule(fx.AnnulResult())
        assert affair.now().kind == "ANNULLED"
        assert set(affair.points().values()) == {0}
        assert {row.played for row in table_of(affair.division)} == {0}

    @pytest.mark.parametrize(
        ("effect", "code"),
        [
            (fx.AwardResult(3, 2), "effect.score"),
            (fx.ChangeResult(()), "effect.changes_nothing"),
            (fx.ChangeResult((fx.Board(2, 3, 5),)), "effect.changes_nothing"),
            (fx.ChangeResult((fx.Board(5, 5, 0),)), "effect.boards"),
            (fx.ChangeResult((fx.Board(1, 5, 0), fx.Board(1, 5, 1))), "effect.boards"),
        ],
    )
    def test_refuses_what_cannot_be(self, effect: fx.Effect, code: str) -> None:
        affair = Affair()
        with pytest.raises(Refused) as refusal:
            affair.rule(effect)
        assert refusal.value.code == code

    def test_one_effect_on_the_result_alone(self) -> None:
        affair = Affair()
        with pytest.raises(Refused) as refusal:
            affair.rule(fx.AnnulResult(), fx.AwardResult(4, 0))
        assert refusal.value.code == "effect.two_results"

    @pytest.mark.regulation("M-D.9")
    def test_a_result_that_was_only_told_gets_its_own_version_first(self) -> None:
        affair = Affair()
        encounter = factories.ended_encounter(
            division=affair.encounter.division, origin="ORGANISER", home_games=0, away_games=0
        )
        case = factories.case(encounter=encounter, season=affair.season, number=77)
        case.teams.set([encounter.home, encounter.away])
        affair.rule(fx.AwardResult(4, 0), case_id=case.pk)
        told, ruled = encounter.actas.order_by("number")
        assert (told.reason, ruled.reason) == ("ORGANISER", "RULING")
        assert json.loads(told.content)["score"] == {"HOME": 3, "AWAY": 1}
        encounter.refresh_from_db()
        assert (encounter.state, encounter.home_score) == ("RULED", 4)
        assert not record_verify()


@pytest.mark.django_db
class TestReplay:
    @pytest.mark.regulation("M-D.5", "M-D.12")
    def test_everything_begins_anew_and_the_record_stays(self) -> None:
        affair = Affair()
        factories.incident(encounter=affair.encounter)
        old_draw = Draw.objects.get(encounter=affair.encounter)
        new_date = LATER + timedelta(days=10)
        affair.rule(fx.OrderReplay(new_date))
        encounter = affair.now()
        assert (encounter.state, encounter.kind, encounter.starts_at) == ("SCHEDULED", "", new_date)
        assert encounter.ended_at is None and encounter.home_score is None
        assert not encounter.partidas.exists() and not encounter.actas.filter(in_force=True)
        for rows in (Seat, Presence, SideRecord):
            assert not rows.objects.filter(encounter=encounter).exists()
        assert encounter.draw.seed != old_draw.seed and encounter.draw.drawn_at is None
        entry = LedgerEntry.objects.get(action="draw.set_aside")
        assert old_draw.seed in entry.payload and old_draw.commitment in entry.payload
        assert encounter.actas.get().state == "SUPERSEDED"
        assert Incident.objects.get(encounter=encounter).withdrawn_at == LATER
        assert Postponement.objects.get(encounter=encounter).old_starts_at == stage.AT
        assert set(affair.points().values()) == {0}
        assert not record_verify()

    def test_it_is_played_drawn_and_signed_again(self) -> None:
        affair = Affair()
        new_date = LATER + timedelta(days=10)
        affair.rule(fx.OrderReplay(new_date))
        evening = affair.evening
        evening.encounter = affair.now()
        evening.close_line_ups(at=new_date)
        evening.draw(at=new_date)
        evening.play(((5, 0), (5, 1), (5, 2), (5, 3)), at=new_date)
        end = new_date + timedelta(hours=2)
        acta = evening.end(ended_at=end)
        from matches.services import actas

        for user in (evening.home, evening.away):
            actas.acta_sign(actor=user, acta_id=acta.pk, digest=acta.digest, at=end)
        assert affair.now().home_score == 4
        assert affair.points()[affair.encounter.home_id] == 4
        assert not record_verify()

    @pytest.mark.regulation("M-D.15")
    def test_the_claim_still_counts_from_the_end_it_was_about(self) -> None:
        affair = Affair()
        affair.rule(fx.OrderReplay())
        claim = Claim.objects.select_related("encounter").get()
        found = timeliness(claim)
        assert found is not None and found.in_time and found.ended_at == stage.END

    def test_a_later_ruling_cannot_take_it_back(self) -> None:
        affair = Affair()
        first = affair.rule(fx.OrderReplay())
        with pytest.raises(Refused) as refusal:
            affair.rule(fx.LeaveResult(), replaces=first.pk)
        assert refusal.value.code == "ruling.replay_stands"
        affair.rule(fx.OrderReplay(), fx.Fine(affair.encounter.home_id, 500), replaces=first.pk)
        assert Draw.objects.filter(encounter=affair.encounter).count() == 1
        assert LedgerEntry.objects.filter(action="draw.set_aside").count() == 1


@pytest.mark.django_db
class TestSanctions:
    def test_points_are_taken_in_the_table(self) -> None:
        affair = Affair()
        home = affair.encounter.home_id
        affair.rule(fx.DeductPoints(home, 2))
        assert affair.points()[home] == 0

    @pytest.mark.regulation("M-D.11")
    def test_a_suspended_player_cannot_be_ticked_until_it_is_served(self) -> None:
        affair = Affair()
        ficha = affair.evening.home_fichas[0]
        affair.rule(fx.SuspendPlayer(ficha.player_id, 1))
        upcoming = [
            factories.encounter(
                division=affair.encounter.division,
                home=affair.encounter.home,
                starts_at=LATER + timedelta(days=7 * nth),
            )
            for nth in (1, 2)
        ]

        def may_play(encounter: Encounter) -> bool:
            [standing] = eligibility.judge(encounter, [ficha])
            return standing.may_play

        assert may_play(affair.now())  # never in the encounter where it arose
        assert not may_play(upcoming[0])
        Encounter.objects.filter(pk=upcoming[0].pk).update(
            state="SIGNED", kind="PLAYED", home_score=4, away_score=0, ended_at=LATER
        )
        assert may_play(upcoming[1])

    @pytest.mark.regulation("M-D.11")
    def test_one_that_was_played_and_then_awarded_counts_as_served(self) -> None:
        affair = Affair()
        ficha = affair.evening.home_fichas[0]
        starts_at = LATER + timedelta(days=7)
        affair.rule(fx.SuspendPlayer(ficha.player_id, 1))
        missed = factories.encounter(
            division=affair.encounter.division, home=affair.encounter.home, starts_at=starts_at
        )
        then = factories.encounter(
            division=affair.encounter.division,
            home=affair.encounter.home,
            starts_at=starts_at + timedelta(days=7),
        )
        facts = {"state": "RULED", "home_score": 4, "away_score": 0, "ended_at": starts_at}
        awarded = Encounter.objects.filter(pk=missed.pk)
        awarded.update(kind="AWARDED", started_at=starts_at, **facts)
        assert eligibility.judge(then, [ficha])[0].may_play
        awarded.update(kind="WALKOVER_HOME", started_at=None)
        assert not eligibility.judge(then, [ficha])[0].may_play

    @pytest.mark.regulation("M-D.19")
    def test_a_fine_is_due(self) -> None:
        affair = Affair()
        affair.rule(fx.Fine(affair.encounter.away_id, 3050))
        fine = Sanction.objects.get()
        assert (fine.kind, str(fine.amount), fine.fine_state) == ("FINE", "30.50", "DUE")

    def test_a_warning_names_team_and_player(self) -> None:
        affair = Affair()
        ficha = affair.evening.away_fichas[3]
        affair.rule(fx.Warn(affair.encounter.away_id, ficha.player_id))
        warning = Sanction.objects.get()
        assert (warning.kind, warning.team_id) == ("WARNING", affair.encounter.away_id)
        assert warning.player_id == ficha.player_id

    @pytest.mark.parametrize("kind", ["team", "player", "player_of_the_other"])
    def test_only_the_parties(self, kind: str) -> None:
        affair = Affair()
        stranger = factories.registration(team=factories.team(division=affair.encounter.division))
        effect: fx.Effect = fx.Fine(stranger.team_id, 100)
        if kind == "player":
            effect = fx.SuspendPlayer(stranger.player_id, 1)
        elif kind == "player_of_the_other":
            ficha = affair.evening.away_fichas[0]
            effect = fx.Warn(affair.encounter.home_id, ficha.player_id)
        with pytest.raises(Refused) as refusal:
            affair.rule(effect)
        assert refusal.value.code == "effect.not_a_party"


@pytest.mark.django_db
class TestReplacing:
    @pytest.mark.regulation("M-E.1")
    def test_result_sanctions_and_points_follow_the_new_one(self) -> None:
        affair = Affair()
        home, away = affair.encounter.home_id, affair.encounter.away_id
        ficha = affair.evening.home_fichas[0]
        first = affair.rule(
            fx.AwardResult(0, 4),
            fx.SuspendPlayer(ficha.player_id, 3),
            fx.Fine(home, 5000),
            fx.DeductPoints(home, 1),
        )
        assert affair.points() == {home: -1, away: 4}
        second = affair.rule(MESA_2, fx.DeductPoints(away, 1), replaces=first.pk)
        assert second.replaces == first
        assert affair.points() == {home: 3, away: 0}
        assert {row.state for row in first.sanctions.all()} == {"REVOKED"}
        assert {row.revoked_by for row in first.sanctions.all()} == {second}
        assert affair.now().kind == "PLAYED"
        assert affair.encounter.actas.count() == 3
        later = factories.encounter(
            division=affair.encounter.division,
            home=affair.encounter.home,
            starts_at=LATER + timedelta(days=7),
        )
        assert eligibility.judge(later, [ficha])[0].may_play
        assert not record_verify()

    def test_leaving_the_result_brings_back_what_both_signed(self) -> None:
        affair = Affair()
        first = affair.rule(fx.AwardResult(4, 0))
        affair.rule(fx.LeaveResult(), replaces=first.pk)
        encounter = affair.now()
        assert (encounter.state, encounter.kind) == ("RULED", "PLAYED")
        assert (encounter.home_score, encounter.away_score) == (2, 2)
        signed, _award, restored = affair.encounter.actas.order_by("number")
        assert json.loads(signed.content) == json.loads(restored.content)

    def test_another_ruling_on_the_encounter_goes_on_standing(self) -> None:
        """Two cases on one encounter: mending the first does not undo the second."""
        affair = Affair()
        first = affair.rule(MESA_2)
        other = factories.case(encounter=affair.encounter, season=affair.season, number=50)
        other.teams.set([affair.encounter.home, affair.encounter.away])
        affair.rule(
            fx.ChangeResult((fx.Board(4, 5, 4),)), case_id=other.pk, at=LATER + timedelta(days=1)
        )
        assert affair.now().home_score == 4
        affair.rule(fx.LeaveResult(), replaces=first.pk, at=LATER + timedelta(days=2))
        assert (affair.now().home_score, affair.now().away_score) == (3, 1)

    def test_what_was_served_under_the_old_one_counts(self) -> None:
        affair = Affair()
        ficha = affair.evening.home_fichas[0]
        first = affair.rule(fx.SuspendPlayer(ficha.player_id, 3))
        affair.rule(
            fx.SuspendPlayer(ficha.player_id, 1),
            replaces=first.pk,
            at=LATER + timedelta(days=30),
        )
        assert Sanction.objects.get(state="IN_FORCE").starts_at == LATER

    def test_only_the_one_that_stands(self) -> None:
        affair = Affair()
        first = affair.rule(fx.LeaveResult())
        affair.rule(MESA_2, replaces=first.pk)
        before = affair.count()
        with pytest.raises(Refused) as refusal:
            affair.rule(fx.AnnulResult(), replaces=first.pk)
        assert refusal.value.code == "ruling.already_replaced"
        assert affair.count() == before


@pytest.mark.django_db
class TestWhoRules:
    def test_a_second_first_ruling_is_refused(self) -> None:
        affair = Affair()
        first = affair.rule(fx.LeaveResult())
        before = affair.count()
        with pytest.raises(Refused) as refusal:
            affair.rule(MESA_2)
        assert refusal.value.code == "ruling.already_made"
        assert refusal.value.facts == {"number": first.number}
        assert affair.count() == before

    @pytest.mark.parametrize("who", ["organiser", "delegate", "declared", "delegating", "other"])
    def test_refuses_strangers_and_the_recused(self, who: str) -> None:
        affair = Affair()
        actor = {
            "organiser": lambda: affair.evening.organiser,
            "delegate": lambda: affair.evening.home,
            "declared": lambda: (
                factories.role(
                    season=affair.season, kind="COMMITTEE", club=affair.encounter.home.club
                ).user
            ),
            "delegating": lambda: _committee(affair, affair.evening.away),
            "other": lambda: factories.role(kind="COMMITTEE").user,
        }[who]()
        before = affair.count()
        with pytest.raises(PermissionDenied):
            affair.rule(MESA_2, actor=actor)
        assert affair.count() == before

    def test_not_in_a_case_that_was_closed_otherwise(self) -> None:
        affair = Affair()
        claims.claim_withdraw(
            actor=affair.evening.home, claim_id=affair.claim.pk, reason="Aclarado", at=stage.END
        )
        with pytest.raises(MoveRefused):
            affair.rule(MESA_2)

    @pytest.mark.parametrize(
        ("facts", "code"),
        [
            ({"clauses": []}, "ruling.without_clauses"),
            ({"clauses": ["M-Z.1"]}, "incident.unknown_clause"),
            ({"decision": " "}, "ruling.without_text"),
            ({"facts": ""}, "ruling.without_text"),
            ({"seen": "f" * 64}, "ruling.preview_changed"),
        ],
    )
    def test_refusals_write_nothing(self, facts: dict[str, Any], code: str) -> None:
        affair = Affair()
        before = affair.count()
        with pytest.raises(Refused) as refusal:
            affair.rule(MESA_2, fx.Fine(affair.encounter.home_id, 100), **facts)
        assert refusal.value.code == code
        assert affair.count() == before
        assert affair.case.state == "OPEN" and affair.now().state == "SIGNED"

    def test_nobody_rules_alone_where_several_must_agree(self) -> None:
        affair = Affair()
        Season.objects.filter(pk=affair.season.pk).update(quorum=2)
        with pytest.raises(Refused) as refusal:
            affair.rule(MESA_2)
        assert refusal.value.code == "ruling.quorum"


def _committee(affair: Affair, user: User) -> User:
    factories.role(season=affair.season, kind="COMMITTEE", user=user)
    return user


@pytest.mark.django_db
class TestPreview:
    @pytest.mark.parametrize(
        "result",
        [fx.LeaveResult(), MESA_2, fx.AwardResult(4, 0), fx.AnnulResult(), fx.OrderReplay()],
    )
    def test_is_what_happens(self, result: fx.ResultEffect) -> None:
        affair = Affair()
        ficha = affair.evening.home_fichas[0]
        for nth in (1, 2, 3):
            factories.encounter(
                division=affair.encounter.division,
                home=affair.encounter.home,
                starts_at=LATER + timedelta(days=7 * nth),
            )
        effects = (
            result,
            fx.SuspendPlayer(ficha.player_id, 2),
            fx.DeductPoints(affair.encounter.away_id, 1),
            fx.Fine(affair.encounter.home_id, 3000),
        )
        shown = preview(plan(affair.case, effects, at=LATER), at=LATER)
        before = affair.count()
        assert preview(plan(affair.case, effects, at=LATER), at=LATER).digest == shown.digest
        assert affair.count() == before
        affair.rule(*effects, seen=shown.digest)
        assert tuple(table_of(affair.division)) == shown.tables[0].rows
        encounter = affair.now()
        if shown.new is None:
            assert encounter.home_score is None
        else:
            assert (encounter.kind, encounter.home_score, encounter.away_score) == (
                shown.new.kind,
                shown.new.home,
                shown.new.away,
            )
        coming = Encounter.objects.filter(state="SCHEDULED").exclude(pk=encounter.pk)
        barred = {row.pk for row in coming if not eligibility.judge(row, [ficha])[0].may_play}
        told = {row.pk for row in shown.absences[0].encounters} - {encounter.pk}
        # As long as none is played, those that come after look barred too.
        assert told <= barred and len(shown.absences[0].encounters) == 2
        assert [int(amount) for _team, amount in shown.fines] == [3000]

    def test_a_ruling_elsewhere_in_between_asks_to_look_again(self) -> None:
        affair = Affair()
        effects = (MESA_2,)
        shown = preview(plan(affair.case, effects, at=LATER), at=LATER)
        factories.ended_encounter(
            division=affair.encounter.division, home=affair.encounter.home, home_score=4
        )
        with pytest.raises(Refused) as refusal:
            affair.rule(*effects, seen=shown.digest)
        assert refusal.value.code == "ruling.preview_changed"


@pytest.mark.django_db
class TestRecord:
    def test_the_chain_holds_and_carries_no_text(self) -> None:
        affair = Affair()
        affair.rule(MESA_2, fx.Fine(affair.encounter.home_id, 100))
        entry = LedgerEntry.objects.get(action="ruling.made")
        assert "juego de más" not in entry.payload
        assert ledger.first_break(LedgerChain.objects.get(season=affair.season)) is None
        assert not record_verify()


EFFECTS = st.one_of(
    st.just(fx.LeaveResult()),
    st.just(fx.AnnulResult()),
    st.builds(fx.AwardResult, st.integers(0, 4), st.integers(0, 4)),
    st.builds(fx.OrderReplay, st.one_of(st.none(), st.just(stage.END))),
    st.builds(
        fx.ChangeResult,
        st.lists(
            st.builds(fx.Board, st.integers(1, 4), st.integers(0, 5), st.integers(0, 5)),
            max_size=4,
        ).map(tuple),
    ),
    st.builds(fx.DeductPoints, st.integers(1, 9), st.integers(1, 99)),
    st.builds(fx.SuspendPlayer, st.integers(1, 9), st.integers(1, 60)),
    st.builds(fx.SuspendPlayer, st.integers(1, 9), until=st.dates()),
    st.builds(fx.Disqualify, st.integers(1, 9)),
    st.builds(fx.ExpelTeam, st.integers(1, 9)),
    st.builds(fx.Warn, st.integers(1, 9), st.one_of(st.none(), st.integers(1, 9))),
    st.builds(fx.Fine, st.integers(1, 9), st.integers(1, 9999999)),
)


class TestEffectsAsJson:
    @settings(suppress_health_check=[HealthCheck.too_slow])
    @given(st.lists(EFFECTS, max_size=5))
    def test_come_back_as_they_were(self, effects: list[fx.Effect]) -> None:
        text = json.dumps([fx.to_mapping(effect) for effect in effects])
        assert list(fx.all_from(json.loads(text))) == effects

    def test_another_shape_is_an_error(self) -> None:
        with pytest.raises(KeyError):
            fx.from_mapping({"effect": "hang"})
        with pytest.raises(TypeError):
            fx.from_mapping({"effect": "award", "home_score": 1})


@pytest.mark.django_db
class TestPublished:
    @pytest.mark.parametrize("field", ["facts", "decision"])
    def test_its_text_names_no_player(self, field: str) -> None:
        affair = Affair()
        player = affair.evening.away_fichas[1].player
        before = affair.count()
        with pytest.raises(Refused) as refusal:
            affair.rule(MESA_2, **{field: f"Lo hizo {player.last_name.upper()}, de la visita."})
        assert refusal.value.code == "ruling.names_a_player"
        assert affair.count() == before

    def test_players_are_told_by_ficha_and_never_by_name(self) -> None:
        affair = Affair()
        ficha = affair.evening.home_fichas[2]
        ruling = affair.rule(
            fx.SuspendPlayer(ficha.player_id, 2), fx.Warn(ficha.team_id, ficha.player_id)
        )
        shown = " ".join(told(ruling, touched_of(ruling)))
        assert f"Ficha {ficha.slot} ({ficha.team.name}) no puede jugar 2 encuentros." in shown
        assert str(ficha.player) not in shown
        assert str(ficha.player) in " ".join(told(ruling, named_of(ruling)))
