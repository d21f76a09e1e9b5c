"""A season half played, of any size, with one of everything that public pages show."""

from dataclasses import dataclass
from datetime import timedelta
from uuid import uuid4

from league.models import Division, Player, Registration, Season, Team, User
from matches import content as contents
from matches import snapshot
from matches.models import Acta, Encounter, Ruling, StandingsPublication
from matches.services import actas, encounters
from matches.services.publications import publication_publish
from matches.states.encounter import EncounterEvent
from matches.states.partida import EndedAs
from rules.mus import ASTURIAS
from tests import factories

AT = factories.AT


@dataclass
class Played:
    """The season, and the rows that a test asks about."""

    season: Season
    division: Division
    teams: list[Team]
    organiser: User
    encounter: Encounter
    playing: Encounter
    acta: Acta
    ruling: Ruling
    publication: StandingsPublication


def played(size: int = 6, *, public: bool = True) -> Played:
    """`size` teams with as many fichas as fit, all matchdays of a leg, the first half with results;
    one encounter with an acta and a ruling, one being played with its draw made."""
    season = factories.season(
        options=ASTURIAS.to_mapping(), is_public=public, slug=f"t-{uuid4().hex[:8]}"
    )
    division = factories.division(season=season, promoted=1, relegated=1)
    teams = [factories.team(division=division) for _ in range(size)]
    organiser = factories.role(season=season).user
    _register(season, teams, min(16, 6 + size // 2))
    rows = []
    circle = list(teams)
    for number in range(1, size):
        day = factories.matchday(
            division=division,
            number=number,
            leg=1,
            starts_on=(AT + timedelta(days=7 * (number - size // 2))).date(),
        )
        for nth in range(size // 2):
            rows.append(
                Encounter(
                    division=division,
                    matchday=day,
                    leg=1,
                    home=circle[nth],
                    away=circle[-1 - nth],
                    venue=circle[nth].venue,
                    starts_at=AT + timedelta(days=7 * (number - size // 2)),
                )
            )
        circle = [circle[0], circle[-1], *circle[1:-1]]
    made = encounters.encounters_create(rows)
    half = size // 2 * (size // 2)
    for nth, row in enumerate(made[:half]):
        won = nth % 5
        Encounter.objects.filter(pk=row.pk).update(
            state="ENDED",
            kind="PLAYED",
            home_score=won,
            away_score=4 - won,
            home_games=5 * won + 8,
            away_games=5 * (4 - won) + 7,
            started_at=row.starts_at,
            ended_at=row.starts_at + timedelta(hours=2),
        )
    first = Encounter.objects.get(pk=made[0].pk)
    acta = issue(first, organiser)
    ruling = factories.ruling(
        case=factories.case(encounter=first, season=season, state="RESOLVED"),
        season=season,
        effects=[{"effect": "points", "team": teams[0].pk, "points": 1}],
    )
    Encounter.objects.filter(pk=first.pk).update(state="RULED")
    factories.point_adjustment(team=teams[0], ruling=ruling)
    factories.incident(encounter=first)
    factories.postponement(encounter=first, state="DELIVERED", delivered_at=AT, by_organiser=True)
    publication = publication_publish(
        actor=organiser, division_id=division.pk, matchday_id=first.matchday_id, at=AT
    )
    playing = made[half]
    seat(playing)
    return Played(
        season=season,
        division=Division.objects.select_related("season__competition").get(pk=division.pk),
        teams=teams,
        organiser=organiser,
        encounter=Encounter.objects.get(pk=first.pk),
        playing=Encounter.objects.get(pk=playing.pk),
        acta=acta,
        ruling=ruling,
        publication=publication,
    )


def _register(season: Season, teams: list[Team], many: int) -> None:
    players = Player.objects.bulk_create(
        factories.PlayerFactory.build() for _ in range(many * len(teams))
    )
    Registration.objects.bulk_create(
        Registration(
            season=season,
            team=teams[nth // many],
            player=player,
            slot=nth % many + 1,
            registered_at=AT - timedelta(days=200),
        )
        for nth, player in enumerate(players)
    )


def issue(encounter: Encounter, organiser: User) -> Acta:
    """Two versions of the acta, the second in force: the organiser's, with the pairs named."""
    fichas = {side: pairs_of(encounter.team(side)) for side in ("HOME", "AWAY")}
    for games in ((5, 3), (3, 5)):
        boards = [
            snapshot.empty_board(number)
            | {
                "home_games": games[0],
                "away_games": games[1],
                "ended_as": str(EndedAs.PLAYED),
                "home": fichas["HOME"][number - 1],
                "away": fichas["AWAY"][number - 1],
            }
            for number in range(1, 5)
        ]
        content = contents.of_report(
            encounter,
            kind="PLAYED",
            origin="ORGANISER",
            boards=boards,
            started_at=AT,
            ended_at=AT + timedelta(hours=2),
        )
        content = actas.check(encounter, content, at=AT + timedelta(days=1))
        encounter.state = "ENDED" if encounter.state == "SCHEDULED" else encounter.state
        acta = actas.issue(
            encounter=encounter,
            content=content,
            reason=Acta.Reason.ORGANISER,
            event=EncounterEvent.SIGN,
            actor=organiser,
            at=AT + timedelta(days=1),
            note="Llegó en papel.",
        )
    return acta


def pairs_of(team: Team) -> list[list[dict[str, int]]]:
    """Pairs of fichas for four boards, fewer where the team is short of players."""
    rows = list(Registration.objects.filter(team=team).order_by("slot")[:8])
    seats = [{"registration": row.pk, "slot": row.slot} for row in rows]
    pairs = [seats[nth : nth + 2] for nth in range(0, len(seats) - 1, 2)]
    return [*pairs, [], [], [], []][:4]


def seat(encounter: Encounter) -> None:
    """Pairs at the boards, one partida finished: the encounter is being played."""
    for side, team in (("HOME", encounter.home), ("AWAY", encounter.away)):
        for nth, row in enumerate(Registration.objects.filter(team=team).order_by("slot")[:6]):
            factories.seat(
                encounter=encounter,
                side=side,
                registration=row,
                board=nth // 2 + 1,
                position=nth % 2 + 1,
            )
    for board in range(1, 5):
        factories.partida(
            encounter=encounter,
            board=board,
            home_games=5 if board == 1 else 1,
            ended_as="PLAYED" if board == 1 else "",
        )
    Encounter.objects.filter(pk=encounter.pk).update(state="PLAYING", started_at=AT)
