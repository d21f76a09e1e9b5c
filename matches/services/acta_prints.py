"""PDFs of actas: ordered with the act, made afterwards by a job, kept under their SHA-256.

Never in the request that signs: a signature waits for no typesetter. The same bytes are given out
again and again; a file that was lost has a later edition, and both are known as ours.

M-D.10  what was filed can be kept and shown by whoever filed it    done
"""

import hashlib
from datetime import datetime, timedelta
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction
from django.utils.translation import gettext as _

from league import jobs
from league.services.jobs import job_enqueue
from league.services.notifications import notify
from matches.addresses import acta_path
from matches.models import Acta, ActaPrint
from matches.selectors.acta_prints import print_name, print_of
from matches.services._notices import delegates_of
from matches.services.seals import file_issue

JOB = "acta.print"
SWEEP = "acta.print.missing"
HOUR = 3600
NEWS = timedelta(days=2)  # what is older is no news: an import or a new certificate tells nobody


def print_order(*, acta: Acta, at: datetime, again: bool = False) -> None:
    """Have the PDFs of a version made, in the caller's transaction. Asking twice changes nothing.

    `again`: later editions, since something was said of the version after the first.
    """
    job_enqueue(
        kind=JOB,
        key=f"{JOB}:{acta.pk}:again" if again else f"{JOB}:{acta.pk}",
        at=at,
        payload={"acta": acta.pk, "again": again},
        season=acta.encounter.division.season,
    )


def prints_make(*, acta_id: int, at: datetime, again: bool = False) -> int:
    """Make what is missing of a version: the whole one and the public one.

    `again` makes later editions of both, of a version about which something was said since. Returns
    how many were made. Raises what `acta_pdf` raises; what was made by then stays.
    """
    acta = Acta.objects.select_related(
        "encounter__division__season__competition",
        "encounter__matchday",
        "encounter__venue",
        "encounter__home",
        "encounter__away",
    ).get(pk=acta_id)
    made = 0
    for whole in (True, False):
        if again or print_of(acta, whole=whole) is None:
            _make(acta, whole=whole, at=at)
            made += 1
    if made and acta.in_force and at - acta.created_at < NEWS:
        _tell(acta, at)
    return made


def prints_order_missing(*, at: datetime) -> int:
    """Order what is in force and has no PDF: of before there were any, or while there was no
    certificate. Returns how many versions."""
    rows = Acta.objects.filter(in_force=True, prints__isnull=True)
    actas = list(rows.select_related("encounter__division__season")[:500])
    for acta in actas:
        print_order(acta=acta, at=at)
    return len(actas)


def prints_make_missing(*, at: datetime) -> int:
    """Make them here and now, without the queue. Returns how many files."""
    missing = Acta.objects.filter(in_force=True, prints__isnull=True)
    return sum(
        prints_make(acta_id=pk, at=at) for pk in missing.values_list("pk", flat=True).order_by("pk")
    )


def _make(acta: Acta, *, whole: bool, at: datetime) -> None:
    # Typesetter and seal are read by who prints, not by every process of the web.
    from matches.paper.acta import acta_pdf

    data = acta_pdf(acta, whole=whole, at=at)
    digest = hashlib.sha256(data).hexdigest()
    name = print_name(digest)
    if not default_storage.exists(name):
        # Before the row: a file without a row is no harm, a row without its file is.
        default_storage.save(name, ContentFile(data))
    with transaction.atomic():
        Acta.objects.select_for_update().get(pk=acta.pk)
        last = ActaPrint.objects.filter(acta=acta, whole=whole).order_by("-edition").first()
        ActaPrint.objects.create(
            acta=acta,
            whole=whole,
            edition=1 if last is None else last.edition + 1,
            digest=digest,
            size=len(data),
            made_at=at,
        )
        file_issue(acta=acta, data=data, at=at)


def _tell(acta: Acta, at: datetime) -> None:
    encounter = acta.encounter
    pair = {"home": encounter.home.name, "away": encounter.away.name}
    notify(
        recipients=delegates_of([encounter.home_id, encounter.away_id]),
        kind="acta.printed",
        subject=_("Acta en PDF: %(home)s — %(away)s") % pair,
        body=_(
            "El acta del encuentro está en vigor y su PDF, sellado, ya se puede descargar. Lleva "
            "un código con el que cualquiera puede comprobar que es auténtica."
        ),
        path=acta_path(acta),
        deduplication_key=f"acta.printed:{acta.pk}",
        at=at,
        season=encounter.division.season,
    )


def _work(work: jobs.Work) -> dict[str, Any]:
    again = bool(work.payload.get("again"))
    return {"made": prints_make(acta_id=work.payload["acta"], at=work.at, again=again)}


def _sweep(work: jobs.Work) -> dict[str, Any]:
    return {"ordered": prints_order_missing(at=work.at)}


def register() -> None:
    """Name the handlers; called once, when the app is ready."""
    jobs.register(JOB, _work)
    jobs.register(SWEEP, _sweep, every_seconds=HOUR)
