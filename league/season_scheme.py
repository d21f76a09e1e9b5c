"""Reads what a season stores as JSON: its options and the scheme of its standings. Pure.

`Season.options` are the settings of the discipline (`rules`), `Season.scheme` those of
`league.standings.Scheme`. The services write both through `read_scheme` and the discipline's
`read_settings`, so what these readers meet is complete; a season without a scheme of its own (one
made past the services) is read as the regulation of Asturias has it.

What the organiser adds while the season runs stands in the scheme too: the lots drawn among teams
that were level, of all divisions together (`lots_of`). No form knows them.

M-D.1  the format of a partida is chosen, never assumed   → partida_format_of
M-D.2  a point for every pair                             → scheme_of, kind "sum_of_score"
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from league.standings import ASTURIAS_CRITERIA, Scheme, StandingsError
from rules.discipline import Setting
from rules.formats import PartidaFormat
from rules.registry import discipline

SUM_OF_SCORE = "sum_of_score"
WIN_DRAW_LOSS = "win_draw_loss"
KINDS = (SUM_OF_SCORE, WIN_DRAW_LOSS)
HEAD_TO_HEAD = ("always", "when_complete")

DEFAULTS: Mapping[str, Any] = {
    "kind": SUM_OF_SCORE,
    "win": 3,
    "draw": 1,
    "loss": 0,
    "walkover_loss": None,  # of who does not turn up; None: nothing, or the loss if that is less
    "criteria": list(ASTURIAS_CRITERIA),
    "walkover_score": None,
    "walkover_games": None,
    "walkovers_in_head_to_head": True,
    "head_to_head": "always",
    "lots": [],  # as Lot.to_mapping, in the order recorded; none is ever taken out
}


class HasRules(Protocol):
    """A season, or anything that stores what a season does."""

    @property
    def discipline(self) -> str: ...

    @property
    def options(self) -> Mapping[str, Any]: ...

    @property
    def scheme(self) -> Mapping[str, Any]: ...


@dataclass(frozen=True, slots=True)
class Lot:
    """A lot that was drawn: ids of teams, best first. `at` and `undone_at` (empty while it counts)
    are canonical moments; `note` is how it was drawn, in the organiser's words."""

    number: int
    teams: tuple[int, ...]
    note: str
    at: str
    undone_at: str = ""

    def to_mapping(self) -> dict[str, Any]:
        """As the scheme stores it; the number is its place."""
        told = asdict(self) | {"teams": list(self.teams)}
        del told["number"]
        return told


def read_scheme(mapping: Mapping[str, Any]) -> dict[str, Any]:
    """The scheme complete and checked, as it is stored. Raises StandingsError."""
    for key in mapping:
        if key not in DEFAULTS:
            raise StandingsError("standings.scheme.unknown_key", key=key)
    whole = {**DEFAULTS, **mapping}
    if whole["kind"] not in KINDS:
        raise StandingsError("standings.scheme.kind", value=whole["kind"])
    if whole["head_to_head"] not in HEAD_TO_HEAD:
        raise StandingsError("standings.scheme.head_to_head", value=whole["head_to_head"])
    whole["criteria"] = list(whole["criteria"])
    _scheme(whole)
    return whole


def scheme_of(season: HasRules) -> Scheme:
    """What an encounter of the season is worth and what decides a tie."""
    return scheme_of_mapping(season.scheme)


def scheme_of_mapping(mapping: Mapping[str, Any]) -> Scheme:
    """The same for a scheme that stands alone, such as that of a publication."""
    return _scheme({**DEFAULTS, **mapping})


def lots_of(season: HasRules) -> tuple[Lot, ...]:
    """Every lot ever recorded, those undone as well."""
    return tuple(
        Lot(number=number, **{**stored, "teams": tuple(stored["teams"])})
        for number, stored in enumerate(season.scheme.get("lots", ()), start=1)
    )


def head_to_head_of(season: HasRules) -> str:
    """Whether the mini-league of tied teams counts "always" or only "when_complete"."""
    return str(season.scheme.get("head_to_head", DEFAULTS["head_to_head"]))


def proposed_scheme(discipline_code: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The scheme that a discipline proposes to a season with those options, complete."""
    return read_scheme(discipline(discipline_code).standings(options))


def options_of(season: HasRules) -> dict[str, Setting]:
    """The settings of the discipline, complete. Raises RuleViolation `options.*`, `format.*`."""
    return discipline(season.discipline).read_settings(season.options)


def partida_format_of(season: HasRules) -> PartidaFormat:
    """The format of a partida (M-D.1). Raises RuleViolation when nobody chose one."""
    return discipline(season.discipline).format_of(season.options)


def _scheme(whole: Mapping[str, Any]) -> Scheme:
    score, games = _pair(whole["walkover_score"]), _pair(whole["walkover_games"])
    head_to_head = bool(whole["walkovers_in_head_to_head"])
    if whole["kind"] == WIN_DRAW_LOSS:
        return Scheme.win_draw_loss(
            whole["win"],
            whole["draw"],
            whole["loss"],
            criteria=whole["criteria"],
            walkover_loss=whole["walkover_loss"],
            walkover_score=score,
            walkover_games=games,
            walkovers_in_head_to_head=head_to_head,
        )
    return Scheme.sum_of_score(
        whole["criteria"],
        walkover_score=score,
        walkover_games=games,
        walkovers_in_head_to_head=head_to_head,
    )


def _pair(value: Any) -> tuple[int, int] | None:
    return None if value is None else (value[0], value[1])
