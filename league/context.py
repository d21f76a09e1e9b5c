"""What every template may use."""

from django.http import HttpRequest
from django.utils import timezone


def site(request: HttpRequest) -> dict[str, object]:
    """The server's clock, shown wherever a deadline runs (M-D.3)."""
    return {"now": timezone.localtime()}
