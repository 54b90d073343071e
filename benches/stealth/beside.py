"""Plays games twice, by compiled steps and by the rules in Python: the same after every command.

    python benches/stealth/beside.py [--turns 5400] [--floors 300] [--mods mods] [--first 0]

Compared after each command: the state byte by byte, all events, the log, the last serial of the agenda, the failures.
Three kinds of games, `--turns` commands of each of the first two:

- bots (cautious, brawler, sneak) from all start floors;
- the same with mods: each example mod in the folder `--mods`, and generated ones that listen to a few hooks each;
- random floors: doors, moss, rubble, lights; creatures of all kinds, behaviors, sides and moods, with equipment and
  under effects; random settings; random legal commands.

Exit code 1 at the first difference.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from footfall.api import Command, Question, State
from footfall.api.grid import WORLD_PART, Actor, Item, Level, Tile, World
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.codec import encode_snapshot
from footfall.engine.declarations.rules import Rules
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth.model.play_state import HOME, LOST, PLAY_PART, Inquiry, PlayState
from footfall.plugins.stealth.model.records import AI_KINDS, CreatureKind, ItemKind, StatusEffect
from footfall.sim.bots import find_bot

BOTS = ("cautious", "brawler", "sneak")
START_FLOORS = 16

Choose = Callable[[Session], "Command | None"]


class DifferenceError(AssertionError):
    """The two games differ."""


def begin_beside(begin: Callable[[], Session]) -> tuple[Session, Session]:
    """The same game twice; the second is played by the rules in Python."""
    compiled, python = begin(), begin()
    python.compiled_steps = {}
    return compiled, python


def count_plays(session: Session, counts: Counter[tuple[str, bool]]) -> None:
    """Counts from now on how often each compiled step or command is asked, and whether it plays."""

    def watch(name: str, play: Callable[..., bool]) -> Callable[..., bool]:
        def play_counted(host: Any, ctx: Any, entry: Any) -> bool:
            played = play(host, ctx, entry)
            counts[name, played] += 1
            return played

        return play_counted

    for key, step in session.compiled_steps.items():
        name = key.rpartition(":")[2] if isinstance(key, str) else key.__name__
        session.compiled_steps[key] = step._replace(play=watch(name, step.play))


def find_difference(compiled: Session, python: Session) -> str:
    """What differs between the two games; empty if nothing does."""
    if encode_snapshot(compiled.state) != encode_snapshot(python.state):
        parts = [
            name
            for name, part in python.state.parts.items()
            if encode_snapshot(compiled.state.parts.get(name)) != encode_snapshot(part)
        ]
        ours = compiled.state.parts["world"].actors
        theirs = python.state.parts["world"].actors
        others = [f"{actor.kind} {id}" for id, actor in theirs.items() if ours.get(id) != actor]
        return f"the states, in {', '.join(parts) or 'the agenda or the question'}: {', '.join(others)}"
    for index, (event, other) in enumerate(zip(compiled.events, python.events, strict=False)):
        if event != other:
            return f"event {index}: {event}, {other}"
    if len(compiled.events) != len(python.events):
        return "the number of events"
    for name in ("log", "problems"):
        if getattr(compiled, name) != getattr(python, name):
            return f"the {name}"
    return "" if compiled.serials.serial == python.serials.serial else "the last serial"


def play_beside(compiled: Session, python: Session, choose: Choose, turns: int, where: str) -> int:
    """Plays both with the commands that `choose` gives for the first; returns how many were played.

    Raises:
        DifferenceError: the games differ after a command.
    """
    for turn in range(turns):
        command = choose(compiled)
        if command is None:
            return turn
        refusals = [session.submit(command).refusal for session in (compiled, python)]
        difference = find_difference(compiled, python) if refusals[0] == refusals[1] else "the refusals"
        if difference:
            raise DifferenceError(f"{where}, command {turn}, {command}: {difference}")
    return turns


def play_bots(rules: Rules, turns: int, first: int, name: str, counts: Counter[tuple[str, bool]]) -> None:
    """Bots play one game after another, each for at most 150 commands."""
    played, seed = 0, first
    while played < turns:
        floor, bot = 1 + seed % START_FLOORS, find_bot(rules, BOTS[seed % len(BOTS)])
        pair = begin_beside(lambda: Session.begin(rules, seed, {"floor": floor}, quiet=seed % 2 == 0))  # noqa: B023
        count_plays(pair[0], counts)
        context = BotContext(pair[0], bot.id, 1)

        def choose(session: Session) -> Command | None:
            options = list_legal_commands(session)
            return bot.decide(context, options) if options else None  # noqa: B023

        played += play_beside(*pair, choose, min(150, turns - played), f"{name}, seed {seed}")
        seed += 1


# Mods


FOLD_TERMS = {
    "on_attack": "to_hit",
    "on_damage": "damage",
    "on_hear": "range",
    "on_move": "noise",
    "core.stealth:on_notice": "engage",
    "core.stealth:on_ambush": "unaware",
    "core.stealth:on_inquire": "patience",
}
BODIES = {
    "decide_action": 'return ctx.choose("option", event.options) if ctx.roll("decides", 0, 2) == 0 else None',
    "can_act": 'return Deny(Message("no")) if ctx.roll("denies", 0, 5) == 0 else PASS',
    "can_enter": 'return Deny(Message("no")) if ctx.roll("denies", 0, 3) == 0 else PASS',
}
NOTICES = ("on_turn_start", "on_turn_end", "on_heard", "on_enter", "on_noise", "on_death", "on_open")
"""Notifications; the generated mods remember how often they were called."""

HOOKS = (*FOLD_TERMS, *BODIES, *NOTICES)


def write_mod(folder: Path, number: int) -> Path:
    """Writes a mod that listens to one to three hooks."""
    dice = random.Random(number)
    text = f'MOD = "bench.generated-{number}"\n'
    text += "from footfall.api import PASS, Deny, Message, Remember, add, hook\n"
    chosen = {HOOKS[number % len(HOOKS)], *dice.sample(HOOKS, dice.randint(0, 2))}
    for name in sorted(chosen):
        owner, _, short = name.rpartition(":")
        if name in FOLD_TERMS:
            body = f'return [add("{FOLD_TERMS[name]}", ctx.roll("{short}", -2, 2))]'
        else:
            remember = f'return [Remember(ctx.mod, "{short}", ctx.recall("{short}", 0) + 1)]'
            body = BODIES.get(name, remember)
        marker = f'@hook.of("{owner}", "{short}")' if owner else "@hook"
        text += f"\n\n{marker}\ndef {short}(event, ctx):\n    {body}\n"
    file = folder / f"generated_{number}.py"
    file.write_text(text, "utf-8")
    return file


def list_mods(folder: Path, scratch: Path, generated: int) -> Iterator[tuple[str, Path]]:
    """The example mods of the stealth game, then the generated ones."""
    for manifest in sorted(folder.glob("*/mod.toml")):
        if "stealth" in tomllib.loads(manifest.read_text("utf-8"))["mod"].get("games", ()):
            yield manifest.parent.name, manifest.parent
    for number in range(generated):
        yield f"generated {number}", write_mod(scratch, number)


def play_mods(folder: Path, turns: int, generated: int, first: int, counts: Counter[tuple[str, bool]]) -> int:
    """Bots play with one mod each; returns the number of mods."""
    with tempfile.TemporaryDirectory() as scratch:
        mods = list(list_mods(folder, Path(scratch), generated))
        for name, path in mods:
            rules = load("core.stealth", mods=[path], only_mods=(), strict=True).rules
            play_bots(rules, max(1, turns // len(mods)), first, name, counts)
    return len(mods)


# Random floors


RANGES = tomllib.loads(Path(__file__).with_name("random_floors.toml").read_text("utf-8"))
"""Ranges of base stats, and choices of settings."""

FLOOR_WEIGHT, RARE_WEIGHT = 24, 0.1
COMMON_TILES = ("wall", "door", "moss", "rubble", "gravel", "door_open", "water")
"""Tiles of random floors of weight 1; all others of the game are rare, so that a rule of a new tile is compared."""


SIDES = ("adventurer", "neutral", "player")


def draw_stats(dice: random.Random) -> dict[str, int]:
    """Random base stats; some are missing."""
    return {name: dice.randint(*bounds) for name, bounds in RANGES["stats"].items() if dice.random() < 0.9}


def draw_settings(rules: Rules, dice: random.Random) -> dict[str, Any]:
    """The settings, some of the rules' at random."""
    settings = dict(rules.settings)
    if dice.random() < 0.5:
        for name, values in RANGES["settings"].items():
            if dice.random() < 0.3:
                settings[f"core.stealth.{name}"] = dice.choice(values)
    return settings


