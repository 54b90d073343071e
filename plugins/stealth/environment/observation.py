"""The observation of the character: planes around it, numbers, sounds, enemies in view, its pack."""

import struct
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from footfall.api import Context
from footfall.api.environments import EnvironmentLayout, Parts, clamp
from footfall.api.grid import Cell, Item, find_loudness, list_carried_items

from ..actors.identification import disguise_of, identification_of, item_look
from ..actors.stats import LAMP, effective_stat, effective_stealth, max_stamina
from ..model.phase import Phase
from ..odds.exposure import LAMP_TOGGLE, STAY, STEPS
from ..odds.screen import forecast_round
from ..odds.watchers import Awareness, awareness_of
from ..quest.bells import hear_hums
from ..scene.cells import list_percepts
from ..scene.chances import list_watchers
from ..senses.known_map import apparent_tile, list_foes_at_hand, list_items_in_view, recall_map
from ..senses.sight import Look, keep_lit
from .actions import PACK, Surroundings, list_targets

PLANES: Final = ("tile, as last seen", "visible", "lit", "thing", "creature", "awareness")
TILE, VISIBLE, LIT, THING, CREATURE, AWARENESS = range(6)

NUMBER_COLUMNS = (
    *("life", "its maximum", "stamina", "its maximum", "to-hit in the cache", "defense in the cache", "satiety"),
    *("range of sight", "range of hearing", "noise made", "stealth less noise", "lamp", "daylight", "in melee"),
    *("floor", "turn", "waits in a row", "row on the map", "column", "kind of question, 0: none"),
)

ROW: Final = struct.Struct(f"={len(NUMBER_COLUMNS)}h")

SOUND_COLUMNS = (
    *("is there", "direction, 0 north to 7, -1 here", "loudness at the ear", "kind", "muffled, 0 to 3", "age in turns"),
    *("how often", "is on known ground", "rows to it", "columns to it"),
)

SIGHT_COLUMNS = ("kind", "rows to it", "columns to it", "awareness", "life in percent")
PACK_COLUMNS = ("thing", "how many", "is worn")
ODDS_COLUMNS = (STAY, *STEPS, LAMP_TOGGLE)

QUESTIONS = ("turn", "confirm", "loot", "item", "aim")
"""Kinds of questions, up to a hyphen, with a number of their own; others have the number after the last."""

AWARENESS_NUMBERS = {awareness: number for number, awareness in enumerate(Awareness)}


class TileNumbers(NamedTuple):
    """The numbers of the tiles of a floor, by 1 + palette number: as they look, and recognized."""

    apparent: npt.NDArray[np.int16]
    real: npt.NDArray[np.int16]


def cut_window(
    planes: npt.NDArray[np.int16], at: Cell, radius: int, shape: tuple[int, int]
) -> tuple[tuple[slice, slice], npt.NDArray[np.int16]]:
    """The cells of a level of some shape around an array index, and the part of square planes that they fill."""
    rows, columns = (
        slice(max(0, middle - radius), min(size, middle + radius + 1)) for middle, size in zip(at, shape, strict=True)
    )
    down, right = radius - at[0], radius - at[1]
    window = planes[:, rows.start + down : rows.stop + down, columns.start + right : columns.stop + right]
    return (rows, columns), window


def list_lights(phase: Phase, view: Look) -> list[tuple[Cell, int]] | None:
    """The flames, and the lamp of the character, each with its radius; None in daylight."""
    flames = view[3]
    if flames is None or LAMP not in phase.player.effects:
        return flames
    return [*flames, (phase.array_index(phase.player.at), view[4])]


