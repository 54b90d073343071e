"""The character's knowledge of a creature in view, how aware that is, and the odds that it takes notice (P-ODDS)."""

from collections.abc import Iterable, Sequence
from enum import Enum
from itertools import product
from typing import Any, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from footfall.api import LoggedMessage, events
from footfall.api.chance import Listeners
from footfall.api.grid import Actor

from ..actors.stats import apply_effects, light_of, sense_ranges, time_gain
from ..actors.surroundings import are_enemies
from ..ai import idle
from ..ai.inquiries import inquiry_of, is_roused
from ..ai.noticing import hunts_by_ear
from ..ai.senses import hunts_another
from ..ai.tactics import BEHAVIORS
from ..model.phase import ACTING_HOOKS, Phase
from ..model.play_state import LOST
from ..model.records import DEFAULT_STATS, CreatureKind, creature_kind, item_kind
from ..model.state import Mood
from ..senses.known_map import KnownGround
from ..senses.notices import DIES, INQUIRES, LOSES, LOSES_UNSEEN, NOTICES, NOTICES_UNSURELY, TOLD_UNSEEN
from ..senses.sounds import CRIES_TAG, MAX_LOUDNESS, measure_earshot
from ..turns.phases import is_helpless, is_soothed
from .chances import NoticeChances, Senses, list_action_counts
from .exposure import Noise, make_hurt
from .meetings import Numbers, number_meetings
from .outlooks import Outlook, Situation

SHOOTER = "archer"
"""The behavior that strikes from afar."""

ROUNDS = "rounds"
"""The behavior of creatures whose kind has `CreatureKind.rounds`."""

BREEDS_KEY = "core.stealth:breeds"
"""Key of the cache in the world: a `Breed` for each kind in each condition, across turns."""

MAX_BREEDS, MAX_OUTLOOKS = 64, 16
"""How many are kept, and how many outlooks for each."""


class Breed(NamedTuple):
    """The knowledge that creatures of a kind in the same condition share.

    Attributes:
        senses: their possible senses.
        counts: numbers of actions that they may have in a round.
        is_helpless, is_soothed: an effect keeps them from acting, or from noticing others.
        follows_noises: some of them go and look after noises.
        outlooks: by the possible STEALTH of the character, its LUCK and its loudest noise.
    """

    senses: tuple[Senses, ...]
    counts: tuple[int, ...]
    is_helpless: bool
    is_soothed: bool
    follows_noises: bool
    outlooks: dict[tuple[tuple[int, ...], int, int], Outlook]


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


NO_ODDS, SURE = Odds(0, 0), Odds(1000, 1000)


class Belief(NamedTuple):
    """A guess of the character about a creature out of view.

    Attributes:
        is_roused: it showed that it knew of the character.
    """

    mood: Mood
    is_roused: bool


