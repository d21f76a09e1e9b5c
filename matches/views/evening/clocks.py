"""What was noted on a phone without coverage, in words: its hour, the official one, the arrival."""

from datetime import datetime, timedelta

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _

from matches.case_words import span_words
from matches.selectors.sendings import NotedAway, noted_away, pauses_noted_away
from matches.views.evening.visit import Visit


def end_noted_away(came: Visit) -> str:
    """How the hour of the end came about where it was noted without coverage (M-D.3)."""
    path = reverse("matches:evening-end", args=[came.pk])
    found = noted_away(encounter_id=came.pk, path=path)
    return "" if found is None else _("El final se anotó sin cobertura: %s.") % _words(found)


def breaks_noted_away(came: Visit) -> list[tuple[int, str]]:
    """Each break whose hours were noted without coverage, and what is known of them (M-D.4,
    M-T.4)."""
    lines = []
    for one in pauses_noted_away(came.pk):
        words = _("Mesa %(board)s: el descanso empezó sin cobertura: %(clock)s.")
        if one.is_end:
            words = _("Mesa %(board)s: el descanso terminó sin cobertura: %(clock)s.")
        lines.append((one.pause, words % {"board": one.board, "clock": _words(one.noted)}))
    return lines


def _words(found: NotedAway) -> str:
    seconds = found.fast_seconds
    span = span_words(timedelta(seconds=abs(seconds)))
    clock = _("que iba en hora")
    if seconds:
        clock = (_("con %(span)s de adelanto") if seconds > 0 else _("con %(span)s de retraso")) % {
            "span": span
        }
    return _(
        "a las %(phone)s en el teléfono, %(clock)s; a las %(official)s, hora oficial. Llegó a las "
        "%(received)s"
    ) % {
        "clock": clock,
        "phone": _hour(found.phone),
        "official": _hour(found.official),
        "received": _hour(found.received),
    }


def _hour(moment: datetime) -> str:
    return time_format(timezone.localtime(moment), "H:i:s")
