"""What people read when a service of this app says no."""

from django.utils.translation import gettext_lazy as _

from league.sentences import register

register(
    {
        "publication.changed_meanwhile": _(
            "La clasificación ha cambiado desde que se abrió esta página. Así queda ahora."
        ),
        "sending.another_under_this_key": _(
            "Eso ya se había enviado con otro contenido. Hay que mirar cómo está y repetirlo."
        ),
        "encounter.move_refused": _(
            "El encuentro ya no está en ese punto. Se muestra cómo está ahora."
        ),
        "encounter.move_without_reason": _("Hace falta escribir el motivo del cambio."),
        "encounter.move_changes_nothing": _("La fecha y el local son los que ya tenía."),
        "encounter.already_ended": _("El encuentro ya ha terminado."),
        "encounter.not_drawn": _("Todavía no se ha hecho el sorteo."),
        "acta.move_refused": _("El acta ya no está en ese punto. Se muestra cómo está ahora."),
        "acta.changed_meanwhile": _(
            "El acta ha cambiado desde que se abrió esta página. "
            "Conviene leerla otra vez antes de firmar."
        ),
        "acta.already_signed": _("El acta ya está firmada por los dos equipos."),
        "acta.one_person_two_sides": _(
            "Esta cuenta ya ha firmado por la otra peña. Debe firmar su propio delegado."
        ),
        "acta.own_signature_first": _(
            "En este teléfono firma antes la peña de quien lo lleva, y después la otra."
        ),
        "acta.frozen": _(
            "Una peña no reconoce su firma: el acta queda como está hasta que decida el comité."
        ),
        "code.wrong": _("La clave no es esa. Quedan %(left)s intentos."),
        "code.locked": _(
            "Demasiados intentos: esa clave ya no vale. La otra peña pide una nueva o firma en su "
            "propio teléfono."
        ),
        "code.used": _(
            "Esa clave ya se usó. La otra peña pide una nueva o firma en su propio teléfono."
        ),
        "code.expired": _(
            "La clave ha caducado: vale hasta la mañana siguiente. La otra peña pide una nueva o "
            "firma en su propio teléfono."
        ),
        "code.too_many_wrong": _(
            "Se han escrito demasiadas claves equivocadas en este encuentro: la peña firma con su "
            "propia cuenta."
        ),
        "code.nobody_to_sign": _("La otra peña no tiene ningún delegado que pueda firmar."),
        "signature.not_by_code": _("En esta acta no hay ninguna firma con la clave de la peña."),
        "acta.disagreement_without_reason": _(
            "Para firmar disconforme hay que escribir el motivo: sin él no vale para reclamar."
        ),
        "acta.alone_without_reason": _("Hace falta escribir por qué se entrega sin la otra firma."),
        "acta.correction_needs_both": _("Una corrección solo vale con las dos firmas."),
        "acta.other_side_has_signed": _("La otra peña ya ha firmado: basta con firmar también."),
        "acta.none_in_force": _("Todavía no hay un acta firmada que corregir."),
        "acta.final": _(
            "El resultado ya es definitivo: han pasado las 24 horas y solo puede "
            "cambiarlo una resolución."
        ),
        "acta.final_at_once": _(
            "El resultado ya es definitivo: se reclama durante el partido, y después solo puede "
            "cambiarlo una resolución."
        ),
        "acta.correction_without_reason": _("Hace falta explicar la corrección."),
        "acta.correction_changes_nothing": _("La corrección no cambia nada."),
        "acta.not_a_correction": _("Esta versión no es una corrección pendiente."),
        "acta.errors": _("El acta no se puede cerrar todavía. Hay que arreglar lo señalado."),
        "acta.warnings": _("Antes de terminar hay que dar por leídos estos avisos."),
        "acta.waits_for_signatures": _(
            "Los delegados ya han cerrado el acta y falta firmarla: su resultado no se cambia por "
            "teléfono. Si hace falta, se transcribe el acta en papel."
        ),
        "acta.already_in_force": _("Este encuentro ya tiene un acta en vigor."),
        "acta.paper_without_players": _(
            "Falta quién jugó en alguna mesa. Si el papel no trae los nombres, hay que marcarlo."
        ),
        "acta.not_transcribed": _("Esta versión no se transcribió de un papel."),
        "acta.received_in_future": _("La hora de entrega del acta no puede ser futura."),
        "line_up.odd": _("Hay %(players)s jugadores marcados: las parejas son de dos."),
        "line_up.too_many": _(
            "Hay %(players)s jugadores marcados y caben %(most)s. Hay que quitar alguno."
        ),
        "line_up.pairs_open": _(
            "Falta formar las parejas: cada uno de los que juegan lleva el número de la suya, y en "
            "cada pareja hay dos."
        ),
        "line_up.pair_of_more": _("En la pareja %(pair)s hay %(players)s jugadores: son de dos."),
        "line_up.fewer_than_three": _(
            "Con %(pairs)s parejas no se puede jugar: hacen falta tres. "
            "Si no hay más jugadores, el encuentro se pierde 4–0 y pasa al comité."
        ),
        "line_up.closed": _("La alineación ya está cerrada. Se puede reabrir antes del sorteo."),
        "line_up.both_closed": _("Las dos alineaciones están cerradas y ya no se pueden reabrir."),
        "line_up.own_first": _(
            "Primero cierra la peña de este teléfono quién juega; después, la otra."
        ),
        "line_up.shared_too_early": _(
            "En este teléfono se puede marcar quién juega de la otra peña desde una hora antes del "
            "encuentro, cuando están las dos."
        ),
        "line_up.not_of_team": _("Alguna de las fichas marcadas no es de esta peña."),
        "eligibility.released": _("%(player)s (ficha %(slot)s) está de baja: la ficha se perdió."),
        "eligibility.registered_late": _(
            "%(player)s (ficha %(slot)s) se inscribió después de la hora de este encuentro."
        ),
        "eligibility.suspended": _(
            "%(player)s (ficha %(slot)s) está suspendido por la resolución %(ruling)s: "
            "le quedan %(left)s encuentros."
        ),
        "eligibility.suspended_until": _(
            "%(player)s (ficha %(slot)s) está suspendido hasta el %(until)s por la resolución "
            "%(ruling)s."
        ),
        "eligibility.disqualified": _(
            "%(player)s (ficha %(slot)s) está descalificado por la resolución %(ruling)s."
        ),
        "eligibility.team_out": _(
            "%(player)s (ficha %(slot)s) no puede jugar: %(team)s ya no está en la competición."
        ),
        "eligibility.no_shirt": _("%(player)s no tiene número de camiseta."),
        "eligibility.no_birth_date": _(
            "De %(player)s falta la fecha de nacimiento: no se sabe si es de la categoría."
        ),
        "eligibility.out_of_category": _(
            "%(player)s tiene %(age)s años el %(day)s: no es de la categoría."
        ),
        "eligibility.no_certificate": _("Falta el certificado médico de %(player)s."),
        "eligibility.certificate_over": _(
            "El certificado médico de %(player)s caducó el %(until)s."
        ),
        "eligibility.other_club": _(
            "%(player)s (ficha %(slot)s) ya jugó en esta edición con %(team)s."
        ),
        "decks.opened_and_new": _(
            "Si las barajas son nuevas no había sobre que abrir: marcar solo una de las dos."
        ),
        "draw.pairs_differ": _("Las parejas escritas no son los jugadores que se nombraron."),
        "draw.pairs_were_formed": _(
            "En esta liga las parejas las forma cada peña al cerrar quién juega: a mano se "
            "escriben las mismas, y lo que cambia es la mesa."
        ),
        "draw.own_tap_first": _(
            "Primero pulsa la peña de este teléfono; después puede pulsar en él la otra."
        ),
        "draw.nobody_tapped": _(
            "Para seguir sin la otra peña hace falta que una haya pulsado y la otra no."
        ),
        "draw.wait": _("Todavía puede pulsar la otra peña. Se puede seguir sin ella el %(opens)s."),
        "draw.nothing_to_confirm": _("La otra peña no ha escrito ningún sorteo que confirmar."),
        "draw.entry_changed": _("El sorteo escrito ha cambiado. Conviene leerlo otra vez."),
        "draw.already_drawn": _("El sorteo ya está hecho y no se repite."),
        "draw.line_ups_open": _("Falta que las dos peñas cierren quién juega."),
        "seat.not_drawn_yet": _("Un jugador sorteado se cambia con el sorteo hecho y en juego."),
        "seat.without_reason": _(
            "Lo sorteado solo se cambia con una incidencia en el acta: hay que escribir qué pasó."
        ),
        "seat.unknown_clause": _("Hay que elegir el artículo en que se apoya el cambio."),
        "seat.nobody_leaves": _("Ese jugador ya no está sentado en la mesa."),
        "seat.sits_already": _("Quien entra ya está sentado en la mesa %(board)s."),
        "seat.board_has_ended": _("La mesa %(board)s ya ha terminado: sus parejas no cambian."),
        "incident.holds_a_seat": _(
            "Esa incidencia es la que dice por qué se cambió un jugador sorteado: no se retira. Si "
            "vuelve el que se fue, se hace otro cambio."
        ),
        "date_rule.without_first": _("Falta el primer día."),
        "date_rule.order": _("El último día es anterior al primero."),
        "date_rule.without_leg": _("Hay que decir de qué vuelta es el último día."),
        "date_rule.leg_taken": _(
            "La vuelta %(leg)s ya tiene último día. Para cambiarlo hay que quitarlo antes."
        ),
        "dates.too_late": _(
            "Ha llegado la hora del encuentro (%(start)s): un cambio de fecha solo vale entregado "
            "antes. Si no se puede jugar, se anota en el acta o lo cambia la organización."
        ),
        "dates.without_reason": _("Hace falta escribir el motivo del cambio."),
        "dates.none": _("Hay que proponer al menos una fecha."),
        "dates.too_many": _("Se proponen como mucho %(most)s fechas."),
        "dates.repeated": _("Hay una fecha dos veces."),
        "dates.already_proposed": _(
            "Ya hay una propuesta de esta peña sin contestar. Para proponer otras fechas, hay que "
            "retirarla antes."
        ),
        "dates.unknown": _("Esa fecha no es de la propuesta."),
        "dates.own_proposal": _("A una propuesta contesta la otra peña."),
        "dates.already_answered": _(
            "La propuesta ya está contestada, retirada o caducada. Así está ahora."
        ),
        "dates.refused_without_reason": _("Para decir que no hay que escribir el motivo."),
        "dates.of_the_other": _("Una propuesta la retira la peña que la hizo."),
        "dates.only_home": _(
            "El local lo cambia la peña que juega en casa. La visitante puede proponer otra fecha."
        ),
        "dates.no_date_yet": _(
            "El encuentro está sin fecha: se acuerda la fecha y el local a la vez."
        ),
        "dates.same_venue": _("El local es el que ya tenía."),
        "dates.in_past": _("El %(when)s ya ha pasado."),
        "dates.same_moment": _("El %(when)s es la fecha que ya tiene el encuentro."),
        "dates.blocked": _("El %(when)s no se puede jugar en esta liga. %(note)s"),
        "dates.outside_windows": _(
            "El %(when)s está fuera de los días que la organización dejó para los cambios de fecha."
        ),
        "dates.after_latest": _(
            "El %(when)s es demasiado tarde: esta vuelta tiene que estar jugada el %(last)s."
        ),
        "dates.team_busy": _("El %(when)s una de las dos peñas ya juega: %(match)s."),
        "dates.venue_full": _("El %(when)s no hay mesas libres en %(venue)s."),
        "partida.changed_meanwhile": _(
            "La mesa %(board)s la ha cambiado otra persona: ahora está %(home)s–%(away)s."
        ),
        "partida.impossible": _(
            "En la mesa %(board)s no puede haber %(home)s–%(away)s con el formato de esta liga."
        ),
        "partida.not_seated_there": _("Ese jugador no está sentado en la mesa %(board)s."),
        "partida.nothing_to_undo": _("En la mesa %(board)s no hay nada que deshacer."),
        "partida.no_rival": _("En la mesa %(board)s falta una pareja: no se puede jugar."),
        "partida.referee_names_a_side": _(
            "La mesa %(board)s está igualada: el juez-árbitro debe decir quién gana."
        ),
        "partida.already_decided": _(
            "La mesa %(board)s ya está decidida. Para cambiarla hay que deshacerlo antes."
        ),
        "partida.already_finished": _("La mesa %(board)s ya ha terminado con sus juegos."),
        "partida.unknown_board": _("No hay mesa %(board)s en este encuentro."),
        "stones.not_noted": _("En esta temporada no se apuntan los tantos de los juegos."),
        "stones.game_not_won": _(
            "En la mesa %(board)s esa pareja no ha ganado tantos juegos: antes se toca el juego."
        ),
        "stones.impossible": _("Quien pierde un juego tiene de 0 a %(most)s tantos."),
        "stones.changed_meanwhile": _(
            "Los tantos de ese juego de la mesa %(board)s los ha cambiado otra persona."
        ),
        "break.third_game_not_lost": _(
            "En la mesa %(board)s nadie ha perdido todavía el tercer juego."
        ),
        "break.only_the_referee": _("Ese descanso solo lo autoriza el juez-árbitro."),
        "incident.without_text": _("Hace falta escribir qué pasó."),
        "incident.unknown_clause": _("El artículo %(given)s no existe en el reglamento."),
        "incident.deal_of_another_kind": _(
            "La jugada escrita solo va con «Una jugada discutida»: hay que elegir ese tipo o "
            "borrar la jugada."
        ),
        "deal.not_taken": _("En esta disciplina no se escriben jugadas."),
        "deal.too_long": _(
            "La jugada es demasiado larga: caben %(most)s letras y tiene %(length)s."
        ),
        "deal.unreadable": _("Línea %(line)s, columna %(column)s: %(problem)s"),
        "deal.cannot_be_ruled_on": _("El motor no puede juzgar la jugada. %(problem)s"),
        "incident.only_delegates_remove": _(
            "Hacer salir al público es cosa de los delegados o de la organización: lo anota un "
            "delegado."
        ),
        "incident.of_somebody_else": _("Solo puede retirar la incidencia quien la escribió."),
        "walkover.names_one_side": _("Hay que decir qué peña no puede jugar."),
        "walkover.own_absence": _("La ausencia la comunica la peña que está presente."),
        "walkover.courtesy_runs": _(
            "Hay que esperar los %(minutes)s minutos de cortesía desde la hora del encuentro."
        ),
    }
)

