"""`manage.py demo`: a living demo season, for trying the product out."""

import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.utils import timezone

from league.models import Season
from matches.demo import cachibol, tournament
from matches.demo.season import DOMAIN, PASSWORD, accounts, demo_build


class Command(BaseCommand):
    help = "Load the demo seasons (through the services), or print their accounts."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--if-empty", action="store_true", help="only without any season")
        parser.add_argument("--accounts", action="store_true", help="only print the accounts")
        parser.add_argument("--reset", action="store_true", help="make the database anew first")

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError("The demo has known passwords: it is not for a production site.")
        if options["accounts"]:
            self._print_accounts()
            return
        if options["reset"]:
            self._recreate()
        elif Season.objects.exists():
            if options["if_empty"]:
                return
            raise CommandError("There is a season already. Use --reset to begin anew.")
        self.stdout.write("Se crean las temporadas de demostración…")
        began, now = time.monotonic(), timezone.now()
        demo_build(now=now)
        cachibol.cachibol_build(now=now)
        tournament.tournament_build(now=now)
        self.stdout.write(f"Hecho en {time.monotonic() - began:.0f} s.")
        if options["reset"]:
            self._print_accounts()

    def _recreate(self) -> None:
        """The record refuses to be deleted row by row, so the database itself goes."""
        if connection.vendor == "sqlite":
            path = Path(str(connection.settings_dict["NAME"]))
            connection.close()
            for suffix in ("", "-wal", "-shm"):
                path.with_name(path.name + suffix).unlink(missing_ok=True)
        else:
            with connection.cursor() as cursor:
                cursor.execute("DROP SCHEMA public CASCADE")
                cursor.execute("CREATE SCHEMA public")
        call_command("migrate", verbosity=0)
        call_command("createcachetable", verbosity=0)

    def _print_accounts(self) -> None:
        seasons = Season.objects.filter(roles__user__email=f"organizacion@{DOMAIN}").order_by("pk")
        if not seasons:
            return
        self.stdout.write("")
        self.stdout.write(f"Cuentas de demostración (contraseña: {PASSWORD})")
        first, *others = seasons
        listed = [account for season in others for account in cachibol.accounts(season)]
        for account in [*accounts(first), *listed]:
            self.stdout.write(f"  {account.email:<42} {account.what}")
        self.stdout.write("")
