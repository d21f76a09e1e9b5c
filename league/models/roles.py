"""Who may do what: staff of a season and delegates of a team."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.models.clubs import Club, Team
from league.models.competitions import Season


class RoleKind(models.TextChoices):
    ORGANISER = "ORGANISER", "organización"
    COMMITTEE = "COMMITTEE", "comité de competición"
    REFEREE = "REFEREE", "juez-árbitro"


class DelegateKind(models.TextChoices):
    PRINCIPAL = "PRINCIPAL", "titular"
    SUBSTITUTE = "SUBSTITUTE", "suplente"
    ONE_NIGHT = "ONE_NIGHT", "por una noche"


class Role(models.Model):
    """A post in a season. `club` is the peña a person is tied to: it keeps a committee member
    out of that peña's cases."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="roles")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="roles")
    kind = models.CharField("cargo", max_length=12, choices=RoleKind.choices)
    club = models.ForeignKey(
        Club, models.PROTECT, null=True, blank=True, related_name="+", verbose_name="peña propia"
    )

    class Meta:
        verbose_name = "cargo"
        verbose_name_plural = "cargos"
        constraints = [
            models.UniqueConstraint(fields=["season", "user", "kind"], name="league_role_once"),
            models.CheckConstraint(condition=Q(kind__in=RoleKind.values), name="league_role_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_kind_display()}"


class Delegate(models.Model):
    """Somebody who acts for a team: always, as a substitute, or for one night (`valid_on`)."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="delegates")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="delegations")
    kind = models.CharField(
        "tipo", max_length=12, choices=DelegateKind.choices, default=DelegateKind.PRINCIPAL
    )
    valid_on = models.DateField("noche", null=True, blank=True)

    class Meta:
        verbose_name = "delegado"
        verbose_name_plural = "delegados"
        constraints = [
            models.UniqueConstraint(
                fields=["team", "user"],
                condition=Q(valid_on__isnull=True),
                name="league_delegate_once",
            ),
            models.UniqueConstraint(
                fields=["team", "user", "valid_on"], name="league_delegate_once_a_night"
            ),
            models.UniqueConstraint(
                fields=["team"], condition=Q(kind="PRINCIPAL"), name="league_delegate_one_principal"
            ),
            models.CheckConstraint(
                condition=Q(kind="ONE_NIGHT", valid_on__isnull=False)
                | Q(kind__in=["PRINCIPAL", "SUBSTITUTE"], valid_on__isnull=True),
                name="league_delegate_kind",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.team}"
