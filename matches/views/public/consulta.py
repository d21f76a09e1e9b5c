"""The consulta of the rule book: four hands, what was said, and the ruling."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from matches import policies
from matches.consulta import taps, words, writing
from matches.consulta.examples import EXAMPLES
from matches.deal_words import DealWords, deal_words
from matches.record_refusals import refusal_words
from matches.selectors.claimable import encounters_to_claim
from matches.selectors.evening import encounters_to_note
from rules.errors import NotationError, RuleViolation
from rules.mus import ASTURIAS, Record, dump, parse_record
from rules.mus.ruled import acts_said, unknown_cards
from rules.record_report import LONGEST_RECORD
from rules.registry import DISCIPLINES

RECORD = "jugada"
# Servers and messengers cut longer addresses; such a record is passed on as text.
LONGEST_ADDRESS = 3_500
_STILL_OPEN = {"mus.record.cards_unknown", "mus.record.said_at_length"}


@dataclass(frozen=True, slots=True)
class Unread:
    """Why a record cannot be read or ruled on: the sentence, and where. `line` is empty where the
    whole of it is meant; `at` and `rest` are the line at fault, parted there."""

    text: str
    line: int = 0
    column: int = 0
    before: str = ""
    at: str = ""
    rest: str = ""


@csrf_exempt  # nothing is stored and nobody is asked who he is: there is nothing to forge
@require_http_methods(["GET", "HEAD", "POST"])
def consulta(request: HttpRequest) -> HttpResponse:
    """The page: with nothing, with the record of the address, or with one pasted (POST, since a
    long record does not fit into an address). A tap leads to the address of what it makes."""
    if not DISCIPLINES[writing.GAME].takes_records:
        raise Http404
    if request.method == "POST":
        text = _clean(request.POST.get("texto", ""))
        return redirect(address(text)) if fits(text) else _page(request, text)
    text = _clean(request.GET.get(RECORD, ""))
    if not taps.tap_of(request.GET):
        return _page(request, text)
    try:
        record = parse_record(text or writing.START)
    except RuleViolation:
        return redirect(address(text))
    changed = dump(taps.tapped(record, request.GET.dict()))
    return redirect(address(changed)) if fits(changed) else _page(request, changed)


def _clean(text: str) -> str:
    """As it is read: lines as everywhere, and no more than a record may have, plus one sign to tell
    that there was more."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")
    return plain.strip()[: LONGEST_RECORD + 1]


def address(text: str) -> str:
    """The address of a record: whoever opens it reads the same ruling."""
    path = reverse("matches:consulta")
    return f"{path}?{RECORD}={_quoted(text)}" if text.strip() else path


def _quoted(text: str) -> str:
    return quote(text.strip(), safe="-:!?*/,;").replace("%20", "+")


def fits(text: str) -> bool:
    return len(text) <= LONGEST_RECORD and len(address(text)) <= LONGEST_ADDRESS


def _page(request: HttpRequest, text: str) -> HttpResponse:
    record: Record | None = None
    unread: Unread | None = None
    if len(text) > LONGEST_RECORD:
        unread = Unread(
            _("El registro es demasiado largo: caben %(most)s caracteres.")
            % {"most": LONGEST_RECORD}
        )
    else:
        try:
            record = parse_record(text or writing.START)
        except NotationError as refused:
            unread = _unread(text, refused)
    context: dict[str, Any] = {
        "text": text,
        "longest": LONGEST_RECORD,
        "unread": unread,
        "examples": EXAMPLES,
        "start": address(""),
        "season": None,
    }
    if record is not None:
        context |= _table(request, record, text)
    return render(request, "public/consulta.html", context, status=422 if unread else 200)


def _unread(text: str, refused: NotationError) -> Unread:
    lines = text.split("\n")
    line = lines[refused.line - 1] if refused.line <= len(lines) else ""
    start = max(refused.column - 1, 0)
    end = start
    while end < len(line) and not line[end].isspace():
        end += 1
    return Unread(
        text=refusal_words(refused),
        line=refused.line,
        column=refused.column,
        before=line[:start],
        at=line[start:end],
        rest=line[end:],
    )


def _table(request: HttpRequest, record: Record, text: str) -> dict[str, Any]:
    """What is on the page once there is a record, however little it says."""
    written = dump(record)
    report, problem = _ruled(record, written)
    shared = address(written) if fits(written) else ""
    lances = words.lances(record)
    pairs = writing.pairs_of(record)
    return {
        "record": written,
        "is_empty": not text,
        "shared": shared,
        "absolute": request.build_absolute_uri(shared) if shared else "",
        "report": report,
        "problem": problem,
        "hands": words.hands(record),
        "left": words.cards_left(record),
        "suits": words.choices(record) if writing.next_seat(record) else [],
        "mano": record.deal.mano.value,
        "before": record.before,
        "pairs": pairs or ("", ""),
        "pair_names": pairs or (_("Pareja A"), _("Pareja B")),
        "target": writing.target_of(record),
        "lances": lances,
        "all_said": bool(lances) and all(lance.done for lance in lances),
        "options": words.options(record),
        "faults": words.faults(record),
        "fault_choices": words.fault_choices(),
        "seats": ("A1", "B1", "A2", "B2"),
        "stones": (2, 3, 4, 5, 6, 8, 10),
        "attach": _attach(request, written) if shared and report else [],
    }


def _ruled(record: Record, written: str) -> tuple[DealWords | None, str]:
    """The ruling, or why there is none yet (nothing to say while cards are being given)."""
    settings = ASTURIAS.to_mapping()
    if unknown_cards(record) and not acts_said(record):
        return None, ""
    try:
        report = DISCIPLINES[writing.GAME].rule_on(written, settings)
    except RuleViolation as refused:
        return None, "" if refused.code in _STILL_OPEN else refusal_words(refused)
    pairs = writing.pairs_of(record)
    return deal_words(report, code=writing.GAME, settings=settings, pairs=pairs), ""


def _attach(request: HttpRequest, written: str) -> list[dict[str, Any]]:
    """What this deal may go with, for a delegate who is signed in, for the season or for a night:
    an incident of tonight, or a claim about an encounter that has ended."""
    user = request.user
    if not user.is_authenticated:
        return []
    now = timezone.now()
    claims = [
        encounter
        for encounter in encounters_to_claim(user, now)
        if policies.claim_team(user, encounter) is not None
    ]
    notes = [
        encounter
        for encounter in encounters_to_note(user, now=now)
        if policies.side_of(user, encounter) is not None
    ]
    groups = (
        (_("Adjuntar a una incidencia de esta noche"), "matches:evening-incidents", notes),
        (_("Adjuntar a una reclamación"), "matches:claim-new", claims),
    )
    query = f"{RECORD}={_quoted(written)}"
    found = []
    for title, name, encounters in groups:
        links = [
            {
                "text": f"{encounter.home} – {encounter.away}",
                "url": f"{reverse(name, args=[encounter.pk])}?{query}",
            }
            for encounter in encounters
            if encounter.division.season.discipline == writing.GAME
        ]
        if links:
            found.append({"title": title, "links": links})
    return found
