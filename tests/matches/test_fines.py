"""The ledger of fines: paid with a receipt, waived, taken back; and entering a season with one."""

from datetime import time, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.machine import MoveRefused
from league.models import LedgerEntry, Season, Team
from league.refusals import Refused
from league.selectors.seasons import clubs_in_debt
from league.services.teams import HomeNight, team_create
from league.states.season import SeasonState
from matches.models import Sanction
from matches.services.sanctions import fine_settle
from matches.states.sanction import FineEvent
from tests import factories

pytestmark = pytest.mark.django_db
AT = factories.AT


class Book:
    """A season with two fines of a team and one of another."""

    def __init__(self) -> None:
        ruling = factories.ruling()
        self.season: Season = ruling.season
        self.team: Team = ruling.case.encounter.home
        self.other: Team = ruling.case.encounter.away
        self.organiser = factories.role(season=self.season).user
        self.delegate = factories.delegate(team=self.team).user
        self.fines: list[Sanction] = [
            factories.sanction(
                ruling=ruling, team=team, kind="FINE", amount=amount, fine_state="DUE"
            )
            for team, amount in ((self.team, "30.00"), (self.team, "12.50"), (self.other, "5.00"))
        ]

    def settle(self, nth: int, event: FineEvent, **facts: Any) -> Sanction:
        told: dict[str, Any] = {"actor": self.organiser, "at": AT} | facts
        return fine_settle(sanction_id=self.fines[nth].pk, event=event, **told)

    def path(self, name: str, nth: int | None = None) -> str:
        numbers = [self.season.pk] + ([] if nth is None else [self.fines[nth].pk])
        return reverse(f"matches:{name}", args=numbers)


class TestReceipts:
    def test_number_on_from_one_in_each_season(self) -> None:
        book, another = Book(), Book()
        paid = [book.settle(nth, FineEvent.PAY, note="En mano").receipt for nth in (1, 0)]
        assert paid == [1, 2]
        assert another.settle(0, FineEvent.PAY).receipt == 1

    def test_one_that_was_taken_back_is_not_given_again(self) -> None:
        book = Book()
        book.settle(0, FineEvent.PAY)
        open_again = book.settle(0, FineEvent.REOPEN)
        assert (open_again.fine_state, open_again.receipt, open_again.settled_at) == (
            "DUE",
            None,
            None,
        )
        assert book.settle(1, FineEvent.PAY).receipt == 2

    def test_a_waived_one_has_none_and_says_who_and_why(self) -> None:
        book = Book()
        fine = book.settle(0, FineEvent.WAIVE, note="Primera vez")
        assert (fine.receipt, fine.settled_by, fine.settled_note) == (
            None,
            book.organiser,
            "Primera vez",
        )
        with pytest.raises(MoveRefused):
            book.settle(0, FineEvent.PAY)

    def test_each_step_stands_in_the_record_without_its_words(self) -> None:
        book = Book()
        book.settle(0, FineEvent.PAY, note="En mano")
        book.settle(0, FineEvent.REOPEN)
        acts = LedgerEntry.objects.filter(action__startswith="fine.").order_by("sequence")
        assert [one.action for one in acts] == ["fine.paid", "fine.reopened"]
        assert not any("mano" in one.payload for one in acts)

    def test_in_a_closed_season_one_still_pays(self) -> None:
        book = Book()
        Season.objects.filter(pk=book.season.pk).update(state=SeasonState.CLOSED)
        assert book.settle(0, FineEvent.PAY).receipt == 1
        with pytest.raises(Refused, match=r"season\.closed"):
            book.settle(1, FineEvent.WAIVE)