# The organiser with the encounters: calendar, withdrawal, adjustments, start and close.
register(
    {
        "lots.not_running": _("Un sorteo se anota con la temporada en juego."),
        "lots.no_criterion": _("Los desempates de esta temporada no acaban en sorteo."),
        "lots.repeated_team": _("Un equipo está dos veces en el orden."),
        "lots.already": _(
            "Entre esos equipos ya está anotado el sorteo %(number)s. Para cambiarlo hay que "
            "deshacerlo antes."
        ),
        "lots.not_tied": _(
            "Esos equipos ya no comparten puesto. No se ha anotado nada: así está ahora la "
            "clasificación."
        ),
        "lots.not_all": _("En el sorteo entran todos los que comparten el puesto: falta alguno."),
        "lots.unknown": _("Ese sorteo no está anotado."),
        "lots.already_undone": _("Ese sorteo ya está deshecho."),
        "calendar.size": _(
            "El grupo tiene %(teams)s equipos: el calendario se hace con entre %(least)s y "
            "%(most)s."
        ),
        "calendar.repeated_team": _("Un equipo está dos veces en el grupo."),
        "calendar.opposed_twice": _("Un equipo está en dos parejas de local compartido."),
        "calendar.opposed_unknown": _("Un equipo del local compartido no es del grupo."),
        "calendar.interval_too_short": _(
            "Entre jornadas tiene que haber al menos siete días; se han puesto %(days)s."
        ),
        "calendar.pause_negative": _("Las semanas de descanso no pueden ser menos de cero."),
        "calendar.weekday": _("Un equipo no tiene día en casa. Ponerlo en su página."),
        "calendar.hour_with_zone": _("La hora en casa de un equipo no se entiende."),
        "calendar.capacity": _("Un local no tiene mesas. Ponerlas en su página."),
        "calendar.venue_differs": _("Un local está con datos distintos en dos equipos."),
        "calendar.venue_too_many_teams": _(
            "En %(venue)s hay mesas para %(capacity)s a la vez, y el %(weekday)s reciben allí "
            "%(teams)s: alguna semana no habrá sitio para todos."
        ),
        "calendar.venue_over_capacity": _(
            "El %(date)s hay en %(venue)s mesas para %(capacity)s y coinciden %(count)s "
            "encuentros: %(encounters)s."
        ),
        "calendar.no_free_day": _(
            "Jornada %(round)s, %(home)s — %(away)s: el %(date)s está entre los días sin juego "
            "y no queda otro esa semana."
        ),
        "calendar.registration_first": _(
            "La temporada está en preparación. Abrir antes la inscripción en Ajustes."
        ),
        "calendar.changed_meanwhile": _(
            "Los equipos de %(division)s, sus locales o sus horas han cambiado desde que se "
            "preparó este calendario. No se ha guardado nada: conviene revisarlo otra vez."
        ),
        "calendar.already_played": _(
            "En %(division)s ya se ha jugado o alineado algún encuentro: el calendario no se puede "
            "rehacer. Cada encuentro se puede cambiar de fecha por separado."
        ),
        "calendar.has_history": _(
            "En %(division)s ya hay cambios de fecha o clasificaciones publicadas, que se "
            "conservan: el calendario no se puede rehacer. Cada encuentro se puede cambiar por "
            "separado."
        ),
        "calendar.no_group": _("Hay que elegir al menos un grupo."),
        "season.schedule.move_refused": _(
            "El calendario se hace con la inscripción abierta. Abrirla antes en Ajustes."
        ),
        "season.unschedule.move_refused": _(
            "El calendario solo se deshace antes de empezar la temporada."
        ),
        "season.start.move_refused": _("La temporada solo empieza con el calendario hecho."),
        "season.close.move_refused": _("Solo se cierra una temporada que se está jugando."),
        "season.calendar_incomplete": _(
            "El calendario de %(division)s no es el de sus equipos. Rehacerlo antes de empezar."
        ),
        "season.still_open": _(
            "Quedan %(count)s cosas abiertas. La temporada se cierra cuando no quede ninguna."
        ),
        "withdrawal.without_reason": _("Hace falta escribir por qué se retira."),
        "withdrawal.already": _("%(team)s ya está retirada."),
        "withdrawal.before_calendar": _(
            "Todavía no hay calendario: %(team)s se puede quitar sin más en Equipos."
        ),
        "withdrawal.at_the_table": _(
            "%(team)s está jugando ahora mismo. La retirada se anota cuando termine el encuentro."
        ),
        "adjustment.zero": _("El ajuste tiene que sumar o restar algún punto."),
        "adjustment.too_many": _("Un ajuste no pasa de %(most)s puntos."),
        "adjustment.without_reason": _("Hace falta escribir el motivo del ajuste."),
        "adjustment.of_ruling": _("Ese ajuste viene de una resolución: solo otra lo cambia."),
        "adjustment.is_reversal": _("Esa línea ya es la anulación de otra."),
        "adjustment.already_reversed": _("Ese ajuste ya está anulado."),
    }
)