def draw_level(rules: Rules, dice: random.Random) -> Level:
    """A random floor of up to 20 x 30 cells, its origin anywhere."""
    palette = [id for id in rules.records.table(Tile, "tile") if id.startswith("core.stealth:")]
    names = [id.rpartition(":")[2] for id in palette]
    weights = [FLOOR_WEIGHT if n == "floor" else 1 if n in COMMON_TILES else RARE_WEIGHT for n in names]
    height, width = dice.randint(7, 20), dice.randint(7, 30)
    tiles = np.array([dice.choices(range(len(palette)), weights, k=width) for _ in range(height)], np.uint8)
    wall = palette.index("core.stealth:wall")
    tiles[0], tiles[-1], tiles[:, 0], tiles[:, -1] = wall, wall, wall, wall
    blank = np.zeros_like(tiles, dtype=bool)
    origin = (dice.randint(-5, 5), dice.randint(-300, 300))
    level = Level(1, "bench", 2, palette, tiles, blank, blank.copy(), origin)
    if dice.random() < 0.3:
        level.tiles, level.explored = np.asfortranarray(tiles), np.asfortranarray(blank)
    open_cells = list_open_cells(rules, level)
    level.rooms = dice.sample(open_cells, min(4, len(open_cells)))
    if dice.random() < 0.5:
        level.arrivals["down"] = dice.choice(open_cells)
    return level


