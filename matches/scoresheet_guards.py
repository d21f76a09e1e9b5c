"""Triggers of the tables of a match's sheet."""

from league.triggers import Trigger, append_only, frozen, no_deletion, register, required

_CLOSED = (
    "EXISTS (SELECT 1 FROM matches_scoresheet s WHERE s.id = {row}.sheet_id AND "
    "CASE {row}.side WHEN 'HOME' THEN s.home_locked_at ELSE s.away_locked_at END IS NOT NULL)"
)


def _unsigned(side: str) -> str:
    """The side's list is closed although its captain has not signed it (C-4.2)."""
    return (
        f"(NEW.{side.lower()}_locked_at IS NOT NULL AND NOT EXISTS "
        "(SELECT 1 FROM matches_sheetsignature s WHERE s.sheet_id = NEW.id "
        f"AND s.side = '{side}' AND s.role = 'CAPTAIN' AND s.acta_id IS NULL))"
    )


register(
    no_deletion("matches_scoresheet"),
    frozen("matches_scoresheet", ["opened_at", "opened_by_id"]),
    # It stays with its encounter, or is set aside and remembers it.
    Trigger(
        "matches_scoresheet_stays",
        "matches_scoresheet",
        ("UPDATE",),
        "((OLD.encounter_id IS DISTINCT FROM NEW.encounter_id) AND (NEW.encounter_id IS NOT NULL "
        "OR (OLD.encounter_id IS DISTINCT FROM NEW.was_of_id))) "
        "OR (OLD.was_of_id IS NOT NULL AND (OLD.was_of_id IS DISTINCT FROM NEW.was_of_id))",
    ),
    required(
        "matches_scoresheet_list_signed",
        "matches_scoresheet",
        f"{_unsigned('HOME')} OR {_unsigned('AWAY')}",
    ),
    # A list that is closed stays closed (C-4.2).
    Trigger(
        "matches_scoresheet_list_stays",
        "matches_scoresheet",
        ("UPDATE",),
        "(OLD.home_locked_at IS NOT NULL AND "
        "(OLD.home_locked_at IS DISTINCT FROM NEW.home_locked_at)) "
        "OR (OLD.away_locked_at IS NOT NULL AND "
        "(OLD.away_locked_at IS DISTINCT FROM NEW.away_locked_at))",
    ),
    frozen("matches_sheetplayer", ["sheet_id", "side"]),
    Trigger(
        "matches_sheetplayer_list_closed",
        "matches_sheetplayer",
        ("INSERT",),
        _CLOSED.format(row="NEW"),
    ),
    Trigger(
        "matches_sheetplayer_list_kept",
        "matches_sheetplayer",
        ("UPDATE", "DELETE"),
        _CLOSED.format(row="OLD"),
        lifted_for_flush=True,
    ),
    required(
        "matches_sheetplayer_registration_of_side",
        "matches_sheetplayer",
        "NOT EXISTS (SELECT 1 FROM matches_scoresheet s "
        "JOIN matches_encounter e ON e.id = s.encounter_id "
        "JOIN league_registration r ON r.id = NEW.registration_id WHERE s.id = NEW.sheet_id "
        "AND r.team_id = CASE NEW.side WHEN 'HOME' THEN e.home_id ELSE e.away_id END)",
    ),
    append_only("matches_sheetact"),
    Trigger(
        "matches_sheetact_next",
        "matches_sheetact",
        ("INSERT",),
        "NEW.number <> (SELECT COALESCE(MAX(a.number), 0) + 1 FROM matches_sheetact a "
        "WHERE a.sheet_id = NEW.sheet_id)",
    ),
    Trigger(
        "matches_sheetact_while_open",
        "matches_sheetact",
        ("INSERT",),
        "NOT EXISTS (SELECT 1 FROM matches_scoresheet s "
        "JOIN matches_encounter e ON e.id = s.encounter_id WHERE s.id = NEW.sheet_id "
        "AND e.state IN ('LINE_UP', 'DRAWN', 'PLAYING'))",
    ),
    # Undone is the last act that counts, and none in the middle.
    Trigger(
        "matches_sheetact_undoes_the_last",
        "matches_sheetact",
        ("INSERT",),
        "NEW.undoes_id IS NOT NULL AND ((SELECT MAX(a.number) FROM matches_sheetact a "
        "WHERE a.sheet_id = NEW.sheet_id AND a.text <> '' AND NOT EXISTS "
        "(SELECT 1 FROM matches_sheetact u WHERE u.undoes_id = a.id)) IS DISTINCT FROM "
        "(SELECT b.number FROM matches_sheetact b WHERE b.id = NEW.undoes_id "
        "AND b.sheet_id = NEW.sheet_id))",
    ),
    append_only("matches_sheetsignature"),
    Trigger(
        "matches_sheetsignature_of_acta",
        "matches_sheetsignature",
        ("INSERT",),
        "NEW.acta_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM matches_acta a "
        "JOIN matches_scoresheet s ON s.encounter_id = a.encounter_id "
        "WHERE a.id = NEW.acta_id AND s.id = NEW.sheet_id AND a.digest = NEW.digest "
        "AND a.state IN ('DRAFT', 'SIGNED_ONE'))",
    ),
    Trigger(
        "matches_sheetsignature_list_open",
        "matches_sheetsignature",
        ("INSERT",),
        f"NEW.acta_id IS NULL AND {_CLOSED.format(row='NEW')}",
    ),
    Trigger(
        "matches_sheetsignature_by_code",
        "matches_sheetsignature",
        ("INSERT",),
        "NEW.method = 'CODE' AND NOT EXISTS (SELECT 1 FROM matches_sheetcode c "
        "WHERE c.sheet_id = NEW.sheet_id AND c.side = NEW.side AND c.used_at IS NOT NULL)",
    ),
    no_deletion("matches_sheetcode"),
    frozen("matches_sheetcode", ["sheet_id", "side"]),
    Trigger(
        "matches_sheetcode_spent",
        "matches_sheetcode",
        ("UPDATE",),
        "NEW.wrong_tries < OLD.wrong_tries OR (OLD.used_at IS NOT NULL AND "
        "(OLD.used_at IS DISTINCT FROM NEW.used_at))",
    ),
    # The captains sign what the central referee has signed (C-20).
    required(
        "matches_acta_signed_by_officials",
        "matches_acta",
        "NEW.state IN ('SIGNED', 'FILED_ALONE') AND NEW.reason = 'FILED' AND EXISTS "
        "(SELECT 1 FROM matches_scoresheet s WHERE s.encounter_id = NEW.encounter_id) "
        "AND NOT EXISTS (SELECT 1 FROM matches_sheetsignature g WHERE g.acta_id = NEW.id "
        "AND g.role = 'CENTRAL' AND g.digest = NEW.digest)",
    ),
)
