"""What ends a course before it is there: a creature in view, a sound, a hurt, hunger."""

from __future__ import annotations

import msgspec

from footfall.api import BotContext, Context, Message
from footfall.api.grid import Actor, Cell

from ..items.hunger import HUNGER_MESSAGE_SATIETY
from ..melee import are_enemies
from ..player import player_of
from ..sight import actor_name
from ..state import HeardSound, Mood, stealth_of
from ..stats import LAMP
from .known_map import creatures_in_view


class MacroSnapshot(msgspec.Struct, frozen=True):
    """How things stood at the last command of a course.

    Attributes:
        folk: ids of the creatures in view.
        hunters: ids of those of them that hunt.
        hp: the character's life.
        effects: its timed effects.
        satiety: how fed it is; -1 if it has no stomach.
        where: its level and cell.
    """

    folk: frozenset[int]
    hunters: frozenset[int]
    hp: int
    effects: frozenset[str]
    satiety: int
    where: tuple[int, Cell]


def take_snapshot(ctx: Context) -> MacroSnapshot:
    """How things stand."""
    me = player_of(ctx)
    return MacroSnapshot(
        frozenset(other.id for other in creatures_in_view(ctx)),
        frozenset(other.id for other in creatures_in_view(ctx) if _is_hunting(ctx, other)),
        me.hp,
        frozenset(me.effects) - {LAMP},
        me.stats.get("satiety", -1),
        (me.level, me.at),
    )


def find_interruption(ctx: BotContext, done: int) -> Message | None:
    """Why a course must not begin, or not go on; None if nothing keeps it from going on."""
    before: MacroSnapshot | None = ctx.notes.get("watch") if done else None
    now = ctx.notes["watch"] = take_snapshot(ctx)
    for other in creatures_in_view(ctx):
        name = {"creature": actor_name(ctx, other)}
        if before is None and other.id in now.hunters:
            return Message("stealth-course-hunted", name)
        if before is not None and other.id not in before.folk:
            return Message("stealth-course-seen", name)
        if before is not None and other.id in now.hunters - before.hunters:
            return Message("stealth-course-noticed", name)
    if before is None:
        return None
    if now.hp < before.hp:
        return Message("stealth-course-hurt")
    if now.effects - before.effects:
        return Message("stealth-course-effect")
    if now.satiety < before.satiety and now.satiety in HUNGER_MESSAGE_SATIETY:
        return Message("stealth-course-hungry")
    return _find_new_sound(ctx)


def _is_hunting(ctx: Context, other: Actor) -> bool:
    mind = stealth_of(ctx.state).minds.get(other.id)
    return mind is not None and mind.mood is Mood.AGGRAVATED and are_enemies(ctx, player_of(ctx), other)


def _find_new_sound(ctx: Context) -> Message | None:
    """The loudest thing heard this turn that is new, or nearer than before (display rule C1.9)."""
    part = stealth_of(ctx.state)
    fresh = [one for one in part.heard if one.turn == part.turn]
    older = [one for one in part.heard if one.turn != part.turn]
    news = [one for one in fresh if not any(_is_same_sound(one, old) for old in older)]
    if not news:
        return None
    first = min(news, key=lambda one: one.distance)
    sound = Message(f"stealth-sound-{first.kind}")
    whence = Message("stealth-direction", {"direction": first.direction})
    return Message("stealth-course-heard", {"sound": sound, "from": whence})


def _is_same_sound(one: HeardSound, old: HeardSound) -> bool:
    """Whether a sound is an old one again: its kind, from about there, no nearer."""
    if one.kind != old.kind or one.distance < old.distance:
        return False
    if one.direction < 0 or old.direction < 0:
        return one.direction == old.direction
    return (one.direction - old.direction) % 8 in (7, 0, 1)
