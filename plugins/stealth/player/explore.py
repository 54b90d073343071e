"""Auto-explore: picks up items in view or remembered, visits the frontier, and reports when both are done."""

import numpy as np
import numpy.typing as npt

from footfall.api import BotContext, Command, Message, expands
from footfall.api.grid import Cell, chebyshev_distance, list_carried_items, list_items_at
from footfall.api.scene import Binding

from ..actions.commands import Wait, Walk
from ..actors.identification import item_name
from ..actors.stats import effective_stat
from ..actors.surroundings import WATER_TAG, are_enemies, direction_to
from ..items.using import PickUp, can_stack
from ..model.courses import find_bell
from ..model.phase import get_phase
from ..model.records import is_thing, item_kind
from ..model.state import STEALTH_PART
from ..odds.sightings import list_opened, list_shut_doors
from ..odds.watchers import Awareness, awareness_of
from ..quest.guided import current_station
from ..senses import known_map
from ..senses.sounds import compass_direction
from . import travel
from .interruption import begin_macro, dares, find_warning, warn_of_noise, warn_of_watcher

CIRCLE_VISITS, CIRCLE_TURNS = 3, 12
"""Auto-explore stops at this number of visits to a cell within this number of turns in which it sees nothing new."""


class AutoExplore(Command, frozen=True, tag="core.stealth:explore"):
    """Explores the floor until something interrupts it."""


@expands(AutoExplore, bindings=(Binding(("o",), AutoExplore, Message("stealth-key-explore"), group=travel.MOVE_GROUP),))
def next_explore_command(ctx: BotContext, order: AutoExplore, done: int) -> Command | Message | None:
    """The next command of `AutoExplore`, or the message that ends it."""
    begin_macro(ctx, order, done)
    if done and ctx.notes.pop("once", False):
        return None
    interruption = find_warning(ctx, done)
    if interruption is not None:
        return interruption
    if effective_stat(get_phase(ctx), get_phase(ctx).player, "fov") < 1:
        return Message("stealth-course-blind")
    ask, turn = ctx.find_game(ctx.state.game).presentation.exploration_halt, get_phase(ctx).turn
    halt, said = None if ask is None else ask(ctx.for_mod(ctx.state.game)), ctx.notes.get("halted")
    if halt is not None and ctx.notes.get("left") != halt:
        if said is None or said[1] != halt or not (done or said[0] == turn):
            ctx.notes["halted"] = turn, halt
            return halt
        ctx.notes["left"] = halt
    if current_station(get_phase(ctx)) is not None:
        return Message("stealth-explore-lesson")
    shut = list_shut_doors(get_phase(ctx))
    step = (
        _pick_up_underfoot(ctx)
        or travel.step_along(ctx, sorted(set(_find_wanted_items(ctx).values())), done, shut=shut)
        or _walk_to_container(ctx, done, shut)
        or _walk_to_frontier(ctx, done, shut)
        or _describe_result(ctx, done, shut)
    )
    warning = warn_of_watcher(ctx, step, done) or warn_of_noise(ctx, step, done)
    return warning or _warn_of_circling(ctx, step, done) or step


def _warn_of_circling(ctx: BotContext, step: Command | Message, done: int) -> Message | None:
    """Why a step is left to the player: a moving creature has it walk to and fro, and see nothing.

    Auto-explore goes on after the warning, or after any other command of the player.
    """
    phase = get_phase(ctx)
    turn, known, at = phase.turn, (phase.level.id, int(known_map.recall_tiles(phase)[0].sum())), phase.player.at
    trail: list[tuple[int, tuple[int, int], Cell]] = ctx.notes.setdefault("trail", [])
    if not isinstance(step, Walk):
        trail.clear()
        return None
    if not done and trail and trail[-1][0] < turn - 1:
        trail.clear()
    trail[:] = [one for one in trail if one[0] > turn - CIRCLE_TURNS and one[1] == known]
    if not trail or trail[-1][2] != at:
        trail.append((turn, known, at))
    if sum(cell == at for _, _, cell in trail) < CIRCLE_VISITS:
        return None
    trail.clear()
    return Message("stealth-course-circling")


def _find_wanted_items(ctx: BotContext) -> dict[int, Cell]:
    """Useful items in view or remembered that fit into the pack: id to cell.

    Items carried before are left where they are, except those thrown, once no enemy is in view.
    """
    phase = get_phase(ctx)
    me = phase.player
    pack = list_carried_items(phase.world, me)
    left: set[int] = ctx.notes.setdefault("carried", set())
    left.update(item.id for item in pack)
    is_alone = not any(are_enemies(phase, me, other) for other in known_map.creatures_in_view(phase))
    thrown = frozenset(phase.play.thrown_items) if is_alone else frozenset()
    has_room = len(pack) < effective_stat(phase, me, "capacity")
    return {
        item.id: at
        for at, item in [*known_map.list_items_in_view(phase), *known_map.list_remembered_items(phase)]
        if (item.id in thrown or (item.id not in left and item_kind(ctx, item.kind).sort != "junk"))
        and (has_room or any(can_stack(phase, other, item) for other in pack))
    }


