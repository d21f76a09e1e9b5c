"""A league that arrives in mid-season: the darts file loads and its page shows the same table."""

import csv
import html
import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from league.models import Division, LedgerEntry, Matchday, Season, Team
from matches import addresses, season_import_words
from matches.models import Acta, Encounter, PointAdjustment
from matches.season_import_plan import read_plan
from matches.services import reports
from tests import factories

DARTS = Path(__file__).parents[1] / "golden/standings/darts_league"
DIVISIONS = (
    "Bezirksliga",
    "A-Klasse Gruppe 1",
    "A-Klasse Gruppe 2",
    "B-Klasse Gruppe 2",
    "C-Klasse Gruppe 1",
    "C-Klasse Gruppe 3",
    "Mix C-Klasse",
)
HEADER = "division,round,date,time,home,away,home_score,away_score,home_games,away_games,kind,note"
LINE = re.compile(r"<tr class=\"[^\"]*\">(.*?)</tr>", re.S)
CELL = re.compile(r"<t[dh][^>]*>(.*?)</t[dh]>", re.S)


def run(results, *, email, table=None, **options):
    call_command(
        "import_season",
        str(results),
        competition="Liga de dardos",
        season="2025/26",
        email=email,
        **({"table": table} if table else {}),
        **options,
    )


