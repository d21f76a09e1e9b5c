"""Objects that are whole by default, so that a test says only what it is about.

`factories.encounter(home=team)` makes the rest: a rival in the same division and a matchday.
Every factory writes past the services: use them to set the stage, never for the act under test.
"""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import factory
from django.db.models import Max
from factory.django import DjangoModelFactory

from league import models as league
from league.seals import key_id_of
from league.season_scheme import proposed_scheme
from league.states.season import SeasonState
from matches import models as matches
from matches.bundles import code_of
from rules.registry import discipline

# A Friday night in the season: every moment of the factories counts from here.
AT = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)
PASSWORD = "una-contraseña-larga"


class UserFactory(DjangoModelFactory):
    class Meta:
        model = league.User
        skip_postgeneration_save = True

    email = factory.Sequence(lambda n: f"persona{n}@example.org")
    name = factory.Sequence(lambda n: f"Xuan Argüelles Nº {n}")
    password = factory.django.Password(PASSWORD)


class CompetitionFactory(DjangoModelFactory):
    class Meta:
        model = league.Competition

    name = factory.Sequence(lambda n: f"Liga de mus de Avilés {n}")
    slug = factory.Sequence(lambda n: f"liga-{n}")


class SeasonFactory(DjangoModelFactory):
    """A public season that is being played."""

    class Meta:
        model = league.Season

    competition = factory.SubFactory(CompetitionFactory)
    name = "2026/27"
    slug = factory.Sequence(lambda n: f"2026-27-{n}")
    state = SeasonState.RUNNING
    is_public = True
    options: Any = factory.Dict({})
    scheme: Any = factory.Dict({})


class RegistrationWindowFactory(DjangoModelFactory):
    class Meta:
        model = league.RegistrationWindow

    season = factory.SubFactory(SeasonFactory)
    opens_at = AT - timedelta(days=60)
    closes_at = AT + timedelta(days=60)


class DivisionFactory(DjangoModelFactory):
    class Meta:
        model = league.Division

    season = factory.SubFactory(SeasonFactory)
    name = factory.Sequence(lambda n: f"Grupo {n}")
    slug = factory.Sequence(lambda n: f"grupo-{n}")


class ClubFactory(DjangoModelFactory):
    class Meta:
        model = league.Club

    name = factory.Sequence(lambda n: f"Peña La Ñora {n}")
    slug = factory.Sequence(lambda n: f"la-nora-{n}")
    town = "Avilés"


class VenueFactory(DjangoModelFactory):
    class Meta:
        model = league.Venue

    name = factory.Sequence(lambda n: f"Bar El Llagar {n}")
    town = "Avilés"


class TeamFactory(DjangoModelFactory):
    class Meta:
        model = league.Team

    division = factory.SubFactory(DivisionFactory)
    club = factory.SubFactory(ClubFactory)
    name = factory.SelfAttribute("club.name")
    slug = factory.Sequence(lambda n: f"equipo-{n}")
    venue = factory.SubFactory(VenueFactory)


class PlayerFactory(DjangoModelFactory):
    class Meta:
        model = league.Player

    licence = factory.Sequence(lambda n: f"AST-{n:05d}")
    first_name = "Pelayo"
    last_name = factory.Sequence(lambda n: f"Muñiz Ablanedo {n}")


class RegistrationFactory(DjangoModelFactory):
    """The next free ficha of the team."""

    class Meta:
        model = league.Registration

    team = factory.SubFactory(TeamFactory)
    season = factory.SelfAttribute("team.division.season")
    player = factory.SubFactory(PlayerFactory)
    registered_at = AT - timedelta(days=30)

    @factory.lazy_attribute
    def slot(self: Any) -> int:
        taken = league.Registration.objects.filter(team=self.team).aggregate(last=Max("slot"))
        return (taken["last"] or 0) + 1


class DocumentFactory(DjangoModelFactory):
    """A medical certificate of whom a team registered ten days after it, seen on paper."""

    class Meta:
        model = league.Document

    registration = factory.SubFactory(RegistrationFactory)
    kind = league.DocumentKind.MEDICAL
    issued_on = (AT - timedelta(days=40)).date()
    expires_on = (AT + timedelta(days=325)).date()
    added_by = factory.SubFactory(UserFactory)
    added_at = AT - timedelta(days=30)


