"""A disputed deal on a page: the record as it was written and the engine's report beside it."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse

from league.models import Season
from matches import deal_report
from matches.deal_words import deal_words
from matches.incident_kinds import PLAY
from matches.models import DisputedDeal
from rules.record_report import LONGEST_RECORD
from rules.registry import discipline

PARAMETER = "jugada"


def deal_given(request: HttpRequest) -> str:
    """The record that a link brings along, from the rule book's page of deals."""
    return request.GET.get(PARAMETER, "")[:LONGEST_RECORD].replace("\x00", "")


def deal_initial(request: HttpRequest) -> dict[str, str]:
    """What an incident starts with that is about such a deal."""
    record = deal_given(request)
    return {"record": record, "kind": PLAY} if record else {}


def takes_deals(season: Season) -> bool:
    return discipline(season.discipline).takes_records


def consult_path(record: str = "") -> str:
    """The rule book's page that rules on a deal, opened with this one."""
    try:
        path = reverse("matches:consulta")
    except NoReverseMatch:
        return ""
    return f"{path}?{urlencode({PARAMETER: record})}" if record else path


def deal_shown(deal: DisputedDeal | None) -> dict[str, Any] | None:
    """What `components/disputed_deal.html` takes; None without a deal."""
    if deal is None:
        return None
    kept = deal_report.read(deal.report)
    try:
        words = deal_words(kept.report, code=kept.discipline, settings=kept.settings)
    except KeyError:  # a code of an engine of long ago, for which there are no words any more
        words = None
    return {
        "record": deal.record,
        "words": words,
        "engine": kept.engine,
        "other_engine": kept.engine != deal_report.engine_digest(kept.discipline),
        "digest": deal.digest,
        "url": consult_path(deal.record),
    }
