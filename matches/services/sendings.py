"""What a phone sends counts once, however often it is sent.

A phone in a cellar cannot know whether what it sent arrived: it sends again until it is answered.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from league.models import User
from league.refusals import Refused
from matches.models import Sending

KEPT = timedelta(days=14)  # a phone that still sends after that has something else to worry about


@dataclass(frozen=True)
class Answer:
    """What came of it: a status of HTTP and what the phone has to know."""

    status: int
    data: dict[str, Any] = field(default_factory=dict)

    @property
    def is_accepted(self) -> bool:
        return self.status < 400


@dataclass(frozen=True)
class Clock:
    """When the phone says it was done, and what its clock said as it sent it."""

    noted_at: datetime
    phone_at: datetime


def sending_once(
    *,
    actor: User,
    encounter_id: int,
    key: UUID,
    path: str,
    digest: str,
    clock: Clock | None,
    at: datetime,
    act: Callable[[], Answer],
) -> Answer:
    """Do it, or answer again what was answered when it was done under this key.

    What is refused leaves no trace: mended, it may come again. Of two that arrive together the
    second waits for the first. Refused `sending.another_under_this_key`.
    """
    with transaction.atomic():
        try:
            with transaction.atomic():
                row = Sending.objects.create(
                    actor=actor,
                    encounter_id=encounter_id,
                    key=key,
                    path=path,
                    digest=digest,
                    received_at=at,
                    noted_at=clock.noted_at if clock else None,
                    phone_at=clock.phone_at if clock else None,
                )
        except IntegrityError:
            done = Sending.objects.get(actor=actor, key=key)
            if done.digest != digest or done.path != path:
                raise Refused("sending.another_under_this_key") from None
            return Answer(200, {**done.answer, "again": True})
        answer = act()
        if answer.is_accepted:
            # The page itself is not kept: who sends again is told where to look.
            row.answer = {name: value for name, value in answer.data.items() if name != "html"}
            row.save(update_fields=["answer"])
            Sending.objects.filter(actor=actor, received_at__lt=at - KEPT).delete()
        else:
            row.delete()
        return answer
