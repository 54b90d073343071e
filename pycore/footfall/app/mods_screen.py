"""The mods screen: mods in load order, their problems and settings, and which saves can be played.

Choices made here apply to the next start and to new games; the current game is not affected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Any

from footfall.api.scene import Binding, Line, Panel, Scene, Span, Tint
from footfall.diagnostics.findings import Finding, Severity
from footfall.engine.model import Command, Message
from footfall.engine.saves.differences import Difference, DifferenceKind
from footfall.engine.saves.save import SaveError, SaveHeader
from footfall.engine.state import State
from footfall.loader import LoadResult, Mod, Setting, Source, discover, find_defaults, select_active_mods
from footfall.loader.order import OrderPosition, explain_order
from footfall.loader.profiles import user_choices
from footfall.loader.profiles.pointer import ProfileError
from footfall.sharing.index.format import IndexFileError

from .browse_screen import BrowseScreen
from .list_keys import LIST_KEYS, SelectRow, build_rest, find_first_row, find_row, select_row
from .paths import list_saves
from .profile_change import list_obtainable, open_profile
from .resume import read_saved_header
from .setting_steps import step_value

VISIBLE_ROWS = 12
"""Mods listed at once."""

VISIBLE_SETTINGS = 8
"""Settings listed at once."""

MAX_PROBLEMS = 4
"""Problems of a mod that are listed."""


class ScreenAction(Enum):
    """What a key does on this screen."""

    UP = "up"
    DOWN = "down"
    PAGE_UP = "page-up"
    PAGE_DOWN = "page-down"
    SWITCH = "switch"
    ENTER = "enter"
    LESS = "less"
    MORE = "more"
    BROWSE = "browse"
    BACK = "back"


class ModsScreenCommand(Command, frozen=True, tag="footfall:mods-screen"):
    """A key of the mods screen."""

    do: str


_KEYS: dict[ScreenAction, tuple[str, ...]] = {
    **{ScreenAction(move): keys for move, keys in LIST_KEYS.items()},
    ScreenAction.SWITCH: ("SPACE",),
    ScreenAction.ENTER: ("ENTER", "TAB"),
    ScreenAction.LESS: ("LEFT", "h", "PAD4"),
    ScreenAction.MORE: ("RIGHT", "l", "PAD6"),
    ScreenAction.BROWSE: ("b", "/"),
    ScreenAction.BACK: ("ESC",),
}
BINDINGS = tuple(
    Binding(
        keys,
        ModsScreenCommand,
        Message(f"footfall-mods-key-{do.value}"),
        {"do": do.value},
        (),
        Message("footfall-mods-keys"),
    )
    for do, keys in _KEYS.items()
)


BROWSE = ModsScreenCommand(actor=0, do=ScreenAction.BROWSE.value)
SWITCH = ModsScreenCommand(actor=0, do=ScreenAction.SWITCH.value)
MORE = ModsScreenCommand(actor=0, do=ScreenAction.MORE.value)
SETTINGS = "settings"
"""The second list of the screen (`SelectRow.list`)."""


class ModsScreen:
    """The screen as front ends see it. Its only command is `ModsScreenCommand`.

    Attributes:
        is_open: False after it was closed.
    """

    def __init__(self, loaded: LoadResult, state: State, differences: Sequence[Difference] = ()) -> None:
        """Opens the screen.

        Args:
            loaded: the mods of the current game.
            state: the current game, with its own settings.
            differences: how the mods of its save differ.
        """
        self.is_open = True
        self._loaded = loaded
        self._state = state
        self._differences = differences
        game = loaded.game
        active = select_active_mods(game, loaded.mods, loaded.games) if game is not None else loaded.mods
        self._active = {mod.id for mod in active}
        base = game.rule_mods if game is not None else ()
        self._places = {place.mod.id: place for place in explain_order(loaded.mods, base)}
        self._saves = dict(_read_save_headers())
        self._mods, self._here = _list_mods(loaded)
        self._at = 0
        self._setting: int | None = None
        self._choices = user_choices.load_choices()
        self._browser: BrowseScreen | None = None
        self._missing = [(item.subject, item.then) for item in differences if item.kind is DifferenceKind.MISSING]
        self._offers = _list_offers(self._saves, self._missing)

    @property
    def is_busy(self) -> bool:
        """Whether the browser works in the background."""
        return self._browser is not None and self._browser.is_busy

    def advance(self) -> Message | None:
        """Looks for the end of that work; returns a message for the player, if there is one."""
        return self._browser.advance() if self._browser is not None else None

    def cancel(self) -> None:
        """Stops waiting for it."""
        if self._browser is not None:
            self._browser.cancel()

    def build_scene(self) -> Scene:
        """Returns the current scene."""
        if self._browser is not None:
            return self._browser.build_scene()
        mod = self._mods[self._at]
        return Scene(
            title=Message("footfall-mods-title"),
            status=(Span(Message("footfall-mods-when"), Tint.DIM),),
            panels=(
                self._build_list_panel(),
                Panel(None, (Line((Span(Message("footfall-mods-key-browse"), Tint.GOOD),), click=BROWSE),)),
                self._build_about_panel(mod),
                *self._build_settings_panel(mod),
                *self._build_problems_panel(mod),
                *self._build_differences_panel(),
                self._build_saves_panel(),
            ),
            bindings=BINDINGS,
            turn=self._state.turn,
            seed=self._state.seed,
        )

    def submit(self, command: Command) -> Message | None:
        """Carries out a key's action; returns the reason if it is impossible."""
        if self._browser is not None:
            message = self._browser.submit(command)
            if not self._browser.is_open:
                self._list_anew(self._browser.changed)
                self._browser = None
            return message
        if isinstance(command, SelectRow):
            if command.list == SETTINGS:
                self._setting = command.row
            else:
                self._at, self._setting = command.row, None
            return None
        assert isinstance(command, ModsScreenCommand)
        do = ScreenAction(command.do)
        if do is ScreenAction.BROWSE:
            self._browser = BrowseScreen(self._state, self._missing)
            return None
        mod = self._mods[self._at]
        if do is ScreenAction.BACK:
            if self._setting is None:
                self.is_open = False
            self._setting = None
            return None
        if do is ScreenAction.SWITCH:
            return self._toggle(mod)
        if do is ScreenAction.ENTER:
            self._setting = 0 if self._setting is None and mod.manifest.settings else None
            return None if mod.manifest.settings else Message("footfall-mods-no-settings")
        if do in (ScreenAction.LESS, ScreenAction.MORE):
            return self._change_setting(mod, -1 if do is ScreenAction.LESS else 1)
        if self._setting is not None:
            self._setting = select_row(self._setting, do.value, VISIBLE_ROWS, len(mod.manifest.settings))
        else:
            self._at = select_row(self._at, do.value, VISIBLE_ROWS, len(self._mods))
        return None

    def _list_anew(self, changed: str) -> None:
        """Lists the mods again after a change; the changed one is selected, else the same as before."""
        selected = self._mods[self._at].id
        self._mods, self._here = _list_mods(self._loaded)
        ids = [mod.id for mod in self._mods]
        self._at, self._setting = find_row(ids, changed if changed in ids else selected, self._at), None
        self._choices = user_choices.load_choices()
        self._offers = _list_offers(self._saves, self._missing)

    def _will_be_enabled(self, mod: Mod) -> bool:
        """Whether a mod will be on at the next start."""
        is_on = mod.is_first_party or self._choices.switched.get(mod.id, mod.is_on_by_default)
        return is_on and mod.id in self._here

    def _toggle(self, mod: Mod) -> Message | None:
        if mod.is_first_party:
            return Message("footfall-mods-part-of-it", {"mod": mod.id})
        enabled = not self._will_be_enabled(mod)
        choice = None if enabled == mod.is_on_by_default else enabled
        return self._save_choice(lambda: user_choices.switch_mod(mod.id, choice))

    def _change_setting(self, mod: Mod, by: int) -> Message | None:
        if self._setting is None:
            return None
        name, setting = list(mod.manifest.settings.items())[self._setting]
        full = f"{mod.id}.{name}"
        default = find_defaults(mod.manifest, self._choices.settings)[name]
        value = step_value(setting, self._choices.settings.get(full, default), by)
        if value is None:
            return Message("footfall-mods-type-it", {"mod": mod.id, "setting": name})
        return self._save_choice(lambda: user_choices.set_setting(full, None if value == default else value))

    def _save_choice(self, write: Callable[[], None]) -> Message | None:
        try:
            write()
        except OSError as error:
            return Message("footfall-mods-not-kept", {"error": str(error)})
        self._choices = user_choices.load_choices()
        return None

    def _build_list_panel(self) -> Panel:
        first = find_first_row(self._at, VISIBLE_ROWS, len(self._mods))
        heads = ("", "", "#", "mod", "version", "state")
        lines = [Line(tuple(Span(Message(f"footfall-mods-{h}") if len(h) > 1 else h, Tint.DIM) for h in heads))]
        for at, mod in enumerate(self._mods[first : first + VISIBLE_ROWS], first):
            place = self._places.get(mod.id)
            lines.append(
                Line(
                    (
                        Span("›" if at == self._at else " ", Tint.PLAYER),
                        Span(
                            "■" if self._will_be_enabled(mod) else "□",
                            Tint.GOOD if self._will_be_enabled(mod) else Tint.DIM,
                        ),
                        Span(str(place.number) if place is not None else "-", Tint.DIM),
                        Span(mod.info.name or mod.id, Tint.STRONG if at == self._at else Tint.TEXT),
                        Span(mod.version, Tint.DIM),
                        Span(*self._describe_state(mod)),
                    ),
                    click=SWITCH if at == self._at else SelectRow(actor=0, row=at),
                )
            )
        title = Message("footfall-mods-list", {"at": self._at + 1, "count": len(self._mods)})
        return Panel(title, tuple(lines), table=True)

    def _describe_state(self, mod: Mod) -> tuple[Message, int]:
        """Returns the state of a mod, or the state it will have at the next start."""
        on = mod.id in self._places
        if not on and any(f.mod_disabled and f.mod == mod.id for f in self._loaded.findings):
            is_waiting = any(f.code == "not-approved" and f.mod == mod.id for f in self._loaded.findings)
            return Message(f"footfall-mods-{'waits' if is_waiting else 'broken'}"), Tint.BAD
        if on != self._will_be_enabled(mod):
            return Message(f"footfall-mods-then-{'off' if on else 'on'}"), Tint.WARY
        if on and self._loaded.available[mod.id].version != mod.version:
            old = self._loaded.available[mod.id].version
            return Message("footfall-mods-here", {"value": old}), Tint.WARY
        if on and mod.id not in self._active:
            return Message("footfall-mods-elsewhere"), Tint.DIM
        return Message(f"footfall-mods-{'on' if on else 'off'}"), Tint.TEXT if on else Tint.DIM

    def _build_about_panel(self, mod: Mod) -> Panel:
        info = mod.info
        facts = [info.summary, ", ".join(info.authors), info.license, info.issues]
        lines = [Line((Span(mod.id, Tint.DIM),)), *(Line((Span(fact),)) for fact in facts if fact)]
        place = self._places.get(mod.id)
        if place is not None:
            lines += [Line((Span(reason, Tint.DIM),)) for reason in _explain_position(place)]
        return Panel(Message("footfall-mods-about"), tuple(lines))

    def _build_settings_panel(self, mod: Mod) -> Iterator[Panel]:
        """Lists settings with their value for new games and, if different, for this game."""
        lines = []
        defaults = find_defaults(mod.manifest, self._choices.settings)
        for at, (name, setting) in enumerate(mod.manifest.settings.items()):
            full = f"{mod.id}.{name}"
            value = self._choices.settings.get(full, defaults[name])
            chosen = full in self._choices.settings
            here = self._state.settings.get(full, value)
            note = Message("footfall-mods-here", {"value": _format_value(here)}) if here != value else ""
            lines.append(
                Line(
                    (
                        Span("› " if at == self._setting else "  ", Tint.PLAYER),
                        Span(setting.label or name, Tint.STRONG if at == self._setting else Tint.TEXT),
                        Span(f"  {_format_value(value)}", Tint.WARY if chosen else Tint.TEXT),
                        Span(f"  {_format_bounds(setting)}", Tint.DIM),
                        Span("  "),
                        Span(note or Message(f"footfall-mods-scope-{setting.scope}"), Tint.DIM),
                    ),
                    click=MORE if at == self._setting else SelectRow(actor=0, row=at, list=SETTINGS),
                )
            )
        if lines:
            at = self._setting or 0
            first = max(0, min(at - VISIBLE_SETTINGS // 2, len(lines) - VISIBLE_SETTINGS))
            title = Message("footfall-mods-settings", {"count": len(lines)})
            yield Panel(title, tuple(lines[first : first + VISIBLE_SETTINGS]))

    def _build_problems_panel(self, mod: Mod) -> Iterator[Panel]:
        findings = [f for f in self._loaded.findings if f.mod == mod.id and f.severity > Severity.NOTE]
        if findings:
            lines = [line for finding in findings[:MAX_PROBLEMS] for line in _format_finding(finding)]
            yield Panel(Message("footfall-mods-problems"), (*lines, *build_rest(len(findings) - MAX_PROBLEMS)))

    def _build_differences_panel(self) -> Iterator[Panel]:
        """Lists the differences from the mods the game was saved with."""
        if self._differences:
            lines = tuple(Line((Span(item.message, Tint.WARY),)) for item in self._differences)
            yield Panel(Message("footfall-mods-differences"), lines)

    def _build_saves_panel(self) -> Panel:
        """Lists the saves, and whether they can be played with the chosen mods."""
        enabled = {mod.id: mod for mod in self._mods if self._will_be_enabled(mod)}
        lines = []
        for path, header in self._saves.items():
            name = path.name.removesuffix(".save")
            if isinstance(header, str):
                lines.append(Line((Span(Message("footfall-mods-save-bad", {"game": name}), Tint.BAD),)))
                continue
            facts = {"game": name, "turn": header.shown_turn}
            missing = [id for id, _, _ in header.lock if id not in enabled and id not in header.optional_mods]
            other = [id for id, version, _ in header.lock if id in enabled and enabled[id].version != version]
            if missing:
                text = Message("footfall-mods-save-without", {**facts, "mods": ", ".join(missing)})
                lines.append(Line((Span(text, Tint.WARY),)))
            elif other:
                text = Message("footfall-mods-save-other", {**facts, "mods": ", ".join(other)})
                lines.append(Line((Span(text),)))
            else:
                lines.append(Line((Span(Message("footfall-mods-save-good", facts), Tint.GOOD),)))
        if not lines:
            lines = [Line((Span(Message("footfall-mods-no-saves"), Tint.DIM),))]
        if self._offers:
            text = Message("footfall-mods-save-offer", {"mods": ", ".join(self._offers)})
            lines.insert(0, Line((Span(text, Tint.WARY),), click=BROWSE))
        return Panel(Message("footfall-mods-saves"), tuple(lines))


def _list_mods(loaded: LoadResult) -> tuple[list[Mod], set[str]]:
    """Returns the mods of a game in load order and after them all others that are here now; and the ids of these.

    A mod that was named for this start is here as well, in place of another one with its id.
    """
    here = discover()[0] | {id: mod for id, mod in loaded.available.items() if mod.source is Source.EXPLICIT}
    order = {mod.id: index for index, mod in enumerate(loaded.mods)}
    mods = {**{mod.id: mod for mod in loaded.mods}, **here}
    return sorted(mods.values(), key=lambda mod: (mod.id not in order, order.get(mod.id, 0), mod.id)), set(here)


def _format_bounds(setting: Setting) -> str:
    if setting.choices:
        return " | ".join(map(str, setting.choices))
    if setting.min is None and setting.max is None:
        return ""
    return f"{_format_value(setting.min)}..{_format_value(setting.max)}"


def _format_value(value: Any) -> str:
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def _explain_position(place: OrderPosition) -> Iterator[Message]:
    for edge in place.after:
        yield Message("footfall-mods-after", {"mod": edge.first, "why": edge.key})
    for edge in place.before:
        yield Message("footfall-mods-before", {"mod": edge.then, "why": edge.key})


def _format_finding(finding: Finding) -> Iterator[Line]:
    yield Line((Span(finding.text, Tint.BAD if finding.severity is Severity.ERROR else Tint.WARY),))
    if finding.where:
        yield Line((Span(f"  {finding.where}", Tint.DIM),))
    if finding.fix:
        yield Line((Span(f"  {finding.fix}", Tint.TEXT),))


def _list_offers(saves: Mapping[Path, SaveHeader | str], missing: Sequence[tuple[str, str]]) -> list[str]:
    """Returns what saves miss and indexes have, by their copies: a screen opens without a connection."""
    try:
        headers = [header for header in saves.values() if not isinstance(header, str)]
        _, _, shelf = open_profile(offline=True)
        return [f"{id} {version}" for id, version, _ in list_obtainable(shelf, headers, missing)]
    except (ProfileError, IndexFileError, OSError):
        return []


def _read_save_headers() -> Iterator[tuple[Path, SaveHeader | str]]:
    """Yields the save of each game, with its header or the reason why it cannot be read."""
    for path in list_saves():
        try:
            yield path, read_saved_header(path)
        except SaveError as error:
            yield path, str(error)
