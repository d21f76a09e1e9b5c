"""What is told, claimed and written down: what may be spoken, shown, added later; the clauses."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules.mus
from rules.errors import NotationError
from rules.mus import ASTURIAS, Options, parse_hand, parse_record, readings, replay
from rules.mus.after_play import omitted, unshown
from rules.mus.deal import SEATS
from rules.mus.dealing import check_discard_order
from rules.mus.faults import DERIVED
from rules.mus.report import ANSWERS, MISTAKES, PENDING
from rules.mus.rulings import Ruling, RulingKind
from rules.mus.speaking import may_close_with_33, may_send_on
from rules.mus.void_hands import VOIDING
from rules.regulation import CLAUSES, Who
from tests.hypothesis_runs import examples
from tests.rules.test_mus_replay import ARTICLES, assert_told_as_declared, texts

A1, B1, A2, B2 = SEATS
RECORDS = [text for article in ARTICLES for text in texts(article)]
DEAL = '[Tanteo "10-10"] [Cartas "A1:RR64 CC54 7654 SS61"]\n'


@pytest.mark.regulation("M-V.8")
@pytest.mark.parametrize(
    ("seat", "hand", "missing", "is_ordago", "may"),
    [
        (B2, "RC76", 5, False, True),
        (B2, "RC76", 1, False, True),
        (B2, "RC76", 6, False, False),
        (B2, "RC76", 5, True, False),
        (B2, "RCS4", 5, False, False),  # 34
        (B2, "RCS2", 5, False, False),  # 31
        (A1, "RC76", 5, False, False),  # the mano
        (A2, "RC76", 5, False, False),
    ],
)
def test_only_the_postre_with_33_near_the_end_closes_for_the_negada(
    seat, hand, missing, is_ordago, may
):
    ranks = parse_hand(hand).ranks()
    told = may_close_with_33(seat, ranks, mano=A1, missing=missing, is_ordago=is_ordago)
    assert told is may


@pytest.mark.regulation("M-V.11")
@pytest.mark.regulation("M-V.12")
def test_without_pares_one_may_speak_of_juego_once_pares_is_closed():
    assert not may_send_on(A2, {A1, B1}, closed=False)
    assert may_send_on(A2, {A1, B1}, closed=True)
    assert may_send_on(A1, {A1, B1}, closed=False)


@pytest.mark.regulation("M-VI.3")
def test_what_was_forgotten_is_counted_only_before_the_cards_are_back():
    assert omitted(A1, cards_in_deck=True) == Ruling(RulingKind.STANDS, "M-VI.3", A1)
    assert omitted(A1, cards_in_deck=False) == Ruling(RulingKind.COUNT, "M-VI.3", A1)


@pytest.mark.regulation("M-VI.4")
@pytest.mark.regulation("M-VI.5")
def test_who_has_not_shown_has_to_and_loses_a_hand_put_back():
    show = Ruling(RulingKind.SHOW_CARDS, "M-VI.4", B2)
    assert unshown(B2, cards_in_deck=False) == (show,)
    void = Ruling(RulingKind.VOID_HAND, "M-VI.5", B2)
    assert unshown(B2, cards_in_deck=True) == (void, show)


def test_discards_in_their_order_are_let_through():
    check_discard_order(SEATS, SEATS)


@pytest.mark.parametrize("clause", sorted(id for id in CLAUSES if id.startswith("M-")))
def test_no_clause_told_or_claimed_is_passed_over(clause):
    report = replay(parse_record(f"{DEAL}#{clause} B2 contado\n? {clause} B2\n"))
    (found,) = report.findings
    assert (found.clause, found.seat) == (clause, B2)
    assert found.code != "mus.error.unknown_clause"
    if clause != "M-V.9":  # the choice between two bets
        assert [(answer.clause, answer.seat) for answer in report.answers] == [(clause, B2)]
    penalty = clause in VOIDING | DERIVED | {"M-VIII.5", "M-VI.4"} or clause[:4] == "M-I."
    if Who.ENGINE not in CLAUSES[clause].who and not penalty:
        assert found.code == "mus.error.committee_decides"


@pytest.mark.parametrize("word", ["M-X.1", "M-I.12", "M-VII.8", "M-Z.99"])
def test_a_clause_that_does_not_exist_is_said_to(word):
    report = replay(parse_record(f"{DEAL}#{word} B2\n? {word} A1\n"))
    assert [found.code for found in report.findings] == ["mus.error.unknown_clause"]
    assert [answer.code for answer in report.answers] == ["mus.answer.claim_unknown_clause"]
    assert report.score == (13, 11)


def test_an_error_of_announcement_told_is_held_against_the_cards():
    # A2 says pares without any: found by the cards, so telling it adds nothing.
    lines = "P: A1s B1s A2s B2s A1- B1- A2- B2-\n#M-VII.2 A2\n#M-VII.7 A2\n#M-VII.1 A2\n"
    report = replay(parse_record(DEAL + lines))
    assert [(found.code[10:], found.clause) for found in report.findings] == [
        ("told", "M-VII.2"),
        ("told", "M-VII.7"),
        ("not_borne_out", "M-VII.1"),
        ("announced_without", "M-VII.2"),
    ]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("G: A1e3 A2e5 B1Q\n#M-V.9 A1\n", "M-V.9"),
        ("G: A1e B1q B2n\n#M-V.2 B2 anula\n", "M-V.2"),
        ("P: A1s B1s A2n B2s A1-\nJ: A2n\nP: B1-\n#M-V.12 A2\n", "M-V.12"),
    ],
)
def test_what_the_replay_has_found_itself_is_told_only(lines, told):
    first = replay(parse_record(DEAL + lines)).findings[0]
    assert (first.code, first.clause, first.costs) == ("mus.error.told", told, False)


@pytest.mark.parametrize("pair", ["A", "B"])
def test_what_is_written_down_of_an_open_lance_stays_open(pair):
    report = replay(parse_record(f"{DEAL}G: A1e\n= grande:{pair}1\n? M-V.2 {pair}1\n"))
    assert report.answers[0].code == "mus.answer.written_open"
    assert report.answers[-1].code == "mus.answer.claim_open"


def test_a_lance_that_nobody_won_differs_by_no_stone():
    # Nobody has juego.
    (answer, *_rest) = replay(parse_record(f"{DEAL}= juego:A1 grande:A1 chica:B1\n")).answers
    assert (answer.code, answer.facts) == ("mus.answer.written_differs", {"stones": 0})


def test_a_claim_of_an_error_tells_the_stones_it_gives():
    # The second worked example: B's pair 1 and a negada, by A2's two kings kept silent.
    record = parse_record(
        '[Tanteo "15-30"] [Cartas "B1:66S4 R3C5 S754 C761"]\n'
        "P: B1s A2n B2n A1n\nJ: B1n A2s!pares-de-reyes-y-35 B2n A1n\n? M-VII.1 A2\n? M-VII.1 B1\n"
    )
    holds, fails = replay(record).answers
    assert (holds.code, holds.facts["stones"]) == ("mus.answer.claim_holds", 2)
    assert fails.code == "mus.answer.claim_fails"


def test_an_illegal_call_tells_what_was_said_where_and_why():
    report = replay(parse_record(f"{DEAL}G: A1- B1e B2+3 A1Q\n"))
    (found,) = report.findings
    assert (found.code, found.clause, found.seat) == ("mus.error.illegal_call", "M-V.9", B2)
    assert found.facts == {"act": "B2+3", "place": 3, "refusal": "mus.bet.not_now"}


@pytest.mark.regulation("M-V.11")
def test_the_place_of_an_illegal_call_counts_announcements_and_calls_left_out():
    text = f"{DEAL}P: A1s B1s A2n B2s A1e3 A2e2 B1e\nP: B1Q\n"
    (first, second) = replay(parse_record(text)).findings
    assert (first.facts["act"], first.facts["place"]) == ("A2e2", 6)
    assert (second.facts["act"], second.facts["place"]) == ("B1e", 7)
    text = f"{DEAL}G: A1e3 A2e2 B1-\nG: B1Q\n"
    assert [one.facts.get("place") for one in replay(parse_record(text)).findings] == [None, 3]


@pytest.mark.regulation("M-V.12")
def test_an_announcement_too_early_is_not_told_as_a_refusal():
    found = replay(parse_record(f"{DEAL}P: A1-\nJ: A2n A1e\nP: B1- B2-\n")).findings
    assert [(one.facts["act"], one.facts["place"]) for one in found[:2]] == [
        ("A2:n", 1),
        ("A1e", 2),
    ]


@pytest.mark.regulation("M-V.9")
def test_more_competing_bets_than_can_be_told_apart_are_left_out_not_multiplied():
    calls = " ".join(f"A1e{n} A2e{n + 1}" for n in range(1, 300, 2))
    report = replay(parse_record(f"{DEAL}G: {calls} B1Q\n"))
    (pending,) = report.pending
    assert 2 <= len(pending.alternatives) <= 8


@pytest.mark.regulation("M-V.9")
def test_two_raises_of_partners_compete_a_raise_of_ones_partner_does_not():
    report = replay(parse_record(f"{DEAL}C: A1e B1+3 B2+5 A1Q\n"))
    assert [way.name for way in report.pending[0].alternatives] == ["B1+3", "B2+5"]
    # Chica is B's: 5 or 7 stones.
    assert [way.score for way in report.pending[0].alternatives] == [(13, 15), (13, 17)]
    assert not replay(parse_record(f"{DEAL}C: A1e A2+3 B1Q\n")).pending


@pytest.mark.regulation("M-P.5")
def test_whether_the_deck_ran_can_be_told_from_outside():
    record = parse_record('[Tanteo "0-0"] [Cartas "A1:RR64 CC54 7654 SS61"]\nM: B2m A1x\n')
    assert [one.code for one in replay(record).findings] == ["mus.note.deck_ran"]
    (found,) = replay(record, runs=False).findings
    assert (found.code, found.seat) == ("mus.error.illegal_mus_act", B2)
    other = parse_record('[Tanteo "0-0"] [Cartas "B1:RR64 CC54 7654 SS61"]\nM: A1x\n')
    codes = [one.code for one in replay(other, runs=True).findings]
    assert codes == ["mus.error.mano_did_not_cut", "mus.note.deck_ran"]


def test_four_times_mus_without_a_discard_is_told_when_somebody_bets():
    report = replay(parse_record(f"{DEAL}M: A1m B1m A2m B2m\nG: B1e A1Q\n"))
    assert [found.facts["refusal"] for found in report.findings] == ["mus.phase.has_given_mus"]


@pytest.mark.regulation("M-I.9")
@pytest.mark.parametrize(
    ("lines", "closed"),
    [
        ("{}G: A1- B1- A2- B2-\n", False),
        ("G: A1- B1- A2-\n{}G: B2-\n", False),
        ("G: A1e B1q\n{}G: B2+2 A1Q\n", False),
        ("G: A1e B1q\n{}", True),
        ("G: A1e B1Q\n{}", True),
        ("G: A1- B1- A2- B2-\n{}", True),
        ("C: A1-\n{}", True),
        ("P: A1s\n{}", True),
        ("G: A1e\n{}", False),
    ],
)
def test_grande_is_closed_by_its_last_word_or_by_the_next_lance(lines, closed):
    report = replay(parse_record(DEAL + lines.format("#M-I.9 B1 cinco\n")))
    found = report.findings[0]
    assert found.code == ("mus.error.hand_void" if closed else "mus.error.redeal")
    assert report.redeal is not closed
    if report.redeal:
        assert (report.awards, report.score) == ((), (10, 10))


def test_the_season_may_play_without_senas():
    record = parse_record(DEAL + "#M-II.3 B1 seña falsa\n")
    for options in (ASTURIAS, Options()):
        assert "senas" in {one.option for one in replay(record, options).options}


def test_every_code_in_the_source_is_in_its_table_and_the_other_way_round():
    sources = "".join(
        path.read_text(encoding="utf-8")
        for path in Path(rules.mus.__file__).parent.glob("*.py")
        if path.name != "report.py"
    )
    for kind, table in (
        (r"(?:error|note|series)", MISTAKES),
        ("answer", ANSWERS),
        ("pending", PENDING),
    ):
        assert set(re.findall(rf'"(mus\.{kind}\.\w+)"', sources)) == set(table)


EVERYTHING = """\
[Tanteo "3-0"] [Cartas "B2:RoRcReRb ??767S 1o1c1e1b 4567"]

