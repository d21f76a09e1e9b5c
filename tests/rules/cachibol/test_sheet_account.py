"""A match told set by set, as its sheet on paper prints it."""

import pytest

from rules.cachibol.options import CACHIBOL
from rules.registry import match_sheet

SLIPS = ("L 1 2 3 4 5 6", "V 11 12 13 14 15 16")
SETTINGS = CACHIBOL.to_mapping()


def account(*acts: str) -> dict:
    sheet = match_sheet("cachibol")
    assert sheet is not None
    return dict(sheet.account(acts, SETTINGS, {}))


def test_an_empty_sheet_says_how_much_room_there_is() -> None:
    told = account()
    assert (told["most_sets"], told["cap"], told["players"]) == (3, 15, 6)
    assert (told["changes"], told["time_outs"], told["sets"]) == (6, 2, [])


@pytest.mark.regulation("C-22")
def test_service_time_outs_changes_and_cards_with_their_score() -> None:
    # Home serves: two points; the visitors win the serve and a point; home wins it back.
    told = account(
        "L s d", *SLIPS, "L", "L", "Vt", "V", "V", "Lc3>7", "Vy12", "L", *["L"] * 8, *SLIPS, "L"
    )
    first, second = told["sets"]
    assert told["tosses"] == [["HOME", "SERVE", "RIGHT"]]
    assert first["slips"] == {"HOME": [1, 2, 3, 4, 5, 6], "AWAY": [11, 12, 13, 14, 15, 16]}
    assert first["first_server"] == "HOME"
    # The first to serve begins with place 1 of its slip, the other turns before it serves.
    assert first["turns"] == {"HOME": [[0, 2], [1, 10]], "AWAY": [[1, 1]]}
    assert first["time_outs"] == {"HOME": [], "AWAY": [[2, 0]]}
    [change] = first["changes"]["HOME"]
    assert (change["out"], change["into"], change["at"]) == (3, 7, [2, 1])
    [card] = told["cards"]
    assert (card["side"], card["person"], card["set"], card["at"]) == ("AWAY", "12", 1, [2, 1])
    assert (first["result"], first["awarded"]) == ([10, 1], None)
    assert (second["number"], second["first_server"], second["result"]) == (2, "AWAY", None)


@pytest.mark.regulation("C-19.2", "C-19.12")
def test_sets_that_were_not_played_say_by_which_clause() -> None:
    told = account("Vn1", "Vn2")
    assert [one["result"] for one in told["sets"]] == [[10, 0], [10, 0]]
    assert {one["awarded"] for one in told["sets"]} == {"C-19.2"}
    broken = account("L s d", *SLIPS, "L", "L", "Va")
    assert [one["result"] for one in broken["sets"]] == [[10, 0], [10, 0]]
    assert broken["sets"][0]["played"] == [2, 0]
    assert broken["sets"][1]["played"] is None
