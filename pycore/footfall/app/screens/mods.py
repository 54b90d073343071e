"""The mods screen: mods in load order, their problems and settings, and which saves can be played.

Choices made here apply to the next start and to new games; the current game is not affected.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import floor, log10
from pathlib import Path
from typing import Any

from footfall.api.scene import Line, Panel, Scene, Span, Tint
from footfall.diagnostics.findings import Severity
from footfall.engine.model import Command, Message
from footfall.engine.saves.differences import Difference, DifferenceKind
from footfall.engine.saves.save import SaveError, SaveHeader
from footfall.engine.state import State
from footfall.loader import LoadResult, Mod, Setting, Source, discover, find_defaults, select_active_mods
from footfall.loader.order import explain_order
from footfall.loader.profiles import user_choices
from footfall.loader.profiles.pointer import ProfileError
from footfall.sharing.index.format import IndexFileError
from footfall.ui.loop import Screen

from ..files.paths import list_saves
from ..files.resume import read_saved_header
from ..profile_change import list_obtainable, open_profile
from .browse import BrowseScreen
from .lists import (
    LIST_KEYS,
    PressKey,
    SelectRow,
    bind_actions,
    build_rest,
    find_row,
    list_visible,
    make_line,
    select_row,
)

VISIBLE_ROWS = 12
"""Mods listed at once."""

VISIBLE_SETTINGS = 8
"""Settings listed at once."""

MAX_PROBLEMS = 4
"""Problems of a mod that are listed."""


BINDINGS = bind_actions(
    {
        **LIST_KEYS,
        "switch": "SPACE",
        "enter": "ENTER TAB",
        "less": "LEFT h PAD4",
        "more": "RIGHT l PAD6",
        "browse": "b /",
        "back": "ESC",
    },
    "footfall-mods-key-",
    Message("footfall-mods-keys"),
)

BROWSE = PressKey(actor=0, action="browse")
"""A click that opens the browser."""

SETTINGS = "settings"
"""The second list of the screen (`SelectRow.list`)."""


class ModsScreen(Screen):
    """The screen of the mods, over which the browser opens."""

    def __init__(self, loaded: LoadResult, state: State, differences: Sequence[Difference] = ()) -> None:
        """Opens the screen.

        Args:
            loaded: the mods of the current game.
            state: the current game, with its own settings.
            differences: how the mods of its save differ from the loaded ones.
        """
        self._loaded = loaded
        self._state = state
        self._differences = differences
        game = loaded.game
        active = select_active_mods(game, loaded.mods, loaded.games) if game is not None else loaded.mods
        self._active = {mod.id for mod in active}
        base = game.rule_mods if game is not None else ()
        self._places = {place.mod.id: place for place in explain_order(loaded.mods, base)}
        self._saves: dict[Path, SaveHeader | str] = {}
        for path in list_saves():
            try:
                self._saves[path] = read_saved_header(path)
            except SaveError as error:
                self._saves[path] = str(error)
        self._mods, self._here = _list_mods(loaded)
        self._at = 0
        self._setting: int | None = None
        self._choices = user_choices.load_choices()
        self._missing = [(item.subject, item.then) for item in differences if item.kind is DifferenceKind.MISSING]
        self._offers = _list_offers(self._saves, self._missing)

    def build_scene(self) -> Scene:
        """Returns the current scene."""
        if self.overlay is not None:
            return self.overlay.build_scene()
        mod = self._mods[self._at]
        enabled = {mod.id: mod for mod in self._mods if self._will_be_enabled(mod)}
        lines = []
        if self._offers:
            text = Message("footfall-mods-save-offer", {"mods": ", ".join(self._offers)})
            lines.append(make_line(text, Tint.WARY, BROWSE))
        for path, header in self._saves.items():
            name = path.name.removesuffix(".save")
            if isinstance(header, str):
                lines.append(make_line(Message("footfall-mods-save-bad", {"game": name}), Tint.BAD))
                continue
            missing = [id for id, _, _ in header.lock if id not in enabled and id not in header.optional_mods]
            other = [id for id, version, _ in header.lock if id in enabled and enabled[id].version != version]
            kind, tint = ("without", Tint.WARY) if missing else ("other", Tint.TEXT) if other else ("good", Tint.GOOD)
            facts = {"game": name, "turn": header.shown_turn, "mods": ", ".join(missing or other)}
            lines.append(make_line(Message(f"footfall-mods-save-{kind}", facts), tint))
        if not self._saves:
            lines.append(make_line(Message("footfall-mods-no-saves"), Tint.DIM))
        return Scene(
            title=Message("footfall-mods-title"),
            status=(Span(Message("footfall-mods-when"), Tint.DIM),),
            panels=(
                self._build_list_panel(),
                Panel(None, (make_line(Message("footfall-mods-key-browse"), Tint.GOOD, BROWSE),)),
                *self._build_details(mod),
                Panel(Message("footfall-mods-saves"), tuple(lines)),
            ),
            bindings=BINDINGS,
            seed=self._state.seed,
        )

    def submit(self, command: Command) -> Message | None:
        """Carries out a key's action; returns the reason if it is impossible."""
        if isinstance(self.overlay, BrowseScreen):
            browser = self.overlay
            message = self.submit_to_overlay(command)
            if self.overlay is None:
                self._update_list(browser.changed_mod)
            return message
        if isinstance(command, SelectRow):
            if command.list == SETTINGS:
                self._setting = command.row
            else:
                self._at, self._setting = command.row, None
            return None
        assert isinstance(command, PressKey)
        mod, action = self._mods[self._at], command.action
        if action == "browse":
            self.overlay = BrowseScreen(self._state, self._missing)
        elif action == "back":
            self.is_open = self._setting is not None
            self._setting = None
        elif action == "switch":
            if mod.is_first_party:
                return Message("footfall-mods-part-of-it", {"mod": mod.id})
            enabled = not self._will_be_enabled(mod)
            choice = None if enabled == mod.is_on_by_default else enabled
            return self._save_choice(lambda: user_choices.switch_mod(mod.id, choice))
        elif action == "enter":
            self._setting = 0 if self._setting is None and mod.manifest.settings else None
            return None if mod.manifest.settings else Message("footfall-mods-no-settings")
        elif action in ("less", "more"):
            return self._change_setting(mod, -1 if action == "less" else 1)
        elif self._setting is not None:
            self._setting = select_row(self._setting, action, VISIBLE_ROWS, len(mod.manifest.settings))
        else:
            self._at = select_row(self._at, action, VISIBLE_ROWS, len(self._mods))
        return None

    def _update_list(self, changed: str) -> None:
        """Lists the mods again after a change; the changed one is selected, else the same as before."""
        selected = self._mods[self._at].id
        self._mods, self._here = _list_mods(self._loaded)
        ids = [mod.id for mod in self._mods]
        self._at, self._setting = find_row(ids, changed if changed in ids else selected, self._at), None
        self._choices = user_choices.load_choices()
        self._offers = _list_offers(self._saves, self._missing)

    def _will_be_enabled(self, mod: Mod) -> bool:
        is_on = mod.is_first_party or self._choices.switches.get(mod.id, mod.is_on_by_default)
        return is_on and mod.id in self._here

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
        heads = ("", "", "#", "mod", "version", "state")
        lines = [Line(tuple(Span(Message(f"footfall-mods-{h}") if len(h) > 1 else h, Tint.DIM) for h in heads))]
        for at, mod in list_visible(self._mods, self._at, VISIBLE_ROWS):
            place, is_selected, is_on = self._places.get(mod.id), at == self._at, self._will_be_enabled(mod)
            spans = (
                Span("›" if is_selected else " ", Tint.PLAYER),
                Span("■" if is_on else "□", Tint.GOOD if is_on else Tint.DIM),
                Span(str(place.number) if place is not None else "-", Tint.DIM),
                Span(mod.info.name or mod.id, Tint.STRONG if is_selected else Tint.TEXT),
                Span(mod.version, Tint.DIM),
                Span(*self._describe_state(mod)),
            )
            click = PressKey(actor=0, action="switch") if is_selected else SelectRow(actor=0, row=at)
            lines.append(Line(spans, click=click))
        title = Message("footfall-mods-list", {"at": self._at + 1, "count": len(self._mods)})
        return Panel(title, tuple(lines), is_table=True)

    def _describe_state(self, mod: Mod) -> tuple[Message, int]:
        """Returns the state of a mod, or the state it will have at the next start."""
        on = mod.id in self._places
        if not on and any(f.disables_mod and f.mod == mod.id for f in self._loaded.findings):
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

    def _build_details(self, mod: Mod) -> Iterator[Panel]:
        """Yields the description of a mod, its settings, its problems, and how the mods of the save differ."""
        info, place = mod.info, self._places.get(mod.id)
        facts = [info.summary, ", ".join(info.authors), info.license, info.issues]
        lines = [make_line(mod.id, Tint.DIM), *(make_line(fact) for fact in facts if fact)]
        if place is not None:
            reasons = [Message("footfall-mods-after", {"mod": edge.first, "why": edge.key}) for edge in place.after]
            reasons += [Message("footfall-mods-before", {"mod": edge.last, "why": edge.key}) for edge in place.before]
            lines += [make_line(reason, Tint.DIM) for reason in reasons]
        yield Panel(Message("footfall-mods-about"), tuple(lines))
        settings = self._list_setting_lines(mod)
        if settings:
            rows = list_visible(settings, self._setting or 0, VISIBLE_SETTINGS)
            title = Message("footfall-mods-settings", {"count": len(settings)})
            yield Panel(title, tuple(line for _, line in rows))
        findings = [f for f in self._loaded.findings if f.mod == mod.id and f.severity > Severity.NOTE]
        if findings:
            lines = []
            for finding in findings[:MAX_PROBLEMS]:
                lines.append(make_line(finding.text, Tint.BAD if finding.severity is Severity.ERROR else Tint.WARY))
                lines += [make_line(f"  {finding.location}", Tint.DIM)] if finding.location else []
                lines += [make_line(f"  {finding.fix}")] if finding.fix else []
            yield Panel(Message("footfall-mods-problems"), (*lines, *build_rest(len(findings) - MAX_PROBLEMS)))
        if self._differences:
            lines = [make_line(item.message, Tint.WARY) for item in self._differences]
            yield Panel(Message("footfall-mods-differences"), tuple(lines))

    def _list_setting_lines(self, mod: Mod) -> list[Line]:
        """Returns the settings with their value for new games and, if different, for this game."""
        lines = []
        defaults = find_defaults(mod.manifest, self._choices.settings)
        for at, (name, setting) in enumerate(mod.manifest.settings.items()):
            full, is_selected = f"{mod.id}.{name}", at == self._setting
            value = self._choices.settings.get(full, defaults[name])
            here = self._state.settings.get(full, value)
            note = Message(f"footfall-mods-scope-{setting.scope}")
            if here != value:
                note = Message("footfall-mods-here", {"value": _format_value(here)})
            bounds = " | ".join(map(str, setting.choices)) if setting.choices else ""
            if not bounds and (setting.min is not None or setting.max is not None):
                bounds = f"{_format_value(setting.min)}..{_format_value(setting.max)}"
            spans = (
                Span("› " if is_selected else "  ", Tint.PLAYER),
                Span(setting.label or name, Tint.STRONG if is_selected else Tint.TEXT),
                Span(f"  {_format_value(value)}", Tint.WARY if full in self._choices.settings else Tint.TEXT),
                Span(f"  {bounds}", Tint.DIM),
                Span("  "),
                Span(note, Tint.DIM),
            )
            click = PressKey(actor=0, action="more") if is_selected else SelectRow(actor=0, row=at, list=SETTINGS)
            lines.append(Line(spans, click=click))
        return lines