class Observer:
    """Writes the observations of one game.

    Args:
        native: see `find_native`.
    """

    def __init__(self, ctx: Context, layout: EnvironmentLayout, switches: Mapping[str, Any], native: Any) -> None:
        self._ctx, self._native = ctx, native
        self._looks: dict[str, int] = {}
        self._identified: list[str] = []
        self._things: tuple[Any, dict[str, int] | None, Any] = (None, None, None)
        self._numbers = layout.numbers
        self._radius: int = switches["radius"]
        self._hears: bool = switches["hears"]

    def write(self, parts: Parts, around: Surroundings, *, is_drawn: bool = False) -> None:
        """Writes an observation into arrays of zeros; planes may be drawn but for creatures."""
        phase, creatures = around.phase, around.creatures
        if not is_drawn:
            self.write_cells(phase, parts["planes"], around)
        if around.mimics or creatures:
            self.write_creatures(phase, parts["planes"], around)
        self.write_numbers(phase, parts["numbers"], around)
        if self._hears and (phase.stealth.heard_sounds or hear_hums(phase)):
            self.write_sounds(phase, parts["sounds"])
        me = phase.player
        for slot, other in enumerate(list_targets(phase, creatures) if creatures else ()):
            away = other.at[0] - me.at[0], other.at[1] - me.at[1]
            mood = AWARENESS_NUMBERS[awareness_of(phase, other)]
            life = 100 * other.hp // max(1, other.hp_max)
            parts["sights"][slot] = (self._numbers[other.kind], *away, mood, clamp(life))
        if me.pack:
            worn, values = me.worn.values(), list[int]()
            for item in list_carried_items(phase.world, me)[:PACK]:
                values += self.number_item(phase, item.kind, item.is_known), clamp(item.count), item.id in worn
            struct.pack_into(f"={len(values)}h", parts["pack"].data, 0, *values)
        if around.lying:
            parts["ground"][: len(around.lying)] = [
                self.number_item(phase, item.kind, item.is_known) for item in around.lying
            ]
        if me.effects:
            effects = [self._numbers[name] for name in sorted(me.effects) if name in self._numbers]
            for slot, number in enumerate(effects[:8]):
                parts["effects"][slot] = number
        if "odds" in parts:
            self.write_odds(phase, parts["odds"])

    def number_item(self, phase: Phase, kind: str, is_known: bool) -> int:
        """The number of an item as the character knows it."""
        if is_known:
            return self._numbers.get(kind, 0)
        looks = self.list_looks(phase)
        if kind not in looks:
            looks[kind] = self._numbers.get(item_look(phase, Item(0, kind)), 0)
        return looks[kind]

    def list_looks(self, phase: Phase) -> dict[str, int]:
        """The numbers of kinds as they look, those that were asked for."""
        identified = identification_of(phase.ctx.state).identified_kinds
        if self._identified != identified:
            self._looks, self._identified = {}, [*identified]
        return self._looks

    def plan_planes(self, phase: Phase, planes: npt.NDArray[np.int16], view: Look) -> tuple[Any, ...] | None:
        """The planes with all that compiled code draws there; None if the rules in Python must draw."""
        if self._native is None or not phase.settings.shipped:
            return None
        seen, looks = phase.play.seen_items.get(phase.level.id), self.list_looks(phase)
        if self._things[0] is not seen or self._things[1] is not looks:
            things = [
                (*phase.array_index(thing.at), self.number_item(phase, thing.kind, thing.is_identified))
                for _, thing in sorted((seen or {}).items())
            ]
            self._things = seen, looks, np.array(things, np.int16).reshape(-1, 3)
        return planes, self.list_tile_numbers(phase), list_lights(phase, view), self._things[2]

    def write_creatures(self, phase: Phase, planes: npt.NDArray[np.int16], around: Surroundings) -> None:
        """Writes the creatures in view."""
        me, side = phase.player.at, planes.shape[1]
        offset = self._radius - me[0], self._radius - me[1]
        for other in around.mimics:
            row, column = other.at[0] + offset[0], other.at[1] + offset[1]
            furniture = disguise_of(phase, other)
            if furniture is not None and 0 <= row < side and 0 <= column < side:
                planes[TILE, row, column] = self._numbers[furniture.id]
        for other in around.creatures:
            row, column = other.at[0] + offset[0], other.at[1] + offset[1]
            if 0 <= row < side and 0 <= column < side:
                planes[CREATURE, row, column] = self._numbers[other.kind]
                planes[AWARENESS, row, column] = AWARENESS_NUMBERS[awareness_of(phase, other)]

    def write_cells(self, phase: Phase, planes: npt.NDArray[np.int16], around: Surroundings) -> None:
        """Writes the tiles, which cells are in view and in light, and the things."""
        level, view = phase.level, around.view
        here, window = cut_window(planes, around.at, self._radius, level.tiles.shape)
        seen, numbers = view[1][here], self.list_tile_numbers(phase)
        # The memory has the cells in view as they are: the turn ended with a look around.
        memory = recall_map(phase)[here]
        shown = np.where(seen, level.tiles[here] + 1, memory)
        window[TILE] = numbers.apparent[shown]
        recognized = level.recognized[here]
        if recognized.any():
            window[TILE][recognized] = numbers.real[shown][recognized]
        lights = list_lights(phase, view)
        window[VISIBLE], window[LIT] = seen, seen if lights is None else keep_lit(view[1], lights)[here]
        self.write_things(phase, planes)

    def list_tile_numbers(self, phase: Phase) -> TileNumbers:
        """The numbers of the tiles of this floor, made once."""
        memo = phase.ground.memo
        numbers: TileNumbers | None = memo.get("core.stealth:environment-tiles")
        if numbers is None:
            kinds = phase.ground.tile_kinds
            apparent = [0, *(self._numbers[apparent_tile(phase, kind).id] for kind in kinds)]
            real = [0, *(self._numbers[kind.id] for kind in kinds)]
            numbers = TileNumbers(np.array(apparent, np.int16), np.array(real, np.int16))
            memo["core.stealth:environment-tiles"] = numbers
        return numbers

    def write_things(self, phase: Phase, planes: npt.NDArray[np.int16]) -> None:
        """Writes the things that the character sees or remembers."""
        things = [(at, item.kind, item.is_known) for at, item in list_items_in_view(phase)]
        if phase.settings.shipped:
            seen = sorted(phase.play.seen_items.get(phase.level.id, {}).items())
            things = [(thing.at, thing.kind, thing.is_identified) for _, thing in seen]
        me, side = phase.player.at, planes.shape[1]
        for (y, x), kind, is_known in things:
            row, column = y - me[0] + self._radius, x - me[1] + self._radius
            if 0 <= row < side and 0 <= column < side:
                planes[THING, row, column] = self.number_item(phase, kind, is_known)

    def write_numbers(self, phase: Phase, numbers: npt.NDArray[np.int16], around: Surroundings) -> None:
        """Writes `NUMBER_COLUMNS`."""
        world, level, kind = phase.world, phase.level, 0
        me, question, (y, x) = world.actors[world.player], self._ctx.state.question, around.at
        fighter, noise = phase.stealth.fighters[me.id], find_loudness(world, me.id)
        if question is not None:
            name = question.kind.partition("-")[0]
            kind = 1 + (QUESTIONS.index(name) if name in QUESTIONS else len(QUESTIONS))
        values = [
            me.hp,
            me.hp_max,
            fighter.stamina,
            max_stamina(phase, me),
            fighter.th,
            fighter.df,
            me.stats.get("satiety", 0),
            around.view[4],
            effective_stat(phase, me, "foh"),
            noise,
            effective_stealth(phase, me) - noise,
            LAMP in me.effects,
            around.view[3] is None,
            bool(around.creatures and list_foes_at_hand(phase)),
            level.floor,
            phase.stealth.turn,
            phase.stealth.listening.waits,
            y,
            x,
            kind,
        ]
        try:
            ROW.pack_into(numbers.data, 0, *values)
        except struct.error:
            numbers[:] = [*map(clamp, values)]

    def write_sounds(self, phase: Phase, slots: npt.NDArray[np.int16]) -> None:
        """Writes `SOUND_COLUMNS` of the sounds that the screen shows."""
        me = phase.player.at
        for slot, sound in zip(slots, list_percepts(phase, repeats=True), strict=False):
            kind = self._numbers.get(sound.kind.id.removeprefix("stealth-sound-"), 0)
            at = sound.estimate
            away = (1, at[0] - me[0], at[1] - me[1]) if at is not None else (0, 0, 0)
            slot[:] = (1, sound.direction, sound.loudness, kind, sound.muffling, sound.age, sound.count, *away)

    def write_odds(self, phase: Phase, odds: npt.NDArray[np.int16]) -> None:
        """Writes the chances that an enemy in view notices the character, by action; -1: it takes no time."""
        forecast, watchers = forecast_round(phase), list_watchers(phase)
        for at, action in enumerate(ODDS_COLUMNS):
            if not forecast.expose(action):
                odds[at] = -1
            elif watchers:
                weighed = [forecast.weigh(other, action) for other in watchers]
                odds[at] = max(each.low for each in weighed), max(each.high for each in weighed)
