"""The API for other mods: readings of the delve. The readings of the base game read heroes and monsters on the map."""

from footfall.api import Context, reading

from .expedition import expedition_of


@reading(unit="zones", cost="O(1)")
def zone_count(ctx: Context) -> int:
    """The number of zones, the start included."""
    return len(expedition_of(ctx.state).delve.zones)


@reading(unit="rooms", cost="O(1)")
def rooms_revealed(ctx: Context) -> int:
    """The number of rooms revealed."""
    return expedition_of(ctx.state).delve.rooms


@reading(unit="turns", cost="O(1)")
def exploration_turn(ctx: Context) -> int:
    """The exploration turn, from 1."""
    return expedition_of(ctx.state).delve.turn


@reading(unit="seats", cost="O(1)")
def hero_count(ctx: Context) -> int:
    """The number of heroes."""
    return len(expedition_of(ctx.state).delve.heroes)


@reading(unit="points", cost="O(1)")
def counters_left(ctx: Context) -> int:
    """The game master's counters; 0 without a budget."""
    return expedition_of(ctx.state).delve.counters


@reading(cost="O(1)")
def is_walking(ctx: Context) -> bool:
    """Whether the heroes walk on a map, instead of naming exits as at a table."""
    return expedition_of(ctx.state).is_walking


@reading(cost="O(1)")
def is_fighting(ctx: Context) -> bool:
    """Whether a combat is in progress."""
    return bool(expedition_of(ctx.state).delve.fighting)
