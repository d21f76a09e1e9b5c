"""Work that keeps the installation tidy and decides nothing."""

from django.contrib.sessions.models import Session

from league.jobs import Work, register

DAY = 24 * 60 * 60
SESSIONS_CLEAR = "sessions.clear"


def sessions_clear(work: Work) -> dict[str, int]:
    """Forget the sessions that have run out."""
    removed, _ = Session.objects.filter(expire_date__lt=work.at).delete()
    return {"removed": removed}


def register_jobs() -> None:
    register(SESSIONS_CLEAR, sessions_clear, every_seconds=DAY)
