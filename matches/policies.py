"""Who may do what with an encounter, a claim or a case: sentences about a user and a thing."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Q
from django.utils import timezone

from league.models import Delegate, Season, User
from league.policies import Anybody, clubs_of, delegations, may_organise, may_referee, may_rule
from matches.models import Case, Claim, Encounter, Evidence
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


def signers_of(encounter: Encounter, side: Side) -> list[User]:
    """Who may sign for the side tonight: its delegates, and those for this one night. Who is
    delegate of both sides signs for neither."""
    tonight = Q(valid_on__isnull=True) | Q(valid_on=night_of(encounter))
    rows = Delegate.objects.filter(tonight, user__is_active=True)
    own = rows.filter(team_id=encounter.team(side).pk).select_related("user").order_by("pk")
    others = set(
        rows.filter(team_id=encounter.team(side.other).pk).values_list("user_id", flat=True)
    )
    people = {row.user_id: row.user for row in own if row.user_id not in others}
    return list(people.values())


def claim_team(user: Anybody, encounter: Encounter) -> int | None:
    """The team of the encounter for which the user may claim: its delegates, and who was one for
    that night. A delegate of both is of neither."""
    side = side_of(user, encounter)
    return None if side is None else encounter.team(side).pk


def may_withdraw(user: Anybody, claim: Claim) -> bool:
    """A standing delegate of the team that claimed; one for a night takes back only the own."""
    if claim_team(user, claim.encounter) != claim.team_id:
        return False
    return claim.submitted_by_id == user.pk or _stands_for(user, [claim.team_id])


def _stands_for(user: Anybody, teams: Iterable[int]) -> bool:
    if not user.is_authenticated:
        return False
    return Delegate.objects.filter(
        user_id=user.pk, valid_on__isnull=True, team_id__in=teams
    ).exists()


def standing_side(user: Anybody, encounter: Encounter) -> Side | None:
    """The side for which the user may agree on another date: its standing delegates, not one
    who came for a night (M-D.16). A delegate of both is of neither."""
    if not user.is_authenticated or not user.is_active:
        return None
    teams = set(
        Delegate.objects.filter(
            user_id=user.pk,
            valid_on__isnull=True,
            team_id__in=(encounter.home_id, encounter.away_id),
        ).values_list("team_id", flat=True)
    )
    if len(teams) != 1:
        return None
    return Side.HOME if encounter.home_id in teams else Side.AWAY


def may_follow_dates(user: Anybody, encounter: Encounter) -> bool:
    """See what is proposed for a date: standing delegates of both sides, and the organiser."""
    return standing_side(user, encounter) is not None or may_organise(
        user, encounter.division.season_id
    )


def may_score(user: Anybody, encounter: Encounter) -> bool:
    """Write the sheet of a match: the referees of the season, and the organiser (C-20, C-22)."""
    season_id = encounter.division.season_id
    return may_referee(user, season_id) or may_organise(user, season_id)


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
    if not user.is_authenticated or not user.is_active:
        return None
    teams = {team.pk for team in case.teams.all()}
    return (
        Delegate.objects.filter(user_id=user.pk, valid_on__isnull=True, team_id__in=teams)
        .order_by("team_id")
        .values_list("team_id", flat=True)
        .first()
    )


def may_read_case(user: Anybody, case: Case) -> bool:
    """The file of a case: the committee (unless recused), the organiser, the delegates named."""
    if may_rule(user, case.season_id):
        return not is_recused(user, case)
    return may_organise(user, case.season_id) or case_side(user, case) is not None


@dataclass(frozen=True, slots=True)
class CaseRights:
    """What somebody may do with a case. `side` is the team of the case that the user stands for."""

    reads: bool
    decides: bool
    side: int | None


def case_rights(user: Anybody, case: Case, *, rules: bool, organises: bool) -> CaseRights:
    """The rules above asked once, for a page: `rules` and `organises` say which posts the user
    holds in the season."""
    recused = rules and is_recused(user, case)
    side = case_side(user, case)
    return CaseRights(
        reads=not recused if rules else organises or side is not None,
        decides=rules and not recused,
        side=side,
    )


def stands_for_a_team(user: Anybody, season: Season | int) -> bool:
    """Standing delegate of some team of the season."""
    if not user.is_authenticated or not user.is_active:
        return False
    season_id = season.pk if isinstance(season, Season) else season
    return Delegate.objects.filter(
        user_id=user.pk, valid_on__isnull=True, team__division__season_id=season_id
    ).exists()


def may_see_claim(user: Anybody, claim: Claim) -> bool:
    """The receipt of a claim: the team that claimed, and whoever may read its case."""
    if claim_team(user, claim.encounter) == claim.team_id:
        return True
    case = Case.objects.filter(claim=claim).select_related("encounter__home", "encounter__away")
    found = case.first()
    return found is not None and may_read_case(user, found)


def may_see_evidence(user: Anybody, evidence: Evidence) -> bool:
    """A file of a claim or case: whoever may read it. One of an acta: both teams, the organiser,
    and the committee members who may read a case of the encounter."""
    if evidence.claim is not None:
        return may_see_claim(user, evidence.claim)
    return may_read_acta(user, evidence.encounter)


def may_read_acta(user: Anybody, encounter: Encounter) -> bool:
    """The whole acta, with its words: both teams, the organiser, and the committee members who may
    read a case of the encounter. What everybody may read is its public page."""
    if may_rule(user, encounter.division.season_id):
        clubs = frozenset({encounter.home.club_id, encounter.away.club_id})
        return not clubs & clubs_of(user, encounter.division.season_id)
    return claim_team(user, encounter) is not None or may_follow(user, encounter)
