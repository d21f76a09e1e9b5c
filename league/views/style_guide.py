"""The page with every component (`/estilo/`), fed with invented data and no query.

What belongs here: one example of each thing in `templates/components/`, so that a change of the
stylesheet can be judged on one page. What does not: anything that a real page needs.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import django_tables2 as tables
from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe
from django_tables2 import RequestConfig

PLAYERS = (
    ("Covadonga Álvarez Menéndez-Arcelús", "Peña El Órdago", 3, "AS-10431"),
    ("Xuacu Ñembro Peláez", "Chigre La Ñora", 11, "AS-10007"),
    ("Benigno Fdez. de la Uz", "Sidrería Les Xanes", 7, "AS-11920"),
    ("María del Camino Busto", "Peña Ría de Avilés", 1, "AS-10218"),
    ("Aurelio Cué Ordóñez", "Bar Carbayeda", 14, "AS-10822"),
    ("Lluisa Viña Iglesias", "Casa Güelu", 16, "AS-11041"),
    ("Higinio Sariego", "Peña Santolaya", 9, "AS-10555"),
)


class SampleForm(forms.Form):
    """One field of each kind. It is bound and wrong, so that the errors can be seen."""

    name = forms.CharField(label=_("Nombre de la peña"), help_text=_("Como debe salir en el acta."))
    email = forms.EmailField(label=_("Correo del delegado"))
    venue = forms.ChoiceField(
        label=_("Local"), choices=[("1", "Bar El Puertu"), ("2", "Sidrería La Xagosa")]
    )
    partida_format = forms.ChoiceField(
        label=_("Formato de la partida"),
        help_text=_("Se elige una vez: después de la primera acta no cambia."),
        widget=forms.RadioSelect,
        choices=[
            ("first_to_3", _("Gana quien llega a tres juegos")),
            ("best_of_5", _("Al mejor de cinco")),
            ("all_5", _("Se juegan los cinco")),
        ],
    )
    days = forms.MultipleChoiceField(
        label=_("Días en que se puede jugar"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        choices=[("4", _("viernes")), ("5", _("sábado"))],
    )
    starts_on = forms.DateField(
        label=_("Primera jornada"), widget=forms.DateInput(attrs={"type": "date"})
    )
    notes = forms.CharField(label=_("Observaciones"), required=False, widget=forms.Textarea)
    roster = forms.FileField(label=_("Lista de jugadores"), required=False)
    sealed = forms.BooleanField(label=_("Las barajas estaban precintadas"))


class PlayerTable(tables.Table):
    """A list as the organiser sees it: sorted, paged, with downloads."""

    caption = _("Jugadores con ficha en la temporada")
    export_formats = ("csv", "xlsx")
    name = tables.Column(verbose_name=_("Nombre"))
    team = tables.Column(verbose_name=_("Peña"))
    slot = tables.Column(verbose_name=_("Ficha"), attrs={"cell": {"class": "num"}})
    licence = tables.Column(verbose_name=_("Licencia"), orderable=False)

    class Meta:
        template_name = "tables/amarraco.html"


def _rows() -> list[dict[str, Any]]:
    """A table with every kind of row: tied, sanctioned, corrected, withdrawn."""
    return [
        _row(1, "Peña El Órdago", (14, 41, 15), 41, "GGEGG", zone="up"),
        _row(2, "Chigre La Ñora", (14, 38, 18), 38, "GGPGG", zone="up", mine=True),
        _row(3, "Peña Ría de Avilés", (14, 35, 21), 35, "EGGPG"),
        _row(
            4,
            "Sidrería Les Xanes",
            (14, 35, 21),
            35,
            "GPGGE",
            why=_("por enfrentamiento directo (5–3)"),
        ),
        _row(
            5,
            "Casa Güelu de los Siete Hermanos de Miranda",
            (14, 25, 31),
            25,
            "PPGEP",
            why=_("4 → 3 en la 9.ª por resolución 2026/07"),
        ),
        _row(
            6,
            "Peña La Garduña",
            (14, 20, 36),
            19,
            "PPPGP",
            zone="down",
            why=_("−1 por sanción"),
            clause="M-D.16",
        ),
        _row(7, "Bar Carbayeda", (0, 0, 0), 0, "", withdrawn=True),
    ]


def _row(
    position: int,
    team: str,
    counts: tuple[int, int, int],
    points: int,
    form: str,
    **more: Any,
) -> dict[str, Any]:
    played, score_for, score_against = counts
    return {
        "position": position,
        "team": team,
        "url": "#",
        "played": played,
        "won": form.count("G"),
        "drawn": form.count("E"),
        "lost": form.count("P"),
        "score_for": score_for,
        "score_against": score_against,
        "difference": score_for - score_against,
        "points": points,
        "form": form,
        **more,
    }


def _boards() -> list[dict[str, Any]]:
    return [
        {
            "number": 1,
            "state": _("terminada"),
            "level": "ok",
            "home": {"names": "Peláez · Núñez", "slots": _("fichas 3 y 11"), "games": 3},
            "away": {"names": "Ordóñez · Cué", "slots": _("fichas 1 y 8"), "games": 1},
        },
        {
            "number": 2,
            "state": _("descanso"),
            "level": "wait",
            "choices": range(4),
            "home": {"names": "Busto · Menéndez", "slots": _("fichas 5 y 14"), "games": 2},
            "away": {
                "names": "Iglesias · Viña-Ñembro",
                "slots": _("fichas 2 y 16"),
                "games": 1,
                "disabled": [3],
            },
        },
    ]


@require_safe
def style_guide(request: HttpRequest) -> HttpResponse:
    """Show every component. Open to all, reads no database."""
    form = SampleForm(
        {"name": "Peña Santolaya", "email": "delegada@", "partida_format": "best_of_5", "days": "4"}
    )
    table = PlayerTable(
        [dict(zip(("name", "team", "slot", "licence"), player, strict=True)) for player in PLAYERS],
        order_by="name",
    )
    RequestConfig(request, paginate={"per_page": 4}).configure(table)
    context = {
        "form": form,
        "table": table,
        "page": Paginator(range(128), 20).get_page(request.GET.get("page")),
        "rows": _rows(),
        "boards": _boards(),
        "target": range(1, 4),
        "moment": datetime(2026, 10, 23, 22, 41, tzinfo=UTC),
        "tabs": [
            {"text": _("Portada"), "url": "#"},
            {"text": _("Clasificación"), "url": "#", "current": True},
            {"text": _("Jornadas"), "url": "#"},
            {"text": _("Peñas"), "url": "#"},
            {"text": _("Resoluciones"), "url": "#"},
        ],
        "breadcrumbs": [
            {"text": _("Temporada 2026/27"), "url": "#"},
            {"text": _("Jornada 15"), "url": "#"},
            {"text": _("Estilo")},
        ],
        "chips": [
            {"text": _("en deliberación"), "level": "wait"},
            {"text": _("vence en 2 días"), "level": "stop"},
        ],
        "steps": [
            {"label": _("Presentes"), "state": "done", "url": "#"},
            {"label": _("Sorteo"), "state": "done"},
            {"label": _("Resultados"), "state": "current"},
            {"label": _("Final")},
            {"label": _("Firmas")},
        ],
        "consequences": [
            _("Casa Güelu pasa de 26 a 25 puntos."),
            _("La ficha 9 no puede jugar las jornadas 15 y 16."),
        ],
    }
    return render(request, "style_guide.html", context)
