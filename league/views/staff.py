"""Staff of a season and delegates of its teams; the season's mail."""

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from league.filters.lists import DelegateFilter, OutboxFilter
from league.forms.staff import DelegateForm, RoleClubForm, RoleForm
from league.models import Season
from league.selectors import rosters
from league.selectors import seasons as select
from league.services import staff as services
from league.services.inbox import notification_retry, notifications_retry_all
from league.tables.lists import DelegateTable, OutboxTable
from league.views.pages import SignedIn, confirm_page, form_page, list_page, organiser_page

TAB = {"tab": "staff"}


def _to(name: str, season: Season, **kwargs: Any) -> str:
    return reverse(f"league:{name}", kwargs={"season_id": season.pk, **kwargs})


@require_safe
@organiser_page
def staff(request: SignedIn, season: Season) -> HttpResponse:
    """Posts of the season, and its delegates as a list."""
    return list_page(
        request,
        rows=select.delegates_of(season),
        table=lambda rows: DelegateTable(rows, season_id=season.pk),
        filter_set=lambda data, queryset: DelegateFilter(data, queryset=queryset),
        file_name=f"delegados-{season.slug}",
        template="organiser/staff.html",
        context={
            "season": season,
            "roles": list(select.roles_of(season)),
            "without": select.teams_without_delegate(season),
            "empty": {
                "title": _("Ningún equipo tiene delegado todavía."),
                "text": _("Se nombran en la página de cada equipo, con su correo."),
                "url": _to("teams", season),
                "link": _("Ir a los equipos"),
            },
            **TAB,
        },
    )


@organiser_page
def role_new(request: SignedIn, season: Season) -> HttpResponse:
    return form_page(
        request,
        form=RoleForm(request.POST or None, clubs=select.club_choices()),
        act=lambda form: services.role_grant(
            actor=request.user,
            season_id=season.pk,
            at=timezone.now(),
            **form.cleaned_data,
        ),
        said=_("Cargo dado. Se le avisa por correo."),
        back=_to("staff", season),
        context={"season": season, "title": _("Dar un cargo"), **TAB},
    )


@organiser_page
def role_edit(request: SignedIn, season: Season, role_id: int) -> HttpResponse:
    role = select.role_of(season, role_id)
    form = RoleClubForm(
        request.POST or None, clubs=select.club_choices(), initial={"club_id": role.club_id}
    )
    return form_page(
        request,
        form=form,
        act=lambda form: services.role_update(
            actor=request.user,
            season_id=season.pk,
            role_id=role_id,
            club_id=form.cleaned_data["club_id"],
            at=timezone.now(),
        ),
        said=_("Cargo guardado."),
        back=_to("staff", season),
        context={
            "season": season,
            "title": str(role.user),
            "text": role.get_kind_display(),
            "danger_url": _to("role-revoke", season, role_id=role_id),
            "danger_text": _("Quitar el cargo"),
            **TAB,
        },
    )


@organiser_page
def role_revoke(request: SignedIn, season: Season, role_id: int) -> HttpResponse:
    role = select.role_of(season, role_id)
    own = role.user_id == request.user.pk
    return confirm_page(
        request,
        act=lambda: services.role_revoke(
            actor=request.user,
            season_id=season.pk,
            role_id=role_id,
            at=timezone.now(),
        ),
        said=_("Cargo quitado."),
        back=reverse("league:me") if own else _to("staff", season),
        context={
            "season": season,
            "title": _("Quitar el cargo a %(person)s") % {"person": role.user},
            "text": _("Deja de ser %(post)s en esta temporada.")
            % {"post": role.get_kind_display()},
            "consequences": [_("Lo que ya firmó o resolvió sigue valiendo.")],
            "submit": _("Quitar el cargo"),
            **TAB,
        },
    )


