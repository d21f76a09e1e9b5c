"""The rows of a planned tournament day: groups, matchdays, encounters, matches, bracket."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.utils import timezone

from league.collation import sort_key
from league.models import Court, Division, Matchday, PhaseKind, Season, Tournament
from league.refusals import Refused
from league.slugs import free_slug
from league.tournament.bracket import Loser, Place, Source, Winner
from matches.models import BracketSlot, Encounter, Fixture, Prize, StandingsPublication
from matches.services.encounters import encounters_create
from matches.services.tournament_plans import TournamentPreview
from matches.states.partida import Side
from matches.tournament_words import knock_out_name, round_name


def groups_arranged(
    season: Season, divisions: list[Division], preview: TournamentPreview
) -> list[Division]:
    """The groups of the plan as rows: those there were, given their new names and teams, others
    beside them as needed; what is left over goes."""
    if not preview.settings.groups:
        return divisions
    for division in divisions[len(preview.group_names) :]:
        if (
            Prize.objects.filter(division=division).exists()
            or StandingsPublication.objects.filter(division=division).exists()
        ):
            raise Refused("tournament.group_kept", division=division.name)
    others = {
        sort_key(one.name)
        for one in season.divisions.all()
        if one.pk not in preview.settings.divisions
    }
    slugs = set(Division.phases.filter(season=season).values_list("slug", flat=True))
    position = max((one.position for one in season.divisions.all()), default=0)
    groups = []
    for nth, name in enumerate(preview.group_names):
        while sort_key(name) in others:
            name += "′"
        if nth < len(divisions):
            group = divisions[nth]
            group.name = name
            group.save(update_fields=["name"])
        else:
            position += 1
            slug = free_slug(name, slugs)
            slugs.add(slug)
            group = Division.objects.create(season=season, name=name, slug=slug, position=position)
        groups.append(group)
    for nth, teams in enumerate(preview.plan.groups):
        for pk in teams:
            team = preview.teams[int(pk)]
            if team.division_id != groups[nth].pk:
                team.division = groups[nth]
                team.slug = free_slug(
                    team.name,
                    set(groups[nth].teams.values_list("slug", flat=True)),
                    length=80,
                )
                team.save(update_fields=["division", "slug"])
    for division in divisions[len(groups) :]:
        if not division.teams.exists():
            division.delete()
    return groups


class RowsWriter:
    """Writes the rows of a plan: matchdays, encounters of the groups, matches, the bracket."""

    def __init__(
        self, tournament: Tournament, preview: TournamentPreview, groups: Sequence[Division]
    ) -> None:
        self.tournament, self.preview, self.groups = tournament, preview, groups
        self.day = timezone.localtime(preview.settings.starts_at).date()
        self.courts = _courts_made(preview)

    def write(self) -> list[Fixture]:
        """Every match, in the order of its number."""
        Division.objects.filter(pk__in=[group.pk for group in self.groups]).update(
            tournament=self.tournament
        )
        planned = self.preview.plan.matches
        phases = [*self.groups]
        tree = self.preview.plan.knock_out
        if tree is not None:
            phases.append(self._knock_out())
        days = self._matchdays(phases, tree.rounds if tree else 0)
        of_groups = [row for row in planned if row.group is not None]
        created = encounters_create(
            [
                Encounter(
                    division=self.groups[row.group or 0],
                    matchday=days[self.groups[row.group or 0].pk, row.round],
                    leg=1,
                    home=self.preview.teams[int(row.home or 0)],
                    away=self.preview.teams[int(row.away or 0)],
                    venue=self.preview.venue,
                    starts_at=self.preview.starts_at(row),
                )
                for row in of_groups
            ]
        )
        encounter = {row.key: made for row, made in zip(of_groups, created, strict=True)}
        fixtures = {
            row.key: Fixture.objects.create(
                tournament=self.tournament,
                division=phases[-1] if row.group is None else self.groups[row.group],
                number=row.number,
                round=row.round,
                position=row.position,
                court=self.courts[row.court],
                starts_at=self.preview.starts_at(row),
                until=self.preview.starts_at(row)
                + timedelta(minutes=self.preview.settings.minutes),
                encounter=encounter.get(row.key),
            )
            for row in planned
        }
        for match in tree.matches if tree else ():
            for side, source in ((Side.HOME, match.home), (Side.AWAY, match.away)):
                BracketSlot.objects.create(
                    fixture=fixtures[match.key], side=side, **self._source(source, fixtures)
                )
        return list(fixtures.values())

    def _knock_out(self) -> Division:
        return Division.phases.create(
            season=self.tournament.season,
            name=knock_out_name(),
            slug=self.tournament.slug,
            position=max(group.position for group in self.groups) + 1,
            kind=PhaseKind.KNOCKOUT,
            tournament=self.tournament,
        )

    def _matchdays(
        self, phases: Sequence[Division], rounds: int
    ) -> dict[tuple[int, int], Matchday]:
        wanted: dict[int, set[int]] = {}
        for row in self.preview.plan.matches:
            phase = phases[-1] if row.group is None else self.groups[row.group]
            wanted.setdefault(phase.pk, set()).add(row.round)
        made = Matchday.objects.bulk_create(
            Matchday(
                division=phase,
                leg=1,
                number=number,
                starts_on=self.day,
                name=round_name(rounds - number) if phase.is_knockout else "",
            )
            for phase in phases
            for number in sorted(wanted[phase.pk])
        )
        return {(day.division_id, day.number): day for day in made}

    def _source(self, source: Source, fixtures: Mapping[str, Fixture]) -> dict[str, Any]:
        match source:
            case Place(group=group, place=place):
                return {"group": self.groups[group], "place": place}
            case Winner(match=key):
                return {"winner_of": fixtures[key]}
            case Loser(match=key):
                return {"loser_of": fixtures[key]}


def _courts_made(preview: TournamentPreview) -> list[Court]:
    """The courts of the plan; a venue that has fewer gets the others."""
    courts = list(preview.venue.courts.all()[: preview.settings.courts])
    position = max((court.position for court in courts), default=0)
    for nth, name in enumerate(preview.courts[len(courts) :], start=1):
        courts.append(Court.objects.create(venue=preview.venue, name=name, position=position + nth))
    return courts
