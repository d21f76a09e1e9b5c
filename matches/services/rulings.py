"""The committee's decision and all its effects, in one transaction.

M-E.1, M-D.21  rulings are final: an error is mended by a new ruling that names the old      done
M-D.11         suspensions; they start after the encounter in which they arose              done
M-D.19         fines                                                                        done
M-D.21         a team expelled, with the season's policy for who withdraws                  done
M-D.13–15      the result follows the ruling: a new version of the acta, or a replay        done
"""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from league import canonical, ledger
from league.models import Team, User
from league.refusals import Refused
from league.services.versions import divisions_touch
from matches import effects as fx
from matches.models import Acta, Case, PointAdjustment, Ruling, Sanction
from matches.selectors.cases import players_of
from matches.services import _notices, actas
from matches.services._locks import season_locked
from matches.services.cases import case_locked
from matches.services.plans import Plan, plan
from matches.services.preview import preview
from matches.services.replays import replay_order
from matches.services.withdrawals import (
    encounters_lock,
    exit_entry,
    exit_tell,
    exit_write,
    return_write,
)
from matches.states.case import CASE, CaseEvent, CaseState
from matches.states.claim import CLAIM, ClaimEvent, ClaimState
from matches.states.encounter import EncounterEvent
from matches.states.sanction import (
    SANCTION,
    FineState,
    SanctionEvent,
    SanctionKind,
    SanctionState,
)
from rules.regulation import CLAUSES

LONGEST = 10_000
PROPOSAL = "proposal"  # where `matches.services.proposals` keeps its paper in a case's facts


@transaction.atomic
def ruling_issue(
    *,
    actor: User,
    case_id: int,
    clauses: Sequence[str],
    facts: str,
    decision: str,
    effects: Sequence[fx.Effect],
    replaces: int | None = None,
    seen: str = "",
    at: datetime,
) -> Ruling:
    """Decide a case. Result, sanctions, adjustments, case and claim follow; the old version stays
    readable.

    `replaces` is the ruling of the same case whose error this one mends: its sanctions are revoked,
    its adjustments reversed, and the result is worked out again. `seen` is the digest of the
    preview that was confirmed: Refused `ruling.preview_changed` when the consequences are others.

    Refused: `ruling.already_made`, `ruling.already_replaced`, `ruling.quorum`,
    `ruling.without_clauses`, `ruling.without_text`, `ruling.names_a_player`, and what
    `matches.services.plans` refuses.
    PermissionDenied for whoever is not on the committee or is tied to a peña of the case.
    """
    exits_lock(case_id, effects, replaces)
    case = case_locked(actor, case_id)
    if case.season.quorum > 1:
        raise Refused("ruling.quorum", quorum=case.season.quorum)
    return issue(
        case=case,
        author=actor,
        clauses=clauses,
        facts=facts,
        decision=decision,
        effects=effects,
        replaces=replaces,
        seen=seen,
        agreed=[actor.pk],
        at=at,
    )


def exits_lock(case_id: int, effects: Sequence[fx.Effect], replaces: int | None) -> None:
    """Lock what expelling a team, or bringing it back, will write: its encounters, before the case,
    in the order in which everybody locks. Whether anybody may is asked afterwards."""
    old = Ruling.objects.filter(pk=replaces, case=case_id).first() if replaces else None
    both = (*effects, *(fx.all_from(old.effects) if old else ()))
    teams = {effect.team for effect in both if isinstance(effect, fx.ExpelTeam)}
    if teams:
        encounter = Case.objects.values_list("encounter_id", flat=True).get(pk=case_id)
        encounters_lock(teams, beside=encounter)


