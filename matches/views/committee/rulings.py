"""The editor of a ruling, its preview, and the moment in which it becomes final."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from league.forms.base import refusal_text
from league.http import whole_number
from league.machine import MoveRefused
from league.refusals import Refused
from league.sentences import sentence
from matches import addresses, case_words, labels, moments
from matches import effects as fx
from matches.forms.rulings import Editor, Parties, initial_of
from matches.models import Case, Ruling
from matches.selectors import cases as select
from matches.services.plans import base_content, plan
from matches.services.preview import Outcome, Preview, preview
from matches.services.proposals import proposal_of, ruling_agree, ruling_propose
from matches.services.rulings import ruling_issue
from matches.views.committee.case_file import findings_told
from matches.views.committee.place import Place, decision_page, show
from matches.views.committee.ruling_texts import start_of

MORE, EDIT, PREVIEW, CONFIRM = "more", "edit", "preview", "confirm"


@decision_page
def ruling_new(place: Place, case: Case) -> HttpResponse:
    """One page in three steps: write, look at every consequence, make it final. The step travels
    as the button that was pressed; nothing is written before the last one."""
    standing = case.rulings.filter(replaced_by__isnull=True).first()
    post = place.request.POST if place.request.method == "POST" else None
    # A ruling that came up meanwhile is not mended by accident: the page says which one it mends.
    mends = standing if post is None or post.get("replaces") else None
    step = post.get("step", PREVIEW) if post is not None else ""
    if post is None or step == EDIT or step.startswith(MORE):
        more = step.partition(":")[2]
        return _edit(place, case, mends, _editor(place, case, mends, typed=post, more=more))
    editor = _editor(place, case, mends, data=post)
    if not editor.is_valid():
        return _edit(place, case, mends, editor, status=422)
    try:
        if step == CONFIRM and place.season.quorum > 1:
            ruling_propose(
                actor=place.request.user,  # type: ignore[arg-type]
                case_id=case.pk,
                **_written(editor),
                replaces=_named(post.get("replaces", "")),
                at=timezone.now(),
            )
            messages.success(place.request, _("La propuesta espera a los demás miembros."))
            return redirect(addresses.case_path(case))
        if step == CONFIRM:
            ruling = ruling_issue(
                actor=place.request.user,  # type: ignore[arg-type]
                case_id=case.pk,
                **_written(editor),
                replaces=_named(post.get("replaces", "")),
                seen=post.get("seen", ""),
                at=timezone.now(),
            )
            said = _("La resolución %(number)s está dictada y es inapelable.")
            messages.success(place.request, said % {"number": ruling.number})
            return redirect(addresses.case_path(case))
        at = timezone.now()
        shown = preview(plan(case, editor.effects(), replaces=mends, at=at), at=at)
    except (Refused, MoveRefused) as refusal:
        if isinstance(refusal, Refused) and refusal.code == "ruling.preview_changed":
            at = timezone.now()
            shown = preview(plan(case, editor.effects(), replaces=mends, at=at), at=at)
            return _preview(place, case, mends, editor, shown, changed=True)
        editor.form.add_refusal(refusal)
        findings = getattr(refusal, "facts", {}).get("findings", [])
        return _edit(place, case, mends, editor, status=422, findings=findings)
    return _preview(place, case, mends, editor, shown)


def _editor(
    place: Place,
    case: Case,
    mends: Ruling | None,
    *,
    data: Any = None,
    typed: Any = None,
    more: str = "",
) -> Editor:
    initial = _start(case, mends) if data is None and typed is None else None
    return Editor(
        parties=Parties(case.teams.all(), select.players_of(case)),
        discipline=place.season.discipline,
        base=base_content(case, replaces=mends, at=timezone.now()),
        initial=initial,
        data=data,
        typed=typed,
        more=more,
    )


def _start(case: Case, mends: Ruling | None) -> dict[str, Any]:
    """What the editor starts from: the ruling to be mended, or the usual text for the matter."""
    if mends is not None:
        return initial_of(fx.all_from(mends.effects)) | {
            "facts": mends.facts,
            "decision": mends.decision,
            "clauses": mends.clauses,
        }
    return start_of(case)


def _named(text: str) -> int | None:
    """The ruling that the page says it mends; one that it cannot name is none that stands."""
    if not text:
        return None
    return whole_number(text) or 0


def _edit(
    place: Place,
    case: Case,
    mends: Ruling | None,
    editor: Editor,
    *,
    status: int = 200,
    findings: Any = (),
) -> HttpResponse:
    content = {"boards": [], "findings": [finding.to_mapping() for finding in findings]}
    return show(
        place,
        "ruling_edit",
        status=status,
        tab="cases",
        case=case,
        mends=mends,
        editor=editor,
        reason=case_words.reason_words(case.reason),
        engine=findings_told(case, content),
        earlier=[
            _("%(kind)s a %(whom)s (resolución %(number)s)")
            % {
                "kind": case_words.KINDS[row.kind],
                "whom": row.player or row.team,
                "number": row.ruling.number,
            }
            for row in select.earlier_sanctions(case)
        ],
        back=addresses.case_path(case),
        title=_("Corregir la resolución %(number)s") % {"number": mends.number}
        if mends
        else _("Dictar resolución"),
    )


def _preview(
    place: Place,
    case: Case,
    mends: Ruling | None,
    editor: Editor,
    shown: Preview,
    *,
    changed: bool = False,
) -> HttpResponse:
    post = place.request.POST
    written = _written(editor)
    kept = [
        (name, value)
        for name in post
        if name not in {"csrfmiddlewaretoken", "step", "seen"}
        for value in post.getlist(name)
    ]
    return show(
        place,
        "ruling_preview",
        status=409 if changed else 200,
        kept=kept,
        changed=changed,
        submit=_("Proponer al comité")
        if place.season.quorum > 1
        else _("Dictar resolución inapelable"),
        **_consequences(case, mends, shown, written),
    )


@decision_page
def agree(place: Place, case: Case) -> HttpResponse:
    """Stand behind what another member proposed, with every consequence in sight."""
    paper = proposal_of(case)
    back = addresses.case_path(case)
    if paper is None:
        messages.error(place.request, sentence(Refused("ruling.proposal_changed")))
        return redirect(back)
    mends = case.rulings.filter(pk=paper["replaces"]).first() if paper["replaces"] else None
    at, changed = timezone.now(), False
    if place.request.method == "POST":
        try:
            ruling = ruling_agree(
                actor=place.request.user,  # type: ignore[arg-type]
                case_id=case.pk,
                digest=place.request.POST.get("digest", ""),
                seen=place.request.POST.get("seen", ""),
                at=at,
            )
        except (Refused, MoveRefused) as refusal:
            changed = isinstance(refusal, Refused) and refusal.code == "ruling.preview_changed"
            if not changed:
                messages.error(place.request, refusal_text(refusal))
                return redirect(back)
        else:
            said = _("La conformidad está anotada; faltan otros miembros.")
            if ruling is not None:
                text = _("La resolución %(number)s está dictada y es inapelable.")
                said = text % {"number": ruling.number}
            messages.success(place.request, said)
            return redirect(back)
    try:
        effects = fx.all_from(paper["effects"])
        shown = preview(plan(case, effects, replaces=mends, at=at), at=at)
    except (Refused, MoveRefused) as refusal:
        messages.error(place.request, refusal_text(refusal))
        return redirect(back)
    return show(
        place,
        "ruling_preview",
        status=409 if changed else 200,
        kept=[("digest", paper["digest"])],
        changed=changed,
        submit=_("Dar la conformidad"),
        is_proposal=True,
        **_consequences(case, mends, shown, paper),
    )


def _consequences(
    case: Case, mends: Ruling | None, shown: Preview, written: Mapping[str, Any]
) -> dict[str, Any]:
    return {
        "tab": "cases",
        "case": case,
        "mends": mends,
        "preview": shown,
        "clauses": written["clauses"],
        "facts": written["facts"],
        "decision": written["decision"],
        "old": _outcome(shown.old),
        "new": _outcome(shown.new),
        "replay_at": moments.whole(shown.plan.replay.starts_at) if shown.plan.replay else "",
        "fines": [(team, case_words.euros(cents)) for team, cents in shown.fines],
        "warnings": _warned(case, shown),
        "back": addresses.case_path(case),
    }


def _written(editor: Editor) -> dict[str, Any]:
    data = editor.form.cleaned_data
    return {
        "clauses": data["clauses"],
        "facts": data["facts"],
        "decision": data["decision"],
        "effects": editor.effects(),
    }


def _outcome(outcome: Outcome | None) -> Mapping[str, Any] | None:
    if outcome is None:
        return None
    return {
        "score": f"{outcome.home}–{outcome.away}",
        "kind": labels.ENDED_KINDS[outcome.kind],
    }


def _warned(case: Case, shown: Preview) -> list[str]:
    teams = {team.pk: team.name for team in case.teams.all()}
    players = {row.player_id: str(row.player) for row in select.players_of(case)}
    return [
        f"{players.get(line.player, '—')} ({teams[line.team]})" if line.player else teams[line.team]
        for line in shown.plan.warnings
    ]
