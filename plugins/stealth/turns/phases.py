"""The order of a turn (R-TIME-6), and how often each creature acts in it (R-TIME-5)."""

from collections.abc import Sequence
from typing import TypeAlias

from footfall.api import Ask, Change, Context, Proposal, Push, Question, Step, events
from footfall.api.grid import Actor, Cell, ExpireNoises

from ..actors.stats import cost_of, sense_ranges, time_gain
from ..model.phase import Phase, count_actions, get_phase
from ..model.state import LastAction, ListeningState, Mood, SetFighter, SetListening, SetTimePools, Tick
from ..senses.known_map import remember_items
from ..senses.notices import name_noticers
from ..senses.sight import update_explored
from ..senses.sounds import report_sounds

TURN = "core.stealth:turn"
NPC_PHASE = "core.stealth:npc-phase"
REPORT = "core.stealth:report"
UPKEEP = "core.stealth:upkeep"
ATTEND = "core.stealth:attend"
TURN_END = "core.stealth:turn-end"
CREATURE_STEP = "core.stealth:creature"
ROUSE_STEP = "core.stealth:rouse"
WATCH_STEP = "core.stealth:watch"

AFTER_ACTION = (Push(NPC_PHASE), Push(ATTEND), Push(REPORT), Push(UPKEEP))
"""The steps after each action of the player that takes a turn, in order."""

CLASSIC_AFTER_ACTION = (Push(NPC_PHASE), Push(REPORT), Push(UPKEEP))
"""The same under the classic rules: creatures attend to their target alone."""

StepChanges: TypeAlias = Sequence[Change | Proposal]


def spend_turn(
    phase: Phase,
    actor: int,
    *,
    last_action: LastAction | None = LastAction.OTHER,
    listening: ListeningState | None = None,
) -> list[Change]:
    """The end of the player's turn, to be appended to the changes of the action.

    Args:
        last_action: recorded as the latest action; None if the action has recorded it.
        listening: the new count of waits; any other action resets it (R-HEAR-6).
    """
    changes: list[Change] = []
    if last_action is not None:
        changes.append(SetFighter(actor, last=last_action))
    listening = listening or ListeningState()
    if listening != phase.stealth.listening:
        changes.append(SetListening(listening))
    changes += remember_items(phase)
    return [*changes, *(AFTER_ACTION if phase.settings.shipped else CLASSIC_AFTER_ACTION)]


def is_helpless(phase: Phase, actor: Actor) -> bool:
    """Whether a timed effect prevents an actor from acting."""
    if not actor.effects:
        return False
    effects = phase.status_effects
    return any(name in effects and effects[name].is_helpless for name in actor.effects)


def is_soothed(phase: Phase, actor: Actor) -> bool:
    """Whether a timed effect keeps an actor that does not hunt from noticing other actors."""
    if not actor.effects:
        return False
    effects = phase.status_effects
    return any(name in effects and effects[name].is_soothing for name in actor.effects)


def begin_turn(ctx: Context) -> StepChanges:
    """Begins the player's turn: asks for a command, or passes if the character is helpless."""
    phase = get_phase(ctx)
    player = phase.player
    if is_helpless(phase, player):
        return spend_turn(phase, player.id, last_action=LastAction.PASS)
    question = Ask(Question(player.id))
    if not ctx.has_listeners("on_turn_start"):
        return [question]
    queued = ctx.notify("on_turn_start", events.Turn(player.id, phase.turn))
    return [*queued, Push(ASK)] if queued else [question]


ASK = "core.stealth:ask"


def ask_player(ctx: Context) -> StepChanges:
    """Asks the player for a command."""
    return [Ask(Question(get_phase(ctx).world.player))]


def queue_npc_phase(ctx: Context) -> StepChanges:
    """Advances the counter, removes old noises, and queues the actions of the floor's creatures.

    Normal actions come first, in order of arrival in the world, then extra actions. A creature that does not
    act, but hunts or stays awake for a number of turns, keeps watch instead.
    """
    phase = get_phase(ctx)
    settings = phase.settings
    turn = phase.turn + 1
    pools: list[tuple[int, int]] = []
    normal: list[Change] = []
    extra: list[Change] = []
    minds, fighters, actors, asleep = phase.stealth.minds, phase.stealth.fighters, phase.world.actors, Mood.ASLEEP
    everywhere, unit, gain = settings.sleep_range == "floor", settings.time_unit, time_gain(phase)  # R-AI-18
    wakers = [actors[id].at for id in (phase.world.player, *phase.index.by_side.get("adventurer", ()))]
    for id in phase.index.all:
        mind = minds.get(id)
        if mind is None:
            continue
        actor = actors[id]
        if mind.mood is asleep:
            if everywhere or _perceives_place(phase, actor, wakers):
                normal.append(Push(ROUSE_STEP, (id,)))
            continue
        cost = cost_of(phase, actor) if actor.effects else actor.stats.get("cost", unit)
        fighter = fighters[id]
        times, pool = count_actions(fighter.pool, cost, unit, settings.empties_time_pool, gain)
        if pool != fighter.pool:
            pools.append((id, pool))
        if times:
            normal.append(Push(CREATURE_STEP, (id, False)))
        elif mind.mood is Mood.AGGRAVATED or mind.patience:  # its counters run on (R-AI-15, D-34)
            normal.append(Push(WATCH_STEP, (id,)))
        if times == 2:
            extra.append(Push(CREATURE_STEP, (id, True)))
    changes: list[Change] = [Tick(), ExpireNoises(turn)]
    if pools:
        changes.append(SetTimePools(tuple(pools)))
    return [*changes, *normal, *extra]


def _perceives_place(phase: Phase, actor: Actor, places: Sequence[Cell]) -> bool:
    """Whether one of the places is within the range of a creature's senses."""
    y, x = actor.at
    fov, foh = sense_ranges(phase, actor)
    reach = fov if fov > foh else foh
    for other_y, other_x in places:  # noqa: SIM110 (a generator takes longer than this loop)
        if -reach <= y - other_y <= reach and -reach <= x - other_x <= reach:
            return True
    return False


def report_and_look(ctx: Context) -> StepChanges:
    """Reports sounds and who noticed the character, then updates the explored area (R-TIME-6, P-WHY-5)."""
    phase = get_phase(ctx)
    return [*report_sounds(phase), *name_noticers(phase), *update_explored(phase)]


def run_upkeep(ctx: Context) -> StepChanges:
    """Pushes upkeep, a chain of named steps that mods may extend (R-TIME-6)."""
    return [*ctx.push_chain("on_round_end", "core.stealth"), Push(TURN_END)]


def notify_turn_end(ctx: Context) -> StepChanges:
    """Notifies mods of the end of the turn."""
    phase = get_phase(ctx)
    if not ctx.has_listeners("on_turn_end"):
        return ()
    return ctx.notify("on_turn_end", events.Turn(phase.world.player, phase.turn))


STEPS = (
    Step(TURN, begin_turn),
    Step(ASK, ask_player),
    Step(NPC_PHASE, queue_npc_phase),
    Step(REPORT, report_and_look),
    Step(UPKEEP, run_upkeep),
    Step(TURN_END, notify_turn_end),
)

__all__ = [
    "AFTER_ACTION",
    "ATTEND",
    "CREATURE_STEP",
    "ROUSE_STEP",
    "STEPS",
    "TURN",
    "WATCH_STEP",
    "spend_turn",
]
