"""Whole games in a browser, from the title to their end, by the keys of a bot's game: they end as the bot's did."""

from __future__ import annotations

import json
from collections.abc import Callable
from time import sleep
from types import ModuleType
from typing import Any

import pytest


@pytest.mark.proof(0)
@pytest.mark.parametrize(
    ("game", "options", "bot", "begin", "seed", "is_won"),
    [
        ("stealth", {"course": "first"}, "brawler", "n", 8, False),
        ("king", {"profile": "first_game"}, "goal", "2 a a q 3 a a q 4 a a q n", 10, True),
    ],
    ids=["stealth", "king"],
)
def test_a_game_is_played_to_its_end(
    serve: Callable[..., Any],
    load_script: Callable[[str], ModuleType],
    game: str,
    options: dict[str, Any],
    bot: str,
    begin: str,
    seed: int,
    is_won: bool,
) -> None:
    plain = load_script("tests/ui/prove_plain_games.py")
    keys, session = plain.play_with_bot(plain.Ending(game, options, bot, begin), seed)
    site = serve()
    browser = site.browse()
    page = browser.open(f"/play/core.{game}")
    page.wait("Leave")
    for key in ("s", "ENTER", *str(seed), "ENTER", *begin.split(), "ESC", *keys):
        page.press(key)
        page.settle()
        sleep(0.05)  # a key typed before a question is shown does not answer it
    page.wait("The buttons below save the story")
    assert [label for label, _ in page.files] == ["Save the story", "Save the game as a page"]
    for _, address in page.files:
        answer = browser.client.get(address, timeout=300)
        assert answer.headers["content-disposition"].startswith(f'attachment; filename="core.{game}-{seed}-')
        assert len(answer.text) > 1000
        assert str(site.folder) not in answer.text
    page.press("ESC")
    page.wait("Leave")
    assert page.files == []
    [folder] = (site.folder / "guests").iterdir()
    [line] = (folder / "finished.jsonl").read_text("utf-8").splitlines()
    record = json.loads(line)
    assert (record["outcome"], record["is_won"]) == (session.state.outcome, is_won)
    [replay] = (folder / "runs").iterdir()
    assert replay.name == f"core.{game}-{seed}-{session.state.turn}.replay"
    assert browser.lobby()["games"][0]["links"][0][0] == "Play"
    assert browser.client.get(f"/files/core.{game}/page", timeout=300).text.startswith("<!doctype html>")
    page.press("r")
    won = "won" if is_won else "lost"
    page.wait(f", {won}, turn {session.display.count_turns(session.state.turn)}, seed {seed}, 20")
    page.press("a")
    page.wait("REPLAY")
    page.press("Q")
    page.wait("Leave")
