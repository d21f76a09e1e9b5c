"""What the calendar refuses: a code and the facts, never a sentence."""


class CalendarRefused(ValueError):
    """The calendar cannot be made from what was given.

    `code` starts with "calendar."; `facts` are the values the sentence on screen needs.
    """

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts


REFUSALS = frozenset(
    {
        "calendar.size",  # teams, least, most
        "calendar.repeated_team",  # team
        "calendar.opposed_twice",  # team
        "calendar.opposed_unknown",  # team
        "calendar.interval_too_short",  # days
        "calendar.pause_negative",  # weeks
        "calendar.weekday",  # weekday
        "calendar.hour_with_zone",  # hour
        "calendar.capacity",  # venue, capacity
        "calendar.venue_differs",  # venue
    }
)
"""Every code that `CalendarRefused` carries: the map of sentences must cover them."""
