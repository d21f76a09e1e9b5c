"""What the organiser is told from outside about an encounter: results, actas and claims on paper,
walkovers."""

import uuid
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from league.forms.base import ServiceForm
from league.machine import MoveRefused
from league.models import Season
from league.refusals import Refused
from league.season_scheme import partida_format_of
from league.views.pages import SignedIn, form_page, organiser_page
from matches import moments
from matches.finding_sentences import finding_sentence
from matches.forms.match_results import MatchResultForm
from matches.forms.organiser import (
    ActaForm,
    ClaimOnPaperForm,
    ResultForm,
    WalkoverForm,
    break_name,
    moment_before,
    seat_name,
)
from matches.models import Encounter
from matches.selectors.organiser import (
    encounter_of,
    fichas_of,
    incidents_of,
)
from matches.selectors.paper import Known, known_of, photos_of
from matches.services.claims import claim_receive_on_paper
from matches.services.ending import ABSENT, walkover_declare
from matches.services.match_reports import match_report
from matches.services.reports import acta_transcribe, result_report
from matches.states.partida import Side
from matches.views.deals import consult_path, deal_given, takes_deals
from matches.views.organiser.frame import context_of, page_of
from rules.discipline import SheetKind
from rules.registry import discipline

MINUTE = timedelta(minutes=1)


@organiser_page
def result(request: SignedIn, season: Season, pk: int) -> HttpResponse:
    """A result that was phoned in (M-D.9)."""
    row = encounter_of(season, pk)
    if discipline(season.discipline).sheet is SheetKind.MATCH:
        return _match_result(request, season, row)
    form = ResultForm(
        request.POST or None,
        boards=season.boards,
        discipline=discipline(season.discipline),
        partida_format=partida_format_of(season),
        initial={"ended_at": _probable_end(season, row)} | _boards_now(row),
    )
    return _sheet_page(
        request,
        season,
        row,
        form=form,
        act=lambda form: result_report(
            actor=request.user,
            encounter_id=row.pk,
            boards=form.written(),
            ended_at=form.cleaned_data["ended_at"],
            at=timezone.now(),
        ),
        said=_("El resultado está anotado y a la vista. Sigue faltando el acta."),
        title=_("Anotar un resultado"),
        text=_("El resultado vale como provisional hasta que llegue el acta."),
        clause="M-D.9",
        submit=_("Anotar el resultado"),
        template="organiser/encounter_form.html",
    )


def _match_result(request: SignedIn, season: Season, row: Encounter) -> HttpResponse:
    """The same of a match: its sets."""
    form = MatchResultForm(
        request.POST or None,
        match_format=partida_format_of(season),
        initial={"ended_at": _probable_end(season, row)} | _sets_now(row),
    )
    return _sheet_page(
        request,
        season,
        row,
        form=form,
        act=lambda form: match_report(
            actor=request.user,
            encounter_id=row.pk,
            sets=form.written(),
            ended_at=form.cleaned_data["ended_at"],
            at=timezone.now(),
        ),
        said=_("El resultado está anotado y a la vista. Sigue faltando la hoja."),
        title=_("Anotar un resultado"),
        text=_("El resultado vale como provisional hasta que llegue la hoja de anotación."),
        clause=discipline(season.discipline).clauses.get("delivery", ""),
        submit=_("Anotar el resultado"),
        template="organiser/encounter_sets.html",
    )


def _sets_now(row: Encounter) -> dict[str, int | None]:
    """The sets as they are noted, for the form."""
    return {
        f"set_{partida.board}_{side}": games
        for partida in row.partidas.all()
        for side, games in (("home", partida.home_games), ("away", partida.away_games))
    }


