"""`manage.py verify_draw ID`: run the draw of an encounter again and show it (M-D.5)."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from matches import draw as algorithm
from matches.models import Draw
from matches.services.verification import draw_problem


class Command(BaseCommand):
    help = "Run the draw of an encounter again. Fails when it does not come out."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("encounter", type=int, help="id of the encounter, as in its address")

    def handle(self, *args: Any, **options: Any) -> None:
        drawn = Draw.objects.filter(encounter=options["encounter"]).first()
        if drawn is None:
            raise CommandError(f"No hay sorteo del encuentro {options['encounter']}.")
        self.stdout.write(f"Huella sellada: {drawn.commitment}")
        if drawn.drawn_at is None:
            self.stdout.write("Todavía no se ha sorteado.")
            return
        if not drawn.by_hand:
            self._steps(drawn)
        problem = draw_problem(drawn)
        if problem:
            raise CommandError(f"El sorteo NO sale: {problem}.")
        self.stdout.write(
            "Sorteo a mano: no hay nada que repetir; la semilla es la que se selló."
            if drawn.by_hand
            else "El sorteo sale igual, y la semilla es la que se selló."
        )

    def _steps(self, drawn: Draw) -> None:
        inputs = json.loads(drawn.inputs)
        self.stdout.write(f"Semilla abierta: {drawn.seed}")
        for side, nonce, tap in (
            ("local", drawn.home_nonce, drawn.home_tapped_as),
            ("visita", drawn.away_nonce, drawn.away_tapped_as),
        ):
            self.stdout.write(f"Número de {side}: {nonce} ({tap or 'OWN'})")
        self.stdout.write(f"Entradas: {drawn.inputs}")
        mode = algorithm.mode_of(inputs)
        text = algorithm.key_text(
            inputs["encounter"], drawn.seed, drawn.home_nonce, drawn.away_nonce, mode=mode
        )
        self.stdout.write(f"Llave: SHA-256 de {text}")
        for chair in sorted(
            json.loads(drawn.result), key=lambda one: (one["board"], one["side"], one["position"])
        ):
            where = f"mesa {chair['board']} {chair['side']} {chair['position']}"
            self.stdout.write(f"  {where}: ficha {chair['slot']}")
