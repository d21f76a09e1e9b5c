"""What the database itself refuses in the tables of `league`, written past the code.

A trigger, a frozen column or a constraint without a case here fails.
"""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection, models

from league.models import Delegate, Division, Job, Registration, Season, SigningKey, Team
from league.services.versions import divisions_touch
from league.triggers import Trigger
from tests import factories, guarding
from tests.factories import AT
from tests.guarding import Attack

pytestmark = pytest.mark.django_db

# A row of each guarded table.
ROWS: dict[str, Callable[[], models.Model]] = {
    "league_division": factories.division,
    "league_dayhead": factories.day_head,
    "league_ledgerchain": factories.ledger_chain,
    "league_ledgerentry": factories.ledger_entry,
    "league_matchday": factories.matchday,
    "league_document": factories.document,
    "league_registration": factories.registration,
    "league_signingkey": factories.signing_key,
    "league_court": factories.court,
    "league_team": factories.team,
    "league_tournament": factories.tournament,
    "league_teamstaff": factories.team_staff,
}


def registration_of_another_season() -> Attack:
    return lambda: factories.registration(season=factories.season())


def registration_moved_to_another_season() -> Attack:
    registration, season = factories.registration(), factories.season()
    return lambda: Registration.objects.filter(pk=registration.pk).update(season=season)


def released_taken_back() -> Attack:
    registration = factories.registration(released_at=AT)
    return lambda: Registration.objects.filter(pk=registration.pk).update(released_at=None)


def team_with_an_encounter_changes_division() -> Attack:
    encounter = factories.encounter()
    other = factories.division(season=encounter.division.season)
    return lambda: Team.objects.filter(pk=encounter.away_id).update(division=other)


def group_saved_whole_by_who_read_it_long_ago() -> Attack:
    division = factories.division()
    stale = Division.objects.get(pk=division.pk)
    divisions_touch([division.pk])
    return stale.save


def retired_key_taken_back() -> Attack:
    key = factories.signing_key(retired_at=AT)
    return lambda: SigningKey.objects.filter(pk=key.pk).update(retired_at=None)


def ficha_17_where_places_are_spent() -> Attack:
    team = factories.team()
    return lambda: factories.registration(team=team, slot=17)


def ficha_17_once_it_is_there() -> Attack:
    row = factories.registration(slot=17, team__division__season__spends_places=False)
    Season.objects.filter(pk=row.season_id).update(spends_places=True)
    return lambda: Registration.objects.filter(pk=row.pk).update(released_at=AT)


def group_of_a_tournament_of_another_season() -> Attack:
    tournament = factories.tournament()
    return lambda: factories.division(tournament=tournament)


def group_given_to_a_tournament_of_another_season() -> Attack:
    tournament, division = factories.tournament(), factories.division()
    return lambda: Division.objects.filter(pk=division.pk).update(tournament=tournament)


def knock_out() -> Division:
    tournament = factories.tournament()
    return Division.phases.create(
        season=tournament.season,
        name="Eliminatorias",
        slug="eliminatorias",
        kind="KNOCKOUT",
        tournament=tournament,
    )


def team_entered_in_a_knock_out() -> Attack:
    phase = knock_out()
    return lambda: factories.team(division=phase)


def team_moved_into_a_knock_out() -> Attack:
    phase = knock_out()
    team = factories.team(division=factories.division(season=phase.season))
    return lambda: Team.objects.filter(pk=team.pk).update(division=phase)


CASES: dict[tuple[str, str], Callable[[], Attack]] = {
    ("league_division_version_rises", "UPDATE"): group_saved_whole_by_who_read_it_long_ago,
    ("league_division_season_of_tournament", "INSERT"): group_of_a_tournament_of_another_season,
    (
        "league_division_season_of_tournament",
        "UPDATE",
    ): group_given_to_a_tournament_of_another_season,
    ("league_team_of_a_group", "INSERT"): team_entered_in_a_knock_out,
    ("league_team_of_a_group", "UPDATE"): team_moved_into_a_knock_out,
    ("league_signingkey_retired_stays", "UPDATE"): retired_key_taken_back,
    ("league_registration_season_of_team", "INSERT"): registration_of_another_season,
    ("league_registration_season_of_team", "UPDATE"): registration_moved_to_another_season,
    ("league_registration_released_stays", "UPDATE"): released_taken_back,
    ("league_registration_slot_within", "INSERT"): ficha_17_where_places_are_spent,
    ("league_registration_slot_within", "UPDATE"): ficha_17_once_it_is_there,
    ("league_team_stays_in_division", "UPDATE"): team_with_an_encounter_changes_division,
}


@pytest.mark.parametrize(("trigger", "event"), guarding.guarded("league"))
def test_trigger_refuses(trigger: Trigger, event: str) -> None:
    guarding.refused_by_trigger(trigger, event, guarding.staged(trigger, event, CASES, ROWS))


