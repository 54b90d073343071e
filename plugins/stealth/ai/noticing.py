"""Rules of chance of noticing, waking and losing track (R-AI-7 to 10, 15, 18; P-INQ-2)."""

from enum import Enum

import msgspec

from footfall.api import ActorId
from footfall.api.chance import Dice, chance_rule

from ..hook_events import Noticing
from ..model.settings import RuleSettings

WAKE_THRESHOLD, NOTICE_THRESHOLD = 10, 3
"""Values that the waking roll and the noticing roll must exceed (R-AI-18)."""

NO_FLOOR = -99
"""Value of the setting ``engage.stealth_floor`` without a floor."""

BLIND_FOV = 1
"""Range of sight up to which a creature hunts by ear alone (P-INQ-5)."""

SURE_DISTANCE = 3
"""Cells from which a creature knows what it sees (P-INQ-8)."""

STRIKING_LOUDNESS = 2
"""Loudness from which a noise is more than ordinary (P-INQ-1)."""

SEARCH_EXTRA_TURNS = 2
"""Maximum random extra turns of a search, on top of setting ``ai.warden_search``."""


def hunts_on_sight(settings: RuleSettings, distance: int, inquires: bool, roused: bool) -> bool:
    """Whether a creature hunts what it sees, and does not come closer to look first (P-INQ-8)."""
    return roused or not inquires or not settings.shipped or distance <= SURE_DISTANCE


def engage_base(sees: bool, hears: bool, sight_only: bool, fov: int, foh: int) -> int | None:
    """Base of the engage range in cells (R-AI-7); None if the target is not perceived."""
    if sees:
        return fov
    return foh if hears and not sight_only else None


class NoticeFacts(msgspec.Struct, frozen=True, gc=False):
    """The facts that decide whether a calm creature notices a target that it perceives.

    Attributes:
        watcher, target: ids.
        distance: in cells.
        sees_target: it sees the target; otherwise it hears it.
        fov, foh: its ranges in cells.
        stealth: STEALTH of the target with the wall bonus, without noise.
        noise: loudness of the target's loudest noise.
        light: radius of the light that the watcher carries, in cells.
    """

    settings: RuleSettings
    watcher: ActorId
    target: ActorId
    distance: int
    sees_target: bool
    fov: int
    foh: int
    perception: int
    stealth: int
    luck: int
    noise: int
    light: int = 0


class Detection(Enum):
    """The result of a look at a target."""

    UNAWARE = "unaware"
    FOOLED = "fooled"
    NOTICED = "noticed"


class NoticeOutcome(msgspec.Struct, frozen=True, gc=False):
    """The outcome of `notice` with its terms.

    Attributes:
        reach: range of the sense in cells; alertness next to the target.
        roll: the watcher's roll.
        stealth: STEALTH minus noise.
        own: the target's roll; 0 unless it is next to the watcher.
        luck: the share that its LUCK took off.
        added_range: the cells that listeners added to the range.
    """

    awareness: Detection
    reach: int
    roll: int
    stealth: int
    own: int = 0
    luck: int = 0
    added_range: int = 0


def find_exposure(f: NoticeFacts) -> int:
    """STEALTH minus the noise that counts: S of R-AI-8 (D-12); less in the light of the watcher (P-WATCH-1)."""
    value = f.stealth - (f.noise if f.settings.counts_noise_on_sight or not f.sees_target else 0)
    value = value + f.settings.lamp_stealth if f.sees_target and f.distance <= f.light else value
    return max(value, f.settings.engage_stealth_floor) if f.settings.engage_stealth_floor > NO_FLOOR else value


@chance_rule
def notice(f: NoticeFacts, dice: Dice) -> NoticeOutcome:
    """Engage range (R-AI-8; R-STEALTH-5 if ``engage.mode`` is plain), then the stealth check (R-AI-10, D-31)."""
    base = f.fov if f.sees_target else f.foh
    exposed = find_exposure(f)
    luck = max(0, f.luck)
    is_plain = f.settings.engage_mode == "plain"
    keen = dice.roll("perc", 1 if is_plain else 0, 4 if is_plain else f.perception)
    spared = dice.roll("luck", luck if is_plain else 0, luck)
    own_reach = keen + base - exposed - spared
    sense = "sight" if f.sees_target else "hearing"
    (reach,) = dice.fold("core.stealth:on_notice", Noticing(f.watcher, f.target, sense, f.distance), engage=own_reach)
    if reach < 0 or f.distance >= 2:
        seen = Detection.NOTICED if reach >= 0 and f.distance <= reach else Detection.UNAWARE
        return NoticeOutcome(seen, base, keen, exposed, 0, spared, reach - own_reach)
    own = dice.roll("sneak", 1, 4)
    lucky = dice.roll("luck", 0, luck)
    hidden = own + exposed + lucky
    alert = f.perception if f.settings.engage_adjacent_base == "perception" else max(f.fov, f.foh)
    aware = dice.roll("aware", 0, 3)
    seen = Detection.FOOLED if hidden > aware + alert else Detection.NOTICED
    return NoticeOutcome(seen, alert, aware, exposed, own, lucky)


