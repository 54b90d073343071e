"""Lists that commands choose from: carried items, items underfoot, targets, places."""

from collections.abc import Iterable, Mapping
from functools import partial
from string import ascii_letters
from typing import Any

import msgspec

from footfall.api import Message, Question
from footfall.api.grid import Actor, Cell, Item, Tile, chebyshev_distance, list_carried_items, list_items_at
from footfall.api.scene import Choice, SceneThing

from ..actions import missiles
from ..actions.fight import is_exhausted
from ..actions.movement import list_open_doors
from ..actors.identification import describe_bonuses, disguise_of, is_identified, item_name
from ..actors.stats import reach_of
from ..actors.surroundings import are_enemies
from ..items.use_actions import BLAST_RADIUS
from ..model.courses import find_bell
from ..model.hunt import ORDER
from ..model.phase import Phase
from ..model.records import ItemUse, StatusEffect, is_thing, item_kind
from ..odds.sightings import list_fires, list_unseen, read_sightings
from ..odds.watchers import Awareness, awareness_of
from ..player.handlers import visible_tile_name
from ..player.tricks import list_eased_doors
from ..quest.bells import loudness_of
from ..senses.known_map import creatures_in_view, find_known_cells, list_items_in_view, list_remembered_items
from ..senses.notices import ANSWER
from ..senses.sounds import compass_direction
from .cells import describe_creature, describe_fire, describe_unseen
from .chances import weigh_staying, weigh_unseen_staying

THREATS = {Awareness.HUNTING: 0, Awareness.SEARCHING: 1, Awareness.INVESTIGATING: 1}
"""Ranks of the awareness of targets, 2 for all others."""

HARMFUL_USES = ("lull", "poison")
"""Uses that harm their user, besides harmful effects."""

DIRECTION_ARROWS = "↑↗→↘↓↙←↖"


def list_pack(phase: Phase) -> tuple[Choice, ...]:
    """The pack in the order of its letters, small ones first, with a mark on worn items.

    Equal items that do not stack are one choice under their first letter: the last of them, so that the letter stays.
    """
    player = phase.player
    worn, letters = set(player.worn.values()), phase.ctx.letters or dict(zip(player.pack, ascii_letters, strict=False))
    alike: dict[object, list[Item]] = {}
    for item in sorted(list_carried_items(phase.world, player), key=lambda item: letters.get(item.id, "~").swapcase()):
        is_single = item.count > 1 or item.id in worn or item.id in phase.play.muffling
        alike.setdefault(item.id if is_single else (item.kind, item.charges, item.is_known), []).append(item)
    choices = []
    for items in alike.values():
        letter, item = letters.get(items[0].id, ""), items[-1]
        label = item_name(phase, item)
        if item.id in worn:
            label = Message("stealth-worn", {"name": label})
        if len(items) > 1:
            label = Message("stealth-several", {"name": label, "count": len(items)})
        choices.append(Choice(item.id, label, letter, describe_item_details(phase, item)))
    return tuple(choices)


def list_usable(phase: Phase) -> tuple[Choice, ...]:
    """The carried items that may have a use, with a confirmation for those known to harm their user."""
    found = [(choice, phase.world.items[choice.value]) for choice in list_pack(phase)]
    worn, takes_off = {*phase.player.worn.values()}, (Message("stealth-about-worn"),)
    return tuple(
        msgspec.structs.replace(
            choice,
            confirmation=_harm_question(phase, item),
            detail=takes_off * (item.id in worn) + choice.detail,
            act=_name_use(phase, item, item.id in worn),
        )
        for choice, item in found
        if not is_identified(phase, item) or (kind := item_kind(phase, item.kind)).slot or kind.uses
    )


ACTS = {"food": "eat", "potion": "drink", "scroll": "read", "book": "read"}
"""The act for a sort of items, as the end of the id of its words."""


