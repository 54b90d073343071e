"""The Scene: what a front end gets of a game, and all it gets.

It holds only what the character can know. Texts are `Message`s; colours are roles of a
palette; positions are the game's own ``(y, x)``, those of its commands. Front ends import
this module and never the world.
"""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from footfall.engine.model import Command, Message


class Tint(IntEnum):
    """Roles of colour. A front end gives each a colour-blind safe colour; none carries meaning alone."""

    NONE = 0
    TEXT = 1
    DIM = 2
    STRONG = 3
    PLAYER = 4
    FLOOR = 5
    WALL = 6
    DOOR = 7
    STAIRS = 8
    ITEM = 9
    ALLY = 10
    NEUTRAL = 11
    FOE = 12
    ASLEEP = 13
    WARY = 14
    HUNTING = 15
    SOUND = 16
    GOOD = 17
    BAD = 18
    MAGIC = 19
    LIGHT = 20
    REMEMBERED = 21
    CURSOR = 22


class Span(msgspec.Struct, frozen=True):
    """A run of text in one tint."""

    text: Message | str
    tint: int = Tint.TEXT


class Line(msgspec.Struct, frozen=True):
    """One line of a panel: spans side by side; `bar` draws a gauge of (value, maximum) after them."""

    spans: tuple[Span, ...] = ()
    bar: tuple[int, int] | None = None


class Panel(msgspec.Struct, frozen=True):
    """A titled block of lines, in order of importance: a small screen drops the last first.

    Attributes:
        table: the spans of each line are cells of aligned columns; the first line is the heading.
        label: what the help calls a page, if not by its title.
    """

    title: Message | None
    lines: tuple[Line, ...] = ()
    table: bool = False
    label: Message | None = None


class Cells(msgspec.Struct):
    """The map as it may be shown: arrays of one shape ``(height, width)``.

    Attributes:
        glyph: uint32 code points, 32 where nothing is known.
        fg, bg: uint8 `Tint` of the sign and of its ground.
        mark: uint32 code point of a small sign at the upper right (``z ? ! ♪ ↯``), 0 for none.
        focus: the cell to keep on the screen, usually the player's.
        origin: the position of ``glyph[0, 0]``.
        visible: bool, the cells seen now: percepts are marked on the others only. Without it,
            cells that are known and not in `Tint.REMEMBERED` count as seen.
    """

    glyph: npt.NDArray[np.uint32]
    fg: npt.NDArray[np.uint8]
    bg: npt.NDArray[np.uint8]
    mark: npt.NDArray[np.uint32]
    focus: tuple[int, int] = (0, 0)
    origin: tuple[int, int] = (0, 0)
    visible: npt.NDArray[np.bool_] | None = None


class Stage(msgspec.Struct, frozen=True):
    """A moment of something being made, for ``footfall generate``: what it looks like, and what was just done.

    Attributes:
        name: what was just done, in one word: the name of a step.
        cells: the map so far; all stages of one making have the same shape.
        lines: what there is to tell about it, in order.
        data: the same as plain data, for JSON.
        image: a picture instead of the signs of `cells`: uint8 ``(height, width, 3)``; the same shape throughout.
    """

    name: str
    cells: Cells
    lines: tuple[Message, ...] = ()
    data: dict[str, Any] = {}
    image: npt.NDArray[np.uint8] | None = None


class Percept(msgspec.Struct, frozen=True):
    """Something heard: the one record behind the mark on the map, the hearing band and the log.

    Attributes:
        kind: catalogue message naming the sound.
        loudness: 1 (faint) to 5 at the listener's ear.
        direction: where it arrives from, 0..7 clockwise from north; -1 on the spot.
        estimate: the position it is believed to come from, or None if only the direction is known.
        age: turns since it was heard; older than 4 is shown no more.
        count: how often it was heard this turn.
    """

    kind: Message
    loudness: int
    direction: int
    estimate: tuple[int, int] | None = None
    age: int = 0
    count: int = 1


class LogLine(msgspec.Struct, frozen=True):
    """A line of the log; equal neighbours were merged into `count`.

    Attributes:
        kind: what it is about; ``"heard"``, ``"good"``, ``"bad"``, ``"warn"``, ``"lesson"`` and ``"problem"``
            have a tint, and ``"alarm"`` is also shown in the title strip for one beat.
    """

    message: Message
    kind: str = ""
    turn: int = 0
    count: int = 1


class Choice(msgspec.Struct, frozen=True):
    """Something to pick: an item by letter, a creature, an answer.

    Attributes:
        value: what the command gets; plain data.
        letter: the key that picks it; empty: the front end deals the free letters out in order.
        detail: what is shown when it is looked at.
        sure: what is asked back before it is taken, because it would do harm.
    """

    value: Any
    label: Message | str
    letter: str = ""
    detail: tuple[Message | str, ...] = ()
    confirmation: Message | None = None


