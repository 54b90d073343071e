"""Hand-built scenes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import FluentType

import footfall.ui
from footfall.api import Command, Message
from footfall.api.scene import (
    Binding,
    Cells,
    Choice,
    Line,
    LogLine,
    Panel,
    Percept,
    Prompt,
    PromptKind,
    Scene,
    Span,
    Tint,
)


class Catalog:
    """Texts of the UI from its file; other messages become their id and arguments."""

    def __init__(self, language: str = "en") -> None:
        path = Path(footfall.ui.__file__).parent / "locale" / language / "ui.ftl"
        self.bundle = FluentBundle([language], use_isolating=False)
        self.bundle.add_resource(FluentResource(path.read_text("utf-8")))
        self.used_ids: set[str] = set()

    def __call__(self, message: Message | str) -> str:
        if isinstance(message, str):
            return message
        self.used_ids.add(message.id)
        args: dict[str, Any] = {
            name: self(value) if isinstance(value, Message) else value for name, value in message.args.items()
        }
        if not self.bundle.has_message(message.id):
            return " ".join([message.id, *(f"{name}={value}" for name, value in args.items())])
        pattern = self.bundle.get_message(message.id).value
        assert pattern is not None
        words, errors = self.bundle.format_pattern(pattern, args)
        assert not errors, (message, errors)
        assert not isinstance(words, FluentType)
        return str(words)


class Walk(Command, frozen=True, tag="test:walk"):
    direction: int


class Throw(Command, frozen=True, tag="test:throw"):
    item: int
    target: tuple[int, int]


class Close(Command, frozen=True, tag="test:close"):
    direction: int


class Wait(Command, frozen=True, tag="test:wait"):
    pass


TINTS = {
    "#": Tint.WALL, ".": Tint.FLOOR, "+": Tint.DOOR, "@": Tint.PLAYER, "h": Tint.ASLEEP, "t": Tint.WARY,
    "g": Tint.HUNTING, "!": Tint.ITEM, ">": Tint.STAIRS, "e": Tint.ALLY,
}  # fmt: skip
BACKGROUNDS = {"h": Tint.ASLEEP, "t": Tint.WARY, "g": Tint.HUNTING}
MARKS = {"h": "z", "t": "?", "g": "!", "@": "↯"}

HOUSE = """
                                                                                
     #########                                          ##########              
     #.......#                                          #........#              
     #...!...#                                          #...!....#              
     #.......+..........                                #........#              
     #########         .                                ###+######              
                    ###+#####                              .                    
        ..          #.......#            #######           .                    
        ..      #####.......####         #.....#           .                    
     ###..###   #..............#         #.....+............                    
     #......#####....g.........##########.......                                
     #..........t.....@....h.............+.....#                                
     #......############..........############.#                                
     ########       #.............#          #.#                                
                    #########+#####          #.#                                
                             .               #.#                                
                             .               #.#                                
                    ##########+##########    #.#                                
                    #...................######.#                                
                    #....e.............>.......#                                
                    #...................########                                
                    #####################                                       
