"""Frozen, numbered tables of standings."""

from django.conf import settings
from django.db import models

from league.models import Division, Matchday


class StandingsPublication(models.Model):
    """A table as published after a matchday: its moment, its author, the rows, and the results it
    was computed from (canonical JSON and its digest). Never changed; a later one replaces it on
    the page, both stay readable."""

    division = models.ForeignKey(Division, models.PROTECT, related_name="publications")
    number = models.PositiveIntegerField("número")
    matchday = models.ForeignKey(Matchday, models.PROTECT, related_name="publications")
    published_at = models.DateTimeField()
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    note = models.CharField("nota", max_length=300, blank=True)
    content = models.TextField()
    digest = models.CharField(max_length=64)

    class Meta:
        verbose_name = "publicación"
        verbose_name_plural = "publicaciones"
        ordering = ["division", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["division", "number"], name="matches_publication_number"
            ),
        ]

    def __str__(self) -> str:
        return f"publicación {self.number}"
