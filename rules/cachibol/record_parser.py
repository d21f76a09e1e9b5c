"""Reading the record of a match.

Bracketed tags first, then what happened, on lines by kind; comments on lines of their own.

    [Reglamento "…"] [Encuentro "…"] [Cancha "…"]               free text
    [Local "1 2 3 4 5 6 7 8"] [Visitante "…"]                   the shirts on the sheet
    [Opciones "key=value; …"]
    T: L s d          toss: winner, what he takes, what his rival takes
                      s serve, r receive, i left end, d right end
    F: L 1 2 3 4 5 6  position slip: the shirts at positions 1 to 6
    S: acts           the set, L home and V away:
       L              the home side wins the rally
       Lx15.3         a fault of the home side, by its rule
       Lc7>9 Lc7>9!   9 enters for 7; ! in an emergency
       Lt             time-out
       Ly7 Lr7 Le7 Ld7 LyE   yellow, red, both together, both apart; E coach, A assistant,
                      M doctor; Ld7=s Ld7=m: the set or the match is lost
       Ln1 Ln2        first and second default
       Lqs Lqm        will not go on: the set or the match
       La Li          aggression, impersonation
    ; comment

Cards, defaults, refusals, aggression and impersonation stand on a line `S:` between sets too.
"""

import re
from collections.abc import Callable, Iterator

