"""Peñas (`Club`), where they play, their entries in a season (`Team`), and who goes along."""

from django.db import models

from league.models.competitions import Division
from league.models.fields import SortKeyField


class Club(models.Model):
    """A peña."""

    name = models.CharField("nombre", max_length=80, unique=True)
    sort_key = SortKeyField(source="name")
    slug = models.SlugField("dirección", max_length=80, unique=True)
    town = models.CharField("localidad", max_length=80, blank=True)

    class Meta:
        verbose_name = "peña"
        verbose_name_plural = "peñas"
        ordering = ["sort_key"]

    def __str__(self) -> str:
        return self.name


class Venue(models.Model):
    """A bar with so many tables."""

    name = models.CharField("nombre", max_length=80)
    sort_key = SortKeyField(source="name")
    address = models.CharField("dirección", max_length=160, blank=True)
    town = models.CharField("localidad", max_length=80, blank=True)
    tables = models.PositiveSmallIntegerField("mesas", default=4)

    class Meta:
        verbose_name = "local"
        verbose_name_plural = "locales"
        ordering = ["sort_key", "id"]
        constraints = [
            models.UniqueConstraint(fields=["name", "town"], name="league_venue_name"),
            models.CheckConstraint(condition=models.Q(tables__gte=1), name="league_venue_tables"),
        ]

    def __str__(self) -> str:
        return self.name


class Team(models.Model):
    """A peña's entry in a division. A club may enter two in a season."""

    division = models.ForeignKey(
        Division, models.PROTECT, related_name="teams", verbose_name="grupo"
    )
    club = models.ForeignKey(Club, models.PROTECT, related_name="teams", verbose_name="peña")
    name = models.CharField("nombre", max_length=80)
    sort_key = SortKeyField(source="name")
    slug = models.SlugField("dirección", max_length=80)
    venue = models.ForeignKey(
        Venue, models.PROTECT, related_name="teams", verbose_name="local", null=True, blank=True
    )
    home_weekday = models.PositiveSmallIntegerField(
        "día en casa",
        default=4,
        choices=list(
            enumerate(("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"))
        ),
    )
    home_time = models.TimeField("hora en casa", default="22:00")
    withdrawn_at = models.DateTimeField("retirada", null=True, blank=True)

    class Meta:
        verbose_name = "equipo"
        verbose_name_plural = "equipos"
        ordering = ["sort_key", "id"]
        constraints = [
            models.UniqueConstraint(fields=["division", "slug"], name="league_team_slug"),
            models.UniqueConstraint(fields=["division", "name"], name="league_team_name"),
            models.CheckConstraint(
                condition=models.Q(home_weekday__gte=0, home_weekday__lte=6),
                name="league_team_weekday",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class StaffPost(models.TextChoices):
    COACH = "COACH", "entrenador"
    ASSISTANT = "ASSISTANT", "asistente"
    DOCTOR = "DOCTOR", "médico"


class TeamStaff(models.Model):
    """Somebody who belongs to a team without playing (C-4.1). Who leaves stays in the table, since
    sheets signed meanwhile speak of them."""

    team = models.ForeignKey(Team, models.PROTECT, related_name="staff", verbose_name="equipo")
    post = models.CharField("puesto", max_length=10, choices=StaffPost.choices)
    name = models.CharField("nombre", max_length=120)
    since = models.DateTimeField("desde")
    until = models.DateTimeField("hasta", null=True, blank=True)

    class Meta:
        verbose_name = "cuerpo técnico"
        verbose_name_plural = "cuerpo técnico"
        ordering = ["team", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["team", "post"],
                condition=models.Q(until__isnull=True),
                name="league_teamstaff_one_a_post",
            ),
            models.CheckConstraint(
                condition=models.Q(post__in=StaffPost.values), name="league_teamstaff_post"
            ),
            models.CheckConstraint(condition=~models.Q(name=""), name="league_teamstaff_name"),
            models.CheckConstraint(
                condition=models.Q(until__isnull=True) | models.Q(until__gte=models.F("since")),
                name="league_teamstaff_order",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_post_display()}: {self.name}"
