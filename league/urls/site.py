"""Pages for everybody: the front page, the rule book, the style guide."""

from django.urls import URLPattern, path

from league.views import site
from league.views.style_guide import style_guide

urlpatterns: list[URLPattern] = [
    path("", site.home, name="home"),
    path("reglamento/", site.regulation, name="regulation"),
    path("estilo/", style_guide, name="style"),
]
