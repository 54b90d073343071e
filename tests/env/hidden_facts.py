"""Changes of what a player cannot know, for `prove_leaks.py`: the player's knowledge stays the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import numpy as np

from footfall import kernels
from footfall.api.grid import chebyshev_distance, forget_lying_items
from footfall.engine.session import Session
from footfall.engine.state import State


class Shuffler:
    """Random choices by number."""

    def __init__(self, seed: int) -> None:
        self.seed, self.count = seed, 0

    def draw(self, size: int) -> int:
        self.count += 1
        return kernels.draw(self.seed, 77, self.count, 0, size)

    def pick(self, things: Any) -> Any:
        things = list(things)
        return things[self.draw(len(things))]

    def shuffle(self, things: list[Any]) -> list[Any]:
        for last in range(len(things) - 1, 0, -1):
            other = self.draw(last + 1)
            things[last], things[other] = things[other], things[last]
        return things


def change_king(state: State, session: Session, dice: Shuffler, has_text: bool, seat: int) -> Iterator[str]:
    """Cards face down in boxes and the pedlar's deck, and rooms that are not open yet."""
    board = state.parts["core.king"]
    boxes = list(zip(board.boxes, board.known_counts, strict=True))
    hidden = dice.shuffle([card for box, known in boxes for card in box[: len(box) - known]])
    yield from ["card in a box"] * len(hidden)
    for box, known in boxes:
        count = len(box) - known
        box[:count], hidden = hidden[:count], hidden[count:]
    shown = len(board.pedlar_open)
    deck = board.pedlar[: len(board.pedlar) - shown]
    board.pedlar[: len(deck)] = dice.shuffle(deck)
    yield from ["card of the pedlar"] * len(deck)
    shut = [room for room in board.specials if not room.is_open and not room.is_destroyed]
    kinds = [id.rpartition(":")[2] for id in session.rules.records.table(*find_table(session, "room"))]
    opened = {room.kind for room in board.specials if room not in shut}
    free = dice.shuffle([kind for kind in kinds if kind not in opened])
    for room in shut:
        room.kind = free.pop()
        yield "room"


def find_table(session: Session, name: str) -> tuple[Any, str]:
    """The type of a table of King's records, and its name."""
    from footfall.plugins.king.records import RECORD_KINDS

    return next(kind.type for kind in RECORD_KINDS if kind.name == name), name


def change_delve(state: State, session: Session, dice: Shuffler, has_text: bool, seat: int) -> Iterator[str]:
    """Secret doors that are not found yet."""
    from footfall.plugins.delve.model import Fate

    delve = state.parts["core.delve"].delve
    for at, gate in enumerate(delve.exits):
        if gate.fate is Fate.UNFOUND:
            delve.exits[at] = msgspec.structs.replace(gate, at=(gate.at[0] + 1 + dice.draw(3), gate.at[1]))
            yield "secret door"


