"""What every response shares: compression of public pages."""

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
