"""A QR for the templates."""

import io

import segno


def qr(address: str) -> str:
    """The address as an SVG, dark on nothing, without a border: the template leaves its room."""
    out = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        out, kind="svg", border=0, xmldecl=False, svgclass=None, lineclass=None
    )
    return out.getvalue().decode()
