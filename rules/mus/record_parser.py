"""Reading the record of one deal.

Bracketed tags first, then a line for each lance; faults, claims and comments on lines of their own,
where they happened.

    [Reglamento "…"] [Encuentro "…"] [Mesa "…"] [Juego "…"]     free text
    [Tanteo "20-22"] [Mano "A1"] [Cartas "A1:RR31 CS64 5541 777S"] [Opciones "key=value; …"]
    M: A1m B1x      d A1:2 B1:1 A2:3 B2:2      m gives mus, x cuts it, d discards
    G: C: N: acts   P: J: announcements, then acts
    act             seat, then - | e[n] | +[n] | q | n | o; Q and N close in the plural;
                    & after e is "a las dos"
    announcement    seat, then s | n; !text puts an earlier one right at that point
    #clause seat text        a fault that the cards cannot show
    ? clause seat text       what is claimed; M-V.9 names whose of two bets the opponents chose
    = lance:seat …           what the table wrote down
    ; comment

On a line of pares or juego `n` is "no" as a player's first word there, and "no quiero" once he has
announced. Where others have announced, he has not, and somebody has bet, it may be either, and the
record is ambiguous. Only [Cartas] has to be there.
"""

import re
from collections.abc import Iterator

from rules.errors import AmbiguousRecord, NotationError, RuleViolation
from rules.formats import Score
from rules.mus.betting import Call, Said
from rules.mus.deal import Seat, parse_deal
from rules.mus.doubts import Doubt, readings_of
from rules.mus.lances import Lance
from rules.mus.options import ASTURIAS, Options
from rules.mus.record import (
    SIGNS,
    Act,
    Acts,
    Announcement,
    Bet,
    Claim,
    Comment,
    Discards,
    Fault,
    Heading,
    Line,
    MusAct,
    Record,
    WrittenDown,
)

TAGS = ("Reglamento", "Encuentro", "Mesa", "Juego", "Tanteo", "Mano", "Cartas", "Opciones")

_SEAT = r"(?P<seat>[AB][12])"
_TAG = re.compile(r'\[(?P<name>\w+) +"(?P<value>[^"\]]*)"\]')
_HEADING = re.compile(r"(?P<heading>[MGCPJN]):")
_MUS = re.compile(_SEAT + r"(?P<said>[mx])")
_THROWN = re.compile(_SEAT + r":(?P<cards>\d)")
_ANNOUNCEMENT = re.compile(_SEAT + r"(?P<has>[sn])(?:!(?P<rectified>\S+))?")
_BET = re.compile(
    _SEAT + r"(?:(?P<said>[-qno])|(?P<plural>[QN])|(?P<bet>[e+])(?P<stones>\d{1,6})?(?P<two>&)?)"
)
_FAULT = re.compile(r"(?P<clause>M-[A-Z]+\.\d{1,2}) +" + _SEAT + r"(?: +(?P<text>.*))?")
_WON = re.compile(r"(?P<lance>[a-z]+):" + _SEAT)
_SCORE = re.compile(r"(?P<a>\d{1,3})-(?P<b>\d{1,3})")
_WORD = re.compile(r"\S+")
_SAID = {sign: said for said, sign in SIGNS.items()}
_SHOWN = 12  # characters of what cannot be read that the error repeats


def parse_record(text: str) -> Record:
    """Read a record. Raises NotationError, with line and column, at the first thing that cannot be
    read, and AmbiguousRecord with the readings where there are several; whether what it says was
    allowed is another question."""
    tags: dict[str, tuple[str, int, int]] = {}
    lines: list[Line] = []
    acts = _ActReader()
    for number, whole in enumerate(text.split("\n"), start=1):
        line = whole.strip()
        column = 1 + len(whole) - len(whole.lstrip())
        if line.startswith("["):
            _read_tags(tags, line, number, column)
        elif line:
            lines.append(_read_line(acts, line, number, column))
    record = _record(tags, tuple(lines))
    if acts.doubts:
        first = acts.doubts[0]
        raise AmbiguousRecord(
            "mus.record.ambiguous",
            candidates=readings_of(record, acts.doubts),
            line=first.line,
            column=first.column,
            value=first.word,
        )
    return record


