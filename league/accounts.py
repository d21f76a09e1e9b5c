"""Accounts are made by invitation (staff of a season, delegates), never by signing up."""

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _


class InvitedOnlyAdapter(DefaultAccountAdapter):
    """Nobody signs up; what is said of a failed entry tells what to do next."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": _("Esta cuenta está desactivada. La federación puede reactivarla."),
        "email_password_mismatch": _(
            "El correo y la contraseña no coinciden. Se puede probar otra vez o recibir un código "
            "en el correo."
        ),
        "incorrect_code": _("El código no es ese. Son los caracteres del último correo."),
        "too_many_login_attempts": _(
            "Demasiados intentos fallidos. Hay que esperar cinco minutos para probar otra vez."
        ),
        "rate_limited": _("Demasiadas peticiones seguidas. Hay que esperar un momento."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False
