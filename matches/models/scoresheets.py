"""The sheet of a match that is written down act by act (C-22): what was ticked before play, who may
play, the acts, and who signed.

The acts are all there is: the rest follows from them (`rules.match_sheet`). A row never changes and
never goes; what is undone is undone by a row of its own.
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from league.models import Registration, TeamStaff
from league.models.fields import word_check, words
from matches.models.actas import Acta
from matches.models.encounters import Encounter
from matches.states.partida import Side

MOST_TRIES = 5
LONGEST_ACT = 24


class Scoresheet(models.Model):
    """A match's sheet. A list is closed by the signatures of its side (C-4.2), for good.

    The officials without an account are here by name (C-21, C-22); nothing that is signed names
    them. The sheet of a match that is to be played again is set aside: it keeps whose it was.
    """

    encounter = models.OneToOneField(
        Encounter, models.PROTECT, null=True, blank=True, related_name="scoresheet"
    )
    was_of = models.ForeignKey(
        Encounter, models.PROTECT, null=True, blank=True, related_name="sheets_set_aside"
    )
    opened_at = models.DateTimeField()
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    assistant_name = models.CharField("árbitro auxiliar", max_length=80, blank=True)
    scorer_name = models.CharField("anotador", max_length=80, blank=True)
    home_locked_at = models.DateTimeField(null=True, blank=True)
    away_locked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "hoja de anotación"
        verbose_name_plural = "hojas de anotación"
        constraints = [
            models.CheckConstraint(
                condition=Q(encounter__isnull=False, was_of__isnull=True)
                | Q(encounter__isnull=True, was_of__isnull=False),
                name="matches_scoresheet_of_one",
            ),
        ]

    def __str__(self) -> str:
        return f"hoja {self.encounter_id or self.was_of_id}"

    def is_locked(self, side: str) -> bool:
        """Whether the side's list is closed."""
        return (self.home_locked_at if side == Side.HOME else self.away_locked_at) is not None


class SheetCheck(models.Model):
    """A line of the checklist that was ticked, by its key (C-1, C-2, C-3)."""

    sheet = models.ForeignKey(Scoresheet, models.CASCADE, related_name="checks")
    key = models.CharField(max_length=20)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    class Meta:
        verbose_name = "comprobación"
        verbose_name_plural = "comprobaciones"
        constraints = [
            models.UniqueConstraint(fields=["sheet", "key"], name="matches_sheetcheck_once"),
        ]

    def __str__(self) -> str:
        return self.key


class SheetPlayer(models.Model):
    """Who may play: on the list, with the official ID seen (C-4.2, C-7.4). `shirt` is what is worn
    tonight; the captain is the one on court (C-8)."""

    sheet = models.ForeignKey(Scoresheet, models.CASCADE, related_name="players")
    side = models.CharField(max_length=4, choices=words(Side))
    registration = models.ForeignKey(Registration, models.PROTECT, related_name="+")
    shirt = models.PositiveSmallIntegerField("camiseta")
    is_captain = models.BooleanField("capitanía", default=False)
    identified_at = models.DateTimeField()
    identified_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    class Meta:
        verbose_name = "jugador en la hoja"
        verbose_name_plural = "jugadores en la hoja"
        ordering = ["side", "shirt"]
        constraints = [
            models.UniqueConstraint(
                fields=["sheet", "registration"], name="matches_sheetplayer_once"
            ),
            models.UniqueConstraint(
                fields=["sheet", "side", "shirt"], name="matches_sheetplayer_shirt"
            ),
            models.UniqueConstraint(
                fields=["sheet", "side"],
                condition=Q(is_captain=True),
                name="matches_sheetplayer_one_captain",
            ),
            models.CheckConstraint(
                condition=Q(shirt__gte=1, shirt__lte=99), name="matches_sheetplayer_shirt_range"
            ),
            word_check("side", Side, "matches_sheetplayer_side"),
        ]

    def __str__(self) -> str:
        return f"{self.side} {self.shirt}"