def issue(
    *,
    case: Case,
    author: User,
    clauses: Sequence[str],
    facts: str,
    decision: str,
    effects: Sequence[fx.Effect],
    replaces: int | None,
    seen: str,
    agreed: Sequence[int],
    at: datetime,
) -> Ruling:
    """The ruling and everything it does. For services of this package: the case is locked, and
    those who `agreed` are enough and may decide it."""
    old, state, planned = planned_ruling(
        case=case,
        clauses=clauses,
        facts=facts,
        decision=decision,
        effects=effects,
        replaces=replaces,
        at=at,
    )
    if seen and seen != preview(planned, at=at).digest:
        raise Refused("ruling.preview_changed")
    divisions_touch(planned.divisions)
    season = season_locked(case.season_id)
    ruling = Ruling.objects.create(
        season=season,
        number=(season.rulings.aggregate(last=Max("number"))["last"] or 0) + 1,
        case=case,
        replaces=old,
        author=author,
        ruled_at=at,
        clauses=list(clauses),
        facts=facts.strip(),
        decision=decision.strip(),
        effects=[fx.to_mapping(effect) for effect in effects],
    )
    acta = _result(planned, ruling, author, at)
    _exits(planned, ruling, author, at)
    sanctions = _sanctions(planned, ruling)
    adjustments = _points(planned, ruling, author, at)
    for sanction in planned.revoked:
        sanction.state = SANCTION.after(SanctionState(sanction.state), SanctionEvent.REVOKE)
        sanction.revoked_by = ruling
        sanction.save(update_fields=["state", "revoked_by"])
    _close(case, state, at)
    ledger.append(
        season=season,
        actor=author,
        at=at,
        action="ruling.made",
        subject=f"ruling:{ruling.pk}",
        number=ruling.number,
        case=case.pk,
        replaces=old.pk if old else None,
        clauses=ruling.clauses,
        effects=ruling.effects,
        facts=canonical.digest(ruling.facts),
        decision=canonical.digest(ruling.decision),
        acta=acta.pk if acta else None,
        sanctions=[row.pk for row in sanctions],
        revoked=[row.pk for row in planned.revoked],
        adjustments=[row.pk for row in adjustments],
        agreed=sorted(agreed),
    )
    _tell(case, ruling, at)
    return ruling


def planned_ruling(
    *,
    case: Case,
    clauses: Sequence[str],
    facts: str,
    decision: str,
    effects: Sequence[fx.Effect],
    replaces: int | None,
    at: datetime,
) -> tuple[Ruling | None, CaseState, Plan]:
    """Everything that is checked before a ruling: the one it mends, the state that the case would
    have, and what would be written. The case is locked."""
    old = _replaced(case, replaces)
    state = CASE.after(CaseState(case.state), CaseEvent.RULE)
    _check_text(clauses, facts, decision)
    _stop_on_names(case, f"{facts}\n{decision}")
    # Teams and sanctions before divisions, divisions before the chain: the order in which everybody
    # locks. (A fine that is being paid holds its row and waits for the chain.)
    list(Team.objects.select_for_update(no_key=True).filter(cases=case).order_by("pk"))
    if old is not None:
        list(old.sanctions.select_for_update(of=("self",), no_key=True).order_by("pk"))
    return old, state, plan(case, effects, replaces=old, at=at)


def _replaced(case: Case, replaces: int | None) -> Ruling | None:
    """The ruling that this one mends. Whoever comes second finds a ruling there already."""
    standing = case.rulings.filter(replaced_by__isnull=True).select_related("author").first()
    if replaces is None:
        if standing is not None:
            raise Refused("ruling.already_made", number=standing.number)
        return None
    if standing is None or standing.pk != replaces:
        raise Refused("ruling.already_replaced", number=standing.number if standing else 0)
    return standing


def _check_text(clauses: Sequence[str], facts: str, decision: str) -> None:
    if not clauses:
        raise Refused("ruling.without_clauses")
    for clause in clauses:
        if clause not in CLAUSES:
            raise Refused("incident.unknown_clause", given=clause)
    if not facts.strip() or not decision.strip():
        raise Refused("ruling.without_text")
    longest = max(len(facts.strip()), len(decision.strip()))
    if longest > LONGEST:
        raise Refused("claim.text_too_long", most=LONGEST, length=longest)


def _stop_on_names(case: Case, text: str) -> None:
    """A ruling is public as it stands: it tells players by their ficha. Two surnames together are a
    name; one may be any word."""
    said = " ".join(text.casefold().split())
    for row in players_of(case):
        surnames = row.player.last_name.casefold()
        is_named = len(surnames.split()) > 1 and surnames in said
        if is_named or str(row.player).casefold() in said:
            raise Refused("ruling.names_a_player", player=str(row.player), slot=row.slot)


def _result(planned: Plan, ruling: Ruling, actor: User, at: datetime) -> Acta | None:
    encounter = planned.case.encounter
    note = _("Resolución %(number)s") % {"number": ruling.number}
    if encounter is None or not planned.moves_result:
        return None
    if planned.replay is not None:
        replay_order(
            encounter=encounter,
            ruling=ruling,
            starts_at=planned.replay.starts_at,
            reason=note,
            actor=actor,
            at=at,
        )
        return None
    assert planned.after is not None and planned.before is not None
    if planned.unfiled:
        # The result was only told: it gets a version of its own, so that it stays readable.
        actas.issue(
            encounter=encounter,
            content=planned.before,
            reason=Acta.Reason.ORGANISER,
            event=EncounterEvent.SIGN,
            actor=actor,
            at=at,
            note=_("El resultado como estaba antes de la resolución %(number)s")
            % {"number": ruling.number},
        )
    return actas.issue(
        encounter=encounter,
        content=planned.after,
        reason=Acta.Reason.RULING,
        event=EncounterEvent.RULE,
        actor=actor,
        at=at,
        note=note,
    )


