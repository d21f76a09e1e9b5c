"""The options of mus: the documented defaults, their JSON form and what is refused."""

import json
from dataclasses import fields, replace

import pytest

from rules.discipline import OptionKind, OptionScope
from rules.errors import RuleViolation
from rules.mus import ASTURIAS, Options
from rules.mus.options import SCHEMA, LaReal
from rules.regulation import CLAUSES

DOCUMENTED = {
    "partida_format": ("first_to=5", {"best_of=5", "all_played=5", "first_to=3", "first_to=4"}),
    "boards": (4, {3}),
    "stones": (40, {30, 35}),
    "negada": ("last_accepted", {"always_one"}),
    "negada_when": ("at_once", {"in_lance_order"}),
    "count_order": ("grande_chica_pares_juego", set()),
    "ordago_voids_earlier": ("accepted_bets", {"negadas_too", "nothing"}),
    "bets_over_forty": ("count_as_two", set()),
    "raise_without_number": ("two", {"double"}),
    "a_las_dos_raise": ("pending", {"grande_accepted", "grande_refused"}),
    "values": ("both_partners_add_up", set()),
    "passed_extra": ("none", {"one"}),
    "refused_values": ("bettor_keeps", set()),
    "juego_order": ("usual", set()),
    "four_equal": ("duples", set()),
    "la_real": ("sevens_and_jack", {"off", "sevens_and_king"}),
    "ties": ("nearer_to_mano", set()),
    "void_hand": ("player", {"pair"}),
    "void_hand_bets": ("stand_if_correct_wins", {"void"}),
    "jugada_completa": ("whole_hand", {"that_lance"}),
    "errant_31": ("either_partner", {"mano_himself"}),
    "posterior": ("after_partner", {"after_mano"}),
    "about_to_go_out": (5, set()),
    "unrectified_pares": ("as_vii_7", {"juego_void", "juego_stands"}),
    "best_juego": ("player_alone", {"both_partners"}),
    "first_to_discard": ("mano", {"dealer"}),
    "mus_corrido": ("first_deal_of_partida", {"first_deal_of_each_game"}),
    "deck_exhausted": ("reshuffle_discards", set()),
    "kings_and_aces": ("eight", {"four"}),
    "senas": ("on", {"off"}),
}

CHANGE_WHO_WINS = {
    *("partida_format", "negada_when", "ordago_voids_earlier", "refused_values", "la_real"),
    *("void_hand", "void_hand_bets", "errant_31", "posterior", "unrectified_pares"),
    "first_to_discard",
}


class TestSchema:
    def test_has_every_documented_option_with_its_alternatives(self):
        assert {
            option.key: (option.default, set(option.alternatives)) for option in SCHEMA
        } == DOCUMENTED

    def test_marks_those_that_change_who_wins(self):
        assert {option.key for option in SCHEMA if option.changes_winner} == CHANGE_WHO_WINS

    def test_cites_clauses_that_exist(self):
        assert {option.clause for option in SCHEMA} <= set(CLAUSES)

    def test_only_the_format_has_to_be_chosen(self):
        assert [option.key for option in SCHEMA if option.must_choose] == ["partida_format"]

    def test_results_come_before_what_happens_in_a_deal(self):
        scopes = [option.scope for option in SCHEMA]
        assert scopes == sorted(scopes, key=list(OptionScope).index, reverse=False)
        assert scopes.count(OptionScope.RESULT) == 3

    def test_is_one_option_a_field(self):
        assert [option.key for option in SCHEMA] == [line.name for line in fields(Options)]


class TestMapping:
    def test_asturias_survives_json(self):
        stored = json.loads(json.dumps(ASTURIAS.to_mapping()))
        assert Options.from_mapping(stored) == ASTURIAS

    def test_every_alternative_survives_json(self):
        for option in SCHEMA:
            for value in option.alternatives:
                settings = ASTURIAS.to_mapping() | {option.key: value}
                read = Options.from_mapping(json.loads(json.dumps(settings)))
                assert read.to_mapping() == settings
                assert read != ASTURIAS

    def test_missing_keys_take_their_default(self):
        assert Options.from_mapping({"partida_format": "first_to=5"}) == ASTURIAS

    def test_values_are_typed(self):
        read = Options.from_mapping({"partida_format": "best_of=5", "la_real": "off"})
        assert read.la_real is LaReal.OFF
        assert read == replace(ASTURIAS, partida_format=read.partida_format, la_real=LaReal.OFF)

    @pytest.mark.regulation("M-D.1")
    def test_format_is_never_a_silent_default(self):
        with pytest.raises(RuleViolation) as refusal:
            Options.from_mapping({"boards": 4})
        assert refusal.value.code == "options.format_not_chosen"
        assert refusal.value.clause == "M-D.1"

    @pytest.mark.parametrize(
        ("settings", "code", "facts"),
        [
            ({"la_reina": "off"}, "options.unknown_key", {"key": "la_reina"}),
            (
                {"la_real": "maybe"},
                "options.unknown_value",
                {
                    "key": "la_real",
                    "value": "maybe",
                    "allowed": ("sevens_and_jack", "off", "sevens_and_king"),
                },
            ),
            (
                {"boards": 2},
                "options.number_out_of_range",
                {"key": "boards", "value": 2, "minimum": 3, "maximum": 8},
            ),
            (
                {"stones": True},
                "options.unknown_value",
                {"key": "stones", "value": "True", "allowed": (40, 30, 35)},
            ),
            ({"partida_format": "best_of=4"}, "format.even_games", {"kind": "best_of", "games": 4}),
            ({"partida_format": None}, "format.unreadable", {"value": "None"}),
        ],
    )
    def test_what_is_unknown_is_refused_with_its_facts(self, settings, code, facts):
        with pytest.raises(RuleViolation) as refusal:
            Options.from_mapping({"partida_format": "first_to=5"} | settings)
        assert (refusal.value.code, refusal.value.facts) == (code, facts)

    @pytest.mark.parametrize("value", [[], {}, None, 1.5])
    def test_values_of_any_type_are_refused_not_tripped_over(self, value):
        for option in SCHEMA:
            if option.kind is not OptionKind.FORMAT:
                with pytest.raises(RuleViolation):
                    Options.from_mapping({"partida_format": "first_to=5", option.key: value})
