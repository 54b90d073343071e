"""Full-screen pages (help, message log, the game's own) and boxes over the stage (lists, farewell)."""

from __future__ import annotations

from collections.abc import Sequence

from footfall.api import Message
from footfall.api.scene import CLICK, Choice, LogLine, Panel, Scene, Tint

from .canvas import Pane, plain
from .interaction import ACTIONS, HELP, MESSAGES, View, action_keys, keymap, lettered
from .keys import shown
from .palette import Role
from .panels import block
from .words import Run, Text, flow, length, say, sentence, shorten, wrap, write

KIND_TINTS = {
    "heard": Tint.SOUND,
    "good": Tint.GOOD,
    "bad": Tint.BAD,
    "warn": Tint.WARY,
    "alarm": Tint.BAD,
    "sound": Tint.SOUND,
    "problem": Tint.WARY,
    "lesson": Tint.LIGHT,
}
"""Tints of log lines by kind; their words say the same."""

KIND_SIGNS = {"lesson": "» "}
"""What stands before lines of a kind."""


def draw_page(pane: Pane, scene: Scene, view: View, text: Text) -> int:
    """Draws the open page and returns how far it can be scrolled."""
    pane.fill()
    body = pane.pane(2, 2, pane.height - 2, pane.width - 4)
    if view.page == MESSAGES:
        title, rows = say(text, "messages"), messages(scene, text, body.width)
        limit = max(0, len(rows) - body.height)
        start = max(0, limit - view.scroll)
    else:
        if view.page == HELP:
            title = say(text, "help-title", seed=str(scene.seed))
            rows = help_rows(scene, view, text, body.width)
        else:
            title, rows = _own(scene.pages.get(view.page), text, body.width)
        limit = max(0, len(rows) - body.height)
        start = min(view.scroll, limit)
    x = pane.write(0, 1, f" {title} ", Role.HEADING)
    if limit:
        last = min(start + body.height, len(rows))
        place = say(text, "place", first=str(start + 1), last=str(last), count=str(len(rows)))
        pane.write(0, max(x + 1, pane.width - len(place) - 2), place, Tint.DIM)
    pane.pane(1, 1, 1, pane.width - 2).rule(0, Role.FRAME)
    for y, row in enumerate(rows[start : start + body.height]):
        write(body, y, 0, row)
    if view.detail:
        _detail(pane, scene.choices.get(view.page, ()), view.detail, text)
    return limit


def _own(panel: Panel | None, text: Text, width: int) -> tuple[str, list[list[Run]]]:
    if panel is None:
        return say(text, "no-page"), []
    set_panel = block(panel, text, width)
    return set_panel.title, set_panel.rows


def messages(scene: Scene, text: Text, width: int) -> list[list[Run]]:
    """The whole log, oldest first, each turn's first line with its number."""
    rows: list[list[Run]] = []
    last = None
    for line in scene.log:
        number = f"{line.turn:>5}  " if line.turn != last else " " * 7
        last = line.turn
        for i, row in enumerate(log_rows(line, text, max(1, width - 7))):
            rows.append([(number if i == 0 else " " * 7, Tint.DIM), *row])
    return rows


def log_rows(line: LogLine, text: Text, width: int, old: bool = False) -> list[list[Run]]:
    """A log line set to a width, with its count."""
    words = KIND_SIGNS.get(line.kind, "") + sentence(text(line.message))
    tint = Tint.DIM if old else KIND_TINTS.get(line.kind, Tint.TEXT)
    runs: list[Run] = [(plain(words), tint)]
    if line.count > 1:
        runs.append((f" ×{line.count}", Tint.DIM if old else Tint.STRONG))
    return flow(runs, width, indent=2)


