"""The character's knowledge of a creature in view, and the odds that it takes notice (P-ODDS).

Unknown facts are sets of possible ones. The rules of chance are counted for each of them (`chances`); the odds reach
from the lowest result to the highest (P-ODDS-3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple, TypeAlias

import msgspec

from footfall.api import events
from footfall.api.chance import Listeners
from footfall.api.grid import Actor, Cell

from ..actors.stats import apply_effects, sense_ranges
from ..ai import idle
from ..ai.inquiries import inquiry_of, is_roused
from ..ai.noticing import hunts_by_ear
from ..ai.tactics import BEHAVIORS
from ..model.phase import Phase
from ..model.records import DEFAULT_STATS, CreatureKind, creature_kind, item_kind
from ..model.settings import RuleSettings
from ..senses.known_map import KnownGround, Reach
from ..senses.sounds import HURT_SOUND, MAX_LOUDNESS, measure_earshot
from ..turns.phases import is_helpless
from .chances import (
    Facts,
    Glance,
    Presence,
    Senses,
    chance_to_wake,
    list_action_counts,
    to_permille,
    weigh_glance,
    weigh_round,
)
from .exposure import Call, Noise

SHOOTER = "archer"
"""The behavior that strikes from afar."""

ROUNDS = "rounds"
"""The behavior of creatures whose kind has `CreatureKind.rounds`."""

HURT = Noise(HURT_SOUND.loudness, HURT_SOUND.kind)


class Odds(msgspec.Struct, frozen=True):
    """The chance that a creature takes notice of the character in the coming round: lowest and highest of the possible.

    Attributes:
        low, high: 0 to 1000; equal if nothing unknown matters.
        is_asleep: it sleeps, and this is the chance that it wakes; it hunts no earlier than the round after.
        comes_low, comes_high: the chance in permille that it does not notice the character, but goes to look.
        is_estimate: the code of a mod has a say, which may make the chance another.
    """

    low: int
    high: int
    is_asleep: bool = False
    comes_low: int = 0
    comes_high: int = 0
    is_estimate: bool = False


class Encounter(NamedTuple):
    """How a creature on a cell and the character meet, as far as the character can know.

    Attributes:
        distance: in cells.
        lines: whether the line between them is clear, with unknown ground open and with it walled.
        sounds: sound distances between them in tenths of a cell, -1 out of reach, likewise.
    """

    distance: int
    lines: tuple[bool, ...]
    sounds: tuple[int, ...]


class Deed(NamedTuple):
    """The deeds of others in the round that a creature perceives.

    Attributes:
        hurts: the number of actions of the creature before which the character is hurt; `NOT_HURT` if it is not.
        calls: the noises that draw creatures at the end of the round.
        is_drawn: another target is nearer to it than the character.
    """

    hurts: int
    calls: tuple[Call, ...] = ()
    is_drawn: bool = False


NO_GLANCE = Glance()

NOT_HURT = 2
"""`Deed.hurts` of a character that is not hurt before the last action of a creature."""


class Place(NamedTuple):
    """Where a creature is after its first action.

    Attributes:
        at: array index.
        opened_door: array index of the door that it has opened instead of a step, or None.
    """

    at: Cell
    opened_door: Cell | None = None


class Case(NamedTuple):
    """One of the possible rounds of a creature, with its chances.

    Attributes:
        deed: the deed of others.
        routine: where the routine of the creature leads, of one that acts twice.
        notice_chance, come_chance: chance that it notices the character or wakes, and that it goes to look.
    """

    facts: Facts
    deed: Deed
    routine: Place
    notice_chance: float
    come_chance: float


Ways: TypeAlias = "dict[Place, Encounter]"
"""Where a creature may be after its first action, and how it meets the character from there."""


class Situation(NamedTuple):
    """The possible situation of a creature in the round, as far as the character can know.

    Attributes:
        here: from its own cell.
        stealths, luck, noise: as in `Exposure`.
        deeds: the possible deeds of others.
        measure: gives the sound distances of a noise to a cell, as in `Encounter`.
        heard_loudness: the loudness of noises that the creature hears at cells, 0 if it does not, as in `Encounter`;
            filled when asked.
        list_steps: gives the places to which its routine may lead in one action.
        list_ways: gives where it may go to look, and where its routine may lead.
    """

    here: Encounter
    stealths: tuple[int, ...]
    luck: int
    noise: Noise
    deeds: Sequence[Deed]
    measure: Callable[[Call, Cell], tuple[int, ...]]
    heard_loudness: dict[tuple[Call, Cell], tuple[int, ...]]
    list_steps: Callable[[], Sequence[Place]]
    list_ways: Callable[[], tuple[Ways, Ways]]


class Watcher:
    """The character's knowledge of a creature in view.

    Attributes:
        at: its array index.
        kind: its record.
        senses: its senses; several if its kind leaves that open.
        counts: numbers of actions that it may have in the round.
        is_estimate: the code of a mod has been asked for the odds so far.
        may_shoot: some of its kind shoot.
    """

    def __init__(self, phase: Phase, creature: Actor) -> None:
        self._ctx, self._player, self._settings = phase.ctx, phase.player, phase.settings
        self.kind = kind = creature_kind(phase, creature.kind)
        self.id = creature.id
        self.at = phase.array_index(creature.at)
        self.fov, self.foh = sense_ranges(phase, creature)
        mind = phase.stealth.minds.get(creature.id)
        roused = mind is not None and is_roused(mind.is_marked, inquiry_of(phase, creature.id))
        self.senses = list_senses(phase, creature, kind, self.fov, self.foh, roused)
        self.counts = list_counts(kind, self._settings)
        self.is_helpless = is_helpless(phase, creature)
        self.may_inquire = any(senses.follows_noises for senses in self.senses)
        self.may_shoot = SHOOTER in kind.ai
        self.is_estimate = False
        self._asks_hearing = phase.ctx.has_listeners("on_hear")
        self._listeners = Listeners(phase.ctx) if phase.ctx.has_listeners("core.stealth:on_notice") else None
        self._reaches: dict[tuple[object, Cell], Reach] = {}
        self._glances: dict[tuple[Senses, Presence], Glance] = {}
        self._wakings: dict[tuple[Senses, Presence], float] = {}

    def is_numb(self, asleep: bool) -> bool:
        """Whether an effect keeps it from noticing anything; under the classic rules a sleeper may still wake."""
        return self.is_helpless and (self._settings.shipped or not asleep)

    def reach(self, ground: KnownGround, name: object, at: Cell | None = None) -> Reach:
        """The cells that it sees and hears from a cell, by default its own, across a version of the ground."""
        key = (name, at or self.at)
        reach = self._reaches.get(key)
        if reach is None:
            reach = self._reaches[key] = Reach(ground, key[1], self.fov, self.limit_hearing(ground))
        return reach

    def limit_hearing(self, ground: KnownGround) -> int:
        """The sound distance up to which it may hear, in tenths of a cell."""
        if self._asks_hearing:
            return 10 * sum(ground.known.shape)
        return measure_earshot(self._settings, self.foh, MAX_LOUDNESS)

    def hears(self, distance: int, noise: Noise) -> bool:
        """Whether it hears a noise of the character across a sound distance (R-HEAR-4)."""
        loudness = noise.loudness
        if loudness < 1 or distance < 0:
            return False
        reach = measure_earshot(self._settings, self.foh, loudness)
        if self._asks_hearing:
            event = events.Hearing(self.id, self._player.id, noise.kind, loudness, distance, -1)
            foreseen = self._ctx.foresee("on_hear", event, {"range": reach})
            self.is_estimate = self.is_estimate or not foreseen.is_certain
            reach = foreseen.apply({"range": reach})["range"]
        return distance <= reach

    def weigh(self, situation: Situation, asleep: bool) -> Odds:
        """The odds of a possible situation."""
        cases = list(self.list_cases(self._merge_deeds(situation, asleep), asleep))
        notices, comes = [case.notice_chance for case in cases], [case.come_chance for case in cases]
        is_open = self._listeners is not None and not self._listeners.is_certain
        about = self.is_estimate or is_open or (max(comes) > 0 and self._ctx.has_listeners("core.stealth:on_inquire"))
        chances = map(to_permille, (min(notices), max(notices), min(comes), max(comes)))
        low, high, comes_low, comes_high = chances
        return Odds(low, high, asleep, comes_low, comes_high, about)

    def _merge_deeds(self, situation: Situation, asleep: bool) -> Situation:
        """The same situation, with one of the deeds that are all the same to it."""
        if len(situation.deeds) == 1:
            return situation
        cells = [self.at] if asleep else list(dict.fromkeys(place.at for place in situation.list_steps()))
        calls = dict.fromkeys(call for deed in situation.deeds for call in deed.calls)
        heard = {call: tuple([self._hear(situation, call, cell) for cell in cells]) for call in calls}
        different: dict[object, Deed] = {}
        for deed in situation.deeds:
            different.setdefault((deed.hurts, deed.is_drawn, frozenset([heard[call] for call in deed.calls])), deed)
        return situation._replace(deeds=tuple(different.values()))

    def list_cases(self, situation: Situation, asleep: bool) -> Iterator[Case]:
        """The possible rounds: each assignment of the unknown facts, with its chances."""
        here, place = situation.here, Place(self.at)
        may_differ = not asleep and max(self.counts) > 1 and self._may_notice(situation, here)
        for senses, deed, ground, stealth in product(
            self.senses, situation.deeds, _list_grounds([here], bool(situation.deeds[0].calls)), situation.stealths
        ):
            first = self._perceive(situation, here, ground, stealth, deed, 0)
            facts = Facts(senses, 0, first, first, first, first, is_drawn=deed.is_drawn)
            called = self._hear_call(situation, deed, place, ground)
            if asleep:
                first = first._replace(stir_loudness=called)
                yield Case(facts._replace(first=first), deed, place, self._weigh_waking(senses, first), 0.0)
                continue
            stays = bool(called) and senses.follows_noises
            for actions in self.counts:
                if actions < 2 or not may_differ or self._glance(senses, first).hunts == 1:
                    for is_called, at in self._list_calls(situation, deed, ground, senses, actions).items():
                        once = facts._replace(actions=actions, is_called=is_called, is_called_here=stays)
                        yield Case(once, deed, at, *weigh_round(once, self._glance))
        if may_differ:
            yield from self._list_double_cases(situation)

    def _list_calls(
        self, situation: Situation, deed: Deed, ground: tuple[int, int], senses: Senses, actions: int
    ) -> dict[bool, Place]:
        """Whether it hears what draws it after its routine, each answer with a place where it does or does not."""
        here = Place(self.at)
        if not deed.calls or not senses.follows_noises:
            return {False: here}
        steps = situation.list_steps() if actions else (here,)
        return {bool(self._hear_call(situation, deed, step, ground)): step for step in reversed(steps)}

    def _list_double_cases(self, situation: Situation) -> Iterator[Case]:
        """The possible rounds in which the creature acts twice."""
        closer, routine = situation.list_ways()
        here, met = situation.here, closer | routine
        grounds = _list_grounds([here, *met.values()], bool(situation.deeds[0].calls))
        for senses, deed, ground, stealth in product(self.senses, situation.deeds, grounds, situation.stealths):
            first = self._perceive(situation, here, ground, stealth, deed, 0)
            if self._glance(senses, first).hunts == 1:
                continue
            again = self._perceive(situation, here, ground, stealth, deed, 1)
            seen = {place: self._perceive(situation, met[place], ground, stealth, deed, 1) for place in met}
            steps = reversed(routine) if senses.can_move else (Place(self.at),)
            calls = {
                place: bool(self._hear_call(situation, deed, place, ground)) and senses.follows_noises
                for place in routine
            }
            ways = {(seen[place], calls[place]): place for place in steps}  # of places where all is the same, the first
            stays = calls[Place(self.at)]
            for near, ((later, is_called), place) in product({seen[place] for place in closer}, ways.items()):
                facts = Facts(senses, 2, first, again, near, later, is_called, stays, deed.is_drawn)
                yield Case(facts, deed, place, *weigh_round(facts, self._glance))

    def _hear_call(self, situation: Situation, deed: Deed, place: Place, ground: tuple[int, int]) -> int:
        """The loudness of the loudest noise that it attends to at a place at the end of the round, or 0."""
        if not deed.calls:
            return 0
        return max([self._hear(situation, call, place.at)[ground[1]] for call in deed.calls])

    def _hear(self, situation: Situation, call: Call, cell: Cell) -> tuple[int, ...]:
        """The loudness of a noise at a cell, for each ground, if it is heard there."""
        heard = situation.heard_loudness.get((call, cell))
        if heard is None:
            ways = situation.measure(call, cell)
            heard = tuple([call.noise.loudness if self.hears(way, call.noise) else 0 for way in ways])
            situation.heard_loudness[call, cell] = heard
        return heard

    def _may_notice(self, situation: Situation, here: Encounter) -> bool:
        """Whether it could notice the character in the round from a cell nearer to it, at the best."""
        if here.distance <= 2 or self._listeners is not None:
            return True
        loudness = max(situation.noise.loudness, HURT.loudness)
        best = Presence(here.distance - 1, True, True, min(situation.stealths), situation.luck, loudness)
        return any(
            self._glance(senses, best._replace(is_seen=is_seen)) != NO_GLANCE
            for senses in self.senses
            for is_seen in (True, False)
        )

    def _perceive(
        self, situation: Situation, encounter: Encounter, ground: tuple[int, int], stealth: int, deed: Deed, action: int
    ) -> Presence:
        """The character at an action of the creature, 0 or 1, for a choice of the unknown ground."""
        noise = HURT if deed.hurts <= action and situation.noise.loudness < HURT.loudness else situation.noise
        sees = encounter.lines[ground[0]] and encounter.distance <= self.fov
        hears = self.hears(encounter.sounds[ground[1]], noise)
        return Presence(encounter.distance, sees, hears, stealth, situation.luck, noise.loudness)

    def _glance(self, senses: Senses, presence: Presence) -> Glance:
        key = (senses, presence)
        glance = self._glances.get(key)
        if glance is None:
            ids = (self.id, self._player.id) if self._listeners is not None else (0, 0)  # which only they ask for
            glance = self._glances[key] = weigh_glance(self._settings, senses, presence, ids, self._listeners)
        return glance

    def _weigh_waking(self, senses: Senses, presence: Presence) -> float:
        key = (senses, presence)
        chance = self._wakings.get(key)
        if chance is None:
            chance = self._wakings[key] = float(chance_to_wake(self._settings, senses, presence))
        return chance


def _list_grounds(encounters: Iterable[Encounter], is_loud: bool) -> list[tuple[int, int]]:
    """The choices of unknown ground that matter: indices into lines and sounds; noises may matter if `is_loud`."""
    lines, sounds = zip(*((encounter.lines, encounter.sounds) for encounter in encounters), strict=True)
    line, sound = (any(one != other for one, other in pairs) for pairs in (lines, sounds))
    return [(see, hear) for see in range(1 + line) for hear in range(1 + (sound or is_loud))]


def list_senses(
    phase: Phase, creature: Actor, kind: CreatureKind, fov: int, foh: int, roused: bool
) -> tuple[Senses, ...]:
    """The possible senses of one of a kind, each once."""
    settings = phase.settings
    names = dict.fromkeys((*kind.ai, *((kind.wakes,) if kind.wakes else ())))
    if kind.rounds and settings.shipped:
        names[ROUNDS] = None
    return tuple(
        dict.fromkeys(
            Senses(
                fov,
                foh,
                apply_effects(phase, creature, "perception", perception),
                behavior.engages_by_sight,
                behavior.is_dormant,
                hunts_by_ear(settings, fov, behavior.follows_noises),
                behavior.follows_noises,
                behavior.idle is not idle.stay or (behavior.follows_noises and settings.shipped),
                roused,
            )
            for behavior in map(BEHAVIORS.__getitem__, names)
            for perception in _list_perceptions(phase, kind)
        )
    )


def _list_perceptions(phase: Phase, kind: CreatureKind) -> list[int]:
    """The values of PERCEPTION that one of a kind may have, with items that it may carry."""
    low, high = kind.ranges.get("perception", (kind.stats.get("perception", DEFAULT_STATS["perception"]),) * 2)
    gear = dict.fromkeys((*kind.outfit, *(kind.carries if kind.slots else ())))
    bonuses = [bonus for id in gear if (bonus := item_kind(phase, id).bonus.get("perception"))]
    low += sum(bonus for bonus in bonuses if bonus < 0)
    high += sum(bonus for bonus in bonuses if bonus > 0)
    return list(range(low, high + 1))


def list_counts(kind: CreatureKind, settings: RuleSettings) -> tuple[int, ...]:
    """The numbers of actions that one of a kind may have in a turn."""
    low, high = kind.ranges.get("cost", (kind.stats.get("cost", DEFAULT_STATS["cost"]),) * 2)
    unit, zeroes = settings.time_unit, settings.empties_time_pool
    return tuple(sorted({count for cost in range(low, high + 1) for count in list_action_counts(cost, unit, zeroes)}))
