"""Players and their fichas."""

from django.db import models
from django.db.models import Q

from league.models.clubs import Team
from league.models.competitions import Season
from league.models.fields import SortKeyField


class Player(models.Model):
    """A person who plays, known by a licence number over all seasons."""

    licence = models.CharField("licencia", max_length=30, unique=True)
    first_name = models.CharField("nombre", max_length=60)
    last_name = models.CharField("apellidos", max_length=90)
    sort_key = SortKeyField(source="sort_name")
    birth_date = models.DateField("fecha de nacimiento", null=True, blank=True)

    class Meta:
        verbose_name = "jugador"
        verbose_name_plural = "jugadores"
        ordering = ["sort_key", "id"]
        constraints = [
            models.CheckConstraint(condition=~Q(licence=""), name="league_player_licence"),
        ]

    def __str__(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()

    @property
    def sort_name(self) -> str:
        return f"{self.last_name} {self.first_name}"


class Registration(models.Model):
    """A ficha: a numbered place in a team, 1 to 16 (M-D.7).

    Released, it stays spent for the season (M-D.8): the row remains and so does its number.
    """

    season = models.ForeignKey(Season, models.PROTECT, related_name="registrations")
    team = models.ForeignKey(Team, models.PROTECT, related_name="registrations")
    player = models.ForeignKey(Player, models.PROTECT, related_name="registrations")
    slot = models.PositiveSmallIntegerField("ficha")
    registered_at = models.DateTimeField("inscripción")
    released_at = models.DateTimeField("baja", null=True, blank=True)

    class Meta:
        verbose_name = "ficha"
        verbose_name_plural = "fichas"
        ordering = ["slot"]
        constraints = [
            models.UniqueConstraint(fields=["team", "slot"], name="league_registration_slot"),
            models.CheckConstraint(
                condition=Q(slot__gte=1, slot__lte=16), name="league_registration_slot_range"
            ),
            models.UniqueConstraint(
                fields=["season", "player"],
                condition=Q(released_at__isnull=True),
                name="league_registration_one_live",
            ),
            models.CheckConstraint(
                condition=Q(released_at__isnull=True)
                | Q(released_at__gte=models.F("registered_at")),
                name="league_registration_release_order",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.slot} · {self.player}"

    @property
    def is_live(self) -> bool:
        return self.released_at is None
