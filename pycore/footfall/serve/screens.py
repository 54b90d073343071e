"""A screen that pages in browsers follow: the front end of a game that runs in a thread of its own.

The thread of the game draws and offers each view to its followers, and never waits for one.
"""

import math
import re
import threading
from collections import deque
from collections.abc import Collection
from time import monotonic
from typing import Self

import msgspec

from footfall.api import Command, Message
from footfall.api.scene import CLICK, Binding, Panel, Scene
from footfall.app.lessons import HINT_KEY, HINT_PAGE
from footfall.audio.mixing import place_scene, place_tones
from footfall.ui.drawing.canvas import Canvas
from footfall.ui.drawing.layout import MIN_HEIGHT, MIN_WIDTH
from footfall.ui.drawing.screen import DrawnFrame, draw_screen
from footfall.ui.drawing.text_layout import Translator, translate_ui_text
from footfall.ui.frontend import Closed, Frontend, InputEvent, KeyPress, Pointer, Resized
from footfall.ui.frontends.page_stream import (
    PageInput,
    changes_screen,
    find_aim,
    find_entry,
    find_focus,
    find_part,
    list_buttons,
    list_pad_keys,
)
from footfall.ui.frontends.plain_facts import FACT_KEYS
from footfall.ui.frontends.plain_text import LESSON_KIND, list_panel_lines, list_status
from footfall.ui.frontends.scene_reader import SceneReader, describe_position, describe_situation, name_fact_key
from footfall.ui.keymap import FACT_KEY, find_key, is_key_name, list_key_groups
from footfall.ui.map.map_colors import Motion
from footfall.ui.map.square_tiles import create_pixel_canvas
from footfall.ui.settings import UiSettings
from footfall.ui.ui_state import HELP_PAGE, UiState

from .followers import MAX_NEWS, MAX_SOUNDS, Follower, View, list_file_links

PAGE_BINDINGS = tuple(
    Binding(keys, Command, Message(f"footfall-serve-help-{name}"), group=Message("footfall-serve-help"))
    for name, keys in (("buttons", ("F6",)), ("browser", ("F5", "F11", "C-t")), ("leave", ("Q",)), ("touch", (CLICK,)))
)
"""Lines of the help that say how the page differs from a terminal; the game never gets their keys."""

DEFAULT_SIZE, MAX_SIZE = (36, 100), (80, 240)
"""Rows and columns of a screen that no page has measured yet, and their maximum."""

MAX_WAITING_INPUTS, MAX_WAITING_REPEATS = 240, 4
"""Maximum inputs that wait for a game: a burst of a page; and those after which it drops key repeats."""

MAX_OWN = 3
"""Lines of the first panel, such as life, in the title of a page."""

turn_lock = threading.Lock()
"""Held by the game that takes a turn: simultaneous turns compete for the interpreter and cost three times as much."""

MAX_TURN_WAIT = 0.5
"""Seconds after which a game takes its turn even if another one still has its own, which is long or hangs."""