def _name_use(phase: Phase, item: Item, is_worn: bool) -> Message:
    """The act of using an item, with its name; of a stack, one is used."""
    kind, name = item_kind(phase, item.kind), item_name(phase, item)
    act = ("take-off" if is_worn else "put-on") if kind.slot else ACTS.get(kind.sort, "use")
    return Message(f"stealth-act-{act}", {"name": Message(name.id, {**name.args, "count": 1}), "slot": kind.slot})


def _harm_question(phase: Phase, item: Item) -> Message | None:
    """The confirmation for an identified item that harms its user; None for other items."""
    kind = item_kind(phase, item.kind)
    if kind.aim or kind.slot or not is_identified(phase, item):
        return None
    for use in kind.known_uses or kind.uses:
        if use.do in HARMFUL_USES:
            return Message("stealth-sure-harmful", {"name": item_name(phase, item), "does": describe_use(phase, use)})
        effect = phase.status_effects.get(use.effect) if use.do == "start" else None
        if effect is not None and not effect.is_good:
            return Message("stealth-sure-use", {"name": item_name(phase, item), "effect": Message(effect.name)})
    return None


def describe_item_details(phase: Phase, item: Item) -> tuple[Message | str, ...]:
    """The known facts of an item, one per line (R-INSPECT-2, R-ITEM-3)."""
    kind = item_kind(phase, item.kind)
    lines: list[Message | str] = []
    if kind.damage is not None and kind.damage.high + kind.damage.plus:  # a bow does the damage of its arrows
        dice = kind.damage
        facts = {"low": dice.low + dice.plus, "high": dice.high + dice.plus}
        lines.append(Message("stealth-about-damage", facts))
    if is_identified(phase, item):
        lines += [*describe_bonuses(kind.bonus), *_describe_exchange(phase, item)]
        lines += [describe_use(phase, use) for use in kind.known_uses or kind.uses]
    else:
        lines.append(Message("stealth-about-unknown"))
    if kind.reach:
        lines.append(Message("stealth-about-reach", {"reach": kind.reach + 1}))
    if kind.range:
        lines.append(Message("stealth-about-range", {"range": kind.range}))
        if phase.settings.shipped:
            lines.append(Message("stealth-about-sniping"))
    if kind.is_throwable and phase.settings.shipped:
        facts = {"loudness": kind.clatter + missiles.does_shatter(kind)}
        facts["range"] = missiles.throwing_range(phase, phase.player)
        lines.append(Message("stealth-about-clatter", facts))
    elif kind.is_throwable:
        lines.append(Message("stealth-about-throwable"))
    bell = find_bell(phase, item.kind)
    if bell is not None and phase.settings.shipped:
        facts = {"loudness": loudness_of(phase, item, bell), "period": bell.period}
        lines.append(Message("stealth-about-bell", facts))
    if item.charges > 0:
        lines.append(Message("stealth-about-charges", {"charges": item.charges}))
    return tuple(lines)


def _describe_exchange(phase: Phase, item: Item) -> tuple[Message, ...]:
    """The item that another would replace, if it is worn."""
    items = phase.world.items
    slot = item_kind(phase, item.kind).slot
    worn = items.get(phase.player.worn.get(slot, 0)) if slot else None
    if worn is None or worn.id == item.id:
        return ()
    told = describe_bonuses(item_kind(phase, worn.kind).bonus)
    facts = {
        "name": item_name(phase, worn),
        "has": "yes" if told else "no",
        "bonus": told[0].args["bonus"] if told else "",
    }
    return (Message("stealth-about-exchange", facts),)


def describe_use(phase: Phase, use: ItemUse) -> Message:
    """One use of an item in words."""
    facts: dict[str, Any] = {"low": use.low, "high": use.high, "fixed": "yes" if use.low == use.high else "no"}
    if use.effect:
        facts["effect"] = Message(phase.records.get(StatusEffect, "effect", use.effect).name)
    if use.stat:
        facts["stat"] = Message(f"stealth-stat-{use.stat}")
    return Message(f"stealth-does-{use.do}", facts)


