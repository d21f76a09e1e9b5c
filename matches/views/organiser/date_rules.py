"""The limits of changes of date: days to play on, days without play, the last day of each leg."""

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import Season
from league.views.pages import SignedIn, confirm_page, form_page, organiser_page
from matches.forms.dates import DateRuleForm
from matches.selectors.dates import date_rule_get, date_rules_of
from matches.services.date_rules import date_rule_add, date_rule_remove


@organiser_page
def date_rules(request: SignedIn, season: Season) -> HttpResponse:
    return form_page(
        request,
        form=DateRuleForm(request.POST or None),
        act=lambda form: date_rule_add(
            actor=request.user,
            season_id=season.pk,
            at=timezone.now(),
            **form.cleaned_data,
        ),
        said=_("Anotado. Vale para los cambios de fecha que se acuerden desde ahora."),
        back=reverse("matches:organise-date-rules", args=[season.pk]),
        template="organiser/date_rules.html",
        context={"season": season, "tab": "calendar", "rules": date_rules_of(season.pk)},
    )


@organiser_page
def remove(request: SignedIn, season: Season, pk: int) -> HttpResponse:
    rule = date_rule_get(season.pk, pk)
    return confirm_page(
        request,
        act=lambda: date_rule_remove(
            actor=request.user,
            season_id=season.pk,
            rule_id=pk,
            at=timezone.now(),
        ),
        said=_("Quitado."),
        back=reverse("matches:organise-date-rules", args=[season.pk]),
        context={
            "season": season,
            "tab": "calendar",
            "title": _("Quitar el límite"),
            "text": _("Las fechas ya acordadas no cambian."),
            "submit": _("Quitar"),
            "rule": rule,
        },
    )
