"""Options as the fields of a frozen dataclass: the table of `rules.discipline` made from them.

A discipline declares each point where its text is silent as a field, with `row` as the default:
the clause, the scope and the alternatives stand beside it. `schema` turns the class into the table
that the league asks for, `read` what a season stored into the class's keywords, `plain` a value
into what JSON holds.
"""

from collections.abc import Mapping
from dataclasses import Field, field, fields
from enum import StrEnum
from typing import Any, TypeVar, cast, get_type_hints

from rules.discipline import Doubt, Option, OptionKind, OptionScope, Setting
from rules.errors import RuleViolation
from rules.formats import PartidaFormat

T = TypeVar("T")


def row(
    default: T,
    clause: str,
    *,
    changes_winner: bool = False,
    scope: OptionScope = OptionScope.DEAL,
    known: tuple[Setting, ...] = (),
    between: tuple[int, int] | None = None,
    must_choose: bool = False,
    doubt: Doubt | None = None,
) -> T:
    """A field and, in its metadata, the rest of its line in the table.

    `known` are the uses of other leagues (of an enumeration: all its members, by themselves),
    `between` the least and the most of a number, both included; `doubt` what is wrong with the text
    there, where a page should say so.
    """
    metadata = {
        "clause": clause,
        "changes_winner": changes_winner,
        "scope": scope,
        "known": known,
        "between": between,
        "must_choose": must_choose,
        "doubt": doubt,
    }
    return field(default=default, metadata=metadata)


def schema(options: type) -> tuple[Option, ...]:
    """The table of a class whose fields are rows, in their order."""
    types = get_type_hints(options)
    return tuple(_option(line, types[line.name]) for line in fields(options))


def _option(line: "Field[Any]", kind: type) -> Option:
    default = plain(line.default)
    alternatives: tuple[Setting, ...] = line.metadata["known"]
    if issubclass(kind, StrEnum):
        alternatives = tuple(member.value for member in kind if member.value != default)
    minimum, maximum = line.metadata["between"] or (None, None)
    return Option(
        key=line.name,
        kind=_kind(kind),
        default=default,
        alternatives=alternatives,
        clause=line.metadata["clause"],
        changes_winner=line.metadata["changes_winner"],
        scope=line.metadata["scope"],
        must_choose=line.metadata["must_choose"],
        minimum=minimum,
        maximum=maximum,
        doubt=line.metadata["doubt"],
    )


def _kind(kind: type) -> OptionKind:
    if kind is PartidaFormat:
        return OptionKind.FORMAT
    return OptionKind.NUMBER if kind is int else OptionKind.CHOICE


def plain(value: Any) -> Setting:
    """A value of an option as JSON holds it: text or a number."""
    if isinstance(value, StrEnum):
        return value.value
    return str(value) if isinstance(value, PartidaFormat) else cast(int, value)


def read(options: type, settings: Mapping[str, Any]) -> dict[str, Any]:
    """What a season stored as keywords for the class; a missing key is left to its default.

    Refused (RuleViolation): a key or value that the class does not know (`options.unknown_key`,
    `options.unknown_value`), a number out of its range (`options.number_out_of_range`), a format
    that cannot be read (`format.*`).
    """
    table = {option.key: option for option in schema(options)}
    types = get_type_hints(options)
    for key in settings:
        if key not in table:
            raise RuleViolation("options.unknown_key", key=str(key))
    return {key: _value(table[key], types[key], value) for key, value in settings.items()}


def _value(option: Option, kind: Any, value: Any) -> Any:
    if option.kind is OptionKind.FORMAT:
        return value if isinstance(value, PartidaFormat) else PartidaFormat.parse(str(value))
    if option.kind is OptionKind.NUMBER:
        return _number(option, value)
    try:
        return kind(value)
    except ValueError:
        raise _unknown(option, value) from None


def _number(option: Option, value: Any) -> int:
    # True is an int to Python, but no number of boards.
    if not isinstance(value, int) or isinstance(value, bool):
        raise _unknown(option, value)
    if not cast(int, option.minimum) <= value <= cast(int, option.maximum):
        raise RuleViolation(
            "options.number_out_of_range",
            clause=option.clause,
            key=option.key,
            value=value,
            minimum=option.minimum,
            maximum=option.maximum,
        )
    return value


def _unknown(option: Option, value: Any) -> RuleViolation:
    return RuleViolation(
        "options.unknown_value",
        clause=option.clause,
        key=option.key,
        value=str(value),
        allowed=(option.default, *option.alternatives),
    )
