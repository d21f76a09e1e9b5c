"""Reading and signing the acta, filing it alone, and what comes after."""

from typing import Any, cast

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.models import User
from matches import addresses, policies
from matches.claim_words import side_words
from matches.finding_sentences import finding_sentence
from matches.forms.evening import FileAloneForm, SignByCodeForm, SignForm
from matches.incident_kinds import words_of
from matches.labels import ENDED_KINDS
from matches.selectors.claim_clocks import clock_of
from matches.selectors.evening import Step
from matches.selectors.evening_acta import BoardLine, Sheet, Versions, versions_of
from matches.selectors.signing_codes import disavowable
from matches.services import actas
from matches.states.encounter import EncounterState, EndedKind
from matches.states.partida import EndedAs, Side, Tap
from matches.stones import stones_words
from matches.views.evening.clocks import breaks_noted_away, end_noted_away
from matches.views.evening.seen import seen
from matches.views.evening.visit import (
    SAYS_NO,
    Visit,
    is_stale,
    refusal_of,
    show,
    signed_in,
    tell,
    to_step,
    visit,
)
from rules.findings import Severity


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def sign(request: HttpRequest, pk: int) -> HttpResponse:
    """The acta to read, both signatures' state, and the button to sign what is on the screen."""
    came = visit(request, pk, writes=request.method == "POST")
    if came.stand.step not in {Step.SIGN, Step.DONE}:
        return to_step(pk)
    if request.method != "POST":
        found = versions_of(came.stand.encounter)
        seen(came, found.open)
        return sign_page(came, found)
    form = SignForm(request.POST)
    if not form.is_valid():
        return sign_page(came, versions_of(came.stand.encounter), form=form, status=422)
    try:
        actas.acta_sign(
            actor=cast(User, request.user),
            acta_id=of_encounter(came, form),
            digest=form.cleaned_data["digest"],
            disagrees=form.cleaned_data["disagrees"],
            disagreement=form.cleaned_data["disagreement"],
            at=came.at,
        )
    except SAYS_NO as refusal:
        code = getattr(refusal, "code", "")
        if is_stale(refusal) or code == "acta.already_signed":
            tell(request, refusal)
            return to_step(pk)
        # The text that is open now, with what was typed: it has to be read again before signing.
        return sign_page(
            came,
            versions_of(came.stand.encounter),
            form=form if code != "acta.changed_meanwhile" else None,
            typed=form.cleaned_data["disagreement"],
            refusal=refusal_of(refusal),
            status=422,
        )
    return to_step(pk)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def file_alone(request: HttpRequest, pk: int) -> HttpResponse:
    """The other side will not sign or has left: this one files with its reason; a case opens."""
    came = visit(request, pk, writes=True)
    found = versions_of(came.stand.encounter)
    if found.open is None or found.open.is_correction:
        return to_step(pk)
    acta = found.open.acta
    form = FileAloneForm(request.POST or None, initial={"acta": acta.pk, "digest": acta.digest})
    refusal = None
    if request.method == "POST" and form.is_valid():
        try:
            actas.acta_file_alone(
                actor=cast(User, request.user),
                acta_id=of_encounter(came, form),
                digest=form.cleaned_data["digest"],
                reason=form.cleaned_data["reason"],
                at=came.at,
            )
        except SAYS_NO as said:
            if is_stale(said) or getattr(said, "code", "") == "acta.changed_meanwhile":
                tell(request, said)
                return to_step(pk)
            refusal = refusal_of(said)
        else:
            return to_step(pk)
    return show(
        came,
        "file_alone",
        status=422 if form.errors or refusal else 200,
        step=Step.SIGN,
        form=form,
        refusal=refusal,
    )


@require_safe
@signed_in
def done(request: HttpRequest, pk: int) -> HttpResponse:
    """After both signatures: the clock of the claims, the text to share, the way on."""
    came = visit(request, pk)
    if came.stand.step != Step.DONE and not came.stand.has_open_acta:
        return to_step(pk)
    found = versions_of(came.stand.encounter)
    encounter = came.stand.encounter
    if found.in_force is None:
        # Not played, or annulled, without an acta: there is only what everybody can read.
        return to_step(pk) if found.open else redirect(addresses.encounter_path(encounter))
    seen(came, found.in_force)
    clock = clock_of(encounter)
    deadline = None
    other = ""
    if clock is not None:
        deadline = clock.closes_at(came.side) if came.side else clock.last
        if came.side and not clock.is_shared:
            side = came.side.other
            other = side_words(clock, side, came.team(side), now=came.at)
    is_final = found.is_final(encounter, now=came.at)
    url = request.build_absolute_uri(addresses.encounter_path(encounter))
    return show(
        came,
        "done",
        step=Step.DONE,
        versions=found,
        sheet=found.in_force,
        lines=sheet_lines(came, found.in_force),
        cases=found.cases,
        deadline=deadline,
        in_time=deadline is not None and came.at < deadline,
        other_clock=other,
        is_final=is_final,
        may_correct=came.may_write and not is_final and found.open is None,
        disavowable=disavowable(encounter, came.side),
        public_url=url,
        share=_share(came, found.in_force, url),
    )


def of_encounter(came: Visit, form: forms.Form) -> int:
    """The acta named, if it is of this encounter: its digest decides the rest."""
    pk: int = form.cleaned_data["acta"]
    known = {one.acta.pk for one in _both(versions_of(came.stand.encounter))}
    if pk in known:
        return pk
    # Superseded meanwhile: the service says so for whichever is open now.
    return max(known, default=pk)


def _both(found: Versions) -> list[Sheet]:
    return [one for one in (found.open, found.in_force) if one is not None]


