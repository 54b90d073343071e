"""Proves that environments show known facts only: with other hidden facts, they are the same byte for byte.

    python tests/env/prove_leaks.py [STATES] [GAME ...] [--seed N]

Plays random games. In each state it changes what the player cannot know (cards face down, unseen tiles, creatures and
things out of view, the plans of creatures, the nature of unidentified things, all dice to come), and compares
observation, mask and seat, and in every other state the text of the screen. Hunts: of a seat drawn by lot.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

from env_trajectories import choose
from hidden_facts import CHANGES, Shuffler

from footfall import kernels
from footfall.engine.codec import decode_state, encode_canonical, encode_snapshot
from footfall.engine.session import Session
from footfall.env import Batch
from footfall.env.rendering import render_game

HEADER = 16


CHOICES: dict[str, list[dict[str, Any]]] = {
    "stealth": [
        *({"options": {"floor": floor}} for floor in range(1, 8)),
        {"mods": [Path(__file__).parent / "mimics"], "options": {"course": "test.mimics:hall", "floor": 1}},
    ],
    "king": [
        {"options": {"players": players, "profile": profile}}
        for players in (2, 4)
        for profile in ("strict_p0", "full_game")
    ],
    "hunt": [
        {"game": "stealth", "task": "cellar"},
        {"game": "stealth", "task": "manor"},
        {"game": "stealth", "task": "crypt"},
        *({"game": "stealth", "options": {"floor": floor, "guards": 4}} for floor in (2, 4, 6)),
    ],
}
"""The games that are played in turn."""

STEPS = 60
"""States of a game before the next one begins."""


def compare_games(game: str, count: int, seed: int) -> tuple[list[str], Counter[str]]:
    """Compares states of several games; see `compare_states`."""
    leaks: list[str] = []
    changed: Counter[str] = Counter()
    listed = CHOICES.get(game, [{}])
    for number, choices in enumerate(listed):
        found, facts = compare_states(game, -(-count // len(listed)), seed + number, choices=choices)
        leaks += [f"{choices}, {leak}" for leak in found]
        changed += facts
    return leaks, changed


def compare_states(
    game: str, count: int, seed: int = 1, has_text: bool = True, choices: dict[str, Any] | None = None
) -> tuple[list[str], Counter[str]]:
    """Compares states of a game with the same states with other hidden facts, in a hunt for a seat drawn by lot.

    Returns:
        The leaks, and how many facts of each kind were changed.
    """
    played = Batch(seed=seed, max_steps=STEPS, **{"game": game, **(choices or {})})
    content = played.content
    rules, other = content.load_result.rules, Batch(content)
    encode = encode_snapshot if content.environment.compile is None else encode_canonical
    changed: Counter[str] = Counter()
    leaks: list[str] = []
    played.reset()
    other.reset()
    for number in range(count):
        blob, seat = played.snapshot(0), kernels.mix(seed + 2, number) % max(1, len(content.seats))
        state = decode_state(blob[HEADER:], rules.saves.parts)
        session = Session(rules, decode_state(blob[HEADER:], rules.saves.parts), quiet=True)
        if state.outcome is None and played.is_playing(0, seat):
            reads = has_text and not seat and number % 2 == 0
            dice = Shuffler(kernels.mix(seed, number))
            changed.update(CHANGES[game](state, session, dice, reads, seat))
            state.seed = kernels.mix(state.seed, number)
            changed["dice"] += 1
            other.restore(0, blob[:HEADER] + encode(state))
            leaks += [f"state {number}, seat {seat}: {leak}" for leak in list_differences(played, other, seat, reads)]
        action = choose(np.array([kernels.mix(seed, number)], np.uint64), number, played.mask)
        if content.seats and kernels.mix(seed + 1, number) % 4:
            action[0] = find_meeting(session, played.mask[0], int(action[0]))
        played.step(action)
    return leaks, changed


def find_meeting(session: Session, mask: Any, action: int) -> int:
    """The step of the actor that is asked, on the way to the nearest enemy, if it may be chosen; else `action`."""
    from footfall.plugins.stealth.actors.surroundings import NEIGHBOR_OFFSETS, are_enemies
    from footfall.plugins.stealth.environment.actions import WALK
    from footfall.plugins.stealth.model.phase import get_phase

    phase, question = get_phase(session.context()), session.state.question
    me = None if question is None else phase.find_actor(question.actor)
    enemies = [] if me is None else [other.at for other in phase.actors if are_enemies(phase, me, other)]
    if me is None or not enemies:
        return action
    is_open = np.array([kind.walkable or bool(kind.opens_to) for kind in phase.ground.tile_kinds])[phase.level.tiles]
    field = kernels.distance_map(is_open, [phase.array_index(at) for at in enemies])
    y, x = phase.array_index(me.at)
    far = 1 << 30
    steps = [field[y + dy, x + dx] if mask[WALK + way] else far for way, (dy, dx) in enumerate(NEIGHBOR_OFFSETS)]
    return action if min(steps) >= far else WALK + int(np.argmin(steps))


def list_differences(played: Batch, other: Batch, seat: int, has_text: bool) -> Iterator[str]:
    """The differences between the games of two batches as a seat knows them."""
    layout = played.content.layout
    for one, two in zip(list_known(played, seat), list_known(other, seat), strict=True):
        for name, part in layout.name_parts(one[0]).items():
            changed = layout.name_parts(two[0])[name]
            if part.tobytes() != changed.tobytes():
                where = tuple(np.argwhere(part != changed)[0].tolist())
                yield f"{name}{list(where)}: {part[where]} or {changed[where]}"
        if one[1].tobytes() != two[1].tobytes():
            yield f"mask: {layout.actions[int(np.argmax(one[1] != two[1]))]}"
    if played.seat[0] != other.seat[0]:
        yield "seat"
    if has_text:
        lines, changed_lines = (str(render_game(batch, 0, "ansi")).splitlines() for batch in (played, other))
        for row, (line, changed_line) in enumerate(zip(lines, changed_lines, strict=True)):
            if line != changed_line:
                yield f"text, line {row}: {line.strip()!r} or {changed_line.strip()!r}"
                break


def list_known(batch: Batch, seat: int) -> Iterator[tuple[Any, Any]]:
    """Observation and mask of a seat that is asked, and those at any time of a seat that knows something else."""
    if batch.seat[0] == seat or not batch.content.seats:
        yield batch.obs[0], batch.mask[0]
    if batch.content.seats:
        yield batch.observe_seat(0, seat)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("states", nargs="?", type=int, default=10_000, help="states of each game")
    parser.add_argument("games", nargs="*", default=list(CHANGES))
    parser.add_argument("--seed", type=int, default=0, help="other games")
    args = parser.parse_args()
    failed = False
    for game in args.games:
        start = time.monotonic()
        leaks, changed = compare_games(game, args.states, args.seed)
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
