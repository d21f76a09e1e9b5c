"""Public halves of the keys that the server signs with. Private ones are not in the database."""

from datetime import datetime

from django.db import models
from django.db.models import F, Q


class SigningKey(models.Model):
    """A key that has signed, or is about to. Kept for ever: old signatures are checked with it.

    From `retired_at` on nothing is signed with it, and nothing that says so is believed.
    """

    key_id = models.CharField("nombre", max_length=16, unique=True)
    public_key = models.CharField("clave pública", max_length=64, unique=True)
    published_at = models.DateTimeField("publicada")
    retired_at = models.DateTimeField("retirada", null=True, blank=True)

    class Meta:
        verbose_name = "clave de firma"
        verbose_name_plural = "claves de firma"
        ordering = ["published_at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(retired_at__isnull=True) | Q(retired_at__gte=F("published_at")),
                name="league_signingkey_order",
            ),
        ]

    def __str__(self) -> str:
        return self.key_id

    def signs_at(self, moment: datetime) -> bool:
        """Whether a signature made at that moment may be by this key."""
        return self.retired_at is None or moment < self.retired_at
