"""What the character knows of a creature in view, and the odds that it takes notice (P-ODDS)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import msgspec

from footfall.api import Context, events
from footfall.api.grid import Actor, current_level

from .ai.behaviors import BEHAVIORS
from .ai.inquiries import inquiry_of, is_roused
from .ai.noticing import STRIKING_LOUDNESS, hunts_by_ear, hunts_on_sight
from .chances import (
    ALWAYS,
    NEVER,
    Presence,
    RangeChange,
    Senses,
    chance_to_engage,
    chance_to_wake,
    spread_actions,
    to_permille,
)
from .exposure import Noise
from .hookspecs import Noticing
from .known_ground import KnownGround, Reach
from .player import player_of
from .records import DEFAULT_STATS, CreatureKind
from .settings import rule_settings
from .sight import array_index
from .state import stealth_of
from .stats import apply_effects, creature_kind, item_kind, sense_ranges
from .turns import is_helpless

SOUND_MARGIN = 100
"""Tenths of a cell beyond a creature's hearing up to which sound is followed, for loud noises."""

SHOOTER = "archer"
"""The behavior that strikes from afar."""


class Odds(msgspec.Struct, frozen=True):
    """The chance that a creature takes notice of the character in the coming round.

    Attributes:
        permille: 0 to 1000.
        about: something that the character cannot know matters, so the true chance may be another.
        wakes: it sleeps, and this is the chance that it wakes; it hunts no earlier than the round after.
        comes: the chance in permille that it does not notice the character, but goes to look.
        comes_about: the same for `comes` as `about` for `permille`.
    """

    permille: int
    about: bool = False
    wakes: bool = False
    comes: int = 0
    comes_about: bool = False


class Encounter(NamedTuple):
    """How a creature and the character meet, as far as the character can know.

    Attributes:
        distance: in cells.
        lines: whether the line between them is clear; both answers if unknown ground decides.
        sounds: sound distances between them in tenths of a cell, -1 out of reach; two if unknown ground decides.
        stealths, luck, noise, made: as in `Exposure`.
        made_sounds: sound distances to where the action makes its noise.
    """

    distance: int
    lines: tuple[bool, ...]
    sounds: tuple[int, ...]
    stealths: tuple[int, ...]
    luck: int
    noise: Noise
    made: Noise
    made_sounds: tuple[int, ...]