@organiser_page
def acta(request: SignedIn, season: Season, pk: int) -> HttpResponse:
    """An acta received on paper (M-D.10), with its photo. A match has no such acta: its sets are
    noted as a result."""
    row = encounter_of(season, pk)
    if discipline(season.discipline).sheet is SheetKind.MATCH:
        raise Http404
    now = timezone.localtime()
    photos = list(photos_of(row))
    received = timezone.localtime(photos[0].uploaded_at) if photos else now
    known = known_of(row)
    form = ActaForm(
        request.POST or None,
        request.FILES or None,
        boards=season.boards,
        discipline=discipline(season.discipline),
        partida_format=partida_format_of(season),
        fichas={Side.HOME: fichas_of(row.home), Side.AWAY: fichas_of(row.away)},
        teams={Side.HOME: row.home, Side.AWAY: row.away},
        initial={
            "started_at": timezone.localtime(row.starts_at) if row.starts_at else None,
            "ended_at": _probable_end(season, row),
            "received_at": received.replace(second=0, microsecond=0),
        }
        | _boards_now(row)
        | _paper_now(known),
    )
    return _sheet_page(
        request,
        season,
        row,
        form=form,
        act=lambda form: _transcribe(request, row, form),
        said=_("El acta está transcrita y en vigor."),
        title=_("Transcribir de nuevo el acta en papel")
        if known.transcribed
        else _("Transcribir un acta en papel"),
        text=_("Sustituye a la transcripción anterior. En las observaciones se dice por qué.")
        if known.transcribed
        else _(
            "Entra en vigor al guardarla, marcada como transcrita por la organización. Después "
            "cada peña dice si pone lo mismo que el papel."
        ),
        clause="M-D.10",
        submit=_("Poner el acta en vigor"),
        template="organiser/encounter_acta.html",
        photos=photos,
    )


@organiser_page
def walkover(request: SignedIn, season: Season, pk: int) -> HttpResponse:
    row = encounter_of(season, pk)
    rules = discipline(season.discipline)
    in_pairs = rules.sheet is SheetKind.BOARDS
    most = season.boards if in_pairs else partida_format_of(season).needed
    return form_page(
        request,
        form=WalkoverForm(
            request.POST or None, home=row.home.name, away=row.away.name, in_pairs=in_pairs
        ),
        act=lambda form: walkover_declare(
            actor=request.user,
            encounter_id=row.pk,
            absent=form.sides(),
            reason=form.cleaned_data.get("reason", ABSENT),
            text=form.cleaned_data["text"],
            pairs_presented=form.cleaned_data.get("pairs_presented", 0),
            at=timezone.now(),
        ),
        said=_("El encuentro queda como no jugado, y el expediente abierto."),
        back=page_of(season, row),
        template="organiser/encounter_form.html",
        context=context_of(season, row, _("No se puede jugar"))
        | {
            "clause": rules.clauses.get("walkover", ""),
            "text": _(
                "Quien no se presenta pierde %(boards)s–0 y el caso pasa al comité. Si no se "
                "presenta ninguno, pierden los dos."
            )
            % {"boards": most},
            "submit": _("Dar el encuentro por no jugado"),
            "danger": True,
        },
    )


@organiser_page
def claim(request: SignedIn, season: Season, pk: int) -> HttpResponse:
    """A claim that came on paper, with the moment it came and its photo (M-D.15); as the
    delegate's own, with a clause and a deal."""
    row = encounter_of(season, pk)
    form = ClaimOnPaperForm(
        request.POST or None,
        request.FILES or None,
        teams=[(row.home_id, row.home.name), (row.away_id, row.away.name)],
        incidents=incidents_of(row),
        discipline=season.discipline,
        takes_deals=takes_deals(season),
        initial={
            "key": uuid.uuid4(),
            "record": deal_given(request),
            "received_at": timezone.localtime().replace(second=0, microsecond=0),
        },
    )
    return form_page(
        request,
        form=form,
        act=lambda form: claim_receive_on_paper(
            actor=request.user,
            encounter_id=row.pk,
            team_id=form.cleaned_data["team_id"],
            key=form.cleaned_data["key"],
            text=form.cleaned_data["text"],
            received_at=form.cleaned_data["received_at"],
            incident_id=form.cleaned_data["incident_id"],
            clause=form.cleaned_data["clause"],
            record=form.cleaned_data.get("record", ""),
            files=_photos(request),
            at=timezone.now(),
        ),
        said=_("La reclamación está anotada y su expediente abierto."),
        back=page_of(season, row),
        template="organiser/encounter_claim.html",
        context=context_of(season, row, _("Anotar una reclamación en papel"))
        | {
            "clause": "M-D.15",
            "text": _(
                "Cuenta la hora en que se recibió el papel. Si llegó fuera de plazo también se "
                "guarda, y así consta."
            ),
            "consult_url": consult_path(),
            "submit": _("Anotar la reclamación"),
            "multipart": True,
        },
    )


