"""The organiser's pages with encounters: calendar, results, publications."""

from django.urls import URLPattern, path

from matches.views.organiser import (
    blank_actas,
    calendar,
    dashboard,
    date_rules,
    encounter_acts,
    encounter_dates,
    encounters,
    lots,
    matchdays,
    next_line_up,
    prizes,
    publications,
    referees,
    teams,
    tournaments,
)

_S = "organizacion/<int:season_id>/"
_T = f"{_S}torneos/"
_E = f"{_S}encuentros/<int:pk>/"

urlpatterns: list[URLPattern] = [
    path(_S, dashboard.dashboard, name="organise-dashboard"),
    path(f"{_S}empezar/", dashboard.start, name="organise-start"),
    path(f"{_S}cerrar/", dashboard.close, name="organise-close"),
    path(f"{_S}calendario/", calendar.calendar, name="organise-calendar"),
    path(f"{_S}calendario/vista/", calendar.preview, name="organise-calendar-preview"),
    path(f"{_S}calendario/deshacer/", calendar.discard, name="organise-calendar-discard"),
    path(
        f"{_S}jornadas/<int:pk>/actas-en-blanco.pdf",
        blank_actas.matchday,
        name="organise-blank-actas",
    ),
    path(f"{_S}jornadas/", matchdays.matchdays, name="organise-matchdays"),
    path(f"{_S}jornadas/<int:pk>/cerrar/", matchdays.close, name="organise-matchday-close"),
    path(f"{_S}jornadas/<int:pk>/abrir/", matchdays.reopen, name="organise-matchday-reopen"),
    path(_T, tournaments.tournaments, name="organise-tournaments"),
    path(f"{_T}vista/", tournaments.preview, name="organise-tournament-preview"),
    path(f"{_T}<int:pk>/", tournaments.tournament, name="organise-tournament"),
    path(f"{_T}<int:pk>/cuadro/", tournaments.fill, name="organise-bracket-fill"),
    path(
        f"{_T}<int:pk>/cuadro/<int:slot>/quitar/",
        tournaments.slot_empty,
        name="organise-slot-empty",
    ),
    path(
        f"{_T}<int:pk>/partidos/<int:number>/mover/",
        tournaments.move,
        name="organise-fixture-move",
    ),
    path(
        f"{_T}<int:pk>/partidos/<int:number>/decidir/",
        tournaments.decide,
        name="organise-fixture-decide",
    ),
    path(f"{_T}<int:pk>/deshacer/", tournaments.discard, name="organise-tournament-discard"),
    path(f"{_S}fechas/", date_rules.date_rules, name="organise-date-rules"),
    path(f"{_S}fechas/<int:pk>/quitar/", date_rules.remove, name="organise-date-rule-remove"),
    path(f"{_S}encuentros/", encounters.encounters, name="organise-encounters"),
    path(_E, encounters.encounter, name="organise-encounter"),
    path(f"{_E}mover/", encounter_dates.move, name="organise-encounter-move"),
    path(f"{_E}aplazar/", encounter_dates.postpone, name="organise-encounter-postpone"),
    path(f"{_E}resultado/", encounter_acts.result, name="organise-encounter-result"),
    path(f"{_E}acta/", encounter_acts.acta, name="organise-encounter-acta"),
    path(f"{_E}arbitros/", referees.referees, name="organise-encounter-referees"),
    path(
        f"{_E}arbitros/<int:duty>/quitar/",
        referees.dismiss,
        name="organise-encounter-referee-remove",
    ),
    path(f"{_E}no-jugado/", encounter_acts.walkover, name="organise-encounter-walkover"),
    path(f"{_E}reclamacion/", encounter_acts.claim, name="organise-encounter-claim"),
    path(
        f"{_S}equipos/<int:team_id>/quien-juega/",
        next_line_up.next_line_up,
        name="organise-next-line-up",
    ),
    path(f"{_S}retiradas/", teams.withdrawals, name="organise-withdrawals"),
    path(f"{_S}retiradas/<int:team_id>/", teams.withdraw, name="organise-withdraw"),
    path(f"{_S}ajustes-de-puntos/", teams.adjustments, name="organise-adjustments"),
    path(
        f"{_S}ajustes-de-puntos/<int:pk>/anular/",
        teams.adjustment_undo,
        name="organise-adjustment-reverse",
    ),
    path(f"{_S}sorteos/", lots.lots, name="organise-lots"),
    path(f"{_S}sorteos/<int:number>/deshacer/", lots.lot_undo, name="organise-lot-undo"),
    path(f"{_S}premios/", prizes.prizes, name="organise-prizes"),
    path(f"{_S}premios/imprimir/", prizes.printed, name="organise-prizes-print"),
    path(f"{_S}premios/<int:pk>/ganador/", prizes.award, name="organise-prize-award"),
    path(f"{_S}premios/<int:pk>/entregar/", prizes.collect, name="organise-prize-collect"),
    path(
        f"{_S}premios/<int:pk>/renuncia/",
        prizes.step,
        {"name": "renounce"},
        name="organise-prize-renounce",
    ),
    path(
        f"{_S}premios/<int:pk>/deshacer/",
        prizes.step,
        {"name": "undo"},
        name="organise-prize-undo",
    ),
    path(
        f"{_S}premios/<int:pk>/quitar/",
        prizes.step,
        {"name": "remove"},
        name="organise-prize-remove",
    ),
    path(f"{_S}publicaciones/", publications.publications, name="organise-publications"),
    path(f"{_S}publicaciones/<int:division_id>/", publications.publish, name="organise-publish"),
]
