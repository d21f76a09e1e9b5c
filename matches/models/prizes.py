"""Prizes of a season and who collected them (M-D.17)."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.models import Division, Registration, Season, Team
from league.models.fields import word_check, words
from matches.states.prize import PrizeState

_NOT_SETTLED = Q(delegate__isnull=True, member__isnull=True, settled_at__isnull=True)
_ONE_PERSON = Q(delegate__isnull=False, member__isnull=True) | Q(
    delegate__isnull=True, member__isnull=False
)


class Prize(models.Model):
    """Of a place in the table of a group (`position`), or free: then the organiser names who wins.

    Collected by a `delegate` of the peña or by a `member` of it, by ficha; or renounced. Either has
    its moment, `settled_at`.
    """

    season = models.ForeignKey(Season, models.PROTECT, related_name="prizes")
    division = models.ForeignKey(
        Division, models.CASCADE, null=True, blank=True, related_name="prizes"
    )
    position = models.PositiveSmallIntegerField("puesto", null=True, blank=True)
    name = models.CharField("premio", max_length=120)
    state = models.CharField(max_length=9, choices=words(PrizeState), default=PrizeState.OPEN)
    winner = models.ForeignKey(Team, models.PROTECT, null=True, blank=True, related_name="prizes")
    delegate = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    member = models.ForeignKey(
        Registration, models.PROTECT, null=True, blank=True, related_name="prizes"
    )
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "premio"
        verbose_name_plural = "premios"
        ordering = ["division__position", "position", "id"]
        constraints = [
            word_check("state", PrizeState, "matches_prize_state"),
            models.CheckConstraint(condition=~Q(name=""), name="matches_prize_name"),
            models.UniqueConstraint(
                fields=["season", "division", "name"],
                condition=Q(division__isnull=False),
                name="matches_prize_once_a_group",
            ),
            models.UniqueConstraint(
                fields=["season", "name"],
                condition=Q(division__isnull=True),
                name="matches_prize_once",
            ),
            models.CheckConstraint(
                condition=Q(position__isnull=True)
                | Q(position__isnull=False, position__gte=1, division__isnull=False),
                name="matches_prize_place",
            ),
            models.CheckConstraint(
                condition=Q(state="OPEN", winner__isnull=True)
                | ~Q(state="OPEN") & Q(winner__isnull=False),
                name="matches_prize_winner",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["OPEN", "AWARDED"]) & _NOT_SETTLED
                | Q(state="COLLECTED", settled_at__isnull=False) & _ONE_PERSON
                | Q(
                    state="RENOUNCED",
                    settled_at__isnull=False,
                    delegate__isnull=True,
                    member__isnull=True,
                ),
                name="matches_prize_settled",
            ),
        ]

    def __str__(self) -> str:
        return self.name
