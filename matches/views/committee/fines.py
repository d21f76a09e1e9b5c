"""The ledger of fines: the organiser's, and each peña's own. The public sees none of it but the
rulings."""

from decimal import Decimal
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.case_words import FINES, euros
from matches.models import Sanction
from matches.selectors import fines as select
from matches.selectors.cases import fines_by_team
from matches.states.sanction import FINE, FineEvent, FineState, SanctionState
from matches.views.committee.place import Place, committee_page, show

_SUMS = ("due", "paid", "waived")


@require_safe
@committee_page
def fines(place: Place) -> HttpResponse:
    """Every fine with what may be noted of it, and the sums of each peña."""
    rows = select.fines_of(place.season, _teams(place))
    totals = list(fines_by_team(rows))
    return show(
        place,
        "fines",
        tab="fines",
        lines=[_line(place, row) for row in rows],
        totals=[
            {"team": row["team__name"], **{name: _euros(row[name]) for name in _SUMS}}
            for row in totals
        ],
        sums={name: _euros(sum(row[name] or 0 for row in totals)) for name in _SUMS},
        is_due=any(row["due"] for row in totals),
    )


@require_safe
@committee_page
def receipt(place: Place, pk: int) -> HttpResponse:
    """To print, for the organiser and the peña that paid."""
    teams = _teams(place)
    fine = select.fine_of(place.season, pk)
    if teams is not None and fine.team_id not in teams:
        raise PermissionDenied
    if fine.fine_state != FineState.PAID:
        raise Http404
    return show(
        place, "fine_receipt", tab="fines", fine=fine, amount=_amount(fine), title=_("Recibo")
    )


def _teams(place: Place) -> list[int] | None:
    """Whose fines one sees: None is everybody's. PermissionDenied for who stands for no team."""
    if place.is_organiser:
        return None
    teams = select.own_teams(place.request.user, place.season)  # type: ignore[arg-type]
    if not teams:
        raise PermissionDenied
    return teams


def _line(place: Place, fine: Sanction) -> dict[str, Any]:
    revoked = fine.state == SanctionState.REVOKED
    words, level = (_("revocada"), "plain") if revoked else FINES[fine.fine_state]
    paid_back = revoked and fine.fine_state == FineState.PAID
    events = {
        event: place.is_organiser and not revoked and FINE.allows(FineState(fine.fine_state), event)
        for event in FineEvent
    }
    return {
        "fine": fine,
        "amount": _amount(fine),
        "state": words,
        "level": level,
        "give_back": paid_back,
        "may_pay": events[FineEvent.PAY],
        "may_waive": events[FineEvent.WAIVE],
        "may_reopen": events[FineEvent.REOPEN],
        "has_receipt": fine.fine_state == FineState.PAID,
    }


def _amount(fine: Sanction) -> str:
    return _euros(fine.amount)


def _euros(amount: Decimal | int | None) -> str:
    return euros(int((amount or 0) * 100))
