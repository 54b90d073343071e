"""Plays forced situations and compares how often creatures take notice with the odds shown before.

    python tests/stealth/prove_odds.py [--situations 100000] [--first 0] [--rules shipped] [--repeats 0]

Each situation is a small floor that the character knows and sees, with creatures and one action. What the character
does not know is drawn: time points, routines, the order of creatures, what others do.

1. Each group of equal odds (by action, by what happens, by lowest and highest chance) must come true as often as these
   allow: the share lies in the binomial interval at 99.9 %, corrected for the number of groups.
2. Where the lowest and the highest chance differ, one of them is forced: the unknown is set to the facts that give it,
   and it must then come true exactly as often. So no interval is wider than what is unknown demands.
3. With ``--repeats`` each situation is also played that often with other dice: its own share must lie in its interval.

Exit code 1 if a group or a situation lies outside.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from footfall.api import Command, Question, State
from footfall.api.grid import WORLD_PART, Actor, Item, Level, Noise, Tile, World
from footfall.engine.declarations.rules import Rules
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth.actions.commands import Throw, ToggleLamp, Wait, Walk
from footfall.plugins.stealth.actions.fight import Manner
from footfall.plugins.stealth.actions.missiles import check_throw
from footfall.plugins.stealth.actors.stats import LAMP
from footfall.plugins.stealth.ai.inquiries import is_looking
from footfall.plugins.stealth.ai.tactics import BEHAVIORS
from footfall.plugins.stealth.model.phase import Phase, count_actions, get_phase
from footfall.plugins.stealth.model.play_state import HOME, PLAY_PART, Inquiry, play_of
from footfall.plugins.stealth.model.records import DEFAULT_STATS, CreatureKind
from footfall.plugins.stealth.model.state import Mood, stealth_of
from footfall.plugins.stealth.odds.chances import to_permille
from footfall.plugins.stealth.odds.exposure import EASES, HURT, WHISTLE, Exposure, Missile
from footfall.plugins.stealth.odds.outlooks import NOT_HURT, Case, Threat
from footfall.plugins.stealth.odds.screen import LAMP_TOGGLE, STAY, STEPS, Action, Deed, Forecast, Odds, forecast_round
from footfall.plugins.stealth.player.tricks import EaseDoor, Whistle

sys.path.insert(0, str(Path(__file__).parent))

from odds_counts import CONFIDENCE, Count, Counts, Group, find_outliers, is_outside, summarize

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


MISSILES = {901: "rocks", 902: "bones"}
"""Things that the character can throw, by id."""


def build_situation(rules: Rules, seed: int, variety: str = "", game_seed: int | None = None) -> Session:
    """A session in a random situation; `game_seed` is that of its dice, by default `seed`."""
    dice = random.Random(f"{variety}{seed}")
    level = draw_level(dice)
    walkable = [rules.records.table(Tile, "tile")[id].walkable for id in level.palette]
    cells = [(y, x) for (y, x), tile in np.ndenumerate(level.tiles) if walkable[tile]]
    dice.shuffle(cells)
    ruled = rules.hooks.kinds["decide_action", "actor"] | rules.hooks.kinds["core.stealth:on_creature_turn", "actor"]
    records = sorted(rules.records.table(CreatureKind, "creature").items())
    kinds = [(id, kind) for id, kind in records if is_foe(kind) and id not in ruled]  # rules: odds say "about"
    world = World(1000, 1, 1, {1: level})
    turn = dice.randint(1, 500)
    world.actors[1] = draw_player(dice, cells[0])
    world.items = {id: Item(id, f"core.stealth:{kind}", 9, holder=1) for id, kind in MISSILES.items()}
    world.actors[1].pack = [*MISSILES]
    world.noises = list(draw_noises(dice, turn, cells[0]))
    fighters: dict[int, Any] = {1: {"stamina": dice.randint(0, 3)}}
    minds = {}
    near = sorted(cells[1:], key=lambda cell: max(abs(cell[0] - cells[0][0]), abs(cell[1] - cells[0][1])))
    for id in range(2, 3 + min(dice.choice((0, 0, 1, 2)), len(cells) - 2)):
        at = near.pop(min(int(dice.expovariate(0.06)), len(near) - 1))
        world.actors[id], fighters[id], minds[id] = draw_creature(dice, id, at, *dice.choice(kinds))
        minds[id]["post"] = dice.choice((at, at, *near[:8]))
    settings, asked = draw_settings(rules, dice), Question(1)
    state = State(game="core.stealth", seed=seed if game_seed is None else game_seed, settings=settings, question=asked)
    part = {"turn": turn, "minds": minds, "fighters": fighters}
    state.parts = {
        WORLD_PART: world,
        "core.stealth": msgspec.convert(part, rules.saves.parts["core.stealth"], strict=False),
    }
    if rules.settings["core.stealth.rules"] == "shipped":
        homebound = {
            id: {"at": mind["post"], "kind": HOME, "patience": 4}
            for id, mind in minds.items()
            if mind["mood"] == "calm" and BEHAVIORS[mind["ai"]].follows_noises and dice.random() < 0.3
        }
        kept = msgspec.convert({"inquiries": homebound}, rules.saves.parts[PLAY_PART], strict=False)
        state.parts[PLAY_PART] = kept
    return Session(rules, state, quiet=True)


def is_foe(kind: CreatureKind) -> bool:
    """Whether a kind hunts the character and its senses are fixed by its record."""
    return kind.side == "hostile" and not {"fov", "foh", "perception", "cost"} & kind.ranges.keys()


def draw_level(dice: random.Random) -> Level:
    """A small floor that the character remembers whole."""
    height, width = dice.randint(7, 13), dice.randint(7, 15)
    palette = [f"core.stealth:{name}" for name in TILES]
    density = dice.choice((0.0, 0.3, 1.0))  # of all cells but floor
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
        "noise": dice.choice((0, 0, 0, 1, 2)), "defense": dice.choice((9, 2, -9)), "map_memory": 1,
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
    stats = {**DEFAULT_STATS, **kind.stats, "stamina_max": kind.stamina[1]}
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
    forecast = forecast_round(get_phase(session.context()))
    pairs: list[tuple[Action, Command]] = [(STAY, Wait(actor=1)), (LAMP_TOGGLE, ToggleLamp(actor=1))]
    pairs += [(step, Walk(actor=1, direction=step.direction)) for step in STEPS]
    return [(action, command) for action, command in pairs if forecast.expose(action)]


def list_tricks(phase: Phase) -> Iterator[tuple[Action, Command]]:
    """Yields doors that it may ease, a whistle, and throws at each creature within range and at some other cells."""
    yield from ((ease, EaseDoor(actor=1, direction=ease.direction)) for ease in EASES)
    yield WHISTLE, Whistle(actor=1)
    cells = [cell for cell in np.ndindex(phase.level.shape) if check_throw(phase, phase.player, cell) is None]
    for number, cell in enumerate(cells):
        if cell in phase.ground.actor_by_cell or number % 9 == 0:
            id = [*MISSILES][number % len(MISSILES)]
            missile = Missile(id, cell, Manner.THROWN)
            yield Action(Deed.MISSILE, missile=missile), Throw(actor=1, item=id, target=cell)


class Play(NamedTuple):
    """One action in a situation, before it is done.

    Attributes:
        deed: what it is; a step into a creature is an attack.
        expected: the odds of each creature that does not hunt, but for one that is struck.
    """

    deed: str
    command: Command
    exposure: Exposure
    expected: dict[int, Odds]


def choose_play(session: Session, dice: random.Random) -> Play:
    """Draws an action."""
    forecast, part = forecast_round(get_phase(session.context())), stealth_of(session.state)
    world = session.state.parts[WORLD_PART]
    actions, tricks = (
        [(command, action, find_exposure(forecast, action)) for action, command in pairs if forecast.expose(action)]
        for pairs in (list_actions(session), list_tricks(get_phase(session.context())))
    )
    strikes = [row for row in actions if row[2].target]
    command, action, exposure = dice.choice(strikes if strikes and dice.random() < 0.25 else actions)
    if tricks and dice.random() >= 0.85:
        command, action, exposure = dice.choice(tricks)
    deed = Deed.ATTACK.value if exposure.target else action.deed.value
    unaware = [id for id in sorted(forecast.creatures) if part.minds[id].mood is not Mood.AGGRAVATED]
    expected = {id: forecast.weigh(world.actors[id], action) for id in unaware if id != exposure.target}
    return Play(deed, command, exposure, expected)


def find_exposure(forecast: Forecast, action: Action) -> Exposure:
    """What an action comes to, of which all is known here; a blow that misses, if it may."""
    return forecast.expose(action)[0].exposures[0]


def do(session: Session, play: Play) -> dict[int, tuple[bool, bool]]:
    """Does the action; returns for each creature whether it took notice, and whether it came to look."""
    part = stealth_of(session.state)
    moods, turn = {id: part.minds[id].mood for id in play.expected if id in part.minds}, part.turn
    result = session.submit(play.command)
    if result.refusal is not None or stealth_of(session.state).turn != turn + 1:
        raise AssertionError(f"the odds expected a turn of {play.command}: {result.refusal}")
    results = {}
    for id, mood in moods.items():
        mind, inquiry = stealth_of(session.state).minds.get(id), play_of(session.state).inquiries.get(id)
        if mind is not None:
            noticed = mind.mood is Mood.AGGRAVATED if mood is Mood.CALM else mind.mood is not Mood.ASLEEP
            results[id] = noticed, mood is Mood.CALM and not noticed and is_looking(inquiry)
    return results


def list_chances(odds: Odds) -> list[tuple[str, int, int]]:
    """What may happen: its name, its lowest and its highest chance in permille."""
    if odds.is_asleep:
        return [("wakes", odds.low, odds.high)]
    return [("notices", odds.low, odds.high), ("comes", odds.comes_low, odds.comes_high)]


class Proof(NamedTuple):
    """What came of situations.

    Attributes:
        shown: by the odds shown.
        forced: with the unknown set to what gives one end of the odds.
        skipped: ends that could not be forced.
    """

    shown: Counts
    forced: Counts
    skipped: int


def prove(rules: Rules, situations: int, first: int) -> Proof:
    """Plays situations, and again with the unknown set to the extremes."""
    shown, forced, skipped = defaultdict(Count), defaultdict(Count), 0
    for seed in range(first, first + situations):
        session = build_situation(rules, seed)
        play = choose_play(session, random.Random(seed))
        results = do(session, play)
        for id, odds in play.expected.items():
            for part, (happens, low, high) in enumerate(list_chances(odds)):
                if id in results:
                    shown[Group(play.deed, happens, low, high)].add(low, high, results[id][part])
                if low < high:
                    top = seed % 2 == 1
                    end, hit = force_end(rules, seed, id, part, top)
                    if hit is None:
                        skipped += 1
                    else:
                        name = f"{happens} {'highest' if top else 'lowest'}"
                        forced[Group(play.deed, name, end, end)].add(end, end, hit)
    return Proof(shown, forced, skipped)


def force_end(rules: Rules, seed: int, id: int, part: int, top: bool) -> tuple[int, bool | None]:
    """Plays a situation with the facts that give the lowest or highest chance.

    Returns:
        The chance in permille, and whether it came true; None if the facts cannot be set here, the contrary of the
        chance if no creature can ever meet them.
    """
    session = build_situation(rules, seed)
    play = choose_play(session, random.Random(seed))
    forecast, creature = forecast_round(get_phase(session.context())), session.state.parts[WORLD_PART].actors[id]
    end, ends = -1.0, list[Case]()
    for case in forecast.list_cases(creature, play.exposure):
        chance = (case.notice_chance, case.come_chance)[part]
        if not ends or (chance > end if top else chance < end):
            end, ends = chance, []
        if chance == end:
            ends.append(case)
    creature_can = False
    for case in ends:
        forcing = Forcing(build_situation(rules, seed), id, play.exposure)
        can_act = creature.id not in forcing.calm or forcing.set_count(id, case.facts.actions)
        creature_can = creature_can or can_act
        if can_act and forcing.set_facts(case):
            moved = play._replace(expected={forcing.id: play.expected[id]})
            results = do(forcing.session, moved)
            if forcing.has_heard(case):
                return to_permille(end), results[forcing.id][part]
    return to_permille(end), None if creature_can else not top


class Forcing:
    """A situation in which the unknown is set, so that a creature meets given facts.

    Attributes:
        id: the id of the creature, which changes with its place in the order of creatures.
        calm: ids of the creatures that are calm.
    """

    def __init__(self, session: Session, id: int, exposure: Exposure) -> None:
        self.session, self.id, self.exposure = session, id, exposure
        self.rules, self.world = session.rules, session.state.parts[WORLD_PART]
        self.part, self.inquiries = stealth_of(session.state), play_of(session.state).inquiries
        self.calm = [other for other, mind in self.part.minds.items() if mind.mood is Mood.CALM]
        forecast = forecast_round(get_phase(session.context()))
        self.threats = forecast.list_threats(self.world.actors[id], exposure)
        self.others = {self.world.actors[other].at: other for other in sorted(self.part.minds) if other != id}

    def set_facts(self, case: Case) -> bool:
        """Sets the facts; returns whether all of them can be."""
        target = self.world.actors.get(self.exposure.target)
        if target is not None:
            wounds = len(self.exposure.calls) > 1
            target.stats |= dict.fromkeys(("defense", "armor"), -99 if wounds else 99)  # paralysis takes its defense
        self._set_behavior(case)
        return self._set_deeds(case) and self._set_routine(case)

    def has_heard(self, case: Case) -> bool:
        """Whether all noises of the case were made where it says; one that cries may have walked first."""
        noises = {(noise.loudness, noise.at) for noise in self.session.state.parts[WORLD_PART].noises}
        return all((call.noise.loudness, call.at) in noises for call in case.incident.calls)

    def _set_behavior(self, case: Case) -> None:
        actor, mind = self.world.actors[self.id], self.part.minds[self.id]
        kind = self.rules.records.get(CreatureKind, "creature", actor.kind)
        names = [*kind.ai, *([kind.wakes] if kind.wakes else []), *(["rounds"] if kind.rounds else [])]
        senses = case.senses
        wanted = (senses.engages_by_sight, senses.is_dormant, senses.follows_noises)
        fitting = [
            name
            for name in names
            if (one := BEHAVIORS[name]) and (one.engages_by_sight, one.is_dormant, one.follows_noises) == wanted
        ]
        mind.ai = mind.ai if mind.ai in fitting else fitting[0]

    def set_count(self, id: int, actions: int) -> bool:
        """Saves time points for a number of actions; returns whether the creature can ever have that many."""
        cost, pool = self.world.actors[id].stats["cost"], 0
        for _ in range(100):
            count, after = count_actions(pool, cost)
            if count == actions:
                self.part.fighters[id].pool = pool
                return True
            pool = after
        return False

    def _set_routine(self, case: Case) -> bool:
        """Sends the creature where its routine shall lead it."""
        actor, mind = self.world.actors[self.id], self.part.minds[self.id]
        if mind.mood is Mood.ASLEEP or not case.facts.actions:
            return True
        if any(max(abs(at[0] - actor.at[0]), abs(at[1] - actor.at[1])) <= 2 for at in self.others):
            return False  # they may get in its way
        if actor.effects:
            return False  # one that is confused goes elsewhere
        goal = case.routine.opened_door or case.routine.at
        self.inquiries.pop(self.id, None)
        if case.senses.follows_noises and PLAY_PART in self.session.state.parts:
            self.inquiries[self.id] = Inquiry(goal, HOME, 4)
        elif goal != actor.at and mind.ai not in ("patrol", "guard", "scout", "archer", "defensive"):
            return False
        mind.post, mind.rounds, mind.index = goal, (goal,), 0
        return True

    def _set_deeds(self, case: Case) -> bool:
        """Lets one of the others do what it shall do, and the rest nothing."""
        hurts, made = case.incident.hurts, set(case.incident.calls) - set(self.exposure.calls)
        cries = any(call.noise.loudness > HURT.loudness for call in made)
        strikes = hurts != NOT_HURT or any(call.noise.loudness == HURT.loudness for call in made)
        able = [
            threat
            for threat in self.threats
            if threat.may_cry is cries
            and not self.world.actors[self.others[threat.at]].effects  # one that is confused goes elsewhere
            and (not strikes or {call.at for call in made} & set(threat.places))
            and (hurts == NOT_HURT or (threat.may_hurt and threat.strikes <= hurts))
        ]
        needed = strikes or cries
        if needed and (not able or len(able[0].places) > 1):
            return False  # it strikes from only one of these places
        at = self.exposure.at
        if needed and able[0].strikes == 0 and max(abs(able[0].at[0] - at[0]), abs(able[0].at[1] - at[1])) > 1:
            return not strikes  # archers have no bows here
        actor = self.others[able[0].at] if needed else None
        if actor is not None and self.exposure.target in (self.id, actor):
            return False  # the blow would strike another after the two have changed places
        for other in self.others.values():
            if other != actor:
                self.world.actors[other].effects = {"core.stealth:paralysed": 9}
        if actor is not None:
            self._rouse(actor, able[0], hurts, strikes, any(call.at == self.exposure.at for call in made))
        return True

    def _rouse(self, id: int, threat: Threat, hurts: int, strikes: bool, wounds: bool) -> None:
        """Makes another notice for certain, and strike if it shall, before the right action of the creature."""
        is_late = hurts != NOT_HURT and hurts > threat.strikes
        if not self.set_count(id, threat.strikes + 1):
            _ = self.set_count(id, 1) or self.set_count(id, 2)
        self.world.actors[id].stats |= {"perception": 99, "strength": 9}  # so that no blow glances off
        if not threat.may_cry:
            self.part.minds[id].mood = Mood.AGGRAVATED
        self.part.fighters[id].stamina = self.world.actors[id].stats["stamina_max"] if strikes else 0
        self.world.actors[1].stats |= {"defense": -99 if wounds or hurts != NOT_HURT else 99, "armor": -99}
        if (id < self.id) is (is_late or hurts == NOT_HURT):
            self._swap(id)

    def _swap(self, other: int) -> None:
        """Changes the order in which two creatures act."""
        for table in (self.world.actors, self.part.minds, self.part.fighters, self.inquiries):
            pair = table.pop(self.id, None), table.pop(other, None)
            for id, value in zip((other, self.id), pair, strict=True):
                if value is not None:
                    table[id] = value
        for id in (self.id, other):
            self.world.actors[id].id = id
        self.id = other


def prove_singly(rules: Rules, situations: int, first: int, repeats: int) -> list[str]:
    """Plays each situation often with other dice; returns those whose own share lies outside its interval."""
    counts: dict[tuple[int, int, str, int, int], Count] = {}
    for seed in range(first, first + situations):
        for game_seed in range(repeats):
            session = build_situation(rules, seed, game_seed=game_seed)
            play = choose_play(session, random.Random(seed))
            results = do(session, play)
            for id, odds in play.expected.items():
                for part, (happens, low, high) in enumerate(list_chances(odds)):
                    if id in results:
                        key = (seed, id, f"{play.deed} {happens}", low, high)
                        counts.setdefault(key, Count()).add(low, high, results[id][part])
    level = (1 - CONFIDENCE) / max(1, len(counts)) / 2
    return [
        f"situation {seed}, creature {id}, {happens}, {low} to {high}: {count.hits} of {count.tries}"
        for (seed, id, happens, low, high), count in counts.items()
        if is_outside(count.tries, count.hits, low, high, level)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--situations", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--rules", choices=("shipped", "classic"), default="shipped")
    parser.add_argument("--repeats", type=int, default=0, help="plays of each situation with other dice")
    args = parser.parse_args()
    rules = load("core.stealth", only_mods=(), settings={"core.stealth.rules": args.rules}).rules
    if args.repeats:
        outliers = prove_singly(rules, args.situations, args.first, args.repeats)
        print(
            *outliers, f"{args.situations} situations, {len(outliers)} outside {CONFIDENCE:.1%} (corrected)", sep="\n"
        )
        sys.exit(bool(outliers))
    proof = prove(rules, args.situations, args.first)
    print(f"{args.situations} situations, rules {args.rules}: odds shown", *summarize(proof.shown), sep="\n")
    print(f"the unknown forced to one end ({proof.skipped} could not be)", *summarize(proof.forced), sep="\n")
    outliers = [*find_outliers(proof.shown), *(f"forced: {line}" for line in find_outliers(proof.forced))]
    groups = len(proof.shown) + len(proof.forced)
    print(*outliers, f"outside {CONFIDENCE:.1%} (corrected): {len(outliers)} of {groups} groups", sep="\n")
    sys.exit(bool(outliers))


if __name__ == "__main__":
    main()
