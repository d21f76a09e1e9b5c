"""Spanish collation as a stored key, so that both databases sort alike. Pure.

Accents and case do not count, ñ follows n, digits precede letters. The key is written in hex
digits: every collation that a PostgreSQL server may have orders those in the same way.
"""

import unicodedata

_N_TILDE = "ñ"
MAX_SOURCE = 120


def sort_key(text: str) -> str:
    """The key under which `text` sorts as a Spanish reader expects."""
    folded = []
    for char in unicodedata.normalize("NFC", text[:MAX_SOURCE]).casefold():
        if char == _N_TILDE:
            folded.append("n~")  # "~" follows every ASCII letter: ña comes after nz
            continue
        for part in unicodedata.normalize("NFD", char):
            if part.isalnum() and part.isascii():
                folded.append(part)
            elif not unicodedata.combining(part):
                folded.append(" ")
    return " ".join("".join(folded).split()).encode("ascii").hex()
