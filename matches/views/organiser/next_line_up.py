"""Who of a team may play its next encounter, and why the others may not."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league import policies
from league.entry_rules import terms_of
from league.selectors.rosters import teams_of
from league.selectors.seasons import season_by_id
from matches import addresses, eligibility
from matches.eligibility_words import reason_words
from matches.selectors.next_encounters import next_encounter_of
from matches.states.partida import Side
from rules.registry import discipline


@require_safe
@login_required
def next_line_up(request: HttpRequest, season_id: int, team_id: int) -> HttpResponse:
    """To the organiser and to the team's own delegates."""
    try:
        season = season_by_id(season_id)
        team = teams_of(season).get(pk=team_id)
    except ObjectDoesNotExist:
        raise Http404 from None
    today = timezone.localdate()
    if not policies.may_see_roster(request.user, season, team, today):
        raise PermissionDenied
    encounter = next_encounter_of(team, today)
    lines, least = [], discipline(season.discipline).roster.minimum
    if encounter is not None:
        side = Side.HOME if encounter.home_id == team.pk else Side.AWAY
        lines = [
            {
                "row": one.registration,
                "reasons": [
                    {"text": reason_words(reason), "clause": reason.clause}
                    for reason in one.reasons
                ],
            }
            for one in eligibility.standings_of(encounter, side)
            if one.registration.released_at is None
        ]
    able = sum(not line["reasons"] for line in lines)
    return render(
        request,
        "organiser/next_line_up.html",
        {
            "season": season,
            "tab": "teams",
            "frame": "organiser/base.html"
            if policies.may_organise(request.user, season)
            else "base.html",
            "team": team,
            "title": _("Quién puede jugar"),
            "encounter": encounter,
            "encounter_url": addresses.encounter_path(encounter) if encounter else "",
            "lines": lines,
            "able": able,
            "least": least,
            "clause": discipline(season.discipline).roster.clause,
            "shirts": bool(terms_of(season).shirt_numbers),
        },
    )
