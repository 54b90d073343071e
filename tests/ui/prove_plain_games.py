"""Plays all games in plain text through a pipe, from the title screen to an ending.

    python tests/ui/prove_plain_games.py [--games 1] [--first 0] [--lang en]

A bot plays each game in this process; the keys that give its commands are found with the bindings of each scene and
typed to ``footfall play --plain --title``. The game must end as the bot's game did, at the same turn, and write no
line of more than 80 characters.

Exit code 1 if a game ends otherwise.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from footfall.api import Answer, Command
from footfall.api.scene import CLICK, DIRECTIONS, Binding, Prompt, PromptKind, Scene
from footfall.api.session_scene import build_session_scene
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.session import Session
from footfall.loader import load
from footfall.sim.bots import find_bot
from footfall.ui.details import assign_letters
from footfall.ui.interaction import find_cursor, handle_key
from footfall.ui.keymap import DIRECTION_KEYS, build_keymap
from footfall.ui.ui_state import UiState

WIDTH = 80
STEP_KEYS = {way: key for key, way in reversed(DIRECTION_KEYS.items()) if key.isupper()}


class Ending(NamedTuple):
    """A game to play to its end: how the bot begins it, and the keys that do so on the title screen."""

    game: str
    options: Mapping[str, Any]
    bot: str
    begin: str
    arguments: tuple[str, ...] = ()


ENDINGS = (
    Ending("stealth", {"course": "first"}, "brawler", "n"),
    Ending("king", {}, "goal", "a b 2 a a q 3 a a q 4 a a q n"),  # short rules, and you in every seat
    Ending("delve", {"mode": "table", "party": "alone"}, "party", "n", ("--option", "mode=table")),
)


class UnreachableError(Exception):
    """No keys give a command."""


def find_keys(scene: Scene, command: Command) -> tuple[list[str], Command]:
    """Returns the keys that give a command, and what they give: the game asks for what is left out (which item?).

    Raises:
        UnreachableError: there are none.
    """
    if isinstance(command, Answer):
        return _confirm(scene, list(_answer(scene, command)), command)
    keymap = build_keymap(UiState(), scene)
    for binding in scene.bindings:
        keys = [key for key in binding.keys if keymap.get(key) is binding and key != CLICK]
        if not keys or binding.command is not type(command):
            continue
        if any(getattr(command, name) != value for name, value in binding.fields.items()):
            continue
        try:
            return _confirm(scene, [keys[0], *_fill_prompts(scene, binding, command)], command)
        except UnreachableError:
            continue
    raise UnreachableError(f"no keys give {command}")


def _answer(scene: Scene, command: Answer) -> Iterator[str]:
    choice = scene.answers[command.choice]
    if scene.answer_kind is PromptKind.CELL and isinstance(choice.value, tuple):
        yield from _move(find_cursor(UiState(), scene), choice.value)
        yield "ENTER"
    else:
        yield choice.letter or assign_letters(scene.answers)[command.choice][0]


def _fill_prompts(scene: Scene, binding: Binding, command: Command) -> Iterator[str]:
    for prompt in binding.prompts:
        value = getattr(command, prompt.field)
        choices = scene.choices.get(prompt.choices, ())
        if prompt.is_automatic and len(choices) < 2:
            continue
        yield from _fill(scene, prompt, value)


def _fill(scene: Scene, prompt: Prompt, value: Any) -> Iterator[str]:
    choices = scene.choices.get(prompt.choices, ())
    if prompt.kind is PromptKind.DIRECTION:
        yield STEP_KEYS[value]
    elif prompt.kind is PromptKind.CELL:
        assert scene.cells is not None
        yield from _move(tuple(choices[0].value) if choices else scene.cells.focus, value)
        yield "ENTER"
    elif prompt.kind is PromptKind.CHOICE:
        letters = [letter for letter, choice in assign_letters(choices) if choice.value == value]
        if not letters:
            raise UnreachableError(f"{value} is not offered")
        yield letters[0]
    else:
        yield from [*("SPACE" if char == " " else char for char in str(value)), "ENTER"]


def _move(start: Any, goal: Any) -> Iterator[str]:
    """Yields the keys that move the cursor."""
    y, x = start
    while (y, x) != tuple(goal):
        step = ((goal[0] > y) - (goal[0] < y), (goal[1] > x) - (goal[1] < x))
        yield STEP_KEYS[DIRECTIONS.index(step)]
        y, x = y + step[0], x + step[1]


def _confirm(scene: Scene, keys: list[str], command: Command) -> tuple[list[str], Command]:
    """Returns keys with an agreement if they lead to a question, and what they give: the command, or it with less."""
    state, result = UiState(), None
    for key in keys:
        state, result = handle_key(state, scene, key)
    while state.confirmation is not None:
        keys = [*keys, "y"]
        state, result = handle_key(state, scene, "y")
    if not isinstance(result, Command) or type(result) is not type(command):
        raise UnreachableError(f"{' '.join(keys)} gives {result}, not {command}")
    given = {field.name: (getattr(result, field.name), field.default) for field in msgspec.structs.fields(result)}
    if any(value not in (default, getattr(command, name)) for name, (value, default) in given.items()):
        raise UnreachableError(f"{' '.join(keys)} gives {result}, not {command}")
    return keys, result


def list_like(session: Session, command: Command, options: Sequence[Command]) -> Iterator[Command]:
    """Yields a command, and those that use another item of the same kind: like items are listed once."""
    yield command
    items = session.state.parts["world"].items if "world" in session.state.parts else {}
    item = getattr(command, "item", 0)
    for option in options:
        is_like = item in items and type(option) is type(command) and items[option.item].kind == items[item].kind
        if is_like and msgspec.structs.replace(option, item=item) == command:
            yield option


def play_with_bot(ending: Ending, seed: int) -> tuple[list[str], Session]:
    """Plays a game with a bot; returns the keys and the session at the end."""
    loaded = load(ending.game, only_mods=())
    session = Session.begin(loaded.rules, seed, ending.options)
    bot, contexts, keys = find_bot(loaded.rules, ending.bot), dict[int, BotContext](), []
    while session.state.outcome is None:
        options = list_legal_commands(session)
        assert session.state.question is not None
        seat = session.state.question.actor
        context = contexts.setdefault(seat, BotContext(session, bot.id, seat))
        command = bot.decide(context, options)
        scene, like = build_session_scene(session), [*list_like(session, command, options)]
        for each in like:
            with suppress(UnreachableError):
                typed, given = find_keys(scene, each)
                break
        else:
            raise UnreachableError(f"no keys give {command}")
        assert session.submit(given).refusal is None, given
        keys += typed
    return keys, session


def play_in_plain(ending: Ending, seed: int, language: str) -> tuple[str, list[str]]:
    """Plays the bot's game by keys; returns what is wrong, or ``""``, and the lines."""
    keys, session = play_with_bot(ending, seed)
    turn = session.display.count_turns(session.state.turn)
    end = rf".*\. \w+ {turn}, \w+ {seed}\. "
    title = " ".join(["s", "ENTER", *str(seed), "ENTER", ending.begin])
    with tempfile.TemporaryDirectory() as home:
        folders = {f"XDG_{name}_HOME": os.path.join(home, name) for name in ("DATA", "CONFIG", "STATE")}
        command = [sys.executable, "-m", "footfall", "play", ending.game, "--plain", "--title", "--sound", "off"]
        result = subprocess.run(
            [*command, "--lang", language, *ending.arguments],
            input="\n".join([title, "ESC", *keys, "ESC", ""]),  # the first game of a player may open a page
            env={**os.environ, **folders},
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
    lines = result.stdout.splitlines()
    if result.returncode or result.stderr:
        return f"exit code {result.returncode}: {result.stderr}", lines
    at = next((n for n, line in enumerate(lines) if re.match(end, line)), None)
    if at is None:
        return f"{lines[-2:]} instead of {end}", lines
    long = [line for line in (*lines[:at], *lines[at + 2 :]) if len(line) > WIDTH]
    return f"a line of {len(long[0])} characters: {long[0]}" if long else "", lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1, help="games of each kind")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--lang", default="en")
    options = parser.parse_args()
    failed = 0
    for ending in ENDINGS:
        for seed in range(options.first, options.first + options.games):
            problem, lines = play_in_plain(ending, seed, options.lang)
            failed += bool(problem)
            print(f"{ending.game} seed {seed}: {problem or 'as the bot ended it'} ({len(lines)} lines)")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
