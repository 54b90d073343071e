"""What the bots met, used and did in many short games: every kind of thing with how often, none left out.

    python benches/stealth/coverage.py [--games 512] [--turns 300] > docs/stealth-coverage.md

Games begin on each of the sixteen floors in turn and are played by cautious, brawler and sneak in turn.
One in four is played with a small mod that puts into the tables what the tables leave out on purpose
(C.3 has bandit and warden "off in the default tables", C.10 never generates the ring of lethargy), and
more of what is rare: hidden walls, bars, a few objects. A kind counts as met when the character has it in view,
carries it or is under it; sounds when they are made; manoeuvres when player or creature makes them. Exit
code 1 if a creature, item, tile, effect, kind of behaviour, manoeuvre or sound is at 0.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from footfall.api import Play
from footfall.api.grid import Actor, Cell, Noise, Tile, here, world_of
from footfall.engine.bots import Bot, Seat, legal_commands
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth import melee, moves, sounds
from footfall.plugins.stealth.ai.kinds import KINDS
from footfall.plugins.stealth.commands import PERFORM
from footfall.plugins.stealth.disguise import disguised
from footfall.plugins.stealth.fight import Manner
from footfall.plugins.stealth.generate.floors import floors_of
from footfall.plugins.stealth.items.effects import EFFECTS
from footfall.plugins.stealth.items.using import Activate
from footfall.plugins.stealth.records import Creature, Effect, ItemKind, Template
from footfall.plugins.stealth.roster import present
from footfall.plugins.stealth.sight import sees, visible
from footfall.plugins.stealth.state import Mood, SetFighter, Struck, stealth_of
from footfall.sim.bots import find_bot
from footfall.sim.plan import Plan

BOTS = ("cautious", "brawler", "sneak")
FLOORS = 16
SEEN_EVERY = 5
"""Turns between two looks around."""

MANIFEST = """
[mod]
id = "coverage.rarities"
version = "1.0"
name = "Rarities"
games = ["core.stealth"]
[effects]
world = true
"""
RARITIES = """
[patch.spawn."core.stealth:standard"]
set.rows."core.stealth:bandit" = { by_floor = [[2, 20]] }
set.rows."core.stealth:warden" = { by_floor = [[2, 20]] }
set.rows."core.stealth:soot_imp" = { by_floor = [[2, 20]] }
set.rows."core.stealth:sentinel" = { by_floor = [[2, 10]] }

[patch.loot."core.stealth:floor"]
set.rows."core.stealth:lethargy_ring" = { by_floor = [[2, 10]] }
set.rows."core.stealth:dagger_good" = { by_floor = [[2, 10]] }
set.rows."core.stealth:fireball_scroll" = { by_floor = [[2, 30]] }
set.rows."core.stealth:long_sword_good" = { by_floor = [[2, 10]] }
set.rows."core.stealth:tunnelling_staff" = { by_floor = [[2, 20]] }
set.rows."core.stealth:petrification_potion" = { by_floor = [[2, 10]] }

[patch.digging."core.stealth:usual"]
set.entries.fragile = 200

[template.hollow_rock]
room = true
chance = [[2, 60]]
rows = ["######", "#....#", "+..%.R", "#....#", "######"]
signs = { R = { tile = "core.stealth:secret_rock", secret = [12, 24] } }

