"""Triggers of the claims on the back of a match's sheet (C-23)."""

from league.triggers import Trigger, frozen, no_deletion, register, required

_CLOSED = (
    "NOT EXISTS (SELECT 1 FROM matches_scoresheet s JOIN matches_encounter e "
    "ON e.id = s.encounter_id WHERE s.id = NEW.sheet_id "
    "AND e.state IN ('LINE_UP', 'DRAWN', 'PLAYING'))"
)

register(
    no_deletion("matches_sheetclaim"),
    frozen(
        "matches_sheetclaim",
        [
            "sheet_id",
            "number",
            "side",
            "registration_id",
            "text",
            "after_act",
            "signer_id",
            "method",
            "entered_by_id",
            "signed_at",
        ],
    ),
    # Claimed and ruled on while the match lasts, and ruled on once.
    Trigger("matches_sheetclaim_during_the_match", "matches_sheetclaim", ("INSERT",), _CLOSED),
    Trigger(
        "matches_sheetclaim_ruled_at_once",
        "matches_sheetclaim",
        ("UPDATE",),
        f"NEW.ruled_at IS NOT NULL AND {_CLOSED}",
    ),
    Trigger(
        "matches_sheetclaim_ruled_once",
        "matches_sheetclaim",
        ("UPDATE",),
        "OLD.ruled_at IS NOT NULL",
    ),
    Trigger(
        "matches_sheetclaim_of_the_captain",
        "matches_sheetclaim",
        ("INSERT",),
        "NOT EXISTS (SELECT 1 FROM matches_sheetplayer p WHERE p.sheet_id = NEW.sheet_id "
        "AND p.side = NEW.side AND p.registration_id = NEW.registration_id AND p.is_captain)",
    ),
    Trigger(
        "matches_sheetclaim_by_code",
        "matches_sheetclaim",
        ("INSERT",),
        "NEW.method = 'CODE' AND NOT EXISTS (SELECT 1 FROM matches_sheetclaimcode c "
        "WHERE c.sheet_id = NEW.sheet_id AND c.side = NEW.side AND c.used_at IS NOT NULL "
        "AND c.number = 1 + (SELECT COUNT(*) FROM matches_sheetclaim x "
        "WHERE x.sheet_id = NEW.sheet_id AND x.side = NEW.side))",
    ),
    no_deletion("matches_sheetclaimcode"),
    frozen("matches_sheetclaimcode", ["sheet_id", "side", "number"]),
    Trigger(
        "matches_sheetclaimcode_spent",
        "matches_sheetclaimcode",
        ("UPDATE",),
        "NEW.wrong_tries < OLD.wrong_tries OR (OLD.used_at IS NOT NULL AND "
        "(OLD.used_at IS DISTINCT FROM NEW.used_at))",
    ),
    # What the officials and the captains sign leaves no claim unanswered.
    required(
        "matches_acta_claims_ruled_on",
        "matches_acta",
        "NEW.state IN ('DRAFT', 'SIGNED_ONE', 'SIGNED', 'FILED_ALONE') AND EXISTS "
        "(SELECT 1 FROM matches_scoresheet s JOIN matches_sheetclaim c ON c.sheet_id = s.id "
        "WHERE s.encounter_id = NEW.encounter_id AND c.ruled_at IS NULL)",
    ),
)
