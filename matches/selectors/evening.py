"""Where an evening stands, and which evening is tonight's."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from league.models import Delegate, User
from league.states.season import SeasonState
from matches.deadlines import CLAIM_WINDOW, SIGHT_WITHIN
from matches.models import Acta, Encounter, SideRecord, Signature
from matches.moments import NIGHT_ENDS
from matches.selectors.claim_clocks import clocks_of
from matches.states.acta import ActaState
from matches.states.encounter import EncounterState, Origin
from matches.states.partida import Side, Tap
from rules.registry import DISCIPLINES, match_sheet

SOON = timedelta(hours=3)  # before and after its start an encounter is "tonight" at any hour

_BEGUN = [
    EncounterState.LINE_UP,
    EncounterState.DRAWN,
    EncounterState.PLAYING,
    EncounterState.ENDED,
]
# Until the end; what waits for a date has no evening yet.
TAKES_INCIDENTS = frozenset(
    {
        EncounterState.SCHEDULED,
        EncounterState.LINE_UP,
        EncounterState.DRAWN,
        EncounterState.PLAYING,
    }
)
_OPEN_ACTA = [ActaState.DRAFT, ActaState.SIGNED_ONE]


class Step(StrEnum):
    """The five steps of an evening, and what comes after."""

    PRESENCE = "PRESENCE"
    DRAW = "DRAW"
    BOARDS = "BOARDS"
    END = "END"
    SIGN = "SIGN"
    DONE = "DONE"


@dataclass(frozen=True)
class Stand:
    """An encounter and how far the evening has come; `signed` counts signatures on the open one."""

    encounter: Encounter
    home_closed: bool
    away_closed: bool
    open_digest: str
    signed: int
    shared: str = ""  # the side whose line-up was closed on the other's phone

    @property
    def has_open_acta(self) -> bool:
        """Whether a version waits for signatures."""
        return bool(self.open_digest)

    @property
    def both_closed(self) -> bool:
        return self.home_closed and self.away_closed

    def closed(self, side: Side | None) -> bool:
        return self.home_closed if side == Side.HOME else self.away_closed

    def tapped(self, side: Side | None) -> bool:
        """Whether the side has done its part of the draw."""
        draw = self.encounter.draw
        return (draw.home_tapped_at if side == Side.HOME else draw.away_tapped_at) is not None

    @property
    def may_disown(self) -> bool:
        """Whether that side may still open its line-up again: nobody has tapped the draw."""
        draw = self.encounter.draw
        return bool(self.shared) and not (draw.home_nonce or draw.away_nonce or draw.by_hand)

    @property
    def is_drawn(self) -> bool:
        return self.encounter.draw.drawn_at is not None

    @property
    def step(self) -> Step:
        state = self.encounter.state
        if state in {EncounterState.SCHEDULED, EncounterState.LINE_UP}:
            return Step.DRAW if self.both_closed else Step.PRESENCE
        if state == EncounterState.POSTPONED:
            return Step.PRESENCE
        if state in {EncounterState.DRAWN, EncounterState.PLAYING}:
            return Step.BOARDS
        if state == EncounterState.ENDED or self.has_open_acta:
            return Step.SIGN
        return Step.DONE

    @property
    def teams(self) -> dict[str, str]:
        """Names by side."""
        return {"HOME": self.encounter.home.name, "AWAY": self.encounter.away.name}

    @property
    def pulse(self) -> str:
        """A word that changes when the other side did something that a waiting page shows."""
        facts: Iterable[bool] = (
            self.home_closed,
            self.away_closed,
            self.tapped(Side.HOME),
            self.tapped(Side.AWAY),
            self.encounter.draw.by_hand,
        )
        bits = "".join(str(int(fact)) for fact in facts)
        return f"{self.encounter.state}{bits}{self.open_digest[:8]}{self.signed}"


@dataclass(frozen=True)
class Tonight:
    """What a delegate lands on: tonight's encounters, else the next; and what other evenings left.

    `unsigned` waits for something of the delegates, a correction too; of `recent` one may still
    claim (M-D.15).
    """

    tonight: tuple[Stand, ...]
    following: Stand | None
    unsigned: tuple[Stand, ...]
    recent: tuple[Stand, ...] = ()

    @property
    def first(self) -> Stand | None:
        if len(self.tonight) == 1:
            return self.tonight[0]
        if self.tonight:
            return None
        return self.following or (self.unsigned[0] if self.unsigned else None)


def stand_get(pk: int) -> Stand:
    """The encounter with all that its pages say of it, in one query. Raises DoesNotExist."""
    return _stand(_stands().get(pk=pk))


def tonight_of(user: User, *, now: datetime) -> Tonight:
    """The encounters of the user's teams around this moment, in six queries at most."""
    mine = of_delegate(user)
    if mine is None:
        return Tonight((), None, ())
    rows = _stands().filter(mine).exclude(division__season__state=SeasonState.CLOSED)
    opens, closes = _night(now)
    tonight = tuple(
        _stand(row)
        for row in rows.filter(starts_at__gte=opens, starts_at__lt=closes).order_by(
            "starts_at", "id"
        )
    )
    waiting = [EncounterState.SCHEDULED, EncounterState.LINE_UP]
    following = None
    if not tonight:
        following = (
            rows.filter(starts_at__gte=closes, state__in=waiting)
            .order_by("starts_at", "id")
            .first()
        )
    others = rows.exclude(pk__in=[one.encounter.pk for one in tonight])
    waits = Exists(Acta.objects.filter(encounter=OuterRef("pk"), state__in=_OPEN_ACTA))
    on_paper = Q(
        state=EncounterState.ENDED,
        origin=Origin.ORGANISER,
        division__season__discipline__in=[code for code in DISCIPLINES if match_sheet(code)],
    )
    left = Q(starts_at__lt=opens, state__in=_BEGUN) & ~on_paper | Q(waits)
    unsigned = tuple(_stand(row) for row in others.filter(left).order_by("-starts_at", "id")[:5])
    since = now.astimezone(UTC) - CLAIM_WINDOW
    from_sight = Q(division__season__claims_from_sight=True, ended_at__gt=since - SIGHT_WITHIN)
    ended = list(
        others.filter(
            Q(ended_at__gt=since) | from_sight,
            ~waits,
            state=EncounterState.SIGNED,
        ).order_by("-ended_at", "id")[:5]
    )
    clocks = clocks_of(ended)
    recent = tuple(_stand(row) for row in ended if clocks[row.pk].in_time(now))
    return Tonight(tonight, _stand(following) if following else None, unsigned, recent)


