"""Whether a clause exists, and who carries it out.

The regulation is read from a file, which the import of `rules.mus` does not wait for: it is asked
for here when a record first cites a clause.
"""


def carried_out_by(clause: str) -> tuple[str, ...]:
    """Who carries a clause out, in the words of `rules.regulation.Who`; empty when the regulation
    has no such clause."""
    from rules.regulation import CLAUSES

    found = CLAUSES.get(clause)
    return () if found is None else tuple(who.value for who in found.who)
