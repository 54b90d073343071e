"""The scene: everything a front end receives of a game.

It contains only what the player may know. Texts are `Message`s; colors are roles of a palette; positions are the
game's own ``(y, x)``, as in its commands. Front ends import this module, never the world.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import cached_property
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from footfall.content.screens.characters import count_cells as count_cells, is_right_to_left as is_right_to_left
from footfall.content.screens.palettes import PaletteColors as PaletteColors, Tint as Tint, TintName as TintName
from footfall.content.screens.sounds import SoundLayer as SoundLayer, SoundRecipe as SoundRecipe
from footfall.content.screens.tile_packs import Picture as Picture, TileSheet as TileSheet
from footfall.engine.model import Command, Message

from .scene_cells import (
    Acoustics as Acoustics,
    Cells as Cells,
    Flash as Flash,
    FlashKind as FlashKind,
    NearSound as NearSound,
    Percept as Percept,
    Pitch as Pitch,
    Ripple as Ripple,
    SoundChannel as SoundChannel,
    Stir as Stir,
)


class Span(msgspec.Struct, frozen=True):
    """A run of text in one tint.

    Attributes:
        words: the text of front ends in plain text, which have no signs.
        notes: shown while the pointer is over the thing that it names, at a place or in a table.
        short: the text in a narrow title bar.
    """

    text: Message | str
    tint: int = Tint.TEXT
    words: Message | None = None
    notes: tuple[Message | str, ...] = ()
    short: Message | None = None


class Line(msgspec.Struct, frozen=True):
    """One line of a panel: consecutive spans.

    Attributes:
        bar: draws a gauge of (value, maximum) after them.
        click: the command of a click on the line, for which there must be a key too, or the name of the key to press.
        notes: shown while the pointer is over the line; the screen or its pages say the same elsewhere.
        is_split: its spans are columns of the same width, each wrapped.
        rank: if panels share one row, lines of a higher rank come first; those below 0 after the gauges.
    """

    spans: tuple[Span, ...] = ()
    bar: tuple[int, int] | None = None
    click: Command | str | None = None
    notes: tuple[Message | str, ...] = ()
    is_split: bool = False
    rank: int = 0


class Panel(msgspec.Struct, frozen=True):
    """A titled block of lines in order of importance: a small screen drops the last ones.

    Attributes:
        is_table: the spans of each line are cells of aligned columns; a first line in `Tint.DIM` is the heading.
        label: name of a page in the help; default: its title.
        is_told: plain text and the page read out its new lines, as they always do for the first panel.
        is_reference: explains the game; the file of a finished game leaves it out.
    """

    title: Message | None
    lines: tuple[Line, ...] = ()
    is_table: bool = False
    label: Message | None = None
    is_told: bool = False
    is_reference: bool = False


class Story(msgspec.Struct, frozen=True):
    """The story of a finished game.

    Attributes:
        points: its turning points, shown at the end.
        page: all of it; None: the log, turn by turn.
    """

    points: tuple[Message, ...] = ()
    page: Panel | None = None


class Place(msgspec.Struct, frozen=True):
    """A place of a board: a room, a corridor, a field.

    Front ends draw the places of a level as boxes in a grid, or list them. An exit is a gap in the wall, or a stair.

    Attributes:
        id: names the place in `exits` and in `Scene.place`.
        label, short: its name, which no other place has, and a shorter one for narrow boxes.
        level: the level that it is on, by its index in `Scene.levels`.
        row, column, height, width: its rectangle in the grid of the level.
        lines: its contents, most important first: a small box leaves out the last.
        exits: ids of the places that are one step away.
        notes: shown while the pointer is over it, before the notes of its contents.
        tint: the tint of its name.
        click: the command that goes there, or chooses it; there must be a key for it too. None if that is not possible.
    """

    id: str
    label: Message | str
    short: Message | str | None = None
    level: int = 0
    row: int = 0
    column: int = 0
    height: int = 1
    width: int = 1
    lines: tuple[Line, ...] = ()
    exits: tuple[str, ...] = ()
    notes: tuple[Message | str, ...] = ()
    tint: int = Tint.TEXT
    click: Command | None = None


class Stage(msgspec.Struct, frozen=True):
    """A snapshot of a generation after one of its steps, for ``footfall generate``.

    Attributes:
        name: the step.
        cells: the map so far; the shape is the same in all stages.
        lines: notes, in order.
        data: the same as plain data, for JSON.
        image: shown instead of the glyphs of `cells`: uint8 ``(height, width, 3)``; the same shape in all stages.
    """

    name: str
    cells: Cells
    lines: tuple[Message, ...] = ()
    data: dict[str, Any] = {}
    image: npt.NDArray[np.uint8] | None = None


class Chance(msgspec.Struct, frozen=True):
    """The chance that one creature takes notice of the player in the coming round.

    Attributes:
        label: the creature.
        position: its cell.
        permille: the lowest and the highest chance that is possible, 0 to 1000; equal if nothing unknown matters.
        is_approximate: facts that are hidden, such as the code of a mod, may change it.
        text: the chance in words (``12 to 40 %``).
        interest: as `permille`, for the chance that it comes to look without having recognized the player.
        mean: the chance in permille that it does either, over what is unknown, if the words tell this; -1 if not.
    """

    label: Message
    position: tuple[int, int]
    permille: tuple[int, int]
    is_approximate: bool
    text: Message
    interest: tuple[int, int] = (0, 0)
    mean: int = -1


class ActionOdds(msgspec.Struct, frozen=True):
    """The odds of one action.

    Attributes:
        action: ``"stay"``, ``"step"``, ``"lamp"``, ``"attack"``, or a word of the game's own.
        label: the action in words.
        direction: the direction of a step, 0..7 clockwise from north; -1 for other actions.
        chances: chances of each creature in view that may take notice.
    """

    action: str
    label: Message
    direction: int = -1
    chances: tuple[Chance, ...] = ()


class SceneThing(msgspec.Struct, frozen=True):
    """Something at a place that is worth a word: a creature in view, an item, stairs, a door.

    Attributes:
        label: its name with its apparent state.
        position: its cell.
        awareness: how much a creature knows of the player: ``"asleep"``, ``"unaware"``...; empty for other things.
        staying: the chance that it takes notice if the player stays; None for things.
        is_litter: it has no use; lists in words count such things, and tell the place of the nearest only.
    """

    label: Message
    position: tuple[int, int]
    awareness: str = ""
    staying: Chance | None = None
    is_litter: bool = False


class LogLine(msgspec.Struct, frozen=True):
    """A line of the log; equal consecutive lines are merged and counted in `count`.

    Attributes:
        kind: category; ``"heard"``, ``"good"``, ``"bad"``, ``"warn"``, ``"lesson"`` and ``"problem"`` have a tint. The
            title bar shows an ``"alarm"`` until the next input. Replays jump to it, "bad", "arrival" and "place".
        turn: the command that it belongs to.
        clock: its turn as players count it; None: the same number.
        notes: explanations of the names in it, shown while the pointer is over it; a page has them as well.
    """

    message: Message
    kind: str = ""
    turn: int = 0
    count: int = 1
    clock: int | None = None
    notes: tuple[Message, ...] = ()

    @property
    def shown_turn(self) -> int:
        """The number of its turn on the screen."""
        return self.turn if self.clock is None else self.clock


class Choice(msgspec.Struct, frozen=True):
    """An option of a list: an item, a creature, an answer.

    Attributes:
        value: the value for the command; plain data.
        letter: its key; by default, the front end assigns the free letters in order.
        detail: shown on inspection.
        confirmation: question to confirm a harmful choice.
        act: names the command with this choice, if that says more than the name of the command and the label.
    """

    value: Any
    label: Message | str
    letter: str = ""
    detail: tuple[Message | str, ...] = ()
    confirmation: Message | None = None
    act: Message | None = None


class PromptKind(Enum):
    """The kind of input that a binding still needs for its command."""

    DIRECTION = "direction"
    CELL = "cell"
    CHOICE = "choice"
    TEXT = "text"
    KEY = "key"


class Prompt(msgspec.Struct, frozen=True):
    """An input that fills `field` of the command.

    Attributes:
        kind: a direction is 0..7 (`DIRECTIONS`), a cell ``(y, x)``, a choice a `value`, a text itself, a key its name.
        choices: name of a list in `Scene.choices`: the options, or the cells between which the cursor jumps.
        confirmation: for `PromptKind.CELL`, question to confirm the player's own cell.
        is_automatic: fewer than two choices are not asked for: the command gets no value, and takes the one or refuses.
    """

    field: str
    kind: PromptKind
    text: Message
    choices: str = ""
    confirmation: Message | None = None
    is_automatic: bool = False


CLICK = "CLICK"
"""Key name of a click on the map, for a `Binding` with a cell prompt; the clicked cell answers the prompt."""


class Binding(msgspec.Struct, frozen=True):
    """Keys that build a command.

    Attributes:
        keys: key names: a character, or ``UP``, ``PAD7``, ``ENTER``, ``TAB``, ``SPACE``..., or `CLICK`.
        command: the command class, built as ``command(actor=..., **fields)``.
        label: text in the help; its id names the binding in the key settings.
        fields: fixed values. With a ``direction`` (0..7), the keys also answer direction prompts and move cursors.
        prompts: further inputs, in order; the front end builds a complete command or none.
        group: heading of the help section.
        confirmation: question before the command, which has no prompts; None at moments when it does no harm.
        is_listed: whether the help lists it.
    """

    keys: tuple[str, ...]
    command: type[Command]
    label: Message
    fields: dict[str, Any] = {}
    prompts: tuple[Prompt, ...] = ()
    group: Message | str = ""
    confirmation: Message | None = None
    is_listed: bool = True


class Lesson(msgspec.Struct, frozen=True):
    """A lesson that fits the moment. The front end shows it once to each player.

    Attributes:
        id: key in the record of lessons shown.
        text: one short sentence; ``$key`` and ``$second`` are the keys of `keys`.
        keys: names of bindings: the id of a label, ``page:NAME``, or a name that the front end defines.
        panel: id of the title of a panel that shows it, too, while it fits the moment.
    """

    id: str
    text: Message
    keys: tuple[str, ...] = ()
    panel: str = ""


class Scene(msgspec.Struct, dict=True):
    """A view of the game at one moment.

    Attributes:
        title: the text of the title bar.
        alert: a short warning next to the title (``MELEE``); the bar takes a warning tint.
        status: short facts in the title bar.
        cells: the map, or None for a game without one.
        sample: a map next to the panels of a scene without one, which shows how maps look.
        percepts: sounds heard, newest first.
        sounds: sounds of this turn with a known source.
        acoustics: the place around the listener; None: nothing of it is heard.
        flashes: sudden events since the last scene.
        has_emblem: whether the emblem of the program stands above the choices.
        has_sound_band: whether the map has a band of percepts next to it.
        places: the board of a game without a map.
        levels: the heading of each level of `places`, from left to right.
        place: id of the place of the active player.
        panels: the sidebar, most important first.
        pages: full-screen pages by name. The letters of a list of `choices` of the same name show details on the page.
        page_keys: name of the page by key.
        notes: descriptions of cells for inspection.
        things: the contents of the map for a list in words, most important first.
        ask_odds: computes `odds`; None if the game has none.
        ask_outlook: the risk of going to a cell, in words, for the cursor; None if the game has none.
        ask_completions: the texts that may follow one typed at a prompt, for its field; None if the screen has none.
        ask_end: for a moment within a command, the scene at the end of the command, for words; else None.
        ask_preview: the effect of a command at a cell, in words, for the cursor of its prompt; None if there is none.
        confirmations: questions to confirm a binding with a ``direction`` towards a cell with known danger.
        log: newest last.
        words: explanations of names in the log, by the id of the name; by default, the message ``ID-about``.
        choices: lists for prompts, by name.
        no_choices: why a list that a prompt names is empty, by name.
        lessons: lessons that fit the moment, most urgent first.
        hints: names of bindings (as in `Lesson.keys`) for the reminders, most useful first; by default, all in order.
        hint_texts: labels of reminders at this moment in place of those of the bindings, by name of the binding.
        actor: the active player's actor or seat.
        prompt: the open question, unless it is an ordinary turn.
        answers: its options, in the order of the question: the n-th gives ``Answer(choice=n)``.
        answer_kind: `PromptKind.CELL` if the options are cells, chosen with the cursor; the letter ``ESC`` cancels.
        cursor: the option on which the cursor begins; None: the first.
        bindings: the current keys.
        farewell: closing lines of the end; an argument `command` is the number of commands before what one tells.
        opens: name of a page that opens with this scene.
        news_since: first turn whose log lines are new; 0: that of the last line.
        turn, clock: number of commands so far, and the turn as players count it; None: the same number.
        seed: for the title bar.
        can_restart: whether a new game can be started from here.
        can_save: whether there is a game to save; a replay has none, and is left without a question.
        is_recorded: it shows a step of a recording, whose news are those of its command.
        is_left: the player has left this screen: front ends show it no more.
    """

    title: Message
    alert: Message | None = None
    status: tuple[Span, ...] = ()
    cells: Cells | None = None
    sample: Cells | None = None
    percepts: tuple[Percept, ...] = ()
    sounds: tuple[NearSound, ...] = ()
    acoustics: Acoustics | None = None
    flashes: tuple[Flash, ...] = ()
    has_emblem: bool = False
    has_sound_band: bool = True
    places: tuple[Place, ...] = ()
    levels: tuple[Line, ...] = ()
    place: str = ""
    panels: tuple[Panel, ...] = ()
    pages: dict[str, Panel] = {}
    page_keys: dict[str, str] = {}
    notes: dict[tuple[int, int], tuple[Message, ...]] = {}
    things: tuple[SceneThing, ...] = ()
    confirmations: dict[tuple[int, int], Message] = {}
    log: tuple[LogLine, ...] = ()
    words: dict[str, tuple[Message, ...]] = {}
    choices: dict[str, tuple[Choice, ...]] = {}
    no_choices: dict[str, Message] = {}
    lessons: tuple[Lesson, ...] = ()
    hints: tuple[str, ...] = ()
    hint_texts: dict[str, Message] = {}
    actor: int = 0
    prompt: Message | None = None
    answers: tuple[Choice, ...] = ()
    answer_kind: PromptKind = PromptKind.CHOICE
    cursor: tuple[int, int] | int | None = None
    bindings: tuple[Binding, ...] = ()
    farewell: tuple[Message, ...] = ()
    opens: str = ""
    news_since: int = 0
    turn: int = 0
    clock: int | None = None
    seed: int = 0
    can_restart: bool = False
    can_save: bool = True
    is_recorded: bool = False
    is_left: bool = False
    ask_odds: Callable[[], tuple[ActionOdds, ...]] | None = None
    ask_outlook: Callable[[tuple[int, int]], tuple[Message, ...]] | None = None
    ask_preview: Callable[[Command], tuple[Message, ...]] | None = None
    ask_completions: Callable[[str, str], list[str]] | None = None
    ask_end: Callable[[], Scene] | None = None

    @cached_property
    def odds(self) -> tuple[ActionOdds, ...]:
        """The odds of being noticed, by action; an action that is impossible is left out."""
        return self.ask_odds() if self.ask_odds is not None else ()

    @property
    def shown_turn(self) -> int:
        """The number of the turn on the screen."""
        return self.turn if self.clock is None else self.clock

    def foretell(self, position: tuple[int, int]) -> tuple[Message, ...]:
        """Returns the risk of going to a cell, in words."""
        return self.ask_outlook(position) if self.ask_outlook is not None else ()

    def preview(self, command: Command) -> tuple[Message, ...]:
        """Returns the effect of a command at a cell, in words."""
        return self.ask_preview(command) if self.ask_preview is not None else ()

    def complete(self, field: str, typed: str) -> list[str]:
        """Returns the texts that may follow a text typed at a prompt, each whole; empty if there are none."""
        return self.ask_completions(field, typed) if self.ask_completions is not None else []


DIRECTIONS: tuple[tuple[int, int], ...] = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""The eight ``(dy, dx)`` offsets, clockwise from north; percepts and moves use their index."""
