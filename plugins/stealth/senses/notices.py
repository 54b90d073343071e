"""Notifies mods of deeds, after the changes of the deed are applied."""

from __future__ import annotations

from footfall.api import Change, Context, Proposal, Push, Reaction, Step, events
from footfall.api.grid import Actor, Cell, EffectEnded, EffectStarted, MakeNoise, Moved, Noise, Swapped

from ..hookspecs import ItemEffect, Throwing
from ..model.phase import Phase

ON_THROW, ON_EFFECT = "core.stealth:on_throw", "core.stealth:on_effect"
OPENED, CLOSED = "core.stealth:opened", "core.stealth:closed"
USED, THROWN, AFFECTED = "core.stealth:used", "core.stealth:thrown", "core.stealth:affected"
ENTERED, SWAPPED, SOUNDED = "core.stealth:entered", "core.stealth:swapped", "core.stealth:sounded"
STATUS_GAINED, STATUS_LOST = "core.stealth:status-gained", "core.stealth:status-lost"

Notified = tuple[Proposal, ...]


def announce_opening(phase: Phase, actor: Actor, cell: Cell, tile: str) -> list[Change]:
    """Pushes ``on_open`` if a mod listens."""
    return [Push(OPENED, (actor.id, *cell, tile))] if phase.ctx.has_listeners("on_open") else []


def announce_closing(phase: Phase, actor: Actor, cell: Cell, tile: str) -> list[Change]:
    """Pushes ``on_close`` if a mod listens."""
    return [Push(CLOSED, (actor.id, *cell, tile))] if phase.ctx.has_listeners("on_close") else []


def announce_use(phase: Phase, item: str, target: int) -> list[Change]:
    """Pushes ``on_use`` if a mod listens."""
    return [Push(USED, (phase.player.id, item, target))] if phase.ctx.has_listeners("on_use") else []


def announce_throw(phase: Phase, actor: Actor, item: str, cell: Cell, target: int) -> list[Change]:
    """Pushes ``on_throw`` if a mod listens."""
    return [Push(THROWN, (actor.id, item, *cell, target))] if phase.ctx.has_listeners(ON_THROW) else []


def announce_effect(phase: Phase, actor: int, target: int, cell: Cell, word: str, amount: int) -> list[Change]:
    """Pushes ``core.stealth:on_effect`` if a mod listens."""
    return [Push(AFFECTED, (actor, target, *cell, word, amount))] if phase.ctx.has_listeners(ON_EFFECT) else []


def notify_opening(ctx: Context, actor: int, y: int, x: int, tile: str) -> Notified:
    """Asks ``on_open``."""
    return ctx.notify("on_open", events.Opening(actor, (y, x), tile))


def notify_closing(ctx: Context, actor: int, y: int, x: int, tile: str) -> Notified:
    """Asks ``on_close``."""
    return ctx.notify("on_close", events.Opening(actor, (y, x), tile))


def notify_use(ctx: Context, actor: int, item: str, target: int) -> Notified:
    """Asks ``on_use``."""
    return ctx.notify("on_use", events.Using(actor, item, target))


def notify_throw(ctx: Context, actor: int, item: str, y: int, x: int, target: int) -> Notified:
    """Asks ``core.stealth:on_throw``."""
    return ctx.notify(ON_THROW, Throwing(actor, item, (y, x), target))


def notify_effect(ctx: Context, actor: int, target: int, y: int, x: int, word: str, amount: int) -> Notified:
    """Asks ``core.stealth:on_effect``."""
    return ctx.notify(ON_EFFECT, ItemEffect(actor, target, (y, x), word, amount))


def notify_entry(ctx: Context, actor: int, origin: Cell, to: Cell) -> Notified:
    """Asks ``on_enter`` after every `Moved`."""
    return ctx.notify("on_enter", events.Entering(actor, (to[0], to[1])))


def notify_swap(ctx: Context, actor: int, actor_from: Cell, other: int, other_from: Cell) -> Notified:
    """Asks ``on_enter`` for both actors of every `Swapped`."""
    return (*notify_entry(ctx, actor, actor_from, other_from), *notify_entry(ctx, other, other_from, actor_from))


def notify_status_gain(ctx: Context, actor: int, status: str, turns: int) -> Notified:
    """Asks ``on_status_gain`` after every `EffectStarted`."""
    return ctx.notify("on_status_gain", events.Status(actor, status, turns))


def notify_status_loss(ctx: Context, actor: int, status: str) -> Notified:
    """Asks ``on_status_loss`` after every `EffectEnded`."""
    return ctx.notify("on_status_loss", events.Status(actor, status))


def notify_noise(ctx: Context, noise: Noise) -> Notified:
    """Asks ``on_noise`` after every `MakeNoise`."""
    return ctx.notify("on_noise", events.Sound(noise.source, noise.kind, noise.loudness, noise.at))


REACTIONS = (
    Reaction(Moved, ENTERED, "on_enter"),
    Reaction(Swapped, SWAPPED, "on_enter"),
    Reaction(EffectStarted, STATUS_GAINED, "on_status_gain"),
    Reaction(EffectEnded, STATUS_LOST, "on_status_loss"),
    Reaction(MakeNoise, SOUNDED, "on_noise"),
)

STEPS = (
    Step(OPENED, notify_opening),
    Step(CLOSED, notify_closing),
    Step(USED, notify_use),
    Step(THROWN, notify_throw),
    Step(AFFECTED, notify_effect),
    Step(ENTERED, notify_entry),
    Step(SWAPPED, notify_swap),
    Step(STATUS_GAINED, notify_status_gain),
    Step(STATUS_LOST, notify_status_loss),
    Step(SOUNDED, notify_noise),
)
