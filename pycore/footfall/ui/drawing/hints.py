"""Hints that name keys, and the reminders of keys in the last row. A click on a key, or on its words, presses it."""

import re

from footfall.api.scene import Scene, Tint

from ..keymap import build_keymap, find_key, find_page_label, format_key, list_action_keys
from ..map import map_pane
from ..ui_state import UiState
from .canvas import Pane, to_single_width
from .palette import UiTint
from .text_layout import TextRun, Translator, measure_runs, translate_ui_text, write_runs

KEY_MARK = re.compile(r"\[(\S+?)\]")


def strip_hint(hint: str, translate: Translator) -> str:
    """Returns a hint with the names of its keys, without the brackets around them."""
    return KEY_MARK.sub(lambda mark: translate(format_key(mark[1])), hint)


def write_hint(pane: Pane, y: int, x: int, hint: str, translate: Translator, background: int = Tint.NONE) -> int:
    """Writes a hint, in which ``[KEY]`` is a key, and the words up to the next one tell what it does.

    Parts that do not fit are left out. Returns the column after it.
    """
    first, *rest = KEY_MARK.split(hint)
    if x + len(first) < pane.width:
        x = pane.write(y, x, first, Tint.DIM, background)
    for key, words in zip(rest[::2], rest[1::2], strict=True):
        name = translate(format_key(key))
        end = x + len(name) + len(words.rstrip(" ,;"))
        if end > pane.width:
            break
        pane.mark(y, key, x=x, end=end)
        x = pane.write(y, x, name, UiTint.KEY, background)
        x = pane.write(y, x, words, Tint.DIM, background)
    return x


def wrap_hint(hint: str, width: int, translate: Translator) -> list[str]:
    """Returns a hint in rows of at most `width` cells; a key and its words stay together."""
    first, *rest = KEY_MARK.split(hint)
    rows = [first]
    for key, words in zip(rest[::2], rest[1::2], strict=True):
        part = f"[{key}]{words}"
        if rows[-1] and len(strip_hint(rows[-1] + part, translate).rstrip()) > width:
            rows.append(part)
        else:
            rows[-1] += part
    return [row for row in rows if row]


def draw_key_hints(pane: Pane, scene: Scene, state: UiState, translate: Translator) -> None:
    """Draws the key hints that fit, ending with the help key; while the map shows risk, the legend of its hatching."""
    if state.shows_risk and list_action_keys(state, scene, "risk"):
        _draw_risk_legend(pane, scene, state, translate)
        return
    ends: list[tuple[str, str, str]] = []
    is_watched = any(thing.staying is not None for thing in scene.things)
    labels = {
        **({"risk": "short-risk"} if is_watched else {}),
        **({} if scene.is_recorded else {"look": "short-look"}),
        **({} if scene.can_save or "Q" in build_keymap(state, scene) else {"quit": "leave"}),
        "help": "short-help",
    }
    for action, label in labels.items():
        keys = list_action_keys(state, scene, action)
        if keys:
            ends.append((keys[0], translate_ui_text(translate, label), translate_ui_text(translate, action)))
    names = {f"page:{page}": (find_page_label(scene, page, translate),) * 2 for page in scene.page_keys.values()}
    for binding in scene.bindings:
        if type(binding.fields.get("direction")) is not int:
            name, label = binding.label.id, translate(binding.label)
            names.setdefault(name, (translate(scene.hint_texts.get(name, binding.label)), label))
    names = {name: names[name] for name in scene.hints if name in names} or names
    hints = {find_key(state, scene, name): (label, about) for name, (label, about) in names.items()}
    room = pane.width - 1 - sum(len(translate(format_key(key))) + len(label) + 3 for key, label, _ in ends)
    x = 1
    for key, (label, about) in hints.items():
        if key and x + len(translate(format_key(key))) + len(label) + 3 <= room:
            x = _write_reminder(pane, x, key, label, about, translate)
    for key, label, about in ends:
        x = _write_reminder(pane, x, key, label, about, translate)


def _write_reminder(pane: Pane, x: int, key: str, label: str, about: str, translate: Translator) -> int:
    start = x
    x = pane.write(0, x, translate(format_key(key)), UiTint.KEY)
    x = pane.write(0, x + 1, to_single_width(label), Tint.DIM)
    pane.mark(0, key, (about,) if about != label else (), start, x)
    return x + 2


def _draw_risk_legend(pane: Pane, scene: Scene, state: UiState, translate: Translator) -> None:
    """Draws the legend of the hatching; entries that do not fit are left out."""
    bounds = [least for least, _, _ in map_pane.RISK_HATCHES[1:]]
    words = [f"<{bound}" for bound in bounds] + [f"≥{bounds[-1]} %"]
    key = find_key(state, scene, "risk")
    off, about = translate_ui_text(translate, "risk-off"), translate_ui_text(translate, "risk")
    x = _write_reminder(pane, 1, key, off, about, translate)
    runs: list[TextRun] = [(translate_ui_text(translate, "risk-legend"), Tint.TEXT)]
    for (_, char, tint), text in zip(map_pane.RISK_HATCHES, words, strict=True):
        runs += [(f" {char}", tint), (text, Tint.DIM)]
    runs += [(f"  {''.join(char for _, char, _ in map_pane.INTEREST_HATCHES)}", Tint.WARY)]
    runs += [(f" {translate_ui_text(translate, 'risk-interest')}", Tint.DIM)]
    runs += [(f"  {map_pane.REACH_CHAR}", Tint.SOUND), (f" {translate_ui_text(translate, 'risk-reach')}", Tint.DIM)]
    while measure_runs(runs) > pane.width - 1 - x:
        runs.pop()
    write_runs(pane, 0, x, runs)
