"""Shirts, captain and staff of a team, and the private papers of who plays in it."""

from typing import Any

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league import labels
from league.checks.evidence import EXTENSIONS
from league.entry_rules import terms_of
from league.forms.team_sheets import CertificateForm, TeamSheetForm
from league.models import Document, Season
from league.selectors import rosters
from league.services import team_sheets as services
from league.views.pages import SignedIn, confirm_page, form_page, organiser_page

TAB = {"tab": "teams"}


def _to(name: str, season: Season, **kwargs: Any) -> str:
    return reverse(f"league:{name}", kwargs={"season_id": season.pk, **kwargs})


@organiser_page
def team_sheet(request: SignedIn, season: Season, team_id: int) -> HttpResponse:
    """Number the shirts, name the captain and the staff."""
    roster = rosters.roster_of(season, team_id)
    if not roster.terms.shirt_numbers:
        raise Http404
    form = TeamSheetForm(
        request.POST or None,
        fichas=[slot.registration for slot in roster.by_shirt if slot.registration],
        staff={row.post: row.name for row in roster.staff},
        terms=roster.terms,
    )
    return form_page(
        request,
        form=form,
        act=lambda form: services.team_sheet_update(
            actor=request.user,
            season_id=season.pk,
            team_id=team_id,
            sheet=form.sheet,
            at=timezone.now(),
        ),
        said=_("Camisetas y cuerpo técnico guardados."),
        back=_to("team", season, team_id=team_id),
        context={
            "season": season,
            "title": _("Camisetas, capitanía y cuerpo técnico"),
            "kicker": roster.team.name,
            "team_rules": roster.terms.team,
            **TAB,
        },
        template="organiser/team_sheet.html",
    )


@organiser_page
def documents(request: SignedIn, season: Season, registration_id: int) -> HttpResponse:
    """The certificates of somebody registered, and a form for another."""
    found = rosters.registration_of(season, registration_id)
    rule = terms_of(season).document
    if rule is None:
        raise Http404
    form = CertificateForm(request.POST or None, request.FILES or None, rule=rule)
    return form_page(
        request,
        form=form,
        act=lambda form: services.document_add(
            actor=request.user,
            season_id=season.pk,
            registration_id=registration_id,
            paper=form.paper,
            at=timezone.now(),
        ),
        said=_("Certificado guardado."),
        back=_to("documents", season, registration_id=registration_id),
        context={
            "season": season,
            "title": labels.DOCUMENTS[rule.kind],
            "kicker": str(found.player),
            "clause": rule.clause,
            "documents": rosters.documents_of(found),
            "today": timezone.localdate(),
            "team_url": _to("team", season, team_id=found.team_id),
            "team": found.team,
            **TAB,
        },
        template="organiser/documents.html",
    )


@require_safe
@organiser_page
def document_file(request: SignedIn, season: Season, document_id: int) -> HttpResponse:
    """A private file, to the organiser alone: as a download, never as a page of ours."""
    found = rosters.document_of(season, document_id)
    if not found.file:
        raise Http404
    return _private(found)


@organiser_page
def document_drop(request: SignedIn, season: Season, document_id: int) -> HttpResponse:
    """Ask before the file goes for good."""
    found = rosters.document_of(season, document_id)
    return confirm_page(
        request,
        act=lambda: services.document_drop_file(
            actor=request.user, season_id=season.pk, document_id=document_id, at=timezone.now()
        ),
        said=_("El archivo está borrado. Queda la fecha."),
        back=_to("documents", season, registration_id=found.registration_id),
        context={
            "season": season,
            "title": _("Borrar el archivo"),
            "text": _("Se borra el certificado de %(name)s, que es un dato de salud.")
            % {"name": found.registration.player},
            "consequences": [_("Queda anotado cuándo se expidió y hasta cuándo vale.")],
            "submit": _("Borrar el archivo"),
            **TAB,
        },
    )


def _private(found: Document) -> HttpResponse:
    name = f"certificado-{found.pk}.{EXTENSIONS[found.content_type][0]}"
    try:
        with found.file.open("rb") as opened:
            content = opened.read()  # bounded when it was taken
    except FileNotFoundError:
        raise Http404 from None
    return HttpResponse(
        content,
        content_type=found.content_type,
        headers={
            "Content-Disposition": f'attachment; filename="{name}"',
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "private, no-store",
            "Content-Security-Policy": "default-src 'none'; sandbox",
        },
    )
