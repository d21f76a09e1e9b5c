"""Three deals that show what the consulta is for: a game that ends before the last lance, an error
of announcement, and a bet refused."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Example:
    title: Promise | str
    text: Promise | str
    record: str


EXAMPLES = (
    Example(
        _("A dos piedras de salir"),
        _("38–33: la grande querida acaba el juego y lo demás no se cuenta."),
        '[Tanteo "38-33"] [Mano "A1"] [Cartas "A1:RR64 CCS1 7654 3SS2"]\n'
        "M: A1x\n"
        "G: A1e B1q\n"
        "C: A1- B1- A2- B2-\n"
        "P: A1s B1s A2n B2s A1- B1- B2-\n"
        "J: A1n B1s A2n B2s",
    ),
    Example(
        _("Pares sin cantar"),
        _("15–30: A2 tenía dos reyes, no los cantó y lo dice al llegar al juego."),
        '[Tanteo "15-30"] [Mano "B1"] [Cartas "B1:66S4 R3C5 S754 C761"]\n'
        "M: B1x\n"
        "G: B1- A2- B2- A1-\n"
        "C: B1- A2- B2- A1-\n"
        "P: B1s A2n B2n A1n\n"
        "J: B1n A2s!pares-de-reyes-y-35 B2n A1n\n"
        "? M-VII.1 A2",
    ),
    Example(
        _("La Real contra 31"),
        _("20–22: pares no queridos y un envite de cinco a juego contra la Real."),
        '[Tanteo "20-22"] [Mano "A1"] [Cartas "A1:RR31 CS64 5541 777S"]\n'
        "M: A1x\n"
        "G: A1- B1- A2- B2-\n"
        "C: A1- B1- A2- B2-\n"
        "P: A1s B1n A2s B2s A1e B2n\n"
        "J: A1s B1n A2n B2s A1e5 B2q",
    ),
)
