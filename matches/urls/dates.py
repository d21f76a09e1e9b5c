"""Another date: proposals, answers, and another bar."""

from django.urls import URLPattern, path

from matches.views import dates

_E = "encuentros/<int:pk>/fecha/"

urlpatterns: list[URLPattern] = [
    path("mis-fechas/", dates.mine, name="my-dates"),
    path(_E, dates.talk, name="dates"),
    path(f"{_E}proponer/", dates.propose, name="date-propose"),
    path(f"{_E}local/", dates.venue, name="date-venue"),
    path(f"{_E}<int:proposal>/aceptar/<int:number>/", dates.accept, name="date-accept"),
    path(f"{_E}<int:proposal>/rechazar/", dates.refuse, name="date-refuse"),
    path(f"{_E}<int:proposal>/retirar/", dates.withdraw, name="date-withdraw"),
]
