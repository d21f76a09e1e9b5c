"""Referees: who goes to which encounter, and the warnings that only they give.

M-T.3  time wasted: the pair's rivals warn at the table, then the referee    done
M-T.4  breaks beyond the allowed: a warning                                  done
       repeated: disqualified    NOT HERE: `automatic_cases` brings it to the committee

Ending an over-long partida (M-T.2) and authorising time (M-T.4) are in `partidas`.
"""

from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from league import ledger
from league.models import Role, RoleKind, User
from league.policies import may_organise, may_referee
from league.refusals import Refused
from league.services.notifications import notify
from matches import moments
from matches.addresses import referee_path
from matches.incident_kinds import KINDS
from matches.models import Encounter, Incident, RefereeDuty
from matches.services._locks import encounter_locked
from matches.services.incidents import incident_add
from matches.states.partida import Side


@dataclass(frozen=True, slots=True)
class Warned:
    """A warning, how many the pair has of its kind tonight, and whether the committee hears of it
    when the acta comes into force."""

    incident: Incident
    times: int
    to_committee: bool


@transaction.atomic
def referee_assign(*, actor: User, encounter_id: int, referee_id: int, at: datetime) -> RefereeDuty:
    """The organiser names a referee of the season for an encounter; he is told. Twice is once.

    Refused `duty.no_referee`, `duty.after_the_end`.
    """
    encounter = _to_assign(actor, encounter_id)
    if encounter.ended_at is not None:
        raise Refused("duty.after_the_end")
    role = (
        Role.objects.filter(
            season=encounter.division.season_id, user=referee_id, kind=RoleKind.REFEREE
        )
        .select_related("user")
        .first()
    )
    if role is None:
        raise Refused("duty.no_referee")
    duty, is_new = RefereeDuty.objects.get_or_create(
        encounter=encounter,
        referee=role.user,
        defaults={"assigned_by": actor, "assigned_at": at},
    )
    if is_new:
        _record(encounter, actor, "duty.assigned", role.user, at)
        _tell(encounter, role.user, duty, at)
    return duty


@transaction.atomic
def referee_dismiss(*, actor: User, encounter_id: int, duty_id: int, at: datetime) -> None:
    """He does not go there after all. What he noted stands."""
    encounter = _to_assign(actor, encounter_id)
    duty = RefereeDuty.objects.select_related("referee").get(pk=duty_id, encounter=encounter)
    referee = duty.referee
    duty.delete()
    _record(encounter, actor, "duty.dismissed", referee, at)


@transaction.atomic
def referee_warn(
    *,
    actor: User,
    encounter_id: int,
    kind: str,
    board: int | None,
    side: Side | None,
    text: str = "",
    at: datetime,
) -> Warned:
    """A warning to a pair, written on the acta: of `WARN_TIME` (M-T.3) or `WARN_BREAK` (M-T.4).

    PermissionDenied for anybody but a referee of the season; Refused `warning.of_no_pair`,
    `encounter.not_drawn` and what `incident_add` refuses.
    """
    encounter = encounter_locked(encounter_id)
    season = encounter.division.season
    if not may_referee(actor, season):
        raise PermissionDenied
    if board is None or side is None:
        raise Refused("warning.of_no_pair", clause=KINDS[kind].clause)
    if not encounter.partidas.filter(board=board).exists():
        raise Refused("encounter.not_drawn")
    told = Incident.objects.filter(
        encounter=encounter, kind=kind, board=board, side=side, withdrawn_at__isnull=True
    )
    times = told.count() + 1
    incident = incident_add(
        actor=actor,
        encounter_id=encounter_id,
        kind=kind,
        clause=KINDS[kind].clause,
        board=board,
        side=side,
        # The same words twice are one incident: the second warning is another, and says so.
        text=text.strip() or _("Amonestación número %(times)s a la pareja.") % {"times": times},
        at=at,
    )
    return Warned(incident, told.count(), told.count() > season.warnings)


def _to_assign(actor: User, encounter_id: int) -> Encounter:
    encounter = encounter_locked(encounter_id)
    if not may_organise(actor, encounter.division.season):
        raise PermissionDenied
    return encounter


def _record(encounter: Encounter, actor: User, action: str, referee: User, at: datetime) -> None:
    ledger.append(
        season=encounter.division.season_id,
        actor=actor,
        at=at,
        action=action,
        subject=f"encounter:{encounter.pk}",
        referee=referee.pk,
    )


def _tell(encounter: Encounter, referee: User, duty: RefereeDuty, at: datetime) -> None:
    when = moments.whole(encounter.starts_at) if encounter.starts_at else _("sin fecha todavía")
    notify(
        recipients=[referee],
        kind="duty.assigned",
        subject=_("Arbitraje: %(encounter)s") % {"encounter": encounter},
        body=_("%(when)s. Local: %(venue)s.")
        % {"when": when, "venue": encounter.venue or _("sin decidir")},
        path=referee_path(encounter),
        deduplication_key=f"duty:{duty.pk}",
        at=at,
        season=encounter.division.season,
    )
