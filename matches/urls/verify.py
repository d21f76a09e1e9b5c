"""Checking an acta that somebody has in the hand: by its code, by its file."""

from django.urls import URLPattern, path

from matches.views.public import verify

urlpatterns: list[URLPattern] = [
    path("verificar/", verify.verify, name="verify"),
    path("verificar/fichero/", verify.verify_file, name="verify-file"),
    path("v/<str:code>/", verify.verify_code, name="verify-code"),
]
