"""Which referee goes to which encounter."""

from django.conf import settings
from django.db import models

from matches.models.encounters import Encounter


class RefereeDuty(models.Model):
    """A referee of the season named for an encounter. It says where he is expected; what he may do
    follows from his post in the season (`league.Role`)."""

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="duties")
    referee = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="duties")
    assigned_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    assigned_at = models.DateTimeField()

    class Meta:
        verbose_name = "arbitraje"
        verbose_name_plural = "arbitrajes"
        constraints = [
            models.UniqueConstraint(fields=["encounter", "referee"], name="matches_duty_once"),
        ]

    def __str__(self) -> str:
        return f"{self.encounter_id} {self.referee_id}"
