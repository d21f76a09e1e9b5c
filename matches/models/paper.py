"""Actas on paper: those that are printed, and those that were filled in by hand."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.models.fields import word_check, words
from matches.models.actas import Acta
from matches.states.partida import Side


class ActaPrint(models.Model):
    """A PDF of a version. `whole`: with the words of incidents, for those who may read the acta.

    It is made once; one that was lost, or whose transcription both sides confirmed since, has a
    later edition, and the file given out before stays known as ours.
    """

    acta = models.ForeignKey(Acta, models.PROTECT, related_name="prints")
    whole = models.BooleanField()
    edition = models.PositiveSmallIntegerField(default=1)
    digest = models.CharField(max_length=64, unique=True)
    size = models.PositiveIntegerField()
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = "acta impresa"
        verbose_name_plural = "actas impresas"
        ordering = ["acta", "whole", "edition"]
        constraints = [
            models.UniqueConstraint(
                fields=["acta", "whole", "edition"], name="matches_actaprint_edition"
            ),
            models.CheckConstraint(
                condition=Q(edition__gte=1), name="matches_actaprint_edition_positive"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.acta_id} {self.edition}"


class Confirmation(models.Model):
    """What a side says of an acta that the organiser transcribed from its paper: that it says the
    same, or what it says differently."""

    acta = models.ForeignKey(Acta, models.PROTECT, related_name="confirmations")
    side = models.CharField(max_length=4, choices=words(Side))
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    digest = models.CharField(max_length=64)
    at = models.DateTimeField()
    agrees = models.BooleanField("conforme")
    text = models.TextField("qué no coincide", blank=True, max_length=2000)

    class Meta:
        verbose_name = "confirmación de un acta en papel"
        verbose_name_plural = "confirmaciones de actas en papel"
        ordering = ["at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["acta", "side"], name="matches_confirmation_once"),
            models.UniqueConstraint(
                fields=["acta", "person"], name="matches_confirmation_one_person"
            ),
            word_check("side", Side, "matches_confirmation_side"),
            models.CheckConstraint(
                condition=Q(agrees=True) | ~Q(text=""), name="matches_confirmation_text"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.acta_id} {self.side}"
