"""A deal played act by act: what is legal, what it leads to, and that the record of it is clean."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import IllegalMove
from rules.mus import Deal, Lance, dump, parse_deal, parse_record, replay
from rules.mus.betting import Call, Said
from rules.mus.cards import DECK
from rules.mus.deal import SEATS
from rules.mus.deal_state import apply, close, legal, start
from rules.mus.played import holders
from rules.mus.record import Announcement, Bet, Discards, MusAct
from tests.hypothesis_runs import examples

A1, B1, A2, B2 = SEATS
DEAL = parse_deal("A1:RR64 CC54 7654 SS61")
SIGNS = {"-": Said.PASS, "e": Said.BET, "+": Said.RAISE, "q": Said.ACCEPT, "n": Said.REFUSE}


def play(text, deal=DEAL, runs=False):
    """Acts as in a record, `.` where nobody adds anything."""
    state = start(deal, runs=runs)
    for word in text.split():
        state = close(state) if word == "." else apply(state, act(word))
    return state


def act(word):
    seat, sign, rest = SEATS[SEATS.index(word[:2])], word[2], word[3:]
    if sign in "mx":
        return MusAct(seat, cuts=sign == "x")
    if sign in "YZ":  # has it, has it not
        return Announcement(seat, sign == "Y", rest or None)
    if sign == "o":
        return Bet(Call(seat, Said.ORDAGO))
    stones = int(rest) if rest else None
    return Bet(Call(seat, SIGNS[sign.lower()], stones, plural=sign in "QN"))


PASSES = "A1- B1- A2- B2- "
TO_PARES = "A1x " + PASSES * 2
TO_BETS = TO_PARES + "A1Y B1Y A2Z B2Y "


def refused(text, last, **rest):
    with pytest.raises(IllegalMove) as refusal:
        apply(play(text, **rest), act(last))
    return refusal.value.clause


@pytest.mark.regulation("M-P.6")
def test_the_lances_come_in_their_order_up_to_the_end():
    lances = []
    text = "A1x A1- B1- A2- B2- A1- B1- A2- B2- A1Y B1Y A2Z B2Y A1- B1- B2- A1Z B1Z A2Z B2Z "
    for words in range(1, len(text.split()) + 1):
        state = play(" ".join(text.split()[:words]))
        if state.lance not in lances:
            lances.append(state.lance)
    assert lances == [Lance.GRANDE, Lance.CHICA, Lance.PARES, Lance.JUEGO, Lance.PUNTO]
    over = play(text + PASSES)
    assert over.over and list(legal(over)) == []
    assert replay(over.record((10, 10))).score == (13, 11)
    assert refused(text + PASSES, "A1-") == "M-P.6"


@pytest.mark.regulation("M-P.5")
@pytest.mark.regulation("M-P.6")
def test_while_the_deck_runs_whoever_cuts_is_mano_and_keeps_his_cards():
    state = play("A1m B1m A2x", runs=True)
    assert state.deal.mano is A2
    assert all(state.deal.hand(seat) == DEAL.hand(seat) for seat in SEATS)
    assert play("A1m B1m A2x").deal.mano is A1


@pytest.mark.regulation("M-III.1")
@pytest.mark.regulation("M-III.3")
@pytest.mark.regulation("M-IV.1")
@pytest.mark.regulation("M-IV.2")
def test_before_the_mus_is_cut_nothing_else_may_be_said():
    assert refused("A1m", "A1x") == "M-III.3"
    assert refused("A1m", "B1e") == "M-III.3"
    assert refused("", "B1m") == "M-III.1"
    assert refused("A1x", "B1m") == "M-P.6"
    all_mus = play("A1m B1m A2m B2m")
    assert list(legal(all_mus)) == [Discards(tuple((seat, 1) for seat in SEATS))]
    for cards, clause in (
        ([(A1, 1), (B1, 0), (A2, 1), (B2, 1)], "M-IV.2"),
        ([(B1, 1), (A1, 1), (A2, 1), (B2, 1)], "M-IV.1"),
        ([(A1, 1), (B1, 1), (A2, 1)], "M-IV.1"),
    ):
        with pytest.raises(IllegalMove) as refusal:
            apply(all_mus, Discards(tuple(cards)))
        assert refusal.value.clause == clause


@pytest.mark.regulation("M-III.1")
def test_the_mus_is_given_in_turn_and_cut_by_anybody_who_has_not_given_it():
    cuts = [MusAct(seat, cuts=True) for seat in SEATS]
    assert list(legal(start(DEAL))) == [MusAct(A1, cuts=False), *cuts]
    assert list(legal(play("A1m"))) == [MusAct(B1, cuts=False), *cuts[1:]]


@pytest.mark.regulation("M-V.2")
def test_an_answer_in_the_singular_waits_until_nobody_adds_anything():
    state = play("A1x A1e B1q")
    assert state.may_close and state.lance is Lance.GRANDE
    assert close(state).lance is Lance.CHICA
    assert play("A1x A1e B1q B2+3 A1Q").lance is Lance.CHICA
    unanswered = play("A1x A1e")
    assert not unanswered.may_close
    for text in ("A1x A1e", "A1x", ""):
        with pytest.raises(IllegalMove):
            close(play(text))


@pytest.mark.regulation("M-V.11")
@pytest.mark.regulation("M-V.12")
def test_without_pares_nobody_bets_nor_speaks_of_juego_before_pares_is_closed():
    assert refused(TO_BETS, "A2e") == "M-V.11"
    assert refused(TO_BETS + "A1-", "A2Z") == "M-V.12"
    assert refused(TO_BETS + "A1-", "B1Z") == "M-P.6"
    assert refused(TO_PARES + "A1Y", "A2Y") == "M-P.6"
    assert refused(TO_PARES + "A1Y", "A1e") == "M-P.6"
    assert refused("A1x", "A1Y") == "M-P.6"


@pytest.mark.regulation("M-VII.1")
def test_an_announcement_is_put_right_before_the_first_word_of_stones():
    state = play(TO_PARES + "A1Z B1Y A2Z B2Y")
    assert state.lance is Lance.JUEGO  # only B said pares, so there is nothing to bet on
    early = play(TO_PARES + "A1Z B1Y A2Z A1Yreyes B2Y")
    assert early.lance is Lance.PARES and early.betting is not None
    assert A1 in early.betting.speakers
    after_all = play(TO_BETS + "A2Yerror")
    assert A2 in after_all.betting.speakers
    assert refused(TO_BETS + "A1e", "A2Ytarde") == "M-V.12"


@pytest.mark.regulation("M-P.6")
def test_punto_is_played_only_when_nobody_has_said_juego():
    to_juego = TO_PARES + "A1Z B1Z A2Z B2Z "
    assert play(to_juego).lance is Lance.JUEGO  # nobody said pares: no bets there
    both = play(to_juego + "A1Y B1Y A2Z B2Z")
    assert (both.lance, both.betting.speakers) == (Lance.JUEGO, (A1, B1))
    assert play(to_juego + "A1Y B1Z A2Z B2Z").over  # one pair alone has nothing to bet on
    assert play(to_juego + "A1Z B1Z A2Z B2Z").lance is Lance.PUNTO


@pytest.mark.regulation("M-V.13")
def test_an_accepted_ordago_ends_the_deal():
    state = play("A1x A1o B1Q")
    assert state.over
    report = replay(state.record())
    assert (report.score, report.winner) == ((0, 0), "A")
    assert play("A1x A1o B1N").lance is Lance.CHICA


deals = st.builds(
    Deal.of_ids,
    st.sampled_from(SEATS),
    st.permutations(range(len(DECK))).map(lambda pack: pack[:16]),
)


@settings(max_examples=examples(120), deadline=None)
@given(deals, st.integers(0, 10**9), st.booleans())
def test_whatever_is_played_by_legal_acts_leaves_a_record_without_a_fault(deal, seed, runs):
    chance = random.Random(seed)
    state = start(deal, runs=runs)
    while not state.over:
        if state.may_close and chance.random() < 0.5:
            state = close(state)
            continue
        acts = list(legal(state))
        if state.lance is not None and state.betting is None:
            seat = acts[0].seat  # honest
            acts = [Announcement(seat, seat in holders(state.deal, state.lance))]
        one = chance.choice(acts)
        assert one in acts
        state = apply(state, one)
    record = state.record((7, 12))
    report = replay(record, runs=runs)
    assert [found for found in report.findings if not found.code.startswith("mus.note.")] == []
    assert report.pending == ()
    assert replay(parse_record(dump(record)), runs=runs) == report
