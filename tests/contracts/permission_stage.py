"""Who knocks, on what, and what an answer did: the stage of the permission matrix.

A season that is being played with an encounter at every point of its evening, and one season at
every other moment of its life; the same people hold the same posts in all of them. Another season,
of other people, has one of everything too.
"""

import io
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, models, transaction
from django.test import Client
from django.urls import Resolver404, resolve
from django.utils import timezone
from PIL import Image

from league.models import Club, Division, Player, Season, Team, User, Venue
from league.roster_file import read_roster, row_values
from league.season_scheme import read_scheme
from league.states.season import SeasonState
from league.views.founding import DRAFT as SEASON_DRAFT
from league.views.players import DRAFT as ROSTER_DRAFT
from matches import effects as fx
from matches.models import (
    Acta,
    Case,
    Draw,
    Incident,
    Partida,
    Postponement,
    ProposedDate,
    RefereeDuty,
)
from matches.selectors.signing_codes import code_stand
from matches.services import (
    actas,
    adjustments,
    calendars,
    cases,
    claims,
    dates,
    draws,
    encounters,
    incidents,
    line_up,
    lots,
    partidas,
    proposals,
    publications,
    rulings,
    sanctions,
    signing_codes,
)
from matches.states.sanction import FineEvent
from rules.mus import ASTURIAS
from tests import factories
from tests.contracts import permission_tournaments
from tests.matches.sheet_stage import START, WHOLE, Match
from tests.matches.stage import Evening

ROLES = {
    "n": "nobody signed in",
    "u": "user without a post",
    "h": "delegate of home",
    "a": "delegate of away",
    "t": "delegate of another team",
    "o": "organiser",
    "c": "committee",
    "r": "committee, tied to the home peña",
    "j": "referee",
    "f": "staff of another season",
    "s": "superuser",
}
PLAYERS = 8
FINE_CENTS = 3000
ROSTER = "peña;licencia;nombre;apellidos;nacimiento;ficha\n{team};AST-90001;Xuan;Ñera Cué;;\n"
# Written in passing by many acts: the record, mail, and versions of what pages were made from.
BOOKKEEPING = {
    "LedgerChain",
    "LedgerEntry",
    "Seal",
    "SigningKey",
    "Notification",
    "Job",
    "Division",
}
READS = ("SELECT", "SAVEPOINT", "RELEASE", "ROLLBACK")


def photo() -> SimpleUploadedFile:
    out = io.BytesIO()
    Image.new("RGB", (32, 24), "green").save(out, "JPEG")
    return SimpleUploadedFile("acta.jpg", out.getvalue(), "image/jpeg")


@dataclass(frozen=True)
class Answer:
    """What came back (a status, or the name of the page a redirect leads to) and which models'
    rows are not what they were."""

    outcome: str
    changed: frozenset[str] = frozenset()


@dataclass(frozen=True)
class DrawnLot:
    """A lot has no row of its own: it stands in the scheme of its season."""

    season: Season
    number: int


