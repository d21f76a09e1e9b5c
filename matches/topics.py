"""Topics of notices that a person may want in the inbox only.

Not among them, and always by mail: proposals of dates and changes of date and bar, claims, cases,
statements and their terms, rulings, signatures asked for, posts given and taken.
"""

from django.utils.translation import gettext_lazy as _

from league.topics import register


def register_topics() -> None:
    register(
        "reminders",
        _("Recordatorios"),
        _("Un resultado o una firma que faltan, o un plazo de reclamación que se acaba."),
        ("result.missing", "acta.unsigned", "claim.closing"),
    )
    register(
        "settled",
        _("Lo que queda cerrado"),
        _("Un plazo que acabó, un resultado definitivo, una suspensión cumplida."),
        ("claim.closed", "encounter.final", "suspension.served"),
    )
    register(
        "prints",
        _("Actas en PDF"),
        _("Que el PDF de un acta en vigor está listo."),
        ("acta.printed",),
    )
