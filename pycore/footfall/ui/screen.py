"""The whole screen: composes a scene and the front end's own view of it on a canvas."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from footfall.api.scene import Binding, Choice, Scene, Tint, Want

from . import hearing, pages, panels, stage
from .canvas import Canvas, Pane, plain
from .interaction import Position, Sure, View, action_keys, key_of, lettered
from .keys import shown
from .layout import MIN_HEIGHT, MIN_WIDTH, Layout, arrange, fits
from .palette import Role
from .words import Run, Text, length, runs_of, say, sentence, shorten, wrap, write


class Frame(NamedTuple):
    """What the next input must know of the screen that was drawn.

    Attributes:
        window: where the map is shown, or None.
        limit: how far the open page can be scrolled.
    """

    window: stage.Window | None = None
    limit: int = 0

    def settle(self, view: View) -> View:
        """The view with its scrolling held to what there is."""
        if view.scroll <= self.limit:
            return view
        return msgspec.structs.replace(view, scroll=self.limit)

    def position(self, y: int, x: int) -> Position | None:
        """The map position shown in a cell of the screen."""
        return self.window.position(y, x) if self.window is not None else None


def draw(canvas: Canvas, scene: Scene, view: View, text: Text) -> Frame:
    """Draws a scene.

    Args:
        canvas: drawn over whole.
        scene: what the character can know.
        view: open page, cursor, question of the front end.
        text: turns messages into words.
    """
    canvas.clear()
    if not fits(canvas.height, canvas.width):
        return _too_small(canvas.pane(), text)
    cells = scene.cells
    layout = arrange(
        canvas.height,
        canvas.width,
        cells=cells is not None,
        hearing=(cells is not None and scene.hears) or bool(scene.percepts),
    )
    _strip(canvas.pane(layout.strip), scene, text)
    if view.page:
        top, bottom = layout.strip.bottom, layout.prompt.top
        body = canvas.pane().pane(top, 0, bottom - top, canvas.width)
        limit = pages.draw_page(body, scene, view, text)
        close = say(text, "close-hint")
        canvas.pane(layout.prompt).write(0, 1, shorten(close, canvas.width - 2), Tint.DIM)
        return Frame(None, limit)
    window = None
    room = canvas.pane(layout.stage)
    if cells is not None:
        window = stage.draw(room, cells, scene.percepts, view.cursor)
    else:
        panels.draw_columns(room.pane(1, 1, room.height - 1, room.width - 2), scene.panels, text)
    _side(canvas, layout, scene, text)
    if layout.band is not None:
        hearing.draw(canvas.pane(layout.band), scene.percepts, text)
    _log_or_look(canvas, layout, scene, view, text)
    _prompt(canvas.pane(layout.prompt), room, scene, view, text)
    if scene.over and view.cursor is None and view.sure is None:
        hint = say(text, "over-again-hint" if scene.restarts else "over-hint")
        above = canvas.pane().pane(layout.stage.top, 0, layout.stage.height, canvas.width)
        pages.draw_farewell(above, scene.over, hint, text)
    return Frame(window)


def _too_small(pane: Pane, text: Text) -> Frame:
    words = say(
        text,
        "too-small",
        width=str(pane.width),
        height=str(pane.height),
        min_width=str(MIN_WIDTH),
        min_height=str(MIN_HEIGHT),
    )
    for y, row in enumerate(wrap(words, pane.width, Tint.STRONG)):
        write(pane, y, 0, row)
    return Frame()


def _strip(pane: Pane, scene: Scene, text: Text) -> None:
    """Title, alert word, facts; the strip's tint and the word tell danger together.

    The seed stands there if all facts have room beside it; it is also on the help page.
    """
    ground = Role.STRIP if scene.alert is None else Role.ALERT
    pane.fill(ground)
    right = say(text, "turn", turn=str(scene.turn)) if scene.turn else ""
    seed = say(text, "seed", seed=str(scene.seed))
    alert = plain(text(scene.alert)) if scene.alert is not None else ""
    facts = [words for words, _ in runs_of(scene.status, text)]
    needed = (
        len(plain(text(scene.title))) + len(alert) + 4 * bool(alert) + sum(len(fact) + 2 for fact in facts)
    )
    if needed + len(right) + len(seed) + 8 <= pane.width:
        right = f"{right}  {seed}".strip()
    edge = pane.width - len(right) - 1
    title = shorten(plain(text(scene.title)), pane.width - 2)
    x = pane.write(0, 1, title, Tint.STRONG, ground)
    if scene.alert is not None:
        x = pane.write(0, x + 2, f" {plain(text(scene.alert))} ", Tint.STRONG, Tint.STRONG)
    if x + 2 < edge:
        pane.write(0, edge, right, Role.STRIP, ground)
    else:
        edge = pane.width
    for run in runs_of(scene.status, text):
        if run[0] and x + 2 + len(run[0]) + 2 <= edge:
            x = pane.write(0, x + 2, run[0], run[1], ground)


def _side(canvas: Canvas, layout: Layout, scene: Scene, text: Text) -> None:
    if layout.fence is not None:
        canvas.pane(layout.fence).fill(sign="│", tint=Role.FRAME)
    if layout.side is not None:
        side = canvas.pane(layout.side)
        panels.draw_side(side.pane(0, 1, side.height, side.width - 2), scene.panels, text)
    if layout.facts is not None:
        panels.draw_facts(canvas.pane(layout.facts), scene.panels, text)


def _log_or_look(canvas: Canvas, layout: Layout, scene: Scene, view: View, text: Text) -> None:
    at = view.cursor or view.hover
    title, notes = say(text, "examine"), [say(text, "examine-hint")]
    if at is not None:
        title = f"{title}  {_offset(scene, at, text)}"
        named = _choice_at(scene, view, text)
        notes = [text(note) for note in scene.notes.get(at, ())] or named or [say(text, "nothing-known")]
    if layout.examine is not None:
        looked = canvas.pane(layout.examine)
        looked.rule(0, Role.FRAME)
        inner = looked.pane(1, 1, looked.height - 1, looked.width - 2)
        panels.draw_words(inner, title, notes)
    elif view.cursor is not None:
        block = canvas.pane(layout.log)
        panels.draw_words(block.pane(0, 1, block.height, block.width - 2), title, notes)
        return
    _log(canvas.pane(layout.log), scene, text)


def _choice_at(scene: Scene, view: View, text: Text) -> list[str]:
    """What the cell under the cursor is called in the list that is asked from."""
    if view.pending is None or view.cursor is None:
        return []
    listed = scene.choices.get(view.pending.ask.choices, ())
    return [text(choice.label) for choice in listed if choice.value == view.cursor]


def _offset(scene: Scene, at: Position, text: Text) -> str:
    """Where a position lies from the focus, as ``2 N 5 W``."""
    if scene.cells is None:
        return ""
    dy, dx = at[0] - scene.cells.focus[0], at[1] - scene.cells.focus[1]
    parts = [(abs(dy), "n" if dy < 0 else "s"), (abs(dx), "w" if dx < 0 else "e")]
    return " ".join(f"{far} {say(text, f'compass-{name}')}" for far, name in parts if far)


def _log(pane: Pane, scene: Scene, text: Text) -> None:
    """The newest lines that fit whole, newest last; those of earlier turns are dim."""
    newest = scene.log[-1].turn if scene.log else 0
    rows: list[list[Run]] = []
    for line in reversed(scene.log[-pane.height :]):
        block = pages.log_rows(line, text, pane.width - 2, old=line.turn != newest)
        if len(rows) + len(block) > pane.height:
            if not rows:
                rows = block[: pane.height]
            break
        rows = [*block, *rows]
    for y, row in enumerate(rows):
        write(pane, y, 1, row)


def _prompt(pane: Pane, room: Pane, scene: Scene, view: View, text: Text) -> None:
    """The last row: a word to the player, a question, or the keys of the moment; lists open above it."""
    pending = view.pending
    if view.sure is not None:
        _ask_back(pane, room, view.sure, text)
        return
    if pending is not None:
        ask = pending.ask
        question = text(ask.prompt)
        if ask.want is Want.CHOICE:
            pages.draw_list(room, question, scene.choices.get(ask.choices, ()), view.pick, text)
        hint = say(text, f"{ask.want.value}-hint")
    elif view.cursor is not None:
        question, hint = say(text, "look"), say(text, "look-hint")
    elif scene.answers:
        question = text(scene.prompt) if scene.prompt is not None else say(text, "answer")
        _answers(pane, room, question, scene, view, text)
        return
    elif scene.over:
        return
    else:
        question, hint = (text(scene.prompt) if scene.prompt is not None else ""), ""
    x = 1
    if view.note is not None:
        pane.write(0, x, shorten("! " + plain(sentence(text(view.note))), pane.width - 2), Tint.WARY)
    elif question or hint:
        x = pane.write(0, x, shorten(plain(question), pane.width - 2), Tint.STRONG)
        x += 2 if question else 0
        if x + len(hint) < pane.width:
            pane.write(0, x, hint, Tint.DIM)
    else:
        _hints(pane, scene, view, text)


def _ask_back(pane: Pane, room: Pane, sure: Sure, text: Text) -> None:
    """What is asked before harm, in the last row if it fits, else in a box above it."""
    runs: list[Run] = [(plain(text(sure.question)), Tint.STRONG)]
    for key, label, _ in sure.options:
        runs += [(f"  {shown(key)}", Role.KEY), (f" {plain(text(label))}", Tint.TEXT)]
    if length(runs) <= pane.width - 2:
        write(pane, 0, 1, runs)
        return
    choices = tuple(Choice(key, label, key) for key, label, _ in sure.options)
    pages.draw_list(room, text(sure.question), choices, -1, text)


def _answers(pane: Pane, room: Pane, question: str, scene: Scene, view: View, text: Text) -> None:
    """The options in the last row if they fit, else in a list."""
    runs: list[Run] = [(plain(question), Tint.STRONG)]
    for letter, choice in lettered(scene.answers):
        runs += [(f"  {letter}", Role.KEY), (f" {plain(text(choice.label))}", Tint.TEXT)]
    if length(runs) <= pane.width - 2 and len(scene.answers) <= 4 and view.note is None:
        write(pane, 0, 1, runs)
        return
    pages.draw_list(room, question, scene.answers, view.pick, text)
    words = text(view.note) if view.note is not None else say(text, "answer-hint")
    tint = Tint.WARY if view.note is not None else Tint.DIM
    pane.write(0, 1, shorten(plain(words), pane.width - 2), tint)


def _hints(pane: Pane, scene: Scene, view: View, text: Text) -> None:
    """Keys and what they do, as many whole ones as fit, ending with the help."""
    ends: list[tuple[str, str]] = []
    for action in ("look", "help"):
        keys = action_keys(view, scene, action)
        if keys:
            ends.append((shown(keys[0]), say(text, f"short-{action}")))
    pairs = {label: key_of(view, scene, name) for name, label in _reminders(scene, text).items()}
    room = pane.width - 1 - sum(len(key) + len(label) + 3 for key, label in ends)
    x = 1
    for label, key in pairs.items():
        if not key or x + len(key) + len(label) + 3 > room:
            continue
        x = pane.write(0, x, key, Role.KEY)
        x = pane.write(0, x + 1, plain(label), Tint.DIM) + 2
    for key, label in ends:
        x = pane.write(0, x, key, Role.KEY)
        x = pane.write(0, x + 1, label, Tint.DIM) + 2


def _reminders(scene: Scene, text: Text) -> dict[str, str]:
    """Names of bindings and pages with their labels, in the order in which they are to be shown."""
    known = {f"page:{page}": pages.page_label(scene, page, text) for page in scene.page_keys.values()}
    for binding in scene.bindings:
        if not _is_step(binding):
            known.setdefault(binding.label.id, text(binding.label))
    first = {name: known[name] for name in scene.hints if name in known}
    return first if first else known


def _is_step(binding: Binding) -> bool:
    return type(binding.fields.get("direction")) is int
