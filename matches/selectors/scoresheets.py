"""A match's sheet as it stands: the lists, the log, what follows from it and who signed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import QuerySet

from league.models import Registration, Season, StaffPost, TeamStaff
from matches import sheet_content
from matches.models import (
    Acta,
    Encounter,
    Scoresheet,
    SheetAct,
    SheetPlayer,
    SheetRole,
    SheetSignature,
    Signature,
)
from matches.states.acta import ActaState
from matches.states.encounter import EncounterState, Origin
from matches.states.partida import Side
from rules.formats import Side as RulesSide
from rules.match_sheet import MatchSheet, SheetState
from rules.registry import match_sheet
from rules.team_rules import Branch

OPEN_ACTA = (ActaState.DRAFT, ActaState.SIGNED_ONE)
BEFORE_END = (EncounterState.LINE_UP, EncounterState.DRAWN, EncounterState.PLAYING)


def sheet_of(season: Season) -> MatchSheet | None:
    """How the season's discipline writes a match down; None where it plays at boards."""
    return match_sheet(season.discipline)


def without_acta(season: Season, row: Encounter) -> bool:
    """A match that the organiser reported: its sheet was signed on paper, and no acta follows."""
    return row.origin == Origin.ORGANISER and sheet_of(season) is not None


def has_sheet(pk: int) -> bool:
    """Whether the encounter is one match that is written down on a sheet."""
    season = Season.objects.filter(divisions__encounters=pk).first()
    return season is not None and sheet_of(season) is not None


@dataclass(frozen=True)
class SheetStand:
    """An encounter with its sheet. `acts` is the whole log, what was undone included."""

    encounter: Encounter
    rules: MatchSheet
    sheet: Scoresheet | None
    players: tuple[SheetPlayer, ...]
    acts: tuple[SheetAct, ...]
    signatures: tuple[SheetSignature, ...]
    acta: Acta | None
    acta_signatures: tuple[Signature, ...]

    @property
    def season(self) -> Season:
        return self.encounter.division.season

    @property
    def settings(self) -> Mapping[str, Any]:
        options: Mapping[str, Any] = self.season.options
        return options

    @property
    def branch(self) -> Branch | None:
        return Branch(self.season.branch) if self.season.branch else None

    @cached_property
    def live_acts(self) -> tuple[SheetAct, ...]:
        """The acts that count, in their order."""
        return live_of(self.acts)

    @property
    def head(self) -> int:
        """The number of the last row: what the next one stands on."""
        return self.acts[-1].number if self.acts else 0

    @cached_property
    def state(self) -> SheetState:
        """The match as it stands."""
        return self.rules.replay(texts_of(self.live_acts), self.settings, self.rosters)

    @cached_property
    def rosters(self) -> dict[RulesSide, list[int] | None]:
        return rosters_of(self.players)

    def side_players(self, side: str) -> list[SheetPlayer]:
        return [one for one in self.players if one.side == side]

    def list_of(self, side: str) -> list[dict[str, Any]]:
        """The list as it is signed."""
        return list_of(self.players, side)

    def list_digest(self, side: str) -> str:
        return sheet_content.list_digest(self.encounter.pk, side, self.list_of(side))

    def is_locked(self, side: str) -> bool:
        return self.sheet is not None and self.sheet.is_locked(side)

    @property
    def both_locked(self) -> bool:
        return all(self.is_locked(side) for side in Side)

    @property
    def is_open(self) -> bool:
        """Whether acts may still be written."""
        return self.sheet is not None and self.encounter.state in BEFORE_END

    @property
    def checks(self) -> frozenset[str]:
        if self.sheet is None:
            return frozenset()
        return frozenset(one.key for one in self.sheet.checks.all())

    def official(self, role: str) -> SheetSignature | None:
        """The signature of an official on the version shown."""
        if self.acta is None:
            return None
        return next(
            (one for one in self.signatures if one.acta_id == self.acta.pk and one.role == role),
            None,
        )

    def captain(self, side: str) -> Signature | None:
        """The signature of a side's captain on the version shown."""
        return next((one for one in self.acta_signatures if one.side == side), None)

    @property
    def officials(self) -> list[str]:
        """Who signs before the captains do (C-20, C-21, C-22)."""
        wanted = [SheetRole.CENTRAL, SheetRole.SCORER]
        if self.sheet is not None and self.sheet.assistant_name:
            wanted.append(SheetRole.ASSISTANT)
        return [str(role) for role in wanted]

    @property
    def officials_signed(self) -> bool:
        return all(self.official(role) for role in self.officials)

    @property
    def teams(self) -> dict[str, str]:
        return {"HOME": self.encounter.home.name, "AWAY": self.encounter.away.name}

    def default_times(self) -> tuple[datetime, datetime] | None:
        """When a side that is short earns its first and its second default (C-19.2)."""
        starts_at = self.encounter.starts_at
        return None if starts_at is None else self.rules.default_times(starts_at, self.settings)