@dataclass
class Stage:
    """`own[name]` are the things that pages are about, `foreign[type]` those of the other
    season."""

    at: datetime
    users: dict[str, User] = field(default_factory=dict)
    sessions: dict[str, str] = field(default_factory=dict)
    own: dict[str, Any] = field(default_factory=dict)
    foreign: dict[type, Any] = field(default_factory=dict)
    rows: Mapping[str, Any] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Any:
        return self.own[name]

    def kwargs(self, thing: Any, wanted: Iterable[str]) -> dict[str, Any]:
        return {key: self._argument(thing, key) for key in wanted}

    def _argument(self, thing: Any, key: str) -> Any:
        season = season_of(thing) or self.own["registering"]
        if key == "season_id":
            return season.pk
        if key == "competition":
            return season.competition.slug
        if key == "season":
            return season.slug
        if key == "division":
            return division_of(thing).slug
        if (word := permission_tournaments.argument(thing, key)) is not None:
            return word
        if isinstance(thing, Postponement):
            return {"pk": thing.encounter_id, "proposal": thing.pk}[key]
        if isinstance(thing, RefereeDuty):
            return {"pk": thing.encounter_id, "duty": thing.pk}[key]
        if isinstance(thing, ProposedDate):
            return {
                "pk": thing.postponement.encounter_id,
                "proposal": thing.postponement_id,
                "number": thing.number,
            }[key]
        if isinstance(thing, Acta | Incident | Partida):
            words = {"pk": thing.encounter_id, "incident": thing.pk, "winner": "local", "game": 1}
            return words.get(key) or getattr(thing, key)
        if key == "content_type_id":
            return ContentType.objects.get_for_model(thing).pk
        if key in {"step", "section", "key", "uidb36", "app_label", "clause"}:
            return thing
        return thing.number if key == "number" else thing.pk

    def ask(
        self, role: str, method: str, path: str, data: Mapping[str, Any] | None = None
    ) -> Answer:
        """Send a request as somebody; whatever it did is undone again."""
        client = Client()
        if role in self.sessions:
            client.cookies["sessionid"] = self.sessions[role]
        with undone(), writes_seen() as writes:
            outcome = _send(client, method, path, data or {})
            changed = self.changes() if writes else frozenset()
        return Answer(outcome, changed)

    def fetch(self, role: str, path: str) -> Any:
        """The whole answer to somebody who reads a page."""
        client = Client()
        if role in self.sessions:
            client.cookies["sessionid"] = self.sessions[role]
        with undone():
            return client.get(path)

    def changes(self) -> frozenset[str]:
        """Models whose rows differ from the stage as it was built."""
        now = fingerprint()
        return frozenset(name for name, rows in now.items() if rows != self.rows[name])


def _send(client: Client, method: str, path: str, data: Mapping[str, Any]) -> str:
    try:
        response: Any = getattr(client, method.lower())(path, data if method == "POST" else None)
    except Exception as error:  # a matrix tells what broke; it does not stop there
        return f"500 {error!r}"
    if response.status_code not in {301, 302}:
        return str(response.status_code)
    to = response.headers["Location"].partition("?")[0].partition("#")[0]
    try:
        return resolve(to).view_name
    except Resolver404:
        return to


def official() -> list[type[models.Model]]:
    """Every table but sessions and what Django knows about itself."""
    return [
        *apps.get_app_config("league").get_models(include_auto_created=True),
        *apps.get_app_config("matches").get_models(include_auto_created=True),
        EmailAddress,
        Group,
        LogEntry,
    ]


def fingerprint() -> dict[str, list[Any]]:
    """Every row of every official table; when somebody last signed in is none of their facts."""
    found: dict[str, list[Any]] = {}
    for model in official():
        columns = [one.attname for one in model._meta.concrete_fields if one.name != "last_login"]
        name = model.__name__.partition("_")[0]  # Case_teams is of the case
        found.setdefault(name, []).extend(
            model._base_manager.order_by("pk").values_list(*columns)  # type: ignore[attr-defined]
        )
    return found


@contextmanager
def undone() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@contextmanager
def writes_seen() -> Iterator[list[str]]:
    """SQL that is not a read. Without any there is no need to compare rows."""
    seen: list[str] = []

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not str(sql).lstrip().upper().startswith(READS):
            seen.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        yield seen


def season_of(thing: Any) -> Season | None:
    """The season a thing belongs to; none for what all seasons share."""
    if isinstance(thing, Season):
        return thing
    if isinstance(thing, Club | Player | Venue | User | str):
        return None
    for name in (
        "season",
        "division",
        "team",
        "encounter",
        "postponement",
        "registration",
        "fixture",
    ):
        if getattr(thing, name, None) is not None:
            return season_of(getattr(thing, name))
    return None


def division_of(thing: Any) -> Division:
    return thing if isinstance(thing, Division) else thing.division


# ---- building ----


def build() -> Stage:
    """The whole stage. Rows are written past the services where no service is under test."""
    now = timezone.now().replace(microsecond=0)
    stage = Stage(at=now)
    stage.users = {role: factories.user(name=ROLES[role]) for role in ROLES if role != "n"}
    User.objects.filter(pk=stage.users["s"].pk).update(is_superuser=True, is_staff=True)
    stage.own["home peña"] = factories.club(name="Peña El Quesu")
    stage.own["away peña"] = factories.club(name="Peña L'Antroxu")
    _playing(stage)
    _matches(stage)
    _not_playing(stage)
    permission_tournaments.build(stage)
    _mail(stage)
    _foreign(stage)
    _sign_in(stage)
    stage.rows = fingerprint()
    return stage