@organiser_page
def delegate_new(request: SignedIn, season: Season, team_id: int) -> HttpResponse:
    team = rosters.teams_of(season).get(pk=team_id)
    return form_page(
        request,
        form=DelegateForm(request.POST or None),
        act=lambda form: services.delegate_name(
            actor=request.user,
            season_id=season.pk,
            team_id=team_id,
            at=timezone.now(),
            **form.cleaned_data,
        ),
        said=_("Delegado nombrado. Se le avisa por correo."),
        back=_to("team", season, team_id=team_id),
        context={
            "season": season,
            "title": _("Delegado de %(team)s") % {"team": team.name},
            "tab": "teams",
        },
    )


@organiser_page
def delegate_dismiss(request: SignedIn, season: Season, delegate_id: int) -> HttpResponse:
    delegate = select.delegate_of(season, delegate_id)
    return confirm_page(
        request,
        act=lambda: services.delegate_dismiss(
            actor=request.user,
            season_id=season.pk,
            delegate_id=delegate_id,
            at=timezone.now(),
        ),
        said=_("Delegado quitado."),
        back=_to("team", season, team_id=delegate.team_id),
        context={
            "season": season,
            "title": _("Quitar a %(person)s") % {"person": delegate.user},
            "text": _("Deja de representar a %(team)s.") % {"team": delegate.team.name},
            "consequences": [_("Lo que ya firmó sigue valiendo.")],
            "submit": _("Quitar el delegado"),
            "tab": "teams",
        },
    )


@require_safe
@organiser_page
def outbox(request: SignedIn, season: Season) -> HttpResponse:
    """The season's mail: sent, waiting, failed."""
    return list_page(
        request,
        rows=select.outbox_of(season),
        table=lambda rows: OutboxTable(rows, season_id=season.pk),
        filter_set=lambda data, queryset: OutboxFilter(data, queryset=queryset),
        file_name=f"correo-{season.slug}",
        template="organiser/outbox.html",
        context={
            "season": season,
            "counts": select.outbox_counts(season),
            "empty": {
                "title": _("No se ha escrito ningún correo."),
                "text": _("Aquí aparecen los avisos a delegados, comité y jueces."),
            },
            **TAB,
        },
    )


@organiser_page
def outbox_retry(request: SignedIn, season: Season, notification_id: int) -> HttpResponse:
    message = select.outbox_of(season).get(pk=notification_id)
    return confirm_page(
        request,
        act=lambda: notification_retry(
            actor=request.user,
            season_id=season.pk,
            notification_id=notification_id,
            at=timezone.now(),
        ),
        said=_("El correo vuelve a la cola y sale enseguida."),
        back=_to("outbox", season),
        context={
            "season": season,
            "title": _("Reintentar el envío"),
            "text": f"{message.subject} → {message.recipient.email}",
            "consequences": [message.error[:300]] if message.error else [],
            "submit": _("Reintentar"),
            "calm": True,
            **TAB,
        },
    )


@organiser_page
def outbox_retry_all(request: SignedIn, season: Season) -> HttpResponse:
    """Send every mail that failed again, after asking."""
    failed = select.outbox_counts(season)["FAILED"]
    return confirm_page(
        request,
        act=lambda: notifications_retry_all(
            actor=request.user, season_id=season.pk, at=timezone.now()
        ),
        said=_("De vuelta en la cola."),
        back=_to("outbox", season),
        context={
            "season": season,
            "title": ngettext(
                "Enviar de nuevo %(n)s correo fallido",
                "Enviar de nuevo %(n)s correos fallidos",
                failed,
            )
            % {"n": failed},
            "text": _("Vuelven a la cola y salen en menos de un minuto."),
            "consequences": [
                _("Si la causa sigue, se intentan otra vez varias veces y vuelven aquí."),
                _("Quien no lo recibe por correo lo tiene igualmente en «Avisos»."),
            ],
            "submit": _("Enviar de nuevo"),
            **TAB,
        },
    )
