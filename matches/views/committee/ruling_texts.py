"""The texts that rulings start from: as they come, or as the committee of the season words them.

What changes from case to case stands in braces (`{local}`) and is filled in when the editor of a
ruling opens; what the committee has to decide stands in square brackets.
"""

from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches import effects as fx
from matches.case_words import REASONS, Words, draft_of
from matches.forms.cases import RulingTemplateForm
from matches.forms.rulings import initial_of
from matches.models import Case, RulingTemplate
from matches.selectors.due import late_teams
from matches.selectors.ruling_templates import templates_of
from matches.services.automatic_cases import WARNED_FOR_BREAKS, WARNED_FOR_TIME
from matches.services.reminders import LATE_REASONS
from matches.services.ruling_templates import ruling_template_save
from matches.views.committee.place import Place, committee_page, form_page, show

_NAMES = {"home": "{local}", "away": "{visitante}", "matchday": "{jornada}"}


@committee_page
def texts(place: Place) -> HttpResponse:
    """The list, and with `?motivo=` the text of one reason to change it."""
    if not place.is_committee:
        raise PermissionDenied
    request, season = place.request, place.season
    own = templates_of(season.pk)
    back = reverse("matches:ruling-texts", kwargs={"season_id": season.pk})
    reason = request.POST.get("reason", request.GET.get("motivo", ""))
    if reason and reason not in REASONS:
        raise Http404
    if not reason:
        return show(
            place,
            "ruling_texts",
            tab="texts",
            title=_("Textos de las resoluciones"),
            rows=[
                {
                    "words": words,
                    "url": f"{back}?motivo={code}",
                    "own": code in own,
                    "decision": own[code].decision if code in own else draft_of(code).decision,
                }
                for code, words in REASONS.items()
            ],
        )
    return form_page(
        place,
        form=RulingTemplateForm(
            request.POST or None, initial=_written(reason, own) | {"reason": reason}
        ),
        act=lambda form: ruling_template_save(
            actor=request.user,  # type: ignore[arg-type]
            season_id=season.pk,
            reason=reason,
            facts=form.cleaned_data["facts"],
            decision=form.cleaned_data["decision"],
            at=timezone.now(),
        ),
        said=_("El texto está guardado. Lo usarán las resoluciones que se empiecen desde ahora."),
        back=back,
        tab="texts",
        title=REASONS[reason],
        text=_(
            "Entre llaves, lo que se rellena solo: {local}, {visitante}, {jornada}, {expediente}, "
            "{reclama} y, en los retrasos, {retraso} y {sanción}. Entre corchetes, lo que queda "
            "por decidir."
        ),
        submit=_("Guardar el texto"),
    )


def start_of(case: Case) -> dict[str, Any]:
    """Facts, decision, clauses and, of what the season proposes by itself, the effects that the
    editor of a ruling on the case starts from."""
    own = templates_of(case.season_id)
    written = _written(case.reason, own)
    clauses = {*draft_of(case.reason).clauses, *([case.clause] if case.clause else [])}
    names = {"expediente": str(case.number), "reclama": case.claim.team.name if case.claim else ""}
    late, words = _penalty_for_lateness(case)
    names |= words
    if case.encounter is None and case.reason not in own and not words:
        written["facts"] = ""
    if case.encounter is not None:
        names |= {
            "local": case.encounter.home.name,
            "visitante": case.encounter.away.name,
            "jornada": str(case.encounter.matchday.number),
        }
    return {
        "facts": _filled(written["facts"], names),
        "decision": _filled(written["decision"], names),
        "clauses": sorted(clauses),
        **initial_of([*late, *_next_step(case)]),
    }


def _next_step(case: Case) -> list[fx.Effect]:
    """What follows on the ladder of warnings: the pair that was warned again is disqualified, and
    loses its partida (M-T.4)."""
    encounter = case.encounter
    if case.reason not in {WARNED_FOR_TIME, WARNED_FOR_BREAKS} or encounter is None:
        return []
    pairs = {(one["board"], one["side"]) for one in case.facts["found"]}
    games = {row.board: row for row in encounter.partidas.all()}
    lost = [
        fx.Board(board, row.home_games, row.away_games, f"FORFEIT_{side}")
        for board, side in sorted(pairs)
        for row in [games.get(board)]
        if row is not None and row.home_games is not None and row.away_games is not None
    ]
    return [fx.ChangeResult(tuple(lost))] if lost else []


def _penalty_for_lateness(case: Case) -> tuple[list[fx.Effect], dict[str, str]]:
    """What the season had for a delay when it fell due, as effects and in words (M-D.9, M-D.10)."""
    kinds = {reason: kind for kind, (reason, _clause) in LATE_REASONS.items()}
    if case.reason not in kinds:
        return [], {}
    [found] = case.facts["found"]
    teams = late_teams(
        encounter_id=found["encounter"],
        kind=kinds[case.reason],
        due=datetime.fromisoformat(found["due"]),
    )
    points = found.get("points")
    told = " y a ".join(team.name for team in teams)
    if points:
        words = ngettext(
            "se quita %(n)s punto en la clasificación a %(teams)s",
            "se quitan %(n)s puntos en la clasificación a %(teams)s",
            points,
        ) % {"n": points, "teams": told}
        effects: list[fx.Effect] = [fx.DeductPoints(team.pk, points) for team in teams]
    else:
        words = _("se apercibe a %(teams)s") % {"teams": told}
        effects = [fx.Warn(team.pk) for team in teams]
    return effects, {"retraso": found.get("told", ""), "sanción": words}


def _written(reason: str, own: dict[str, RulingTemplate]) -> dict[str, str]:
    """The text of a reason with its braces: the season's own, or the one that comes along."""
    if reason in own:
        return {"facts": own[reason].facts, "decision": own[reason].decision}
    draft = draft_of(reason)
    facts: Words = draft.facts
    return {"facts": str(facts) % _NAMES, "decision": str(draft.decision)}


def _filled(text: str, names: dict[str, str]) -> str:
    for name, value in names.items():
        text = text.replace("{" + name + "}", value)
    return text
