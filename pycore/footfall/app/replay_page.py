"""A recorded game as one HTML file: the screens and words of every step, to be opened without server or network."""

import re
import zlib
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import msgspec

from footfall import __version__
from footfall.api.scene import Scene
from footfall.audio.mixing import SceneSound, place_scene, place_tones
from footfall.engine.declarations.game import BOTS_OPTION
from footfall.engine.declarations.rules import Rules
from footfall.engine.model import Message
from footfall.ui.drawing.screen import draw_screen
from footfall.ui.drawing.text_layout import Translator, capitalize, translate_ui_text
from footfall.ui.frontends.page_stream import FrameEncoder, PageFrame, PlacedSound, find_focus, find_part
from footfall.ui.frontends.plain_facts import FACTS
from footfall.ui.frontends.plain_text import list_status, name_key
from footfall.ui.frontends.scene_reader import SceneReader, describe_situation
from footfall.ui.map.square_tiles import create_pixel_canvas
from footfall.ui.page import build_page
from footfall.ui.settings import UiSettings
from footfall.ui.ui_state import UI_ACTIONS, UiState

from .replay_keys import BINDINGS, PACES, ChangePace, JumpInReplay
from .replay_viewer import EVENT_OF_LOG_KIND, ReplayEvent, ReplayViewer, build_end_panel
from .seats import ONLOOKER
from .setup_choices import SetupChoices
from .startup import find_course
from .why_page import list_event_rows

SCREEN_SIZE = (36, 110)
"""Rows and columns of the screen; a narrow page shows its map, and the rest in words."""

KEY_STEPS = 64
"""Steps from one key frame to the next."""

PAGE_FACTS = ("p", "n", "h")
"""Facts of each step, by key of `FACTS`."""

MAX_FACTS = 16
"""Maximum lines of a fact; things nearby come first."""

QUIET_STATE = UiState(keys={f"footfall-ui-{action}": () for action in UI_ACTIONS})
"""A state without keys, so that the screen shows none: those of the page are below it."""


NO_HOLD = nullcontext()


class PageStep(msgspec.Struct, omit_defaults=True):
    """The words and sounds of a step.

    Attributes:
        turn: the turn as players count it.
        status: a line of short facts, as the title bar has them.
        command: the command in words; empty at the start.
        news: the events in lines of plain text.
        why: each event that has causes, with them, in the order of the news.
        facts: lines on the surroundings, on things nearby, and of all panels, by key of `FACTS`, and the rows of a map
            that the players draw; a missing one is as in the step before.
        events: kinds of events to jump to.
        tones: heard in a loop from now on; None: as before.
    """

    turn: int
    when: str
    status: str
    command: str = ""
    news: list[str] = []
    why: list[list[str]] = []
    facts: dict[str, list[str]] = {}
    events: list[str] = []
    sounds: list[PlacedSound] = []
    tones: list[PlacedSound] | None = None


