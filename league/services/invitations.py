"""What a person is told when given a post: a notification, which also travels by mail.

The link leads to the sign-in by code, so nobody needs a password to begin.
"""

from datetime import date, datetime

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.models import RoleKind, Season, Team, User
from league.services.notifications import notify


def post_given(*, season: Season, user: User, post: RoleKind, key: str, at: datetime) -> None:
    """Tell a member of the staff."""
    facts = {"post": RoleKind(post).label, "season": str(season)}
    _tell(
        season,
        user,
        "role.granted",
        _("%(season)s: nuevo cargo de %(post)s") % facts,
        _("La organización de %(season)s ha dado a esta cuenta el cargo de %(post)s.") % facts,
        key,
        at,
    )


def delegate_named(
    *, season: Season, team: Team, user: User, night: date | None, key: str, at: datetime
) -> None:
    """Tell a delegate."""
    facts = {"team": team.name, "season": str(season)}
    text = _("Esta cuenta representa a %(team)s como delegado en %(season)s.") % facts
    if night is not None:
        text = _("Esta cuenta representa a %(team)s la noche del %(night)s en %(season)s.") % {
            **facts,
            "night": date_format(night, r"j \d\e F \d\e Y"),
        }
    _tell(season, user, "delegate.named", _("Delegado de %(team)s") % facts, text, key, at)


def _tell(
    season: Season, user: User, kind: str, subject: str, text: str, key: str, at: datetime
) -> None:
    how = _(
        "Para entrar basta con este correo: en «Entrar» se pide un código, que llega a este buzón. "
        "No hace falta contraseña."
    )
    notify(
        recipients=[user],
        kind=kind,
        subject=subject,
        body=f"{text}\n\n{how}",
        path=reverse("account_request_login_code"),
        deduplication_key=key,
        season=season,
        at=at,
    )
