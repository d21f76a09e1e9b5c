"""A tournament day as its pages read it: matches on courts, tables of the groups, the bracket."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet

from league.models import Court, Division, PhaseKind, Season, Team, Tournament
from league.tournament.advance import Ending, Outcome, Qualified, outcome, qualified
from league.tournament.board import CourtNow, Stage, Standing, courts_now
from league.tournament.timetable import Flaw, Game, Times, flaws
from matches.models import BracketSlot, Fixture
from matches.selectors.standings import StandingsRow, standings_of
from matches.states.encounter import EncounterState
from matches.states.partida import Side

TO_COME = (EncounterState.SCHEDULED, EncounterState.POSTPONED)


def tournaments_of(season: Season) -> QuerySet[Tournament]:
    return season.tournaments.select_related("venue")


def tournament_of(season: Season, pk: int) -> Tournament:
    """Raises Tournament.DoesNotExist for one of another season."""
    return _with_season(tournaments_of(season).get(pk=pk), season)


def _with_season(tournament: Tournament, season: Season) -> Tournament:
    tournament.season = season
    return tournament


def fixture_of(tournament: Tournament, number: int) -> Fixture:
    """Raises Fixture.DoesNotExist."""
    return Fixture.objects.select_related("division", "court", "encounter").get(
        tournament=tournament, number=number
    )


@dataclass(frozen=True)
class Group:
    """A group with its live table and its matches."""

    division: Division
    rows: tuple[StandingsRow, ...]
    fixtures: tuple[Fixture, ...]

    @property
    def is_played(self) -> bool:
        return all(
            fixture.encounter is not None and fixture.encounter.home_score is not None
            for fixture in self.fixtures
        )

    @property
    def is_signed(self) -> bool:
        """No result is only told, or waits for signatures."""
        return all(
            fixture.encounter is not None and fixture.encounter.state != EncounterState.ENDED
            for fixture in self.fixtures
        )

    def first(self, many: int) -> Qualified:
        return qualified([line.row for line in self.rows], many)


@dataclass(frozen=True, slots=True)
class Claim:
    """What a slot's source says of it now: the team, that nobody comes, or neither (`team` None and
    not `vacant`): then `why` is why not ("playing", "tied" with the teams, "level")."""

    team: int | None = None
    vacant: bool = False
    provisional: bool = False
    why: str = ""
    tied: tuple[int, ...] = ()

    @property
    def is_known(self) -> bool:
        return self.team is not None or self.vacant


@dataclass(frozen=True)
class TournamentReading:
    """The whole day. `fixtures` by number; `slots` of a fixture as (home, away)."""

    tournament: Tournament
    groups: tuple[Group, ...]
    knock_out: Division | None
    fixtures: tuple[Fixture, ...]
    slots: Mapping[int, tuple[BracketSlot, BracketSlot]]
    teams: Mapping[int, Team]

    @property
    def rounds(self) -> dict[int, list[Fixture]]:
        """The matches of the knock-out by round, each from the top of the drawing."""
        found: dict[int, list[Fixture]] = {}
        for fixture in self.fixtures:
            if fixture.pk in self.slots:
                found.setdefault(fixture.round, []).append(fixture)
        return {
            number: sorted(found[number], key=lambda one: one.position) for number in sorted(found)
        }

    @property
    def final(self) -> Fixture | None:
        return next(
            (
                one
                for one in self.fixtures
                if one.pk in self.slots and one.position == 1 and one.round == max(self.rounds)
            ),
            None,
        )

    def outcome(self, fixture: Fixture) -> Outcome:
        """Who goes on from a match of the knock-out."""
        home, away = self.slots[fixture.pk]
        if home.vacant and away.vacant:
            return Outcome.NOBODY
        if home.vacant:
            return Outcome.AWAY if away.team_id else Outcome.OPEN
        if away.vacant:
            return Outcome.HOME if home.team_id else Outcome.OPEN
        encounter = fixture.encounter
        if encounter is None:
            return Outcome.OPEN
        return outcome(
            Ending(
                kind=encounter.kind,
                home_score=encounter.home_score or 0,
                away_score=encounter.away_score or 0,
                home_games=encounter.home_games or 0,
                away_games=encounter.away_games or 0,
                decided_for=fixture.decided_for,
            )
        )

    @property
    def champion(self) -> Team | None:
        """Who won the final; without a knock-out who leads the only group once it is played."""
        final = self.final
        if final is not None:
            return self._side_team(final, self.outcome(final))
        if len(self.groups) == 1 and self.groups[0].is_played:
            first = self.groups[0].first(1).teams
            return self.teams.get(int(first[0])) if first else None
        return None

    def _side_team(self, fixture: Fixture, which: Outcome) -> Team | None:
        home, away = self.slots[fixture.pk]
        slot = {Outcome.HOME: home, Outcome.AWAY: away}.get(which)
        return self.teams.get(slot.team_id) if slot and slot.team_id else None

    def claim(self, slot: BracketSlot) -> Claim:
        """Who would take the slot by what stands now."""
        if slot.group_id is not None and slot.place is not None:
            group = next(one for one in self.groups if one.division.pk == slot.group_id)
            return self._place(group, slot.place)
        source = next(
            one for one in self.fixtures if one.pk in (slot.winner_of_id, slot.loser_of_id)
        )
        return self._of_match(source, winner=slot.winner_of_id is not None)

    def _place(self, group: Group, place: int) -> Claim:
        if not group.is_played:
            return Claim(why="playing")
        found = group.first(self.tournament.qualify)
        if found.tied:
            return Claim(why="tied", tied=tuple(int(team) for tied in found.tied for team in tied))
        if place > len(found.teams):
            return Claim(vacant=True)
        return Claim(team=int(found.teams[place - 1]), provisional=not group.is_signed)

    def _of_match(self, fixture: Fixture, *, winner: bool) -> Claim:
        result = self.outcome(fixture)
        if result is Outcome.OPEN:
            return Claim(why="playing")
        if result is Outcome.LEVEL:
            return Claim(why="level")
        if result is Outcome.NOBODY:
            return Claim(vacant=True)
        home, away = self.slots[fixture.pk]
        slot = home if (result is Outcome.HOME) == winner else away
        if slot.team_id is None:
            return Claim(vacant=True)
        encounter = fixture.encounter
        unsigned = encounter is not None and encounter.state == EncounterState.ENDED
        return Claim(team=slot.team_id, provisional=unsigned)

    @property
    def ready(self) -> list[tuple[BracketSlot, Claim]]:
        """Slots that can be filled now, with whom."""
        return [
            (slot, claim)
            for slot in self._all_slots()
            if slot.filled_at is None and (claim := self.claim(slot)).is_known
        ]

    @property
    def blocked(self) -> list[tuple[BracketSlot, Claim]]:
        """Slots whose matches are over and that nobody can take yet: a tie, a level match."""
        return [
            (slot, claim)
            for slot in self._all_slots()
            if slot.filled_at is None and (claim := self.claim(slot)).why in {"tied", "level"}
        ]

    @property
    def stale(self) -> list[tuple[BracketSlot, Claim]]:
        """Filled slots that their source would give to somebody else now: a result has changed."""
        return [
            (slot, claim)
            for slot in self._all_slots()
            if slot.filled_at is not None
            and ((claim := self.claim(slot)).team, claim.vacant) != (slot.team_id, slot.vacant)
        ]

    def _all_slots(self) -> list[BracketSlot]:
        return [slot for pair in self.slots.values() for slot in pair]

    def stage(self, fixture: Fixture) -> Stage:
        encounter = fixture.encounter
        if encounter is not None:
            return _stage(encounter.state, encounter.ended_at)
        over = fixture.pk in self.slots and self.outcome(fixture) is not Outcome.OPEN
        return Stage.DONE if over else Stage.WAITING

    def courts_now(self, now: datetime) -> dict[int, CourtNow]:
        """By court, what goes on there."""
        standing = [
            Standing(one.number, one.court_id, one.starts_at, one.until, self.stage(one))
            for one in self.fixtures
            if one.court_id is not None and one.starts_at is not None and one.until is not None
        ]
        return {int(court): found for court, found in courts_now(standing, now=now).items()}

    @property
    def times(self) -> Times:
        return Times(courts=1, minutes=self.tournament.minutes, rest=self.tournament.rest_minutes)

    def games(self) -> list[Game]:
        """The matches as the checks of the timetable see them."""
        of_group = {
            group.division.pk: [str(one.pk) for one in group.fixtures] for group in self.groups
        }
        found = []
        for one in self.fixtures:
            teams: tuple[int, ...] = ()
            after: list[str] = []
            if one.encounter is not None:
                teams = (one.encounter.home_id, one.encounter.away_id)
            for slot in self.slots.get(one.pk, ()):
                if slot.filled_at is not None:
                    continue
                if slot.group_id is not None:
                    after += of_group[slot.group_id]
                else:
                    after.append(str(slot.winner_of_id or slot.loser_of_id))
            found.append(Game(str(one.pk), teams, tuple(dict.fromkeys(after))))
        return found

    def flaws_of_move(self, fixture: Fixture, court: int, starts_at: datetime) -> list[Flaw]:
        """What would be wrong with the match on that court at that time."""
        begins = self.tournament.starts_at
        places: dict[str, tuple[int | str, int]] = {
            str(one.pk): (one.court_id, _minutes(one.starts_at - begins))
            for one in self.fixtures
            if one.court_id is not None and one.starts_at is not None
        }
        places[str(fixture.pk)] = (court, _minutes(starts_at - begins))
        own = str(fixture.pk)
        return [
            one for one in flaws(self.games(), places, self.times) if own in (one.key, one.other)
        ]


def _minutes(span: timedelta) -> int:
    return int(span.total_seconds() // 60)


def clock_word(tournament: Tournament, *, now: datetime) -> str:
    """Changes whenever the board of courts says something else because of the hour alone. One
    query: a screen on the wall asks all day long whether there is anything new.

    A match whose teams are not known counts as waiting here, over or not: the word may change when
    the board does not, never the other way round.
    """
    rows = Fixture.objects.filter(tournament=tournament, court__isnull=False).values_list(
        "number", "court_id", "starts_at", "until", "encounter__state", "encounter__ended_at"
    )
    standing = [
        Standing(number, court or 0, starts, until, _stage(state, ended_at))
        for number, court, starts, until, state, ended_at in rows
        if starts is not None and until is not None
    ]
    return str(
        [
            (court, on.now, on.is_late and on.late, [str(row.starts) for row in on.next])
            for court, on in sorted(courts_now(standing, now=now).items(), key=str)
        ]
    )


def _stage(state: str | None, ended_at: datetime | None) -> Stage:
    if ended_at is not None:
        return Stage.DONE
    return Stage.WAITING if state is None or state in TO_COME else Stage.PLAYING


def read_tournament(
    tournament: Tournament, phases: Sequence[Division] | None = None
) -> TournamentReading:
    """The whole day in seven queries at most, whatever its size; `phases` are its groups and
    knock-out where they are at hand."""
    if phases is None:
        phases = list(Division.phases.filter(tournament=tournament).order_by("position", "pk"))
    for phase in phases:
        phase.season = tournament.season
    by_id = {phase.pk: phase for phase in phases}
    groups = [phase for phase in phases if phase.kind == PhaseKind.GROUP]
    fixtures = list(
        Fixture.objects.filter(tournament=tournament).select_related(
            "court", "encounter__home", "encounter__away", "encounter__matchday"
        )
    )
    for fixture in fixtures:
        fixture.tournament, fixture.division = tournament, by_id[fixture.division_id]
        if fixture.encounter is not None:
            fixture.encounter.division = fixture.division
            fixture.encounter.fixture = fixture
    slots: dict[int, dict[str, BracketSlot]] = {}
    rows = BracketSlot.objects.filter(fixture__tournament=tournament)
    for slot in rows.select_related("winner_of", "loser_of"):
        if slot.group_id is not None:
            slot.group = by_id[slot.group_id]
        slots.setdefault(slot.fixture_id, {})[slot.side] = slot
    tables = standings_of(groups)
    teams = Team.objects.filter(division__in=groups).order_by("sort_key", "pk")
    return TournamentReading(
        tournament=tournament,
        groups=tuple(
            Group(
                division=group,
                rows=tuple(tables[group.pk]),
                fixtures=tuple(one for one in fixtures if one.division_id == group.pk),
            )
            for group in groups
        ),
        knock_out=next((phase for phase in phases if phase.is_knockout), None),
        fixtures=tuple(fixtures),
        slots={
            one.pk: (slots[one.pk][Side.HOME], slots[one.pk][Side.AWAY])
            for one in fixtures
            if one.pk in slots
        },
        teams={team.pk: team for team in teams},
    )


def courts_of(tournament: Tournament) -> list[Court]:
    return list(Court.objects.filter(venue=tournament.venue_id))
