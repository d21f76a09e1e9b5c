"""The head of every chain of the record, noted once a day, shown to everybody and sent by mail.

Whoever owns the database could write the record anew or cut its end. He cannot take back a head
that went out: `manage.py verify_ledger --head` holds any of them against the record.
"""

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from league.jobs import Work, register
from league.models import DayHead, LedgerChain, Role, RoleKind, Season, User
from league.services.notifications import notify

HEADS_NOTE = "ledger.heads"
HOUR = 60 * 60
NIGHT_ENDS = 7  # o'clock: the acta of a long evening still belongs to its day
KIND = "ledger.head"


def heads_note(work: Work) -> dict[str, int]:
    """Note the heads of the day that has ended, once, and tell those who want to know."""
    day = (timezone.localtime(work.at) - timedelta(hours=NIGHT_ENDS)).date() - timedelta(days=1)
    with transaction.atomic():
        heads = _note(day, work.at)
        told = _tell(day, heads, work.at)
    return {"heads": len(heads), "told": told}


def _note(day: date, at: datetime) -> list[DayHead]:
    """A row for each chain that moved since its last one."""
    noted = []
    for chain in LedgerChain.objects.select_related("season__competition").order_by("pk"):
        last = DayHead.objects.filter(chain=chain).order_by("-day").first()
        if chain.length == 0 or (last and (last.day >= day or last.head == chain.head)):
            continue
        noted.append(
            DayHead(chain=chain, day=day, length=chain.length, head=chain.head, noted_at=at)
        )
    DayHead.objects.bulk_create(noted, ignore_conflicts=True)
    return noted


def _tell(day: date, heads: list[DayHead], at: datetime) -> int:
    """One message to each organiser and to everybody who asked, with what concerns them."""
    told = 0
    for person, seasons in _readers().items():
        own = [
            head
            for head in heads
            if head.chain.season is None
            or head.chain.season.is_public
            or head.chain.season_id in seasons
        ]
        if any(head.chain.season_id is not None for head in own):
            told += notify(
                recipients=[person],
                kind=KIND,
                subject=_("El registro, a %(day)s") % {"day": _day(day)},
                body=_body(own),
                path=reverse("league:heads"),
                deduplication_key=f"{KIND}:{day.isoformat()}",
                at=at,
            )
    return told


def _readers() -> dict[User, set[int]]:
    """Who is told, and the seasons that they organise."""
    readers: dict[User, set[int]] = {user: set() for user in User.objects.filter(wants_heads=True)}
    for role in Role.objects.filter(kind=RoleKind.ORGANISER).select_related("user"):
        readers.setdefault(role.user, set()).add(role.season_id)
    return readers


def _body(heads: Iterable[DayHead]) -> str:
    lines = [
        _(
            "Guarda este mensaje: con cualquiera de estas cabezas se comprueba que nadie ha "
            "quitado ni cambiado después lo que el registro decía."
        )
    ]
    for head in heads:
        lines.append(
            _("%(chain)s, %(length)s actos:\n%(head)s")
            % {"chain": _name(head.chain.season), "length": head.length, "head": head.head}
        )
    return "\n\n".join(lines)


def _name(season: Season | None) -> str:
    return str(season) if season is not None else _("Registro general")


def _day(day: date) -> str:
    return day.strftime("%d/%m/%Y")


@transaction.atomic
def heads_want(*, actor: User, wanted: bool, at: datetime) -> None:
    """Whether the person gets the heads of the day by mail. Organisers get them anyway."""
    User.objects.filter(pk=actor.pk).update(wants_heads=wanted)


def register_jobs() -> None:
    register(HEADS_NOTE, heads_note, every_seconds=HOUR)
