"""`manage.py verify_acta FILE`: what a PDF or JSON of an acta is worth, by the record here."""

from pathlib import Path
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.management.base import BaseCommand, CommandError, CommandParser

from matches import bundles, verdict_words
from matches.selectors.verdicts import GENUINE, Origin, of_file


class Command(BaseCommand):
    help = "Say whether an acta in PDF or JSON is genuine and in force. Ends with an error if not."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        foreign = [path for path in options["files"] if not self._told(path)]
        if foreign:
            raise CommandError(f"{len(foreign)} of {len(options['files'])} are not genuine.")

    def _told(self, path: Path) -> bool:
        try:
            data = path.read_bytes()
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}") from None
        verdict = of_file(data, AnonymousUser())
        title, text, _level = verdict_words.heading(verdict)
        self.stdout.write(f"{path}: {title} {text}".rstrip())
        standing = verdict_words.standing(verdict)
        if verdict.acta is not None and standing is not None:
            acta = verdict.acta
            self.stdout.write(f"  {acta.encounter}, versión {acta.number}: {standing[0]}")
            self.stdout.write(f"  código {bundles.code_shown(acta.code)}")
        if verdict.successor is not None:
            self.stdout.write(f"  la que vale ahora: versión {verdict.successor.number}")
        if verdict.ruling is not None:
            self.stdout.write(f"  resolución {verdict.ruling.number}")
        return verdict.origin in GENUINE - {Origin.CARRIED}
