"""The server's signatures, and the files that were given out."""

from django.db import models
from django.db.models import Q

from league.models import SigningKey
from matches.models.actas import Acta
from matches.models.publications import StandingsPublication


class Seal(models.Model):
    """What the server signed when a version of an acta came into force, or a table was published.

    `statement` is canonical JSON (see `league.seals`): it holds the digest of the thing, and of
    everything about it that a reader is told.
    """

    acta = models.OneToOneField(Acta, models.PROTECT, null=True, blank=True, related_name="seal")
    publication = models.OneToOneField(
        StandingsPublication, models.PROTECT, null=True, blank=True, related_name="seal"
    )
    key = models.ForeignKey(SigningKey, models.PROTECT, related_name="seals")
    statement = models.TextField()
    signature = models.CharField(max_length=128)
    sealed_at = models.DateTimeField()

    class Meta:
        verbose_name = "firma del servidor"
        verbose_name_plural = "firmas del servidor"
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(acta__isnull=False, publication__isnull=True)
                | Q(acta__isnull=True, publication__isnull=False),
                name="matches_seal_of_one_thing",
            ),
        ]

    def __str__(self) -> str:
        return self.signature[:16]


class IssuedFile(models.Model):
    """A file of an acta that was given out, known by the SHA-256 of all its bytes."""

    acta = models.ForeignKey(Acta, models.PROTECT, related_name="issued_files")
    digest = models.CharField(max_length=64, unique=True)
    size = models.PositiveIntegerField()
    issued_at = models.DateTimeField()

    class Meta:
        verbose_name = "fichero entregado"
        verbose_name_plural = "ficheros entregados"
        ordering = ["id"]

    def __str__(self) -> str:
        return self.digest
