"""Listeners in Python are asked by the compiled board; what else mods change is left to Python."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from king_batches import FULL, HEAD, PLAN, assert_equal, both
from king_twins import RANDOM

from footfall import kernels
from footfall.api.compiled import NotCompiledError
from footfall.sim.game_batch import play_batch
from footfall.sim.plan import resolve_plan

_native = pytest.importorskip("footfall._native")
pytestmark = pytest.mark.skipif(kernels.get_backend() != "rust", reason="needs the native module")


OTHERS = {
    "a mod has changed the steps": """
@hook
def provide_steps():
    return [Step("test.other:bell", lambda ctx, seat, node, card: [])]
""",
    "a mod has changed the end of a round": """
@hook
def on_round_end(event):
    return [Step("core.king:stairs", skip=True)] if event.name == "core.king" else []
""",
    "a mod has changed the reactions": """
from footfall.plugins.king.events import KingCame


@hook
def provide_reactions():
    return [Reaction(KingCame, "core.king:ease")]
""",
}


@pytest.mark.parametrize("reason", OTHERS)
def test_what_a_mod_changes_is_played_by_the_rules_in_python(tmp_path: Path, reason: str) -> None:
    path = tmp_path / "other.py"
    path.write_text(HEAD + OTHERS[reason], encoding="utf-8")
    plan, _ = resolve_plan(msgspec.structs.replace(PLAN, options=FULL, mods=(str(path),)))
    with pytest.raises(NotCompiledError, match=reason):
        play_batch(plan, 0, 2)
    batch = play_batch(msgspec.structs.replace(plan, compiled_mode="auto"), 0, 20)
    assert batch.compiled_games == 0


LISTENERS = {
    "terms of two mods": """
@hook("on_damage", manner="house")
def on_damage(event):
    yield add("damage", 1)
    yield mul("damage", 3, 2)


@hook("on_damage")
def soften(event):
    return add("armor", event.target) if event.manner in ("presence", "fall") else None
""",
    "a change for some losses": """
@hook("on_damage", manner="fall")
def on_damage(event):
    return [set_to("damage", 2), Tell(Message("test-line"))] if event.target == 1 else []
""",
    "a failure for some losses": """
@hook("on_damage", manner="king")
def on_damage(event):
    return [add("damage", 1 // event.target)]
""",
    "a term of another hook": """
@hook("on_damage", manner="curse")
def on_damage(event):
    return [add("to_hit", 1)]
""",
}


@pytest.mark.proof(2)
@pytest.mark.parametrize("answer", LISTENERS)
@pytest.mark.parametrize("bots", [RANDOM, ("core.king:goal", "core.king:greedy")], ids=str)
def test_listeners_of_losses_are_asked_by_compiled_rules(tmp_path: Path, answer: str, bots: tuple[str, ...]) -> None:
    path = tmp_path / "other.py"
    path.write_text(HEAD + LISTENERS[answer], encoding="utf-8")
    plan = msgspec.structs.replace(PLAN, options=FULL, mods=(str(path),), bots=bots, has_audit=True)
    compiled, python = both(plan, 20)
    assert_equal(compiled, python)
    plain = play_batch(resolve_plan(msgspec.structs.replace(plan, mods=()))[0], 0, 20)
    assert (compiled.columns["hash"] != plain.columns["hash"]) == (answer in list(LISTENERS)[:3])
    assert (compiled.compiled_games == 20) == (answer in list(LISTENERS)[:2])
    assert bool(compiled.problems) == (answer in list(LISTENERS)[2:])


@pytest.mark.proof(0)
def test_listeners_are_asked_in_what_is_tried_out(tmp_path: Path) -> None:
    path = tmp_path / "other.py"
    path.write_text(HEAD + LISTENERS["terms of two mods"], encoding="utf-8")
    bots = ("core.king:montecarlo", *RANDOM)
    plan = msgspec.structs.replace(PLAN, options=FULL, mods=(str(path),), bots=bots, max_commands=24)
    compiled, python = both(plan, 1)
    assert_equal(compiled, python)
    assert compiled.compiled_games == 1


@pytest.mark.proof(0)
def test_a_listener_that_hangs_ends_its_game_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.py"
    hang = "@hook('on_damage', manner='king')\ndef on_damage(event):\n    while event.target == 3:\n        pass\n"
    path.write_text(HEAD + hang, encoding="utf-8")
    plan = msgspec.structs.replace(PLAN, options=FULL, mods=(str(path),), timeout=0.3)
    compiled, python = both(plan, 4)
    assert_equal(compiled, python)
    errors = python.columns["error"]
    assert {text.partition(":")[0] for text in errors} == {"TimeoutError", ""}


def test_strict_mode_watches_listeners_in_python(tmp_path: Path) -> None:
    path = tmp_path / "other.py"
    path.write_text(HEAD + LISTENERS["terms of two mods"], encoding="utf-8")
    plan, _ = resolve_plan(msgspec.structs.replace(PLAN, mods=(str(path),), is_strict=True, compiled_mode="auto"))
    assert play_batch(plan, 0, 2).compiled_games == 0
