"""A PDF as an answer."""

from django.http import HttpResponse


def pdf_response(data: bytes, name: str) -> HttpResponse:
    """A PDF made for whoever asked: not kept by anybody on the way."""
    return HttpResponse(
        data,
        content_type="application/pdf",
        headers={
            "Content-Disposition": f'inline; filename="{name}.pdf"',
            "Cache-Control": "private, no-store",
        },
    )
