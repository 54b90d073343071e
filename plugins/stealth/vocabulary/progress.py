"""Readings of the floor, its record, and the deeds of the player's character in this game."""

from typing import Annotated

from footfall.api import Context, Count, Ref, Words, reading
from footfall.api.grid import Cell, get_lying_items

from ..actors.stats import net_stealth
from ..generate.dungeon_state import dungeon_of, get_floor_plan
from ..model.courses import GRADES, course_of, list_bells
from ..model.phase import get_phase
from ..model.play_state import is_unnoticed, run_stats_of
from ..quest.stairs import has_prize as carries_prize
from .knowledge import can_tell

# The floor


@reading(unit="floor", cost="O(1)", rule_name="floor")
def current_floor(ctx: Context) -> int:
    """The number of the floor, from 1, the desert."""
    return get_phase(ctx).level.floor


@reading(unit="floor", cost="O(1)")
def last_floor(ctx: Context) -> int:
    """The number of the last floor of this game's main branch."""
    return get_floor_plan(ctx).last


@reading(unit="floor", cost="O(levels)", steps=40)
def deepest_floor(ctx: Context) -> int:
    """The deepest floor of this game so far."""
    return max(level.floor for level in get_phase(ctx).world.levels.values())


@reading(cost="O(1)")
def is_side_branch(ctx: Context) -> bool:
    """Whether the floor is in a side branch."""
    return bool(get_phase(ctx).level.branch)


@reading(cost="O(1)", rule_name="recipe")
def floor_recipe(ctx: Context) -> Annotated[str, Words("recipe")]:
    """The generator that built the floor (``"core.stealth:cavern"``)."""
    return get_phase(ctx).level.recipe


@reading(unit="turns", cost="O(1)")
def turns_on_floor(ctx: Context) -> Count:
    """Turns that the character has spent on the floor, in all its stays."""
    phase = get_phase(ctx)
    return max(0, phase.turn - dungeon_of(ctx.state).since.get(phase.level.id, 0))


@reading(unit="cell (y, x)", cost="O(1)")
def stairs(ctx: Context, way: Annotated[str, Words("way", ("up", "down", "side", "start"))]) -> Cell | None:
    """Where the stairs of the floor are; none without such stairs, and on the screen until they are seen."""
    phase = get_phase(ctx)
    cell = phase.level.arrivals.get(way)
    is_hidden = cell is not None and ctx.is_foreseeing and not phase.level.explored[phase.array_index(cell)]
    return None if is_hidden else cell


@reading(unit="creatures", cost="O(1)", is_shown=False)
def reinforcements(ctx: Context) -> Count:
    """The creatures that have come to the floor by the stairs, bells left out."""
    return 0 if ctx.is_foreseeing else dungeon_of(ctx.state).reinforcements.get(get_phase(ctx).level.id, 0)


