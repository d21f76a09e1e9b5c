"""The official record as everybody sees it: heads of each day, their feed, keys, the checker."""

from datetime import UTC, datetime
from typing import Any
from urllib.parse import urljoin

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league.models import DayHead
from league.selectors import record as select
from league.services.heads import heads_want
from league.views.pages import SignedIn

CHECKER = settings.BASE_DIR / "docs" / "verify_acta.py"
HEX = frozenset("0123456789abcdef")
DIGEST_LENGTH = 64
ELLIPSIS = "…"


@require_safe
def heads(request: HttpRequest) -> HttpResponse:
    """Heads of each day; `cabeza` in the address is looked up in the record."""
    asked = "".join(request.GET.get("cabeza", "").lower().split()).rstrip(ELLIPSIS)
    context: dict[str, Any] = {"days": select.heads_by_day(), "asked": asked}
    if asked:
        whole = select.HEAD_PRINTED <= len(asked) <= DIGEST_LENGTH and set(asked) <= HEX
        context |= {"whole": whole, "entry": select.entry_of_head(asked) if whole else None}
    return render(request, "record/heads.html", context)


@require_safe
def heads_feed(request: HttpRequest) -> HttpResponse:
    """The same as a feed (Atom), an entry a day."""
    page = urljoin(settings.SITE_URL, reverse("league:heads"))
    feed = Atom1Feed(
        title=_("El registro oficial, día a día"),
        link=page,
        description="",
        language="es",
        feed_url=urljoin(settings.SITE_URL, reverse("league:heads-feed")),
    )
    days = select.heads_by_day()
    for day, rows in days:
        noted = max(row.noted_at for row in rows)
        feed.add_item(
            title=day.strftime("%d/%m/%Y"),
            link=f"{page}#d{day.isoformat()}",
            unique_id=f"{page}#d{day.isoformat()}",
            description="\n".join(f"{chain_name(row)}, {row.length}: {row.head}" for row in rows),
            pubdate=noted,
            updateddate=noted,
        )
    # A feed without entries is dated too: Atom asks for it.
    feed.latest_post_date = lambda: select.last_noted(days) or datetime(2026, 1, 1, tzinfo=UTC)  # type: ignore[method-assign]
    response = HttpResponse(content_type="application/atom+xml; charset=utf-8")
    feed.write(response, "utf-8")
    return response


def chain_name(row: DayHead) -> str:
    return str(row.chain.season) if row.chain.season is not None else _("Registro general")


@require_POST
@login_required
def heads_mail(request: SignedIn) -> HttpResponse:
    """Begin or stop getting them by mail."""
    wanted = request.POST.get("wanted") == "1"
    heads_want(actor=request.user, wanted=wanted, at=timezone.now())
    told = (
        _("Te llegará un correo los días en que el registro avance.")
        if wanted
        else _("Ya no te llegará ese correo.")
    )
    messages.success(request, told)
    return redirect("league:heads")


@require_safe
def keys(request: HttpRequest) -> HttpResponse:
    """The public keys of the server, those retired too."""
    return render(request, "record/keys.html", {"keys": select.signing_keys()})


@require_safe
def keys_file(request: HttpRequest) -> HttpResponse:
    """The same for programs."""
    rows = [
        {
            "key": key.key_id,
            "algorithm": "Ed25519",
            "public_key": key.public_key,
            "published_at": key.published_at,
            "retired_at": key.retired_at,
        }
        for key in select.signing_keys()
    ]
    return JsonResponse({"format": "amarraco-keys/1", "keys": rows})


@require_safe
def checker(request: HttpRequest) -> HttpResponseBase:
    """The program that checks an acta without us; it needs nothing but Python."""
    return FileResponse(
        CHECKER.open("rb"),
        as_attachment=True,
        filename=CHECKER.name,
        content_type="text/x-python; charset=utf-8",
    )
