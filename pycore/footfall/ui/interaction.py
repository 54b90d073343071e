"""What a key press means: a pure state machine, the same for every back end.

`press` takes the view (all that the front end itself remembers), the scene and a key name,
and returns the next view and what is wanted of the game: a complete command or nothing.
Cursors, lists and questions of the front end cost the game nothing, and ESC leaves them.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, TypeAlias

import msgspec

from footfall.api import Answer, Command, Message
from footfall.api.scene import CLICK, DIRECTIONS, Ask, Binding, Choice, Scene, Want

from . import keys

Position: TypeAlias = tuple[int, int]


class Request(Enum):
    """What is wanted of the program rather than of the game."""

    QUIT = "quit"
    SAVE = "save"
    ANEW = "anew"
    AGAIN = "again"
    LARGER = "larger"
    SMALLER = "smaller"


Outcome: TypeAlias = Command | Request | None

ACTIONS: Mapping[str, tuple[str, ...]] = {
    "help": ("?", "F1"),
    "messages": ("M", "C-p"),
    "look": ("x",),
    "save": ("S", "C-s"),
    "restart": ("R",),
    "quit": ("Q", "C-q"),
    "larger": ("+",),
    "smaller": ("-",),
}
"""The front end's own keys; a game's bindings take precedence over them."""

HELP, MESSAGES = "help", "messages"
"""Pages that every game has."""

AT_ONCE = "C-c"
"""The key that saves and leaves without a question."""

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
CONFIRM = ("ENTER", "SPACE", "PAD5", ".")
"""Keys that take the cell under the cursor, beside the key that opened the cursor."""

PAGE = 10
"""Lines that PGUP and PGDN scroll."""


class Pending(msgspec.Struct, frozen=True):
    """A command being put together: what was answered so far, in the order of ``binding.asks``.

    `sure` once the player has said that a harm is meant.
    """

    binding: Binding
    values: tuple[Any, ...] = ()
    sure: bool = False

    @property
    def ask(self) -> Ask:
        """What is asked now."""
        return self.binding.asks[len(self.values)]


class Sure(msgspec.Struct, frozen=True):
    """A question of the front end before harm is done. Any key that is no option means no.

    Attributes:
        question: what is asked.
        options: key, label, and what then happens; None: nothing.
    """

    question: Message
    options: tuple[tuple[str, Message, Pending | Request | None], ...]


YES, NO = Message("footfall-ui-yes"), Message("footfall-ui-no")


def sure_of(question: Message, then: Pending | Request) -> Sure:
    """Yes or no."""
    return Sure(question, (("y", YES, then), ("n", NO, None)))


RESTART = Sure(
    Message("footfall-ui-sure-restart"),
    (
        ("n", Message("footfall-ui-anew"), Request.ANEW),
        ("s", Message("footfall-ui-again"), Request.AGAIN),
        ("ESC", NO, None),
    ),
)


class View(msgspec.Struct, frozen=True):
    """All that the front end itself remembers.

    Attributes:
        page: the open page, or ``""``.
        scroll: rows it is scrolled by; the message log counts back from the newest.
        detail: letter of the item looked at on the page.
        pending: the command being put together.
        sure: what is asked before harm is done.
        cursor: the position pointed at, when looking around or asked for a cell.
        pick: the row highlighted in a list.
        hover: the position under the mouse, until the next key.
        note: a word to the player until the next key.
        keys: the player's own keys by name of binding (`names`).
    """

    page: str = ""
    scroll: int = 0
    detail: str = ""
    pending: Pending | None = None
    sure: Sure | None = None
    cursor: Position | None = None
    pick: int = 0
    hover: Position | None = None
    note: Message | None = None
    keys: Mapping[str, tuple[str, ...]] = {}

    def calm(self, **changes: Any) -> View:
        """This view with nothing open."""
        calm = msgspec.structs.replace(
            self, page="", scroll=0, detail="", pending=None, sure=None, cursor=None, pick=0, note=None
        )
        return msgspec.structs.replace(calm, **changes)


def press(view: View, scene: Scene, key: str) -> tuple[View, Outcome]:
    """The next view, and what the key asks of the game or of the program."""
    if key.startswith("A-") and key not in keymap(view, scene) and _action(view, key) is None:
        # A terminal sends ESC and a key right behind it as that key with Alt.
        view, wanted = press(view, scene, "ESC")
        return (view, wanted) if wanted is not None else press(view, scene, key[2:])
    view = _with(view, note=None, hover=None)
    if key == AT_ONCE:
        return view, Request.QUIT
    if key.startswith("C-") and _action(view, key) in ("save", "quit"):
        return _menu(view, scene, key)
    if view.sure is not None:
        return _said(view, view.sure, scene, key)
    if view.page:
        return _on_page(view, scene, key)
    if view.pending is not None:
        return _asked(view, view.pending, scene, key)
    if view.cursor is not None:
        return _looking(view, scene, key)
    if scene.answers:
        answered = _answer(view, scene, key)
        if answered is not None:
            return answered
    if scene.over:
        return _farewell(view, scene, key)
    target = keymap(view, scene).get(key) or next(
        (found for name in keys.alternatives(key)[1:] if (found := keymap(view, scene).get(name))), None
    )
    if isinstance(target, Binding):
        return _begin(view, scene, target)
    return _menu(view, scene, key)


def _said(view: View, sure: Sure, scene: Scene, key: str) -> tuple[View, Outcome]:
    """The answer to whether a harm is meant."""
    then = next((then for name, _, then in sure.options if name == key), None)
    if isinstance(then, Pending):
        return _next(view.calm(), then, scene)
    return view.calm(), then


def _farewell(view: View, scene: Scene, key: str) -> tuple[View, Outcome]:
    """Once the game has ended: leave, begin another, or look at how it was."""
    if key in ("ESC", "ENTER", "SPACE"):
        return view, Request.QUIT
    if scene.restarts and key in ("n", "s"):
        return view.calm(), Request.ANEW if key == "n" else Request.AGAIN
    action = _action(view, key)
    if action == "look" and scene.cells is not None:
        return view.calm(cursor=scene.cells.focus), None
    if action == "quit":
        return view, Request.QUIT
    return _menu(view, scene, key)


def keymap(view: View, scene: Scene) -> dict[str, Binding | str]:
    """Key names to the bindings of the moment, and to ``page:NAME``."""
    found: dict[str, Binding | str] = {}
    for binding in scene.bindings:
        for key in view.keys.get(binding.label.id, binding.keys):
            found.setdefault(key, binding)
    for key, page in scene.page_keys.items():
        for each in view.keys.get(f"page:{page}", (key,)):
            found.setdefault(each, f"page:{page}")
    return found


def action_keys(view: View, scene: Scene, action: str) -> tuple[str, ...]:
    """The keys that still lead to one of the front end's own `ACTIONS`."""
    taken = keymap(view, scene)
    wanted = view.keys.get(f"footfall-ui-{action}", ACTIONS[action])
    return tuple(key for key in wanted if key not in taken)


