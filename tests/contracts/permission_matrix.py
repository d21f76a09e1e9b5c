"""Who may do what, an address a line.

    address | about | GET | POST | rows that an accepted POST changes

`about` is a thing of the stage. A method's cell says who gets what, group by group: the letters of
`permission_stage.ROLES` (`*` everybody, `@` everybody who is signed in), then nothing for the page
itself, `> name` for the page that a redirect leads to, or `= status`. The first letters of a POST,
up to a comma, act and change rows of the models named, the record and mail apart; nobody else
changes any. `-` is a method that the page does not take. Who is in no group is turned away: to the
login page, or with 403. Names without a colon are of the table's own app.
"""
# ruff: noqa: E501  a table is read across

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tests.contracts import permission_tournaments
from tests.contracts.permission_stage import ROLES

EVERYBODY = "".join(ROLES)
SIGNED_IN = EVERYBODY.replace("n", "")
LOGIN = "account_login"

PUBLIC = """
league:home       | playing     | * | - |
league:regulation | playing     | * | - |
league:clause     | clause      | * | - |
league:odds       | playing     | * | - |
league:style      | playing     | * | - |
consulta          | playing     | * | * > consulta |
season            | playing     | * | - |
standings         | division    | * | - |
standings-file    | division    | * | - |
standings-print   | division    | * | - |
rulings-print     | playing     | * | - |
publications      | division    | * | - |
publication       | publication | * | - |
publication-check | publication | * | - |
verify            | playing     | * | - |
verify-file       | playing     | * > verify | * |
verify-code       | acta        | * | - |
league:heads      | playing     | * | - |
league:heads-feed | playing     | * | - |
league:keys       | playing     | * | - |
league:keys-file  | playing     | * | - |
league:checker    | playing     | * | - |
calendar          | division    | * | - |
calendar-file     | division    | * | - |
calendar-feed     | division    | * | - |
team-feed         | third team  | * | - |
matchday          | matchday    | * | - |
encounter         | signed      | * | - |
acta              | acta        | * | - |
acta-file         | acta        | * | - |
acta-pdf          | acta        | * | - |
sheet-pdf         | signed match | * | - |
draw              | signed      | * | - |
draw-file         | signed      | * | - |
teams             | playing     | * | - |
team              | third team  | * | - |
prizes            | playing     | * | - |
tournament         | day         | * | - |
tournament-screen  | day         | * | - |
tournament-feed    | day         | * | - |
rulings           | playing     | * | - |
rulings-feed      | playing     | * | - |
ruling            | ruling      | * | - |
"""

ACCOUNTS = """
login                        | playing | n; @ > league:me                      | * > league:me                         |
logout                       | playing | @; n > league:home                    | * > league:home                       |
inactive                     | playing | *                                     | -                                     |
signup                       | playing | n; @ > league:me                      | n; @ > league:me                      |
reauthenticate               | playing | @                                     | @ > league:me                         |
change_password              | playing | @                                     | @ > change_password                   | User
set_password                 | playing | @ > change_password                   | @ > change_password                   |
request_login_code           | playing | n; @ > league:me                      | n > confirm_login_code; @ > league:me |
confirm_login_code           | playing | n > request_login_code; @ > league:me | n > request_login_code; @ > league:me |
reset_password               | playing | *                                     | * > reset_password_done               |
reset_password_done          | playing | *                                     | -                                     |
reset_password_from_key      | nothing | *                                     | *                                     |
reset_password_from_key_done | playing | *                                     | -                                     |
"""

PEOPLE = """
me             | playing | uocrjf; hat > matches:tonight; s > organise | -                 |
inbox          | playing | @                                           | -                 |
heads-mail     | playing | -                                           | @ > heads         | User
inbox-mail     | playing | @                                           | @ > inbox         | User
inbox-read-all | playing | -                                           | @ > inbox         | Notification
inbox-open     | message | -                                           | h > home; @ = 404 | Notification
"""