class WakeFacts(msgspec.Struct, frozen=True, gc=False):
    """The facts that decide whether a sleeper wakes by itself."""

    settings: RuleSettings
    luck: int


class Waking(msgspec.Struct, frozen=True, gc=False):
    """The outcome of `wake` and of `stir`."""

    is_waking: bool
    roll: int


@chance_rule
def wake(f: WakeFacts, dice: Dice) -> Waking:
    """The waking roll (R-AI-18)."""
    if f.settings.sleep_wake_die == "flat":
        rolled = dice.roll("wake", 2, 12)
    else:
        first = dice.roll("wake", 1, 6)
        second = dice.roll("wake", 1, 6)
        rolled = first + second
    return Waking(rolled - f.luck > WAKE_THRESHOLD, rolled)


class DiscernFacts(msgspec.Struct, frozen=True, gc=False):
    """The facts that decide whether a sleeper that perceives its target wakes.

    Attributes:
        exposure: STEALTH of the target minus its noise.
    """

    exposure: int
    luck: int


class Discerned(msgspec.Struct, frozen=True, gc=False):
    """The outcome of `discern`.

    Attributes:
        luck: the share of LUCK in the threshold.
    """

    is_waking: bool
    roll: int
    luck: int


@chance_rule
def discern(f: DiscernFacts, dice: Dice) -> Discerned:
    """The noticing roll of a sleeper (R-AI-18)."""
    rolled = dice.roll("notice", 1, 6)
    luck = dice.roll("luck", 0, max(0, f.luck))
    return Discerned(rolled - f.exposure > NOTICE_THRESHOLD + luck, rolled, luck)


class StirFacts(msgspec.Struct, frozen=True, gc=False):
    """The loudness of a noise that a sleeper hears."""

    loudness: int


@chance_rule
def stir(f: StirFacts, dice: Dice) -> Waking:
    """The stirring roll: a sleeper wakes if it shows less than the loudness (P-INQ-2)."""
    rolled = dice.roll("stir", 1, 10)
    return Waking(rolled < f.loudness, rolled)


class PursuitFacts(msgspec.Struct, frozen=True, gc=False):
    """The facts that decide how far a hunter follows."""

    sees_target: bool
    hears_target: bool
    fov: int
    foh: int
    perception: int
    distance: int


class PursuitOutcome(msgspec.Struct, frozen=True, gc=False):
    """The outcome of `pursue`."""

    is_following: bool
    reach: int


@chance_rule
def pursue(f: PursuitFacts, dice: Dice) -> PursuitOutcome:
    """The engage range of an aggravated creature, without STEALTH and LUCK (R-AI-7, 8; D-33)."""
    far = f.foh if f.hears_target else max(f.fov, f.foh)
    keen = dice.roll("perc", 0, f.perception)
    reach = keen + (f.fov if f.sees_target else far)
    return PursuitOutcome(f.distance <= reach, reach)


class SearchFacts(msgspec.Struct, frozen=True, gc=False):
    """The facts that decide how long a creature searches where it lost its target."""

    settings: RuleSettings


class Search(msgspec.Struct, frozen=True, gc=False):
    """The outcome of `search`."""

    turns: int


@chance_rule
def search(f: SearchFacts, dice: Dice) -> Search:
    """How long a creature searches (R-AI-16)."""
    extra = dice.roll("search", 0, SEARCH_EXTRA_TURNS)
    return Search(max(0, f.settings.ai_warden_search + extra))


def can_disturb(settings: RuleSettings, distance: int, fov: int, foh: int) -> bool:
    """Whether a sleeper so far away rolls at all (D-15)."""
    return settings.sleep_range == "floor" or distance <= max(fov, foh)


def hunts_by_ear(settings: RuleSettings, fov: int, inquires: bool) -> bool:
    """Whether a creature hunts what it hears without seeing it, and does not go and look first (P-INQ-5)."""
    return not settings.shipped or fov <= BLIND_FOV or not inquires