def key_of(view: View, scene: Scene, name: str) -> str:
    """The first key of a binding, a page (``page:NAME``) or an action of the front end; empty if it has none."""
    found: tuple[str, ...] = ()
    action = name.removeprefix("footfall-ui-")
    if action in ACTIONS:
        found = action_keys(view, scene, action)
    elif name.startswith("page:"):
        usual = tuple(key for key, page in scene.page_keys.items() if f"page:{page}" == name)
        found = view.keys.get(name, usual)
    else:
        leads = keymap(view, scene)
        bound = [binding for binding in scene.bindings if binding.label.id == name]
        usual = view.keys.get(name, tuple(key for binding in bound for key in binding.keys))
        found = tuple(key for key in usual if any(leads.get(key) is binding for binding in bound))
    return keys.shown(found[0]) if found else ""


def lettered(choices: tuple[Choice, ...]) -> list[tuple[str, Choice]]:
    """Choices with their letters; those without one get the free letters in order."""
    free = iter([sign for sign in LETTERS if sign not in {choice.letter for choice in choices}])
    return [(choice.letter or next(free, ""), choice) for choice in choices]


def step_keys(view: View, scene: Scene) -> dict[str, int]:
    """Keys that mean a direction now: the usual ones, and those the game's own moves are bound to."""
    found = dict(keys.STEPS)
    for key, target in keymap(view, scene).items():
        if isinstance(target, Binding) and type(target.fields.get("direction")) is int:
            found[key] = target.fields["direction"]
    return found


def point(view: View, scene: Scene, at: Position | None, click: bool = False) -> tuple[View, Outcome]:
    """The mouse stands over a position of the map, or over none; a click moves the cursor there.

    A click on the cell under the cursor confirms it. While nothing is open, a click does what the
    game has bound to it.
    """
    if at is None or scene.cells is None:
        return _with(view, hover=None), None
    view = _with(view, hover=at)
    if not click:
        return view, None
    if view.cursor is not None:
        if view.pending is not None and at == view.cursor:
            return _fill(view, view.pending, scene, at)
        return _with(view, cursor=at), None
    bound = keymap(view, scene).get(CLICK)
    if isinstance(bound, Binding) and not (view.page or view.pending or scene.answers or scene.over):
        return _fill(view.calm(), Pending(bound), scene, at)
    return view, None


