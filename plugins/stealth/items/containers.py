"""Chests, tables, bookshelves: opened by walking into them (R-DOOR-1, R-ITEM-2)."""

from __future__ import annotations

from footfall.api import Ask, Change, Context, Message, Proposal, Push, Question, Refusal, Step, Tell
from footfall.api.grid import Actor, Cell, list_items_at

from ..actions.commands import TILE_OPENERS
from ..actors.floor import tile_at
from ..model.phase import Phase, get_phase
from ..model.play_state import LEAVE_OPTION
from ..senses.notices import announce_opening
from ..senses.sounds import DOOR_SOUND, emit_noise
from ..turns.phases import spend_turn
from .using import take_into_pack

LOOT_STEP, TAKE_STEP = "core.stealth:loot", "core.stealth:take"


def open_container(phase: Phase, actor: Actor, cell: Cell) -> list[Change | Proposal] | Refusal:
    """Opens a container, with the noise of a door (R-DOOR-4); the visit costs one unit in all (D-7)."""
    kind = tile_at(phase, actor, cell)
    name = Message(kind.name) if kind is not None else Message("stealth-something")
    return [
        emit_noise(phase, actor, DOOR_SOUND, cell),
        Tell(Message("stealth-opened", {"name": name})),
        *(announce_opening(phase, actor, cell, kind.id) if kind is not None else ()),
        Push(LOOT_STEP, (cell[0], cell[1])),
    ]


def end_visit(phase: Phase) -> list[Change]:
    """Ends a visit, which costs the turn unless ``item.loot_cost`` is off (D-7)."""
    return spend_turn(phase, phase.player.id) if phase.settings.item_loot_cost else []


def show_loot(ctx: Context, y: int, x: int) -> list[Change | Proposal]:
    """Asks what to take, or ends the visit if the container is empty."""
    phase = get_phase(ctx)
    contents = list_items_at(phase.world, phase.level.id, (y, x), inside=True)
    if not contents:
        return [Tell(Message("stealth-empty")), *end_visit(phase)]
    options = (*(item.id for item in contents), LEAVE_OPTION)
    return [Ask(Question(phase.player.id, "loot", options, Message("stealth-ask-loot")), TAKE_STEP, (y, x))]


def take_item(ctx: Context, y: int, x: int, choice: int) -> list[Change | Proposal]:
    """Takes one item and shows the rest, or ends the visit."""
    phase = get_phase(ctx)
    contents = list_items_at(phase.world, phase.level.id, (y, x), inside=True)
    item = next((item for item in contents if item.id == choice), None)
    if item is None:
        return [*end_visit(phase)]
    changes = take_into_pack(phase, phase.player, item)
    if isinstance(changes, Refusal):
        return [Tell(changes.message), *end_visit(phase)]
    if len(contents) == 1:
        return [*changes, *end_visit(phase)]
    return [*changes, Push(LOOT_STEP, (y, x))]


TILE_OPENERS["container"] = open_container

STEPS = (Step(LOOT_STEP, show_loot), Step(TAKE_STEP, take_item))
