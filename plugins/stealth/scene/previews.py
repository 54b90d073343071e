"""Previews of commands at a cell in words, throws and shots; questions before loud steps."""

from msgspec.structs import replace

from footfall.api import Command, Message, Refusal
from footfall.api.grid import Actor, Cell, Tile, chebyshev_distance, list_items_at
from footfall.api.scene import Binding

from ..actions import missiles, movement
from ..actions.commands import TILE_OPENERS, Shoot, Strike, Throw, Walk, neighbor_cell
from ..actions.fight import Manner, can_be_surprised, forecast_blow, is_exhausted
from ..actors.identification import disguise_of
from ..actors.stats import effective_stat, weapon_of
from ..actors.surroundings import NEIGHBOR_OFFSETS
from ..items.using import PickUp
from ..model.courses import find_bell
from ..model.phase import Phase
from ..model.records import ItemKind, is_thing, item_kind
from ..odds.awareness import Awareness, awareness_of
from ..odds.exposure import STAY, STEPS, Action
from ..odds.risk import describe_noise
from ..odds.screen import describe_percent, forecast_round
from ..odds.unseen import Stranger, list_strangers
from ..odds.watchers import NO_ODDS
from ..player.interruption import describe_stranger
from ..quest.bells import loudness_of
from ..senses.known_map import creatures_in_view, list_foes_at_hand
from ..senses.sight import actor_name, player_sees
from ..senses.sounds import COLLAPSE_SOUND, STEP_SOUND, compass_direction, measure_earshot
from .chances import describe_odds


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
        hit = Message("stealth-aim-hit", forecast_blow(phase, player, target, manner, kind).facts)
        is_wasted = manner is Manner.THROWN and can_be_surprised(phase, target)
        return (distance, hit, Message("stealth-aim-no-surprise")) if is_wasted else (distance, hit)
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


LIKELY_PERMILLE = 500
"""The chance of being noticed from which a step asks, if standing still may be safer."""

WALL_STANDS = {"stealth-wall-holds", "stealth-wall-cracks"}
"""The log lines of a wall that stands after a blow."""

HARMFUL_TAG = "harmful"
"""Tag of tiles that hurt actors who step on them."""


def list_cautions(phase: Phase) -> dict[Cell, Message]:
    """A confirmation for each neighboring cell that is risky to step on.

    Noise counts only if it is louder than the character's usual steps, the chance of being noticed only if it becomes
    likely by the step. A secret wall asks once it is recognized, or was struck.
    """
    player, turn = phase.player, phase.ctx.state.turn
    calm = (Awareness.ASLEEP, Awareness.UNAWARE, Awareness.INVESTIGATING)
    forecast = forecast_round(phase)
    seen = [other for other in creatures_in_view(phase) if other.id in forecast.creatures]
    unaware = [other for other in seen if awareness_of(phase, other) in calm]
    strangers = [one for one in list_strangers(phase) if one.expect_step() >= LIKELY_PERMILLE > one.expect(STAY)]
    told, blow = {line.message.id for line in phase.ctx.log[-20:] if line.turn == turn}, phase.ctx.find_command(turn)
    struck = neighbor_cell(player, blow.direction) if isinstance(blow, Walk | Strike) and told & WALL_STANDS else None
    cautions: dict[Cell, Message] = {}
    for step, (dy, dx) in zip(STEPS, NEIGHBOR_OFFSETS, strict=True):
        cell = (player.at[0] + dy, player.at[1] + dx)
        kind = forecast.ground.find_tile(phase.array_index(cell))
        if kind is None or cell in phase.ground.actor_by_cell or not player_sees(phase, cell):
            continue
        if HARMFUL_TAG in kind.tags and HARMFUL_TAG not in phase.tile(player.at).tags:
            cautions[cell] = Message("stealth-sure-harm", {"name": Message(kind.name)})
            continue
        if not phase.ctx.setting("ui.ask_before_loud") or list_foes_at_hand(phase):
            continue
        is_hollow = cell == struck or bool(kind.breaks_to and not kind.opens_to)
        caution = _warn_of_notice(phase, unaware, strangers, cell, step) or _warn_of_noise(
            phase, unaware, cell, step, None if is_hollow else kind
        )
        if caution is not None:
            cautions[cell] = caution
    return cautions


