"""The browser of the mods screen: the mods of the indexes, and installing, updating, removing, undoing, profiles.

Every change is shown before it is made. It applies to the next start and to new games. Work that may wait for a
server is done in the background.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, wait
from typing import Any, TypeVar

import msgspec

from footfall.api.scene import Binding, Choice, Line, Panel, Prompt, PromptKind, Scene, Span, Tint
from footfall.diagnostics import UserError
from footfall.engine.model import Command, Message
from footfall.engine.state import State
from footfall.loader.profiles.pointer import DEFAULT_PROFILE, ModSet, ProfileError, read_pointer
from footfall.sharing.carry_out import commit
from footfall.sharing.index.format import IndexedMod
from footfall.sharing.package_state import PackageState
from footfall.sharing.plans import ChangePlan, PlanError, plan_install, plan_remove, plan_update
from footfall.sharing.store import change_pointer, undo
from footfall.ui.loop import Screen

from ..profile_change import PlanReport, list_obtainable, list_waiting, open_profile, prepare
from .lists import (
    LIST_KEYS,
    PressKey,
    SelectRow,
    bind_actions,
    cut_lines,
    find_row,
    list_visible,
    make_line,
    select_row,
)

T = TypeVar("T")

PATIENCE = 0.3
"""Seconds that the screen waits for work before it is shown as busy; most work is done by then."""


def run_in_background(work: Callable[[], T]) -> Future[T]:
    """Begins work in a thread of its own, which does not delay the end of the program."""
    future: Future[T] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except Exception as error:
            future.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    wait([future], PATIENCE)
    return future


VISIBLE_ROWS = 14
"""Mods listed at once."""

MAX_LINES = 12
"""Lines shown of the changes of each mod, and of the changed fields of each game."""

PROFILES = "browse-profiles"


CLICKABLE = ("update", "remove", "missing", "undo", "back")
"""Actions that are listed for the mouse."""


class SearchMods(Command, frozen=True, tag="footfall:browse-search"):
    """Lists the mods that contain the words."""

    words: str


class ChooseProfile(Command, frozen=True, tag="footfall:browse-profile"):
    """Uses another profile."""

    profile: str


_GROUP = Message("footfall-mods-keys")
BINDINGS = (
    *bind_actions(
        {
            **LIST_KEYS,
            "get": "ENTER SPACE",
            "remove": "x DELETE",
            "update": "a",
            "missing": "m",
            "undo": "u",
            "back": "ESC",
        },
        "footfall-browse-key-",
        _GROUP,
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
    """A plan that waits for the player, with its report."""

    plan: ChangePlan
    report: PlanReport


class BrowseScreen(Screen):
    """The browser as front ends see it.

    Attributes:
        changed_mod: the id of the mod that was selected when a plan was last carried out, or ``""``.
    """

    def __init__(self, state: State, missing: Sequence[tuple[str, str]] = ()) -> None:
        """Opens the browser, and begins to read the indexes.

        Args:
            missing: ids and versions of mods that it missed when it was resumed.
        """
        self.changed_mod = ""
        self._state, self._missing = state, missing
        self._at, self._words = 0, ""
        self._profile = DEFAULT_PROFILE
        self._base = ModSet()
        self._packages: PackageState | None = None
        self._mods: list[IndexedMod] = []
        self._preview: Preview | None = None
        self._note: Message | None = None
        self._job: Future[Any] | None = None
        self._on_done: Callable[[Any], Message | None] = self._show_packages
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
        if self._job is None or not self._job.done():
            return None
        job, self._job = self._job, None
        self._note = None
        try:
            return self._on_done(job.result())
        except (UserError, OSError) as error:
            self._note = Message("footfall-browse-failed", {"error": str(error)})
        return self._note

    def cancel(self) -> Message | None:
        """Stops waiting for the work; a download keeps what it has."""
        if self._job is not None:
            self._job = None
            self._note = Message("footfall-browse-stopped")
        return None

    def _begin(self, work: Callable[[], Any], on_done: Callable[[Any], Message | None]) -> Message | None:
        self._on_done = on_done
        self._job = run_in_background(work)
        return self.advance()

    def _reload(self) -> Message | None:
        return self._begin(open_profile, self._show_packages)

    def _show_packages(self, result: tuple[str, ModSet, PackageState]) -> Message | None:
        self._profile, self._base, self._packages = result
        self._search()
        return None

    def _search(self) -> None:
        """Lists the mods again; the same one stays selected if it is among them."""
        packages, selected = self._packages, self.selected
        assert packages is not None
        found = packages.sources.search(self._words)
        self._mods = found if self._words else sorted(found, key=lambda mod: mod.id not in packages.installed)
        self._at = find_row([mod.id for mod in self._mods], selected, self._at)

    # Commands.

    def submit(self, command: Command) -> Message | None:
        """Carries out a key's action; returns a message for the player, if there is one."""
        if self.is_busy:
            self.cancel()
            return self._note
        if isinstance(command, SearchMods):
            self._words, self._at, self._mods, self._preview = command.words.strip(), 0, [], None
            if self._packages is not None:
                self._search()
            return None
        if isinstance(command, SelectRow):
            self._at, self._preview = command.row, None
            return None
        if isinstance(command, ChooseProfile):
            return self._guard(lambda: self._use_profile(command.profile))
        assert isinstance(command, PressKey)
        match command.action:
            case "back":
                self.is_open = self._preview is not None
                self._preview = None
                return None
            case "get" if self._preview is not None:
                return self._guard(self._carry_out)
            case "undo":
                return self._guard(self._undo)
            case "update":
                return self._plan(lambda packages: plan_update(packages, self._base, ()))
            case "missing":
                return self._plan(self._plan_missing)
            case "get":
                id = self.selected
                return self._plan(lambda packages: plan_install(packages, self._base, [(id, "")])) if id else None
            case "remove":
                id = self.selected
                if id and self._packages is not None and id not in self._packages.installed:
                    return Message("footfall-browse-not-here", {"mod": id})
                return self._plan(lambda packages: plan_remove(packages, self._base, [id])) if id else None
        self._at = select_row(self._at, command.action, VISIBLE_ROWS, len(self._mods))
        self._preview = None
        return None

    def _guard(self, work: Callable[[], Message | None]) -> Message | None:
        try:
            return work()
        except (UserError, OSError) as error:
            return Message("footfall-browse-failed", {"error": str(error)})

    def _plan_missing(self, packages: PackageState) -> ChangePlan:
        rows = list_obtainable(packages, None, self._missing)
        if not rows:
            raise PlanError("no saved game misses a mod that an index has")
        return plan_install(packages, self._base, [(row[0], row[1]) for row in rows])

    def _plan(self, make: Callable[[PackageState], ChangePlan]) -> Message | None:
        """Makes a plan and fetches its contents, to show its report."""
        packages = self._packages
        if packages is None:
            return self._reload()

        def work() -> Preview:
            plan = make(packages)
            return Preview(plan, prepare(packages, plan))

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
        self.changed_mod = self.selected
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
            panels=(self._build_list(), *self._build_details(), *self._build_preview(), *self._build_notes()),
            bindings=BINDINGS,
            hints=HINTS,
            choices={PROFILES: tuple(Choice(name, name) for name in names)},
            seed=self._state.seed,
        )

    def _build_list(self) -> Panel:
        packages = self._packages
        heads = ("", Message("footfall-mods-mod"), Message("footfall-mods-version"), Message("footfall-browse-here"))
        lines = [Line(tuple(Span(head, Tint.DIM) for head in heads))]
        for at, mod in list_visible(self._mods, self._at, VISIBLE_ROWS):
            assert packages is not None
            is_selected = at == self._at
            spans = (
                Span("›" if is_selected else " ", Tint.PLAYER),
                Span(mod.name or mod.id, Tint.STRONG if is_selected else Tint.TEXT),
                Span(mod.shown.version, Tint.DIM),
                Span(*_describe_presence(packages, mod)),
            )
            click = PressKey(actor=0, action="get") if is_selected else SelectRow(actor=0, row=at)
            lines.append(Line(spans, click=click))
        facts = {"at": self._at + 1 if self._mods else 0, "count": len(self._mods), "words": self._words}
        title = Message("footfall-browse-found" if self._words else "footfall-browse-all", facts)
        return Panel(title, tuple(lines), is_table=True)

    def _build_details(self) -> Iterator[Panel]:
        """Yields the description of the selected mod."""
        if not self._mods:
            yield Panel(None, (make_line(Message("footfall-browse-empty"), Tint.DIM),))
            return
        mod = self._mods[self._at]
        newest = mod.shown
        reach = Message("footfall-browse-reach", {"reach": ", ".join(newest.reach)}) if newest.reach else ""
        here = self._packages.find_retraction(mod.id) if self._packages is not None else ""
        reasons = (here, newest.retraction)
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
        lines = [make_line(mod.id, Tint.DIM), *(make_line(fact) for fact in facts if fact)]
        yield Panel(Message("footfall-mods-about"), tuple(lines))

    def _build_preview(self) -> Iterator[Panel]:
        """Yields the changes of the plan, before the player confirms it."""
        if self._preview is None:
            return
        lines = [make_line(Message("footfall-browse-do"), Tint.GOOD, PressKey(actor=0, action="get"))]
        for step, change in zip(self._preview.plan.steps, self._preview.report.mods, strict=True):
            before, after = (mod.version if mod is not None else "" for mod in (step.before, step.after))
            facts = {"mod": step.id, "before": before, "after": after}
            lines.append(make_line(Message(f"footfall-browse-step-{step.kind}", facts), Tint.STRONG))
            if change.reach != change.reach_before:
                text = Message("footfall-browse-reach", {"reach": ", ".join(change.reach) or "-"})
                lines.append(Line((Span("  "), Span(text, Tint.WARY))))
            lines += cut_lines([make_line(f"  {line}") for line in change.changes.splitlines()], MAX_LINES)
            lines += [make_line(f"  {trouble}", Tint.BAD) for trouble in change.troubles]
        for fields in self._preview.report.fields.values():
            lines += cut_lines([make_line(f"  {field}") for field in fields], MAX_LINES)
        yield Panel(Message("footfall-browse-preview"), tuple(lines))

    def _build_notes(self) -> Iterator[Panel]:
        lines = [make_line(self._note, Tint.WARY)] if self._note is not None else []
        if self._packages is not None:
            lines += [make_line(str(index), Tint.BAD) for index in self._packages.sources.unused_indexes]
            lines += [make_line(note, Tint.DIM) for note in self._packages.sources.notes]
        if lines:
            yield Panel(Message("footfall-browse-notes"), tuple(lines))
        actions = [
            make_line(Message(f"footfall-browse-key-{action}"), Tint.DIM, PressKey(actor=0, action=action))
            for action in CLICKABLE
        ]
        yield Panel(Message("footfall-browse-actions"), tuple(actions))


def _describe_presence(packages: PackageState, mod: IndexedMod) -> tuple[Message | str, int]:
    installed, here = packages.installed.get(mod.id), packages.local_mods.get(mod.id)
    if packages.find_retraction(mod.id):
        return Message("footfall-browse-here-retracted", {"version": packages.installed[mod.id].version}), Tint.BAD
    if installed is not None:
        tint = Tint.GOOD if installed.version == mod.shown.version else Tint.WARY
        if installed.is_pinned:
            return Message("footfall-browse-here-pinned", {"version": installed.version}), tint
        return installed.version, tint
    return (here.version, Tint.DIM) if here is not None else ("", Tint.DIM)
