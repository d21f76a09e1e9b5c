"""Players and their fichas."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

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

    Released, it stays spent for the season (M-D.8): the row remains and so does its number. Where
    the season spends no places, numbers go on past 16 and only live fichas are counted (C-4.1).
    `shirt` and `is_captain` are for disciplines that know them (C-5).
    """

    season = models.ForeignKey(Season, models.PROTECT, related_name="registrations")
    team = models.ForeignKey(Team, models.PROTECT, related_name="registrations")
    player = models.ForeignKey(Player, models.PROTECT, related_name="registrations")
    slot = models.PositiveSmallIntegerField("ficha")
    registered_at = models.DateTimeField("inscripción")
    released_at = models.DateTimeField("baja", null=True, blank=True)
    shirt = models.PositiveSmallIntegerField("camiseta", null=True, blank=True)
    is_captain = models.BooleanField("capitanía", default=False)

    class Meta:
        verbose_name = "ficha"
        verbose_name_plural = "fichas"
        ordering = ["slot"]
        constraints = [
            models.UniqueConstraint(fields=["team", "slot"], name="league_registration_slot"),
            models.CheckConstraint(
                condition=Q(slot__gte=1, slot__lte=99), name="league_registration_slot_range"
            ),
            models.CheckConstraint(
                condition=Q(shirt__isnull=True) | Q(shirt__gte=1, shirt__lte=18),
                name="league_registration_shirt_range",  # C-5
            ),
            models.UniqueConstraint(
                fields=["team", "shirt"],
                condition=Q(released_at__isnull=True),
                name="league_registration_shirt",
            ),
            models.UniqueConstraint(
                fields=["team"],
                condition=Q(is_captain=True, released_at__isnull=True),
                name="league_registration_one_captain",
            ),
            models.UniqueConstraint(
                fields=["season", "player"],
                condition=Q(released_at__isnull=True),
                name="league_registration_one_live",
            ),
            models.CheckConstraint(
                condition=Q(released_at__isnull=True) | Q(released_at__gte=F("registered_at")),
                name="league_registration_release_order",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.slot} · {self.player}"

    @property
    def is_live(self) -> bool:
        return self.released_at is None


class DocumentKind(models.TextChoices):
    MEDICAL = "MEDICAL", "certificado médico"


class Document(models.Model):
    """A paper of a player with a ficha: when it was issued and until when it serves.

    The file is private: kept outside the web root, served to the organiser and the delegates of the
    team alone. It may be missing: whoever registers may have seen the paper and kept nothing.
    """

    registration = models.ForeignKey(Registration, models.PROTECT, related_name="documents")
    kind = models.CharField("documento", max_length=10, choices=DocumentKind.choices)
    issued_on = models.DateField("expedido el")
    expires_on = models.DateField("vale hasta el")
    file = models.FileField(upload_to="documents/%Y/%m/", blank=True)
    content_type = models.CharField(max_length=40, blank=True)
    digest = models.CharField(max_length=64, blank=True)
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    added_at = models.DateTimeField()

    class Meta:
        verbose_name = "documento"
        verbose_name_plural = "documentos"
        ordering = ["added_at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=DocumentKind.values), name="league_document_kind"
            ),
            models.CheckConstraint(
                condition=Q(expires_on__gte=F("issued_on")), name="league_document_term"
            ),
            models.CheckConstraint(
                condition=Q(file="", content_type="", digest="")
                | Q(content_type__in=["image/jpeg", "image/png", "application/pdf"]),
                name="league_document_type",
            ),
        ]

    def __str__(self) -> str:
        return f"documento {self.pk}"
