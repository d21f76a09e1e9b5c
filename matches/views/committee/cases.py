"""Cases: the list, the file of one, and what the committee and the parties do in it."""

from datetime import datetime, timedelta
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_tables2 import RequestConfig

from league import exports
from league.forms.base import refusal_text
from league.policies import clubs_of
from league.refusals import Refused
from league.views.pages import PER_PAGE
from matches import addresses, labels, policies
from matches.case_words import CLAUSE_OF_REASON
from matches.filters.cases import CaseFilter
from matches.forms.cases import (
    CaseOpenForm,
    DeliberateForm,
    EvidenceForm,
    InviteForm,
    NoteForm,
    RefuseForm,
    ShelveForm,
    StatementForm,
)
from matches.models import Case
from matches.selectors import cases as select
from matches.selectors.organiser import encounters_of
from matches.services import cases as services
from matches.services.evidence import evidence_add
from matches.services.statement_drafts import statement_draft_save
from matches.states.case import CASE, CaseEvent, CaseState
from matches.tables.cases import CaseTable
from matches.views.committee.case_file import file_context
from matches.views.committee.claim_form import BY_SCRIPT
from matches.views.committee.place import (
    Place,
    act_page,
    case_page,
    committee_page,
    decision_page,
    form_page,
    show,
)


@require_safe
@committee_page
def cases(place: Place) -> HttpResponse:
    """The cases that one may read. Those of a member's own peña are not among them."""
    request, now = place.request, timezone.now()
    rows = select.cases_of(place.season)
    hidden = 0
    if place.is_committee:
        clubs = clubs_of(request.user, place.season)
        hidden = select.of_clubs(rows, clubs).count()
        rows = select.without_clubs(rows, clubs)
    elif not place.is_organiser:
        rows = select.of_delegate(rows, request.user)  # type: ignore[arg-type]
        if not policies.stands_for_a_team(request.user, place.season):
            raise PermissionDenied
    filtered = CaseFilter(request.GET or None, queryset=rows)
    table = CaseTable(filtered.qs, season_id=place.season.pk, now=now)
    format = request.GET.get("_export", "")
    if format in exports.FORMATS:
        RequestConfig(request, paginate=False).configure(table)
        return exports.table_file(table, format, "expedientes")
    RequestConfig(request, paginate={"per_page": PER_PAGE}).configure(table)
    waiting, overdue = select.open_count(rows, now)
    return show(
        place,
        "cases",
        tab="cases",
        table=table,
        filter=filtered,
        narrowed=any(request.GET.get(name) for name in filtered.filters),
        is_empty=not rows.exists(),
        waiting=waiting,
        overdue=overdue,
        hidden=hidden,
        may_open=place.is_committee or place.is_organiser,
    )


@committee_page
def case_open(place: Place) -> HttpResponse:
    if not (place.is_committee or place.is_organiser):
        raise PermissionDenied
    season = place.season
    encounters = [
        (row.pk, f"{row.home} — {row.away} ({row.matchday})")
        for row in encounters_of(season).order_by("-starts_at", "pk")
    ]
    teams = [
        (team.pk, team.name)
        for division in season.divisions.prefetch_related("teams")
        for team in division.teams.all()
    ]
    form = CaseOpenForm(
        place.request.POST or None,
        encounters=encounters,
        teams=teams,
        discipline=season.discipline,
        initial={"encounter": place.request.GET.get("encuentro", "")},
    )
    made: list[Case] = []

    def act(form: Any) -> None:
        data = form.cleaned_data
        service = (
            services.case_open_by_organiser
            if place.is_organiser
            else services.case_open_by_committee
        )
        made.append(
            service(
                actor=place.request.user,  # type: ignore[arg-type]
                season_id=season.pk,
                reason=data["reason"],
                text=data["text"],
                encounter_id=data["encounter"],
                team_ids=data["teams"],
                clause=data["clause"] or CLAUSE_OF_REASON.get(data["reason"], ""),
                at=timezone.now(),
            )
        )

    return form_page(
        place,
        form=form,
        act=act,
        said=_("El expediente está abierto."),
        back=addresses.cases_path(season),
        tab="cases",
        title=_("Abrir un expediente"),
        submit=_("Abrir el expediente"),
    )


@require_safe
@case_page
def case(place: Place, case: Case) -> HttpResponse:
    """The file: what has happened, what the acta says, what each side says."""
    return show(place, "case", **file_context(place, case))


@require_POST
@case_page
def statement(place: Place, case: Case) -> HttpResponse:
    if place.rights.side is None:
        raise PermissionDenied
    return _on_file(
        place,
        case,
        form=StatementForm(place.request.POST),
        name="statement_form",
        act=lambda form: services.statement_add(
            actor=place.request.user,  # type: ignore[arg-type]
            case_id=case.pk,
            text=form.cleaned_data["text"],
            at=timezone.now(),
        ),
        said=_("Las alegaciones están presentadas."),
        back=f"{addresses.case_path(case)}?presentadas=1#alegaciones",
    )


@require_POST
@case_page
def statement_draft(place: Place, case: Case) -> HttpResponse:
    """Keep what was typed so far. A script gets 204, or the reason with 422."""
    if place.rights.side is None:
        raise PermissionDenied
    by_script = BY_SCRIPT in place.request.headers
    try:
        statement_draft_save(
            actor=place.request.user,  # type: ignore[arg-type]
            case_id=case.pk,
            text=place.request.POST.get("text", ""),
            at=timezone.now(),
        )
    except Refused as refusal:
        if by_script:
            return HttpResponse(refusal_text(refusal), status=422, content_type="text/plain")
        messages.error(place.request, refusal_text(refusal))
    else:
        if by_script:
            return HttpResponse(status=204)
        messages.success(place.request, _("El borrador está guardado. Todavía no se ha alegado."))
    return redirect(f"{addresses.case_path(case)}#alegaciones")


