"""`manage.py verify_ledger`: recompute the official record and report every break."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.models import LedgerChain
from matches.services.verification import record_verify


class Command(BaseCommand):
    help = (
        "Recompute the chains; the digests and signatures of actas, published tables and rulings; "
        "draws; and the tables from the facts. The first line says where it breaks first."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--head",
            action="append",
            default=[],
            metavar="HASH",
            help="a head that was mailed, printed or published: still there? (may be repeated)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        breaks = record_verify(options["head"])
        for found in breaks:
            self.stderr.write(f"{found.kind}: {found.place}: {found.problem}")
        if breaks:
            raise CommandError(f"The record does not hold: {len(breaks)} breaks.")
        for chain in LedgerChain.objects.select_related("season__competition").order_by("pk"):
            self.stdout.write(f"{chain.season or 'general'}: {chain.length} acts, {chain.head}")
        self.stdout.write("The record is whole.")
