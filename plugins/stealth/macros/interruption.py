"""Interruptions of macros: a creature in view, a sound, an injury, an effect, hunger."""

from __future__ import annotations

from collections.abc import Container

import msgspec

from footfall.api import BotContext, Context, Message
from footfall.api.grid import Actor

from ..ambience import list_familiar_noises
from ..items.hunger import HUNGER_MESSAGE_SATIETY
from ..melee import are_enemies, is_in_melee
from ..play_state import play_of
from ..player import player_of
from ..records import StatusEffect
from ..sight import actor_name
from ..state import HeardSound, Mood, stealth_of
from ..stats import LAMP, is_thing
from ..upkeep import affliction_damage
from .known_map import creatures_in_view

FAMILIAR_TURNS = 20
"""Turns for which a creature that leaves the view is remembered."""


class MacroSnapshot(msgspec.Struct, frozen=True):
    """The situation at a macro's last command.

    Attributes:
        visible: ids of the creatures in view.
        hunters: ids of those that hunt the character.
        hp: the character's life.
        drain: life that its effects cost each turn.
        effects: its timed effects, without the lamp.
        satiety: its satiety; -1 if it needs no food.
        fights: an enemy is next to it.
        noticed: how often it was noticed so far.
    """

    visible: frozenset[int]
    hunters: frozenset[int]
    hp: int
    drain: int
    effects: frozenset[str]
    satiety: int
    fights: bool
    noticed: int


def take_snapshot(ctx: Context) -> MacroSnapshot:
    """The present situation."""
    me = player_of(ctx)
    return MacroSnapshot(
        frozenset(other.id for other in creatures_in_view(ctx)),
        frozenset(other.id for other in creatures_in_view(ctx) if _is_hunting(ctx, other)),
        me.hp,
        _measure_drain(ctx, me),
        frozenset(me.effects) - {LAMP},
        me.stats.get("satiety", -1),
        is_in_melee(ctx, me),
        play_of(ctx.state).noticed,
    )


def _measure_drain(ctx: Context, me: Actor) -> int:
    known = ctx.records.table(StatusEffect, "effect")
    return sum(affliction_damage(ctx, me, known[name]) for name in me.effects if name in known)


def find_interruption(ctx: BotContext, done: int) -> Message | None:
    """The reason why a macro may not start or continue, as a message; None if it may."""
    before: MacroSnapshot | None = ctx.notes.get("watch") if done else None
    after = ctx.notes["watch"] = take_snapshot(ctx)
    familiar = _list_familiar(ctx, after)
    for other in creatures_in_view(ctx):
        name = {"creature": actor_name(ctx, other)}
        if before is None and other.id in after.hunters:
            return Message("stealth-course-hunted", name)
        if before is not None and other.id not in before.visible | familiar - after.hunters:
            return Message("stealth-course-seen", name)
        if before is not None and other.id in after.hunters - before.hunters:
            return Message("stealth-course-noticed", name)
    if before is None:
        return None
    if after.noticed > before.noticed:
        return Message("stealth-course-sensed")
    if after.hp < before.hp - before.drain or (after.hp < before.hp and 3 * after.hp <= player_of(ctx).hp_max):
        return Message("stealth-course-hurt")
    if after.fights and not before.fights:
        return Message("stealth-course-melee")
    if after.effects - before.effects:
        return Message("stealth-course-effect")
    if after.satiety < before.satiety and after.satiety in HUNGER_MESSAGE_SATIETY:
        return Message("stealth-course-hungry")
    return _find_new_sound(ctx, list_familiar_noises(ctx))


def _list_familiar(ctx: BotContext, after: MacroSnapshot) -> frozenset[int]:
    """Ids of the creatures that are not news when they come back into view.

    These are the ones seen in the last `FAMILIAR_TURNS` turns, before now, and things and peaceful creatures once seen.
    """
    turn = stealth_of(ctx.state).turn
    last_seen: dict[int, int] = ctx.notes.setdefault("last_seen", {})
    before = frozenset(last_seen)
    familiar = frozenset(id for id, seen in last_seen.items() if turn - seen <= FAMILIAR_TURNS)
    last_seen.update(dict.fromkeys(after.visible, turn))
    return familiar | {other.id for other in creatures_in_view(ctx) if other.id in before and _is_harmless(ctx, other)}


def _is_harmless(ctx: Context, other: Actor) -> bool:
    return is_thing(ctx, other) or not are_enemies(ctx, player_of(ctx), other)


def _is_hunting(ctx: Context, other: Actor) -> bool:
    mind = stealth_of(ctx.state).minds.get(other.id)
    return mind is not None and mind.mood is Mood.AGGRAVATED and are_enemies(ctx, player_of(ctx), other)


def _find_new_sound(ctx: Context, familiar: Container[str]) -> Message | None:
    """The nearest sound of this turn that is new or has come nearer; familiar ones count if a creature makes them."""
    stealth = stealth_of(ctx.state)
    audible = [sound for sound in stealth.heard if sound.source or sound.kind not in familiar]
    current = [sound for sound in audible if sound.turn == stealth.turn]
    older = [sound for sound in audible if sound.turn != stealth.turn]
    new_sounds = [sound for sound in current if not any(_is_same_sound(sound, old) for old in older)]
    if not new_sounds:
        return None
    nearest = min(new_sounds, key=lambda sound: sound.distance)
    sound = Message(f"stealth-sound-{nearest.kind}")
    direction = Message("stealth-direction", {"direction": nearest.direction})
    return Message("stealth-course-heard", {"sound": sound, "from": direction})


def _is_same_sound(sound: HeardSound, old: HeardSound) -> bool:
    """Whether a sound repeats an older one: same kind, about the same direction, no nearer."""
    if sound.kind != old.kind or sound.distance < old.distance:
        return False
    if sound.direction < 0 or old.direction < 0:
        return sound.direction == old.direction
    return (sound.direction - old.direction) % 8 in (7, 0, 1)
