"""Señas of mus: what may be passed with each hand, and what is wrong with the rest."""

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules.mus
from rules.mus import Hand, Lance, Options, Seat, check_sena, legal_senas, parse_hand
from rules.mus.breaches import BREACHES, breach
from rules.mus.cards import DECK
from rules.mus.options import KingsAndAces, Senas
from rules.mus.rulings import Ruling, RulingKind
from rules.mus.senas import SENAS, Gesture, Sena
from rules.regulation import CLAUSES

NOTHING = ()
GRANDE = (Lance.GRANDE,)
CHICA = (Lance.GRANDE, Lance.CHICA)
PARES = (*CHICA, Lance.PARES)
NO_JUEGO = (*PARES, Lance.JUEGO)
EVERYTHING = (*NO_JUEGO, Lance.PUNTO)

S = Sena


def legal(hand, closed=NOTHING, **options):
    return legal_senas(parse_hand(hand), closed, Options(**options))


def wrong(hand, sena, closed=NOTHING, **options):
    found = check_sena(parse_hand(hand), sena, closed, Options(**options))
    return found and (found.code.removeprefix("mus.sena."), found.clause)


class TestLegalSenas:
    @pytest.mark.regulation("M-II.1")
    @pytest.mark.parametrize(
        ("hand", "at_once", "after_grande"),
        [
            ("RR54", {S.TWO_KINGS}, {S.TWO_KINGS}),
            ("R354", {S.TWO_KINGS}, {S.TWO_KINGS}),
            ("RRR4", {S.THREE_KINGS}, {S.THREE_KINGS}),
            ("11R4", {S.TWO_ACES}, {S.TWO_ACES}),
            ("12R4", {S.TWO_ACES}, {S.TWO_ACES}),
            ("1114", {S.THREE_ACES}, {S.THREE_ACES}),
            ("6644", {S.DUPLES}, {S.DUPLES}),
            ("4444", {S.DUPLES}, {S.DUPLES}),
            ("RRRR", {S.DUPLES}, {S.DUPLES}),
            ("2121", {S.DUPLES}, {S.DUPLES}),
            ("RC65", {S.THIRTY_ONE}, {S.THIRTY_ONE}),
            ("RR64", {S.TWO_KINGS, S.THIRTY_BY_SHOULDER}, {S.TWO_KINGS, S.THIRTY_BY_SHOULDER}),
            ("RCS4", {S.JUEGO}, {S.JUEGO}),
            ("RR74", {S.TWO_KINGS, S.THIRTY_ONE}, {S.TWO_KINGS, S.THIRTY_ONE}),
            ("RR75", {S.TWO_KINGS, S.JUEGO}, {S.TWO_KINGS, S.JUEGO}),
            ("4445", set(), {S.MEDIAS}),
            ("7774", set(), {S.MEDIAS}),
            ("6541", {S.BLIND}, {S.BLIND}),
            ("SS41", {S.BLIND}, {S.BLIND}),
            ("RC41", {S.BLIND}, {S.BLIND}),
        ],
    )
    def test_are_those_of_the_table(self, hand, at_once, after_grande):
        assert legal(hand) == at_once
        assert legal(hand, GRANDE) == after_grande
        assert legal(hand, CHICA) == after_grande

    @pytest.mark.regulation("M-II.1")
    def test_have_the_gestures_of_the_table(self):
        assert {sena: line.gesture for sena, line in SENAS.items()} == {
            S.TWO_KINGS: Gesture.BITE_LOWER_LIP,
            S.THREE_KINGS: Gesture.LIPS_TO_ONE_SIDE,
            S.TWO_ACES: Gesture.WRINKLE_NOSE,
            S.THREE_ACES: Gesture.TONGUE_TO_ONE_SIDE,
            S.DUPLES: Gesture.RAISE_BROWS,
            S.THIRTY_ONE: Gesture.WINK,
            S.JUEGO: Gesture.POUT,
            S.MEDIAS: Gesture.LIPS_TO_ONE_SIDE,
            S.THIRTY: Gesture.WINK,
            S.THIRTY_BY_SHOULDER: Gesture.LIFT_SHOULDER,
            S.BLIND: Gesture.CLOSE_BOTH_EYES,
        }

    @pytest.mark.regulation("M-II.1")
    def test_of_thirty_wink_only_once_pares_is_closed(self):
        assert legal("SC64") == {S.THIRTY_BY_SHOULDER}
        assert legal("SC64", PARES) == {S.THIRTY, S.THIRTY_BY_SHOULDER}
        assert wrong("SC64", S.THIRTY, CHICA) == ("before_close", "M-II.1")

    @pytest.mark.regulation("M-II.1")
    def test_of_other_medias_wait_for_grande(self):
        assert wrong("4445", S.MEDIAS) == ("before_close", "M-II.1")
        assert wrong("4445", S.MEDIAS, GRANDE) is None

    @pytest.mark.regulation("M-II.1")
    @pytest.mark.parametrize("hand", ["RR54", "4445", "6644", "RC65", "RCS4", "SC64", "21S4"])
    def test_are_never_blind_with_a_hand_that_has_one(self, hand):
        # Not even where that seña still has to wait.
        assert wrong(hand, S.BLIND) == ("blind_with_sena", "M-II.1")

    @pytest.mark.regulation("M-II.3")
    @pytest.mark.parametrize("sena", [sena for sena in Sena if sena is not S.BLIND])
    def test_are_true(self, sena):
        assert wrong("6541", sena) == ("false", "M-II.3")

    @pytest.mark.regulation("M-II.3")
    def test_of_31_and_of_juego_are_two(self):
        assert wrong("RC65", S.JUEGO) == ("false", "M-II.3")
        assert wrong("RC66", S.THIRTY_ONE) == ("false", "M-II.3")
        assert wrong("RRR5", S.MEDIAS, GRANDE) == ("false", "M-II.3")

    @pytest.mark.regulation("M-II.4")
    @pytest.mark.parametrize(
        ("hand", "sena", "complete"),
        [
            ("RRR4", S.TWO_KINGS, S.THREE_KINGS),
            ("R33R", S.TWO_KINGS, S.DUPLES),
            ("R33R", S.THREE_KINGS, S.DUPLES),
            ("1124", S.TWO_ACES, S.THREE_ACES),
            ("1122", S.TWO_ACES, S.DUPLES),
            ("1122", S.THREE_ACES, S.DUPLES),
            ("7777", S.MEDIAS, S.DUPLES),
            ("RR44", S.TWO_KINGS, S.DUPLES),
        ],
    )
    def test_are_complete(self, hand, sena, complete):
        found = check_sena(parse_hand(hand), sena, GRANDE)
        assert (found.code, found.clause) == ("mus.sena.incomplete", "M-II.4")
        assert found.facts == {"sena": sena, "complete": complete}
        assert found.ruling(Seat.A1) is None

    @pytest.mark.regulation("M-IV.2")
    def test_follow_the_discard(self):
        # Two kings, told before the discard that brought two aces: only duples are left to tell.
        assert S.TWO_KINGS in legal("RR54")
        assert legal("RR11") == {S.DUPLES}
        assert wrong("RR11", S.TWO_ACES) == ("incomplete", "M-II.4")

    @pytest.mark.regulation("M-II.5")
    @pytest.mark.parametrize(
        ("hand", "higher"),
        [("CCSS", S.DUPLES), ("RRRR", S.DUPLES), ("RRR4", S.THREE_KINGS), ("RRRC", S.THREE_KINGS)],
    )
    def test_are_of_the_higher_play(self, hand, higher):
        for closed in (NOTHING, CHICA):
            assert legal(hand, closed) == {higher}
        for closed in (NOTHING, CHICA, PARES):
            assert wrong(hand, S.JUEGO, closed) == ("higher_play", "M-II.5")

    @pytest.mark.regulation("M-II.6")
    @pytest.mark.parametrize("hand", ["RRR1", "33R2"])
    def test_of_three_kings_with_31_are_either_or_both(self, hand):
        for closed in (NOTHING, CHICA):
            assert legal(hand, closed) == {S.THREE_KINGS, S.THIRTY_ONE}

    @pytest.mark.regulation("M-II.7")
    @pytest.mark.parametrize("hand", ["CCC1", "SSS2", "777S", "777C", "777R", "7773"])
    def test_of_other_medias_with_31_are_31_first(self, hand):
        assert legal(hand) == {S.THIRTY_ONE}
        assert legal(hand, GRANDE) == {S.THIRTY_ONE, S.MEDIAS}
        found = check_sena(parse_hand(hand), S.MEDIAS)
        assert (found.code, found.clause) == ("mus.sena.medias_before_31", "M-II.7")
        assert found.facts == {"sena": "medias", "until": "grande"}
        assert found.ruling(Seat.B1) == Ruling(RulingKind.VOID_HAND, "M-II.7", Seat.B1)

    @pytest.mark.regulation("M-II.8")
    @pytest.mark.parametrize("hand", ["CCC4", "SSS7", "CCCR", "SSSC"])
    def test_of_three_figures_without_31_wait(self, hand):
        assert legal(hand) == set()
        assert legal(hand, GRANDE) == legal(hand, CHICA) == {S.MEDIAS}
        assert legal(hand, PARES) == {S.JUEGO}
        for sena, until, closed in (
            (S.MEDIAS, "grande", NOTHING),
            (S.JUEGO, "pares", NOTHING),
            (S.JUEGO, "pares", CHICA),
        ):
            found = check_sena(parse_hand(hand), sena, closed)
            assert (found.code, found.clause) == ("mus.sena.figures_before_close", "M-II.8")
            assert found.facts == {"sena": sena, "until": until}
            assert found.ruling(Seat.A2) == Ruling(RulingKind.VOID_HAND, "M-II.8", Seat.A2)

    @pytest.mark.regulation("M-VIII.6")
    @pytest.mark.parametrize(
        ("hand", "left"),
        [
            ("RR54", set()),
            ("6644", set()),
            ("1114", set()),
            ("4445", set()),
            ("RRR1", {S.THIRTY_ONE}),
            ("777S", {S.THIRTY_ONE}),
            ("RR75", {S.JUEGO}),
            ("RR64", {S.THIRTY, S.THIRTY_BY_SHOULDER}),
        ],
    )
    def test_of_earlier_lances_are_over_at_juego_and_punto(self, hand, left):
        assert legal(hand, PARES) == left
        for sena in legal(hand, CHICA) - left:
            assert wrong(hand, sena, PARES) == ("earlier_lance", "M-VIII.6")

    @pytest.mark.regulation("M-VIII.6")
    def test_of_juego_are_over_at_punto_and_all_at_the_end(self):
        assert legal("SC64", NO_JUEGO) == {S.THIRTY, S.THIRTY_BY_SHOULDER}
        assert legal("RC65", NO_JUEGO) == set()
        assert legal("SC64", EVERYTHING) == legal("6541", EVERYTHING) == set()

    @pytest.mark.regulation("M-P.7")
    def test_can_be_switched_off(self):
        assert legal("RR54", senas=Senas.OFF) == set()
        assert wrong("RR54", S.TWO_KINGS, senas=Senas.OFF) == ("off", "M-P.7")

    @pytest.mark.regulation("M-P.2")
    def test_know_how_many_kings_the_deck_has(self):
        assert legal("R354", kings_and_aces=KingsAndAces.FOUR) == {S.BLIND}
        assert legal("333R", GRANDE, kings_and_aces=KingsAndAces.FOUR) == {S.MEDIAS}

    @given(st.permutations(range(40)).map(lambda pack: Hand(tuple(DECK[id] for id in pack[:4]))))
    def test_exist_for_every_hand_at_some_moment_and_only_without_any_other_blind(self, hand):
        ever = {sena for closed in (NOTHING, CHICA, PARES) for sena in legal_senas(hand, closed)}
        assert ever
        assert S.BLIND not in ever or ever == {S.BLIND}


class TestBreaches:
    def test_cite_clauses_that_exist(self):
        assert {kind.clause for kind in BREACHES.values()} <= set(CLAUSES)

    def test_are_made_with_the_facts_of_their_line(self):
        made = set()
        for source in Path(rules.mus.__file__).parent.rglob("*.py"):
            for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "breach":
                    code = ast.literal_eval(node.args[0])
                    assert BREACHES[code].facts == {word.arg for word in node.keywords}, code
                    made.add(code)
        assert made == set(BREACHES)

    def test_insist_on_their_facts(self):
        with pytest.raises(TypeError):
            breach("mus.sena.false")
        with pytest.raises(TypeError):
            breach("mus.sena.false", sena="two_kings", seat="A1")
