"""The list of all hands with their odds."""

from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from league.hand_odds import share

NUM = {"cell": {"class": "num"}}


class _Share(tables.Column):
    """How often a lance is won; the most first when it is sorted by."""

    def __init__(self, name: Any) -> None:
        super().__init__(verbose_name=name, attrs=NUM)

    def render(self, value: int) -> str:
        return share(value).removesuffix(" %").replace("más de ", ">").replace("menos de ", "<")


class OddsTable(tables.Table):
    """All 330 hands, or those of a kind."""

    label = _("Lista de jugadas")
    caption = _("De cada cien veces, las que gana la pareja del mano")
    hand = tables.Column(verbose_name=_("Jugada"), order_by="place")
    stones = tables.Column(verbose_name=_("Piedras"), attrs=NUM)
    grande = _Share(_("Grande"))
    chica = _Share(_("Chica"))
    pares = _Share(_("Pares"))
    last = _Share(_("Juego o punto"))

    class Meta:
        template_name = "tables/amarraco.html"
        order_by = "-stones"

    def render_hand(self, value: str, record: dict[str, Any]) -> Any:
        return format_html(
            '<a class="tap" href="{}?mano={}">{}</a><span class="visually-hidden"> {}</span>',
            reverse("league:odds"),
            value,
            value,
            record["words"],
        )

    def render_stones(self, record: dict[str, Any]) -> str:
        return str(record["average"])