def _pick_up_underfoot(ctx: BotContext) -> Command | Message | None:
    """Picks up a wanted item underfoot; a bell, which sounds when it is taken, is left to the player."""
    phase = get_phase(ctx)
    me = phase.player
    wanted = _find_wanted_items(ctx)
    lying = [item for item in list_items_at(phase.world, me.level, me.at) if item.id in wanted]
    bell = next((item for item in lying if phase.settings.shipped and find_bell(ctx, item.kind)), None)
    if bell is not None:
        ctx.notes["carried"].add(bell.id)
        return Message("stealth-course-bell", {"bell": item_name(phase, bell)})
    return next((PickUp(actor=me.id, item=item.id) for item in lying), None)


def _walk_to_container(ctx: BotContext, done: int, shut: list[Cell]) -> Command | Message | None:
    """A step toward a new container; stops next to it, because opening it is loud."""
    phase = get_phase(ctx)
    level = phase.level
    me = phase.player
    visited: set[tuple[int, Cell]] = ctx.notes.setdefault("looked", set())
    visited.update(list_opened(phase))
    cells = [cell for cell in known_map.find_known_cells(phase, "container") if (level.id, cell) not in visited]
    adjacent = [cell for cell in cells if chebyshev_distance(cell, me.at) == 1]
    if adjacent:
        visited.update((level.id, cell) for cell in adjacent)
        y, x = adjacent[0][0] - level.origin[0], adjacent[0][1] - level.origin[1]
        kind = phase.ground.tile_kinds[level.memory[y, x] - 1]
        way = Message("stealth-way", {"direction": direction_to(me.at, adjacent[0])})
        return Message("stealth-course-container", {"name": Message(kind.name), "way": way})
    return travel.step_along(ctx, cells, done, to_neighbor=True, shut=shut) if cells else None


def _walk_to_frontier(ctx: BotContext, done: int, shut: list[Cell]) -> Command | None:
    """A step toward a frontier cell or exploration target of the game: that of this order, else the nearest."""
    phase = get_phase(ctx)
    goals = _list_frontier(ctx, travel.walk_costs(phase, shut))
    is_kept = done or ctx.notes.get("dared") == (ctx.state.turn, ctx.notes["order"])
    chosen = ctx.notes.get("goal") if is_kept else None
    if chosen is not None and chosen[0] == phase.level.id and chosen[1] in goals:
        step = travel.step_along(ctx, [chosen[1]], done, shut=shut)
        if step is not None:
            return step
    goal = travel.find_nearest(phase, goals, shut)
    if goal is None:
        return None
    ctx.notes["goal"] = (phase.level.id, goal)
    return travel.step_along(ctx, [goal], done, shut=shut)


def _list_frontier(ctx: BotContext, cost: npt.NDArray[np.uint16]) -> list[Cell]:
    """Dry cells that can be entered at a cost, next to unseen ones; and the exploration targets of the game."""
    phase = get_phase(ctx)
    seen, palette, kinds = known_map.recall_tiles(phase)
    dry = ~np.array([WATER_TAG in kind.tags for kind in kinds])[palette]
    list_targets = ctx.find_game(ctx.state.game).presentation.exploration_targets
    targets = [*list_targets(ctx.for_mod(ctx.state.game))] if list_targets is not None else []
    at = phase.player.at
    return [cell for cell in (*known_map.frontier(phase.level, cost * dry, seen), *targets) if cell != at]


BASE_GAME = STEALTH_PART
"""The game in which stairs down lead on; others have other goals."""


def _describe_result(ctx: BotContext, done: int, shut: list[Cell]) -> Command | Message:
    """The message at the end: all is explored, or an obstacle is in the way; a wait for a creature, pressed again."""
    phase = get_phase(ctx)
    known = sum(bool(known_map.find_known_cells(phase, tag)) for tag in travel.DOWN_TAGS)
    stairs = {"stairs": ("no", "yes", "both")[known] if ctx.state.game == BASE_GAME else "none"}
    if travel.find_first_step(phase, _list_frontier(ctx, travel.walk_costs(phase))) is not None:
        if shut:
            way = Message("stealth-way", {"direction": compass_direction(phase.player.at, shut[-1])})
            return Message("stealth-course-shut", {"way": way})
        return Message("stealth-course-unseen")
    obstacle = travel.find_obstacle(phase, _list_frontier(ctx, travel.ground_costs(phase, unlocked=True)))
    if obstacle is not None:
        other = next((one for one in known_map.creatures_in_view(phase) if one.at == obstacle.at), None)
        may_leave = other and awareness_of(phase, other) is not Awareness.ASLEEP and not is_thing(phase, other)
        if may_leave and dares(ctx, done):
            return Wait(actor=phase.player.id)
        again = {"again": "yes" if may_leave else "no"}
        return Message("stealth-course-explored-but", travel.locate(phase, obstacle) | stairs | again)
    return Message("stealth-course-explored", stairs)
