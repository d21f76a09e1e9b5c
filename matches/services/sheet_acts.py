"""The log of a match: acts are added to its end or undone from it, never changed.

C-10.1 to C-19.12  what may happen, and what follows     done: the discipline says, behind the seam
C-19.2        a default not before its time         done
C-22          points, time-outs, changes, rotation  done
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from league.models import User
from league.refusals import Refused
from league.services.versions import divisions_touch
from matches.models import Encounter, Scoresheet, SheetAct
from matches.selectors.scoresheets import (
    BEFORE_END,
    acts_of,
    live_of,
    players_of,
    rosters_of,
    texts_of,
)
from matches.services.scoresheets import official_locked, rules_of, sheet_opened
from matches.states.encounter import ENCOUNTER, EncounterEvent, EncounterState
from rules.match_sheet import MatchSheet

MOST_AT_ONCE = 400  # a phone that was away for a whole match


@dataclass(frozen=True)
class Noted:
    """What the scorer did: an act in notation, or "" to undo the last one. `noted_at` is the
    phone's hour, set right by the server's."""

    text: str
    noted_at: datetime | None = None


@transaction.atomic
def sheet_acts_record(
    *, actor: User, encounter_id: int, base: int, acts: Sequence[Noted], at: datetime
) -> Scoresheet:
    """Add to the log what was done since row `base`, all of it or nothing.

    Refused `sheet.changed_meanwhile` (facts: base, head) when somebody else has written since;
    `sheet.closed`; `sheet.lists_first` for play without both signatures; `sheet.default_too_early`;
    `sheet.nothing_to_undo`; and with the discipline's own code for an act it does not allow.
    """
    encounter = official_locked(actor, encounter_id)
    sheet = sheet_opened(encounter)
    if encounter.state not in BEFORE_END:
        raise Refused("sheet.closed")
    if len(acts) > MOST_AT_ONCE:
        raise Refused("sheet.too_much_at_once", most=MOST_AT_ONCE)
    rows = list(acts_of(sheet))
    head = rows[-1].number if rows else 0
    if base != head:
        raise Refused("sheet.changed_meanwhile", base=base, head=head)
    live = list(live_of(rows))
    rules = rules_of(encounter)
    rosters = rosters_of(list(players_of(sheet)))
    for number, noted in enumerate(acts, start=head + 1):
        undoes = None
        if not noted.text:
            if not live:
                raise Refused("sheet.nothing_to_undo")
            undoes = live.pop()
        else:
            texts = [*texts_of(live), noted.text]
            read = rules.replay(texts, encounter.division.season.options, rosters)
            if read.refused:
                refused = read.refused[-1]
                raise Refused(
                    refused.code,
                    clause=refused.clause,
                    **{key: value for key, value in refused.facts.items() if key != "clause"},
                )
            _stop_unless_ready(encounter, sheet, rules, noted, at)
        row = SheetAct.objects.create(
            sheet=sheet,
            number=number,
            text=noted.text,
            undoes=undoes,
            by=actor,
            at=at,
            noted_at=noted.noted_at,
        )
        if undoes is None:
            live.append(row)
    _begin(encounter, rules, live)
    divisions_touch([encounter.division_id])
    return sheet


def _stop_unless_ready(
    encounter: Encounter, sheet: Scoresheet, rules: MatchSheet, noted: Noted, at: datetime
) -> None:
    """Play wants both lists (C-4.2); a default wants its time to be over (C-19.2)."""
    if rules.needs_lists(noted.text) and not (sheet.home_locked_at and sheet.away_locked_at):
        raise Refused("sheet.lists_first", clause="C-4.2")
    default = rules.default_of(noted.text)
    if default is None or encounter.starts_at is None:
        return
    _side, number = default
    due = rules.default_times(encounter.starts_at, encounter.division.season.options)[number - 1]
    if min(noted.noted_at or at, at) < due:
        raise Refused("sheet.default_too_early", clause="C-19.2", due=due)


def _begin(encounter: Encounter, rules: MatchSheet, live: Sequence[SheetAct]) -> None:
    """The first act of play begins the encounter; undone, it has begun all the same."""
    first = next((one for one in live if rules.needs_lists(one.text)), None)
    if first is None or encounter.started_at is not None:
        return
    encounter.state = ENCOUNTER.after(EncounterState(encounter.state), EncounterEvent.PLAY)
    encounter.started_at = min(first.noted_at or first.at, first.at)
    encounter.save(update_fields=["state", "started_at"])
