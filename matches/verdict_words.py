"""What people read when they bring a code or a file to be checked."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.selectors.verdicts import Kind, Origin, Standing, Verdict

Words = Promise | str

ORIGINS: Mapping[Origin, tuple[Words, Words, str]] = {
    Origin.ISSUED: (
        _("Es auténtico."),
        _("Este fichero salió de aquí y no se ha cambiado ni un solo carácter."),
        "ok",
    ),
    Origin.SIGNED: (
        _("Es auténtico."),
        _("La firma del servidor es buena y los datos son, letra por letra, los que se firmaron."),
        "ok",
    ),
    Origin.CARRIED: (
        _("Los datos que lleva dentro son auténticos, pero el PDF no es el que salió de aquí."),
        _(
            "Alguien lo ha vuelto a guardar, o ha cambiado lo que se ve. No te fíes de lo impreso: "
            "lo que vale es lo que dice la página del acta."
        ),
        "wait",
    ),
    Origin.RECORDED: (
        _("Es nuestro."),
        _("Es de un acta de este registro."),
        "ok",
    ),
    Origin.ALTERED: (
        _("No vale: dice ser un acta nuestra y alguien la ha cambiado."),
        "",
        "stop",
    ),
    Origin.UNKNOWN_KEY: (
        _("No es nuestro: lo firma una clave que no conocemos."),
        _("Puede ser de otra liga. Las claves con que firmamos están publicadas."),
        "stop",
    ),
    Origin.FOREIGN: (
        _("No es nuestro."),
        _("No lleva dentro ningún acta que hayamos firmado."),
        "stop",
    ),
    Origin.UNREADABLE: (
        _("Esto no se puede comprobar."),
        _(
            "Hace falta el PDF del acta o su fichero JSON. De una foto o de una copia en papel se "
            "comprueba el código."
        ),
        "wait",
    ),
}
"""Origin → heading, text and level."""

PROBLEMS: Mapping[str, Words] = {
    "not_canonical": _(
        "El fichero no está escrito como lo escribimos: se ha cambiado algún carácter."
    ),
    "content": _("El texto del acta no es el que se firmó."),
    "note": _("La explicación de la versión no es la que se firmó."),
    "signature": _("La firma del servidor no corresponde a estos datos."),
    "unsigned": _("No lleva la firma del servidor y sus datos no son los guardados."),
    "not_recorded": _(
        "Lleva una firma hecha con nuestra clave y en el registro no está así. Es grave: conviene "
        "guardarlo y decírselo a la organización y al comité."
    ),
}

NO_CODE: tuple[Words, Words, str] = (
    _("No hay ningún acta con ese código."),
    _(
        "Conviene mirarlo otra vez: son doce letras y números, en tres grupos de cuatro. "
        "No lleva O ni I ni L: son un cero y unos."
    ),
    "stop",
)

CODE_STANDINGS: Mapping[Standing, tuple[Words, Words, str]] = {
    Standing.IN_FORCE: (
        _("Está en vigor."),
        _("El acta que lleva este código es la que vale. Compara lo impreso con lo que sigue."),
        "ok",
    ),
    Standing.SUPERSEDED: (
        _("Ya no vale."),
        _("Estuvo en vigor, y desde entonces cambió."),
        "wait",
    ),
    Standing.DRAFT: (
        _("Es un borrador: todavía no vale."),
        _("Faltan firmas. Hasta que firmen las dos peñas no obliga a nadie."),
        "wait",
    ),
    Standing.DROPPED: (
        _("Nunca valió."),
        _("Fue un borrador que se cambió antes de que lo firmaran las dos peñas."),
        "stop",
    ),
}

STANDINGS: Mapping[Standing, tuple[Words, str]] = {
    Standing.IN_FORCE: (_("Está en vigor: es el acta que vale."), "ok"),
    Standing.SUPERSEDED: (_("Estuvo en vigor y ya no vale: la sustituyó otra versión."), "wait"),
    Standing.DRAFT: (
        _("Es un borrador: faltan firmas. Hasta que firmen las dos peñas no obliga a nadie."),
        "wait",
    ),
    Standing.DROPPED: (
        _("Fue un borrador que se cambió antes de que lo firmaran las dos peñas: nunca valió."),
        "stop",
    ),
}
REPLAYED = _("Estuvo en vigor y ya no vale: el encuentro se repite y aún no hay acta nueva.")
UNSIGNED = _("Sin firma del servidor: es anterior a que las hubiera.")


def heading(verdict: Verdict) -> tuple[Words, Words, str]:
    """What is said first: heading, text, level."""
    if verdict.kind is Kind.CODE:
        return CODE_STANDINGS[verdict.standing] if verdict.standing else NO_CODE
    title, text, level = ORIGINS[verdict.origin]
    return title, PROBLEMS.get(verdict.problem, text), level


def standing(verdict: Verdict) -> tuple[Words, str] | None:
    """What the version is worth now, and its level; None when there is none."""
    if verdict.standing is None or not verdict.is_genuine:
        return None
    if verdict.standing is Standing.SUPERSEDED and verdict.successor is None:
        return REPLAYED, "wait"
    if verdict.kind is Kind.CODE:  # the heading says it already
        return None
    return STANDINGS[verdict.standing]
