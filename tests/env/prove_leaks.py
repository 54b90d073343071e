"""Proves that environments show known facts only: with other hidden facts, they are the same byte for byte.

    python tests/env/prove_leaks.py [STATES] [GAME ...]

Plays random games. In each state it changes what the player cannot know (cards face down, unseen tiles, creatures and
things out of view, the plans of creatures, the nature of unidentified things, all dice to come), and compares
observation, mask and seat, and in every other state the text of the screen.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

from env_trajectories import choose

from footfall import kernels
from footfall.api.grid import forget_lying_items
from footfall.engine.codec import decode_state, encode_canonical, encode_snapshot
from footfall.engine.session import Session
from footfall.engine.state import State
from footfall.env import Batch
from footfall.env.rendering import render_game

HEADER = 16


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


def change_king(state: State, session: Session, dice: Shuffler, has_text: bool) -> Iterator[str]:
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


def change_delve(state: State, session: Session, dice: Shuffler, has_text: bool) -> Iterator[str]:
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
        self.world.unreported.clear()

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
                continue
            actor.hp = 1 + self.dice.draw(max(1, actor.hp_max))
            if mind is not None:
                mind.mood = self.dice.pick(type(mind.mood))
                mind.is_marked = bool(self.dice.draw(2))
                yield "mood"
            if is_here and free:
                actor.at = free.pop()
                yield "creature"

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


def change_stealth(state: State, session: Session, dice: Shuffler, has_text: bool) -> Iterator[str]:
    """See `StealthChanges`. The rings of a sound on the screen show how it carries, so that texts need equal ground."""
    return StealthChanges(state, session, dice, has_text).change()


CHANGES: dict[str, Callable[[State, Session, Shuffler, bool], Iterator[str]]] = {
    "king": change_king,
    "stealth": change_stealth,
    "delve": change_delve,
}


OPTIONS: dict[str, list[dict[str, Any]]] = {
    "stealth": [{"floor": floor} for floor in range(1, 8)],
    "king": [{"players": players, "profile": profile} for players in (2, 4) for profile in ("strict_p0", "full_game")],
}
"""Setup options of the games that are played in turn."""

STEPS = 60
"""States of a game before the next one begins."""


def compare_games(game: str, count: int) -> tuple[list[str], Counter[str]]:
    """Compares states of several games; see `compare_states`."""
    leaks: list[str] = []
    changed: Counter[str] = Counter()
    choices = OPTIONS.get(game, [{}])
    for seed, options in enumerate(choices):
        found, facts = compare_states(game, -(-count // len(choices)), seed, options=options)
        leaks += found
        changed += facts
    return leaks, changed


def compare_states(
    game: str, count: int, seed: int = 1, has_text: bool = True, options: dict[str, Any] | None = None
) -> tuple[list[str], Counter[str]]:
    """Compares states of a game with the same states with other hidden facts.

    Returns:
        The leaks, and how many facts of each kind were changed.
    """
    batch = Batch(game, 2, seed=seed, max_steps=STEPS, options=options)
    rules = batch.content.load_result.rules
    encode = encode_canonical if batch.content.environment.compile is not None else encode_snapshot
    changed: Counter[str] = Counter()
    leaks: list[str] = []
    batch.reset()
    batch.branch(0, 1)
    for number in range(count):
        blob = batch.snapshot(0)
        state = decode_state(blob[HEADER:], rules.saves.parts)
        if state.outcome is None:
            session = Session(rules, decode_state(blob[HEADER:], rules.saves.parts), quiet=True)
            reads = has_text and number % 2 == 0
            changed.update(CHANGES[game](state, session, Shuffler(kernels.mix(seed, number)), reads))
            state.seed = kernels.mix(state.seed, number)
            changed["dice"] += 1
            batch.restore(1, blob[:HEADER] + encode(state))
            leaks += [f"state {number}: {leak}" for leak in list_differences(batch, reads)]
        batch.restore(1, blob)
        step = choose(np.full(2, kernels.mix(seed, number), np.uint64), number, batch.mask)
        batch.step(step)
    batch.close()
    return leaks, changed


def list_differences(batch: Batch, has_text: bool) -> Iterator[str]:
    """The differences between the two games of a batch."""
    for name, part in batch.parts.items():
        if part[0].tobytes() != part[1].tobytes():
            where = np.argwhere(part[0] != part[1])[0].tolist()
            yield f"{name}{where}: {part[0][tuple(where)]} or {part[1][tuple(where)]}"
    if batch.mask[0].tobytes() != batch.mask[1].tobytes():
        action = int(np.argmax(batch.mask[0] != batch.mask[1]))
        yield f"mask: {batch.content.layout.actions[action]}"
    if batch.seat[0] != batch.seat[1]:
        yield "seat"
    if has_text:
        one, other = (str(render_game(batch, game, "ansi")).splitlines() for game in (0, 1))
        if one != other:
            row = next(row for row, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1])
            yield f"text, line {row}: {one[row].strip()!r} or {other[row].strip()!r}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("states", nargs="?", type=int, default=10_000, help="states of each game")
    parser.add_argument("games", nargs="*", default=list(CHANGES))
    args = parser.parse_args()
    failed = False
    for game in args.games:
        start = time.monotonic()
        leaks, changed = compare_games(game, args.states)
        facts = ", ".join(f"{count:,} × {name}" for name, count in changed.most_common())
        print(
            f"{game}: {args.states:,} states, {len(leaks)} leaks in {time.monotonic() - start:.0f} s; changed: {facts}"
        )
        for leak in leaks[:20]:
            print(f"  {leak}")
        failed = failed or bool(leaks)
    sys.exit(failed)


if __name__ == "__main__":
    main()
