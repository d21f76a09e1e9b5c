"""The organiser's list of encounters."""

from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.timezone import localtime
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from league.tables.lists import HIDE, NUM, NUM_HIDE, List
from matches import labels, moments
from matches.models import Encounter
from matches.states.encounter import EndedKind


class EncounterTable(List):
    label = _("Encuentros")

    matchday = tables.Column(
        accessor="matchday__number",
        verbose_name=_("Jornada"),
        order_by=("matchday__number", "starts_at", "pk"),
        attrs=NUM_HIDE,
    )
    division = tables.Column(
        accessor="division__name",
        verbose_name=_("Grupo"),
        order_by=("division__position", "matchday__number"),
        attrs=HIDE,
    )
    starts_at = tables.Column(verbose_name=_("Fecha"), empty_values=(), attrs=HIDE)
    match = tables.Column(
        verbose_name=_("Encuentro"),
        empty_values=(),
        order_by=("home__sort_key", "away__sort_key"),
        attrs={"th": {"class": "lead"}, "td": {"class": "lead"}},
    )
    score = tables.Column(verbose_name=_("Resultado"), empty_values=(), orderable=False, attrs=NUM)
    venue = tables.Column(
        accessor="venue__name", verbose_name=_("Local"), order_by="venue__sort_key", attrs=HIDE
    )
    state = tables.Column(verbose_name=_("Estado"), order_by=("state", "starts_at"), attrs=HIDE)

    class Meta:
        order_by = ("matchday",)

    def render_starts_at(self, record: Encounter) -> Any:
        if record.state == "POSTPONED" or record.starts_at is None:
            return _("sin fecha")
        return moments.short(record.starts_at)

    def value_starts_at(self, record: Encounter) -> str:
        if record.state == "POSTPONED" or record.starts_at is None:
            return ""
        return f"{localtime(record.starts_at):%Y-%m-%d %H:%M}"

    def render_match(self, record: Encounter) -> Any:
        return format_html(
            '<a href="{}">{} — {}</a><span class="why only-s">{}, {} · {}</span>',
            self.address("matches:organise-encounter", pk=record.pk),
            record.home.name,
            record.away.name,
            _now("j. %(number)s") % {"number": record.matchday.number},
            self.render_starts_at(record),
            labels.ENCOUNTER_STATES[record.state][0],
        )

    def value_match(self, record: Encounter) -> str:
        return f"{record.home.name} — {record.away.name}"

    def render_score(self, record: Encounter) -> str:
        if record.home_score is None or record.kind == EndedKind.ANNULLED:
            return "–"
        return f"{record.home_score}–{record.away_score}"

    def value_score(self, record: Encounter) -> str:
        # With spaces: a spreadsheet would read 3-1 as the third of January.
        if record.home_score is None or record.kind == EndedKind.ANNULLED:
            return ""
        return f"{record.home_score} – {record.away_score}"

    def render_state(self, record: Encounter) -> Any:
        words, level = labels.ENCOUNTER_STATES[record.state]
        why = ""
        if record.kind and record.kind != EndedKind.PLAYED:
            why = format_html('<span class="why">{}</span>', labels.ENDED_KINDS[record.kind])
        return format_html('<span class="chip {}">{}</span>{}', level, words, why)

    def value_state(self, record: Encounter) -> str:
        words = str(labels.ENCOUNTER_STATES[record.state][0])
        if record.kind and record.kind != EndedKind.PLAYED:
            return _now("%(state)s: %(kind)s") % {
                "state": words,
                "kind": labels.ENDED_KINDS[record.kind],
            }
        return words
