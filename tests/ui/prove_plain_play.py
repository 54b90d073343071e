"""Plays the guided floor of Stealth through a pipe, by a reader that knows only the lines it gets.

    python tests/ui/prove_plain_play.py [--games 20] [--first 0] [--transcript]

Each game is a process of its own: ``footfall play --plain --course guided``. The reader asks for its task (`; p`), what
is near (`; n`) and the map (`; m`), as a blind player does, and does what the text of each lesson says. Every floor
must be left by its way out after all lessons, and no line have more than 80 characters. Dice decide whether a
guard notices; that all lessons are praised is required of `PRAISED_SHARE` of the games.

Exit code 1 if that fails.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Iterable
from functools import cache
from itertools import pairwise

from footfall.api import Message
from footfall.loader import load

WIDTH = 80
PRAISED_SHARE = 0.75
STEPS = {"k": (-1, 0), "u": (-1, 1), "l": (0, 1), "n": (1, 1), "j": (1, 0), "b": (1, -1), "h": (0, -1), "y": (-1, -1)}
LESSONS = ("listen", "noise", "decoy", "creep", "ambush", "secret", "escape")

Cell = tuple[int, int]


class StuckError(Exception):
    """The reader does not know what to do."""


class Pipe:
    """A running game: keys in, lines out."""

    def __init__(self, arguments: Iterable[str], home: str) -> None:
        folders = {f"XDG_{name}_HOME": os.path.join(home, name.lower()) for name in ("DATA", "CONFIG", "STATE")}
        self.lines: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, "-m", "footfall", "play", "--plain", "--sound", "off", *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ, **folders},
        )  # fmt: skip

    def type(self, keys: str) -> list[str]:
        """Types keys and returns the lines they bring: until the answer to a fact that there is not."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(f"{keys}\n; X\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            return []
        lines = []
        for line in self.process.stdout:
            if line.startswith("After semicolon (;)"):
                break
            lines.append(line.rstrip("\n"))
        self.lines += [f"> {keys}", *lines]
        return lines

    def close(self) -> int:
        """Ends the input; returns the exit code."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.lines += self.process.stdout.read().splitlines()
        self.process.stdout.close()
        return self.process.wait(timeout=60)


def unwrap(lines: Iterable[str], is_head: Callable[[str], object]) -> list[str]:
    """Returns lines with the ones that continue them."""
    rows: list[str] = []
    for line in lines:
        if is_head(line) or not rows:
            rows.append(line)
        else:
            rows[-1] += " " + line
    return rows


def read_offset(words: str) -> Cell | None:
    """Reads ``2 north 5 west`` or ``here``."""
    if words == "here":
        return 0, 0
    found = re.fullmatch(r"(?:(\d+) (north|south))? ?(?:(\d+) (east|west))?", words)
    if found is None or not words:
        return None
    down, right = int(found[1] or 0), int(found[3] or 0)
    return (-down if found[2] == "north" else down), (-right if found[4] == "west" else right)


def read_range(first: str, way: str | None, last: str | None, last_way: str | None) -> range:
    """Reads ``2 west to 5 east`` or ``3 to 8 south``."""
    signs = {"north": -1, "west": -1}
    begin = int(first) * signs.get(way or last_way or "", 1)
    end = begin if last is None else int(last) * signs.get(last_way or "", 1)
    return range(begin, end + 1) if begin <= end else range(end, begin + 1)


class Reader:
    """A player of the guided floor who only reads.

    Attributes:
        at: where it is, from where it began.
        visited: where it has been.
    """

    def __init__(self, pipe: Pipe) -> None:
        self.pipe = pipe
        self.at: Cell = (0, 0)
        self.visited: set[Cell] = {(0, 0)}

    # What it reads.

    def read_task(self) -> tuple[int, str]:
        """Returns the number of the lesson and its task."""
        lines = self.pipe.type("; p")
        for line, following in pairwise(lines):
            found = re.fullmatch(rf"LESSON (\d) OF {len(LESSONS)}", line)
            if found is not None:
                return int(found[1]), following
        raise StuckError("there is no lesson")

    def is_done(self) -> bool:
        return self.read_task()[1].startswith(("Done.", "Leave by", "Go on to the fire"))

    def list_things(self) -> list[tuple[str, Cell]]:
        """Returns what is near, with where it is from here, the nearest first."""
        return self.read_things(self.pipe.type("; n"))

    def read_things(self, lines: list[str]) -> list[tuple[str, Cell]]:
        """Reads a list of things."""
        things = []
        for line in unwrap(lines, lambda line: re.search(r"(north|south|east|west|here)$", line)):
            label, _, where = line.rpartition(", ")
            offsets = map(read_offset, where.split("; "))  # things that look alike are in one line
            things += [(label, offset) for offset in offsets if offset is not None]
        return things

    def find(self, pattern: str) -> Cell | None:
        """Returns where the nearest thing of a name is, from here."""
        return next((offset for label, offset in self.list_things() if re.search(pattern, label)), None)

    def read_map(self) -> dict[Cell, str]:
        """Returns the names of all known cells by their offset from here."""
        one = r"(\d+)(?: (north|south|east|west))?(?: to (\d+)(?: (north|south|east|west))?)?"
        head = re.compile(rf"(this row|{one}): ")
        columns = re.compile(rf"(.*), {one}$")
        lines = self.pipe.type("; m")
        start = next((index for index, line in enumerate(lines) if head.match(line)), len(lines))
        cells: dict[Cell, str] = {}
        for row in unwrap(lines[start:], head.match):
            found = head.match(row)
            assert found is not None, row
            for name in row[found.end() :].split("; "):
                runs = []
                while (part := columns.match(name)) is not None:
                    name = part[1]
                    runs.append(read_range(*part.groups()[1:]))
                ys = range(1) if found[1] == "this row" else read_range(*found.groups()[1:])
                cells.update({(y, x): name for y in ys for run in runs for x in run})
        for label, cell in self.read_things(lines[:start]):
            cells[cell] = f"{label}. {cells.get(cell, '')}"
        return cells

    # What it does.

    def step(self, key: str) -> list[str]:
        """Takes a step; a line with ``!`` says that it was refused, and a door takes the first one to open."""
        target = self.read_map().get(STEPS[key], "")
        lines = self.pipe.type(key)
        is_refused = any(line.startswith("! ") for line in lines)
        if not is_refused and "closed door" not in target and not re.search(r"asleep|unaware|hunting", target):
            self.at = (self.at[0] + STEPS[key][0], self.at[1] + STEPS[key][1])
            self.visited.add(self.at)
        if any(re.search(r"hunting you, 1 ", line) for line in lines):
            self.fight()
        return lines

    def fight(self) -> None:
        """Strikes a hunter next to it until there is none."""
        for _ in range(20):
            foe = self.find("hunting")
            if foe is None or max(map(abs, foe)) > 1:
                return
            self.pipe.type(next(key for key, way in STEPS.items() if way == foe))

    def walk(self, goal: Cell, ground: str = r"floor|moss|gravel|door|rock|way out", next_to: bool = False) -> bool:
        """Walks to a cell, given from here, over known ground; returns whether it is there."""
        goal = (goal[0] + self.at[0], goal[1] + self.at[1])
        for _ in range(60):
            offset = (goal[0] - self.at[0], goal[1] - self.at[1])
            if offset == (0, 0) or (next_to and max(map(abs, offset)) == 1):
                return True
            key = self.find_step(offset.__eq__, ground, next_to)
            if key is None:
                return False
            before = self.at
            self.step(key)
            if self.at == before and self.find("closed door") is None:
                return False
        return False

    def find_step(self, is_goal: Callable[[Cell], bool], ground: str, next_to: bool = False) -> str | None:
        """Returns the first step of a shortest way over known ground."""
        cells = self.read_map()
        queue, first = deque([(0, 0)]), {(0, 0): ""}
        while queue:
            cell = queue.popleft()
            if cell != (0, 0) and is_goal(cell):
                return first[cell]
            if next_to and first[cell] and any(is_goal((cell[0] + y, cell[1] + x)) for y, x in STEPS.values()):
                return first[cell]
            for key in "ljkhunby":
                y, x = STEPS[key]
                beyond = (cell[0] + y, cell[1] + x)
                name = cells.get(beyond, "")
                is_free = re.search(ground, name) and not re.search(r"asleep|unaware|hunting|elder|campfire", name)
                if beyond not in first and is_free:
                    first[beyond] = first[cell] or key
                    queue.append(beyond)
        return None

    def can_explore(self, ground: str, order: str) -> bool:
        """Goes to ground where it has not been; returns whether there is any."""
        try:
            self.explore(ground, order)
        except StuckError:
            return False
        return True

    def explore(self, ground: str, order: str) -> None:
        """Goes to ground where it has not been: in a preferred direction, else to the nearest."""
        cells = self.read_map()
        for key in order:
            y, x = STEPS[key]
            is_new = (self.at[0] + y, self.at[1] + x) not in self.visited
            name = cells.get((y, x), "")
            if is_new and re.search(ground, name) and not re.search(r"asleep|unaware|hunting|elder|campfire", name):
                self.step(key)
                return
        key = self.find_step(lambda cell: (cell[0] + self.at[0], cell[1] + self.at[1]) not in self.visited, ground)
        if key is None:
            raise StuckError(f"no way on over {ground}")
        self.step(key)

    def search(self, pattern: str, ground: str, order: str, least_east: int = 1) -> Cell:
        """Explores until a thing is known that lies to the east; returns where it is from here."""
        for _ in range(120):
            for label, offset in self.list_things():
                if re.search(pattern, label) and offset[1] >= least_east:
                    return offset
            self.explore(ground, order)
        raise StuckError(f"found no {pattern}")

    # The lessons.

    def listen(self) -> None:
        """Wait four times next to the door."""
        self.walk(self.search("closed door", "floor", "l"), next_to=True)
        for _ in range(12):
            if self.is_done():
                break
            self.pipe.type(". . . .")
        self.leave_by_door("floor", "l")

    def leave_by_door(self, ground: str, order: str) -> None:
        """Goes through the door in the east, until the next lesson begins or the room is left behind."""
        number = self.read_task()[0]
        y, x = self.search("closed door", ground, order)
        self.walk((y, x - 1), ground)
        for _ in range(5):
            if self.read_task()[0] != number:
                return
            self.step("l")

    def cross_on_moss(self) -> None:
        """Cross on the moss, in the north."""
        self.leave_by_door("moss", "ukl")

    def throw_decoy(self) -> None:
        """Throw a rock north, then slip past."""
        self.walk(self.search("rock", "floor", "jbn", -99))
        self.pipe.type("g")
        for _ in range(9):
            if len(self.list_fires()) < 2 or self.list_fires()[0][1] > 0:
                self.step("l")
        fire = self.list_fires()[0]
        self.throw_at(fire)
        for _ in range(8):
            guard = self.find("guard|goblin")
            if guard is not None and self.is_done() and abs(guard[0] - fire[0]) <= 3:
                break
            self.pipe.type(".")
        self.go_east(lambda: self.read_task()[0] > 3)

    def list_fires(self) -> list[Cell]:
        """Returns where the fires to the east or north are, the northernmost first."""
        return sorted(offset for label, offset in self.list_things() if "campfire" in label and offset[1] > -9)

    def throw_at(self, goal: Cell) -> None:
        """Throws a rock at a cell: moves the cursor as the lines tell where it is."""
        options = self.pipe.type("t")
        letter = next(line[0] for line in options if re.match(r"\w: .*rock", line))
        lines = self.pipe.type(letter)
        for _ in range(40):
            place = next((at for line in lines if (at := read_offset(line.partition(":")[0])) is not None), None)
            if place == goal:
                break
            if place is None:
                lines = self.pipe.type("l")
                continue
            step = tuple((there > here) - (there < here) for there, here in zip(goal, place, strict=True))
            lines = self.pipe.type(next(key for key, way in STEPS.items() if way == step))
        self.pipe.type("ENTER")

    def go_east(self, is_there: Callable[[], bool], ground: str = "moss|floor") -> None:
        """Goes east, over moss where there is some, until it is there."""
        for _ in range(60):
            if is_there():
                return
            cells = self.read_map()
            ways = [key for key in "lnu" if re.search(ground, cells.get(STEPS[key], ""))]
            soft = [key for key in ways if "moss" in cells[STEPS[key]]]
            if not ways:
                self.explore(ground, "jk")
            else:
                self.step((soft or ways)[0])
        raise StuckError("the way does not go on in the east")

    def creep(self) -> None:
        """Show the risk, and pass along the south wall."""
        self.pipe.type("v")
        self.leave_by_door("moss|floor", "nlju")

    def ambush(self) -> None:
        """Strike the sleeper, then go on past the fire to the east wall."""
        for _ in range(60):
            if self.is_done():
                break
            sleeper = self.find("goblin")
            if sleeper is None or sleeper[1] < -9:
                if not self.can_explore("floor", "lun"):
                    break
            elif max(map(abs, sleeper)) == 1:
                self.step(next(key for key, way in STEPS.items() if way == sleeper))
            elif not self.walk(sleeper, next_to=True):  # a fire shows it beyond dark ground
                self.explore("floor", "l")
        y, x = self.search("campfire", "floor", "ulk", -3)
        self.walk((y, x + 2), "floor")

    def breach(self) -> None:
        """Wait at the wall, break it where a line tells of a draft, and go on to the door in the northeast."""
        told = re.search(r"the wall to the (\w+) hides a way", " ".join(self.pipe.type(". . . .")))
        if told is None:
            raise StuckError("no wall is hollow")
        key = next(key for key, way in STEPS.items() if way == {"east": (0, 1), "north": (-1, 0)}.get(told[1]))
        for _ in range(12):
            if self.is_done():
                break
            self.pipe.type(f"F {key} . .")
        self.step(key)
        y, x = self.search("closed door", "floor|rubble", "lu")
        self.walk((y, x - 1), "floor")

    def escape(self) -> None:
        """Be seen through the door in the northeast, shut it, be lost; then leave by the way out."""
        self.step("l")
        for _ in range(40):  # it is heard before it comes into the light
            if re.search(r"noticed you|meant for you|hunting you", " ".join(self.pipe.type(".")) + self.read_task()[1]):
                break
        self.pipe.type("c")
        for _ in range(60):
            if self.is_done():
                break
            self.pipe.type(".")
        self.walk(self.search("way out", "floor", "jhn", -99), "floor|way out")
        self.pipe.type("SPACE")

    def play(self) -> None:
        """Plays all lessons in order."""
        lessons = (self.listen, self.cross_on_moss, self.throw_decoy, self.creep, self.ambush, self.breach)
        for number, lesson in enumerate((*lessons, self.escape), 1):
            if self.read_task()[0] != number:
                raise StuckError(f"lesson {number} does not begin: {self.read_task()}")
            lesson()


@cache
def list_praises() -> list[str]:
    """Returns what the lessons say when they are done, and what the game says at its end."""
    translate = load("core.stealth", only_mods=()).catalog.translate
    ids = (*(f"stealth-praise-{lesson}" for lesson in LESSONS), "stealth-over-learned")
    return [translate(Message(id)) for id in ids]


def play_game(seed: int) -> tuple[list[str], int, list[str]]:
    """Plays one game; returns what is wrong, the number of lessons praised, and all lines."""
    with tempfile.TemporaryDirectory() as home:
        pipe = Pipe(("--course", "guided", "--seed", str(seed)), home)
        problems = []
        try:
            pipe.type("; n")
            Reader(pipe).play()
        except StuckError as error:
            problems.append(f"stuck: {error}")
        finally:
            pipe.type("ENTER")
            code = pipe.close()
    text = " ".join(pipe.lines)
    *praises, end = list_praises()
    praised = sum(praise in text for praise in praises)
    if end not in text or code:
        problems.append(f"not finished, exit code {code}")
    *lines, _, _ = pipe.lines  # the last two name files
    problems += [f"a line of {len(line)} characters: {line}" for line in lines if len(line) > WIDTH]
    return problems, praised, pipe.lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--transcript", action="store_true", help="print all keys and lines")
    options = parser.parse_args()
    completed = all_praised = 0
    for seed in range(options.first, options.first + options.games):
        problems, praised, lines = play_game(seed)
        completed += not problems
        all_praised += praised == len(LESSONS)
        if options.transcript:
            print("\n".join(lines))
        for problem in problems:
            print(f"seed {seed}: {problem}")
    print(f"{completed} of {options.games} games completed from their lines alone, {all_praised} with every praise")
    return 0 if completed == options.games and all_praised >= PRAISED_SHARE * options.games else 1


if __name__ == "__main__":
    sys.exit(main())
