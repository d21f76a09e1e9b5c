"""Every finding of the rules has its sentence, and every sentence finds its facts."""

import pytest

from matches.finding_sentences import SENTENCES, finding_sentence, format_words
from rules.findings import Finding
from rules.mus.findings import KINDS

TEAMS = {"HOME": "El Órdago", "AWAY": "Les Xanes"}
NAMES = {7: "Xuacu Ñembro", 8: "Lluisa Viña"}
FACTS = {
    "board": 2,
    "boards": (1, 2),
    "side": "HOME",
    "registration": 7,
    "out": 7,
    "into": 8,
    "format": "first_to=5",
    "ended_as": "REFEREE",
    "awarded_to": "AWAY",
    "winner": "AWAY",
    "seconds": 725,
    "maximum_seconds": 600,
    "started_at": "2026-12-04T21:00:00+00:00",
    "ended_at": "2026-12-04T23:41:00+00:00",
    "now": "2026-12-04T23:42:00+00:00",
}


def test_the_sentences_are_those_of_the_kinds_of_finding() -> None:
    assert set(SENTENCES) == set(KINDS)


@pytest.mark.parametrize("code", sorted(KINDS))
def test_a_sentence_is_told_with_the_facts_of_its_kind_alone(code: str) -> None:
    kind = KINDS[code]
    facts = {key: FACTS.get(key, 4) for key in kind.facts}
    if code in ("mus.partida.impossible_score", "mus.partida.too_many_games"):
        facts["board"] = 2  # within an acta the board is added
    if code == "mus.partida.unfinished":
        facts["board"] = 2
    if code == "mus.sheet.board_unknown":
        facts["boards"] = 4
    told = finding_sentence(
        Finding(code, kind.severity, kind.clause, facts), teams=TEAMS, names=NAMES
    )
    assert told.endswith(".")
    assert "%(" not in told
    assert "HOME" not in told and "first_to" not in told


class TestFindingSentence:
    def test_names_the_player_and_the_team(self) -> None:
        finding = KINDS["mus.partida.refused"].found(board=3, side="AWAY", registration=8)
        told = finding_sentence(finding, teams=TEAMS, names=NAMES)
        assert told.startswith("Mesa 3: Lluisa Viña (Les Xanes) se negó a jugar.")

    def test_tells_moments_in_the_national_hour(self) -> None:
        finding = KINDS["mus.time.in_future"].found(ended_at=FACTS["ended_at"], now=FACTS["now"])
        told = finding_sentence(finding, teams=TEAMS, names=NAMES)
        assert "(00:41)" in told and "00:42" in told

    def test_reads_a_stored_finding(self) -> None:
        stored = KINDS["mus.player.two_seats"].found(registration=7, boards=(1, 3)).to_mapping()
        told = finding_sentence(stored, teams=TEAMS, names=NAMES)
        assert told == "Xuacu Ñembro está en más de una mesa: 1, 3."


@pytest.mark.parametrize(
    ("format", "words"),
    [
        ("first_to=5", "al primero que gana 5 juegos"),
        ("best_of=5", "al mejor de 5 juegos"),
        ("all_played=5", "a 5 juegos, todos jugados"),
    ],
)
def test_format_words(format: str, words: str) -> None:
    assert format_words(format) == words