class TeamStaffFactory(DjangoModelFactory):
    class Meta:
        model = league.TeamStaff

    team = factory.SubFactory(TeamFactory)
    post = league.StaffPost.COACH
    name = factory.Sequence(lambda n: f"Delfina Cueto Nº {n}")
    since = AT - timedelta(days=30)


class RoleFactory(DjangoModelFactory):
    class Meta:
        model = league.Role

    season = factory.SubFactory(SeasonFactory)
    user = factory.SubFactory(UserFactory)
    kind = league.RoleKind.ORGANISER


class DelegateFactory(DjangoModelFactory):
    class Meta:
        model = league.Delegate

    team = factory.SubFactory(TeamFactory)
    user = factory.SubFactory(UserFactory)
    kind = league.DelegateKind.PRINCIPAL


class MatchdayFactory(DjangoModelFactory):
    """The next matchday of the division, in the first leg."""

    class Meta:
        model = league.Matchday

    division = factory.SubFactory(DivisionFactory)
    leg = 1
    starts_on = AT.date()

    @factory.lazy_attribute
    def number(self: Any) -> int:
        taken = league.Matchday.objects.filter(division=self.division).aggregate(last=Max("number"))
        return (taken["last"] or 0) + 1


class LedgerChainFactory(DjangoModelFactory):
    class Meta:
        model = league.LedgerChain

    season = factory.SubFactory(SeasonFactory)


class LedgerEntryFactory(DjangoModelFactory):
    """A row of the record, out of any order: real ones come from `league.ledger.append`."""

    class Meta:
        model = league.LedgerEntry

    chain = factory.SubFactory(LedgerChainFactory)
    sequence = factory.Sequence(lambda n: n + 1)
    at = AT
    action = "test.act"
    subject = "test:1"
    payload = "{}"
    previous = "0" * 64
    digest = factory.Sequence(lambda n: f"{n:064x}")


class JobFactory(DjangoModelFactory):
    class Meta:
        model = league.Job

    kind = "test.nothing"
    key = factory.Sequence(lambda n: f"job-{n}")
    next_at = AT


class NotificationFactory(DjangoModelFactory):
    class Meta:
        model = league.Notification

    recipient = factory.SubFactory(UserFactory)
    kind = "test"
    subject = "Encuentro de esta noche"
    body = "El encuentro empieza a las 22:00."
    path = "/"
    deduplication_key = factory.Sequence(lambda n: f"aviso-{n}")
    created_at = AT
    next_at = AT


class EncounterFactory(DjangoModelFactory):
    """Tonight's encounter of two teams of one division, not begun."""

    class Meta:
        model = matches.Encounter

    division = factory.SubFactory(DivisionFactory)
    matchday = factory.SubFactory(MatchdayFactory, division=factory.SelfAttribute("..division"))
    leg = factory.SelfAttribute("matchday.leg")
    home = factory.SubFactory(TeamFactory, division=factory.SelfAttribute("..division"))
    away = factory.SubFactory(TeamFactory, division=factory.SelfAttribute("..division"))
    venue = factory.SelfAttribute("home.venue")
    starts_at = AT


def encounter(**facts: Any) -> matches.Encounter:
    """An encounter; the division follows from whichever of home, away and matchday is given."""
    if "division" not in facts:
        for name in ("home", "away", "matchday"):
            if name in facts:
                facts["division"] = facts[name].division
                break
    made: matches.Encounter = EncounterFactory(**facts)
    return made


def ended_encounter(*, home_score: int = 3, away_score: int = 1, **facts: Any) -> matches.Encounter:
    """An encounter that was played tonight and ended with this score."""
    facts = {
        "state": "ENDED",
        "kind": "PLAYED",
        "home_score": home_score,
        "away_score": away_score,
        "started_at": AT,
        "ended_at": AT + timedelta(hours=2),
    } | facts
    return encounter(**facts)


class CourtFactory(DjangoModelFactory):
    class Meta:
        model = league.Court

    venue = factory.SubFactory(VenueFactory)
    name = factory.Sequence(lambda n: f"Pista {n}")


