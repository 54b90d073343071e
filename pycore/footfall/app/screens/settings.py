"""The settings screen: the player's settings and keys, with clashes; each change is written and holds at once."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from footfall.api.scene import Binding, Choice, Line, Panel, Prompt, PromptKind, Scene, Span, Tint
from footfall.engine.model import Answer, Command, Message
from footfall.loader import LoadResult
from footfall.ui.keymap import format_key, is_key_name, join_keys
from footfall.ui.loop import Screen
from footfall.ui.settings import (
    SECTIONS,
    ColorMode,
    SettingsFileError,
    SettingValue,
    UiSettings,
    find_key_conflict,
    find_settings_path,
    keep_usable_keys,
    write_setting,
)
from footfall.ui.ui_state import UI_ACTIONS

from ..appearance import choose_language, list_offers, load_look
from .lists import LIST_KEYS, PressKey, SelectRow, bind_actions, list_visible, make_line, select_row

VISIBLE_ROWS = 16
"""Settings listed at once."""

_LOOKS = frozenset({"look", "terminal", "window"})
"""Sections of the settings of how a map looks, which a sample shows."""

VOLUMES = tuple(range(0, 101, 10))
CELL_HEIGHTS = (0, 10, 12, 14, 16, 18, 20, 24, 28, 32, 40, 48)


class SetKey(Command, frozen=True, tag="footfall:set-key"):
    """Binds an action to a key, instead of its keys before unless `is_added`."""

    name: str
    key: str
    is_added: bool = False


_GROUP = Message("footfall-settings-keys")
_BINDINGS = bind_actions(
    {**LIST_KEYS, "less": "LEFT h PAD4", "more": "RIGHT l PAD6 SPACE", "reset": "r", "back": "ESC q F4"},
    "footfall-settings-key-",
    _GROUP,
)
_HINTS = tuple(
    f"footfall-settings-key-{name}"
    for name in ("back", "bind", "add", "less", "more", "reset", "up", "down", "page-up", "page-down", "first", "last")
)
"""The keys in the order in which the last row has room for them."""


class SettingRow(msgspec.Struct, frozen=True):
    """One row of the list.

    Attributes:
        section, name: its place in the settings file.
        values: all values in order; empty for keys.
        option: the option of the command that decides the value; empty for none.
    """

    section: str
    name: str
    label: Message
    values: tuple[SettingValue, ...] = ()
    value: SettingValue = ""
    names: Mapping[str, Message | str] = {}
    option: str = ""
    keys: tuple[str, ...] = ()


class KeyClash(NamedTuple):
    """Keys for a row, one of which another row has."""

    row: SettingRow
    keys: tuple[str, ...]
    owner: SettingRow
    key: str

    def describe(self) -> Message:
        """The question about it."""
        facts = {"key": format_key(self.key), "taken": self.owner.label, "action": self.row.label}
        return Message("footfall-settings-clash-ask", facts)


CLASH_ANSWERS = (
    Choice(True, Message("footfall-settings-swap"), "s"),
    Choice(False, Message("footfall-settings-leave"), "ESC"),
)


class SettingsScreen(Screen):
    """The screen as front ends see it."""

    def __init__(self, view: Screen, scene: Scene, loaded: LoadResult | None = None, path: Path | None = None) -> None:
        """Opens the screen.

        Args:
            view: the screen whose settings change; options of the command may decide some of them.
            scene: the scene of the game, whose keys can be set; its map shows how colors and pictures look.
            loaded: game and mods, whose palettes and tile packs can be chosen.
            path: None for the settings file.
        """
        self._view, self._scene, self._loaded, self._path = view, scene, loaded, path or find_settings_path()
        self._offers = list_offers(loaded.rules.records) if loaded is not None else list_offers()
        self._settings = self._read(view.ui_settings or UiSettings())
        self._at = 0
        self._clash: KeyClash | None = None

    def _read(self, current: UiSettings) -> UiSettings:
        settings = current.read_again(self._path)
        return load_look(settings, self._loaded) if self._loaded is not None else settings

    def build_scene(self) -> Scene:
        """Returns the current scene."""
        rows = self._list_rows()
        usable = keep_usable_keys(self._settings, self._scene)
        lines = [
            msgspec.structs.replace(
                _describe_row(row, number == self._at, row.name in self._settings.keys and row.name not in usable.keys),
                click="ENTER" if number == self._at else SelectRow(actor=0, row=number),
            )
            for number, row in list_visible(rows, self._at, VISIBLE_ROWS)
        ]
        notes = [make_line(problem, Tint.WARY) for problem in usable.problems]
        file = make_line(Message("footfall-settings-file", {"path": str(self._path)}), Tint.DIM)
        return Scene(
            title=Message("footfall-settings"),
            panels=(Panel(None, tuple(lines)), Panel(None, (*notes, file))),
            bindings=() if self._clash is not None else tuple(self._list_bindings(rows[self._at])),
            sample=self._scene.cells if rows[self._at].section in _LOOKS else None,
            hints=_HINTS,
            prompt=None if self._clash is None else self._clash.describe(),
            answers=() if self._clash is None else CLASH_ANSWERS,
            has_sound_band=False,
            can_save=False,
        )

    def submit(self, command: Command) -> Message | None:
        """Carries out a key; returns a message if a value cannot be set."""
        rows = self._list_rows()
        if self._clash is not None and isinstance(command, Answer):
            return self._settle_clash(self._clash, command.choice == 0)
        if isinstance(command, SetKey):
            if not is_key_name(command.key):
                return Message("footfall-settings-no-key", {"key": command.key})
            row = next(row for row in self._list_rows() if row.name == command.name)
            keys = tuple(dict.fromkeys((*row.keys, command.key))) if command.is_added else (command.key,)
            self._clash = self._find_clash(row, keys)
            return None if self._clash is not None else self._write(row, keys)
        if isinstance(command, SelectRow):
            self._at = min(command.row, len(rows) - 1)
            return None
        assert isinstance(command, PressKey)
        action, row = command.action, rows[self._at]
        if action == "back":
            self.is_open = False
        elif action in ("less", "more"):
            if row.values:
                at = row.values.index(row.value) if row.value in row.values else 0
                return self._write(row, row.values[(at + (1 if action == "more" else -1)) % len(row.values)])
        elif action == "reset":
            return self._write(row, None)
        else:
            self._at = select_row(self._at, action, VISIBLE_ROWS, len(rows))
        return None

    def _find_clash(self, row: SettingRow, keys: tuple[str, ...]) -> KeyClash | None:
        """The other row that has one of the keys; None if they can be set."""
        wanted = {**self._settings.keys, row.name: keys}
        conflict = find_key_conflict(self._settings, wanted, self._scene)
        if conflict is None or row.name not in conflict.names:
            return None
        other = next(name for name in conflict.names if name != row.name)
        taken = next((candidate for candidate in self._list_key_rows() if candidate.name == other), None)
        return None if taken is None else KeyClash(row, keys, taken, conflict.key)

    def _settle_clash(self, clash: KeyClash, swaps: bool) -> Message | None:
        """Lets the two rows swap the key, or leaves both as they are."""
        self._clash = None
        if not swaps:
            return None
        freed = [key for key in clash.row.keys if key not in clash.keys][:1]
        others = [kept for key in clash.owner.keys for kept in ([key] if key != clash.key else freed)]
        refused = self._write(clash.owner, others)
        return refused or self._write(clash.row, clash.keys)

    def _write(self, row: SettingRow, value: SettingValue | None) -> Message | None:
        if row.option:
            return Message("footfall-settings-held", {"option": row.option})
        try:
            write_setting(self._path, row.section, row.name, value)
        except SettingsFileError as error:
            return Message("footfall-settings-not-written", {"reason": str(error)})
        self._settings = self._read(self._settings)
        if row.name == "language" and self._loaded is not None:
            self._loaded.catalog.set_language(choose_language(self._settings))
        self._view.ui_settings = keep_usable_keys(self._settings, self._scene)
        return None

    def _list_rows(self) -> list[SettingRow]:
        """The settings, then the keys of the game, of its pages and of the screen."""
        values: dict[tuple[str, str], Sequence[SettingValue]] = {
            **{("play", name): (True, False) for name in ("lessons", "motion", "sound", "bot_stops")},
            **{("sound", name): VOLUMES for name in SECTIONS["sound"]},
            ("play", "language"): tuple(self._offers["play.language"]),
            ("look", "palette"): tuple(self._offers["look.palette"]),
            ("look", "tiles"): tuple(self._offers["look.tiles"]),
            ("terminal", "color"): tuple(mode.value for mode in ColorMode),
            ("window", "cell"): CELL_HEIGHTS,
        }
        rows = []
        for (section, name), choices in values.items():
            attribute = SECTIONS[section][name].attribute
            value = getattr(self._settings, attribute)
            row = SettingRow(
                section,
                name,
                Message(f"footfall-settings-{section}-{name}"),
                tuple(choices),
                value.value if isinstance(value, ColorMode) else value,
                self._offers.get(f"{section}.{name}", {}),
                self._settings.option_names.get(attribute, ""),
            )
            rows.append(row)
        return [*rows, *self._list_key_rows()]

    def _list_key_rows(self) -> Iterator[SettingRow]:
        seen: set[str] = set()
        for binding in self._scene.bindings:
            name = binding.label.id
            if name not in seen:
                seen.add(name)
                yield SettingRow("keys", name, binding.label, keys=self._settings.keys.get(name, binding.keys))
        for key, page in self._scene.page_keys.items():
            panel, name = self._scene.pages.get(page), f"page:{page}"
            label = (panel.label or panel.title) if panel is not None else None
            if label is not None:
                yield SettingRow("keys", name, label, keys=self._settings.keys.get(name, (key,)))
        for action, defaults in UI_ACTIONS.items():
            name = f"footfall-ui-{action}"
            yield SettingRow("keys", name, Message(name), keys=self._settings.keys.get(name, tuple(defaults)))

    def _list_bindings(self, row: SettingRow) -> Iterator[Binding]:
        """Yields the keys of the list, and the use of ENTER on a row."""
        yield from _BINDINGS
        if row.section == "keys":
            for key, action, question in (("ENTER", "bind", "which-key"), ("a", "add", "one-more-key")):
                text = Message(f"footfall-settings-{question}", {"action": row.label})
                fields, label = {"name": row.name, "is_added": action == "add"}, f"footfall-settings-key-{action}"
                prompts = (Prompt("key", PromptKind.KEY, text),)
                yield Binding((key,), SetKey, Message(label), fields, prompts, _GROUP)
        else:
            yield from bind_actions({"more": "ENTER"}, "footfall-settings-key-", _GROUP)


def _describe_row(row: SettingRow, selected: bool, clashes: bool) -> Line:
    """The label and the value; keys that clash with others have a sign."""
    tint = Tint.STRONG if selected else Tint.TEXT
    mark = Span("› " if selected else "  ", Tint.CURSOR if selected else Tint.DIM)
    if row.section == "keys":
        value = join_keys(row.keys or ("-",))
    elif row.section == "sound":
        value = Message("footfall-settings-volume", {"percent": row.value})
    elif isinstance(row.value, bool):
        value = Message("footfall-settings-on" if row.value else "footfall-settings-off")
    elif row.value in row.names:
        value = row.names[str(row.value)]
    elif row.value == 0:
        value = Message("footfall-settings-automatic")
    else:
        value = Message("footfall-settings-value", {"value": str(row.value)})
    sign = (Span(" "), Span(Message("footfall-settings-clash"), Tint.BAD)) if clashes else ()
    if row.option:
        sign = (Span("  "), Span(Message("footfall-settings-held", {"option": row.option}), Tint.WARY))
    return Line((mark, Span(row.label, tint), Span("  "), Span(value, Tint.ITEM if selected else Tint.DIM), *sign))
