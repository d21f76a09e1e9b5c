"""What importing a roster file would do, decided before anything is written. Pure.

`plan_import(rows, state)` looks at every row of the file against what the season holds and says
what becomes of it: created, updated, unchanged, or refused with a code and facts. The same file
planned again after it was carried out changes nothing.

M-D.7  at most 16 fichas a peña; the season's cap may be lower   → registration.no_free_slot
M-D.8  a released ficha is spent                                 → registration.slot_spent
C-4.1, C-5, C-7.1, C-7.3  who may enter, as `league.entry_rules` asks

A player is known by the licence. Automatic fichas never take a number that another row of the
file asks for. Whoever was released from a team is not brought back by a file: an old file run
again would undo the release.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from league import canonical
from league.collation import sort_key
from league.entry_rules import EntryTerms

_OLDEST = date(1900, 1, 1)


class Fate(StrEnum):
    """What becomes of a row."""

    CREATED = "CREATED"
    UPDATED = "UPDATED"
    UNCHANGED = "UNCHANGED"
    REFUSED = "REFUSED"


@dataclass(frozen=True, slots=True)
class RosterRow:
    """A row as it stands in the file, all text; `line` counts from the top of the file."""

    line: int
    team: str = ""
    licence: str = ""
    first_name: str = ""
    last_name: str = ""
    birth: str = ""
    slot: str = ""
    shirt: str = ""
    certificate: str = ""


@dataclass(frozen=True, slots=True)
class KnownTeam:
    """A team of the season: `used` are its live fichas (number → player), `spent` the released,
    `shirts` those worn (number → player)."""

    id: int
    name: str
    club: str
    used: Mapping[int, int] = field(default_factory=dict)
    spent: Mapping[int, int] = field(default_factory=dict)
    shirts: Mapping[int, int] = field(default_factory=dict)
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    id: int
    licence: str
    first_name: str
    last_name: str
    birth_date: date | None = None


@dataclass(frozen=True, slots=True)
class RosterState:
    """What the season holds. `players` are those whose licence is in the file or who are live.

    `shut`: why nobody may be registered now, as a refusal; corrections are made all the same.
    `terms`: what the season asks of who enters, None where it asks nothing. `clause` is the one of
    the roster; without `spends_places` only who is there counts.
    """

    teams: tuple[KnownTeam, ...]
    players: tuple[KnownPlayer, ...]
    cap: int
    today: date
    shut: "Refusal | None" = None
    terms: EntryTerms | None = None
    clause: str = "M-D.7"
    spends_places: bool = True


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a row is not carried out: the code and facts of `league.refusals.Refused`."""

    code: str
    clause: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Change:
    """A value of a player that the file corrects."""

    field: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What becomes of one row.

    `team_id` and `slot`: the ficha, where there is one. `player_id`: None when the player is new.
    `is_new_slot`: whether a registration is written.
    """

    row: RosterRow
    fate: Fate
    team_id: int | None = None
    team: str = ""
    slot: int | None = None
    player_id: int | None = None
    first_name: str = ""
    last_name: str = ""
    birth_date: date | None = None
    is_new_slot: bool = False
    shirt: int | None = None
    issued_on: date | None = None
    changes: tuple[Change, ...] = ()
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class ImportPlan:
    outcomes: tuple[Outcome, ...]

    def count(self, fate: Fate) -> int:
        return sum(outcome.fate is fate for outcome in self.outcomes)

    @property
    def created(self) -> int:
        return self.count(Fate.CREATED)

    @property
    def updated(self) -> int:
        return self.count(Fate.UPDATED)

    @property
    def unchanged(self) -> int:
        return self.count(Fate.UNCHANGED)

    @property
    def refused(self) -> int:
        return self.count(Fate.REFUSED)

    @property
    def changes_something(self) -> bool:
        return bool(self.created or self.updated)

    @property
    def digest(self) -> str:
        """Equal for equal plans: what was shown is what is carried out."""
        return canonical.digest(
            canonical.dumps(
                [
                    {
                        "line": outcome.row.line,
                        "licence": licence_key(outcome.row.licence),
                        "fate": outcome.fate,
                        "team": outcome.team_id,
                        "slot": outcome.slot,
                        "player": outcome.player_id,
                        "changes": [[c.field, c.old, c.new] for c in outcome.changes],
                        "names": [outcome.first_name, outcome.last_name],
                        "birth": outcome.birth_date,
                        "shirt": outcome.shirt,
                        "certificate": outcome.issued_on,
                        "refusal": outcome.refusal.code if outcome.refusal else None,
                    }
                    for outcome in self.outcomes
                ]
            )
        )


def licence_key(text: str) -> str:
    """A licence as it is stored: "ast 00012 " and "AST 00012" are one."""
    return " ".join(text.split()).upper()


def clean(text: str) -> str:
    return " ".join(text.split())


def read_birth(text: str, today: date) -> date | None:
    """A date as people write it (31/12/1960, 31-12-1960, 1960-12-31). Raises ValueError."""
    text = text.strip()
    if not text:
        return None
    for pattern in ("%d/%m/%Y", "%d-%m-%Y", "%d.%m.%Y", "%Y-%m-%d"):
        try:
            # Only the day is read; no zone can move it.
            found = datetime.strptime(text, pattern).date()  # noqa: DTZ007
        except ValueError:
            continue
        if _OLDEST <= found <= today:
            return found
        break
    raise ValueError(text)


def same_person(stored: tuple[str, str], told: tuple[str, str]) -> bool:
    """Whether two names (first, last) can be one person's.

    They share a surname, or two words wherever they stand; a first name alone only where no
    surname was told. Words of one or two letters say nothing.
    """
    if _words(stored[1:]) & _words(told[1:]):
        return True
    shared = _words(stored) & _words(told)
    return len(shared) >= (2 if told[1].strip() else 1)


def _words(names: Iterable[str]) -> set[str]:
    return {
        key
        for name in names
        for word in name.replace("-", " ").split()
        if len(word) > 2 and (key := sort_key(word))
    }


def plan_import(rows: Sequence[RosterRow], state: RosterState) -> ImportPlan:
    """Decide every row. `rows` in the order of the file."""
    return _Planner(rows, state).plan()


class _Refuse(Exception):
    def __init__(self, code: str, clause: str = "", **facts: Any) -> None:
        super().__init__(code)
        self.refusal = Refusal(code, clause, facts)


class _Planner:
    """One pass over the file; what earlier rows take is taken for the later ones."""

    def __init__(self, rows: Sequence[RosterRow], state: RosterState) -> None:
        self.rows = rows
        self.state = state
        self.teams: dict[str, list[KnownTeam]] = {}
        for team in state.teams:
            # By its own name, or by its peña's where that is enough to know which.
            for name in {sort_key(team.name), sort_key(team.club)}:
                self.teams.setdefault(name, []).append(team)
        self.players = {licence_key(player.licence): player for player in state.players}
        self.licences = {player.id: player for player in state.players}
        self.live = {
            player: (team, slot) for team in state.teams for slot, player in team.used.items()
        }
        self.taken = {team.id: {**team.used, **team.spent} for team in state.teams}
        self.worn = {
            team.id: {shirt: self._name(player) for shirt, player in team.shirts.items()}
            for team in state.teams
        }
        self.first_line: dict[str, int] = {}
        self.wanted = self._wanted()
        self.shirts_asked = self._shirts_asked()

    def plan(self) -> ImportPlan:
        return ImportPlan(tuple(self._outcome(row) for row in self.rows))

    def _wanted(self) -> dict[int, set[int]]:
        """Numbers that rows of the file ask for, by team: automatic fichas keep off them."""
        wanted: dict[int, set[int]] = {}
        for row in self.rows:
            if not row.slot.strip():
                continue
            try:
                wanted.setdefault(self._team(row).id, set()).add(self._slot(row))
            except _Refuse:
                continue
        return wanted

    def _outcome(self, row: RosterRow) -> Outcome:
        try:
            return self._accept(row)
        except _Refuse as refused:
            return Outcome(
                row=row,
                fate=Fate.REFUSED,
                first_name=clean(row.first_name),
                last_name=clean(row.last_name),
                team=clean(row.team),
                refusal=refused.refusal,
            )

    def _accept(self, row: RosterRow) -> Outcome:
        licence = self._licence(row)
        team = self._team(row)
        slot = self._slot(row) if row.slot.strip() else None
        try:
            birth = read_birth(row.birth, self.state.today)
        except ValueError:
            raise _Refuse("roster.unreadable_date", value=row.birth.strip()) from None
        first, last = clean(row.first_name), clean(row.last_name)
        player = self.players.get(licence)
        if player is None:
            if not first or not last:
                raise _Refuse("roster.name_missing", licence=licence)
            return self._create(row, team, slot, None, (first, last, birth), ())
        if (first or last) and not same_person(
            (player.first_name, player.last_name), (first, last)
        ):
            raise _Refuse(
                "player.licence_is_other",
                licence=licence,
                name=f"{player.first_name} {player.last_name}",
            )
        told = (first or player.first_name, last or player.last_name, birth or player.birth_date)
        changes = _changes(player, told)
        if player.id in self.live:
            return self._correct(row, team, slot, player, told, changes)
        if player.id in team.spent.values():
            raise _Refuse(
                "roster.released_before",
                "M-D.8" if self.state.spends_places else "",
                slot=next(number for number, who in team.spent.items() if who == player.id),
                team=team.name,
            )
        return self._create(row, team, slot, player, told, changes)

    def _correct(
        self,
        row: RosterRow,
        team: KnownTeam,
        slot: int | None,
        player: KnownPlayer,
        told: tuple[str, str, date | None],
        changes: tuple[Change, ...],
    ) -> Outcome:
        current, number = self.live[player.id]
        if current.id != team.id:
            raise _Refuse("registration.live_elsewhere", team=current.name, slot=number)
        if slot is not None and slot != number:
            raise _Refuse("roster.other_slot", slot=number, asked=slot)
        self._same_shirt(row, team, player)
        return Outcome(
            row=row,
            fate=Fate.UPDATED if changes else Fate.UNCHANGED,
            team_id=team.id,
            team=team.name,
            slot=number,
            player_id=player.id,
            first_name=told[0],
            last_name=told[1],
            birth_date=told[2],
            changes=changes,
        )

    def _create(
        self,
        row: RosterRow,
        team: KnownTeam,
        slot: int | None,
        player: KnownPlayer | None,
        told: tuple[str, str, date | None],
        changes: tuple[Change, ...],
    ) -> Outcome:
        if self.state.shut is not None:
            shut = self.state.shut
            raise _Refuse(shut.code, shut.clause, **shut.facts)
        if team.withdrawn:
            raise _Refuse("registration.team_withdrawn", team=team.name)
        number = self._free(team, slot)
        shirt, issued_on = self._entry(row, team, told)
        # A new player has no id yet; 0 only marks the number as taken by this file.
        self.taken[team.id][number] = player.id if player else 0
        return Outcome(
            row=row,
            fate=Fate.CREATED,
            team_id=team.id,
            team=team.name,
            slot=number,
            player_id=player.id if player else None,
            first_name=told[0],
            last_name=told[1],
            birth_date=told[2],
            is_new_slot=True,
            shirt=shirt,
            issued_on=issued_on,
            changes=changes,
        )

    def _entry(
        self, row: RosterRow, team: KnownTeam, told: tuple[str, str, date | None]
    ) -> tuple[int | None, date | None]:
        """Shirt and day of the certificate of who enters, once the season has nothing against it.
        Shirts that the file leaves open are the lowest free ones, off those it asks for."""
        terms = self.state.terms
        if terms is None:
            return None, None
        worn = self.worn[team.id]
        shirt, issued_on = self._shirt(row), self._issued_on(row)
        for flaw in (
            terms.age_flaw(told[2]),
            terms.certificate_flaw(issued_on, self.state.today),
            terms.shirt_flaw(shirt, worn),
        ):
            if flaw is not None:
                raise _Refuse(flaw.code, flaw.clause, **flaw.facts)
        if shirt is None:
            asked = dict.fromkeys(self.shirts_asked.get(team.id, ()), "")
            shirt = terms.free_shirt({**asked, **worn})
        if shirt is not None:
            worn[shirt] = f"{told[0]} {told[1]}"
        return shirt, issued_on

    def _same_shirt(self, row: RosterRow, team: KnownTeam, player: KnownPlayer) -> None:
        """A file does not change shirts: they can only change hands all at once."""
        shirt = self._shirt(row)
        now = next((number for number, who in team.shirts.items() if who == player.id), None)
        if shirt is not None and shirt != now:
            raise _Refuse("roster.other_shirt", asked=shirt, shirt=now or "—")

    def _shirts_asked(self) -> dict[int, set[int]]:
        asked: dict[int, set[int]] = {}
        for row in self.rows:
            try:
                shirt = self._shirt(row)
                if shirt is not None:
                    asked.setdefault(self._team(row).id, set()).add(shirt)
            except _Refuse:
                continue
        return asked

    def _shirt(self, row: RosterRow) -> int | None:
        text = row.shirt.strip()
        if self.state.terms is None or not self.state.terms.shirt_numbers or not text:
            return None
        if not text.isascii() or not text.isdigit() or len(text) > 3:
            raise _Refuse("roster.unreadable_shirt", value=text)
        return int(text)

    def _issued_on(self, row: RosterRow) -> date | None:
        text = row.certificate.strip()
        if self.state.terms is None or self.state.terms.document is None or not text:
            return None
        try:
            return read_birth(text, self.state.today)
        except ValueError:
            raise _Refuse("roster.unreadable_certificate", value=text) from None

    def _name(self, player: int) -> str:
        known = self.licences.get(player)
        return f"{known.first_name} {known.last_name}" if known else ""

    def _free(self, team: KnownTeam, slot: int | None) -> int:
        taken, cap, clause = self.taken[team.id], self.state.cap, self.state.clause
        if not self.state.spends_places:
            if len(taken) - len(team.spent) >= cap:
                raise _Refuse("registration.team_full", clause, team=team.name, cap=cap)
            # Numbers of who left are never given again, so they go on past the cap.
            cap = max(cap, *taken, 0) + 1
        if slot is None:
            keep_off = self.wanted.get(team.id, set())
            for number in range(1, cap + 1):
                if number not in taken and number not in keep_off:
                    return number
            raise _Refuse("registration.no_free_slot", clause, team=team.name, cap=cap)
        if slot > cap:
            raise _Refuse("registration.slot_over_cap", clause, slot=slot, cap=cap)
        if slot in team.spent:
            raise _Refuse("registration.slot_spent", "M-D.8", slot=slot, team=team.name)
        if slot in taken:
            holder = self.licences.get(taken[slot])
            if holder is None:
                raise _Refuse("roster.slot_twice", slot=slot, team=team.name)
            raise _Refuse(
                "registration.slot_taken",
                clause,
                slot=slot,
                team=team.name,
                player=f"{holder.first_name} {holder.last_name}",
            )
        return slot

    def _licence(self, row: RosterRow) -> str:
        licence = licence_key(row.licence)
        if not licence:
            raise _Refuse("roster.licence_missing")
        if len(licence) > 30:
            raise _Refuse("roster.licence_too_long", licence=licence)
        first = self.first_line.setdefault(licence, row.line)
        if first != row.line:
            raise _Refuse("roster.duplicate_licence", licence=licence, line=first)
        return licence

    def _team(self, row: RosterRow) -> KnownTeam:
        name = clean(row.team)
        if not name:
            raise _Refuse("roster.team_missing")
        key = sort_key(name)
        found = self.teams.get(key, [])
        named = [team for team in found if sort_key(team.name) == key]
        if len(named) == 1:
            return named[0]
        if len(found) > 1:
            raise _Refuse("roster.ambiguous_team", team=name)
        if not found:
            raise _Refuse("roster.unknown_team", team=name)
        return found[0]

    def _slot(self, row: RosterRow) -> int:
        text = row.slot.strip()
        if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 99:
            raise _Refuse("roster.unreadable_slot", value=text)
        return int(text)


def _changes(player: KnownPlayer, told: tuple[str, str, date | None]) -> tuple[Change, ...]:
    pairs = (
        ("first_name", player.first_name, told[0]),
        ("last_name", player.last_name, told[1]),
        ("birth_date", _day(player.birth_date), _day(told[2])),
    )
    return tuple(Change(name, old, new) for name, old, new in pairs if old != new)


def _day(value: date | None) -> str:
    return value.isoformat() if value else ""
