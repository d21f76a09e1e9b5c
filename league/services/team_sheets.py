"""How a team of a season lines up for the whole of it: shirts, captain, staff, and papers.

C-4.1  coach, assistant and doctor, one of each                 → TeamStaff
C-5    shirts in range, each once among live fichas; a captain  → registration.shirt_*
C-7.1  certificates: when issued, until when they serve         → document.*

The sheet of a match is a copy of its own (C-4.2): nothing here changes one that was signed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.core.files.storage import default_storage
from django.db import transaction
from django.utils.timezone import localdate

from league import ledger
from league.checks.evidence import AcceptedFile
from league.entry_rules import SERVES, terms_of
from league.models import Document, Registration, Season, Team, TeamStaff, User
from league.refusals import Refused
from league.services.files import Sent, file_keep, sent_read, written_files
from league.services.locks import row_get_locked, season_get_organised, team_get_locked
from league.services.versions import divisions_touch


@dataclass(frozen=True, slots=True)
class TeamSheet:
    """The whole of it: ficha → shirt, the ficha of the captain, post → name (empty: nobody)."""

    shirts: Mapping[int, int | None]
    captain: int | None
    staff: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Certificate:
    """A paper as it is filed: its day, the last on which it serves (None: a year), a file."""

    issued_on: date | None = None
    expires_on: date | None = None
    file: Sent | None = None


@transaction.atomic
def team_sheet_update(
    *, actor: User, season_id: int, team_id: int, sheet: TeamSheet, at: datetime
) -> Team:
    """Number the shirts, name the captain and the staff, all at once: numbers can change hands.

    Raises PermissionDenied, Refused (`season.closed`, `registration.shirt_*`,
    `team_sheet.not_in_the_team`, `team_sheet.no_such_post`).
    """
    season = season_get_organised(actor=actor, season_id=season_id)
    team = team_get_locked(season=season, team_id=team_id)
    terms = terms_of(season)
    live = {
        row.pk: row
        for row in team.registrations.select_for_update(of=("self",), no_key=True)
        .filter(released_at__isnull=True)
        .select_related("player")
        .order_by("slot")
    }
    named = {*sheet.shirts, *([sheet.captain] if sheet.captain is not None else [])}
    if not named <= set(live):
        raise Refused("team_sheet.not_in_the_team", team=team.name)
    worn: dict[int, str] = {}
    for pk, shirt in sheet.shirts.items():
        flaw = terms.shirt_flaw(shirt, worn)
        if flaw is not None:
            raise Refused(flaw.code, clause=flaw.clause, **flaw.facts)
        if shirt is not None:
            worn[shirt] = str(live[pk].player)
    changed = _number(live, sheet)
    posts = _name_staff(team, {str(post) for post in terms.team.staff}, sheet.staff, at)
    if not changed and not posts:
        return team
    divisions_touch([team.division_id])
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="team.sheet_updated",
        subject=f"team:{team.pk}",
        shirts={str(pk): row.shirt for pk, row in live.items()},
        captain=sheet.captain,
        posts=posts,
    )
    return team


def _number(live: Mapping[int, Registration], sheet: TeamSheet) -> bool:
    """Write shirts and captain; numbers are first taken off, so that two can change theirs."""
    changed = [
        row
        for pk, row in live.items()
        if (row.shirt, row.is_captain) != (sheet.shirts.get(pk, row.shirt), pk == sheet.captain)
    ]
    if not changed:
        return False
    Registration.objects.filter(pk__in=[row.pk for row in changed]).update(
        shirt=None, is_captain=False
    )
    for row in changed:
        row.shirt = sheet.shirts.get(row.pk, row.shirt)
        row.is_captain = row.pk == sheet.captain
        row.save(update_fields=["shirt", "is_captain"])
    return True


def _name_staff(team: Team, posts: set[str], names: Mapping[str, str], at: datetime) -> list[str]:
    """The posts that changed hands."""
    if not set(names) <= posts:
        raise Refused("team_sheet.no_such_post")
    now = {row.post: row for row in team.staff.filter(until__isnull=True)}
    changed = []
    for post, typed in sorted(names.items()):
        name = " ".join(typed.split())
        before = now.get(post)
        if (before.name if before else "") == name:
            continue
        if before is not None:
            before.until = at
            before.save(update_fields=["until"])
        if name:
            TeamStaff.objects.create(team=team, post=post, name=name, since=at)
        changed.append(post)
    return changed


def document_add(
    *, actor: User, season_id: int, registration_id: int, paper: Certificate, at: datetime
) -> Document:
    """File another certificate of somebody registered: the old one stays in the list.

    Raises PermissionDenied, Refused (`season.closed`, `registration.certificate_*`,
    `document.order`, `document.not_asked`, `evidence.*`).
    """
    accepted = None if paper.file is None else sent_read(paper.file)
    with written_files() as written, transaction.atomic():
        season = season_get_organised(actor=actor, season_id=season_id)
        registration = row_get_locked(
            season.registrations.select_related("team"), pk=registration_id
        )
        return document_write(
            actor=actor,
            season=season,
            registration=registration,
            paper=paper,
            accepted=accepted,
            written=written,
            at=at,
        )


def document_write(
    *,
    actor: User,
    season: Season,
    registration: Registration,
    paper: Certificate,
    accepted: AcceptedFile | None,
    written: list[str],
    at: datetime,
) -> Document:
    """Write the paper; for services that hold the lock. How old it may be is theirs to ask."""
    rule = terms_of(season).document
    if rule is None:
        raise Refused("document.not_asked")
    if paper.issued_on is None:
        raise Refused("registration.certificate_missing", clause=rule.clause, days=rule.days)
    if paper.issued_on > localdate(at):
        raise Refused("registration.certificate_ahead", clause=rule.clause)
    expires = paper.expires_on or paper.issued_on + SERVES
    if expires < paper.issued_on:
        raise Refused("document.order", clause=rule.clause)
    row = Document(
        registration=registration,
        kind=rule.kind,
        issued_on=paper.issued_on,
        expires_on=expires,
        added_by=actor,
        added_at=at,
    )
    if accepted is not None:
        row.content_type, row.digest = accepted.content_type, accepted.digest
        file_keep(row.file, accepted, written)
    row.save()
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="document.added",
        subject=f"registration:{registration.pk}",
        document=row.pk,
        kind=row.kind,
        issued_on=row.issued_on,
        expires_on=row.expires_on,
        digest=row.digest,
    )
    return row


def document_drop_file(*, actor: User, season_id: int, document_id: int, at: datetime) -> Document:
    """Take the private file away for good; that the paper was seen, and its days, stay.

    Raises PermissionDenied, Refused (`season.closed`, `document.no_file`).
    """
    with transaction.atomic():
        season = season_get_organised(actor=actor, season_id=season_id)
        row = row_get_locked(Document.objects.filter(registration__season=season), pk=document_id)
        if not row.file:
            raise Refused("document.no_file")
        name = row.file.name or ""
        row.file, row.content_type, row.digest = "", "", ""
        row.save(update_fields=["file", "content_type", "digest"])
        ledger.append(
            season=season,
            actor=actor,
            at=at,
            action="document.file_dropped",
            subject=f"registration:{row.registration_id}",
            document=row.pk,
        )
    default_storage.delete(name)
    return row
