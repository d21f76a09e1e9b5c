"""What the organiser sets for changes of date: days to play on, days without play, and the last day
of each leg (M-D.16)."""

from datetime import date, datetime

from django.db import transaction

from league import ledger
from league.models import User
from league.refusals import Refused
from league.services.locks import season_get_organised
from matches.models import DateRule


@transaction.atomic
def date_rule_add(
    *,
    actor: User,
    season_id: int,
    kind: str,
    last_on: date,
    first_on: date | None = None,
    leg: int | None = None,
    note: str = "",
    at: datetime,
) -> DateRule:
    """Add a limit. Dates agreed before stay as they are.

    Refused: `date_rule.without_first`, `date_rule.order`, `date_rule.without_leg`,
    `date_rule.leg_taken`.
    """
    season = season_get_organised(actor=actor, season_id=season_id)
    if kind == DateRule.Kind.LATEST:
        first_on = None
        if leg is None:
            raise Refused("date_rule.without_leg")
        if DateRule.objects.filter(season=season, kind=kind, leg=leg).exists():
            raise Refused("date_rule.leg_taken", leg=leg)
    else:
        leg = None
        if first_on is None:
            raise Refused("date_rule.without_first")
        if last_on < first_on:
            raise Refused("date_rule.order")
    rule = DateRule.objects.create(
        season=season, kind=kind, first_on=first_on, last_on=last_on, leg=leg, note=note.strip()
    )
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="date_rule.added",
        subject=f"season:{season.pk}",
        kind=kind,
        first_on=first_on,
        last_on=last_on,
        leg=leg,
    )
    return rule


@transaction.atomic
def date_rule_remove(*, actor: User, season_id: int, rule_id: int, at: datetime) -> None:
    """Take a limit away. Raises DateRule.DoesNotExist for one of another season."""
    season = season_get_organised(actor=actor, season_id=season_id)
    rule = DateRule.objects.get(pk=rule_id, season=season)
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="date_rule.removed",
        subject=f"season:{season.pk}",
        kind=rule.kind,
        first_on=rule.first_on,
        last_on=rule.last_on,
        leg=rule.leg,
    )
    rule.delete()
