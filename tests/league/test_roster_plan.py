"""What importing a roster would do: examples, then laws."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.roster_plan import (
    Change,
    Fate,
    ImportPlan,
    KnownPlayer,
    KnownTeam,
    Outcome,
    Refusal,
    RosterRow,
    RosterState,
    plan_import,
    read_birth,
    same_person,
)

TODAY = date(2026, 11, 20)
NORA = KnownTeam(1, "La Ñora", "Peña La Ñora")
ORDAGO_A = KnownTeam(2, "El Órdago A", "Peña El Órdago")
ORDAGO_B = KnownTeam(3, "El Órdago B", "Peña El Órdago")
OLAYA = KnownPlayer(7, "AST-7", "Olaya", "Cué Ordóñez", date(1960, 12, 31))


def state(*teams: KnownTeam, players: tuple[KnownPlayer, ...] = (OLAYA,), **more: Any) -> Any:
    facts = {"cap": 16, "today": TODAY} | more
    return RosterState(teams=teams or (NORA, ORDAGO_A, ORDAGO_B), players=players, **facts)


def row(line: int = 2, **cells: str) -> RosterRow:
    facts = {
        "team": "La Ñora",
        "licence": f"NEW-{line}",
        "first_name": "Nel",
        "last_name": "Ñembro",
    }
    return RosterRow(line=line, **(facts | cells))


def only(*rows: RosterRow, of: Any = None) -> Outcome:
    return plan_import(rows, of or state()).outcomes[-1]


def code(outcome: Outcome) -> str:
    assert outcome.fate is Fate.REFUSED
    assert outcome.refusal is not None
    return outcome.refusal.code


class TestCreated:
    def test_a_new_player_gets_the_first_free_ficha(self) -> None:
        team = replace(NORA, used={1: 90}, spent={2: 91})
        outcome = only(row(birth="31/12/1960"), of=state(team))
        assert (outcome.fate, outcome.team_id, outcome.slot) == (Fate.CREATED, 1, 3)
        assert (outcome.player_id, outcome.birth_date) == (None, date(1960, 12, 31))

    def test_a_known_player_needs_no_name(self) -> None:
        outcome = only(row(licence="ast-7", first_name="", last_name=""))
        assert (outcome.fate, outcome.player_id, outcome.first_name) == (Fate.CREATED, 7, "Olaya")

    def test_automatic_fichas_keep_off_those_asked_for_further_down(self) -> None:
        plan = plan_import([row(2), row(3, slot="1"), row(4)], state())
        assert [outcome.slot for outcome in plan.outcomes] == [2, 1, 3]

    @pytest.mark.parametrize("name", ["la ñora", "PEÑA LA ÑORA", "  La   Ñora "])
    def test_a_team_is_known_by_its_name_or_its_penas(self, name: str) -> None:
        assert only(row(team=name)).team_id == 1

    @pytest.mark.parametrize("text", ["1/3/1960", "01-03-1960", "01.03.1960", "1960-03-01"])
    def test_dates_as_people_write_them(self, text: str) -> None:
        assert read_birth(text, TODAY) == date(1960, 3, 1)


class TestUpdated:
    def test_shows_old_and_new(self) -> None:
        team = replace(NORA, used={4: 7})
        outcome = only(
            row(licence="AST-7", first_name="Olaya", last_name="Cué Ordoñez", birth="30/12/1960"),
            of=state(team),
        )
        assert (outcome.fate, outcome.slot) == (Fate.UPDATED, 4)
        assert outcome.changes == (
            Change("last_name", "Cué Ordóñez", "Cué Ordoñez"),
            Change("birth_date", "1960-12-31", "1960-12-30"),
        )

    def test_an_empty_cell_takes_nothing_away(self) -> None:
        team = replace(NORA, used={4: 7})
        outcome = only(row(licence="AST-7", first_name="Olaya", last_name=""), of=state(team))
        assert outcome.fate is Fate.UNCHANGED


class TestRefused:
    @pytest.mark.regulation("M-D.7")
    def test_the_seventeenth(self) -> None:
        plan = plan_import([row(line) for line in range(2, 19)], state())
        assert (plan.created, plan.refused) == (16, 1)
        assert code(plan.outcomes[-1]) == "registration.no_free_slot"
        assert plan.outcomes[-1].refusal == Refusal(
            "registration.no_free_slot", "M-D.7", {"team": "La Ñora", "cap": 16}
        )

    @pytest.mark.regulation("M-D.8")
    def test_a_spent_ficha(self) -> None:
        team = replace(NORA, spent={2: 91})
        assert code(only(row(slot="2"), of=state(team))) == "registration.slot_spent"

    @pytest.mark.regulation("M-D.8")
    def test_who_was_released_is_not_brought_back_by_a_file(self) -> None:
        team = replace(NORA, spent={2: 7})
        outcome = only(row(licence="AST-7", first_name="Olaya", last_name="Cué"), of=state(team))
        assert code(outcome) == "roster.released_before"

    def test_who_plays_elsewhere(self) -> None:
        teams = (NORA, replace(ORDAGO_A, used={5: 7}))
        outcome = only(row(licence="AST-7", first_name="Olaya", last_name="Cué"), of=state(*teams))
        assert code(outcome) == "registration.live_elsewhere"
        assert outcome.refusal is not None
        assert outcome.refusal.facts == {"team": "El Órdago A", "slot": 5}

    def test_a_licence_twice_names_the_first_line(self) -> None:
        outcome = only(row(2, licence="X 1"), row(5, licence=" x  1"))
        assert code(outcome) == "roster.duplicate_licence"
        assert outcome.refusal is not None
        assert outcome.refusal.facts["line"] == 2

    def test_a_ficha_twice_in_the_file(self) -> None:
        assert code(only(row(2, slot="3"), row(3, slot="3"))) == "roster.slot_twice"

    def test_a_ficha_of_somebody(self) -> None:
        team = replace(NORA, used={3: 7})
        outcome = only(row(slot="3"), of=state(team))
        assert code(outcome) == "registration.slot_taken"

    def test_another_ficha_than_the_one_that_is_held(self) -> None:
        team = replace(NORA, used={3: 7})
        outcome = only(
            row(licence="AST-7", first_name="Olaya", last_name="Cué", slot="4"), of=state(team)
        )
        assert code(outcome) == "roster.other_slot"

    @pytest.mark.parametrize(
        ("cells", "expected"),
        [
            ({"team": ""}, "roster.team_missing"),
            ({"team": "La Xana"}, "roster.unknown_team"),
            ({"team": "Peña El Órdago"}, "roster.ambiguous_team"),
            ({"licence": " "}, "roster.licence_missing"),
            ({"licence": "9" * 31}, "roster.licence_too_long"),
            ({"first_name": ""}, "roster.name_missing"),
            ({"birth": "31/02/1960"}, "roster.unreadable_date"),
            ({"birth": "ayer"}, "roster.unreadable_date"),
            ({"birth": "21/11/2026"}, "roster.unreadable_date"),
            ({"birth": "31/12/1899"}, "roster.unreadable_date"),
            ({"slot": "tres"}, "roster.unreadable_slot"),
            ({"slot": "0"}, "roster.unreadable_slot"),
            ({"slot": "17"}, "registration.slot_over_cap"),
            ({"licence": "AST-7"}, "player.licence_is_other"),
        ],
    )
    def test_and_says_why(self, cells: dict[str, str], expected: str) -> None:
        assert code(only(row(**cells))) == expected

    def test_while_registration_is_shut_but_corrects(self) -> None:
        shut = Refusal("registration.window_over")
        team = replace(NORA, used={4: 7})
        plan = plan_import(
            [row(2), row(3, licence="AST-7", first_name="Olaya", last_name="Cué")],
            state(team, shut=shut),
        )
        assert code(plan.outcomes[0]) == "registration.window_over"
        assert plan.outcomes[1].fate is Fate.UPDATED


class TestSamePerson:
    @pytest.mark.parametrize(
        ("one", "other", "expected"),
        [
            (("Mª José", "Álvarez Cué"), ("María José", "Alvarez"), True),
            (("Olaya", "Menéndez-Arcelús"), ("O.", "Arcelus"), True),
            (("Olaya", "Cué"), ("Nel", "Busto"), False),
            (("Ana de la", "Uz"), ("Benigno de la", "Vega"), False),
            (("Xuan", "Ñembro Peláez"), ("Xuan", "Busto"), False),
            (("Xuan José", "Busto"), ("José Xuan", ""), True),
            (("Busto Cué", "Nel"), ("Nel", "Busto Cué"), True),
            (("Olaya", "Cué"), ("Olaya", ""), True),
        ],
    )
    def test_share_a_word(self, one: Any, other: Any, expected: bool) -> None:
        assert same_person(one, other) is expected


def _carried_out(plan: ImportPlan, before: RosterState) -> RosterState:
    """The season as it is once the plan was written."""
    players = {player.id: player for player in before.players}
    used = {team.id: dict(team.used) for team in before.teams}
    for outcome in plan.outcomes:
        if outcome.fate not in (Fate.CREATED, Fate.UPDATED):
            continue
        who = outcome.player_id or max(players, default=0) + 1
        players[who] = KnownPlayer(
            who,
            outcome.row.licence.strip().upper(),
            outcome.first_name,
            outcome.last_name,
            outcome.birth_date,
        )
        assert outcome.team_id is not None
        assert outcome.slot is not None
        used[outcome.team_id][outcome.slot] = who
    teams = tuple(replace(team, used=used[team.id]) for team in before.teams)
    return replace(before, teams=teams, players=tuple(players.values()))


ROWS = st.lists(
    st.builds(
        RosterRow,
        line=st.integers(2, 400),
        team=st.sampled_from(["La Ñora", "El Órdago A", "el ordago b", "Peña El Órdago", ""]),
        licence=st.sampled_from([*(f"N{number}" for number in range(12)), "ast-7", "AST-8", ""]),
        first_name=st.sampled_from(["Nel", "Olaya", "Xuan", ""]),
        last_name=st.sampled_from(["Cué Ordóñez", "Ñembro", ""]),
        birth=st.sampled_from(["", "31/12/1960", "1961-01-01", "mal"]),
        slot=st.sampled_from(["", "", "1", "2", "3", "17", "x"]),
    ),
    max_size=24,
    unique_by=lambda row: row.line,
)
STATES = st.builds(
    lambda cap, spent: state(
        replace(NORA, used={1: 7}, spent=spent),
        ORDAGO_A,
        ORDAGO_B,
        players=(OLAYA, KnownPlayer(8, "AST-8", "Nel", "Ñembro")),
        cap=cap,
    ),
    cap=st.integers(1, 16),
    spent=st.sampled_from([{}, {2: 8}, {2: 99, 3: 98}]),
)


class TestLaws:
    @given(ROWS, STATES)
    def test_the_same_file_twice_changes_nothing(
        self, rows: list[RosterRow], before: RosterState
    ) -> None:
        after = _carried_out(plan_import(rows, before), before)
        assert not plan_import(rows, after).changes_something

    @given(ROWS, STATES)
    def test_no_ficha_is_given_twice_nor_above_the_cap(
        self, rows: list[RosterRow], before: RosterState
    ) -> None:
        plan = plan_import(rows, before)
        held = {(team.id, slot) for team in before.teams for slot in (*team.used, *team.spent)}
        for outcome in plan.outcomes:
            if outcome.is_new_slot:
                place = (outcome.team_id, outcome.slot)
                assert place not in held
                assert outcome.slot is not None
                assert 1 <= outcome.slot <= before.cap
                held.add(place)  # type: ignore[arg-type]

    @given(ROWS, STATES)
    def test_every_row_has_one_fate_and_the_digest_tells_plans_apart(
        self, rows: list[RosterRow], before: RosterState
    ) -> None:
        plan = plan_import(rows, before)
        assert len(plan.outcomes) == len(rows)
        assert plan.digest == plan_import(rows, before).digest
        if plan.created:
            shut = replace(before, shut=Refusal("registration.window_over"))
            assert plan_import(rows, shut).digest != plan.digest
