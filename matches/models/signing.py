"""Signing by code on the other side's phone, and saying afterwards that it was not oneself."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.models.fields import word_check, words
from matches.models.actas import Acta, Signature
from matches.models.cases import Case
from matches.models.encounters import Encounter
from matches.states.partida import Side

MOST_TRIES = 5


class SigningCode(models.Model):
    """What became of a side's code for an encounter; the code itself stands nowhere.

    It follows from the pepper of the settings and these three: encounter, side, number
    (`matches.selectors.signing_codes`). The first needs no row until somebody types it.
    """

    encounter = models.ForeignKey(Encounter, models.PROTECT, related_name="signing_codes")
    side = models.CharField(max_length=4, choices=words(Side))
    number = models.PositiveSmallIntegerField("número", default=1)
    issued_at = models.DateTimeField()
    wrong_tries = models.PositiveSmallIntegerField(default=0)
    replaced_at = models.DateTimeField(null=True, blank=True)
    used_at = models.DateTimeField(null=True, blank=True)
    used_for = models.ForeignKey(
        Acta, models.PROTECT, null=True, blank=True, related_name="signing_codes"
    )

    class Meta:
        verbose_name = "clave de firma"
        verbose_name_plural = "claves de firma"
        ordering = ["encounter", "side", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["encounter", "side", "number"], name="matches_signingcode_number"
            ),
            models.UniqueConstraint(
                fields=["encounter", "side"],
                condition=Q(used_at__isnull=True, replaced_at__isnull=True),
                name="matches_signingcode_one_live",
            ),
            models.UniqueConstraint(
                fields=["used_for", "side"], name="matches_signingcode_once_an_acta"
            ),
            word_check("side", Side, "matches_signingcode_side"),
            models.CheckConstraint(
                condition=Q(wrong_tries__lte=MOST_TRIES), name="matches_signingcode_tries"
            ),
            models.CheckConstraint(
                condition=Q(used_at__isnull=True, used_for__isnull=True)
                | Q(used_at__isnull=False, used_for__isnull=False, replaced_at__isnull=True),
                name="matches_signingcode_used",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.encounter_id} {self.side} {self.number}"


class Disavowal(models.Model):
    """“No fui yo”: a side says that a code was not typed by anybody of its own.

    It keeps the version as it is until the case that it opens is closed.
    """

    signature = models.OneToOneField(Signature, models.PROTECT, related_name="disavowal")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    text = models.TextField("qué ha pasado", blank=True, max_length=2000)
    case = models.ForeignKey(Case, models.PROTECT, related_name="disavowals")

    class Meta:
        verbose_name = "firma no reconocida"
        verbose_name_plural = "firmas no reconocidas"
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"{self.signature_id} {self.person_id}"
