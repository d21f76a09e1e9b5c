"""What happened, in writing on the acta (M-D.18)."""

from typing import cast

from django.contrib import messages
from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.models import User
from matches.forms.evening import IncidentForm
from matches.incident_kinds import words_of
from matches.selectors.evening import TAKES_INCIDENTS
from matches.selectors.evening_boards import boards_of
from matches.services import incidents as service
from matches.views.deals import consult_path, deal_initial, deal_shown, takes_deals
from matches.views.evening.visit import (
    SAYS_NO,
    is_stale,
    refusal_of,
    show,
    signed_in,
    tell,
    to_step,
    visit,
)
from rules.registry import discipline


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def incidents(request: HttpRequest, pk: int) -> HttpResponse:
    """The incidents of the evening and the form for one more."""
    came = visit(request, pk, writes=request.method == "POST", referee=True)
    season = came.stand.encounter.division.season
    form = IncidentForm(
        request.POST or None,
        boards=season.boards,
        teams=came.stand.teams,
        prefix_of=discipline(season.discipline).clause_prefix,
        initial=deal_initial(request) | {"board": request.GET.get("mesa", "")},
    )
    refusal = None
    if request.method == "POST" and form.is_valid():
        try:
            service.incident_add(
                actor=cast(User, request.user), encounter_id=pk, at=came.at, **form.facts()
            )
        except SAYS_NO as said:
            if is_stale(said):
                tell(request, said)
                return to_step(pk)
            if said.code in form.field_of_code:
                form.add_refusal(said)
            else:
                refusal = refusal_of(said)
        else:
            messages.success(request, _("Anotado en el acta."))
            return redirect("matches:evening-incidents", pk=pk)
    found = boards_of(came.stand.encounter)
    return show(
        came,
        "incidents",
        status=422 if form.errors or refusal else 200,
        step=came.stand.step,
        form=form,
        refusal=refusal,
        is_open=came.stand.encounter.state in TAKES_INCIDENTS,
        may_note=came.may_write or came.is_referee,
        asks_for_deal=takes_deals(season),
        consult_url=consult_path(),
        opens_deal=bool(form["record"].errors or form["record"].value()),
        rows=[
            {
                "row": row,
                "words": words_of(row.kind),
                "team": came.stand.teams.get(row.side, ""),
                "mine": row.reported_by_id == request.user.pk,
                "deal": deal_shown(getattr(row, "deal", None)),
            }
            for row in found.incidents
        ],
    )


@require_POST
@signed_in
def withdraw(request: HttpRequest, pk: int, incident: int) -> HttpResponse:
    """Take back one written by mistake; it stays readable."""
    came = visit(request, pk, writes=True, referee=True)
    try:
        service.incident_withdraw(
            actor=cast(User, request.user), encounter_id=pk, incident_id=incident, at=came.at
        )
    except ObjectDoesNotExist:
        raise Http404 from None
    except SAYS_NO as refusal:
        tell(request, refusal)
    return redirect("matches:evening-incidents", pk=pk)