def _season(stage: Stage, state: SeasonState, *, public: bool) -> Season:
    """A season in which everybody holds the post of their name."""
    season: Season = factories.season(
        state=state, is_public=public, options=ASTURIAS.to_mapping(), scheme={}
    )
    _posts(stage, season)
    return season


def _posts(stage: Stage, season: Season) -> None:
    for role, kind, club in (
        ("o", "ORGANISER", None),
        ("c", "COMMITTEE", None),
        ("r", "COMMITTEE", stage["home peña"]),
        ("j", "REFEREE", None),
    ):
        factories.role(season=season, user=stage.users[role], kind=kind, club=club)


def _teams(stage: Stage, division: Division, nth: int = 0) -> tuple[Team, Team]:
    """One more team of each peña, with its delegate."""
    home = factories.team(division=division, club=stage["home peña"], name=f"El Quesu {nth}")
    away = factories.team(division=division, club=stage["away peña"], name=f"L'Antroxu {nth}")
    factories.delegate(team=home, user=stage.users["h"])
    factories.delegate(team=away, user=stage.users["a"])
    return home, away


def _playing(stage: Stage) -> None:
    own, users = stage.own, stage.users
    season = own["playing"] = _season(stage, SeasonState.RUNNING, public=True)
    season.notes_stones = True
    season.save(update_fields=["notes_stones"])
    division = own["division"] = factories.division(season=season)
    own["matchday"] = factories.matchday(division=division)
    own["third team"] = factories.team(division=division)
    own["delegate"] = factories.delegate(team=own["third team"], user=users["t"])
    done = factories.ended_encounter(
        matchday=factories.matchday(division=division), state="RULED"
    ).matchday
    own["done day"], own["closed day"] = (
        done,
        factories.matchday(division=division, closed_at=stage.at),
    )
    own["prize"] = factories.prize(season=season)
    own["won prize"] = factories.won_prize(season=season, winner=own["third team"])
    night = _Night(stage)

    own["fresh"] = night.encounter().encounter
    own["half closed"] = night.encounter(closed=1).encounter
    own["closed"] = night.encounter(closed=2).encounter
    own["duty"] = factories.referee_duty(encounter=own["closed"], referee=users["j"])
    own["by hand"] = night.by_hand()
    drawn = night.drawn()
    own["drawn"] = drawn.encounter
    own["board"] = drawn.encounter.partidas.get(board=1)
    own["spare"] = {
        side: factories.registration(team=drawn.encounter.team(side)) for side in ("HOME", "AWAY")
    }
    own["half drawn"] = night.half_drawn()
    night.interrupted()
    played = night.drawn()
    played.play(at=night.at)
    own["played"] = played.encounter
    own["played board"] = played.encounter.partidas.get(board=1)
    own["ended"] = night.ended().encounter
    own["signed"] = night.signed().encounter
    own["acta"] = own["signed"].actas.get()
    night.half_signed()
    night.signed_by_code()
    night.corrected()
    _disputes(stage, night)

    _dates(stage, night)
    own["adjustment"] = adjustments.adjustment_add(
        actor=users["o"],
        team_id=own["third team"].pk,
        points=-1,
        reason="Acta entregada tarde",
        at=stage.at,
    )
    own["publication"] = publications.publication_publish(
        actor=users["o"],
        division_id=division.pk,
        matchday_id=own["matchday"].pk,
        at=stage.at,
    )
    own["role"] = season.roles.get(kind="REFEREE")
    own["ficha"] = factories.registration(team=own["third team"])


