"""The sheet of a match, on the scorer's device and for both teams."""

from django.urls import URLPattern, path

from matches.views.scoresheet import back, desk, play, signing

SHEET = "acta/<int:pk>/hoja/"

urlpatterns: list[URLPattern] = [
    path(SHEET, desk.sheet, name="sheet"),
    path(f"{SHEET}abrir/", desk.open_sheet, name="sheet-open"),
    path(f"{SHEET}antes/", desk.prepare, name="sheet-prepare"),
    path(f"{SHEET}equipo/", desk.team, name="sheet-team"),
    path(f"{SHEET}partido/", play.play, name="sheet-play"),
    path(f"{SHEET}anotaciones/", play.acts, name="sheet-acts"),
    path(f"{SHEET}reverso/", back.back, name="sheet-back"),
    path(f"{SHEET}final/", play.end, name="sheet-end"),
    path(f"{SHEET}reabrir/", play.reopen, name="sheet-reopen"),
    path(f"{SHEET}firmas/", signing.sign, name="sheet-sign"),
]
