"""What a phone sent, so that the same thing sent again has no second effect."""

from django.conf import settings
from django.db import models

from matches.models.encounters import Encounter


class Sending(models.Model):
    """One thing that a delegate did on a page of the evening, known by the key its phone gave it.

    `answer` is what was answered, and is answered again. `noted_at` is when the phone says that it
    was done, on the phone's own clock; `phone_at` what that clock said on sending, so that beside
    `received_at`, the server's, the difference between the two can be shown.
    """

    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="sendings")
    key = models.UUIDField()
    path = models.CharField(max_length=200)
    digest = models.CharField(max_length=64)
    answer = models.JSONField(default=dict)
    received_at = models.DateTimeField()
    noted_at = models.DateTimeField(null=True, blank=True)
    phone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "envío"
        verbose_name_plural = "envíos"
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["actor", "key"], name="matches_sending_once"),
            models.CheckConstraint(
                condition=models.Q(noted_at__isnull=True, phone_at__isnull=True)
                | models.Q(noted_at__isnull=False, phone_at__isnull=False),
                name="matches_sending_clock",
            ),
        ]
        indexes = [models.Index(fields=["encounter", "path"], name="matches_sending_place")]

    def __str__(self) -> str:
        return f"envío {self.key}"
