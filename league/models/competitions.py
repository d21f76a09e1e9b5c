"""Competitions, their seasons (editions) and divisions (groups)."""

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from league.models.fields import word_check, words
from league.states.season import SeasonState


class Competition(models.Model):
    """A league that comes back every year."""

    name = models.CharField("nombre", max_length=120)
    slug = models.SlugField("dirección", max_length=60, unique=True)
    organiser = models.CharField("entidad organizadora", max_length=120, blank=True)

    class Meta:
        verbose_name = "competición"
        verbose_name_plural = "competiciones"

    def __str__(self) -> str:
        return self.name


class DrawMode(models.TextChoices):
    """What the delegates draw on the night (M-D.5)."""

    PARTNERS = "PARTNERS", "parejas y mesas"
    OPPONENTS = "OPPONENTS", "solo las mesas: cada peña forma sus parejas"


class LatePenalty(models.TextChoices):
    """What a season proposes to the committee when a result or an acta is late (M-D.9, M-D.10)."""

    NONE = "NONE", "no pasa nada"
    WARNING = "WARNING", "apercibimiento"
    POINTS = "POINTS", "puntos en la clasificación"


class Branch(models.TextChoices):
    """Who a season is for, where its discipline tells women's from men's (C-7.2)."""

    WOMEN = "WOMEN", "femenina"
    MEN = "MEN", "varonil"


class Season(models.Model):
    """One edition of a competition, with the options of its regulation.

    `options` are those of the discipline (`rules`), `scheme` those of the standings
    (`league.standings.Scheme`), both as JSON mappings checked by the services.

    A season may be of one branch (C-7.2) and of one category: its name, and the ages it takes in on
    the reference date (C-7.3). Without ages it takes everybody.
    """

    competition = models.ForeignKey(
        Competition, models.PROTECT, related_name="seasons", verbose_name="competición"
    )
    name = models.CharField("edición", max_length=60)
    slug = models.SlugField("dirección", max_length=60)
    discipline = models.CharField("disciplina", max_length=20, default="mus")
    state = models.CharField(
        "estado", max_length=20, choices=words(SeasonState), default=SeasonState.DRAFT
    )
    is_public = models.BooleanField("visible para todos", default=False)
    options = models.JSONField("opciones", default=dict, encoder=DjangoJSONEncoder)
    scheme = models.JSONField("clasificación", default=dict, encoder=DjangoJSONEncoder)
    boards = models.PositiveSmallIntegerField("mesas por encuentro", default=4)
    roster_cap = models.PositiveSmallIntegerField("fichas por peña", default=16)
    courtesy_minutes = models.PositiveSmallIntegerField("minutos de cortesía", default=15)
    max_duration_minutes = models.PositiveSmallIntegerField(
        "duración máxima en minutos", null=True, blank=True
    )
    expected_minutes = models.PositiveSmallIntegerField("duración prevista en minutos", default=150)
    withdrawal_policy = models.CharField(
        "si una peña se retira",
        max_length=20,
        choices=[
            ("annul", "se anulan todos sus encuentros"),
            ("keep_first_leg", "se conserva la primera vuelta"),
        ],
        default="annul",
    )
    delivery_point = models.CharField("lugar de entrega de las actas", max_length=200, blank=True)
    quorum = models.PositiveSmallIntegerField("quórum del comité", default=1)
    fines_block = models.BooleanField("con multas pendientes no se inscribe", default=False)
    warnings = models.PositiveSmallIntegerField("amonestaciones antes del comité", default=1)
    draw_mode = models.CharField(
        "qué se sortea", max_length=10, choices=DrawMode.choices, default=DrawMode.PARTNERS
    )
    late_result_minutes = models.PositiveSmallIntegerField(
        "minutos de margen para comunicar el resultado", default=60
    )
    late_acta_hours = models.PositiveSmallIntegerField("horas para firmar el acta", default=24)
    late_penalty = models.CharField(
        "si algo se retrasa", max_length=10, choices=LatePenalty.choices, default=LatePenalty.NONE
    )
    late_points = models.PositiveSmallIntegerField("puntos por un retraso", default=1)
    claims_from_sight = models.BooleanField(
        "quien ve tarde el acta reclama hasta 24 horas después", default=False
    )  # M-D.15
    notes_stones = models.BooleanField("cada juego puede llevar sus tantos", default=False)
    late_since = models.DateTimeField("retrasos penados desde", null=True, blank=True)
    branch = models.CharField("rama", max_length=5, choices=Branch.choices, blank=True)
    category = models.CharField("categoría", max_length=30, blank=True)
    age_from = models.PositiveSmallIntegerField("desde los años", null=True, blank=True)
    age_to = models.PositiveSmallIntegerField("hasta los años", null=True, blank=True)
    reference_date = models.DateField("la edad se mira el", null=True, blank=True)
    spends_places = models.BooleanField("la ficha de una baja queda gastada", default=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = "temporada"
        verbose_name_plural = "temporadas"
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "slug"], name="league_season_slug"),
            word_check("state", SeasonState, "league_season_state"),
            models.CheckConstraint(
                condition=models.Q(withdrawal_policy__in=["annul", "keep_first_leg"]),
                name="league_season_withdrawal",
            ),
            models.CheckConstraint(
                condition=models.Q(boards__gte=1, boards__lte=20), name="league_season_boards"
            ),
            models.CheckConstraint(
                condition=models.Q(roster_cap__gte=1, roster_cap__lte=16),
                name="league_season_roster_cap",  # M-D.7
            ),
            models.CheckConstraint(condition=models.Q(quorum__gte=1), name="league_season_quorum"),
            models.CheckConstraint(
                condition=models.Q(late_penalty="NONE", late_since__isnull=True)
                | models.Q(late_penalty__in=["WARNING", "POINTS"], late_since__isnull=False),
                name="league_season_late_penalty",
            ),
            models.CheckConstraint(
                condition=models.Q(late_acta_hours__gte=1, late_points__gte=1),
                name="league_season_late_terms",
            ),
            models.CheckConstraint(
                condition=models.Q(warnings__gte=1), name="league_season_warnings"
            ),
            models.CheckConstraint(
                condition=models.Q(draw_mode__in=DrawMode.values), name="league_season_draw_mode"
            ),
            models.CheckConstraint(
                condition=models.Q(branch__in=["", *Branch.values]), name="league_season_branch"
            ),
            models.CheckConstraint(
                condition=models.Q(age_from__isnull=True)
                | models.Q(age_to__isnull=True)
                | models.Q(age_to__gte=models.F("age_from")),
                name="league_season_ages",  # C-7.3
            ),
            models.CheckConstraint(
                condition=models.Q(age_from__isnull=True, age_to__isnull=True)
                | models.Q(reference_date__isnull=False),
                name="league_season_reference_date",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.competition} {self.name}"


