"""The odds of being noticed in the coming round, from the rules themselves and what the character can know (P-ODDS).

They read no mind but what its sign shows, no unseen actor, no unknown cell. What a look at a creature shows counts
as known: kind, place, mood, range of senses, timed effects. Asking rolls nothing and changes nothing.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import msgspec

from footfall.api import Context
from footfall.api.grid import Actor, Cell, chebyshev_distance, current_level

from .ai.noticing import STRIKING_LOUDNESS
from .exposure import FIGHT, LAMP_TOGGLE, STAY, STEPS, Action, Deed, Exposure, expose
from .known_ground import KnownGround
from .macros.known_map import creatures_in_view, recall_map
from .melee import are_enemies
from .player import player_of
from .settings import rule_settings
from .sight import array_index, visible_cells
from .sounds import HURT_SOUND
from .state import Mood, stealth_of
from .stats import is_thing
from .watchers import Encounter, Odds, Watcher

__all__ = [
    "FIGHT", "LAMP_TOGGLE", "STAY", "STEPS", "Action", "Deed", "Forecast", "Odds", "forecast_round", "notice_permille",
]  # fmt: skip

FORECAST_KEY = "core.stealth:forecast"

STRIKING_DISTANCE = 2
"""Cells from which a creature that notices may strike in the same turn, with a long weapon or after a step."""

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
        at: array index of its cell.
        creatures: ids of the enemies in view that it knows for what they are.
    """

    def __init__(self, ctx: Context, key: tuple[Any, ...]) -> None:
        self.ctx = ctx
        self.key = key
        self.visible = visible_cells(ctx)
        self.player = player_of(ctx)
        self._seen = creatures_in_view(ctx)
        self.creatures = frozenset(other.id for other in self._seen if is_watcher(ctx, other))
        self._grounds: dict[Cell, KnownGround] = {}
        self._exposures: dict[Action, Exposure | None] = {}
        self._watchers: dict[int, Watcher] = {}
        self._weighed: dict[tuple[int, Exposure], Odds] = {}
        self.at = array_index(current_level(ctx)[1], self.player.at)

    @cached_property
    def ground(self) -> KnownGround:
        """The floor that the character knows."""
        level, memory = current_level(self.ctx)[1], recall_map(self.ctx)
        known = self.visible | (memory > 0)
        shown = level.tiles * self.visible + (~self.visible & known) * (memory.clip(1) - 1)
        return KnownGround(self.ctx, known, shown)

    def _find_ground(self, opened: Cell | None) -> KnownGround:
        """The floor that the character knows, with one door open."""
        if opened is None:
            return self.ground
        if opened not in self._grounds:
            self._grounds[opened] = self.ground.with_open_door(opened)
        return self._grounds[opened]

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
        odds = self._weigh_alone(creature, exposure, mood is Mood.ASLEEP)
        if odds is NO_ODDS or (odds.about and odds.comes_about):
            return odds
        about, comes_about = exposure.is_vague, False
        if any(self._may_fight(other, exposure) for other in self._seen if other.id != creature.id):
            watcher = self.watch(creature)
            stirs = rule_settings(self.ctx).shipped and watcher.may_inquire and not self._is_struck(watcher, exposure)
            about = about or exposure.noise.loudness < HURT_SOUND.loudness or (odds.wakes and stirs)
            comes_about = not odds.wakes and stirs
        about = odds.about or about
        return msgspec.structs.replace(odds, about=about, comes_about=odds.comes_about or about or comes_about)

    def _weigh_alone(self, creature: Actor, exposure: Exposure, asleep: bool) -> Odds:
        """The odds, if no other actor does anything."""
        odds = self._weighed.get((creature.id, exposure))
        if odds is None:
            watcher = self.watch(creature)
            if watcher.is_numb(asleep):
                odds = NO_ODDS
            elif self._is_drawn_away(creature, exposure):
                odds = Odds(0, about=True, wakes=asleep)  # the other may move first, and may wake it
            else:
                odds = watcher.weigh(self._meet(watcher, exposure), asleep)
            self._weighed[creature.id, exposure] = odds
        return odds

    def _is_struck(self, watcher: Watcher, exposure: Exposure) -> bool:
        """Whether a creature surely hears a noise of the action that is more than ordinary."""
        encounter = self._meet(watcher, exposure)
        loud = exposure.made.loudness >= STRIKING_LOUDNESS
        return loud and all(watcher.hears(way, exposure.made) for way in encounter.made_sounds)

    def _meet(self, watcher: Watcher, exposure: Exposure) -> Encounter:
        """How a creature and the character meet."""
        (y, x), (own_y, own_x) = exposure.at, watcher.at
        reach = watcher.reach(self._find_ground(exposure.opened), exposure.opened)
        lines = tuple(bool(mask[exposure.at]) for mask in reach.sight)
        if exposure.opened is None and exposure.at == self.at:
            lines = (True,)  # sight is symmetric, and the creature is in view
        distance = max(abs(y - own_y), abs(x - own_x))
        if exposure.dives and distance > 1:
            lines = (False,)
        return Encounter(
            distance,
            lines,
            tuple(int(field[exposure.at]) for field in reach.sound),
            exposure.stealths,
            exposure.luck,
            exposure.noise,
            exposure.made,
            tuple(int(field[exposure.made_at]) for field in reach.sound),
        )

    def _is_drawn_away(self, creature: Actor, exposure: Exposure) -> bool:
        """Whether another actor in view is nearer, and so its target (R-AI-1)."""
        if creature.side != "hostile" or rule_settings(self.ctx).ai_pc_priority == "always":
            return False
        top, left = current_level(self.ctx)[1].origin
        distance = chebyshev_distance(creature.at, (exposure.at[0] + top, exposure.at[1] + left))
        return any(
            other.side == "adventurer" and chebyshev_distance(creature.at, other.at) < distance for other in self._seen
        )

    def _may_fight(self, other: Actor, exposure: Exposure) -> bool:
        """Whether an actor in view may strike in the round, which is noise, or be another target."""
        if other.side == "adventurer" or other.id == exposure.target:
            return True
        if other.id not in self.creatures:
            return False
        mood, watcher = stealth_of(self.ctx.state).minds[other.id].mood, self.watch(other)
        if mood is not Mood.CALM:
            return mood is Mood.AGGRAVATED
        (y, x), (own_y, own_x) = exposure.at, watcher.at
        is_near = max(abs(y - own_y), abs(x - own_x)) <= STRIKING_DISTANCE
        return (is_near or watcher.may_shoot) and self._weigh_alone(other, exposure, False).permille > 0


def is_watcher(ctx: Context, other: Actor) -> bool:
    """Whether a creature in view may notice the character as an enemy."""
    has_mind = other.id in stealth_of(ctx.state).minds and not is_thing(ctx, other)
    return has_mind and are_enemies(ctx, player_of(ctx), other)
