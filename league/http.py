"""What pages share of HTTP: compression of those for everybody, and numbers that came as text."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class CompressPublicPages(GZipMiddleware):
    """Compress what is the same for everybody.

    A page of a signed-in person carries a CSRF token beside what the address bar says; compressing
    both lets an attacker guess the token (BREACH), so those travel as they are.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        user = getattr(request, "user", None)
        if user is not None and user.is_authenticated:
            return response
        if response.cookies:
            return response
        return super().process_response(request, response)


def whole_number(text: str) -> int | None:
    """The number that an address or a form carries; None for anything else, however long."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None
