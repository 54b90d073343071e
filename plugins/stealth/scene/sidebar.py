"""The side bar: the character, foes in sight, what lies underfoot, what is heard."""

from __future__ import annotations

from typing import Any

from footfall.api import Message, Play
from footfall.api.grid import Actor, here, items_at
from footfall.api.scene import DIRECTIONS, Line, Panel, Percept, Span, Tint

from ..disguise import disguised
from ..fight import Manner, caught
from ..melee import in_melee
from ..moves import tile_at
from ..panel import rows
from ..player import player_of
from ..records import Effect
from ..state import stealth_of
from ..totals import defense, stamina_max, to_hit, total, weapon_of
from .cells import counted, percepts
from .minds import SIGNS, TINTS, Bearing, bearing

ARROWS = "↑↗→↘↓↙←↖"
HUNGRY = 8
"""Satiety at which the character feels hunger."""

WAYS = {"stairs", "edge"}
"""Tags of ground that leads off the floor."""

HEARD = 5
"""Sounds listed at most."""


def panels(play: Play) -> tuple[Panel, ...]:
    """All blocks, the most important first."""
    return (_self(play), *_sight(play), *_here(play), *_heard(play))


def _self(play: Play) -> Panel:
    player = player_of(play)
    fighter = stealth_of(play.state).fighters[player.id]
    weapon = weapon_of(play, player)
    most = stamina_max(play, player)
    lines = [
        Line((Span(Message("stealth-hp")),), (player.hp, player.hp_max)),
        Line((Span(Message("stealth-stamina")),), (fighter.stamina, most)),
        Line((Span(Message("stealth-hit-line", _figures(play, player))),)),
        Line((Span(Message("stealth-armor-line", {"armor": total(play, player, "armor")})),)),
        Line((Span(Message(weapon.name) if weapon is not None else Message("stealth-unarmed")),)),
    ]
    if fighter.th or fighter.df or in_melee(play, player):
        footing = Message("stealth-cache-line", {"th": fighter.th, "df": fighter.df})
        lines.insert(2, Line((Span(footing, Tint.STRONG),)))
    if "satiety" in player.stats:
        most_food = total(play, player, "satiety_max")
        left = player.stats["satiety"]
        tint = Tint.BAD if left <= HUNGRY else Tint.TEXT
        lines.append(Line((Span(Message("stealth-satiety"), tint),), (left, most_food)))
    effects = play.records.table(Effect, "effect")
    for name in sorted(player.effects):
        if name in effects:
            turns = player.effects[name]
            text = Message("stealth-effect-line", {"name": Message(effects[name].name), "turns": turns})
            lines.append(Line((Span(text, Tint.MAGIC),)))
    return Panel(Message("stealth-self"), tuple(lines))


def _figures(play: Play, player: Actor) -> dict[str, Any]:
    return {"to_hit": _signed(to_hit(play, player)), "defense": defense(play, player)}


def _signed(number: int) -> str:
    return f"+{number}" if number >= 0 else str(number)


def _sight(play: Play) -> tuple[Panel, ...]:
    """Who is in view, nearest first: sign, name, bearing, distance, life."""
    world, _, _ = here(play)
    player = player_of(play)
    lines = []
    for row in rows(play):
        other = world.actors[row.actor]
        if disguised(play, other):
            continue
        how = bearing(play, other)
        tint = TINTS[how]
        spans = [Span(f"{SIGNS[how] or ' '} ", tint), Span(row.name, tint)]
        if how is not Bearing.NONE:
            spans += [Span(" "), Span(Message("stealth-mood", {"mood": how.value}), tint)]
        spans.append(Span(f" {row.distance}{_arrow(player, other)} ", Tint.DIM))
        if how is not Bearing.NONE and row.distance == 1 and caught(play, player, other, Manner.MELEE):
            spans += [Span(" "), Span(Message("stealth-unaware-sign"), Tint.GOOD)]
        lines.append(Line(tuple(spans), None if how is Bearing.NONE else (other.hp, other.hp_max)))
    return (Panel(Message("stealth-in-sight"), tuple(lines)),) if lines else ()


def _arrow(player: Actor, other: Actor) -> str:
    dy, dx = other.at[0] - player.at[0], other.at[1] - player.at[1]
    step = ((dy > 0) - (dy < 0), (dx > 0) - (dx < 0))
    return ARROWS[DIRECTIONS.index(step)] if step != (0, 0) else "·"


def _here(play: Play) -> tuple[Panel, ...]:
    world, level, _ = here(play)
    player = player_of(play)
    ground = tile_at(play, player, player.at)
    lines = [Line((Span(counted(play, item), Tint.ITEM),)) for item in items_at(world, level.id, player.at)]
    if ground is not None and WAYS & set(ground.tags):
        lines.insert(0, Line((Span(Message(ground.name), Tint.STAIRS),)))
    return (Panel(Message("stealth-underfoot"), tuple(lines)),) if lines else ()


def _heard(play: Play) -> tuple[Panel, ...]:
    """The latest sounds: direction, kind, how often, how long ago; of one that goes on the newest."""
    lines = []
    newest: dict[tuple[str, int], Percept] = {}
    for one in percepts(play):
        newest.setdefault((one.kind.id, one.direction), one)
    for one in [*newest.values()][:HEARD]:
        arrow = ARROWS[one.direction] if one.direction >= 0 else "○"
        facts = {"sound": one.kind, "count": one.count, "age": one.age}
        tint = Tint.DIM if one.age else Tint.SOUND
        lines.append(Line((Span(f"{arrow} ", tint), Span(Message("stealth-heard-line", facts), tint))))
    return (Panel(Message("stealth-heard-title"), tuple(lines)),) if lines else ()
