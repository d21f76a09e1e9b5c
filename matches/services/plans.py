"""What a ruling would write, worked out without writing anything.

The result of an encounter is what its own acta said, and then every ruling that stands, in their
order: a ruling that replaces another takes its place in that sum, and nothing is undone by hand.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from league import canonical
from league.models import LedgerEntry, Player, Registration, Season, Team
from league.refusals import Refused
from league.season_scheme import partida_format_of
from matches import content as contents
from matches import effects as fx
from matches.models import Acta, Case, Encounter, Partida, PointAdjustment, Ruling, Sanction
from matches.moments import night_of
from matches.selectors.scoresheets import sheet_of
from matches.services.actas import content_of
from matches.services.withdrawals import stop_if_cannot_leave, to_bring_back, to_cancel
from matches.snapshot import Content
from matches.states.encounter import ENCOUNTER, EncounterEvent, EncounterState
from matches.states.sanction import KEEPS_OUT, SanctionKind, SanctionState
from rules.findings import Finding, Severity


@dataclass(frozen=True)
class PlannedBan:
    """A player who may not play: so many encounters, until a date, or (neither) the whole season.

    `starts_at`: what was already served under the ruling that this one replaces counts.
    """

    player: Player
    team: Team
    kind: SanctionKind
    encounters: int | None
    until: date | None
    starts_at: datetime


@dataclass(frozen=True)
class PlannedExit:
    """A team that is expelled, or that comes back because the ruling that expelled it is replaced,
    with the encounters that will not be played, or will be after all."""

    team: Team
    encounters: tuple[Encounter, ...]


@dataclass(frozen=True)
class Plan:
    """Everything a ruling writes.

    `before` is the content in force, `after` the one of the version to be issued (None: the acta
    stays). `unfiled`: no acta is in force yet, so the result as it stands gets a version first.
    """

    case: Case
    effects: tuple[fx.Effect, ...]
    before: Content | None
    after: Content | None
    unfiled: bool
    replay: fx.OrderReplay | None
    points: tuple[fx.DeductPoints, ...]
    bans: tuple[PlannedBan, ...]
    expelled: tuple[PlannedExit, ...]
    readmitted: tuple[PlannedExit, ...]
    warnings: tuple[fx.Warn, ...]
    fines: tuple[fx.Fine, ...]
    revoked: tuple[Sanction, ...]
    reversed: tuple[PointAdjustment, ...]

    @property
    def moves_result(self) -> bool:
        return self.after is not None or self.replay is not None

    @property
    def divisions(self) -> list[int]:
        """Divisions whose table or pages the ruling changes."""
        teams = {team.pk: team.division_id for team in self.case.teams.all()}
        found = {teams[effect.team] for effect in self.points}
        found |= {teams[effect.team] for effect in self.fines}
        found |= {teams[effect.team] for effect in self.warnings}
        found |= {line.team.division_id for line in self.bans}
        found |= {line.team.division_id for line in (*self.expelled, *self.readmitted)}
        found |= {row.team.division_id for row in self.reversed}
        found |= {row.team.division_id for row in self.revoked if row.team is not None}
        if self.case.encounter is not None:
            found.add(self.case.encounter.division_id)
        return sorted(found)


def plan(
    case: Case,
    effects: Sequence[fx.Effect],
    *,
    replaces: Ruling | None = None,
    at: datetime,
) -> Plan:
    """What a ruling with these effects would write at `at`. Raises Refused (`effect.*`,
    `ruling.no_result`, `ruling.replay_stands`, `ruling.impossible_result`, `withdrawal.*`) or
    MoveRefused."""
    parties = _parties(case)
    fx.check(effects, parties)
    result = fx.on_result(effects)
    had = fx.on_result(fx.all_from(replaces.effects)) if replaces else fx.LeaveResult()
    if isinstance(had, fx.OrderReplay) and not isinstance(result, fx.OrderReplay):
        raise Refused("ruling.replay_stands")
    replay = (
        result
        if isinstance(result, fx.OrderReplay) and not isinstance(had, fx.OrderReplay)
        else None
    )
    before = after = None
    unfiled = False
    encounter = case.encounter
    if encounter is not None and encounter.ended_at is not None:
        before, unfiled = _standing(encounter)
    touches = not isinstance(result, fx.LeaveResult) or not isinstance(had, fx.LeaveResult)
    if touches and not isinstance(had, fx.OrderReplay):
        assert encounter is not None  # `fx.check` refuses it otherwise
        if before is None:
            raise Refused("ruling.no_result")
        if replay is not None:
            ENCOUNTER.after(EncounterState(encounter.state), EncounterEvent.REPLAY)
        else:
            ENCOUNTER.after(EncounterState(encounter.state), EncounterEvent.RULE)
            after = _ruled(encounter, before, result, replaces=replaces, at=at)
            if after == before:
                if not isinstance(result, fx.LeaveResult):
                    raise Refused("effect.changes_nothing")
                after = None
    revoked = _revoked(replaces)
    expelled, readmitted = _exits(case, effects, replaces, replay, at)
    return Plan(
        case=case,
        effects=tuple(effects),
        before=before,
        after=after,
        unfiled=unfiled and after is not None,
        replay=replay,
        points=tuple(effect for effect in effects if isinstance(effect, fx.DeductPoints)),
        bans=_bans(effects, parties, revoked, _after_the_affair(case, at), at),
        expelled=expelled,
        readmitted=readmitted,
        warnings=tuple(effect for effect in effects if isinstance(effect, fx.Warn)),
        fines=tuple(effect for effect in effects if isinstance(effect, fx.Fine)),
        revoked=revoked,
        reversed=_reversed(replaces),
    )


def base_content(case: Case, *, replaces: Ruling | None, at: datetime) -> Content | None:
    """The result that a ruling starts from: without the one that it replaces. None when the
    encounter has no result, or the case no encounter."""
    encounter = case.encounter
    if encounter is None or encounter.ended_at is None:
        return None
    before, _unfiled = _standing(encounter)
    if replaces is None:
        return before
    return _ruled(encounter, before, fx.LeaveResult(), replaces=replaces, at=at)


def _parties(case: Case) -> fx.Parties:
    teams = {team.pk for team in case.teams.all()}
    rows = Registration.objects.filter(team_id__in=teams).order_by("registered_at", "pk")
    return fx.Parties(
        teams=frozenset(teams),
        players=dict(rows.values_list("player_id", "team_id")),
        boards=case.season.boards if case.encounter_id else 0,
        most=_most(case.season) if case.encounter_id else 0,
    )


def _most(season: Season) -> int:
    """What the two scores of an encounter may add up to: its partidas, or the sets of its match."""
    if sheet_of(season) is None:
        return season.boards
    return 2 * partida_format_of(season).needed - 1


def _standing(encounter: Encounter) -> tuple[Content, bool]:
    """The content in force, or the result as it was told; True when no acta says it yet."""
    acta = encounter.actas.filter(in_force=True).first()
    if acta is not None:
        return content_of(acta), False
    assert encounter.ended_at is not None
    if Partida.objects.filter(encounter=encounter).exists():
        content = contents.of_working_copy(
            encounter, started_at=encounter.started_at, ended_at=encounter.ended_at
        )
    else:
        content = contents.of_report(
            encounter,
            kind=encounter.kind,
            origin=encounter.origin,
            boards=[],
            started_at=encounter.started_at,
            ended_at=encounter.ended_at,
        ) | {"boards": []}
    return content | {
        "kind": str(encounter.kind),
        "origin": str(encounter.origin),
        "score": {"HOME": encounter.home_score, "AWAY": encounter.away_score},
        "games": {"HOME": encounter.home_games, "AWAY": encounter.away_games},
    }, True


def _ruled(
    encounter: Encounter,
    before: Content,
    result: fx.ResultEffect,
    *,
    replaces: Ruling | None,
    at: datetime,
) -> Content:
    """What the acta of the table said, and then every ruling that stands, the new one last."""
    original, since = _original(encounter, before)
    known = {_key(finding) for finding in contents.read(encounter, original, now=at).findings}

    def judge(content: Content) -> Content:
        reading = contents.read(encounter, content, now=at)
        # Who sat where is no longer in question, nor what was already wrong before the ruling.
        errors = [
            finding
            for finding in reading.findings
            if finding.severity is Severity.ERROR
            and ".seats." not in finding.code
            and _key(finding) not in known
        ]
        if errors:
            raise Refused("ruling.impossible_result", clause=errors[0].clause, findings=errors)
        return contents.judged(content, reading)

    others = Ruling.objects.filter(case__encounter=encounter, replaced_by__isnull=True)
    if since is not None:
        others = others.filter(ruled_at__gte=since)
    if replaces is not None:
        others = others.exclude(pk=replaces.pk)
    content = original
    steps = [fx.on_result(fx.all_from(row.effects)) for row in others.order_by("ruled_at", "pk")]
    for step in (*steps, result):
        if isinstance(step, fx.ChangeResult):
            written = {board["board"] for board in content["boards"]}
            if any(board.board not in written for board in step.boards):
                raise Refused("effect.boards_unknown")
        content = fx.content_after(content, step, judge)
    return content


def _original(encounter: Encounter, before: Content) -> tuple[Content, datetime | None]:
    """The content of the last version in force that no ruling made, and its moment."""
    in_force = encounter.actas.filter(in_force=True).first()
    if in_force is None:
        return before, None
    if in_force.reason != Acta.Reason.RULING:
        return before, in_force.created_at
    earlier = list(
        encounter.actas.exclude(reason=Acta.Reason.RULING)
        .filter(number__lt=in_force.number)
        .order_by("-number")
    )
    been_in_force = set(
        LedgerEntry.objects.filter(
            subject__in=[f"acta:{acta.pk}" for acta in earlier], action="acta.in_force"
        ).values_list("subject", flat=True)
    )
    for acta in earlier:
        if f"acta:{acta.pk}" in been_in_force:
            return content_of(acta), acta.created_at
    return before, in_force.created_at


def _key(finding: Finding) -> str:
    return canonical.dumps([finding.code, finding.to_mapping()["facts"]])


def _revoked(replaces: Ruling | None) -> tuple[Sanction, ...]:
    if replaces is None:
        return ()
    rows = replaces.sanctions.filter(state=SanctionState.IN_FORCE).select_related("team", "player")
    return tuple(rows.order_by("pk"))


def _reversed(replaces: Ruling | None) -> tuple[PointAdjustment, ...]:
    if replaces is None:
        return ()
    rows = replaces.point_adjustments.filter(reverses__isnull=True, reversed_by__isnull=True)
    return tuple(rows.select_related("team").order_by("pk"))


def _after_the_affair(case: Case, at: datetime) -> datetime:
    """When a suspension begins: now, but not before the encounter that it comes of. One that was
    told ahead of its hour, and ruled on, would otherwise count as served by itself."""
    encounter = case.encounter
    if encounter is None or encounter.ended_at is None:
        return at
    began = encounter.started_at or encounter.starts_at
    return at if began is None else max(at, began)


def _bans(
    effects: Sequence[fx.Effect],
    parties: fx.Parties,
    revoked: Sequence[Sanction],
    starts_at: datetime,
    at: datetime,
) -> tuple[PlannedBan, ...]:
    earlier = {row.player_id: row.starts_at for row in revoked if row.kind in KEEPS_OUT}
    lines = []
    for effect in effects:
        if not isinstance(effect, fx.SuspendPlayer | fx.Disqualify):
            continue
        counted = isinstance(effect, fx.SuspendPlayer)
        until = effect.until if isinstance(effect, fx.SuspendPlayer) else None
        if until is not None and until < night_of(at):
            raise Refused("effect.until_past")
        lines.append(
            PlannedBan(
                player=Player.objects.get(pk=effect.player),
                team=Team.objects.get(pk=parties.players[effect.player]),
                kind=SanctionKind.SUSPENSION if counted else SanctionKind.DISQUALIFICATION,
                encounters=effect.encounters if isinstance(effect, fx.SuspendPlayer) else None,
                until=until,
                starts_at=earlier.get(effect.player, starts_at),
            )
        )
    return tuple(lines)


def _exits(
    case: Case,
    effects: Sequence[fx.Effect],
    replaces: Ruling | None,
    replay: fx.OrderReplay | None,
    at: datetime,
) -> tuple[tuple[PlannedExit, ...], tuple[PlannedExit, ...]]:
    """Teams that go and teams that come back. One that goes by the ruling that this one replaces,
    and still goes, does neither."""
    teams = {team.pk: team for team in case.teams.select_related("division__season")}
    goes = [effect.team for effect in effects if isinstance(effect, fx.ExpelTeam)]
    had = fx.all_from(replaces.effects) if replaces else ()
    went = [effect.team for effect in had if isinstance(effect, fx.ExpelTeam)]
    encounter = case.encounter
    if replay is not None and encounter is not None:
        both = [teams.get(pk) for pk in (encounter.home_id, encounter.away_id)]
        if any(team and (team.withdrawn_at or team.pk in goes) for team in both):
            raise Refused("effect.replay_of_withdrawn")
        if replay.starts_at is not None and replay.starts_at <= at:
            raise Refused("effect.replay_past")
    expelled = []
    for pk in goes:
        if pk not in went:
            stop_if_cannot_leave(teams[pk])
            expelled.append(PlannedExit(teams[pk], tuple(to_cancel(teams[pk]))))
    readmitted = [
        PlannedExit(teams[pk], tuple(to_bring_back(teams[pk]))) for pk in went if pk not in goes
    ]
    for row in (row for line in readmitted for row in line.encounters):
        if row.matchday.closed_at is not None:
            raise Refused("ruling.matchday_closed", number=row.matchday.number)
    return tuple(expelled), tuple(readmitted)
