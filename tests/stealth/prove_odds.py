"""Plays forced situations and compares how often creatures take notice with the odds shown before.

    python tests/stealth/prove_odds.py [--situations 100000] [--first 0] [--rules shipped]

Each situation is a small floor that the character knows and sees, with creatures whose every input is visible, and one
action. Where the odds are exact, each group of equal odds (by action, by what happens, by permille) must lie in its
binomial interval at 99.9 %, corrected for the number of groups. Where they say "about", both figures are printed.

Exit code 1 if a group lies outside.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from statistics import NormalDist
from typing import Any, NamedTuple

import msgspec
import numpy as np

from footfall.api import Command, Question, State
from footfall.api.grid import WORLD_PART, Actor, Level, Noise, Tile, World
from footfall.engine.rules import Rules
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth.commands import ToggleLamp, Wait, Walk
from footfall.plugins.stealth.odds import LAMP_TOGGLE, STAY, STEPS, Action, Deed, Odds, forecast_round
from footfall.plugins.stealth.play_state import play_of
from footfall.plugins.stealth.records import DEFAULT_STATS, CreatureKind
from footfall.plugins.stealth.state import Mood, stealth_of
from footfall.plugins.stealth.stats import LAMP

CONFIDENCE = 0.999

TILES = {
    "floor": 60, "wall": 12, "door": 2, "door_open": 2, "door_ajar": 1, "moss": 4, "gravel": 4, "column": 3, "bars": 1,
    "false_window": 1, "secret_wall": 1, "chest": 1, "rubble": 1,
}  # fmt: skip
"""Tiles of the floors, with weights."""

SETTINGS: dict[str, tuple[Any, ...]] = {
    "engage.mode": ("technical", "plain"),
    "engage.stealth_floor": (-99, 1),
    "engage.noise_on_sight": (True, False),
    "engage.adjacent_base": ("perception", "senses"),
    "sleep.wake_die": ("2d6", "flat"),
    "sleep.range": ("senses", "floor"),
    "hearing.loudness_extends": (False, True),
    "stealth.wall_bonus": (1, 2),
    "lamp.stealth": (-2, -1),
}
"""Settings that the odds depend on; the first value is the default."""

EFFECTS = ("blind", "paralysed", "confused")


class Group(NamedTuple):
    """Odds that should come true equally often.

    Attributes:
        happens: ``"notices"``, ``"wakes"`` or ``"comes"``.
    """

    deed: str
    happens: str
    permille: int


class Count(msgspec.Struct):
    """How often something could happen, and did.

    Attributes:
        expected: sum of its chances in permille.
        variance: sum of the variances of the tries, in millionths.
    """

    tries: int = 0
    hits: int = 0
    expected: int = 0
    variance: int = 0

    def add(self, permille: int, hit: bool) -> None:
        self.tries += 1
        self.hits += hit
        self.expected += permille
        self.variance += permille * (1000 - permille)

    def merge(self, other: Count) -> None:
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


def build_situation(rules: Rules, seed: int, variety: str = "") -> Session:
    """A session in a random situation."""
    dice = random.Random(f"{variety}{seed}")
    level = draw_level(dice)
    walkable = [rules.records.table(Tile, "tile")[id].walkable for id in level.palette]
    cells = [(y, x) for (y, x), tile in np.ndenumerate(level.tiles) if walkable[tile]]
    dice.shuffle(cells)
    kinds = [kind for kind in sorted(rules.records.table(CreatureKind, "creature").items()) if is_foe(kind[1])]
    world = World(1000, 1, 1, {1: level})
    turn = dice.randint(1, 500)
    world.actors[1] = draw_player(dice, cells[0])
    world.noises = list(draw_noises(dice, turn, cells[0]))
    fighters: dict[int, Any] = {1: {"stamina": dice.randint(0, 3)}}
    minds = {}
    near = sorted(cells[1:], key=lambda cell: max(abs(cell[0] - cells[0][0]), abs(cell[1] - cells[0][1])))
    for id in range(2, 3 + min(dice.choice((0, 0, 1, 2)), len(cells) - 2)):
        at = near.pop(min(int(dice.expovariate(0.06)), len(near) - 1))
        world.actors[id], fighters[id], minds[id] = draw_creature(dice, id, at, *dice.choice(kinds))
    state = State(game="core.stealth", seed=seed, settings=draw_settings(rules, dice), question=Question(1))
    part = {"turn": turn, "minds": minds, "fighters": fighters}
    state.parts = {
        WORLD_PART: world,
        "core.stealth": msgspec.convert(part, rules.saves.parts["core.stealth"], strict=False),
    }
    return Session(rules, state, quiet=True)


def is_foe(kind: CreatureKind) -> bool:
    """Whether a kind hunts the character and its senses are fixed by its record."""
    return kind.side == "hostile" and not {"fov", "foh", "perception", "cost"} & kind.ranges.keys()


def draw_level(dice: random.Random) -> Level:
    """A small floor that the character remembers whole."""
    height, width = dice.randint(7, 13), dice.randint(7, 15)
    palette = [f"core.stealth:{name}" for name in TILES]
    density = dice.choice((0.0, 0.3, 1.0))  # of all that is no floor
    weights = [weight * (1.0 if name == "floor" else density) for name, weight in TILES.items()]
    tiles = np.array([dice.choices(range(len(palette)), weights, k=width) for _ in range(height)], np.uint8)
    tiles[0] = tiles[-1] = tiles[:, 0] = tiles[:, -1] = list(TILES).index("wall")
    tiles[1, 1:4] = list(TILES).index("floor")  # there is always room
    blank = np.zeros(tiles.shape, bool)
    return Level(1, "proof", 2, palette, tiles, ~blank, blank, memory=tiles + 1)


def draw_player(dice: random.Random, at: tuple[int, int]) -> Actor:
    """The character: it sees far."""
    stats = {
        "fov": 16, "foh": 8, "stealth": dice.randint(-2, 5), "luck": dice.randint(-2, 4), "stamina_max": 3,
        "noise": dice.choice((0, 0, 0, 1, 2)), "defense": 9, "map_memory": 1,
    }  # fmt: skip
    return Actor(
        1, "core.stealth:adept", 1, at, 400, 400, stats, "player", effects={LAMP: -1} if dice.random() < 0.4 else {}
    )


def draw_noises(dice: random.Random, turn: int, at: tuple[int, int]) -> Iterator[Noise]:
    """Noises of the character that are fading."""
    while dice.random() < 0.4:
        kind, loudness = dice.choice((("step", 1), ("door", 2), ("fight", 2), ("strike", 3), ("collapse", 4)))
        yield Noise(kind, 1, at, loudness, turn + dice.randint(0, 2), 1, turn)


def draw_creature(
    dice: random.Random, id: int, at: tuple[int, int], kind_id: str, kind: CreatureKind
) -> tuple[Actor, dict[str, Any], dict[str, Any]]:
    """A creature with the stats of its kind, at a random moment of its life."""
    asleep = dice.random() < 0.35 and not kind.disguise  # which would hide it
    stats = {**DEFAULT_STATS, **kind.stats}
    actor = Actor(id, kind_id, 1, at, 400, 400, stats, kind.side)
    if dice.random() < 0.05:
        actor.effects = {f"core.stealth:{dice.choice(EFFECTS)}": 9}
    behaviors = (kind.wakes,) if asleep and kind.wakes else kind.ai
    mood = "asleep" if asleep else "aggravated" if dice.random() < 0.05 else "calm"
    mind = {"ai": dice.choice(behaviors), "mood": mood, "marked": dice.random() < 0.2, "post": at}
    pool = 0
    for _ in range(dice.randint(0, 30) if stats["cost"] != 10 else 0):
        pool = advance_pool(pool, stats["cost"])
    return actor, {"stamina": 1, "pool": pool, "last": dice.choice(("pass", "step", "none"))}, mind


def advance_pool(pool: int, cost: int) -> int:
    """The time pool a turn later (R-TIME-5)."""
    pool += 10
    if pool < cost:
        return pool
    pool -= cost
    return 0 if pool >= 10 else pool


def draw_settings(rules: Rules, dice: random.Random) -> dict[str, Any]:
    """The settings; in a third of the situations some are others."""
    settings = dict(rules.settings)
    if dice.random() < 0.33:
        for name, values in SETTINGS.items():
            if dice.random() < 0.3:
                settings[f"core.stealth.{name}"] = dice.choice(values)
    return settings


def list_actions(session: Session) -> list[tuple[Action, Command]]:
    """The actions that take time, with their commands."""
    forecast = forecast_round(session.context())
    pairs: list[tuple[Action, Command]] = [(STAY, Wait(actor=1)), (LAMP_TOGGLE, ToggleLamp(actor=1))]
    pairs += [(step, Walk(actor=1, direction=step.direction)) for step in STEPS]
    return [(action, command) for action, command in pairs if forecast.expose(action) is not None]


def play_situation(session: Session, dice: random.Random) -> Iterator[tuple[str, Odds, bool, bool]]:
    """Plays one action; yields for each creature the deed, its odds, whether it took notice, whether it came to look.

    A step into a creature is an attack; the creature that is struck is left out.
    """
    ctx = session.context()
    forecast, world, part = forecast_round(ctx), session.state.parts[WORLD_PART], stealth_of(session.state)
    actions = list_actions(session)
    exposures = [(pair, forecast.expose(pair[0])) for pair in actions]
    strikes = [pair for pair, met in exposures if met is not None and met.target]
    action, command = dice.choice(strikes if strikes and dice.random() < 0.25 else actions)
    exposure = forecast.expose(action)
    assert exposure is not None
    deed = Deed.ATTACK.value if exposure.target else action.deed.value
    moods = {id: part.minds[id].mood for id in sorted(forecast.creatures) if id != exposure.target}
    expected = {
        id: forecast.weigh(world.actors[id], action) for id, mood in moods.items() if mood is not Mood.AGGRAVATED
    }
    turn = part.turn
    result = session.submit(command)
    if result.refusal is not None or stealth_of(session.state).turn != turn + 1:
        raise AssertionError(f"the odds expected a turn of {command}: {result.refusal}")
    for id, odds in expected.items():
        mind = stealth_of(session.state).minds.get(id)
        if mind is None:
            continue
        noticed = mind.mood is Mood.AGGRAVATED if moods[id] is Mood.CALM else mind.mood is not Mood.ASLEEP
        inquiry = play_of(session.state).inquiries.get(id)
        yield deed, odds, noticed, moods[id] is Mood.CALM and not noticed and inquiry is not None


def prove(rules: Rules, situations: int, first: int) -> tuple[dict[Group, Count], dict[tuple[str, str], Count]]:
    """Plays situations; returns the counts of exact odds by group, and of the others by deed and what happens."""
    exact: defaultdict[Group, Count] = defaultdict(Count)
    about: defaultdict[tuple[str, str], Count] = defaultdict(Count)
    for seed in range(first, first + situations):
        session = build_situation(rules, seed)
        for deed, odds, noticed, came in play_situation(session, random.Random(seed)):
            happens = "wakes" if odds.wakes else "notices"
            outcomes = [(happens, odds.permille, odds.about, noticed)]
            if not odds.wakes:
                outcomes.append(("comes", odds.comes, odds.comes_about, came))
            for happens, permille, is_vague, hit in outcomes:
                if is_vague:
                    about[deed, happens].add(permille, hit)
                else:
                    exact[Group(deed, happens, permille)].add(permille, hit)
    return exact, about


def find_outliers(exact: dict[Group, Count]) -> list[str]:
    """What lies outside its interval, in words: groups of equal odds, and sums by action and tenth."""
    sums: defaultdict[Group, Count] = defaultdict(Count)
    for group, count in exact.items():
        sums[group._replace(permille=group.permille // 100 * 100)].merge(count)
    level = (1 - CONFIDENCE) / max(1, len(exact) + len(sums)) / 2
    outliers = []
    for group, count in sorted(exact.items()):
        low, high = max(0.0, group.permille - 0.5) / 1000, min(1000.0, group.permille + 0.5) / 1000
        above = tail(count.tries, count.hits, high, upper=True)
        if min(above, tail(count.tries, count.hits, low, upper=False)) < level:
            outliers.append(f"{group}: {count.hits} of {count.tries}")
    for group, count in sorted(sums.items()):
        width = (
            NormalDist().inv_cdf(1 - level) * math.sqrt(count.variance) + 1000
        )  # in permille; 1000: half a try, twice
        if abs(1000 * count.hits - count.expected) > width:
            outliers.append(
                f"{group}, of its tenth: {count.hits} of {count.tries}, expected {count.expected / 1000:.1f}"
            )
    return outliers


def tail(tries: int, hits: int, chance: float, *, upper: bool) -> float:
    """The chance of at least (`upper`) or at most that number of hits."""
    if chance <= 0:
        return 1.0 if hits == 0 or not upper else 0.0
    if chance >= 1:
        return 1.0 if hits == tries or upper else 0.0
    values = range(hits, tries + 1) if upper else range(hits + 1)
    whole = math.lgamma(tries + 1)
    return math.fsum(
        math.exp(
            whole
            - math.lgamma(k + 1)
            - math.lgamma(tries - k + 1)
            + k * math.log(chance)
            + (tries - k) * math.log1p(-chance)
        )
        for k in values
    )


def summarize(counts: dict[Any, Count], parts: int) -> Iterator[str]:
    """Lines with the expected and the observed share, by the first `parts` fields of the keys."""
    sums: defaultdict[tuple[str, ...], Count] = defaultdict(Count)
    for key, count in counts.items():
        sums[tuple(key[:parts])].merge(count)
    for name, total in sorted(sums.items()):
        share = total.expected / 1000 / total.tries
        observed = total.hits / total.tries
        yield f"  {' '.join(name):16} {total.tries:7} tries  expected {share:7.2%}  observed {observed:7.2%}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--situations", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--rules", choices=("shipped", "classic"), default="shipped")
    args = parser.parse_args()
    rules = load("core.stealth", only=(), settings={"core.stealth.rules": args.rules}).rules
    exact, about = prove(rules, args.situations, args.first)
    tries = sum(count.tries for count in exact.values())
    print(f"{args.situations} situations, rules {args.rules}: {tries} exact odds in {len(exact)} groups")
    print(*summarize(exact, 2), sep="\n")
    print("about:", *summarize(about, 2), sep="\n")
    outliers = find_outliers(exact)
    print(*outliers, f"outside {CONFIDENCE:.1%} (corrected): {len(outliers)} of {len(exact)} groups", sep="\n")
    sys.exit(bool(outliers))


if __name__ == "__main__":
    main()