@reading(unit="percent", cost="O(cells)", steps=200)
def share_explored(ctx: Context) -> Count:
    """The share of the floor's cells that the character has seen, rounded down."""
    explored = get_phase(ctx).level.explored
    return int(100 * int(explored.sum()) // explored.size)


@reading(unit="cells", cost="O(1)", is_shown=False)
def floor_height(ctx: Context) -> Count:
    """The rows of the floor's map, solid rock included."""
    return _measure_floor(ctx)[0]


@reading(unit="cells", cost="O(1)", is_shown=False)
def floor_width(ctx: Context) -> Count:
    """The columns of the floor's map, solid rock included."""
    return _measure_floor(ctx)[1]


def _measure_floor(ctx: Context) -> tuple[int, int]:
    return (0, 0) if ctx.is_foreseeing else get_phase(ctx).level.shape


@reading(unit="rooms", cost="O(1)", is_shown=False)
def room_count(ctx: Context) -> Count:
    """The rooms of the floor between which creatures walk; 0 on floors that are not built of rooms."""
    return 0 if ctx.is_foreseeing else len(get_phase(ctx).level.rooms)


@reading(unit="items", cost="O(items)", steps=200)
def items_lying(ctx: Context) -> Count:
    """The items that lie on the floor, stacks counted once."""
    phase = get_phase(ctx)
    lying = get_lying_items(phase.world, phase.level).items
    return sum(item.at is not None and can_tell(phase, item.at) for item in lying)


@reading(unit="copies", cost="O(1)")
def copies_made(ctx: Context, kind: Annotated[str, Ref("creature"), Ref("item")]) -> Count:
    """Copies of a creature or item that floors of this game have held so far, by its record id."""
    return dungeon_of(ctx.state).tally.get(kind, 0)


# The record of the game


@reading(unit="kills", cost="O(kinds)", steps=40)
def kills(ctx: Context) -> Count:
    """The creatures that the character has slain."""
    return sum(run_stats_of(ctx.state).slain.values())


@reading(unit="kills", cost="O(1)", rule_name="kills_of")
def kills_of(ctx: Context, kind: Annotated[str, Ref("creature")]) -> Count:
    """The creatures of a kind that the character has slain."""
    return run_stats_of(ctx.state).slain.get(kind, 0)


@reading(unit="attacks", cost="O(1)")
def backstabs(ctx: Context) -> Count:
    """The attacks of the character on unaware creatures."""
    return run_stats_of(ctx.state).backstabs


@reading(unit="notices", cost="O(1)")
def notices(ctx: Context) -> Count:
    """How often creatures have noticed the character; 0 under the classic rules."""
    return get_phase(ctx).play.notice_count


@reading(unit="floors", cost="O(1)")
def floors_left(ctx: Context) -> Count:
    """The floors that the character has left, each once."""
    return len(get_phase(ctx).play.floors.left)


@reading(unit="floors", cost="O(1)")
def ghost_floors(ctx: Context) -> Count:
    """The floors that the character has left without a notice or a kill."""
    return get_phase(ctx).play.floors.unseen


@reading(cost="O(1)")
def is_ghost_floor(ctx: Context) -> bool:
    """Whether the character has neither slain a creature nor been noticed on this floor, in all its stays."""
    phase = get_phase(ctx)
    score, slain = phase.play.floors, sum(run_stats_of(ctx.state).slain.values())
    is_clean = (score.notice_count, score.kill_count) == (phase.play.notice_count, slain)
    return is_clean and phase.level.id not in score.disturbed_levels


@reading(cost="O(1)", rule_name="is_unnoticed")
def is_floor_unnoticed(ctx: Context) -> bool:
    """Whether no creature has noticed the character on this floor, in all its stays; true under the classic rules."""
    return is_unnoticed(ctx.state, get_phase(ctx).level.id)


@reading(unit="kinds", cost="O(1)")
def kinds_known(ctx: Context) -> Count:
    """The kinds of creatures that the character has seen."""
    return len(get_phase(ctx).stealth.known_kinds)


@reading(cost="O(known kinds)", steps=40)
def knows_kind(ctx: Context, kind: Annotated[str, Ref("creature")]) -> bool:
    """Whether the character has seen a kind of creature."""
    return kind in get_phase(ctx).stealth.known_kinds


@reading(cost="O(pack)")
def has_prize(ctx: Context) -> bool:
    """Whether the character carries the great bell."""
    return carries_prize(get_phase(ctx))


@reading(cost="O(pack)")
def best_bell(ctx: Context) -> Annotated[str, Words("grade", ("", *GRADES))]:
    """The grade of the best bell that the character carries; empty without one."""
    phase = get_phase(ctx)
    bells = list_bells(ctx, phase.player) if phase.play.course else []
    return bells[0].grade if bells else ""


@reading(cost="O(1)")
def course(ctx: Context) -> Annotated[str, Ref("course")]:
    """The record id of the course; empty under the classic rules."""
    found = course_of(ctx)
    return "" if found is None else found.id


@reading(cost="O(1)")
def is_classic(ctx: Context) -> bool:
    """Whether the classic rules are played."""
    return not get_phase(ctx).settings.shipped


# The character's presence


@reading(unit="points", cost="O(worn + effects)")
def exposure(ctx: Context) -> int:
    """STEALTH of the character minus its noise, as the screen shows it."""
    phase = get_phase(ctx)
    return net_stealth(phase, phase.player)


@reading(unit="turns", cost="O(1)")
def turns_of_listening(ctx: Context) -> Count:
    """How many turns in a row the character has waited next to a closed door to listen."""
    phase = get_phase(ctx)
    listening = phase.stealth.listening
    return listening.waits if listening.at == phase.player.at else 0


@reading(unit="sounds", cost="O(sounds)")
def sounds_heard(ctx: Context) -> Count:
    """The sounds of the last four turns that the character heard out of view."""
    return len(get_phase(ctx).stealth.heard_sounds)
