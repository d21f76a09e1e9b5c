"""`manage.py run_due_jobs`: send and run what is due, once or in a loop, without a broker."""

import logging
import signal
import threading
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError, close_old_connections
from django.utils import timezone

from league.services.background import run_due

logger = logging.getLogger(__name__)


class Command(BaseCommand):
    requires_system_checks = ()  # a page that is broken stops no mail
    help = "Envía los avisos y hace las tareas pendientes; con --loop, hasta que se detenga."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--loop", action="store_true", help="repetir hasta que se detenga")
        parser.add_argument("--interval", type=float, default=5.0, help="segundos entre vueltas")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["loop"]:
            drained = run_due(at=timezone.now())
            self.stdout.write(f"Avisos enviados: {drained.sent}. Tareas hechas: {drained.ran}.")
            return
        stop = threading.Event()
        # The job at hand is finished; the next one is left for whoever comes after.
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        while not stop.is_set():
            close_old_connections()
            try:
                run_due(at=timezone.now())
            except DatabaseError:
                logger.exception("the database did not answer; trying again in a moment")
            stop.wait(options["interval"])