def _warn_of_notice(
    phase: Phase, unaware: list[Actor], strangers: list[Stranger], cell: Cell, step: Action
) -> Message | None:
    """The question before a step that the nearest creature in view, or one that is heard, likely notices."""
    player, forecast = phase.player, forecast_round(phase)
    for other in sorted(unaware, key=lambda other: chebyshev_distance(other.at, cell)):
        odds = forecast.weigh(other, step)
        if odds.low >= LIKELY_PERMILLE > forecast.weigh(other, STAY).low:
            facts = {"creature": actor_name(phase, other), "distance": chebyshev_distance(player.at, other.at)}
            where = Message("stealth-way", {"direction": compass_direction(player.at, other.at)})
            chance = describe_percent(odds.low, odds.high, odds.is_estimate)
            return Message("stealth-sure-risky", {**facts, "where": where, "chance": chance})
    for one in strangers:
        mean = one.expect(step)
        if mean >= LIKELY_PERMILLE:
            return Message("stealth-sure-overheard", describe_stranger(one, mean))
    return None


def _warn_of_noise(phase: Phase, unaware: list[Actor], cell: Cell, step: Action, kind: Tile | None) -> Message | None:
    """The question before a noise: with the chance of the nearest listener, or the reach of a broken wall.

    Args:
        kind: the tile on which the character steps or that it opens; None for a hollow wall.
    """
    player = phase.player
    if kind is None:
        noise = 0 if is_exhausted(phase, player) else COLLAPSE_SOUND.loudness
    elif kind.walkable or movement.can_swim(phase, player, kind):
        noise = movement.loudness_on(phase, player, kind)
    else:
        can_open = kind.opens_to and (movement.lock_color(kind) is None or movement.find_key(phase, player, kind))
        noise = movement.door_loudness(kind) if can_open or any(tag in TILE_OPENERS for tag in kind.tags) else 0
    usual_noise = STEP_SOUND.loudness + effective_stat(phase, player, "noise")
    if noise < phase.ctx.setting("ui.ask_before_loud") or noise <= usual_noise:
        return None
    listeners = [
        other
        for other in unaware
        if 10 * chebyshev_distance(other.at, cell)
        <= measure_earshot(phase.settings, effective_stat(phase, other, "foh"), noise)
    ]
    listener = min(listeners, key=lambda other: (chebyshev_distance(other.at, cell), other.id), default=None)
    odds = NO_ODDS if listener is None else forecast_round(phase).weigh(listener, step)
    if listener is not None and (odds.high or odds.comes_high):
        facts = {"noise": noise, "creature": actor_name(phase, listener), "chance": describe_odds(odds)}
        return Message("stealth-sure-loud", facts)
    return None if kind else Message("stealth-sure-break", describe_noise(phase, noise))


def bind_pick_up(phase: Phase) -> tuple[Binding, ...]:
    """The bindings of the game, with a question before a bell underfoot is taken; none if there is nothing to ask."""
    least, here = phase.ctx.setting("ui.ask_before_loud"), list_items_at(phase.world, phase.level.id, phase.player.at)
    bells = [(item, bell) for item in here if (bell := find_bell(phase, item.kind)) and phase.play.course]
    bells = [found for found in bells if 0 < least <= found[1].strike_loudness]
    if not bells:
        return ()
    item, bell = max(bells, key=lambda found: found[1].strike_loudness)
    noise, rings = bell.strike_loudness, loudness_of(phase, item, bell)
    facts = describe_noise(phase, noise) | {"rings": rings, "period": bell.period}
    question = Message("stealth-sure-bell", facts)
    return tuple(
        replace(binding, confirmation=question) if binding.command is PickUp else binding
        for binding in phase.ctx.list_bindings()
    )
