"""That a delegate has the acta before his eyes, noted for his side (M-D.15)."""

from typing import cast

from league.models import User
from league.refusals import Refused
from matches.selectors.evening_acta import Sheet
from matches.services.sights import acta_see
from matches.views.evening.visit import Visit


def seen(came: Visit, sheet: Sheet | None) -> None:
    """Note it when a person opened the page. What a phone fetches ahead, to have it without
    coverage, nobody has read yet."""
    headers = came.request.headers
    opened = headers.get("Sec-Fetch-Mode", "navigate") == "navigate" or "HX-Request" in headers
    if sheet is None or came.side is None or came.request.method != "GET" or not opened:
        return
    try:
        acta_see(actor=cast(User, came.request.user), acta_id=sheet.acta.pk, at=came.at)
    except Refused:
        return  # a season that is closed: its clocks have stopped
