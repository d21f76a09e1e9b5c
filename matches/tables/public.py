"""Lists that everybody may sort."""

from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from league.models import Registration
from matches import addresses


class RosterTable(tables.Table):
    """The fichas of a team: number and name, nothing else of anybody."""

    label = _("Fichas")
    slot = tables.Column(verbose_name=_("Ficha"), attrs={"cell": {"class": "num"}})
    shirt = tables.Column(
        verbose_name=_("Camiseta"), order_by=("shirt", "slot"), attrs={"cell": {"class": "num"}}
    )
    player = tables.Column(verbose_name=_("Nombre"), order_by=("player__sort_key", "slot"))
    released_at = tables.Column(
        verbose_name=_("Estado"), empty_values=(), order_by=("released_at", "slot")
    )

    class Meta:
        template_name = "tables/amarraco.html"
        order_by = "slot"

    def __init__(self, *args: Any, shirts: bool, spent: bool, **kwargs: Any) -> None:
        """`shirts`: people are known by the number they wear; `spent`: the ficha of who leaves is
        not given again."""
        self.gone = _("gastada") if spent else _("baja")
        hidden = ("slot",) if shirts else ("shirt",)
        order = {"order_by": "shirt"} if shirts else {}
        super().__init__(*args, exclude=hidden, **order, **kwargs)

    def render_player(self, record: Registration) -> Any:
        if not record.is_captain:
            return str(record.player)
        return format_html("{} <span class='muted'>({})</span>", record.player, _("capitanía"))

    def render_released_at(self, value: Any) -> Any:
        if value is None:
            return _("en vigor")
        return format_html('<span class="muted">{}</span>', self.gone)


class TeamsTable(tables.Table):
    """The teams of a season, each with its venue and its evening at home."""

    label = _("Peñas")
    name = tables.Column(
        verbose_name=_("Peña"),
        order_by=("sort_key",),
        linkify=lambda record: addresses.team_path(record, record.division.season),
    )
    division = tables.Column(verbose_name=_("Grupo"), order_by=("division__position", "sort_key"))
    venue = tables.Column(verbose_name=_("Local"), order_by=("venue__sort_key", "sort_key"))
    home_weekday = tables.Column(
        verbose_name=_("En casa"),
        order_by=("home_weekday", "home_time"),
        attrs={"cell": {"class": "num"}},
    )
    live = tables.Column(verbose_name=_("Fichas"), attrs={"cell": {"class": "num hide-s"}})

    class Meta:
        template_name = "tables/amarraco.html"

    def render_name(self, value: str, record: Any) -> Any:
        if record.withdrawn_at is None:
            return value
        return format_html('{} <span class="muted">({})</span>', value, _("retirada"))

    def render_home_weekday(self, record: Any) -> str:
        return f"{record.get_home_weekday_display()[:3]}, {record.home_time:%H:%M}"

    def render_venue(self, record: Any) -> str:
        town = record.venue.town
        return f"{record.venue.name}, {town}" if town else record.venue.name
