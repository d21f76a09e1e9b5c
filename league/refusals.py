"""A service that says no says it with a code and facts; the sentence is made in `league.sentences`.

Pure: no Django.
"""

from typing import Any


class Refused(Exception):
    """Something that cannot be done now, and why.

    `code` is dotted ("registration.slot_taken"), `facts` are plain values for the sentence,
    `clause` the ID in the regulation when one decides.
    """

    def __init__(self, code: str, *, clause: str = "", **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.clause = clause
        self.facts = facts
