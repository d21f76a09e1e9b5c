"""Celery's only task: what waits in the tables. Nothing but its beat ever sends it, so a broker
that is down breaks no request and loses nothing."""

from celery import shared_task
from django.utils import timezone

from league.services import background


@shared_task(name="league.tasks.run_due", ignore_result=True)
def run_due() -> None:
    background.run_due(at=timezone.now())
