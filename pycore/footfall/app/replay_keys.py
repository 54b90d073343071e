"""The keys of the replay viewer, and the commands that they give."""

from typing import Any

from footfall.api.scene import Binding, Prompt, PromptKind
from footfall.engine.model import Command, Message

from .screens.lists import bind_actions
from .why_page import WHY_PAGE

MAX_JUMP = 1_000_000
"""More commands than any replay has."""


class JumpInReplay(Command, frozen=True, tag="footfall:go"):
    """Goes forward `by` commands, or back if negative."""

    by: int = 1


class GoToTurn(Command, frozen=True, tag="footfall:go-to-turn"):
    """Goes to a turn of the game, by its number as typed."""

    turn: str


class JumpToEvent(Command, frozen=True, tag="footfall:go-to-event"):
    """Goes to the next moment of a kind (`ReplayEvent`), or to the one before."""

    event: str
    is_backward: bool = False


class ChangePace(Command, frozen=True, tag="footfall:change-pace"):
    """Makes the replay that plays by itself faster or slower."""

    by: int


class ComparePractice(Command, frozen=True, tag="footfall:compare-practice"):
    """Compares a practice from here with the recording, and with the practice before; -1: the last one."""

    attempt: int = -1


PACES = (1.0, 0.5, 0.25, 0.1, 0.03)
"""Seconds between two commands of a replay that plays by itself, by pace."""


GROUP, LABELS = Message("footfall-watch-keys"), "footfall-watch-"


def _bind(keys: str, command: type[Command], label: str, *prompts: Prompt, **fields: Any) -> Binding:
    return Binding(tuple(keys.split()), command, Message(f"{LABELS}{label}"), fields, prompts, GROUP)


BINDINGS = (
    _bind("RIGHT SPACE l PAD6", JumpInReplay, "on", by=1),
    _bind("LEFT h PAD4", JumpInReplay, "back", by=-1),
    _bind("PGDN j DOWN", JumpInReplay, "far-on", by=10),
    _bind("PGUP k UP", JumpInReplay, "far-back", by=-10),
    _bind("HOME g", JumpInReplay, "begin", by=-MAX_JUMP),
    _bind("END G", JumpInReplay, "end", by=MAX_JUMP),
    _bind("#", GoToTurn, "go-to-turn", Prompt("turn", PromptKind.TEXT, Message("footfall-watch-which-turn"))),
    *bind_actions({"play": "p", "play-on": "b", "advice": "e", "round": "o"}, LABELS, GROUP),
    _bind(
        "y",
        ComparePractice,
        "practice",
        Prompt("attempt", PromptKind.CHOICE, Message("footfall-watch-which"), "attempts", is_automatic=True),
    ),
    _bind(".", ChangePace, "faster", by=1),
    _bind(",", ChangePace, "slower", by=-1),
    _bind("n", JumpToEvent, "next-alarm", event="alarm"),
    _bind("N", JumpToEvent, "last-alarm", event="alarm", is_backward=True),
    _bind("t", JumpToEvent, "next-hurt", event="hurt"),
    _bind("T", JumpToEvent, "last-hurt", event="hurt", is_backward=True),
    _bind("f", JumpToEvent, "next-arrival", event="arrival"),
    _bind("F", JumpToEvent, "last-arrival", event="arrival", is_backward=True),
    *bind_actions({"close": "ESC q Q"}, LABELS, GROUP),
)

ADVICE_PAGE = "advice"
"""The page that compares the recording with the adviser's play; it is there after the action ``advice``."""

COMMAND_PAGE, PAGE_KEY = "command", "c"
"""The page of the last command, its changes and their reasons."""

KEYS = frozenset((PAGE_KEY, *(key for binding in BINDINGS for key in binding.keys)))
HINTS = (
    "footfall-watch-play-on",
    "footfall-watch-advice",
    "footfall-watch-round",
    "footfall-watch-practice",
    "footfall-watch-close",
    "footfall-watch-on",
    "footfall-watch-back",
    f"page:{WHY_PAGE}",
    f"page:{COMMAND_PAGE}",
    "footfall-watch-play",
    "footfall-watch-next-alarm",
    "footfall-watch-next-hurt",
    "footfall-watch-next-arrival",
    "footfall-watch-go-to-turn",
    "footfall-watch-far-on",
    "footfall-watch-begin",
    "footfall-watch-end",
)
HINT_TEXTS = {
    f"footfall-watch-{label}": Message(f"footfall-watch-short-{label}") for label in ("play-on", "round", "practice")
}
"""Short words for the last row."""