def _with(view: View, **changes: Any) -> View:
    return msgspec.structs.replace(view, **changes)


def _action(view: View, key: str) -> str | None:
    for action, usual in ACTIONS.items():
        if key in view.keys.get(f"footfall-ui-{action}", usual):
            return action
    return None


def _menu(view: View, scene: Scene, key: str) -> tuple[View, Outcome]:
    """Pages and the front end's own keys."""
    target = keymap(view, scene).get(key)
    if isinstance(target, str):
        return view.calm(page=target.removeprefix("page:")), None
    action = _action(view, key) if target is None else None
    if action in (HELP, MESSAGES):
        return view.calm(page=action), None
    if action == "look":
        if scene.cells is None:
            return view, None
        return view.calm(cursor=scene.cells.focus), None
    if action == "restart":
        return (view.calm(sure=RESTART) if scene.restarts else view), None
    if action == "quit":
        return view.calm(sure=sure_of(Message("footfall-ui-sure-quit"), Request.QUIT)), None
    return view, Request(action) if action else None


# Pages.


def _on_page(view: View, scene: Scene, key: str) -> tuple[View, Outcome]:
    if view.detail:
        letter = key if key in _details(view, scene) else ""
        return _with(view, detail=letter), None
    if key in ("ESC", "ENTER"):
        return view.calm(), None
    if key in _details(view, scene):
        return _with(view, detail=key), None
    moved = _scrolled(view.scroll, key, newest_first=view.page == MESSAGES)
    if moved is not None:
        return _with(view, scroll=moved), None
    opened, _ = _menu(view, scene, key)
    if opened.page == view.page:
        return (view if opened is view else view.calm()), None
    return (opened if opened.page else view), None


def _details(view: View, scene: Scene) -> dict[str, Choice]:
    """What can be looked at on the open page, by letter."""
    listed = scene.choices.get(view.page, ())
    return {letter: choice for letter, choice in lettered(listed) if letter and choice.detail}


def _scrolled(scroll: int, key: str, newest_first: bool) -> int | None:
    rows = {"UP": -1, "PAD8": -1, "k": -1, "DOWN": 1, "PAD2": 1, "j": 1}
    rows |= {"PGUP": -PAGE, "PAD9": -PAGE, "PGDN": PAGE, "PAD3": PAGE, "SPACE": PAGE}
    if key in rows:
        return max(0, scroll + (-rows[key] if newest_first else rows[key]))
    ends = {"HOME": 0, "PAD7": 0, "END": 1 << 20, "PAD1": 1 << 20}
    if key in ends:
        return (1 << 20) - ends[key] if newest_first else ends[key]
    return None


# The rules' own questions.


def _answer(view: View, scene: Scene, key: str) -> tuple[View, Outcome] | None:
    count = len(scene.answers)
    for index, (letter, _) in enumerate(lettered(scene.answers)):
        if key == letter:
            return view.calm(), Answer(actor=scene.actor, choice=index)
    moved = _picked(view.pick, key, count)
    if moved is not None:
        return _with(view, pick=moved), None
    if key == "ENTER":
        return view.calm(), Answer(actor=scene.actor, choice=min(view.pick, count - 1))
    return None


def _picked(pick: int, key: str, count: int) -> int | None:
    rows = {"UP": -1, "PAD8": -1, "DOWN": 1, "PAD2": 1, "PGUP": -PAGE, "PGDN": PAGE}
    if key in ("UP", "DOWN", "PAD8", "PAD2"):
        return (pick + rows[key]) % max(1, count)
    return max(0, min(count - 1, pick + rows[key])) if key in rows else None


# Commands being put together.


def _begin(view: View, scene: Scene, binding: Binding) -> tuple[View, Outcome]:
    return _next(view.calm(), Pending(binding), scene)


def _next(view: View, pending: Pending, scene: Scene) -> tuple[View, Outcome]:
    """Asks for what is missing, or builds the command."""
    binding = pending.binding
    if len(pending.values) == len(binding.asks):
        doubt = None if pending.sure else _doubt(pending, scene)
        if doubt is not None:
            return view.calm(sure=sure_of(doubt, msgspec.structs.replace(pending, sure=True))), None
        asked = {ask.field: value for ask, value in zip(binding.asks, pending.values, strict=True)}
        return view.calm(), binding.command(actor=scene.actor, **{**binding.fields, **asked})
    ask = pending.ask
    listed = scene.choices.get(ask.choices, ())
    if ask.want is Want.CHOICE and not listed:
        return view.calm(note=Message("footfall-ui-nothing-to-choose")), None
    cursor: Position | None = None
    if ask.want is Want.CELL:
        if scene.cells is None:
            return view.calm(note=Message("footfall-ui-no-map")), None
        cursor = tuple(listed[0].value) if listed else scene.cells.focus
    return view.calm(pending=pending, cursor=cursor), None


