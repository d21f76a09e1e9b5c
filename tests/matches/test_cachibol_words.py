"""Everything that the rules of cachibol can say has words, and all their facts go in."""

import pytest

from matches import cachibol_words
from rules.cachibol.acts import CardKind
from rules.cachibol.faults import CATALOGUE
from rules.cachibol.findings import TABLE
from rules.cachibol.state import Phase
from rules.errors import REFUSALS, RuleViolation
from rules.findings import FindingKind

CODES = sorted(code for code in REFUSALS if code.startswith("cachibol."))
SIDES = {"HOME": "Peña El Órdago", "AWAY": "Casa Ñ"}
SOME = {"side": "HOME", "card": "RED", "loses": "SET", "phase": "PLAY"}


def some(facts: frozenset[str]) -> dict[str, str | int]:
    return {fact: SOME.get(fact, 7) for fact in facts}


def test_every_refusal_finding_fault_card_and_phase_has_words() -> None:
    assert set(cachibol_words.REFUSALS) == set(CODES)
    assert set(cachibol_words.FINDINGS) == {kind.code for kind in TABLE}
    assert set(cachibol_words.FAULTS) == set(CATALOGUE)
    assert set(cachibol_words.CARDS) == set(CardKind)
    assert set(cachibol_words.PHASES) == set(Phase)


@pytest.mark.parametrize("code", CODES)
def test_a_refusal_is_told_with_its_facts(code: str) -> None:
    told = cachibol_words.refusal(RuleViolation(code, **some(REFUSALS[code])))
    assert told.endswith((".", "…"))
    assert "%(" not in told


@pytest.mark.parametrize("kind", TABLE, ids=lambda kind: kind.code)
def test_a_finding_is_told_with_its_facts(kind: FindingKind) -> None:
    told = cachibol_words.finding(kind.found(**some(kind.facts)), SIDES)
    assert "%(" not in told
    assert ("Peña El Órdago" in told) == ("side" in kind.facts)


def test_a_fault_says_when_the_source_cannot_be_trusted() -> None:
    assert "dañado" in cachibol_words.fault("15.7")
    assert "dañado" not in cachibol_words.fault("15.3")