class StealthChanges:
    """Changes of what the character cannot know."""

    def __init__(self, state: State, session: Session, dice: Shuffler, keeps_sound: bool) -> None:
        from footfall.plugins.stealth.model.courses import find_bell
        from footfall.plugins.stealth.model.phase import get_phase
        from footfall.plugins.stealth.quest.bells import hear_hums
        from footfall.plugins.stealth.senses.sight import visible_cells

        phase = get_phase(session.context())
        self.state, self.dice, self.phase = state, dice, phase
        self.seen = visible_cells(phase).copy()
        self.world = state.parts["world"]
        self.stealth = state.parts["core.stealth"]
        self.play = state.parts.get("core.stealth.play")
        self.level = self.world.levels[self.world.current]
        self.top, self.left = self.level.origin
        self.keeps_sound = keeps_sound or bool(hear_hums(phase))  # a hum is heard, so the way to it is known
        self.bells = {item.id for item in self.world.items.values() if find_bell(phase, item.kind) is not None}

    def is_seen(self, cell: Any) -> bool:
        return bool(self.seen[cell[0] - self.top, cell[1] - self.left])

    def list_free_cells(self) -> list[tuple[int, int]]:
        """Cells out of view that one can stand on."""
        kinds = self.phase.ground.tile_kinds
        walkable = np.array([kind.walkable for kind in kinds])[self.level.tiles]
        taken = {actor.at for actor in self.world.actors.values() if actor.level == self.level.id}
        cells = np.argwhere(walkable & ~self.seen).tolist()
        return [cell for y, x in cells if (cell := (y + self.top, x + self.left)) not in taken]

    def change(self) -> Iterator[str]:
        yield from self.change_tiles()
        yield from self.change_creatures()
        yield from self.change_things()
        yield from self.change_natures()
        own = [noise for noise in self.world.unreported if noise.source == self.world.player]
        self.world.unreported[:] = own

    def change_tiles(self) -> Iterator[str]:
        """Tiles out of view, remembered or not; they stay as transparent, so that the view stays the same.

        Where sounds are compared whose way is known, they stay as loud.
        """
        level, kinds = self.level, self.phase.ground.tile_kinds
        fixed = {fixture.at for fixture in self.world.fixtures.values()} | set(level.arrivals.values())
        occupied = {actor.at for actor in self.world.actors.values()} | {item.at for item in self.world.items.values()}
        groups: dict[tuple[bool, int], list[int]] = {}
        for number, kind in enumerate(kinds):
            if "container" not in kind.tags:
                groups.setdefault((kind.transparent, kind.absorption * self.keeps_sound), []).append(number)
        for y, x in np.argwhere(~self.seen).tolist():
            kind = kinds[level.tiles[y, x]]
            cell = (y + self.top, x + self.left)
            if cell in fixed or cell in occupied or "container" in kind.tags or self.dice.draw(3):
                continue
            level.tiles[y, x] = self.dice.pick(groups[kind.transparent, kind.absorption * self.keeps_sound])
            yield "tile"

    def change_creatures(self) -> Iterator[str]:
        """Creatures out of view go elsewhere, in another mood and health; those in view have other plans."""
        lights = {id for id, _ in self.phase.index.lights}
        free = self.dice.shuffle(self.list_free_cells())
        for id, actor in self.world.actors.items():
            if id == self.world.player:
                continue
            mind, fighter = self.stealth.minds.get(id), self.stealth.fighters.get(id)
            is_here = actor.level == self.level.id
            if fighter is not None:
                fighter.pool = self.dice.draw(10)
            if mind is not None:
                mind.path, mind.goal, mind.index = (), None, 0
                mind.lost_turns, mind.blocked_turns = self.dice.draw(3), self.dice.draw(3)
            yield "plan"
            if is_here and (self.is_seen(actor.at) or id in lights):
                if id not in lights and free and self.replace_by_tile(actor):
                    actor.at = free.pop()
                    yield "mimic"
                continue
            actor.hp = 1 + self.dice.draw(max(1, actor.hp_max))
            if mind is not None:
                mind.mood = self.dice.pick(type(mind.mood))
                mind.is_marked = bool(self.dice.draw(2))
                yield "mood"
            if is_here and free:
                actor.at = free.pop()
                yield "creature"

    def replace_by_tile(self, actor: Any) -> bool:
        """Puts the tile that a creature looks like in its place; returns whether it can be done."""
        from footfall.plugins.stealth.actors.identification import disguise_of

        tile = disguise_of(self.phase, actor)
        y, x = actor.at[0] - self.top, actor.at[1] - self.left
        kinds = self.phase.ground.tile_kinds
        if tile is None or tile not in kinds or tile.transparent is not kinds[self.level.tiles[y, x]].transparent:
            return False
        self.level.tiles[y, x] = kinds.index(tile)
        return True

    def change_things(self) -> Iterator[str]:
        """Things out of view lie elsewhere, in other numbers; the character remembers them as they were."""
        forget_lying_items(self.world)
        free = self.list_free_cells()
        for item in self.world.items.values():
            if item.level != self.level.id or item.at is None or self.is_seen(item.at) or item.is_contained:
                continue
            if item.id in self.bells:
                continue
            if free:
                item.at = self.dice.pick(free)
            item.count = 1 + self.dice.draw(3)
            yield "thing"

    def change_natures(self) -> Iterator[str]:
        """Kinds that look different than they are: each look stands for another kind of its family."""
        lore = self.state.parts.get("core.stealth.lore")
        if lore is None:
            return
        from footfall.plugins.stealth.model.records import ItemKind

        table = self.phase.records.table(ItemKind, "item")
        families: dict[str, list[str]] = {}
        for kind in lore.looks:
            if kind not in lore.identified_kinds:
                families.setdefault(table[kind].family, []).append(kind)
        known = {item.kind for item in self.world.items.values() if item.is_known}
        for family in families.values():
            old = [kind for kind in family if kind not in known]
            new = self.dice.shuffle(list(old))
            swapped = dict(zip(old, new, strict=True))
            looks = dict(lore.looks)
            for one, other in swapped.items():
                lore.looks[other] = looks[one]
            for item in self.world.items.values():
                item.kind = swapped.get(item.kind, item.kind)
            if self.play is not None:
                for things in self.play.seen_items.values():
                    for id, seen in things.items():
                        things[id] = msgspec.structs.replace(seen, kind=swapped.get(seen.kind, seen.kind))
            yield from ["nature"] * len(old)


