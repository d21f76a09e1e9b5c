"""What happens after the whistle: claims, cases, rulings, sanctions. Nothing here is deleted;
corrections are new rows that name the old one."""

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q

from league.models import Player, Season, Team
from league.models.fields import word_check, words
from matches.models.actas import Acta
from matches.models.encounters import Encounter, Incident
from matches.states.case import CaseState
from matches.states.claim import ClaimState
from matches.states.sanction import FineState, SanctionKind, SanctionState


class Claim(models.Model):
    """A written claim by a delegate (M-D.15), or one received on paper with its moment.

    In time when `submitted_at` is before the signed end + 24 hours; a later one is kept and shown
    as out of time. `key` makes sending it twice the same as sending it once.
    """

    season = models.ForeignKey(Season, models.PROTECT, related_name="claims")
    number = models.PositiveIntegerField("número")
    encounter = models.ForeignKey(Encounter, models.PROTECT, related_name="claims")
    team = models.ForeignKey(Team, models.PROTECT, related_name="claims")
    submitted_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    submitted_at = models.DateTimeField("recibida")
    on_paper = models.BooleanField("recibida en papel", default=False)
    incident = models.ForeignKey(
        Incident, models.PROTECT, null=True, blank=True, related_name="claims"
    )
    clause = models.CharField("artículo", max_length=12, blank=True)
    text = models.TextField("reclamación", max_length=10000)
    state = models.CharField(max_length=12, choices=words(ClaimState), default=ClaimState.SUBMITTED)
    withdrawn_reason = models.TextField(blank=True, max_length=2000)
    key = models.UUIDField(unique=True)

    class Meta:
        verbose_name = "reclamación"
        verbose_name_plural = "reclamaciones"
        ordering = ["season", "number"]
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="matches_claim_number"),
            word_check("state", ClaimState, "matches_claim_state"),
            models.CheckConstraint(condition=~Q(text=""), name="matches_claim_text"),
        ]

    def __str__(self) -> str:
        return f"reclamación {self.number}"


class Case(models.Model):
    """A case before the committee: from a claim, or opened by the acta where the regulation says
    so."""

    season = models.ForeignKey(Season, models.PROTECT, related_name="cases")
    number = models.PositiveIntegerField("número")
    encounter = models.ForeignKey(
        Encounter, models.PROTECT, null=True, blank=True, related_name="cases"
    )
    claim = models.OneToOneField(Claim, models.PROTECT, null=True, blank=True, related_name="case")
    reason = models.CharField("motivo", max_length=40)
    clause = models.CharField("artículo", max_length=12, blank=True)
    teams = models.ManyToManyField(Team, related_name="cases", blank=True)
    state = models.CharField(max_length=12, choices=words(CaseState), default=CaseState.OPEN)
    opened_at = models.DateTimeField("abierto")
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    due_at = models.DateTimeField("vence", null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closing_note = models.TextField(blank=True, max_length=4000)
    facts = models.JSONField(default=dict, blank=True, encoder=DjangoJSONEncoder)

    class Meta:
        verbose_name = "expediente"
        verbose_name_plural = "expedientes"
        ordering = ["-opened_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="matches_case_number"),
            models.UniqueConstraint(
                fields=["encounter", "reason"],
                condition=Q(claim__isnull=True)
                & Q(state__in=["OPEN", "STATEMENTS", "DELIBERATION"]),
                name="matches_case_one_open_for_a_reason",
            ),
            word_check("state", CaseState, "matches_case_state"),
        ]

    def __str__(self) -> str:
        return f"expediente {self.number}"


class Statement(models.Model):
    """What a side says in a case (alegación)."""

    case = models.ForeignKey(Case, models.PROTECT, related_name="statements")
    team = models.ForeignKey(Team, models.PROTECT, related_name="statements")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    text = models.TextField(max_length=10000)
    at = models.DateTimeField()

    class Meta:
        verbose_name = "alegación"
        verbose_name_plural = "alegaciones"
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"alegación {self.case_id}"


class CaseNote(models.Model):
    """A private note of the committee."""

    case = models.ForeignKey(Case, models.PROTECT, related_name="notes")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    text = models.TextField(max_length=10000)
    at = models.DateTimeField()

    class Meta:
        verbose_name = "nota del comité"
        verbose_name_plural = "notas del comité"
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"nota {self.case_id}"


class Ruling(models.Model):
    """A final decision (M-E.1, M-D.21): clauses, grounds, effects. An error is mended by a new
    ruling that names the old; one ruling a case, one successor a ruling."""

    season = models.ForeignKey(Season, models.PROTECT, related_name="rulings")
    number = models.PositiveIntegerField("número")
    case = models.ForeignKey(Case, models.PROTECT, related_name="rulings")
    replaces = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="replaced_by"
    )
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    ruled_at = models.DateTimeField("fecha")
    clauses = models.JSONField(default=list)
    facts = models.TextField("hechos, en breve", max_length=10000)
    decision = models.TextField("decisión", max_length=10000)
    effects = models.JSONField(default=list, encoder=DjangoJSONEncoder)

    class Meta:
        verbose_name = "resolución"
        verbose_name_plural = "resoluciones"
        ordering = ["-ruled_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="matches_ruling_number"),
            models.UniqueConstraint(
                fields=["case"],
                condition=Q(replaces__isnull=True),
                name="matches_ruling_one_first_a_case",
            ),
        ]

    def __str__(self) -> str:
        return f"resolución {self.number}"


