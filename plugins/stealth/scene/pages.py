"""Full-screen pages: the pack, the combat panel (R-PANEL), kills, and the legend of signs and words."""

from __future__ import annotations

from collections.abc import Iterator

from footfall.api import Message
from footfall.api.scene import Line, Panel, Span, Tint

from ..actors.identification import disguise_of
from ..actors.stats import effective_stat
from ..ai.noticing import SURE_DISTANCE
from ..model.phase import Phase
from ..model.records import creature_kind, is_thing
from ..model.run_stats import run_stats_of
from .awareness import AWARENESS_SIGNS, AWARENESS_TINTS
from .cells import AMBUSH_SIGN
from .combat_panel import list_combat_rows
from .ending import describe_ghost_score
from .lists import list_pack

PAGE_KEYS = {"i": "inventory", "p": "combat", "@": "deeds", "L": "legend"}
"""Key to page name."""

PACK_LABEL, COMBAT_LABEL, DEEDS_LABEL = (
    Message("stealth-page-inventory"),
    Message("stealth-page-combat"),
    Message("stealth-page-deeds"),
)
"""Page names in the help."""


def build_pages(phase: Phase) -> dict[str, Panel]:
    """All pages by name."""
    return {
        "inventory": _inventory_page(phase),
        "combat": _combat_page(phase),
        "deeds": _deeds_page(phase),
        "legend": build_legend(),
    }


def _deeds_page(phase: Phase) -> Panel:
    """The character's kills by kind, most frequent first."""
    slain = run_stats_of(phase.ctx.state).slain
    title = Message("stealth-deeds", {"count": sum(slain.values())})
    ghost = [Line((Span(message, Tint.DIM),)) for message in describe_ghost_score(phase)]
    lines = [
        Line((Span(str(count)), Span(Message(creature_kind(phase, kind).name))))
        for kind, count in sorted(slain.items(), key=lambda pair: -pair[1])
    ]
    if not lines:
        return Panel(title, (Line((Span(Message("stealth-nobody-slain"), Tint.DIM),)), *ghost), label=DEEDS_LABEL)
    heads = Line((Span(Message("stealth-column-count"), Tint.DIM), Span(Message("stealth-column-name"), Tint.DIM)))
    return Panel(title, (heads, *lines, *ghost), table=True, label=DEEDS_LABEL)


def _inventory_page(phase: Phase) -> Panel:
    pack = list_pack(phase)
    room = effective_stat(phase, phase.player, "capacity")
    title = Message("stealth-inventory", {"count": len(pack), "room": room})
    if not pack:
        return Panel(title, (Line((Span(Message("stealth-nothing-carried"), Tint.DIM),)),), label=PACK_LABEL)
    rows = (
        Line(
            (Span(c.letter, Tint.STRONG), Span(c.label), *(Span(line, Tint.DIM) for line in c.detail[:1])),
            click=c.letter,
        )
        for c in pack
    )
    return Panel(title, tuple(rows), table=True, label=PACK_LABEL)


def _combat_page(phase: Phase) -> Panel:
    heads = ("name", "distance", "hp", "stamina", "defense", "strength", "to-hit", "armor")
    lines = [Line(tuple(Span(Message(f"stealth-column-{head}"), Tint.DIM) for head in heads))]
    for row in list_combat_rows(phase):
        other = phase.world.actors[row.actor]
        if disguise_of(phase, other) or is_thing(phase, other):
            continue
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
    return Panel(Message("stealth-combat"), tuple(lines), table=True, label=COMBAT_LABEL)


WORDS = ("unsure", "noticed", "named", "surprise")
"""Ends of the ids of the texts on words of the log."""


LEGEND_LABEL = Message("stealth-page-legend")


def build_legend() -> Panel:
    """The page that explains the signs and words."""
    return Panel(Message("stealth-legend"), tuple(_list_lines()), label=LEGEND_LABEL)


def _list_lines() -> Iterator[Line]:
    for awareness, sign in AWARENESS_SIGNS.items():
        if sign:
            yield _explain(sign, AWARENESS_TINTS[awareness], awareness.value)
    yield _explain(AMBUSH_SIGN, Tint.GOOD, "ambush")
    yield Line()
    for word in WORDS:
        yield Line((Span(Message(f"stealth-legend-{word}", {"cells": SURE_DISTANCE})),))


def _explain(sign: str, tint: Tint, word: str) -> Line:
    return Line((Span(f"{sign}  ", tint), Span(Message(f"stealth-legend-{word}"))))
