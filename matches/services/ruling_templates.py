"""The texts that the committee of a season starts its rulings from."""

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction

from league.models import Season, User
from league.policies import may_rule
from league.refusals import Refused
from league.states.season import SeasonState
from matches.case_words import REASONS
from matches.models import RulingTemplate
from matches.services.cases import LONGEST


@transaction.atomic
def ruling_template_save(
    *, actor: User, season_id: int, reason: str, facts: str, decision: str, at: datetime
) -> RulingTemplate | None:
    """The season's own text for cases of this reason; without a decision the one that comes with
    the product is taken again, and None returned. A ruling that was made keeps its words.

    Refused `season.closed`, `case.unknown_reason`, `claim.text_too_long`.
    """
    if not may_rule(actor, season_id):
        raise PermissionDenied
    if Season.objects.get(pk=season_id).state == SeasonState.CLOSED:
        raise Refused("season.closed")
    if reason not in REASONS:
        raise Refused("case.unknown_reason")
    for text in (facts, decision):
        if len(text) > LONGEST:
            raise Refused("claim.text_too_long", most=LONGEST, length=len(text))
    if not decision.strip():
        RulingTemplate.objects.filter(season_id=season_id, reason=reason).delete()
        return None
    template, _made = RulingTemplate.objects.update_or_create(
        season_id=season_id,
        reason=reason,
        defaults={
            "facts": facts.strip(),
            "decision": decision.strip(),
            "updated_at": at,
            "updated_by": actor,
        },
    )
    return template
