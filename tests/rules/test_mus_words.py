"""Words, questions, songs and refusals of mus."""

import pytest

from rules.mus import Lance, Options, Seat, parse_hand
from rules.mus.cards import FACES, Card
from rules.mus.options import JugadaCompleta, KingsAndAces
from rules.mus.rulings import Ruling, RulingKind
from rules.mus.songs import check_song
from rules.mus.words import Word, check_question, check_refusal, check_word, is_top_hand

FIRM = [word for word in Word if word not in (Word.OTHER, Word.I_PLAY_ALONE)]


def told(found):
    return found and (found.code, found.clause, dict(found.facts))


class TestWords:
    @pytest.mark.regulation("M-III.2")
    @pytest.mark.parametrize("word", FIRM)
    def test_that_are_firm_may_be_said_with_a_hand_that_is_no_play(self, word):
        assert check_word(word, parse_hand("RR54")) is None

    @pytest.mark.regulation("M-III.2")
    @pytest.mark.parametrize(
        ("hand", "play"),
        [("RRR4", "medias"), ("RR44", "duples"), ("4444", "duples"), ("RC65", "thirty_one")],
    )
    def test_ask_only_without_medias_duples_and_31(self, hand, play):
        found = check_word(Word.WHAT_DO_I_SAY, parse_hand(hand))
        assert told(found) == ("mus.word.asked_with_a_play", "M-III.2", {"play": play})
        assert found.ruling(Seat.A1) == Ruling(RulingKind.VOID_HAND, "M-III.2", Seat.A1)
        assert check_word(Word.IT_CAME_TO_ME, parse_hand(hand)) is None

    @pytest.mark.regulation("M-III.2")
    def test_are_the_firm_ones(self):
        found = check_word(Word.OTHER, parse_hand("RR54"))
        assert told(found) == ("mus.word.not_firm", "M-III.2", {})
        assert found.ruling(Seat.A1) is None

    @pytest.mark.regulation("M-III.4")
    def test_of_playing_alone_need_medias_duples_or_31(self):
        for hand in ("RRR4", "RR44", "RC65", "777S"):
            assert check_word(Word.I_PLAY_ALONE, parse_hand(hand)) is None
        for hand in ("RR54", "RCS4", "RR64"):
            found = check_word(Word.I_PLAY_ALONE, parse_hand(hand))
            assert told(found) == ("mus.word.alone_without_a_play", "M-III.4", {})

    def test_know_how_many_kings_the_deck_has(self):
        four = Options(kings_and_aces=KingsAndAces.FOUR)
        assert check_word(Word.WHAT_DO_I_SAY, parse_hand("R3R4")) is not None
        assert check_word(Word.WHAT_DO_I_SAY, parse_hand("R3R4"), four) is None


class TestQuestions:
    @pytest.mark.regulation("M-V.4")
    def test_are_about_the_lance_at_hand(self):
        assert check_question(Lance.GRANDE, Lance.GRANDE) is None
        assert told(check_question(Lance.CHICA, Lance.GRANDE)) == (
            "mus.question.other_lance",
            "M-V.4",
            {"asked": "chica", "lance": "grande"},
        )

    @pytest.mark.regulation("M-V.4")
    def test_are_no_conditional_orders(self):
        assert told(check_question(None, Lance.GRANDE)) == ("mus.question.conditional", "M-V.4", {})


def song(cards, hand, lance, **rest):
    sung = [Card(FACES.index(face)) for face in cards]
    found = check_song(sung, parse_hand(hand), lance, **rest)
    return found and (found.code.removeprefix("mus.song."), found.clause)