from rules.cachibol.acts import (
    Act,
    Aggression,
    Card,
    Default,
    Impersonation,
    Person,
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
from rules.cachibol.options import CACHIBOL, Options
from rules.cachibol.record import CARDS, CHOICES, LOSES, SIDES, Acts, Comment, Heading, Line, Record
from rules.errors import NotationError, RuleViolation

TAGS = ("Reglamento", "Encuentro", "Cancha", "Local", "Visitante", "Opciones")
LARGEST_SHIRT = 99  # what the notation holds; C-5 asks for 1 to 18, and the roster checks it

_TAG = re.compile(r'\[(?P<name>\w+) +"(?P<value>[^"\]]*)"\]')
_HEADING = re.compile(r"(?P<heading>[TFS]):")
_WORD = re.compile(r"\S+")
_TOSS = re.compile(r"(?P<winner>[LV]) +(?P<choice>[srid]) +(?P<rival>[srid])")
_SLIP = re.compile(r"(?P<side>[LV])(?P<shirts>(?: +\d{1,2}){6})")
_SHIRTS = re.compile(r"\d{1,2}(?: +\d{1,2})*")
_SET = re.compile(
    r"(?P<side>[LV])(?:"
    r"x(?P<rule>\d{1,2}\.\d{1,2})"
    r"|c(?P<out>\d{1,2})>(?P<into>\d{1,2})(?P<emergency>!)?"
    r"|(?P<timeout>t)"
    r"|(?P<card>[yred])(?P<person>\d{1,2}|[EAM])(?:=(?P<loses>[sm]))?"
    r"|n(?P<default>[12])"
    r"|q(?P<refusal>[sm])"
    r"|(?P<aggression>a)"
    r"|(?P<impersonation>i)"
    r")?"
)
_SIDE = {sign: side for side, sign in SIDES.items()}
_CHOICE = {sign: choice for choice, sign in CHOICES.items()}
_CARD = {sign: card for card, sign in CARDS.items()}
_LOSES = {sign: loses for loses, sign in LOSES.items()}
_SHOWN = 12  # characters of what cannot be read that the error repeats


def parse_record(text: str) -> Record:
    """Read a record. Raises NotationError, with line and column, at the first thing that cannot be
    read; whether what it says was allowed is another question."""
    tags: dict[str, tuple[str, int, int]] = {}
    lines: list[Line] = []
    for number, whole in enumerate(text.split("\n"), start=1):
        line = whole.strip()
        column = 1 + len(whole) - len(whole.lstrip())
        if line.startswith("["):
            _read_tags(tags, line, number, column)
        elif line:
            lines.append(_read_line(line, number, column))
    return Record(
        tags=tuple((name, value) for name, (value, _line, _column) in tags.items()),
        home=_read_roster(tags, "Local"),
        away=_read_roster(tags, "Visitante"),
        settings=tuple(_read_settings(tags)),
        lines=tuple(lines),
    )


def _read_tags(tags: dict[str, tuple[str, int, int]], line: str, number: int, column: int) -> None:
    offset = 0
    while offset < len(line):
        found = _TAG.match(line, offset)
        if found is None:
            raise NotationError(
                "cachibol.record.tag_unreadable",
                line=number,
                column=column + offset,
                value=line[offset : offset + _SHOWN],
            )
        name = found["name"]
        if name not in TAGS or name in tags:
            raise NotationError(
                "cachibol.record.tag_unknown_or_repeated",
                line=number,
                column=column + found.start("name"),
                tag=name[:_SHOWN],
            )
        tags[name] = (found["value"], number, column + found.start("value"))
        offset = found.end()
        while offset < len(line) and line[offset] == " ":
            offset += 1


def _read_roster(tags: dict[str, tuple[str, int, int]], name: str) -> frozenset[int] | None:
    if name not in tags:
        return None
    value, line, column = tags[name]
    shirts = [int(word) for word in value.split()] if _SHIRTS.fullmatch(value.strip()) else []
    if not shirts or len(set(shirts)) != len(shirts):
        raise NotationError(
            "cachibol.record.roster_unreadable", line=line, column=column, value=value[:_SHOWN]
        )
    return frozenset(shirts)


def _read_settings(tags: dict[str, tuple[str, int, int]]) -> Iterator[tuple[str, str | int]]:
    if "Opciones" not in tags:
        return
    whole, line, column = tags["Opciones"]
    settings: dict[str, str | int] = {}
    for part in filter(None, map(str.strip, whole.split(";"))):
        key, sign, value = (piece.strip() for piece in part.partition("="))
        if not sign or key in settings:
            raise NotationError(
                "cachibol.record.option_unreadable", line=line, column=column, value=part[:_SHOWN]
            )
        settings[key] = int(value) if value.isascii() and value.isdigit() else value
    try:
        Options.from_mapping(CACHIBOL.to_mapping() | settings)
    except RuleViolation as refusal:
        raise NotationError(
            "cachibol.record.option_refused", line=line, column=column, refusal=refusal.code
        ) from None
    yield from settings.items()


def _read_line(line: str, number: int, column: int) -> Line:
    if line.startswith(";"):
        return Comment(line[1:].strip())
    found = _HEADING.match(line)
    if found is None:
        raise NotationError(
            "cachibol.record.line_unreadable", line=number, column=column, value=line[:_SHOWN]
        )
    heading = Heading(found["heading"])
    offset = found.end()
    rest = line[offset:]
    if heading is Heading.SET:
        return Acts(heading, tuple(_read_set(rest, number, column + offset)))
    pattern, read = _ALONE[heading]
    alone = pattern.fullmatch(rest.strip())
    if alone is None:
        raise NotationError(
            "cachibol.record.act_unreadable", line=number, column=column, value=line[:_SHOWN]
        )
    return Acts(heading, (read(alone),))


def _toss(found: re.Match[str]) -> Act:
    return Toss(_SIDE[found["winner"]], _CHOICE[found["choice"]], _CHOICE[found["rival"]])


def _slip(found: re.Match[str]) -> Act:
    return Slip(_SIDE[found["side"]], tuple(map(int, found["shirts"].split())))


_ALONE: dict[Heading, tuple[re.Pattern[str], Callable[[re.Match[str]], Act]]] = {
    Heading.TOSS: (_TOSS, _toss),
    Heading.SLIP: (_SLIP, _slip),
}


def _read_set(text: str, number: int, column: int) -> Iterator[Act]:
    for word in _WORD.finditer(text):
        found = _SET.fullmatch(word[0])
        if found is None or (found["rule"] and found["rule"] not in CATALOGUE):
            raise NotationError(
                "cachibol.record.act_unreadable",
                line=number,
                column=column + word.start(),
                value=word[0][:_SHOWN],
            )
        yield _act(found)


def _act(found: re.Match[str]) -> Act:
    side = _SIDE[found["side"]]
    if found["rule"]:
        return PlayingFault(side, found["rule"])
    if found["out"]:
        emergency = found["emergency"] is not None
        return Substitution(side, int(found["out"]), int(found["into"]), emergency)
    if found["timeout"]:
        return TimeOut(side)
    if found["card"]:
        return Card(
            side,
            _CARD[found["card"]],
            _person(found["person"]),
            _LOSES[found["loses"]] if found["loses"] else None,
        )
    if found["default"]:
        return Default(side, int(found["default"]))
    if found["refusal"]:
        return Refusal(side, _LOSES[found["refusal"]])
    if found["aggression"]:
        return Aggression(side)
    return Impersonation(side) if found["impersonation"] else Rally(side)


def _person(text: str) -> Person:
    return int(text) if text.isdigit() else Staff(text)