def _matches(stage: Stage) -> None:
    """A season whose encounters are one match each, with one at every point of its sheet."""
    own, users = stage.own, stage.users
    season = factories.cachibol_season()
    _posts(stage, season)
    division = factories.division(season=season)

    def match() -> Match:
        number = division.teams.count()
        home, away = (
            factories.cachibol_team(
                players=7, division=division, club=own[f"{side} peña"], name=f"{side} {number}"
            )
            for side in ("home", "away")
        )
        factories.delegate(team=home, user=users["h"])
        factories.delegate(team=away, user=users["a"])
        encounter = factories.encounter(home=home, away=away, starts_at=stage.at)
        return Match(encounter, users["j"], users["o"], users["h"], users["a"])

    own["new match"] = match().encounter
    listed = match()
    listed.open()
    for side in ("HOME", "AWAY"):
        listed.fill(side, players=7)
    own["listed match"] = listed.encounter
    playing = match().ready()
    playing.record(START)
    own["playing match"] = playing.encounter
    over = match().ready()
    over.record(WHOLE)
    own["over match"] = over.encounter
    ended = match().ready()
    ended.record(WHOLE)
    ended.end(at=stage.at)
    own["ended match"] = ended.encounter
    signed = match().ready()
    signed.signed()
    own["signed match"] = signed.encounter
    third = factories.cachibol_team(players=7, division=division, name="third")
    factories.delegate(team=third, user=users["t"])


def _dates(stage: Stage, night: "_Night") -> None:
    """Encounters of next week, one that nobody talks about and one whose home proposes another
    date, and a limit of the season."""
    own = stage.own
    own["next week"] = night.encounter(starts_at=stage.at + timedelta(days=7)).encounter
    proposed = night.encounter(starts_at=stage.at + timedelta(days=8)).encounter
    own["proposed change"] = dates.date_propose(
        actor=stage.users["h"],
        encounter_id=proposed.pk,
        offers=[dates.Offer(stage.at + timedelta(days=16))],
        reason="El local está cerrado.",
        at=stage.at,
    )
    own["offered date"] = own["proposed change"].dates.get()
    own["date rule"] = factories.date_rule(
        season=own["playing"],
        first_on=(stage.at + timedelta(days=60)).date(),
        last_on=(stage.at + timedelta(days=60)).date(),
    )


