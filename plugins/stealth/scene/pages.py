"""Full-screen pages: the pack, the combat panel (R-PANEL), and what the character did."""

from __future__ import annotations

from footfall.api import Message, Play
from footfall.api.grid import here
from footfall.api.scene import Line, Panel, Span, Tint

from ..chronicle import chronicle_of
from ..disguise import disguised
from ..panel import rows
from ..player import player_of
from ..totals import creature, total
from .lists import carried

KEYS = {"i": "inventory", "p": "combat", "@": "deeds"}
"""Key of each page."""

PACK, COMBAT, DEEDS = (
    Message("stealth-page-inventory"),
    Message("stealth-page-combat"),
    Message("stealth-page-deeds"),
)
"""What the help calls the pages."""


def pages(play: Play) -> dict[str, Panel]:
    """All pages by name."""
    return {"inventory": _inventory(play), "combat": _combat(play), "deeds": _deeds(play)}


def _deeds(play: Play) -> Panel:
    """Whom the character felled, most of a kind first, and how many kinds it knows."""
    slain = chronicle_of(play.state).slain
    title = Message("stealth-deeds", {"count": sum(slain.values())})
    lines = [
        Line((Span(str(count)), Span(Message(creature(play, kind).name))))
        for kind, count in sorted(slain.items(), key=lambda pair: -pair[1])
    ]
    if not lines:
        return Panel(title, (Line((Span(Message("stealth-nobody-slain"), Tint.DIM),)),), label=DEEDS)
    heads = Line(
        (Span(Message("stealth-column-count"), Tint.DIM), Span(Message("stealth-column-name"), Tint.DIM))
    )
    return Panel(title, (heads, *lines), table=True, label=DEEDS)


def _inventory(play: Play) -> Panel:
    pack = carried(play)
    room = total(play, player_of(play), "capacity")
    title = Message("stealth-inventory", {"count": len(pack), "room": room})
    if not pack:
        return Panel(title, (Line((Span(Message("stealth-nothing-carried"), Tint.DIM),)),), label=PACK)
    rows = (
        Line((Span(c.letter, Tint.STRONG), Span(c.label), *(Span(line, Tint.DIM) for line in c.detail[:1])))
        for c in pack
    )
    return Panel(title, tuple(rows), table=True, label=PACK)


def _combat(play: Play) -> Panel:
    heads = ("name", "distance", "hp", "stamina", "defense", "strength", "to-hit", "armor")
    lines = [Line(tuple(Span(Message(f"stealth-column-{head}"), Tint.DIM) for head in heads))]
    world, _, _ = here(play)
    for row in rows(play):
        other = world.actors[row.actor]
        if disguised(play, other) or creature(play, other.kind).burns:
            continue  # a fire is nobody to fight
        dice = row.dice
        plus = f"+{dice.plus}" if dice.plus else ""
        name = Message("stealth-aggravated-name", {"name": row.name}) if row.aggravated else row.name
        figures = (
            str(row.distance),
            str(row.hp),
            str(row.stamina),
            str(row.defense),
            f"{row.strength}+{dice.low}-{dice.high}{plus}",
            f"{row.to_hit:+d}",
            str(row.armor),
        )
        tint = Tint.HUNTING if row.aggravated else Tint.TEXT
        lines.append(Line((Span(name, tint), *(Span(figure) for figure in figures))))
    if len(lines) == 1:
        lines.append(Line((Span(Message("stealth-nobody-in-view"), Tint.DIM),)))
    return Panel(Message("stealth-combat"), tuple(lines), table=True, label=COMBAT)
