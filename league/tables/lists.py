"""The organiser's lists."""

from datetime import date
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html, linebreaks
from django.utils.timezone import localtime
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from league.entry_rules import EntryTerms
from league.exports import FORMATS
from league.models import Delegate, Notification, Registration, Team, WorkState

NUM = {"th": {"class": "num"}, "td": {"class": "num"}}
HIDE = {"th": {"class": "hide-s"}, "td": {"class": "hide-s"}}
NUM_HIDE = {"th": {"class": "num hide-s"}, "td": {"class": "num hide-s"}}


class Task(tables.Column):
    """What can be done with a row. The eye needs no heading, who hears the page does."""

    def __init__(self) -> None:
        super().__init__(
            empty_values=(),
            orderable=False,
            exclude_from_export=True,
            attrs={"th": {"class": "hide-s"}, "td": {"class": "num hide-s"}},
        )

    @property
    def header(self) -> Any:
        return format_html('<span class="visually-hidden">{}</span>', _("Qué hacer"))


class List(tables.Table):
    """What all lists share. `season` gives the addresses of a row's pages."""

    export_formats = FORMATS
    # Columns that only the file has.
    export_only: tuple[str, ...] = ()
    caption: Any = ""
    label: Any = ""

    def __init__(self, *args: Any, season_id: int, **kwargs: Any) -> None:
        self.season_id = season_id
        super().__init__(*args, **kwargs)

    def address(self, name: str, **kwargs: Any) -> str:
        return reverse(name, kwargs={"season_id": self.season_id, **kwargs})


class RegistrationTable(List):
    label = _("Jugadores y fichas")
    export_only = ("birth_date",)

    slot = tables.Column(verbose_name=_("Ficha"), attrs=NUM)
    shirt = tables.Column(verbose_name=_("Camiseta"), attrs=NUM)
    player = tables.Column(verbose_name=_("Jugador"), order_by="player__sort_key")
    licence = tables.Column(accessor="player__licence", verbose_name=_("Licencia"), attrs=HIDE)
    team = tables.Column(verbose_name=_("Equipo"), order_by=("team__sort_key", "slot"))
    released_at = tables.Column(
        verbose_name=_("Estado"), empty_values=(), order_by="released_at", attrs=HIDE
    )
    birth_date = tables.Column(
        accessor="player__birth_date", verbose_name=_("Nacimiento"), visible=False
    )
    certificate_until = tables.Column(
        verbose_name=_("Certificado"), empty_values=(), order_by="certificate_until", attrs=HIDE
    )
    task = Task()

    class Meta:
        order_by = ("team",)
        sequence = ("slot", "shirt", "player", "licence", "team", "certificate_until", "...")

    def __init__(self, *args: Any, terms: EntryTerms, today: date, **kwargs: Any) -> None:
        self.today = today
        shirts = bool(terms.shirt_numbers)
        hidden = ["slot" if shirts else "shirt"]
        if terms.document is None:
            hidden.append("certificate_until")
        super().__init__(*args, exclude=tuple(hidden), **kwargs)

    def render_certificate_until(self, record: Any) -> Any:
        told = self.value_certificate_until(record)
        if record.released_at is not None:
            return told
        until = record.certificate_until
        level = "stop" if until is None or until < self.today else "plain"
        return format_html('<span class="chip {}">{}</span>', level, told)

    def value_certificate_until(self, record: Any) -> str:
        until = record.certificate_until
        if until is None:
            return _now("falta")
        if until < self.today:
            return _now("caducó el %(day)s") % {"day": f"{until:%d/%m/%Y}"}
        return _now("hasta el %(day)s") % {"day": f"{until:%d/%m/%Y}"}

    def render_player(self, record: Registration) -> Any:
        address = self.address("league:player", player_id=record.player_id)
        return format_html('<a href="{}">{}</a>', address, _by_surname(record))

    def value_player(self, record: Registration) -> str:
        return _by_surname(record)

    def render_team(self, record: Registration) -> Any:
        address = self.address("league:team", team_id=record.team_id)
        return format_html('<a href="{}">{}</a>', address, record.team.name)

    def value_team(self, record: Registration) -> str:
        return record.team.name

    def render_released_at(self, record: Registration) -> Any:
        if record.released_at is None:
            return format_html('<span class="chip ok">{}</span>', _("en vigor"))
        return format_html('<span class="chip plain">{}</span>', self.value_released_at(record))

    def value_released_at(self, record: Registration) -> str:
        if record.released_at is None:
            return _now("en vigor")
        if not record.season.spends_places:
            return _now("baja el %(day)s") % {"day": _day(record.released_at)}
        return _now("gastada, baja el %(day)s") % {"day": _day(record.released_at)}

    def render_task(self, record: Registration) -> Any:
        if record.released_at is not None:
            return ""
        return format_html(
            '<a href="{}">{}<span class="visually-hidden"> {}</span></a>',
            self.address("league:registration-release", registration_id=record.pk),
            _("Dar de baja"),
            record.player,
        )