class GuardChanges(StealthChanges):
    """Changes of what a commanded guard cannot know. The ground it hears by stays, so that sounds carry as they did."""

    def __init__(self, state: State, session: Session, dice: Shuffler, id: int) -> None:
        from footfall.plugins.stealth.ai.orders import GuardKnowledge
        from footfall.plugins.stealth.environment.guards import is_noted

        super().__init__(state, session, dice, True)
        me = self.phase.world.actors[id]
        knowledge = GuardKnowledge(self.phase, me)
        self.id, self.turn = id, knowledge.turn
        self.target = None if knowledge.target is None else knowledge.target.id
        self.known = {actor.id for actor in self.phase.actors if knowledge.knows_of(actor)}
        self.seen = knowledge.view.copy()
        for actor in self.phase.actors:
            if actor.id in self.known:
                self.seen[self.phase.array_index(actor.at)] = True
        self.noted = [
            noise for noise in self.world.noises if noise.source == id or is_noted(self.phase, knowledge, noise)
        ]

    def change(self) -> Iterator[str]:
        yield from super().change()
        unheard = len(self.world.noises) - len(self.noted)
        self.world.noises[:] = self.noted
        yield from ["noise"] * unheard
        self.level.memory[...] = 0
        self.play.seen_items.clear()
        self.stealth.heard_sounds.clear()
        yield from self.change_character()
        question = self.state.question
        if question is not None and question.actor not in (self.id, self.world.player):
            options = tuple(self.dice.shuffle(list(question.options)))
            self.state.question = msgspec.structs.replace(question, options=options)
            yield "order of another guard"

    def change_creatures(self) -> Iterator[str]:
        """Creatures that it does not know of go elsewhere; those that it sees have other plans."""
        for id, actor in self.world.actors.items():
            fighter, mind = self.stealth.fighters.get(id), self.stealth.minds.get(id)
            if fighter is not None:
                fighter.pool = self.dice.draw(10)
            if mind is not None:
                mind.path, mind.goal, mind.index, mind.post = (), None, 0, None
                mind.lost_turns, mind.blocked_turns, mind.patience = (self.dice.draw(3) for _ in range(3))
                yield "plan"
            if id in (self.id, self.target):
                continue
            actor.hp = 1 + self.dice.draw(max(1, actor.hp_max))
            if id in self.known:
                continue
            if mind is not None:
                mind.mood = self.dice.pick(type(mind.mood))
                mind.is_marked = bool(self.dice.draw(2))
                yield "mood"
            if cells := self.list_hiding_cells() if id == self.world.player else self.list_free_cells():
                actor.at = self.dice.pick(cells)
                yield "character" if id == self.world.player else "creature"

    def list_hiding_cells(self) -> list[tuple[int, int]]:
        """Cells where the character may be without being noticed: in view, too, while the guard does not hunt."""
        seen, me, fov = self.seen, self.turn.actor.at, self.turn.fov
        if self.turn.is_aggravated:
            return [cell for cell in self.list_free_cells() if chebyshev_distance(me, cell) > fov]
        self.seen = np.zeros_like(seen)
        cells = self.list_free_cells()
        self.seen = seen
        return cells

    def change_character(self) -> Iterator[str]:
        """What the character carries, its breath and hunger, and its lamp."""
        from footfall.plugins.stealth.actors.stats import LAMP

        player = self.world.actors[self.world.player]
        player.stats["satiety"] = self.dice.draw(14)
        self.stealth.fighters[player.id].stamina = self.dice.draw(3)
        for id in player.pack:
            self.world.items[id].count = 1 + self.dice.draw(3)
            yield "thing of the character"
        if self.target is None:
            player.effects.pop(LAMP, None)
            player.effects |= {LAMP: -1} if self.dice.draw(2) else {}
            yield "lamp"


def change_stealth(state: State, session: Session, dice: Shuffler, has_text: bool, seat: int) -> Iterator[str]:
    """See `StealthChanges`. The rings of a sound on the screen show how it carries, so that texts need equal ground."""
    if seat == 0:
        return StealthChanges(state, session, dice, has_text).change()
    return GuardChanges(state, session, dice, state.parts["core.stealth.hunt"].guards[seat - 1]).change()


CHANGES: dict[str, Callable[[State, Session, Shuffler, bool, int], Iterator[str]]] = {
    "king": change_king,
    "stealth": change_stealth,
    "hunt": change_stealth,
    "delve": change_delve,
}