class RegistrationWindow(models.Model):
    """A span in which players may be registered. Without any, registration is always open."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="registration_windows")
    name = models.CharField("nombre", max_length=60, default="Plazo de fichas")
    opens_at = models.DateTimeField("abre")
    closes_at = models.DateTimeField("cierra")

    class Meta:
        verbose_name = "plazo de inscripción"
        verbose_name_plural = "plazos de inscripción"
        ordering = ["opens_at"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(closes_at__gt=models.F("opens_at")),
                name="league_window_order",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class PhaseKind(models.TextChoices):
    """What plays in a division: a group, each against each, or the knock-out behind groups."""

    GROUP = "GROUP", "grupo"
    KNOCKOUT = "KNOCKOUT", "eliminatoria"


class GroupManager(models.Manager["Division"]):
    """Divisions with teams and a table of their own, which nearly everything is about."""

    def get_queryset(self) -> models.QuerySet["Division"]:
        return super().get_queryset().filter(kind=PhaseKind.GROUP)


class Division(models.Model):
    """A group of teams that play each other.

    `version` rises with every change of a fact: it is the ETag and cache key of its public pages.
    The knock-out of a tournament is a division too, of another kind: its encounters are of teams of
    the tournament's groups. It has no teams and no table, so `objects` (and a season's `divisions`)
    leave it out; `phases` has everything.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="divisions")
    name = models.CharField("nombre", max_length=60)
    slug = models.SlugField("dirección", max_length=60)
    position = models.PositiveSmallIntegerField("orden", default=1)
    promoted = models.PositiveSmallIntegerField("ascienden", default=0)
    relegated = models.PositiveSmallIntegerField("descienden", default=0)
    kind = models.CharField(
        "clase", max_length=8, choices=PhaseKind.choices, default=PhaseKind.GROUP, editable=False
    )
    tournament = models.ForeignKey(
        "league.Tournament",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="groups",
        editable=False,
    )
    version = models.PositiveBigIntegerField(default=1, editable=False)

    objects = GroupManager()
    phases = models.Manager["Division"]()

    class Meta:
        verbose_name = "grupo"
        verbose_name_plural = "grupos"
        ordering = ["position", "id"]
        constraints = [
            models.UniqueConstraint(fields=["season", "slug"], name="league_division_slug"),
            models.CheckConstraint(
                condition=models.Q(kind=PhaseKind.GROUP)
                | models.Q(kind=PhaseKind.KNOCKOUT, tournament__isnull=False),
                name="league_division_kind",
            ),
            models.UniqueConstraint(
                fields=["tournament"],
                condition=models.Q(kind=PhaseKind.KNOCKOUT),
                name="league_division_one_knockout",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_knockout(self) -> bool:
        return self.kind == PhaseKind.KNOCKOUT


class Matchday(models.Model):
    """A round of a division (jornada), in one of the two legs (vueltas). Those of a knock-out have
    names, as "Semifinales"."""

    division = models.ForeignKey(Division, models.CASCADE, related_name="matchdays")
    leg = models.PositiveSmallIntegerField("vuelta")
    number = models.PositiveSmallIntegerField("jornada")
    starts_on = models.DateField("semana del", null=True, blank=True)
    name = models.CharField("nombre", max_length=40, blank=True)
    closed_at = models.DateTimeField("cerrada", null=True, blank=True)

    class Meta:
        verbose_name = "jornada"
        verbose_name_plural = "jornadas"
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["division", "number"], name="league_matchday_number"),
            models.CheckConstraint(condition=models.Q(leg__in=[1, 2]), name="league_matchday_leg"),
            models.CheckConstraint(
                condition=models.Q(number__gte=1), name="league_matchday_number_positive"
            ),
        ]

    def __str__(self) -> str:
        return self.name or f"Jornada {self.number}"