class Sanction(models.Model):
    """An effect of a ruling on a player or a team. Encounters served are computed from facts."""

    ruling = models.ForeignKey(Ruling, models.PROTECT, related_name="sanctions")
    season = models.ForeignKey(Season, models.PROTECT, related_name="sanctions")
    kind = models.CharField(max_length=16, choices=words(SanctionKind))
    team = models.ForeignKey(Team, models.PROTECT, null=True, blank=True, related_name="sanctions")
    player = models.ForeignKey(
        Player, models.PROTECT, null=True, blank=True, related_name="sanctions"
    )
    encounters = models.PositiveSmallIntegerField("encuentros", null=True, blank=True)
    until = models.DateField("hasta", null=True, blank=True)
    starts_at = models.DateTimeField("desde")
    amount = models.DecimalField(
        "importe en euros", max_digits=7, decimal_places=2, null=True, blank=True
    )
    state = models.CharField(
        max_length=10, choices=words(SanctionState), default=SanctionState.IN_FORCE
    )
    fine_state = models.CharField(max_length=6, choices=words(FineState), default=FineState.NONE)
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    settled_note = models.CharField("nota", max_length=200, blank=True)
    receipt = models.PositiveIntegerField("recibo", null=True, blank=True)
    revoked_by = models.ForeignKey(
        Ruling, models.PROTECT, null=True, blank=True, related_name="revoked_sanctions"
    )

    class Meta:
        verbose_name = "sanción"
        verbose_name_plural = "sanciones"
        ordering = ["-starts_at", "-id"]
        constraints = [
            word_check("kind", SanctionKind, "matches_sanction_kind"),
            word_check("state", SanctionState, "matches_sanction_state"),
            word_check("fine_state", FineState, "matches_sanction_fine_state"),
            models.CheckConstraint(
                condition=Q(team__isnull=False) | Q(player__isnull=False),
                name="matches_sanction_subject",
            ),
            models.CheckConstraint(
                # A comparison with NULL is not false, and a CHECK refuses only what is false.
                condition=Q(
                    Q(encounters__isnull=False, encounters__gte=1, until__isnull=True)
                    | Q(encounters__isnull=True, until__isnull=False),
                    kind="SUSPENSION",
                    player__isnull=False,
                )
                | ~Q(kind="SUSPENSION") & Q(encounters__isnull=True, until__isnull=True),
                name="matches_sanction_suspension",
            ),
            models.CheckConstraint(
                condition=~Q(kind="DISQUALIFICATION") | Q(player__isnull=False),
                name="matches_sanction_disqualified",
            ),
            models.CheckConstraint(
                condition=~Q(kind="EXPULSION") | Q(team__isnull=False, player__isnull=True),
                name="matches_sanction_expelled",
            ),
            models.CheckConstraint(
                condition=Q(kind="FINE", amount__isnull=False, amount__gt=0, team__isnull=False)
                & ~Q(fine_state="NONE")
                | ~Q(kind="FINE") & Q(fine_state="NONE", amount__isnull=True),
                name="matches_sanction_fine",
            ),
            models.CheckConstraint(
                condition=Q(state="IN_FORCE", revoked_by__isnull=True)
                | Q(state="REVOKED", revoked_by__isnull=False),
                name="matches_sanction_revoked_by",
            ),
            models.UniqueConstraint(fields=["season", "receipt"], name="matches_sanction_receipt"),
            models.CheckConstraint(
                condition=Q(receipt__isnull=True) | Q(fine_state="PAID"),
                name="matches_sanction_receipt_of_paid",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.ruling_id}"


class PointAdjustment(models.Model):
    """Points added or taken in the table, with a reason. One that was wrong is answered by its
    opposite, which names it."""

    team = models.ForeignKey(Team, models.PROTECT, related_name="point_adjustments")
    points = models.SmallIntegerField("puntos")
    reason = models.CharField("motivo", max_length=200)
    at = models.DateTimeField()
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    ruling = models.ForeignKey(
        Ruling, models.PROTECT, null=True, blank=True, related_name="point_adjustments"
    )
    reverses = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="reversed_by"
    )

    class Meta:
        verbose_name = "ajuste de puntos"
        verbose_name_plural = "ajustes de puntos"
        ordering = ["at", "id"]
        constraints = [
            models.CheckConstraint(condition=~Q(points=0), name="matches_adjustment_not_zero"),
            models.CheckConstraint(condition=~Q(reason=""), name="matches_adjustment_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.team_id} {self.points:+d}"


class Evidence(models.Model):
    """A file that belongs to an acta, a claim or a case: kept outside the web root, served only to
    those who may see it."""

    encounter = models.ForeignKey(Encounter, models.PROTECT, related_name="evidence")
    acta = models.ForeignKey(Acta, models.PROTECT, null=True, blank=True, related_name="evidence")
    claim = models.ForeignKey(Claim, models.PROTECT, null=True, blank=True, related_name="evidence")
    acta_on_paper = models.BooleanField("foto del acta en papel", default=False)
    file = models.FileField(upload_to="evidence/%Y/%m/")
    content_type = models.CharField(max_length=40)
    digest = models.CharField(max_length=64)
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    uploaded_at = models.DateTimeField()

    class Meta:
        verbose_name = "prueba"
        verbose_name_plural = "pruebas"
        ordering = ["uploaded_at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(content_type__in=["image/jpeg", "image/png", "application/pdf"]),
                name="matches_evidence_type",
            ),
        ]

    def __str__(self) -> str:
        return f"prueba {self.pk}"
