"""`manage.py verify_ledger`: recompute the official record and report every break."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from league.models import LedgerChain
from matches.services.verification import record_verify


class Command(BaseCommand):
    help = "Recompute the chains, the digests of actas, signatures and publications, and draws."

    def handle(self, *args: Any, **options: Any) -> None:
        breaks = record_verify()
        for found in breaks:
            self.stderr.write(f"{found.kind}: {found.place}: {found.problem}")
        if breaks:
            raise CommandError(f"The record does not hold: {len(breaks)} breaks.")
        for chain in LedgerChain.objects.select_related("season__competition").order_by("pk"):
            self.stdout.write(f"{chain.season or 'general'}: {chain.length} acts, {chain.head}")
        self.stdout.write("The record is whole.")
