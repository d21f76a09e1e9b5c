"""Every option decides somewhere, and the report names it there."""

import pytest

from rules.discipline import OptionScope
from rules.mus import ASTURIAS, Options, parse_record, replay
from rules.mus.options import SCHEMA
from rules.mus.other_readings import other_readings
from rules.mus.replayed_mus import replay_mus

PLAIN = '[Tanteo "10-10"] [Cartas "A1:RR64 CC54 7654 SS61"]\n'
TWO_31 = '[Tanteo "{}"] [Cartas "A1:RR64 CCS1 7654 3SS2"]\n'
REAL = '[Tanteo "20-22"] [Cartas "A1:RR31 CS64 5541 777S"]\n'
FEIGNED = '[Cartas "A1:RRR1 CC54 7654 SS61"]\nG: A1e4 B1q\n#M-V.14 A1 a mí no me dicen\n'

# A record for each option of a deal in which it decides: its other readings give something else.
DECIDING = {
    "negada": PLAIN + "G: A1e5 B1+5 A1N\n",
    "negada_when": PLAIN.replace("10-10", "38-39") + "P: A1s B1s A2n B2s A1e B1+2 A1+2 B1N\n",
    "count_order": TWO_31.format("38-33") + "G: A1e B1q\n",
    "ordago_voids_earlier": TWO_31.format("30-35")
    + "G: A1e B1N\nC: B1e10 A1Q\nP: A1s B1s A2n B2s A1o B1Q\n",
    "bets_over_forty": PLAIN + "G: A1e41 B1Q\n",
    "raise_without_number": PLAIN + "G: A1e5 B1+ A1Q\n",
    "a_las_dos_raise": PLAIN + "G: A1e2&\nC: B1+2 A1Q\n",
    "values": PLAIN,
    "passed_extra": PLAIN,
    "refused_values": PLAIN + "N: B1e A1N\n",
    "juego_order": '[Cartas "A1:RCS1 RCSS 7654 6541"]\n',
    "four_equal": '[Cartas "A1:RRRR CC54 7654 SS61"]\n',
    "la_real": REAL,
    "ties": '[Cartas "A1:RC64 3C64 7654 SS61"]\n',
    "void_hand": '[Cartas "A1:RR64 CC54 RR41 SS61"]\n#M-VI.5 A1 al mazo\n',
    "void_hand_bets": FEIGNED,
    "jugada_completa": FEIGNED,
    # A1 is mano; his partner holds the 31. A2 says pares without any.
    "errant_31": '[Cartas "A1:2SC5 3CS1 35C6 7RR1"]\nP: A1n B1n A2s B2s\nJ: A1n B1s A2s B2n\n',
    # A1 is mano with 31; B1, after him, has juego, B2, after his partner, has none.
    "posterior": '[Cartas "A1:RRS1 CCSS 7654 6541"]\n#M-VIII.5 A1 manda pasar\n',
    "about_to_go_out": PLAIN.replace("10-10", "20-36") + "N: A1e5 B1+5 A1N\n",
    "unrectified_pares": TWO_31.format("10-10") + "P: A1n B1s A2n B2s\nJ: A1n B1s A2n B2s\n",
    "best_juego": TWO_31.format("10-10") + "P: A1s B1s A2n B2s\nJ: A1n B1n A2n B2n\nN: A1e B1q\n",
    "first_to_discard": PLAIN + "M: A1m B1m A2m B2m d A1:1 B1:1 A2:1 B2:1 A1x\n",
    "mus_corrido": '[Tanteo "0-0"] [Cartas "A2:RR64 CC54 7654 SS61"]\nM: A1m B1m A2x\n',
    "deck_exhausted": PLAIN
    + "M: A1m B1m A2m B2m d A1:4 B1:4 A2:4 B2:4 A1m B1m A2m B2m d A1:4 B1:4 A2:4 B2:4 A1x\n",
    "kings_and_aces": '[Cartas "A1:RC54 3C64 7654 SS61"]\n',
    "senas": '[Cartas "A1:777S CC54 7654 SS61"]\n#M-II.7 A1 medias antes de tiempo\n',
    "stones": TWO_31.format("38-33") + "G: A1e B1q\n",
}
OF_DEALS = {option.key for option in SCHEMA if option.scope is OptionScope.DEAL}
# Named by default only where it pays; what it does not pay is no line of the report.
SILENT_BY_DEFAULT = {"passed_extra": {"passed_extra": "one"}}


def test_every_option_of_a_deal_has_a_record():
    assert set(DECIDING) == OF_DEALS | {"stones"}


@pytest.mark.parametrize("option", list(DECIDING))
def test_is_named_where_it_decides(option):
    settings = ASTURIAS.to_mapping() | SILENT_BY_DEFAULT.get(option, {})
    options = Options.from_mapping(settings)
    decided = {one.option: one for one in replay(parse_record(DECIDING[option]), options).options}
    assert decided[option].value == settings[option]
    assert decided[option].clause == {line.key: line.clause for line in SCHEMA}[option]


@pytest.mark.parametrize(
    "option",
    [
        option.key
        for option in SCHEMA
        # Those two are about the mus, before any stone.
        if option.key in DECIDING
        and option.alternatives
        and option.key not in ("first_to_discard", "mus_corrido", "stones")
    ],
)
def test_decides_where_it_is_named(option):
    record = parse_record(DECIDING[option])
    others = [other for other in other_readings(record) if other.option == option]
    assert others
    for other in others:
        settings = ASTURIAS.to_mapping() | {option: other.value}
        report = replay(record, Options.from_mapping(settings))
        assert (report.score, report.winner) == (other.score, other.winner)


def test_who_discards_first_is_the_option_alone():
    record = parse_record(DECIDING["first_to_discard"])
    assert replay(record).findings == ()
    settings = ASTURIAS.to_mapping() | {"first_to_discard": "dealer"}
    (found,) = replay(record, Options.from_mapping(settings)).findings
    assert (found.code, found.option) == ("mus.error.illegal_mus_act", "first_to_discard")
    assert replay_mus(parse_record(PLAIN), ASTURIAS) is None


def test_the_third_example_has_its_other_reading():
    record = parse_record(REAL + "P: A1s B1n A2s B2s  A1e B2n\nJ: A1s B1n A2n B2s  A1e5 B2q\n")
    assert replay(record).score == (26, 30)
    found = {
        other.value: other.score for other in other_readings(record) if other.option == "la_real"
    }
    assert found["off"] == (34, 22)


def test_an_option_that_the_record_names_is_varied_too():
    record = parse_record('[Opciones "la_real=off"] ' + REAL)
    assert "sevens_and_jack" in {other.value for other in other_readings(record)}
    assert {one.value for one in replay(record).options if one.option == "la_real"} == {"off"}