@require_POST
@case_page
def evidence(place: Place, case: Case) -> HttpResponse:
    return _on_file(
        place,
        case,
        form=EvidenceForm(place.request.POST, place.request.FILES),
        name="evidence_form",
        act=lambda form: evidence_add(
            actor=place.request.user,  # type: ignore[arg-type]
            case_id=case.pk,
            files=form.cleaned_data["photos"],
            at=timezone.now(),
        ),
        said=_("Los archivos están en el expediente."),
    )


@require_POST
@decision_page
def note(place: Place, case: Case) -> HttpResponse:
    return _on_file(
        place,
        case,
        form=NoteForm(place.request.POST),
        name="note_form",
        act=lambda form: services.note_add(
            actor=place.request.user,  # type: ignore[arg-type]
            case_id=case.pk,
            text=form.cleaned_data["text"],
            at=timezone.now(),
        ),
        said=_("La nota está guardada. Solo la lee el comité."),
    )


@require_POST
@decision_page
def admit(place: Place, case: Case) -> HttpResponse:
    return act_page(
        place,
        act=lambda: services.claim_admit(
            actor=place.request.user,  # type: ignore[arg-type]
            case_id=case.pk,
            at=timezone.now(),
        ),
        said=_("La reclamación está admitida."),
        back=addresses.case_path(case),
    )


@decision_page
def refuse(place: Place, case: Case) -> HttpResponse:
    return _step(
        place,
        case,
        CaseEvent.REFUSE,
        form=RefuseForm(
            place.request.POST or None,
            discipline=place.season.discipline,
            initial={"clause": "M-D.15" if case.claim_id else ""},
        ),
        act=lambda form: services.case_refuse(
            actor=place.request.user,  # type: ignore[arg-type]
            case_id=case.pk,
            clause=form.cleaned_data["clause"],
            reason=form.cleaned_data["reason"],
            at=timezone.now(),
        ),
        title=_("No admitir"),
        text=_("El comité no entra en el asunto y el expediente se cierra."),
        submit=_("No admitir"),
        said=_("El expediente está cerrado sin entrar en el asunto."),
    )


@decision_page
def shelve(place: Place, case: Case) -> HttpResponse:
    return _step(
        place,
        case,
        CaseEvent.SHELVE,
        form=ShelveForm(place.request.POST or None),
        act=lambda form: services.case_shelve(
            actor=place.request.user,  # type: ignore[arg-type]
            case_id=case.pk,
            reason=form.cleaned_data["reason"],
            at=timezone.now(),
        ),
        title=_("Archivar"),
        text=_("El expediente se cierra sin resolución y nada cambia."),
        submit=_("Archivar"),
        said=_("El expediente está archivado."),
    )


@decision_page
def invite(place: Place, case: Case) -> HttpResponse:
    return _step(
        place,
        case,
        CaseEvent.INVITE_STATEMENTS,
        form=InviteForm(place.request.POST or None, initial={"due_at": _statements_due()}),
        act=lambda form: services.statements_invite(
            actor=place.request.user,  # type: ignore[arg-type]
            case_id=case.pk,
            due_at=form.cleaned_data["due_at"],
            at=timezone.now(),
        ),
        title=_("Pedir alegaciones"),
        text=_("Los delegados de las peñas del expediente reciben un aviso con el plazo."),
        submit=_("Pedir alegaciones"),
        said=_("El plazo de alegaciones está abierto."),
    )


@decision_page
def deliberate(place: Place, case: Case) -> HttpResponse:
    return _step(
        place,
        case,
        CaseEvent.DELIBERATE,
        form=DeliberateForm(place.request.POST or None),
        act=lambda form: services.case_deliberate(
            actor=place.request.user,  # type: ignore[arg-type]
            case_id=case.pk,
            due_at=form.cleaned_data["due_at"],
            at=timezone.now(),
        ),
        title=_("Pasar a deliberar"),
        text=_("Desde ahora no se recogen más alegaciones."),
        submit=_("Pasar a deliberar"),
        said=_("El expediente está en deliberación."),
    )


def _statements_due() -> datetime:
    """What is proposed for statements: until ten at night, three days from now."""
    day = timezone.localtime() + timedelta(days=3)
    return day.replace(hour=22, minute=0, second=0, microsecond=0)


def _step(
    place: Place, case: Case, event: CaseEvent, *, form: Any, act: Any, **context: Any
) -> HttpResponse:
    """A move of the case on a page of its own; one that is over shows the case as it is."""
    back = addresses.case_path(case)
    if not CASE.allows(CaseState(case.state), event):
        words = labels.CASE_STATES[case.state][0]
        return show(place, "moved_on", status=409, tab="cases", case=case, back=back, state=words)
    return form_page(
        place,
        form=form,
        act=act,
        said=context.pop("said"),
        back=back,
        tab="cases",
        case=case,
        **context,
    )


def _on_file(
    place: Place, case: Case, *, form: Any, name: str, act: Any, said: str, back: str = ""
) -> HttpResponse:
    """A form that stands on the page of the case: refused, the page comes back with it."""
    return form_page(
        place,
        form=form,
        act=act,
        said=said,
        back=back or addresses.case_path(case),
        template="case",
        **file_context(place, case, **{name: form}),
    )
