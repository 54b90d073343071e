"""A creature's turn: target, senses, lose, plan, engage, act; and the rolls of a sleeper (R-AI-17, 18)."""

from __future__ import annotations

from footfall.api import Change, Command, Play, Proposal, Refused, Step, events
from footfall.api.grid import world_of

from ..commands import PERFORM, Pass, Wait, neighbour, passes, perform
from ..commands import Step as StepCommand
from ..state import Bank, Mind, Mood, Think, stealth_of
from ..totals import luck, stealth
from ..turns import CREATURE, ROUSE, helpless
from .edges import edge
from .engage import engage
from .kinds import KINDS
from .senses import choose_target, lose, perceive
from .thought import Thought

__all__ = ["STEPS", "creature_turn", "rouse"]

WAKES_OVER, NOTICES_OVER = 10, 3
"""What the waking and the noticing roll must exceed (R-AI-18)."""


def creature_turn(play: Play, id: int, extra: bool) -> list[Change | Proposal]:
    """One action of one creature.

    Planning is pure, so it is done by the tactic or errand that wants the path; a creature that
    became aggravated through its weaker sense plans nothing this turn (R-AI-4, 11).
    """
    world = world_of(play.state)
    actor = world.actors.get(id)
    if actor is None or actor.level != world.current or id not in stealth_of(play.state).minds:
        return []
    thought = Thought(play, actor, extra)
    if actor.effects and helpless(play, actor):
        return list(perform(play, actor, Pass(actor=id)))  # type: ignore[arg-type]
    choose_target(thought)
    perceive(thought)
    lose(thought)
    engage(thought)
    if KINDS[thought.mind.ai].dormant:
        doze(thought)
    return act(thought)


def doze(thought: Thought) -> None:
    """A mimic that has neither seen nor heard anyone for long enough is a chest again (table C.3)."""
    mind = thought.mind
    if thought.sees or thought.hears or not mind.patience:  # 0: something else has just woken it
        mind.patience = thought.knob.ai_mimic_sleep
        return
    if not thought.extra:
        mind.patience -= 1
    if not mind.patience:
        thought.calm()
        mind.mood = Mood.ASLEEP
        thought.changes.append(Bank(((thought.actor.id, 0),)))


def act(thought: Thought) -> list[Change | Proposal]:
    """Decides on a command, asks the mods, and carries it out."""
    play, actor, mind = thought.play, thought.actor, thought.mind
    command = decide(thought)
    if play.listened("decide_action"):
        options = (
            command,
            Wait(actor=actor.id),
            *(StepCommand(actor=actor.id, direction=d) for d in range(8)),
        )
        answer = play.first("decide_action", events.Deciding(actor.id, options))
        if isinstance(answer, Command) and type(answer) in PERFORM:
            command = answer
    if play.listened("can_act") and play.vote("can_act", events.Acting(actor.id, command)) is not None:
        command = Pass(actor=actor.id)
    done = perform(play, actor, command)
    if isinstance(done, Refused):
        done = perform(play, actor, Wait(actor=actor.id) if thought.aggravated else Pass(actor=actor.id))
        assert not isinstance(done, Refused)
    elif type(command) is StepCommand:
        arrived(thought, command)
    thought.changes += done
    if mind != thought.part.minds[actor.id]:
        thought.changes.append(Think(actor.id, mind))
        thought.changes[:0] = edge(thought)
    return thought.changes


def decide(thought: Thought) -> Command:
    """What the creature's kind of behaviour wants."""
    if thought.baffled or thought.mind.mood is Mood.ASLEEP:
        return Pass(actor=thought.actor.id)
    kind = KINDS[thought.mind.ai]
    return kind.tactic(thought) if thought.aggravated else kind.errand(thought)


def arrived(thought: Thought, command: StepCommand) -> None:
    """After a step along the path its rest stays valid, and the way is not blocked (R-AI-5, 15)."""
    mind = thought.mind
    cell = neighbour(thought.actor, command.direction)
    if cell is None:
        return
    kind = thought.ground.kinds[thought.level.tiles[thought.local(cell)]]
    if not kind.walkable and not passes(thought.play, thought.actor, kind):
        return  # it opened a door and still stands where it stood
    if mind.path and mind.path[0] == cell:
        mind.path = mind.path[1:]
    else:
        mind.path, mind.goal = (), None
    mind.blocked = 0


def rouse(play: Play, id: int) -> list[Change | Proposal]:
    """A sleeper near the player may wake (R-AI-18). Waking does not aggravate."""
    actor = world_of(play.state).actors.get(id)
    if actor is None:
        return []
    thought = Thought(play, actor, False)
    if thought.mind.mood is not Mood.ASLEEP:
        return []
    choose_target(thought)
    if thought.target is None:
        return []
    if thought.knob.sleep_range != "floor" and thought.distance > max(thought.fov, thought.foh):
        return []
    if not wakes(thought):
        return []
    awake: Mind = thought.mind
    awake.mood = Mood.CALM
    awake.patience = thought.knob.ai_mimic_sleep if KINDS[awake.ai].dormant else 0
    return [*edge(thought), Think(id, awake)]


def wakes(thought: Thought) -> bool:
    """The waking roll, then the noticing roll of one that could perceive its target."""
    play, target = thought.play, thought.target
    assert target is not None
    if KINDS[thought.mind.ai].dormant:
        return thought.distance <= 1
    fortune = max(0, luck(play, target))
    if thought.knob.sleep_wake_die == "flat":
        rolled = play.roll("wake", 2, 12)
    else:
        rolled = play.roll("wake", 1, 6) + play.roll("wake", 1, 6)
    if rolled - luck(play, target) > WAKES_OVER:
        return True
    perceive(thought)
    if not (thought.sees or thought.hears):
        return False
    exposed = stealth(play, target) - thought.noise
    return play.roll("notice", 1, 6) - exposed > NOTICES_OVER + play.roll("luck", 0, fortune)


STEPS = (Step(CREATURE, creature_turn), Step(ROUSE, rouse))
