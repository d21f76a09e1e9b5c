"""An encounter and the working copy of its acta: presence, seats, draw, partidas, incidents."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from league.models import Division, Matchday, Registration, Team, Venue
from league.models.fields import word_check, words
from matches.states.encounter import EncounterState, EndedKind, Origin
from matches.states.partida import EndedAs, Side, Tap

_WITH_RESULT = Q(home_score__isnull=False, away_score__isnull=False, ended_at__isnull=False) & ~Q(
    kind=""
)
_WITHOUT_RESULT = Q(home_score__isnull=True, away_score__isnull=True, kind="")
_NO_RESULT_STATES = ["SCHEDULED", "POSTPONED", "LINE_UP", "DRAWN", "PLAYING"]
_TAPS = [str(tap) for tap in Tap]
_RESULT_STATES = ["ENDED", "SIGNED", "NOT_PLAYED", "RULED"]


class Encounter(models.Model):
    """Peña against peña. The result is that of the acta in force, or what was reported until one
    is (`origin` says which); `kind` says how it ended, never the score."""

    division = models.ForeignKey(Division, models.PROTECT, related_name="encounters")
    matchday = models.ForeignKey(Matchday, models.PROTECT, related_name="encounters")
    leg = models.PositiveSmallIntegerField("vuelta")
    home = models.ForeignKey(
        Team, models.PROTECT, related_name="home_encounters", verbose_name="local"
    )
    away = models.ForeignKey(
        Team, models.PROTECT, related_name="away_encounters", verbose_name="visitante"
    )
    venue = models.ForeignKey(
        Venue, models.PROTECT, null=True, blank=True, related_name="encounters"
    )
    starts_at = models.DateTimeField("fecha y hora", null=True, blank=True)
    state = models.CharField(
        "estado",
        max_length=12,
        choices=words(EncounterState),
        default=EncounterState.SCHEDULED,
    )
    kind = models.CharField("final", max_length=16, choices=words(EndedKind), blank=True)
    origin = models.CharField("origen", max_length=10, choices=words(Origin), default=Origin.ACTA)
    home_score = models.PositiveSmallIntegerField(null=True, blank=True)
    away_score = models.PositiveSmallIntegerField(null=True, blank=True)
    home_games = models.PositiveSmallIntegerField(null=True, blank=True)
    away_games = models.PositiveSmallIntegerField(null=True, blank=True)
    started_at = models.DateTimeField("comienzo", null=True, blank=True)
    ended_at = models.DateTimeField("final", null=True, blank=True)
    reported_at = models.DateTimeField("comunicado", null=True, blank=True)
    over_time_decided = models.BooleanField(
        "final decidido por el juez-árbitro", default=False
    )  # M-T.2
    note = models.CharField("nota pública", max_length=200, blank=True)

    class Meta:
        verbose_name = "encuentro"
        verbose_name_plural = "encuentros"
        ordering = ["matchday__number", "starts_at", "id"]
        indexes = [
            models.Index(fields=["division", "state"], name="matches_encounter_table"),
            models.Index(fields=["starts_at"], name="matches_encounter_starts"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=~Q(home=F("away")), name="matches_encounter_two_teams"
            ),
            models.UniqueConstraint(
                fields=["division", "leg", "home", "away"], name="matches_encounter_once_a_leg"
            ),
            models.UniqueConstraint(
                fields=["matchday", "home"], name="matches_encounter_home_once_a_day"
            ),
            models.UniqueConstraint(
                fields=["matchday", "away"], name="matches_encounter_away_once_a_day"
            ),
            word_check("state", EncounterState, "matches_encounter_state"),
            word_check("origin", Origin, "matches_encounter_origin"),
            models.CheckConstraint(
                condition=Q(kind="") | Q(kind__in=[str(kind) for kind in EndedKind]),
                name="matches_encounter_kind",
            ),
            models.CheckConstraint(
                condition=(Q(state__in=_NO_RESULT_STATES) & _WITHOUT_RESULT)
                | (Q(state__in=_RESULT_STATES) & _WITH_RESULT),
                name="matches_encounter_result_with_state",
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True)
                | Q(started_at__isnull=True)
                | Q(ended_at__gte=F("started_at")),
                name="matches_encounter_end_after_start",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.home} — {self.away}"

    def team(self, side: str) -> Team:
        return self.home if side == Side.HOME else self.away


class SideRecord(models.Model):
    """What one side states on the acta: its presence is closed, on its own phone or on the other
    side's (`closed_as`), the decks were opened before it and sealed with it (M-D.6). `decks_new`:
    new decks, there was no envelope to open."""

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="side_records")
    side = models.CharField(max_length=4, choices=words(Side))
    locked_at = models.DateTimeField(null=True, blank=True)
    locked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    closed_as = models.CharField(max_length=6, choices=words(Tap), blank=True)
    decks_opened = models.BooleanField(default=False)
    decks_sealed = models.BooleanField(default=False)
    decks_new = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["encounter", "side"], name="matches_side_record_once"),
            models.CheckConstraint(
                condition=models.Q(decks_opened=False) | models.Q(decks_new=False),
                name="matches_side_record_decks",
            ),
            models.CheckConstraint(
                condition=Q(closed_as="")
                | Q(closed_as__in=["OWN", "SHARED"], locked_at__isnull=False),
                name="matches_side_record_closed_as",
            ),
            word_check("side", Side, "matches_side_record_side"),
        ]

    def __str__(self) -> str:
        return f"{self.encounter_id} {self.side}"


class Presence(models.Model):
    """A ficha that is in the bar tonight; `plays` marks those whose pairs are drawn.

    `pair` numbers the pairs of a side where its delegate forms them and only the boards are drawn.
    """

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="presences")
    side = models.CharField(max_length=4, choices=words(Side))
    registration = models.ForeignKey(Registration, models.PROTECT, related_name="presences")
    plays = models.BooleanField(default=True)
    pair = models.PositiveSmallIntegerField("pareja", null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(pair__isnull=True) | Q(pair__gte=1, plays=True),
                name="matches_presence_pair",
            ),
            models.UniqueConstraint(
                fields=["encounter", "registration"], name="matches_presence_once"
            ),
            word_check("side", Side, "matches_presence_side"),
        ]

    def __str__(self) -> str:
        return f"{self.encounter_id} {self.registration_id}"


class Draw(models.Model):
    """The draw of pairs and boards (M-D.5).

    `seed` is made and sealed with the encounter; only `commitment`, its SHA-256, is shown until
    both sides have tapped. `result` is the JSON of seats that `matches.draw` computed, or that both
    sides confirmed when the draw was made by hand. `home_tapped_as` and `away_tapped_as` say where
    a side's number came from: at least one of them is the side's own.
    """

    encounter = models.OneToOneField(Encounter, models.CASCADE, related_name="draw")
    algorithm = models.PositiveSmallIntegerField(default=1)
    seed = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
    home_nonce = models.CharField(max_length=64, blank=True)
    away_nonce = models.CharField(max_length=64, blank=True)
    home_tapped_at = models.DateTimeField(null=True, blank=True)
    away_tapped_at = models.DateTimeField(null=True, blank=True)
    home_tapped_as = models.CharField(max_length=6, choices=words(Tap), blank=True)
    away_tapped_as = models.CharField(max_length=6, choices=words(Tap), blank=True)
    by_hand = models.BooleanField(default=False)
    inputs = models.TextField(blank=True)
    result = models.TextField(blank=True)
    drawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "sorteo"
        verbose_name_plural = "sorteos"
        constraints = [
            models.CheckConstraint(
                condition=Q(drawn_at__isnull=True) | ~Q(result=""),
                name="matches_draw_result",
            ),
            models.CheckConstraint(
                condition=Q(home_tapped_as__in=["", *_TAPS], away_tapped_as__in=["", *_TAPS]),
                name="matches_draw_taps",
            ),
            models.CheckConstraint(
                condition=Q(home_tapped_as__in=["", "OWN"]) | Q(away_tapped_as__in=["", "OWN"]),
                name="matches_draw_one_own_tap",
            ),
        ]

    def __str__(self) -> str:
        return f"sorteo {self.encounter_id}"


class Seat(models.Model):
    """A chair: board, side and position (1 or 2 of the pair). One chair, one player, once an
    evening. Who was drawn leaves it only by an incident that says why (M-D.5)."""

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="seats")
    board = models.PositiveSmallIntegerField("mesa")
    side = models.CharField(max_length=4, choices=words(Side))
    position = models.PositiveSmallIntegerField()
    registration = models.ForeignKey(Registration, models.PROTECT, related_name="seats")
    incident = models.ForeignKey(
        "Incident", models.PROTECT, null=True, blank=True, related_name="seats"
    )

    class Meta:
        ordering = ["board", "side", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["encounter", "board", "side", "position"], name="matches_seat_chair"
            ),
            models.UniqueConstraint(
                fields=["encounter", "registration"], name="matches_seat_player"
            ),
            models.CheckConstraint(condition=Q(position__in=[1, 2]), name="matches_seat_position"),
            models.CheckConstraint(condition=Q(board__gte=1), name="matches_seat_board"),
            word_check("side", Side, "matches_seat_side"),
        ]

    def __str__(self) -> str:
        return f"mesa {self.board} {self.side} {self.position}"


class Partida(models.Model):
    """Pair against pair on one board: games won by each, and how it ended.

    `awarded_to` names who gets the point where the games cannot tell (referee, award, abandonment).
    `revision` rises with each write, so that two screens do not overwrite each other.
    """

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="partidas")
    board = models.PositiveSmallIntegerField("mesa")
    home_games = models.PositiveSmallIntegerField(default=0)
    away_games = models.PositiveSmallIntegerField(default=0)
    ended_as = models.CharField(max_length=12, choices=words(EndedAs), blank=True)
    awarded_to = models.CharField(max_length=4, choices=words(Side), blank=True)
    revision = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = "partida"
        verbose_name_plural = "partidas"
        ordering = ["board"]
        constraints = [
            models.UniqueConstraint(fields=["encounter", "board"], name="matches_partida_board"),
            models.CheckConstraint(
                condition=Q(board__gte=1), name="matches_partida_board_positive"
            ),
            models.CheckConstraint(
                condition=Q(home_games__lte=99, away_games__lte=99), name="matches_partida_games"
            ),
            models.CheckConstraint(
                condition=Q(ended_as="") | Q(ended_as__in=[str(word) for word in EndedAs]),
                name="matches_partida_ended_as",
            ),
            models.CheckConstraint(
                condition=Q(awarded_to__in=["", "HOME", "AWAY"]), name="matches_partida_awarded"
            ),
            models.CheckConstraint(
                condition=~Q(ended_as="AWARDED") | ~Q(awarded_to=""),
                name="matches_partida_award_names_a_side",
            ),
        ]

    def __str__(self) -> str:
        return f"mesa {self.board}: {self.home_games}–{self.away_games}"


class GameStones(models.Model):
    """The stones that the loser of a game had, where the season notes them and somebody did.

    A game is the n-th that its winner won on the board; the winner reached the season's target.
    Without `lost` it was noted and taken out again. A row outlives a game that is untapped: tapped
    again, its stones are still there. `revision` rises with each write.
    """

    partida = models.ForeignKey(Partida, models.CASCADE, related_name="stones")
    winner = models.CharField(max_length=4, choices=words(Side))
    game = models.PositiveSmallIntegerField("juego")
    lost = models.PositiveSmallIntegerField("tantos de quien lo pierde", null=True, blank=True)
    revision = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = "tantos de un juego"
        verbose_name_plural = "tantos de los juegos"
        ordering = ["partida", "-winner", "game"]
        constraints = [
            models.UniqueConstraint(
                fields=["partida", "winner", "game"], name="matches_gamestones_once"
            ),
            models.CheckConstraint(
                condition=Q(game__gte=1, game__lte=20), name="matches_gamestones_game"
            ),
            # No season plays to more than 60 (M-VI.1): who lost has fewer.
            models.CheckConstraint(
                condition=Q(lost__isnull=True) | Q(lost__lte=59), name="matches_gamestones_lost"
            ),
            word_check("winner", Side, "matches_gamestones_winner"),
        ]

    def __str__(self) -> str:
        return f"{self.partida_id} {self.winner} {self.game}: {self.lost}"


class Break(models.Model):
    """A pause at a board: at the third lost game (M-D.4) or of a pair (M-T.4)."""

    class Kind(models.TextChoices):
        THIRD_LOST = "THIRD_LOST", "tercer juego perdido"
        RELAX = "RELAX", "descanso de una pareja"
        REFEREE = "REFEREE", "autorizado por el juez-árbitro"

    partida = models.ForeignKey(Partida, models.CASCADE, related_name="breaks")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    side = models.CharField(max_length=4, choices=words(Side))
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "descanso"
        verbose_name_plural = "descansos"
        ordering = ["started_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True) | Q(ended_at__gte=F("started_at")),
                name="matches_break_order",
            ),
            models.UniqueConstraint(
                fields=["partida"],
                condition=Q(ended_at__isnull=True),
                name="matches_break_one_open",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["THIRD_LOST", "RELAX", "REFEREE"]), name="matches_break_kind"
            ),
            word_check("side", Side, "matches_break_side"),
        ]

    def __str__(self) -> str:
        return f"descanso {self.partida_id}"


class Incident(models.Model):
    """Something that happened, in writing on the acta (M-D.18), with the clause it touches.

    Its text never changes; a mistaken one is withdrawn and stays readable.
    """

    encounter = models.ForeignKey(Encounter, models.PROTECT, related_name="incidents")
    kind = models.CharField("tipo", max_length=40)
    clause = models.CharField("artículo", max_length=12, blank=True)
    board = models.PositiveSmallIntegerField("mesa", null=True, blank=True)
    side = models.CharField(max_length=4, choices=words(Side), blank=True)
    registration = models.ForeignKey(
        Registration, models.PROTECT, null=True, blank=True, related_name="incidents"
    )
    text = models.TextField("qué pasó", blank=True, max_length=4000)
    friendly_settlement = models.BooleanField("resuelto en buena armonía", default=False)  # M-E.1
    at = models.DateTimeField()
    reported_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "incidencia"
        verbose_name_plural = "incidencias"
        ordering = ["at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(side__in=["", "HOME", "AWAY"]), name="matches_incident_side"
            ),
        ]

    def __str__(self) -> str:
        return self.kind
