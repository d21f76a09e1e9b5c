"""The one map from refusal codes to what people read: what happened and what to do next.

Each app adds its own with `register`. A test holds every code raised in the project against it.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.machine import MoveRefused
from league.refusals import Refused

_SENTENCES: dict[str, Promise | str] = {}


def register(sentences: Mapping[str, Promise | str]) -> None:
    _SENTENCES.update(sentences)


def known() -> frozenset[str]:
    return frozenset(_SENTENCES)


def sentence(refusal: Refused | MoveRefused) -> str:
    """The refusal in Spanish. Raises KeyError for a code nobody wrote a sentence for."""
    if isinstance(refusal, MoveRefused):
        specific = f"{refusal.machine}.{refusal.event.lower()}.move_refused"
        text = _SENTENCES.get(specific) or _SENTENCES[refusal.code]
        return str(text)
    told = {key: _told(value) for key, value in refusal.facts.items()}
    return str(_SENTENCES[refusal.code]) % told


def _told(value: Any) -> Any:
    """Moments are told in the hour of the league (M-D.3)."""
    if isinstance(value, datetime):
        return date_format(timezone.localtime(value), r"j \d\e F \d\e Y \a \l\a\s H:i")
    return value


register(
    {
        "season.move_refused": _("La temporada no está en un momento que lo permita."),
        "season.open_registration.move_refused": _("La inscripción de esta temporada ya se abrió."),
        "signing_key.in_use": _(
            "La clave %(key)s es la que firma ahora: pon antes otra en SIGNING_KEY y reinicia."
        ),
        "signing_key.retired": _(
            "La clave %(key)s está retirada y ya no firma. La organización tiene que poner otra."
        ),
        "season.closed": _("La temporada está cerrada y ya no admite cambios."),
        "season.locked": _(
            "La temporada ya se juega: lo que cambia resultados (formato, mesas, puntuación, "
            "desempates, retiradas y tiempos) queda como estaba al empezar. Lo demás se puede "
            "cambiar."
        ),
        "season.name_taken": _(
            "La competición ya tiene una edición «%(name)s». Elegir otro nombre."
        ),
        "season.cap_below_used": _(
            "Ya está dada la ficha %(slot)s: el tope no puede bajar a %(cap)s. Elegir un tope de "
            "%(slot)s o más."
        ),
        "registration.team_full": _(
            "%(team)s ya tiene %(cap)s jugadores, que son los que caben. Antes hay que dar de baja "
            "a alguien."
        ),
        "registration.birth_date_missing": _(
            "Falta la fecha de nacimiento: sin ella no se sabe si es de la categoría."
        ),
        "registration.age_out": _(
            "El %(day)s tiene %(age)s años y la categoría es de otras edades."
        ),
        "registration.shirt_out_of_range": _(
            "La camiseta %(shirt)s no vale: van del %(first)s al %(last)s."
        ),
        "registration.shirt_taken": _("La camiseta %(shirt)s ya la lleva %(name)s."),
        "registration.certificate_missing": _(
            "Falta el certificado médico. Para inscribir tiene que tener como mucho %(days)s días."
        ),
        "registration.certificate_old": _(
            "El certificado médico tiene %(age)s días y no puede tener más de %(days)s. Hace falta "
            "otro más reciente."
        ),
        "registration.certificate_ahead": _("Ese certificado médico todavía no se ha expedido."),
        "team_sheet.not_in_the_team": _(
            "Alguien de la lista ya no está en %(team)s. Vuelve a abrir la página."
        ),
        "team_sheet.no_such_post": _("Ese puesto no existe en esta disciplina."),
        "document.not_asked": _("En esta temporada no se piden certificados."),
        "document.order": _("No puede caducar antes de expedirse."),
        "document.no_file": _("De ese certificado no hay ningún archivo guardado."),
        "season.cap_above_discipline": _(
            "Un equipo no puede tener más de %(maximum)s jugadores: %(cap)s son demasiados."
        ),
        "season.branch_missing": _("Falta decir de qué rama es: femenina o varonil."),
        "season.ages_order": _(
            "La última edad (%(end)s) no puede ser menos que la primera (%(start)s)."
        ),
        "season.reference_date_missing": _("Falta decir el día en que se mira la edad."),
        "season.calendar_made": _(
            "El calendario ya está hecho con estos grupos y equipos. Para cambiarlos hay que "
            "deshacer antes el calendario; si una peña se va, se tramita como retirada."
        ),
        "season.hide_running": _(
            "La temporada ya se juega y su clasificación tiene que seguir a la vista."
        ),
        "competition.name_taken": _(
            "Ya existe la competición «%(name)s». Elegirla de la lista o poner otro nombre."
        ),
        "window.order": _("El plazo tiene que cerrar después de abrir. Revisar las dos fechas."),
        "division.name_taken": _("Ya hay un grupo «%(name)s». Elegir otro nombre."),
        "division.has_teams": _(
            "«%(name)s» tiene equipos. Pasarlos antes a otro grupo o quitarlos."
        ),
        "club.name_taken": _("La peña «%(name)s» ya está dada de alta. Elegirla de la lista."),
        "venue.name_taken": _("El local «%(name)s» ya está dado de alta en esa localidad."),
        "team.fines_due": _(
            "%(name)s debe %(euros)s € en multas, y esta temporada no inscribe a quien debe."
        ),
        "team.name_taken": _(
            "Ya hay un equipo «%(name)s» en la temporada. Si la peña inscribe dos, distinguirlos, "
            "por ejemplo con A y B."
        ),
        "team.has_registrations": _(
            "«%(name)s» tiene fichas, que no se borran. Dar de baja a sus jugadores o tramitar la "
            "retirada."
        ),
        "team.withdrawn": _("«%(team)s» se ha retirado de la temporada."),
        "role.already": _("%(email)s ya tiene ese cargo en la temporada."),
        "role.last_organiser": _(
            "Es la única persona que organiza la temporada. Nombrar antes a otra."
        ),
        "delegate.principal_taken": _(
            "%(team)s ya tiene delegado titular: %(person)s. Quitarlo antes, o nombrar a esta "
            "persona como suplente."
        ),
        "delegate.already": _("%(email)s ya representa a %(team)s."),
        "delegate.night_missing": _("Falta la noche para la que vale. Poner la fecha."),
        "registration.not_open": _(
            "La inscripción de la temporada no está abierta. Abrirla en Ajustes."
        ),
        "registration.window_ahead": _("El plazo de fichas está cerrado. Se abre el %(opens_at)s."),
        "registration.window_over": _(
            "El plazo de fichas terminó y no hay otro previsto. Se puede añadir uno en Ajustes."
        ),
        "registration.no_free_slot": _(
            "A %(team)s no le queda ninguna ficha libre de las %(cap)s. Las de baja no se "
            "recuperan."
        ),
        "registration.slot_over_cap": _(
            "No existe la ficha %(slot)s: en esta temporada van de la 1 a la %(cap)s."
        ),
        "registration.slot_taken": _(
            "La ficha %(slot)s de %(team)s es de %(player)s. Elegir otra o dejarla en blanco para "
            "dar la primera libre."
        ),
        "registration.slot_just_taken": _(
            "Otra persona acaba de dar la ficha %(slot)s de %(team)s. Elegir otra."
        ),
        "registration.slot_spent": _(
            "La ficha %(slot)s de %(team)s está gastada por una baja. Elegir otra."
        ),
        "registration.live_elsewhere": _(
            "Ya tiene ficha en la temporada: la %(slot)s de %(team)s. Para cambiar de equipo hay "
            "que darle antes de baja allí."
        ),
        "registration.released_already": _("La ficha %(slot)s ya está de baja."),
        "registration.team_withdrawn": _(
            "%(team)s se ha retirado de la temporada y no admite fichas."
        ),
        "player.licence_is_other": _(
            "La licencia %(licence)s es de %(name)s. Revisar el número o el nombre."
        ),
        "player.licence_taken": _("La licencia %(licence)s ya es de %(name)s."),
        "player.name_missing": _(
            "La licencia %(licence)s es nueva: faltan el nombre y los apellidos."
        ),
        "roster.empty": _("El archivo no tiene ninguna línea de datos."),
        "roster.unreadable": _(
            "El archivo no se puede leer. Guardarlo como CSV o como XLSX y volver a subirlo."
        ),
        "roster.too_big": _("El archivo pasa de %(megabytes)s MB. Partirlo en varios."),
        "roster.too_many_rows": _("El archivo pasa de %(rows)s líneas. Partirlo en varios."),
        "roster.no_header": _(
            "En la primera línea faltan estas columnas: %(missing)s. La plantilla trae todas: "
            "%(columns)s."
        ),
        "roster.plan_changed": _(
            "Algo ha cambiado en la temporada desde que se revisó el archivo. No se ha guardado "
            "nada: esto es lo que haría ahora."
        ),
        "roster.preview_gone": _("La revisión ha caducado. Volver a subir el archivo."),
        "roster.team_missing": _("Falta la peña."),
        "roster.unknown_team": _(
            "No hay ninguna peña «%(team)s» en la temporada. Revisar el nombre o darla de alta."
        ),
        "roster.ambiguous_team": _("Hay varios equipos de «%(team)s». Poner el nombre del equipo."),
        "roster.licence_missing": _("Falta la licencia."),
        "roster.licence_too_long": _("La licencia es demasiado larga: %(licence)s."),
        "roster.duplicate_licence": _(
            "La licencia %(licence)s ya está en la línea %(line)s de este archivo."
        ),
        "roster.name_missing": _(
            "La licencia %(licence)s es nueva: faltan el nombre y los apellidos."
        ),
        "roster.unreadable_date": _(
            "La fecha «%(value)s» no se entiende o no puede ser. Ejemplo: 31/12/1960."
        ),
        "roster.unreadable_slot": _("La ficha «%(value)s» no es un número."),
        "roster.other_shirt": _(
            "Lleva la camiseta %(shirt)s y el archivo dice la %(asked)s. Los números se cambian en "
            "la página de su equipo."
        ),
        "roster.unreadable_shirt": _("«%(value)s» no es un número de camiseta."),
        "roster.unreadable_certificate": _(
            "«%(value)s» no es la fecha de un certificado. Escribirla como 01/09/2026."
        ),
        "roster.other_slot": _(
            "Ya tiene la ficha %(slot)s, y el archivo dice %(asked)s. La ficha no se cambia."
        ),
        "roster.slot_twice": _("La ficha %(slot)s de %(team)s está dos veces en el archivo."),
        "roster.released_before": _(
            "Se le dio de baja de %(team)s (ficha %(slot)s, gastada). Si vuelve, inscribirle desde "
            "el formulario."
        ),
        "notification.not_failed": _("Ese correo no está entre los fallidos."),
    }
)

# What the rules and the table refuse, when a season is founded or changed.
register(
    {
        "discipline.unknown": _("No se conoce la disciplina «%(code)s»."),
        "regulation.unknown_clause": _("Esa cláusula no está en el reglamento."),
        "format.unreadable": _("No se entiende el formato de partida «%(value)s»."),
        "format.games_out_of_range": _(
            "Los juegos de una partida van de %(minimum)s a %(maximum)s."
        ),
        "format.even_games": _(
            "Con %(games)s juegos una partida puede acabar en empate. Elegir un número impar."
        ),
        "options.unknown_key": _("El reglamento no tiene la opción «%(key)s»."),
        "options.unknown_value": _("«%(value)s» no es un valor de la opción «%(key)s»."),
        "options.number_out_of_range": _(
            "Ese número no puede ser: tiene que estar entre %(minimum)s y %(maximum)s."
        ),
        "options.format_not_chosen": _(
            "Falta elegir el formato de la partida. El reglamento dice «partidas de cinco juegos» "
            "y admite varias lecturas, así que hay que escoger una."
        ),
        "options.not_chosen": _(
            "Esto no lo dice el reglamento que se conserva: hay que elegirlo para la temporada."
        ),
        "standings.scheme.no_criteria": _("Falta decir qué ordena la clasificación."),
        "standings.scheme.unknown_criterion": _("No se conoce el criterio «%(criterion)s»."),
        "standings.scheme.repeated_criterion": _(
            "Un mismo criterio está dos veces en el orden. Dejarlo una sola vez."
        ),
        "standings.scheme.points_order": _(
            "Ganar no puede valer menos que empatar, ni empatar menos que perder."
        ),
        "standings.scheme.points": _("Los puntos tienen que ser números enteros."),
        "standings.scheme.walkover": _(
            "El resultado por incomparecencia tiene que ser de victoria para quien se presenta."
        ),
        "standings.scheme.kind": _("No se conoce esa forma de puntuar."),
        "standings.scheme.head_to_head": _("No se conoce esa forma de contar los enfrentamientos."),
        "standings.scheme.unknown_key": _("La clasificación no tiene la opción «%(key)s»."),
    }
)
