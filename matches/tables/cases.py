"""Lists of the committee: cases and sanctions."""

from datetime import datetime
from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from league.tables.lists import HIDE, NUM, NUM_HIDE, List
from matches import case_words, labels, moments
from matches.case_words import FINES, KINDS
from matches.models import Case, Sanction
from matches.selectors.cases import is_overdue
from matches.states.sanction import FineState, SanctionKind, SanctionState

TASK = {"td": {"class": "num"}}


class CaseTable(List):
    label = _("Expedientes")

    number = tables.Column(verbose_name=_("N.º"), attrs=NUM)
    matter = tables.Column(verbose_name=_("Asunto"), empty_values=(), order_by="reason")
    opened_at = tables.Column(verbose_name=_("Abierto"), attrs=HIDE)
    state = tables.Column(verbose_name=_("Estado"), order_by=("state", "due_at"))
    # Columns of the file alone: the page has them inside others.
    teams = tables.Column(verbose_name=_("Peñas"), empty_values=(), visible=False)
    clause = tables.Column(verbose_name=_("Artículo"), visible=False)
    due_at = tables.Column(verbose_name=_("Vence"), empty_values=(), visible=False)

    class Meta:
        order_by = ("-number",)

    def __init__(self, *args: Any, now: datetime, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.now = now

    def render_matter(self, record: Case) -> Any:
        about = self.value_teams(record)
        if record.encounter is not None:
            about = (
                f"{record.encounter.home.name} — {record.encounter.away.name} "
                f"({record.encounter.matchday})"
            )
        return format_html(
            '<a href="{}">{}</a><span class="why">{}</span>',
            self.address("matches:case", number=record.number),
            case_words.reason_words(record.reason),
            about,
        )

    def value_matter(self, record: Case) -> str:
        return str(case_words.reason_words(record.reason))

    def value_teams(self, record: Case) -> str:
        return ", ".join(team.name for team in record.teams.all())

    def render_opened_at(self, record: Case) -> str:
        return moments.short(record.opened_at)

    def value_due_at(self, record: Case) -> str:
        return "" if record.due_at is None else moments.short(record.due_at)

    def render_state(self, record: Case) -> Any:
        words, level = labels.CASE_STATES[record.state]
        chip = format_html('<span class="chip {}">{}</span>', level, words)
        if record.due_at is None or record.closed_at is not None:
            return chip
        if is_overdue(record, self.now):
            span = case_words.span_words(self.now - record.due_at)
            due = format_html(
                '<span class="chip stop">{}</span>', _now("venció hace %(span)s") % {"span": span}
            )
        else:
            span = case_words.span_words(record.due_at - self.now)
            due = format_html(
                '<span class="why">{}</span>', _now("vence en %(span)s") % {"span": span}
            )
        return format_html("{} {}", chip, due)

    def value_state(self, record: Case) -> str:
        return str(labels.CASE_STATES[record.state][0])


class SanctionTable(List):
    label = _("Sanciones y multas")

    kind = tables.Column(verbose_name=_("Sanción"), order_by=("kind", "team__sort_key"))
    subject = tables.Column(verbose_name=_("A quién"), empty_values=(), visible=False)
    measure = tables.Column(verbose_name=_("Cuánto"), empty_values=(), orderable=False, attrs=NUM)
    ruling = tables.Column(verbose_name=_("Resolución"), order_by="ruling__number", attrs=NUM_HIDE)
    starts_at = tables.Column(verbose_name=_("Desde"), attrs=HIDE)
    state = tables.Column(verbose_name=_("Estado"), order_by=("state", "fine_state"))
    task = tables.Column(
        verbose_name=_("Anotar"),
        empty_values=(),
        orderable=False,
        exclude_from_export=True,
        attrs=TASK,
    )

    class Meta:
        order_by = ("-starts_at",)

    def __init__(self, *args: Any, may_settle: bool, left: dict[int, int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.may_settle = may_settle
        self.left = left

    def render_kind(self, record: Sanction) -> Any:
        about = record.team.name if record.team else ""
        if record.player is not None:
            about = f"{record.player} ({about})"
        return format_html(
            '<a href="{}">{}</a><span class="why">{}</span>',
            self.address("matches:case", number=record.ruling.case.number),
            KINDS[record.kind],
            about,
        )

    def value_kind(self, record: Sanction) -> str:
        return str(KINDS[record.kind])

    def value_subject(self, record: Sanction) -> str:
        return str(record.player or record.team)

    def render_measure(self, record: Sanction) -> str:
        if record.kind == SanctionKind.FINE:
            return f"{record.amount:.2f}".replace(".", ",") + " €"
        if record.until is not None:
            return _now("hasta el %(day)s") % {"day": moments.day(record.until)}
        if record.kind == SanctionKind.SUSPENSION:
            return _now("%(many)s enc.") % {"many": record.encounters}
        if record.kind in (SanctionKind.DISQUALIFICATION, SanctionKind.EXPULSION):
            return _now("toda la temporada")
        return "—"

    def render_ruling(self, record: Sanction) -> str:
        return str(record.ruling.number)

    def render_starts_at(self, record: Sanction) -> str:
        return moments.short(record.starts_at)

    def _state(self, record: Sanction) -> tuple[Any, str]:
        if record.state == SanctionState.REVOKED:
            return _("revocada"), "plain"
        if record.kind == SanctionKind.FINE:
            return FINES[record.fine_state]
        if record.kind == SanctionKind.SUSPENSION:
            left = self.left.get(record.pk, 0)
            if not left:
                return _("cumplida"), "ok"
            if record.until is not None:
                return _("en vigor"), "stop"
            return _now("le quedan %(left)s") % {"left": left}, "stop"
        return _("en vigor"), "info"

    def render_state(self, record: Sanction) -> Any:
        words, level = self._state(record)
        return format_html('<span class="chip {}">{}</span>', level, words)

    def value_state(self, record: Sanction) -> str:
        return str(self._state(record)[0])

    def render_task(self, record: Sanction) -> Any:
        if (
            not self.may_settle
            or record.fine_state != FineState.DUE
            or record.state == SanctionState.REVOKED
        ):
            return ""
        hidden = f"{record.team}, {record.amount}"
        return format_html(
            '<a href="{}">{}<span class="visually-hidden"> {}</span></a> · '
            '<a href="{}">{}<span class="visually-hidden"> {}</span></a>',
            self.address("matches:fine-pay", pk=record.pk),
            _("Pagada"),
            hidden,
            self.address("matches:fine-waive", pk=record.pk),
            _("Perdonar"),
            hidden,
        )