def write(path, *lines):
    path.write_text("\n".join((HEADER, *lines)) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def email():
    return factories.user(is_staff=True).email


def darts(email, **options):
    run(
        DARTS / "results.csv",
        table=DARTS / "standings.csv",
        email=email,
        scheme={"kind": "win_draw_loss", "win": 3, "draw": 1, "loss": 0},
        criteria=["points", "games_difference", "games_for"],
        **options,
    )


def counts():
    return [
        model.objects.count()
        for model in (Season, Division, Team, Matchday, Encounter, PointAdjustment, LedgerEntry)
    ]


def cells_of(response):
    """Cells of the table on a page, as text."""
    page = response.content.decode().split("<tbody>")[1].split("</tbody>")[0]
    for row in LINE.findall(page):
        yield [
            " ".join(html.unescape(re.sub(r"<[^>]+>", " ", cell)).split())
            for cell in CELL.findall(row)
        ]


@pytest.mark.django_db
class TestDartsLeague:
    def test_its_pages_show_the_published_tables_row_by_row(self, client, email):
        darts(email, publish=True)
        with (DARTS / "standings.csv").open(encoding="utf-8-sig", newline="") as file:
            published = list(csv.DictReader(file))
        for name in DIVISIONS:
            division = Division.objects.select_related("season__competition").get(name=name)
            rows = list(cells_of(client.get(addresses.standings_path(division))))
            lines = [line for line in published if line["division"] == name]
            active = [line for line in lines if line["status"] == "active"]
            assert len(rows) == len(lines)
            for row, line in zip(rows, active, strict=False):
                position, team, played, won, drawn, lost, for_, against, difference = row[:9]
                assert team.startswith(line["team"])
                assert [position, played, won, drawn, lost, for_, against] == [
                    line[column]
                    for column in (
                        "pos",
                        "played",
                        "won",
                        "drawn",
                        "lost",
                        "games_for",
                        "games_against",
                    )
                ]
                assert difference.replace("−", "-") == line["diff"].replace("±", "")
                assert row[-1] == line["points"]
                if line["points_adjustment"] not in {"", "0"}:
                    assert line["points_adjustment"].replace("-", "−") + " punto" in team
            for row, line in zip(rows[len(active) :], lines[len(active) :], strict=True):
                assert row[1] == f"{line['team']} retirada"

    def test_comes_without_actas_and_says_where_it_came_from(self, email):
        darts(email)
        played = Encounter.objects.filter(kind="PLAYED")
        assert played.count() == 510
        assert set(played.values_list("origin", "state")) == {("IMPORTED", "ENDED")}
        assert not Acta.objects.exists()
        assert not Season.objects.get().is_public

    def test_twice_changes_nothing(self, email, capsys):
        darts(email)
        before = counts()
        darts(email)
        assert counts() == before
        assert "Nada que cambiar" in capsys.readouterr().out

    def test_a_dry_run_writes_nothing_and_tells_the_same(self, email, capsys):
        darts(email, dry_run=True)
        told = capsys.readouterr().out
        assert not Season.objects.exists() and not LedgerEntry.objects.exists()
        darts(email)
        assert capsys.readouterr().out.strip() in told


@pytest.mark.django_db
class TestImportSeason:
    FIRST = "Primera,1,2026-09-11,22:00,El Órdago,La Ñora,3,1,18,11,,"
    OPEN = "Primera,2,2026-09-18,,La Ñora,El Órdago,,,,,,"

    def test_takes_partidas_and_games_from_their_columns(self, tmp_path, email):
        run(write(tmp_path / "r.csv", self.FIRST, self.OPEN), email=email)
        first, second = Encounter.objects.order_by("matchday__number")
        assert (first.home_score, first.away_score) == (3, 1)
        assert (first.home_games, first.away_games) == (18, 11)
        assert (second.state, second.leg, second.home_score) == ("SCHEDULED", 2, None)

    def test_a_later_file_adds_and_corrects(self, tmp_path, email, capsys):
        run(write(tmp_path / "r.csv", self.FIRST, self.OPEN), email=email)
        version = Division.objects.get().version
        corrected = self.FIRST.replace("3,1,18,11", "2,2,15,16")
        played = self.OPEN.replace(",,,,,,", ",4,0,20,6,,")
        run(write(tmp_path / "r.csv", corrected, played), email=email)
        assert list(
            Encounter.objects.order_by("matchday__number").values_list("home_score", "away_score")
        ) == [(2, 2), (4, 0)]
        assert Division.objects.get().version > version
        assert "1 resultados corregidos" in capsys.readouterr().out

    def test_does_not_touch_what_was_reported_here(self, tmp_path, email, capsys):
        path = write(tmp_path / "r.csv", self.FIRST, self.OPEN)
        run(path, email=email, partida="first_to=5")
        second = Encounter.objects.get(home_score__isnull=True)
        reports.result_report(
            actor=Season.objects.get().roles.get().user,
            encounter_id=second.pk,
            boards={n: {"home_games": 5, "away_games": 2} for n in (1, 2, 3, 4)},
            ended_at=factories.AT,
            at=factories.AT,
        )
        before = counts()
        run(path, email=email, partida="first_to=5")
        other = self.OPEN.replace(",,,,,,", ",0,4,3,20,,")
        with pytest.raises(CommandError, match="No se ha importado nada"):
            run(write(tmp_path / "r.csv", self.FIRST, other), email=email, partida="first_to=5")
        assert "línea 3: ese encuentro ya tiene un resultado" in capsys.readouterr().err
        assert counts() == before
        second.refresh_from_db()
        assert (second.home_score, second.away_score) == (4, 0)

    def test_an_adjustment_that_changed_is_brought_to_its_sum(self, tmp_path, email):
        results = write(tmp_path / "r.csv", self.FIRST)
        table = tmp_path / "t.csv"
        for points in ("-1", "-3", "-3"):
            table.write_text(f"division,team,points_adjustment\nPrimera,La Ñora,{points}\n")
            run(results, table=table, email=email)
        assert list(PointAdjustment.objects.values_list("points", flat=True)) == [-1, -2]

    def test_names_every_wrong_line_and_writes_nothing(self, tmp_path, email, capsys):
        path = write(
            tmp_path / "r.csv",
            self.FIRST,
            "Primera,uno,2026-09-11,22:00,A,B,3,1,,,,",
            "Primera,2,11/09/2026,22:00,A,B,3,,,,,",
        )
        with pytest.raises(CommandError):
            run(path, email=email)
        told = capsys.readouterr().err
        assert "línea 3: round: «uno» no es un número entero" in told
        assert "línea 4: falta away_score" in told
        assert "línea 4: la fecha «11/09/2026» no se entiende" in told
        assert not Season.objects.exists()

    def test_refuses_who_may_not_organise(self, tmp_path):
        with pytest.raises(CommandError):
            run(write(tmp_path / "r.csv", self.FIRST), email=factories.user().email)
        with pytest.raises(CommandError, match="ninguna cuenta"):
            run(write(tmp_path / "r.csv", self.FIRST), email="nadie@example.org")
        assert not Season.objects.exists()

    def test_refuses_somebody_else_for_a_season_that_is_there(self, tmp_path, email):
        path = write(tmp_path / "r.csv", self.FIRST)
        run(path, email=email)
        other = factories.role().user
        before = counts()
        with pytest.raises(CommandError, match="no organiza"):
            run(path, email=other.email)
        assert counts() == before

    def test_starts_a_complete_season(self, tmp_path, email):
        run(write(tmp_path / "r.csv", self.FIRST, self.OPEN), email=email, start=True)
        season = Season.objects.get()
        assert (season.state, season.is_public) == ("RUNNING", True)


class TestReadPlan:
    def plan(self, *lines, table="", header=HEADER):
        return read_plan("\n".join((header, *lines)), table)

    def codes(self, *lines, table=""):
        return [(error.line, error.code) for error in self.plan(*lines, table=table)[1]]

    def test_the_second_leg_begins_where_teams_meet_again(self):
        plan, errors = self.plan(
            "P,1,,,A,B,3,1,,,,", "P,2,,,C,A,3,1,,,,", "P,3,,,B,A,3,1,,,,", "P,4,,,B,C,3,1,,,,"
        )
        assert not errors
        assert plan.legs("P") == {1: 1, 2: 1, 3: 2, 4: 2}

    def test_byes_are_no_encounters_and_no_teams(self):
        plan, errors = self.plan("P,1,,,Spielfrei,A,,,,,,", "P,1,,,B,C,2,2,,,,")
        assert (plan.byes, plan.teams) == (1, {"P": ("B", "C")})
        assert not errors

    def test_reads_semicolons_and_a_byte_order_mark(self):
        plan, errors = read_plan(
            "\ufeffdivision;round;home;away;home_games;away_games\nP;1;A;B;12;6\n"
        )
        assert not errors
        assert (plan.encounters[0].home_score, plan.encounters[0].home_games) == (12, 12)

    def test_reads_ways_of_ending(self):
        plan, errors = self.plan("P,1,,,A,B,4,0,,,walkover_home,")
        assert not errors
        assert plan.encounters[0].kind == "walkover_home"

    @pytest.mark.parametrize(
        ("line", "code"),
        [
            ("P,1,,,A,A,3,1,,,,", "same_team"),
            ("P,1,,,,B,3,1,,,,", "empty"),
            ("P,1,,,A,B,,,18,11,,", "games_without_score"),
            ("P,1,,,A,B,3,-1,,,,", "out_of_range"),
            ("P,1,,,A,B,3,1000,,,,", "out_of_range"),
            ("P,0,,,A,B,3,1,,,,", "out_of_range"),
            ("P,1,,25:00,A,B,3,1,,,,", "time"),
            ("P,1,,,A,B,3,1,,,robado,", "kind"),
            ("P,1,,,A,B,,,,,annulled,", "kind_without_score"),
            ("P,1,,,A,B,0,4,,,walkover_home,", "walkover_score"),
            ("P" * 61 + ",1,,,A,B,3,1,,,,", "too_long"),
        ],
    )
    def test_says_what_is_wrong_in_a_line(self, line, code):
        assert self.codes(line) == [(2, code)]

    def test_a_team_plays_once_a_round_and_meets_once_a_ground_and_leg(self):
        assert self.codes("P,1,,,A,B,3,1,,,,", "P,1,,,A,C,3,1,,,,") == [(3, "twice_a_round")]
        assert self.codes("P,1,,,A,B,,,,,,", "P,2,,,A,B,,,,,,", "P,3,,,A,B,,,,,,") == [
            (4, "met_twice")
        ]

    def test_missing_columns_are_one_error(self):
        assert [e.code for e in read_plan("round,home\n1,A\n")[1]] == ["columns_missing"]

    @pytest.mark.parametrize(
        ("line", "code"),
        [
            ("Q,A,active,", "unknown_division"),
            ("P,Z,active,", "unknown_team"),
            ("P,A,gone,", "status"),
            ("P,A,active,x", "not_a_number"),
        ],
    )
    def test_says_what_is_wrong_in_the_table(self, line, code):
        table = f"division,team,status,points_adjustment\n{line}\n"
        assert self.codes("P,1,,,A,B,3,1,,,,", table=table) == [(2, code)]


def test_every_thing_that_can_be_wrong_has_its_sentence():
    root = Path(__file__).parents[2] / "matches"
    said = "".join(
        (root / name).read_text(encoding="utf-8")
        for name in ("season_import_plan.py", "services/season_import.py")
    )
    codes = set(re.findall(r'refuse\(\s*"(\w+)"', said))
    codes |= set(re.findall(r'LineError\([^()]*?, "(\w+)"', said))
    assert codes == set(season_import_words.SENTENCES)
