"""What people read of the claims on the back of a match's sheet."""

from django.utils.translation import gettext as _

from matches.selectors.sheet_claims import ClaimMoment


def moment_words(moment: ClaimMoment) -> str:
    """When in the match: "set 2, 7–5"."""
    home, away = moment.points
    return _("set %(set)s, %(home)s–%(away)s") % {"set": moment.set, "home": home, "away": away}


def ruling_words(*, upheld: bool | None) -> tuple[str, str]:
    """A decision and its level."""
    if upheld is None:
        return _("por decidir"), "wait"
    return (_("procede"), "ok") if upheld else (_("no procede"), "stop")