class _Night:
    """Encounters of one evening that began three hours ago, each as far on as it is asked to be."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.at = stage.at - timedelta(hours=3)
        self.end = stage.at - timedelta(minutes=30)
        self.nth = 0

    def encounter(self, *, closed: int = 0, starts_at: datetime | None = None) -> Evening:
        """Two fresh teams; of `closed` sides the line-up is closed, home first."""
        self.nth += 1
        stage = self.stage
        home, away = _teams(stage, stage["division"], self.nth)
        evening = Evening(
            season=stage["playing"],
            encounter=encounters.encounter_create(
                actor=stage.users["o"],
                matchday_id=stage["matchday"].pk,
                home_id=home.pk,
                away_id=away.pk,
                starts_at=starts_at or self.at,
                at=self.at - timedelta(days=20),
            ),
            home=stage.users["h"],
            away=stage.users["a"],
            organiser=stage.users["o"],
            home_fichas=[factories.registration(team=home) for _ in range(PLAYERS)],
            away_fichas=[factories.registration(team=away) for _ in range(PLAYERS)],
        )
        if closed == 2:
            evening.close_line_ups(at=self.at)
        elif closed:
            fichas = [row.pk for row in evening.home_fichas]
            line_up.line_up_close(
                actor=evening.home,
                encounter_id=evening.encounter.pk,
                present=fichas,
                playing=fichas,
                at=self.at,
            )
        return evening

    def drawn(self) -> Evening:
        evening = self.encounter(closed=2)
        evening.draw(at=self.at)
        return evening

    def half_drawn(self) -> Any:
        """Home has tapped, away has not."""
        evening = self.encounter(closed=2)
        draws.draw_tap(actor=evening.home, encounter_id=evening.encounter.pk, at=self.at)
        return evening.encounter

    def by_hand(self) -> Any:
        evening = self.encounter(closed=2)
        draws.draw_by_hand_propose(
            actor=evening.home,
            encounter_id=evening.encounter.pk,
            home=_pairs(evening.home_fichas),
            away=_pairs(evening.away_fichas),
            at=self.at,
        )
        evening.encounter.draw = Draw.objects.get(encounter=evening.encounter)
        return evening.encounter

    def interrupted(self) -> None:
        """A break runs at board 1, board 2 was abandoned, and home has written an incident."""
        evening = self.drawn()
        told: dict[str, Any] = {
            "actor": evening.home,
            "encounter_id": evening.encounter.pk,
            "at": self.at,
        }
        partidas.break_start(board=1, kind="RELAX", side="HOME", **told)
        partidas.partida_abandon(board=2, text="Se fue la luz.", **told)
        own = self.stage.own
        own["resting board"] = evening.encounter.partidas.get(board=1)
        own["abandoned board"] = evening.encounter.partidas.get(board=2)
        own["incident"] = incidents.incident_add(
            kind="OTHER", text="Se cayó una baraja al suelo.", **told
        )

    def ended(self) -> Evening:
        evening = self.drawn()
        evening.play(at=self.at)
        evening.end(ended_at=self.end)
        return evening

    def signed(self) -> Evening:
        evening = self.ended()
        acta = evening.encounter.actas.get()
        for user in (evening.home, evening.away):
            actas.acta_sign(actor=user, acta_id=acta.pk, digest=acta.digest, at=self.end)
        evening.encounter.refresh_from_db()
        return evening

    def half_signed(self) -> None:
        """Home has signed on its phone, away has yet to."""
        evening = self.ended()
        acta = evening.encounter.actas.get()
        actas.acta_sign(actor=evening.home, acta_id=acta.pk, digest=acta.digest, at=self.end)
        self._new_code(evening, at=self.stage.at)
        self.stage.own["half signed"] = evening.encounter

    def _new_code(self, evening: Evening, *, at: datetime) -> None:
        """The first code may be dead: the evening was days ago."""
        signing_codes.code_renew(actor=evening.away, encounter_id=evening.encounter.pk, at=at)

    def signed_by_code(self) -> None:
        """Away signed on the phone of home."""
        evening = self.ended()
        acta = evening.encounter.actas.get()
        actas.acta_sign(actor=evening.home, acta_id=acta.pk, digest=acta.digest, at=self.end)
        self._new_code(evening, at=self.end)
        signing_codes.acta_sign_by_code(
            actor=evening.home,
            acta_id=acta.pk,
            digest=acta.digest,
            code=code_stand(evening.encounter, "AWAY", at=self.end).digits,
            at=self.end,
        )
        self.stage.own["signed by code"] = evening.encounter

    def corrected(self) -> None:
        """A correction that home proposed waits for away."""
        evening = self.signed()
        actas.acta_correct(
            actor=evening.home,
            encounter_id=evening.encounter.pk,
            boards={2: {"home_games": 5, "away_games": 3, "ended_as": "PLAYED"}},
            note="En la mesa 2 se apuntó al revés.",
            at=self.end,
        )
        self.stage.own["corrected"] = evening.encounter


def _pairs(fichas: list[Any]) -> list[list[int]]:
    return [[one.pk, two.pk] for one, two in zip(fichas[::2], fichas[1::2], strict=True)]


def _disputes(stage: Stage, night: _Night) -> None:
    """Claims, cases as they come in and as they go out, and a ruling with a fine."""
    own, users = stage.own, stage.users
    disputed = own["disputed"] = night.signed().encounter

    def claim(role: str, encounter: Any) -> Any:
        return claims.claim_submit(
            actor=users[role],
            encounter_id=encounter.pk,
            key=uuid4(),
            text="En la mesa 2 se apuntó un juego de más.",
            files=[photo()] if encounter is disputed else [],
            at=stage.at,
        )

    own["claim"] = claim("h", disputed)
    own["case"] = own["claim"].case
    own["evidence"] = own["claim"].evidence.get()
    own["invited case"] = claim("a", disputed).case
    cases.statements_invite(
        actor=users["c"],
        case_id=own["invited case"].pk,
        due_at=stage.at + timedelta(days=4),
        at=stage.at,
    )
    own["proposed case"] = _proposed(stage, claim("a", night.signed().encounter).case)
    judged = night.signed().encounter
    own["ruling"] = rulings.ruling_issue(
        actor=users["c"],
        case_id=claim("h", judged).case.pk,
        clauses=["M-D.15"],
        facts="La visita apuntó un juego de más.",
        decision="Se mantiene el resultado, con multa.",
        effects=[
            fx.LeaveResult(),
            fx.Fine(judged.away_id, FINE_CENTS),
            fx.Fine(judged.away_id, 2 * FINE_CENTS),
        ],
        at=stage.at,
    )
    own["fine"] = own["ruling"].sanctions.get(amount=FINE_CENTS // 100)
    own["paid fine"] = own["ruling"].sanctions.get(amount=2 * FINE_CENTS // 100)
    sanctions.fine_settle(
        actor=users["o"], sanction_id=own["paid fine"].pk, event=FineEvent.PAY, at=stage.at
    )


def _proposed(stage: Stage, case: Case) -> Case:
    """Another member has proposed a ruling while the season asked for two of them."""
    season = Season.objects.filter(pk=case.season_id)
    season.update(quorum=2)
    proposals.ruling_propose(
        actor=factories.role(season=case.season, kind="COMMITTEE").user,
        case_id=case.pk,
        clauses=["M-D.15"],
        facts="La visita apuntó un juego de más.",
        decision="Se mantiene el resultado.",
        effects=[fx.LeaveResult()],
        at=stage.at,
    )
    season.update(quorum=1)
    case.refresh_from_db()
    return case


def _not_playing(stage: Stage) -> None:
    """A season at each other moment of its life."""
    own, users = stage.own, stage.users
    own["draft"] = _season(stage, SeasonState.DRAFT, public=False)

    registering = own["registering"] = _season(stage, SeasonState.REGISTRATION, public=False)
    own["window"] = factories.registration_window(
        season=registering,
        opens_at=stage.at - timedelta(days=9),
        closes_at=stage.at + timedelta(days=9),
    )
    own["open division"] = factories.division(season=registering)
    own["empty division"] = factories.division(season=registering)
    home, _away = _teams(stage, own["open division"])
    own["team"] = own["open team"] = home
    own["empty team"] = factories.team(division=own["open division"])
    own["substitute"] = factories.delegate(team=home, kind="SUBSTITUTE")
    own["club"], own["venue"] = own["empty team"].club, own["empty team"].venue
    own["player"] = factories.registration(team=home).player

    scheduled = own["scheduled"] = _season(stage, SeasonState.REGISTRATION, public=True)
    division = factories.division(season=scheduled)
    _teams(stage, division)
    settings = calendar_settings(stage)
    calendars.calendar_save(
        actor=users["o"],
        division_id=division.pk,
        settings=settings,
        digest=calendars.calendar_preview(division=division, settings=settings).digest,
        at=stage.at,
    )
    scheduled.refresh_from_db()

    _in_shirts(stage)
    _tied(stage)
    own["finished"] = _season(stage, SeasonState.RUNNING, public=True)
    _teams(stage, factories.division(season=own["finished"]))
    # Words in an address that are no rows.
    own |= {"summary": "resumen", "name": "nombre", "nothing": "nada", "league": "league"}
    own["clause"] = "M-D.7"
    own["account"] = users["u"]


def _in_shirts(stage: Stage) -> None:
    """A season whose teams wear shirts and whose players bring a certificate."""
    own = stage.own
    season = _season(stage, SeasonState.REGISTRATION, public=False)
    like = factories.cachibol_season()
    for name in ("discipline", "options", "scheme", "boards", "roster_cap", "spends_places"):
        setattr(season, name, getattr(like, name))
    season.save()
    own["shirts team"] = factories.team(division=factories.division(season=season))
    own["shirts ficha"] = factories.registration(team=own["shirts team"])
    own["certificate"] = factories.document(
        registration=own["shirts ficha"],
        file=photo(),
        content_type="image/jpeg",
        digest="a" * 64,
    )


def _tied(stage: Stage) -> None:
    """A season in which two pairs of teams are level on everything; a lot has parted the first."""
    own = stage.own
    tied = own["tied"] = _season(stage, SeasonState.RUNNING, public=True)
    tied.scheme = read_scheme({})
    tied.save()
    matchday = factories.matchday(division=factories.division(season=tied))
    for nth, games in enumerate((16, 15)):
        home, away = _teams(stage, matchday.division, nth)
        factories.ended_encounter(
            home=home,
            away=away,
            matchday=matchday,
            home_score=2,
            away_score=2,
            home_games=games,
            away_games=games,
        )
        if nth == 0:
            own["parted"] = [home.pk, away.pk]
        own["level"] = [home, away]
    lot = lots.lots_record(
        actor=stage.users["o"],
        division_id=matchday.division_id,
        team_ids=own["parted"],
        note="Con papeletas.",
        at=stage.at,
    )
    own["lot"] = DrawnLot(tied, lot.number)


def calendar_settings(stage: Stage) -> calendars.CalendarSettings:
    return calendars.CalendarSettings(first_date=stage.at.date() + timedelta(days=30))


def _mail(stage: Stage) -> None:
    for role, user in stage.users.items():
        message = factories.notification(recipient=user)
        if role == "h":
            stage.own["message"] = message
    stage.own["failed mail"] = factories.notification(
        season=stage["playing"],
        recipient=stage.users["h"],
        state="FAILED",
        next_at=None,
        error="Buzón lleno",
    )


def _foreign(stage: Stage) -> None:
    """One of everything in a season of other people, with numbers that the own ones lack."""
    season = factories.season(options=ASTURIAS.to_mapping())
    for kind in ("ORGANISER", "COMMITTEE"):
        role = factories.role(season=season, user=stage.users["f"], kind=kind)
    division = factories.division(season=season)
    matchday = factories.matchday(division=division, number=90)
    encounter = factories.ended_encounter(matchday=matchday)
    ficha = factories.registration(team=encounter.home)
    acta = factories.acta(encounter=encounter, number=90)
    claim = factories.claim(encounter=encounter, number=90)
    case = factories.case(encounter=encounter, claim=claim, number=90)
    case.teams.add(encounter.home)
    ruling = factories.ruling(case=case, number=90)
    change = factories.postponement(encounter=encounter, side="HOME")
    things = [
        season,
        role,
        division,
        matchday,
        encounter,
        encounter.home,
        encounter.home.club,
        encounter.home.venue,
        ficha,
        ficha.player,
        acta,
        claim,
        case,
        ruling,
        factories.registration_window(season=season),
        factories.delegate(team=encounter.home),
        factories.document(registration=ficha),
        factories.sanction(ruling=ruling, kind="FINE", amount="30.00", fine_state="DUE"),
        factories.point_adjustment(team=encounter.home),
        factories.standings_publication(division=division, matchday=matchday, number=90),
        factories.notification(season=season, state="FAILED", next_at=None),
        change,
        factories.proposed_date(postponement=change),
        factories.date_rule(season=season),
        factories.prize(season=season),
        factories.referee_duty(encounter=encounter),
        DrawnLot(season, 90),
        *permission_tournaments.foreign(season),
    ]
    stage.foreign = {type(thing): thing for thing in things}


def _sign_in(stage: Stage) -> None:
    """A session each, with the drafts that some pages go on from: nobody is refused for want of
    one."""
    file = ROSTER.format(team=stage["open team"].name).encode()
    for role, user in stage.users.items():
        client = Client()
        client.force_login(user)
        session = client.session
        session[SEASON_DRAFT] = season_draft()
        session[ROSTER_DRAFT] = {
            "season": stage["registering"].pk,
            "name": "peña.csv",
            "rows": row_values(read_roster(file, "peña.csv")),
        }
        session.save()
        stage.sessions[role] = client.cookies["sessionid"].value


def season_draft() -> dict[str, dict[str, list[str]]]:
    """The four steps of founding a season as they are typed."""
    steps: dict[str, dict[str, Any]] = {
        "competicion": {"competition_name": "Liga de la Ñora", "season_name": "2027/28"},
        "reglamento": {
            "discipline": "mus",
            "preset": "asturias",
            **{key: value for key, value in ASTURIAS.to_mapping().items() if value is not None},
        },
        "clasificacion": {
            "kind": "sum_of_score",
            "win": 3,
            "draw": 1,
            "loss": 0,
            "head_to_head": "always",
            "walkovers_in_head_to_head": "on",
            "withdrawal_policy": "annul",
            "criterion_1": "points",
        },
        "tiempos": {
            "courtesy_minutes": 15,
            "expected_minutes": 150,
            "roster_cap": 16,
            "quorum": 1,
        },
    }
    return {
        step: {name: [str(value)] for name, value in fields.items()}
        for step, fields in steps.items()
    }