class TournamentFactory(DjangoModelFactory):
    """Tonight's tournament, of half-hour matches."""

    class Meta:
        model = league.Tournament

    season = factory.SubFactory(SeasonFactory)
    name = "Torneo de Les Vares"
    slug = factory.Sequence(lambda n: f"torneo-{n}")
    venue = factory.SubFactory(VenueFactory)
    starts_at = AT
    minutes = 30
    published_at = AT - timedelta(days=7)


class TournamentGroupFactory(DivisionFactory):
    """A group that plays a tournament day."""

    tournament = factory.SubFactory(TournamentFactory)
    season = factory.SelfAttribute("tournament.season")


class FixtureFactory(DjangoModelFactory):
    """The first match of a group on a court, without its encounter."""

    class Meta:
        model = matches.Fixture

    division = factory.SubFactory(TournamentGroupFactory)
    tournament = factory.SelfAttribute("division.tournament")
    number = 1
    round = 1
    position = 1
    court = factory.SubFactory(CourtFactory, venue=factory.SelfAttribute("..tournament.venue"))
    starts_at = factory.LazyAttribute(lambda one: AT if one.court else None)
    until = factory.LazyAttribute(
        lambda one: one.starts_at + timedelta(minutes=30) if one.starts_at and one.court else None
    )


class BracketSlotFactory(DjangoModelFactory):
    """The first of a group comes into the only match of its knock-out."""

    class Meta:
        model = matches.BracketSlot

    side = "HOME"
    group = factory.SubFactory(TournamentGroupFactory)
    place = 1

    @factory.lazy_attribute
    def fixture(self: Any) -> matches.Fixture:
        tournament = (self.group or TournamentGroupFactory()).tournament
        phase = league.Division.phases.create(
            season=tournament.season,
            name="Eliminatorias",
            slug=f"eliminatorias-{tournament.pk}",
            kind="KNOCKOUT",
            tournament=tournament,
        )
        made: matches.Fixture = FixtureFactory(division=phase, court=None)
        return made


class SideRecordFactory(DjangoModelFactory):
    class Meta:
        model = matches.SideRecord

    encounter = factory.SubFactory(EncounterFactory)
    side = "HOME"


class PresenceFactory(DjangoModelFactory):
    """A ficha of the home side that is in the bar and plays."""

    class Meta:
        model = matches.Presence

    encounter = factory.SubFactory(EncounterFactory)
    side = "HOME"
    registration = factory.SubFactory(
        RegistrationFactory, team=factory.SelfAttribute("..encounter.home")
    )


class DrawFactory(DjangoModelFactory):
    """A draw that waits for both sides."""

    class Meta:
        model = matches.Draw

    encounter = factory.SubFactory(EncounterFactory)
    seed = "d" * 64
    commitment = "e" * 64


class SeatFactory(DjangoModelFactory):
    """The first chair of the home side."""

    class Meta:
        model = matches.Seat

    encounter = factory.SubFactory(EncounterFactory)
    board = 1
    side = "HOME"
    position = 1
    registration = factory.SubFactory(
        RegistrationFactory, team=factory.SelfAttribute("..encounter.home")
    )


class PartidaFactory(DjangoModelFactory):
    class Meta:
        model = matches.Partida

    encounter = factory.SubFactory(EncounterFactory)
    board = 1


class GameStonesFactory(DjangoModelFactory):
    """Of the only game that the home pair has won."""

    class Meta:
        model = matches.GameStones

    partida = factory.SubFactory(
        PartidaFactory, encounter__division__season__notes_stones=True, home_games=1
    )
    winner = "HOME"
    game = 1
    lost = 25


class BreakFactory(DjangoModelFactory):
    class Meta:
        model = matches.Break

    partida = factory.SubFactory(PartidaFactory)
    kind = "THIRD_LOST"
    side = "HOME"
    started_at = AT + timedelta(hours=1)