def _exits(planned: Plan, ruling: Ruling, actor: User, at: datetime) -> None:
    note = _("Expulsión: resolución %(number)s") % {"number": ruling.number}
    for line in planned.expelled:
        exit_write(line.team, line.encounters, reason=note, at=at)
        exit_entry(line.team, line.encounters, actor=actor, at=at, ruling=ruling.pk)
        exit_tell(
            line.team,
            subject=_("%(team)s queda expulsada") % {"team": line.team.name},
            body=_("Los encuentros que le quedaban no se juegan. %(ruling)s")
            % {"ruling": note + "."},
            at=at,
        )
    for line in planned.readmitted:
        return_write(line.team, line.encounters, actor=actor, at=at, ruling=ruling.pk)
        exit_tell(
            line.team,
            subject=_("%(team)s vuelve a la competición") % {"team": line.team.name},
            body=_(
                "La resolución %(number)s deja sin efecto su expulsión. Los encuentros cuya fecha "
                "pasó esperan otra."
            )
            % {"number": ruling.number},
            at=at,
        )


def _sanctions(planned: Plan, ruling: Ruling) -> list[Sanction]:
    made = [
        Sanction(
            ruling=ruling,
            season=ruling.season,
            kind=line.kind,
            team=line.team,
            player=line.player,
            encounters=line.encounters,
            until=line.until,
            starts_at=line.starts_at,
        )
        for line in planned.bans
    ]
    made += [
        Sanction(
            ruling=ruling,
            season=ruling.season,
            kind=SanctionKind.EXPULSION,
            team_id=effect.team,
            starts_at=ruling.ruled_at,
        )
        for effect in planned.effects
        if isinstance(effect, fx.ExpelTeam)
    ]
    made += [
        Sanction(
            ruling=ruling,
            season=ruling.season,
            kind=SanctionKind.WARNING,
            team_id=warning.team,
            player_id=warning.player,
            starts_at=ruling.ruled_at,
        )
        for warning in planned.warnings
    ]
    made += [
        Sanction(
            ruling=ruling,
            season=ruling.season,
            kind=SanctionKind.FINE,
            team_id=fine.team,
            amount=Decimal(fine.cents) / 100,
            starts_at=ruling.ruled_at,
            fine_state=FineState.DUE,
        )
        for fine in planned.fines
    ]
    for sanction in made:
        sanction.save()
    return made


def _points(planned: Plan, ruling: Ruling, actor: User, at: datetime) -> list[PointAdjustment]:
    reason = _("Resolución %(number)s") % {"number": ruling.number}
    made = [
        PointAdjustment(
            team_id=row.team_id,
            points=-row.points,
            reason=reason,
            at=at,
            author=actor,
            ruling=ruling,
            reverses=row,
        )
        for row in planned.reversed
    ]
    made += [
        PointAdjustment(
            team_id=effect.team,
            points=-effect.points,
            reason=reason,
            at=at,
            author=actor,
            ruling=ruling,
        )
        for effect in planned.points
    ]
    for row in made:
        row.save()
    return made


def _close(case: Case, state: CaseState, at: datetime) -> None:
    case.state, case.closed_at = state, at
    case.facts = {name: value for name, value in case.facts.items() if name != PROPOSAL}
    case.save(update_fields=["state", "closed_at", "facts"])
    claim = case.claim
    if claim is None or claim.state == ClaimState.RESOLVED:
        return
    if claim.state == ClaimState.SUBMITTED:
        claim.state = CLAIM.after(ClaimState(claim.state), ClaimEvent.ADMIT)
    claim.state = CLAIM.after(ClaimState(claim.state), ClaimEvent.RESOLVE)
    claim.save(update_fields=["state"])


def _tell(case: Case, ruling: Ruling, at: datetime) -> None:
    _notices.tell_all(
        case,
        kind="ruling.made",
        subject=_("Resolución %(number)s (expediente %(case)s)")
        % {"number": ruling.number, "case": case.number},
        body=ruling.decision,
        key=f"ruling:{ruling.pk}",
        at=at,
    )
