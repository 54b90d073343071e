"""Scores of an expedition for its player, and sums over many delves."""

from collections import Counter
from collections.abc import Mapping

from footfall.api import Context, Message, Score, ScoreTotal

from .expedition import expedition_of
from .maps.geometry import CellRect, bounding_rect
from .model import Delve, ExitKind, Fate, ZoneKind
from .tables import Tables

TOTALS = {
    "mode": ScoreTotal.GROUP,
    "ending": ScoreTotal.TALLY,
    "rooms": ScoreTotal.LARGEST,
    "zones": ScoreTotal.SUM,
    "lairs": ScoreTotal.SUM,
    "quests": ScoreTotal.SUM,
}

SCORES = tuple(Score(id, Message(f"delve-score-{id}"), total) for id, total in TOTALS.items())


def score_expedition(ctx: Context) -> Mapping[str, int | str]:
    """Returns the values of `SCORES`."""
    expedition = expedition_of(ctx.state)
    facts = count_facts(expedition.delve)
    return {
        "mode": "delve-score-walk" if expedition.is_walking else "delve-score-table",
        "ending": f"delve-score-{ctx.state.outcome}",
        **{id: facts[id] for id in ("rooms", "zones", "lairs", "quests")},
    }


def count_facts(delve: Delve) -> dict[str, int]:
    """Statistics of one delve.

    ``quest_room`` is the number of the room that was the first quest room, 0: none; ``side`` the longer side of
    the floor in cells, maximum over all levels.
    """
    walled = false = links = unfound = 0
    for gate in delve.exits:
        if gate.fate is Fate.BLOCKED:
            if gate.way is ExitKind.MOUTH:
                walled += 1
            else:
                false += 1
        elif gate.fate is Fate.LINKED:
            links += 1
        elif gate.fate is Fate.UNFOUND:
            unfound += 1
    known = [zone for zone in delve.zones if not zone.is_hidden]
    corridors = [zone for zone in known if zone.kind is ZoneKind.CORRIDOR]
    types = [zone.type for zone in known if zone.kind is ZoneKind.ROOM]
    return {
        "zones": len(known),
        "rooms": delve.rooms,
        "lairs": delve.lairs,
        "quests": delve.quests,
        "quest_room": types.index("quest") + 1 if "quest" in types else 0,
        "walled_up": walled,
        "false_doors": false,
        "links": links,
        "unfound": unfound,
        "shortened": sum((z.sections, z.end) != (z.rolled_sections, z.rolled_end) for z in corridors),
        "searches": len(delve.searches),
        "faces": sum(len(roll.faces) for note in delve.journal for roll in note.rolls),
        "side": max(max(find_extent(delve, level)[2:]) for level in range(1, len(delve.levels) + 1)),
    }


def list_features_met(delve: Delve) -> tuple[str, ...]:
    """Short ids of the tables rolled on, ends, room types, special rooms and corridors."""
    zones = [zone for zone in delve.zones if not zone.is_hidden]
    words = {word for zone in zones for word in (zone.end, zone.type, zone.special) if word}
    words |= {roll.table for note in delve.journal for roll in note.rolls}
    return tuple(sorted(words))


def count_rows_rolled(delve: Delve) -> dict[str, int]:
    """Number of rolls per row, as ``table/row``, without rolls with a bonus."""
    counts = Counter(f"{roll.table}/{roll.row}" for note in delve.journal for roll in note.rolls if not roll.bonus)
    return dict(sorted(counts.items()))


def compute_exact_chances(tables: Tables) -> dict[str, float]:
    """The exact chance of each row, as ``table/row``; decks and rising rows are left out."""
    chances = {}
    for name, table in tables.by_name.items():
        if table.draw != "dice":
            continue
        weights = table.count_weights()
        total = sum(weights.values())
        chances.update({f"{name}/{row}": weight / total for row, weight in weights.items()})
    return chances


def find_extent(delve: Delve, level: int = 1) -> CellRect:
    """The smallest rectangle that holds the known floor of a level."""
    zones = [zone for zone in delve.zones if zone.level == level and not zone.is_hidden]
    return bounding_rect([rect for zone in zones for rect in zone.floors])