class TestPages:
    def test_the_organiser_sees_all_with_the_sums(self, client: Client) -> None:
        book = Book()
        book.settle(0, FineEvent.PAY)
        book.settle(2, FineEvent.WAIVE)
        client.force_login(book.organiser)
        page = client.get(book.path("fines"))
        totals = {
            line["team"]: (line["due"], line["paid"], line["waived"])
            for line in page.context["totals"]
        }
        assert totals == {
            book.team.name: ("12,50 €", "30 €", "0 €"),
            book.other.name: ("0 €", "0 €", "5 €"),
        }
        assert page.context["sums"] == {"due": "12,50 €", "paid": "30 €", "waived": "5 €"}

    def test_a_delegate_sees_the_own_and_the_public_none(self, client: Client) -> None:
        book = Book()
        book.settle(0, FineEvent.PAY)
        book.settle(2, FineEvent.PAY)
        client.force_login(book.delegate)
        page = client.get(book.path("fines"))
        assert {line["fine"].team for line in page.context["lines"]} == {book.team}
        assert "Perdonar" not in page.content.decode()
        assert client.get(book.path("fine-receipt", 0)).status_code == 200
        assert client.get(book.path("fine-receipt", 2)).status_code == 403
        client.force_login(factories.user())
        assert client.get(book.path("fines")).status_code == 403

    def test_the_receipt_has_number_amount_and_note(self, client: Client) -> None:
        book = Book()
        client.force_login(book.organiser)
        assert client.get(book.path("fine-receipt", 1)).status_code == 404  # nothing was paid
        client.post(book.path("fine-pay", 1), {"sure": "yes", "note": "Por transferencia"})
        text = client.get(book.path("fine-receipt", 1)).content.decode()
        assert all(word in text for word in ("Recibo n.º 1", "12,50 €", "Por transferencia"))


class TestNextSeason:
    def enter(self, book: Book, season: Season, team: Team) -> Team:
        organiser = factories.role(season=season).user
        return team_create(
            actor=organiser,
            season_id=season.pk,
            division_id=factories.division(season=season).pk,
            club_id=team.club_id,
            home=HomeNight(None, 4, time(22)),
            at=AT + timedelta(days=300),
        )

    def next(self, book: Book, **facts: Any) -> Season:
        season: Season = factories.season(
            competition=book.season.competition, state=SeasonState.REGISTRATION, **facts
        )
        return season

    def test_what_is_owed_is_shown_and_keeps_nobody_out(self) -> None:
        book = Book()
        book.settle(2, FineEvent.WAIVE)
        season = self.next(book)
        assert clubs_in_debt(season) == [{"name": book.team.club.name, "amount": "42,50 €"}]
        assert self.enter(book, season, book.team).pk

    def test_where_the_season_says_so_it_does_until_it_is_paid(self) -> None:
        book = Book()
        season = self.next(book, fines_block=True)
        with pytest.raises(Refused) as refusal:
            self.enter(book, season, book.team)
        assert (refusal.value.code, refusal.value.facts["euros"]) == ("team.fines_due", "42,50")
        for nth in (0, 1):
            book.settle(nth, FineEvent.PAY)
        assert self.enter(book, season, book.team).pk

    def test_fines_of_another_competition_or_revoked_are_none(self) -> None:
        book = Book()
        stranger: Season = factories.season(state=SeasonState.REGISTRATION, fines_block=True)
        assert self.enter(book, stranger, book.team).pk
        mending = factories.ruling(case=book.fines[0].ruling.case, replaces=book.fines[0].ruling)
        Sanction.objects.update(state="REVOKED", revoked_by=mending)
        assert not clubs_in_debt(self.next(book))

    def test_the_page_of_the_entry_says_it(self, client: Client) -> None:
        book = Book()
        season = self.next(book)
        client.force_login(factories.role(season=season).user)
        page = client.get(reverse("league:team-new", args=[season.pk])).content.decode()
        assert f"{book.team.club.name} debe 42,50 €" in page

    def test_the_ladder_and_the_block_are_settings(self, client: Client) -> None:
        season: Season = factories.season()
        client.force_login(factories.role(season=season).user)
        path = reverse("league:season-edit", args=[season.pk, "multas"])
        assert client.get(path).status_code == 200
        client.post(path, {"warnings": "2", "fines_block": "on"})
        season.refresh_from_db()
        assert (season.warnings, season.fines_block) == (2, True)