class TestSongs:
    @pytest.mark.regulation("M-V.5")
    @pytest.mark.parametrize(
        ("cards", "hand", "lance"),
        [
            ("R", "RC64", Lance.GRANDE),
            ("RC", "RC64", Lance.GRANDE),
            ("RCC", "RCC4", Lance.GRANDE),
            ("4", "RC64", Lance.CHICA),
            ("46C", "RC64", Lance.CHICA),
            ("11", "R12C", Lance.CHICA),
            ("R3", "3R64", Lance.GRANDE),
            ("CR", "RC64", Lance.PARES),
            ("", "RC64", Lance.GRANDE),
        ],
    )
    def test_go_from_the_best_card_on(self, cards, hand, lance):
        assert song(cards, hand, lance) is None

    @pytest.mark.regulation("M-V.5")
    @pytest.mark.parametrize(
        ("cards", "hand", "lance", "code"),
        [
            ("RC", "RCC4", Lance.GRANDE, "equal_omitted"),  # the example of the text
            ("R", "R364", Lance.GRANDE, "equal_omitted"),
            ("4C", "RCC4", Lance.CHICA, "equal_omitted"),
            ("C", "RC64", Lance.GRANDE, "not_at_its_best"),
            ("R6", "RC64", Lance.GRANDE, "not_at_its_best"),
            ("CR", "RC64", Lance.GRANDE, "not_at_its_best"),
            ("6", "RC64", Lance.CHICA, "not_at_its_best"),
            ("RR", "RC64", Lance.GRANDE, "not_held"),
            ("7", "RC64", Lance.JUEGO, "not_held"),
        ],
    )
    def test_hide_nothing(self, cards, hand, lance, code):
        assert song(cards, hand, lance) == (code, "M-V.5")

    @pytest.mark.regulation("M-V.5")
    def test_answer_a_bet(self):
        assert song("R", "RC64", Lance.GRANDE, bet_to_answer=False) == ("no_bet", "M-V.5")

    @pytest.mark.regulation("M-V.6")
    def test_of_duples_are_two_cards(self):
        assert song("RR", "RR44", Lance.GRANDE) is None
        assert song("44", "RR44", Lance.CHICA) is None
        assert song("RR4", "RR44", Lance.GRANDE) == ("equal_omitted", "M-V.5")
        assert song("R4", "RR44", Lance.GRANDE) == ("not_at_its_best", "M-V.5")

    @pytest.mark.regulation("M-V.7")
    def test_at_grande_are_three_cards_at_most(self):
        assert song("RRR", "RRR1", Lance.GRANDE) is None
        assert song("RC6", "RC65", Lance.GRANDE) is None
        assert song("RC65", "RC65", Lance.GRANDE) == ("more_than_three", "M-V.7")
        assert song("56CR", "RC65", Lance.CHICA) is None
        assert song("RRRR", "RRRR", Lance.GRANDE) is None


class TestRefusals:
    @pytest.mark.regulation("M-V.14")
    @pytest.mark.parametrize(
        ("hand", "tops"),
        [
            ("R3R3", {Lance.GRANDE, Lance.PARES}),
            ("1212", {Lance.CHICA}),
            ("RRR1", {Lance.JUEGO}),
            ("RR64", {Lance.PUNTO}),
            ("777S", set()),
            ("RRRC", set()),
        ],
    )
    def test_of_a_mano_are_feigned_with_the_top_hand(self, hand, tops):
        held = parse_hand(hand)
        assert {lance for lance in Lance if is_top_hand(held.ranks(), lance)} == tops
        for lance in Lance:
            found = check_refusal(held, lance, is_mano=True)
            assert (found is not None) == (lance in tops)
            assert check_refusal(held, lance, is_mano=False) is None

    @pytest.mark.regulation("M-V.14")
    def test_cost_the_whole_hand_or_by_the_option_that_lance(self):
        hand = parse_hand("RRRR")
        found = check_refusal(hand, Lance.GRANDE, is_mano=True)
        assert told(found) == ("mus.refusal.feigned", "M-V.14", {"lance": "grande"})
        assert found.ruling(Seat.B2) == Ruling(RulingKind.VOID_HAND, "M-V.14", Seat.B2)
        that_lance = Options(jugada_completa=JugadaCompleta.THAT_LANCE)
        found = check_refusal(hand, Lance.GRANDE, is_mano=True, options=that_lance)
        assert found.ruling(Seat.B2) == Ruling(RulingKind.VOID_LANCE, "M-V.14", Seat.B2)
