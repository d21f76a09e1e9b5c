"""Rows are the queue: jobs, and notifications written in the transaction of the fact."""

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q

from league.models.competitions import Season


class WorkState(models.TextChoices):
    WAITING = "WAITING", "en espera"
    DONE = "DONE", "hecho"
    FAILED = "FAILED", "fallido"


class Job(models.Model):
    """Heavy or periodic work. Claimed by compare-and-set on `next_at`."""

    season = models.ForeignKey(Season, models.CASCADE, null=True, blank=True, related_name="jobs")
    kind = models.CharField(max_length=60)
    key = models.CharField(max_length=120, unique=True)
    payload = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    state = models.CharField(max_length=10, choices=WorkState.choices, default=WorkState.WAITING)
    next_at = models.DateTimeField(null=True)
    period_seconds = models.PositiveIntegerField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    result = models.JSONField(null=True, blank=True, encoder=DjangoJSONEncoder)
    error = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = "tarea"
        verbose_name_plural = "tareas"
        indexes = [
            models.Index(fields=["next_at"], condition=Q(state="WAITING"), name="league_job_due")
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=WorkState.values), name="league_job_state"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class Notification(models.Model):
    """A message to a person, in the inbox at once and by mail when its turn comes.

    `by_mail` is off where the person wants its topic in the inbox only.
    """

    season = models.ForeignKey(
        Season, models.CASCADE, null=True, blank=True, related_name="notifications"
    )
    recipient = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="notifications"
    )
    kind = models.CharField(max_length=60)
    subject = models.CharField(max_length=200)
    body = models.TextField()
    path = models.CharField(max_length=300, blank=True)
    deduplication_key = models.CharField(max_length=160, unique=True)
    created_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True, blank=True)
    by_mail = models.BooleanField("también por correo", default=True)
    state = models.CharField(max_length=10, choices=WorkState.choices, default=WorkState.WAITING)
    next_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    error = models.TextField(blank=True)

    class Meta:
        verbose_name = "aviso"
        verbose_name_plural = "avisos"
        ordering = ["-created_at", "-id"]
        indexes = [
            models.Index(
                fields=["next_at"], condition=Q(state="WAITING"), name="league_notification_due"
            )
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=WorkState.values), name="league_notification_state"
            ),
            models.CheckConstraint(
                condition=Q(by_mail=True) | Q(state="DONE", sent_at__isnull=True),
                name="league_notification_not_by_mail",
            ),
        ]

    def __str__(self) -> str:
        return self.subject
