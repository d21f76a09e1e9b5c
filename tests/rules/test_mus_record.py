"""The record of a deal: read, written back, and where it cannot be read."""

import contextlib
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import AmbiguousRecord, NotationError
from rules.mus import ASTURIAS, Lance, replay
from rules.mus.betting import Betting, Call, Said
from rules.mus.deal import SEATS
from rules.mus.options import LaReal
from rules.mus.played import count_played, holders, play
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
    WrittenDown,
    dump,
)
from rules.mus.record_parser import parse_record, readings

A1, B1, A2, B2 = SEATS

FIRST = """\
[Tanteo "38-33"] [Mano "A1"] [Cartas "A1:RR64 CCS1 7654 3SS2"]
M: A1x
G: A1e B1q
C: A1- B1- A2- B2-
P: A1s B1s A2n B2s  A1- B1- B2-
J: A1n B1s A2n B2s
"""
SECOND = """\
[Tanteo "15-30"] [Mano "B1"] [Cartas "B1:66S4 R3C5 S754 C761"]
M: B1x
G: B1- A2- B2- A1-
C: B1- A2- B2- A1-
P: B1s A2n B2n A1n
J: B1n A2s!pares-de-reyes-y-35 B2n A1n
? M-VII.1 A2
"""
THIRD = """\
[Tanteo "20-22"] [Mano "A1"] [Cartas "A1:RR31 CS64 5541 777S"]
M: A1x
G: A1- B1- A2- B2-
C: A1- B1- A2- B2-
P: A1s B1n A2s B2s  A1e B2n
J: A1s B1n A2n B2s  A1e5 B2q
"""
EVERYTHING = """\
[Reglamento "Asturias"] [Encuentro "Los Ñublos – Peña L'Andecha"]
[Mesa "3"] [Juego "2"]
[Tanteo "0-0"]
[Cartas "B2:RoRcReRb ???????? 1o1c1e1b 4567"] [Opciones "la_real=off; stones=30;"]

; The second pack.
M: B2m A1m B1m A2m   d B2:1 A1:4 B1:2 A2:3   B2m A1x
  #M-III.2 A1   ¿qué digo?
G: B2e& A1+3 B2Q
C: A1q
P: B2s A1n
#M-V.14 B2
P: B1s A2s!dos-pares A2e10 B2+ A2N
J: B2s A1n B1n A2n!ya
N: B2- A1o B1N
= grande:B2 pares:A2
? M-VII.4 A2 no dijo toda la jugada
;
"""
RECORDS = (FIRST, SECOND, THIRD, EVERYTHING)
HEADER = '[Cartas "A1:RR31 CS64 5541 777S"]\n'


def acts(text, heading):
    return [
        act
        for line in parse_record(text).lines
        if isinstance(line, Acts) and line.heading == heading
        for act in line.acts
    ]


def honest(record):
    """The score after a record without faults: its bets, applied one by one."""
    results = {}
    lances = {
        Heading.GRANDE: Lance.GRANDE,
        Heading.CHICA: Lance.CHICA,
        Heading.PARES: Lance.PARES,
        Heading.JUEGO: Lance.JUEGO,
    }
    for line in record.lines:
        if line.heading in lances:
            lance = lances[line.heading]
            betting = Betting(lance, holders(record.deal, lance))
            for act in line.acts:
                if isinstance(act, Bet):
                    betting = betting.after(act.call)
            if betting.bettor is not None:
                results[lance] = betting.finished().result
    options = record.options()
    return count_played(record.before, play(record.deal, results, record.before, options), options)