def list_choices(phase: Phase) -> dict[str, tuple[Choice, ...]]:
    """All lists by name."""
    player = phase.player
    pack = list_pack(phase)
    creatures = _list_visible_creatures(phase)
    far = {other.id for other in creatures if missiles.check_throw(phase, player, other.at) is not None}
    targets = [other for other in creatures if are_enemies(phase, player, other) and not is_thing(phase, other)]
    targets += [other for other in creatures if is_thing(phase, other) and other.id not in far]
    targets.sort(key=lambda other: other.id in far)  # those in reach first
    rank = partial(_rank_threat, phase)
    reachable = [
        other
        for other in missiles.list_targets_in_reach(phase, player, reach_of(phase, player))
        if not disguise_of(phase, other)
    ]
    shot_at = missiles.list_targets_in_range(phase, player)
    throwable = [choice for choice in pack if item_kind(phase, phase.world.items[choice.value].kind).is_throwable]
    throwable.sort(key=lambda choice: choice.value in player.worn.values())
    return {
        "inventory": pack,
        "use": list_usable(phase),
        "throw": () if is_exhausted(phase, player) else tuple(throwable) or pack,
        "creatures": _describe_targets(phase, creatures),
        "targets": _describe_targets(phase, targets),
        "reach": _describe_targets(phase, sorted(reachable, key=rank)),
        "shoot": _describe_targets(phase, sorted(shot_at, key=rank)),
        "places": list_places(phase),
        "doors": _describe_doors(list_open_doors(phase, player)),
        "eased": _describe_doors(list_eased_doors(phase, player)),
        "floor": tuple(
            Choice(item.id, item_name(phase, item), "", describe_item_details(phase, item))
            for item in list_items_at(phase.world, phase.level.id, player.at)
        ),
    }


def _describe_doors(doors: Mapping[int, Tile]) -> tuple[Choice, ...]:
    return tuple(Choice(direction, Message(kind.name)) for direction, kind in doors.items())


def _list_visible_creatures(phase: Phase) -> list[Actor]:
    """Other undisguised actors in view: enemies, then other creatures, then fires, each group by threat."""
    player = phase.player

    def rank(other: Actor) -> tuple[bool, bool, tuple[int, int, int]]:
        return is_thing(phase, other), not are_enemies(phase, player, other), _rank_threat(phase, other)

    return sorted(creatures_in_view(phase), key=rank)


def _rank_threat(phase: Phase, other: Actor) -> tuple[int, int, int]:
    """The rank of a target: those that hunt the character, those that come to look, then others, each by distance."""
    return THREATS.get(awareness_of(phase, other), 2), chebyshev_distance(phase.player.at, other.at), other.id


def _describe_targets(phase: Phase, actors: Iterable[Actor]) -> tuple[Choice, ...]:
    return tuple(Choice(other.at, describe_creature(phase, other)) for other in actors)


def list_things(phase: Phase) -> tuple[SceneThing, ...]:
    """Creatures in view, others as last seen, then what is known of the floor, by weight; and the nearest edge."""
    creatures, places, fires, others = _weigh_things(phase)
    return (*creatures, *places, *fires, *others)


def list_places(phase: Phase) -> tuple[Choice, ...]:
    """Travel targets: known stairs, containers and items, creatures and fires, doors, then litter; each nearest first.

    Those out of view are where they were last seen.
    """
    creatures, places, fires, others = _weigh_things(phase)
    alive = sorted((*creatures, *fires), key=lambda thing: chebyshev_distance(thing.position, phase.player.at))
    names: dict[Cell, Message | str] = {}
    for thing in (*places, *alive, *others):
        names.setdefault(thing.position, thing.label)
    return tuple(Choice(cell, name) for cell, name in names.items())