def help_rows(scene: Scene, view: View, text: Text, width: int) -> list[list[Run]]:
    """All keys of the moment by group, then the front end's own, in as many columns as fit."""
    sections: dict[str, list[tuple[str, str]]] = {}
    leads = keymap(view, scene)
    for binding in scene.bindings:
        group = text(binding.group) if binding.group else say(text, "keys")
        keys = [key for key in view.keys.get(binding.label.id, binding.keys) if leads.get(key) is binding]
        names = " ".join(say(text, "click") if key == CLICK else shown(key) for key in keys)
        if names:
            sections.setdefault(group, []).append((names, text(binding.label)))
    own = say(text, "screen")
    for key, page in scene.page_keys.items():
        title = page_label(scene, page, text)
        names = " ".join(shown(each) for each in view.keys.get(f"page:{page}", (key,)))
        sections.setdefault(own, []).append((names, title))
    for action in ACTIONS:
        names = " ".join(shown(key) for key in action_keys(view, scene, action))
        if names:
            sections.setdefault(own, []).append((names, say(text, action)))
    count = max(1, min(3, (width + 3) // 39))
    column = (width - 3 * (count - 1)) // count
    lead = min(16, max((len(names) for pairs in sections.values() for names, _ in pairs), default=0))
    blocks = []
    for group, pairs in sections.items():
        rows: list[list[Run]] = [[(shorten(group, column), Role.HEADING)]]
        for names, label in pairs:
            start = max(lead, len(names)) + 2
            for i, row in enumerate(wrap(label, max(8, column - start))):
                rows.append([(names.ljust(start) if i == 0 else " " * start, Role.KEY), *row])
        blocks.append([*rows, []])
    return beside(blocks, count, column)


def page_label(scene: Scene, page: str, text: Text) -> str:
    """What the help calls a page."""
    panel = scene.pages.get(page)
    words = None if panel is None else panel.label or panel.title
    return text(words) if words is not None else page


def beside(blocks: Sequence[list[list[Run]]], count: int, width: int) -> list[list[Run]]:
    """Stacks blocks into `count` columns of even height, in reading order."""
    columns: list[list[list[Run]]] = [[] for _ in range(count)]
    target = -(-sum(map(len, blocks)) // count)
    at = 0
    for rows in blocks:
        if columns[at] and len(columns[at]) + len(rows) // 2 > target and at + 1 < count:
            at += 1
        columns[at] += rows
    out = []
    for y in range(max(map(len, columns), default=0)):
        runs: list[Run] = []
        for i, column in enumerate(columns):
            row = column[y] if y < len(column) else []
            runs += row
            if i + 1 < count:
                runs.append((" " * (width + 3 - length(row)), Tint.NONE))
        out.append(runs)
    return out


# Boxes.


def draw_list(pane: Pane, title: str, choices: tuple[Choice, ...], pick: int, text: Text) -> None:
    """A box with a list to pick from; the row picked last (none below 0) is marked and shows its details."""
    listed = lettered(choices)
    pick = min(pick, len(listed) - 1)
    labels = [f" {letter or ' '}) {plain(text(choice.label))}" for letter, choice in listed]
    details = [text(each) for each in listed[pick][1].detail] if pick >= 0 else []
    widest = max([len(label) for label in labels] + [len(title), *map(len, details), 20])
    width = min(pane.width, widest + 6)
    head = wrap(title, width - 4, Role.HEADING)
    tail: list[list[Run]] = [row for each in details for row in wrap(each, width - 4, Tint.DIM, indent=2)]
    room = pane.height - 2 - len(head)
    tail = tail[: max(0, room - min(len(labels), 5) - 1)]
    rows = min(len(labels), room - len(tail) - bool(tail))
    height = 2 + len(head) + rows + len(tail) + bool(tail)
    inner = _box(pane, height, width)
    y = _write_rows(inner, 0, head)
    start = min(max(0, pick - rows // 2), max(0, len(labels) - rows))
    for i in range(start, min(start + rows, len(labels))):
        ground = Tint.PLAYER if i == pick else Role.OVERLAY
        sign = "›" if i == pick else "↑" if i == start and start else " "
        if i == start + rows - 1 and i + 1 < len(labels) and i != pick:
            sign = "↓"
        line = shorten(sign + labels[i][1:], inner.width)
        inner.write(y, 0, line.ljust(inner.width), Tint.TEXT, ground)
        inner.write(y, 1, line[1:3], Role.KEY, ground)
        y += 1
    _write_rows(inner, y + 1, tail)


def draw_farewell(pane: Pane, lines: Sequence[Message], hint: str, text: Text) -> None:
    """The last words of a game that has ended."""
    width = min(pane.width, max([len(text(line)) for line in lines] + [len(hint), 28]) + 6)
    rows: list[list[Run]] = []
    for i, line in enumerate(lines):
        rows += [*wrap(text(line), width - 4, Tint.STRONG if i == 0 else Tint.TEXT), []]
    rows += wrap(hint, width - 4, Tint.DIM)
    _write_rows(_box(pane, len(rows) + 2, width), 0, rows)


def _detail(pane: Pane, choices: tuple[Choice, ...], letter: str, text: Text) -> None:
    choice = next((each for name, each in lettered(choices) if name == letter), None)
    if choice is None:
        return
    lines = [text(choice.label), *(text(each) for each in choice.detail)]
    width = min(pane.width, 64, max(map(len, lines)) + 6)
    rows = wrap(lines[0], width - 4, Role.HEADING)
    for line in lines[1:]:
        rows += wrap(line, width - 4)
    _write_rows(_box(pane, len(rows) + 2, width), 0, rows)


def _box(pane: Pane, height: int, width: int) -> Pane:
    height = min(height, pane.height)
    part = pane.pane(max(0, (pane.height - height) // 3), (pane.width - width) // 2, height, width)
    return part.box(Tint.DIM, Role.OVERLAY)


def _write_rows(pane: Pane, y: int, rows: Sequence[Sequence[Run]]) -> int:
    for row in rows:
        write(pane, y, 0, row, Role.OVERLAY)
        y += 1
    return y
