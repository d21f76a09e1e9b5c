"""Nothing that the engine can say about a deal is without words, and the words find their facts."""

import pytest

from matches import breach_words, record_refusals
from matches.deal_words import (
    ANSWERS,
    FINDINGS,
    HEADINGS,
    NUMBERS,
    OPTIONS,
    PENDING,
    REASONS,
    WAYS,
    act_words,
    answer_words,
    deal_words,
    finding_words,
    reading_words,
    way_words,
)
from matches.record_refusals import card_name, refusal_words, words_of
from rules.errors import REFUSALS, NotationError, RuleViolation
from rules.findings import Fact
from rules.mus import report
from rules.mus.awards import Reason
from rules.mus.breaches import BREACHES
from rules.mus.lances import Lance
from rules.mus.options import SCHEMA
from rules.mus.senas import Sena
from rules.record_report import ReportFinding
from rules.registry import discipline

MUS = discipline("mus")
SETTINGS = MUS.presets[0].settings

EXAMPLE_2 = """[Tanteo "15-30"] [Mano "B1"] [Cartas "B1:66S4 R3C5 S754 C761"]
M: B1x
G: B1- A2- B2- A1-
C: B1- A2- B2- A1-
P: B1s A2n B2n A1n
J: B1n A2s!pares-de-reyes-y-35 B2n A1n
? M-VII.1 A2
"""
EXAMPLE_3 = """[Tanteo "20-22"] [Mano "A1"] [Cartas "A1:RR31 CS64 5541 777S"]
M: A1x
G: A1- B1- A2- B2-
C: A1- B1- A2- B2-
P: A1s B1n A2s B2s  A1e B2n
J: A1s B1n A2n B2s  A1e5 B2q
"""


def words(text: str, **settings: str):
    ruled_with = dict(SETTINGS) | settings
    return deal_words(MUS.rule_on(text, ruled_with), code="mus", settings=ruled_with)


class TestEveryCodeHasWords:
    def test_findings(self) -> None:
        assert set(FINDINGS) == set(report.MISTAKES)
        assert set(ANSWERS) == set(report.ANSWERS)

    def test_reasons_and_lances(self) -> None:
        assert set(REASONS) == {reason.value for reason in Reason}
        assert set(HEADINGS) == {lance.value for lance in Lance}

    def test_pending_decisions(self) -> None:
        assert set(PENDING) == set(report.PENDING)

    def test_ways_to_decide(self) -> None:
        assert set(WAYS) == {way for ways in report.PENDING.values() for way in ways}

    def test_breaches_and_senas(self) -> None:
        assert set(breach_words.SENTENCES) == set(BREACHES)
        assert set(breach_words.SENAS) == {sena.value for sena in Sena}

    def test_refusals(self) -> None:
        told = {code for code in REFUSALS if code.startswith("mus.")}
        assert set(record_refusals.SENTENCES) == told

    def test_options_and_their_values(self) -> None:
        for option in SCHEMA:
            if option.key == "partida_format":
                continue  # the format of a partida is told elsewhere
            for value in (option.default, *option.alternatives):
                assert reading_words(option.key, value)
        assert {*OPTIONS, *NUMBERS} == {option.key for option in SCHEMA} - {"partida_format"}


def _some(fact: str) -> Fact:
    known: dict[str, Fact] = {
        "card": "Ro",
        "seats": ("A1", "B2"),
        "lance": "pares",
        "said": "bet",
        "act": "A1e5",
        "first": "A1o",
    }
    return known.get(fact, 4)


@pytest.mark.parametrize("code", sorted(record_refusals.SENTENCES))
def test_a_refusal_is_told_with_the_facts_that_come_with_it(code: str) -> None:
    told = words_of(code, {fact: _some(fact) for fact in REFUSALS[code]})
    assert told.endswith(".") and "%(" not in told


@pytest.mark.parametrize("code", sorted(report.MISTAKES))
def test_a_finding_is_told_with_the_facts_that_come_with_it(code: str) -> None:
    facts = {fact: _some(fact) for fact in report.MISTAKES[code]}
    told = finding_words(ReportFinding(code, "M-VI.1", "A1", "pares", facts=facts))
    assert told.endswith(".") and "%(" not in told and "A1e" not in told


@pytest.mark.parametrize("code", sorted(report.ANSWERS))
def test_an_answer_is_told_with_the_facts_that_come_with_it(code: str) -> None:
    facts = {fact: _some(fact) for fact in report.ANSWERS[code]}
    told = answer_words(code, facts, "A1", "pares")
    assert told.endswith(".") and "%(" not in told


@pytest.mark.parametrize("code", sorted(BREACHES))
def test_a_breach_is_told_with_the_facts_that_come_with_it(code: str) -> None:
    lance = {"lance": "chica", "asked": "pares", "until": "grande"}
    facts = {fact: lance.get(fact, "medias") for fact in BREACHES[code].facts}
    facts |= dict.fromkeys(BREACHES[code].facts & {"card", "expected"}, "7")
    told = breach_words.breach_words(code, facts)
    assert told.endswith(".") and "%(" not in told