def _doubt(pending: Pending, scene: Scene) -> Message | None:
    """What is asked back before a complete command is given."""
    binding = pending.binding
    focus = scene.cells.focus if scene.cells is not None else None
    for ask, value in zip(binding.asks, pending.values, strict=True):
        if ask.want is Want.CELL and ask.sure is not None and tuple(value) == focus:
            return ask.sure
        if ask.want is Want.CHOICE:
            picked = next((c for c in scene.choices.get(ask.choices, ()) if c.value == value), None)
            if picked is not None and picked.sure is not None:
                return picked.sure
    direction = binding.fields.get("direction")
    if focus is None or type(direction) is not int:
        return None
    dy, dx = DIRECTIONS[direction]
    return scene.cautions.get((focus[0] + dy, focus[1] + dx))


def _fill(view: View, pending: Pending, scene: Scene, value: Any) -> tuple[View, Outcome]:
    return _next(view, Pending(pending.binding, (*pending.values, value)), scene)


def _asked(view: View, pending: Pending, scene: Scene, key: str) -> tuple[View, Outcome]:
    if key == "ESC":
        return view.calm(), None
    ask = pending.ask
    if ask.want is Want.DIRECTION:
        direction = _direction(view, scene, key)
        if direction is None:
            return _with(view, note=Message("footfall-ui-need-direction")), None
        return _fill(view, pending, scene, direction)
    listed = scene.choices.get(ask.choices, ())
    if ask.want is Want.CELL:
        again = keymap(view, scene).get(key) is pending.binding
        if key in CONFIRM or (again and key != "TAB" and key not in step_keys(view, scene)):
            return _fill(view, pending, scene, view.cursor)
        other = _for_cell(view, scene, key)
        if other is not None and key not in step_keys(view, scene) and key not in ("TAB", "S-TAB"):
            return _fill(view, Pending(other), scene, view.cursor)
        return _moved(view, scene, key, [tuple(choice.value) for choice in listed]), None
    for letter, choice in lettered(listed):
        if key == letter:
            return _fill(view, pending, scene, choice.value)
    moved = _picked(view.pick, key, len(listed))
    if moved is not None:
        return _with(view, pick=moved), None
    if key == "ENTER":
        return _fill(view, pending, scene, listed[min(view.pick, len(listed) - 1)].value)
    return view, None


def _for_cell(view: View, scene: Scene, key: str) -> Binding | None:
    """The binding of a key that asks for nothing but a cell: it can take the one under the cursor."""
    bound = keymap(view, scene).get(key)
    alone = isinstance(bound, Binding) and [ask.want for ask in bound.asks] == [Want.CELL]
    return bound if alone and isinstance(bound, Binding) else None


def _looking(view: View, scene: Scene, key: str) -> tuple[View, Outcome]:
    if key in ("ESC", "ENTER", "SPACE") or _action(view, key) == "look":
        return view.calm(), None
    return _moved(view, scene, key, sorted(scene.notes)), None


def _direction(view: View, scene: Scene, key: str) -> int | None:
    steps = step_keys(view, scene)
    return next((steps[name] for name in keys.alternatives(key) if name in steps), None)


def _moved(view: View, scene: Scene, key: str, stops: list[Position]) -> View:
    """The cursor one step on, or at the next stop; it stays on the map."""
    cells, cursor = scene.cells, view.cursor
    if cells is None or cursor is None:
        return view
    if key in ("TAB", "S-TAB") and stops:
        by = 1 if key == "TAB" else -1
        if cursor in stops:
            return _with(view, cursor=stops[(stops.index(cursor) + by) % len(stops)])
        return _with(view, cursor=min(stops, key=lambda stop: (_apart(stop, cursor), stop)))
    direction = _direction(view, scene, key)
    if direction is None:
        return view
    dy, dx = DIRECTIONS[direction]
    (top, left), (height, width) = cells.origin, cells.glyph.shape
    y = min(max(cursor[0] + dy, top), top + height - 1)
    x = min(max(cursor[1] + dx, left), left + width - 1)
    return _with(view, cursor=(y, x))


def _apart(one: Position, other: Position) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))
