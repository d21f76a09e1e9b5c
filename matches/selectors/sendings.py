"""What is known of the phones: which moment an act was noted, and who wrote a board last."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from matches.models import Sending

LATE = timedelta(minutes=1)  # less is the way through the air, not a lack of coverage


@dataclass(frozen=True)
class NotedAway:
    """Something noted without coverage: by the phone's clock, by the server's, and its arrival.

    `fast` is by how much the phone's clock is ahead of the server's; below zero it is behind.
    """

    phone: datetime
    official: datetime
    received: datetime
    fast: timedelta

    @property
    def fast_seconds(self) -> int:
        """How many seconds ahead; a phone less than two away goes right."""
        seconds = round(self.fast.total_seconds())
        return seconds if abs(seconds) > 1 else 0


@dataclass(frozen=True)
class PauseAway:
    """A break whose beginning or end was noted without coverage."""

    pause: int
    board: int
    is_end: bool
    noted: NotedAway


def noted_away(*, encounter_id: int, path: str) -> NotedAway | None:
    """The newest sending to this page that waited for coverage; None where it came at once."""
    row = Sending.objects.filter(encounter_id=encounter_id, path=path).order_by("-id").first()
    return None if row is None else _away(row)


def pauses_noted_away(encounter_id: int) -> list[PauseAway]:
    """The breaks that waited for coverage on a phone, in the order in which they arrived."""
    rows = Sending.objects.filter(
        encounter_id=encounter_id, answer__has_key="pause", noted_at__isnull=False
    )
    return [
        PauseAway(row.answer["pause"], _board_of(row.path), row.path.endswith("/fin/"), noted)
        for row in rows.order_by("id")
        if (noted := _away(row)) is not None
    ]


def _board_of(path: str) -> int:
    """The board in an address: /acta/7/mesas/3/descanso/."""
    return int(path.partition("/mesas/")[2].partition("/")[0])


def _away(row: Sending) -> NotedAway | None:
    if row.noted_at is None or row.phone_at is None:
        return None
    if row.phone_at - row.noted_at < LATE:
        return None
    fast = row.phone_at - row.received_at
    return NotedAway(row.noted_at, row.noted_at - fast, row.received_at, fast)


def wrote_last(*, actor_id: int, encounter_id: int, board: int, revision: int) -> bool:
    """Whether what stands on a board now came from a phone of this person."""
    rows = Sending.objects.filter(
        encounter_id=encounter_id, path__endswith=f"/mesas/{board}/", answer__revision=revision
    )
    # Who says the same again later is told this revision too, and wrote nothing.
    row = rows.order_by("id").first()
    return row is not None and row.actor_id == actor_id
