"""The odds of creatures that the character cannot tell apart, and of those near which others act (P-ODDS-3).

A fact that it does not know is a set of possible ones. The rules of chance are evaluated for each of them (`chances`);
the odds range from the lowest result to the highest. Results are kept across turns and creatures, by the facts that
they depend on.

Other creatures may hurt the character, which is noise; fight, or cry out, which draws creatures; or be a nearer target.
Whether they do is unknown: each possibility is one `Incident`.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple, TypeAlias

import msgspec

from footfall.api.grid import Cell

from ..senses.sounds import CRY_SOUND
from .chances import Facts, NoticeChances, Senses, to_permille
from .exposure import HURT, Call, Noise
from .meetings import DISTANCE, WALLED, Place, list_grounds, read_presence

MAX_KEPT = 128
"""Results that an outlook keeps."""


class Incident(NamedTuple):
    """Actions of others in the round.

    Attributes:
        hurts: the number of actions of the creature before which the character is hurt; `NOT_HURT` if it is not.
        calls: the noises that draw creatures at the end of the round.
    """

    hurts: int
    calls: tuple[Call, ...] = ()


NOT_HURT = 2
"""`Incident.hurts` of a character that is not hurt before the last action of a creature."""


class Perceived(msgspec.Struct, frozen=True, gc=False):
    """One incident as one creature perceives it.

    Attributes:
        hurts: as in `Incident`.
        is_drawn: another target is nearer to it than the character.
        earshot: the places in reach of its routine at which it hears a noise: bit i for place i with unknown ground
            open, bit i + `WALLED` with it walled.
        stirring: for a sleeper, the loudness of the loudest noise at which it may stir, or 0, likewise; else nothing.
    """

    hurts: int
    is_drawn: bool
    earshot: int
    stirring: tuple[int, ...] = ()


class Situation(NamedTuple):
    """The facts of a creature's coming round that the character can know.

    Attributes:
        places: where the creature may be after one action, its own place first.
        meetings: how it meets the character at each place; see `meetings`.
        steps: the places to which its routine may lead in one action: bit i for place i.
        incidents: the possible actions of others, each as it perceives them.
        find_approaches: gives the places where it may be after one action if it goes to look: bit i for place i.
    """

    places: Sequence[Place]
    meetings: Sequence[int]
    steps: int
    incidents: Sequence[tuple[Incident, Perceived]]
    find_approaches: Callable[[], int]


class Case(NamedTuple):
    """One of the possible rounds of a creature, with its chances.

    Attributes:
        senses: senses of the creature.
        incident: the actions of others.
        routine: where the routine of the creature leads, of one that acts twice.
        notice_chance, come_chance: chance that it notices the character or wakes, and that it goes to look.
    """

    senses: Senses
    facts: Facts
    incident: Incident
    routine: Place
    notice_chance: float
    come_chance: float


Round: TypeAlias = tuple[NoticeChances, Facts, int]
"""The chances that hold, the facts, and the number of the place to which the routine of the creature leads."""


class Outlook:
    """The odds that creatures with the same possible senses notice a character with the same possible STEALTH.

    Attributes:
        counts: numbers of actions that the creatures may have in the round.
        chances: those for each of their possible senses and each possible STEALTH of the character.
    """

    def __init__(self, counts: tuple[int, ...], chances: Sequence[NoticeChances], is_plain: bool) -> None:
        """`is_plain`: no listener has a say in their notice."""
        self.counts, self.chances = counts, chances
        self._is_plain = is_plain
        self._differing: dict[int, bool] = {}
        self._weighed: dict[object, tuple[int, ...]] = {}

    def weigh(self, situation: Situation, asleep: bool) -> tuple[int, ...]:
        """The lowest and the highest chance in permille that a creature notices, and that it comes to look."""
        meetings, steps, approaches = situation.meetings, situation.steps, 0
        possible = tuple(dict.fromkeys([perceived for _, perceived in situation.incidents]))
        key: object = (possible, meetings[0]) if asleep else (possible, meetings[0], steps)
        if not asleep and self._differs(meetings[0]):
            approaches = situation.find_approaches()
            key = possible, tuple(meetings), steps, approaches
        odds = self._weighed.get(key)
        if odds is None:
            chances: list[tuple[float, float]] = []
            for perceived in possible:
                if asleep:
                    chances += [
                        (one.weigh_waking(*facts), 0.0) for one, facts in self._list_wakings(meetings[0], perceived)
                    ]
                else:
                    rounds = self._list_rounds(meetings, steps, perceived, approaches)
                    chances += [one[facts] for one, facts, _ in rounds]
            notices, comes = zip(*chances, strict=True)
            odds = tuple(map(to_permille, (min(notices), max(notices), min(comes), max(comes))))
            if len(self._weighed) >= MAX_KEPT:
                self._weighed.clear()
            self._weighed[key] = odds
        return odds

    def list_cases(self, situation: Situation, asleep: bool) -> Iterator[Case]:
        """The possible rounds: each assignment of the unknown facts, with its chances."""
        places, meetings = situation.places, situation.meetings
        differs = not asleep and self._differs(meetings[0])
        approaches = situation.find_approaches() if differs else 0
        for incident, perceived in situation.incidents:
            if asleep:
                for chances, facts in self._list_wakings(meetings[0], perceived):
                    wakes = chances.weigh_waking(*facts)
                    yield Case(chances.senses, Facts(0, *facts[:1] * 4), incident, places[0], wakes, 0.0)
                continue
            for chances, known, place in self._list_rounds(meetings, situation.steps, perceived, approaches):
                yield Case(chances.senses, known, incident, places[place], *chances[known])

    def _differs(self, meeting: int) -> bool:
        """Whether it may act twice, and could notice the character from a cell nearer to it, at the best."""
        distance = max(0, (meeting >> DISTANCE) - 1)
        differs = self._differing.get(distance)
        if differs is None:
            is_near = distance <= 1 or not self._is_plain
            differs = max(self.counts) > 1 and (is_near or any(one.may_notice(distance) for one in self.chances))
            self._differing[distance] = differs
        return differs

    def _list_wakings(self, meeting: int, perceived: Perceived) -> Iterator[tuple[NoticeChances, tuple[int, int]]]:
        """The possible turns of one that sleeps: how it meets the character, and the noise at which it may stir."""
        stirring, is_hurt = perceived.stirring or (0, 0), perceived.hurts <= 0
        for ground in list_grounds([meeting], stirring[0] != stirring[1], is_hurt):
            for chances in self.chances:
                yield chances, (read_presence(meeting, ground, is_hurt), stirring[ground[1]])

    def _list_rounds(
        self, meetings: Sequence[int], steps: int, perceived: Perceived, approaches: int
    ) -> Iterator[Round]:
        """The possible rounds of one that is awake; of those in which it acts twice, only if it has `approaches`."""
        here, is_hurt, heard = meetings[0], perceived.hurts <= 0, perceived.earshot
        for ground in list_grounds([here], heard, is_hurt):
            first, calls = read_presence(here, ground, is_hurt), heard >> WALLED * ground[1]
            for chances in self.chances:
                called = calls if chances.senses.follows_noises else 0
                for actions in self.counts:
                    if actions < 2 or not approaches or chances.glance(first).hunts == 1:
                        for is_called, place in _list_calls(steps if actions else 1, called):
                            known = actions, first, first, first, first, is_called, bool(called & 1)
                            yield chances, Facts(*known, perceived.is_drawn), place
        if approaches:
            yield from self._list_double_rounds(meetings, steps, perceived, approaches)

    def _list_double_rounds(
        self, meetings: Sequence[int], steps: int, perceived: Perceived, approaches: int
    ) -> Iterator[Round]:
        """The possible rounds in which it acts twice."""
        met = {place: meeting for place, meeting in enumerate(meetings) if (steps | approaches) >> place & 1}
        heard, hurts, is_hurt = perceived.earshot, perceived.hurts, perceived.hurts <= 1
        for ground in list_grounds([*met.values()], heard, is_hurt):
            first, calls = read_presence(meetings[0], ground, hurts <= 0), heard >> WALLED * ground[1]
            seen = {place: read_presence(meeting, ground, is_hurt) for place, meeting in met.items()}
            nearer = {presence for place, presence in seen.items() if approaches >> place & 1}
            for chances in self.chances:
                glance = chances.glance(first)
                if glance.hunts == 1:
                    continue
                called = calls if chances.senses.follows_noises else 0
                ways = {  # of places where all is the same, the first
                    (seen[place], called >> place & 1): place
                    for place in (reversed(seen) if chances.senses.can_move else (0,))
                    if steps >> place & 1
                }
                for near, ((later, is_called), place) in product(nearer if glance.looks else (first,), ways.items()):
                    known = 2, first, seen[0], near, later, bool(is_called), bool(called & 1)
                    yield chances, Facts(*known, perceived.is_drawn), place


def _list_calls(steps: int, heard: int) -> list[tuple[bool, int]]:
    """Whether it hears what draws it after its routine, each answer with the first place where it does or does not.

    Args:
        steps, heard: bit i for place i; higher bits of `heard` are ignored.
    """
    return [
        (is_heard, (places & -places).bit_length() - 1)
        for is_heard, places in ((True, steps & heard), (False, steps & ~heard))
        if places
    ]


CRY = Noise(CRY_SOUND.loudness, CRY_SOUND.kind)


class Threat(NamedTuple):
    """The possible actions of one other creature.

    Attributes:
        at: its array index.
        strikes: the first of its actions in which it may strike: 0 or 1.
        places: array indices of the cells from which it may do so; none if it cannot in the round.
        may_hurt: its blow may do damage to the character.
        may_cry: it may cry out; it surely does if `is_sure_to_cry`.
    """

    at: Cell
    strikes: int = 0
    places: tuple[Cell, ...] = ()
    may_hurt: bool = False
    may_cry: bool = False
    is_sure_to_cry: bool = False


def list_calls(at: Cell, own_calls: tuple[Call, ...], threats: Sequence[Threat]) -> list[Call]:
    """All noises of `list_incidents`."""
    blows = [Call(HURT, place) for threat in threats for place in threat.places]
    wounds = [Call(HURT, at) for threat in threats if threat.may_hurt and threat.places]
    return [*own_calls, *blows, *wounds, *[Call(CRY, threat.at) for threat in threats if threat.may_cry]]


def list_incidents(
    at: Cell, own_calls: tuple[Call, ...], threats: Sequence[Threat], is_loud: bool
) -> tuple[Incident, ...]:
    """The possible actions of others, each once.

    Args:
        at: array index of the character after its action.
        own_calls: noises of the character's action that draw creatures.
        threats: the others.
        is_loud: the character makes as much noise as if it were hurt.
    """
    rounds: list[tuple[int, tuple[Call, ...]]] = [(NOT_HURT, ())]
    wound = Call(HURT, at)
    for threat in threats:
        hurts = (*(() if is_loud else range(threat.strikes, NOT_HURT)), NOT_HURT) if threat.may_hurt else ()
        for place in threat.places:
            blow = Call(HURT, place)
            rounds.append((NOT_HURT, (blow,)))
            rounds += [(earlier, (blow, wound)) for earlier in hurts]
    criers = [threat for threat in threats if threat.may_cry]
    cries = tuple([Call(CRY, threat.at) for threat in criers])
    sure = tuple([Call(CRY, threat.at) for threat in criers if threat.is_sure_to_cry])
    choices = dict.fromkeys((sure, cries))
    return tuple([Incident(hurts, (*own_calls, *fray, *cry)) for hurts, fray in rounds for cry in choices])
