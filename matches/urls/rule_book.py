"""Pages of the rule book that only this app can make."""

from django.urls import URLPattern, path

from matches.views.public import consulta

urlpatterns: list[URLPattern] = [
    path("reglamento/consulta/", consulta.consulta, name="consulta"),
]
