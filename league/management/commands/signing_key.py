"""`manage.py signing_key`: publish the key in use and list all; make, change and retire one."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from league import seals
from league.models import SigningKey
from league.refusals import Refused
from league.selectors.record import signing_keys
from league.sentences import sentence
from league.services.signing_keys import key_in_use, key_retire


class Command(BaseCommand):
    help = "The key that the server signs with: publish the one in use and list all."

    def add_arguments(self, parser: ArgumentParser) -> None:
        chosen = parser.add_mutually_exclusive_group()
        chosen.add_argument("--new", action="store_true", help="print a new one for SIGNING_KEY")
        chosen.add_argument(
            "--rotate", action="store_true", help="embedded: put a new one into the data folder"
        )
        chosen.add_argument("--retire", metavar="KEY", help="nothing is signed with it any more")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            if options["new"]:
                self.stdout.write(seals.private_key_new())
                return
            if options["rotate"]:
                self._rotate()
            elif options["retire"]:
                key_retire(key_id=options["retire"], at=timezone.now())
            else:
                key_in_use(at=timezone.now())
        except Refused as refusal:
            raise CommandError(sentence(refusal)) from None
        except SigningKey.DoesNotExist:
            raise CommandError(f"There is no key {options['retire']}.") from None
        for key in signing_keys():
            end = f"retired {key.retired_at:%Y-%m-%d %H:%M}" if key.retired_at else "in use"
            self.stdout.write(f"{key.key_id}  {key.public_key}  {end}")

    def _rotate(self) -> None:
        """The new private key takes the place of the old one, whose file keeps its name."""
        path = Path(settings.DATA_DIR) / "signing.key"
        if settings.PRODUCTION or os.environ.get("SIGNING_KEY") or not path.exists():
            raise CommandError("The key is in the environment: change SIGNING_KEY there.")
        old = key_in_use(at=timezone.now())
        draft = path.with_suffix(".new")
        draft.touch(mode=0o600, exist_ok=False)
        draft.write_text(seals.private_key_new())
        path.rename(path.with_name(f"signing.{old.key_id}.old"))
        draft.rename(path)
        self.stdout.write(
            f"Restart the server and the jobs, then: manage.py signing_key --retire {old.key_id}"
        )
