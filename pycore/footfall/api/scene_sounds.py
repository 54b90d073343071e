"""The sounds of a scene: those heard out of view, those with a known source, and the place around the listener."""

from __future__ import annotations

from enum import Enum

import msgspec

from footfall.content.screens.sounds import SoundRecipe
from footfall.engine.model import Message


class Percept(msgspec.Struct, frozen=True):
    """A sound heard: the source of the mark on the map, the hearing band and the log line.

    Attributes:
        kind: message that names the sound.
        loudness: 1 (faint) to 5 at the listener's ear.
        direction: of arrival, 0..7 clockwise from north; -1 at the same cell.
        estimate: the assumed position of its source; None if only the direction is known.
        age: turns since it was heard; shown up to 4.
        count: number of times it was heard this turn.
        muffling: how dull it arrives: 0 clear, 1 around corners, 2 through a door, 3 through walls.
        recipe: how it sounds; None: it is not played.
        staying: the chances that its unknown maker takes notice, in words; None if they are not known.
    """

    kind: Message
    loudness: int
    direction: int
    estimate: tuple[int, int] | None = None
    age: int = 0
    count: int = 1
    muffling: int = 0
    recipe: SoundRecipe | None = None
    staying: Message | None = None


class SoundChannel(Enum):
    """Whose sound it is; players set the volume of each."""

    OWN = "own"
    FOREIGN = "foreign"
    ROOM = "room"


class NearSound(msgspec.Struct, frozen=True):
    """A sound with a known source: a deed of the player, a creature in view, a fire. It has no mark on the map.

    Attributes:
        recipe: how it sounds.
        channel: whose sound it is.
        loudness: 1 (faint) to 5 at the listener's ear.
        direction: of arrival, 0..7 clockwise from north; -1 at the same cell.
        take: which of its variants is played.
    """

    recipe: SoundRecipe
    channel: SoundChannel = SoundChannel.OWN
    loudness: int = 3
    direction: int = -1
    take: int = 0


class Acoustics(msgspec.Struct, frozen=True):
    """The acoustics of the place around the listener.

    Attributes:
        size: mean distance of its walls in cells; 0 in the open, where nothing throws sound back.
        hardness: share of its surfaces that throw sound back, in percent.
        tones: sounds that last, played as loops: air, fires, dripping water.
    """

    size: int = 0
    hardness: int = 100
    tones: tuple[NearSound, ...] = ()