class Watcher:
    """The character's knowledge of a creature in view, or of one that it remembers.

    Attributes:
        at: its array index.
        kind: its record.
        senses: its senses; several if its kind leaves that open.
        counts: numbers of actions that it may have in the round.
        is_estimate: the code of a mod has been asked for the odds so far.
        mood: the mood of its mind, or as it is believed to be.
        last: its last action in the round, 0 or 1.
        is_numb: an effect keeps it from noticing anything; under the classic rules a sleeper may still wake.
        attends: it may go and look after noises.
        may_shoot: some of its kind shoot.
        cries: it cries out when it notices the character.
        usual: its odds if it hunts or notices nothing; else None.
        is_always_weighed: it may have odds even if it perceives nothing.
    """

    def __init__(self, phase: Phase, creature: Actor, belief: Belief | None = None) -> None:
        self._ctx, self._player, self._settings = phase.ctx, phase.player, phase.settings
        self.kind = kind = creature_kind(phase, creature.kind)
        self.id, self.creature = creature.id, creature
        self.at = phase.array_index(creature.at)
        self.fov, self.foh = sense_ranges(phase, creature)
        if belief is None:
            mind = phase.stealth.minds[creature.id]
            belief = Belief(mind.mood, is_roused(mind.is_marked, inquiry_of(phase, creature.id)))
        self.mood, roused = belief
        self._listeners = Listeners(phase.ctx) if phase.ctx.has_listeners("core.stealth:on_notice") else None
        key = self._settings, kind.id, tuple(creature.effects), self.fov, self.foh, roused, time_gain(phase)
        breeds: dict[object, Breed] = phase.world.__dict__.setdefault(BREEDS_KEY, {})
        breed = breeds.get(key)
        if breed is None:
            if len(breeds) >= MAX_BREEDS:
                breeds.clear()
            senses = list_senses(phase, creature, kind, self.fov, self.foh, roused)
            follows = any(one.follows_noises for one in senses)
            states = is_helpless(phase, creature), is_soothed(phase, creature), follows
            breed = breeds[key] = Breed(senses, list_counts(phase, creature, kind), *states, {})
        self.senses, self.counts, self.is_helpless, soothed, follows, self._outlooks = breed
        if self._listeners is not None:  # which may answer otherwise for each creature, in each round
            self._outlooks = {}
        asleep, shipped = self.mood is Mood.ASLEEP, self._settings.shipped
        self.last = 0 if asleep else max(self.counts) - 1
        self.is_numb = soothed or (self.is_helpless and (shipped or not asleep))
        self.attends = shipped and follows and not (soothed or self.is_helpless)
        self.usual = SURE if self.mood is Mood.AGGRAVATED else NO_ODDS if self.is_numb else None
        self.is_always_weighed = asleep or self._listeners is not None
        self.may_shoot, self.cries = SHOOTER in kind.ai, shipped and CRIES_TAG in kind.tags
        self.is_estimate = any(phase.asks(hook, creature) for hook in ACTING_HOOKS)
        self.asks_hearing = phase.ctx.has_listeners("on_hear")
        self._hearing: dict[tuple[int, Noise], bool] = {}

    def limit_hearing(self, ground: KnownGround) -> int:
        """The sound distance up to which it may hear, in tenths of a cell."""
        if self.asks_hearing:
            return 10 * sum(ground.known.shape)
        return measure_earshot(self._settings, self.foh, MAX_LOUDNESS)

    def measure_earshot(self, noise: Noise) -> int:
        """The sound distance up to which it hears a noise of the character, if no mod decides (R-HEAR-4); or -1."""
        return measure_earshot(self._settings, self.foh, noise.loudness) if noise.loudness > 0 else -1

    def meet(
        self, distance: Numbers, lines: Sequence[npt.NDArray[np.bool_]], ways: Sequence[npt.NDArray[Any]], noise: Noise
    ) -> Numbers:
        """How it and the character that makes a noise meet; see `number_meetings`.

        Args:
            lines: whether the line between them is clear, with unknown ground open and walled.
            ways: sound distances between them, likewise.
        """
        heard = [self.hear(way, made) for made in (noise, make_hurt(noise)) for way in ways]
        return number_meetings(distance, [line & (distance <= self.fov) for line in lines], heard)

    def hear(self, ways: npt.NDArray[Any], noise: Noise) -> npt.NDArray[np.bool_]:
        """Which of some sound distances a noise of the character carries to it."""
        if not self.asks_hearing:
            return (ways >= 0) & (ways <= self.measure_earshot(noise))
        distances, where = np.unique(ways, return_inverse=True)
        heard = np.array([self._hears(distance, noise) for distance in distances.tolist()], np.bool_)
        return heard[where].reshape(ways.shape)

    def _hears(self, distance: int, noise: Noise) -> bool:
        heard = self._hearing.get((distance, noise))
        if heard is None:
            reach = self.measure_earshot(noise)
            if reach >= 0 and distance >= 0:
                event = events.Hearing(self.id, self._player.id, noise.kind, noise.loudness, distance, -1)
                foreseen = self._ctx.foresee("on_hear", event, {"range": reach})
                self.is_estimate = self.is_estimate or not foreseen.is_certain
                reach = foreseen.apply({"range": reach})["range"]
            heard = noise.loudness > 0 and 0 <= distance <= reach
            self._hearing[distance, noise] = heard
        return heard

    def weigh(self, situation: Situation, outlook: Outlook) -> Odds:
        """The odds of a possible situation."""
        asleep = self.mood is Mood.ASLEEP
        low, high, comes_low, comes_high = outlook.weigh(situation, asleep)
        is_open = self._listeners is not None and not self._listeners.is_certain
        about = self.is_estimate or is_open or (comes_high > 0 and self._ctx.has_listeners("core.stealth:on_inquire"))
        return Odds(low, high, asleep, comes_low, comes_high, about)

    def find_outlook(self, stealths: tuple[int, ...], luck: int, loudness: int) -> Outlook:
        """The odds of its kind against a character of a possible STEALTH, with its LUCK and loudest noise."""
        outlook = self._outlooks.get((stealths, luck, loudness))
        if outlook is None:
            if len(self._outlooks) >= MAX_OUTLOOKS:
                self._outlooks.clear()
            ids = (self.id, self._player.id) if self._listeners is not None else (0, 0)  # which only they ask for
            chances = [
                NoticeChances(self._settings, senses, (stealth, luck, loudness), ids, self._listeners)
                for stealth, senses in product(stealths, self.senses)
            ]
            outlook = Outlook(self.counts, chances, self._listeners is None)
            self._outlooks[stealths, luck, loudness] = outlook
        return outlook