def readings(text: str) -> tuple[Record, ...]:
    """Every way to read a record, one for a clear one. Raises NotationError for none."""
    try:
        return (parse_record(text),)
    except AmbiguousRecord as ambiguous:
        return tuple(found for found in ambiguous.candidates if isinstance(found, Record))


def _record(tags: dict[str, tuple[str, int, int]], lines: tuple[Line, ...]) -> Record:
    if "Cartas" not in tags:
        raise NotationError("mus.record.tag_missing", line=1, column=1, tag="Cartas")
    value, line, column = tags["Cartas"]
    deal = parse_deal(value, line=line, column=column)
    if "Mano" in tags and tags["Mano"][0] != deal.mano:
        value, line, column = tags["Mano"]
        raise NotationError(
            "mus.record.mano_differs", line=line, column=column, value=value[:_SHOWN]
        )
    return Record(
        tags=tuple((name, value) for name, (value, _line, _column) in tags.items()),
        deal=deal,
        before=_read_score(tags),
        settings=tuple(_read_settings(tags)),
        lines=lines,
    )


def _read_tags(tags: dict[str, tuple[str, int, int]], line: str, number: int, column: int) -> None:
    offset = 0
    while offset < len(line):
        found = _TAG.match(line, offset)
        if found is None:
            raise NotationError(
                "mus.record.tag_unreadable",
                line=number,
                column=column + offset,
                value=line[offset : offset + _SHOWN],
            )
        name = found["name"]
        if name not in TAGS or name in tags:
            raise NotationError(
                "mus.record.tag_unknown_or_repeated",
                line=number,
                column=column + found.start("name"),
                tag=name[:_SHOWN],
            )
        tags[name] = found["value"], number, column + found.start("value")
        offset = found.end()
        while line[offset : offset + 1].isspace():
            offset += 1


def _read_score(tags: dict[str, tuple[str, int, int]]) -> Score:
    if "Tanteo" not in tags:
        return 0, 0
    value, line, column = tags["Tanteo"]
    found = _SCORE.fullmatch(value)
    if found is None:
        raise NotationError(
            "mus.record.score_unreadable", line=line, column=column, value=value[:_SHOWN]
        )
    return int(found["a"]), int(found["b"])


def _read_settings(tags: dict[str, tuple[str, int, int]]) -> Iterator[tuple[str, str | int]]:
    value, line, column = tags.get("Opciones", ("", 1, 1))
    seen: set[str] = set()
    offset = column
    for part in value.split(";"):
        if part.strip():
            key, _equals, set_to = (word.strip() for word in part.partition("="))
            number = set_to.isascii() and set_to.isdigit() and len(set_to) < 4
            setting = int(set_to) if number else set_to
            try:
                Options.from_mapping(ASTURIAS.to_mapping() | {key: setting})
            except RuleViolation as refused:
                raise NotationError(
                    "mus.record.option_refused",
                    line=line,
                    column=offset,
                    key=key[:_SHOWN],
                    refusal=refused.code,
                ) from None
            if key in seen:
                raise NotationError("mus.record.option_repeated", line=line, column=offset, key=key)
            seen.add(key)
            yield key, setting
        offset += len(part) + 1


def _read_line(acts: "_ActReader", line: str, number: int, column: int) -> Line:
    mark, rest = line[0], line[1:].strip()
    if mark == ";":
        return Comment(rest)
    if mark in "#?":
        found = _FAULT.fullmatch(rest)
        if found is not None:
            kind = Fault if mark == "#" else Claim
            return kind(found["clause"], Seat(found["seat"]), (found["text"] or "").strip())
    elif mark == "=":
        return WrittenDown(tuple(_read_won(line, number, column)))
    elif heading := _HEADING.match(line):
        return acts.read(Heading(heading["heading"]), line, heading.end(), number, column)
    raise NotationError(
        "mus.record.line_unreadable", line=number, column=column, value=line[:_SHOWN]
    )


