"""Why a ficha may not be ticked, in few words: the name and the ficha stand beside it."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.eligibility import Reason


def reason_words(reason: Reason) -> str:
    """The reason in Spanish. Raises KeyError for a code nobody wrote words for."""
    if reason.code == "suspended":
        return ngettext(
            "Suspendido por la resolución %(ruling)s: le queda un encuentro.",
            "Suspendido por la resolución %(ruling)s: le quedan %(left)s encuentros.",
            reason.facts["left"],
        ) % dict(reason.facts)
    words = {
        "suspended_until": _("Suspendido hasta el %(until)s por la resolución %(ruling)s."),
        "disqualified": _("Descalificado por la resolución %(ruling)s."),
        "team_out": _("%(team)s ya no está en la competición."),
        "released": _("Está de baja: la ficha se perdió."),
        "registered_late": _("Se inscribió después de la hora de este encuentro."),
        "other_club": _("Ya jugó en esta edición con %(team)s."),
        "no_shirt": _("No tiene número de camiseta."),
        "no_birth_date": _("Falta su fecha de nacimiento: no se sabe si es de la categoría."),
        "out_of_category": _("El %(day)s tiene %(age)s años: no es de la categoría."),
        "no_certificate": _("Falta su certificado médico."),
        "certificate_over": _("Su certificado médico caducó el %(until)s."),
    }
    return words[reason.code] % dict(reason.facts)
