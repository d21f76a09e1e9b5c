"""When an encounter began of which only the end is known."""

from datetime import datetime, timedelta

from matches.models import Encounter, Fixture


def start_told(encounter: Encounter, ended_at: datetime) -> datetime:
    """Its hour; ahead of it (on a tournament day) a match's length before its end."""
    starts_at = encounter.starts_at
    if starts_at is None:
        return ended_at
    fixture = Fixture.objects.filter(encounter=encounter).select_related("tournament").first()
    if fixture is None or starts_at < ended_at:
        return starts_at
    return ended_at - timedelta(minutes=fixture.tournament.minutes)