def _transcribe(request: SignedIn, row: Encounter, form: ActaForm) -> None:
    values = form.cleaned_data
    acta_transcribe(
        actor=request.user,
        encounter_id=row.pk,
        boards=form.written(),
        started_at=values["started_at"],
        ended_at=values["ended_at"],
        received_at=values["received_at"],
        note=values["note"],
        without_names=values["without_names"],
        files=_photos(request),
        at=timezone.now(),
    )


def _photos(request: HttpRequest) -> list[Any]:
    return list(request.FILES.getlist("photo"))


def _sheet_page(
    request: HttpRequest,
    season: Season,
    row: Encounter,
    *,
    form: ServiceForm,
    act: Any,
    said: str,
    title: str,
    text: str,
    clause: str,
    submit: str,
    template: str,
    **more: Any,
) -> HttpResponse:
    """A form with boards: what the rules find wrong is listed, each with its clause."""
    found: list[dict[str, str]] = []
    if request.method == "POST" and form.is_valid():
        try:
            act(form)
        except (Refused, MoveRefused) as refusal:
            form.add_refusal(refusal)
            found = _findings(row, refusal)
        else:
            messages.success(request, said)
            return redirect(page_of(season, row))
    context = context_of(season, row, title) | {
        "form": form,
        "back": page_of(season, row),
        "text": text,
        "clause": clause,
        "submit": submit,
        "findings": found,
        "multipart": True,
        **more,
    }
    return render(request, template, context, status=422 if form.is_bound else 200)


def _findings(row: Encounter, refusal: Refused | MoveRefused) -> list[dict[str, str]]:
    found = getattr(refusal, "facts", {}).get("findings", ())
    if not found:
        return []
    names = {
        ficha.pk: str(ficha.player) for team in (row.home, row.away) for ficha in fichas_of(team)
    }
    teams = {"HOME": row.home.name, "AWAY": row.away.name}
    return [
        {
            "text": finding_sentence(finding, teams=teams, names=names),
            "clause": finding.clause,
        }
        for finding in found
    ]


def _probable_end(season: Season, row: Encounter) -> Any:
    now = timezone.localtime()
    if row.ended_at is not None:
        return timezone.localtime(row.ended_at)
    if row.starts_at is None:
        return moment_before(now, now)
    expected = timezone.localtime(row.starts_at + season.expected_minutes * MINUTE)
    return moment_before(expected, now)


def _boards_now(row: Encounter) -> dict[str, str]:
    """Forms load what is saved."""
    return {
        f"board_{number}": ":".join(
            [ended_as, str(home), str(away), *([awarded] if ended_as == "REFEREE" else [])]
        )
        for number, ended_as, home, away, awarded in row.partidas.exclude(ended_as="").values_list(
            "board", "ended_as", "home_games", "away_games", "awarded_to"
        )
    }


def _paper_now(known: Known) -> dict[str, Any]:
    """Who sits where and which breaks were taken, as far as that is known."""
    found: dict[str, Any] = {
        seat_name(seat.board, Side(seat.side), seat.position): seat.registration_id
        for seat in known.seats
    }
    for board, pauses in known.breaks.items():
        for nth, pause in enumerate(pauses[: ActaForm.BREAKS], start=1):
            found[break_name(board, nth, "kind")] = f"{pause.kind}:{pause.side}"
            for name, moment in (("from", pause.started_at), ("to", pause.ended_at)):
                found[break_name(board, nth, name)] = moments.hour(moment)
    return found
