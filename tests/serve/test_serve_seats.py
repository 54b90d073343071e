"""A game of several browsers: each has a seat, sees what that seat may know, and plays in turn; others look on."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from footfall.loader import load
from footfall.loader.isolation.trust import Trust

HANDS = Path(__file__).parent / "hands"


def lay_table(browser: Any, game: str = "core.king", count: int = 2, bot: str = "") -> str:
    answer = browser.client.post("/tables", json={"game": game, "options": {"players": str(count), "bots": bot}})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["table"])


def test_two_browsers_play_a_round(serve: Callable[..., Any]) -> None:
    site = serve()
    one, two, third = site.browse(), site.browse(), site.browse()
    table = lay_table(one)
    [row] = two.lobby()["tables"]
    assert (row["text"], row["links"]) == ("1: taken (host), 2: free seat", [["Take seat 2", f"/play#/seat/{table}/1"]])
    first, second = one.open(f"/seat/{table}/0"), two.open(f"/seat/{table}/1")
    for browser, seat in ((third, 0), (third, 1), (two, 0), (third, 2)):
        with pytest.raises(InvalidStatus):
            browser.open(f"/seat/{table}/{seat}")
    second.wait("Waiting for P1")
    first.wait("P1")
    second.press("n", "y")  # not their turn
    first.press("ESC", "n")
    first.wait("End")
    first.press("y")
    first.wait("Waiting for P2")
    second.wait("P2 takes a turn")
    second.press("n")
    second.press("y")
    first.wait("Round 2")
    second.wait("Round 2")


def test_the_host_chooses_the_rules_that_all_seats_play_by(serve: Callable[..., Any]) -> None:
    site = serve()
    one, two = site.browse(), site.browse()
    one.client.post("/name", json={"name": "Ana"})
    [offer] = one.lobby()["offers"]
    rule, *others = offer["choices"]
    assert [each["label"] for each in others] == ["Players", "Other seats"]
    assert (rule["label"], rule["proposal"]) == ("Rules", "first_game")
    keys = {"first_game": "Keys 0 of 3", "full_game": "Keys 0 of 4"}
    for profile, words in keys.items():
        wish = {"game": "core.king", "options": {"profile": profile}}
        table = one.client.post("/tables", json=wish).raise_for_status().json()["table"]
        pages = [browser.open(f"/seat/{table}/{seat}") for seat, browser in enumerate((one, two))]
        name = next(label for value, label, _ in rule["values"] if value == profile)
        for page in (*pages, site.browse().open(f"/watch/{table}")):
            page.wait(words)
            page.wait(f"Rules: {name}")
    rows = two.lobby()["tables"]
    titles = [f"The King's House · Rules: {name}" for name in ("First game", "The whole board game")]
    assert {row["title"].rpartition(" · ")[0] for row in rows} == {*titles}
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", row["title"].rpartition(" · ")[2]) for row in rows)
    assert {row["text"] for row in rows} == {"1: Ana (host), 2: you"}
    assert {view["text"] for view in site.browse().lobby()["views"]} == {"Ana, P2"}
    for options in ({"profile": "none"}, {"players": "5"}, {"keys_to_win": "1"}, {"profile": 1}):
        answer = one.client.post("/tables", json={"game": "core.king", "options": options})
        assert answer.status_code == 400


def test_each_page_says_who_one_is_whose_turn_it_is_and_who_comes_and_goes(serve: Callable[..., Any]) -> None:
    site = serve()
    one, two = site.browse(), site.browse()
    one.client.post("/name", json={"name": "Ana"})
    two.client.post("/name", json={"name": "Beto"})
    table = lay_table(one)
    first = one.open(f"/seat/{table}/0")
    first.wait_for(lambda: "You are P1 (Ana)" in first.title)
    assert first.title.startswith("Your turn · ")
    first.wait("P2: this seat is free.")
    second = two.open(f"/seat/{table}/1")
    second.wait_for(lambda: "You are P2 (Beto)" in second.title)
    assert not second.title.startswith("Your turn")
    first.wait_for(lambda: "P2 (Beto) is here." in first.news)
    second.news.clear()
    for key in ("z", "n"):
        second.press(key)
        second.wait_for(lambda: "! Waiting for P1 (Ana)." in second.news)
        second.news.clear()
    first.press("ESC", "n", "y")
    second.wait_for(lambda: second.title.startswith("Your turn · "))
    assert "It is your turn." in second.news
    assert "It is your turn." in second.text
    [watched] = site.browse().lobby()["views"]
    assert "You are" not in watched["title"]
    assert "Round 1" in watched["title"]
    second.socket.close()
    first.wait_for(lambda: "P2 (Beto) has left. The seat is kept." in first.news)
    first.wait("Waiting for P2 (Beto), who is away.")
    second = two.open(f"/seat/{table}/1")
    first.wait("Waiting for P2 (Beto).")
    second.wait("It is your turn.")


def test_a_game_that_its_player_has_left_is_not_listed(
    serve: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("footfall.serve.lobby.MAX_QUIET", 0.2)
    site = serve(delay=0.0)
    browser, other = site.browse(), site.browse()
    player = browser.open("/play/core.stealth")
    player.wait("Seven lessons")
    [table] = other.lobby()["views"]
    onlooker = other.open(table["links"][0][1].removeprefix("/play#"))
    onlooker.wait("Seven lessons")
    time.sleep(0.3)
    assert other.lobby()["views"]
    player.socket.close()
    end = time.monotonic() + 5.0
    while other.lobby()["views"]:  # the page that looks on does not keep it
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_bot_plays_a_seat_until_somebody_takes_it(serve: Callable[..., Any]) -> None:
    site = serve()
    one, two = site.browse(), site.browse()
    table = lay_table(one, count=2, bot="core.king:goal")
    assert [label for label, _ in two.lobby()["tables"][0]["links"]] == ["Take the computer's seat 2"]
    page = one.open(f"/seat/{table}/0")
    page.wait("P1")
    page.press("ESC", "n")
    page.press("y")
    page.wait("Round 2")
    two.open(f"/seat/{table}/1").wait("P2")
    assert site.browse().lobby()["tables"] == []


def test_hands_that_are_hidden_reach_no_other_seat(serve: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOOTFALL_TRUST", Trust.ALL.value)
    site = serve(games={"tests.hands": load("tests.hands", mods=(HANDS,), language="en")})
    browsers = [site.browse() for _ in range(3)]
    table = lay_table(browsers[0], "tests.hands", 3)
    pages = [browser.open(f"/seat/{table}/{seat}") for seat, browser in enumerate(browsers)]
    for seat, page in enumerate(pages):
        page.wait(f"secret-of-{seat}")
    onlooker = site.browse().open(f"/watch/{table}")
    for turn in range(6):
        pages[turn % 3].press("p", "W", "ESC", "?", "ESC")
        for page in pages:
            page.wait(f"{turn + 1} plays")
    onlooker.wait("6 plays")
    for seat, page in enumerate([*pages, onlooker]):
        known = [other for other in range(3) if f"secret-of-{other}".encode() in page.bytes]
        assert known == ([seat] if seat < 3 else [])


def test_the_files_of_the_last_game_are_for_those_who_have_played_it(serve: Callable[..., Any]) -> None:
    site = serve()
    one, other = site.browse(), site.browse()
    table = lay_table(one)
    page = one.open(f"/seat/{table}/0")
    page.wait("P1")
    page.press("ESC", "n", "y")
    page.wait("Waiting for P2")
    addresses = [f"/files/{table}/{kind}" for kind in ("story", "page")]
    assert [one.client.get(address).status_code for address in addresses] == [404, 404]  # it has not ended
    folder = site.folder / "tables" / table / "morgue"
    folder.mkdir()
    (folder / "core.king-1-9.txt").write_text("The end.")
    assert [href for _, href in one.lobby()["tables"][0]["links"]][1:] == addresses
    story, document = (one.client.get(address) for address in addresses)
    assert story.text == "The end."
    assert document.text.startswith("<!doctype html>")
    assert document.headers["content-disposition"] == 'attachment; filename="core.king-1-9.html"'
    assert [other.client.get(address).status_code for address in addresses] == [404, 404]
    for address in ("/files/core.king/page", "/files/core.king/other", "/files/none/story"):
        assert one.client.get(address).status_code == 404
    assert [href for _, href in other.lobby()["tables"][0]["links"]] == [f"/play#/seat/{table}/1"]


def test_an_onlooker_is_behind_and_changes_nothing(serve: Callable[..., Any]) -> None:
    site = serve(delay=1.0)
    browser, other = site.browse(), site.browse()
    player = browser.open("/play/core.stealth")
    player.wait("Seven lessons")
    player.press("n")
    player.wait("YOU")
    player.press("ESC")
    [table] = other.lobby()["views"]
    onlooker = other.open(table["links"][0][1].removeprefix("/play#"))
    onlooker.wait("YOU")
    began = time.monotonic()
    player.press(".")
    player.wait("turn 1 ")
    onlooker.press(".", ".", "Q", "y")
    onlooker.send(size=[24, 80])
    onlooker.wait("turn 1 ")
    assert time.monotonic() - began >= 1.0
    player.press("?")
    player.wait("closes")
    assert "turn 1 " in player.text
    assert browser.lobby()["views"] == []


def test_a_table_is_on_disk_and_goes_on(serve: Callable[..., Any]) -> None:
    site = serve()
    browser = site.browse()
    table = lay_table(browser, count=2, bot="core.king:goal")
    page = browser.open(f"/seat/{table}/0")
    page.wait("P1")
    page.news.clear()
    page.press("ESC", "n")
    page.press("y")
    page.wait("Round 2")
    page.wait_for(lambda: "It is your turn." in page.news)  # the bot's turn has come and gone
    site.close()
    again = serve()
    browser.client.base_url, browser.address = again.address, again.address
    cookie = browser.cookie.partition("=")[2]
    headers = {"Cookie": f"footfall-{again.address.rpartition(':')[2]}={cookie}"}
    assert "Round 2" in browser.open(f"/seat/{table}/0", headers).wait("Round 2")


def test_who_acts_hears_all_that_follows_at_once_and_what_is_near_in_turn(
    serve: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("footfall.app.game_view.MOMENT_SECONDS", 0.1)
    site = serve()
    one, two = site.browse(), site.browse()
    table = lay_table(one)
    first, second = one.open(f"/seat/{table}/0"), two.open(f"/seat/{table}/1")
    first.wait_for(lambda: "P2 is here." in first.news)
    second.press("z")
    second.wait_for(lambda: "! Waiting for P1." in second.news)
    first.press("ESC", "n", "y")
    second.wait_for(lambda: "It is your turn." in second.news)
    near = [line for line in second.question if "(Floor" in line]
    second.press(";", "n")
    second.wait_for(lambda: any("(Floor" in line for line in second.facts))
    assert near == second.facts
    second.news.clear()
    second.press("ESC", "n", "y")
    frames: list[dict[str, Any]] = []
    while "Round 2" not in second.title:
        frames.append(second.read())
    [told] = [frame["news"] for frame in frames if frame.get("news")]
    assert len(frames) > 3
    assert len(told) > 3
