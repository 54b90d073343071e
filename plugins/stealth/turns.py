"""The order of one turn (R-TIME-6) and who acts how often (R-TIME-5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from footfall.api import Ask, Change, Play, Proposal, Push, Question, Step, energy_actions, events
from footfall.api.grid import Actor, ExpireNoises, Explore, chebyshev, here, world_of

from .disguise import disguised
from .knobs import knobs
from .records import Effect
from .roster import present, roster
from .sight import visible
from .sounds import report
from .state import Bank, Deed, Learn, Listen, Listening, Mood, SetFighter, Tick, stealth_of
from .totals import senses

TURN = "core.stealth:turn"
NPC_PHASE = "core.stealth:npc-phase"
REPORT = "core.stealth:report"
UPKEEP = "core.stealth:upkeep"
TURN_END = "core.stealth:turn-end"
CREATURE = "core.stealth:creature"
ROUSE = "core.stealth:rouse"

PASSED = (Push(NPC_PHASE), Push(REPORT), Push(UPKEEP))
"""What follows every costed action of the player, in order."""

Changes: TypeAlias = Sequence[Change | Proposal]


def spend(
    play: Play, actor: int, *, deed: Deed | None = Deed.OTHER, waits: Listening | None = None
) -> list[Change]:
    """The end of a costed action of the player: append it to the action's own changes.

    Args:
        deed: what to note as its latest deed; None if the action noted it itself.
        waits: the new count of waits beside a door; any other action starts it again (R-HEAR-6).
    """
    changes: list[Change] = []
    if deed is not None:
        changes.append(SetFighter(actor, last=deed))
    waits = waits or Listening()
    if waits != stealth_of(play.state).listening:
        changes.append(Listen(waits))
    return [*changes, *PASSED]


def helpless(play: Play, actor: Actor) -> bool:
    """Whether a timed effect keeps an actor from acting: its turns pass by themselves."""
    if not actor.effects:
        return False
    effects = play.records.table(Effect, "effect")
    return any(name in effects and effects[name].helpless for name in actor.effects)


def begin(play: Play) -> Changes:
    """The player's turn begins: asks for a command, unless the character cannot act."""
    world, part = world_of(play.state), stealth_of(play.state)
    player = world.actors[world.player]
    if helpless(play, player):
        return [SetFighter(player.id, last=Deed.PASS), *PASSED]
    question = Ask(Question(player.id))
    if not play.listened("on_turn_start"):
        return [question]
    queued = play.notify("on_turn_start", events.Turn(player.id, part.turn))
    return [*queued, Push(ASK)] if queued else [question]


ASK = "core.stealth:ask"


def ask(play: Play) -> Changes:
    """Asks the player for a command."""
    return [Ask(Question(world_of(play.state).player))]


def npc_phase(play: Play) -> Changes:
    """The counter moves, old noises fade, and every creature of the floor gets its actions.

    All normal actions come first, in order of arrival in the world, then all extra ones.
    """
    world, _, ground = here(play)
    part, knob = stealth_of(play.state), knobs(play)
    now = part.turn + 1
    player = world.actors[world.player]
    pools: list[tuple[int, int]] = []
    normal: list[Change] = []
    extra: list[Change] = []
    minds, fighters, actors = part.minds, part.fighters, world.actors
    everywhere = knob.sleep_range == "floor"  # how near wakes a sleeper (R-AI-18)
    folk = roster(play, world, ground)
    wakers = [player, *(actors[id] for id in folk.by_side.get("adventurer", ()))]
    for id in folk.all:
        mind = minds.get(id)
        if mind is None:
            continue
        actor = actors[id]
        if mind.mood is Mood.ASLEEP:
            reach = senses(play, actor)
            if everywhere or any(chebyshev(actor.at, waker.at) <= reach for waker in wakers):
                normal.append(Push(ROUSE, (id,)))
            continue
        cost = actor.stats.get("cost", knob.time_unit)
        fighter = fighters[id]
        times, pool = energy_actions(fighter.pool, cost, knob.time_unit, knob.time_extra_zeroes_pool)
        if pool != fighter.pool:
            pools.append((id, pool))
        if times:
            normal.append(Push(CREATURE, (id, False)))
        if times == 2:
            extra.append(Push(CREATURE, (id, True)))
    changes: list[Change] = [Tick(), ExpireNoises(now)]
    if pools:
        changes.append(Bank(tuple(pools)))
    return [*changes, *normal, *extra]


def report_phase(play: Play) -> Changes:
    """Heard events are reported, then the field of view is refreshed (R-TIME-6, 4)."""
    return [*report(play), *look(play)]


def look(play: Play) -> list[Change]:
    """What the player's character sees now becomes explored; kinds of creature in view become known."""
    world, level, ground = here(play)
    mask = visible(play)
    changes: list[Change] = []
    if level.memory.shape != level.tiles.shape or (level.memory[mask] != level.tiles[mask] + 1).any():
        changes.append(Explore(level.id, mask))
    known = stealth_of(play.state).known
    top, left = level.origin
    new = []
    for other in present(play, world, ground):
        if other.kind not in known and other.id != world.player and other.kind not in new:
            y, x = other.at
            if mask[y - top, x - left] and disguised(play, other) is None:
                new.append(other.kind)
    if new:
        changes.append(Learn(tuple(new)))
    return changes


def upkeep(play: Play) -> Changes:
    """The end of the turn: a chain of named steps that mods may extend (R-TIME-6, 5)."""
    return [*play.chain("on_round_end", "core.stealth"), Push(TURN_END)]


def turn_end(play: Play) -> Changes:
    """Everything the turn led to is over."""
    if not play.listened("on_turn_end"):
        return ()
    return play.notify("on_turn_end", events.Turn(world_of(play.state).player, stealth_of(play.state).turn))


STEPS = (
    Step(TURN, begin),
    Step(ASK, ask),
    Step(NPC_PHASE, npc_phase),
    Step(REPORT, report_phase),
    Step(UPKEEP, upkeep),
    Step(TURN_END, turn_end),
)

__all__ = ["CREATURE", "PASSED", "ROUSE", "STEPS", "TURN", "look", "spend"]
