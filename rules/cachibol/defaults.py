"""When a team that is short loses the set, and when the match (C-19.1, C-19.2)."""

from datetime import datetime, timedelta

from rules.cachibol.options import CACHIBOL, Options


def default_due(scheduled: datetime, now: datetime, options: Options = CACHIBOL) -> int:
    """The default a team earns that is still short at `now`: 0 while its grace lasts, 1 from its
    end, 2 from the end of the minutes after it. Both moments are aware."""
    first = scheduled + timedelta(minutes=options.tolerance_minutes)
    second = first + timedelta(minutes=options.second_default_minutes)
    return (now >= first) + (now >= second)