def list_open_cells(rules: Rules, level: Level) -> list[tuple[int, int]]:
    """The walkable cells of a level."""
    walkable = [rules.records.table(Tile, "tile")[id].walkable for id in level.palette]
    top, left = level.origin
    return [(y + top, x + left) for (y, x), tile in np.ndenumerate(level.tiles) if walkable[tile]]


def draw_fighter(dice: random.Random) -> dict[str, Any]:
    """A random fighting state."""
    return {
        "stamina": dice.randint(0, 3),
        "th": dice.randint(0, 2),
        "df": dice.randint(0, 2),
        "pool": dice.randint(0, 9),
        "last": dice.choice(("none", "wait", "step", "attack", "pass", "other")),
    }


def draw_mind(dice: random.Random, at: tuple[int, int], cells: list[tuple[int, int]]) -> dict[str, Any]:
    """A random mind; it may bear a grudge."""
    return {
        "ai": dice.choice((*AI_KINDS, "hostile", "hostile", "guard", "patrol")),
        "mood": dice.choice(("asleep", "calm", "aggravated")),
        "post": dice.choice((at, cells[0])),
        "rounds": dice.choice(((), cells[1:4], (at, *cells[2:4]))),
        "patience": dice.choice((0, 0, 2)),
        "last_seen": dice.choice((None, cells[-1])),
        "foe": dice.choice((0,) * 30 + (1, 2)),
        "lost": dice.choice((0, 3)),
    }