class SheetAct(models.Model):
    """A line of the log: an act in the discipline's notation, or the undoing of one.

    `at` is the server's hour. `noted_at` is the phone's, by its own clock, for what waited for
    coverage.
    """

    sheet = models.ForeignKey(Scoresheet, models.PROTECT, related_name="acts")
    number = models.PositiveIntegerField()
    text = models.CharField(max_length=LONGEST_ACT, blank=True)
    undoes = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    noted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "anotación"
        verbose_name_plural = "anotaciones"
        ordering = ["sheet", "number"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "number"], name="matches_sheetact_number"),
            models.UniqueConstraint(fields=["undoes"], name="matches_sheetact_undone_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="matches_sheetact_from_one"),
            models.CheckConstraint(
                condition=Q(undoes__isnull=True) & ~Q(text="") | Q(undoes__isnull=False, text=""),
                name="matches_sheetact_act_or_undo",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.text}"


class SheetRole(models.TextChoices):
    """Who signs: of each side before (C-8, C-9), the officials after (C-20, C-21, C-22)."""

    COACH = "COACH", "entrenador"
    CAPTAIN = "CAPTAIN", "capitán"
    CENTRAL = "CENTRAL", "árbitro central"
    ASSISTANT = "ASSISTANT", "árbitro auxiliar"
    SCORER = "SCORER", "anotador"


class SheetSignature(models.Model):
    """A signature on a list before play, or of an official on the acta of the match.

    The captains sign the result as sides do (`Signature`). By code it was typed on the scorer's
    device by `entered_by`; at the table an official without an account signed under a name.
    """

    class Method(models.TextChoices):
        SESSION = "SESSION", "en su propia sesión"
        CODE = "CODE", "con la clave de su equipo, en la mesa"
        TABLE = "TABLE", "en la mesa"

    sheet = models.ForeignKey(Scoresheet, models.PROTECT, related_name="signatures")
    acta = models.ForeignKey(
        Acta, models.PROTECT, null=True, blank=True, related_name="official_signatures"
    )
    role = models.CharField(max_length=9, choices=SheetRole.choices)
    side = models.CharField(max_length=4, choices=words(Side), blank=True)
    digest = models.CharField(max_length=64)
    signer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    name = models.CharField("nombre", max_length=80, blank=True)
    registration = models.ForeignKey(
        Registration, models.PROTECT, null=True, blank=True, related_name="+"
    )
    staff = models.ForeignKey(TeamStaff, models.PROTECT, null=True, blank=True, related_name="+")
    method = models.CharField(max_length=8, choices=Method.choices)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    signed_at = models.DateTimeField()

    class Meta:
        verbose_name = "firma de la hoja"
        verbose_name_plural = "firmas de la hoja"
        ordering = ["signed_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["sheet", "side", "role", "digest"],
                condition=Q(acta__isnull=True),
                name="matches_sheetsignature_before",
            ),
            models.UniqueConstraint(
                fields=["acta", "role"],
                condition=Q(acta__isnull=False),
                name="matches_sheetsignature_after",
            ),
            models.CheckConstraint(
                condition=Q(acta__isnull=True, role__in=["COACH", "CAPTAIN"], side__in=list(Side))
                | Q(
                    acta__isnull=False,
                    role__in=["CENTRAL", "ASSISTANT", "SCORER"],
                    side="",
                ),
                name="matches_sheetsignature_role",
            ),
            models.CheckConstraint(
                # A comparison with NULL is not false, and a CHECK refuses only what is false.
                condition=Q(method="SESSION", signer__isnull=False, entered_by__isnull=True)
                | Q(method="CODE", signer__isnull=False, entered_by__isnull=False)
                & ~Q(entered_by=F("signer"))
                | Q(method="TABLE", signer__isnull=True, entered_by__isnull=False) & ~Q(name=""),
                name="matches_sheetsignature_method",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role} {self.side}"


class SheetCode(models.Model):
    """What became of the code with which a side closes its list at the table; the code itself
    stands nowhere (`matches.selectors.scoresheet_codes`)."""

    sheet = models.ForeignKey(Scoresheet, models.PROTECT, related_name="codes")
    side = models.CharField(max_length=4, choices=words(Side))
    wrong_tries = models.PositiveSmallIntegerField(default=0)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "clave de la hoja"
        verbose_name_plural = "claves de la hoja"
        constraints = [
            models.UniqueConstraint(fields=["sheet", "side"], name="matches_sheetcode_once"),
            models.CheckConstraint(
                condition=Q(wrong_tries__lte=MOST_TRIES), name="matches_sheetcode_tries"
            ),
            word_check("side", Side, "matches_sheetcode_side"),
        ]

    def __str__(self) -> str:
        return f"{self.sheet_id} {self.side}"
