"""Moments as people read them, in the local hour (M-D.3)."""

from datetime import date, datetime, time, timedelta

from django.utils import timezone
from django.utils.dateformat import format
from django.utils.translation import gettext as _

NIGHT_ENDS = 7  # o'clock: until then it is still last night, at the bar and on the front page


def night_of(moment: datetime) -> date:
    """The date of the evening that a moment belongs to: it goes on after midnight (M-D.3)."""
    return (timezone.localtime(moment) - timedelta(hours=NIGHT_ENDS)).date()


def day_after(day: date) -> datetime:
    """The first moment that no longer belongs to the evening of a date."""
    return timezone.make_aware(datetime.combine(day + timedelta(days=1), time(NIGHT_ENDS)))


def short(moment: datetime | None) -> str:
    """A date and an hour in a list: "vie 4 dic, 22:00". "Sin fecha" for none."""
    if moment is None:
        return _("sin fecha")
    return _abbreviated(moment, "D j M, H:i")


def night(moment: datetime | None) -> str:
    """The day of an evening in a list: "vie 4 dic"."""
    return _abbreviated(moment, "D j M")


def month_day(moment: datetime | None) -> str:
    """Where there is little room: "4 dic"."""
    return _abbreviated(moment, "j M")


def stamp(moment: datetime | None) -> str:
    """When something was done, in a list: "4 dic, 22:00"."""
    return _abbreviated(moment, "j M, H:i")


def _abbreviated(moment: datetime | None, form: str) -> str:
    """Django's names of months come with a capital or without, by month and by language; here they
    are all written small, as Spanish and Asturian do."""
    return "" if moment is None else format(timezone.localtime(moment), form).lower()


def hour(moment: datetime | None) -> str:
    return "" if moment is None else format(timezone.localtime(moment), "H:i")


def whole(moment: datetime | None) -> str:
    """In a sentence: "viernes 4 de diciembre, 22:00"."""
    if moment is None:
        return _("sin fecha")
    return format(timezone.localtime(moment), "l j \\d\\e F, H:i").lower()


def last_day(moment: datetime) -> date:
    """The date of the last evening before a moment that `day_after` gave."""
    return night_of(moment) - timedelta(days=1)


def day(day: date) -> str:
    """A date in a sentence, with its year: "4 de diciembre de 2026"."""
    return format(day, "j \\d\\e F \\d\\e Y").lower()


def dated(moment: datetime) -> str:
    """With its year, for what stays: "4 de diciembre de 2026, 22:00"."""
    return format(timezone.localtime(moment), "j \\d\\e F \\d\\e Y, H:i").lower()
