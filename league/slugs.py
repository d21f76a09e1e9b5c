"""Addresses made from names."""

from collections.abc import Container

from django.utils.text import slugify

# First words of the site's own addresses: a competition of that name would never be reached.
RESERVED = frozenset(
    {
        "acta",
        "administracion",
        "api",
        "arbitraje",
        "avisos",
        "comite",
        "cuenta",
        "encuentro",
        "encuentros",
        "esta-noche",
        "estilo",
        "mi",
        "mis-fechas",
        "noche",
        "organizacion",
        "pruebas",
        "reclamaciones",
        "reglamento",
        "sin-cobertura",
        "sw.js",
        "static",
        "v",
        "verificar",
    }
)


def free_slug(name: str, taken: Container[str], *, length: int = 60) -> str:
    """An address for the name that nobody of `taken` has: "la-nora", then "la-nora-2"."""
    stem = slugify(name.replace("/", "-"))[: length - 4].strip("-") or "sin-nombre"
    slug, number = stem, 1
    while slug in taken:
        number += 1
        slug = f"{stem}-{number}"
    return slug
