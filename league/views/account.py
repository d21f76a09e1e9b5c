"""Pages of a signed-in person: where to begin, and what they were told."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ObjectDoesNotExist
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league import policies
from league.selectors import seasons as select
from league.services import inbox as services
from league.topics import TOPICS
from league.views.pages import SignedIn, address_of, season_home

PER_PAGE = 30


@require_safe
@login_required
def me(request: SignedIn) -> HttpResponse:
    """Lead to the one place a person works in; with several, offer them."""
    user = request.user
    posts = select.posts_of(user, timezone.localdate())
    doors = _doors(posts)
    if not doors and policies.may_found_season(user):
        return redirect("league:organise")
    if len(doors) == 1 and doors[0]["url"]:
        return redirect(doors[0]["url"])
    context = {"doors": doors, "unread": select.unread_count(user)}
    return render(request, "me.html", context)


@require_safe
@login_required
def inbox(request: SignedIn) -> HttpResponse:
    """What the person was told, the newest first."""
    user = request.user
    page = Paginator(select.inbox_of(user), PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "inbox.html", {"page": page, "unread": select.unread_count(user)})


@require_POST
@login_required
def inbox_open(request: SignedIn, notification_id: int) -> HttpResponse:
    """Mark one as read and go to what it is about."""
    try:
        message = services.notification_read(
            actor=request.user,
            notification_id=notification_id,
            at=timezone.now(),
        )
    except ObjectDoesNotExist:
        raise Http404 from None
    safe = url_has_allowed_host_and_scheme(message.path, allowed_hosts=None)
    return redirect(message.path if message.path and safe else reverse("league:inbox"))


@require_POST
@login_required
def inbox_read_all(request: SignedIn) -> HttpResponse:
    """Mark everything as read."""
    services.notifications_read_all(
        actor=request.user,
        at=timezone.now(),
    )
    messages.success(request, _("Todo leído."))
    return redirect("league:inbox")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def inbox_mail(request: SignedIn) -> HttpResponse:
    """Which notices come by mail too."""
    if request.method == "POST":
        services.mail_choose(
            actor=request.user, wanted=request.POST.getlist("topic"), at=timezone.now()
        )
        messages.success(request, _("Guardado. Vale para los avisos de ahora en adelante."))
        return redirect("league:inbox")
    chosen = [(topic, topic.name not in request.user.mail_off) for topic in TOPICS.values()]
    return render(request, "inbox_mail.html", {"topics": chosen})


def _doors(posts: select.Posts) -> list[dict[str, Any]]:
    """Where the person's posts lead, the most pressing first."""
    doors: list[dict[str, Any]] = []
    if posts.delegate_teams:
        names = ", ".join(team.name for team in posts.delegate_teams)
        doors.append(
            {
                "title": _("Mis encuentros"),
                "text": _("Delegado de %(teams)s") % {"teams": names},
                "url": address_of("matches:tonight"),
            }
        )
    doors += [
        {
            "title": str(season),
            "text": _("Organización"),
            "url": season_home(season),
        }
        for season in posts.organises
    ]
    doors += [
        {
            "title": str(season),
            "text": _("Comité de competición"),
            "url": address_of("matches:cases", season_id=season.pk),
        }
        for season in posts.rules_in
    ]
    doors += [
        {
            "title": str(season),
            "text": _("Juez-árbitro"),
            "url": address_of("matches:referee", season_id=season.pk)
            or address_of(
                "matches:season", competition=season.competition.slug, season=season.slug
            ),
        }
        for season in posts.referees_in
    ]
    return doors
