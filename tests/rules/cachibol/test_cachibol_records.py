"""Records worked out by hand, a file of them: what each must come to stands in its comments."""

from pathlib import Path

import pytest

from rules.cachibol import dump, parse_record, replay

TEXT = (Path(__file__).parent / "records" / "match.txt").read_text(encoding="utf-8")
RECORDS = [block for block in TEXT.split("\n\n") if "[Encuentro" in block]

# fmt: off
pytestmark = pytest.mark.regulation(
    "C-4.2", "C-9", "C-10.1", "C-10.2", "C-10.3", "C-11", "C-12.1", "C-12.2", "C-12.3", "C-13",
    "C-15", "C-16", "C-19.2", "C-19.3", "C-19.4", "C-19.5", "C-19.6", "C-19.7", "C-19.8", "C-19.9",
    "C-19.10", "C-19.11", "C-19.12",
)
# fmt: on


def expected(block):
    """The lines `;>` of a record, as (word, rest)."""
    for line in block.splitlines():
        if line.startswith(";>"):
            word, _, rest = line[2:].strip().partition(" ")
            yield word, rest


def came(report):
    """What a report says, in the words of the file."""
    if report.sets:
        yield "sets", " ".join(f"{home}-{away}" for home, away in report.sets)
    if report.winner is not None or any(report.score):
        yield "score", "{}-{}".format(*report.score)
    now = report.match.playing
    if now is not None:
        server = "L" if now.server == "HOME" else "V"
        yield "now", f"{now.points[0]}-{now.points[1]} server {server}"
    for one in report.refused:
        yield "refused", f"{one.move.code} {one.move.clause}"
    for finding in report.findings:
        yield "found", finding.code


def name(block):
    return block.partition('[Encuentro "')[2].partition('"')[0]


@pytest.mark.parametrize("block", RECORDS, ids=name)
def test_the_record_comes_to_what_was_worked_out(block):
    report = replay(parse_record(block))
    wanted, got = list(expected(block)), list(came(report))
    assert wanted, "a record that says nothing proves nothing"
    for word in ("sets", "now", "refused", "found"):
        assert [rest for key, rest in got if key == word] == [
            rest for key, rest in wanted if key == word
        ]
    for word, rest in wanted:
        if word == "score":
            assert ("score", rest) in got


@pytest.mark.parametrize("block", RECORDS, ids=name)
def test_writing_and_reading_are_inverse(block):
    record = parse_record(block)
    assert parse_record(dump(record)) == record
    assert dump(parse_record(dump(record))) == dump(record)
