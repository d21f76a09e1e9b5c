"""What the tournament refuses: a code and the facts, never a sentence."""


class TournamentRefused(ValueError):
    """The day cannot be made from what was given.

    `code` starts with "tournament."; `facts` are the values the sentence on screen needs.
    """

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts


REFUSALS = frozenset(
    {
        "tournament.size",  # teams, least, most
        "tournament.groups",  # groups, teams
        "tournament.repeated_team",  # team
        "tournament.qualify",  # qualify, smallest
        "tournament.one_qualifies",  #
        "tournament.courts",  # courts, most
        "tournament.minutes",  # minutes, least, most
        "tournament.rest",  # rest, most
        "tournament.referees",  # referees
    }
)
"""Every code that `TournamentRefused` carries: the map of sentences must cover them."""
