"""Codes in the source and in the tables are the same, so that no page lacks a sentence."""

import ast
from pathlib import Path

import pytest

import rules
from rules.errors import REFUSALS, RuleViolation
from rules.findings import Finding, FindingKind, Severity, of_severity, stops_filing
from rules.mus.findings import KINDS

REFUSAL_KINDS = ("RuleViolation", "IllegalMove", "NotationError", "AmbiguousRecord")
SOURCES = sorted(Path(rules.__file__).parent.rglob("*.py"))


def calls(name):
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == name
            ):
                yield node


def test_every_refusal_raised_is_in_the_table_with_its_facts():
    seen = set()
    for call in (call for kind in REFUSAL_KINDS for call in calls(kind)):
        code = ast.literal_eval(call.args[0])
        facts = {keyword.arg for keyword in call.keywords} - {"clause", "candidates"}
        assert REFUSALS[code] == facts, code
        seen.add(code)
    assert seen == set(REFUSALS)


def test_every_finding_made_is_in_the_table_with_its_facts():
    for call in calls("found"):
        if isinstance(call.args[0], ast.Constant):
            code = call.args[0].value
            assert KINDS[code].facts == {keyword.arg for keyword in call.keywords}, code


def test_the_rules_use_no_clock_and_no_django():
    for source in SOURCES:
        text = source.read_text(encoding="utf-8")
        assert ".now(" not in text and ".today(" not in text, source
        assert "import django" not in text and "from django" not in text, source


class TestFinding:
    def test_facts_cannot_be_changed(self):
        facts = {"board": 1}
        finding = Finding("x", Severity.WARNING, "M-D.1", facts)
        facts["board"] = 2
        assert finding.facts == {"board": 1}
        with pytest.raises(TypeError):
            finding.facts["board"] = 3

    def test_kind_insists_on_its_facts(self):
        kind = FindingKind("x", Severity.ERROR, "M-D.1", frozenset({"board"}))
        assert kind.found(board=1).facts == {"board": 1}
        with pytest.raises(TypeError):
            kind.found()
        with pytest.raises(TypeError):
            kind.found(board=1, side="HOME")

    def test_goes_to_json(self):
        finding = Finding("x", Severity.COMMITTEE, "M-D.5", {"boards": (1, 2)})
        assert finding.with_facts(side="HOME").to_mapping() == {
            "code": "x",
            "severity": "COMMITTEE",
            "clause": "M-D.5",
            "facts": {"boards": [1, 2], "side": "HOME"},
        }

    def test_only_errors_stop_the_filing(self):
        findings = [Finding("x", severity, "M-D.1") for severity in Severity]
        assert stops_filing(findings)
        assert not stops_filing(findings[1:])
        assert of_severity(findings, Severity.COMMITTEE) == findings[2:]


def test_refusal_tells_its_facts():
    refusal = RuleViolation("x.y", clause="M-D.1", game=3)
    assert str(refusal) == "x.y (game=3)"
    assert (refusal.code, refusal.clause, refusal.facts) == ("x.y", "M-D.1", {"game": 3})
