"""A creature's turn (R-AI-17) and the waking rolls of a sleeper (R-AI-18)."""

from collections.abc import Sequence

from footfall.api import Change, Command, Context, Proposal, Refusal, Step, events
from footfall.api.chance import play_chance
from footfall.api.grid import Actor, Move

from ..actions.commands import ACTIONS, Pass, Wait, Walk, do_pass, perform
from ..actors.stats import effective_luck, effective_stealth
from ..generate.floor_factory import HUNT_STEP
from ..model.hunt import COMMANDED
from ..model.phase import ACTING_HOOKS, Phase, get_phase
from ..model.state import LastAction, Mind, Mood, SetMind, SetTimePools
from ..senses.notices import announce, announce_mood
from ..turns.phases import CREATURE_STEP, ROUSE_STEP, WATCH_STEP, is_helpless, is_soothed
from .context import TurnContext
from .engage import engage
from .inquiries import look_into, settle_inquiry
from .noticing import DiscernFacts, WakeFacts, can_disturb, discern, wake
from .orders import AWAIT_STEP, ORDER_STEP, ask_for_order, await_order, begin_hunt, read_order
from .reasons import describe_mood_change, give_waking_reason
from .senses import choose_target, lose_track, perceive, perceives_player
from .tactics import BEHAVIORS, BYSTANDERS

__all__ = ["STEPS", "keep_watch", "rouse", "take_creature_turn"]


def take_creature_turn(ctx: Context, id: int, extra: bool) -> list[Change | Proposal]:
    """Runs one action of one creature.

    Tactics and idle routines plan their own paths. A creature that became aggravated by its
    weaker sense plans none this turn (R-AI-4, 11).
    """
    phase = get_phase(ctx)
    actor = phase.find_actor(id)
    if actor is None:
        return []
    if is_bystander(phase, actor):
        return []
    turn = TurnContext(phase, actor, extra)
    observe(turn)
    if actor.effects and is_helpless(phase, actor):
        doze(turn)
        turn.changes += do_pass(phase, actor, Pass(actor=id))
        return remember(turn)
    engage(turn)
    doze(turn)
    return act(turn)


def is_bystander(phase: Phase, actor: Actor) -> bool:
    """Whether its turn changes nothing, rolls nothing and asks no mod: it stands calmly and perceives nothing."""
    mind = phase.stealth.minds[actor.id]
    return (
        mind.mood is Mood.CALM
        and mind.ai in BYSTANDERS
        and phase.hunts_player
        and actor.side == "hostile"
        and phase.stealth.fighters[actor.id].last is LastAction.PASS
        and not actor.effects
        and actor.id not in phase.play.inquiries
        and not any(phase.asks(hook, actor) for hook in ACTING_HOOKS)
        and not phase.asks_hearing_of(actor)
        and not perceives_player(phase, actor)
    )


def keep_watch(ctx: Context, id: int) -> list[Change | Proposal]:
    """The turn of a creature too slow to act in it: its counters count turns, not actions (R-AI-15, D-34)."""
    phase = get_phase(ctx)
    actor = phase.find_actor(id)
    if actor is None or phase.stealth.minds[id].mood is Mood.ASLEEP:
        return []
    turn = TurnContext(phase, actor, False)
    observe(turn)
    doze(turn)
    return remember(turn)


def observe(turn: TurnContext) -> None:
    """Chooses a target, perceives it, and counts the turns without a trace of it (R-AI-1, 2, 15)."""
    choose_target(turn)
    perceive(turn)
    lose_track(turn)


def doze(turn: TurnContext) -> None:
    """Puts a mimic back to sleep once it has perceived no target for ``ai.mimic_sleep`` turns."""
    mind = turn.mind
    if not BEHAVIORS[mind.ai].is_dormant:
        return
    if turn.sees or turn.hears or not mind.patience:  # 0: woken this turn by other means
        mind.patience = turn.settings.ai_mimic_sleep
        return
    if not turn.extra:
        mind.patience -= 1
    if not mind.patience:
        turn.calm_down()
        mind.mood = Mood.ASLEEP
        turn.changes.append(SetTimePools(((turn.actor.id, 0),)))


def act(turn: TurnContext) -> list[Change | Proposal]:
    """Chooses a command, asks the hook ``decide_action``, and performs it; a commanded creature awaits an order."""
    actor = turn.actor
    if turn.mind.ai == COMMANDED and not turn.baffled:
        asking = await_order(turn)
        return [*remember(turn), asking]
    command = decide(turn)
    if turn.phase.asks("decide_action", actor):
        options = (command, Wait(actor=actor.id), *(Walk(actor=actor.id, direction=d) for d in range(8)))
        command = choose_instead(turn.phase, actor, options) or command
    return carry_out(turn, command)


def choose_instead(phase: Phase, actor: Actor, options: tuple[Command, ...] = ()) -> Command | None:
    """The command that mods choose for a creature, if any; rules as data cannot read the options."""
    answer = phase.ctx.decide("decide_action", events.Deciding(actor.id, options))
    return answer if isinstance(answer, Command) and type(answer) in ACTIONS else None


