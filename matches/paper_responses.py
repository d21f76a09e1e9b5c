"""A PDF as an answer."""

from django.http import HttpResponse


def pdf_file(data: bytes, name: str) -> HttpResponse:
    """A PDF to look at; whether it may be kept is for the caller to say."""
    return HttpResponse(
        data,
        content_type="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{name}.pdf"'},
    )


def pdf_response(data: bytes, name: str) -> HttpResponse:
    """A PDF made for whoever asked: not kept by anybody on the way."""
    response = pdf_file(data, name)
    response["Cache-Control"] = "private, no-store"
    return response