def _weigh_things(phase: Phase) -> tuple[list[SceneThing], ...]:
    """Four lists: creatures; stairs, containers and items; fires; doors, the nearest edge and litter.

    Fires are not creatures: they come after the places that one goes to.
    """
    at = phase.player.at
    in_view = _list_visible_creatures(phase)
    creatures = [
        SceneThing(
            describe_creature(phase, other),
            other.at,
            awareness_of(phase, other).value,
            (weigh_staying(phase, other) or (None,))[0],
        )
        for other in in_view
        if not is_thing(phase, other)
    ]
    creatures += [
        SceneThing(describe_unseen(phase, one), one.at, staying=(weigh_unseen_staying(phase, one) or (None,))[0])
        for one in list_unseen(phase)
    ]
    fires = [SceneThing(describe_creature(phase, other), other.at) for other in in_view if is_thing(phase, other)]
    fires += [SceneThing(describe_fire(phase, fire), fire.at) for fire in list_fires(phase)]
    names, litter, stairs = name_known_places(phase), find_litter(phase), {*find_known_cells(phase, "stairs")}
    cells = sorted(names, key=lambda cell: (cell not in stairs, cell in litter, chebyshev_distance(cell, at), cell))
    single = {*select_nearest([cell for cell in cells if cell in stairs])}
    cells = [cell for cell in cells if cell in single or cell not in stairs]
    places = [SceneThing(names[cell], cell, is_litter=litter.get(cell, False)) for cell in cells]
    last = sum(cell not in litter for cell in cells)
    known_doors, edges = (
        sorted(find_known_cells(phase, tag), key=lambda cell: chebyshev_distance(cell, at)) for tag in ("door", "edge")
    )
    doors = [
        SceneThing(Message(phase.ground.tile_kinds[phase.level.memory[phase.array_index(cell)] - 1].name), cell)
        for cell in (*select_nearest(known_doors), *edges[:1])
    ]
    return creatures, places[:last], fires, [*doors, *places[last:]]


def select_nearest(cells: list[Cell]) -> list[Cell]:
    """The first cell of each group of adjacent ones, as stairs and double doors are, of cells from near to far."""
    return [cell for n, cell in enumerate(cells) if all(chebyshev_distance(cell, nearer) > 1 for nearer in cells[:n])]


def find_litter(phase: Phase) -> dict[Cell, bool]:
    """The cells on which only litter is known to lie, bones or rocks, and whether it is only bones or remembered."""
    seen = list_items_in_view(phase)
    items = [*seen, *list_remembered_items(phase)]
    kinds = [(at, item_kind(phase, item.kind)) for at, item in items]
    wanted = {at for at, kind in kinds if kind.sort != "junk"}
    places = {cell for tag in ("stairs", "container") for cell in find_known_cells(phase, tag)}
    useful = {at for at, _ in seen} & {at for at, kind in kinds if kind.uses or kind.damage is not None}
    return {at: at not in useful for at, _ in kinds if at not in wanted | places}


def name_known_places(phase: Phase) -> dict[Cell, Message]:
    """The names of the stairs, containers and items that are known, by cell."""
    names: dict[Cell, Message] = {}
    for tag in ("stairs", "container"):
        for cell in find_known_cells(phase, tag):
            names[cell] = Message(phase.ground.tile_kinds[phase.level.memory[phase.array_index(cell)] - 1].name)
    names |= {at: item_name(phase, item) for at, item in list_items_in_view(phase)}
    for at, item in list_remembered_items(phase):
        names.setdefault(at, Message("stealth-remembered", {"name": item_name(phase, item)}))
    names.pop(phase.player.at, None)
    return names


