"""Every discipline keeps the same laws, whatever the game."""

import json

import pytest

from rules.discipline import Discipline, OptionKind
from rules.errors import RuleViolation
from rules.formats import PartidaFormat
from rules.record_report import LONGEST_RECORD
from rules.registry import DISCIPLINES, discipline
from rules.regulation import articles

pytestmark = pytest.mark.parametrize("game", DISCIPLINES.values(), ids=lambda game: game.code)


def formats(game: Discipline) -> list[PartidaFormat]:
    (option,) = [one for one in game.options_schema() if one.kind is OptionKind.FORMAT]
    return [PartidaFormat.parse(str(text)) for text in (option.default, *option.alternatives)]


def test_is_found_under_its_code(game):
    assert discipline(game.code) is game


def test_has_boards_seats_and_a_roster_that_can_fill_them(game):
    assert game.boards >= 1
    assert game.seats_per_side >= 1
    assert game.seats_per_side <= game.roster.minimum <= game.roster.maximum


def test_has_a_regulation_and_cites_only_it(game):
    ids = {clause.id for article in articles(game.clause_prefix) for clause in article.clauses}
    assert ids
    assert {option.clause for option in game.options_schema()} <= ids


def test_keys_of_the_schema_are_unique_and_cover_every_preset(game):
    keys = [option.key for option in game.options_schema()]
    assert len(keys) == len(set(keys))
    for preset in game.presets:
        assert set(preset.settings) == set(keys)


def test_defaults_and_alternatives_of_the_schema_are_accepted(game):
    settings = dict(game.presets[0].settings)
    for option in game.options_schema():
        assert option.default not in option.alternatives
        for value in (option.default, *option.alternatives):
            read = game.read_settings(settings | {option.key: value})
            assert read[option.key] == value


def test_says_what_a_game_is_played_to_where_its_points_may_be_noted(game):
    settings = game.presets[0].settings
    assert game.game_points(settings) == game.game_points({}) == {"mus": 40}.get(game.code)
    if "stones" in settings:
        assert game.game_points({**settings, "stones": 30}) == 30


def test_settings_read_are_complete_json_and_stable(game):
    for preset in game.presets:
        read = game.read_settings(preset.settings)
        assert game.read_settings(json.loads(json.dumps(read))) == read
        assert game.boards_of(read) >= 1
        assert str(game.format_of(read)) in read.values()


def test_first_preset_is_the_proposal(game):
    settings = game.presets[0].settings
    assert game.format_of(settings) == game.proposed_format
    assert game.boards_of(settings) == game.boards


def test_settings_without_a_choice_that_must_be_made_are_refused(game):
    for option in game.options_schema():
        if option.must_choose:
            settings = dict(game.presets[0].settings)
            del settings[option.key]
            with pytest.raises(RuleViolation):
                game.read_settings(settings)


def test_unknown_settings_are_refused(game):
    with pytest.raises(RuleViolation) as refusal:
        game.read_settings(dict(game.presets[0].settings) | {"no_such_option": 1})
    assert refusal.value.code == "options.unknown_key"


def test_a_legal_result_has_no_findings_and_a_winner(game):
    settings = game.presets[0].settings
    for format in formats(game):
        assert game.legal_results(format)
        for score in game.legal_results(format):
            assert game.check_partida(format, score, settings) == []
            assert game.winner(format, score) is not None


def test_a_partial_score_has_findings_and_no_winner(game):
    settings = game.presets[0].settings
    for format in formats(game):
        assert (0, 0) in game.legal_partial(format)
        for score in game.legal_partial(format):
            assert game.check_partida(format, score, settings)
            assert game.winner(format, score) is None


def test_a_record_is_ruled_on_or_refused_and_nothing_else(game):
    settings = game.presets[0].settings
    for text in ("", "?", "x" * (LONGEST_RECORD + 1)):
        with pytest.raises(RuleViolation):
            game.rule_on(text, settings)
    if not game.takes_records:
        with pytest.raises(RuleViolation) as refusal:
            game.rule_on("", settings)
        assert refusal.value.code == "record.not_taken"


def test_sides_are_treated_alike(game):
    for format in formats(game):
        for home, away in game.legal_results(format):
            assert (away, home) in game.legal_results(format)
            assert game.winner(format, (home, away)) is not game.winner(format, (away, home))


def test_an_unknown_code_is_refused(game):
    with pytest.raises(RuleViolation) as refusal:
        discipline(game.code + "?")
    assert refusal.value.code == "discipline.unknown"
