"""Games as text, and the server by which language models play them."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Any

import numpy as np
import pytest

from footfall.env import load_environment
from footfall.env.text import MAX_BYTES, TextError, TextGame, join_lines


def state_of(game: TextGame) -> tuple[str, str, int]:
    return game.look(), game.list_legal(), game.steps


def test_a_task_is_told_and_played_in_lines() -> None:
    game = TextGame(load_environment("stealth", task="smoke"), seed=1)
    assert game.look().startswith("Task: A guard stands in the light of a fire.")
    assert "here: smoke pot, floor" in game.look().splitlines()
    assert "36 pick-up 0" in game.list_legal().splitlines()
    assert "You take: smoke pot." in game.act(36)
    assert "42 activate 2: smoke pot" in game.list_legal().splitlines()
    assert "Step 1 of 50" in game.look()


@pytest.mark.parametrize("action", [-1, 1, 5000])
def test_a_bad_action_changes_nothing(action: int) -> None:
    game = TextGame(load_environment("stealth", task="smoke"), seed=1)
    before = state_of(game)
    with pytest.raises(TextError, match=r"there is no action|may not be chosen now"):
        game.act(action)
    assert state_of(game) == before


def test_a_game_that_has_ended_says_so() -> None:
    game = TextGame(load_environment("stealth", task="bell"), seed=1)
    for _ in range(50):
        last = game.act(0)
    assert "Step 50 of 50" in last
    assert "The game was cut short." in game.list_legal()
    with pytest.raises(TextError, match="Begin another one with new"):
        game.act(0)


@pytest.mark.parametrize("name", ["stealth", "king", "delve"])
def test_each_text_is_short(name: str) -> None:
    game = TextGame(load_environment(name), seed=3)
    rng = np.random.default_rng(3)
    for _ in range(40):
        texts = [game.look(), game.list_legal()]
        if game.has_ended:
            break
        legal = np.flatnonzero(game._build_mask())
        assert all(f"{number} {game.content.layout.actions[number]}" in texts[1] for number in legal.tolist())
        texts.append(game.act(int(rng.choice(legal))))
        assert max(len(text.encode()) for text in texts) <= MAX_BYTES
    assert join_lines(["x" * 90] * 100).endswith("lines more")
    assert len(join_lines(["x" * 90] * 100)) <= MAX_BYTES


async def talk() -> dict[str, Any]:
    """The answers of a server to a client of the SDK, over standard input and output."""
    from mcp.client.client import Client
    from mcp.client.stdio import StdioServerParameters, stdio_client

    command = ["-m", "footfall", "env", "agent", "--task", "smoke", "--seed", "1"]
    server = StdioServerParameters(command=sys.executable, args=command, env=dict(os.environ))
    answers: dict[str, Any] = {}
    async with Client(stdio_client(server)) as client:
        answers["tools"] = sorted(tool.name for tool in (await client.list_tools()).tools)

        async def call(name: str, **arguments: Any) -> Any:
            found = await client.call_tool(name, arguments)
            return found.is_error, found.content[0].text

        answers["look"] = await call("look")
        answers["bad"] = [
            await call("act", action=500),
            await call("act", action=1),
            await call("act", action="north"),
            await call("new", seed=-1),
            await call("new", seed=1, task="nope"),
        ]
        answers["same"] = await call("look")
        answers["legal"] = await call("legal")
        answers["act"] = await call("act", action=36)
        answers["new"] = await call("new", seed=2, task="bell")
    return answers


def test_a_language_model_plays_by_four_tools() -> None:
    pytest.importorskip("mcp", reason="needs the extra agent")
    answers = asyncio.run(talk())
    assert answers["tools"] == ["act", "legal", "look", "new"]
    assert answers["look"] == answers["same"]
    assert answers["look"][1] == TextGame(load_environment("stealth", task="smoke"), seed=1).look()
    assert [is_error for is_error, _ in answers["bad"]] == [True] * 5
    for (_, text), words in zip(
        answers["bad"],
        ("no action 500", "may not be chosen", "integer", "seed", "there is no task 'nope'"),
        strict=True,
    ):
        assert words in text
    assert "36 pick-up 0" in answers["legal"][1]
    assert answers["act"][0] is False
    assert "You take: smoke pot." in answers["act"][1]
    assert "A bell hums" in answers["new"][1]