def build_floor(rules: Rules, seed: int) -> Session:
    """A session on a random floor with random creatures."""
    dice = random.Random(seed)
    level = draw_level(rules, dice)
    cells = list_open_cells(rules, level)
    dice.shuffle(cells)
    kinds = sorted(rules.records.table(CreatureKind, "creature"))
    effects, wearable = sorted(rules.records.table(StatusEffect, "effect")), list_wearables(rules)
    world = World(1000, 1, 1, {1: level})
    minds, fighters = {}, {}
    mixed = dice.random() < 0.4  # else all creatures hunt the player's character, and few are under effects
    for id in range(1, 2 + min(dice.randint(1, 24), len(cells) - 1)):
        life = dice.choice((3, 9, 60))
        side = "player" if id == 1 else dice.choice(("hostile",) * 12 + SIDES * mixed)
        kind = "core.stealth:adept" if id == 1 else dice.choice(kinds)
        actor = Actor(id, kind, 1, cells[id - 1], dice.randint(1, life), life, draw_stats(dice), side)
        if id == 1:
            actor.hp = actor.hp_max = 60
        if dice.random() < (0.15 if mixed else 0.03):
            actor.effects = {dice.choice(effects): dice.choice((1, 4, -1))}
        if wearable and dice.random() < 0.3:
            slot, item = dice.choice(wearable)
            world.items[500 + id] = Item(500 + id, item, holder=id)
            actor.pack, actor.worn = [500 + id], {slot: 500 + id}
        world.actors[id] = actor
        fighters[id] = draw_fighter(dice)
        if id > 1:
            minds[id] = draw_mind(dice, actor.at, cells)
            if side == "adventurer" and dice.random() < 0.7:
                minds[id] |= {"ai": "adventurer", "mood": "calm"}
    state = State(game="core.stealth", seed=seed, settings=draw_settings(rules, dice), question=Question(1))
    part = {"minds": minds, "fighters": fighters}
    calm = [id for id, mind in minds.items() if mind["mood"] == "calm"]
    inquiries = {id: draw_inquiry(dice, cells) for id in calm if dice.random() < 0.3}
    state.parts = {
        WORLD_PART: world,
        "core.stealth": msgspec.convert(part, rules.saves.parts["core.stealth"], strict=False),
        PLAY_PART: PlayState(inquiries=inquiries),
    }
    return Session(rules, state, quiet=dice.random() < 0.3)


def draw_inquiry(dice: random.Random, cells: Sequence[tuple[int, int]]) -> Inquiry:
    """Something that a calm creature looks into."""
    return Inquiry(dice.choice(cells), dice.choice(("strike", "step", LOST, HOME)), dice.randint(1, 8))


def list_wearables(rules: Rules) -> list[tuple[str, str]]:
    """Slot and kind of the items that are worn."""
    items = rules.records.table(ItemKind, "item")
    return sorted((kind.slot, id) for id, kind in items.items() if kind.slot not in ("", "ring"))


def play_floors(rules: Rules, floors: int, first: int, counts: Counter[tuple[str, bool]]) -> int:
    """Plays random floors for up to 30 commands each; returns the number of commands."""
    played = 0
    for seed in range(first, first + floors):
        pair = begin_beside(lambda: build_floor(rules, seed))  # noqa: B023
        count_plays(pair[0], counts)
        dice = random.Random(seed + 1)

        def choose(session: Session) -> Command | None:
            options = list_legal_commands(session)
            return dice.choice(options) if options else None  # noqa: B023

        played += play_beside(*pair, choose, 30, f"floor {seed}")
    return played


def print_counts(name: str, counts: Counter[tuple[str, bool]]) -> None:
    """How often each compiled step was asked, and played."""
    steps = sorted({step for step, _ in counts})
    shares = (f"{step} {counts[step, True]}/{counts[step, True] + counts[step, False]}" for step in steps)
    print(f"{name}; compiled: {', '.join(shares)}", flush=True)
    counts.clear()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--turns", type=int, default=5400)
    parser.add_argument("--floors", type=int, default=300)
    parser.add_argument("--mods", type=Path, default=Path(__file__).parents[2] / "mods")
    parser.add_argument("--generated", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    args = parser.parse_args()
    rules = load("core.stealth", only_mods=()).rules
    counts: Counter[tuple[str, bool]] = Counter()
    try:
        commands = play_floors(rules, args.floors, args.first, counts)
        print_counts(f"{args.floors} random floors, {commands} commands: equal", counts)
        play_bots(rules, args.turns, args.first, "bots", counts)
        print_counts(f"bots, {args.turns} commands: equal", counts)
        mods = play_mods(args.mods, args.turns, args.generated, args.first, counts)
        print_counts(f"{mods} mods, {args.turns} commands: equal", counts)
    except DifferenceError as error:
        print(error)
        sys.exit(1)


if __name__ == "__main__":
    main()
