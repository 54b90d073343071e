"""Every fold: the changes that listeners return are applied once per asking, in the order of asking."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from footfall import kernels
from footfall.api import Answer, LogLineAdded
from footfall.api.grid import get_world
from footfall.engine.bots import list_legal_commands
from footfall.engine.context import Context
from footfall.engine.declarations.rules import HookKind
from footfall.engine.session import Session
from footfall.engine.terms import FoldResult
from footfall.loader import load
from footfall.loader.hooks.contract import CONTRACT
from footfall.plugins.stealth import hookspecs

PROBE = "test.probe"
FOLDS = [name for name, spec in CONTRACT.items() if spec.kind is HookKind.FOLD]
PUBLISHED = [name for name, value in vars(hookspecs).items() if getattr(value, "footfall_terms", ())]
CASES = [
    *(("stealth", name) for name in FOLDS),
    *(("stealth", f"core.stealth:{name}") for name in PUBLISHED),
    ("king", "on_damage"),
]
HEAD = f"""\
from footfall.api import Message, Remember, Tell, hook

MOD = "{PROBE}"

def note(name, event, ctx):
    count = ctx.recall(name, 0)
    return [Remember(MOD, name, count + 1), Tell(Message("probe", {{"hook": name, "event": repr(event)}}))]
"""
GAMES: Mapping[str, tuple[int, int]] = {"stealth": (6, 60), "king": (1, 100)}
"""Game to the number of its games and turns."""

Asking = tuple[str, str]


def write_probe(folder: Path, hooks: list[str]) -> Path:
    """Writes a mod that returns two changes whenever one of `hooks` is asked."""
    text = HEAD
    for name in hooks:
        owner, _, short = name.rpartition(":")
        marker = f'@hook.of("{owner}", "{short}")' if owner else "@hook"
        text += f'\n\n{marker}\ndef {short}(event, ctx):\n    return note("{name}", event, ctx)\n'
    file = folder / "probe.py"
    file.write_text(text, "utf-8")
    return file


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[list[Asking], list[Asking], list[Any]]]:
    """Game to all askings, all askings that the probe's changes logged, and for each asking of ``on_hear`` whether the
    listener is the player and whether it hears the noise."""
    patch = pytest.MonkeyPatch()
    fold = Context.fold
    results = {}
    for game, (seeds, turns) in GAMES.items():
        hooks = [hook for name, hook in CASES if name == game]
        mod = write_probe(tmp_path_factory.mktemp(game), hooks)
        rules = load(game, only_mods=(), mods=[mod], strict=True).rules
        asked: list[Asking] = []
        told: list[Asking] = []
        hearings: list[Any] = []

        def ask(self: Context, hook: str, event: Any, terms: Mapping[str, int]) -> FoldResult:
            asked.append((hook, repr(event)))  # noqa: B023
            result = fold(self, hook, event, terms)
            if hook == "on_hear":
                by_player = event.listener == get_world(self.state).player
                hearings.append((by_player, event.distance <= result["range"]))  # noqa: B023
            return result

        patch.setattr(Context, "fold", ask)
        for seed in range(seeds):
            session = Session.begin(rules, seed, {"floor": 2 + seed} if game == "stealth" else {}, strict=True)
            for turn in range(turns):
                question = session.state.question
                if question is None:
                    break
                number = kernels.mix(seed, turn)
                legal = list_legal_commands(session)
                command = legal[number % len(legal)] if legal else Answer(actor=question.actor, choice=0)
                lines = [e.message for e in session.submit(command).events if isinstance(e, LogLineAdded)]
                told += [(line.args["hook"], line.args["event"]) for line in lines if line.id == "probe"]
        patch.undo()
        results[game] = asked, told, hearings
    return results


@pytest.mark.parametrize("game", GAMES)
def test_changes_of_all_folds_are_applied_in_the_order_of_asking(played: Any, game: str) -> None:
    asked, told, _ = played[game]
    assert told == asked
    assert {hook for hook, *_ in asked} == {hook for of, hook in CASES if of == game}, (
        "the games never asked the others"
    )


def test_the_games_ask_about_creatures_and_the_player_and_about_noises_not_heard(played: Any) -> None:
    assert set(played["stealth"][2]) == {(False, False), (False, True), (True, False), (True, True)}