FOUNDERS = """
organise           | playing | ofs | -                |
season-new         | playing | ofs | ofs > season-new |
season-new step    | summary | ofs | ofs > divisions  | Competition Season Role
season-new-discard | playing | -   | ofs > season-new |
"""

ORGANISER = """
season-settings      | registering    | os | -                    |
season-open          | draft          | -  | os > season-settings | Season
season-publish       | registering    | -  | os > season-settings | Season
season-hide          | scheduled      | -  | os > season-settings | Season
season-edit          | name           | os | os > season-settings | Season
window-new           | registering    | os | os > season-settings | RegistrationWindow
window-edit          | window         | os | os > season-settings | RegistrationWindow
window-delete        | window         | os | os > season-settings | RegistrationWindow
divisions            | registering    | os | -                    |
division-new         | registering    | os | os > divisions       | Division
division-edit        | open division  | os | os > divisions       | Division
division-delete      | empty division | os | os > divisions       | Division
teams                | registering    | os | -                    |
team-new             | registering    | os | os > divisions       | Team Club
team                 | open team      | os | -                    |
team-edit            | open team      | os | os > team            | Team
team-delete          | empty team     | os | os > divisions       | Team
rosters-print        | registering    | os | -                    |
roster-print         | open team      | os | -                    |
team-sheet           | shirts team    | os | os > team            | Registration TeamStaff
delegate-new         | empty team     | os | os > team            | Delegate User
delegate-dismiss     | substitute     | os | os > team            | Delegate
clubs                | registering    | os | -                    |
club-new             | registering    | os | os > clubs           | Club
club-edit            | club           | os | os > clubs           | Club
venues               | registering    | os | -                    |
venue-new            | registering    | os | os > venues          | Venue
venue-edit           | venue          | os | os > venues          | Venue
courts               | venue          | os | os > venues          | Court
staff                | playing        | os | -                    |
role-new             | playing        | os | os > staff           | Role User
role-edit            | role           | os | os > staff           | Role
role-revoke          | role           | os | os > staff           | Role
outbox               | playing        | os | -                    |
outbox-retry         | failed mail    | os | os > outbox          | Notification
outbox-retry-all     | failed mail    | os | os > outbox          | Notification
players              | registering    | os | -                    |
registration-new     | registering    | os | os > players         | Player Registration
roster-import        | registering    | os | os > roster-preview  |
roster-preview       | registering    | os | os > players         | Player Registration
roster-template      | registering    | os | -                    |
player               | player         | os | os > players         | Player
registration-release | ficha          | os | os > team            | Registration
documents            | shirts ficha   | os | os > documents       | Document
document-file        | certificate    | os | -                    |
document-drop        | certificate    | os | os > documents       | Document
"""

