"""Who may do what with an encounter, a claim or a case: sentences about a user and a thing."""

from datetime import date

from django.utils import timezone

from league.policies import Anybody, clubs_of, delegations, may_organise, may_rule
from matches.models import Case, Encounter
from matches.states.partida import Side


def night_of(encounter: Encounter) -> date:
    """The local date of the evening: a delegate for one night is one for that date (M-D.3)."""
    moment = encounter.starts_at or timezone.now()
    return timezone.localtime(moment).date()


def side_of(user: Anybody, encounter: Encounter) -> Side | None:
    """The side the user is delegate of tonight. A delegate of both (two teams of a peña) is of
    neither: nobody signs against himself."""
    teams = set(
        delegations(user, night_of(encounter))
        .filter(team_id__in=(encounter.home_id, encounter.away_id))
        .values_list("team_id", flat=True)
    )
    if len(teams) != 1:
        return None
    return Side.HOME if encounter.home_id in teams else Side.AWAY


def may_follow(user: Anybody, encounter: Encounter) -> bool:
    """See the evening's working pages: both delegates and the organiser."""
    return side_of(user, encounter) is not None or may_organise(user, encounter.division.season_id)


def clubs_in(case: Case) -> frozenset[int]:
    """Peñas that have a stake in a case."""
    clubs = {team.club_id for team in case.teams.all()}
    if case.encounter is not None:
        clubs |= {case.encounter.home.club_id, case.encounter.away.club_id}
    return frozenset(clubs)


def is_recused(user: Anybody, case: Case) -> bool:
    """A committee member tied to a peña of the case is kept out, by rule and not by courtesy."""
    return bool(clubs_of(user, case.season_id) & clubs_in(case))


def may_decide(user: Anybody, case: Case) -> bool:
    return may_rule(user, case.season_id) and not is_recused(user, case)


def case_side(user: Anybody, case: Case) -> int | None:
    """The team of the case that the user is a standing delegate of, by id."""
    if not user.is_authenticated:
        return None
    today = timezone.localdate()
    teams = {team.pk for team in case.teams.all()}
    return (
        delegations(user, today).filter(team_id__in=teams).values_list("team_id", flat=True).first()
    )


def may_read_case(user: Anybody, case: Case) -> bool:
    """The file of a case: the committee (unless recused), the organiser, the delegates named."""
    if may_rule(user, case.season_id):
        return not is_recused(user, case)
    return may_organise(user, case.season_id) or case_side(user, case) is not None
