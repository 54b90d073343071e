"""Tricks of the player's character in the shipped game: whistling, and doors without noise (P-TRICK-2 to 4)."""

from footfall.api import Change, Command, Context, Message, Refusal, Tell, handles
from footfall.api.grid import Actor, Cell, SetTile, Tile, list_items_at
from footfall.api.scene import Binding, Prompt, PromptKind

from ..actions.commands import ActionResult, neighbor_cell
from ..actions.movement import AJAR_TAG, lock_color
from ..actors.surroundings import NEIGHBOR_OFFSETS, is_in_daylight, tile_at
from ..model.phase import Phase, get_phase
from ..odds.risk import measure_carry
from ..odds.sightings import EASED_SHUT
from ..senses.notices import announce
from ..senses.sounds import WHISTLE_SOUND, emit_noise
from ..turns.phases import spend_turn

_GROUP = Message("stealth-keys-tricks")


class Whistle(Command, frozen=True, tag="core.stealth:whistle"):
    """Whistle: creatures that hear it come to look."""


class EaseDoor(Command, frozen=True, tag="core.stealth:ease"):
    """Move a door by one notch without noise: from shut or open to ajar, from ajar to shut.

    Without a direction it is the only door next to the actor.
    """

    direction: int | None = None


@handles(Whistle, bindings=(Binding(("w",), Whistle, Message("stealth-key-whistle"), group=_GROUP),))
def handle_whistle(ctx: Context, command: Whistle) -> ActionResult:
    """Makes a noise on the character's own cell (P-TRICK-2)."""
    phase = get_phase(ctx)
    if not phase.settings.shipped:
        return Refusal(Message("stealth-cannot"), "P-TRICK-2")
    cells, most = (0, 0) if ctx.quiet else measure_carry(phase, WHISTLE_SOUND.loudness)
    said = Message("stealth-you-whistle", {"noise": WHISTLE_SOUND.loudness, "cells": cells, "most": most})
    return [emit_noise(phase, phase.player, WHISTLE_SOUND), Tell(said), *spend_turn(phase, phase.player.id)]


@handles(
    EaseDoor,
    bindings=(
        Binding(
            ("C",),
            EaseDoor,
            Message("stealth-key-ease"),
            prompts=(
                Prompt("direction", PromptKind.DIRECTION, Message("stealth-ask-ease"), "eased", is_automatic=True),
            ),
            group=_GROUP,
        ),
    ),
)
def handle_ease_door(ctx: Context, command: EaseDoor) -> ActionResult:
    """Moves a neighboring door by one notch (P-TRICK-3)."""
    phase = get_phase(ctx)
    if not phase.settings.shipped:
        return Refusal(Message("stealth-cannot"), "P-TRICK-3")
    actor, direction = phase.player, command.direction
    if direction is None:
        doors = list_eased_doors(phase, actor)
        if len(doors) > 1:
            return Refusal(Message("stealth-several-doors"), "P-TRICK-3")
        direction = next(iter(doors), None)
    cell = None if direction is None else neighbor_cell(actor, direction)
    changes = ease_door(phase, actor, cell) if cell is not None else _no_door()
    return changes if isinstance(changes, Refusal) else [*changes, *spend_turn(phase, actor.id)]


def refuse_to_ease(phase: Phase, actor: Actor, cell: Cell) -> Refusal | None:
    """Why a door does not move by one notch: it is locked, or something is in the way of an open one."""
    kind = tile_at(phase, actor, cell)
    if kind is None or find_eased_tile(phase, kind) is None:
        return _no_door()
    if kind.walkable and (cell in phase.ground.actor_by_cell or list_items_at(phase.world, phase.level.id, cell)):
        return Refusal(Message("stealth-doorway-blocked"), "P-TRICK-3")
    return None


def ease_door(phase: Phase, actor: Actor, cell: Cell) -> list[Change] | Refusal:
    """The changes at a door; see `refuse_to_ease`."""
    if refusal := refuse_to_ease(phase, actor, cell):
        return refusal
    kind = phase.tile(cell)
    to = find_eased_tile(phase, kind)
    assert to is not None, "refused above"
    hook = "on_open" if not kind.walkable and AJAR_TAG not in kind.tags else "on_close"
    said = Message(EASED_SHUT if AJAR_TAG in kind.tags else "stealth-door-eased")
    return [SetTile(actor.level, cell, to), Tell(said), *announce(phase, hook, actor.id, cell, kind.id)]


def list_eased_doors(phase: Phase, actor: Actor) -> dict[int, Tile]:
    """The doors next to an actor that it can ease, by direction."""
    doors = {}
    for direction, (dy, dx) in enumerate(NEIGHBOR_OFFSETS):
        kind = tile_at(phase, actor, (actor.at[0] + dy, actor.at[1] + dx))
        if kind is not None and "door" in kind.tags and find_eased_tile(phase, kind) is not None:
            doors[direction] = kind
    return doors


def find_eased_tile(phase: Phase, kind: Tile) -> str | None:
    """The tile one notch on; None if it is not a door, or locked."""
    if lock_color(kind) is not None:
        return None
    if AJAR_TAG in kind.tags:
        return kind.closes_to
    memo, key = phase.ground.memo, "core.stealth:ajar-tiles"
    found: dict[str, str] | None = memo.get(key)
    if found is None:
        ajar = [tile for tile in phase.records.table(Tile, "tile").values() if AJAR_TAG in tile.tags]
        found = memo[key] = {id: tile.id for tile in reversed(ajar) for id in (tile.opens_to, tile.closes_to)}
    return found.get(kind.id)


def _no_door() -> Refusal:
    return Refusal(Message("stealth-no-door-to-ease"), "P-TRICK-3")


def legal_commands(phase: Phase) -> list[Command]:
    """Whistling, and easing each neighboring door."""
    if not phase.settings.shipped:
        return []
    actor = phase.player
    legal: list[Command] = [] if is_in_daylight(phase, actor.at) else [Whistle(actor=actor.id)]
    for number in list_eased_doors(phase, actor):
        cell = neighbor_cell(actor, number)
        if cell is not None and refuse_to_ease(phase, actor, cell) is None:
            legal.append(EaseDoor(actor=actor.id, direction=number))
    return legal
