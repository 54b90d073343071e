"""The odds of being noticed in the coming round, from the rules themselves and what the character can know (P-ODDS).

They read no mind but its mood, no unseen actor, no unknown cell. What creatures in view can be told by looking counts
as known: kind, place, mood, range of senses, timed effects. Asking rolls nothing and changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import msgspec

from footfall.api import Context, events
from footfall.api.grid import Actor, chebyshev_distance, current_level

from .ai.behaviors import BEHAVIORS
from .ai.noticing import STRIKING_LOUDNESS, hunts_by_ear
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
from .exposure import FIGHT, LAMP_TOGGLE, STAY, STEPS, Action, Deed, Exposure, Noise, expose
from .hookspecs import Noticing
from .known_ground import KnownGround, Reach
from .macros.known_map import creatures_in_view, recall_map
from .melee import are_enemies
from .player import player_of
from .records import DEFAULT_STATS, CreatureKind
from .settings import rule_settings
from .sight import array_index, visible_cells
from .state import Mood, stealth_of
from .stats import apply_effects, creature_kind, is_thing, item_kind, sense_ranges
from .turns import is_helpless

__all__ = [
    "FIGHT", "LAMP_TOGGLE", "STAY", "STEPS", "Action", "Deed", "Forecast", "Odds", "forecast_round", "notice_permille",
]  # fmt: skip

FORECAST_KEY = "core.stealth:forecast"

SOUND_MARGIN = 100
"""Tenths of a cell beyond a creature's hearing up to which sound is followed, for loud noises."""


class Odds(msgspec.Struct, frozen=True):
    """The chance that a creature takes notice of the character in the coming round.

    Attributes:
        permille: 0 to 1000.
        about: something that the character cannot know matters, so the true chance may be another.
        wakes: it sleeps, and this is the chance that it wakes; it hunts no earlier than the round after.
        comes: the chance in permille that it does not notice the character, but goes to look what it heard.
    """

    permille: int
    about: bool = False
    wakes: bool = False
    comes: int = 0


NO_ODDS = Odds(0)


def notice_permille(ctx: Context, creature: Actor, action: Action) -> Odds:
    """The odds that a creature in view becomes aggravated by the character, or wakes, if it does `action`.

    An action that is refused or takes no time has none; a creature that hunts already has noticed for certain. Of a
    creature that is out of view, disguised or no enemy, nothing is known: no odds, marked `Odds.about`.
    """
    return forecast_round(ctx).weigh(creature, action)


def forecast_round(ctx: Context) -> Forecast:
    """What the odds of the coming round share; kept until the state changes."""
    world, _, ground = current_level(ctx)
    player = world.actors[world.player]
    key = (ctx.state.turn, ground.placements, ground.grid.generation, len(world.noises), player.at, rule_settings(ctx))
    kept = world.__dict__.get(FORECAST_KEY)
    if kept is None or kept.key != key or kept.visible is not visible_cells(ctx) or kept.ctx is not ctx:
        kept = world.__dict__[FORECAST_KEY] = Forecast(ctx, key)
    forecast: Forecast = kept
    return forecast


