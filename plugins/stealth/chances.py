"""Counts the results of the dice that creatures roll to notice the character or to wake (P-ODDS-1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple, TypeAlias

from . import energy
from .ai.noticing import (
    AWARE_DIE,
    NOTICE_DIE,
    NOTICE_THRESHOLD,
    SNEAK_DIE,
    STIR_DIE,
    WAKE_THRESHOLD,
    Die,
    alertness,
    audible_stealth,
    can_disturb,
    engage_base,
    luck_die,
    range_dice,
    waking_dice,
)
from .settings import RuleSettings

NEVER, ALWAYS = Fraction(0), Fraction(1)

RangeChange: TypeAlias = Callable[[int], int]
"""What listeners of ``on_notice`` make of an engage range."""


class Senses(NamedTuple):
    """What a creature perceives with.

    Attributes:
        sight_only, dormant, inquires: as in `ai.behaviors.Behavior`.
        hunts_by_ear: it hunts what it only hears, and does not go and look first.
    """

    fov: int
    foh: int
    perception: int
    sight_only: bool = False
    dormant: bool = False
    hunts_by_ear: bool = True
    inquires: bool = False


class Presence(NamedTuple):
    """What there is to perceive: the character, as one creature meets it.

    Attributes:
        distance: in cells.
        sees, hears: whether the creature perceives the character.
        stealth: STEALTH with the wall bonus, without noise.
        noise: loudness of its loudest noise.
        struck: loudness of a noise that the creature hears at once and that is more than ordinary, or 0.
    """

    distance: int
    sees: bool
    hears: bool
    stealth: int
    luck: int
    noise: int
    struck: int = 0


@lru_cache(maxsize=4096)
def spread_dice(added: tuple[Die, ...], subtracted: tuple[Die, ...]) -> dict[int, Fraction]:
    """The chance of each value of a sum of dice minus others."""
    dice = [range(low, max(low, high) + 1) for low, high in added]
    dice += [range(-max(low, high), -low + 1) for low, high in subtracted]
    counts = Counter(sum(faces) for faces in product(*dice))
    total = sum(counts.values())
    return {value: Fraction(count, total) for value, count in sorted(counts.items())}


@lru_cache(maxsize=65536)
def chance_of(added: tuple[Die, ...], subtracted: tuple[Die, ...], least: int) -> Fraction:
    """The chance that a sum of dice minus others is at least `least`."""
    return sum((chance for value, chance in spread_dice(added, subtracted).items() if value >= least), NEVER)


def chance_to_engage(
    settings: RuleSettings, senses: Senses, presence: Presence, change: RangeChange | None = None
) -> Fraction:
    """The chance that a calm creature becomes aggravated in one action (R-AI-7 to 10)."""
    base = engage_base(presence.sees, presence.hears, senses.sight_only, senses.fov, senses.foh)
    if base is None:
        return NEVER
    stealth = audible_stealth(settings, presence.stealth, presence.noise, presence.sees)
    keenness, fortune = range_dice(settings, senses.perception, presence.luck)
    least = presence.distance if presence.distance >= 2 else 0
    if change is None:
        reached = chance_of((keenness,), (fortune,), least - base + stealth)
    else:
        values = spread_dice((keenness,), (fortune,)).items()
        reached = sum((chance for value, chance in values if change(value + base - stealth) >= least), NEVER)
    if presence.distance >= 2:
        return reached
    fortune = luck_die(presence.luck)
    alert = alertness(settings, senses.perception, senses.fov, senses.foh)
    return reached * chance_of((AWARE_DIE,), (SNEAK_DIE, fortune), stealth - alert)


def chance_to_wake(settings: RuleSettings, senses: Senses, presence: Presence) -> Fraction:
    """The chance that a sleeper wakes in one turn (R-AI-18), or stirs at its end (P-INQ-2)."""
    if senses.dormant:
        return ALWAYS if presence.distance <= 1 else NEVER
    sleeps_on = ALWAYS - _chance_to_rouse(settings, senses, presence)
    if presence.struck and senses.inquires:
        sleeps_on *= ALWAYS - chance_of((), (STIR_DIE,), 1 - presence.struck)
    return ALWAYS - sleeps_on


def _chance_to_rouse(settings: RuleSettings, senses: Senses, presence: Presence) -> Fraction:
    """The chance of the waking and noticing rolls (R-AI-18)."""
    if not can_disturb(settings, presence.distance, senses.fov, senses.foh):
        return NEVER
    wakes = chance_of(waking_dice(settings), (), WAKE_THRESHOLD + presence.luck + 1)
    if not (presence.sees or presence.hears):
        return wakes
    exposed = presence.stealth - presence.noise
    notices = chance_of((NOTICE_DIE,), (luck_die(presence.luck),), NOTICE_THRESHOLD + exposed + 1)
    return wakes + (ALWAYS - wakes) * notices


@lru_cache(maxsize=1024)
def spread_actions(cost: int, unit: int, zeroes_pool: bool) -> dict[int, Fraction]:
    """The chance of each number of actions in a turn, at a random moment of the cycle of a pool (R-TIME-5)."""
    pool, seen = 0, dict[int, int]()
    times: list[int] = []
    while pool not in seen:
        seen[pool] = len(times)
        count, pool = energy.count_actions(pool, cost, unit, zeroes_pool)
        times.append(count)
    cycle = times[seen[pool] :]
    return {count: Fraction(number, len(cycle)) for count, number in sorted(Counter(cycle).items())}


def to_permille(chance: Fraction) -> int:
    """A chance in permille, rounded half up."""
    return (2000 * chance.numerator + chance.denominator) // (2 * chance.denominator)
