"""`manage.py make_pdfs`: the PDFs of actas in force that have none, now and here."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from matches.services.acta_prints import prints_make_missing


class Command(BaseCommand):
    help = "Hace los PDF que falten de las actas en vigor."

    def handle(self, *args: Any, **options: Any) -> None:
        made = prints_make_missing(at=timezone.now())
        self.stdout.write(f"PDF hechos: {made}.")
