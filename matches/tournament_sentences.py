"""What people read when something about a tournament day is refused."""

from django.utils.translation import gettext_lazy as _

from league.sentences import register

register(
    {
        "tournament.size": _(
            "Un torneo se hace con %(least)s equipos como poco y %(most)s como mucho, y hay "
            "%(teams)s."
        ),
        "tournament.groups": _(
            "Con %(teams)s equipos no salen %(groups)s grupos: en cada uno hacen falta dos."
        ),
        "tournament.repeated_team": _("Un equipo está dos veces."),
        "tournament.qualify": _(
            "No se pueden clasificar %(qualify)s de cada grupo: el más pequeño tiene %(smallest)s "
            "equipos."
        ),
        "tournament.one_qualifies": _(
            "Con un solo clasificado no hay eliminatorias: que se clasifiquen más, o ninguno y que "
            "decidan los grupos."
        ),
        "tournament.courts": _("Hacen falta de 1 a %(most)s pistas."),
        "tournament.minutes": _("Un partido dura de %(least)s a %(most)s minutos."),
        "tournament.rest": _("El descanso es de 0 a %(most)s minutos."),
        "tournament.referees": _("Hace falta un árbitro como poco."),
        "tournament.unknown_group": _("Hay que elegir al menos un grupo de la temporada."),
        "tournament.changed_meanwhile": _(
            "Los equipos, sus grupos o las pistas han cambiado desde que se preparó esta jornada. "
            "No se ha publicado nada: conviene revisarla otra vez."
        ),
        "tournament.has_calendar": _(
            "%(division)s ya tiene calendario: hay que deshacerlo antes de hacer aquí un torneo."
        ),
        "tournament.court_taken": _(
            "A alguna de esas horas otro torneo tiene una pista de %(venue)s: hay que cambiar la "
            "hora o el local."
        ),
        "tournament.group_kept": _(
            "%(division)s sobraría y no se puede quitar: tiene premios o clasificaciones "
            "publicadas."
        ),
        "calendar.of_tournament": _(
            "%(division)s juega una jornada de torneo: su calendario se deshace allí."
        ),
        "bracket.nothing_ready": _("Todavía no hay nadie que pase al cuadro."),
        "bracket.changed_meanwhile": _(
            "Los resultados han cambiado mientras tanto. No ha pasado nadie: conviene revisarlo "
            "otra vez."
        ),
        "bracket.empty": _("Esa plaza del cuadro está vacía."),
        "bracket.already_begun": _(
            "El partido %(number)s ya ha empezado o tiene algo anotado: su cruce no se puede "
            "deshacer."
        ),
        "bracket.goes_on": _(
            "Del partido %(number)s ya ha pasado alguien: hay que quitarlo antes de la ronda "
            "siguiente."
        ),
        "bracket.not_level": _("El partido %(number)s no está empatado: decide su resultado."),
        "bracket.without_reason": _("Hay que decir cómo se decidió quién pasa."),
        "fixture.already_begun": _("El partido %(number)s ya ha empezado: se queda donde está."),
        "fixture.changes_nothing": _("El partido ya está en esa pista y a esa hora."),
        "fixture.impossible": _("Así no puede ser. %(why)s"),
        "fixture.doubtful": _("%(why)s Si aun así está bien, se puede confirmar."),
        "courts.in_use": _(
            "En %(court)s hay partidos de un torneo: no se puede quitar, pero sí cambiarle el "
            "nombre."
        ),
        "courts.repeated": _("Hay dos pistas con el mismo nombre: %(court)s."),
        "courts.none": _("Hace falta una pista como poco."),
        "courts.too_many": _("Caben %(most)s pistas."),
    }
)