class TeamTable(List):
    label = _("Equipos")
    export_only = ("club",)

    name = tables.Column(verbose_name=_("Equipo"), order_by="sort_key")
    club = tables.Column(accessor="club__name", verbose_name=_("Peña"), visible=False)
    division = tables.Column(
        accessor="division__name",
        verbose_name=_("Grupo"),
        order_by=("division__position", "sort_key"),
    )
    venue = tables.Column(
        accessor="venue__name", verbose_name=_("Local"), order_by="venue__sort_key", attrs=HIDE
    )
    home = tables.Column(
        empty_values=(),
        verbose_name=_("En casa"),
        order_by=("home_weekday", "home_time"),
        attrs=HIDE,
    )
    live = tables.Column(verbose_name=_("Fichas"), attrs=NUM)
    spent = tables.Column(verbose_name=_("Gastadas"), attrs=NUM_HIDE)

    class Meta:
        order_by = ("name",)

    def render_name(self, record: Team) -> Any:
        notes = [str(_("retirada"))] if record.withdrawn_at else []
        if record.club.name != record.name:
            notes.insert(0, record.club.name)
        return format_html(
            '<a href="{}">{}</a>{}',
            self.address("league:team", team_id=record.pk),
            record.name,
            format_html('<span class="why">{}</span>', ", ".join(notes)) if notes else "",
        )

    def value_name(self, record: Team) -> str:
        return record.name

    def render_home(self, record: Team) -> str:
        return f"{record.get_home_weekday_display()}, {record.home_time:%H:%M}"


class ClubTable(List):
    label = _("Peñas")

    name = tables.Column(verbose_name=_("Peña"), order_by="sort_key")
    town = tables.Column(verbose_name=_("Localidad"))
    team_count = tables.Column(verbose_name=_("Equipos aquí"), attrs=NUM)

    class Meta:
        order_by = ("name",)

    def render_name(self, record: Any) -> Any:
        address = self.address("league:club-edit", club_id=record.pk)
        return format_html('<a href="{}">{}</a>', address, record.name)

    def value_name(self, record: Any) -> str:
        return str(record.name)


class VenueTable(List):
    label = _("Locales")

    name = tables.Column(verbose_name=_("Local"), order_by="sort_key")
    address_line = tables.Column(accessor="address", verbose_name=_("Dirección"), attrs=HIDE)
    town = tables.Column(verbose_name=_("Localidad"))
    tables_count = tables.Column(accessor="tables", verbose_name=_("Mesas"), attrs=NUM)
    team_count = tables.Column(verbose_name=_("Equipos aquí"), attrs=NUM_HIDE)

    class Meta:
        order_by = ("name",)

    def render_name(self, record: Any) -> Any:
        address = self.address("league:venue-edit", venue_id=record.pk)
        return format_html('<a href="{}">{}</a>', address, record.name)

    def value_name(self, record: Any) -> str:
        return str(record.name)