def _list_mods(loaded: LoadResult) -> tuple[list[Mod], set[str]]:
    """Returns the mods of a game in load order then all others that are here now; and the ids of all that are here.

    A mod that was named for this start is here as well, in place of another one with its id.
    """
    here = discover()[0] | {id: mod for id, mod in loaded.available.items() if mod.source is Source.EXPLICIT}
    order = {mod.id: index for index, mod in enumerate(loaded.mods)}
    mods = {**{mod.id: mod for mod in loaded.mods}, **here}
    return sorted(mods.values(), key=lambda mod: (mod.id not in order, order.get(mod.id, 0), mod.id)), set(here)


def _format_value(value: Any) -> str:
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def _list_offers(saves: Mapping[Path, SaveHeader | str], missing: Sequence[tuple[str, str]]) -> list[str]:
    """Returns the mods that saves miss and indexes have, by their copies: a screen opens without a connection."""
    try:
        headers = [header for header in saves.values() if not isinstance(header, str)]
        _, _, packages = open_profile(offline=True)
        return [f"{id} {version}" for id, version, _ in list_obtainable(packages, headers, missing)]
    except (ProfileError, IndexFileError, OSError):
        return []


def step_value(setting: Setting, value: Any, by: int) -> Any:
    """Returns the next value of a setting, within its bounds, or None for a text setting."""
    if setting.choices:
        options: Sequence[Any] = setting.choices
        at = options.index(value) if value in options else 0
        return options[(at + by) % len(options)]
    if setting.type == "bool":
        return not value
    if setting.type == "str":
        return None
    step = step_size(setting)
    new = value + by * step
    if setting.min is not None:
        new = max(setting.min, new)
    if setting.max is not None:
        new = min(setting.max, new)
    return int(new) if setting.type == "int" else round(float(new), 6)


def step_size(setting: Setting) -> int | float:
    """Returns the change per key press: a 20th of the range of the setting, rounded."""
    minimum = 1 if setting.type == "int" else 0.1
    if setting.min is None or setting.max is None or setting.max <= setting.min:
        return minimum
    share = (setting.max - setting.min) / 20
    if setting.type == "int" and share <= 1:
        return 1
    power = 10 ** floor(log10(share))
    round_share = next(factor * power for factor in (1, 2, 5, 10) if share <= factor * power)
    return int(round_share) if setting.type == "int" else round_share
