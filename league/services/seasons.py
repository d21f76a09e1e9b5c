"""Seasons: founding, settings, publication to the world, moves.

M-D.1   the partida format is chosen explicitly   → options.format_not_chosen
M-D.5   what is drawn                             → draw_mode
M-D.2   what a result is worth                    → season_scheme.read_scheme
M-D.7   the cap of fichas                         → season.cap_below_used
C-4.1   at most twelve players                    → season.cap_above_discipline
C-7.2   one branch                                → season.branch_missing
C-7.3   ages on a day                             → season.ages_order, reference_date_missing
C-19.2  how long a team is waited for, chosen     → options.not_chosen, courtesy_minutes
M-D.9   when a result is late                     → late_result_minutes, late_penalty
M-D.10  where actas are delivered, when they are late → delivery_point, late_acta_hours
M-VI.1  whether a game's stones may be noted      → notes_stones, of no effect on results
M-D.15  whether who saw the acta late claims later → claims_from_sight
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.db.models import Count, Max

from league import ledger, policies
from league.collation import sort_key
from league.models import (
    Competition,
    Division,
    LatePenalty,
    Registration,
    Role,
    RoleKind,
    Season,
    User,
)
from league.refusals import Refused
from league.season_scheme import proposed_scheme, read_scheme
from league.services.locks import row_get_locked, season_get_organised
from league.services.versions import divisions_touch
from league.slugs import RESERVED, free_slug
from league.standings import StandingsError
from league.states.season import SEASON, SeasonEvent, SeasonState
from rules.errors import RuleViolation
from rules.registry import discipline

# What changes results already played, who lost by not being there in time, what is final, or what
# an acta holds.
LOCKED_WHILE_RUNNING = frozenset(
    {
        "options",
        "scheme",
        "draw_mode",
        "withdrawal_policy",
        "courtesy_minutes",
        "max_duration_minutes",
        "branch",
        "category",
        "age_from",
        "age_to",
        "reference_date",
        "claims_from_sight",
        "notes_stones",
    }
)
EDITABLE = LOCKED_WHILE_RUNNING | {
    "name",
    "roster_cap",
    "expected_minutes",
    "delivery_point",
    "quorum",
    "warnings",
    "fines_block",
    "late_result_minutes",
    "late_acta_hours",
    "late_penalty",
    "late_points",
}
# What says when something is late: from its last change on a penalty holds, never for what was.
_LATENESS = frozenset(
    {"expected_minutes", "late_result_minutes", "late_acta_hours", "late_penalty", "late_points"}
)
_AGES = ("age_from", "age_to", "reference_date")
# Words, not numbers or codes: they stay out of the ledger.
_FREE_TEXT = frozenset({"name", "delivery_point", "category"})


@dataclass(frozen=True, slots=True)
class Founding:
    """Where a new season belongs: a competition that exists, or the name of a new one."""

    season_name: str
    competition_id: int | None = None
    competition_name: str = ""
    organiser_name: str = ""


@transaction.atomic
def season_create(
    *, actor: User, founding: Founding, discipline_code: str, at: datetime, **settings: Any
) -> Season:
    """Found a season, with the actor as its organiser.

    `settings` are fields of EDITABLE. Raises PermissionDenied, Refused (`season.name_taken`,
    `season.branch_missing`, `season.ages_order`, `season.reference_date_missing`,
    `season.cap_above_discipline`, `options.*`, `format.*`, `standings.scheme.*`).
    """
    if not policies.may_found_season(actor):
        raise PermissionDenied
    values = _checked(discipline_code, settings)
    rules = discipline(discipline_code)
    if rules.team_rules(values.get("options", {})).branches and not values.get("branch"):
        raise Refused(
            "season.branch_missing",
            clause=rules.team_rules(values["options"]).branches_clause,
        )
    values = {
        "roster_cap": rules.roster.maximum,
        "expected_minutes": rules.expected_minutes,
        **(
            {"scheme": proposed_scheme(rules.code, values["options"])}
            if "options" in values
            else {}
        ),
        **values,
        "spends_places": rules.roster.spends_places,
    }
    values |= _late_since(values.get("late_penalty", LatePenalty.NONE), at)
    competition = _competition(actor, founding)
    name = " ".join(founding.season_name.split())
    seasons = Season.objects.filter(competition=competition)
    if seasons.filter(name=name).exists():
        raise Refused("season.name_taken", name=name)
    season = Season.objects.create(
        competition=competition,
        name=name,
        slug=free_slug(name, set(seasons.values_list("slug", flat=True))),
        discipline=discipline_code,
        **values,
    )
    Role.objects.create(season=season, user=actor, kind=RoleKind.ORGANISER)
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="season.created",
        subject=f"season:{season.pk}",
        discipline=discipline_code,
        **_recorded(values),
    )
    return season


@transaction.atomic
def season_update(*, actor: User, season_id: int, at: datetime, **settings: Any) -> Season:
    """Change settings (fields of EDITABLE); those that stay equal may be given too.

    Raises PermissionDenied, Refused (`season.closed`, `season.locked`, `season.name_taken`,
    `season.cap_below_used`, and what `season_create` raises).
    """
    season = season_get_organised(actor=actor, season_id=season_id)
    values = _checked(season.discipline, settings)
    _check_ages({name: getattr(season, name) for name in _AGES} | values, season.discipline)
    if "scheme" in values:
        # Lots are recorded by themselves; a form of the scheme neither knows nor drops them.
        values["scheme"]["lots"] = season.scheme.get("lots", [])
    changed = {key: value for key, value in values.items() if getattr(season, key) != value}
    if season.state == SeasonState.RUNNING and set(changed) & (LOCKED_WHILE_RUNNING | {"boards"}):
        raise Refused("season.locked")
    if "name" in changed:
        others = Season.objects.filter(competition=season.competition_id, name=changed["name"])
        if others.exclude(pk=season.pk).exists():
            raise Refused("season.name_taken", name=changed["name"])
    if "roster_cap" in changed:
        _check_cap(season, changed["roster_cap"])
    if not changed:
        return season
    if set(changed) & _LATENESS:
        changed |= _late_since(changed.get("late_penalty", season.late_penalty), at)
    for key, value in changed.items():
        setattr(season, key, value)
    season.save(update_fields=list(changed))
    divisions_touch(season.divisions.values_list("pk", flat=True))
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="season.updated",
        subject=f"season:{season.pk}",
        fields=sorted(changed),
        **_recorded(changed),
    )
    return season


@transaction.atomic
def competition_update(
    *, actor: User, season_id: int, name: str, organiser_name: str, at: datetime
) -> Competition:
    """Rename the competition of a season one organises, for all its seasons. Its address stays.

    Raises PermissionDenied, Refused (`season.closed`, `competition.name_taken`).
    """
    season = season_get_organised(actor=actor, season_id=season_id)
    competition = row_get_locked(Competition.objects.all(), pk=season.competition_id)
    name = " ".join(name.split())
    _refuse_same_competition(name, but=competition)
    competition.name, competition.organiser = name, organiser_name.strip()
    competition.save(update_fields=["name", "organiser"])
    divisions_touch(
        Division.objects.filter(season__competition=competition).values_list("pk", flat=True)
    )
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="competition.updated",
        subject=f"competition:{competition.pk}",
    )
    return competition


@transaction.atomic
def season_move(*, actor: User, season_id: int, event: SeasonEvent, at: datetime) -> Season:
    """Move the season on. Raises PermissionDenied, MoveRefused, Refused `season.no_teams`.

    Making the calendar, starting and closing ask for more than the season knows: `matches` checks
    that and then calls this.
    """
    season = season_get_organised(actor=actor, season_id=season_id)
    before = SeasonState(season.state)
    season.state = SEASON.after(before, event)
    season.save(update_fields=["state"])
    divisions_touch(season.divisions.values_list("pk", flat=True))
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="season.moved",
        subject=f"season:{season.pk}",
        event=event,
        before=before,
        after=season.state,
    )
    return season


@transaction.atomic
def season_publish(*, actor: User, season_id: int, at: datetime) -> Season:
    """Show the season to everybody. Raises PermissionDenied."""
    return _show(actor, season_id, "season.published", at, is_public=True)


@transaction.atomic
def season_hide(*, actor: User, season_id: int, at: datetime) -> Season:
    """Take the season off the public pages. Raises PermissionDenied, Refused
    `season.hide_running`: what is being played stays in sight."""
    return _show(actor, season_id, "season.hidden", at, is_public=False)


def _show(actor: User, season_id: int, action: str, at: datetime, *, is_public: bool) -> Season:
    season = Season.objects.select_for_update(of=("self",), no_key=True).get(pk=season_id)
    if not policies.may_organise(actor, season):
        raise PermissionDenied
    if season.is_public == is_public:
        return season
    if not is_public and season.state in (SeasonState.RUNNING, SeasonState.CLOSED):
        raise Refused("season.hide_running")
    season.is_public = is_public
    season.save(update_fields=["is_public"])
    divisions_touch(season.divisions.values_list("pk", flat=True))
    ledger.append(season=season, actor=actor, at=at, action=action, subject=f"season:{season.pk}")
    return season


def _competition(actor: User, founding: Founding) -> Competition:
    if founding.competition_id is not None:
        competition = Competition.objects.get(pk=founding.competition_id)
        if not policies.may_add_season(actor, competition):
            raise PermissionDenied
        return competition
    name = " ".join(founding.competition_name.split())
    _refuse_same_competition(name)
    taken = RESERVED | set(Competition.objects.values_list("slug", flat=True))
    try:
        with transaction.atomic():
            return Competition.objects.create(
                name=name, slug=free_slug(name, taken), organiser=founding.organiser_name.strip()
            )
    except IntegrityError:
        raise Refused("competition.name_taken", name=name) from None


def _refuse_same_competition(name: str, but: Competition | None = None) -> None:
    """Names that differ in accents or case alone are the same to people."""
    for other in Competition.objects.all():
        if other != but and sort_key(other.name) == sort_key(name):
            raise Refused("competition.name_taken", name=other.name)


def _late_since(penalty: str, at: datetime) -> dict[str, datetime | None]:
    return {"late_since": None if penalty == LatePenalty.NONE else at}


def _checked(discipline_code: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings as they are stored. Raises Refused with the code of the rules."""
    unknown = set(settings) - EDITABLE
    assert not unknown, f"not settings of a season: {sorted(unknown)}"
    values = dict(settings)
    try:
        rules = discipline(discipline_code)
        if "options" in values:
            values["options"] = rules.read_settings(values["options"])
            values["boards"] = rules.boards_of(values["options"])
            grace = rules.grace_of(values["options"])
            if grace is not None:
                values["courtesy_minutes"] = grace
        if "scheme" in values:
            values["scheme"] = read_scheme(values["scheme"])
    except RuleViolation as violation:
        raise Refused(
            violation.code, clause=violation.clause or "", **dict(violation.facts)
        ) from None
    except StandingsError as error:
        facts: dict[str, Any] = dict(error.facts)
        raise Refused(error.code, **facts) from None
    if "name" in values:
        values["name"] = " ".join(values["name"].split())
    if values.get("roster_cap", 0) > rules.roster.maximum:
        raise Refused(
            "season.cap_above_discipline",
            clause=rules.roster.clause,
            cap=values["roster_cap"],
            maximum=rules.roster.maximum,
        )
    _check_ages(values, discipline_code)
    return values


