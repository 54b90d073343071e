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
from ..model.phase import ACTING_HOOKS, Phase
from ..model.records import DEFAULT_STATS, CreatureKind, creature_kind, item_kind
from ..model.settings import RuleSettings
from ..senses.known_map import KnownGround, Reach
from ..senses.sounds import HURT_SOUND, MAX_LOUDNESS, measure_earshot
from ..turns.phases import is_helpless, is_soothed
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


WALLED = 16
"""Bits by which `Situation.earshot` is shifted for unknown ground that is walled; a creature has at most 9 places."""


Ways: TypeAlias = "dict[Place, Encounter]"
"""Where a creature may be after its first action, and how it meets the character from there."""


class Situation(NamedTuple):
    """The possible situation of a creature in the round, as far as the character can know.

    Attributes:
        here: from its own cell.
        stealths, luck, noise: as in `Exposure`.
        deeds: the possible deeds of others.
        steps: the places to which its routine may lead in one action, its own first.
        measure: gives the sound distances of a noise to each of these places: two rows, as in `Encounter`.
        earshot: where it hears a noise, filled when asked: bit i for place i of `steps` with unknown ground open, and
            bit i + `WALLED` with it walled.
        list_ways: gives where it may go to look, and where its routine may lead, one of `steps`.
    """

    here: Encounter
    stealths: tuple[int, ...]
    luck: int
    noise: Noise
    deeds: Sequence[Deed]
    steps: Sequence[Place]
    measure: Callable[[Call], Sequence[Sequence[int]]]
    earshot: dict[Call, int]
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
        self.is_soothed = is_soothed(phase, creature)
        self.may_inquire = any(senses.follows_noises for senses in self.senses)
        self.may_shoot = SHOOTER in kind.ai
        self.is_estimate = any(phase.asks(hook, creature) for hook in ACTING_HOOKS)
        self._asks_hearing = phase.ctx.has_listeners("on_hear")
        self._listeners = Listeners(phase.ctx) if phase.ctx.has_listeners("core.stealth:on_notice") else None
        self._reaches: dict[tuple[object, Cell], Reach] = {}
        self._glances: dict[tuple[Senses, Presence], Glance] = {}
        self._wakings: dict[tuple[Senses, Presence], float] = {}
        self._hearing: dict[tuple[int, Noise], bool] = {}

    def is_numb(self, asleep: bool) -> bool:
        """Whether an effect keeps it from noticing anything; under the classic rules a sleeper may still wake."""
        return self.is_soothed or (self.is_helpless and (self._settings.shipped or not asleep))

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
        heard = self._hearing.get((distance, noise))
        if heard is None:
            reach = measure_earshot(self._settings, self.foh, noise.loudness)
            if self._asks_hearing and noise.loudness > 0 and distance >= 0:
                event = events.Hearing(self.id, self._player.id, noise.kind, noise.loudness, distance, -1)
                foreseen = self._ctx.foresee("on_hear", event, {"range": reach})
                self.is_estimate = self.is_estimate or not foreseen.is_certain
                reach = foreseen.apply({"range": reach})["range"]
            heard = noise.loudness > 0 and 0 <= distance <= reach
            self._hearing[distance, noise] = heard
        return heard

    def weigh(self, situation: Situation, asleep: bool) -> Odds:
        """The odds of a possible situation."""
        if len(situation.deeds) > 1:  # one of those that are all the same to it is enough
            different: dict[object, Deed] = {}
            for deed in situation.deeds:
                heard = self._find_stirring(situation, deed) if asleep else self._listen(situation, deed)
                different.setdefault((deed.hurts, deed.is_drawn, heard), deed)
            situation = situation._replace(deeds=tuple(different.values()))
        cases = list(self.list_cases(situation, asleep))
        notices, comes = [case.notice_chance for case in cases], [case.come_chance for case in cases]
        is_open = self._listeners is not None and not self._listeners.is_certain
        about = self.is_estimate or is_open or (max(comes) > 0 and self._ctx.has_listeners("core.stealth:on_inquire"))
        chances = map(to_permille, (min(notices), max(notices), min(comes), max(comes)))
        low, high, comes_low, comes_high = chances
        return Odds(low, high, asleep, comes_low, comes_high, about)

    def list_cases(self, situation: Situation, asleep: bool) -> Iterator[Case]:
        """The possible rounds: each assignment of the unknown facts, with its chances."""
        here, place = situation.here, Place(self.at)
        may_differ = not asleep and max(self.counts) > 1 and self._may_notice(situation, here)
        for senses, deed, ground, stealth in product(
            self.senses, situation.deeds, _list_grounds([here], bool(situation.deeds[0].calls)), situation.stealths
        ):
            first = self._perceive(situation, here, ground, stealth, deed, 0)
            if asleep:
                first = first._replace(stir_loudness=self._find_stirring(situation, deed)[ground[1]])
                yield Case(Facts(senses, 0, *(first,) * 4), deed, place, self._weigh_waking(senses, first), 0.0)
                continue
            called = self._listen(situation, deed) >> WALLED * ground[1] if senses.follows_noises else 0
            stays = bool(called & 1)
            for actions in self.counts:
                if actions < 2 or not may_differ or self._glance(senses, first).hunts == 1:
                    for is_called, at in _list_calls(situation.steps if actions else [place], called):
                        facts = Facts(senses, actions, first, first, first, first, is_called, stays, deed.is_drawn)
                        yield Case(facts, deed, at, *weigh_round(facts, self._glance))
        if may_differ:
            yield from self._list_double_cases(situation)

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
            called = self._listen(situation, deed) >> WALLED * ground[1] if senses.follows_noises else 0
            calls = {place: bool(called >> number & 1) for number, place in enumerate(situation.steps)}
            ways = {(seen[place], calls[place]): place for place in steps}  # of places where all is the same, the first
            stays = calls[Place(self.at)]
            for near, ((later, is_called), place) in product({seen[place] for place in closer}, ways.items()):
                facts = Facts(senses, 2, first, again, near, later, is_called, stays, deed.is_drawn)
                yield Case(facts, deed, place, *weigh_round(facts, self._glance))

    def _listen(self, situation: Situation, deed: Deed) -> int:
        """Where it hears one of the noises of a deed of others, as in `Situation.earshot`."""
        earshot, heard = situation.earshot, 0
        for call in deed.calls:
            if call not in earshot:
                ways = zip((0, WALLED), situation.measure(call), strict=True)
                earshot[call] = sum(
                    self.hears(way, call.noise) << number
                    for shift, row in ways
                    for number, way in enumerate(row, shift)
                )
            heard |= earshot[call]
        return heard

    def _find_stirring(self, situation: Situation, deed: Deed) -> tuple[int, ...]:
        """The loudness of the loudest noise at which it may stir, or 0, for each ground."""
        self._listen(situation, deed)
        heard = [(call.noise.loudness, situation.earshot[call]) for call in deed.calls]
        return tuple(
            max([loudness for loudness, places in heard if places >> shift & 1], default=0) for shift in (0, WALLED)
        )

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


def _list_calls(steps: Sequence[Place], heard: int) -> list[tuple[bool, Place]]:
    """Whether it hears what draws it after its routine, each answer with the first place where it does or does not.

    Args:
        heard: bit i is set if it hears a noise at place i; higher bits are ignored.
    """
    heard &= (1 << len(steps)) - 1
    answers = []
    if heard:
        answers.append((True, steps[(heard & -heard).bit_length() - 1]))
    if missed := ~heard & ((1 << len(steps)) - 1):
        answers.append((False, steps[(missed & -missed).bit_length() - 1]))
    return answers


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
                kind.light,
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
