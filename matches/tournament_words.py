"""Words for a tournament day: groups, rounds, courts, where a team comes from."""

from django.utils.translation import gettext as _

from league.tournament.timetable import Flaw
from matches.models import BracketSlot
from matches.selectors.tournaments import TournamentReading

_LETTERS = "ABCDEFGHIJKLMNOP"


def group_name(nth: int) -> str:
    """Of a group that is made for the day: "Grupo A"."""
    return _("Grupo %(letter)s") % {"letter": _LETTERS[nth]}


def court_name(number: int) -> str:
    return _("Pista %(number)s") % {"number": number}


def knock_out_name() -> str:
    return _("Eliminatorias")


def round_name(to_final: int) -> str:
    """Of a round of the knock-out, by how many rounds are left behind it."""
    names = (
        _("Final"),
        _("Semifinales"),
        _("Cuartos de final"),
        _("Octavos de final"),
        _("Dieciseisavos de final"),
    )
    return names[to_final]


def third_place_name() -> str:
    return _("Tercer puesto")


def place_words(group: str, place: int) -> str:
    """ "1.º de Grupo A"."""
    return _("%(place)s.º de %(group)s") % {"place": place, "group": group}


def winner_words(number: int) -> str:
    return _("Ganador del partido %(number)s") % {"number": number}


def loser_words(number: int) -> str:
    return _("Perdedor del partido %(number)s") % {"number": number}


def source_words(slot: BracketSlot) -> str:
    """Where the team of a slot comes from. Needs group, winner_of and loser_of loaded."""
    if slot.group is not None and slot.place is not None:
        return place_words(slot.group.name, slot.place)
    if slot.winner_of is not None:
        return winner_words(slot.winner_of.number)
    assert slot.loser_of is not None  # one of the three, the database holds it to
    return loser_words(slot.loser_of.number)


def flaw_sentence(flaw: Flaw, reading: TournamentReading) -> str:
    """What is wrong with where a match would stand, in words."""
    by_key = {str(one.pk): one for one in reading.fixtures}
    facts: dict[str, object] = {
        "number": by_key[flaw.key].number,
        "other": by_key[flaw.other].number,
        "minutes": flaw.minutes,
        "least": reading.tournament.rest_minutes,
    }
    if flaw.team is not None:
        facts["team"] = reading.teams[int(flaw.team)].name
    sentences = {
        "court": _("Los partidos %(other)s y %(number)s coincidirían en la misma pista."),
        "team": _("%(team)s estaría a la vez en los partidos %(other)s y %(number)s."),
        "rest": _(
            "%(team)s descansaría %(minutes)s minutos entre los partidos %(other)s y %(number)s, "
            "y el descanso mínimo es de %(least)s."
        ),
        "source": _(
            "El partido %(number)s empezaría antes de que acabe el %(other)s, del que sale uno de "
            "sus equipos."
        ),
    }
    return sentences[flaw.code] % facts
