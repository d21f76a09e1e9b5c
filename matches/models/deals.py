"""Disputed deals: a record in the discipline's notation, with what the engine said of it."""

from django.db import models
from django.db.models import Q

from matches.models.cases import Claim
from matches.models.encounters import Incident


class DisputedDeal(models.Model):
    """The record of one deal that goes with an incident of the acta or with a claim, and the
    engine's report on it as it was that day (canonical JSON, see `matches.deal_report`). The report
    is advice, never a ruling. `digest` is of the report, which holds the record."""

    incident = models.OneToOneField(
        Incident, models.PROTECT, null=True, blank=True, related_name="deal"
    )
    claim = models.OneToOneField(Claim, models.PROTECT, null=True, blank=True, related_name="deal")
    record = models.TextField("jugada", max_length=4000)
    report = models.TextField("informe del motor")
    digest = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        verbose_name = "jugada discutida"
        verbose_name_plural = "jugadas discutidas"
        ordering = ["at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(incident__isnull=True, claim__isnull=False)
                | Q(incident__isnull=False, claim__isnull=True),
                name="matches_deal_of_one",
            ),
            models.CheckConstraint(condition=~Q(record=""), name="matches_deal_record"),
        ]

    def __str__(self) -> str:
        return f"jugada {self.pk}"