@pytest.mark.parametrize(
    ("card", "name"),
    [("Ro", "rey de oros"), ("1e", "as de espadas"), ("S", "sota"), ("??", "carta sin saber")],
)
def test_card_name(card: str, name: str) -> None:
    assert card_name(card) == name


def test_where_a_record_cannot_be_read_it_says_what_goes_there() -> None:
    with pytest.raises(NotationError) as refused:
        MUS.rule_on(EXAMPLE_3.replace("777S", "777Z"), SETTINGS)
    assert refusal_words(refused.value).startswith("«Z» no es una carta.")


def test_a_refusal_that_is_no_matter_of_mus_has_its_own_sentence() -> None:
    with pytest.raises(RuleViolation) as refused:
        MUS.rule_on("x" * 5_000, SETTINGS)
    assert "caben 4000" in refusal_words(refused.value)
    with pytest.raises(RuleViolation) as refused:
        MUS.rule_on(EXAMPLE_3, {})
    assert refusal_words(refused.value).endswith(".")


class TestDealWords:
    def test_each_line_has_its_stones_under_its_pair(self) -> None:
        told = words(EXAMPLE_3)
        assert [(line.heading, line.a, line.b) for line in told.lines] == [
            ("Pares", "+1", ""),
            ("Grande", "+1", ""),
            ("Chica", "+1", ""),
            ("Pares", "+3", ""),
            ("Juego", "", "+5"),
            ("Juego", "", "+3"),
        ]
        assert told.lines[0].reason == "envite no querido"
        assert told.lines[4].reason == "envite querido; gana la Real"
        assert (told.before, told.score, told.winner) == ((20, 22), (26, 30), "")

    def test_an_option_that_decided_is_named_as_the_default_that_it_is(self) -> None:
        assert any(
            reading.startswith("Por defecto, la Real son tres sietes y una sota")
            for reading in words(EXAMPLE_3).readings
        )
        other = words(EXAMPLE_3, la_real="sevens_and_king")
        assert not any(one.startswith("Por defecto, la Real") for one in other.readings)

    def test_an_option_of_the_season_or_of_the_record_is_named_so(self) -> None:
        season = words(EXAMPLE_3, negada="always_one")
        assert "En esta temporada, la negada es siempre una piedra." in season.readings
        record = words('[Opciones "la_real=off"] ' + EXAMPLE_3)
        assert "Según este registro, no se juega la Real." in record.readings

    def test_what_was_wrong_is_a_sentence_with_its_clause(self) -> None:
        told = words(EXAMPLE_2)
        assert [(one.text, one.clause) for one in told.findings] == [
            ("A2 tenía pares y no los cantó.", "M-VII.1")
        ]
        assert [(one.text, one.clause) for one in told.claims] == [("A2", "M-VII.1")]
        assert told.score == (19, 32)

    def test_a_mistake_put_right_in_time_says_so(self) -> None:
        told = words(EXAMPLE_3.replace("P: A1s B1n A2s B2s", "P: A1n B1n A2s B2s A1s!reyes"))
        assert told.findings[0].text.endswith(
            "al cantar pares y rectificó a tiempo: no cuesta nada."
        )
        assert not told.findings[0].costs

    def test_what_is_open_gives_each_way_with_what_it_comes_to(self) -> None:
        told = words(EXAMPLE_3.replace("A1e5 B2q", "A1e5"))
        (open_,) = told.pending
        assert open_.text == "El registro no dice cómo acabó el envite a juego."
        assert [(way.text, way.stones, way.score) for way in open_.ways] == [
            ("el envite no se quiso", "Pareja A +4", "30–22"),
            ("el envite se quiso", "Pareja B +8", "26–30"),
        ]

    def test_a_way_of_two_decisions_says_both(self) -> None:
        assert way_words("accepted.bets_fall") == (
            "el envite se quiso; los envites caen y se cuenta en paso"
        )

    @pytest.mark.parametrize(
        ("name", "words"),
        [
            ("A1e5", "vale lo que dijo A1 (envido 5)"),
            ("A1e4&", "vale lo que dijo A1 (envido 4 a las dos)"),
            ("A+3 B+1", "A apunta 3, B apunta 1"),
            ("A+3/2", "A apunta 3"),
            ("B!", "gana el juego B"),
            ("+0", "no apunta nadie"),
        ],
    )
    def test_a_way_that_is_said_or_given(self, name: str, words: str) -> None:
        assert way_words(name) == words

    def test_what_was_claimed_has_its_answer(self) -> None:
        (claim,) = words(EXAMPLE_2).claims
        assert claim.answer.startswith("La reclamación contra A2")

    def test_what_was_written_down_is_compared(self) -> None:
        told = words(EXAMPLE_3 + "= grande:B1 chica:A1\n")
        assert told.written[0].text.startswith("Lo de grande se apuntó a quien no era")
        assert told.written[0].costs

    def test_a_deal_that_is_dealt_again(self) -> None:
        record = EXAMPLE_3.split("G:")[0] + "#M-I.8 A1\n"
        assert words(record).redeal

    def test_act_words(self) -> None:
        assert (act_words("B2N"), act_words("??")) == ("no queremos", "??")
        assert (act_words("B2:n"), act_words("B2:s")) == ("no", "sí")
