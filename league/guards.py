"""Triggers of this app's tables."""

from league.triggers import Trigger, append_only, frozen, no_deletion, register, required

register(
    append_only("league_ledgerentry"),
    no_deletion("league_ledgerchain"),
    append_only("league_dayhead"),
    no_deletion("league_signingkey"),
    frozen("league_signingkey", ["key_id", "public_key", "published_at"]),
    Trigger(
        "league_signingkey_retired_stays",
        "league_signingkey",
        ("UPDATE",),
        "OLD.retired_at IS NOT NULL AND (OLD.retired_at IS DISTINCT FROM NEW.retired_at)",
    ),
    # A released ficha stays spent (M-D.8): the row cannot go, nor be given to somebody else.
    no_deletion("league_registration"),
    frozen("league_registration", ["season_id", "team_id", "player_id", "slot", "registered_at"]),
    Trigger(
        "league_registration_released_stays",
        "league_registration",
        ("UPDATE",),
        "OLD.released_at IS NOT NULL AND (OLD.released_at IS DISTINCT FROM NEW.released_at)",
    ),
    required(
        "league_registration_season_of_team",
        "league_registration",
        "NOT EXISTS (SELECT 1 FROM league_team t JOIN league_division d ON d.id = t.division_id "
        "WHERE t.id = NEW.team_id AND d.season_id = NEW.season_id)",
    ),
    # Sixteen fichas where the ones of who left stay spent (M-D.7, M-D.8).
    required(
        "league_registration_slot_within",
        "league_registration",
        "NEW.slot > 16 AND EXISTS (SELECT 1 FROM league_season s "
        "WHERE s.id = NEW.season_id AND s.spends_places)",
    ),
    no_deletion("league_teamstaff"),
    frozen("league_teamstaff", ["team_id", "post", "since"]),
    no_deletion("league_document"),
    frozen("league_document", ["registration_id", "kind", "issued_on", "added_by_id", "added_at"]),
    frozen("league_team", ["club_id"]),
    frozen("league_division", ["season_id", "kind"]),
    required(
        "league_division_season_of_tournament",
        "league_division",
        "NEW.tournament_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM league_tournament t "
        "WHERE t.id = NEW.tournament_id AND t.season_id = NEW.season_id)",
    ),
    # A knock-out takes its teams from the groups.
    required(
        "league_team_of_a_group",
        "league_team",
        "EXISTS (SELECT 1 FROM league_division d "
        "WHERE d.id = NEW.division_id AND d.kind <> 'GROUP')",
    ),
    frozen("league_tournament", ["season_id"]),
    frozen("league_court", ["venue_id"]),
    # A row saved whole by somebody who read it long ago would bring old pages back.
    Trigger(
        "league_division_version_rises",
        "league_division",
        ("UPDATE",),
        "NEW.version < OLD.version",
    ),
    frozen("league_matchday", ["division_id", "leg"]),
)