[template.open_cell]
room = true
chance = [[2, 40]]
rows = ["#####", "#...#", "+.=.#", "#...#", "#####"]
"""

MANOEUVRES = (
    "attack that hits and hurts", "attack that hits in vain", "attack that misses", "backstab", "reach attack",
    "thrown missile", "shot missile", "defend", "defend with stamina 0", "retreat", "retreat with stamina 0",
    "fortify", "rest outside melee",
)  # fmt: skip

MANNERS = {
    Manner.REACH.value: "reach attack",
    Manner.THROWN.value: "thrown missile",
    Manner.SHOT.value: "shot missile",
}


class Watch:
    """Counts by subject and name: how often, and in how many games."""

    def __init__(self) -> None:
        self.times: dict[str, Counter[str]] = defaultdict(Counter)
        self.games: dict[str, Counter[str]] = defaultdict(Counter)
        self._now: set[tuple[str, str]] = set()

    def see(self, subject: str, name: str) -> None:
        """Counts one more."""
        name = name.removeprefix("core.stealth:")
        self.times[subject][name] += 1
        if (subject, name) not in self._now:
            self._now.add((subject, name))
            self.games[subject][name] += 1

    def close(self) -> None:
        """The next game begins."""
        self._now.clear()


def listen_in(watch: Watch) -> None:
    """Has the rules' own functions tell which manoeuvre they carried out."""
    wait, stride, fortified = melee.wait, melee.stride, melee.fortified

    def waited(play: Play, actor: Actor) -> SetFighter:
        fighter = stealth_of(play.state).fighters[actor.id]
        if not melee.in_melee(play, actor):
            watch.see("manoeuvre", "rest outside melee")
        else:
            watch.see("manoeuvre", "defend" if fighter.stamina else "defend with stamina 0")
        return wait(play, actor)

    def strode(play: Play, actor: Actor, to: Cell) -> SetFighter:
        if melee.in_melee(play, actor):
            empty = stealth_of(play.state).fighters[actor.id].stamina == 0
            watch.see("manoeuvre", "retreat with stamina 0" if empty else "retreat")
        return stride(play, actor, to)

    def stood(play: Play, mover: Actor, to: Cell) -> list[Any]:
        changes = fortified(play, mover, to)
        for _ in changes:
            watch.see("manoeuvre", "fortify")
        return changes

    melee.wait = waited
    vars(moves).update(stride=strode, fortified=stood)
    for name, effect in list(EFFECTS.items()):
        EFFECTS[name] = _told(watch, name, effect)
    for kind, perform in list(PERFORM.items()):
        PERFORM[kind] = _performed(watch, kind.__name__, perform)


def _told(watch: Watch, name: str, effect: Callable[..., Any]) -> Callable[..., Any]:
    def told(*args: Any) -> Any:
        watch.see("use of an object", name)
        return effect(*args)

    return told


def _performed(watch: Watch, name: str, perform: Callable[..., Any]) -> Callable[..., Any]:
    def performed(play: Play, actor: Actor, command: Any) -> Any:
        if actor.id != world_of(play.state).player:
            watch.see("deed of creatures", name)
        return perform(play, actor, command)

    return performed


def look(watch: Watch, play: Play) -> None:
    """Counts who and what is in view, carried, and at work."""
    world, level, ground = here(play)
    player = world.actors.get(world.player)
    if player is None:
        return
    part = stealth_of(play.state)
    watch.see("generator", level.recipe)
    for other in present(play, world, ground):
        if other.id == world.player:
            continue
        mind = part.minds.get(other.id)
        if mind is not None and mind.mood is not Mood.ASLEEP:
            watch.see("AI kind, awake", mind.ai)
            watch.see("mood", mind.mood.value)
        elif mind is not None:
            watch.see("mood", Mood.ASLEEP.value)
        if sees(play, other.at) and disguised(play, other) is None:
            watch.see("creature", other.kind)
    for item in world.items.values():
        if item.holder == player.id or (
            item.level == level.id and item.at is not None and not item.inside and sees(play, item.at)
        ):
            watch.see("item", item.kind)
    for id in player.worn.values():
        watch.see("worn", world.items[id].kind)
    mask = visible(play)
    for number in set(level.tiles[mask].tolist()):
        watch.see("terrain", ground.kinds[number].id)


