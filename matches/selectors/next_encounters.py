"""What a team plays next."""

from datetime import date, datetime, time

from django.db.models import Q
from django.utils.timezone import make_aware

from league.models import Team
from matches.models import Encounter
from matches.states.encounter import EncounterState

_BEFORE = (EncounterState.SCHEDULED, EncounterState.LINE_UP, EncounterState.DRAWN)


def next_encounter_of(team: Team, today: date) -> Encounter | None:
    """The first that has not begun, from that day on, with all that its pages read; None where no
    date is set."""
    return (
        Encounter.objects.filter(Q(home=team) | Q(away=team))
        .filter(state__in=_BEFORE, starts_at__gte=make_aware(datetime.combine(today, time.min)))
        .select_related("division__season__competition", "home", "away", "venue", "matchday")
        .order_by("starts_at", "pk")
        .first()
    )
