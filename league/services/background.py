"""What the loop of one machine and the workers of many both do."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from league.services.jobs import Clock, jobs_arm_periodic, jobs_run_due
from league.services.notifications import notifications_send_due


@dataclass(frozen=True)
class Drained:
    sent: int
    ran: int


def run_due(*, at: datetime, clock: Clock = timezone.now) -> Drained:
    """Send and run all that is due at `at`. Any number of processes may do so at once."""
    jobs_arm_periodic(at=at)
    sent = notifications_send_due(at=at, clock=clock)
    return Drained(sent=sent, ran=jobs_run_due(at=at, clock=clock))
