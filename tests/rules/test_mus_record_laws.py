"""What holds for every record: of deals played by legal acts, whatever was announced in them, and
of anything that somebody may have written down."""

import random
import re
import time
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import NotationError
from rules.mus import Deal, dump, parse_record, readings, replay
from rules.mus.betting import Call, Said
from rules.mus.cards import DECK
from rules.mus.deal import SEATS
from rules.mus.deal_state import apply, close, legal, start
from rules.mus.lances import Lance
from rules.mus.played import holders
from rules.mus.record import (
    Acts,
    Announcement,
    Bet,
    Claim,
    Comment,
    Discards,
    Fault,
    Heading,
    MusAct,
    Record,
    WrittenDown,
)
from rules.regulation import CLAUSES
from tests.hypothesis_runs import examples
from tests.rules.musr import ARTICLES, texts

deals = st.builds(
    Deal.of_ids,
    st.sampled_from(SEATS),
    st.permutations(range(len(DECK))).map(lambda pack: pack[:16]),
)
scores = st.tuples(st.integers(0, 39), st.integers(0, 39))
seeds = st.integers(0, 10**9)


def played(deal, before, seed, *, honest=0.7):
    """A deal played by legal acts drawn by lot. Some announce wrongly, and some put it right."""
    chance = random.Random(seed)
    state = start(deal)
    while not state.over:
        if state.may_close and chance.random() < 0.5:
            state = close(state)
            continue
        acts = list(legal(state))
        if state.lance in (Lance.PARES, Lance.JUEGO) and state.betting is None:
            seat = acts[0].seat
            held = seat in holders(state.deal, state.lance)
            acts = [Announcement(seat, held == (chance.random() < honest))]
            if state.said and chance.random() < 0.15:
                other, has = chance.choice(state.said)
                acts = [Announcement(other, not has, "perdón")]
        calm = [act for act in acts if not (isinstance(act, Bet) and act.call.said is Said.ORDAGO)]
        one = chance.choice(calm if calm and chance.random() < 0.95 else acts)
        if isinstance(one, Bet) and one.call.said in (Said.BET, Said.RAISE):
            one = Bet(replace(one.call, stones=chance.choice([None, 1, 2, 5, 40])))
        state = apply(state, one)
    return state.record(before)


def ways_of(report):
    ways = [way for pending in report.pending for way in pending.alternatives]
    return [(report.score, report.winner), *((way.score, way.winner) for way in ways)]


class TestAPlayedDeal:
    @settings(max_examples=examples(150))
    @given(deals, scores, seeds)
    def test_is_ruled_on_whatever_was_announced(self, deal, before, seed):
        report = replay(played(deal, before, seed))
        for score, winner in ways_of(report):
            assert score[0] >= before[0] and score[1] >= before[1]
            assert max(score) < 40 or winner is not None
            assert min(score) < 40  # one winner at most
        assert all(award.stones > 0 for award in report.awards)

    @settings(max_examples=examples(100))
    @given(deals, scores, seeds)
    def test_is_written_and_read_back_as_the_same(self, deal, before, seed):
        record = played(deal, before, seed)
        assert parse_record(dump(record)) == record

    @settings(max_examples=examples(60))
    @given(deals, scores, seeds, st.permutations("oceb"), st.sets(st.sampled_from("oceb")))
    def test_is_ruled_the_same_with_other_suits_and_equal_faces(
        self, deal, before, seed, suits, swapped
    ):
        record = played(deal, before, seed)
        faces = {"1": "2", "2": "1", "3": "R", "R": "3"}

        def other(card):
            face, suit = card[0]
            return (faces.get(face, face) if suit in swapped else face) + suits["oceb".index(suit)]

        mano, hands = str(record.deal).split(":")
        changed = f"{mano}:" + re.sub("[1-7SCR][oceb]", other, hands)
        text = dump(record).replace(str(record.deal), changed)
        assert self.ruling(parse_record(text)) == self.ruling(record)

    def ruling(self, record):
        """The report, but for the word on the deck: it is said where a trey or a deuce counted."""
        report = replay(record)
        options = tuple(one for one in report.options if one.option != "kings_and_aces")
        return replace(report, options=options)

    @settings(max_examples=examples(60))
    @given(deals, seeds, st.integers(1, 3))
    def test_turns_with_the_table(self, deal, seed, steps):
        record = played(deal, (12, 17), seed)
        turned = {str(seat): str(seat.to_the_right(steps)) for seat in SEATS}
        text = re.sub("[AB][12]", lambda seat: turned[seat[0]], dump(record))
        changed = steps % 2
        if changed:
            text = text.replace("12-17", "17-12")
        ours, theirs = replay(record), replay(parse_record(text))
        pairs = "BA" if changed else "AB"
        assert [score[:: -1 if changed else 1] for score, _winner in ways_of(theirs)] == [
            score for score, _winner in ways_of(ours)
        ]
        assert [pairs["AB".index(award.pair)] for award in theirs.awards] == [
            award.pair for award in ours.awards
        ]

    @settings(max_examples=examples(100))
    @given(deals, scores, seeds)
    def test_nobody_scores_more_at_a_lance_for_what_he_kept_silent(self, deal, before, seed):
        """Who holds it and is the only one of his pair never scores it by a wrong announcement."""
        record = played(deal, before, seed)
        report = replay(record)
        for found in report.findings:
            if found.code != "mus.error.not_announced" or not found.costs:
                continue
            partner = found.seat.partner
            if found.lance is not Lance.PARES or partner in holders(record.deal, Lance.PARES):
                continue
            assert not [
                award
                for award in report.awards
                if award.lance is Lance.PARES
                and award.pair == found.seat.pair
                and award.reason in ("value", "accepted")
            ]


