"""The odds of being noticed in the coming round, from the rules themselves and what the character can know (P-ODDS).

They read no mind but its mood, no unseen actor, no unknown cell. What creatures in view can be told by looking counts
as known: kind, place, mood, range of senses, timed effects. Asking rolls nothing and changes nothing.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import msgspec

from footfall.api import Context, events
from footfall.api.grid import Actor, chebyshev_distance, current_level

from .ai.behaviors import BEHAVIORS
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
from .exposure import FIGHT, LAMP_TOGGLE, STAY, STEPS, Action, Deed, Exposure, expose
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
    """

    permille: int
    about: bool = False
    wakes: bool = False


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
        self._sound_margin = 10 * sum(level.shape) if ctx.has_listeners("on_hear") else SOUND_MARGIN

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
        if exposure is None:
            return NO_ODDS
        return self.weigh_exposure(creature, exposure)

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
        presences = self._list_presences(watcher, exposure)
        asleep = mood is Mood.ASLEEP
        chances = {
            watcher.chance(self.ctx, presence, senses, exposure.noise_kind, asleep)
            for presence in presences
            for senses in watcher.senses
        }
        highest = max(chance for chance, _ in chances)
        is_vague = exposure.is_vague or watcher.is_vague or len(chances) > 1 or any(vague for _, vague in chances)
        return Odds(to_permille(highest), is_vague or self._may_be_hurt(creature), asleep)

    def _list_presences(self, watcher: Watcher, exposure: Exposure) -> list[Presence]:
        """How a creature may meet the character: several ways if unknown ground decides."""
        y, x = exposure.at
        own_y, own_x = watcher.at
        distance = max(abs(y - own_y), abs(x - own_x))
        reach = watcher.reach(self._grounds[exposure.opened], exposure.opened, self._sound_margin)
        lines = {bool(mask[exposure.at]) for mask in reach.sight}
        if exposure.opened is None and exposure.at == array_index(current_level(self.ctx)[1], self.player.at):
            lines = {True}  # sight is symmetric, and the creature is in view
        sees = {line and distance <= watcher.fov for line in lines}
        hears = {watcher.hears(self.ctx, self.player, int(field[exposure.at]), exposure) for field in reach.sound}
        return [
            Presence(distance, saw, heard, stealth, exposure.luck, exposure.noise)
            for saw, heard, stealth in product(sees, hears, exposure.stealths)
        ]

    def _is_drawn_away(self, creature: Actor, exposure: Exposure) -> bool:
        """Whether someone else in view is nearer, and so its target (R-AI-1)."""
        if creature.side != "hostile" or rule_settings(self.ctx).ai_pc_priority == "always":
            return False
        top, left = current_level(self.ctx)[1].origin
        distance = chebyshev_distance(creature.at, (exposure.at[0] + top, exposure.at[1] + left))
        return any(
            other.side == "adventurer" and chebyshev_distance(creature.at, other.at) < distance for other in self._seen
        )

    def _may_be_hurt(self, creature: Actor) -> bool:
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


class Watcher:
    """What the character knows of a creature in view.

    Attributes:
        at: its array index.
        senses: what it perceives with; several if kinds differ in how they engage.
        is_vague: its kind leaves open what decides.
    """

    def __init__(self, ctx: Context, creature: Actor) -> None:
        kind, settings = creature_kind(ctx, creature.kind), rule_settings(ctx)
        self.id = creature.id
        self.at = array_index(current_level(ctx)[1], creature.at)
        self.fov, self.foh = sense_ranges(ctx, creature)
        perception = kind.stats.get("perception", DEFAULT_STATS["perception"])
        perception = apply_effects(ctx, creature, "perception", perception)
        behaviors = [BEHAVIORS[name] for name in dict.fromkeys((*kind.ai, *((kind.wakes,) if kind.wakes else ())))]
        self.senses = [
            Senses(self.fov, self.foh, perception, sight_only)
            for sight_only in dict.fromkeys(behavior.sight_only for behavior in behaviors)
        ]
        self.dormant = {behavior.dormant for behavior in behaviors}
        cost = kind.stats.get("cost", DEFAULT_STATS["cost"])
        self.actions = spread_actions(cost, settings.time_unit, settings.time_extra_zeroes_pool)
        self.is_helpless = is_helpless(ctx, creature)
        self.is_vague = len(self.dormant) > 1 or _leaves_open(ctx, kind)
        self._reaches: dict[object, Reach] = {}

    def reach(self, ground: KnownGround, name: object, margin: int) -> Reach:
        """What it sees and hears across a version of the ground, and sound for `margin` beyond."""
        reach = self._reaches.get(name)
        if reach is None:
            reach = self._reaches[name] = Reach(ground, self.at, self.fov, 10 * self.foh + margin)
        return reach

    def hears(self, ctx: Context, player: Actor, distance: int, exposure: Exposure) -> bool:
        """Whether it hears the character's noise across a sound distance (R-HEAR-4)."""
        if exposure.noise < 1 or distance < 0:
            return False
        reach = 10 * self.foh
        if rule_settings(ctx).hearing_loudness_extends:
            reach += 10 * max(0, exposure.noise - 1)
        if ctx.has_listeners("on_hear"):
            event = events.Hearing(self.id, player.id, exposure.noise_kind, exposure.noise, distance, -1)
            reach = ctx.foresee("on_hear", event, {"range": reach}).apply({"range": reach})["range"]
        return distance <= reach

    def chance(
        self, ctx: Context, presence: Presence, senses: Senses, noise_kind: str, asleep: bool
    ) -> tuple[Fraction, bool]:
        """The chance of its notice, and whether that is uncertain."""
        settings = rule_settings(ctx)
        if asleep:
            if True in self.dormant:
                return (ALWAYS if presence.distance <= 1 else NEVER), False
            return chance_to_wake(settings, senses, presence), False
        change, is_vague = self._foresee_notice(ctx, presence)
        once = chance_to_engage(settings, senses, presence, change)
        if not once:
            return NEVER, is_vague
        misses = sum((share * (ALWAYS - once) ** count for count, share in self.actions.items()), NEVER)
        return ALWAYS - misses, is_vague or (len(self.actions) > 1 and once > 0)

    def _foresee_notice(self, ctx: Context, presence: Presence) -> tuple[RangeChange | None, bool]:
        """What listeners of ``on_notice`` make of the engage range, and whether that is uncertain."""
        if not ctx.has_listeners("core.stealth:on_notice") or not (presence.sees or presence.hears):
            return None, False
        sense = "sight" if presence.sees else "hearing"
        event = Noticing(self.id, player_of(ctx).id, sense, presence.distance)
        foreseen = ctx.foresee("core.stealth:on_notice", event, {"engage": 0})
        return lambda value: foreseen.apply({"engage": value})["engage"], not foreseen.is_certain


def _leaves_open(ctx: Context, kind: CreatureKind) -> bool:
    """Whether the record of a kind leaves open how keen or quick one of them is."""
    if "perception" in kind.ranges or "cost" in kind.ranges:
        return True
    gear = (*kind.outfit, *(kind.carries if kind.slots else ()))
    return any("perception" in item_kind(ctx, id).bonus for id in gear)