@pytest.mark.parametrize(("trigger", "column"), guarding.frozen_columns("league"))
def test_frozen_column_keeps_its_value(trigger: Trigger, column: str) -> None:
    attack = guarding.column_update(trigger, column, ROWS[trigger.table]())
    guarding.refused_by_trigger(trigger, "UPDATE", attack)


@pytest.mark.regulation("M-D.8")
class TestReleasedFicha:
    def test_another_date_is_refused(self) -> None:
        registration = factories.registration(released_at=AT)
        with pytest.raises(Exception, match="league_registration_released_stays"):
            Registration.objects.filter(pk=registration.pk).update(
                released_at=AT + timedelta(days=1)
            )

    def test_its_number_is_not_given_again(self) -> None:
        registration = factories.registration(released_at=AT)
        with pytest.raises(Exception, match=r"(?i)unique"):
            factories.registration(team=registration.team, slot=registration.slot)


def test_a_team_with_registrations_stays_in_its_season() -> None:
    registration = factories.registration()
    with pytest.raises(Exception, match="league_team_stays_in_division"):
        Team.objects.filter(pk=registration.team_id).update(division=factories.division())


def test_a_team_with_registrations_may_change_groups() -> None:
    registration = factories.registration()
    other = factories.division(season=registration.season)
    assert Team.objects.filter(pk=registration.team_id).update(division=other) == 1


def test_a_team_with_nothing_yet_may_change_division() -> None:
    team = factories.team()
    other = factories.division(season=team.division.season)
    assert Team.objects.filter(pk=team.pk).update(division=other) == 1


def twice(make: Callable[..., Any], *, then: dict[str, Any] | None = None, **facts: Any) -> Attack:
    """Two rows alike in `facts`; the second differs in `then`."""

    def attack() -> None:
        make(**facts)
        make(**(facts | (then or {})))

    return attack


def player_in_two_teams_of_a_season() -> None:
    one = factories.registration()
    division = factories.division(season=one.season)
    factories.registration(player=one.player, team=factories.team(division=division))


def twice_in_a_team(**facts: Any) -> Attack:
    def attack() -> None:
        team = factories.team()
        factories.registration(team=team, **facts)
        factories.registration(team=team, **facts)

    return attack


def venue(**facts: Any) -> Attack:
    return lambda: factories.venue(**facts)


def season(**facts: Any) -> Attack:
    return lambda: factories.season(**facts)


def delegate_twice(**facts: Any) -> None:
    first = factories.delegate(kind="SUBSTITUTE")
    Delegate.objects.bulk_create([Delegate(team=first.team, user=first.user, **facts)])


def one_night_twice() -> None:
    first = factories.delegate(kind="ONE_NIGHT", valid_on=AT.date())
    factories.delegate(team=first.team, user=first.user, kind="ONE_NIGHT", valid_on=AT.date())


def same(make: Callable[..., Any], *fields: str) -> Attack:
    """A second row with the named fields of the first."""

    def attack() -> None:
        first = make()
        make(**{field: getattr(first, field) for field in fields})

    return attack


def two_knock_outs() -> None:
    first = knock_out()
    Division.phases.create(
        season=first.season,
        name="Otra",
        slug="otra",
        kind="KNOCKOUT",
        tournament=first.tournament,
    )


