"""What the database itself refuses in the tables of `matches`, written past the code.

A trigger, a frozen column or a constraint without a case here fails.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, models

from league.models import Matchday
from league.triggers import Trigger
from matches.models import (
    Acta,
    Case,
    Claim,
    Draw,
    Encounter,
    Evidence,
    PointAdjustment,
    Postponement,
    Presence,
    Prize,
    Ruling,
    Seat,
    Signature,
    SigningCode,
    StandingsPublication,
)
from tests import factories, guarding
from tests.factories import AT
from tests.guarding import Attack
from tests.matches import sheet_claim_guards, sheet_guards, tournament_guards

pytestmark = pytest.mark.django_db


def drawn() -> models.Model:
    return factories.draw(drawn_at=AT, inputs="{}", result="[]")


# A row of each guarded table.
ROWS: dict[str, Callable[[], models.Model]] = {
    "matches_acta": factories.acta,
    "matches_actaprint": factories.acta_print,
    "matches_case": factories.case,
    "matches_casenote": factories.case_note,
    "matches_claim": factories.claim,
    "matches_confirmation": factories.confirmation,
    "matches_disavowal": factories.disavowal,
    "matches_disputeddeal": factories.disputed_deal,
    "matches_draw": drawn,
    "matches_datesignature": factories.date_signature,
    "matches_encounter": factories.encounter,
    "matches_evidence": factories.evidence,
    "matches_incident": factories.incident,
    "matches_pointadjustment": factories.point_adjustment,
    "matches_issuedfile": factories.issued_file,
    "matches_postponement": factories.postponement,
    "matches_prize": factories.won_prize,
    "matches_proposeddate": factories.proposed_date,
    "matches_refereeduty": factories.referee_duty,
    "matches_ruling": factories.ruling,
    "matches_sanction": factories.sanction,
    "matches_seal": factories.seal,
    "matches_sight": factories.sight,
    "matches_signature": factories.signature,
    "matches_signingcode": factories.signing_code,
    "matches_standingspublication": factories.standings_publication,
    "matches_statement": factories.statement,
} | tournament_guards.ROWS
ROWS |= sheet_guards.ROWS
ROWS |= sheet_claim_guards.ROWS


def updated(make: Callable[[], models.Model], **facts: Callable[[], Any]) -> Callable[[], Attack]:
    """A row, then an update past the code to values made only now."""

    def stage() -> Attack:
        row = make()
        values = {name: value() for name, value in facts.items()}
        return lambda: type(row)._default_manager.filter(pk=row.pk).update(**values)

    return stage


def inserted(make: Callable[..., Any], **facts: Callable[[], Any]) -> Callable[[], Attack]:
    """Values made beforehand, then an insert that carries them."""

    def stage() -> Attack:
        values = {name: value() for name, value in facts.items()}
        return lambda: make(**values)

    return stage


def encounter_with_a_stranger() -> Attack:
    encounter = factories.encounter()
    stranger = factories.team(division=factories.division(season=encounter.division.season))
    row = Encounter(
        division=encounter.division,
        matchday=factories.matchday(division=encounter.division),
        leg=1,
        home=encounter.home,
        away=stranger,
    )
    return lambda: Encounter.objects.bulk_create([row])


def second_encounter_the_same_day() -> Attack:
    encounter = factories.encounter()
    rival = factories.team(division=encounter.division)
    return lambda: factories.encounter(matchday=encounter.matchday, home=rival, away=encounter.home)


def second_encounter_moved_to_the_same_day() -> Attack:
    encounter = factories.encounter()
    other = factories.encounter(
        home=factories.team(division=encounter.division), away=encounter.home
    )
    return lambda: Encounter.objects.filter(pk=other.pk).update(matchday=encounter.matchday)


def on_the_wrong_side(make: Callable[..., Any]) -> Callable[[], Attack]:
    def stage() -> Attack:
        encounter = factories.encounter()
        visitor = factories.registration(team=encounter.away)
        return lambda: make(encounter=encounter, side="HOME", registration=visitor)

    return stage


def changes_side(
    model: type[Seat] | type[Presence], make: Callable[[], Any]
) -> Callable[[], Attack]:
    def stage() -> Attack:
        row = make()
        return lambda: model._default_manager.filter(pk=row.pk).update(side="AWAY")

    return stage


def signed_by_one() -> Attack:
    acta = factories.signature().acta
    return lambda: Acta.objects.filter(pk=acta.pk).update(state="SIGNED", in_force=True)


def signature_on_another_text() -> Attack:
    acta = factories.acta()
    signer = factories.user()
    row = Signature(acta=acta, side="HOME", signer=signer, digest="0" * 64, signed_at=AT)
    return lambda: Signature.objects.bulk_create([row])


def signature_by_a_code_that_nobody_spent() -> Attack:
    acta = factories.spent_code().used_for
    entered_by = factories.user()
    # The code is of the other side.
    return lambda: factories.signature(acta=acta, side="HOME", method="CODE", entered_by=entered_by)


def code_used_again() -> Attack:
    code = factories.spent_code()
    return lambda: SigningCode.objects.filter(pk=code.pk).update(used_at=None, used_for=None)


def try_forgotten() -> None:
    code = factories.signing_code(wrong_tries=3)
    SigningCode.objects.filter(pk=code.pk).update(wrong_tries=2)


def code_of_another_encounter() -> Attack:
    acta, encounter = factories.acta(), factories.encounter()
    return lambda: factories.signing_code(encounter=encounter, used_for=acta, used_at=AT)


def code_moved_to_another_encounter() -> Attack:
    acta, code = factories.acta(), factories.signing_code()
    return lambda: SigningCode.objects.filter(pk=code.pk).update(used_for=acta, used_at=AT)


def signature_of_a_session_disowned() -> Attack:
    signature = factories.signature()
    case = factories.case(encounter=signature.acta.encounter)
    return lambda: factories.disavowal(signature=signature, case=case)


def confirmation_of_another_text() -> Attack:
    acta = factories.acta(state="ISSUED", in_force=True, reason="ORGANISER")
    return lambda: factories.confirmation(acta=acta, digest="0" * 64)


def ruling_replaces_one_of_another_case() -> Attack:
    other, case = factories.ruling(), factories.case()
    return lambda: factories.ruling(case=case, replaces=other)


def ruling_moved_to_replace_another_case() -> Attack:
    other, ruling = factories.ruling(), factories.ruling()
    return lambda: Ruling.objects.filter(pk=ruling.pk).update(replaces=other)


def third_of_a_pair() -> Attack:
    encounter = factories.encounter()
    for _ in range(2):
        factories.presence(encounter=encounter, pair=1)
    other = factories.registration(team=encounter.home)
    return lambda: factories.presence(encounter=encounter, pair=1, registration=other)


def joins_a_whole_pair() -> Attack:
    encounter = factories.encounter()
    for _ in range(2):
        factories.presence(encounter=encounter, pair=1)
    third = factories.presence(encounter=encounter, pair=2)
    return lambda: Presence.objects.filter(pk=third.pk).update(pair=1)


def another_player_without_an_incident() -> Attack:
    seat = factories.seat()
    other = factories.registration(team=seat.registration.team)
    return lambda: Seat.objects.filter(pk=seat.pk).update(registration=other)


def agreed(signatures: int = 2, **facts: Any) -> Postponement:
    """A change of date as it stands before it is delivered."""
    change = factories.postponement(side="HOME")
    date = factories.proposed_date(postponement=change)
    for side in ("HOME", "AWAY")[:signatures]:
        factories.date_signature(postponement=change, side=side)
    change.state, change.delivered_at = "DELIVERED", change.proposed_at
    change.new_starts_at, change.new_venue = date.starts_at, date.venue
    for name, value in facts.items():
        setattr(change, name, value)
    return change


def delivered_by_one() -> Attack:
    change = agreed(signatures=1)
    return change.save


def delivered_on_no_offered_date() -> Attack:
    change = agreed(new_starts_at=AT + timedelta(days=40))
    return change.save


def answered_twice() -> Attack:
    change = factories.postponement(state="WITHDRAWN")
    return lambda: Postponement.objects.filter(pk=change.pk).update(state="PROPOSED")


def inserted_delivered() -> Attack:
    encounter = factories.encounter()
    return lambda: factories.postponement(
        encounter=encounter,
        side="HOME",
        state="DELIVERED",
        delivered_at=AT - timedelta(days=2),
    )


def ended_on_a_closed_day() -> Encounter:
    encounter: Encounter = factories.ended_encounter()
    Matchday.objects.filter(pk=encounter.matchday_id).update(closed_at=AT + timedelta(days=3))
    return encounter


def changed_after_the_day_closed() -> Attack:
    encounter = ended_on_a_closed_day()
    return lambda: Encounter.objects.filter(pk=encounter.pk).update(home_score=4)


def changed_by_a_ruling_that_came_before() -> Attack:
    encounter = ended_on_a_closed_day()
    factories.ruling(case=factories.case(encounter=encounter), ruled_at=AT)
    return lambda: Encounter.objects.filter(pk=encounter.pk).update(home_score=4)


def won_prize_taken_back() -> Attack:
    prize = factories.won_prize()
    return lambda: Prize.objects.filter(pk=prize.pk).delete()


def collected_by_another_team() -> Attack:
    prize, stranger = factories.won_prize(), factories.registration()
    return lambda: Prize.objects.filter(pk=prize.pk).update(
        state="COLLECTED", member=stranger, settled_at=AT
    )


def inserted_collected_by_another_team() -> Attack:
    team, stranger = factories.team(), factories.registration()
    season = team.division.season
    return lambda: factories.prize(
        season=season, winner=team, state="COLLECTED", member=stranger, settled_at=AT
    )


def duty_of_somebody_who_is_no_referee() -> Attack:
    encounter, user = factories.encounter(), factories.user()
    return lambda: factories.referee_duty(encounter=encounter, referee=user)


CASES: dict[tuple[str, str], Callable[[], Attack]] = {
    ("matches_encounter_day_closed", "UPDATE"): changed_after_the_day_closed,
    ("matches_prize_won_stays", "DELETE"): won_prize_taken_back,
    ("matches_prize_of_season", "INSERT"): inserted(factories.prize, division=factories.division),
    ("matches_prize_of_season", "UPDATE"): updated(factories.won_prize, winner=factories.team),
    ("matches_prize_collected_by_its_own", "INSERT"): inserted_collected_by_another_team,
    ("matches_prize_collected_by_its_own", "UPDATE"): collected_by_another_team,
    ("matches_gamestones_of_a_won_game", "INSERT"): inserted(
        factories.game_stones, partida=lambda: factories.partida(home_games=1)
    ),
    ("matches_gamestones_of_a_won_game", "UPDATE"): updated(factories.game_stones, game=lambda: 2),
    ("matches_refereeduty_of_referee", "INSERT"): duty_of_somebody_who_is_no_referee,
    ("matches_presence_pair_of_two", "INSERT"): third_of_a_pair,
    ("matches_presence_pair_of_two", "UPDATE"): joins_a_whole_pair,
    ("matches_seat_drawn", "UPDATE"): another_player_without_an_incident,
    ("matches_postponement_settled", "UPDATE"): answered_twice,
    ("matches_postponement_signed_by_both", "INSERT"): inserted_delivered,
    ("matches_postponement_signed_by_both", "UPDATE"): delivered_by_one,
    ("matches_postponement_of_its_dates", "INSERT"): inserted_delivered,
    ("matches_postponement_of_its_dates", "UPDATE"): delivered_on_no_offered_date,
    ("matches_encounter_one_division", "INSERT"): encounter_with_a_stranger,
    ("matches_encounter_one_division", "UPDATE"): updated(factories.encounter, home=factories.team),
    ("matches_encounter_team_once_a_day", "INSERT"): second_encounter_the_same_day,
    ("matches_encounter_team_once_a_day", "UPDATE"): second_encounter_moved_to_the_same_day,
    ("matches_seat_registration_of_side", "INSERT"): on_the_wrong_side(factories.seat),
    ("matches_seat_registration_of_side", "UPDATE"): changes_side(Seat, factories.seat),
    ("matches_presence_registration_of_side", "INSERT"): on_the_wrong_side(factories.presence),
    ("matches_presence_registration_of_side", "UPDATE"): changes_side(Presence, factories.presence),
    ("matches_draw_sealed", "UPDATE"): updated(factories.draw, seed=lambda: "f" * 64),
    ("matches_acta_signed_by_both", "INSERT"): inserted(
        factories.acta, state=lambda: "SIGNED", in_force=lambda: True
    ),
    ("matches_acta_signed_by_both", "UPDATE"): signed_by_one,
    ("matches_signature_of_digest", "INSERT"): signature_on_another_text,
    ("matches_signature_by_code", "INSERT"): signature_by_a_code_that_nobody_spent,
    ("matches_signingcode_spent", "UPDATE"): code_used_again,
    ("matches_signingcode_of_encounter", "INSERT"): code_of_another_encounter,
    ("matches_signingcode_of_encounter", "UPDATE"): code_moved_to_another_encounter,
    ("matches_disavowal_of_code", "INSERT"): signature_of_a_session_disowned,
    ("matches_confirmation_of_digest", "INSERT"): confirmation_of_another_text,
    ("matches_sanction_season_of_ruling", "INSERT"): inserted(
        factories.sanction, season=factories.season
    ),
    ("matches_sanction_season_of_ruling", "UPDATE"): updated(
        factories.sanction, season=factories.season
    ),
    ("matches_adjustment_reverses_its_like", "INSERT"): inserted(
        factories.point_adjustment, reverses=factories.point_adjustment
    ),
    ("matches_adjustment_reverses_its_like", "UPDATE"): updated(
        factories.point_adjustment, reverses=factories.point_adjustment
    ),
    ("matches_evidence_of_one_encounter", "INSERT"): inserted(
        factories.evidence, claim=factories.claim
    ),
    ("matches_evidence_of_one_encounter", "UPDATE"): updated(
        factories.evidence, acta=factories.acta
    ),
    ("matches_claim_season_of_encounter", "INSERT"): inserted(
        factories.claim, season=factories.season
    ),
    ("matches_claim_season_of_encounter", "UPDATE"): updated(
        factories.claim, season=factories.season
    ),
    ("matches_claim_team_of_encounter", "INSERT"): inserted(factories.claim, team=factories.team),
    ("matches_claim_team_of_encounter", "UPDATE"): updated(factories.claim, team=factories.team),
    ("matches_case_season_of_encounter", "INSERT"): inserted(
        factories.case, season=factories.season
    ),
    ("matches_case_season_of_encounter", "UPDATE"): updated(
        factories.case, season=factories.season
    ),
    ("matches_ruling_season_of_case", "INSERT"): inserted(
        factories.ruling, season=factories.season
    ),
    ("matches_ruling_season_of_case", "UPDATE"): updated(factories.ruling, season=factories.season),
    ("matches_ruling_replaces_own_case", "INSERT"): ruling_replaces_one_of_another_case,
    ("matches_ruling_replaces_own_case", "UPDATE"): ruling_moved_to_replace_another_case,
    ("matches_publication_matchday_of_division", "INSERT"): inserted(
        factories.standings_publication, matchday=factories.matchday
    ),
    ("matches_publication_matchday_of_division", "UPDATE"): updated(
        factories.standings_publication, matchday=factories.matchday
    ),
} | tournament_guards.CASES
CASES |= sheet_guards.CASES
CASES |= sheet_claim_guards.CASES


@pytest.mark.parametrize(("trigger", "event"), guarding.guarded("matches"))
def test_trigger_refuses(trigger: Trigger, event: str) -> None:
    guarding.refused_by_trigger(trigger, event, guarding.staged(trigger, event, CASES, ROWS))


@pytest.mark.parametrize(("trigger", "column"), guarding.frozen_columns("matches"))
def test_frozen_column_keeps_its_value(trigger: Trigger, column: str) -> None:
    attack = guarding.column_update(trigger, column, ROWS[trigger.table]())
    guarding.refused_by_trigger(trigger, "UPDATE", attack)


@pytest.mark.parametrize(("days", "changes"), [(4, True), (0, False)])
def test_only_a_ruling_that_came_later_opens_a_closed_day(*, days: int, changes: bool) -> None:
    encounter = ended_on_a_closed_day()
    ruled_at = AT + timedelta(days=days)
    factories.ruling(case=factories.case(encounter=encounter), ruled_at=ruled_at)
    change = Encounter.objects.filter(pk=encounter.pk)
    if changes:
        assert change.update(home_score=4) == 1
        return
    with pytest.raises(Exception, match="matches_encounter_day_closed"):
        change.update(home_score=4)


def test_a_draw_may_change_until_it_is_made() -> None:
    draw = factories.draw()
    assert Draw.objects.filter(pk=draw.pk).update(home_nonce="f" * 64, home_tapped_at=AT) == 1


@pytest.mark.parametrize("state", ["SIGNED", "FILED_ALONE", "SUPERSEDED"])
def test_nobody_signs_a_version_that_is_not_open(state: str) -> None:
    acta = factories.signature().acta
    factories.signature(acta=acta, side="AWAY")
    Acta.objects.filter(pk=acta.pk).update(
        state=state, in_force=state != "SUPERSEDED", filed_alone_reason="No volvió."
    )
    with pytest.raises(Exception, match="matches_signature_of_digest"):
        factories.signature(acta=acta)


@pytest.mark.parametrize("side", ["HOME", "AWAY"])
def test_a_player_sits_on_the_side_of_the_own_team(side: str) -> None:
    encounter = factories.encounter()
    team = encounter.home if side == "HOME" else encounter.away
    factories.seat(encounter=encounter, side=side, registration=factories.registration(team=team))


def test_no_wrong_try_is_forgotten() -> None:
    with pytest.raises(Exception, match="matches_signingcode_spent"):
        try_forgotten()


def pair(make: Callable[..., Any], *fields: str, **then: Any) -> Attack:
    """A second row with the named fields of the first, different in `then`."""

    def attack() -> None:
        first = make()
        make(**{field: getattr(first, field) for field in fields}, **then)

    return attack


def row(make: Callable[..., Any], **facts: Any) -> Attack:
    return lambda: make(**facts)


def plays_itself() -> None:
    team = factories.team()
    factories.encounter(home=team, away=team)


def again_on_another_day() -> None:
    first = factories.encounter()
    factories.encounter(
        matchday=factories.matchday(division=first.division), home=first.home, away=first.away
    )


def same_player_in_two_chairs() -> None:
    first = factories.seat()
    factories.seat(encounter=first.encounter, registration=first.registration, board=2, position=2)


def same_chair_twice() -> None:
    first = factories.seat()
    factories.seat(encounter=first.encounter)


def two_in_force() -> None:
    first = factories.acta(state="ISSUED", in_force=True)
    factories.acta(encounter=first.encounter, state="ISSUED", in_force=True)


def two_open() -> None:
    first = factories.acta(state="SIGNED_ONE")
    factories.acta(encounter=first.encounter)


def one_person_signs_for_both() -> None:
    first = factories.signature()
    factories.signature(acta=first.acta, signer=first.signer, side="AWAY")


def entered_by_the_signer() -> None:
    signer = factories.user()
    factories.signature_by_code(signer=signer, entered_by=signer)


def two_codes_for_an_acta() -> None:
    code = factories.spent_code()
    factories.spent_code(used_for=code.used_for, number=2)


def one_person_confirms_for_both() -> None:
    first = factories.confirmation()
    factories.confirmation(acta=first.acta, person=first.person, side="AWAY")


def one_person_agrees_with_himself() -> None:
    first = factories.date_signature()
    factories.date_signature(postponement=first.postponement, signer=first.signer, side="AWAY")


def delivered_at_the_very_second() -> None:
    change = agreed(delivered_at=AT)
    assert change.old_starts_at == AT
    change.save()


def two_last_days_of_a_leg() -> None:
    season = factories.season()
    for _ in range(2):
        factories.date_rule(season=season, kind="LATEST", leg=1, first_on=None)


def two_counters() -> None:
    first = factories.postponement(state="COUNTERED")
    for _ in range(2):
        factories.postponement(encounter=first.encounter, answers=first, state="WITHDRAWN")


def two_dates_of_a_number() -> None:
    first = factories.proposed_date()
    factories.proposed_date(postponement=first.postponement, starts_at=AT + timedelta(days=9))


def again_the_same_moment() -> None:
    first = factories.proposed_date()
    factories.proposed_date(postponement=first.postponement, number=2, starts_at=first.starts_at)


def two_cases_for_a_reason() -> None:
    first = factories.case()
    factories.case(encounter=first.encounter, state="STATEMENTS")


def two_first_rulings() -> None:
    first = factories.ruling()
    factories.ruling(case=first.case)


def two_prizes_of_a_name() -> None:
    first = factories.prize_of_a_place()
    factories.prize(season=first.season, division=first.division, position=2, name=first.name)


def won_and_open() -> None:
    team = factories.team()
    factories.prize(season=team.division.season, winner=team)


def two_receipts_of_a_number() -> None:
    paid = FINE | {"fine_state": "PAID", "receipt": 1}
    first = factories.sanction(**paid)
    factories.sanction(ruling=first.ruling, **paid)


RESULT = {"kind": "PLAYED", "home_score": 3, "away_score": 1, "ended_at": AT}
FINE = {"kind": "FINE", "amount": 30, "fine_state": "DUE"}

REFUSED: dict[str, list[Attack]] = {
    "matches_actaprint_edition": [pair(factories.acta_print, "acta")],
    "matches_actaprint_edition_positive": [row(factories.acta_print, edition=0)],
    "matches_confirmation_once": [pair(factories.confirmation, "acta", "side")],
    "matches_confirmation_one_person": [one_person_confirms_for_both],
    "matches_confirmation_side": [row(factories.confirmation, side="X")],
    "matches_confirmation_text": [row(factories.confirmation, agrees=False)],
    "matches_acta_alone_reason": [row(factories.acta, state="FILED_ALONE", in_force=True)],
    "matches_acta_in_force_state": [
        row(factories.acta, in_force=True),
        row(factories.acta, state="ISSUED"),
        row(factories.acta, state="SUPERSEDED", in_force=True),
    ],
    "matches_acta_number": [pair(factories.acta, "encounter", "number", state="SUPERSEDED")],
    "matches_acta_one_in_force": [two_in_force],
    "matches_acta_one_open": [two_open],
    "matches_acta_reason": [row(factories.acta, reason="X")],
    "matches_acta_state": [row(factories.acta, state="X")],
    "matches_adjustment_not_zero": [row(factories.point_adjustment, points=0)],
    "matches_adjustment_reason": [row(factories.point_adjustment, reason="")],
    "matches_break_kind": [row(factories.break_, kind="X")],
    "matches_break_one_open": [pair(factories.break_, "partida")],
    "matches_break_order": [
        row(factories.break_, started_at=AT, ended_at=AT - timedelta(seconds=1))
    ],
    "matches_break_side": [row(factories.break_, side="X")],
    "matches_case_number": [pair(factories.case, "season", "number", encounter=None)],
    "matches_case_one_open_for_a_reason": [two_cases_for_a_reason],
    "matches_case_state": [row(factories.case, state="X")],
    "matches_claim_draft_once": [pair(factories.claim_draft, "encounter", "author")],
    "matches_claim_number": [
        pair(factories.claim, "season", "encounter", "team", "number"),
    ],
    "matches_claim_state": [row(factories.claim, state="X")],
    "matches_claim_text": [row(factories.claim, text="")],
    "matches_deal_of_one": [
        row(factories.disputed_deal, incident=None),
        lambda: factories.disputed_deal(claim=factories.claim()),
    ],
    "matches_deal_record": [row(factories.disputed_deal, record="")],
    "matches_date_rule_one_latest": [two_last_days_of_a_leg],
    "matches_date_rule_order": [
        row(factories.date_rule, first_on=AT.date(), last_on=AT.date() - timedelta(days=1))
    ],
    "matches_date_rule_shape": [
        row(factories.date_rule, kind="X"),
        row(factories.date_rule, first_on=None),
        row(factories.date_rule, kind="LATEST", leg=1),
        row(factories.date_rule, kind="LATEST", first_on=None),
        row(factories.date_rule, leg=2),
    ],
    "matches_date_signature_once": [pair(factories.date_signature, "postponement", "side")],
    "matches_date_signature_one_person": [one_person_agrees_with_himself],
    "matches_date_signature_side": [row(factories.date_signature, side="X")],
    "matches_draw_one_own_tap": [
        row(factories.draw, home_tapped_as="SERVER", away_tapped_as="SHARED")
    ],
    "matches_draw_result": [row(factories.draw, drawn_at=AT)],
    "matches_draw_taps": [
        row(factories.draw, home_tapped_as="X"),
        row(factories.draw, away_tapped_as="X"),
    ],
    "matches_encounter_away_once_a_day": [pair(factories.encounter, "matchday", "away")],
    "matches_encounter_end_after_start": [
        row(factories.ended_encounter, started_at=AT, ended_at=AT - timedelta(seconds=1))
    ],
    "matches_encounter_home_once_a_day": [pair(factories.encounter, "matchday", "home")],
    "matches_encounter_kind": [row(factories.ended_encounter, kind="X")],
    "matches_encounter_once_a_leg": [again_on_another_day],
    "matches_encounter_origin": [row(factories.encounter, origin="X")],
    "matches_encounter_result_with_state": [
        row(factories.encounter, **RESULT),
        row(factories.encounter, state="PLAYING", home_score=1, away_score=0),
        row(factories.ended_encounter, home_score=None),
        row(factories.ended_encounter, ended_at=None),
        row(factories.ended_encounter, kind=""),
    ],
    "matches_encounter_state": [row(factories.encounter, state="X")],
    "matches_encounter_two_teams": [plays_itself],
    "matches_evidence_type": [row(factories.evidence, content_type="text/html")],
    "matches_gamestones_game": [row(factories.game_stones, game=0)],
    "matches_gamestones_lost": [row(factories.game_stones, lost=60)],
    "matches_gamestones_once": [pair(factories.game_stones, "partida", "winner", "game")],
    "matches_gamestones_winner": [
        row(factories.game_stones, winner="X", partida__away_games=1),
    ],
    "matches_incident_side": [row(factories.incident, side="X")],
    "matches_partida_award_names_a_side": [row(factories.partida, ended_as="AWARDED")],
    "matches_partida_awarded": [row(factories.partida, awarded_to="X")],
    "matches_partida_board": [pair(factories.partida, "encounter", "board")],
    "matches_partida_board_positive": [row(factories.partida, board=0)],
    "matches_partida_ended_as": [row(factories.partida, ended_as="X")],
    "matches_partida_games": [row(factories.partida, home_games=100)],
    "matches_postponement_delivered": [row(factories.postponement, state="DELIVERED")],
    "matches_postponement_in_time": [delivered_at_the_very_second],
    "matches_postponement_one_counter": [two_counters],
    "matches_postponement_one_open": [pair(factories.postponement, "encounter", state="AGREED")],
    "matches_postponement_refusal_reason": [row(factories.postponement, state="REFUSED")],
    "matches_postponement_side": [row(factories.postponement, side="X")],
    "matches_postponement_state": [row(factories.postponement, state="X")],
    "matches_presence_once": [pair(factories.presence, "encounter", "registration")],
    "matches_presence_pair": [
        row(factories.presence, pair=0),
        row(factories.presence, pair=1, plays=False),
    ],
    "matches_presence_side": [row(factories.presence, side="X")],
    "matches_prize_name": [row(factories.prize, name="")],
    "matches_prize_once": [pair(factories.prize, "season", "name")],
    "matches_prize_once_a_group": [two_prizes_of_a_name],
    "matches_prize_place": [
        row(factories.prize, position=1),
        lambda: factories.prize_of_a_place(position=0),
    ],
    "matches_prize_settled": [
        row(factories.won_prize, settled_at=AT),
        row(factories.won_prize, state="COLLECTED", settled_at=AT),
        row(factories.won_prize, state="RENOUNCED"),
        lambda: factories.won_prize(state="COLLECTED", delegate=factories.user()),
    ],
    "matches_prize_state": [row(factories.won_prize, state="X")],
    "matches_prize_winner": [row(factories.prize, state="AWARDED"), won_and_open],
    "matches_duty_once": [pair(factories.referee_duty, "encounter", "referee")],
    "matches_sending_once": [pair(factories.sending, "actor", "key")],
    "matches_sending_clock": [
        row(factories.sending, phone_at=None),
        row(factories.sending, noted_at=None),
    ],
    "matches_proposed_date_number": [two_dates_of_a_number],
    "matches_proposed_date_once": [again_the_same_moment],
    "matches_proposed_date_three": [row(factories.proposed_date, number=4)],
    "matches_publication_number": [pair(factories.standings_publication, "division", "number")],
    "matches_ruling_number": [pair(factories.ruling, "case", "season", "number")],
    "matches_ruling_one_first_a_case": [two_first_rulings],
    "matches_ruling_template_decision": [row(factories.ruling_template, decision="")],
    "matches_ruling_template_once": [pair(factories.ruling_template, "season", "reason")],
    "matches_sanction_fine": [
        row(factories.sanction, **(FINE | {"amount": 0})),
        row(factories.sanction, **(FINE | {"amount": None})),
        row(factories.sanction, **(FINE | {"fine_state": "NONE"})),
        row(factories.sanction, **(FINE | {"team": None, "player": None})),
        row(factories.sanction, amount=30),
        row(factories.sanction, fine_state="DUE"),
    ],
    "matches_sanction_fine_state": [row(factories.sanction, **(FINE | {"fine_state": "X"}))],
    "matches_sanction_kind": [row(factories.sanction, kind="X")],
    "matches_sanction_receipt": [two_receipts_of_a_number],
    "matches_sanction_receipt_of_paid": [row(factories.sanction, **FINE, receipt=1)],
    "matches_sanction_revoked_by": [row(factories.sanction, state="REVOKED")],
    "matches_sanction_state": [row(factories.sanction, state="X")],
    "matches_sanction_subject": [row(factories.sanction, team=None)],
    "matches_sanction_disqualified": [row(factories.sanction, kind="DISQUALIFICATION")],
    "matches_sanction_expelled": [
        lambda: factories.sanction(kind="EXPULSION", player=factories.player()),
        lambda: factories.sanction(kind="EXPULSION", player=factories.player(), team=None),
    ],
    "matches_sanction_suspension": [
        row(factories.sanction, encounters=2),
        row(factories.sanction, until=factories.AT.date()),
        lambda: factories.sanction(
            kind="SUSPENSION",
            player=factories.player(),
            encounters=2,
            until=factories.AT.date(),
        ),
        row(factories.sanction, kind="SUSPENSION", encounters=2),
        lambda: factories.sanction(kind="SUSPENSION", player=factories.player(), encounters=0),
        lambda: factories.sanction(kind="SUSPENSION", player=factories.player()),
    ],
    "matches_seal_of_one_thing": [
        row(factories.seal, acta=None),
        lambda: factories.seal(publication=factories.standings_publication()),
    ],
    "matches_seat_board": [row(factories.seat, board=0)],
    "matches_seat_chair": [same_chair_twice],
    "matches_seat_player": [same_player_in_two_chairs],
    "matches_seat_position": [row(factories.seat, position=3)],
    "matches_seat_side": [row(factories.seat, side="X")],
    "matches_side_record_closed_as": [
        row(factories.side_record, closed_as="SHARED"),
        row(factories.side_record, closed_as="X", locked_at=AT, locked_by=None),
    ],
    "matches_statement_draft_once": [pair(factories.statement_draft, "case", "author")],
    "matches_side_record_decks": [row(factories.side_record, decks_opened=True, decks_new=True)],
    "matches_side_record_once": [pair(factories.side_record, "encounter", "side")],
    "matches_side_record_side": [row(factories.side_record, side="X")],
    "matches_signature_entered_by": [
        row(factories.signature_by_code, entered_by=None),
        lambda: factories.signature(entered_by=factories.user()),
        entered_by_the_signer,
    ],
    "matches_signature_method": [row(factories.signature, method="X")],
    "matches_signingcode_number": [
        pair(factories.signing_code, "encounter", "side", "number", replaced_at=AT)
    ],
    "matches_signingcode_once_an_acta": [two_codes_for_an_acta],
    "matches_signingcode_one_live": [pair(factories.signing_code, "encounter", "side", number=2)],
    "matches_signingcode_side": [row(factories.signing_code, side="X")],
    "matches_signingcode_tries": [row(factories.signing_code, wrong_tries=6)],
    "matches_signingcode_used": [
        row(factories.signing_code, used_at=AT),
        lambda: factories.spent_code(replaced_at=AT),
    ],
    "matches_signature_disagreement": [row(factories.signature, disagrees=True)],
    "matches_signature_one_person": [one_person_signs_for_both],
    "matches_sight_once": [pair(factories.sight, "acta", "side")],
    "matches_sight_side": [row(factories.sight, side="X")],
    "matches_signature_once": [pair(factories.signature, "acta", "side")],
    "matches_signature_side": [row(factories.signature, side="X")],
} | tournament_guards.REFUSED
REFUSED |= sheet_guards.REFUSED
REFUSED |= sheet_claim_guards.REFUSED

# An unknown word breaks the finer rule as well, and a database names the first that it meets.
# A trigger comes before any constraint: a seat of side X has no team.
ALSO = {
    "matches_acta_state": ["matches_acta_in_force_state"],
    "matches_encounter_state": ["matches_encounter_result_with_state"],
    "matches_presence_side": ["matches_presence_registration_of_side"],
    "matches_prize_state": ["matches_prize_settled"],
    "matches_sanction_fine": ["matches_sanction_subject"],
    "matches_sanction_state": ["matches_sanction_revoked_by"],
    "matches_seat_side": ["matches_seat_registration_of_side"],
    "matches_ruling_number": ["matches_ruling_one_first_a_case", "matches_ruling.case_id"],
} | tournament_guards.ALSO
ALSO |= sheet_guards.ALSO
ALSO |= sheet_claim_guards.ALSO


@pytest.mark.parametrize(("model", "constraint"), guarding.constraints("matches"))
def test_constraint_refuses(model: type[models.Model], constraint: models.BaseConstraint) -> None:
    for attack in REFUSED[constraint.name]:
        guarding.refused_by_constraint(
            model, constraint, attack, also_named=ALSO.get(constraint.name, ())
        )


@pytest.mark.parametrize(("model", "constraint"), guarding.constraints("matches"))
def test_constraint_is_in_the_catalogue(
    model: type[models.Model], constraint: models.BaseConstraint
) -> None:
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, model._meta.db_table)
    assert constraint.name in found


def two_cases_of_a_claim() -> None:
    claim = factories.claim()
    for reason in ("claim", "again"):
        factories.case(claim=claim, encounter=claim.encounter, reason=reason)


def two_deals_of_a_claim() -> None:
    claim = factories.claim()
    for _ in range(2):
        factories.disputed_deal(incident=None, claim=claim)


def two_successors_of_a_ruling() -> None:
    first = factories.ruling()
    for _ in range(2):
        factories.ruling(case=first.case, replaces=first)


def two_reversals_of_an_adjustment() -> None:
    first = factories.point_adjustment()
    for _ in range(2):
        factories.point_adjustment(team=first.team, points=1, reverses=first)


def two_seals_of_a_publication() -> None:
    first = factories.seal(acta=None, publication=factories.standings_publication())
    factories.seal(acta=None, publication=first.publication)


UNIQUE_FIELDS: dict[str, Attack] = {
    "matches_acta.code": lambda: [
        factories.acta(code="K7QM2XN49PTA", encounter=factories.ended_encounter()) for _ in range(2)
    ],
    "matches_case.claim_id": two_cases_of_a_claim,
    "matches_claim.key": pair(factories.claim, "key"),
    "matches_claimdraft.key": pair(factories.claim_draft, "key"),
    "matches_disavowal.signature_id": pair(factories.disavowal, "signature", "case"),
    "matches_disputeddeal.claim_id": two_deals_of_a_claim,
    "matches_disputeddeal.incident_id": pair(factories.disputed_deal, "incident"),
    "matches_draw.encounter_id": pair(factories.draw, "encounter"),
    "matches_pointadjustment.reverses_id": two_reversals_of_an_adjustment,
    "matches_actaprint.digest": pair(factories.acta_print, "digest"),
    "matches_issuedfile.digest": pair(factories.issued_file, "digest"),
    "matches_ruling.replaces_id": two_successors_of_a_ruling,
    "matches_seal.acta_id": pair(factories.seal, "acta"),
    "matches_seal.publication_id": two_seals_of_a_publication,
} | tournament_guards.UNIQUE_FIELDS
UNIQUE_FIELDS |= sheet_guards.UNIQUE_FIELDS


@pytest.mark.parametrize("column", guarding.unique_columns("matches"))
def test_unique_column_refuses(column: str) -> None:
    guarding.refused_by_unique(column, UNIQUE_FIELDS[column])


@pytest.mark.parametrize(
    ("model", "make"),
    [
        (Acta, factories.acta),
        (Case, factories.case),
        (Claim, factories.claim),
        (Evidence, factories.evidence),
        (PointAdjustment, factories.point_adjustment),
        (Ruling, factories.ruling),
        (StandingsPublication, factories.standings_publication),
    ],
)
def test_the_orm_deletes_nothing_official(
    model: type[models.Model], make: Callable[[], models.Model]
) -> None:
    made = make()
    with pytest.raises(Exception, match=r"_append_only|_no_deletion"):
        model._default_manager.filter(pk=made.pk)._raw_delete("default")