def join_odds(odds: list[Odds]) -> Odds:
    """The odds, if any of several may be the right ones."""
    if len(odds) == 1 or odds.count(odds[0]) == len(odds):
        return odds[0]
    return Odds(
        min(one.low for one in odds),
        max(one.high for one in odds),
        any(one.is_asleep for one in odds),
        min(one.comes_low for one in odds),
        max(one.comes_high for one in odds),
        any(one.is_estimate for one in odds),
    )


def mix_odds(shares: list[float], odds: list[Odds]) -> Odds:
    """The odds, if dice choose among several."""
    if len(odds) == 1 or odds.count(odds[0]) == len(odds):
        return odds[0]

    def sum_up(name: str) -> int:
        return round(sum(share * getattr(one, name) for share, one in zip(shares, odds, strict=True)))

    low, high, comes_low, comes_high = map(sum_up, ("low", "high", "comes_low", "comes_high"))
    return Odds(
        low, high, any(one.is_asleep for one in odds), comes_low, comes_high, any(one.is_estimate for one in odds)
    )


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
                light_of(phase, creature),
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


def list_counts(phase: Phase, creature: Actor, kind: CreatureKind) -> tuple[int, ...]:
    """The numbers of actions that one of a kind may have in a turn, with the effects of a creature."""
    low, high = kind.ranges.get("cost", (kind.stats.get("cost", DEFAULT_STATS["cost"]),) * 2)
    unit, zeroes, gain = phase.settings.time_unit, phase.settings.empties_time_pool, time_gain(phase)
    costs = {max(1, apply_effects(phase, creature, "cost", cost)) for cost in range(low, high + 1)}
    return tuple(sorted({count for cost in costs for count in list_action_counts(cost, unit, zeroes, gain)}))


class Awareness(Enum):
    """How much a creature knows of the player's character; texts use the values."""

    NONE = "none"
    ASLEEP = "asleep"
    UNAWARE = "unaware"
    INVESTIGATING = "investigating"
    WARY = "wary"
    SEARCHING = "searching"
    DISTRACTED = "distracted"
    HUNTING = "hunting"


def awareness_of(phase: Phase, actor: Actor) -> Awareness:
    """The awareness of an actor in view; `Awareness.NONE` unless it is an enemy with a mind.

    A wary creature was roused before: it no longer hunts, but cannot be surprised again. One that investigates goes to
    look what it has heard; one that searches has lost its target; one that is distracted hunts another.
    """
    mind = phase.stealth.minds.get(actor.id)
    if mind is None or not are_enemies(phase, phase.player, actor):
        return Awareness.NONE
    if mind.mood is Mood.ASLEEP:
        return Awareness.ASLEEP
    if mind.mood is Mood.AGGRAVATED:
        return Awareness.DISTRACTED if hunts_another(phase, actor) else Awareness.HUNTING
    inquiry = inquiry_of(phase, actor.id)
    if inquiry is not None:
        return Awareness.SEARCHING if inquiry.kind == LOST else Awareness.INVESTIGATING
    return Awareness.WARY if mind.is_marked else Awareness.UNAWARE


TOLD = {
    **dict.fromkeys(TOLD_UNSEEN, Awareness.HUNTING),
    **dict.fromkeys((NOTICES, f"{NOTICES}-why"), Awareness.HUNTING),
    **dict.fromkeys((NOTICES_UNSURELY, INQUIRES, f"{INQUIRES}-why"), Awareness.INVESTIGATING),
    LOSES_UNSEEN: Awareness.SEARCHING,
    LOSES: Awareness.WARY,
    DIES: Awareness.NONE,
}
"""The awareness that a log line tells of a creature, if that is sure."""


def read_told_aims(lines: Iterable[LoggedMessage]) -> dict[int, Awareness]:
    """The last awareness of creatures that lines tell, newest first; `Awareness.NONE` of one that is dead."""
    aims: dict[int, Awareness] = {}
    for line in lines:  # after every turn: be quick
        args = line.message.args
        if line.message.id in TOLD and "id" in args and args["id"] not in aims:
            is_sure = "sure" not in args or args["sure"] == "yes"
            told = TOLD[line.message.id] if is_sure else Awareness.INVESTIGATING
            is_stranger = told is Awareness.WARY and args["knew"] == "no"
            aims[args["id"]] = Awareness.UNAWARE if is_stranger else told
    return aims