REFUSED: dict[str, list[Attack]] = {
    "league_court_name": [same(factories.court, "venue", "name")],
    "league_division_kind": [
        lambda: factories.division(kind="KNOCKOUT"),
        lambda: factories.division(kind="LEAGUE"),
    ],
    "league_division_one_knockout": [two_knock_outs],
    "league_tournament_minutes": [lambda: factories.tournament(minutes=0)],
    "league_tournament_slug": [same(factories.tournament, "season", "slug")],
    "league_dayhead_once": [same(factories.day_head, "chain", "day")],
    "league_delegate_kind": [
        lambda: factories.delegate(kind="ONE_NIGHT"),
        lambda: factories.delegate(kind="PRINCIPAL", valid_on=AT.date()),
        lambda: factories.delegate(kind="FRIEND"),
    ],
    "league_delegate_once": [lambda: delegate_twice(kind="PRINCIPAL")],
    "league_delegate_once_a_night": [one_night_twice],
    "league_delegate_one_principal": [same(factories.delegate, "team")],
    "league_division_slug": [same(factories.division, "season", "slug")],
    "league_job_state": [
        lambda: factories.job(state="X"),
        lambda: Job.objects.bulk_create([Job(kind="k", key="k", state="")]),
    ],
    "league_ledger_one_general_chain": [twice(factories.ledger_chain, season=None)],
    "league_ledger_sequence": [same(factories.ledger_entry, "chain", "sequence")],
    "league_matchday_leg": [lambda: factories.matchday(leg=3)],
    "league_matchday_number": [same(factories.matchday, "division", "number")],
    "league_matchday_number_positive": [lambda: factories.matchday(number=0)],
    "league_notification_state": [lambda: factories.notification(state="X")],
    "league_player_licence": [lambda: factories.player(licence="")],
    "league_registration_one_live": [player_in_two_teams_of_a_season],
    "league_registration_release_order": [
        lambda: factories.registration(registered_at=AT, released_at=AT - timedelta(seconds=1))
    ],
    "league_registration_slot": [same(factories.registration, "team", "slot")],
    "league_registration_slot_range": [
        lambda: factories.registration(slot=0),
        lambda: factories.registration(slot=100, team__division__season__spends_places=False),
    ],
    "league_registration_shirt_range": [
        lambda: factories.registration(shirt=0),
        lambda: factories.registration(shirt=19),
    ],
    "league_registration_shirt": [twice_in_a_team(shirt=7)],
    "league_registration_one_captain": [twice_in_a_team(is_captain=True)],
    "league_season_branch": [season(branch="MIXED")],
    "league_season_ages": [
        season(age_from=60, age_to=50, reference_date=AT.date()),
    ],
    "league_season_reference_date": [season(age_from=50), season(age_to=59)],
    "league_teamstaff_one_a_post": [same(factories.team_staff, "team", "post")],
    "league_teamstaff_post": [lambda: factories.team_staff(post="FRIEND")],
    "league_teamstaff_name": [lambda: factories.team_staff(name="")],
    "league_teamstaff_order": [lambda: factories.team_staff(until=AT - timedelta(days=90))],
    "league_document_kind": [lambda: factories.document(kind="X")],
    "league_document_term": [lambda: factories.document(expires_on=date(2020, 1, 1))],
    "league_document_type": [
        lambda: factories.document(file="documents/a.exe", content_type="text/html"),
        lambda: factories.document(file="documents/a.pdf"),
    ],
    "league_role_kind": [lambda: factories.role(kind="X")],
    "league_role_once": [same(factories.role, "season", "user")],
    "league_season_draw_mode": [season(draw_mode="X")],
    "league_season_boards": [season(boards=0), season(boards=21)],
    "league_notification_not_by_mail": [
        lambda: factories.notification(by_mail=False),
        lambda: factories.notification(by_mail=False, state="DONE", sent_at=AT),
    ],
    "league_season_late_penalty": [
        season(late_penalty="POINTS"),
        season(late_since=AT),
        season(late_penalty="X", late_since=AT),
    ],
    "league_season_late_terms": [season(late_acta_hours=0), season(late_points=0)],
    "league_season_quorum": [season(quorum=0)],
    "league_season_warnings": [season(warnings=0)],
    "league_season_roster_cap": [season(roster_cap=0), season(roster_cap=17)],
    "league_season_slug": [same(factories.season, "competition", "slug")],
    "league_season_state": [season(state="X"), season(state="draft")],
    "league_season_withdrawal": [season(withdrawal_policy="forget")],
    "league_signingkey_order": [
        lambda: factories.signing_key(retired_at=AT - timedelta(seconds=1))
    ],
    "league_team_name": [same(factories.team, "division", "name")],
    "league_team_slug": [same(factories.team, "division", "slug")],
    "league_team_weekday": [lambda: factories.team(home_weekday=7)],
    "league_user_email_lower": [lambda: factories.user(email="Xuan@example.org")],
    "league_venue_name": [same(factories.venue, "name", "town")],
    "league_venue_tables": [venue(tables=0)],
    "league_window_order": [
        lambda: factories.registration_window(opens_at=AT, closes_at=AT),
    ],
}


@pytest.mark.parametrize(("model", "constraint"), guarding.constraints("league"))
def test_constraint_refuses(model: type[models.Model], constraint: models.BaseConstraint) -> None:
    for attack in REFUSED[constraint.name]:
        guarding.refused_by_constraint(model, constraint, attack)


@pytest.mark.parametrize(("model", "constraint"), guarding.constraints("league"))
def test_constraint_is_in_the_catalogue(
    model: type[models.Model], constraint: models.BaseConstraint
) -> None:
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, model._meta.db_table)
    assert constraint.name in found


UNIQUE_FIELDS: dict[str, Attack] = {
    "league_club.name": twice(factories.club, name="Peña Ñora", slug="una", then={"slug": "otra"}),
    "league_club.slug": twice(factories.club, slug="nora"),
    "league_competition.slug": twice(factories.competition, slug="liga"),
    "league_job.key": twice(factories.job, key="una"),
    "league_ledgerchain.season_id": same(factories.ledger_chain, "season"),
    "league_ledgerentry.digest": twice(factories.ledger_entry, digest="f" * 64),
    "league_notification.deduplication_key": twice(factories.notification, deduplication_key="una"),
    "league_player.licence": twice(factories.player, licence="AST-1"),
    "league_signingkey.key_id": twice(
        factories.signing_key, key_id="a" * 16, public_key="1" * 64, then={"public_key": "2" * 64}
    ),
    "league_signingkey.public_key": twice(
        factories.signing_key, public_key="1" * 64, key_id="a", then={"key_id": "b"}
    ),
    "league_user.email": twice(factories.user, email="xuan@example.org"),
}


@pytest.mark.parametrize("column", guarding.unique_columns("league"))
def test_unique_column_refuses(column: str) -> None:
    guarding.refused_by_unique(column, UNIQUE_FIELDS[column])
