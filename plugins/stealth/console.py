"""The base game's commands of the modder's console: creatures, objects, another place, the whole floor."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from footfall.api import Change, Command, ConsoleSpec, Message, Play, Refused
from footfall.api import scene as front
from footfall.api.grid import AddItem, Cell, Explore, Move, Placed, Tile, here, inside, tile_id

from .generate.commit import Ids, born, fresh
from .player import player_of
from .records import Creature, ItemKind

KINDS, OBJECTS = "console-creatures", "console-objects"
_GROUP = Message("stealth-console")


class Spawn(Command, frozen=True, tag="core.stealth:console-spawn"):
    """A creature comes into being on a free cell."""

    kind: str
    at: Cell


class Give(Command, frozen=True, tag="core.stealth:console-give"):
    """The character carries one object more."""

    kind: str


class Reveal(Command, frozen=True, tag="core.stealth:console-reveal"):
    """The whole floor is known."""


class Go(Command, frozen=True, tag="core.stealth:console-go"):
    """The character stands somewhere else."""

    to: Cell


def _taken(play: Play, cell: Cell) -> Refused | None:
    """Why nobody can be put on a cell, if so."""
    _, level, ground = here(play)
    if not inside(level, cell) or not play.records.get(Tile, "tile", tile_id(level, cell)).walkable:
        return Refused(Message("stealth-console-no-floor"), "console")
    return Refused(Message("stealth-console-taken"), "console") if cell in ground.occupied else None


def spawn(play: Play, command: Spawn) -> Iterable[Change] | Refused:
    """Puts the creature on the cell, with all that its record gives it."""
    world, level, _ = here(play)
    if command.kind not in play.records.table(Creature, "creature"):
        return Refused(Message("stealth-console-unknown", {"id": command.kind}), "console")
    return _taken(play, command.at) or born(
        play, Ids(world.next_id), Placed(command.kind, command.at), level.id
    )


def give(play: Play, command: Give) -> Iterable[Change] | Refused:
    """Puts the object into the pack."""
    world, _, _ = here(play)
    if command.kind not in play.records.table(ItemKind, "item"):
        return Refused(Message("stealth-console-unknown", {"id": command.kind}), "console")
    item = fresh(play, Ids(world.next_id), command.kind)
    item.holder = player_of(play).id
    return [AddItem(item)]


def reveal(play: Play, command: Reveal) -> Iterable[Change]:
    """Marks every cell as seen."""
    _, level, _ = here(play)
    return [Explore(level.id, np.ones(level.shape, np.bool_))]


def go(play: Play, command: Go) -> Iterable[Change] | Refused:
    """Moves the character without a step."""
    return _taken(play, command.to) or [Move(player_of(play).id, command.to)]


def lists(play: Play) -> Mapping[str, tuple[front.Choice, ...]]:
    """All kinds of creature and object, by name."""
    everybody = play.records.table(Creature, "creature").values()
    creatures = [each for each in everybody if each.side != "player"]
    objects = play.records.table(ItemKind, "item").values()
    return {
        KINDS: tuple(front.Choice(each.id, Message(each.name), detail=(each.id,)) for each in creatures),
        OBJECTS: tuple(
            front.Choice(each.id, Message(each.name, {"count": 1}), detail=(each.id,)) for each in objects
        ),
    }


def _key(key: str, command: type[Command], name: str, *asks: front.Ask) -> tuple[front.Binding, ...]:
    return (front.Binding((key,), command, Message(f"stealth-console-{name}"), {}, asks, _GROUP),)


def _ask(field: str, want: front.Want, choices: str = "") -> front.Ask:
    return front.Ask(field, want, Message(f"stealth-console-which-{field}"), choices)


CONSOLE = (
    ConsoleSpec(
        Spawn,
        spawn,
        _key(
            "s",
            Spawn,
            "spawn",
            _ask("kind", front.Want.CHOICE, KINDS),
            _ask("at", front.Want.CELL),
        ),
        lists,
    ),
    ConsoleSpec(Give, give, _key("g", Give, "give", _ask("kind", front.Want.CHOICE, OBJECTS)), lists),
    ConsoleSpec(Reveal, reveal, _key("r", Reveal, "reveal")),
    ConsoleSpec(Go, go, _key("m", Go, "go", _ask("to", front.Want.CELL))),
)
