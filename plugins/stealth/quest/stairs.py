"""Taking the stairs, and leaving with the prize (R-STAIRS)."""

from footfall.api import Change, Command, Context, Finish, Message, Push, Refusal, Tell, handles
from footfall.api.grid import list_carried_items
from footfall.api.scene import Binding

from ..actors.surroundings import tile_at
from ..generate import floor_factory
from ..model.courses import LEARNED, OUTCOMES, WON, course_of, list_bells
from ..model.phase import Phase, get_phase
from ..model.records import item_kind
from ..model.state import ForgetSounds
from ..turns.phases import spend_turn


class TakeStairs(Command, frozen=True, tag="core.stealth:stairs"):
    """Take the stairs under the character; at the edge of the desert, leave."""


@handles(
    TakeStairs,
    bindings=(Binding(("SPACE",), TakeStairs, Message("stealth-key-stairs"), group=Message("stealth-keys-move")),),
)
def handle_take_stairs(ctx: Context, command: TakeStairs) -> list[Change] | Refusal:
    """Takes the stairs for one unit; refused and free elsewhere (R-STAIRS-1)."""
    phase = get_phase(ctx)
    actor = phase.player
    kind = tile_at(phase, actor, actor.at)
    if kind is not None and "edge" in kind.tags:
        outcome = outcome_at_home(phase)
        if outcome:
            return [Tell(Message(f"stealth-{outcome}"), "good"), Finish(outcome)]
        return Refusal(Message("stealth-not-home-yet"), "R-STAIRS-1")
    way = next((name for name, cell in phase.level.arrivals.items() if cell == actor.at and name != "start"), None)
    if way is None:
        return Refusal(Message("stealth-no-stairs"), "R-STAIRS-1")
    changes = floor_factory.leave_level(ctx, phase.level, way)
    if not changes:
        return Refusal(Message("stealth-no-stairs"), "R-STAIRS-1")
    forgotten = [ForgetSounds()] if phase.settings.shipped else []  # those of the floor that it leaves (P-HEAR-2)
    pursuit = [Push(floor_factory.PURSUE_STEP, (way,))] if phase.settings.shipped else []
    return [*pursuit, *changes, *forgotten, *spend_turn(phase, actor.id)]


def outcome_at_home(phase: Phase) -> str:
    """The outcome if the character went home now: that of its best bell (P-BELL-1), or of a lesson; else empty."""
    course = course_of(phase.ctx)
    if course is not None and course.stations:
        return LEARNED
    if has_prize(phase):
        return WON
    bells = list_bells(phase.ctx, phase.player)
    return OUTCOMES[bells[0].grade] if bells else ""


def has_prize(phase: Phase) -> bool:
    """Whether the player's character carries the prize: the bell on the last floor."""
    return any("goal" in item_kind(phase, item.kind).tags for item in list_carried_items(phase.world, phase.player))


def legal_commands(phase: Phase) -> list[Command]:
    """`TakeStairs` on stairs, and at the edge of the desert with a bell."""
    actor = phase.player
    kind = tile_at(phase, actor, actor.at)
    if kind is not None and "edge" in kind.tags:
        return [TakeStairs(actor=actor.id)] if outcome_at_home(phase) else []
    on_stairs = any(cell == actor.at and name != "start" for name, cell in phase.level.arrivals.items())
    return [TakeStairs(actor=actor.id)] if on_stairs else []