class ActaFactory(DjangoModelFactory):
    """The first version of an acta, unsigned."""

    class Meta:
        model = matches.Acta

    encounter = factory.LazyFunction(ended_encounter)
    content = '{"version":1}'
    digest = "a" * 64
    code = factory.LazyAttribute(
        lambda one: code_of(encounter=one.encounter.pk, number=one.number, digest=one.digest)
    )
    created_at = AT + timedelta(hours=2)
    created_by = factory.SubFactory(UserFactory)

    @factory.lazy_attribute
    def number(self: Any) -> int:
        taken = matches.Acta.objects.filter(encounter=self.encounter).aggregate(last=Max("number"))
        return (taken["last"] or 0) + 1


class SignatureFactory(DjangoModelFactory):
    class Meta:
        model = matches.Signature

    acta = factory.SubFactory(ActaFactory)
    side = "HOME"
    signer = factory.SubFactory(UserFactory)
    digest = factory.SelfAttribute("acta.digest")
    signed_at = AT + timedelta(hours=2, minutes=5)


class SightFactory(DjangoModelFactory):
    class Meta:
        model = matches.Sight

    acta = factory.SubFactory(ActaFactory)
    side = "HOME"
    person = factory.SubFactory(UserFactory)
    seen_at = AT + timedelta(hours=2, minutes=5)


class SigningCodeFactory(DjangoModelFactory):
    class Meta:
        model = matches.SigningCode

    encounter = factory.SubFactory(EncounterFactory)
    side = "AWAY"
    number = 1
    issued_at = AT


def spent_code(**facts: Any) -> matches.SigningCode:
    """A code that was typed for an open acta."""
    acta = facts.pop("used_for", None) or ActaFactory.create()
    return SigningCodeFactory.create(
        encounter=acta.encounter, used_for=acta, used_at=AT + timedelta(hours=2), **facts
    )


def signature_by_code(**facts: Any) -> matches.Signature:
    """A signature that the away side typed on a phone of the home side."""
    code = spent_code()
    return SignatureFactory.create(
        **{
            "acta": code.used_for,
            "side": code.side,
            "method": "CODE",
            "entered_by": UserFactory.create(),
        }
        | facts
    )


class IncidentFactory(DjangoModelFactory):
    class Meta:
        model = matches.Incident

    encounter = factory.SubFactory(EncounterFactory)
    kind = "other"
    text = "Se cayó una baraja al suelo."
    at = AT + timedelta(minutes=30)
    reported_by = factory.SubFactory(UserFactory)


class PostponementFactory(DjangoModelFactory):
    class Meta:
        model = matches.Postponement

    encounter = factory.SubFactory(EncounterFactory)
    proposed_by = factory.SubFactory(UserFactory)
    proposed_at = AT - timedelta(days=3)
    old_starts_at = factory.SelfAttribute("encounter.starts_at")
    new_starts_at = AT + timedelta(days=4)
    reason = "El local está cerrado esa noche."


class ProposedDateFactory(DjangoModelFactory):
    class Meta:
        model = matches.ProposedDate

    postponement = factory.SubFactory(PostponementFactory)
    number = 1
    starts_at = factory.LazyAttribute(lambda date: AT + timedelta(days=4 + date.number))


class DateSignatureFactory(DjangoModelFactory):
    class Meta:
        model = matches.DateSignature

    postponement = factory.SubFactory(PostponementFactory)
    side = "HOME"
    signer = factory.SubFactory(UserFactory)
    signed_at = AT - timedelta(days=3)
    digest = "d" * 64


class DateRuleFactory(DjangoModelFactory):
    """Days when nobody plays."""

    class Meta:
        model = matches.DateRule

    season = factory.SubFactory(SeasonFactory)
    kind = "BLOCKED"
    first_on = AT.date()
    last_on = AT.date() + timedelta(days=60)


class PrizeFactory(DjangoModelFactory):
    """A free prize that nobody has won yet."""

    class Meta:
        model = matches.Prize

    season = factory.SubFactory(SeasonFactory)
    name = factory.Sequence(lambda n: f"Trofeo {n}")


def prize_of_a_place(**facts: Any) -> matches.Prize:
    division = facts.pop("division", None) or DivisionFactory.create()
    return PrizeFactory.create(
        **{"season": division.season, "division": division, "position": 1} | facts
    )