class DelegateTable(List):
    label = _("Delegados")

    team = tables.Column(verbose_name=_("Equipo"), order_by=("team__sort_key", "kind"))
    user = tables.Column(verbose_name=_("Persona"), order_by=("user__name", "user__email"))
    email = tables.Column(accessor="user__email", verbose_name=_("Correo"), attrs=HIDE)
    kind = tables.Column(verbose_name=_("Tipo"))
    task = Task()

    class Meta:
        order_by = ("team",)

    def render_team(self, record: Delegate) -> Any:
        address = self.address("league:team", team_id=record.team_id)
        return format_html('<a href="{}">{}</a>', address, record.team.name)

    def value_team(self, record: Delegate) -> str:
        return record.team.name

    def render_kind(self, record: Delegate) -> str:
        label = str(record.get_kind_display())
        return f"{label} ({_day(record.valid_on)})" if record.valid_on else label

    def render_task(self, record: Delegate) -> Any:
        return format_html(
            '<a href="{}">{}<span class="visually-hidden"> {}</span></a>',
            self.address("league:delegate-dismiss", delegate_id=record.pk),
            _("Quitar"),
            record.user,
        )


class OutboxTable(List):
    label = _("Correo de la temporada")

    created_at = tables.Column(verbose_name=_("Escrito"), attrs=HIDE)
    subject = tables.Column(verbose_name=_("Asunto"))
    recipient = tables.Column(verbose_name=_("Para"), order_by="recipient__email", attrs=HIDE)
    state = tables.Column(verbose_name=_("Estado"))
    task = Task()

    class Meta:
        order_by = ("-created_at",)

    def render_created_at(self, record: Notification) -> str:
        return date_format(localtime(record.created_at), "d/m/Y, H:i")

    def render_recipient(self, record: Notification) -> Any:
        if not record.recipient.name:
            return record.recipient.email
        return format_html(
            '{}<span class="why">{}</span>', record.recipient.name, record.recipient.email
        )

    def value_recipient(self, record: Notification) -> str:
        return record.recipient.email

    def render_subject(self, record: Notification) -> Any:
        """Unfolds to what was written."""
        return format_html(
            '<details><summary>{}</summary>{}{}</details><span class="why show-s">{}</span>',
            record.subject,
            linebreaks(record.body, autoescape=True),
            format_html("<p><code>{}</code></p>", record.path) if record.path else "",
            record.recipient.email,
        )

    def value_subject(self, record: Notification) -> str:
        return record.subject

    def render_state(self, record: Notification) -> Any:
        level = {WorkState.DONE: "ok", WorkState.FAILED: "stop"}.get(record.state, "wait")  # type: ignore[call-overload]
        if not record.by_mail:
            level = "plain"
        return format_html(
            '<span class="chip {}">{}</span>{}{}',
            level,
            self.value_state(record),
            format_html('<span class="why">{}</span>', self._tries(record)),
            format_html('<span class="show-s">{}</span>', self.render_task(record)),
        )

    def _tries(self, record: Notification) -> str:
        """When it left, or how often it was tried and what the mail server said."""
        if record.sent_at is not None:
            return date_format(localtime(record.sent_at), "d/m/Y, H:i")
        if not record.attempts or not record.by_mail:
            return ""
        words = [
            ngettext("%(n)s intento", "%(n)s intentos", record.attempts) % {"n": record.attempts}
        ]
        if record.state == WorkState.WAITING and record.next_at is not None:
            words.append(
                _now("el siguiente, a las %(hour)s")
                % {"hour": date_format(localtime(record.next_at), "H:i")}
            )
        if record.error:
            words.append(record.error[:120])
        return "; ".join(words)

    def value_state(self, record: Notification) -> str:
        if not record.by_mail:
            return _now("solo en la página")
        words: dict[str, str] = {
            WorkState.DONE: _now("enviado"),
            WorkState.FAILED: _now("fallido"),
        }
        return words.get(record.state, _now("en espera"))

    def render_task(self, record: Notification) -> Any:
        if record.state != WorkState.FAILED:
            return ""
        return format_html(
            '<a href="{}">{}<span class="visually-hidden"> {}</span></a>',
            self.address("league:outbox-retry", notification_id=record.pk),
            _("Reintentar"),
            record.subject,
        )


def _by_surname(record: Registration) -> str:
    return f"{record.player.last_name}, {record.player.first_name}"


def _day(moment: Any) -> str:
    if hasattr(moment, "tzinfo"):
        moment = localtime(moment)
    return date_format(moment, "d/m/Y")