def describe_answer(phase: Phase, question: Question, option: Any) -> Choice:
    """An option of an open question, as a choice."""
    if question.kind == ANSWER:
        return Choice(option, Message(option, question.prompt.args if question.prompt is not None else {}))
    if question.kind == "confirm":
        return Choice(option, Message("stealth-yes" if option else "stealth-no"), "y" if option else "n")
    if question.kind == ORDER:
        verb, _, way = option.partition(" ")
        order = {"way": Message("stealth-way", {"direction": int(way)})} if way else {}
        return Choice(option, Message(f"stealth-order-{verb}", order))
    if type(option) is int and option in phase.world.items:
        item = phase.world.items[option]
        letter = phase.ctx.letters.get(option, "") if item.holder else _loot_letter(phase, option)
        return Choice(option, item_name(phase, item), letter, describe_item_details(phase, item))
    if isinstance(option, (tuple, list)):
        cell = (option[0], option[1])
        burns = _is_fire(phase, question) and chebyshev_distance(cell, phase.player.at) <= BLAST_RADIUS
        asks = Message("stealth-sure-fire") if burns else None
        target = phase.find_actor_at(cell)
        disguise = None if target is None else disguise_of(phase, target)
        if target is not None and disguise is None:
            return Choice(cell, describe_creature(phase, target), confirmation=asks)
        kind_there = disguise or phase.tile(cell)
        origin = phase.player.at
        arrow = arrow_to(origin, cell)
        facts = {
            "name": Message(visible_tile_name(phase, kind_there)),
            "where": arrow if cell == origin else f"{arrow} {chebyshev_distance(cell, origin)}",
        }
        return Choice(cell, Message("stealth-place", facts), confirmation=asks)
    return Choice(option, Message("stealth-list-done"), "ESC")


def _find_aimed_item(phase: Phase, question: Question) -> Item | None:
    """The item for whose target the question asks."""
    then = phase.ctx.state.then
    return phase.world.items.get(then.args[0]) if question.kind in ("aim-cell", "aim-creature") and then else None


def _is_aimed_blindly(phase: Phase, question: Question) -> bool:
    """Whether the question is for the target of an item whose effect is unknown."""
    item = _find_aimed_item(phase, question)
    return item is not None and not is_identified(phase, item)


def _is_fire(phase: Phase, question: Question) -> bool:
    """Whether the question is for the place of a fire that is known to burn all around."""
    item = _find_aimed_item(phase, question)
    if item is None or not is_identified(phase, item):
        return False
    kind = item_kind(phase, item.kind)
    return any(use.do == "blast" for use in kind.known_uses or kind.uses)


def describe_prompt(phase: Phase, question: Question) -> Message | None:
    """The text of an open question: for a target with the reach of a fire, or a warning about an unknown effect."""
    prompt = question.prompt
    if _is_fire(phase, question):
        return Message("stealth-ask-aim-fire", {"radius": BLAST_RADIUS})
    if prompt is None or not _is_aimed_blindly(phase, question):
        return prompt
    return Message("stealth-ask-aim-unknown", {"prompt": prompt, "at": question.kind})


def choose_first_cell(phase: Phase, question: Question) -> Cell | None:
    """The cell on which the cursor begins when an item is aimed; None: the first option.

    That is the first creature in view by threat. When a place is aimed at, it is the farthest cell without one, or for
    an unknown item, which may harm.
    """
    cells = [(option[0], option[1]) for option in question.options if isinstance(option, (tuple, list))]
    is_place = question.kind == "aim-cell"
    first = next((other.at for other in _list_visible_creatures(phase) if other.at in cells), None)
    if question.kind == "aim-creature" or (is_place and first is not None and not _is_aimed_blindly(phase, question)):
        return first
    if not is_place or not cells:
        return None
    return max(cells, key=lambda cell: (chebyshev_distance(cell, phase.player.at), cell))


def _loot_letter(phase: Phase, id: int) -> str:
    """The letter of an item in a container, which it keeps while others are taken; empty elsewhere."""
    seen = read_sightings(phase)
    return dict(zip(seen.loot, ascii_letters, strict=False)).get(id, "") if seen is not None else ""


def arrow_to(origin: Cell, cell: Cell) -> str:
    """The arrow that points most nearly from one cell to another; a dot for the same cell."""
    direction = compass_direction(origin, cell)
    return DIRECTION_ARROWS[direction] if direction >= 0 else "·"
