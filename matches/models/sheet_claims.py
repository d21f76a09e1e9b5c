"""The back of a match's sheet: what a captain claims, and what the central referee says at once."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from league.models import Registration
from league.models.fields import word_check, words
from matches.models.scoresheets import MOST_TRIES, Scoresheet
from matches.states.partida import Side

LONGEST_CLAIM = 2000


class SheetClaim(models.Model):
    """A claim in writing, with the captain's signature (C-22, C-23), and the ruling on it.

    `after_act` is the last row of the log when it was written, none before any. Ruled once, by the
    central referee, and never again: there is no appeal.
    """

    class Method(models.TextChoices):
        SESSION = "SESSION", "en su propia sesión"
        CODE = "CODE", "con la clave de su equipo, en la mesa"

    sheet = models.ForeignKey(Scoresheet, models.PROTECT, related_name="claims")
    number = models.PositiveSmallIntegerField("número")
    side = models.CharField(max_length=4, choices=words(Side))
    registration = models.ForeignKey(Registration, models.PROTECT, related_name="+")
    text = models.TextField("reclamación", max_length=LONGEST_CLAIM)
    after_act = models.PositiveIntegerField("tras la anotación", default=0)
    signer = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    method = models.CharField(max_length=8, choices=Method.choices)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    signed_at = models.DateTimeField()
    upheld = models.BooleanField("procede", null=True, blank=True)
    ruling = models.TextField("decisión", max_length=LONGEST_CLAIM, blank=True)
    clause = models.CharField("artículo", max_length=12, blank=True)
    ruled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    ruled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "reclamación en la hoja"
        verbose_name_plural = "reclamaciones en la hoja"
        ordering = ["sheet", "number"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "number"], name="matches_sheetclaim_number"),
            models.UniqueConstraint(
                fields=["sheet", "side"],
                condition=Q(ruled_at__isnull=True),
                name="matches_sheetclaim_one_waits",
            ),
            models.CheckConstraint(condition=~Q(text=""), name="matches_sheetclaim_text"),
            models.CheckConstraint(
                # A comparison with NULL is not false, and a CHECK refuses only what is false.
                condition=Q(method="SESSION", entered_by__isnull=True)
                | Q(method="CODE", entered_by__isnull=False) & ~Q(entered_by=F("signer")),
                name="matches_sheetclaim_method",
            ),
            models.CheckConstraint(
                condition=Q(
                    upheld__isnull=True,
                    ruling="",
                    clause="",
                    ruled_by__isnull=True,
                    ruled_at__isnull=True,
                )
                | Q(upheld__isnull=False, ruled_by__isnull=False, ruled_at__isnull=False)
                & ~Q(ruling="")
                & ~Q(clause=""),
                name="matches_sheetclaim_ruled_whole",
            ),
            word_check("side", Side, "matches_sheetclaim_side"),
        ]

    def __str__(self) -> str:
        return f"{self.sheet_id} {self.number}"


class SheetClaimCode(models.Model):
    """What became of the code with which a side signs its next claim at the table. Each claim has
    its own; the code itself stands nowhere (`matches.selectors.sheet_claims`)."""

    sheet = models.ForeignKey(Scoresheet, models.PROTECT, related_name="claim_codes")
    side = models.CharField(max_length=4, choices=words(Side))
    number = models.PositiveSmallIntegerField()
    wrong_tries = models.PositiveSmallIntegerField(default=0)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "clave de una reclamación"
        verbose_name_plural = "claves de reclamaciones"
        constraints = [
            models.UniqueConstraint(
                fields=["sheet", "side", "number"], name="matches_sheetclaimcode_once"
            ),
            models.CheckConstraint(
                condition=Q(wrong_tries__lte=MOST_TRIES), name="matches_sheetclaimcode_tries"
            ),
            word_check("side", Side, "matches_sheetclaimcode_side"),
        ]

    def __str__(self) -> str:
        return f"{self.sheet_id} {self.side} {self.number}"