def game(watch: Watch, session: Session, bot: Bot, turns: int) -> int:
    """Plays and watches one game."""
    seat, play, done = Seat(session, bot.id, 1), session.play(), 0
    ringing: list[Noise] = []
    while done < turns and (options := legal_commands(session)):
        if done % SEEN_EVERY == 0:
            look(watch, play)
        command = bot.decide(seat, options)
        if isinstance(command, Activate) and command.item in world_of(session.state).items:
            watch.see("used", world_of(session.state).items[command.item].kind)
        result = session.step(command)
        if result.refused is not None:
            raise RuntimeError(f"{command}: {result.refused}")
        watch.see("command", type(command).__name__)
        done += 1
        for event in result.events:
            if isinstance(event, Struck):
                hit = "hits and hurts" if event.damage else "hits in vain" if event.hit else "misses"
                watch.see("manoeuvre", f"attack that {hit}")
                if event.manner in MANNERS:
                    watch.see("manoeuvre", MANNERS[event.manner])
                if event.backstab:
                    watch.see("manoeuvre", "backstab")
        world, _, ground = here(play)
        for one in present(play, world, ground):
            for effect in one.effects:
                watch.see("effect", effect)
        noises = list(world_of(session.state).noises)
        for noise in noises:
            if not any(noise is old for old in ringing):
                watch.see("sound", noise.kind)
        ringing = noises
    for name in floors_of(session.state).drawn:
        watch.see("drawn room", name)
    if session.state.outcome:
        watch.see("end", session.state.outcome)
    watch.close()
    return done


def wanted(records: Any) -> dict[str, set[str]]:
    """What must not be at 0, by subject."""

    def ids(kind: type, name: str) -> set[str]:
        return {id.removeprefix("core.stealth:") for id in records.table(kind, name)}

    return {
        "creature": ids(Creature, "creature") - {"adept"},
        "item": ids(ItemKind, "item"),
        "terrain": ids(Tile, "tile"),
        "effect": ids(Effect, "effect") | {"lamp"},
        "AI kind, awake": set(KINDS) - {"passive"},
        "mood": {mood.value for mood in Mood},
        "manoeuvre": set(MANOEUVRES),
        "sound": {sound.kind for sound in vars(sounds).values() if isinstance(sound, sounds.Sound)},
        "drawn room": {
            id.removeprefix("core.stealth:")
            for id, template in records.table(Template, "template").items()
            if template.unique
        },
        "generator": {"town", "fixed", "cavern", "standard"},
    }


def page(watch: Watch, must: dict[str, set[str]], games: int, turns: int) -> list[str]:
    """Prints the page and returns what is at 0."""
    print(f"# What the bots met and did in {games:,} games, {turns:,} turns in all\n")
    print(
        "Made by `benches/stealth/coverage.py`, whose docstring says how. Each entry: in how many games, and"
    )
    print("how often (what is in view is counted every fifth turn).\n")
    never = []
    for subject in (*must, *(watch.times.keys() - must.keys())):
        times, seen = watch.times[subject], watch.games[subject]
        missing = sorted(must.get(subject, set()) - times.keys())
        never += [f"{subject} {name}" for name in missing]
        cells = "; ".join(f"{name} {seen[name]:,} ({count:,})" for name, count in times.most_common())
        zero = f" **Never: {', '.join(missing)}.**" if missing else ""
        print(f"**{subject[0].upper()}{subject[1:]}** ({len(times)}). {cells}.{zero}\n")
    return never


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=512)
    parser.add_argument("--turns", type=int, default=300, help="of a game at most")
    parser.add_argument("--seed", type=int, default=9)
    given = parser.parse_args()
    watch = Watch()
    listen_in(watch)
    with tempfile.TemporaryDirectory() as folder:
        mod = Path(folder) / "rarities"
        (mod / "content").mkdir(parents=True)
        (mod / "mod.toml").write_text(MANIFEST, encoding="utf-8")
        (mod / "content" / "rarities.toml").write_text(RARITIES, encoding="utf-8")
        plain = load("core.stealth", only=()).rules
        rich = load("core.stealth", mods=[mod]).rules
    plan, total = Plan(game="core.stealth", seed=given.seed), 0
    for index in range(given.games):
        rules = rich if index // FLOORS % 4 == 3 else plain
        floor = 1 + index % FLOORS
        session = Session.begin(rules, plan.seed_of(index), {"floor": floor}, strict=True, quiet=True)
        total += game(watch, session, find_bot(rules, BOTS[index // FLOORS % len(BOTS)]), given.turns)
    never = page(watch, wanted(plain.records), given.games, total)
    if never:
        print(f"at 0: {', '.join(never)}", file=sys.stderr)
    sys.exit(bool(never))


if __name__ == "__main__":
    main()
