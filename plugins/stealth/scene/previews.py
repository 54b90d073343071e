"""What a command at a cell would do, in words, before it is given: throws and shots."""

from __future__ import annotations

from footfall.api import Command, Message, Refusal
from footfall.api.grid import Actor, Cell, chebyshev_distance

from ..actions import missiles
from ..actions.commands import Shoot, Throw
from ..actions.exchange import forecast_blow
from ..actions.fight import Manner
from ..actors.identification import disguise_of
from ..actors.stats import weapon_of
from ..model.phase import Phase
from ..model.records import ItemKind, is_thing, item_kind
from ..senses.sight import player_sees


def preview_command(phase: Phase, command: Command) -> tuple[Message, ...]:
    """The distance and the range, then what is in the way, or the chance to hit, or how loud it lands."""
    player = phase.player
    if isinstance(command, Throw):
        item = phase.world.items.get(command.item)
        if item is None:
            return ()
        kind, reach = item_kind(phase, item.kind), missiles.throwing_range(phase, player)
        cell = (command.target[0], command.target[1])
        blocked = missiles.check_throw(phase, player, cell)
        return _preview_missile(phase, player, cell, kind, reach, Manner.THROWN, blocked)
    if not isinstance(command, Shoot) or command.target is None:
        return ()
    bow = weapon_of(phase, player)
    arrow = None if bow is None else missiles.find_ammunition(phase, player, bow)
    if bow is None or arrow is None:
        return ()
    cell = (command.target[0], command.target[1])
    blocked = missiles.check_missile_path(phase, player, cell, bow.range)
    return _preview_missile(phase, player, cell, item_kind(phase, arrow.kind), bow.range, Manner.SHOT, blocked)


def _preview_missile(
    phase: Phase, player: Actor, cell: Cell, kind: ItemKind, reach: int, manner: Manner, blocked: Refusal | None
) -> tuple[Message, ...]:
    facts = {"distance": chebyshev_distance(player.at, cell), "range": reach}
    distance = Message("stealth-aim-distance", facts)
    if blocked is not None:
        return (Message("stealth-aim-refused", {**facts, "why": blocked.message}),)
    shatters = manner is Manner.THROWN and missiles.does_shatter(kind)
    target = _find_target(phase, cell)
    if target is not None and not shatters:
        return distance, Message("stealth-aim-hit", forecast_blow(phase, player, target, manner, kind).facts)
    if manner is Manner.SHOT or not phase.settings.shipped:
        return (distance,)
    if player_sees(phase, cell):
        loudness = missiles.measure_landing(phase, player, kind, cell, shatters)
    else:
        loudness = missiles.sum_loudness(kind, missiles.find_remembered_tile(phase, cell), shatters)
    return distance, Message("stealth-aim-sound", {"loudness": loudness})


def _find_target(phase: Phase, cell: Cell) -> Actor | None:
    """The creature in view on a cell that a missile would hit."""
    target = phase.find_actor_at(cell)
    if (
        target is None
        or target is phase.player
        or not player_sees(phase, cell)
        or disguise_of(phase, target) is not None
    ):
        return None
    return None if is_thing(phase, target) else target