def code_form(came: Visit, data: Any = None, **more: Any) -> SignByCodeForm:
    """What the other side fills in to sign on this phone."""
    other = cast(Side, came.side).other
    people = [
        (user.pk, user.get_full_name() or user.email)
        for user in policies.signers_of(came.stand.encounter, other)
    ]
    return SignByCodeForm(data, team=came.team(other), people=people, **more)


def sign_page(
    came: Visit,
    found: Versions,
    *,
    form: SignForm | None = None,
    by_code: SignByCodeForm | None = None,
    typed: str = "",
    refusal: dict[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    sheet = found.open
    if sheet is None:
        if came.stand.step == Step.DONE:
            return to_step(came.pk)
        # A result that was phoned in: there is no text to sign yet.
        return show(came, "sign_nothing", step=Step.SIGN, may_reopen=came.stand.is_drawn)
    own = sheet.signature(came.side)
    other = sheet.signature(came.side.other) if came.side else None
    initial = {"acta": sheet.acta.pk, "digest": sheet.acta.digest, "disagreement": typed}
    waiting = came.may_write and own is not None
    if waiting and by_code is None:
        by_code = code_form(came, initial=initial)
        if Tap.SHARED in sheet.taps.values():
            # One telephone on the table: its keyboard may come up by itself.
            by_code.fields["code"].widget.attrs["autofocus"] = True
    return show(
        came,
        "sign",
        status=status,
        step=Step.SIGN,
        sheet=sheet,
        lines=sheet_lines(came, sheet),
        form=form or SignForm(initial=initial),
        refusal=refusal,
        noted_away=[
            line
            for line in (end_noted_away(came), *(line for _pause, line in breaks_noted_away(came)))
            if line
        ],
        own=own,
        may_sign=came.may_write and own is None,
        waiting=waiting,
        by_code=by_code if waiting else None,
        other=came.team(came.side.other) if came.side else "",
        may_reopen=came.may_write and came.stand.encounter.state == EncounterState.ENDED,
        may_file_alone=came.may_write and other is None and not sheet.is_correction,
        changes=changes_of(came, found.in_force, sheet) if sheet.is_correction else [],
    )


def sheet_lines(came: Visit, sheet: Sheet) -> dict[str, Any]:
    """A version in sentences, as the page prints it."""
    teams = came.stand.teams
    content = sheet.content
    return {
        "kind": ENDED_KINDS[content["kind"]] if content["kind"] != EndedKind.PLAYED else "",
        "boards": [
            {"line": line, "how": _how(came, line), "stones": stones_words(line.stones)}
            for line in sheet.boards
        ],
        "present": [
            {"team": teams[side], "names": ", ".join(sheet.present(side))}
            for side in Side
            if content["present"][side]
        ],
        "incidents": [
            {
                "words": words_of(row["kind"]),
                "board": row["board"],
                "text": row["text"],
                "clause": row["clause"],
                "player": sheet.names.get(row["registration"], ""),
                "friendly": row["friendly"],
            }
            for row in content["incidents"]
        ],
        "findings": [
            {
                "text": finding_sentence(row, teams=teams, names=sheet.names),
                "clause": row["clause"],
                "committee": row["severity"] == Severity.COMMITTEE,
            }
            for row in content["findings"]
        ],
        "signatures": [
            {"team": teams[side], "signature": sheet.signatures.get(side)} for side in Side
        ],
    }


def changes_of(came: Visit, old: Sheet | None, new: Sheet) -> list[dict[str, Any]]:
    """What a correction changes, value by value."""
    if old is None:
        return []
    changes: list[dict[str, Any]] = [
        {"label": _("Resultado"), "old": _score(old.score), "new": _score(new.score)},
    ]
    before = {line.number: line for line in old.boards}
    for line in new.boards:
        was = before[line.number]
        label = _("Mesa %(number)s") % {"number": line.number}
        changes += [
            {
                "label": label,
                "old": _score((was.home_games, was.away_games)),
                "new": _score((line.home_games, line.away_games)),
            },
            {"label": label, "old": _how(came, was), "new": _how(came, line)},
            {"label": label, "old": stones_words(was.stones), "new": stones_words(line.stones)},
        ]
    changes.append({"label": _("Final"), "old": old.ended_at, "new": new.ended_at})
    return [change for change in changes if change["old"] != change["new"]]


def _score(score: tuple[int, int]) -> str:
    return f"{score[0]}–{score[1]}"


def _how(came: Visit, line: BoardLine) -> str:
    """How a board ended, where not by its games."""
    if line.ended_as == EndedAs.ABANDONED:
        return _("sin terminar")
    if line.is_played or line.winner is None:
        return ""
    words = {
        EndedAs.REFEREE: _("por el juez-árbitro, gana %(team)s"),
        EndedAs.AWARDED: _("adjudicada a %(team)s"),
    }
    text = words.get(EndedAs(line.ended_as), _("sin jugar, gana %(team)s"))
    return text % {"team": came.team(line.winner)}


def _share(came: Visit, sheet: Sheet, url: str) -> str:
    """The message for the groups of the league."""
    encounter = came.stand.encounter
    head = _("Jornada %(number)s · %(home)s %(score)s %(away)s") % {
        "number": encounter.matchday.number,
        "home": encounter.home.name,
        "score": _score(sheet.score),
        "away": encounter.away.name,
    }
    lines = [head]
    if sheet.content["kind"] == EndedKind.PLAYED:
        lines += [
            _("Mesa %(number)s: %(score)s")
            % {
                "number": line.number,
                "score": _how(came, line) or _score((line.home_games, line.away_games)),
            }
            for line in sheet.boards
        ]
    else:
        lines.append(str(ENDED_KINDS[sheet.content["kind"]]))
    return "\n".join([*lines, url])
