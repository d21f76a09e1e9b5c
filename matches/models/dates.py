"""Changes of date (M-D.16): proposals, the change acta with its signatures, and the limits."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from league.models import Season, Venue
from league.models.fields import word_check, words
from matches.models.encounters import Encounter
from matches.states.partida import Side
from matches.states.postponement import PostponementState


class Postponement(models.Model):
    """A change of date (M-D.16), or a move by the organiser with its reason. The history of an
    encounter's dates is made of these rows.

    `side` proposed it (none: the organiser), `answers` is the proposal it counters. What was agreed
    is the change acta, `content` with its `digest`, signed by both sides. `old_starts_at` is the
    start before which it must be delivered, none while the encounter waits without a date.
    """

    encounter = models.ForeignKey(Encounter, models.PROTECT, related_name="postponements")
    state = models.CharField(
        max_length=10, choices=words(PostponementState), default=PostponementState.PROPOSED
    )
    by_organiser = models.BooleanField(default=False)
    side = models.CharField(max_length=4, choices=words(Side), blank=True)
    answers = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="counters"
    )
    proposed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    proposed_at = models.DateTimeField()
    old_starts_at = models.DateTimeField(null=True, blank=True)
    new_starts_at = models.DateTimeField(null=True, blank=True)
    old_venue = models.ForeignKey(Venue, models.PROTECT, null=True, blank=True, related_name="+")
    new_venue = models.ForeignKey(Venue, models.PROTECT, null=True, blank=True, related_name="+")
    reason = models.TextField("motivo", max_length=2000)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    answered_at = models.DateTimeField(null=True, blank=True)
    answer_reason = models.TextField("motivo de la respuesta", max_length=2000, blank=True)
    content = models.TextField(blank=True)
    digest = models.CharField(max_length=64, blank=True)
    delivered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "cambio de fecha"
        verbose_name_plural = "cambios de fecha"
        ordering = ["proposed_at", "id"]
        constraints = [
            word_check("state", PostponementState, "matches_postponement_state"),
            models.CheckConstraint(
                condition=Q(side__in=["", "HOME", "AWAY"]), name="matches_postponement_side"
            ),
            models.UniqueConstraint(
                fields=["encounter"],
                condition=Q(state__in=["PROPOSED", "AGREED"]),
                name="matches_postponement_one_open",
            ),
            models.UniqueConstraint(
                fields=["answers"],
                condition=Q(answers__isnull=False),
                name="matches_postponement_one_counter",
            ),
            models.CheckConstraint(
                condition=~Q(state="DELIVERED") | Q(delivered_at__isnull=False),
                name="matches_postponement_delivered",
            ),
            # Before the scheduled start, to the second (M-D.16).
            models.CheckConstraint(
                condition=~Q(state="DELIVERED")
                | Q(by_organiser=True)
                | Q(old_starts_at__isnull=True)
                | Q(delivered_at__lt=F("old_starts_at")),
                name="matches_postponement_in_time",
            ),
            models.CheckConstraint(
                condition=~Q(state="REFUSED") | ~Q(answer_reason=""),
                name="matches_postponement_refusal_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"cambio de fecha {self.encounter_id}"


class ProposedDate(models.Model):
    """One of the dates, three at most, that a proposal offers; each with its venue."""

    postponement = models.ForeignKey(Postponement, models.PROTECT, related_name="dates")
    number = models.PositiveSmallIntegerField("opción")
    starts_at = models.DateTimeField("fecha y hora")
    venue = models.ForeignKey(Venue, models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        verbose_name = "fecha propuesta"
        verbose_name_plural = "fechas propuestas"
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["postponement", "number"], name="matches_proposed_date_number"
            ),
            models.UniqueConstraint(
                fields=["postponement", "starts_at"], name="matches_proposed_date_once"
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1, number__lte=3), name="matches_proposed_date_three"
            ),
        ]

    def __str__(self) -> str:
        return f"opción {self.number}"


class DateSignature(models.Model):
    """A side's word on a change of date: the text that it saw, named by its digest."""

    postponement = models.ForeignKey(Postponement, models.PROTECT, related_name="signatures")
    side = models.CharField(max_length=4, choices=words(Side))
    signer = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    signed_at = models.DateTimeField()
    digest = models.CharField(max_length=64)

    class Meta:
        verbose_name = "firma de un cambio de fecha"
        verbose_name_plural = "firmas de cambios de fecha"
        ordering = ["signed_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["postponement", "side"], name="matches_date_signature_once"
            ),
            models.UniqueConstraint(
                fields=["postponement", "signer"], name="matches_date_signature_one_person"
            ),
            word_check("side", Side, "matches_date_signature_side"),
        ]

    def __str__(self) -> str:
        return f"{self.postponement_id} {self.side}"


class DateRule(models.Model):
    """What the organiser sets for changes of date: days when one may play, days when one may not,
    and the last day of each leg. Without a span to play in, every day is one."""

    class Kind(models.TextChoices):
        WINDOW = "WINDOW", "días en que se puede jugar"
        BLOCKED = "BLOCKED", "días en que no se juega"
        LATEST = "LATEST", "último día de una vuelta"

    season = models.ForeignKey(Season, models.CASCADE, related_name="date_rules")
    kind = models.CharField(max_length=7, choices=Kind.choices)
    leg = models.PositiveSmallIntegerField("vuelta", null=True, blank=True)
    first_on = models.DateField("desde", null=True, blank=True)
    last_on = models.DateField("hasta")
    note = models.CharField("motivo", max_length=120, blank=True)

    class Meta:
        verbose_name = "límite de fechas"
        verbose_name_plural = "límites de fechas"
        ordering = ["last_on", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    kind__in=["WINDOW", "BLOCKED"], first_on__isnull=False, leg__isnull=True
                )
                | Q(kind="LATEST", first_on__isnull=True, leg__isnull=False, leg__in=[1, 2]),
                name="matches_date_rule_shape",
            ),
            models.CheckConstraint(
                condition=Q(first_on__isnull=True) | Q(last_on__gte=F("first_on")),
                name="matches_date_rule_order",
            ),
            models.UniqueConstraint(
                fields=["season", "leg"],
                condition=Q(kind="LATEST"),
                name="matches_date_rule_one_latest",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.last_on}"
