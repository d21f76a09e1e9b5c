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


def noted_away(*, encounter_id: int, path: str) -> NotedAway | None:
    """The newest sending to this page that waited for coverage; None where it came at once."""
    row = Sending.objects.filter(encounter_id=encounter_id, path=path).order_by("-id").first()
    if row is None or row.noted_at is None or row.phone_at is None:
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
