"""Hostile pages: messages that are not inputs, floods, and pages that do not read; the games of others go on."""

from __future__ import annotations

import asyncio
import json
import random
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from footfall.serve.followers import MAX_NEWS, Follower, View
from footfall.ui.drawing.canvas import Canvas

BAD_MESSAGES = (
    *("", "{", "[]", "null", "1", '"key"', "{}x", '{"key":1}', '{"key":"' + "x" * 17 + '"}', '{"kay":"l"}', "\u0000"),
    *(
        '{"point":[1]}',
        '{"point":["a","b"]}',
        '{"size":[0,0]}',
        '{"size":[401,1]}',
        '{"size":[1e9,1]}',
        '{"size":[-1,5]}',
    ),
    *(
        '{"point":[1e999,0]}',
        '{"key":"l","is_repeat":"yes"}',
        "[" * 200,
        b"\x00\xff",
        b'{"key":"l"}',
        "x" * 300,
        "x" * 100_000,
    ),
)


def test_a_thousand_messages_that_are_no_inputs(serve: Callable[..., Any]) -> None:
    site = serve()
    player, enemy = site.browse().open("/play/core.stealth"), site.browse()
    player.wait("Seven lessons")
    player.press("n")
    player.wait("YOU")
    player.press("ESC")
    choose = random.Random(5)
    codes = set()
    for number in range(100):
        page = enemy.open("/play/core.delve")
        page.read()
        try:
            for _ in range(10):
                bad = choose.choice(BAD_MESSAGES) if number % 4 else choose.randbytes(choose.randint(1, 400))
                page.socket.send(bad)
        except ConnectionClosed:
            pass
        codes.add(page.find_end()[0])
        if number % 20 == 0:
            player.press(".")
            player.wait(f"turn {number // 20 + 1}")
    assert codes <= {1002, 1007, 1008, 1009, 1006}
    assert {1007, 1009} <= codes
    assert "Delve" in enemy.open("/play/core.delve").wait("Delve")


def test_a_flood_of_keys_is_cut_off(serve: Callable[..., Any]) -> None:
    site = serve()
    player, enemy = site.browse().open("/play/core.stealth"), site.browse().open("/play/core.stealth")
    for page in (player, enemy):
        page.wait("Seven lessons")
        page.press("n")
        page.wait("YOU")
        page.press("ESC")
    with pytest.raises(ConnectionClosed):
        enemy.press(*["."] * 5000)
    assert enemy.find_end()[0] in (1008, 1006)
    player.press(".")
    player.wait("turn 1")


def test_odd_keys_and_points_are_no_inputs_of_a_game(serve: Callable[..., Any]) -> None:
    page = serve().browse().open("/play/core.stealth")
    page.wait("Seven lessons")
    for key in ("CLICK", "", "F13", "é", "\u202e", "NaN", "C-", "constructor", "<b>"):
        page.press(key)
    for point in ((-1, -1), (1e300, -1e300), (0.5, 5e-324)):
        page.send(point=point, is_click=True)
    page.send(size=[400, 1000])
    page.press("n")
    page.wait("YOU")
    assert (len(page.rows), len(page.rows[0])) == (80, 240)


def test_a_page_that_does_not_read_slows_no_game(serve: Callable[..., Any]) -> None:
    browser = serve().browse()
    slow = browser.open("/play/core.stealth")
    player = browser.open("/play/core.stealth")
    player.wait("Seven lessons")
    player.press("n")
    player.wait("YOU")
    player.press("ESC")
    for number in range(15):
        player.press(".", "i", "ESC") if number % 2 else player.press("i", "ESC", ".")
        player.wait(f"turn {number + 1} ")
        time.sleep(0.02)
    assert "turn 15 " in slow.wait("turn 15 ")


def test_only_the_newest_view_waits_for_a_page() -> None:
    async def follow() -> tuple[dict[str, Any], bool]:
        follower = Follower(asyncio.get_running_loop())
        for number in range(1000):
            follower.offer(
                View(canvas=Canvas(2, 10), time=time.monotonic(), title=str(number), news=(f"line {number}",))
            )
        frame, is_end = await asyncio.wait_for(follower.take(), 5)
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(follower.take(), 0.05)
        return json.loads(frame), is_end

    frame, is_end = asyncio.run(follow())
    assert frame["title"] == "999"
    assert frame["news"] == [f"line {number}" for number in range(1000 - MAX_NEWS, 1000)]
    assert not is_end


def test_the_number_of_games_is_limited(serve: Callable[..., Any]) -> None:
    site = serve(limit=2)
    browser = site.browse()
    pages = [browser.open(f"/play/core.{game}") for game in ("stealth", "king")]
    for page in pages:
        page.read()
    assert browser.open("/play/core.delve").find_end() == (4000, "full")


def test_no_thread_is_left(serve: Callable[..., Any]) -> None:
    before = threading.active_count()
    site = serve()
    site.browse().open("/play/core.stealth").wait("Seven lessons")
    site.close()
    assert threading.active_count() <= before + 1
