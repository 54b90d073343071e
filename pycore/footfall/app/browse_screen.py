"""The browser of the mods screen: what the indexes have, and installing, updating, removing, undoing, profiles.

Every change is shown before it is made. It applies to the next start and to new games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import Any

import msgspec

from footfall.api.scene import Binding, Choice, Line, Panel, Prompt, PromptKind, Scene, Span, Tint
from footfall.engine.model import Command, Message
from footfall.engine.state import State
from footfall.loader.profiles.pointer import DEFAULT_PROFILE, ModSet, ProfileError, read_pointer
from footfall.sharing.carry_out import commit
from footfall.sharing.index.format import IndexedMod, IndexFileError
from footfall.sharing.network.fetch import FetchError
from footfall.sharing.package_state import Shelf
from footfall.sharing.plans import ChangePlan, PlanError, PlanStep, plan_install, plan_remove, plan_update
from footfall.sharing.resolve import UnresolvableError
from footfall.sharing.store import StoreError, change_pointer, undo

from .background import BackgroundJob
from .list_keys import LIST_KEYS, SelectRow, cut_lines, find_first_row, find_row, select_row
from .profile_change import PlanReport, list_obtainable, list_waiting, open_profile, prepare

FAILURES = (FetchError, IndexFileError, OSError, PlanError, ProfileError, StoreError, UnresolvableError)
"""What can go wrong; each message is for the player."""

VISIBLE_ROWS = 14
MAX_LINES = 12
"""Mods listed at once, and changed fields shown."""

PROFILES = "browse-profiles"


class BrowseAction(Enum):
    """What a key does in the browser."""

    UP = "up"
    DOWN = "down"
    PAGE_UP = "page-up"
    PAGE_DOWN = "page-down"
    GET = "get"
    REMOVE = "remove"
    UPDATE = "update"
    MISSING = "missing"
    UNDO = "undo"
    BACK = "back"


class BrowseCommand(Command, frozen=True, tag="footfall:browse"):
    """A key of the browser."""

    do: str


CLICKABLE = (
    BrowseAction.UPDATE,
    BrowseAction.REMOVE,
    BrowseAction.MISSING,
    BrowseAction.UNDO,
    BrowseAction.BACK,
)
"""Actions that are listed for the mouse."""


class SearchMods(Command, frozen=True, tag="footfall:browse-search"):
    """Lists the mods that contain the words."""

    words: str


class ChooseProfile(Command, frozen=True, tag="footfall:browse-profile"):
    """Uses another profile."""

    profile: str


_KEYS: dict[BrowseAction, tuple[str, ...]] = {
    **{BrowseAction(move): keys for move, keys in LIST_KEYS.items()},
    BrowseAction.GET: ("ENTER", "SPACE"),
    BrowseAction.REMOVE: ("x", "DELETE"),
    BrowseAction.UPDATE: ("a",),
    BrowseAction.MISSING: ("m",),
    BrowseAction.UNDO: ("u",),
    BrowseAction.BACK: ("ESC",),
}
_GROUP = Message("footfall-mods-keys")
BINDINGS = (
    *(
        Binding(keys, BrowseCommand, Message(f"footfall-browse-key-{do.value}"), {"do": do.value}, (), _GROUP)
        for do, keys in _KEYS.items()
    ),
    Binding(
        ("/", "f"),
        SearchMods,
        Message("footfall-browse-key-search"),
        {},
        (Prompt("words", PromptKind.TEXT, Message("footfall-browse-which-words")),),
        _GROUP,
    ),
    Binding(
        ("p",),
        ChooseProfile,
        Message("footfall-browse-key-profile"),
        {},
        (Prompt("profile", PromptKind.CHOICE, Message("footfall-browse-which-profile"), PROFILES),),
        _GROUP,
    ),
)
HINTS = tuple(
    f"footfall-browse-key-{name}" for name in ("get", "search", "remove", "update", "undo", "profile", "back")
)


class Preview(msgspec.Struct, frozen=True):
    """A plan that waits for the player, with what it changes."""

    plan: ChangePlan
    report: PlanReport


class BrowseScreen:
    """The browser as front ends see it.

    Attributes:
        is_open: False after it was closed.
        changed: the id of the last mod that was selected for a change, or ``""``.
    """

    def __init__(self, state: State, missing: Sequence[tuple[str, str]] = ()) -> None:
        """Opens the browser, and begins to read the indexes.

        Args:
            state: the current game.
            missing: ids and versions of mods that it missed when it was resumed.
        """
        self.is_open, self.changed = True, ""
        self._state, self._missing = state, missing
        self._at, self._words = 0, ""
        self._profile = DEFAULT_PROFILE
        self._base = ModSet()
        self._shelf: Shelf | None = None
        self._mods: list[IndexedMod] = []
        self._preview: Preview | None = None
        self._note: Message | None = None
        self._job: BackgroundJob[Any] | None = None
        self._on_done: Callable[[Any], Message | None] = self._show_shelf
        self._reload()

    @property
    def selected(self) -> str:
        """The id of the selected mod, or ``""``."""
        return self._mods[self._at].id if self._mods else ""

    # Work in the background.

    @property
    def is_busy(self) -> bool:
        """Whether work goes on in the background; `advance` looks for its end."""
        return self._job is not None

    def advance(self) -> Message | None:
        """Takes the result of work that has ended; returns a message for the player, if there is one."""
        if self._job is None or self._job.is_running:
            return None
        job, self._job = self._job, None
        self._note = None
        try:
            return self._on_done(job.take())
        except FAILURES as error:
            self._note = Message("footfall-browse-failed", {"error": str(error)})
        return self._note

    def cancel(self) -> None:
        """Stops waiting for the work; a download keeps what it has."""
        if self._job is not None:
            self._job = None
            self._note = Message("footfall-browse-stopped")

    def _begin(self, work: Callable[[], Any], on_done: Callable[[Any], Message | None]) -> Message | None:
        self._on_done = on_done
        self._job = BackgroundJob(work)
        return self.advance()

    def _reload(self) -> Message | None:
        return self._begin(open_profile, self._show_shelf)

    def _show_shelf(self, result: tuple[str, ModSet, Shelf]) -> Message | None:
        self._profile, self._base, self._shelf = result
        self._search()
        return None

    def _search(self) -> None:
        """Lists the mods again; the same one stays selected if it is among them."""
        shelf, selected = self._shelf, self.selected
        assert shelf is not None
        found = shelf.sources.search(self._words)
        self._mods = found if self._words else sorted(found, key=lambda mod: mod.id not in shelf.installed)
        self._at = find_row([mod.id for mod in self._mods], selected, self._at)

    # Commands.

    def submit(self, command: Command) -> Message | None:
        """Carries out a key's action; returns a message for the player, if there is one."""
        if self.is_busy:
            self.cancel()
            return self._note
        if isinstance(command, SearchMods):
            self._words, self._at, self._mods, self._preview = command.words.strip(), 0, [], None
            if self._shelf is not None:
                self._search()
            return None
        if isinstance(command, SelectRow):
            self._at, self._preview = command.row, None
            return None
        if isinstance(command, ChooseProfile):
            return self._guard(lambda: self._use_profile(command.profile))
        assert isinstance(command, BrowseCommand)
        return self._act(BrowseAction(command.do))

    def _act(self, do: BrowseAction) -> Message | None:
        match do:
            case BrowseAction.BACK:
                self.is_open = self._preview is not None
                self._preview = None
                return None
            case BrowseAction.GET if self._preview is not None:
                return self._guard(self._carry_out)
            case BrowseAction.UNDO:
                return self._guard(self._undo)
            case BrowseAction.UPDATE:
                return self._plan(lambda shelf: plan_update(shelf, self._base, ()))
            case BrowseAction.MISSING:
                return self._plan(self._plan_missing)
            case BrowseAction.GET | BrowseAction.REMOVE:
                return self._plan_selected(do)
        self._at, self._preview = select_row(self._at, do.value, VISIBLE_ROWS, len(self._mods)), None
        return None

    def _guard(self, work: Callable[[], Message | None]) -> Message | None:
        try:
            return work()
        except FAILURES as error:
            return Message("footfall-browse-failed", {"error": str(error)})

    def _plan_selected(self, do: BrowseAction) -> Message | None:
        if not self._mods:
            return None
        id = self._mods[self._at].id
        if do is BrowseAction.REMOVE:
            if self._shelf is not None and id not in self._shelf.installed:
                return Message("footfall-browse-not-here", {"mod": id})
            return self._plan(lambda shelf: plan_remove(shelf, self._base, [id]))
        return self._plan(lambda shelf: plan_install(shelf, self._base, [(id, "")]))

    def _plan_missing(self, shelf: Shelf) -> ChangePlan:
        rows = list_obtainable(shelf, None, self._missing)
        if not rows:
            raise PlanError("no saved game misses a mod that an index has")
        return plan_install(shelf, self._base, [(row[0], row[1]) for row in rows])

    def _plan(self, make: Callable[[Shelf], ChangePlan]) -> Message | None:
        """Makes a plan and fetches its contents, to show what it changes."""
        shelf = self._shelf
        if shelf is None:
            return self._reload()

        def work() -> Preview:
            plan = make(shelf)
            return Preview(plan, prepare(shelf, plan))

        def show(preview: Preview) -> Message | None:
            if not preview.plan.steps:
                self._note = Message("footfall-browse-nothing")
                if preview.plan.notes:
                    self._note = Message("footfall-browse-failed", {"error": preview.plan.notes[0]})
                return self._note
            self._preview = preview
            return Message("footfall-browse-ask")

        return self._begin(work, show)

    def _carry_out(self) -> Message | None:
        assert self._preview is not None
        plan, self._preview = self._preview.plan, None
        commit(self._profile, plan)
        self.changed = self.selected
        waiting = list_waiting(plan)
        self._reload()
        if waiting:
            return Message("footfall-browse-approve", {"mods": " ".join(waiting)})
        return Message("footfall-browse-done", {"count": len(plan.steps)})

    def _undo(self) -> Message | None:
        before, _ = undo(self._profile)
        self._preview = None
        self._reload()
        return Message("footfall-browse-undone", {"what": before.cause})

    def _use_profile(self, name: str) -> Message | None:
        change_pointer(lambda pointer: msgspec.structs.replace(pointer, profile=name))
        self._preview = None
        self._reload()
        return Message("footfall-browse-profile", {"profile": name})

    # The scene.

    def build_scene(self) -> Scene:
        """Returns the current scene."""
        try:
            names = sorted({DEFAULT_PROFILE, *read_pointer().profiles})
        except ProfileError:
            names = [DEFAULT_PROFILE]
        profile = Message("footfall-browse-in", {"profile": self._profile})
        busy = Message("footfall-browse-busy") if self.is_busy else None
        return Scene(
            title=Message("footfall-browse-title"),
            alert=busy,
            status=(Span(profile, Tint.DIM),),
            panels=(self._build_list(), *self._build_about(), *self._build_preview(), *self._build_notes()),
            bindings=BINDINGS,
            hints=HINTS,
            choices={PROFILES: tuple(Choice(name, name) for name in names)},
            turn=self._state.turn,
            seed=self._state.seed,
        )

    def _build_list(self) -> Panel:
        shelf = self._shelf
        heads = ("", Message("footfall-mods-mod"), Message("footfall-mods-version"), Message("footfall-browse-here"))
        lines = [Line(tuple(Span(head, Tint.DIM) for head in heads))]
        first = find_first_row(self._at, VISIBLE_ROWS, len(self._mods))
        for at, mod in enumerate(self._mods[first : first + VISIBLE_ROWS], first):
            assert shelf is not None
            is_here = at == self._at
            lines.append(
                Line(
                    (
                        Span("›" if is_here else " ", Tint.PLAYER),
                        Span(mod.name or mod.id, Tint.STRONG if is_here else Tint.TEXT),
                        Span(mod.shown.version, Tint.DIM),
                        Span(*_describe_presence(shelf, mod)),
                    ),
                    click=_press(BrowseAction.GET) if is_here else SelectRow(actor=0, row=at),
                )
            )
        facts = {"at": self._at + 1 if self._mods else 0, "count": len(self._mods), "words": self._words}
        return Panel(
            Message("footfall-browse-found" if self._words else "footfall-browse-all", facts), tuple(lines), table=True
        )

    def _build_about(self) -> Iterator[Panel]:
        if not self._mods:
            yield Panel(None, (Line((Span(Message("footfall-browse-empty"), Tint.DIM),)),))
            return
        mod = self._mods[self._at]
        newest = mod.shown
        reach = Message("footfall-browse-reach", {"reach": ", ".join(newest.reach)}) if newest.reach else ""
        here = self._shelf.find_retraction(mod.id) if self._shelf is not None else ""
        reasons = (here, newest.retracted)
        needs = ", ".join(f"{id} {versions}" for id, versions in newest.requires.items())
        facts: list[Message | str] = [
            mod.summary,
            ", ".join(mod.authors),
            newest.license,
            Message(f"footfall-browse-kind-{newest.kind.value}"),
            reach,
            Message("footfall-browse-needs", {"mods": needs}) if needs else "",
            *(Message("footfall-browse-retracted", {"why": why}) for why in dict.fromkeys(reasons) if why),
        ]
        lines = [Line((Span(mod.id, Tint.DIM),)), *(Line((Span(fact),)) for fact in facts if fact)]
        yield Panel(Message("footfall-mods-about"), tuple(lines))

    def _build_preview(self) -> Iterator[Panel]:
        """What the plan would change, before the player confirms it."""
        if self._preview is None:
            return
        lines = []
        for step, change in zip(self._preview.plan.steps, self._preview.report.mods, strict=True):
            lines.append(Line((Span(_describe_step(step), Tint.STRONG),)))
            if change.reach != change.reach_before:
                text = Message("footfall-browse-reach", {"reach": ", ".join(change.reach) or "-"})
                lines.append(Line((Span("  "), Span(text, Tint.WARY))))
            lines += cut_lines([Line((Span(f"  {line}"),)) for line in change.changes.splitlines()], MAX_LINES)
            lines += [Line((Span(f"  {trouble}", Tint.BAD),)) for trouble in change.troubles]
        for fields in self._preview.report.fields.values():
            lines += cut_lines([Line((Span(f"  {field}"),)) for field in fields], MAX_LINES)
        lines.insert(0, Line((Span(Message("footfall-browse-do"), Tint.GOOD),), click=_press(BrowseAction.GET)))
        yield Panel(Message("footfall-browse-preview"), tuple(lines))

    def _build_notes(self) -> Iterator[Panel]:
        lines = []
        if self._shelf is not None:
            lines += [Line((Span(str(index), Tint.BAD),)) for index in self._shelf.sources.unused]
            lines += [Line((Span(note, Tint.DIM),)) for note in self._shelf.sources.notes]
        if self._note is not None:
            lines.insert(0, Line((Span(self._note, Tint.WARY),)))
        if lines:
            yield Panel(Message("footfall-browse-notes"), tuple(lines))
        actions = [
            Line((Span(Message(f"footfall-browse-key-{do.value}"), Tint.DIM),), click=_press(do)) for do in CLICKABLE
        ]
        yield Panel(Message("footfall-browse-actions"), tuple(actions))


def _press(do: BrowseAction) -> BrowseCommand:
    return BrowseCommand(actor=0, do=do.value)


def _describe_presence(shelf: Shelf, mod: IndexedMod) -> tuple[Message | str, int]:
    installed, here = shelf.installed.get(mod.id), shelf.here.get(mod.id)
    if shelf.find_retraction(mod.id):
        return Message("footfall-browse-here-retracted", {"version": shelf.installed[mod.id].version}), Tint.BAD
    if installed is not None:
        tint = Tint.GOOD if installed.version == mod.shown.version else Tint.WARY
        if installed.is_pinned:
            return Message("footfall-browse-here-pinned", {"version": installed.version}), tint
        return installed.version, tint
    return (here.version, Tint.DIM) if here is not None else ("", Tint.DIM)


def _describe_step(step: PlanStep) -> Message:
    facts = {
        "mod": step.id,
        "before": step.before.version if step.before is not None else "",
        "after": step.after.version if step.after is not None else "",
    }
    return Message(f"footfall-browse-step-{step.kind}", facts)
