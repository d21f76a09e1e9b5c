"""Pages for everybody: the front page, the rule book, the style guide."""

from django.urls import URLPattern, path, re_path

from league.views import odds, rule_book, site
from league.views.style_guide import style_guide

urlpatterns: list[URLPattern] = [
    path("", site.home, name="home"),
    path("reglamento/", rule_book.regulation, name="regulation"),
    path("reglamento/probabilidades/", odds.odds, name="odds"),
    re_path(r"^reglamento/(?P<clause>[A-Z]-\w+(?:\.\d+)?)/$", rule_book.clause_page, name="clause"),
    path("estilo/", style_guide, name="style"),
]
