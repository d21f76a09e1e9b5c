"""What the clock announces, each thing once: rows in the inbox of whom it concerns.

The job decides nothing. What it says stands in the rows and in the clock; told late, a notice says
so. Only where the season has a penalty for lateness does it put the fact before the committee, with
the same content whenever it runs.

M-D.9   a result that is overdue is asked for      done: `result.missing`
M-D.10  an acta without its signatures after a day done: `acta.unsigned`
M-D.15  the window of claims is about to close     done: `claim.closing`, `claim.closed`
M-D.16  a proposal that nobody answered in time     done: `date.unanswered`, `date.lapsed`
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, cast

from django.db import transaction
from django.db.models import Q
from django.utils import translation
from django.utils.translation import gettext as _

from league import jobs
from league.models import LatePenalty, Player, Registration, Season, User
from league.services.notifications import notify
from league.states.season import SeasonState
from matches import addresses, moments
from matches.models import Case, Encounter, Postponement, Sanction
from matches.selectors import due as select
from matches.selectors.due import Due
from matches.services import _notices
from matches.services._locks import season_locked
from matches.services.automatic_cases import case_open
from matches.states.partida import Side

KIND = "reminders.tell"
EVERY = 5 * 60
# A notice that comes later than this after its moment says so.
HONEST_AFTER = timedelta(hours=1)
LATE_REASONS: Mapping[str, tuple[str, str]] = {
    select.RESULT_MISSING: ("late.result", "M-D.9"),
    select.ACTA_UNSIGNED: ("late.acta", "M-D.10"),
}


def reminders_tell(work: jobs.Work) -> dict[str, int]:
    """Announce what is due in every season that is open, each thing once."""
    told = opened = 0
    seasons = Season.objects.exclude(state__in=[SeasonState.DRAFT, SeasonState.CLOSED])
    with translation.override("es"):
        for season in seasons.select_related("competition").order_by("pk"):
            told += _tell_season(season, work.at)
            opened += _open_late_cases(season, work.at)
    return {"told": told, "cases": opened}


@transaction.atomic
def _tell_season(season: Season, at: datetime) -> int:
    things = select.due_things(season, now=at)
    kinds = {due.kind for due in things}
    # Only saves work: a key that is passed over here is refused by the table itself.
    recent = Q(created_at__gte=at - 3 * select.HORIZON) | Q(kind=select.SUSPENSION_SERVED)
    rows = season.notifications.filter(recent, kind__in=kinds)
    known = {key.rpartition(":")[0] for key in rows.values_list("deduplication_key", flat=True)}
    told = 0
    for due in things:
        if due.key not in known:
            told += _tell(season, due, at)
    return told


def _tell(season: Season, due: Due, at: datetime) -> int:
    people, subject, body, path = _WORDS[due.kind](due)
    if due.at is not None and at - due.at >= HONEST_AFTER:
        body += "\n\n" + _("Este aviso sale con retraso: tocaba el %(when)s.") % {
            "when": moments.whole(due.at)
        }
    return notify(
        recipients=people,
        kind=due.kind,
        subject=subject,
        body=body,
        path=path,
        deduplication_key=due.key,
        at=at,
        season=season,
    )


@transaction.atomic
def _open_late_cases(season: Season, at: datetime) -> int:
    things = select.late_acts(season, now=at)
    if not things:
        return 0
    season_locked(season.pk)  # two schedulers at once see each other's cases
    reasons = [reason for reason, _clause in LATE_REASONS.values()]
    rows = Case.objects.filter(season=season, reason__in=reasons).values_list("reason", "facts")
    known = {(facts["found"][0]["encounter"], reason) for reason, facts in rows}
    opened = 0
    for due in things:
        encounter = cast(Encounter, due.about)
        reason, clause = LATE_REASONS[due.kind]
        if (encounter.pk, reason) in known or due.at is None:
            continue
        found: dict[str, Any] = {
            "encounter": encounter.pk,
            "due": due.at.isoformat(),
            "penalty": season.late_penalty,
        }
        if season.late_penalty == LatePenalty.POINTS:
            found["points"] = season.late_points
        late, proposed = _late_words(season, due.kind, encounter, due.at)
        found["told"] = late
        text = f"{late} {proposed}"
        case = case_open(
            season=season,
            encounter=None,  # about the peñas: it keeps no result from being final
            reason=reason,
            clause=clause,
            facts={"text": text, "found": [found]},
            actor=None,
            at=at,
        )
        if case is not None:
            opened += 1
            case.teams.set([encounter.home_id, encounter.away_id])
            _notices.tell_all(
                case,
                kind="case.opened",
                subject=_("Expediente %(number)s abierto por un retraso") % {"number": case.number},
                body=text,
                key=f"case-opened:{case.pk}",
                at=at,
            )
    return opened


def _late_words(season: Season, kind: str, encounter: Encounter, due: datetime) -> tuple[str, str]:
    """The same whenever it is said: what was due, and what the season has for it."""
    what = (
        _("El resultado de %(match)s no se comunicó a tiempo: tocaba antes del %(when)s.")
        if kind == select.RESULT_MISSING
        else _("El acta de %(match)s no se firmó a tiempo: tocaba antes del %(when)s.")
    )
    penalty = (
        _("quitar puntos en la clasificación (%(n)s)") % {"n": season.late_points}
        if season.late_penalty == LatePenalty.POINTS
        else _("un apercibimiento")
    )
    return (
        what % {"match": encounter, "when": moments.whole(due)},
        _("La temporada propone %(penalty)s; decide el comité.") % {"penalty": penalty},
    )


# Whom, subject, body, page.
Words = tuple[list[User], str, str, str]


def _result_missing(due: Due) -> Words:
    row = cast(Encounter, due.about)
    return (
        _both_and_organiser(row),
        _("Falta el resultado: %(match)s") % {"match": row},
        _(
            "El encuentro era el %(when)s y nadie ha dicho cómo ha quedado. Basta con que lo "
            "apunte uno de los dos delegados. Si se aplazó o no se jugó, también hay que decirlo."
        )
        % {"when": moments.whole(row.starts_at)},
        addresses.evening_path(row),
    )


def _acta_unsigned(due: Due) -> Words:
    row = cast(Encounter, due.about)
    return (
        _both_and_organiser(row),
        _("Faltan firmas en el acta: %(match)s") % {"match": row},
        _(
            "El encuentro acabó el %(ended)s y el acta no tiene las dos firmas. Quien no esté de "
            "acuerdo puede firmar como disconforme, con su motivo; si la otra peña no firma, se "
            "puede entregar por un solo lado y lo ve el comité."
        )
        % {"ended": moments.whole(row.ended_at)},
        addresses.evening_path(row),
    )


def _claim_closing(due: Due) -> Words:
    row = cast(Encounter, due.about)
    return (
        _notices.delegates_of(row.team(side).pk for side in due.sides),
        _("Se acaba el plazo para reclamar: %(match)s") % {"match": row},
        _("Se puede reclamar por escrito hasta antes del %(until)s (M-D.15).")
        % {"until": moments.whole(due.until)},
        addresses.encounter_path(row),
    )


def _claim_closed(due: Due) -> Words:
    row = cast(Encounter, due.about)
    body = _("El plazo para reclamar acabó el %(until)s (M-D.15).") % {
        "until": moments.whole(due.until)
    }
    if due.open_cases:
        body += " " + _(
            "Hay un expediente abierto: el resultado será definitivo cuando se resuelva."
        )
    else:
        body += " " + _("El acta sigue sin firmar: el resultado será definitivo cuando lo esté.")
    return (
        _both_and_organiser(row),
        _("Plazo de reclamación cerrado: %(match)s") % {"match": row},
        body,
        addresses.encounter_path(row),
    )


def _final(due: Due) -> Words:
    row = cast(Encounter, due.about)
    return (
        _both_and_organiser(row),
        _("Resultado definitivo: %(match)s") % {"match": row},
        _("%(home)s %(h)s – %(a)s %(away)s. El plazo para reclamar acabó y no queda nada abierto.")
        % {
            "home": row.home.name,
            "away": row.away.name,
            "h": row.home_score,
            "a": row.away_score,
        },
        addresses.encounter_path(row),
    )


def _statements_due(due: Due) -> Words:
    case = cast(Case, due.about)
    said = {statement.team_id for statement in case.statements.all()}
    silent = [team.pk for team in case.teams.all() if team.pk not in said]
    return (
        _notices.delegates_of(silent),
        _("Expediente %(number)s: se acaba el plazo de alegaciones") % {"number": case.number},
        _("El comité espera las alegaciones hasta el %(until)s.")
        % {"until": moments.whole(case.due_at)},
        addresses.case_path(case),
    )


def _statements_over(due: Due) -> Words:
    case = cast(Case, due.about)
    return (
        _notices.committee_of(case) + _notices.organisers_of(case.season_id),
        _("Expediente %(number)s: acabó el plazo de alegaciones") % {"number": case.number},
        _("Acabó el %(until)s. El comité puede deliberar y resolver.")
        % {"until": moments.whole(case.due_at)},
        addresses.case_path(case),
    )


def _case_overdue(due: Due) -> Words:
    case = cast(Case, due.about)
    people = [
        *_notices.delegates_of(team.pk for team in case.teams.all()),
        *_notices.committee_of(case),
        *_notices.organisers_of(case.season_id),
    ]
    return (
        people,
        _("Expediente %(number)s: se retrasa") % {"number": case.number},
        _(
            "Debía estar resuelto el %(until)s y sigue abierto. Nadie pierde por ello ningún "
            "derecho."
        )
        % {"until": moments.whole(case.due_at)},
        addresses.case_path(case),
    )


def _date_unanswered(due: Due) -> Words:
    row = cast(Postponement, due.about)
    encounter = row.encounter
    body = _(
        "%(team)s propuso otra fecha y espera respuesta: aceptar una, decir que no o proponer "
        "otras."
    ) % {"team": encounter.team(row.side).name}
    if row.old_starts_at is not None:
        body += " " + _(
            "El cambio solo vale si queda aceptado antes del %(start)s, cuando empieza el "
            "encuentro (M-D.16)."
        ) % {"start": moments.whole(row.old_starts_at)}
    return (
        _notices.delegates_of([encounter.team(Side(row.side).other).pk]),
        _("Sin contestar: otra fecha para %(match)s") % {"match": encounter},
        body,
        addresses.dates_path(encounter),
    )


def _date_lapsed(due: Due) -> Words:
    row = cast(Postponement, due.about)
    encounter = row.encounter
    return (
        _notices.delegates_of([encounter.team(row.side).pk]),
        _("Nadie contestó: la otra fecha para %(match)s ya no vale") % {"match": encounter},
        _(
            "Llegó la hora del encuentro (%(start)s) y %(team)s no había contestado. La propuesta "
            "queda sin efecto y el encuentro sigue en su fecha (M-D.16)."
        )
        % {
            "start": moments.whole(row.old_starts_at),
            "team": encounter.team(Side(row.side).other).name,
        },
        addresses.dates_path(encounter),
    )


def _suspension_served(due: Due) -> Words:
    row = cast(Sanction, due.about)
    player = cast(Player, row.player)
    teams = Registration.objects.filter(
        player=player, season_id=row.season_id, released_at__isnull=True
    ).values_list("team_id", flat=True)
    return (
        [*_notices.delegates_of(teams), *_notices.organisers_of(row.season_id)],
        _("Suspensión cumplida: %(player)s") % {"player": player},
        _("Ha cumplido la suspensión de la resolución %(number)s y puede volver a jugar.")
        % {"number": row.ruling.number},
        addresses.ruling_path(row.ruling),
    )


_WORDS: Mapping[str, Callable[[Due], Words]] = {
    select.RESULT_MISSING: _result_missing,
    select.ACTA_UNSIGNED: _acta_unsigned,
    select.CLAIM_CLOSING: _claim_closing,
    select.CLAIM_CLOSED: _claim_closed,
    select.FINAL: _final,
    select.STATEMENTS_DUE: _statements_due,
    select.STATEMENTS_OVER: _statements_over,
    select.CASE_OVERDUE: _case_overdue,
    select.DATE_UNANSWERED: _date_unanswered,
    select.DATE_LAPSED: _date_lapsed,
    select.SUSPENSION_SERVED: _suspension_served,
}


def _both(row: Encounter) -> list[User]:
    return _notices.delegates_of([row.home_id, row.away_id])


def _both_and_organiser(row: Encounter) -> list[User]:
    return [*_both(row), *_notices.organisers_of(row.division.season_id)]


def register_jobs() -> None:
    jobs.register(KIND, reminders_tell, every_seconds=EVERY)