def encounters_to_note(user: User, *, now: datetime) -> list[Encounter]:
    """Tonight's encounters on whose acta the user may still write an incident (M-D.18): those of
    his teams, also for this one night, until they have ended."""
    return [
        one.encounter
        for one in tonight_of(user, now=now).tonight
        if one.encounter.state in TAKES_INCIDENTS
    ]


def is_tonight(encounter: Encounter, *, now: datetime) -> bool:
    """Whether the encounter belongs to the evening of this moment."""
    starts_at = encounter.starts_at
    if starts_at is None:
        return False
    opens, closes = _night(now)
    return opens <= starts_at < closes


def _night(now: datetime) -> tuple[datetime, datetime]:
    """When the evening of this moment opens and closes, national hour (M-D.3).

    What starts soon or began a short while ago belongs to it in any case: nobody is sent away from
    the table because the clock strikes seven.
    """
    local = timezone.localtime(now)
    opens = local.replace(hour=NIGHT_ENDS, minute=0, second=0, microsecond=0)
    if local < opens:
        opens -= timedelta(days=1)
    return min(opens, local - SOON), max(opens + timedelta(days=1), local + SOON)


def of_delegate(user: User) -> Q | None:
    """The encounters in which the user is delegate: of the team, or of it for that one night."""
    mine: Q | None = None
    rows = Delegate.objects.filter(user_id=user.pk).values_list("team_id", "valid_on")
    for team, valid_on in rows:
        own = Q(home_id=team) | Q(away_id=team)
        if valid_on is not None:
            own &= Q(starts_at__date=valid_on)
        mine = own if mine is None else mine | own
    return mine


def _stands() -> QuerySet[Encounter]:
    closed = SideRecord.objects.filter(encounter=OuterRef("pk"), locked_at__isnull=False)
    return Encounter.objects.select_related(
        "division__season__competition", "matchday", "home", "away", "venue", "draw"
    ).annotate(
        home_closed=Exists(closed.filter(side=Side.HOME)),
        away_closed=Exists(closed.filter(side=Side.AWAY)),
        shared=Subquery(closed.filter(closed_as=Tap.SHARED).values("side")[:1]),
        signed=Subquery(
            Signature.objects.filter(acta__encounter=OuterRef("pk"), acta__state__in=_OPEN_ACTA)
            .values("acta")
            .annotate(number=Count("pk"))
            .values("number")
        ),
        open_digest=Subquery(
            Acta.objects.filter(encounter=OuterRef("pk"), state__in=_OPEN_ACTA).values("digest")[:1]
        ),
    )


def _stand(row: Encounter) -> Stand:
    noted = vars(row)
    return Stand(
        row,
        noted["home_closed"],
        noted["away_closed"],
        noted["open_digest"] or "",
        noted["signed"] or 0,
        noted["shared"] or "",
    )