class PageRecorder:
    """Records a replay step by step.

    Attributes:
        steps: the words and sounds of the steps so far.
        labels: the names of their facts, by key.
        pictures: those of all screens, which the page needs before it opens any of them.
    """

    def __init__(self, viewer: ReplayViewer, settings: UiSettings) -> None:
        self.viewer, self._settings = viewer, settings
        seats = viewer.session.rules.game.presentation.seats
        self._seat = None if seats is None else ONLOOKER  # the reader of the page is not a player
        self._has_causes = seats is None or seats.has_open_causes
        self.steps: list[PageStep] = []
        self.frames: list[PageFrame] = []
        self.pictures: dict[int, tuple[int, str]] = {}
        self._encoder = FrameEncoder()
        self._reader = SceneReader()
        self._facts: dict[str, list[str]] = {}
        labels = {key: Message(f"footfall-ui-plain-fact-{key}") for key in PAGE_FACTS}
        self.labels = {key: capitalize(viewer.translate(label)) for key, label in labels.items()}
        self._tones: list[SceneSound] = []

    def record(self, hold: AbstractContextManager[object] = NO_HOLD) -> Iterator[PageStep]:
        """Records all steps from the viewer's on, and yields each; `hold` is entered for each."""
        self.record_step()
        yield self.steps[-1]
        while self.viewer.at < self.viewer.count and self.viewer.drift is None:
            with hold:
                self.viewer.submit(JumpInReplay(by=1))
                self.record_step()
            yield self.steps[-1]

    def record_step(self) -> None:
        """Records the step that the viewer shows."""
        viewer, before = self.viewer, self._reader.scene
        scene = viewer.build_still_scene(self._seat)
        panels = (*build_end_panel(scene.farewell), *scene.panels)
        scene = msgspec.structs.replace(scene, panels=panels, farewell=(), page_keys={})
        translate = viewer.translate
        if len(self.steps) % KEY_STEPS == 0:
            self._encoder.restart()
        canvas = create_pixel_canvas(*SCREEN_SIZE, settings=self._settings)
        drawn = draw_screen(canvas, scene, QUIET_STATE, translate)
        frame = self._encoder.encode(canvas)
        self.pictures, frame.pictures = self.pictures | frame.pictures, {}
        frame.focus, frame.part = find_focus(scene, drawn), find_part(drawn)
        self.frames.append(frame)
        words = self._reader.read(scene, QUIET_STATE, translate)
        news = words.news if before is not None else describe_situation(scene, QUIET_STATE, translate)[0]
        known = before.log[-1].turn if before is not None and before.log else -1
        kinds = {line.kind for line in scene.log if line.turn > known}
        facts = {key: FACTS[key](scene, QUIET_STATE, translate)[:MAX_FACTS] for key in PAGE_FACTS}
        if (paper := scene.pages.get("map")) is not None:  # the screen shows a part of it
            self.labels["map"] = capitalize(translate(paper.label or "map"))
            facts["map"] = ["".join(translate(span.text) for span in line.spans) for line in paper.lines]
        tones = place_tones(scene.acoustics)
        name, *details = [translate(word) for word in viewer.words] or [""]
        self.steps.append(
            PageStep(
                scene.shown_turn,
                translate(Message("footfall-page-turn", {"turn": scene.shown_turn})),
                ", ".join(list_status(scene, translate)),
                f"{name}: {', '.join(details)}" if details else name,
                [*news, *([translate(viewer.drift)] if viewer.drift is not None else [])],
                self.list_new_causes(scene, news) if before is not None and self._has_causes else [],
                {key: lines for key, lines in facts.items() if self._facts.get(key) != lines},
                [event.value for kind, event in EVENT_OF_LOG_KIND.items() if kind in kinds],
                list(place_scene(scene, before)),
                [*tones] if tones != self._tones else None,
            )
        )
        self._facts, self._tones = facts, tones

    def list_new_causes(self, scene: Scene, news: list[str]) -> list[list[str]]:
        """Returns each event that has causes, with those that the news do not say."""
        session, translate, told = self.viewer.session, self.viewer.translate, {*news}
        rows = reversed(list_event_rows(session, scene.actor, session.state.turn))
        whys = ([capitalize(translate(words)) for words in (label, *causes)] for _, label, causes in rows)
        return [[label, *new] for label, *causes in whys if (new := [words for words in causes if words not in told])]

    def build_document(self, language: str) -> str:
        """Returns the HTML document of the recorded steps; `language` is the code of the language of its texts."""

        def translate(name: str, **facts: Any) -> str:
            return self.viewer.translate(Message(f"footfall-{name}", facts))

        game = self.viewer.translate(self.viewer.session.rules.game.presentation.title)
        title = translate("page-title", game=game, seed=str(self.viewer.replay.header.seed))
        texts = {name: translate(f"page-{name}") for name in TEXTS}
        found = [event.value for event in ReplayEvent if any(event.value in step.events for step in self.steps)]
        groups = ("moves", "pace", *found)
        controls = (each for each in list_controls(self.viewer.translate) if each["group"] in groups)
        data = {
            "texts": texts | {"name": title, "first": translate("watch-first"), "last": translate("watch-last")},
            "missing": {event: translate(f"watch-no-{event}") for event in found},
            "about": describe_recording(self.viewer),
            "facts": [*self.labels.items()],
            "groups": [(name, translate(f"page-{name}")) for name in (*found, "pace")],
            "controls": add_key_list([*controls], self.viewer.translate),
            "paces": [(pace, translate("watch-pace", pace=n, of=len(PACES))) for n, pace in enumerate(PACES, 1)],
            "steps": self.steps,
            "frames": self.frames,
            "pictures": self.pictures,
        }
        static = {"title": title, "language": language, "noscript": translate("page-noscript")}
        return build_page("recording.js", static, zlib.compress(msgspec.json.encode(data), 9))


