"""The engine on the phone says what the one on the server says, field by field, after every act."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from rules.cachibol import parse_record
from rules.cachibol.acts import (
    Aggression,
    Card,
    CardKind,
    Choice,
    Default,
    Impersonation,
    Loses,
    PlayingFault,
    Rally,
    Refusal,
    Slip,
    Staff,
    Substitution,
    TimeOut,
    Toss,
)
from rules.cachibol.faults import CATALOGUE
from rules.cachibol.match import apply
from rules.cachibol.match_sheet import CachibolSheet, read_act, state_of
from rules.cachibol.options import CACHIBOL, SCHEMA, Options
from rules.cachibol.record import written
from rules.cachibol.state import Match, Phase, changes_possible
from rules.errors import IllegalMove
from rules.formats import Side

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "league/static/js/scoresheet/engine.js"
RECORDS = ROOT / "tests/rules/cachibol/records"
RANDOM_MATCHES = 300
NAMES = "{start, apply, read, stateOf, IllegalMove}"
PLAY = """(text) => JSON.stringify(JSON.parse(text).map(({rules, home, away, acts}) => {
    let match = start(rules, home, away);
    return acts.map((text) => {
        try {
            match = apply(match, read(text));
            return stateOf(match);
        } catch (refusal) {
            if (!(refusal instanceof IllegalMove)) throw refusal;
            return {code: refusal.code, clause: refusal.clause, facts: refusal.facts};
        }
    });
}))"""


def told(match: Match, texts: list[str]) -> Iterator[Any]:
    """After each act the state, or why it was refused."""
    for text in texts:
        try:
            match = apply(match, read_act(text))
        except IllegalMove as move:
            facts = {key: value for key, value in move.facts.items() if key != "clause"}
            yield {"code": move.code, "clause": move.clause, "facts": facts}
        else:
            yield state_of(match)


def of_records() -> Iterator[tuple[Match, list[str]]]:
    for path in sorted(RECORDS.glob("*.txt")):
        for block in path.read_text(encoding="utf-8").split("\n\n"):
            if "[Encuentro" not in block:
                continue
            record = parse_record(block)
            match = Match(record.options(), record.home, record.away)
            yield match, [written(act) for act in record.acts]


def options_of(dice: random.Random) -> Options:
    """Any value that a season may choose, none more likely than another."""
    chosen: dict[str, Any] = {}
    for option in SCHEMA:
        known = (option.default, *option.alternatives)
        chosen[option.key] = dice.choice(known)
    chosen |= {
        "match_format": dice.choice(["best_of=1", "best_of=3", "best_of=3", "best_of=5"]),
        "set_points": dice.choice([5, 10]),
        "deciding_points": dice.choice([5, 10]),
        "cap_points": dice.choice([10, 15]),
        "substitutions": dice.choice([0, 2, 6]),
        "time_outs": dice.choice([0, 1, 2]),
    }
    return Options.from_mapping(chosen)


def act_of(dice: random.Random, match: Match) -> Any:
    """Mostly what may happen now, and now and then what may not."""
    side = dice.choice(list(Side))
    roll = dice.random()
    shirts = [dice.randint(1, 13) for _ in range(2)]
    if roll < 0.02:
        return dice.choice(
            [
                Default(side, dice.choice([1, 2])),
                Refusal(side, dice.choice(list(Loses))),
                Aggression(side),
                Impersonation(side),
            ]
        )
    if match.phase is Phase.TOSS:
        return Toss(side, dice.choice(list(Choice)), dice.choice(list(Choice)))
    if match.phase is Phase.SLIPS:
        return Slip(side, tuple(dice.sample(range(1, 12), 6)))
    if roll < 0.07:
        person = dice.choice([*shirts, *Staff])
        loses = dice.choice([None, None, None, *Loses])
        return Card(side, dice.choice(list(CardKind)), person, loses)
    if roll < 0.2:
        possible = changes_possible(match, side)
        out, into = dice.choice(possible) if possible and roll < 0.17 else shirts
        return Substitution(side, out, into, emergency=dice.random() < 0.25)
    if roll < 0.25:
        return TimeOut(side)
    if roll < 0.35:
        return PlayingFault(side, dice.choice(sorted(CATALOGUE)))
    must_leave = match.playing.must_leave if match.playing else None
    if must_leave:
        side, shirt = sorted(must_leave)[0]
        bench = sorted(match.bench(side) or [])
        return Substitution(side, shirt, dice.choice(bench) if bench else 1)
    return Rally(side)


def at_random() -> Iterator[tuple[Match, list[str]]]:
    for seed in range(RANDOM_MATCHES):
        dice = random.Random(seed)
        rosters = [frozenset(range(1, dice.choice([9, 12]))) for _ in Side]
        match = Match(options_of(dice), *rosters)
        state, texts = match, []
        while state.phase is not Phase.OVER and len(texts) < 200:
            act = act_of(dice, state)
            texts.append(written(act))
            try:
                state = apply(state, act)
            except IllegalMove:
                continue
        yield match, texts


def test_the_mirror_says_what_the_server_says(page: Page) -> None:
    page.evaluate(f"() => {{ {source()} Object.assign(window, {NAMES}) }}")
    matches = [*of_records(), *at_random()]
    assert len(matches) > RANDOM_MATCHES + 20
    sheet = CachibolSheet()
    asked = [
        {
            "rules": sheet.phone_rules(match.options.to_mapping()),
            "home": sorted(match.home_roster) if match.home_roster else None,
            "away": sorted(match.away_roster) if match.away_roster else None,
            "acts": texts,
        }
        for match, texts in matches
    ]
    answers = json.loads(page.evaluate(PLAY, json.dumps(asked)))
    seen: set[str] = set()
    for (match, texts), answer in zip(matches, answers, strict=True):
        for place, (wanted, got) in enumerate(zip(told(match, texts), answer, strict=True)):
            wanted = json.loads(json.dumps(wanted))
            assert got == wanted, f"{texts[: place + 1]} of {match.options}"
            seen.add(wanted.get("code") or f"{wanted['phase']} {wanted['deciding']}")
    # The dice reach what the rules can say: all but what a fixed list of faults rules out.
    assert {"PLAY True", "OVER False", "SLIPS False", "TOSS True"} <= seen
    assert len([code for code in seen if code.startswith("cachibol.")]) >= 17, sorted(seen)


def source() -> str:
    """The module as a plain script: it imports nothing."""
    text = ENGINE.read_text(encoding="utf-8")
    assert "import " not in text.replace("imported", "")
    return text.replace("export ", "")


def test_the_defaults_of_the_season_are_those_of_the_rules() -> None:
    assert CachibolSheet().phone_rules({})["options"] == CACHIBOL.to_mapping()