ORGANISER_OF_ENCOUNTERS = """
organise-dashboard          | playing     | os                    | -                         |
organise-start              | scheduled   | os                    | os > organise-dashboard   | Season
organise-close              | finished    | os                    | os > organise-dashboard   | Season
organise-calendar           | registering | os                    | -                         |
organise-calendar-preview   | registering | os                    | os > organise-calendar    | Matchday Encounter Draw
organise-calendar-discard   | scheduled   | os                    | os > organise-calendar    | Season Matchday Encounter Draw
organise-blank-actas        | matchday    | os                    | -                         |
organise-matchdays          | playing     | os                    | -                         |
organise-matchday-close     | done day    | os                    | os > organise-matchdays   | Matchday
organise-matchday-reopen    | closed day  | os                    | os > organise-matchdays   | Matchday
organise-date-rules         | playing     | os                    | os > organise-date-rules  | DateRule
organise-date-rule-remove   | date rule   | os                    | os > organise-date-rules  | DateRule
organise-encounters         | playing     | os                    | -                         |
organise-encounter          | fresh       | os                    | -                         |
organise-encounter-move     | fresh       | os                    | os > organise-encounter   | Encounter Postponement
organise-encounter-postpone | fresh       | os                    | os > organise-encounter   | Encounter Postponement
organise-encounter-result   | fresh       | os                    | os > organise-encounter   | Encounter Partida
organise-encounter-acta     | fresh       | os                    | os > organise-encounter   | Encounter Partida Seat Acta Evidence
organise-encounter-walkover | fresh       | os                    | os > organise-encounter   | Encounter Incident Acta Case
organise-encounter-referees | fresh       | os                    | os > organise-encounter   | RefereeDuty
organise-encounter-referee-remove | duty  | os                    | os > organise-encounter-referees | RefereeDuty
organise-encounter-claim    | signed      | os                    | os > organise-encounter   | Claim Evidence Case
organise-next-line-up       | third team  | tos                   | -                         |
organise-withdrawals        | playing     | os                    | -                         |
organise-withdraw           | third team  | os                    | os > organise-withdrawals | Team
organise-adjustments        | playing     | os                    | os > organise-adjustments | PointAdjustment
organise-adjustment-reverse | adjustment  | os                    | os > organise-adjustments | PointAdjustment
organise-lots               | tied        | os                    | os > organise-lots        | Season
organise-lot-undo           | lot         | os                    | os > organise-lots        | Season
organise-prizes             | playing     | os                    | os > organise-prizes      | Prize
organise-prizes-print       | playing     | os                    | -                         |
organise-prize-award        | prize       | os                    | os > organise-prizes      | Prize
organise-prize-collect      | won prize   | os                    | os > organise-prizes      | Prize
organise-prize-renounce     | won prize   | os                    | os > organise-prizes      | Prize
organise-prize-undo         | won prize   | os                    | os > organise-prizes      | Prize
organise-prize-remove       | prize       | os                    | os > organise-prizes      | Prize
organise-publications       | playing     | os                    | -                         |
organise-publish            | division    | os                    | os > organise-publish     | StandingsPublication
"""

