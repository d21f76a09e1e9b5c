"""The matches of a tournament day: where and when each is played, and who comes into it."""

from django.db import models
from django.db.models import F, Q

from league.models import Court, Division, Team, Tournament
from league.models.fields import word_check, words
from matches.models.encounters import Encounter
from matches.states.partida import Side


class Fixture(models.Model):
    """A match of a tournament day: its court and its time, from before its teams are known.

    `encounter` is there once they are. Without court and time it waits for them: its encounter was
    put off. Court and time stand here alone; the encounter's date follows them. `decided_for` says
    which side goes on where the result leaves both level.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="fixtures")
    division = models.ForeignKey(Division, models.PROTECT, related_name="fixtures")
    number = models.PositiveSmallIntegerField("partido")
    round = models.PositiveSmallIntegerField("ronda")
    position = models.PositiveSmallIntegerField("puesto en la ronda")
    court = models.ForeignKey(
        Court, models.PROTECT, null=True, blank=True, related_name="fixtures", verbose_name="pista"
    )
    starts_at = models.DateTimeField("hora", null=True, blank=True)
    until = models.DateTimeField("hasta", null=True, blank=True)
    encounter = models.OneToOneField(
        Encounter, models.PROTECT, null=True, blank=True, related_name="fixture"
    )
    decided_for = models.CharField(max_length=4, choices=words(Side), blank=True)
    decided_reason = models.CharField("cómo se decidió", max_length=200, blank=True)

    class Meta:
        verbose_name = "partido de torneo"
        verbose_name_plural = "partidos de torneo"
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="matches_fixture_number"),
            models.UniqueConstraint(
                fields=["division", "round", "position"], name="matches_fixture_position"
            ),
            models.UniqueConstraint(fields=["court", "starts_at"], name="matches_fixture_court"),
            models.CheckConstraint(
                condition=Q(court__isnull=True, starts_at__isnull=True, until__isnull=True)
                | Q(
                    court__isnull=False,
                    starts_at__isnull=False,
                    until__isnull=False,
                    until__gt=F("starts_at"),
                ),
                name="matches_fixture_placed",
            ),
            models.CheckConstraint(
                condition=Q(decided_for="", decided_reason="")
                | (Q(decided_for__in=["HOME", "AWAY"]) & ~Q(decided_reason="")),
                name="matches_fixture_decided",
            ),
        ]

    def __str__(self) -> str:
        return f"partido {self.number}"


class BracketSlot(models.Model):
    """A side of a match of the knock-out: where its team comes from, and the team once it is known.

    From a place of a group, from the winner or the loser of a match. `vacant`: nobody came from
    there, who meets this slot goes on alone. `provisional`: filled on the organiser's word before
    every result behind it was final.
    """

    fixture = models.ForeignKey(Fixture, models.CASCADE, related_name="slots")
    side = models.CharField(max_length=4, choices=words(Side))
    group = models.ForeignKey(
        Division, models.PROTECT, null=True, blank=True, related_name="bracket_slots"
    )
    place = models.PositiveSmallIntegerField("puesto", null=True, blank=True)
    winner_of = models.OneToOneField(
        Fixture, models.PROTECT, null=True, blank=True, related_name="winner_goes_to"
    )
    loser_of = models.OneToOneField(
        Fixture, models.PROTECT, null=True, blank=True, related_name="loser_goes_to"
    )
    team = models.ForeignKey(
        Team, models.PROTECT, null=True, blank=True, related_name="bracket_slots"
    )
    vacant = models.BooleanField(default=False)
    provisional = models.BooleanField(default=False)
    filled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "plaza del cuadro"
        verbose_name_plural = "plazas del cuadro"
        ordering = ["fixture__number", "-side"]
        constraints = [
            models.UniqueConstraint(fields=["fixture", "side"], name="matches_slot_side_once"),
            models.UniqueConstraint(fields=["group", "place"], name="matches_slot_place_once"),
            word_check("side", Side, "matches_slot_side"),
            models.CheckConstraint(
                condition=Q(
                    group__isnull=False,
                    place__isnull=False,  # a comparison with nothing refuses nothing
                    place__gte=1,
                    winner_of__isnull=True,
                    loser_of__isnull=True,
                )
                | Q(
                    group__isnull=True,
                    place__isnull=True,
                    winner_of__isnull=False,
                    loser_of__isnull=True,
                )
                | Q(
                    group__isnull=True,
                    place__isnull=True,
                    winner_of__isnull=True,
                    loser_of__isnull=False,
                ),
                name="matches_slot_one_source",
            ),
            models.CheckConstraint(
                condition=Q(team__isnull=False, vacant=False, filled_at__isnull=False)
                | Q(team__isnull=True, vacant=True, filled_at__isnull=False)
                | Q(team__isnull=True, vacant=False, provisional=False, filled_at__isnull=True),
                name="matches_slot_filled",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.fixture} {self.side}"
