"""A match that is written down act by act, as everybody may follow it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from matches.models import Acta, Encounter, Scoresheet, SheetAct, SheetPlayer, SheetSignature
from matches.selectors.scoresheets import live_of as counting
from matches.selectors.scoresheets import rosters_of, sheet_of, texts_of
from rules.match_sheet import MatchSheet, SheetState


@dataclass(frozen=True)
class LiveMatch:
    """The match as it stands: `state` of the discipline, who wears which shirt, the last acts."""

    read: SheetState
    players: tuple[SheetPlayer, ...]
    acts: tuple[SheetAct, ...]

    @property
    def state(self) -> Mapping[str, Any]:
        return self.read.state

    def name(self, side: str, shirt: int) -> str:
        """The player of a shirt; empty for one that is not on the list."""
        found = (one for one in self.players if one.side == side and one.shirt == shirt)
        return next((str(one.registration.player) for one in found), "")


def live_match(encounter: Encounter) -> LiveMatch | None:
    """Three queries; None where nobody has opened a sheet."""
    rules = sheet_of(encounter.division.season)
    if rules is None:
        return None
    sheet = Scoresheet.objects.filter(encounter=encounter).first()
    if sheet is None:
        return None
    players = tuple(sheet.players.select_related("registration__player"))
    acts = counting(list(sheet.acts.order_by("number")))
    return LiveMatch(_read(rules, encounter, players, acts), players, acts)


def officials_of(acta: Acta) -> list[SheetSignature]:
    """The officials who signed a version, in their order."""
    return list(SheetSignature.objects.filter(acta=acta).order_by("signed_at", "pk"))


def sets_now(encounters: Iterable[Encounter]) -> dict[int, tuple[int, int]]:
    """Sets won so far in the matches that are written down now, by encounter: three queries, none
    where no encounter has such a sheet. Each with its division and season at hand."""
    rows = {row.pk: row for row in encounters if sheet_of(row.division.season) is not None}
    if not rows:
        return {}
    acts: dict[int, list[SheetAct]] = {pk: [] for pk in rows}
    players: dict[int, list[SheetPlayer]] = {pk: [] for pk in rows}
    sheets = dict(Scoresheet.objects.filter(encounter__in=rows).values_list("pk", "encounter_id"))
    for act in SheetAct.objects.filter(sheet__in=sheets):
        acts[sheets[act.sheet_id]].append(act)
    for player in SheetPlayer.objects.filter(sheet__in=sheets):
        players[sheets[player.sheet_id]].append(player)
    found = {}
    for pk, row in rows.items():
        rules = sheet_of(row.division.season)
        assert rules is not None
        ordered = sorted(acts[pk], key=lambda one: one.number)
        found[pk] = _read(rules, row, tuple(players[pk]), counting(ordered)).score
    return found


def _read(
    rules: MatchSheet,
    encounter: Encounter,
    players: tuple[SheetPlayer, ...],
    acts: tuple[SheetAct, ...],
) -> SheetState:
    return rules.replay(texts_of(acts), encounter.division.season.options, rosters_of(players))