# The organiser follows an evening and writes nothing in it; the referee is at the boards alone.
DELEGATES = """
tonight                    | playing         | @                       | -                             |
worker                     | playing         | *                       | -                             |
offline                    | playing         | *                       | -                             |
evening-signal             | playing         | @; n = 401              | -                             |
evening                    | fresh           | haos > evening-presence | -                             |
evening-data               | fresh           | haosj; n = 401          | -                             |
evening-pulse              | fresh           | haos                    | -                             |
referee                    | playing         | j                       | -                             |
referee-encounter          | drawn           | j                       | j > referee-encounter         | Incident
evening-presence           | fresh           | haos                    | ha > evening                  | SideRecord Presence Encounter
evening-presence-reopen    | half closed     | -                       | h,a > evening-presence        | SideRecord
evening-presence-shared    | half closed     | h; a > evening          | h,a > evening                 | SideRecord Presence
evening-walkover           | fresh           | ha                      | ha > evening                  | Encounter Partida Incident Acta Signature Case
evening-draw               | closed          | haosj                   | ha > evening-draw             | Draw
evening-draw-complete      | half drawn      | -                       | hosj > evening-draw; a > evening | Draw Seat Partida Encounter
evening-draw-by-hand       | closed          | ha                      | ha > evening-draw             | Draw
evening-draw-confirm       | by hand         | -                       | a > evening-draw; h > evening | Draw Seat Partida Encounter
evening-boards             | drawn           | haosj                   | -                             |
evening-board              | board           | -                       | haj > evening-boards          | Partida Encounter
evening-stones             | played board    | -                       | haj > evening-boards          | GameStones
evening-table              | board           | haosj                   | -                             |
evening-seat               | board           | haj                     | haj > evening-table           | Seat Incident Presence
evening-refuse             | board           | -                       | haj > evening-boards          | Partida Incident Encounter
evening-abandon            | board           | -                       | haj > evening-boards          | Partida Incident Encounter
evening-referee-end        | board           | -                       | haj > evening-boards          | Partida Encounter
evening-resume             | abandoned board | -                       | haj > evening-boards          | Partida Incident
evening-break              | board           | -                       | haj > evening-boards          | Break Encounter
evening-break-end          | resting board   | -                       | haj > evening-boards          | Break
evening-decks              | drawn           | -                       | ha > evening-boards           | SideRecord
evening-incidents          | drawn           | haosj                   | haj > evening-incidents       | Incident
evening-incident-withdraw  | incident        | -                       | h,aj > evening-incidents      | Incident
evening-stop               | drawn           | ha                      | ha > evening-sign             | Partida Incident Encounter Acta
evening-end                | played          | haos                    | ha > evening-sign             | Encounter Acta
evening-reopen             | ended           | -                       | ha > evening                  | Encounter Acta
evening-sign               | ended           | haos                    | ha > evening                  | Acta Signature
evening-sign-by-code       | half signed     | -                       | h > evening; a = 422          | Acta Signature SigningCode Encounter
evening-code               | ended           | ha                      | ha > evening-code             | SigningCode
evening-not-me             | signed by code  | a; h > evening          | a > evening; h = 422          | Disavowal Case
evening-file-alone         | ended           | ha                      | ha > evening                  | Encounter Acta Signature Case
evening-paper              | fresh           | haos                    | ha > evening-paper            | Evidence
evening-blank              | fresh           | haos                    | -                             |
evening-done               | signed          | haos                    | -                             |
evening-correction         | signed          | ha                      | ha > evening-sign             | Acta
evening-correction-discard | corrected       | -                       | ha > evening                  | Acta
sheet                      | new match       | osj > sheet-prepare; ha > sheet-team | -                |
sheet-open                 | new match       | -                       | osj > sheet-prepare           | Scoresheet Encounter
sheet-prepare              | listed match    | osj                     | osj > sheet-prepare           | Scoresheet SheetCheck
sheet-team                 | listed match    | ha; osj > sheet-prepare | ha > sheet-team; osj > sheet-prepare | Scoresheet SheetSignature
sheet-play                 | playing match   | osj                     | -                             |
sheet-acts                 | playing match   | osj                     | osj                           | SheetAct
sheet-back                 | playing match   | osjha                   | ha > sheet-back; osj = 422    | SheetClaim
sheet-end                  | over match      | -                       | osj > sheet-sign              | Encounter Acta
sheet-reopen               | ended match     | -                       | osj > sheet                   | Encounter Acta
sheet-sign                 | ended match     | osj; ha > sheet-team    | osj > sheet-sign; ha > sheet-team | SheetSignature
claim-new                  | signed          | ha                      | ha > claim                    | Claim Case
claim-draft                | signed          | -                       | ha > claim-new                | ClaimDraft
claim                      | claim           | haocs                   | -                             |
claim-withdraw             | claim           | h                       | h > claim                     | Claim Case
evidence                   | evidence        | haocs                   | -                             |
"""

# Another date: standing delegates, while its scheduled start has not come; the organiser reads.
DATES = """
my-dates      | playing         | @    | -              |
dates         | next week       | haos | -              |
date-propose  | next week       | ha   | ha > dates     | Postponement ProposedDate DateSignature
date-venue    | next week       | h    | h > dates      | Encounter Postponement
date-accept   | offered date    | -    | a > dates; h > dates | Encounter Postponement DateSignature
date-refuse   | proposed change | ha   | a > dates; h = 422 | Postponement
date-withdraw | proposed change | -    | h > dates; a > dates | Postponement
"""

# A member tied to a peña of the case is as far from it as anybody; a superuser rules on nothing.
COMMITTEE = """
cases           | playing       | hatocrs | -                    |
case-open       | playing       | ocrs    | ocs > cases; r = 403 | Case
case            | case          | haocs   | -                    |
case-statement  | invited case  | -       | ha > case            | Statement
case-statement-draft | invited case | -   | ha > case            | StatementDraft
case-evidence   | case          | -       | haocs > case         | Evidence
case-note       | case          | -       | c > case             | CaseNote
case-admit      | case          | -       | c > case             | Claim
case-refuse     | case          | c       | c > case             | Case Claim
case-invite     | case          | c       | c > case             | Case
case-deliberate | case          | c       | c > case             | Case
case-shelve     | case          | c       | c > case             | Case Claim
ruling-new      | case          | c       | c > case             | Case Claim Ruling
ruling-texts    | playing       | cr      | cr > ruling-texts    | RulingTemplate
ruling-agree    | proposed case | c       | c > case             | Case Claim Ruling
sanctions       | playing       | ocrs    | -                    |
fines           | playing       | hatos   | -                    |
fine-receipt    | paid fine     | aos     | -                    |
fine-reopen     | paid fine     | os      | os > fines           | Sanction
fine-pay        | fine          | os      | os > fines           | Sanction
fine-waive      | fine          | os      | os > fines           | Sanction
"""

