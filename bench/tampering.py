"""Change bytes of the record at random and count what is found: `python bench/tampering.py`.

For each change one byte of one stored text (or, with `--all`, every row of each column once, and
every number, moment and person too) is changed in SQL with the triggers off, `verify_ledger` runs,
and the change is taken back. The database is one of its own, with an evening that has everything.
Ends with an error when a change was not found.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--changes", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("AMARRACO_DATA", folder)
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.conf.settings")
        import django

        django.setup()
        from django.db import connection, transaction
        from django.test.utils import setup_test_environment

        setup_test_environment()
        connection.creation.create_test_db(verbosity=0, autoclobber=True)
        try:
            with transaction.atomic():
                from tests import tampering

                affair = tampering.whole_record()
                tampering.triggers_off()
                people = [affair.member.pk, affair.evening.organiser.pk]
                lost = _run(options, tampering, people)
                transaction.set_rollback(True)
        finally:
            connection.creation.destroy_test_db(str(connection.settings_dict["NAME"]), verbosity=0)
    return 1 if lost else 0


def _run(options: argparse.Namespace, tampering, people: list[int]) -> int:
    chance = random.Random(options.seed)
    began = time.monotonic()
    found, refused, lost = 0, 0, []
    for change in _changes(options, tampering, people, chance):
        breaks = tampering.found_after(change)
        if breaks is None:
            refused += 1
        elif breaks:
            found += 1
        else:
            lost.append(change)
    seconds = time.monotonic() - began
    total = found + refused + len(lost)
    print(
        f"{total} changes (seed {options.seed}): {found} found, {refused} refused by the database,"
    )
    print(f"{len(lost)} not found; {1000 * seconds / max(total, 1):.0f} ms each")
    for change in lost:
        print(f"NOT FOUND: {change}")
    return len(lost)


def _changes(options, tampering, people, chance):
    if options.all:
        yield from tampering.byte_changes(chance)
        yield from tampering.other_changes(people)
        return
    made = 0
    while made < options.changes:
        for change in tampering.byte_changes(chance, rows=1):
            yield change
            made += 1
            if made == options.changes:
                return


if __name__ == "__main__":
    sys.exit(main())
