"""The deeds of rules as data, by which a mod without Python changes actors, adds lines to the log and makes noises."""

from __future__ import annotations

from typing import Annotated

from footfall.api import ActorId, AnyText, Change, Context, Message, MessageId, Ref, Tell, deed
from footfall.api.grid import Cell, Heal, Hurt, MakeNoise, SetEffect

from .model.phase import get_phase
from .model.state import build_noise
from .senses.sight import player_sees
from .senses.sounds import MAX_LOUDNESS

MAX_SOUNDING = 1_000
"""Noises that sound at once; a rule that makes more fails, and is suspended like others that fail."""

MAX_TURNS = 1_000
"""The longest effect or noise of a rule."""

MAX_POINTS = 1_000
"""The most hit points that a rule takes or gives at once."""


def _clamp(value: int, low: int, high: int) -> int:
    return max(low, min(high, value))


@deed
def hurt(ctx: Context, actor: ActorId, amount: int = 1) -> list[Change]:
    """Takes hit points from an actor."""
    amount = _clamp(amount, 0, MAX_POINTS)
    return [Hurt(actor, amount, how="rule")] if amount and actor in get_phase(ctx).world.actors else []


@deed
def heal(ctx: Context, actor: ActorId, amount: int = 1) -> list[Change]:
    """Gives an actor hit points back, up to its maximum."""
    amount = _clamp(amount, 0, MAX_POINTS)
    return [Heal(actor, amount)] if amount and actor in get_phase(ctx).world.actors else []


@deed
def give(ctx: Context, actor: ActorId, effect: Annotated[str, Ref("effect")], turns: int = 5) -> list[Change]:
    """Puts a timed effect on an actor for some turns; 0 ends it, -1 makes it permanent."""
    turns = _clamp(turns, -1, MAX_TURNS)
    return [SetEffect(actor, effect, turns)] if actor in get_phase(ctx).world.actors else []


@deed
def witness(ctx: Context, at: Cell, text: Annotated[str, MessageId()]) -> list[Change]:
    """Adds a line to the log, by the id of its text, if the player's character sees a cell."""
    return [Tell(Message(text))] if at is not None and player_sees(get_phase(ctx), at) else []


@deed
def noise(
    ctx: Context, at: Cell, loudness: int, kind: Annotated[str, AnyText(adds_to="sound")] = "step", turns: int = 1
) -> list[Change]:
    """Makes a noise at a cell of the current level: its loudness, its kind, and the turns that it lasts."""
    phase = get_phase(ctx)
    loudness, turns = _clamp(loudness, 0, MAX_LOUDNESS), _clamp(turns, 1, MAX_TURNS)
    if at is None or not loudness:
        return []
    if len(phase.world.noises) >= MAX_SOUNDING:
        raise ValueError(f"over {MAX_SOUNDING:,} noises sound at once")
    return [MakeNoise(build_noise(ctx, kind, phase.world.current, at, loudness, turns, 0))]
