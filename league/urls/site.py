"""Pages for everybody: the front page, the rule book, the style guide."""

from django.urls import URLPattern, path, re_path

from league.views import odds, record, rule_book, site
from league.views.style_guide import style_guide

urlpatterns: list[URLPattern] = [
    path("", site.home, name="home"),
    path("reglamento/", rule_book.regulation, name="regulation"),
    path("reglamento/probabilidades/", odds.odds, name="odds"),
    re_path(r"^reglamento/(?P<clause>[A-Z]-\w+(?:\.\d+)?)/$", rule_book.clause_page, name="clause"),
    path("verificar/registro/", record.heads, name="heads"),
    path("verificar/registro.atom", record.heads_feed, name="heads-feed"),
    path("verificar/registro/correo/", record.heads_mail, name="heads-mail"),
    path("verificar/claves/", record.keys, name="keys"),
    path("verificar/claves.json", record.keys_file, name="keys-file"),
    path("verificar/verify_acta.py", record.checker, name="checker"),
    path("estilo/", style_guide, name="style"),
]