def _read_won(line: str, number: int, column: int) -> Iterator[tuple[Lance, Seat]]:
    for word in _WORD.finditer(line, 1):
        found = _WON.fullmatch(word[0])
        if found is None or found["lance"] not in set(Lance):
            raise _unreadable(word, number, column)
        yield Lance(found["lance"]), Seat(found["seat"])


class _ActReader:
    """Reads lines of acts, and remembers who has announced what: a lance may take several lines."""

    def __init__(self) -> None:
        self._announced: dict[Heading, set[Seat]] = {Heading.PARES: set(), Heading.JUEGO: set()}
        self._bet: set[Heading] = set()
        self.doubts: list[Doubt] = []

    def read(self, heading: Heading, line: str, start: int, number: int, column: int) -> Acts:
        words = list(_WORD.finditer(line, start))
        if heading is Heading.MUS:
            return Acts(heading, tuple(_read_mus(words, number, column)))
        acts: list[Act] = []
        for word in words:
            act = self._announcement(heading, word[0]) or self._read_bet(heading, word[0])
            if act is None:
                raise _unreadable(word, number, column)
            if isinstance(act, Bet) and self._in_doubt(heading, act):
                seat = act.call.seat
                self._announced[heading].add(seat)
                self.doubts.append(Doubt(heading, seat, number, column + word.start(), word[0]))
            acts.append(act)
        return Acts(heading, tuple(acts))

    def _announcement(self, heading: Heading, word: str) -> Announcement | None:
        found = _ANNOUNCEMENT.fullmatch(word)
        announced = self._announced.get(heading)
        if found is None or announced is None:
            return None
        seat, has = Seat(found["seat"]), found["has"] == "s"
        first_word = seat not in announced and heading not in self._bet
        if not (has or found["rectified"] is not None or first_word):
            return None  # no quiero
        announced.add(seat)
        return Announcement(seat, has, found["rectified"])

    def _in_doubt(self, heading: Heading, act: Bet) -> bool:
        """Whether "no" may be that he has none, or that he does not accept."""
        announced = self._announced.get(heading)
        bare = act.call.said is Said.REFUSE and not act.call.plural
        return bare and bool(announced) and act.call.seat not in (announced or ())

    def _read_bet(self, heading: Heading, word: str) -> Bet | None:
        found = _BET.fullmatch(word)
        if found is None or (found["two"] and (found["bet"], heading) != ("e", Heading.GRANDE)):
            return None
        said = _SAID[(found["said"] or found["plural"] or found["bet"]).lower()]
        if said not in (Said.ACCEPT, Said.REFUSE):
            self._bet.add(heading)
        stones = int(found["stones"]) if found["stones"] else None
        call = Call(Seat(found["seat"]), said, stones, plural=bool(found["plural"]))
        return Bet(call, a_las_dos=bool(found["two"]))


def _read_mus(words: list[re.Match[str]], number: int, column: int) -> Iterator[Act]:
    discards: list[tuple[Seat, int]] | None = None
    for word in words:
        thrown, mus = _THROWN.fullmatch(word[0]), _MUS.fullmatch(word[0])
        if discards is not None and thrown is not None:
            discards.append((Seat(thrown["seat"]), int(thrown["cards"])))
            continue
        if discards is not None:
            yield Discards(tuple(discards))
            discards = None
        if mus is not None:
            yield MusAct(Seat(mus["seat"]), cuts=mus["said"] == "x")
        elif word[0] == "d":
            discards = []
        else:
            raise _unreadable(word, number, column)
    if discards is not None:
        yield Discards(tuple(discards))


def _unreadable(word: re.Match[str], number: int, column: int) -> NotationError:
    return NotationError(
        "mus.record.act_unreadable",
        line=number,
        column=column + word.start(),
        value=word[0][:_SHOWN],
    )
