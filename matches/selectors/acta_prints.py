"""The PDFs of actas: which file is given out, and where it lies."""

from django.core.files.storage import default_storage

from league.models import Season
from matches.models import Acta, ActaPrint
from matches.selectors.public_encounters import actas_of, encounter_of


def print_name(digest: str) -> str:
    """Where a file lies in the storage, by its digest."""
    return f"actas/{digest[:2]}/{digest}.pdf"


def print_of(acta: Acta, *, whole: bool) -> ActaPrint | None:
    """The edition to give out, if there is one and its file is where it should be."""
    return _there(ActaPrint.objects.filter(acta=acta, whole=whole).order_by("-edition").first())


def public_print(season: Season, encounter_id: int, number: int) -> ActaPrint | None:
    """What everybody gets of a version, in one query. Only what once was in force was printed."""
    found = ActaPrint.objects.filter(
        acta__encounter_id=encounter_id,
        acta__number=number,
        acta__encounter__division__season=season,
        whole=False,
    )
    return _there(found.select_related("acta").order_by("-edition").first())


def in_force_number(season: Season, encounter_id: int) -> int:
    """The number of the version in force, in one query. Raises Acta.DoesNotExist."""
    found: int = Acta.objects.values_list("number", flat=True).get(
        encounter_id=encounter_id, encounter__division__season=season, in_force=True
    )
    return found


def acta_of(season: Season, encounter_id: int, number: int) -> Acta:
    """A version that is or was in force, with its encounter. Raises Acta.DoesNotExist,
    Encounter.DoesNotExist."""
    encounter = encounter_of(season, encounter_id)
    encounter.division.season = season
    found = actas_of(encounter).prefetch_related(None).get(number=number)
    found.encounter = encounter
    return found


def _there(found: ActaPrint | None) -> ActaPrint | None:
    if found is None or not default_storage.exists(print_name(found.digest)):
        return None
    return found
