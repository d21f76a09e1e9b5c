"""An evening with names as people have them, on top of `stage.evening`."""

from datetime import datetime

from league.models import Player
from tests.factories import AT
from tests.matches import stage
from tests.matches.stage import Evening

HOME = (
    ("Covadonga", "Álvarez Menéndez-Arcelús"),
    ("Xuacu", "Ñembro Peláez"),
    ("Higinio", "de la Fuente Sariego"),
    ("Lluisa", "Viña Iglesias"),
    ("Pelayo", "Núñez Busto"),
    ("Olaya", "Ordóñez Cué"),
    ("Nel", "Argüelles Zapico"),
    ("Telvina", "Muñiz Ablanedo"),
    ("Fonso", "Coto Llaneza"),
)
AWAY = (
    ("Aladina", "Cuervo Fanjul"),
    ("Bras", "Barreiro Nava"),
    ("Carme", "Piñera Gutiérrez de la Campa"),
    ("Delfín", "Rozada Álvarez"),
    ("Enol", "Suárez Villazón"),
    ("Florina", "Ñora Castañón"),
    ("Gaspar", "Vigil-Escalera Tuñón"),
    ("Honorina", "García Sastre"),
    ("Ixuxú", "Prendes Fierro"),
)


def evening(*, starts_at: datetime = AT, fichas: int = 9) -> Evening:
    """El Órdago at home to Les Xanes, nine fichas each."""
    made = stage.evening(starts_at=starts_at, fichas=fichas)
    for team, name, delegate in (
        (made.encounter.home, "Peña El Órdago", made.home),
        (made.encounter.away, "Sidrería Les Xanes", made.away),
    ):
        team.name = name
        team.save()
        delegate.name = f"Delegación de {name}"
        delegate.save()
    for rows, names in ((made.home_fichas, HOME), (made.away_fichas, AWAY)):
        for row, (first, last) in zip(rows, names, strict=False):
            player = Player.objects.get(pk=row.player_id)
            player.first_name, player.last_name = first, last
            player.save()
            row.player = player
    made.encounter.venue = made.encounter.home.venue
    made.encounter.save(update_fields=["venue"])
    return made
