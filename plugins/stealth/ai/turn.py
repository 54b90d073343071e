"""A creature's turn: target, senses, lose, plan, engage, act; and the rolls of a sleeper (R-AI-17, 18)."""

from __future__ import annotations

from footfall.api import Change, Command, Context, Proposal, Refusal, Step, events
from footfall.api.grid import get_world

from ..commands import ACTIONS, Pass, Wait, can_pass_door, neighbor_cell, perform
from ..commands import Walk as StepCommand
from ..state import Mind, Mood, SetMind, SetTimePools, stealth_of
from ..stats import effective_luck, effective_stealth
from ..turns import CREATURE_STEP, ROUSE_STEP, is_helpless
from .behaviors import BEHAVIORS
from .context import TurnContext
from .engage import engage
from .mood_messages import describe_mood_change
from .senses import choose_target, lose_track, perceive

__all__ = ["STEPS", "rouse", "take_creature_turn"]

WAKE_THRESHOLD, NOTICE_THRESHOLD = 10, 3
"""What the waking and the noticing roll must exceed (R-AI-18)."""


def take_creature_turn(ctx: Context, id: int, extra: bool) -> list[Change | Proposal]:
    """One action of one creature.

    Planning is pure, so it is done by the tactic or errand that wants the path; a creature that
    became aggravated through its weaker sense plans nothing this turn (R-AI-4, 11).
    """
    world = get_world(ctx.state)
    actor = world.actors.get(id)
    if actor is None or actor.level != world.current or id not in stealth_of(ctx.state).minds:
        return []
    thought = TurnContext(ctx, actor, extra)
    if actor.effects and is_helpless(ctx, actor):
        return list(perform(ctx, actor, Pass(actor=id)))  # type: ignore[arg-type]
    choose_target(thought)
    perceive(thought)
    lose_track(thought)
    engage(thought)
    if BEHAVIORS[thought.mind.ai].dormant:
        doze(thought)
    return act(thought)


def doze(turn: TurnContext) -> None:
    """A mimic that has neither seen nor heard anyone for long enough is a chest again (table C.3)."""
    mind = turn.mind
    if turn.sees or turn.hears or not mind.patience:  # 0: something else has just woken it
        mind.patience = turn.settings.ai_mimic_sleep
        return
    if not turn.extra:
        mind.patience -= 1
    if not mind.patience:
        turn.calm_down()
        mind.mood = Mood.ASLEEP
        turn.changes.append(SetTimePools(((turn.actor.id, 0),)))


def act(turn: TurnContext) -> list[Change | Proposal]:
    """Decides on a command, asks the mods, and carries it out."""
    ctx, actor, mind = turn.ctx, turn.actor, turn.mind
    command = decide(turn)
    if ctx.has_listeners("decide_action"):
        options = (
            command,
            Wait(actor=actor.id),
            *(StepCommand(actor=actor.id, direction=d) for d in range(8)),
        )
        answer = ctx.decide("decide_action", events.Deciding(actor.id, options))
        if isinstance(answer, Command) and type(answer) in ACTIONS:
            command = answer
    if ctx.has_listeners("can_act") and ctx.vote("can_act", events.Acting(actor.id, command)) is not None:
        command = Pass(actor=actor.id)
    done = perform(ctx, actor, command)
    if isinstance(done, Refusal):
        done = perform(ctx, actor, Wait(actor=actor.id) if turn.is_aggravated else Pass(actor=actor.id))
        assert not isinstance(done, Refusal)
    elif type(command) is StepCommand:
        update_path_after_step(turn, command)
    turn.changes += done
    if mind != turn.stealth_state.minds[actor.id]:
        turn.changes.append(SetMind(actor.id, mind))
        turn.changes[:0] = describe_mood_change(turn)
    return turn.changes


def decide(turn: TurnContext) -> Command:
    """What the creature's kind of behaviour wants."""
    if turn.baffled or turn.mind.mood is Mood.ASLEEP:
        return Pass(actor=turn.actor.id)
    kind = BEHAVIORS[turn.mind.ai]
    return kind.tactic(turn) if turn.is_aggravated else kind.idle(turn)


def update_path_after_step(turn: TurnContext, command: StepCommand) -> None:
    """After a step along the path its rest stays valid, and the way is not blocked (R-AI-5, 15)."""
    mind = turn.mind
    cell = neighbor_cell(turn.actor, command.direction)
    if cell is None:
        return
    kind = turn.ground.tile_kinds[turn.level.tiles[turn.array_index(cell)]]
    if not kind.walkable and not can_pass_door(turn.ctx, turn.actor, kind):
        return  # it opened a door and still stands where it stood
    if mind.path and mind.path[0] == cell:
        mind.path = mind.path[1:]
    else:
        mind.path, mind.goal = (), None
    mind.blocked = 0


def rouse(ctx: Context, id: int) -> list[Change | Proposal]:
    """A sleeper near the player may wake (R-AI-18). Waking does not aggravate."""
    actor = get_world(ctx.state).actors.get(id)
    if actor is None:
        return []
    thought = TurnContext(ctx, actor, False)
    if thought.mind.mood is not Mood.ASLEEP:
        return []
    choose_target(thought)
    if thought.target is None:
        return []
    if thought.settings.sleep_range != "floor" and thought.distance > max(thought.fov, thought.foh):
        return []
    if not roll_waking(thought):
        return []
    awake: Mind = thought.mind
    awake.mood = Mood.CALM
    awake.patience = thought.settings.ai_mimic_sleep if BEHAVIORS[awake.ai].dormant else 0
    return [*describe_mood_change(thought), SetMind(id, awake)]


def roll_waking(turn: TurnContext) -> bool:
    """The waking roll, then the noticing roll of one that could perceive its target."""
    ctx, target = turn.ctx, turn.target
    assert target is not None
    if BEHAVIORS[turn.mind.ai].dormant:
        return turn.distance <= 1
    fortune = max(0, effective_luck(ctx, target))
    if turn.settings.sleep_wake_die == "flat":
        rolled = ctx.roll("wake", 2, 12)
    else:
        rolled = ctx.roll("wake", 1, 6) + ctx.roll("wake", 1, 6)
    if rolled - effective_luck(ctx, target) > WAKE_THRESHOLD:
        return True
    perceive(turn)
    if not (turn.sees or turn.hears):
        return False
    exposed = effective_stealth(ctx, target) - turn.noise
    return ctx.roll("notice", 1, 6) - exposed > NOTICE_THRESHOLD + ctx.roll("luck", 0, fortune)


STEPS = (Step(CREATURE_STEP, take_creature_turn), Step(ROUSE_STEP, rouse))
