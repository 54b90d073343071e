"""Hunts as numbers: the character, and commanded guards, each with its own knowledge, in the same numbering.

A guard has its view and the plan of the floor in place of the character's memory, the noises that it attends to in
place of those that the character hears, and the enemy that it has noticed in place of enemies in view; see
`ai.orders.GuardKnowledge`. `tests/env/prove_leaks.py` compares states that differ in other facts only.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from footfall.api import Answer, Context, events
from footfall.api.compiled import Rules
from footfall.api.environments import EnvironmentLayout, EnvironmentSeat, Interpreter, MaskBytes, Parts, clamp
from footfall.api.grid import Noise, find_loudness, get_lying_items, kernels

from ..actors.stats import LAMP, effective_stat, max_stamina
from ..actors.surroundings import is_in_daylight
from ..ai.attention import is_striking
from ..ai.orders import CLOSES, SHOOT, WAIT, WALKS, GuardKnowledge
from ..model.courses import DONE, course_of
from ..model.hunt import ORDER, hunt_of, read_guards
from ..model.phase import Phase, get_phase
from ..model.records import item_kind
from ..odds.watchers import awareness_of
from ..senses.sight import keep_lit, list_lights
from ..senses.sounds import find_reach, name_noise, rate_sound
from . import actions
from .observation import AWARENESS, AWARENESS_NUMBERS, CREATURE, LIT, QUESTIONS, THING, TILE, VISIBLE, cut_window

INTRUDER: Final = 0
"""The seat of the character; those of the guards follow."""

ACTIONS: Final[Mapping[str, int]] = {
    WAIT: actions.WAIT,
    **{order: actions.WALK + way for way, order in enumerate(WALKS)},
    **{order: actions.CLOSE + way for way, order in enumerate(CLOSES)},
    SHOOT: actions.SHOOT,
}
"""The numbers of the orders among the actions."""

ORDERS: Final = {number: order for order, number in ACTIONS.items()}


def list_seats(rules: Rules, options: Mapping[str, Any]) -> tuple[EnvironmentSeat, ...]:
    """The seats of a hunt: the character, whom the score is for, and the guards, against whom it is."""
    guards = read_guards(options)
    if not guards:
        return ()
    return EnvironmentSeat("intruder_0"), *(EnvironmentSeat(f"guard_{n}", is_rival=True) for n in range(guards))


def find_actor_id(ctx: Context, seat: int) -> int:
    """The actor of a seat, or 0: the floor has fewer guards."""
    hunt = hunt_of(ctx.state)
    ids = (get_phase(ctx).world.player, *(() if hunt is None else hunt.guards))
    return ids[seat] if seat < len(ids) else 0


class GuardObserver:
    """Writes the observations of the guards of one game, and reads their actions."""

    def __init__(self, ctx: Context, layout: EnvironmentLayout, switches: Mapping[str, Any]) -> None:
        self._ctx, self._words = ctx, layout.numbers
        self._radius: int = switches["radius"]
        self._hears: bool = switches["hears"]

    def write(self, seat: int, parts: Parts, mask: MaskBytes) -> None:
        """Writes the knowledge of a guard and the orders that it can try, into arrays of zeros."""
        phase = get_phase(self._ctx)
        guard = phase.find_actor(find_actor_id(self._ctx, seat))
        if guard is None:  # there is none, it is dead, or on another floor than the character
            return
        knowledge = GuardKnowledge(phase, guard)
        self.write_planes(phase, knowledge, parts["planes"])
        self.write_numbers(phase, knowledge, parts["numbers"])
        question = self._ctx.state.question
        if question is not None and question.actor == guard.id:
            parts["numbers"][-1] = 1 + len(QUESTIONS)
        if self._hears:
            sounds = list_sounds(phase, knowledge, self._words)
            for slot, sound in zip(parts["sounds"], sounds, strict=False):
                slot[:] = sound
        self.write_sights(phase, knowledge, parts["sights"])
        effects = [self._words[name] for name in sorted(guard.effects) if name in self._words][: len(parts["effects"])]
        parts["effects"][: len(effects)] = effects
        for order in knowledge.list_orders():
            mask[ACTIONS[order]] = 1

    def write_planes(self, phase: Phase, knowledge: GuardKnowledge, planes: npt.NDArray[np.int16]) -> None:
        """Writes the cells around a guard: its view, the plan of the floor, things and creatures in its view."""
        y, x = middle = phase.array_index(knowledge.actor.at)
        here, window = cut_window(planes, middle, self._radius, phase.level.tiles.shape)
        down, right = self._radius - y, self._radius - x
        view, tiles = knowledge.view, knowledge.tiles
        kinds = np.array([0, *(self._words[kind.id] for kind in phase.ground.tile_kinds)], np.int16)
        window[TILE], window[VISIBLE] = kinds[tiles[here]], view[here]
        window[LIT] = find_lit_cells(phase, knowledge)[here]

        def place(at: tuple[int, int], plane: int, number: int) -> None:
            row, column = (index + offset for index, offset in zip(phase.array_index(at), (down, right), strict=True))
            if 0 <= row < planes.shape[1] and 0 <= column < planes.shape[2]:
                planes[plane, row, column] = number

        for item in get_lying_items(phase.world, phase.level).items:
            if item.at is not None and view[phase.array_index(item.at)]:
                place(item.at, THING, self._words[f"stealth-unknown-{item_kind(phase, item.kind).sort}"])
        for other in phase.actors:
            if other is not knowledge.actor and knowledge.knows_of(other):
                place(other.at, CREATURE, self._words[other.kind])
                seen = knowledge.actor if other is knowledge.target else other
                place(other.at, AWARENESS, AWARENESS_NUMBERS[awareness_of(phase, seen)])

    def write_numbers(self, phase: Phase, knowledge: GuardKnowledge, numbers: npt.NDArray[np.int16]) -> None:
        """Writes the numbers of a guard; those that only the character has are 0."""
        me, turn = knowledge.actor, knowledge.turn
        body = me.hp, me.hp_max, turn.fighter.stamina, max_stamina(phase, me), turn.fighter.th, turn.fighter.df, 0
        senses = turn.fov, turn.foh, find_loudness(phase.world, me.id), 0, 0, is_in_daylight(phase, me.at)
        is_in_melee = knowledge.target is not None and turn.distance == 1
        place = phase.level.floor, phase.turn, 0, *phase.array_index(me.at)
        numbers[:-1] = [*map(clamp, (*body, *senses, is_in_melee, *place))]

    def write_sights(self, phase: Phase, knowledge: GuardKnowledge, sights: npt.NDArray[np.int16]) -> None:
        """Writes the enemy that a guard sees; else the place where it supposes one, without a kind."""
        me, target, turn = knowledge.actor, knowledge.target, knowledge.turn
        awareness = awareness_of(phase, me)
        at = turn.mind.last_seen if turn.is_aggravated else None if turn.inquiry is None else turn.inquiry.at
        kind = life = 0
        if target is not None:
            at, kind, life = target.at, self._words[target.kind], 100 * target.hp // max(1, target.hp_max)
        if at is not None:
            sights[0] = (kind, at[0] - me.at[0], at[1] - me.at[1], AWARENESS_NUMBERS[awareness], clamp(life))


def find_lit_cells(phase: Phase, knowledge: GuardKnowledge) -> npt.NDArray[np.bool_]:
    """The cells in a guard's view that are in light: bool ``(height, width)``; all of them in daylight (P-WAY-2)."""
    if is_in_daylight(phase, knowledge.actor.at):
        return knowledge.view
    lights, target = list_lights(phase), knowledge.target
    spots = [(cell, reach) for id, cell, reach in lights if knowledge.knows_of(phase.world.actors[id])]
    if target is not None and LAMP in target.effects:
        spots.append((phase.array_index(target.at), effective_stat(phase, target, "fov")))
    return keep_lit(knowledge.view, spots)


