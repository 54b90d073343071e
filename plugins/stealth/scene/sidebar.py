"""The sidebar: the character, creatures in sight, items underfoot, sounds."""

from __future__ import annotations

from typing import Any

from footfall.api import Context, Message
from footfall.api.grid import Actor, chebyshev_distance, current_level, list_items_at
from footfall.api.scene import Line, Panel, Percept, Span, Tint

from ..actions.fight import Manner, is_open_to_backstab
from ..actions.stamina import is_in_melee
from ..actors.actor_index import player_of
from ..actors.floor import tile_at
from ..actors.identification import disguise_of, item_name
from ..actors.stats import creature_kind, effective_defense, effective_stat, effective_to_hit, max_stamina, weapon_of
from ..model.records import StatusEffect
from ..model.state import stealth_of
from ..odds.sightings import list_sleepers
from ..quest.guided import current_station, is_completed, list_stations
from ..senses.known_map import creatures_in_view
from .awareness import AWARENESS_SIGNS, AWARENESS_TINTS, Awareness, awareness_of
from .cells import list_percepts
from .chances import describe_staying_briefly, weigh_staying
from .combat_panel import build_fight_panel, list_combat_rows
from .lists import DIRECTION_ARROWS, arrow_to

HUNGER_TINT_SATIETY = 8
"""Satiety up to which the bar is tinted as hunger."""

EXIT_TAGS = {"stairs", "edge"}
"""Tags of ground that leads to another floor."""

MAX_SOUNDS, MAX_SLEEPERS = 5, 4
"""Maximum number of sounds and of sleepers out of view that are listed."""


def build_panels(ctx: Context) -> tuple[Panel, ...]:
    """All panels, the most important first."""
    fight, sight = build_fight_panel(ctx), _sight_panel(ctx)
    sight = (*sight, *_sleepers_panel(ctx))
    return (_character_panel(ctx), *_station_panel(ctx), *fight, *sight, *_underfoot_panel(ctx), *_sounds_panel(ctx))


def _station_panel(ctx: Context) -> tuple[Panel, ...]:
    """What to do at the current station of a guided floor (P-GUIDE-1)."""
    found = current_station(ctx)
    if found is None:
        return ()
    number, station = found
    title = Message("stealth-station", {"number": number, "count": len(list_stations(ctx))})
    task = Message(station.after if is_completed(ctx, station) else station.task)
    if any(awareness_of(ctx, other) is Awareness.HUNTING for other in creatures_in_view(ctx)):
        task = Message("stealth-station-hunted")
    return (Panel(title, (Line((Span(task, Tint.STRONG),)),)),)


def _character_panel(ctx: Context) -> Panel:
    player = player_of(ctx)
    fighter = stealth_of(ctx.state).fighters[player.id]
    weapon = weapon_of(ctx, player)
    stamina_max = max_stamina(ctx, player)
    lines = [
        Line((Span(Message("stealth-hp")),), (player.hp, player.hp_max)),
        Line((Span(Message("stealth-stamina")),), (fighter.stamina, stamina_max)),
        Line((Span(Message("stealth-hit-line", _combat_numbers(ctx, player))),)),
        Line((Span(Message("stealth-armor-line", {"armor": effective_stat(ctx, player, "armor")})),)),
        Line((Span(Message(weapon.name) if weapon is not None else Message("stealth-unarmed")),)),
    ]
    if "satiety" in player.stats:
        satiety_max = effective_stat(ctx, player, "satiety_max")
        satiety = player.stats["satiety"]
        tint = Tint.BAD if satiety <= HUNGER_TINT_SATIETY else Tint.TEXT
        at = 2 if tint is Tint.BAD or not is_in_melee(ctx, player) else len(lines)  # in a fight others matter more
        lines.insert(at, Line((Span(Message("stealth-satiety"), tint),), (satiety, satiety_max)))
    if fighter.th or fighter.df:
        cache = Message("stealth-cache-line", {"th": fighter.th, "df": fighter.df})
        lines.insert(2, Line((Span(cache, Tint.STRONG),)))
    effects = ctx.records.table(StatusEffect, "effect")
    for name in sorted(player.effects):
        if name in effects:
            turns = player.effects[name]
            text = Message("stealth-effect-line", {"name": Message(effects[name].name), "turns": turns})
            lines.append(Line((Span(text, Tint.MAGIC),)))
    return Panel(Message("stealth-self"), tuple(lines))