"""


def cells_of(picture: str, seen: int = 9) -> Cells:
    """Builds a map from a picture: cells within `seen` of the ``@`` are visible, others remembered."""
    rows = picture.strip("\n").split("\n")
    width = max(map(len, rows))
    grid = [row.ljust(width) for row in rows]
    glyph = np.array([[ord(char) for char in row] for row in grid], np.uint32)
    fg = np.array([[TINTS.get(char, Tint.NONE) for char in row] for row in grid], np.uint8)
    bg = np.array([[BACKGROUNDS.get(char, Tint.NONE) for char in row] for row in grid], np.uint8)
    mark = np.array([[ord(MARKS.get(char, "\0")) for char in row] for row in grid], np.uint32)
    y, x = (int(i) for i in np.argwhere(glyph == ord("@"))[0])
    ys, xs = np.indices(glyph.shape)
    visible = (np.maximum(abs(ys - y), abs(xs - x) / 2) <= seen) & (glyph != 32)
    fg[~visible & (glyph != 32)] = Tint.REMEMBERED
    bg[visible & (glyph == ord("."))] = Tint.FLOOR
    glyph[glyph == ord(".")] = ord("·")
    return Cells(glyph=glyph, fg=fg, bg=bg, mark=mark, focus=(y, x), visible=visible)


def line(*parts: str | tuple[str, int], bar: tuple[int, int] | None = None) -> Line:
    spans = tuple(Span(part) if isinstance(part, str) else Span(*part) for part in parts)
    return Line(spans, bar)


STEPS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
STEP_KEYS = (
    ("k", "UP", "PAD8"), ("u", "PGUP", "PAD9"), ("l", "RIGHT", "PAD6"), ("n", "PGDN", "PAD3"),
    ("j", "DOWN", "PAD2"), ("b", "END", "PAD1"), ("h", "LEFT", "PAD4"), ("y", "HOME", "PAD7"),
)  # fmt: skip


def bindings() -> tuple[Binding, ...]:
    moves = tuple(
        Binding(STEP_KEYS[i], Walk, Message(f"step {STEPS[i]}"), {"direction": i}, group="Moving") for i in range(8)
    )
    throw = Binding(
        ("t",),
        Throw,
        Message("throw"),
        prompts=(
            Prompt("item", PromptKind.CHOICE, Message("Throw what?"), "items"),
            Prompt("target", PromptKind.CELL, Message("Throw it where?"), "targets"),
        ),
        group="Fighting",
    )
    close = Binding(
        ("c",),
        Close,
        Message("close"),
        prompts=(Prompt("direction", PromptKind.DIRECTION, Message("Close which door?")),),
        group="Moving",
    )
    wait = Binding((".", "PAD5"), Wait, Message("wait"), group="Moving")
    return (*moves, wait, close, throw)


ITEMS = (
    Choice(7, "a short blade", "a", ("1d6, a thief's weapon.", "Worn at the belt.")),
    Choice(9, "a pebble", "", ("It makes a noise where it lands.",)),
    Choice(12, "a vial of something cloudy", "c", ("Unknown. Inspect it before you drink it.",)),
)


def dungeon() -> Scene:
    """A busy scene of a roguelike."""
    cells = cells_of(HOUSE)
    status = (Span("depth 3"), Span("you make ▮▮▯▯▯▯, heard to 9", Tint.SOUND), Span("lamp lit", Tint.LIGHT))
    burglar = Panel(
        Message("A BURGLAR"),
        (
            line(("HP     ", Tint.GOOD), bar=(17, 22)),
            line(("stamina", Tint.MAGIC), bar=(3, 8)),
            line("gait   sneaking"),
            line("lamp   lit (q)"),
            line("hand   short blade 1d6"),
        ),
    )
    blow = Panel(
        Message("NEXT BLOW"),
        (line(("↯ unaware", Tint.STRONG), "        hit +2, hurt +2"), line("to hit 1d6+3 over 5"), line("noise  2")),
    )
    sight = Panel(
        Message("IN SIGHT"),
        (
            line(("g", Tint.HUNTING), " ! goblin  hunting  1 NW"),
            line(("t", Tint.WARY), " ? thug    wary     6 W, heard a step"),
            line(("h", Tint.ASLEEP), " z hound   asleep   5 E"),
        ),
    )
    panel = Panel(
        Message("COMBAT"),
        (
            line(*[(head, Tint.DIM) for head in ("name", "dist", "HP", "stam", "DEF", "dice", "hit", "AV")]),
            line(("goblin (!)", Tint.HUNTING), "1", "7/9", "4/6", "4", "1+1d4", "1", "0"),
            line(("thug", Tint.WARY), "6", "14/14", "8/8", "5", "3+1d6+1", "2", "1"),
            line(("hound", Tint.ASLEEP), "5", "8/8", "6/6", "6", "2+1d4", "0", "0"),
        ),
        is_table=True,
    )
    inventory = Panel(
        Message("INVENTORY"),
        (
            line(("a", Tint.STRONG), ") a short blade, in hand"),
            line(("b", Tint.STRONG), ") a pebble"),
            line(("c", Tint.STRONG), ") a vial of something cloudy"),
        ),
    )
    percepts = (
        Percept(Message("footsteps, boots"), 3, 1, (2, 57), 0, 2),
        Percept(Message("water dripping"), 1, 4, None, 0),
        Percept(Message("a door"), 2, 6, (8, 9), 3),
    )
    log = (
        LogLine(Message("You ease the door open. Quiet: 3."), "", 1236),
        LogLine(Message("The hound sleeps on."), "", 1237),
        LogLine(Message("You hear footsteps to the north-east."), "heard", 1239, 2),
        LogLine(Message("The thug looks round."), "", 1240),
        LogLine(Message("The goblin has noticed you: it heard your step, 22 loud, 14 less a door."), "bad", 1240),
    )
    return Scene(
        title=Message("THE CISTERN"),
        alert=Message("MELEE"),
        status=status,
        cells=cells,
        percepts=percepts,
        panels=(burglar, blow, sight),
        pages={"inventory": inventory, "combat": panel},
        page_keys={"i": "inventory", "p": "combat"},
        can_restart=True,
        notes={
            (11, 16): (Message("Thug."), Message("Wary: heard a step.")),
            (10, 21): (Message("Goblin."), Message("Hunting you. DEFENSE 4, 7 of 9 HP, hits with 1+1d4.")),
        },
        log=log,
        choices={"items": ITEMS, "inventory": ITEMS, "targets": (Choice((10, 21), "goblin"), Choice((11, 16), "thug"))},
        actor=1,
        bindings=bindings(),
        turn=1240,
        seed=8271,
    )


def board() -> Scene:
    """A board game without cells, with an open question."""
    head = line(*[(each, Tint.DIM) for each in ("soul", "place", "sanity", "keys", "objects", "actions")])
    souls = Panel(
        Message("SOULS"),
        (
            head,
            line(("P1 Healer", Tint.PLAYER), "F1_R2", "4/5", "1", "vial", "2"),
            line("P2 Scout", "F2_P", "-3/3", "0", "none", "0"),
            line(("P3 Brawler", Tint.BAD), "F3_R4", "-5/4", "0", "none", "0"),
        ),
        is_table=True,
    )
    floors = tuple(
        Panel(Message(f"FLOOR {n}"), (line(f"stair in R{n}"), line("the King" if n == 2 else "quiet")))
        for n in (3, 2, 1)
    )
    sanity = Panel(Message("SANITY"), (line("P1", bar=(4, 5)), line("P2", bar=(0, 3)), line("P3", bar=(0, 4))))
    return Scene(
        title=Message("THE HOUSE OF THE KING"),
        status=(Span("round 4"), Span("P1 to act", Tint.PLAYER)),
        panels=(souls, *floors, sanity),
        log=(LogLine(Message("Round 4 begins."), "", 9), LogLine(Message("The King goes to floor 2."), "bad", 10)),
        actor=1,
        prompt=Message("P1 finds a card: take it?"),
        answers=(Choice(True, "take it", "t"), Choice(False, "leave it", "l")),
        turn=10,
        seed=4,
    )