class Forecast:
    """The coming round as the character can foresee it.

    Attributes:
        ground: the floor that it knows.
        at: array index of its cell.
        creatures: ids of the enemies in view that it knows for what they are.
    """

    def __init__(self, ctx: Context, key: tuple[Any, ...]) -> None:
        self.ctx = ctx
        self.key = key
        self.visible = visible_cells(ctx)
        self.player = player_of(ctx)
        memory = recall_map(ctx)
        _, level, _ = current_level(ctx)
        known = self.visible | (memory > 0)
        shown = level.tiles * self.visible + (~self.visible & known) * (memory.clip(1) - 1)
        self.ground = KnownGround(ctx, known, shown)
        self._seen = creatures_in_view(ctx)
        self.creatures = frozenset(other.id for other in self._seen if is_watcher(ctx, other))
        self._grounds = {None: self.ground}
        self._exposures: dict[Action, Exposure | None] = {}
        self._watchers: dict[int, Watcher] = {}
        self.at = array_index(level, self.player.at)

    def expose(self, action: Action) -> Exposure | None:
        """The character after an action; None if it is refused or takes no time."""
        if action not in self._exposures:
            self._exposures[action] = expose(self.ctx, self.ground, action)
        return self._exposures[action]

    def watch(self, creature: Actor) -> Watcher:
        """What is known of a creature."""
        watcher = self._watchers.get(creature.id)
        if watcher is None:
            watcher = self._watchers[creature.id] = Watcher(self.ctx, creature)
        return watcher

    def weigh(self, creature: Actor, action: Action) -> Odds:
        """See `notice_permille`."""
        if creature.id not in self.creatures:
            return Odds(0, about=True)
        exposure = self.expose(action)
        return NO_ODDS if exposure is None else self.weigh_exposure(creature, exposure)

    def weigh_exposure(self, creature: Actor, exposure: Exposure) -> Odds:
        """The odds for an exposure."""
        mood = stealth_of(self.ctx.state).minds[creature.id].mood
        if mood is Mood.AGGRAVATED or creature.id == exposure.target:
            return Odds(1000)
        watcher = self.watch(creature)
        if watcher.is_helpless or self._is_drawn_away(creature, exposure):
            return NO_ODDS
        if exposure.opened not in self._grounds:
            assert exposure.opened is not None
            self._grounds[exposure.opened] = self.ground.with_open_door(exposure.opened)
        odds = watcher.weigh(self._meet(watcher, exposure), mood is Mood.ASLEEP)
        if odds.about or not (exposure.is_vague or self.may_be_disturbed(creature)):
            return odds
        return msgspec.structs.replace(odds, about=True)

    def _meet(self, watcher: Watcher, exposure: Exposure) -> Encounter:
        """How a creature and the character meet."""
        (y, x), (own_y, own_x) = exposure.at, watcher.at
        reach = watcher.reach(self._grounds[exposure.opened], exposure.opened)
        lines = tuple(bool(mask[exposure.at]) for mask in reach.sight)
        if exposure.opened is None and exposure.at == self.at:
            lines = (True,)  # sight is symmetric, and the creature is in view
        return Encounter(
            max(abs(y - own_y), abs(x - own_x)),
            lines,
            tuple(int(field[exposure.at]) for field in reach.sound),
            exposure.stealths,
            exposure.luck,
            exposure.noise,
            exposure.made,
            tuple(int(field[exposure.made_at]) for field in reach.sound),
        )

    def _is_drawn_away(self, creature: Actor, exposure: Exposure) -> bool:
        """Whether someone else in view is nearer, and so its target (R-AI-1)."""
        if creature.side != "hostile" or rule_settings(self.ctx).ai_pc_priority == "always":
            return False
        top, left = current_level(self.ctx)[1].origin
        distance = chebyshev_distance(creature.at, (exposure.at[0] + top, exposure.at[1] + left))
        return any(
            other.side == "adventurer" and chebyshev_distance(creature.at, other.at) < distance for other in self._seen
        )

    def may_be_disturbed(self, creature: Actor) -> bool:
        """Whether a fight in view may add to the noise before the creature's turn, or to its targets."""
        minds = stealth_of(self.ctx.state).minds
        return any(
            other.side == "adventurer" or (other.id in minds and minds[other.id].mood is Mood.AGGRAVATED)
            for other in self._seen
            if other.id != creature.id
        )


def is_watcher(ctx: Context, other: Actor) -> bool:
    """Whether a creature in view may notice the character as an enemy."""
    has_mind = other.id in stealth_of(ctx.state).minds and not is_thing(ctx, other)
    return has_mind and are_enemies(ctx, player_of(ctx), other)


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
        self.is_helpless = is_helpless(ctx, creature)
        self.is_vague = _leaves_open(ctx, kind)
        self._reaches: dict[object, Reach] = {}
        self._weighed: dict[tuple[Presence, bool], tuple[Fraction, Fraction, bool]] = {}

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
        return Odds(to_permille(notice), is_vague, asleep, to_permille(comes))

    def _list_presences(self, encounter: Encounter) -> Iterator[Presence]:
        """How the creature may perceive the character."""
        distance, noise, made = encounter.distance, encounter.noise, encounter.made
        sees = {line and distance <= self.fov for line in encounter.lines}
        hears = {self.hears(way, noise) for way in encounter.sounds}
        struck = {0}
        if made.loudness >= STRIKING_LOUDNESS and self._settings.shipped:
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
        by_ear = presence.distance >= 2 and not presence.sees and not senses.hunts_by_ear
        notice, comes = (NEVER, chance) if by_ear else (chance, NEVER)
        if presence.struck and senses.inquires:
            comes = ALWAYS - notice
        return notice, comes, is_vague or (comes > 0 and self._ctx.has_listeners("core.stealth:on_inquire"))

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
