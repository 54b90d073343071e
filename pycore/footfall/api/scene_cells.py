"""The map of a scene, the glyph and the light of each cell, and its sounds: those heard, and those that spread."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, IntEnum
from functools import cached_property

import msgspec
import numpy as np
import numpy.typing as npt

from footfall.content.screens.sounds import SoundRecipe
from footfall.engine.model import Message


class Pitch(Enum):
    """The shape of a map's cells: those of a floor are square; a map with words in it has cells as wide as text."""

    TEXT = "text"
    SQUARE = "square"


class Stir(IntEnum):
    """The idle animation of a cell."""

    STILL = 0
    WATER = 1
    PLANT = 2
    FIRE = 3


class Ripple(msgspec.Struct, frozen=True):
    """A sound that spreads over the map.

    Attributes:
        field: int32 ``(height, width)``, the sound distance from its source in tenths of a cell; -1 on cells that it
            does not reach and on unknown ones.
        loudness: 1 to 5.
        is_own: the player made it.
    """

    field: npt.NDArray[np.int32]
    loudness: int
    is_own: bool = False


class FlashKind(Enum):
    """The event that a flash stands for."""

    HIT = "hit"
    HURT = "hurt"
    NOTICE = "notice"
    LOST = "lost"


class Flash(msgspec.Struct, frozen=True):
    """Something sudden in view: a creature was hit, the player was hurt, a creature took notice, or lost it.

    The log, marks and gauges say the same; a front end may leave it out.

    Attributes:
        position: its cell.
        kind: the event.
    """

    position: tuple[int, int]
    kind: FlashKind


class Cells(msgspec.Struct, dict=True):
    """The visible map: arrays of one shape ``(height, width)``.

    Attributes:
        glyph: uint32 code points; 32 where nothing is known.
        fg, bg: uint8 `Tint` of the glyph and of the background.
        mark: uint32 code point of a small symbol at the upper right (``z ? ! ♪ ↯``), 0 for none.
        focus: the cell to keep on the screen, usually the player's.
        origin: the position of ``glyph[0, 0]``.
        visible: bool, the cells currently seen; percepts are marked only on others. By default, cells that are
            known and not in `Tint.REMEMBERED` count as seen.
        pitch: the shape of the cells.
        light: uint8, how brightly each cell in view is lit; None: all alike.
        flame: uint8, the share of the light that comes from lamps and fires, 255 for all of it.
        solid: bool, known cells that look like wall.
        landmark: bool, known cells whose sign no overlay covers, such as stairs; None: those with a tint of things.
        stir: uint8 `Stir` of cells in view.
        age: uint8, how long ago remembered cells were in view, 255 for long ago; None: they do not fade.
        records: ids of the records that cells look like; an unidentified thing has an id of its looks.
        ground, thing: uint16, the record of the ground, and of the thing or creature there: 1 + its place in
            `records`, 0 for none.
        ask_risk: computes `risk` and `interest`; None if the game has none.
        ask_reach: computes `reach`; None if the game has none.
        ask_ripples: computes `ripples`.
        shows_reach: whether front ends show `reach` even if the player does not ask, after a noise made on purpose.
        labels: names for a picture of the map, each with the rectangle (top, left, height, width) that it belongs to.
    """

    glyph: npt.NDArray[np.uint32]
    fg: npt.NDArray[np.uint8]
    bg: npt.NDArray[np.uint8]
    mark: npt.NDArray[np.uint32]
    focus: tuple[int, int] = (0, 0)
    origin: tuple[int, int] = (0, 0)
    visible: npt.NDArray[np.bool_] | None = None
    pitch: Pitch = Pitch.TEXT
    light: npt.NDArray[np.uint8] | None = None
    flame: npt.NDArray[np.uint8] | None = None
    solid: npt.NDArray[np.bool_] | None = None
    landmark: npt.NDArray[np.bool_] | None = None
    stir: npt.NDArray[np.uint8] | None = None
    age: npt.NDArray[np.uint8] | None = None
    records: tuple[str, ...] = ()
    ground: npt.NDArray[np.uint16] | None = None
    thing: npt.NDArray[np.uint16] | None = None
    ask_risk: Callable[[], tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]] | None = None
    ask_reach: Callable[[], npt.NDArray[np.bool_]] | None = None
    ask_ripples: Callable[[], tuple[Ripple, ...]] | None = None
    shows_reach: bool = False
    labels: tuple[tuple[tuple[int, int, int, int], Message], ...] = ()

    @property
    def risk(self) -> npt.NDArray[np.uint8] | None:
        """The chance in percent that a creature in view takes notice of the player there: uint8 0..100."""
        return None if self._risks is None else self._risks[0]

    @property
    def interest(self) -> npt.NDArray[np.uint8] | None:
        """The chance in percent that a creature in view suspects the player there and comes to look: uint8 0..100."""
        return None if self._risks is None else self._risks[1]

    @cached_property
    def _risks(self) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]] | None:
        return self.ask_risk() if self.ask_risk is not None else None

    @cached_property
    def reach(self) -> npt.NDArray[np.bool_] | None:
        """The known cells at which the player's own noise is heard: bool."""
        return self.ask_reach() if self.ask_reach is not None else None

    @cached_property
    def ripples(self) -> tuple[Ripple, ...]:
        """The sounds of this turn, the player's own first."""
        return self.ask_ripples() if self.ask_ripples is not None else ()

    def list_looks(self, y: int, x: int) -> tuple[str, ...]:
        """Returns the contents of an array cell: the record ids of its ground and of the thing on it, if known."""
        layers = [layer for layer in (self.ground, self.thing) if layer is not None]
        return tuple(self.records[layer[y, x] - 1] for layer in layers if layer[y, x])


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
        staying: the chances that its unknown maker takes notice, or that it hunts, in words; None if nothing is known.
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
