"""The delegates' evening: presence, draw, boards, end and signatures."""

from django.urls import URLPattern, path

from matches.views.evening import (
    boards,
    correction,
    draw,
    ending,
    incidents,
    landing,
    phone,
    presence,
    signing,
    table,
    walkover,
)

urlpatterns: list[URLPattern] = [
    path("sw.js", phone.worker, name="worker"),
    path("sin-cobertura/", phone.offline, name="offline"),
    path("acta/senal/", phone.signal, name="evening-signal"),
    path("esta-noche/", landing.tonight, name="tonight"),
    path("acta/<int:pk>/", landing.evening, name="evening"),
    path("acta/<int:pk>/pulso/", landing.pulse, name="evening-pulse"),
    path("acta/<int:pk>/presentes/", presence.presence, name="evening-presence"),
    path("acta/<int:pk>/presentes/reabrir/", presence.reopen, name="evening-presence-reopen"),
    path("acta/<int:pk>/no-se-juega/", walkover.walkover, name="evening-walkover"),
    path("acta/<int:pk>/sorteo/", draw.draw, name="evening-draw"),
    path("acta/<int:pk>/sorteo/a-mano/", draw.by_hand, name="evening-draw-by-hand"),
    path("acta/<int:pk>/sorteo/a-mano/confirmar/", draw.confirm, name="evening-draw-confirm"),
    path("acta/<int:pk>/mesas/", boards.boards, name="evening-boards"),
    path("acta/<int:pk>/mesas/<int:board>/", boards.record, name="evening-board"),
    path("acta/<int:pk>/mesas/<int:board>/mas/", table.table, name="evening-table"),
    path("acta/<int:pk>/mesas/<int:board>/negativa/", table.refuse, name="evening-refuse"),
    path("acta/<int:pk>/mesas/<int:board>/abandono/", table.abandon, name="evening-abandon"),
    path("acta/<int:pk>/mesas/<int:board>/arbitro/", table.referee_end, name="evening-referee-end"),
    path("acta/<int:pk>/mesas/<int:board>/deshacer/", table.resume, name="evening-resume"),
    path("acta/<int:pk>/mesas/<int:board>/descanso/", boards.break_start, name="evening-break"),
    path(
        "acta/<int:pk>/mesas/<int:board>/descanso/fin/",
        boards.break_end,
        name="evening-break-end",
    ),
    path("acta/<int:pk>/barajas/", boards.decks, name="evening-decks"),
    path("acta/<int:pk>/incidencias/", incidents.incidents, name="evening-incidents"),
    path(
        "acta/<int:pk>/incidencias/<int:incident>/retirar/",
        incidents.withdraw,
        name="evening-incident-withdraw",
    ),
    path("acta/<int:pk>/no-se-puede-terminar/", ending.stop, name="evening-stop"),
    path("acta/<int:pk>/final/", ending.end, name="evening-end"),
    path("acta/<int:pk>/final/reabrir/", ending.reopen, name="evening-reopen"),
    path("acta/<int:pk>/firmas/", signing.sign, name="evening-sign"),
    path("acta/<int:pk>/entregar-sin-firma/", signing.file_alone, name="evening-file-alone"),
    path("acta/<int:pk>/hecho/", signing.done, name="evening-done"),
    path("acta/<int:pk>/correccion/", correction.correction, name="evening-correction"),
    path(
        "acta/<int:pk>/correccion/descartar/",
        correction.discard,
        name="evening-correction-discard",
    ),
]
