"""What everybody may read of a season."""

from django.urls import URLPattern, path

from matches.views.public import (
    acta_pdfs,
    actas,
    calendar,
    draws,
    encounters,
    feeds,
    files,
    prints,
    prizes,
    publications,
    rulings,
    season,
    standings,
    teams,
    tournaments,
)

SEASON = "<slug:competition>/<slug:season>/"
DIVISION = f"{SEASON}grupos/<slug:division>/"
TOURNAMENT = f"{SEASON}torneos/<slug:tournament>/"
ENCOUNTER = f"{SEASON}encuentros/<int:pk>/"

urlpatterns: list[URLPattern] = [
    path(SEASON, season.season, name="season"),
    path(f"{DIVISION}clasificacion/", standings.standings, name="standings"),
    path(f"{DIVISION}clasificacion.csv", files.standings_file, name="standings-file"),
    path(f"{DIVISION}clasificacion.pdf", prints.standings, name="standings-print"),
    path(f"{DIVISION}publicaciones/", publications.publications, name="publications"),
    path(f"{DIVISION}publicaciones/<int:number>/", publications.publication, name="publication"),
    path(
        f"{DIVISION}publicaciones/<int:number>/comprobar/",
        publications.publication_check,
        name="publication-check",
    ),
    path(f"{DIVISION}calendario/", calendar.calendar, name="calendar"),
    path(f"{DIVISION}calendario.ics", feeds.calendar_feed, name="calendar-feed"),
    path(f"{DIVISION}calendario.csv", files.calendar_file, name="calendar-file"),
    path(f"{DIVISION}jornadas/<int:number>/", calendar.matchday, name="matchday"),
    path(ENCOUNTER, encounters.encounter, name="encounter"),
    path(f"{ENCOUNTER}acta/<int:number>/", actas.acta, name="acta"),
    path(f"{ENCOUNTER}acta/<int:number>.json", actas.acta_file, name="acta-file"),
    path(f"{ENCOUNTER}hoja.pdf", acta_pdfs.sheet_pdf, name="sheet-pdf"),
    path(f"{ENCOUNTER}acta/<int:number>/pdf/", acta_pdfs.acta_pdf, name="acta-pdf"),
    path(f"{ENCOUNTER}sorteo/", draws.draw, name="draw"),
    path(f"{ENCOUNTER}sorteo.json", draws.draw_file, name="draw-file"),
    path(f"{SEASON}penas/", teams.teams, name="teams"),
    path(f"{SEASON}penas/<int:pk>/calendario.ics", feeds.team_feed, name="team-feed"),
    path(f"{SEASON}penas/<int:pk>/", teams.team, name="team"),
    path(TOURNAMENT, tournaments.tournament, name="tournament"),
    path(f"{TOURNAMENT}pantalla/", tournaments.screen, name="tournament-screen"),
    path(f"{TOURNAMENT}calendario.ics", tournaments.tournament_feed, name="tournament-feed"),
    path(f"{SEASON}premios/", prizes.prizes, name="prizes"),
    path(f"{SEASON}resoluciones.pdf", prints.rulings, name="rulings-print"),
    path(f"{SEASON}resoluciones.atom", rulings.rulings_feed, name="rulings-feed"),
    path(f"{SEASON}resoluciones/", rulings.rulings, name="rulings"),
    path(f"{SEASON}resoluciones/<int:number>/", rulings.ruling, name="ruling"),
]
