"""Every refusal of this app can be told to people."""

import re
from pathlib import Path

import league
from league.forms.regulation import asked_options
from league.labels import CRITERIA, OPTIONS, SEASON_STATES
from league.refusals import Refused
from league.sentences import known, sentence
from league.standings import CRITERIA as KNOWN_CRITERIA
from league.states.season import SEASON, SeasonState
from rules.errors import REFUSALS
from rules.registry import DISCIPLINES

_FOLDER = Path(league.__file__).parent
_RAISED = re.compile(r"(?:Refused|_Refuse|Refusal)\(\s*\"([a-z_]+\.[a-z_.]+)\"")


def raised() -> set[str]:
    return {
        code
        for path in _FOLDER.rglob("*.py")
        for code in _RAISED.findall(path.read_text(encoding="utf-8"))
    }


def test_every_code_raised_here_has_a_sentence() -> None:
    codes = raised()
    assert len(codes) > 40
    assert codes <= known()


def test_what_a_season_s_rules_refuse_has_one_too() -> None:
    asked = {code for code in REFUSALS if not code.startswith("mus.")}
    assert asked <= known()


def test_every_move_of_a_season_that_is_refused_has_one() -> None:
    assert f"{SEASON.name}.move_refused" in known()


def test_sentences_say_the_facts() -> None:
    refused = Refused("registration.slot_spent", slot=4, team="La Ñora")
    assert sentence(refused) == "La ficha 4 de La Ñora está gastada por una baja. Elegir otra."


def test_every_stored_word_has_a_label() -> None:
    assert set(SEASON_STATES) == set(SeasonState)
    assert set(CRITERIA) == set(KNOWN_CRITERIA)
    for rules in DISCIPLINES.values():
        assert {option.key for option in asked_options(rules)} <= set(OPTIONS)