def carry_out(turn: TurnContext, command: Command) -> list[Change | Proposal]:
    """Asks the hook ``can_act``, and performs a command; a creature that cannot do so waits."""
    ctx, actor = turn.ctx, turn.actor
    if turn.phase.asks("can_act", actor) and ctx.vote("can_act", events.Acting(actor.id, command)) is not None:
        command = Pass(actor=actor.id)
    changes = perform(turn.phase, actor, command)
    if isinstance(changes, Refusal):
        changes = perform(turn.phase, actor, Wait(actor=actor.id) if turn.is_aggravated else Pass(actor=actor.id))
        assert not isinstance(changes, Refusal)
    elif type(command) is Walk:
        update_path_after_step(turn, changes)
    turn.changes += changes
    changes = remember(turn)
    if not turn.extra and turn.phase.asks("core.stealth:on_creature_turn", actor):
        changes += announce(turn.phase, "core.stealth:on_creature_turn", actor.id)
    return changes


def follow_order(ctx: Context, id: int, extra: bool, order: str) -> list[Change | Proposal]:
    """Carries out the order of a commanded creature (P-HUNT-2)."""
    phase = get_phase(ctx)
    actor = phase.find_actor(id)
    if actor is None:
        return []
    turn = TurnContext(phase, actor, extra)
    choose_target(turn)
    command, first = read_order(turn, order)
    return [*first, *carry_out(turn, command)]


def remember(turn: TurnContext) -> list[Change | Proposal]:
    """The changes of the turn with the new mind and inquiry, if they differ from the old ones."""
    if turn.settings.shipped:
        settle_inquiry(turn)
    if turn.mind != turn.stealth_state.minds[turn.actor.id]:
        turn.changes.append(SetMind(turn.actor.id, turn.mind))
        if turn.phase.asks_minds:
            turn.changes += announce_mood(turn.phase, turn.actor.id, turn.mind.mood)
        turn.changes[:0] = describe_mood_change(turn)
    return turn.changes


def decide(turn: TurnContext) -> Command:
    """The command that the creature's behavior chooses."""
    if turn.baffled or turn.mind.mood is Mood.ASLEEP:
        return Pass(actor=turn.actor.id)
    behavior = BEHAVIORS[turn.mind.ai]
    if turn.is_aggravated:
        return behavior.tactic(turn)
    return behavior.idle(turn) if turn.inquiry is None else look_into(turn)


def update_path_after_step(turn: TurnContext, changes: Sequence[Change | Proposal]) -> None:
    """Advances the path after a step along it, drops it after any other step (R-AI-5, 15).

    A walk that opened a door, struck an enemy or stumbled against a wall is not a step.
    """
    mind, id = turn.mind, turn.actor.id
    cell = next((change.to for change in changes if isinstance(change, Move) and change.actor == id), None)
    if cell is None:
        return
    if mind.path and mind.path[0] == cell:
        mind.path = mind.path[1:]
    else:
        mind.path, mind.goal = (), None
    mind.blocked_turns = 0


def rouse(ctx: Context, id: int) -> list[Change | Proposal]:
    """Rolls whether a sleeper near the player wakes (R-AI-18). Waking does not aggravate."""
    phase = get_phase(ctx)
    actor = phase.world.actors.get(id)
    if actor is None or phase.stealth.minds[id].mood is not Mood.ASLEEP:
        return []
    turn = TurnContext(phase, actor, False)
    choose_target(turn)
    if turn.target is None or is_soothed(phase, actor) or (turn.settings.shipped and is_helpless(phase, actor)):
        return []
    if not can_disturb(turn.settings, turn.distance, turn.fov, turn.foh):
        return []
    if not roll_waking(turn):
        return turn.changes
    mind: Mind = turn.mind
    mind.mood = Mood.CALM
    mind.patience = turn.settings.ai_mimic_sleep if BEHAVIORS[mind.ai].is_dormant else 0
    mood = announce_mood(phase, id, mind.mood) if phase.asks_minds else ()
    return [*describe_mood_change(turn), *turn.changes, SetMind(id, mind), *mood]


def roll_waking(turn: TurnContext) -> bool:
    """The waking roll, then the noticing roll if it perceives its target."""
    ctx, target = turn.ctx, turn.target
    assert target is not None
    if BEHAVIORS[turn.mind.ai].is_dormant:
        return turn.distance <= 1
    luck = effective_luck(turn.phase, target)
    woken = play_chance(ctx, wake, WakeFacts(turn.settings, luck), turn.changes)
    if woken.is_waking:
        give_waking_reason(turn, "restless", woken.roll, 0, luck)
        return True
    perceive(turn)
    if not (turn.sees or turn.hears):
        return False
    exposed = effective_stealth(turn.phase, target) - turn.noise
    found = play_chance(ctx, discern, DiscernFacts(exposed, luck), turn.changes)
    give_waking_reason(turn, "sees" if turn.sees else "hears", found.roll, exposed, found.luck)
    return found.is_waking


STEPS = (
    *(Step(CREATURE_STEP, take_creature_turn), Step(ROUSE_STEP, rouse), Step(WATCH_STEP, keep_watch)),
    *(Step(HUNT_STEP, begin_hunt), Step(AWAIT_STEP, ask_for_order), Step(ORDER_STEP, follow_order)),
)
