"""House rules that no linter knows: views ask no table, services name who acts and when."""

import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType

import pytest

import league.services
import matches.services

ROOT = Path(__file__).resolve().parent.parent.parent
VIEWS = sorted([*ROOT.glob("league/views/**/*.py"), *ROOT.glob("matches/views/**/*.py")])
SOURCES = sorted([*ROOT.glob("league/**/*.py"), *ROOT.glob("matches/**/*.py")])


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", VIEWS, ids=name)
def test_a_view_asks_no_table(path: Path) -> None:
    """What a page reads is a selector's, what it does is a service's."""
    assert not re.search(r"\.objects\b|\._base_manager\b", path.read_text(encoding="utf-8"))


ABBREVIATED = re.compile(r"""date(?:_format\([^\n]*,\s*r?|:)["'][^"']*(?<!\\)[MNb]""")


def test_short_names_of_months_are_written_in_one_place() -> None:
    """Django's come with a capital or without, by month; `matches.moments` writes them small."""
    files = [*(ROOT / "templates").rglob("*.html"), *SOURCES]
    found = [path for path in files if ABBREVIATED.search(path.read_text("utf-8"))]
    assert found == []


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_nothing_is_declared_safe(path: Path) -> None:
    assert "mark_safe" not in path.read_text(encoding="utf-8")


def modules(package: ModuleType) -> Iterator[ModuleType]:
    for found in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        yield importlib.import_module(found.name)


def services() -> list[tuple[str, FunctionType]]:
    """Every public function of the service modules, where it is defined."""
    return [
        (f"{module.__name__}.{each}", function)
        for package in (league.services, matches.services)
        for module in modules(package)
        if not module.__name__.rpartition(".")[2].startswith("_")
        for each, function in vars(module).items()
        if inspect.isfunction(function)
        and not each.startswith("_")
        and function.__module__ == module.__name__
    ]


# What a person does is keyword-only, with `actor` and `at`. These are not what a person does:
READS_ONLY = {
    "league.services.registrations": "refuse_while_shut",
    "matches.services.actas": "check content_of corrected stop_if_final stop_if_frozen "
    "stop_on_errors",
    "matches.services.brackets": "bracket_digest",
    "matches.services.calendars": "calendar_preview groups_without_calendar",
    "matches.services.dates": "change_problem is_late limits_of",
    "matches.services.draws": "completion_at",
    "matches.services.evidence": "files_read",
    "matches.services.plans": "base_content plan",
    "matches.services.absences": "absences_after absences_of",
    "matches.services.preview": "outcome preview",
    "matches.services.proposals": "proposal_of",
    "matches.services.scoresheets": "rules_of",
    "matches.services.signing_codes": "code_path",
    "matches.services.rulings": "planned_ruling",
    "matches.services.tournament_plans": "tournament_preview",
    "matches.services.verification": "draw_problem record_verify",
    "matches.services.withdrawals": "starts_after stop_if_cannot_leave to_bring_back to_cancel "
    "withdrawal_preview",
}
# A step of other services, in their transaction and after they have asked who acts.
STEPS = {
    "league.services.accounts": "account_for_email",
    "league.services.files": "file_keep sent_read written_files",
    "league.services.invitations": "delegate_named post_given",
    "league.services.locks": "refuse_after_calendar row_get_locked season_get_organised "
    "team_get_locked",
    "league.services.notifications": "mail_adds notify",
    "league.services.signing_keys": "key_in_use key_retire private_key",
    "league.services.versions": "divisions_touch",
    "matches.services.acta_prints": "print_order",
    "matches.services.actas": "close_alone in_force_entry open_acta partidas_apply result_apply "
    "sign_for stop_if_late_correction superseded",
    "matches.services.automatic_cases": "cases_open_for",
    "matches.services.calendars": "encounters_clear",
    "matches.services.cases": "case_locked",
    "matches.services.encounters": "encounter_put encounters_create proposals_expire",
    "matches.services.paper": "tell_transcribed",
    "matches.services.rulings": "exits_lock issue",
    "matches.services.scoresheets": "official_locked sheet_opened sheet_set_aside",
    "matches.services.sheet_claims": "stop_if_claims_wait",
    "matches.services.sights": "sight_write",
    "matches.services.signing_codes": "code_spend",
    "matches.services.seals": "acta_seal file_issue publication_seal",
    "matches.services.withdrawals": "encounters_lock exit_entry exit_tell exit_write return_write",
}
# Nobody acts: the clock does.
BACKGROUND = {
    "league.services.background": "run_due",
    "league.services.heads": "heads_note register_jobs",
    "league.services.housekeeping": "register_jobs sessions_clear",
    "league.services.jobs": "backoff job_enqueue jobs_arm_periodic jobs_run_due next_turn",
    "league.services.notifications": "notifications_send_due",
    "matches.services.signing_codes": "codes_mail register",
    "matches.services.reminders": "register_jobs reminders_tell",
    "matches.services.housekeeping": "drafts_sweep register_jobs",
    "matches.services.matchdays": "matchdays_announce register_jobs",
    "matches.services.acta_prints": "prints_make prints_make_missing prints_order_missing register",
}


def says_who_and_when(function: FunctionType) -> bool:
    given = inspect.signature(function).parameters.values()
    by_name = {inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_KEYWORD}
    return {"actor", "at"} <= {one.name for one in given} and {one.kind for one in given} <= by_name


def test_a_service_says_who_acts_and_when_and_takes_everything_by_name() -> None:
    apart = {
        f"{module}.{each}"
        for group in (READS_ONLY, STEPS, BACKGROUND)
        for module, names in group.items()
        for each in names.split()
    }
    assert {full for full, function in services() if not says_who_and_when(function)} == apart