def list_sounds(phase: Phase, knowledge: GuardKnowledge, words: Mapping[str, int]) -> Iterator[tuple[int, ...]]:
    """The noises that a guard heard lately, newest first, each as a row of `SOUND_COLUMNS`.

    It attends to other guards and to striking noises (P-INQ-1), and to all noises of an enemy that it hunts.
    """
    me = knowledge.actor
    noises = [noise for noise in reversed(phase.world.noises) if is_noted(phase, knowledge, noise)]
    if not noises:
        return
    _, sources, distances, directions = kernels.hear(
        phase.ground.grid,
        [phase.array_index(noise.at) for noise in noises],
        [phase.array_index(me.at)],
        max_distance=10 * sum(phase.level.shape),
    )
    found = dict(zip(sources.tolist(), zip(distances.tolist(), directions.tolist(), strict=True), strict=True))
    for number, noise in enumerate(noises):
        distance, direction = found.get(number, (-1, -1))
        heard = events.Hearing(me.id, noise.source, noise.kind, noise.loudness, max(0, distance), direction)
        if not 0 <= distance <= find_reach(phase, me, heard)[0]:
            continue
        away = noise.at[0] - me.at[0], noise.at[1] - me.at[1]
        loudness, muffling = rate_sound(distance, me.at, noise.at)
        kind = words.get(name_noise(phase, noise), 0)
        yield 1, direction, loudness, kind, muffling, phase.turn - noise.turn, 1, 1, *away


