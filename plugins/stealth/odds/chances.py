"""Counts the results of the dice that creatures roll to notice the character or to wake (P-ODDS-1).

Each function gives the exact chance for given facts; the callers try the facts that are not known (P-ODDS-3).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from footfall.api.chance import Listeners, count_odds

from ..ai.noticing import (
    Awareness,
    DiscernFacts,
    NoticeFacts,
    StirFacts,
    WakeFacts,
    can_disturb,
    discern,
    engage_base,
    hunts_on_sight,
    notice,
    stir,
    wake,
)
from ..model.phase import count_actions
from ..model.settings import RuleSettings

NEVER, ALWAYS = Fraction(0), Fraction(1)

ROUNDING = 1e-9
"""The most that sums of floating-point numbers are short of a half."""


class Senses(NamedTuple):
    """The senses of a creature.

    Attributes:
        engages_by_sight, is_dormant, follows_noises: as in `ai.behaviors.Behavior`.
        hunts_by_ear: it hunts what it only hears, and does not go and look first.
        can_move: it may leave its cell while it is calm.
        is_roused: it shows that it knows of the character (P-INQ-8).
        light: radius of the light that it carries, in cells (P-WATCH-1).
    """

    fov: int
    foh: int
    perception: int
    engages_by_sight: bool = False
    is_dormant: bool = False
    hunts_by_ear: bool = True
    follows_noises: bool = False
    can_move: bool = True
    is_roused: bool = False
    light: int = 0


class Presence(NamedTuple):
    """The character, as one creature meets it.

    Attributes:
        distance: in cells.
        is_seen, is_heard: whether the creature perceives the character.
        stealth: STEALTH with the wall bonus, without noise.
        noise: loudness of its loudest noise.
        stir_loudness: loudness of a noise at which a sleeper may stir at the end of the round (P-INQ-2), or 0.
    """

    distance: int
    is_seen: bool
    is_heard: bool
    stealth: int
    luck: int
    noise: int
    stir_loudness: int = 0


class Glance(NamedTuple):
    """The chances of each result of one action of a calm creature; else it goes about its routine.

    Attributes:
        hunts: it becomes aggravated.
        looks: it goes to look, because it is unsure.
        overlooks: it stays unaware next to the character, and passes (R-AI-10).
    """

    hunts: float = 0.0
    looks: float = 0.0
    overlooks: float = 0.0


class Facts(NamedTuple):
    """All that decides a round of a calm creature, but for its own dice.

    Attributes:
        actions: how often it acts, 0 to 2.
        first: the character at its first action.
        second: at its second one, if it stays where it is.
        closer: the same after it has gone to look.
        later: the same after its routine.
        is_called: after its routine it hears a noise that draws it at the end of the round (P-INQ-1).
        is_called_here: it hears one if it stays where it is.
        is_drawn: another target is nearer (R-AI-1).
    """

    senses: Senses
    actions: int
    first: Presence
    second: Presence
    closer: Presence
    later: Presence
    is_called: bool = False
    is_called_here: bool = False
    is_drawn: bool = False


def weigh_glance(
    settings: RuleSettings,
    senses: Senses,
    presence: Presence,
    ids: tuple[int, int] = (0, 0),
    listeners: Listeners | None = None,
) -> Glance:
    """The chances of an action of a calm creature (R-AI-7 to 10, P-INQ-5, 8); `ids` are its own and the character's."""
    sees, distance = presence.is_seen, presence.distance
    if engage_base(sees, presence.is_heard, senses.engages_by_sight, senses.fov, senses.foh) is None:
        return Glance()
    own = settings, *ids, distance, sees, senses.fov, senses.foh, senses.perception
    facts = NoticeFacts(*own, presence.stealth, presence.luck, presence.noise, senses.light)
    odds = count_odds(listeners, settings.chances.find(notice), facts, "awareness")
    noticed, fooled = float(odds.get(Awareness.NOTICED, 0)), float(odds.get(Awareness.FOOLED, 0))
    if sees:  # whether it hunts what it notices, and does not come to look first (P-INQ-5, 8)
        is_sure = hunts_on_sight(settings, distance, senses.follows_noises, senses.is_roused)
    else:
        is_sure = senses.hunts_by_ear
    if distance < 2 or is_sure:
        return Glance(noticed, 0.0, fooled)
    return Glance(0.0, noticed, 0.0)


def weigh_round(facts: Facts, glance: Callable[[Senses, Presence], Glance]) -> tuple[float, float]:
    """The chances that a calm creature hunts the character by the end of the round, and that it goes to look.

    Args:
        glance: gives the chances of one action, as `weigh_glance`.
    """
    if not facts.actions or facts.is_drawn:
        return 0.0, float(facts.is_called)
    senses = facts.senses
    hunts, looks, fooled = glance(senses, facts.first)
    rest = 1 - hunts - looks - fooled
    if facts.actions < 2 or hunts == 1:
        return hunts, looks + fooled * facts.is_called_here + rest * facts.is_called
    again, later = glance(senses, facts.second), glance(senses, facts.later)
    # It looks into something else now.
    closer = glance(senses._replace(is_roused=False) if senses.is_roused else senses, facts.closer)
    hunts += looks * closer.hunts + fooled * again.hunts + rest * later.hunts
    comes = looks * (1 - closer.hunts)
    comes += fooled * (1 - again.hunts if facts.is_called_here else again.looks)
    comes += rest * (1 - later.hunts if facts.is_called else later.looks)
    return hunts, comes


def chance_to_wake(settings: RuleSettings, senses: Senses, presence: Presence) -> Fraction:
    """The chance that a sleeper wakes in one turn (R-AI-18), or stirs at its end (P-INQ-2)."""
    if senses.is_dormant:
        return ALWAYS if presence.distance <= 1 else NEVER
    sleeps_on = ALWAYS - _chance_to_rouse(settings, senses, presence)
    if presence.stir_loudness and senses.follows_noises:
        sleeps_on *= ALWAYS - chance_to_stir(settings, presence.stir_loudness)
    return ALWAYS - sleeps_on


def chance_to_stir(settings: RuleSettings, loudness: int) -> Fraction:
    """The chance that a sleeper wakes at a noise that it hears (P-INQ-2)."""
    return count_odds(None, settings.chances.find(stir), StirFacts(loudness), "is_waking").get(True, NEVER)


def _chance_to_rouse(settings: RuleSettings, senses: Senses, presence: Presence) -> Fraction:
    """The chance of the waking and noticing rolls (R-AI-18)."""
    if not can_disturb(settings, presence.distance, senses.fov, senses.foh):
        return NEVER
    rules = settings.chances
    wakes = count_odds(None, rules.find(wake), WakeFacts(settings, presence.luck), "is_waking").get(True, NEVER)
    if not (presence.is_seen or presence.is_heard):
        return wakes
    facts = DiscernFacts(presence.stealth - presence.noise, presence.luck)
    return wakes + (ALWAYS - wakes) * count_odds(None, rules.find(discern), facts, "is_waking").get(True, NEVER)


@lru_cache(maxsize=1024)
def list_action_counts(cost: int, unit: int, zeroes_pool: bool) -> tuple[int, ...]:
    """The numbers of actions that a turn may have, from any pool that a creature can have saved (R-TIME-5)."""
    pool, seen, counts = 0, set[int](), set[int]()
    while pool not in seen:
        seen.add(pool)
        count, pool = count_actions(pool, cost, unit, zeroes_pool)
        counts.add(count)
    return tuple(sorted(counts))


def to_permille(chance: float) -> int:
    """A chance in permille, rounded half up."""
    return int(1000 * chance + 0.5 + ROUNDING)
