"""What nobody will finish any more is swept away. It decides nothing (M-D.3)."""

from datetime import timedelta

from league.jobs import Work, register
from league.services.housekeeping import DAY
from matches.models import ClaimDraft, StatementDraft
from matches.states.case import CaseState

DRAFTS_SWEEP = "drafts.sweep"
KEPT = timedelta(days=30)  # a claim is in time for a day, and read by the committee ever after


def drafts_sweep(work: Work) -> dict[str, int]:
    """Forget claims and statements that were begun a month ago and never sent, and statements that
    the committee no longer takes."""
    claims, _ = ClaimDraft.objects.filter(saved_at__lt=work.at - KEPT).delete()
    rows = StatementDraft.objects.all()
    old, _ = rows.filter(saved_at__lt=work.at - KEPT).delete()
    closed, _ = rows.exclude(case__state=CaseState.STATEMENTS).delete()
    return {"claims": claims, "statements": old + closed}


def register_jobs() -> None:
    register(DRAFTS_SWEEP, drafts_sweep, every_seconds=DAY)