def won_prize(**facts: Any) -> matches.Prize:
    winner = facts.pop("winner", None) or TeamFactory.create()
    season = facts.pop("season", winner.division.season)
    return PrizeFactory.create(**{"season": season, "winner": winner, "state": "AWARDED"} | facts)


class RefereeDutyFactory(DjangoModelFactory):
    """The referee of the season is named for tonight's encounter."""

    class Meta:
        model = matches.RefereeDuty

    encounter = factory.SubFactory(EncounterFactory)
    assigned_by = factory.SubFactory(UserFactory)
    assigned_at = AT - timedelta(days=2)

    @factory.lazy_attribute
    def referee(self: Any) -> league.User:
        user: league.User = RoleFactory.create(
            season=self.encounter.division.season, kind=league.RoleKind.REFEREE
        ).user
        return user


class ClaimFactory(DjangoModelFactory):
    """A claim of the home side, an hour after the end."""

    class Meta:
        model = matches.Claim

    encounter = factory.LazyFunction(ended_encounter)
    season = factory.SelfAttribute("encounter.division.season")
    team = factory.SelfAttribute("encounter.home")
    number = factory.Sequence(lambda n: n + 1)
    submitted_by = factory.SubFactory(UserFactory)
    submitted_at = AT + timedelta(hours=3)
    text = "La pareja rival jugó con una seña no admitida."
    key = factory.Faker("uuid4")


class ClaimDraftFactory(DjangoModelFactory):
    class Meta:
        model = matches.ClaimDraft

    encounter = factory.LazyFunction(ended_encounter)
    author = factory.SubFactory(UserFactory)
    key = factory.Faker("uuid4")
    text = "La pareja rival"
    saved_at = AT + timedelta(hours=3)


class StatementDraftFactory(DjangoModelFactory):
    class Meta:
        model = matches.StatementDraft

    case = factory.LazyFunction(lambda: case())
    author = factory.SubFactory(UserFactory)
    text = "La mesa la formamos"
    saved_at = AT + timedelta(hours=3)


class SendingFactory(DjangoModelFactory):
    """Something that a phone sent, on its own clock."""

    class Meta:
        model = matches.Sending

    actor = factory.SubFactory(UserFactory)
    encounter = factory.SubFactory(EncounterFactory)
    key = factory.Faker("uuid4")
    path = "/acta/1/presentes/"
    digest = "0" * 64
    received_at = AT + timedelta(minutes=10)
    noted_at = AT
    phone_at = AT + timedelta(minutes=10)


class DisputedDealFactory(DjangoModelFactory):
    """A deal that goes with an incident."""

    class Meta:
        model = matches.DisputedDeal

    incident = factory.SubFactory(IncidentFactory)
    record = '[Cartas "A1:RR31 CS64 5541 777S"]'
    report = "{}"
    digest = "0" * 64
    at = AT + timedelta(minutes=30)


class CaseFactory(DjangoModelFactory):
    """A case that the acta opened, without a claim."""

    class Meta:
        model = matches.Case

    encounter = factory.LazyFunction(ended_encounter)
    season = factory.SelfAttribute("encounter.division.season")
    number = factory.Sequence(lambda n: n + 1)
    reason = "late"
    opened_at = AT + timedelta(hours=3)


def disavowal(**facts: Any) -> matches.Disavowal:
    """A signature by code that its side does not own up to, and its case."""
    signature = facts.pop("signature", None) or signature_by_code()
    case = facts.pop("case", None) or CaseFactory.create(
        encounter=signature.acta.encounter, reason="acta.signature_disowned"
    )
    return matches.Disavowal.objects.create(
        **{"signature": signature, "person": signature.signer, "at": AT, "case": case} | facts
    )


class StatementFactory(DjangoModelFactory):
    class Meta:
        model = matches.Statement

    case = factory.SubFactory(CaseFactory)
    team = factory.SelfAttribute("case.encounter.home")
    author = factory.SubFactory(UserFactory)
    text = "Estábamos todos a la hora."
    at = AT + timedelta(days=1)


class CaseNoteFactory(DjangoModelFactory):
    class Meta:
        model = matches.CaseNote

    case = factory.SubFactory(CaseFactory)
    author = factory.SubFactory(UserFactory)
    text = "Falta oír al juez-árbitro."
    at = AT + timedelta(days=1)


