"""Records with cards that nobody knows: what can be ruled is ruled, the rest stays open."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.mus import Deal, Lance, parse_record, replay, settle
from rules.mus.cards import DECK, UNKNOWN
from rules.mus.deal import SEATS
from rules.mus.hands import Hand
from rules.mus.options import ASTURIAS
from rules.mus.record import Record
from rules.mus.unknown_cards import MOST_COMPLETIONS, completions
from tests.hypothesis_runs import examples

A1, B1, A2, B2 = SEATS


def open_lances(report):
    return {pending.lance: {way.name for way in pending.alternatives} for pending in report.pending}


def test_a_card_that_matters_to_nothing_leaves_nothing_open():
    # A2's last card: whatever it is, grande is A1's (four kings), chica B2's (two aces and a jack
    # before an ace), pares A1's duples with whatever A2 adds.
    report = replay(parse_record('[Cartas "A1:RRRR CC64 765?? SS11"]'))
    assert {award.lance for award in report.awards} == {Lance.GRANDE, Lance.CHICA, Lance.JUEGO}
    # A 7, 6 or 5 pairs with his own: pares 3, or 3 + 1.
    assert open_lances(report) == {Lance.PARES: {"A+3", "A+4"}}
    assert report.score == (1 + 2, 1)
    (pending,) = report.pending
    assert (pending.code, pending.clause) == ("mus.pending.cards_unknown", "M-E.1")
    assert {way.score for way in pending.alternatives} == {(6, 1), (7, 1)}
    (note,) = report.findings
    assert (note.code, note.facts, note.costs) == (
        "mus.note.cards_unknown",
        {"seats": ("A2",)},
        False,
    )


def test_a_refused_bet_at_grande_is_ruled_whatever_the_cards():
    # Nothing is known of three hands.
    text = '[Cartas "A1:RR64 ???????? ???????? ????????"]\nG: A1e5 B1N\n'
    report = replay(parse_record(text))
    assert [(award.lance, award.stones) for award in report.awards] == [(Lance.GRANDE, 1)]
    assert set(open_lances(report)) >= {Lance.CHICA, Lance.PARES}
    assert report.score == (1, 0)


def test_an_accepted_ordago_that_hangs_on_a_card_may_end_the_game_or_not():
    # A1 holds two kings, B1 two knights and what nobody knows: with two kings as well he loses
    # still, to the mano's sixth; medias of knights cannot be, he has duples or a pair.
    text = '[Cartas "A1:RR64 CC???? 7654 SS61"]\nP: A1s B1s A2n B2s A1o B1Q\n'
    report = replay(parse_record(text))
    names = open_lances(report)[Lance.PARES]
    assert names == {"A!", "B!"}
    winners = {
        way.winner for p in report.pending if p.lance is Lance.PARES for way in p.alternatives
    }
    assert winners == {"A", "B"}
    # After pares the game may be over: then juego brings nothing.
    assert report.winner is None


def test_the_announcement_that_a_card_would_make_wrong_is_not_held_against_anybody():
    text = '[Cartas "A1:RR64 CC54 765?? SS61"]\nP: A1s B1s A2n B2s\n'
    report = replay(parse_record(text))
    assert [found.code for found in report.findings] == ["mus.note.cards_unknown"]
    # Right if he has none; a pair kept silent does not count: A's kings are one stone either way.
    assert Lance.PARES not in open_lances(report)


def test_a_fault_that_a_card_would_bear_out_is_left_to_the_committee():
    # A1 holds three sevens; with a jack he had 31 and lost his hand, with anything else not.
    text = '[Cartas "A1:777?? CC54 7654 SS61"]\n#M-II.7 A1 medias\n#M-VI.5 B1 al mazo\n'
    fault, void, note = replay(parse_record(text)).findings
    assert (fault.code, fault.clause, fault.seat) == ("mus.error.committee_decides", "M-II.7", A1)
    assert (void.code, void.clause, void.costs) == ("mus.error.hand_void", "M-VI.5", True)
    assert note.code == "mus.note.cards_unknown"


@pytest.mark.parametrize(
    ("deal", "all_of_them"),
    [
        ("A1:RR6?? CC54 7654 SS61", True),
        ("A1:???????? CC54 7654 SS61", True),
        ("A1:RR6?? CC5?? 7654 SS61", True),
        ("A1:RR???? CC???? 7654 SS61", False),
        ("A1:???????? ???????? ???????? ????????", False),
    ],
)
def test_all_hands_are_gone_through_where_they_are_few(deal, all_of_them):
    record = parse_record(f'[Cartas "{deal}"]')
    possible = completions(record.deal, ASTURIAS)
    assert possible.all_of_them is all_of_them
    assert 1 < len(possible.hands) <= MOST_COMPLETIONS
    began = time.process_time()
    assert replay(record).score[0] >= 0
    assert time.process_time() - began < 3


deals = st.builds(
    Deal.of_ids,
    st.sampled_from(SEATS),
    st.permutations(range(len(DECK))).map(lambda pack: pack[:16]),
)


def hidden(deal, places):
    hands = [list(hand.cards) for hand in deal.hands]
    for place in places:
        hands[place // 4][place % 4] = UNKNOWN
    return Deal(deal.mano, tuple(Hand(tuple(hand)) for hand in hands))


@settings(max_examples=examples(25), deadline=None)
@given(deals, st.sets(st.integers(0, 15), min_size=1, max_size=2))
def test_the_truth_is_always_among_what_is_ruled_or_left_open(deal, places):
    report = replay(Record((), hidden(deal, places), (0, 0), (), ()))
    ruled = {award.lance: award for award in report.awards}
    pending = {one.lance: one for one in report.pending}
    for award in settle(deal).awards:
        last = {Lance.JUEGO, Lance.PUNTO}
        lances = last if award.lance in last else {award.lance}
        if lances & set(pending):
            (lance,) = lances & set(pending)
            assert any(award in way.awards for way in pending[lance].alternatives)
        else:
            assert ruled[award.lance] == award
    # Nothing is open without two ways to close it.
    assert all(len(one.alternatives) > 1 for one in report.pending)


@settings(max_examples=examples(10), deadline=None)
@given(deals, st.sets(st.integers(0, 15), min_size=8))
def test_with_most_cards_unknown_nothing_is_ruled_that_a_card_could_change(deal, places):
    report = replay(Record((), hidden(deal, places), (0, 0), (), ()))
    for award in report.awards:
        assert award.lance not in {one.lance for one in report.pending}
    if not completions(hidden(deal, places), ASTURIAS).all_of_them:
        assert report.score == (0, 0)
