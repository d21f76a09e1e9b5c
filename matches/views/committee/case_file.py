"""What the page of a case prints: the file in words."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from matches import addresses, case_words, labels, moments
from matches.finding_sentences import finding_sentence
from matches.forms.cases import EvidenceForm, NoteForm, StatementForm
from matches.incident_kinds import words_of
from matches.models import Acta, Case, DisputedDeal
from matches.selectors.cases import CaseFile, case_file, fichas_by_id, is_overdue
from matches.selectors.claims import statement_draft_of
from matches.selectors.public_rulings import named_of
from matches.services.proposals import proposal_of
from matches.states.case import CASE, CaseEvent, CaseState
from matches.states.claim import CLAIM, ClaimEvent, ClaimState
from matches.views.committee.place import Place
from matches.views.deals import deal_shown
from matches.views.public.effects import told


def file_context(place: Place, case: Case, **forms: Any) -> dict[str, Any]:
    """All that `committee/case.html` takes. `forms` are those that came back refused."""
    decides, side = place.rights.decides, place.rights.side
    file = case_file(case, with_notes=decides)
    words, level = labels.CASE_STATES[case.state]
    now = timezone.now()
    may_state = side is not None and case.state == CaseState.STATEMENTS
    user: Any = place.request.user
    draft = statement_draft_of(user, case) if may_state else None
    return {
        "tab": "cases",
        "case": case,
        "file": file,
        "title": _("Expediente %(number)s") % {"number": case.number},
        "reason": case_words.reason_words(case.reason),
        "chips": _chips(case, file, words, level, now),
        "decides": decides,
        "acts": _acts(case, file) if decides else [],
        "events": _timeline(file),
        "findings": findings_told(case, file.content),
        "versions": _versions(place, case, file),
        "incidents": _incidents(case, file),
        "claim_line": _claim_line(file),
        "deal": deal_shown(getattr(file.claim, "deal", None)),
        "incident_deal": deal_shown(_deal_of_claimed_incident(file)),
        "told_text": case.facts.get("text", ""),
        "evidence": [
            {
                "row": row,
                "url": reverse("matches:evidence", kwargs={"pk": row.pk}),
                "is_image": row.content_type != "application/pdf",
                "at": moments.short(row.uploaded_at),
            }
            for row in file.evidence
        ],
        "statements": [
            {
                "row": row,
                "at": moments.dated(row.at),
                "late": file.statements_due is not None and row.at >= file.statements_due,
            }
            for row in file.statements
        ],
        "notes": [{"row": row, "at": moments.dated(row.at)} for row in file.notes],
        "rulings": [
            {"row": row, "effects": told(row, named_of(row)), "at": moments.dated(row.ruled_at)}
            for row in file.rulings
        ],
        "proposal": _proposal(case) if decides else None,
        "may_state": may_state,
        "statements_due": _statements_due(case, file, now),
        "not_heard": _not_heard(case, file),
        "may_mend": decides and case.state == CaseState.RESOLVED,
        "may_add_files": not file.is_settled and case.encounter_id is not None,
        "statement_form": StatementForm(initial={"text": draft.text} if draft else None),
        "statement_draft": draft,
        "statement_draft_saved": moments.short(draft.saved_at) if draft else "",
        "statement_phone_key": f"statement:{case.pk}:{user.pk}",
        "statement_made": "presentadas" in place.request.GET,
        "note_form": NoteForm(),
        "evidence_form": EvidenceForm(),
        "ruling_url": _address("ruling-new", case),
        **forms,
    }


def _proposal(case: Case) -> dict[str, Any] | None:
    """The ruling that waits for other members, for the members alone."""
    paper = proposal_of(case)
    if paper is None or not CASE.allows(CaseState(case.state), CaseEvent.RULE):
        return None
    return {
        "decision": paper["decision"],
        "agreed": len(paper["agreed"]),
        "needed": case.season.quorum,
        "url": _address("ruling-agree", case),
    }


def _deal_of_claimed_incident(file: CaseFile) -> DisputedDeal | None:
    return getattr(file.claim.incident, "deal", None) if file.claim is not None else None


def _incidents(case: Case, file: CaseFile) -> list[dict[str, Any]]:
    """The incidents of the acta; the deal of the one that the claim rests on stands there."""
    claimed = file.claim.incident_id if file.claim is not None else None
    return [
        {
            "row": row,
            "words": words_of(row.kind),
            "at": moments.hour(row.at),
            "team": case.encounter.team(row.side).name if case.encounter and row.side else "",
            "is_claimed": row.pk == claimed,
            "deal": deal_shown(getattr(row, "deal", None)) if row.pk != claimed else None,
        }
        for row in file.incidents
    ]


def _statements_due(case: Case, file: CaseFile, now: datetime) -> dict[str, Any] | None:
    """Until when the peñas may say what they have to say, for all to see."""
    if case.state != CaseState.STATEMENTS or file.statements_due is None:
        return None
    return {
        "until": moments.whole(file.statements_due),
        "span": case_words.span_words(file.statements_due - now),
        "is_over": file.statements_due <= now,
    }


def _not_heard(case: Case, file: CaseFile) -> list[str]:
    """Teams that were asked and have not answered."""
    if case.state != CaseState.STATEMENTS:
        return []
    heard = {row.team_id for row in file.statements}
    return [team.name for team in case.teams.all() if team.pk not in heard]


def findings_told(case: Case, content: Mapping[str, Any] | None) -> list[dict[str, Any]]:
    """The findings of the acta in force as sentences with their clauses."""
    if content is None or case.encounter is None:
        return []
    teams = {"HOME": case.encounter.home.name, "AWAY": case.encounter.away.name}
    ids = {
        seat["registration"]
        for board in content["boards"]
        for side in ("home", "away")
        for seat in board[side]
    } | {
        finding["facts"].get("registration")
        for finding in content["findings"]
        if finding["facts"].get("registration")
    }
    names = {row.pk: f"{row.player} (ficha {row.slot})" for row in fichas_by_id(ids)}
    levels = {"COMMITTEE": "stop", "ERROR": "stop", "WARNING": "wait"}
    return [
        {
            "text": finding_sentence(finding, teams=teams, names=names),
            "clause": finding["clause"],
            "level": levels.get(finding["severity"], "info"),
        }
        for finding in content["findings"]
    ]


def _chips(case: Case, file: CaseFile, words: Any, level: str, now: Any) -> list[dict[str, Any]]:
    chips = [{"text": words, "level": level}]
    if is_overdue(case, now) and case.due_at is not None:
        span = case_words.span_words(now - case.due_at)
        chips.append({"text": _("venció hace %(span)s") % {"span": span}, "level": "stop"})
    elif not file.is_settled and case.due_at is not None:
        span = case_words.span_words(case.due_at - now)
        chips.append({"text": _("vence en %(span)s") % {"span": span}, "level": "wait"})
    if file.timeliness is not None and not file.timeliness.in_time:
        chips.append({"text": _("reclamación fuera de plazo"), "level": "stop"})
    if file.without_incident:
        chips.append({"text": _("no consta en el acta"), "level": "wait"})
    return chips


def _claim_line(file: CaseFile) -> str:
    """Whether the claim was in time and by how much (M-D.15)."""
    if file.timeliness is None:
        return ""
    span = case_words.span_words(file.timeliness.margin)
    if file.timeliness.in_time:
        return _("En plazo: quedaban %(span)s.") % {"span": span}
    return _("Fuera de plazo por %(span)s.") % {"span": span}


def _acts(case: Case, file: CaseFile) -> list[dict[str, Any]]:
    """The buttons that the state allows, the likeliest first."""
    state = CaseState(case.state)
    acts: list[dict[str, Any]] = []
    if (
        file.claim is not None
        and not file.is_settled
        and CLAIM.allows(ClaimState(file.claim.state), ClaimEvent.ADMIT)
    ):
        acts.append({"text": _("Admitir"), "url": _address("case-admit", case), "post": True})
    for event, text, name in (
        (CaseEvent.INVITE_STATEMENTS, _("Pedir alegaciones"), "case-invite"),
        (CaseEvent.DELIBERATE, _("Pasar a deliberar"), "case-deliberate"),
        (CaseEvent.REFUSE, _("No admitir"), "case-refuse"),
        (CaseEvent.SHELVE, _("Archivar"), "case-shelve"),
    ):
        admitted = file.claim is not None and file.claim.state == ClaimState.ADMITTED
        if CASE.allows(state, event) and not (event is CaseEvent.REFUSE and admitted):
            acts.append({"text": text, "url": _address(name, case)})
    return acts


def _timeline(file: CaseFile) -> list[dict[str, Any]]:
    lines = []
    for event in file.events:
        words, level = case_words.event_words(event.action)
        text = str(words)
        if event.action in {"claim.submitted", "claim.received"}:
            text = f"{text} {_claim_line(file)}"
        if event.action == "acta.signed" and event.facts.get("disagrees"):
            text, level = _("Acta firmada, disconforme, por una peña."), "wait"
        if event.action == "case.statements_invited" and file.statements_due is not None:
            until = moments.whole(file.statements_due)
            text = _("El comité pide alegaciones hasta el %(until)s.") % {"until": until}
        lines.append(
            {
                "at": moments.dated(event.at),
                "text": text,
                "level": level,
                "actor": event.actor,
                "clause": event.facts.get("clause", ""),
            }
        )
    return lines


def _versions(place: Place, case: Case, file: CaseFile) -> list[dict[str, Any]]:
    """The versions of the acta. One that never counted is no public text and has no page."""
    counted = {event.facts["number"] for event in file.events if event.action == "acta.in_force"}
    return [
        _version(place, case, acta) | ({} if acta.number in counted else {"url": ""})
        for acta in file.actas
    ]


def _version(place: Place, case: Case, acta: Acta) -> dict[str, Any]:
    assert case.encounter is not None
    acta.encounter = case.encounter
    acta.encounter.division.season = place.season
    signatures = list(acta.signatures.all())
    return {
        "number": acta.number,
        "state": labels.ACTA_STATES[acta.state][0],
        "reason": acta.get_reason_display(),
        "in_force": acta.in_force,
        "at": moments.dated(acta.created_at),
        "digest": acta.digest[:12],
        "note": acta.note,
        "alone": acta.filed_alone_reason,
        "disagreements": [row.disagreement for row in signatures if row.disagrees],
        "url": addresses.acta_path(acta),
    }


def _address(name: str, case: Case) -> str:
    return reverse(f"matches:{name}", kwargs={"season_id": case.season_id, "number": case.number})
