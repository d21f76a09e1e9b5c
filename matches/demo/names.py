"""Invented peñas and players of the Avilés area. No name is that of a person we know of."""

from dataclasses import dataclass
from datetime import time

COMPETITION = "Liga de mus de la comarca de Avilés"
ORGANISER = "Federación Comarcal de Mus"

PRIZE_AT_HALF_TIME = "Campeón de invierno: una caja de sidra"
# What is won, and the place in the table that wins it.
PRIZES = (
    ("Campeón: trofeo y un jamón", 1),
    ("Subcampeón: trofeo y un lacón", 2),
    ("Tercer puesto: trofeo y un queso", 3),
    ("La mejor espicha: una madreña de plata", None),
    (PRIZE_AT_HALF_TIME, None),
)


@dataclass(frozen=True)
class Entry:
    """A peña: where it plays, how many players it has, and how well it plays (0 to 1)."""

    name: str
    venue: str
    address: str
    town: str
    tables: int
    hour: time
    players: int
    strength: float


# Peña | venue | address | town | tables | hour | players | strength
_TABLE = """
Peña El Órdago | Bar El Puertu | Rúa del Muelle, 4 | Avilés | 4 | 22:00 | 16 | 0.74
Sidrería Les Xanes | Sidrería Les Xanes | Camín Real, 12 | Castrillón | 5 | 22:00 | 14 | 0.66
Chigre La Ñora | Chigre La Ñora | Plaza de la Ñora, 1 | Avilés | 4 | 21:30 | 13 | 0.68
Bar Carbayeda | Bar Carbayeda | Calle del Carbayo, 33 | Corvera | 4 | 22:00 | 12 | 0.58
Peña Ría Fonda | Café La Dársena | Paseo de la Ría, 8 | Avilés | 4 | 22:00 | 12 | 0.60
Peña La Dársena | Café La Dársena | Paseo de la Ría, 8 | Avilés | 4 | 22:30 | 11 | 0.45
Casa Güelu | Casa Güelu | Calle de Arriba, 2 | Gozón | 4 | 22:00 | 10 | 0.42
Peña Santolaya | Bar Santolaya | Carretera Xeneral, 51 | Illas | 4 | 21:30 | 12 | 0.50
Tertulia El Amarraco | Cafetería La Fragata | Calle del Faro, 19 | Avilés | 4 | 22:00 | 15 | 0.55
Peña Xana y Trasgu | Bar El Trasgu | Calle Fonte, 7 | Castrillón | 4 | 22:00 | 9 | 0.38
Los Duples de Molleda | Bar La Panera | Barriu Molleda, s/n | Corvera | 4 | 22:00 | 10 | 0.34
Peña La Garduña | Llagar La Garduña | Camín del Llagar, 3 | Soto del Barco | 4 | 22:00 | 9 | 0.30
"""


def _entry(line: str) -> Entry:
    name, venue, address, town, tables, hour, players, strength = line.split(" | ")
    return Entry(
        name,
        venue,
        address,
        town,
        int(tables),
        time.fromisoformat(hour),
        int(players),
        float(strength),
    )


ENTRIES = tuple(_entry(line) for line in _TABLE.strip().splitlines())

FIRST_NAMES = (
    "Pelayo",
    "Xuan",
    "Nel",
    "Covadonga",
    "Xicu",
    "Olaya",
    "Amaro",
    "Llucía",
    "Toribio",
    "Nolo",
    "Aladino",
    "Delfina",
    "Eladio",
    "Fermín",
    "Graciano",
    "Herminia",
    "Iyán",
    "Marcelina",
    "Onofre",
    "Sabino",
    "Telva",
    "Urbano",
    "Vidal",
    "Xandru",
    "Adosinda",
    "Belarmino",
    "Cefero",
    "Demetria",
    "Efrén",
    "Gaudiosa",
)
LAST_NAMES = (
    "Ablanedo",
    "Bances",
    "Cuervo-Arango",
    "Ñañez",
    "Llaneza",
    "Muñiz",
    "Ordieres",
    "Pañeda",
    "Quirós",
    "Riaño",
    "Solís",
    "Tuñón",
    "Uría",
    "Valdés",
    "Viña",
    "Xardón",
    "Álvarez-Buylla",
    "Castañón",
    "Busto",
    "Cué",
    "Dindurra",
    "Entrialgo",
    "Figaredo",
    "Granda",
    "Iglesias",
    "Jove",
    "Lavandera",
    "Menéndez",
    "Noriega",
    "Peláez",
    "Nuño",
    "Zapico",
    "Vega-Inclán",
    "Ñora",
)