words = st.text(alphabet="abcñ áé¡1-", max_size=12).map(str.strip)
seats = st.sampled_from(SEATS)
calls = st.builds(
    lambda seat, said, stones, plural: Call(
        seat,
        said,
        stones if said in (Said.BET, Said.RAISE) else None,
        plural=plural and said in (Said.ACCEPT, Said.REFUSE),
    ),
    seats,
    st.sampled_from(Said),
    st.none() | st.integers(0, 999_999),
    st.booleans(),
)


def one_word(text):
    return text.replace(" ", "-") or "x"


announcements = st.builds(
    Announcement,
    seats,
    st.booleans(),
    st.none() | words.map(lambda word: word.replace(" ", "-") or "x"),
)


def acts_of(heading):
    if heading is Heading.MUS:
        discards = st.lists(st.tuples(seats, st.integers(0, 9)), max_size=5).map(tuple)
        one = st.builds(MusAct, seats, st.booleans()) | st.builds(Discards, discards)
    elif heading in (Heading.PARES, Heading.JUEGO):
        one = announcements | st.builds(Bet, calls)
    elif heading is Heading.GRANDE:
        one = st.builds(
            lambda call, both: Bet(call, a_las_dos=both and call.said is Said.BET),
            calls,
            st.booleans(),
        )
    else:
        one = st.builds(Bet, calls)
    return st.builds(Acts, st.just(heading), st.lists(one, max_size=7).map(tuple))


clauses = st.sampled_from([clause for clause in CLAUSES if clause.startswith("M-")])
lines = st.one_of(
    st.sampled_from(Heading).flatmap(acts_of),
    st.builds(Fault, clauses, seats, words),
    st.builds(Claim, clauses, seats, words),
    st.builds(
        WrittenDown, st.lists(st.tuples(st.sampled_from(Lance), seats), max_size=5).map(tuple)
    ),
    st.builds(Comment, words),
)
written = st.builds(
    lambda deal, before, body: Record(
        (("Tanteo", f"{before[0]}-{before[1]}"), ("Cartas", str(deal))), deal, before, (), body
    ),
    deals,
    scores,
    st.lists(lines, max_size=10).map(tuple),
)


class TestAnyRecord:
    @settings(max_examples=examples(50))
    @given(written)
    def test_is_read_back_as_it_was_written_and_ruled_on(self, record):
        # What was announced and what was refused is read by its place, so it may be several.
        for reading in readings(dump(record)):
            assert parse_record(dump(reading)) == reading
            assert (reading.deal, reading.before) == (record.deal, record.before)
            assert len(reading.lines) == len(record.lines)
            replay(reading)


RECORDS = [text for article in ARTICLES for text in texts(article)]
PARTS = [
    *('[Cartas "A1:RR31 CS64 5541 777S"]', '[Tanteo "10-10"]', "[", "]", '"', "\n", "\r\n", " "),
    *("M:", "G:", "C:", "P:", "J:", "N:", "#M-VII.1 A1 x", "? M-V.9 B2", "= grande:A1", "; ñ"),
    *("A1e", "B1q", "A2n", "B2s", "A1s!31", "B1+2", "A1o", "A1m", "B1x", "d A1:2", "??", "A1-"),
    *("\t", "\0", "\u2028", "\u00a0", "٣", "𝟙", "🂡", "\ufeff", '[Opciones "stones=30"]', "-"),
]
LONGEST = 10_000
LONG_AGO = 2  # seconds of the processor, of which the slowest takes some hundredths


class TestAnyText:
    def read(self, text):
        """Read or refused, with a place that is in the text."""
        began = time.process_time()
        error, found = None, ()
        try:
            found = readings(text)
        except NotationError as refused:
            error = refused
        assert time.process_time() - began < LONG_AGO
        if error is not None:
            of_text = text.split("\n")
            assert 1 <= error.line <= len(of_text)
            assert 1 <= error.column <= len(of_text[error.line - 1]) + 1
            assert error.code.startswith("mus.")
        assert all(parse_record(dump(record)) == record for record in found[:4])

    @settings(max_examples=examples(100))
    @given(st.text(max_size=300))
    def test_is_refused_with_its_place(self, text):
        self.read(text)

    @settings(max_examples=examples(100))
    @given(st.lists(st.sampled_from(PARTS), max_size=40), st.sampled_from(["", " ", "\n"]))
    def test_made_of_what_the_notation_is_made_of(self, parts, between):
        self.read(between.join(parts))

    @settings(max_examples=examples(60))
    @given(
        st.lists(st.sampled_from(PARTS), max_size=6),
        st.lists(st.sampled_from(PARTS), min_size=1, max_size=4),
        st.sampled_from(["", " ", "\n"]),
    )
    def test_of_ten_thousand_characters_takes_no_time(self, head, part, between):
        text = "\n".join(head) + "\n" + between.join(part * (LONGEST // len(part)))
        self.read(text[:LONGEST])

    @settings(max_examples=examples(100))
    @given(
        st.sampled_from(RECORDS),
        st.lists(
            st.tuples(st.integers(0, 600), st.integers(0, 30), st.sampled_from(PARTS) | words),
            max_size=6,
        ),
    )
    def test_that_was_a_record_before_it_was_spoilt(self, text, changes):
        for place, cut, put in changes:
            text = text[:place] + put + text[place + cut :]
        self.read(text)
