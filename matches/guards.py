"""Triggers of this app's tables."""

from league.triggers import Trigger, append_only, frozen, no_deletion, register, required


def _of_season(table: str) -> Trigger:
    """The row's encounter (if any) belongs to the row's season."""
    return required(
        f"{table}_season_of_encounter",
        table,
        "NEW.encounter_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM matches_encounter e "
        "JOIN league_division d ON d.id = e.division_id "
        "WHERE e.id = NEW.encounter_id AND d.season_id = NEW.season_id)",
    )


def _of_side(table: str) -> Trigger:
    """The row's ficha belongs to the team of the row's side."""
    return required(
        f"{table}_registration_of_side",
        table,
        "NOT EXISTS (SELECT 1 FROM matches_encounter e "
        "JOIN league_registration r ON r.id = NEW.registration_id WHERE e.id = NEW.encounter_id "
        "AND r.team_id = CASE NEW.side WHEN 'HOME' THEN e.home_id ELSE e.away_id END)",
    )


register(
    required(
        "matches_encounter_one_division",
        "matches_encounter",
        # In a knock-out both are of groups of its tournament; elsewhere of the division itself.
        "NOT EXISTS (SELECT 1 FROM league_matchday m "
        "JOIN league_division d ON d.id = m.division_id "
        "JOIN league_team h ON h.id = NEW.home_id JOIN league_team a ON a.id = NEW.away_id "
        "JOIN league_division hd ON hd.id = h.division_id "
        "JOIN league_division ad ON ad.id = a.division_id "
        "WHERE m.id = NEW.matchday_id AND m.division_id = NEW.division_id AND m.leg = NEW.leg "
        "AND ((d.kind = 'GROUP' AND hd.id = d.id AND ad.id = d.id) "
        "OR (d.kind = 'KNOCKOUT' AND hd.tournament_id = d.tournament_id "
        "AND ad.tournament_id = d.tournament_id)))",
    ),
    # UNIQUE(matchday, home) and UNIQUE(matchday, away) leave home one day and away the same day.
    required(
        "matches_encounter_team_once_a_day",
        "matches_encounter",
        "EXISTS (SELECT 1 FROM matches_encounter e WHERE e.matchday_id = NEW.matchday_id "
        "AND e.id <> COALESCE(NEW.id, -1) "
        "AND (e.home_id = NEW.away_id OR e.away_id = NEW.home_id))",
    ),
    # Seats, actas and claims were checked against these teams when they were written.
    frozen("matches_encounter", ["division_id", "leg", "home_id", "away_id"]),
    Trigger(
        "league_team_stays_in_division",
        "league_team",
        ("UPDATE",),
        # Until it has encounters it may change groups within its season; its fichas are of that.
        "(OLD.division_id IS DISTINCT FROM NEW.division_id) AND (EXISTS (SELECT 1 FROM "
        "matches_encounter e WHERE e.home_id = OLD.id OR e.away_id = OLD.id) OR EXISTS "
        "(SELECT 1 FROM league_registration r JOIN league_division d ON d.id = NEW.division_id "
        "WHERE r.team_id = OLD.id AND r.season_id <> d.season_id))",
    ),
    _of_side("matches_seat"),
    _of_side("matches_presence"),
    # Stones are of a game that its pair had won, in a season that notes them.
    required(
        "matches_gamestones_of_a_won_game",
        "matches_gamestones",
        "NOT EXISTS (SELECT 1 FROM matches_partida p "
        "JOIN matches_encounter e ON e.id = p.encounter_id "
        "JOIN league_division d ON d.id = e.division_id "
        "JOIN league_season s ON s.id = d.season_id "
        "WHERE p.id = NEW.partida_id AND s.notes_stones AND NEW.game <= "
        "CASE NEW.winner WHEN 'HOME' THEN p.home_games ELSE p.away_games END)",
    ),
    # The commitment was public before anybody tapped (M-D.5).
    Trigger(
        "matches_draw_sealed",
        "matches_draw",
        ("UPDATE",),
        "(OLD.encounter_id IS DISTINCT FROM NEW.encounter_id) "
        "OR (OLD.algorithm IS DISTINCT FROM NEW.algorithm) "
        "OR (OLD.seed IS DISTINCT FROM NEW.seed) "
        "OR (OLD.commitment IS DISTINCT FROM NEW.commitment)",
    ),
    frozen(
        "matches_draw",
        [
            "home_nonce",
            "away_nonce",
            "home_tapped_as",
            "away_tapped_as",
            "by_hand",
            "inputs",
            "result",
            "drawn_at",
        ],
        once="OLD.drawn_at IS NOT NULL",
    ),
    no_deletion("matches_acta"),
    frozen(
        "matches_acta",
        [
            "encounter_id",
            "number",
            "reason",
            "content",
            "digest",
            "code",
            "created_at",
            "created_by_id",
        ],
    ),
    required(
        "matches_acta_signed_by_both",
        "matches_acta",
        "NEW.state = 'SIGNED' AND (SELECT COUNT(*) FROM matches_signature s "
        "WHERE s.acta_id = NEW.id AND s.digest = NEW.digest) < 2",
    ),
    append_only("matches_signature"),
    append_only("matches_sight"),
    Trigger(
        "matches_signature_of_digest",
        "matches_signature",
        ("INSERT",),
        "NOT EXISTS (SELECT 1 FROM matches_acta a WHERE a.id = NEW.acta_id "
        "AND a.digest = NEW.digest AND a.state IN ('DRAFT', 'SIGNED_ONE', 'ISSUED'))",
    ),
    # By code only with a code that was spent on this very version.
    Trigger(
        "matches_signature_by_code",
        "matches_signature",
        ("INSERT",),
        "NEW.method = 'CODE' AND NOT EXISTS (SELECT 1 FROM matches_signingcode c "
        "WHERE c.used_for_id = NEW.acta_id AND c.side = NEW.side)",
    ),
    no_deletion("matches_signingcode"),
    frozen("matches_signingcode", ["encounter_id", "side", "number", "issued_at"]),
    # What is spent or replaced stays so, and no try is forgotten.
    Trigger(
        "matches_signingcode_spent",
        "matches_signingcode",
        ("UPDATE",),
        "NEW.wrong_tries < OLD.wrong_tries OR "
        "((OLD.used_at IS NOT NULL OR OLD.replaced_at IS NOT NULL) AND ("
        "(OLD.used_at IS DISTINCT FROM NEW.used_at) "
        "OR (OLD.used_for_id IS DISTINCT FROM NEW.used_for_id) "
        "OR (OLD.replaced_at IS DISTINCT FROM NEW.replaced_at)))",
    ),
    required(
        "matches_signingcode_of_encounter",
        "matches_signingcode",
        "NEW.used_for_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM matches_acta a "
        "WHERE a.id = NEW.used_for_id AND a.encounter_id = NEW.encounter_id)",
    ),
    append_only("matches_disavowal"),
    Trigger(
        "matches_disavowal_of_code",
        "matches_disavowal",
        ("INSERT",),
        "NOT EXISTS (SELECT 1 FROM matches_signature s "
        "JOIN matches_acta a ON a.id = s.acta_id JOIN matches_case c ON c.id = NEW.case_id "
        "WHERE s.id = NEW.signature_id AND s.method = 'CODE' "
        "AND c.encounter_id = a.encounter_id)",
    ),
    append_only("matches_actaprint"),
    append_only("matches_confirmation"),
    Trigger(
        "matches_confirmation_of_digest",
        "matches_confirmation",
        ("INSERT",),
        "NOT EXISTS (SELECT 1 FROM matches_acta a WHERE a.id = NEW.acta_id "
        "AND a.digest = NEW.digest AND a.state = 'ISSUED' AND a.reason = 'ORGANISER')",
    ),
    no_deletion("matches_incident"),
    frozen(
        "matches_incident",
        ["encounter_id", "kind", "clause", "board", "side", "registration_id", "text", "at"],
    ),
    required(
        "matches_presence_pair_of_two",
        "matches_presence",
        "NEW.pair IS NOT NULL AND (SELECT COUNT(*) FROM matches_presence p "
        "WHERE p.encounter_id = NEW.encounter_id AND p.side = NEW.side AND p.pair = NEW.pair "
        "AND p.id <> COALESCE(NEW.id, -1)) >= 2",
    ),
    # Who was drawn is changed by an incident with its clause, or not at all (M-D.5).
    Trigger(
        "matches_seat_drawn",
        "matches_seat",
        ("UPDATE",),
        "((OLD.encounter_id IS DISTINCT FROM NEW.encounter_id) "
        "OR (OLD.board IS DISTINCT FROM NEW.board) "
        "OR (OLD.position IS DISTINCT FROM NEW.position) "
        "OR (OLD.registration_id IS DISTINCT FROM NEW.registration_id)) AND "
        "(NEW.incident_id IS NULL OR NOT (OLD.incident_id IS DISTINCT FROM NEW.incident_id) "
        "OR NOT EXISTS (SELECT 1 FROM matches_incident i WHERE i.id = NEW.incident_id "
        "AND i.encounter_id = OLD.encounter_id AND i.clause <> ''))",
    ),
    no_deletion("matches_postponement"),
    frozen(
        "matches_postponement",
        [
            "encounter_id",
            "by_organiser",
            "side",
            "answers_id",
            "proposed_by_id",
            "proposed_at",
            "old_starts_at",
            "old_venue_id",
            "reason",
        ],
    ),
    # What was answered stays answered.
    Trigger(
        "matches_postponement_settled",
        "matches_postponement",
        ("UPDATE",),
        "OLD.state NOT IN ('PROPOSED', 'AGREED') AND ("
        "(OLD.state IS DISTINCT FROM NEW.state) "
        "OR (OLD.new_starts_at IS DISTINCT FROM NEW.new_starts_at) "
        "OR (OLD.new_venue_id IS DISTINCT FROM NEW.new_venue_id) "
        "OR (OLD.answered_by_id IS DISTINCT FROM NEW.answered_by_id) "
        "OR (OLD.answered_at IS DISTINCT FROM NEW.answered_at) "
        "OR (OLD.answer_reason IS DISTINCT FROM NEW.answer_reason) "
        "OR (OLD.content IS DISTINCT FROM NEW.content) "
        "OR (OLD.digest IS DISTINCT FROM NEW.digest) "
        "OR (OLD.delivered_at IS DISTINCT FROM NEW.delivered_at))",
    ),
    # The change acta carries both signatures (M-D.16); another bar alone needs no consent.
    required(
        "matches_postponement_signed_by_both",
        "matches_postponement",
        "NEW.state = 'DELIVERED' AND NEW.side <> '' "
        "AND (NEW.old_starts_at IS DISTINCT FROM NEW.new_starts_at) "
        "AND (SELECT COUNT(*) FROM matches_datesignature s "
        "WHERE s.postponement_id = NEW.id) < 2",
    ),
    required(
        "matches_postponement_of_its_dates",
        "matches_postponement",
        "NEW.state = 'DELIVERED' AND NEW.side <> '' "
        "AND (NEW.old_starts_at IS DISTINCT FROM NEW.new_starts_at) "
        "AND NOT EXISTS (SELECT 1 FROM matches_proposeddate d WHERE d.postponement_id = NEW.id "
        "AND d.starts_at = NEW.new_starts_at "
        "AND NOT (d.venue_id IS DISTINCT FROM NEW.new_venue_id))",
    ),
    append_only("matches_proposeddate"),
    append_only("matches_datesignature"),
    no_deletion("matches_claim"),
    frozen(
        "matches_claim",
        [
            "season_id",
            "number",
            "encounter_id",
            "team_id",
            "submitted_by_id",
            "submitted_at",
            "on_paper",
            "incident_id",
            "clause",
            "text",
        ],
    ),
    _of_season("matches_claim"),
    required(
        "matches_claim_team_of_encounter",
        "matches_claim",
        "NOT EXISTS (SELECT 1 FROM matches_encounter e WHERE e.id = NEW.encounter_id "
        "AND NEW.team_id IN (e.home_id, e.away_id))",
    ),
    no_deletion("matches_case"),
    frozen(
        "matches_case",
        ["season_id", "number", "encounter_id", "claim_id", "reason", "opened_at"],
    ),
    _of_season("matches_case"),
    append_only("matches_statement"),
    append_only("matches_casenote"),
    append_only("matches_ruling"),
    required(
        "matches_ruling_season_of_case",
        "matches_ruling",
        "NOT EXISTS (SELECT 1 FROM matches_case c WHERE c.id = NEW.case_id "
        "AND c.season_id = NEW.season_id)",
    ),
    required(
        "matches_ruling_replaces_own_case",
        "matches_ruling",
        "NEW.replaces_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM matches_ruling r "
        "WHERE r.id = NEW.replaces_id AND r.case_id = NEW.case_id)",
    ),
    no_deletion("matches_sanction"),
    frozen(
        "matches_sanction",
        [
            "ruling_id",
            "season_id",
            "kind",
            "team_id",
            "player_id",
            "encounters",
            "starts_at",
            "amount",
        ],
    ),
    required(
        "matches_sanction_season_of_ruling",
        "matches_sanction",
        "NOT EXISTS (SELECT 1 FROM matches_ruling r WHERE r.id = NEW.ruling_id "
        "AND r.season_id = NEW.season_id)",
    ),
    append_only("matches_pointadjustment"),
    # Only a prize that nobody has won yet is taken back (M-D.17).
    Trigger(
        "matches_prize_won_stays",
        "matches_prize",
        ("DELETE",),
        "OLD.state <> 'OPEN'",
        lifted_for_flush=True,
    ),
    required(
        "matches_prize_of_season",
        "matches_prize",
        "(NEW.division_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM league_division d "
        "WHERE d.id = NEW.division_id AND d.season_id = NEW.season_id)) "
        "OR (NEW.winner_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM league_team t "
        "JOIN league_division d ON d.id = t.division_id "
        "WHERE t.id = NEW.winner_id AND d.season_id = NEW.season_id "
        "AND (NEW.division_id IS NULL OR NEW.division_id = d.id)))",
    ),
    required(
        "matches_prize_collected_by_its_own",
        "matches_prize",
        "NEW.member_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM league_registration r "
        "WHERE r.id = NEW.member_id AND r.team_id = NEW.winner_id)",
    ),
    Trigger(
        "matches_refereeduty_of_referee",
        "matches_refereeduty",
        ("INSERT",),
        "NOT EXISTS (SELECT 1 FROM matches_encounter e "
        "JOIN league_division d ON d.id = e.division_id JOIN league_role r "
        "ON r.season_id = d.season_id AND r.kind = 'REFEREE' "
        "WHERE e.id = NEW.encounter_id AND r.user_id = NEW.referee_id)",
    ),
    frozen("matches_refereeduty", ["encounter_id", "referee_id"]),
    # A closed matchday changes by a ruling that came later, or not at all.
    Trigger(
        "matches_encounter_day_closed",
        "matches_encounter",
        ("UPDATE",),
        "((OLD.state IS DISTINCT FROM NEW.state) OR (OLD.kind IS DISTINCT FROM NEW.kind) "
        "OR (OLD.home_score IS DISTINCT FROM NEW.home_score) "
        "OR (OLD.away_score IS DISTINCT FROM NEW.away_score) "
        "OR (OLD.home_games IS DISTINCT FROM NEW.home_games) "
        "OR (OLD.away_games IS DISTINCT FROM NEW.away_games) "
        "OR (OLD.ended_at IS DISTINCT FROM NEW.ended_at) "
        "OR (OLD.starts_at IS DISTINCT FROM NEW.starts_at) "
        "OR (OLD.matchday_id IS DISTINCT FROM NEW.matchday_id)) "
        "AND EXISTS (SELECT 1 FROM league_matchday m WHERE m.id = OLD.matchday_id "
        "AND m.closed_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM matches_ruling r "
        "JOIN matches_case c ON c.id = r.case_id "
        "WHERE c.encounter_id = OLD.id AND r.ruled_at >= m.closed_at))",
    ),
    required(
        "matches_adjustment_reverses_its_like",
        "matches_pointadjustment",
        "NEW.reverses_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM matches_pointadjustment a "
        "WHERE a.id = NEW.reverses_id AND a.team_id = NEW.team_id AND a.points = -NEW.points)",
    ),
    append_only("matches_evidence"),
    required(
        "matches_evidence_of_one_encounter",
        "matches_evidence",
        "(NEW.acta_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM matches_acta a "
        "WHERE a.id = NEW.acta_id AND a.encounter_id = NEW.encounter_id)) "
        "OR (NEW.claim_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM matches_claim c "
        "WHERE c.id = NEW.claim_id AND c.encounter_id = NEW.encounter_id))",
    ),
    append_only("matches_disputeddeal"),
    append_only("matches_standingspublication"),
    append_only("matches_seal"),
    append_only("matches_issuedfile"),
    required(
        "matches_publication_matchday_of_division",
        "matches_standingspublication",
        "NOT EXISTS (SELECT 1 FROM league_matchday m WHERE m.id = NEW.matchday_id "
        "AND m.division_id = NEW.division_id)",
    ),
    # ---- tournament days ----
    frozen("matches_fixture", ["tournament_id", "division_id", "number", "round", "position"]),
    required(
        "matches_fixture_division_of_tournament",
        "matches_fixture",
        "NOT EXISTS (SELECT 1 FROM league_division d "
        "WHERE d.id = NEW.division_id AND d.tournament_id = NEW.tournament_id)",
    ),
    required(
        "matches_fixture_court_of_venue",
        "matches_fixture",
        "NEW.court_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM league_court c "
        "JOIN league_tournament t ON t.venue_id = c.venue_id "
        "WHERE c.id = NEW.court_id AND t.id = NEW.tournament_id)",
    ),
    # Of any tournament: a court is one place.
    required(
        "matches_fixture_court_taken",
        "matches_fixture",
        "NEW.court_id IS NOT NULL AND EXISTS (SELECT 1 FROM matches_fixture f "
        "WHERE f.court_id = NEW.court_id AND f.id <> COALESCE(NEW.id, -1) "
        "AND f.starts_at < NEW.until AND NEW.starts_at < f.until)",
    ),
    required(
        "matches_fixture_encounter_of_round",
        "matches_fixture",
        "NEW.encounter_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM matches_encounter e "
        "JOIN league_matchday m ON m.id = e.matchday_id WHERE e.id = NEW.encounter_id "
        "AND e.division_id = NEW.division_id AND m.number = NEW.round)",
    ),
    # In a knock-out the encounter is between the teams of the two slots.
    required(
        "matches_fixture_encounter_of_slots",
        "matches_fixture",
        "NEW.encounter_id IS NOT NULL AND EXISTS (SELECT 1 FROM league_division d "
        "WHERE d.id = NEW.division_id AND d.kind = 'KNOCKOUT') "
        "AND (SELECT COUNT(*) FROM matches_bracketslot s "
        "JOIN matches_encounter e ON e.id = NEW.encounter_id WHERE s.fixture_id = NEW.id "
        "AND s.team_id = CASE s.side WHEN 'HOME' THEN e.home_id ELSE e.away_id END) < 2",
    ),
    frozen(
        "matches_bracketslot",
        ["fixture_id", "side", "group_id", "place", "winner_of_id", "loser_of_id"],
    ),
    required(
        "matches_slot_of_knockout",
        "matches_bracketslot",
        "NOT EXISTS (SELECT 1 FROM matches_fixture f "
        "JOIN league_division d ON d.id = f.division_id "
        "WHERE f.id = NEW.fixture_id AND d.kind = 'KNOCKOUT')",
    ),
    required(
        "matches_slot_group_of_tournament",
        "matches_bracketslot",
        "NEW.group_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM matches_fixture f "
        "JOIN league_division d ON d.tournament_id = f.tournament_id "
        "WHERE f.id = NEW.fixture_id AND d.id = NEW.group_id AND d.kind = 'GROUP')",
    ),
    # Fed by an earlier round of the same knock-out: never by itself, nor in a circle.
    required(
        "matches_slot_fed_by_earlier_round",
        "matches_bracketslot",
        "COALESCE(NEW.winner_of_id, NEW.loser_of_id) IS NOT NULL "
        "AND NOT EXISTS (SELECT 1 FROM matches_fixture f "
        "JOIN matches_fixture s ON s.id = COALESCE(NEW.winner_of_id, NEW.loser_of_id) "
        "WHERE f.id = NEW.fixture_id AND s.division_id = f.division_id AND s.round < f.round)",
    ),
    required(
        "matches_slot_team_of_source",
        "matches_bracketslot",
        "NEW.team_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM league_team t "
        "WHERE t.id = NEW.team_id AND t.division_id = NEW.group_id) "
        "AND NOT EXISTS (SELECT 1 FROM matches_bracketslot s "
        "WHERE s.fixture_id = COALESCE(NEW.winner_of_id, NEW.loser_of_id) "
        "AND s.team_id = NEW.team_id)",
    ),
    # Who stands in an encounter leaves its slot after the encounter.
    Trigger(
        "matches_slot_held_by_encounter",
        "matches_bracketslot",
        ("UPDATE",),
        "(OLD.team_id IS DISTINCT FROM NEW.team_id) AND EXISTS (SELECT 1 FROM matches_fixture f "
        "WHERE f.id = OLD.fixture_id AND f.encounter_id IS NOT NULL)",
    ),
)
