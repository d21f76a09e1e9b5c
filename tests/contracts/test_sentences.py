"""Every refusal that the code can utter has a sentence for people, and the facts that it prints.

The codes are read off the source, wherever they are raised. One that is put together (an f-string)
is held by its beginning; one that is passed on from another refusal was held where it was raised.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import pytest

from league.calendar.errors import REFUSALS as CALENDAR_REFUSALS
from league.calendar.plan import CONFLICTS
from league.machine import Machine
from league.sentences import _SENTENCES, known
from league.states.season import SEASON
from matches.states.acta import ACTA
from matches.states.case import CASE
from matches.states.claim import CLAIM
from matches.states.encounter import ENCOUNTER
from matches.states.postponement import POSTPONEMENT
from matches.states.prize import PRIZE
from matches.states.sanction import FINE, SANCTION
from rules.errors import REFUSALS

ROOT = Path(__file__).resolve().parent.parent.parent
SAYS_NO = {"Refused", "_Refuse", "Refusal"}
# Raised below the services and told by them, as they come.
BELOW = {"StandingsError": "standings.scheme.", "RuleViolation": "options."}
_PLACE = re.compile(r"%\((\w+)\)")


@dataclass(frozen=True)
class Uttered:
    """A call that makes a refusal: where, with which code (or its beginning), with which facts."""

    where: str
    maker: str
    code: str
    is_whole: bool
    facts: frozenset[str] | None

    @property
    def is_told(self) -> bool:
        return self.maker in SAYS_NO or self.code.startswith(BELOW[self.maker])


def uttered() -> Iterator[Uttered]:
    for path in [*ROOT.glob("league/**/*.py"), *ROOT.glob("matches/**/*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and _name(node) in {*SAYS_NO, *BELOW}:
                found = _read(node, f"{path.relative_to(ROOT)}:{node.lineno}")
                if found is not None:
                    yield found


def _read(call: ast.Call, where: str) -> Uttered | None:
    first = call.args[0]
    facts = None
    if all(word.arg for word in call.keywords):
        facts = frozenset(str(word.arg) for word in call.keywords)
    if isinstance(first, ast.Constant):
        return Uttered(where, _name(call), str(first.value), True, facts)
    if isinstance(first, ast.JoinedStr):
        head = first.values[0]
        assert isinstance(head, ast.Constant), f"{where}: a code that begins with a variable"
        return Uttered(where, _name(call), str(head.value), False, None)
    passed_on = isinstance(first, ast.Attribute) and first.attr == "code"
    passed_on = passed_on or (isinstance(first, ast.Name) and first.id == "code")
    assert passed_on, f"{where}: a code that nobody can read off the source"
    return None


def _name(call: ast.Call) -> str:
    made = call.func
    return made.attr if isinstance(made, ast.Attribute) else getattr(made, "id", "")


TOLD = sorted((one for one in uttered() if one.is_told), key=lambda one: (one.code, one.where))


def test_the_source_was_read() -> None:
    assert len({one.code for one in TOLD}) > 150


def test_every_code_has_a_sentence() -> None:
    silent = [
        f"{one.code} at {one.where}"
        for one in TOLD
        if one.code not in known()
        and (one.is_whole or not any(code.startswith(one.code) for code in known()))
    ]
    assert silent == []


def test_every_sentence_is_raised_with_the_facts_that_it_prints() -> None:
    short = [
        f"{one.code} at {one.where} lacks {missing}"
        for one in TOLD
        if one.is_whole and one.facts is not None and one.maker == "Refused"
        for missing in [set(_PLACE.findall(str(_SENTENCES[one.code]))) - one.facts]
        if missing
    ]
    assert short == []


@pytest.mark.parametrize(
    "machine",
    [SEASON, ENCOUNTER, ACTA, CASE, CLAIM, POSTPONEMENT, SANCTION, FINE, PRIZE],
    ids=lambda machine: machine.name,
)
def test_every_machine_can_say_that_it_has_moved_on(machine: Machine[StrEnum, StrEnum]) -> None:
    assert f"{machine.name}.move_refused" in known()


def test_what_the_rules_and_the_calendar_refuse_has_one() -> None:
    assert set(REFUSALS) <= known()
    assert known() >= CALENDAR_REFUSALS | CONFLICTS


def test_every_reason_against_a_player_has_one() -> None:
    tree = ast.parse((ROOT / "matches/eligibility.py").read_text(encoding="utf-8"))
    reasons = {
        str(ast.literal_eval(node.args[0]))
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and _name(node) == "Reason"
    }
    assert len(reasons) >= 4
    assert {f"eligibility.{code}" for code in reasons} <= known()
