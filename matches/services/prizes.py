"""Prizes of a season, until they are collected at the dinner or renounced.

M-D.17  collected by the delegate or a member, else renounced    done

The dinner comes after the last result, often after the season is closed: a closed season refuses
none of this. Nothing here changes a table.
"""

from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from league import ledger
from league.models import Season, Team, User
from league.policies import may_organise
from league.refusals import Refused
from league.services.notifications import notify
from league.services.versions import divisions_touch
from matches.addresses import prizes_path
from matches.models import Prize
from matches.services._notices import delegates_of
from matches.states.prize import PRIZE, PrizeEvent, PrizeState


@transaction.atomic
def prize_define(
    *,
    actor: User,
    season_id: int,
    name: str,
    division_id: int | None = None,
    position: int | None = None,
    at: datetime,
) -> Prize:
    """A prize for a place in a group's table, or a free one of a group or of the season.

    Raises PermissionDenied, Division.DoesNotExist; Refused `prize.without_name`,
    `prize.name_taken`, `prize.place_without_group`.
    """
    season = Season.objects.select_for_update(of=("self",), no_key=True).get(pk=season_id)
    if not may_organise(actor, season):
        raise PermissionDenied
    name = " ".join(name.split())
    if not name:
        raise Refused("prize.without_name")
    division = None if division_id is None else season.divisions.get(pk=division_id)
    if position is not None and division is None:
        raise Refused("prize.place_without_group")
    if season.prizes.filter(name=name, division=division).exists():
        raise Refused("prize.name_taken", name=name)
    prize = Prize.objects.create(season=season, division=division, position=position, name=name)
    _record(prize, actor, "prize.defined", at, division=division_id, place=position)
    return prize


@transaction.atomic
def prize_remove(*, actor: User, prize_id: int, at: datetime) -> None:
    """Take back one that nobody has won. Refused `prize.already_won`."""
    prize = _locked(actor, prize_id)
    if prize.state != PrizeState.OPEN:
        raise Refused("prize.already_won")
    pk = prize.pk
    _record(prize, actor, "prize.removed", at)
    Prize.objects.filter(pk=pk).delete()


@transaction.atomic
def prize_award(*, actor: User, prize_id: int, team_id: int, at: datetime) -> Prize:
    """The organiser confirms who won it; the delegates hear of it and how it is collected.

    Refused `prize.team_of_another` (season or group), `prize.team_withdrawn`; MoveRefused where
    somebody has won it already.
    """
    prize = _locked(actor, prize_id)
    prize.state = PRIZE.after(PrizeState(prize.state), PrizeEvent.AWARD)
    team = Team.objects.filter(pk=team_id, division__season_id=prize.season_id).first()
    if team is None or prize.division_id not in (None, team.division_id):
        raise Refused("prize.team_of_another")
    if team.withdrawn_at is not None:
        raise Refused("prize.team_withdrawn", team=team.name)
    prize.winner = team
    prize.save(update_fields=["state", "winner"])
    _record(prize, actor, "prize.awarded", at, team=team.pk)
    notify(
        recipients=delegates_of([team.pk]),
        kind="prize.awarded",
        subject=_("%(team)s gana: %(prize)s") % {"team": team.name, "prize": prize.name},
        body=_(
            "Lo recoge en la cena el delegado o alguien de la peña. Si no acude nadie, se entiende "
            "que renuncia (M-D.17)."
        ),
        path=prizes_path(prize.season),
        deduplication_key=f"prize:{prize.pk}:{team.pk}:{at.isoformat()}",
        at=at,
        season=prize.season,
    )
    return prize


@transaction.atomic
def prize_collect(
    *,
    actor: User,
    prize_id: int,
    delegate_id: int | None = None,
    member_id: int | None = None,
    at: datetime,
) -> Prize:
    """Handed to a standing delegate of the peña, or to a member of it, by ficha (M-D.17).

    Refused `prize.collected_by_nobody` unless exactly one is named, `prize.collected_by_another`
    for somebody of another peña or whose ficha was released; MoveRefused.
    """
    prize = _locked(actor, prize_id)
    state = PRIZE.after(PrizeState(prize.state), PrizeEvent.COLLECT)
    if (delegate_id is None) == (member_id is None):
        raise Refused("prize.collected_by_nobody", clause="M-D.17")
    assert prize.winner is not None
    delegates = prize.winner.delegates.filter(valid_on__isnull=True)
    members = prize.winner.registrations.filter(released_at__isnull=True)
    own = members.filter(pk=member_id) if member_id else delegates.filter(user=delegate_id)
    if not own.exists():
        raise Refused("prize.collected_by_another", clause="M-D.17")
    prize.state, prize.settled_at = state, at
    prize.delegate_id, prize.member_id = delegate_id, member_id
    prize.save(update_fields=["state", "settled_at", "delegate", "member"])
    _record(prize, actor, "prize.collected", at, delegate=delegate_id, ficha=member_id)
    return prize


@transaction.atomic
def prize_renounce(*, actor: User, prize_id: int, at: datetime) -> Prize:
    """Nobody of the peña came for it (M-D.17)."""
    prize = _locked(actor, prize_id)
    prize.state = PRIZE.after(PrizeState(prize.state), PrizeEvent.RENOUNCE)
    prize.settled_at = at
    prize.save(update_fields=["state", "settled_at"])
    _record(prize, actor, "prize.renounced", at)
    return prize


@transaction.atomic
def prize_undo(*, actor: User, prize_id: int, at: datetime) -> Prize:
    """Take the last step back: collected or renounced, then won."""
    prize = _locked(actor, prize_id)
    prize.state = PRIZE.after(PrizeState(prize.state), PrizeEvent.UNDO)
    prize.settled_at = prize.delegate = prize.member = None
    if prize.state == PrizeState.OPEN:
        prize.winner = None
    prize.save()
    _record(prize, actor, "prize.undone", at, state=prize.state)
    return prize


def _locked(actor: User, prize_id: int) -> Prize:
    prize = (
        Prize.objects.select_for_update(of=("self",))
        .select_related("season__competition", "winner")
        .get(pk=prize_id)
    )
    if not may_organise(actor, prize.season):
        raise PermissionDenied
    return prize


def _record(prize: Prize, actor: User, action: str, at: datetime, **facts: Any) -> None:
    """The act in the record, and new pages for everybody."""
    divisions_touch(prize.season.divisions.values_list("pk", flat=True))
    ledger.append(
        season=prize.season_id,
        actor=actor,
        at=at,
        action=action,
        subject=f"prize:{prize.pk}",
        **facts,
    )
