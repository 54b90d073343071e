"""Mods that listen to the hooks of King with Python, for tests and measurements."""

from __future__ import annotations

from pathlib import Path

HEAD = """MOD = "test.{name}"
GAMES = ["core.king"]

from footfall.api import *
from footfall.plugins.king import api
from footfall.plugins.king.state import board_of

"""

LISTENER_MODS = {
    "reads": """
@hook("on_damage", manner="presence")
def on_damage(event, ctx):
    return [add("damage", 1)] if api.sanity(ctx, event.target) > 2 and api.round_of(ctx) % 2 else None
""",
    "rolls": """
@hook
def on_damage(event, ctx):
    if event.manner in ("presence", "house") and ctx.roll("luck", 1, 6) == 1:
        return [add("armor", 1), Tell(Message("test-x"))]


@hook
def on_enter(event, ctx):
    if ctx.chance("cold", 1, 10):
        return [api.changes.Lose(((event.actor, ctx.roll("luck", 1, 2)),), "curse")]
""",
    "counts": """
@hook.of("core.king", "on_card")
def count(event, ctx):
    seen = ctx.recall("seen", 0) + 1
    changes = [Remember(MOD, "seen", seen), Remember(MOD, "last", event.card)]
    if seen % 5 == 0:
        changes += [api.changes.Gain(((event.actor, 1),), "curse"), Remember(MOD, "last", None)]
    return changes
""",
    "votes": """
@hook
def can_enter(event, ctx):
    return Deny(Message("test-no")) if event.place == "F2_P" and api.round_of(ctx) < 3 else PASS


@hook
def can_act(event):
    command = event.command
    denied = type(command).__name__ in ("Meditate", "Use") and event.actor == 1
    return Deny(Message("test-no")) if denied or getattr(command, "to", "") == "F1_R2" else ALLOW


@hook.of("core.king", "can_arrive")
def can_arrive(event):
    return Deny(Message("test-no")) if event.kind == "GOBLIN" else PASS


@hook.of("core.king", "on_cost")
def on_cost(event, ctx):
    if event.action == "move" and api.sanity(ctx, event.actor) < 0:
        return [add("cost", 1)]
    return [mul("cost", 2)] if event.action == "search" and event.place == "F1_R1" else None
""",
    "turns": """
@hook
def on_turn_start(event, ctx):
    soul = board_of(ctx.state).souls[event.actor]
    if soul.objects and ctx.roll("gift", 1, 4) == 1:
        return [api.changes.Afflict((event.actor,), "VANITY", 2)]


@hook
def on_turn_end(event, ctx):
    if event.number % 4 == 0:
        return [api.changes.LoseTurn((event.actor + 1) % api.player_count(ctx))]


@hook
def on_use(event, ctx):
    return [Tell(Message("test-used")), api.changes.ClearStatus(event.actor, "VANITY")]
""",
    "rounds": """
def collect_toll(ctx):
    if api.round_of(ctx) % 3 == 0:
        yield api.changes.Gain(tuple((seat, 1) for seat in range(api.player_count(ctx))), "curse")
        yield Remember(MOD, "tolls", ctx.recall("tolls", 0) + ctx.roll("toll", 1, 3))


@hook
def on_round_end(event):
    return [Step("test.rounds:toll", collect_toll, after="core.king:stairs")] if event.name == "core.king" else []
""",
    "orders": """
@hook
def on_turn_start(event, ctx):
    first = next(iter(board_of(ctx.state).discard_pile), "")
    return [Remember(MOD, "first", first), Remember("test.zother", "n", event.number), Remember("test.b", "n", True)]


@hook
def on_turn_end(event, ctx):
    if ctx.state.memory.get("test.zother", {}).get("n", 0) > 5 and ctx.recall("first", "") > "M":
        return [api.changes.Lose(((event.actor, 1),), "curse"), Remember("test.b", "n")]


@hook
def on_enter(event, ctx):
    return api.take_sanity(ctx, event.actor, 1, "curse") if ctx.state.turn % 7 == 0 else None
""",
    "names": """
@hook
def on_turn_end(event):
    if event.number % 3 == 0:
        return [api.changes.Lose(((event.actor, 1),), "the cold"), api.changes.Afflict((event.actor,), "CHILL", 2)]


@hook("on_damage", manner="the cold")
def on_damage(event, ctx):
    return [add("damage", 1)] if "CHILL" in board_of(ctx.state).souls[event.target].statuses else None
""",
    "asks": """
@hook
def on_damage(event, ctx):
    return [add("damage", api.sanity(ctx, event.target) // 2)] if event.manner == "curse" else None


@hook
def on_turn_end(event, ctx):
    return api.take_sanity(ctx, event.actor, 2, "curse") if event.number % 3 == 0 else None
""",
}
"""The code of mods whose every game the compiled board plays."""


def write_listener_mods(folder: Path, mods: dict[str, str]) -> tuple[Path, ...]:
    """Writes mods to a folder, one file each, and returns their paths."""
    paths = tuple(folder / f"{name}.py" for name in mods)
    for (name, text), path in zip(mods.items(), paths, strict=True):
        path.write_text(HEAD.format(name=name) + text, encoding="utf-8")
    return paths
