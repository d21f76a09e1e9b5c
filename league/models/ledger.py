"""The official record: a hash chain per season, and one for acts without a season."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.models.competitions import Season


class LedgerChain(models.Model):
    """The head of a chain, locked last by every act that appends."""

    season = models.OneToOneField(
        Season, models.PROTECT, null=True, blank=True, related_name="ledger_chain"
    )
    length = models.PositiveBigIntegerField(default=0)
    head = models.CharField(max_length=64, default="0" * 64)

    class Meta:
        verbose_name = "registro"
        verbose_name_plural = "registros"
        constraints = [
            models.UniqueConstraint(
                models.Value(1),
                condition=Q(season__isnull=True),
                name="league_ledger_one_general_chain",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season or 'general'}: {self.length}"


class LedgerEntry(models.Model):
    """An official act. The payload carries ids and digests, never names or free text, so that a
    person can be erased without breaking the chain."""

    chain = models.ForeignKey(LedgerChain, models.PROTECT, related_name="entries")
    sequence = models.PositiveBigIntegerField()
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()
    action = models.CharField(max_length=60)
    subject = models.CharField(max_length=80)
    payload = models.TextField()
    previous = models.CharField(max_length=64)
    digest = models.CharField(max_length=64, unique=True)

    class Meta:
        verbose_name = "acto"
        verbose_name_plural = "actos"
        ordering = ["chain", "sequence"]
        indexes = [models.Index(fields=["subject"], name="league_ledger_subject")]
        constraints = [
            models.UniqueConstraint(fields=["chain", "sequence"], name="league_ledger_sequence"),
        ]

    def __str__(self) -> str:
        return f"{self.sequence} {self.action}"


class DayHead(models.Model):
    """The head of a chain at the end of a day on which it moved, as it was made public."""

    chain = models.ForeignKey(LedgerChain, models.PROTECT, related_name="day_heads")
    day = models.DateField("día")
    length = models.PositiveBigIntegerField()
    head = models.CharField(max_length=64)
    noted_at = models.DateTimeField()

    class Meta:
        verbose_name = "cabeza del día"
        verbose_name_plural = "cabezas de cada día"
        ordering = ["-day", "chain"]
        constraints = [
            models.UniqueConstraint(fields=["chain", "day"], name="league_dayhead_once"),
        ]

    def __str__(self) -> str:
        return f"{self.day}: {self.head[:12]}"
