"""Taking the stairs, and leaving with the prize (R-STAIRS)."""

from __future__ import annotations

from footfall.api import Change, Command, Context, Finish, Message, Refusal, Tell, handles
from footfall.api.grid import current_level, list_carried_items
from footfall.api.scene import Binding

from ..actors.actor_index import player_of
from ..actors.floor import tile_at
from ..actors.stats import item_kind
from ..generate import floor_factory
from ..model.courses import LEARNED, OUTCOMES, WON, course_of, list_bells
from ..model.settings import rule_settings
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
    _, level, _ = current_level(ctx)
    actor = player_of(ctx)
    kind = tile_at(ctx, actor, actor.at)
    if kind is not None and "edge" in kind.tags:
        return _win_or_refuse(ctx)
    way = next((name for name, cell in level.arrivals.items() if cell == actor.at and name != "start"), None)
    if way is None:
        return Refusal(Message("stealth-no-stairs"), "R-STAIRS-1")
    changes = floor_factory.leave_level(ctx, level, way)
    if not changes:
        return Refusal(Message("stealth-no-stairs"), "R-STAIRS-1")
    forgotten = [ForgetSounds()] if rule_settings(ctx).shipped else []  # those of the floor that it leaves (P-HEAR-2)
    return [*changes, *forgotten, *spend_turn(ctx, actor.id)]


def _win_or_refuse(ctx: Context) -> list[Change] | Refusal:
    """Wins the game at the edge of the first floor if the character carries the prize or a lesser bell."""
    outcome = outcome_at_home(ctx)
    if outcome:
        return [Tell(Message(f"stealth-{outcome}"), "good"), Finish(outcome)]
    return Refusal(Message("stealth-not-home-yet"), "R-STAIRS-1")


def outcome_at_home(ctx: Context) -> str:
    """The outcome if the character went home now: that of its best bell (P-BELL-1), or of a lesson; else empty."""
    course = course_of(ctx)
    if course is not None and course.stations:
        return LEARNED
    if has_prize(ctx):
        return WON
    bells = list_bells(ctx, player_of(ctx))
    return OUTCOMES[bells[0].grade] if bells else ""


def has_prize(ctx: Context) -> bool:
    """Whether the player's character carries the prize: the bell on the last floor."""
    world, _, _ = current_level(ctx)
    return any("goal" in item_kind(ctx, item.kind).tags for item in list_carried_items(world, player_of(ctx)))


def legal_commands(ctx: Context) -> list[Command]:
    """`TakeStairs` on stairs, and at the edge of the desert with a bell."""
    _, level, _ = current_level(ctx)
    actor = player_of(ctx)
    kind = tile_at(ctx, actor, actor.at)
    if kind is not None and "edge" in kind.tags:
        return [TakeStairs(actor=actor.id)] if outcome_at_home(ctx) else []
    on_stairs = any(cell == actor.at and name != "start" for name, cell in level.arrivals.items())
    return [TakeStairs(actor=actor.id)] if on_stairs else []