M: B2m A1m B1m A2m   d B2:1 A1:4 B1:2 A2:3   B2m A1x
  #M-III.2 A1   que digo
G: B2e& A1+3 B2Q
C: A1q
#M-I.9 A2 cinco
P: B2s A1n B1s A2n A1s!dos-pares A1e10 B2o B2+ A2N
#M-V.14 B2
J: B2s A1n B1n A2n!ya
N: B2- A1o A2e3 B1N
= grande:B2 pares:A2 juego:B1
? M-VII.4 A2 no dijo toda la jugada
? M-VI.3 B1
"""


@settings(max_examples=examples(150), deadline=None)
@given(
    st.sampled_from([EVERYTHING, *RECORDS]),
    st.lists(
        st.tuples(
            st.integers(60, 500),
            st.integers(0, 4),
            st.text(alphabet="AB12smnxqeoQN-+&!:;#?= \nGCPJMd.VI", max_size=4),
        ),
        max_size=4,
    ),
)
def test_whatever_can_be_read_can_be_ruled_on(text, changes):
    for place, cut, put in changes:
        text = text[:place] + put + text[place + cut :]
    try:
        found = readings(text)
    except NotationError:
        return
    for record in found[:2]:
        report = replay(record)
        assert_told_as_declared(report)
        scores = [report.score, *(w.score for one in report.pending for w in one.alternatives)]
        for score in scores:
            assert score[0] >= record.before[0] and score[1] >= record.before[1]


@settings(max_examples=examples(40), deadline=None)
@given(st.sampled_from(RECORDS), st.integers(1, 3))
def test_a_fault_told_turns_with_the_table(text, steps):
    record = parse_record(text)
    names = {seat.value: seat.to_the_right(steps).value for seat in SEATS}
    body = re.sub("[AB][12]", lambda seat: names[seat[0]], "\n".join(map(str, record.lines)))
    a, b = record.before if steps == 2 else record.before[::-1]
    named = "; ".join(f"{key}={value}" for key, value in record.settings)
    over = parse_record(
        f'[Tanteo "{a}-{b}"] [Opciones "{named}"] '
        f'[Cartas "{names[record.deal.mano]}:{" ".join(map(str, record.deal.hands))}"]\n{body}'
    )
    ours, theirs = replay(record), replay(over)
    assert theirs.score == (ours.score if steps == 2 else ours.score[::-1])
    assert [(one.code, one.clause) for one in theirs.findings] == [
        (one.code, one.clause) for one in ours.findings
    ]
    assert [one.code for one in theirs.answers] == [one.code for one in ours.answers]
    assert [one.option for one in theirs.options] == [one.option for one in ours.options]