class TestParseRecord:
    def test_reads_the_tags(self):
        record = parse_record(EVERYTHING)
        assert record.deal.mano is B2
        assert dict(record.tags)["Encuentro"] == "Los Ñublos – Peña L'Andecha"
        assert record.before == (0, 0)
        assert record.settings == (("la_real", "off"), ("stones", 30))
        assert parse_record(FIRST).before == (38, 33)
        assert parse_record(HEADER).before == (0, 0)

    def test_puts_its_options_over_those_of_the_season(self):
        options = parse_record(EVERYTHING).options()
        assert (options.la_real, options.stones) == (LaReal.OFF, 30)
        assert parse_record(FIRST).options() == ASTURIAS

    def test_reads_the_mus(self):
        assert acts(EVERYTHING, Heading.MUS) == [
            *(MusAct(seat, cuts=False) for seat in (B2, A1, B1, A2)),
            Discards(((B2, 1), (A1, 4), (B1, 2), (A2, 3))),
            MusAct(B2, cuts=False),
            MusAct(A1, cuts=True),
        ]

    def test_reads_bets(self):
        assert acts(EVERYTHING, Heading.GRANDE) == [
            Bet(Call(B2, Said.BET), a_las_dos=True),
            Bet(Call(A1, Said.RAISE, 3)),
            Bet(Call(B2, Said.ACCEPT, plural=True)),
        ]
        assert acts(EVERYTHING, Heading.PUNTO) == [
            Bet(Call(B2, Said.PASS)),
            Bet(Call(A1, Said.ORDAGO)),
            Bet(Call(B1, Said.REFUSE, plural=True)),
        ]

    def test_tells_no_from_no_quiero_over_several_lines(self):
        assert acts(EVERYTHING, Heading.PARES) == [
            Announcement(B2, has=True),
            Announcement(A1, has=False),
            Announcement(B1, has=True),
            Announcement(A2, has=True, rectified="dos-pares"),
            Bet(Call(A2, Said.BET, 10)),
            Bet(Call(B2, Said.RAISE)),
            Bet(Call(A2, Said.REFUSE, plural=True)),
        ]
        assert acts(THIRD, Heading.PARES)[-2:] == [
            Bet(Call(A1, Said.BET)),
            Bet(Call(B2, Said.REFUSE)),
        ]
        # Where nobody announces, it answers the bet.
        assert acts(HEADER + "P: A1e B1n", Heading.PARES)[-1] == Bet(Call(B1, Said.REFUSE))

    def test_reads_rectifications(self):
        assert Announcement(A2, has=True, rectified="pares-de-reyes-y-35") in acts(
            SECOND, Heading.JUEGO
        )
        assert acts(EVERYTHING, Heading.JUEGO)[-1] == Announcement(A2, has=False, rectified="ya")

    def test_keeps_faults_claims_and_comments_where_they_happened(self):
        lines = parse_record(EVERYTHING).lines
        assert lines[0] == Comment("The second pack.")
        assert lines[2] == Fault("M-III.2", A1, "¿qué digo?")
        assert lines[6] == Fault("M-V.14", B2)
        assert lines[-3:] == (
            WrittenDown(((Lance.GRANDE, B2), (Lance.PARES, A2))),
            Claim("M-VII.4", A2, "no dijo toda la jugada"),
            Comment(""),
        )

    @pytest.mark.regulation("M-VI.1")
    def test_leads_to_the_scores_of_the_worked_examples_without_faults(self):
        assert (honest(parse_record(FIRST)).score, honest(parse_record(FIRST)).winner) == (
            (40, 33),
            "A",
        )
        assert honest(parse_record(THIRD)).score == (26, 30)
        off = THIRD.replace("]\nM:", '] [Opciones "la_real=off"]\nM:')
        assert honest(parse_record(off)).score == (34, 22)


class TestDump:
    @pytest.mark.parametrize("text", RECORDS)
    def test_is_read_back_as_the_same_record(self, text):
        record = parse_record(text)
        assert parse_record(dump(record)) == record
        assert dump(parse_record(dump(record))) == dump(record)

    def test_is_tidy(self):
        assert dump(parse_record(SECOND)) == SECOND.replace("] [", "]\n[")