TEXTS = (
    *("screen", "controls", "slider", "news-title", "why-title", "about-title", "help", "sound", "whole"),
    *("step", "of", "copy", "copied", "copied-file", "copy-self", "beyond", "no-turn", "pace"),
)

SIGNS = {
    "begin": "|‹",
    "far-back": "‹‹",
    "back": "‹",
    "play": "▶\ufe0e",
    "on": "›",
    "far-on": "››",
    "end": "›|",
    "last-.*": "‹",
    "next-.*": "›",
    "slower": "−",
    "faster": "+",
}
"""Short texts of buttons, by the pattern of their names, in the order of the page."""


def list_controls(translate: Translator) -> Iterator[dict[str, Any]]:
    """Yields the buttons and keys of the page: the bindings of the replay viewer."""
    names = {binding.label.id.removeprefix("footfall-watch-"): binding for binding in BINDINGS}
    shown = [(SIGNS[part], names[name]) for part in SIGNS for name in names if re.fullmatch(part, name)]
    for sign, binding in shown:
        group = "pace" if binding.command is ChangePace else binding.fields.get("event", "moves")
        key, plays = translate_ui_text(translate, "key", key=binding.keys[0]), binding.fields.get("action") == "play"
        words = {"label": translate(binding.label), "keys": binding.keys, "key": key, "sign": sign}
        yield {**binding.fields, **words, "group": group, "plays": plays}


def add_key_list(controls: list[dict[str, Any]], translate: Translator) -> list[dict[str, Any]]:
    """Returns buttons with one more that tells the keys of all."""
    label = translate(Message("footfall-page-keys"))
    own = {"label": label, "keys": ("?",), "key": "?", "sign": "?", "group": "moves"}
    named = [(each["label"], [name_key(key, translate) for key in each["keys"]]) for each in (*controls, own)]
    return [*controls, {**own, "tells": [f"{', '.join(keys)}: {label}" for label, keys in named]}]


def list_options(rules: Rules, options: Mapping[str, Any]) -> Iterator[Message | str]:
    """Yields the setup options that differ from their defaults: the course, those of the title screen, the rest."""
    course, known = find_course(rules, options), {"course"}
    if course is not None:
        yield course.title
    setup = SetupChoices(rules, {BOTS_OPTION: "", **rules.game.options, **options})
    for choice in setup.list_choices():
        known.add(choice.option)
        value = setup.find_value(choice)
        is_default = choice.seat is None and value.value == rules.game.options.get(choice.option)
        if not is_default and (choice.seat is None or value.value != choice.values[0].value):
            yield setup.describe(choice)
    for name, value in sorted(options.items()):
        if name not in known and value != rules.game.options.get(name):
            yield Message("footfall-title-choice", {"name": name.replace("_", " "), "value": str(value)})


def describe_recording(viewer: ReplayViewer) -> list[tuple[str, str]]:
    """Returns the facts on a recorded game: its name, seed and options, the program, and its mods by their hashes."""
    header, translate = viewer.replay.header, viewer.translate
    state, rules = viewer.session.state, viewer.session.rules
    values = {
        "game": f"{translate(rules.game.presentation.title)} ({header.game})",
        "seed": str(header.seed),
        "options": "; ".join(map(translate, list_options(rules, header.options))),
        "outcome": state.outcome or translate(Message("footfall-page-unfinished")),
        "version": __version__ if header.version == __version__ else f"{header.version} ({__version__})",
        "mods": "\n".join(f"{id} {version} ({content})" for id, version, content in header.lock),
    }
    return [(translate(Message(f"footfall-page-{name}")), value) for name, value in values.items() if value]
