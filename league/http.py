"""What every response shares: compression of public pages."""

from django.http import HttpRequest, HttpResponse
from django.middleware.gzip import GZipMiddleware


class CompressPublicPages(GZipMiddleware):
    """Compress what is the same for everybody.

    A page of a signed-in person carries a CSRF token beside what the address bar says; compressing
    both lets an attacker guess the token (BREACH), so those travel as they are.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        user = getattr(request, "user", None)
        if user is not None and user.is_authenticated:
            return response
        if response.cookies:
            return response
        compressed: HttpResponse = super().process_response(request, response)
        return compressed
