"""The code with which a side signs on the other side's phone. Pure: which digits, and until when.

A code is computed, never kept: HMAC-SHA256 under a pepper that the database does not hold, over the
encounter, the side and the running number of the code. Who reads the tables reads no code.
"""

import hashlib
import hmac
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

DIGITS = 6
ENDS = 7  # o'clock the morning after (as `matches.moments.NIGHT_ENDS`): dead on the next day
MADRID = ZoneInfo("Europe/Madrid")  # M-D.3
AT_LEAST = timedelta(hours=6)  # nobody is sent away from the table because the clock strikes seven
_SCHEME = "signing-code/1"


def code_of(pepper: bytes, *, encounter: int, side: str, number: int) -> str:
    """Six digits. Even ones: the remainder of 256 bits by a million favours none by 10⁻⁷⁰."""
    text = f"{_SCHEME}|{encounter}|{side}|{number}".encode()
    mac = hmac.new(pepper, text, hashlib.sha256).digest()
    return str(int.from_bytes(mac) % 10**DIGITS).zfill(DIGITS)


def is_same(typed: str, code: str) -> bool:
    """Whether somebody typed the code, in a time that tells nothing of it. Spaces do not count."""
    return hmac.compare_digest("".join(typed.split()).encode(), code.encode())


def expires_at(*nights: datetime | None) -> datetime | None:
    """The morning after the last of these evenings; none while there is no evening at all."""
    return max((_ends(one) for one in nights if one is not None), default=None)


def _ends(night: datetime) -> datetime:
    morning = datetime.combine(_night_of(night) + timedelta(days=1), time(ENDS), tzinfo=MADRID)
    return max(morning.astimezone(UTC), night.astimezone(UTC) + AT_LEAST)


def _night_of(moment: datetime) -> date:
    return (moment.astimezone(MADRID) - timedelta(hours=ENDS)).date()


def shown(code: str) -> str:
    """In two groups, to be read aloud across a table."""
    return f"{code[:3]} {code[3:]}"
