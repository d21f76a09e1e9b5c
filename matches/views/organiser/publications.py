"""Publishing the table of a matchday: what would change, then the button."""

import json
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.forms.base import refusal_text
from league.models import Division, Matchday, Season
from league.refusals import Refused
from league.views.pages import SignedIn, organiser_page
from matches import publication_content
from matches.addresses import publication_path, standings_path
from matches.forms.organiser import PublishForm
from matches.models import StandingsPublication
from matches.selectors.organiser import (
    division_in,
    encounter_names,
    latest_publications,
    matchdays_of,
    publications_of,
)
from matches.selectors.standings import last_publication, publication_draft
from matches.services.publications import publication_publish


@require_safe
@organiser_page
def publications(request: HttpRequest, season: Season) -> HttpResponse:
    """The groups, each with its last publication. With one group, straight to it."""
    divisions = list(season.divisions.all())
    if len(divisions) == 1:
        return redirect(
            "matches:organise-publish", season_id=season.pk, division_id=divisions[0].pk
        )
    latest = latest_publications(season)
    return render(
        request,
        "organiser/publications.html",
        {
            "season": season,
            "tab": "publications",
            "groups": [
                {"division": division, "latest": latest.get(division.pk)} for division in divisions
            ],
        },
    )


@organiser_page
def publish(request: SignedIn, season: Season, division_id: int) -> HttpResponse:
    division = division_in(season, division_id)
    matchdays = matchdays_of(division)
    chosen = _chosen(request, matchdays)
    here = reverse("matches:organise-publish", args=[season.pk, division.pk])
    form = PublishForm(
        request.POST or None,
        matchdays=[(row.pk, _matchday_words(row)) for row in matchdays],
        initial={"matchday_id": chosen.pk if chosen else None, "version": division.version},
    )
    if request.method == "POST" and form.is_valid():
        try:
            made = publication_publish(
                actor=request.user,
                division_id=division.pk,
                matchday_id=form.cleaned_data["matchday_id"],
                note=form.cleaned_data["note"],
                seen=form.cleaned_data["version"],
                at=timezone.now(),
            )
        except Refused as refusal:
            messages.error(request, refusal_text(refusal))
            return redirect(f"{here}?matchday={form.cleaned_data['matchday_id']}")
        else:
            messages.success(
                request, _("Publicada con el número %(number)s.") % {"number": made.number}
            )
        return redirect(here)
    last = last_publication(division)
    return render(
        request,
        "organiser/publish.html",
        {
            "season": season,
            "tab": "publications",
            "division": division,
            "form": form,
            "matchdays": matchdays,
            "chosen": chosen,
            "last": last,
            "difference": _difference(division, chosen, last) if chosen else None,
            "publications": [
                {"row": row, "url": publication_path(_placed(row, division))}
                for row in publications_of(division)
            ],
            "live_url": standings_path(division),
            "several": season.divisions.count() > 1,
            "back": reverse("matches:organise-publications", args=[season.pk]),
        },
        status=422 if form.is_bound else 200,
    )


def _placed(row: StandingsPublication, division: Division) -> StandingsPublication:
    row.division = division
    return row


def _chosen(request: HttpRequest, matchdays: list[Any]) -> Matchday | None:
    """The matchday asked for; else the last one with a result, else the first."""
    asked = request.POST.get("matchday_id") or request.GET.get("matchday", "")
    for row in matchdays:
        if str(row.pk) == asked:
            found: Matchday = row
            return found
    played = [row for row in matchdays if row.with_result]
    return (played or matchdays or [None])[-1 if played else 0]


def _matchday_words(row: Any) -> str:
    return _("Jornada %(number)s (%(done)s de %(all)s resultados)") % {
        "number": row.number,
        "done": row.with_result,
        "all": row.all_encounters,
    }


def _difference(
    division: Division, matchday: Matchday, last: StandingsPublication | None
) -> dict[str, Any]:
    new = publication_draft(division, matchday, number=(last.number if last else 0) + 1)
    found = publication_content.difference(json.loads(last.content) if last else None, new)
    names = encounter_names([change.encounter for change in found.results])
    teams = {team["id"]: team["name"] for team in new["teams"]}
    return {
        "rows": found.rows,
        "changed": any(row.is_change for row in found.rows),
        "results": [_result(change, names) for change in found.results],
        "corrected": len(found.corrected),
        "adjustments_added": [_adjustment(line, teams) for line in found.adjustments_added],
        "adjustments_removed": [_adjustment(line, teams) for line in found.adjustments_removed],
        "scheme": bool(found.scheme),
    }


def _result(
    change: publication_content.ResultChange, names: dict[int, tuple[str, str]]
) -> dict[str, Any]:
    home, away = names.get(change.encounter, ("", ""))
    return {
        "home": home,
        "away": away,
        "old": _score(change.old),
        "new": _score(change.new),
        "corrected": change.old is not None,
    }


def _score(line: Any) -> str:
    return "" if line is None else f"{line['home_score']}–{line['away_score']}"


def _adjustment(line: Any, teams: dict[int, str]) -> dict[str, Any]:
    return {
        "team": teams.get(line["team"], ""),
        "points": line["points"],
        "reason": line["reason"],
    }