class PageScreen(Frontend):
    """The screen of a game that is played in browsers.

    Attributes:
        view: the newest view.
        call_on_close: called once when the screen is closed.
    """

    can_zoom = False
    fact_keys = FACT_KEYS
    plays_sounds = True

    def __init__(self, place: str = "") -> None:
        self._place = place  # of the files of the game
        self.view: View | None = None
        self.quiet_since = monotonic()
        self._settings = UiSettings()
        self._size, self._is_small = DEFAULT_SIZE, False
        self._inputs: deque[InputEvent] = deque()
        self._condition = threading.Condition()
        self._followers: set[Follower] = set()
        self._joined: set[Follower] = set()
        self._reader = SceneReader()
        self._told: list[str] = []
        self._facts: tuple[str, ...] = ()
        self._near: tuple[str, ...] = ()
        self._below_near: tuple[str, ...] | None = None  # until the next key
        self._notice: Message | None = None
        self._moment: tuple[UiState, tuple[int, int], bool] | None = None
        self._keys: tuple[tuple[str, str], ...] = ()
        self._pad: tuple[str, ...] = ()
        self._last_scene: Scene | None = None
        self._end: Scene | None = None
        self._was_traveling = False
        self._is_closed = self._is_woken = self._has_turn = False

    # For the thread of the game.

    def __enter__(self) -> Self:
        """Begins another game or title; its news start at its beginning."""
        self._reader, self._was_traveling = SceneReader(), False
        return self

    def size(self) -> tuple[int, int]:
        """Returns the rows and columns that fit the page."""
        return self._size

    def create_canvas(self) -> Canvas:
        """Returns a canvas as a window shows it."""
        return create_pixel_canvas(*self._size, settings=self._settings)

    def take_settings(self, settings: UiSettings) -> None:
        """Takes over palette and pictures."""
        self._settings = settings

    def present(self, scene: Scene, state: UiState, translate: Translator, motion: Motion | None = None) -> DrawnFrame:
        """Draws a scene and offers it, in pictures, words and sounds, to all followers."""
        canvas, before, self._last_scene = self.create_canvas(), self._last_scene, scene
        sounds = () if before is scene else place_scene(scene, before)
        if before is not scene:
            self._end = scene.ask_end() if scene.ask_end is not None else None
        if scene.hints and HINT_PAGE in scene.pages:
            scene = msgspec.structs.replace(scene, hints=(f"page:{HINT_PAGE}", *scene.hints))
        state = msgspec.structs.replace(state, shows_notes=not self._is_small)
        if state.page == HELP_PAGE:
            scene = msgspec.structs.replace(scene, bindings=(*PAGE_BINDINGS, *scene.bindings))
        frame = draw_screen(canvas, scene, state, translate, motion)
        own = list_panel_lines(scene, translate)[: MAX_OWN if scene.cells is not None else 0]
        moment = (state, self._size, self._reader.is_fact_next)
        if before is not self._last_scene or moment != self._moment:  # else only the map moves
            self._moment, self._keys = moment, tuple(self._list_keys(scene, state, canvas, frame, translate))
            self._pad = ("ESC",) if self._reader.is_fact_next else tuple(list_pad_keys(scene, state, frame))
        view = View(
            canvas=canvas,
            time=monotonic(),
            focus=find_focus(scene, frame),
            aim=find_aim(scene, state, frame),
            part=find_part(frame),
            box=(*canvas.box,) if canvas.box is not None else None,
            title=" · ".join((translate(scene.title), *list_status(scene, translate), *own)),
            keys=self._keys,
            pad=self._pad,
            entry=tuple(find_entry(state)),
            files=list_file_links(self._place, "save", translate) if scene.farewell else (),
            sounds=tuple(sounds)[-MAX_SOUNDS:],
            tones=tuple(place_tones(scene.acoustics)),
        )
        with self._condition:
            joined, self._joined = self._joined, set()
        if state.is_traveling and self._reader.scene is not None and not joined:
            self._was_traveling = True
            self._offer(view)
        else:
            self._tell(view, self._end or scene, state, translate, joined)
        return frame

    def _list_keys(
        self, scene: Scene, state: UiState, canvas: Canvas, frame: DrawnFrame, translate: Translator
    ) -> list[tuple[str, str]]:
        """Returns the keys that matter now, or those of facts after their first key."""
        if self._reader.is_fact_next:
            return [(key, translate_ui_text(translate, f"plain-fact-{key}")) for key in FACT_KEYS]
        if state.notice is not None or state.place or (scene.prompt is not None and not scene.answers):
            # These cover the key line, and parts of a board.
            state, canvas = msgspec.structs.replace(state, notice=None, place=""), self.create_canvas()
            scene = msgspec.structs.replace(scene, prompt=None)
            frame = draw_screen(canvas, scene, state, translate)
        has_facts = scene.cells is not None or scene.places
        facts = [(FACT_KEY, translate_ui_text(translate, "facts"))] if has_facts else []
        buttons = dict(list_buttons(scene, state, canvas, frame, translate))
        if not (state.page or state.pending or state.confirmation or scene.answers):
            # The keys that lessons name, and those that the game reminds of without room for them in the key line.
            hint = scene.pages.get(HINT_PAGE, Panel(None))
            lessons = [line.message for line in scene.log if line.kind == LESSON_KIND][-1:]
            words = " ".join(map(translate, (*(span.text for line in hint.lines for span in line.spans), *lessons)))
            labels = {
                key: label
                for lines in list_key_groups(state, scene, translate).values()
                for keys, label in lines
                for key in keys
            }
            named = [HINT_KEY] * bool(hint.lines) + re.findall(r"\[(\S+?)\]", words)
            named += [find_key(state, scene, name) for name in scene.hints]
            buttons |= {
                key: labels[key]
                for key in named
                if key in labels and key not in buttons and key != "ESC" and changes_screen(key, scene, state, frame)
            }
        return [*buttons.items(), *facts]

    def _tell(
        self, view: View, scene: Scene, state: UiState, translate: Translator, joined: Collection[Follower]
    ) -> None:
        """Offers a view with words: the news, collected over a journey or command; to new followers, the situation."""
        before = self._reader.scene
        words = self._reader.read(scene, state, translate)
        with self._condition:
            told, self._told = self._told, []
        place = describe_position(scene, translate) if self._was_traveling else []
        notice = words.notice if state.notice is not self._notice else []  # once, though the screen moves on
        self._notice = state.notice
        # After a journey, the reason for its end comes first.
        news = [*notice, *told, *place, *words.news] if self._was_traveling else [*told, *words.news, *notice]
        self._was_traveling, self._reader.told = False, news or self._reader.told
        facts = tuple(f"{key}: {label}" for key, label in view.keys or ()) if self._reader.is_fact_next else self._facts
        is_first, was_waiting = before is None, before is not None and before.prompt is not None and not before.answers
        if is_first or joined:
            self._below_near = (name_fact_key(translate),)
        elif was_waiting and scene.prompt is None:  # one's own turn begins
            self._below_near = ()
        head: list[str] = []
        if self._below_near is not None and (joined or scene is not before):
            head, near = describe_situation(scene, state, translate)
            self._near = (*(line for line in near if line not in {*news, *head, *words.notice}), *self._below_near)
        view = msgspec.structs.replace(
            view,
            news=tuple(news[-MAX_NEWS:]),
            question=tuple(words.question) or self._near,
            facts=facts,
            has_key_line=not words.question,
        )
        arrival = msgspec.structs.replace(view, news=(*told, *head, *words.notice))
        self._offer(arrival if is_first else view, joined, arrival)

    def read(self, timeout: float = 0.1) -> InputEvent | None:
        """Returns the next input, or None after `timeout` seconds; without followers it waits for one."""
        self.end_turn()
        with self._condition:
            if not (self._inputs or self._is_closed or self._is_woken):
                is_endless = math.isinf(timeout) or not self._followers
                self._condition.wait(None if is_endless else timeout)
            self._is_woken = False
            if self._is_closed:
                return Closed()
            event = self._inputs.popleft() if self._inputs else None
        self._has_turn = turn_lock.acquire(timeout=MAX_TURN_WAIT)
        if not isinstance(event, KeyPress):
            return event
        facts = self._reader.answer(event.name)
        self._facts, self._near, self._below_near = tuple(facts or ()), (), None
        return event if facts is None else Resized()

    def end_turn(self) -> None:
        """Lets the other games take their turns; called in the thread of the game."""
        if self._has_turn:
            self._has_turn = False
            turn_lock.release()

    def drop_repeats(self) -> None:
        """Discards queued repeats of a key that is held down."""
        with self._condition:
            self._inputs = deque(i for i in self._inputs if not (isinstance(i, KeyPress) and i.is_repeat))

    def drop_keys(self) -> None:
        """Discards all queued keys."""
        with self._condition:
            self._inputs = deque(i for i in self._inputs if not isinstance(i, KeyPress))

    def tell(self, line: str) -> None:
        """Adds a line to the news of the next view."""
        with self._condition:
            self._told = [*self._told, line][-MAX_NEWS:]

    # For the pages.

    @property
    def is_closed(self) -> bool:
        """Whether the screen has ended, and its game with it."""
        return self._is_closed

    @property
    def followers(self) -> int:
        """Number of pages that follow."""
        return len(self._followers)

    @property
    def has_player(self) -> bool:
        """Whether a page of its player follows."""
        return not all(follower.is_onlooker for follower in tuple(self._followers))

    def add_follower(self, follower: Follower) -> None:
        """Shows the screen to a page from now on."""
        with self._condition:
            self._followers.add(follower)
            self._joined.add(follower)
            self._inputs.appendleft(Resized())  # so that the game describes the situation to it
            if self.view is not None:
                follower.offer(msgspec.structs.replace(self.view, news=(), sounds=()))
        self.wake()

    def remove_follower(self, follower: Follower) -> None:
        """Stops showing the screen to a page."""
        with self._condition:
            self._followers.discard(follower)
            if not follower.is_onlooker:
                self.quiet_since = monotonic()

    def put(self, page_input: PageInput) -> None:
        """Queues an input of a page, if it is an input of a game."""
        event: InputEvent | None = None
        if page_input.size is not None:
            rows, columns = page_input.size
            size = max(MIN_HEIGHT, min(MAX_SIZE[0], rows)), max(MIN_WIDTH, min(MAX_SIZE[1], columns))
            is_small = columns < MIN_WIDTH  # a phone, which shows a part of the screen and describes the rest
            if (size, is_small) != (self._size, self._is_small):
                self._size, self._is_small, event = size, is_small, Resized()
        elif page_input.point is not None and all(map(math.isfinite, page_input.point)):
            event = Pointer(*page_input.point, is_click=page_input.is_click)
        elif is_key_name(page_input.key) and page_input.key != CLICK:
            event = KeyPress(page_input.key, page_input.is_repeat)
        with self._condition:
            last = self._inputs[-1] if self._inputs else None
            if isinstance(event, Pointer) and isinstance(last, Pointer) and not last.is_click:
                self._inputs.pop()
            is_repeat = isinstance(event, KeyPress) and event.is_repeat
            limit = MAX_WAITING_REPEATS if is_repeat else MAX_WAITING_INPUTS
            if event is not None and len(self._inputs) < limit:
                self._inputs.append(event)
                self._condition.notify()

    def wake(self) -> None:
        """Wakes the game to check for changes."""
        with self._condition:
            self._is_woken = True
            self._condition.notify()

    def close(self, line: str = "") -> None:
        """Ends the screen: the game that uses it is saved and left, and its pages get the reason."""
        with self._condition:
            if self._is_closed:
                return
            self._is_closed = True
            self._condition.notify()
        if self.view is not None:
            self._offer(msgspec.structs.replace(self.view, news=(line,) if line else (), sounds=(), is_end=True))

    def _offer(self, view: View, joined: Collection[Follower] = (), arrival: View | None = None) -> None:
        with self._condition:
            self.view = view
            for follower in self._followers:
                follower.offer(arrival if arrival is not None and follower in joined else view)