def sheet_stand(pk: int) -> SheetStand:
    """The encounter with all that its sheet says. Raises Encounter.DoesNotExist, also for one whose
    discipline has no sheet of this kind."""
    encounter = (
        Encounter.objects.select_related(
            "division__season__competition", "matchday", "home", "away", "venue", "scoresheet"
        )
        .prefetch_related("scoresheet__checks")
        .get(pk=pk)
    )
    return stand_of(encounter)


def stand_of(encounter: Encounter) -> SheetStand:
    """The same for an encounter at hand. Raises Encounter.DoesNotExist."""
    rules = sheet_of(encounter.division.season)
    if rules is None:
        raise Encounter.DoesNotExist
    sheet: Scoresheet | None = getattr(encounter, "scoresheet", None)
    acta = (
        Acta.objects.filter(encounter=encounter)
        .exclude(state=ActaState.SUPERSEDED)
        .order_by("-number")
        .prefetch_related("signatures__signer")
        .first()
    )
    return SheetStand(
        encounter=encounter,
        rules=rules,
        sheet=sheet,
        players=tuple(players_of(sheet)) if sheet else (),
        acts=tuple(acts_of(sheet)) if sheet else (),
        signatures=tuple(sheet.signatures.select_related("signer")) if sheet else (),
        acta=acta,
        acta_signatures=tuple(acta.signatures.all()) if acta else (),
    )


def players_of(sheet: Scoresheet) -> QuerySet[SheetPlayer]:
    return (
        SheetPlayer.objects.filter(sheet=sheet)
        .select_related("registration__player")
        .order_by("side", "shirt")
    )


def acts_of(sheet: Scoresheet) -> QuerySet[SheetAct]:
    return SheetAct.objects.filter(sheet=sheet).select_related("by").order_by("number")


def live_of(acts: Sequence[SheetAct]) -> tuple[SheetAct, ...]:
    """What is left of a log once its undoings are done."""
    undone = {one.undoes_id for one in acts if one.undoes_id}
    return tuple(one for one in acts if one.text and one.pk not in undone)


def texts_of(acts: Sequence[SheetAct]) -> list[str]:
    return [one.text for one in acts]


def rosters_of(players: Sequence[SheetPlayer]) -> dict[RulesSide, list[int] | None]:
    """The shirts on each list, none where there is no list yet."""
    found: dict[RulesSide, list[int] | None] = {}
    for side in RulesSide:
        shirts = sorted(one.shirt for one in players if one.side == side)
        found[side] = shirts or None
    return found


def list_of(players: Sequence[SheetPlayer], side: str) -> list[dict[str, Any]]:
    """A side's list as it is signed."""
    return sheet_content.player_list(
        {"registration": one.registration_id, "shirt": one.shirt, "captain": one.is_captain}
        for one in players
        if one.side == side
    )


def fichas_of(encounter: Encounter, side: str) -> list[Registration]:
    """The live fichas of a side, by shirt."""
    rows = Registration.objects.filter(
        team_id=encounter.team(side).pk, released_at__isnull=True
    ).select_related("player", "team")
    return sorted(rows, key=lambda row: (row.shirt or 99, row.slot))


def coach_of(encounter: Encounter, side: str) -> TeamStaff | None:
    """The coach of the side, if it has one (C-4.1, C-9)."""
    return TeamStaff.objects.filter(
        team_id=encounter.team(side).pk, post=StaffPost.COACH, until__isnull=True
    ).first()
