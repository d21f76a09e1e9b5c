"""What counts as late, and what keeps a season open."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied

from league.machine import MoveRefused
from league.models import LedgerEntry
from league.refusals import Refused
from league.states.season import SeasonState
from matches.selectors.closing import open_things
from matches.selectors.late import (
    acta_is_late,
    case_is_overdue,
    claim_waits_too_long,
    late_things,
    result_is_late,
)
from matches.services.seasons import season_close
from tests import factories

AT = factories.AT
MICRO = timedelta(microseconds=1)


class TestRules:
    @pytest.mark.regulation("M-D.9")
    @pytest.mark.parametrize(
        ("state", "after", "late"),
        [
            ("SCHEDULED", timedelta(minutes=150), True),
            ("SCHEDULED", timedelta(minutes=150) - MICRO, False),
            ("PLAYING", timedelta(minutes=151), True),
            ("POSTPONED", timedelta(days=9), False),
            ("ENDED", timedelta(days=9), False),
        ],
    )
    def test_a_result(self, state, after, late):
        assert (
            result_is_late(state=state, starts_at=AT, expected_minutes=150, now=AT + after) is late
        )

    def test_a_result_without_a_date_is_not_late(self):
        assert not result_is_late(state="SCHEDULED", starts_at=None, expected_minutes=150, now=AT)

    @pytest.mark.parametrize(
        ("state", "origin", "hours", "late"),
        [
            ("ENDED", "ACTA", 24, True),
            ("ENDED", "ORGANISER", 24, True),
            ("ENDED", "ACTA", 23, False),
            ("ENDED", "IMPORTED", 99, False),
            ("SIGNED", "ACTA", 99, False),
        ],
    )
    def test_an_acta(self, state, origin, hours, late):
        now = AT + timedelta(hours=hours)
        assert acta_is_late(state=state, origin=origin, ended_at=AT, now=now) is late

    def test_a_case_and_a_claim(self):
        assert case_is_overdue(due_at=AT, now=AT)
        assert not case_is_overdue(due_at=AT, now=AT - MICRO)
        assert not case_is_overdue(due_at=None, now=AT)
        assert claim_waits_too_long(submitted_at=AT, now=AT + timedelta(days=3))
        assert not claim_waits_too_long(submitted_at=AT, now=AT + timedelta(days=3) - MICRO)


@pytest.mark.django_db
class TestLateThings:
    def test_each_thing_in_its_list(self):
        season = factories.season()
        division = factories.division(season=season)
        now = AT + timedelta(days=2)
        late = factories.encounter(division=division)
        factories.encounter(division=division, starts_at=now + timedelta(days=3))
        tonight = factories.encounter(division=division, starts_at=now - timedelta(minutes=5))
        undated = factories.encounter(division=division, state="POSTPONED")
        unsigned = factories.ended_encounter(division=division)
        acta = factories.acta(encounter=unsigned, state="SIGNED_ONE")
        factories.signature(acta=factories.acta(encounter=factories.ended_encounter()))
        alone = factories.ended_encounter(division=division, state="SIGNED")
        filed = factories.acta(
            encounter=alone, state="FILED_ALONE", in_force=True, filed_alone_reason="Se fueron"
        )
        case = factories.case(encounter=alone, reason="acta.filed_alone", due_at=AT)
        found = late_things(season, now=now)
        assert found.results == [late]
        assert found.tonight == [tonight]
        assert found.undated == [undated]
        assert [line.encounter for line in found.unsigned] == [unsigned]
        assert found.unsigned[0].has_acta
        assert found.unsigned[0].late
        assert found.alone == [filed]
        assert [(line.case, line.overdue) for line in found.cases] == [(case, True)]
        assert found.count == 5
        assert acta.encounter_id == unsigned.pk

    @pytest.mark.regulation("M-D.10")
    def test_photos_of_an_acta_wait_until_it_is_transcribed(self):
        division = factories.division()
        row = factories.encounter(division=division)
        for minutes in (40, 0):
            factories.evidence(
                encounter=row, acta_on_paper=True, uploaded_at=AT + timedelta(minutes=minutes)
            )
        factories.evidence(encounter=factories.encounter(division=division))  # of something else
        # Replayed since: the photo is of the evening before.
        replayed = factories.encounter(division=division)
        factories.evidence(encounter=replayed, acta_on_paper=True, uploaded_at=AT)
        factories.acta(encounter=replayed, state="SUPERSEDED", created_at=AT + timedelta(hours=1))
        now = AT + timedelta(hours=1)
        [line] = late_things(division.season, now=now).on_paper
        assert (line.encounter, line.since, line.photos) == (row, AT, 2)
        factories.acta(
            encounter=row, state="ISSUED", in_force=True, created_at=AT - timedelta(minutes=1)
        )
        assert not late_things(division.season, now=now).on_paper

    def test_a_case_that_is_closed_takes_its_acta_off_the_list(self):
        alone = factories.ended_encounter(state="SIGNED")
        factories.acta(
            encounter=alone, state="FILED_ALONE", in_force=True, filed_alone_reason="Se fueron"
        )
        factories.case(encounter=alone, reason="acta.filed_alone", state="RESOLVED")
        found = late_things(alone.division.season, now=AT + timedelta(days=9))
        assert not found.alone


@pytest.mark.django_db
class TestSeasonClose:
    def closable(self):
        row = factories.ended_encounter(state="SIGNED")
        return row, factories.role(season=row.division.season).user

    def test_closes_once_and_closing_again_changes_nothing(self):
        row, actor = self.closable()
        season = row.division.season
        at = row.ended_at + timedelta(hours=24)
        assert season_close(actor=actor, season_id=season.pk, at=at).state == SeasonState.CLOSED
        entries = LedgerEntry.objects.count()
        season_close(actor=actor, season_id=season.pk, at=at)
        assert LedgerEntry.objects.count() == entries

    @pytest.mark.regulation("M-D.15")
    def test_waits_for_the_last_moment_to_claim(self):
        row, actor = self.closable()
        at = row.ended_at + timedelta(hours=24) - MICRO
        with pytest.raises(Refused, match=r"season\.still_open"):
            season_close(actor=actor, season_id=row.division.season_id, at=at)
        assert not LedgerEntry.objects.exists()

    @pytest.mark.parametrize("what", ["unplayed", "unsigned", "claim", "case"])
    def test_waits_for_what_is_open(self, what):
        row, actor = self.closable()
        season, division = row.division.season, row.division
        if what == "unplayed":
            factories.encounter(division=division)
        elif what == "unsigned":
            factories.ended_encounter(division=division)
        elif what == "claim":
            factories.claim(encounter=row)
        else:
            factories.case(encounter=row)
        at = row.ended_at + timedelta(days=3)
        assert open_things(season, now=at).count == 1
        with pytest.raises(Refused) as refusal:
            season_close(actor=actor, season_id=season.pk, at=at)
        assert refusal.value.facts == {"count": 1}

    def test_imported_results_do_not_keep_it_open(self):
        row = factories.ended_encounter(origin="IMPORTED")
        assert open_things(row.division.season, now=AT).count == 0

    def test_a_fine_is_told_but_keeps_nobody(self):
        row, _actor = self.closable()
        case = factories.case(encounter=row, state="RESOLVED")
        factories.sanction(
            ruling=factories.ruling(case=case), kind="FINE", amount=30, fine_state="DUE"
        )
        found = open_things(row.division.season, now=AT + timedelta(days=5))
        assert (found.count, len(found.fines)) == (0, 1)

    def test_refuses_a_season_that_does_not_run_and_other_people(self):
        row, actor = self.closable()
        season = row.division.season
        season.state = SeasonState.SCHEDULED
        season.save()
        with pytest.raises(MoveRefused):
            season_close(actor=actor, season_id=season.pk, at=AT)
        with pytest.raises(PermissionDenied):
            season_close(actor=factories.user(), season_id=season.pk, at=AT)