ADMIN = """
index                  | playing | s                                     | s                                         |
login                  | playing | n > account_login; s > index; @ = 403 | n > account_login; s > league:me; @ = 403 |
logout                 | playing | s = 405; * > index                    | s > league:home; * > index                |
password_change        | playing | s                                     | s > password_change_done                  | User
password_change_done   | playing | s                                     | -                                         |
autocomplete           | playing | s = 403                               | -                                         |
jsi18n                 | playing | s                                     | -                                         |
view_on_site           | account | s = 404                               | s = 404                                   |
app_list               | league  | s                                     | s                                         |
league_user_changelist | playing | s                                     | s                                         |
league_user_add        | playing | s = 403                               | s = 403                                   |
league_user_change     | account | s                                     | s > league_user_changelist                | User LogEntry
league_user_history    | account | s                                     | s                                         |
league_user_delete     | account | s = 403                               | s = 403                                   |
"""


@dataclass(frozen=True)
class Row:
    """A line. `expected[method][role]` is an outcome; a method that is not taken is not there."""

    key: str
    about: str
    expected: Mapping[str, Mapping[str, str]]
    acting: str
    changes: frozenset[str]
    turned_away: Mapping[str, str]
    is_public: bool

    @property
    def name(self) -> str:
        return self.key.split()[0]

    def first(self, method: str) -> str:
        """Somebody who gets past the door."""
        return next(iter(self.expected[method]))


def _row(line: str, app: str, turned_away: Mapping[str, str], *, is_public: bool) -> Row:
    key, about, get, post, changes = (cell.strip() for cell in line.split("|"))
    cells = {"GET": get, "POST": post}
    acting = re.split("[;,>=]", post)[0]
    return Row(
        key=_named(key, app),
        about=about,
        expected={method: _outcomes(cell, app) for method, cell in cells.items() if cell != "-"},
        acting=_letters(acting) if changes else "",
        changes=frozenset(changes.split()),
        turned_away=turned_away,
        is_public=is_public,
    )


def _outcomes(cell: str, app: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for group in cell.split(";"):
        letters, page, to = group.partition(">")
        letters, status, code = letters.partition("=")
        outcome = _named(to.strip(), app) if page else code.strip() if status else "200"
        for role in _letters(letters):
            found.setdefault(role, outcome)
    return found


def _letters(text: str) -> str:
    return {"*": EVERYBODY, "@": SIGNED_IN}.get(text.strip(), text.replace(",", "").strip())


def _named(name: str, app: str) -> str:
    return name if ":" in name or name == LOGIN else app + name


def _rows(table: str, app: str, *, login: str = "", is_public: bool = False) -> Iterable[Row]:
    away = {role: login or ("403" if role != "n" else LOGIN) for role in ROLES}
    for line in table.strip().splitlines():
        yield _row(line, app, away, is_public=is_public)


MATRIX: tuple[Row, ...] = (
    *_rows(PUBLIC, "matches:", is_public=True),
    *_rows(ACCOUNTS, "account_"),
    *_rows(PEOPLE, "league:"),
    *_rows(FOUNDERS, "league:"),
    *_rows(ORGANISER, "league:"),
    *_rows(ORGANISER_OF_ENCOUNTERS, "matches:"),
    *_rows(permission_tournaments.ROWS, "matches:"),
    *_rows(DELEGATES, "matches:"),
    *_rows(DATES, "matches:"),
    *_rows(COMMITTEE, "matches:"),
    *_rows(ADMIN, "admin:", login="admin:login"),
)
