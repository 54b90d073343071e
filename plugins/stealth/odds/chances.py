"""Counts the results of the dice that creatures roll to notice the character or to wake (P-ODDS-1).

Each function gives the exact chance for given facts; the callers try the facts that are not known (P-ODDS-3).
"""

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import msgspec

from footfall.api.chance import Listeners, count_odds

from ..ai.noticing import (
    Detection,
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
from ..senses.sounds import HURT_SOUND

NEVER, ALWAYS = Fraction(0), Fraction(1)

MAX_ROUNDS = 128
"""Rounds whose chances a `NoticeChances` keeps."""

ROUNDING = 1e-9
"""The most that sums of floating-point numbers are short of a half."""


class Senses(NamedTuple):
    """The senses of a creature.

    Attributes:
        engages_by_sight, is_dormant, follows_noises: as in `ai.tactics.Behavior`.
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


class Glance(msgspec.Struct, frozen=True, gc=False):
    """The chances of each result of one action of a calm creature; else it goes about its routine.

    Attributes:
        hunts: it becomes aggravated.
        looks: it goes to look, because it is unsure.
        overlooks: it stays unaware next to the character, and passes (R-AI-10).
    """

    hunts: float = 0.0
    looks: float = 0.0
    overlooks: float = 0.0


NO_GLANCE = Glance()


class Facts(msgspec.Struct, frozen=True, gc=False):
    """All that decides a round of a calm creature, but for its own dice and its senses.

    Attributes:
        actions: how often it acts, 0 to 2.
        first: how it meets the character at its first action: a number of `number_presence`.
        second: at its second one, if it stays where it is.
        closer: the same after it has gone to look.
        later: the same after its routine.
        is_called: after its routine it hears a noise that draws it at the end of the round (P-INQ-1).
        is_called_here: it hears one if it stays where it is.
        is_drawn: another target is nearer (R-AI-1).
    """

    actions: int
    first: int
    second: int
    closer: int
    later: int
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
        return NO_GLANCE
    own = settings, *ids, distance, sees, senses.fov, senses.foh, senses.perception
    facts = NoticeFacts(*own, presence.stealth, presence.luck, presence.noise, senses.light)
    odds = count_odds(listeners, settings.chances.find(notice), facts, "awareness")
    noticed, fooled = float(odds.get(Detection.NOTICED, 0)), float(odds.get(Detection.FOOLED, 0))
    if sees:  # whether it hunts what it notices, and does not come to look first (P-INQ-5, 8)
        is_sure = hunts_on_sight(settings, distance, senses.follows_noises, senses.is_roused)
    else:
        is_sure = senses.hunts_by_ear
    if distance < 2 or is_sure:
        return Glance(noticed, 0.0, fooled)
    return Glance(0.0, noticed, 0.0)


def number_presence(distance: int, is_hurt: int, is_seen: int, is_heard: int) -> int:
    """A `Presence` as one number: the distance, and whether the character is hurt, seen and heard."""
    return distance << 3 | is_hurt << 2 | is_seen << 1 | is_heard


class NoticeChances(dict[Facts, tuple[float, float]]):
    """The chances of creatures with the same senses to notice the same character, each computed once.

    By `Facts`: the chances that a calm one hunts the character by the end of the round, and that it goes to look.
    """

    __slots__ = ("_glances", "_ids", "_listeners", "_settings", "_wakings", "character", "senses")

    def __init__(
        self,
        settings: RuleSettings,
        senses: Senses,
        character: tuple[int, int, int],
        ids: tuple[int, int],
        listeners: Listeners | None,
    ) -> None:
        """`character`: STEALTH with the wall bonus, LUCK, loudness of the noise; the others as in `weigh_glance`."""
        self._settings, self.senses, self.character = settings, senses, character
        self._ids, self._listeners = ids, listeners
        self._glances: dict[int, Glance] = {}
        self._wakings: dict[tuple[int, int], float] = {}

    def glance(self, presence: int, is_distracted: bool = False) -> Glance:
        """The chances of one action; one that is distracted looks into something else, and is no longer roused."""
        glance = self._glances.get(presence << 1 | is_distracted)
        if glance is None:
            senses = self.senses._replace(is_roused=False) if is_distracted else self.senses
            met = self._describe(presence)
            glance = weigh_glance(self._settings, senses, met, self._ids, self._listeners)
            self._glances[presence << 1 | is_distracted] = glance
        return glance

    def may_notice(self, distance: int) -> bool:
        """Whether it can notice the character so far away at all, however loud."""
        return any(
            self.glance(number_presence(distance, True, is_seen, True)) != NO_GLANCE for is_seen in (True, False)
        )

    def weigh_waking(self, presence: int, stirring: int) -> float:
        """The chance that a sleeper wakes, at a noise of the loudness `stirring`; see `chance_to_wake`."""
        chance = self._wakings.get((presence, stirring))
        if chance is None:
            met = self._describe(presence)._replace(stir_loudness=stirring)
            chance = self._wakings[presence, stirring] = float(chance_to_wake(self._settings, self.senses, met))
        return chance

    def _describe(self, presence: int) -> Presence:
        stealth, luck, noise = self.character
        loudness = max(noise, HURT_SOUND.loudness) if presence & 4 else noise
        return Presence(presence >> 3, bool(presence & 2), bool(presence & 1), stealth, luck, loudness)

    def __missing__(self, facts: Facts) -> tuple[float, float]:
        if len(self) >= MAX_ROUNDS:
            self.clear()
        first = self.glance(facts.first) if facts.actions and not facts.is_drawn else NO_GLANCE
        hunts, looks, fooled = first.hunts, first.looks, first.overlooks
        rest = 1 - hunts - looks - fooled
        if facts.actions < 2 or facts.is_drawn or hunts == 1:
            comes = looks + fooled * facts.is_called_here + rest * facts.is_called
        else:
            again, later = self.glance(facts.second), self.glance(facts.later)
            closer = self.glance(facts.closer, is_distracted=self.senses.is_roused)
            hunts += looks * closer.hunts + fooled * again.hunts + rest * later.hunts
            comes = looks * (1 - closer.hunts)
            comes += fooled * (1 - again.hunts if facts.is_called_here else again.looks)
            comes += rest * (1 - later.hunts if facts.is_called else later.looks)
        self[facts] = chances = hunts, comes
        return chances


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
def list_action_counts(cost: int, unit: int, zeroes_pool: bool, gain: int) -> tuple[int, ...]:
    """The numbers of actions that a turn may have, from any pool that a creature can have saved (R-TIME-5)."""
    pools = range(max(cost, unit))
    return tuple(sorted({count_actions(pool, cost, unit, zeroes_pool, gain)[0] for pool in pools}))


def to_permille(chance: float) -> int:
    """A chance in permille, rounded half up."""
    return int(1000 * chance + 0.5 + ROUNDING)