class TestNotationError:
    @pytest.mark.parametrize(
        ("text", "code", "line", "column"),
        [
            ("", "record.tag_missing", 1, 1),
            ("M: A1x", "record.tag_missing", 1, 1),
            ('[Cartas "A1:RR31 CS64"]', "notation.not_four_hands", 1, 22),
            ('\n  [Cartas "A1:RR31 CSx4 5541 777S"]', "notation.card_unreadable", 2, 22),
            ('[Cartas "A1:RR31 CS64 5541 777S"', "record.tag_unreadable", 1, 1),
            ('[Mesa "1"] Mesa', "record.tag_unreadable", 1, 12),
            ('[Mesa "1"] [Masa "2"]', "record.tag_unknown_or_repeated", 1, 13),
            ('[Mesa "1"]\n[Mesa "1"]', "record.tag_unknown_or_repeated", 2, 2),
            ('[Mano "B1"]\n' + HEADER, "record.mano_differs", 1, 8),
            ('[Tanteo "38:33"]\n' + HEADER, "record.score_unreadable", 1, 10),
            ('[Opciones "stones=30; la_reina=off"]\n' + HEADER, "record.option_refused", 1, 22),
            ('[Opciones "la_real"]\n' + HEADER, "record.option_refused", 1, 12),
            ('[Opciones "stones=30;stones=35"]\n' + HEADER, "record.option_repeated", 1, 22),
            (HEADER + "X: A1-", "record.line_unreadable", 2, 1),
            (HEADER + "  G A1-", "record.line_unreadable", 2, 3),
            (HEADER + "#M-II.7", "record.line_unreadable", 2, 1),
            (HEADER + "? C-4 A1", "record.line_unreadable", 2, 1),
            (HEADER + "= grande:B2 pares", "record.act_unreadable", 2, 13),
            (HEADER + "= mus:B2", "record.act_unreadable", 2, 3),
            (HEADER + "G: A1- C1-", "record.act_unreadable", 2, 8),
            (HEADER + "G: A1s", "record.act_unreadable", 2, 4),
            (HEADER + "C: A1e&", "record.act_unreadable", 2, 4),
            (HEADER + "G: A1+2&", "record.act_unreadable", 2, 4),
            (HEADER + "G: A1e1234567", "record.act_unreadable", 2, 4),
            (HEADER + "M: A1:2", "record.act_unreadable", 2, 4),
            (HEADER + "M: d A1:2 A1e", "record.act_unreadable", 2, 11),
        ],
    )
    def test_says_where(self, text, code, line, column):
        with pytest.raises(NotationError) as refusal:
            parse_record(text)
        found = refusal.value
        assert (found.code, found.line, found.column) == (f"mus.{code}", line, column)

    @given(
        st.sampled_from(RECORDS),
        st.lists(
            st.tuples(
                st.integers(0, 600),
                st.integers(0, 5),
                st.text(alphabet='AB12smnxqeoQN-+&!:;#?=[]" \nGCPJMd.¡ñ٣', max_size=4),
            ),
            max_size=4,
        ),
    )
    def test_is_all_that_a_spoilt_record_raises(self, text, changes):
        for place, cut, put in changes:
            text = text[:place] + put + text[place + cut :]
        try:
            record = parse_record(text)
        except AmbiguousRecord as ambiguous:
            for record in ambiguous.candidates:
                assert parse_record(dump(record)) == record
            error = ambiguous
        except NotationError as raised:
            error = raised
        else:
            assert parse_record(dump(record)) == record
            return
        lines = text.split("\n")
        assert 1 <= error.line <= len(lines)
        assert 1 <= error.column <= len(lines[error.line - 1]) + 1

    @pytest.mark.parametrize(
        "part", ["[", '[Mesa "', '"', "A1e ", "#M-", "? ", "d A1:2 ", "\n", " ", "P: A1n ", "x"]
    )
    @pytest.mark.parametrize("start", ["", HEADER, HEADER + "G: ", HEADER + "M: "])
    def test_never_takes_long_over_ten_thousand_characters(self, start, part):
        text = start + part * (10_000 // len(part))
        began = time.process_time()
        with contextlib.suppress(NotationError):
            parse_record(text)
        assert time.process_time() - began < 2


class TestAmbiguousRecord:
    TEXT = HEADER + "P: A1s A2s A1e B1n A2- B2n\n"

    def test_no_after_a_bet_may_be_either(self):
        with pytest.raises(AmbiguousRecord) as ambiguous:
            parse_record(self.TEXT.replace(" B2n", ""))
        error = ambiguous.value
        assert (error.code, error.line, error.column) == ("mus.record.ambiguous", 2, 16)
        without, refuses = error.candidates
        assert without.lines[0].acts == (
            *(Announcement(seat, has=True) for seat in (A1, A2)),
            Announcement(B1, has=False),
            Bet(Call(A1, Said.BET)),
            Bet(Call(A2, Said.PASS)),
        )
        assert refuses.lines[0].acts[2] == Announcement(B1, has=True)
        assert Bet(Call(B1, Said.REFUSE)) in refuses.lines[0].acts

    def test_each_reading_is_clear(self):
        found = readings(self.TEXT)
        assert len({dump(record) for record in found}) == 4
        for record in found:
            assert parse_record(dump(record)) == record

    def test_the_readings_are_ruled_on_differently(self):
        # B1 without pares: only A has any, and takes its two kings; refused: a negada besides.
        scores = {replay(record).score for record in readings(HEADER + "P: A1s A2s A1e B1n B2s")}
        assert len(scores) == 2

    @pytest.mark.parametrize("text", [*RECORDS, HEADER + "P: A1s B1s A1e B1n\n"])
    def test_is_no_clear_one(self, text):
        assert readings(text) == (parse_record(text),)

    def test_is_no_more_than_three_doubts_a_lance(self):
        noes = "B1n A2n B2n " * 200
        found = readings(HEADER + f"P: A1s A1e {noes}\nJ: A1s A1e {noes}\n")
        assert len(found) == 2**6