class PromptKind(Enum):
    """What a binding must still ask the person before its command is complete."""

    DIRECTION = "direction"
    CELL = "cell"
    CHOICE = "choice"


class Prompt(msgspec.Struct, frozen=True):
    """One thing to ask: it fills `field` of the command.

    Attributes:
        want: a direction fills the field with 0..7 (see `DIRECTIONS`), a cell with ``(y, x)``,
            a choice with the `value` that was picked.
        choices: for `PromptKind.CHOICE`, the name of the list in `Scene.choices`; for `PromptKind.CELL`
            the list whose values (cells) the cursor jumps between.
        sure: for `PromptKind.CELL`, what is asked back if the cell is the player's own.
    """

    field: str
    kind: PromptKind
    text: Message
    choices: str = ""
    confirmation: Message | None = None


CLICK = "CLICK"
"""Name of a click on the map, for the keys of a `Binding` that asks for a cell: the click is the answer."""


class Binding(msgspec.Struct, frozen=True):
    """Keys that build a command.

    Attributes:
        keys: key names: the character itself, or ``UP``, ``PAD7``, ``ENTER``, ``TAB``, ``SPACE``..., or `CLICK`.
        command: the command class, built as ``command(actor=..., **fields)``.
        label: shown in the help; its id names the binding in the player's key settings.
        fields: values known beforehand. A ``direction`` (0..7) among them lends the binding's
            keys to direction prompts and cursors.
        asks: what must be asked, in order; the front end builds a complete command or none.
        group: heading of the help section.
    """

    keys: tuple[str, ...]
    command: type[Command]
    label: Message
    fields: dict[str, Any] = {}
    prompts: tuple[Prompt, ...] = ()
    group: Message | str = ""


class Lesson(msgspec.Struct, frozen=True):
    """Something to teach at this moment. The front end tells it once to each player.

    Attributes:
        id: what the player is remembered to have been told.
        text: one short sentence; it gets ``$key`` and ``$second``, the keys of `keys`.
        keys: names of bindings: a label's id, ``page:NAME``, or one of the front end's own.
    """

    id: str
    text: Message
    keys: tuple[str, ...] = ()


class Scene(msgspec.Struct):
    """One picture of the game.

    Attributes:
        title: the title strip.
        alert: a short word for danger beside the title (``MELEE``); the strip turns to a warning tint.
        status: short facts of the strip.
        cells: the map, or None for a game without one.
        percepts: what is heard, newest first.
        hears: a map has a band of what is heard beside it; a map on paper has none.
        panels: the side bar, most important first.
        pages: full-screen pages by name (inventory, combat panel). If `choices` has a list of
            the same name, its letters show details there.
        page_keys: key name to the name of the page it opens.
        notes: what can be said of a cell when it is looked at.
        cautions: what is asked back before a binding with a ``direction`` goes to a cell: harm is known there.
        log: newest last.
        choices: lists for `Ask`.
        lessons: what could be taught now, the most urgent first.
        hints: names of bindings (as in `LessonRecord.keys`) to remind of now, the most useful first; without any
            the pages and bindings follow in their own order.
        actor: who gives commands now.
        prompt: the open question if it is not the turn itself.
        answers: its options, in the order of the question: the n-th gives ``Answer(choice=n)``.
        bindings: keys of this moment.
        over: the farewell lines once the game has ended.
        turn, seed: facts for the strip.
        restarts: another game can be begun from here.
    """

    title: Message
    alert: Message | None = None
    status: tuple[Span, ...] = ()
    cells: Cells | None = None
    percepts: tuple[Percept, ...] = ()
    has_sound_band: bool = True
    panels: tuple[Panel, ...] = ()
    pages: dict[str, Panel] = {}
    page_keys: dict[str, str] = {}
    notes: dict[tuple[int, int], tuple[Message, ...]] = {}
    confirmations: dict[tuple[int, int], Message] = {}
    log: tuple[LogLine, ...] = ()
    choices: dict[str, tuple[Choice, ...]] = {}
    lessons: tuple[Lesson, ...] = ()
    hints: tuple[str, ...] = ()
    actor: int = 0
    prompt: Message | None = None
    answers: tuple[Choice, ...] = ()
    bindings: tuple[Binding, ...] = ()
    farewell: tuple[Message, ...] = ()
    turn: int = 0
    seed: int = 0
    can_restart: bool = False


DIRECTIONS: tuple[tuple[int, int], ...] = (
    (-1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
)
"""The eight ``(dy, dx)`` steps, clockwise from north; percepts and moves use their index."""