class RulingFactory(DjangoModelFactory):
    class Meta:
        model = matches.Ruling

    case = factory.SubFactory(CaseFactory)
    season = factory.SelfAttribute("case.season")
    number = factory.Sequence(lambda n: n + 1)
    author = factory.SubFactory(UserFactory)
    ruled_at = AT + timedelta(days=4)
    clauses: Any = factory.List(["M-E.1"])
    facts = "Un jugador se retiró antes de acabar la partida."
    decision = "Se mantiene el resultado."
    effects: Any = factory.List([])


class RulingTemplateFactory(DjangoModelFactory):
    class Meta:
        model = matches.RulingTemplate

    season = factory.SubFactory(SeasonFactory)
    reason = "claim"
    decision = "Se estima la reclamación."
    updated_at = AT
    updated_by = factory.SubFactory(UserFactory)


class SanctionFactory(DjangoModelFactory):
    """A warning to the home team."""

    class Meta:
        model = matches.Sanction

    ruling = factory.SubFactory(RulingFactory)
    season = factory.SelfAttribute("ruling.season")
    kind = "WARNING"
    team = factory.SelfAttribute("ruling.case.encounter.home")
    starts_at = factory.SelfAttribute("ruling.ruled_at")


class PointAdjustmentFactory(DjangoModelFactory):
    class Meta:
        model = matches.PointAdjustment

    team = factory.SubFactory(TeamFactory)
    points = -1
    reason = "Acta entregada fuera de plazo"
    at = AT
    author = factory.SubFactory(UserFactory)


class EvidenceFactory(DjangoModelFactory):
    class Meta:
        model = matches.Evidence

    encounter = factory.SubFactory(EncounterFactory)
    file = factory.django.FileField(filename="acta.jpg", data=b"\xff\xd8\xff")
    content_type = "image/jpeg"
    digest = "b" * 64
    uploaded_by = factory.SubFactory(UserFactory)
    uploaded_at = AT


class SigningKeyFactory(DjangoModelFactory):
    class Meta:
        model = league.SigningKey

    public_key = factory.Sequence(lambda n: f"{n:064x}")
    key_id = factory.LazyAttribute(lambda one: key_id_of(one.public_key))
    published_at = AT


class DayHeadFactory(DjangoModelFactory):
    class Meta:
        model = league.DayHead

    chain = factory.SubFactory(LedgerChainFactory)
    day = AT.date()
    length = 3
    head = "d" * 64
    noted_at = AT


class SealFactory(DjangoModelFactory):
    """A signature of the server, by no key that exists."""

    class Meta:
        model = matches.Seal

    acta = factory.SubFactory(ActaFactory)
    key = factory.SubFactory(SigningKeyFactory)
    statement = "{}"
    signature = "f" * 128
    sealed_at = AT


class IssuedFileFactory(DjangoModelFactory):
    class Meta:
        model = matches.IssuedFile

    acta = factory.SubFactory(ActaFactory)
    digest = factory.Sequence(lambda n: f"{n:064x}")
    size = 1000
    issued_at = AT


class ActaPrintFactory(DjangoModelFactory):
    class Meta:
        model = matches.ActaPrint

    acta = factory.SubFactory(ActaFactory)
    whole = True
    digest = factory.Sequence(lambda n: f"{n:064x}")
    size = 1000
    made_at = AT


class ConfirmationFactory(DjangoModelFactory):
    class Meta:
        model = matches.Confirmation

    acta = factory.SubFactory(ActaFactory, state="ISSUED", in_force=True, reason="ORGANISER")
    side = "HOME"
    person = factory.SubFactory(UserFactory)
    digest = factory.SelfAttribute("acta.digest")
    at = AT + timedelta(days=1)
    agrees = True


class StandingsPublicationFactory(DjangoModelFactory):
    class Meta:
        model = matches.StandingsPublication

    division = factory.SubFactory(DivisionFactory)
    matchday = factory.SubFactory(MatchdayFactory, division=factory.SelfAttribute("..division"))
    published_at = AT
    author = factory.SubFactory(UserFactory)
    content = '{"rows":[]}'
    digest = "c" * 64
    number = factory.Sequence(lambda n: n + 1)


