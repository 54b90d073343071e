"""Prints a page about what bots see, use and do in many short games.

    python benches/stealth/coverage.py [--games 512] [--turns 300] > benches/results/stealth-coverage.md

Start floors (1 to 16) and bots (cautious, brawler, sneak) rotate. One game in four uses a small mod that adds kinds
that the default tables leave out (bandit, warden, ring of lethargy) and raises the chance of rare ones. A kind counts
when the character sees it, carries it or is affected by it; a sound when it is made; a maneuver when the player or a
creature performs it. Exit code 1 if a creature, item, tile, effect, behavior, maneuver or sound never occurs.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from footfall.api import Context
from footfall.api.grid import Actor, Cell, Noise, Tile, current_level, get_world
from footfall.engine.bots import Bot, BotContext, list_legal_commands
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth.actions import movement, stamina as melee
from footfall.plugins.stealth.actions.commands import ACTIONS
from footfall.plugins.stealth.actions.fight import Manner
from footfall.plugins.stealth.actors.identification import disguise_of
from footfall.plugins.stealth.ai.tactics import BEHAVIORS
from footfall.plugins.stealth.generate.dungeon_state import dungeon_of
from footfall.plugins.stealth.items.use_actions import USE_ACTIONS
from footfall.plugins.stealth.items.using import Activate
from footfall.plugins.stealth.model.floor_records import Template
from footfall.plugins.stealth.model.phase import Phase, get_phase
from footfall.plugins.stealth.model.records import CreatureKind, ItemKind, StatusEffect
from footfall.plugins.stealth.model.state import Mood, SetFighter, Struck, stealth_of
from footfall.plugins.stealth.senses import sounds
from footfall.plugins.stealth.senses.sight import player_sees, visible_cells
from footfall.sim.bots import find_bot
from footfall.sim.plan import Plan

BOTS = ("cautious", "brawler", "sneak")
FLOORS = 16
LOOK_INTERVAL = 5
"""Turns between two counts of visible kinds."""

MANIFEST = """
[mod]
id = "coverage.rarities"
version = "1.0"
name = "Rarities"
games = ["core.stealth"]
[effects]
world = true
"""
MANEUVERS = (
    "attack that hits and hurts", "attack that hits in vain", "attack that misses", "backstab", "reach attack",
    "thrown missile", "shot missile", "defend", "defend with stamina 0", "retreat", "retreat with stamina 0",
    "fortify", "rest outside melee",
)  # fmt: skip

MANNERS = {Manner.REACH.value: "reach attack", Manner.THROWN.value: "thrown missile", Manner.SHOT.value: "shot missile"}


class BotCoverage:
    """Counts occurrences, and games with an occurrence, by subject and name."""

    def __init__(self) -> None:
        self.times: dict[str, Counter[str]] = defaultdict(Counter)
        self.games: dict[str, Counter[str]] = defaultdict(Counter)
        self._current_game: set[tuple[str, str]] = set()

    def count(self, subject: str, name: str) -> None:
        """Counts one occurrence."""
        name = name.removeprefix("core.stealth:")
        self.times[subject][name] += 1
        if (subject, name) not in self._current_game:
            self._current_game.add((subject, name))
            self.games[subject][name] += 1

    def end_game(self) -> None:
        """Marks the end of a game."""
        self._current_game.clear()


def instrument_rules(watch: BotCoverage) -> None:
    """Wraps functions of the rules to count maneuvers, uses of items and actions of creatures."""
    wait, retreat, fortify = melee.resolve_wait, melee.resolve_step, melee.fortify_waiting_enemies

    def count_wait(phase: Phase, actor: Actor) -> SetFighter:
        if not melee.is_in_melee(phase, actor):
            watch.count("maneuver", "rest outside melee")
        else:
            stamina = phase.stealth.fighters[actor.id].stamina
            watch.count("maneuver", "defend" if stamina else "defend with stamina 0")
        return wait(phase, actor)

    def count_step(phase: Phase, actor: Actor, to: Cell) -> SetFighter:
        if melee.is_in_melee(phase, actor):
            empty = phase.stealth.fighters[actor.id].stamina == 0
            watch.count("maneuver", "retreat with stamina 0" if empty else "retreat")
        return retreat(phase, actor, to)

    def count_fortify(phase: Phase, mover: Actor, to: Cell) -> list[Any]:
        changes = fortify(phase, mover, to)
        for _ in changes:
            watch.count("maneuver", "fortify")
        return changes

    melee.resolve_wait = count_wait
    vars(movement).update(resolve_step=count_step, fortify_waiting_enemies=count_fortify)
    for name, effect in list(USE_ACTIONS.items()):
        USE_ACTIONS[name] = _count_use(watch, name, effect)
    for kind, perform in list(ACTIONS.items()):
        ACTIONS[kind] = _count_action(watch, kind.__name__, perform)


def _count_use(watch: BotCoverage, name: str, effect: Callable[..., Any]) -> Callable[..., Any]:
    def count_and_use(*args: Any) -> Any:
        watch.count("use of an item", name)
        return effect(*args)

    return count_and_use


def _count_action(watch: BotCoverage, name: str, perform: Callable[..., Any]) -> Callable[..., Any]:
    def count_and_perform(phase: Phase, actor: Actor, command: Any) -> Any:
        if actor.id != phase.world.player:
            watch.count("action of creatures", name)
        return perform(phase, actor, command)

    return count_and_perform


def count_view(watch: BotCoverage, ctx: Context) -> None:
    """Counts visible creatures, items and tiles, carried items, AI kinds and moods."""
    world, level, ground = current_level(ctx)
    player = world.actors.get(world.player)
    if player is None:
        return
    part = stealth_of(ctx.state)
    watch.count("generator", level.recipe)
    for other in get_phase(ctx).actors:
        if other.id == world.player:
            continue
        mind = part.minds.get(other.id)
        if mind is not None and mind.mood is not Mood.ASLEEP:
            watch.count("AI kind, awake", mind.ai)
            watch.count("mood", mind.mood.value)
        elif mind is not None:
            watch.count("mood", Mood.ASLEEP.value)
        if player_sees(get_phase(ctx), other.at) and disguise_of(get_phase(ctx), other) is None:
            watch.count("creature", other.kind)
    for item in world.items.values():
        if item.holder == player.id or (
            item.level == level.id
            and item.at is not None
            and not item.is_contained
            and player_sees(get_phase(ctx), item.at)
        ):
            watch.count("item", item.kind)
    for id in player.worn.values():
        watch.count("worn", world.items[id].kind)
    mask = visible_cells(get_phase(ctx))
    for number in set(level.tiles[mask].tolist()):
        watch.count("terrain", ground.tile_kinds[number].id)


def play_game(watch: BotCoverage, session: Session, bot: Bot, turns: int) -> int:
    """Plays one game and counts; returns the number of turns."""
    bot_context, ctx, turn = BotContext(session, bot.id, 1), session.context(), 0
    audible: list[Noise] = []
    while turn < turns and (options := list_legal_commands(session)):
        if turn % LOOK_INTERVAL == 0:
            count_view(watch, ctx)
        command = bot.decide(bot_context, options)
        if isinstance(command, Activate) and command.item in get_world(session.state).items:
            watch.count("used", get_world(session.state).items[command.item].kind)
        result = session.submit(command)
        if result.refusal is not None:
            raise RuntimeError(f"{command}: {result.refusal}")
        watch.count("command", type(command).__name__)
        turn += 1
        for event in result.events:
            if isinstance(event, Struck):
                hit = "hits and hurts" if event.damage else "hits in vain" if event.is_hit else "misses"
                watch.count("maneuver", f"attack that {hit}")
                if event.manner in MANNERS:
                    watch.count("maneuver", MANNERS[event.manner])
                if event.is_backstab:
                    watch.count("maneuver", "backstab")
        for actor in get_phase(ctx).actors:
            for effect in actor.effects:
                watch.count("effect", effect)
        noises = list(get_world(session.state).noises)
        for noise in noises:
            if not any(noise is old for old in audible):
                watch.count("sound", noise.kind)
        audible = noises
    for name in dungeon_of(session.state).used_templates:
        watch.count("drawn room", name)
    if session.state.outcome:
        watch.count("end", session.state.outcome)
    watch.end_game()
    return turn


def list_required(records: Any) -> dict[str, set[str]]:
    """Kinds that must occur, by subject."""

    def ids(kind: type, name: str) -> set[str]:
        return {id.removeprefix("core.stealth:") for id in records.table(kind, name)}

    return {
        "creature": ids(CreatureKind, "creature") - {"adept"},
        "item": ids(ItemKind, "item"),
        "terrain": ids(Tile, "tile"),
        "effect": ids(StatusEffect, "effect") | {"lamp"},
        "AI kind, awake": set(BEHAVIORS) - {"passive", "commanded"},
        "mood": {mood.value for mood in Mood},
        "maneuver": set(MANEUVERS),
        "sound": {sound.kind for sound in vars(sounds).values() if isinstance(sound, sounds.SoundKind)},
        "drawn room": {
            id.removeprefix("core.stealth:")
            for id, template in records.table(Template, "template").items()
            if template.is_unique
        },
        "generator": {"town", "fixed", "cavern", "standard"},
    }


def print_page(watch: BotCoverage, required: dict[str, set[str]], games: int, turns: int) -> list[str]:
    """Prints the page; returns the required kinds that never occurred."""
    print(f"# What bots see and do in {games:,} games of stealth, {turns:,} turns\n")
    print("Written by `benches/stealth/coverage.py`, whose docstring explains the method. Each entry: number of")
    print("games (total count); visible kinds are counted every fifth turn.\n")
    never = []
    for subject in (*required, *(watch.times.keys() - required.keys())):
        times, game_counts = watch.times[subject], watch.games[subject]
        missing = sorted(required.get(subject, set()) - times.keys())
        never += [f"{subject} {name}" for name in missing]
        cells = "; ".join(f"{name} {game_counts[name]:,} ({count:,})" for name, count in times.most_common())
        zero = f" **Never: {', '.join(missing)}.**" if missing else ""
        print(f"**{subject[0].upper()}{subject[1:]}** ({len(times)}). {cells}.{zero}\n")
    return never


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=512)
    parser.add_argument("--turns", type=int, default=300, help="maximum turns per game")
    parser.add_argument("--seed", type=int, default=9)
    args = parser.parse_args()
    watch = BotCoverage()
    instrument_rules(watch)
    with tempfile.TemporaryDirectory() as folder:
        mod = Path(folder) / "rarities"
        (mod / "content").mkdir(parents=True)
        (mod / "mod.toml").write_text(MANIFEST, encoding="utf-8")
        shutil.copy(Path(__file__).with_name("rarities.toml"), mod / "content")
        plain = load("core.stealth", only_mods=()).rules
        rich = load("core.stealth", mods=[mod]).rules
    plan, total = Plan(game="core.stealth", seed=args.seed), 0
    for index in range(args.games):
        rules = rich if index // FLOORS % 4 == 3 else plain
        floor = 1 + index % FLOORS
        session = Session.begin(rules, plan.derive_game_seed(index), {"floor": floor}, strict=True, quiet=True)
        total += play_game(watch, session, find_bot(rules, BOTS[index // FLOORS % len(BOTS)]), args.turns)
    never = print_page(watch, list_required(plain.records), args.games, total)
    if never:
        print(f"never occurred: {', '.join(never)}", file=sys.stderr)
    sys.exit(bool(never))


if __name__ == "__main__":
    main()
