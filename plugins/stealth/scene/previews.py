"""What a command at a cell would do, in words, before it is given: throws and shots."""

from __future__ import annotations

from footfall.api import Command, Context, Message, Refusal
from footfall.api.grid import Actor, Cell, chebyshev_distance, current_level

from ..actions import missiles
from ..actions.commands import Shoot, Throw
from ..actions.exchange import forecast_blow
from ..actions.fight import Manner
from ..actors.actor_index import player_of
from ..actors.identification import disguise_of
from ..actors.stats import is_thing, item_kind, weapon_of
from ..model.records import ItemKind
from ..model.settings import rule_settings
from ..senses.sight import player_sees


def preview_command(ctx: Context, command: Command) -> tuple[Message, ...]:
    """The distance and the range, then what is in the way, or the chance to hit, or how loud it lands."""
    player = player_of(ctx)
    if isinstance(command, Throw):
        item = current_level(ctx)[0].items.get(command.item)
        if item is None:
            return ()
        kind, reach = item_kind(ctx, item.kind), missiles.throwing_range(ctx, player)
        cell = (command.target[0], command.target[1])
        blocked = missiles.check_throw(ctx, player, cell)
        return _preview_missile(ctx, player, cell, kind, reach, Manner.THROWN, blocked)
    if not isinstance(command, Shoot) or command.target is None:
        return ()
    bow = weapon_of(ctx, player)
    arrow = None if bow is None else missiles.find_ammunition(ctx, player, bow)
    if bow is None or arrow is None:
        return ()
    cell = (command.target[0], command.target[1])
    blocked = missiles.check_missile_path(ctx, player, cell, bow.range)
    return _preview_missile(ctx, player, cell, item_kind(ctx, arrow.kind), bow.range, Manner.SHOT, blocked)


def _preview_missile(
    ctx: Context, player: Actor, cell: Cell, kind: ItemKind, reach: int, manner: Manner, blocked: Refusal | None
) -> tuple[Message, ...]:
    facts = {"distance": chebyshev_distance(player.at, cell), "range": reach}
    distance = Message("stealth-aim-distance", facts)
    if blocked is not None:
        return (Message("stealth-aim-refused", {**facts, "why": blocked.message}),)
    shatters = manner is Manner.THROWN and missiles.does_shatter(kind)
    target = _find_target(ctx, player, cell)
    if target is not None and not shatters:
        return distance, Message("stealth-aim-hit", forecast_blow(ctx, player, target, manner, kind).facts)
    if manner is Manner.SHOT or not rule_settings(ctx).shipped:
        return (distance,)
    if player_sees(ctx, cell):
        loudness = missiles.measure_landing(ctx, player, kind, cell, shatters)
    else:
        loudness = missiles.sum_loudness(kind, missiles.find_remembered_tile(ctx, cell), shatters)
    return distance, Message("stealth-aim-sound", {"loudness": loudness})


def _find_target(ctx: Context, player: Actor, cell: Cell) -> Actor | None:
    """The creature in view on a cell that a missile would hit."""
    world, _, ground = current_level(ctx)
    target = world.actors.get(ground.actor_by_cell.get(cell, 0))
    if target is None or target is player or not player_sees(ctx, cell) or disguise_of(ctx, target) is not None:
        return None
    return None if is_thing(ctx, target) else target