def _check_ages(values: Mapping[str, Any], discipline_code: str) -> None:
    """Refused `season.ages_order`, `season.reference_date_missing`."""
    start, end = values.get("age_from"), values.get("age_to")
    if start is None and end is None:
        return
    rules = discipline(discipline_code)
    clause = rules.team_rules(rules.presets[0].settings).bands_clause
    if start is not None and end is not None and end < start:
        raise Refused("season.ages_order", clause=clause, start=start, end=end)
    if values.get("reference_date") is None:
        raise Refused("season.reference_date_missing", clause=clause)


def _recorded(values: Mapping[str, Any]) -> dict[str, Any]:
    """The settings as the record carries them: no free text, neither that of the lots."""
    told = {key: value for key, value in values.items() if key not in _FREE_TEXT}
    if "scheme" in told:
        told["scheme"] = {key: told["scheme"][key] for key in told["scheme"] if key != "lots"}
    return told


def _check_cap(season: Season, cap: int) -> None:
    """Refused `season.cap_below_used` by the highest ficha given, or by the fullest team where the
    place of who left is free again."""
    rows = Registration.objects.filter(season=season)
    if season.spends_places:
        used = rows.aggregate(highest=Max("slot"))["highest"] or 0
    else:
        teams = rows.filter(released_at__isnull=True).values("team").annotate(many=Count("pk"))
        used = max((team["many"] for team in teams), default=0)
    if used > cap:
        clause = discipline(season.discipline).roster.clause
        raise Refused("season.cap_below_used", clause=clause, slot=used, cap=cap)