# Claims, cases, rulings, sanctions, evidence.
register(
    {
        "claim.not_ended": _(
            "El encuentro todavía no tiene final: se reclama cuando ha terminado."
        ),
        "claim.without_text": _("Hace falta escribir qué se reclama."),
        "claim.text_too_long": _(
            "El texto tiene %(length)s letras y caben %(most)s. Hay que acortarlo."
        ),
        "claim.incident_of_another": _("Esa incidencia no es del acta de este encuentro."),
        "claim.received_in_future": _("La hora en que llegó el papel no puede ser futura."),
        "claim.not_of_encounter": _("Solo puede reclamar una de las dos peñas del encuentro."),
        "claim.photo_missing": _("Falta la foto de la reclamación en papel."),
        "claim.withdrawn_without_reason": _("Para retirarla hay que escribir el motivo."),
        "claim.move_refused": _("La reclamación ya no está en ese punto."),
        "claim.withdraw.move_refused": _("La reclamación ya está decidida y no se puede retirar."),
        "case.move_refused": _(
            "El expediente ya no está en ese punto. Se muestra cómo está ahora."
        ),
        "case.rule.move_refused": _(
            "El expediente está cerrado sin resolución: no se puede resolver."
        ),
        "case.closed": _("El expediente está cerrado."),
        "case.without_claim": _("Este expediente no viene de una reclamación."),
        "case.without_text": _("Hace falta escribir qué ha pasado."),
        "case.without_teams": _("Hay que elegir el encuentro o, al menos, una peña."),
        "case.unknown_reason": _("Hay que elegir un motivo de la lista."),
        "case.of_another_season": _("Ese encuentro es de otra temporada."),
        "case.already_open": _("Ya hay un expediente abierto de este encuentro por ese motivo."),
        "case.closed_without_reason": _("Hace falta escribir el motivo."),
        "case.refused_without_clause": _(
            "Para no admitir hay que decir con qué artículo del reglamento."
        ),
        "case.due_in_past": _("El plazo tiene que acabar más tarde que ahora."),
        "statement.not_invited": _("El comité todavía no ha abierto el plazo de alegaciones."),
        "statement.closed": _("El comité ya no recoge alegaciones en este expediente."),
        "statement.without_text": _("Hace falta escribir algo."),
        "effect.two_results": _("Una resolución solo puede tener un efecto sobre el resultado."),
        "effect.no_encounter": _(
            "Este expediente no es de un encuentro: no hay resultado que tocar."
        ),
        "effect.score": _("El resultado no cabe: entre los dos equipos suman %(most)s como mucho."),
        "effect.boards": _("Los juegos de alguna mesa no pueden ser esos."),
        "effect.boards_unknown": _(
            "No hay juegos escritos de este encuentro mesa a mesa. El resultado se puede adjudicar."
        ),
        "effect.changes_nothing": _("Ese resultado es el que ya tiene el encuentro."),
        "effect.not_a_party": _(
            "Solo se puede sancionar a las peñas del expediente y a sus jugadores."
        ),
        "effect.span": _(
            "Una suspensión es por un número de encuentros o hasta una fecha: una de las dos cosas."
        ),
        "effect.twice": _(
            "Hay un jugador o una peña con dos sanciones de las que dejan fuera: basta una."
        ),
        "effect.until_past": _("La suspensión acabaría en una fecha que ya ha pasado."),
        "effect.replay_past": _("La fecha de la repetición ya ha pasado."),
        "ruling.names_a_player": _(
            "La resolución se publica y nombra a %(player)s: poner «la ficha %(slot)s» en su lugar."
        ),
        "ruling.matchday_closed": _(
            "La peña que vuelve tenía un encuentro en la jornada %(number)s, que está cerrada: la "
            "organización tiene que abrirla antes."
        ),
        "effect.replay_of_withdrawn": _(
            "No se puede repetir un encuentro de una peña que ya no está en la competición."
        ),
        "effect.amount": _("Los puntos, los encuentros o el importe de una sanción no valen."),
        "ruling.already_made": _(
            "Otro miembro del comité ya ha dictado la resolución %(number)s de este expediente. "
            "No se ha escrito ninguna otra."
        ),
        "ruling.already_replaced": _(
            "Esa resolución ya la corrige otra: la que vale es la %(number)s. "
            "No se ha escrito ninguna otra."
        ),
        "ruling.quorum": _(
            "Esta temporada pide el acuerdo de %(quorum)s miembros del comité: uno propone la "
            "resolución y los demás la conforman."
        ),
        "ruling.without_clauses": _("Hay que citar al menos un artículo del reglamento."),
        "ruling.without_text": _("Faltan los hechos o la decisión."),
        "ruling.impossible_result": _(
            "Con las reglas de esta liga el encuentro no puede quedar así. Abajo se dice por qué."
        ),
        "ruling.proposal_changed": _(
            "La propuesta ha cambiado o ya no está: conviene leerla otra vez antes de conformarla."
        ),
        "ruling.no_proposal_needed": _(
            "En esta temporada resuelve un solo miembro: no hace falta proponer."
        ),
        "ruling.no_result": _("El encuentro no tiene resultado: no hay nada que cambiar."),
        "ruling.replay_stands": _(
            "La resolución anterior mandó repetir el encuentro: la nueva también tiene que hacerlo."
        ),
        "ruling.preview_changed": _(
            "Las consecuencias han cambiado desde que se abrió la vista previa. Conviene leerla "
            "otra vez."
        ),
        "warning.only_the_referee": _("Amonestar es cosa del juez-árbitro."),
        "warning.of_no_pair": _("Hay que decir a qué pareja se amonesta."),
        "duty.no_referee": _("Esa persona no es juez-árbitro de esta temporada."),
        "duty.after_the_end": _("El encuentro ya ha terminado: no hace falta árbitro."),
        "matchday.closed": _(
            "La jornada %(number)s está cerrada: ya solo la cambia una resolución del comité."
        ),
        "matchday.still_open": _(
            "La jornada no se puede cerrar todavía. Cosas que siguen abiertas: %(count)s."
        ),
        "matchday.without_encounters": _("La jornada no tiene encuentros: no hay nada que cerrar."),
        "prize.move_refused": _("El premio ya no está en ese punto. Se muestra cómo está ahora."),
        "prize.without_name": _("Hace falta decir qué se entrega."),
        "prize.name_taken": _("Ya hay un premio que se llama %(name)s."),
        "prize.place_without_group": _("El puesto es el de un grupo: hay que elegir cuál."),
        "prize.already_won": _("El premio ya tiene ganador: primero hay que deshacerlo."),
        "prize.team_of_another": _("Ese equipo no juega por este premio."),
        "prize.team_withdrawn": _("%(team)s se ha retirado de la temporada."),
        "prize.collected_by_nobody": _("Hay que decir quién lo recoge."),
        "prize.collected_by_another": _(
            "Lo recoge el delegado o alguien que tenga ficha en la peña que lo ganó."
        ),
        "postponement.move_refused": _("El cambio de fecha ya está decidido o retirado."),
        "fine.move_refused": _("La multa ya está pagada o perdonada."),
        "fine.not_a_fine": _("Esa sanción no es una multa."),
        "fine.revoked": _("La multa está revocada por otra resolución."),
        "sanction.move_refused": _("La sanción ya está revocada."),
        "evidence.none": _("No se ha elegido ningún archivo."),
        "evidence.empty": _("%(name)s está vacío."),
        "evidence.too_big": _(
            "%(name)s pesa demasiado: el límite es de %(megabytes)s MB por archivo."
        ),
        "evidence.too_many": _("Como mucho se envían %(most)s archivos a la vez."),
        "evidence.too_many_in_all": _("Como mucho se guardan %(most)s archivos por persona."),
        "evidence.kind": _(
            "%(name)s no es una foto JPEG o PNG ni un PDF. Solo valen esos archivos."
        ),
        "evidence.extension": _(
            "El nombre de %(name)s no cuadra con lo que contiene: debería acabar en .%(expected)s."
        ),
        "evidence.broken": _("%(name)s está dañado y no se puede abrir."),
        "evidence.too_many_pixels": _(
            "La foto %(name)s es demasiado grande: caben %(most)s millones de puntos."
        ),
        "evidence.two_kinds": _(
            "%(name)s lleva otro archivo dentro. Hay que guardarlo solo como PDF."
        ),
        "evidence.active": _(
            "%(name)s es un PDF con programas o archivos dentro. Vale si se imprime otra vez como "
            "PDF."
        ),
        "evidence.locked": _(
            "%(name)s está protegido con contraseña y nadie podría leerlo. Hay que enviarlo sin "
            "ella."
        ),
        "evidence.unpacks_too_big": _(
            "%(name)s ocupa demasiado al abrirlo. Se puede enviar una foto de cada página."
        ),
        "evidence.case_without_encounter": _(
            "Este expediente no es de un encuentro y no admite archivos."
        ),
        "record.not_taken": _("De esta disciplina no se consultan jugadas sueltas."),
        "record.too_long": _(
            "El registro de la jugada tiene %(characters)s caracteres y caben %(maximum)s."
        ),
    }
)
