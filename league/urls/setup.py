"""The organiser's pages that need no encounter: seasons, teams, venues, staff, players."""

from django.urls import URLPattern, path

from league.views import clubs, courts, founding, players, settings, staff, team_sheets, teams

SEASON = "organizacion/<int:season_id>"

urlpatterns: list[URLPattern] = [
    path("organizacion/", founding.organise, name="organise"),
    path("organizacion/nueva/", founding.season_new, name="season-new"),
    path("organizacion/nueva/olvidar/", founding.season_new_discard, name="season-new-discard"),
    path("organizacion/nueva/<slug:step>/", founding.season_new, name="season-new"),
    # settings
    path(f"{SEASON}/ajustes/", settings.season_settings, name="season-settings"),
    path(f"{SEASON}/ajustes/abrir/", settings.season_open, name="season-open"),
    path(f"{SEASON}/ajustes/publicar/", settings.season_show, name="season-publish"),
    path(f"{SEASON}/ajustes/ocultar/", settings.season_unshow, name="season-hide"),
    path(f"{SEASON}/ajustes/plazos/nuevo/", settings.window_new, name="window-new"),
    path(f"{SEASON}/ajustes/plazos/<int:window_id>/", settings.window_edit, name="window-edit"),
    path(
        f"{SEASON}/ajustes/plazos/<int:window_id>/quitar/",
        settings.window_remove,
        name="window-delete",
    ),
    path(f"{SEASON}/ajustes/<slug:section>/", settings.season_edit, name="season-edit"),
    # groups, teams, peñas, bars
    path(f"{SEASON}/grupos/", teams.divisions, name="divisions"),
    path(f"{SEASON}/grupos/nuevo/", teams.division_new, name="division-new"),
    path(f"{SEASON}/grupos/<int:division_id>/", teams.division_edit, name="division-edit"),
    path(
        f"{SEASON}/grupos/<int:division_id>/quitar/",
        teams.division_remove,
        name="division-delete",
    ),
    path(f"{SEASON}/equipos/", teams.teams, name="teams"),
    path(f"{SEASON}/equipos/nuevo/", teams.team_new, name="team-new"),
    path(f"{SEASON}/equipos/plantillas/", teams.rosters_print, name="rosters-print"),
    path(f"{SEASON}/equipos/<int:team_id>/", teams.team, name="team"),
    path(f"{SEASON}/equipos/<int:team_id>/editar/", teams.team_edit, name="team-edit"),
    path(f"{SEASON}/equipos/<int:team_id>/quitar/", teams.team_remove, name="team-delete"),
    path(f"{SEASON}/equipos/<int:team_id>/plantilla/", teams.roster_print, name="roster-print"),
    path(f"{SEASON}/equipos/<int:team_id>/camisetas/", team_sheets.team_sheet, name="team-sheet"),
    path(
        f"{SEASON}/equipos/<int:team_id>/delegados/nuevo/",
        staff.delegate_new,
        name="delegate-new",
    ),
    path(
        f"{SEASON}/delegados/<int:delegate_id>/quitar/",
        staff.delegate_dismiss,
        name="delegate-dismiss",
    ),
    path(f"{SEASON}/penas/", clubs.clubs, name="clubs"),
    path(f"{SEASON}/penas/nueva/", clubs.club_new, name="club-new"),
    path(f"{SEASON}/penas/<int:club_id>/", clubs.club_edit, name="club-edit"),
    path(f"{SEASON}/locales/", clubs.venues, name="venues"),
    path(f"{SEASON}/locales/nuevo/", clubs.venue_new, name="venue-new"),
    path(f"{SEASON}/locales/<int:venue_id>/", clubs.venue_edit, name="venue-edit"),
    path(f"{SEASON}/locales/<int:venue_id>/pistas/", courts.courts, name="courts"),
    # people
    path(f"{SEASON}/personal/", staff.staff, name="staff"),
    path(f"{SEASON}/personal/nuevo/", staff.role_new, name="role-new"),
    path(f"{SEASON}/personal/<int:role_id>/", staff.role_edit, name="role-edit"),
    path(f"{SEASON}/personal/<int:role_id>/quitar/", staff.role_revoke, name="role-revoke"),
    path(f"{SEASON}/correo/", staff.outbox, name="outbox"),
    path(f"{SEASON}/correo/reintentar/", staff.outbox_retry_all, name="outbox-retry-all"),
    path(
        f"{SEASON}/correo/<int:notification_id>/reintentar/",
        staff.outbox_retry,
        name="outbox-retry",
    ),
    # players
    path(f"{SEASON}/jugadores/", players.players, name="players"),
    path(f"{SEASON}/jugadores/nuevo/", players.registration_new, name="registration-new"),
    path(f"{SEASON}/jugadores/importar/", players.roster_file, name="roster-import"),
    path(f"{SEASON}/jugadores/importar/revision/", players.roster_review, name="roster-preview"),
    path(
        f"{SEASON}/jugadores/importar/plantilla.csv",
        players.roster_template,
        name="roster-template",
    ),
    path(f"{SEASON}/jugadores/<int:player_id>/", players.player, name="player"),
    path(
        f"{SEASON}/fichas/<int:registration_id>/baja/",
        players.registration_release,
        name="registration-release",
    ),
    path(
        f"{SEASON}/fichas/<int:registration_id>/certificados/",
        team_sheets.documents,
        name="documents",
    ),
    path(
        f"{SEASON}/certificados/<int:document_id>/archivo/",
        team_sheets.document_file,
        name="document-file",
    ),
    path(
        f"{SEASON}/certificados/<int:document_id>/borrar/",
        team_sheets.document_drop,
        name="document-drop",
    ),
]
