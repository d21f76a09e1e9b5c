"""Courts of a venue, and days on which a tournament is played on them."""

from django.db import models
from django.db.models import Q

from league.models.clubs import Venue
from league.models.competitions import Season


class Court(models.Model):
    """A court (pista) of a venue, where one match is played at a time."""

    venue = models.ForeignKey(Venue, models.CASCADE, related_name="courts", verbose_name="local")
    name = models.CharField("nombre", max_length=40)
    position = models.PositiveSmallIntegerField("orden", default=1)

    class Meta:
        verbose_name = "pista"
        verbose_name_plural = "pistas"
        ordering = ["position", "id"]
        constraints = [
            models.UniqueConstraint(fields=["venue", "name"], name="league_court_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Tournament(models.Model):
    """A tournament that is played in a day: some groups of a season, and the knock-out of their
    first `qualify` teams (0: the groups decide). Times are in minutes.

    A row is made when the day is published; what is tried before has no row.
    """

    season = models.ForeignKey(
        Season, models.PROTECT, related_name="tournaments", verbose_name="temporada"
    )
    name = models.CharField("nombre", max_length=60)
    slug = models.SlugField("dirección", max_length=60)
    venue = models.ForeignKey(
        Venue, models.PROTECT, related_name="tournaments", verbose_name="local"
    )
    starts_at = models.DateTimeField("comienzo")
    minutes = models.PositiveSmallIntegerField("minutos por partido")
    rest_minutes = models.PositiveSmallIntegerField("descanso mínimo en minutos", default=0)
    qualify = models.PositiveSmallIntegerField("clasificados de cada grupo", default=0)
    third_place = models.BooleanField("partido por el tercer puesto", default=False)
    published_at = models.DateTimeField("publicado")

    class Meta:
        verbose_name = "jornada de torneo"
        verbose_name_plural = "jornadas de torneo"
        ordering = ["starts_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["season", "slug"], name="league_tournament_slug"),
            models.CheckConstraint(condition=Q(minutes__gte=1), name="league_tournament_minutes"),
        ]

    def __str__(self) -> str:
        return self.name
