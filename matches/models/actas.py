"""Versions of the acta and their signatures. The content of a version never changes."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from league.models.fields import word_check, words
from matches.models.encounters import Encounter
from matches.states.acta import ActaState
from matches.states.partida import Side


class Acta(models.Model):
    """A frozen snapshot of the working copy (canonical JSON, see `matches.snapshot`).

    At most one version is in force for an encounter, and only such that both signed, one filed
    alone with its reason, or that was issued (organiser, ruling).
    """

    class Reason(models.TextChoices):
        FILED = "FILED", "final del encuentro"
        CORRECTION = "CORRECTION", "corrección acordada"
        ORGANISER = "ORGANISER", "transcrita por la organización"
        RULING = "RULING", "por resolución"

    encounter = models.ForeignKey(Encounter, models.PROTECT, related_name="actas")
    number = models.PositiveSmallIntegerField("versión")
    reason = models.CharField(max_length=10, choices=Reason.choices, default=Reason.FILED)
    state = models.CharField(max_length=12, choices=words(ActaState), default=ActaState.DRAFT)
    in_force = models.BooleanField(default=False)
    content = models.TextField()
    digest = models.CharField(max_length=64)
    code = models.CharField("código", max_length=12, unique=True)  # `matches.bundles.code_of`
    created_at = models.DateTimeField()
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    note = models.TextField("explicación", blank=True, max_length=2000)
    filed_alone_reason = models.TextField(blank=True, max_length=2000)

    class Meta:
        verbose_name = "acta"
        verbose_name_plural = "actas"
        ordering = ["encounter", "number"]
        constraints = [
            models.UniqueConstraint(fields=["encounter", "number"], name="matches_acta_number"),
            models.UniqueConstraint(
                fields=["encounter"], condition=Q(in_force=True), name="matches_acta_one_in_force"
            ),
            models.UniqueConstraint(
                fields=["encounter"],
                condition=Q(state__in=["DRAFT", "SIGNED_ONE"]),
                name="matches_acta_one_open",
            ),
            word_check("state", ActaState, "matches_acta_state"),
            models.CheckConstraint(
                condition=Q(in_force=False, state__in=["DRAFT", "SIGNED_ONE", "SUPERSEDED"])
                | Q(in_force=True, state__in=["SIGNED", "FILED_ALONE", "ISSUED"]),
                name="matches_acta_in_force_state",
            ),
            models.CheckConstraint(
                condition=~Q(state="FILED_ALONE") | ~Q(filed_alone_reason=""),
                name="matches_acta_alone_reason",
            ),
            models.CheckConstraint(
                condition=Q(reason__in=["FILED", "CORRECTION", "ORGANISER", "RULING"]),
                name="matches_acta_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"acta {self.encounter_id} v{self.number}"


class Signature(models.Model):
    """A side's signature on the text it saw, named by its digest.

    By code it was typed on the phone of the other side's `entered_by`.
    """

    class Method(models.TextChoices):
        SESSION = "SESSION", "en su propia sesión"
        CODE = "CODE", "con la clave de su peña, en el teléfono de la otra"
        PAPER = "PAPER", "en papel"

    acta = models.ForeignKey(Acta, models.PROTECT, related_name="signatures")
    side = models.CharField(max_length=4, choices=words(Side))
    signer = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    digest = models.CharField(max_length=64)
    method = models.CharField(max_length=8, choices=Method.choices, default=Method.SESSION)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    signed_at = models.DateTimeField()
    disagrees = models.BooleanField("disconforme", default=False)
    disagreement = models.TextField(blank=True, max_length=4000)

    class Meta:
        verbose_name = "firma"
        verbose_name_plural = "firmas"
        ordering = ["signed_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["acta", "side"], name="matches_signature_once"),
            models.UniqueConstraint(fields=["acta", "signer"], name="matches_signature_one_person"),
            word_check("side", Side, "matches_signature_side"),
            models.CheckConstraint(
                condition=Q(disagrees=False) | ~Q(disagreement=""),
                name="matches_signature_disagreement",
            ),
            models.CheckConstraint(
                condition=Q(method__in=["SESSION", "CODE", "PAPER"]),
                name="matches_signature_method",
            ),
            models.CheckConstraint(
                condition=~Q(method="CODE") & Q(entered_by__isnull=True)
                | Q(method="CODE", entered_by__isnull=False) & ~Q(entered_by=F("signer")),
                name="matches_signature_entered_by",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.acta_id} {self.side}"


class Sight(models.Model):
    """When a side first had a version before its eyes, in a season that gives it 24 hours from then
    (M-D.15): `person` opened it, or signed it."""

    acta = models.ForeignKey(Acta, models.PROTECT, related_name="sights")
    side = models.CharField(max_length=4, choices=words(Side))
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    seen_at = models.DateTimeField()

    class Meta:
        verbose_name = "vista del acta"
        verbose_name_plural = "vistas del acta"
        ordering = ["seen_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["acta", "side"], name="matches_sight_once"),
            word_check("side", Side, "matches_sight_side"),
        ]

    def __str__(self) -> str:
        return f"{self.acta_id} {self.side}"
