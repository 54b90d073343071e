"""Finds every fact of many scenes in the lines of the plain front end, by at most two keys.

    python tests/ui/prove_plain_facts.py [--scenes 200] [--first 0] [--language en]

Bots play Stealth, the board game and Delve; scenes are taken on the way, and from them, without the code of the front
end, what a player can know: title, alert, status, panels, places, things, sounds, odds, cells, risk, messages, lists,
answers, pages, keys. A front end gets each scene and presses one or two keys; each fact must be in the lines that they
bring, and no line may have more than 80 characters.

Exit code 1 if a fact is missing.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from footfall.api import Message
from footfall.api.scene import CLICK, DIRECTIONS, Choice, FlashKind, Panel, PromptKind, Span, Tint
from footfall.ui.details import assign_letters
from footfall.ui.drawing.hearing_band import COMPASS_SUFFIXES
from footfall.ui.frontends.plain import PlainFrontend
from footfall.ui.interaction import handle_key
from footfall.ui.keymap import build_keymap, list_action_keys
from footfall.ui.map.map_pane import INTEREST_HATCHES, RISK_HATCHES
from footfall.ui.ui_state import UI_ACTIONS, UiState

sys.path.insert(0, str(Path(__file__).parent))

from sample_scenes import SampleScene, list_traits, load_game, take_scenes

WIDTH = 80
ARROWS = "↑↗→↘↓↙←↖"
LANGUAGES = ("en", "es")


class Words(NamedTuple):
    """Words of a language that lines are read with, from its texts.

    Attributes:
        ways: the eight directions, here, and the row of the player.
        loud: loudnesses from 1 to 5.
        passed: what a sound passed, by muffling.
        flashes: what a flash stands for, before where it is.
        of: between a value and its maximum.
        risk: the heads of the parts of the map of risk.
    """

    ways: tuple[str, ...]
    loud: tuple[str, ...]
    passed: tuple[str, ...]
    flashes: Mapping[str, str]
    of: str
    risk: tuple[str, ...]


@cache
def read_words(language: str) -> Words:
    def say(name: str, **arguments: str) -> str:
        return load_game("core.stealth", language).catalog.translate(Message(f"footfall-ui-{name}", arguments))

    ways = (*COMPASS_SUFFIXES, "here", "row")
    return Words(
        tuple(say(f"plain-{way}") for way in ways),
        tuple(say(f"loud-{loud}") for loud in range(1, 6)),
        ("", *(say(f"plain-muffled-{dull}") for dull in range(1, 4))),
        {kind.value: say(f"plain-flash-{kind.value}", where="").rstrip(" :.") for kind in FlashKind},
        say("plain-gauge", value="", maximum="").strip(),
        tuple(say(f"plain-{name}") for name in ("risk", "interest", "reach")),
    )


def name_sign(sign: str, language: str) -> str:
    """Returns the word of a key that is a sign."""
    return load_game("core.stealth", language).catalog.translate(Message(f"footfall-ui-plain-sign-{ord(sign)}"))


# What a player reads.


class Reader:
    """The plain front end with one scene; collects the lines that keys bring."""

    def __init__(self, sample: SampleScene) -> None:
        self.scene, self.translate = sample.scene, sample.loaded.catalog.translate
        self.long_lines: set[str] = set()
        self._seen: dict[tuple[str, ...], str] = {}

    def press(self, *keys: str) -> str:
        """Returns the lines that the last of the keys brings, joined; empty if a key gives a command."""
        if keys not in self._seen:
            self._seen[keys] = self._type(keys)
        return self._seen[keys]

    def _type(self, keys: tuple[str, ...]) -> str:
        begin, end = os.pipe()
        out = io.StringIO()
        state, before = UiState(), 0
        with open(begin, encoding="utf-8") as source, open(end, "w", encoding="utf-8") as target:
            front = PlainFrontend(source, out)
            front.present(self.scene, state, self.translate)
            for key in keys:
                before = len(out.getvalue())
                target.write(key + "\n")
                target.flush()
                event = front.read() or front.read()
                if event is None:
                    continue
                state, result = handle_key(state, self.scene, key)
                if result is not None:
                    return ""
                front.present(self.scene, state, self.translate)
        lines = out.getvalue()[before if keys else 0 :].splitlines()
        self.long_lines |= {line for line in lines if len(line) > WIDTH}
        return "\n".join(lines)


def find_words(text: str, language: str) -> str:
    """Returns the words of a text, arrows as directions, signs left out, to compare what was wrapped and set off."""
    text = re.sub(r"\[([^\w\s])\]", lambda found: name_sign(found[1], language), text)
    for arrow, way in zip(ARROWS, read_words(language).ways, strict=False):
        text = text.replace(arrow, f" {way} ")
    return " ".join(re.findall(r"[-+−]?\w+", text.casefold()))


# What a scene says.


class FactList:
    """Facts of a scene, each with the keys that bring it, and what it says."""

    def __init__(self, sample: SampleScene, language: str) -> None:
        self.scene, self.language, self.catalog = sample.scene, language, sample.loaded.catalog
        self.words, self.ways = read_words(language), read_words(language).ways
        self.found: list[tuple[str, tuple[tuple[str, ...], ...], str]] = []

    def translate(self, text: Message | str) -> str:
        """Returns a text; one about signs has other words for those who do not see them."""
        if isinstance(text, Message) and self.catalog.has_message(f"{text.id}-words"):
            text = Message(f"{text.id}-words", text.args)
        return self.catalog.translate(text)

    def add(self, kind: str, keys: Iterable[tuple[str, ...]], *texts: Message | str) -> None:
        words = find_words(" ".join(self.translate(text) for text in texts), self.language)
        if words:
            self.found.append((kind, tuple(keys), words))

    def place(self, position: tuple[int, int]) -> str:
        cells = self.scene.cells
        assert cells is not None
        dy, dx = position[0] - cells.focus[0], position[1] - cells.focus[1]
        parts = [(abs(dy), self.ways[4 if dy > 0 else 0]), (abs(dx), self.ways[2 if dx > 0 else 6])]
        return " ".join(f"{far} {way}" for far, way in parts if far) or self.ways[8]

    def list_all(self) -> list[tuple[str, tuple[tuple[str, ...], ...], str]]:
        self.add_state()
        self.add_near()
        self.add_lists()
        self.add_pages()
        self.add_keys()
        return self.found

    def add_state(self) -> None:
        scene, here = self.scene, ((";", "p"),)
        self.add("title", here, scene.title)
        self.add("turn", here, str(scene.shown_turn))
        self.add("seed", (("?",),), str(scene.seed))
        if scene.alert is not None:
            self.add("alert", here, scene.alert)
        for span in scene.status:
            self.add("status", here, self.join([span]))
        for panel in scene.panels:
            self.add("panel", here, self.format_panel(panel))
        for panel in scene.panels:
            self.add_notes(panel)
        for line in scene.log:
            self.add("message", (("M",),), line.message, f"×{line.count}" if line.count > 1 else "")
        for text in scene.farewell:
            self.add("farewell", ((),), text)
        if scene.prompt is not None:
            self.add("prompt", ((), (";", "r")), scene.prompt)

    def add_notes(self, panel: Panel) -> None:
        for line in panel.lines:
            for note in (*line.notes, *(note for span in line.spans for note in span.notes)):
                self.add("note", ((";", "d"),), note)

    def join(self, spans: Iterable[Span]) -> str:
        return "".join(
            self.translate(span.text) if span.words is None else f" {self.translate(span.words)} " for span in spans
        )

    def format_panel(self, panel: Panel) -> str:
        rows = []
        heads = [self.join([span]) for span in panel.lines[0].spans] if panel.lines else []
        has_head = panel.is_table and bool(heads) and all(span.tint == Tint.DIM for span in panel.lines[0].spans)
        for line in panel.lines[has_head:]:
            text = self.join(line.spans)
            if panel.is_table:
                cells = [self.join([span]) for span in line.spans]
                names = heads if has_head else []
                text = " ".join(
                    f"{names[n]} {cell}" if 0 < n < len(names) and names[n] != cell else cell
                    for n, cell in enumerate(cells)
                    if find_words(cell, self.language) or cell.strip()
                )
            if line.bar is not None:
                text += f" {line.bar[0]} {self.words.of} {line.bar[1]}"
            rows.append(text)
        title = self.translate(panel.title) if panel.title is not None else ""
        return "\n".join([title, *rows])

    def add_near(self) -> None:
        scene = self.scene
        if scene.cells is not None:
            for thing in scene.things:
                chance = [thing.staying.text] if thing.staying is not None else []
                texts = (thing.label, *chance), (self.place(thing.position),)
                if thing.is_litter:  # the places of others like it are left out
                    texts = texts[:1]
                for part in [sum(texts, ())] if thing.awareness else texts:  # alike things are in one line
                    self.add("thing", ((";", "n"),), *part)
            for flash in scene.flashes:
                where = "" if flash.kind.value == "hurt" else self.place(flash.position)
                self.add("flash", ((";", "r"),), self.words.flashes[flash.kind.value], where)
        for percept in scene.percepts:
            if percept.age > 4:
                continue
            self.add("sound", ((";", "s"),), percept.kind, f"×{percept.count}" if percept.count > 1 else "")
            loud = self.words.loud[max(1, min(percept.loudness, 5)) - 1]
            for text in (loud, self.words.passed[min(percept.muffling, 3)]):
                self.add("sound", ((";", "s"),), text)
            if percept.estimate is not None and scene.cells is not None:
                self.add("sound", ((";", "s"),), self.place(percept.estimate))
        for odds in scene.odds:
            likely = [chance for chance in odds.chances if chance.permille[1] or chance.interest[1]]
            for chance in likely:
                where = "" if scene.cells is None else self.place(chance.position)
                self.add("odds", ((";", "o"),), chance.label, where, chance.text)
            if likely:
                self.add("odds", ((";", "o"),), odds.label)
        for place in scene.places:
            content = [self.join(line.spans) for line in place.lines]
            self.add("place", ((";", "m"),), place.label)
            for text in content:
                self.add("place", ((";", "m"),), text)
            for note in (*place.notes, *(n for line in place.lines for span in line.spans for n in span.notes)):
                self.add("note", ((";", "d"),), note)
        for level in scene.levels:
            self.add("place", ((";", "m"),), self.join(level.spans))

    def add_lists(self) -> None:
        scene, keymap = self.scene, build_keymap(UiState(), self.scene)
        if scene.answers and scene.answer_kind is PromptKind.CHOICE:
            self.add_choices("answer", (), scene.answers)
        elif scene.answers:
            for choice in scene.answers:
                self.add("answer", ((), (";", "d")), choice.label)
        if scene.answers or scene.farewell:
            return
        for binding in scene.bindings:
            keys = [key for key in binding.keys if keymap.get(key) is binding]
            if keys and binding.prompts and binding.prompts[0].kind is PromptKind.CHOICE:
                choices = scene.choices.get(binding.prompts[0].choices, ())
                if len(choices) > 1 or not binding.prompts[0].is_automatic:  # else nothing is asked
                    self.add_choices("choice", (keys[0],), choices)
            direction = binding.fields.get("direction")
            if scene.cells is not None and keys and type(direction) is int and not binding.prompts:
                dy, dx = DIRECTIONS[direction]
                question = scene.confirmations.get((scene.cells.focus[0] + dy, scene.cells.focus[1] + dx))
                if question is not None:
                    self.add("caution", ((keys[0],),), question)

    def add_choices(self, kind: str, keys: tuple[str, ...], choices: tuple[Choice, ...]) -> None:
        for letter, choice in assign_letters(choices):
            self.add(kind, (keys, (*keys, ";", "d")), letter, choice.label)
            for detail in choice.detail:
                self.add("detail", ((*keys, ";", "d"),), detail)

    def add_pages(self) -> None:
        keymap = build_keymap(UiState(), self.scene)
        if self.scene.answers:
            return
        for key, page in self.scene.page_keys.items():
            if keymap.get(key) != f"page:{page}" or page not in self.scene.pages:
                continue
            panel = self.scene.pages[page]
            self.add("page", ((key,),), self.format_panel(Panel(None, panel.lines, panel.is_table)))
            for letter, choice in assign_letters(self.scene.choices.get(page, ())):
                if letter and choice.detail:
                    self.add("detail", ((key, letter),), choice.label, *choice.detail)

    def add_keys(self) -> None:
        scene, keymap = self.scene, build_keymap(UiState(), self.scene)
        for binding in scene.bindings:
            for key in binding.keys:
                if keymap.get(key) is binding and key != CLICK and binding.is_listed:
                    self.found.append(("key", (("?",),), f"{key}\0{self.translate(binding.label)}"))
        for action in UI_ACTIONS:
            if action not in ("larger", "smaller"):
                for key in list_action_keys(UiState(), scene, action):
                    self.found.append(("key", (("?",),), f"{key}\0"))
        names = {binding.label.id: binding for binding in scene.bindings if build_keymap(UiState(), scene)}
        for name in scene.hints:
            usable = name in names and any(keymap.get(key) is names[name] for key in names[name].keys)
            if usable:
                self.add("hint", ((";", "k"),), scene.hint_texts.get(name, names[name].label))


def is_found(kind: str, words: str, text: str, language: str) -> bool:
    """Whether lines say a fact."""
    if kind == "key":
        key, label = words.split("\0")
        flat = " ".join(text.split())
        return re.search(rf"(?:^| |\(){re.escape(key)}(?:[, )][^:]*)?: {re.escape(label)}", flat) is not None
    return f" {words} " in f" {find_words(text, language)} "


# The map.


def read_rows(text: str, language: str) -> dict[tuple[int, int], str]:
    """Reads a map in words back: the name of each cell, by its offset."""
    ways = read_words(language).ways
    sign = {ways[0]: -1, ways[2]: 1, ways[4]: 1, ways[6]: -1}
    either = "|".join(sign)
    one = rf"(?:de )?(\d+)(?: ({either}))?(?: (?:to|a) (\d+)(?: ({either}))?)?"
    head = re.compile(rf"^(?:({re.escape(ways[9])})|{one}): ")
    rows: list[str] = []
    for line in text.splitlines():
        if head.match(line):
            rows.append(line)
        elif rows:
            rows[-1] += " " + line

    def read_range(first: str, way: str | None, last: str | None, last_way: str | None) -> range:
        begin = int(first) * sign.get(way or last_way or "", 0)
        end = begin if last is None else int(last) * sign.get(last_way or "", 0)
        assert begin <= end or way is None
        return range(min(begin, end), max(begin, end) + 1)

    cells = {}
    for row in rows:
        found = head.match(row)
        assert found is not None
        ys = range(1) if found[1] else read_range(*found.groups()[1:])
        for part in row[found.end() :].split("; "):
            name, runs = part, []
            while (columns := re.match(rf"^(?:(.*), )?{one}$", name)) is not None:
                name = columns[1] or ""
                runs.append(read_range(*columns.groups()[1:]))
            assert runs, part
            cells.update({(y, x): name for y in ys for run in runs for x in run})
    return cells


def check_map(sample: SampleScene, reader: Reader, language: str) -> Iterator[str]:
    """Yields what the map in words says otherwise than the scene."""
    scene, translate = sample.scene, sample.loaded.catalog.translate
    if scene.cells is None:
        return
    y, x = scene.cells.focus
    told = read_rows(reader.press(";", "m"), language)
    things, (top, left) = {thing.position for thing in scene.things}, scene.cells.origin
    for (row, column), notes in scene.notes.items():
        index = row - top, column - left
        has_thing = scene.cells.thing is not None and scene.cells.thing[index]
        if scene.cells.solid is not None and scene.cells.solid[index] and not has_thing:
            continue  # a wall
        notes = notes[-1:] if (row, column) in things else notes
        memories = [note.args.get("name", note) if note.id == "stealth-remembered" else note for note in notes]
        name = find_words(" ".join(translate(note) for note in memories), language)
        if find_words(told.get((row - y, column - x), ""), language) != name:
            yield f"cell {row - y} {column - x}: {name!r}, told {told.get((row - y, column - x))!r}"
    if scene.cells.risk is None or scene.cells.interest is None:
        return
    heads = "|".join(map(re.escape, read_words(language).risk))
    parts = re.split(rf"^(?:{heads})$", reader.press(";", "v"), flags=re.MULTILINE)[1:]
    wanted = [(scene.cells.risk, RISK_HATCHES), (scene.cells.interest, INTEREST_HATCHES), (scene.cells.reach, ())]
    shown = [(values, hatches) for values, hatches in wanted if values is not None and values.any()]
    if len(parts) != len(shown):
        yield f"risk: {len(parts)} parts, {len(shown)} wanted"
        return
    for part, (values, hatches) in zip(parts, shown, strict=True):
        told = read_rows(part, language)
        for row, column in np.argwhere(np.asarray(values) > 0).tolist():
            name = told.get((row + top - y, column + left - x))
            least = max((bound for bound, _, _ in hatches if bound <= values[row, column]), default=None)
            if name is None or (least is not None and not name.startswith(f"{least}-")):
                yield f"risk at {row + top - y} {column + left - x}: {values[row, column]}, told {name!r}"


def check_scene(sample: SampleScene, language: str) -> tuple[Counter[str], list[str]]:
    """Returns the number of facts by kind, and those that are missing."""
    reader = Reader(sample)
    facts = FactList(sample, language).list_all()
    missing = [
        f"{kind}: {words!r} by {[' '.join(pair) for pair in keys]}"
        for kind, keys, words in facts
        if not any(is_found(kind, words, reader.press(*pair), language) for pair in keys)
    ]
    missing += check_map(sample, reader, language)
    missing += [f"a line of {len(line)} characters: {line}" for line in sorted(reader.long_lines)]
    counts = Counter(kind for kind, _, _ in facts)
    counts["cell"] = len(sample.scene.notes)
    return counts, missing


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenes", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--language", default="en", choices=LANGUAGES)
    options = parser.parse_args()
    total, traits, failed = Counter[str](), Counter[str](), 0
    for sample in take_scenes(options.scenes, options.first, options.language):
        counts, missing = check_scene(sample, options.language)
        total += counts
        traits.update(list_traits(sample.scene))
        failed += bool(missing)
        for line in missing[:10]:
            print(f"{sample.name}: {line}")
    print(f"{options.scenes} scenes, {failed} with missing facts; {total.total()} facts: {dict(total)}")
    print(f"among them: {dict(traits)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
