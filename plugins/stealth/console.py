"""Commands of the modder's console: spawn a creature, give an item, reveal the floor, move the character."""

from collections.abc import Iterable, Mapping

import numpy as np

from footfall.api import Change, Command, ConsoleSpec, Context, Message, Refusal, scene as front
from footfall.api.grid import AddItem, Cell, MarkExplored, Move, PlacedActor, Tile, is_inside, tile_id_at

from .generate.commit import IdAllocator, create_creature, create_item
from .model.phase import get_phase
from .model.records import CreatureKind, ItemKind

CREATURE_CHOICES, OBJECT_CHOICES = "console-creatures", "console-objects"
_GROUP = Message("stealth-console")


class ConsoleSpawn(Command, frozen=True, tag="core.stealth:console-spawn"):
    """Create a creature on a free cell."""

    kind: str
    at: Cell


class ConsoleGive(Command, frozen=True, tag="core.stealth:console-give"):
    """Give the character an item."""

    kind: str


class ConsoleReveal(Command, frozen=True, tag="core.stealth:console-reveal"):
    """Mark the whole floor as explored."""


class ConsoleMove(Command, frozen=True, tag="core.stealth:console-go"):
    """Move the character to a cell."""

    to: Cell


def _refuse_cell(ctx: Context, cell: Cell) -> Refusal | None:
    """The refusal of a cell that is occupied or not walkable."""
    phase = get_phase(ctx)
    if not is_inside(phase.level, cell) or not ctx.records.get(Tile, "tile", tile_id_at(phase.level, cell)).walkable:
        return Refusal(Message("stealth-console-no-floor"), "console")
    return Refusal(Message("stealth-console-taken"), "console") if cell in phase.ground.actor_by_cell else None


def handle_spawn(ctx: Context, command: ConsoleSpawn) -> Iterable[Change] | Refusal:
    """Creates the creature with its equipment."""
    phase = get_phase(ctx)
    if command.kind not in ctx.records.table(CreatureKind, "creature"):
        return Refusal(Message("stealth-console-unknown", {"id": command.kind}), "console")
    return _refuse_cell(ctx, command.at) or create_creature(
        ctx, IdAllocator(phase.world.next_id), PlacedActor(command.kind, command.at), phase.level.id
    )


def handle_give(ctx: Context, command: ConsoleGive) -> Iterable[Change] | Refusal:
    """Puts the item into the pack."""
    phase = get_phase(ctx)
    if command.kind not in ctx.records.table(ItemKind, "item"):
        return Refusal(Message("stealth-console-unknown", {"id": command.kind}), "console")
    item = create_item(ctx, IdAllocator(phase.world.next_id), command.kind)
    item.holder = phase.player.id
    return [AddItem(item)]


def handle_reveal(ctx: Context, command: ConsoleReveal) -> Iterable[Change]:
    """Marks every cell as explored."""
    phase = get_phase(ctx)
    return [MarkExplored(phase.level.id, np.ones(phase.level.shape, np.bool_))]


def handle_move(ctx: Context, command: ConsoleMove) -> Iterable[Change] | Refusal:
    """Moves the character without a step."""
    return _refuse_cell(ctx, command.to) or [Move(get_phase(ctx).player.id, command.to)]


def list_choices(ctx: Context) -> Mapping[str, tuple[front.Choice, ...]]:
    """All kinds of creatures and items, in order of their records."""
    kinds = ctx.records.table(CreatureKind, "creature").values()
    creatures = [kind for kind in kinds if kind.side != "player"]
    items = ctx.records.table(ItemKind, "item").values()
    return {
        CREATURE_CHOICES: tuple(front.Choice(kind.id, Message(kind.name), detail=(kind.id,)) for kind in creatures),
        OBJECT_CHOICES: tuple(
            front.Choice(kind.id, Message(kind.name, {"count": 1}), detail=(kind.id,)) for kind in items
        ),
    }


def _build_binding(key: str, command: type[Command], name: str, *asks: front.Prompt) -> tuple[front.Binding, ...]:
    return (front.Binding((key,), command, Message(f"stealth-console-{name}"), {}, asks, _GROUP),)


def _build_ask(field: str, want: front.PromptKind, choices: str = "") -> front.Prompt:
    return front.Prompt(field, want, Message(f"stealth-console-which-{field}"), choices)


CONSOLE_COMMANDS = (
    ConsoleSpec(
        ConsoleSpawn,
        handle_spawn,
        _build_binding(
            "s",
            ConsoleSpawn,
            "spawn",
            _build_ask("kind", front.PromptKind.CHOICE, CREATURE_CHOICES),
            _build_ask("at", front.PromptKind.CELL),
        ),
        list_choices,
    ),
    ConsoleSpec(
        ConsoleGive,
        handle_give,
        _build_binding("g", ConsoleGive, "give", _build_ask("kind", front.PromptKind.CHOICE, OBJECT_CHOICES)),
        list_choices,
    ),
    ConsoleSpec(ConsoleReveal, handle_reveal, _build_binding("r", ConsoleReveal, "reveal")),
    ConsoleSpec(
        ConsoleMove, handle_move, _build_binding("m", ConsoleMove, "go", _build_ask("to", front.PromptKind.CELL))
    ),
)