def _combat_numbers(ctx: Context, player: Actor) -> dict[str, Any]:
    return {"to_hit": _format_signed(effective_to_hit(ctx, player)), "defense": effective_defense(ctx, player)}


def _format_signed(number: int) -> str:
    return f"+{number}" if number >= 0 else str(number)


def _sight_panel(ctx: Context) -> tuple[Panel, ...]:
    """Actors in view, nearest first: awareness, name, distance, life."""
    world, _, _ = current_level(ctx)
    player = player_of(ctx)
    lines = []
    for row in list_combat_rows(ctx):
        other = world.actors[row.actor]
        if disguise_of(ctx, other):
            continue
        awareness = awareness_of(ctx, other)
        tint = AWARENESS_TINTS[awareness]
        spans = [Span(f"{AWARENESS_SIGNS[awareness] or ' '} ", tint), Span(row.name, tint)]
        spans.append(Span(f" {row.distance}{arrow_to(player.at, other.at)} ", Tint.DIM))
        staying = weigh_staying(ctx, other)
        if staying is not None:
            spans.append(Span(describe_staying_briefly(staying), Tint.TEXT, staying.text))
        if (
            awareness is not Awareness.NONE
            and row.distance == 1
            and is_open_to_backstab(ctx, player, other, Manner.MELEE)
        ):
            spans += [Span(" "), Span(Message("stealth-unaware-sign"), Tint.GOOD)]
        if awareness is not Awareness.NONE:  # last: where room is short, its sign tells
            spans += [Span(" "), Span(Message("stealth-mood", {"mood": awareness.value}), tint)]
        lines.append(Line(tuple(spans), None if awareness is Awareness.NONE else (other.hp, other.hp_max)))
    return (Panel(Message("stealth-in-sight"), tuple(lines)),) if lines else ()


def _sleepers_panel(ctx: Context) -> tuple[Panel, ...]:
    """The sleepers out of view that the character remembers, nearest first."""
    player, lines = player_of(ctx), []
    sleepers = sorted(list_sleepers(ctx), key=lambda sleeper: chebyshev_distance(sleeper.at, player.at))
    for sleeper in sleepers[:MAX_SLEEPERS]:
        where = f" {chebyshev_distance(sleeper.at, player.at)}{arrow_to(player.at, sleeper.at)} "
        name, past = Message(creature_kind(ctx, sleeper.kind).name), Message("stealth-seen-asleep")
        texts = (f"{AWARENESS_SIGNS[Awareness.ASLEEP]} ", name, where, past)
        lines.append(Line(tuple(Span(text, Tint.DIM) for text in texts)))
    return (Panel(Message("stealth-out-of-sight"), tuple(lines)),) if lines else ()


def _underfoot_panel(ctx: Context) -> tuple[Panel, ...]:
    world, level, _ = current_level(ctx)
    player = player_of(ctx)
    ground = tile_at(ctx, player, player.at)
    lines = [Line((Span(item_name(ctx, item), Tint.ITEM),)) for item in list_items_at(world, level.id, player.at)]
    if ground is not None and EXIT_TAGS & set(ground.tags):
        lines.insert(0, Line((Span(Message(ground.name), Tint.STAIRS),)))
    return (Panel(Message("stealth-underfoot"), tuple(lines)),) if lines else ()


def _sounds_panel(ctx: Context) -> tuple[Panel, ...]:
    """The latest sound of each kind and direction, with its count and age."""
    lines = []
    newest: dict[tuple[str, int], Percept] = {}
    for sound in list_percepts(ctx):
        newest.setdefault((sound.kind.id, sound.direction), sound)
    for sound in [*newest.values()][:MAX_SOUNDS]:
        arrow = DIRECTION_ARROWS[sound.direction] if sound.direction >= 0 else "○"
        facts = {"sound": sound.kind, "count": sound.count, "age": sound.age}
        tint = Tint.DIM if sound.age else Tint.SOUND
        lines.append(Line((Span(f"{arrow} ", tint), Span(Message("stealth-heard-line", facts), tint))))
    return (Panel(Message("stealth-heard-title"), tuple(lines)),) if lines else ()
