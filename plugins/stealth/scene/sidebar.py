"""The side bar: the character, foes in sight, what lies underfoot, what is heard."""

from __future__ import annotations

from typing import Any

from footfall.api import Context, Message
from footfall.api.grid import Actor, current_level, list_items_at
from footfall.api.scene import DIRECTIONS, Line, Panel, Percept, Span, Tint

from ..combat_panel import list_combat_rows
from ..disguise import disguise_of
from ..fight import Manner, is_open_to_backstab
from ..melee import is_in_melee
from ..movement import tile_at
from ..player import player_of
from ..records import StatusEffect
from ..state import stealth_of
from ..stats import effective_defense, effective_stat, effective_to_hit, max_stamina, weapon_of
from .awareness import AWARENESS_SIGNS, AWARENESS_TINTS, Awareness, awareness_of
from .cells import describe_item, list_percepts

DIRECTION_ARROWS = "↑↗→↘↓↙←↖"
HUNGER_TINT_SATIETY = 8
"""Satiety at which the character feels hunger."""

EXIT_TAGS = {"stairs", "edge"}
"""Tags of ground that leads off the floor."""

MAX_SOUNDS = 5
"""Sounds listed at most."""


def build_panels(ctx: Context) -> tuple[Panel, ...]:
    """All blocks, the most important first."""
    return (_character_panel(ctx), *_sight_panel(ctx), *_underfoot_panel(ctx), *_sounds_panel(ctx))


def _character_panel(ctx: Context) -> Panel:
    player = player_of(ctx)
    fighter = stealth_of(ctx.state).fighters[player.id]
    weapon = weapon_of(ctx, player)
    most = max_stamina(ctx, player)
    lines = [
        Line((Span(Message("stealth-hp")),), (player.hp, player.hp_max)),
        Line((Span(Message("stealth-stamina")),), (fighter.stamina, most)),
        Line((Span(Message("stealth-hit-line", _combat_numbers(ctx, player))),)),
        Line((Span(Message("stealth-armor-line", {"armor": effective_stat(ctx, player, "armor")})),)),
        Line((Span(Message(weapon.name) if weapon is not None else Message("stealth-unarmed")),)),
    ]
    if fighter.th or fighter.df or is_in_melee(ctx, player):
        footing = Message("stealth-cache-line", {"th": fighter.th, "df": fighter.df})
        lines.insert(2, Line((Span(footing, Tint.STRONG),)))
    if "satiety" in player.stats:
        most_food = effective_stat(ctx, player, "satiety_max")
        left = player.stats["satiety"]
        tint = Tint.BAD if left <= HUNGER_TINT_SATIETY else Tint.TEXT
        lines.append(Line((Span(Message("stealth-satiety"), tint),), (left, most_food)))
    effects = ctx.records.table(StatusEffect, "effect")
    for name in sorted(player.effects):
        if name in effects:
            turns = player.effects[name]
            text = Message("stealth-effect-line", {"name": Message(effects[name].name), "turns": turns})
            lines.append(Line((Span(text, Tint.MAGIC),)))
    return Panel(Message("stealth-self"), tuple(lines))


def _combat_numbers(ctx: Context, player: Actor) -> dict[str, Any]:
    return {
        "to_hit": _format_signed(effective_to_hit(ctx, player)),
        "defense": effective_defense(ctx, player),
    }


def _format_signed(number: int) -> str:
    return f"+{number}" if number >= 0 else str(number)


def _sight_panel(ctx: Context) -> tuple[Panel, ...]:
    """Who is in view, nearest first: sign, name, bearing, distance, life."""
    world, _, _ = current_level(ctx)
    player = player_of(ctx)
    lines = []
    for row in list_combat_rows(ctx):
        other = world.actors[row.actor]
        if disguise_of(ctx, other):
            continue
        how = awareness_of(ctx, other)
        tint = AWARENESS_TINTS[how]
        spans = [Span(f"{AWARENESS_SIGNS[how] or ' '} ", tint), Span(row.name, tint)]
        if how is not Awareness.NONE:
            spans += [Span(" "), Span(Message("stealth-mood", {"mood": how.value}), tint)]
        spans.append(Span(f" {row.distance}{_arrow_to(player, other)} ", Tint.DIM))
        if (
            how is not Awareness.NONE
            and row.distance == 1
            and is_open_to_backstab(ctx, player, other, Manner.MELEE)
        ):
            spans += [Span(" "), Span(Message("stealth-unaware-sign"), Tint.GOOD)]
        lines.append(Line(tuple(spans), None if how is Awareness.NONE else (other.hp, other.hp_max)))
    return (Panel(Message("stealth-in-sight"), tuple(lines)),) if lines else ()


def _arrow_to(player: Actor, other: Actor) -> str:
    dy, dx = other.at[0] - player.at[0], other.at[1] - player.at[1]
    step = ((dy > 0) - (dy < 0), (dx > 0) - (dx < 0))
    return DIRECTION_ARROWS[DIRECTIONS.index(step)] if step != (0, 0) else "·"


def _underfoot_panel(ctx: Context) -> tuple[Panel, ...]:
    world, level, _ = current_level(ctx)
    player = player_of(ctx)
    ground = tile_at(ctx, player, player.at)
    lines = [
        Line((Span(describe_item(ctx, item), Tint.ITEM),))
        for item in list_items_at(world, level.id, player.at)
    ]
    if ground is not None and EXIT_TAGS & set(ground.tags):
        lines.insert(0, Line((Span(Message(ground.name), Tint.STAIRS),)))
    return (Panel(Message("stealth-underfoot"), tuple(lines)),) if lines else ()


def _sounds_panel(ctx: Context) -> tuple[Panel, ...]:
    """The latest sounds: direction, kind, how often, how long ago; of one that goes on the newest."""
    lines = []
    newest: dict[tuple[str, int], Percept] = {}
    for one in list_percepts(ctx):
        newest.setdefault((one.kind.id, one.direction), one)
    for one in [*newest.values()][:MAX_SOUNDS]:
        arrow = DIRECTION_ARROWS[one.direction] if one.direction >= 0 else "○"
        facts = {"sound": one.kind, "count": one.count, "age": one.age}
        tint = Tint.DIM if one.age else Tint.SOUND
        lines.append(Line((Span(f"{arrow} ", tint), Span(Message("stealth-heard-line", facts), tint))))
    return (Panel(Message("stealth-heard-title"), tuple(lines)),) if lines else ()
