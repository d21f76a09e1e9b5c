"""Teams that leave, and points added or taken by hand."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.labels import WITHDRAWALS
from league.models import Season
from league.standings import Row
from league.views.pages import SignedIn, form_page, organiser_page
from matches.forms.organiser import AdjustmentForm, ReverseForm, WithdrawForm
from matches.selectors.organiser import adjustment_of, adjustments_of, team_of, teams_of
from matches.services.adjustments import adjustment_add, adjustment_reverse
from matches.services.withdrawals import team_withdraw, withdrawal_preview


@require_safe
@organiser_page
def withdrawals(request: HttpRequest, season: Season) -> HttpResponse:
    teams = list(teams_of(season))
    return render(
        request,
        "organiser/withdrawals.html",
        {
            "season": season,
            "tab": "teams",
            "policy": WITHDRAWALS[season.withdrawal_policy],
            "gone": [team for team in teams if team.withdrawn_at],
            "staying": [team for team in teams if not team.withdrawn_at],
        },
    )


@organiser_page
def withdraw(request: SignedIn, season: Season, team_id: int) -> HttpResponse:
    """What would change, before it does: the table now and then, and the encounters."""
    team = team_of(season, team_id)
    preview = withdrawal_preview(team)
    names = {str(other.pk): other.name for other in teams_of(season)}
    return form_page(
        request,
        form=WithdrawForm(request.POST or None),
        act=lambda form: team_withdraw(
            actor=request.user,
            team_id=team.pk,
            reason=form.cleaned_data["reason"],
            at=timezone.now(),
        ),
        said=_("%(team)s queda retirada.") % {"team": team.name},
        back=reverse("matches:organise-withdrawals", args=[season.pk]),
        template="organiser/withdraw.html",
        context={
            "season": season,
            "tab": "teams",
            "team": team,
            "policy": WITHDRAWALS[season.withdrawal_policy],
            "preview": preview,
            "lines": _lines(preview.before, preview.after, names),
        },
    )


@organiser_page
def adjustments(request: SignedIn, season: Season) -> HttpResponse:
    return form_page(
        request,
        form=AdjustmentForm(request.POST or None, teams=_choices(season)),
        act=lambda form: adjustment_add(
            actor=request.user,
            team_id=form.cleaned_data["team_id"],
            points=form.cleaned_data["points"],
            reason=form.cleaned_data["reason"],
            at=timezone.now(),
        ),
        said=_("El ajuste está anotado y ya cuenta en la clasificación."),
        back=reverse("matches:organise-adjustments", args=[season.pk]),
        template="organiser/adjustments.html",
        context={"season": season, "tab": "publications", "adjustments": adjustments_of(season)},
    )


@organiser_page
def adjustment_undo(request: SignedIn, season: Season, pk: int) -> HttpResponse:
    adjustment = adjustment_of(season, pk)
    return form_page(
        request,
        form=ReverseForm(request.POST or None),
        act=lambda form: adjustment_reverse(
            actor=request.user,
            adjustment_id=adjustment.pk,
            reason=form.cleaned_data["reason"],
            at=timezone.now(),
        ),
        said=_("El ajuste está anulado con otro contrario."),
        back=reverse("matches:organise-adjustments", args=[season.pk]),
        template="organiser/adjustment_reverse.html",
        context={"season": season, "tab": "publications", "adjustment": adjustment},
    )


def _choices(season: Season) -> list[tuple[int, str]]:
    return [(team.pk, team.name) for team in teams_of(season)]


def _lines(
    before: tuple[Row, ...], after: tuple[Row, ...], names: dict[str, str]
) -> list[dict[str, Any]]:
    """The table as it would be, with the numbers it has now beside."""
    now = {row.team: row for row in before}
    return [
        {
            "name": names[row.team],
            "old": now[row.team],
            "new": row,
            "changes": (now[row.team].position, now[row.team].points, now[row.team].played)
            != (row.position, row.points, row.played),
        }
        for row in after
    ]