user = UserFactory.create
competition = CompetitionFactory.create
season = SeasonFactory.create
registration_window = RegistrationWindowFactory.create
division = DivisionFactory.create
club = ClubFactory.create
venue = VenueFactory.create
team = TeamFactory.create
player = PlayerFactory.create
registration = RegistrationFactory.create
document = DocumentFactory.create
team_staff = TeamStaffFactory.create
role = RoleFactory.create
delegate = DelegateFactory.create
matchday = MatchdayFactory.create
ledger_chain = LedgerChainFactory.create
day_head = DayHeadFactory.create
signing_key = SigningKeyFactory.create
seal = SealFactory.create
issued_file = IssuedFileFactory.create
acta_print = ActaPrintFactory.create
confirmation = ConfirmationFactory.create
ledger_entry = LedgerEntryFactory.create
job = JobFactory.create
notification = NotificationFactory.create
court = CourtFactory.create
tournament = TournamentFactory.create
tournament_group = TournamentGroupFactory.create
fixture = FixtureFactory.create
bracket_slot = BracketSlotFactory.create
side_record = SideRecordFactory.create
presence = PresenceFactory.create
draw = DrawFactory.create
seat = SeatFactory.create
partida = PartidaFactory.create
game_stones = GameStonesFactory.create
break_ = BreakFactory.create
acta = ActaFactory.create
sight = SightFactory.create
signature = SignatureFactory.create
signing_code = SigningCodeFactory.create
incident = IncidentFactory.create
postponement = PostponementFactory.create
proposed_date = ProposedDateFactory.create
date_signature = DateSignatureFactory.create
date_rule = DateRuleFactory.create
prize = PrizeFactory.create
referee_duty = RefereeDutyFactory.create
claim = ClaimFactory.create
claim_draft = ClaimDraftFactory.create
statement_draft = StatementDraftFactory.create
sending = SendingFactory.create
disputed_deal = DisputedDealFactory.create
ruling_template = RulingTemplateFactory.create
case = CaseFactory.create
statement = StatementFactory.create
case_note = CaseNoteFactory.create
ruling = RulingFactory.create
sanction = SanctionFactory.create
point_adjustment = PointAdjustmentFactory.create
evidence = EvidenceFactory.create
standings_publication = StandingsPublicationFactory.create


def cachibol_season(**facts: Any) -> league.Season:
    """A women's season, 50 to 59, in which each encounter is one match."""
    settings = discipline("cachibol")
    proposed = settings.presets[0].settings
    return season(
        **{
            "discipline": "cachibol",
            "options": dict(proposed),
            "scheme": proposed_scheme("cachibol", proposed),
            "boards": settings.boards_of(proposed),
            "roster_cap": settings.roster.maximum,
            "spends_places": settings.roster.spends_places,
            "branch": league.Branch.WOMEN,
            "category": "B",
            "age_from": 50,
            "age_to": 59,
            "reference_date": date(2026, 12, 31),
        }
        | facts
    )


def cachibol_team(*, players: int = 10, **facts: Any) -> league.Team:
    """A team with shirts from 1, the first its captain, with coach, assistant and doctor, and a
    certificate of everybody. A `division` of `cachibol_season`, or else one of its own."""
    facts.setdefault("division", None)
    if facts["division"] is None:
        facts["division"] = division(season=cachibol_season())
    made = team(**facts)
    for shirt in range(1, players + 1):
        row = registration(
            team=made,
            player=player(first_name="Covadonga", birth_date=date(1970, 1, shirt)),
            shirt=shirt,
            is_captain=shirt == 1,
        )
        document(registration=row)
    for post in league.StaffPost.values:
        team_staff(team=made, post=post)
    return made


def cachibol_encounter(**facts: Any) -> matches.Encounter:
    """Two teams of ten of a cachibol season, and the match between them."""
    group = facts.pop("division", None) or division(season=cachibol_season())
    home, away = cachibol_team(division=group), cachibol_team(division=group)
    return encounter(home=home, away=away, **facts)
