"""`manage.py import_season`: the past results of a league that arrives in mid-season."""

from argparse import ArgumentTypeError
from datetime import time
from pathlib import Path
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from league import canonical
from league.models import User
from league.refusals import Refused
from league.season_scheme import KINDS, SUM_OF_SCORE, WIN_DRAW_LOSS
from league.sentences import sentence
from league.standings import CRITERIA
from matches.season_import_plan import BYES, read_plan
from matches.season_import_words import told
from matches.services.season_import import ImportDone, ImportErrors, ImportInto, season_import
from rules.mus import ASTURIAS


def scheme(text: str) -> dict[str, Any]:
    """`win_draw_loss:3,1,0` or `sum_of_score`."""
    kind, _colon, points = text.partition(":")
    if kind not in KINDS:
        raise ArgumentTypeError(f"one of: {', '.join(KINDS)}")
    if kind == SUM_OF_SCORE:
        return {"kind": SUM_OF_SCORE}
    try:
        win, draw, loss = (int(part) for part in (points or "3,1,0").split(","))
    except ValueError:
        raise ArgumentTypeError("three numbers, as in win_draw_loss:3,1,0") from None
    return {"kind": WIN_DRAW_LOSS, "win": win, "draw": draw, "loss": loss}


def criteria(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in CRITERIA:
            raise ArgumentTypeError(f"{name!r} is none of: {', '.join(CRITERIA)}")
    return names


def hour(text: str) -> time:
    try:
        return time.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError("an hour, as in 22:00") from None


class Command(BaseCommand):
    help = "Import the past results of a season from CSV (format: matches/season_import_plan.py)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("results", type=Path, help="CSV with an encounter a line")
        parser.add_argument("--competition", required=True, help="name of the league")
        parser.add_argument("--season", required=True, help="name of the edition: 2025/26")
        parser.add_argument("--table", type=Path, help="CSV with withdrawn teams and adjustments")
        parser.add_argument("--as", dest="email", required=True, help="e-mail of who imports")
        parser.add_argument("--scheme", type=scheme, default={}, help="win_draw_loss:3,1,0")
        parser.add_argument("--criteria", type=criteria, help="what decides a tie, in order")
        parser.add_argument("--withdrawal", choices=["annul", "keep_first_leg"])
        parser.add_argument("--partida", help="format of a partida from now on: first_to=5")
        parser.add_argument("--bye", default=",".join(BYES), help="names that mean: rests")
        parser.add_argument("--hour", type=hour, default=time(22), help="where the file has none")
        parser.add_argument("--publish", action="store_true", help="show the season to everybody")
        parser.add_argument("--start", action="store_true", help="start the season (and show it)")
        parser.add_argument("--dry-run", action="store_true", help="say what would be written")

    def handle(self, *args: Any, **options: Any) -> None:
        results = _text(options["results"])
        table = _text(options["table"]) if options["table"] else ""
        plan, errors = read_plan(
            results, table, byes=[name.strip() for name in options["bye"].split(",")]
        )
        try:
            if errors:
                raise ImportErrors(errors)
            done = season_import(
                actor=_actor(options["email"]),
                plan=plan,
                into=_into(options),
                digest=canonical.digest(results + table),
                at=timezone.now(),
                dry_run=options["dry_run"],
            )
        except ImportErrors as found:
            for error in found.errors:
                self.stderr.write(told(error))
            raise CommandError("No se ha importado nada.") from None
        except Refused as refusal:
            raise CommandError(f"{sentence(refusal)} No se ha importado nada.") from None
        except PermissionDenied:
            raise CommandError(f"{options['email']} no organiza esta temporada.") from None
        self._report(done, byes=plan.byes, dry_run=options["dry_run"])

    def _report(self, done: ImportDone, *, byes: int, dry_run: bool) -> None:
        if dry_run:
            self.stdout.write("Prueba: no se ha escrito nada. Se escribiría:")
        if not done.changes:
            self.stdout.write("Nada que cambiar: todo estaba ya.")
            return
        for label, number in (
            ("grupos", done.divisions),
            ("peñas", done.teams),
            ("encuentros", done.encounters),
            ("resultados", done.results),
            ("resultados corregidos", done.corrected),
            ("ajustes de puntos", done.adjusted),
            ("retiradas", done.withdrawn),
            ("descansos, sin encuentro", byes),
        ):
            if number:
                self.stdout.write(f"  {number:>5} {label}")


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{path}: {error}") from None


def _actor(email: str) -> User:
    try:
        return User.objects.get(email=email.strip().lower(), is_active=True)
    except User.DoesNotExist:
        raise CommandError(f"No hay ninguna cuenta con el correo {email}.") from None


def _into(options: dict[str, Any]) -> ImportInto:
    settings: dict[str, Any] = {}
    chosen = dict(options["scheme"])
    if options["criteria"]:
        chosen["criteria"] = options["criteria"]
    if chosen:
        settings["scheme"] = chosen
    if options["withdrawal"]:
        settings["withdrawal_policy"] = options["withdrawal"]
    if options["partida"]:
        settings["options"] = ASTURIAS.to_mapping() | {"partida_format": options["partida"]}
    return ImportInto(
        competition=options["competition"],
        season=options["season"],
        settings=settings,
        hour=options["hour"],
        publish=options["publish"],
        start=options["start"],
    )