def is_noted(phase: Phase, knowledge: GuardKnowledge, noise: Noise) -> bool:
    """Whether a guard attends to a noise if it hears it."""
    if noise.source == knowledge.actor.id or noise.level != phase.level.id or noise.loudness < 1:
        return False
    source, target = phase.world.actors.get(noise.source), knowledge.turn.target
    if source is not None and (source.side == "hostile" or (source is target and knowledge.turn.is_aggravated)):
        return True
    return is_striking(phase, noise, phase.level.id)


class HuntInterpreter:
    """Reads and commands one hunt; `character` does so for the character."""

    def __init__(
        self, character: Interpreter, ctx: Context, layout: EnvironmentLayout, switches: Mapping[str, Any]
    ) -> None:
        self._ctx, self._character = ctx, character
        self._guards = GuardObserver(ctx, layout, switches)

    def find_seat(self) -> int:
        """See `SeatedInterpreter`."""
        question, hunt = self._ctx.state.question, hunt_of(self._ctx.state)
        if question is None or hunt is None or question.actor not in hunt.guards:
            return INTRUDER
        return 1 + hunt.guards.index(question.actor)

    def is_playing(self, seat: int) -> bool:
        """See `SeatedInterpreter`."""
        return find_actor_id(self._ctx, seat) in get_phase(self._ctx).world.actors

    def write_seat(self, seat: int, parts: Parts, mask: MaskBytes) -> None:
        """See `SeatedInterpreter`."""
        if seat != INTRUDER:
            self._guards.write(seat, parts, mask)
            return
        self._character.write_observation(parts)
        if self.find_seat() == INTRUDER:
            self._character.write_mask(mask)
            return
        parts["numbers"][-1] = 0  # it is not asked
        mask[actions.WAIT] = 1

    def write_observation(self, parts: Parts) -> None:
        """See `Interpreter`."""
        self.write_seat(self.find_seat(), parts, bytearray(actions.COUNT))

    def write_mask(self, mask: MaskBytes) -> None:
        """See `Interpreter`."""
        question = self._ctx.state.question
        if question is None or self.find_seat() == INTRUDER:
            self._character.write_mask(mask)
            return
        for order in question.options:
            mask[ACTIONS[order]] = 1

    def find_command(self, action: int) -> Any:
        """See `Interpreter`."""
        question = self._ctx.state.question
        if question is None or question.kind != ORDER:
            return self._character.find_command(action)
        order = ORDERS.get(action)
        return Answer(actor=question.actor, choice=question.options.index(order)) if order in question.options else None

    def compute_score(self) -> float:
        """1 once the task is solved, -1 once it is failed; without a task as in other games."""
        course, outcome = course_of(self._ctx), self._ctx.state.outcome
        if course is None or course.task is None or outcome is None:
            return self._character.compute_score()
        return 1.0 if outcome == DONE else -1.0
