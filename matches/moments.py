"""Moments as people read them, in the local hour (M-D.3)."""

from datetime import datetime

from django.utils import timezone
from django.utils.dateformat import format
from django.utils.translation import gettext as _


def short(moment: datetime | None) -> str:
    """A date and an hour in a list: "vie 4 dic, 22:00". "Sin fecha" for none."""
    if moment is None:
        return _("sin fecha")
    return format(timezone.localtime(moment), "D j M, H:i").lower()


def hour(moment: datetime | None) -> str:
    return "" if moment is None else format(timezone.localtime(moment), "H:i")


def whole(moment: datetime | None) -> str:
    """In a sentence: "viernes 4 de diciembre, 22:00"."""
    if moment is None:
        return _("sin fecha")
    return format(timezone.localtime(moment), "l j \\d\\e F, H:i").lower()


def dated(moment: datetime) -> str:
    """With its year, for what stays: "4 de diciembre de 2026, 22:00"."""
    return format(timezone.localtime(moment), "j \\d\\e F \\d\\e Y, H:i").lower()