class Watcher:
    """What the character knows of a creature in view.

    Attributes:
        at: its array index.
        senses: what it perceives with; several if the behaviors of its kind differ in that.
        is_vague: its kind leaves open what decides.
        may_inquire, may_shoot: some of its kind go to look, or shoot.
    """

    def __init__(self, ctx: Context, creature: Actor) -> None:
        kind, self._settings = creature_kind(ctx, creature.kind), rule_settings(ctx)
        self._ctx, self._player = ctx, player_of(ctx)
        self.id = creature.id
        self.at = array_index(current_level(ctx)[1], creature.at)
        self.fov, self.foh = sense_ranges(ctx, creature)
        perception = kind.stats.get("perception", DEFAULT_STATS["perception"])
        perception = apply_effects(ctx, creature, "perception", perception)
        names = dict.fromkeys((*kind.ai, *((kind.wakes,) if kind.wakes else ())))
        self.senses = list(
            dict.fromkeys(
                Senses(
                    self.fov,
                    self.foh,
                    perception,
                    behavior.sight_only,
                    behavior.dormant,
                    hunts_by_ear(self._settings, self.fov, behavior.inquires),
                    behavior.inquires,
                )
                for behavior in map(BEHAVIORS.__getitem__, names)
            )
        )
        cost = kind.stats.get("cost", DEFAULT_STATS["cost"])
        self._actions = spread_actions(cost, self._settings.time_unit, self._settings.time_extra_zeroes_pool)
        self._is_helpless = is_helpless(ctx, creature)
        self.is_vague = _leaves_open(ctx, kind)
        mind = stealth_of(ctx.state).minds.get(creature.id)
        self._is_roused = mind is not None and is_roused(mind.marked, inquiry_of(ctx, creature.id))
        self.may_inquire = any(senses.inquires for senses in self.senses)
        self.may_shoot = SHOOTER in kind.ai
        self._reaches: dict[object, Reach] = {}
        self._weighed: dict[tuple[Presence, bool], tuple[Fraction, Fraction, bool]] = {}

    def is_numb(self, asleep: bool) -> bool:
        """Whether an effect keeps it from noticing anything; under the classic rules a sleeper may still wake."""
        return self._is_helpless and (self._settings.shipped or not asleep)

    def reach(self, ground: KnownGround, name: object) -> Reach:
        """What it sees and hears across a version of the ground."""
        reach = self._reaches.get(name)
        if reach is None:
            asked = self._ctx.has_listeners("on_hear")
            limit = 10 * sum(ground.known.shape) if asked else 10 * self.foh + SOUND_MARGIN
            reach = self._reaches[name] = Reach(ground, self.at, self.fov, limit)
        return reach

    def hears(self, distance: int, noise: Noise) -> bool:
        """Whether it hears a noise of the character across a sound distance (R-HEAR-4)."""
        loudness = noise.loudness
        if loudness < 1 or distance < 0:
            return False
        reach = 10 * self.foh
        if self._settings.hearing_loudness_extends:
            reach += 10 * max(0, loudness - 1)
        if self._ctx.has_listeners("on_hear"):
            event = events.Hearing(self.id, self._player.id, noise.kind, loudness, distance, -1)
            reach = self._ctx.foresee("on_hear", event, {"range": reach}).apply({"range": reach})["range"]
        return distance <= reach

    def weigh(self, encounter: Encounter, asleep: bool) -> Odds:
        """The odds of an encounter: the worst of what is possible, marked if there is a choice."""
        weighed = {self._weigh_presence(presence, asleep) for presence in self._list_presences(encounter)}
        notice = max(notice for notice, _, _ in weighed)
        comes = max(comes for _, comes, _ in weighed)
        is_vague = self.is_vague or len(weighed) > 1 or any(vague for _, _, vague in weighed)
        is_bold = comes > 0 and self._ctx.has_listeners("core.stealth:on_inquire")
        return Odds(to_permille(notice), is_vague, asleep, to_permille(comes), is_vague or is_bold)

    def _list_presences(self, encounter: Encounter) -> Iterator[Presence]:
        """How the creature may perceive the character."""
        distance, noise, made = encounter.distance, encounter.noise, encounter.made
        sees = {line and distance <= self.fov for line in encounter.lines}
        hears = {self.hears(way, noise) for way in encounter.sounds}
        struck = {0}
        if made.loudness >= STRIKING_LOUDNESS and self._settings.shipped and not self._is_helpless:
            struck = {made.loudness * self.hears(way, made) for way in encounter.made_sounds}
        for saw, heard, stealth, blow in product(sees, hears, encounter.stealths, struck):
            yield Presence(distance, saw, heard, stealth, encounter.luck, noise.loudness, blow)

    def _weigh_presence(self, presence: Presence, asleep: bool) -> tuple[Fraction, Fraction, bool]:
        """The chances of notice and of an inquiry, and whether they are uncertain."""
        kept = self._weighed.get((presence, asleep))
        if kept is None:
            results = {self._weigh_senses(senses, presence, asleep) for senses in self.senses}
            notice, comes = max(result[0] for result in results), max(result[1] for result in results)
            vague = len(results) > 1 or any(result[2] for result in results)
            kept = self._weighed[presence, asleep] = notice, comes, vague
        return kept

    def _weigh_senses(self, senses: Senses, presence: Presence, asleep: bool) -> tuple[Fraction, Fraction, bool]:
        if asleep:
            return chance_to_wake(self._settings, senses, presence), NEVER, False
        change, is_vague = self._foresee_notice(presence)
        once = chance_to_engage(self._settings, senses, presence, change)
        chance = ALWAYS - sum(((ALWAYS - once) ** count * share for count, share in self._actions.items()), NEVER)
        is_vague = is_vague or (once > 0 and len(self._actions) > 1)
        comes_first = presence.distance >= 2 and not self._hunts(senses, presence)
        notice, comes = (NEVER, chance) if comes_first else (chance, NEVER)
        if presence.struck and senses.inquires:
            comes = ALWAYS - notice
        return notice, comes, is_vague

    def _hunts(self, senses: Senses, presence: Presence) -> bool:
        """Whether it hunts what it notices, and does not come to look first (P-INQ-5, 8)."""
        if not presence.sees:
            return senses.hunts_by_ear
        return hunts_on_sight(self._settings, presence.distance, senses.inquires, self._is_roused)

    def _foresee_notice(self, presence: Presence) -> tuple[RangeChange | None, bool]:
        """What listeners of ``on_notice`` make of the engage range, and whether that is uncertain."""
        if not self._ctx.has_listeners("core.stealth:on_notice") or not (presence.sees or presence.hears):
            return None, False
        sense = "sight" if presence.sees else "hearing"
        event = Noticing(self.id, self._player.id, sense, presence.distance)
        foreseen = self._ctx.foresee("core.stealth:on_notice", event, {"engage": 0})
        return lambda value: foreseen.apply({"engage": value})["engage"], not foreseen.is_certain


def _leaves_open(ctx: Context, kind: CreatureKind) -> bool:
    """Whether the record of a kind leaves open how keen or quick one of them is."""
    if "perception" in kind.ranges or "cost" in kind.ranges:
        return True
    gear = (*kind.outfit, *(kind.carries if kind.slots else ()))
    return any("perception" in item_kind(ctx, id).bonus for id in gear)
