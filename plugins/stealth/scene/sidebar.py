"""The sidebar: the character, creatures in sight, items underfoot, sounds."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from footfall.api import Message
from footfall.api.grid import Actor, chebyshev_distance, list_items_at
from footfall.api.scene import Line, Panel, Percept, Span, Tint

from ..actions.fight import BlowForecast, Manner, forecast_blow, is_open_to_backstab
from ..actors.identification import disguise_of, item_name
from ..actors.stats import ENVENOMED, effective_defense, effective_stat, effective_to_hit, max_stamina, weapon_of
from ..actors.surroundings import tile_at
from ..model.phase import Phase
from ..model.records import creature_kind, is_thing
from ..odds.exposure import STAY
from ..odds.screen import describe_mean, describe_number
from ..odds.sightings import list_unseen
from ..odds.unseen import HUNTERS, find_last_steps, list_heard, list_strangers
from ..odds.watchers import Awareness, awareness_of
from ..quest.bells import find_loudest
from ..quest.guided import current_station, is_completed, list_stations
from ..senses.known_map import creatures_in_view, list_foes_at_hand
from ..senses.notices import SEARCH_KIND
from ..senses.sight import actor_name, player_sees
from ..turns.phases import is_helpless
from .cells import list_percepts
from .chances import AWARENESS_SIGNS, AWARENESS_TINTS, weigh_staying, weigh_unseen_staying
from .lists import DIRECTION_ARROWS, arrow_to

HUNGER_TINT_SATIETY = 8
"""Satiety up to which the bar is tinted as hunger."""

EXIT_TAGS = {"stairs", "edge"}
"""Tags of ground that leads to another floor."""

AT_HAND, HUNTER_RANK, SEARCHER_RANK = 4000, 3000, 2000
"""Ranks of lines: a fight or a task, a hunter, one that searches.

Others have the highest chance told, in permille, sounds the highest mean, and lines without a chance 0 or -1.
"""

MAX_SOUNDS, MAX_UNSEEN = 5, 4
"""Maximum number of sounds and of creatures out of view that are listed."""


def build_panels(phase: Phase, percepts: tuple[Percept, ...]) -> tuple[Panel, ...]:
    """All panels, the most important first."""
    return (
        _character_panel(phase),
        *build_fight_panel(phase),
        *_station_panel(phase),
        *_sight_panel(phase),
        *_unseen_panel(phase),
        *_underfoot_panel(phase),
        *_sounds_panel(phase, percepts),
    )


def _station_panel(phase: Phase) -> tuple[Panel, ...]:
    """The task of the current station of a guided floor (P-GUIDE-1)."""
    found = current_station(phase)
    if found is None:
        return ()
    number, station = found
    title = Message("stealth-station", {"number": number, "count": len(list_stations(phase))})
    task = Message(station.after if is_completed(phase, station) else station.task)
    if any(awareness_of(phase, other) is Awareness.HUNTING for other in creatures_in_view(phase)):
        task = Message("stealth-station-hunted")
    return (Panel(title, (Line((Span(task, Tint.STRONG),), rank=AT_HAND),), is_told=True),)


def _character_panel(phase: Phase) -> Panel:
    player = phase.player
    fighter = phase.fighter
    weapon = weapon_of(phase, player)
    combat = {"to_hit": f"{effective_to_hit(phase, player):+d}", "defense": effective_defense(phase, player)}
    lines = [
        Line((Span(Message("stealth-hp"), find_life_tint(player)),), (player.hp, player.hp_max)),
        Line((Span(Message("stealth-stamina")),), (fighter.stamina, max_stamina(phase, player))),
        Line((Span(Message("stealth-hit-line", combat)),)),
        Line((Span(Message("stealth-armor-line", {"armor": effective_stat(phase, player, "armor")})),)),
        Line((Span(Message(weapon.name) if weapon is not None else Message("stealth-unarmed")),)),
    ]
    if "satiety" in player.stats:
        satiety_max = effective_stat(phase, player, "satiety_max")
        satiety = player.stats["satiety"]
        tint = Tint.BAD if satiety <= HUNGER_TINT_SATIETY else Tint.TEXT
        at = 2 if tint is Tint.BAD or not list_foes_at_hand(phase) else len(lines)  # in a fight others matter more
        lines.insert(at, Line((Span(Message("stealth-satiety"), tint),), (satiety, satiety_max)))
    if fighter.th or fighter.df:
        cache = Message("stealth-cache-line", {"th": fighter.th, "df": fighter.df})
        lines.insert(2, Line((Span(cache, Tint.STRONG),)))
    effects = phase.status_effects
    for name in sorted(player.effects):
        if name in effects:
            turns = player.effects[name]
            text = Message("stealth-effect-line", {"name": Message(effects[name].name), "turns": turns})
            lines.append(Line((Span(text, Tint.MAGIC),)))
    return Panel(Message("stealth-self"), tuple(lines))


def find_life_tint(actor: Actor) -> Tint:
    """The tint of a gauge of life: amber below a half, red below a quarter."""
    return Tint.BAD if 4 * actor.hp < actor.hp_max else Tint.WARY if 2 * actor.hp < actor.hp_max else Tint.TEXT


def _sight_panel(phase: Phase) -> tuple[Panel, ...]:
    """Creatures in view, then fires, nearest first: awareness, name, distance, life."""
    player, has_chances, is_range, effects = phase.player, False, False, phase.status_effects
    lines = []
    for other in sorted(list_visible_actors(phase), key=lambda other: is_thing(phase, other)):
        if disguise_of(phase, other):
            continue
        awareness, distance = awareness_of(phase, other), chebyshev_distance(other.at, player.at)
        tint = AWARENESS_TINTS[awareness]
        spans = [Span(f"{AWARENESS_SIGNS[awareness] or ' '} ", tint), Span(actor_name(phase, other), tint)]
        spans.append(Span(f" {distance}{arrow_to(player.at, other.at)} ", Tint.DIM))
        staying = weigh_staying(phase, other)
        if staying is not None:
            chance, brief, _ = staying
            has_chances, is_range = True, is_range or chance.permille[0] < chance.permille[1]
            spans.append(Span(brief, Tint.TEXT, chance.text))
        is_opponent = awareness is not Awareness.NONE and distance == 1
        if is_opponent and is_open_to_backstab(phase, player, other, Manner.MELEE):
            spans += [Span(" "), Span(Message("stealth-unaware-sign"), Tint.GOOD)]
        if awareness is not Awareness.NONE:  # last: where room is short, its sign tells
            spans += [Span(" "), Span(Message("stealth-mood", {"mood": awareness.value}), tint)]
            ills = [effects[id] for id in other.effects if id in effects and not effects[id].is_good]
            spans += [Span(Message("stealth-ill", {"effect": Message(ill.name)}), Tint.GOOD) for ill in ills]
        life, rank = (other.hp, other.hp_max), _rank(awareness, 0 if staying is None else staying.maximum)
        lines.append(Line(tuple(spans), None if awareness is Awareness.NONE else life, rank=rank))
    if is_range:
        lines.append(_explain_range("hidden"))
    title = Message("stealth-in-sight-chances" if has_chances else "stealth-in-sight")
    return (Panel(title, tuple(lines)),) if lines else ()


def _unseen_panel(phase: Phase) -> tuple[Panel, ...]:
    """The creatures out of view that the character remembers: those last seen awake, then sleepers, nearest first."""
    player, lines, is_range = phase.player, list[Line](), False
    unseen = list_unseen(phase)
    unseen.sort(key=lambda one: (one.awareness is Awareness.ASLEEP, chebyshev_distance(one.at, player.at)))
    for one in unseen[:MAX_UNSEEN]:
        awareness, staying = one.awareness, weigh_unseen_staying(phase, one)
        heard = find_last_steps(phase, one)
        at = one.at if heard is None else heard.estimate
        name, where = Message(creature_kind(phase, one.kind).name), arrow_to(player.at, at)
        spans = [Span(f"{AWARENESS_SIGNS[awareness]} ", Tint.DIM), Span(name, Tint.DIM)]
        spans.append(Span(f" {chebyshev_distance(at, player.at)}{where} ", Tint.DIM))
        if staying is not None:
            chance, brief, _ = staying
            is_range = is_range or chance.permille[0] < chance.permille[1]
            spans += [Span(brief, Tint.TEXT, chance.text), Span(" ")]
        state = Message("stealth-mood", {"mood": awareness.value})
        past = {"mood": awareness.value, "state": state, "turns": phase.turn - (heard or one).turn}
        if heard is not None:
            past["mood"] = "heard"
        if awareness is not Awareness.NONE:
            spans.append(Span(Message("stealth-seen-last", past), Tint.DIM))
        most = 0 if staying is None else staying.maximum
        lines.append(Line(tuple(spans), rank=_rank(awareness, most) if most or awareness in HUNTERS else -1))
    if is_range:
        lines.append(_explain_range("unseen"))
    return (Panel(Message("stealth-out-of-sight"), tuple(lines)),) if lines else ()


def _rank(awareness: Awareness, most: int) -> int:
    """The rank of the line of a creature with the highest chance told of it."""
    if awareness is Awareness.SEARCHING:
        return SEARCHER_RANK + most
    return HUNTER_RANK if awareness is Awareness.HUNTING else -1 if awareness is Awareness.NONE else most


def _explain_range(why: str) -> Line:
    return Line((Span(Message("stealth-range", {"why": why}), Tint.DIM),), rank=-1)


def _underfoot_panel(phase: Phase) -> tuple[Panel, ...]:
    player = phase.player
    ground = tile_at(phase, player, player.at)
    lines = [
        Line((Span(item_name(phase, item), Tint.ITEM),))
        for item in list_items_at(phase.world, phase.level.id, player.at)
    ]
    if ground is not None and EXIT_TAGS & set(ground.tags):
        lines.insert(0, Line((Span(Message(ground.name), Tint.STAIRS),)))
    return (Panel(Message("stealth-underfoot"), tuple(lines)),) if lines else ()


SEARCHES = Message("stealth-stranger-searches")
"""The words of a creature that is heard to search without known odds."""


def list_weighed_percepts(phase: Phase) -> tuple[Percept, ...]:
    """The percepts, with the mean chances of those that are only heard, or that they hunt."""
    known = {one.id for one in list_unseen(phase)}  # these have odds in their own panel
    searches = (one for one in phase.stealth.heard_sounds if one.kind == SEARCH_KIND and one.source not in known)
    told = [(sound, SEARCHES) for sound in searches]
    told += [(sound, Message("stealth-stranger-hunts")) for sound, aim in list_heard(phase) if aim in HUNTERS]
    for one in list_strangers(phase):
        stay, step = one.expect(STAY), one.expect_step()
        facts: dict[str, Any] = {"stay-words": describe_mean(*stay), "step-words": describe_mean(*step)}
        facts |= {name: value for name, value in describe_mean(*max(stay, step)).args.items() if name != "mean"}
        facts |= {"stay": describe_number(stay.mean, stay.mean), "step": describe_number(step.mean, step.mean)}
        facts["steps"] = "yes" if step.mean > stay.mean else "no"
        told.append((one.sound, Message("stealth-stranger-words", facts)))
    found = {(f"stealth-sound-{one.kind}", one.direction, phase.turn - one.turn): words for one, words in told}
    keys = ((percept, (percept.kind.id, percept.direction, percept.age)) for percept in list_percepts(phase))
    aims = ((percept, found.get(key)) for percept, key in keys)
    return tuple(percept if aim is None else replace(percept, staying=aim) for percept, aim in aims)


def _sounds_panel(phase: Phase, percepts: tuple[Percept, ...]) -> tuple[Panel, ...]:
    """When a carried bell sounds, then the latest sound of each kind and direction, with the chances of its maker."""
    lines, loudest, has_chances = list[Line](), find_loudest(phase, phase.player), False
    if loudest is not None and loudest[0] and phase.level.floor > 1:
        turns = loudest[1].period - phase.turn % loudest[1].period
        lines.append(Line((Span("○ ", Tint.WARY), Span(Message("stealth-heard-bell", {"turns": turns}), Tint.WARY))))
    newest: dict[tuple[str, int], Percept] = {}
    for sound in percepts:
        newest.setdefault((sound.kind.id, sound.direction), sound)
    for sound in [*newest.values()][:MAX_SOUNDS]:
        arrow = DIRECTION_ARROWS[sound.direction] if sound.direction >= 0 else "○"
        facts = {"sound": sound.kind, "count": sound.count, "age": sound.age}
        tint = Tint.DIM if sound.age else Tint.SOUND
        spans = Span(f"{arrow} ", tint), Span(Message("stealth-heard-line", facts), tint)
        chances, rank = list[Span](), 0
        if sound.staying is not None:
            means = sound.staying.args
            hunts = not means
            least = SEARCHER_RANK if sound.staying == SEARCHES else HUNTER_RANK
            rank = least if hunts else 1 + 10 * max(means[name].args["high"] for name in ("stay", "step"))
            has_chances = has_chances or not hunts
            short = sound.staying if hunts else Message("stealth-stranger-short", means)
            chances = [Span(" "), Span(short, Tint.HUNTING if hunts else Tint.TEXT, words=sound.staying)]
        lines.append(Line((*spans, *chances), rank=rank))
    title = Message("stealth-heard-chances" if has_chances else "stealth-heard-title")
    return (Panel(title, tuple(lines)),) if lines else ()


def list_visible_actors(phase: Phase) -> list[Actor]:
    """The visible actors, nearest first, ties in order of arrival (R-PANEL-2)."""
    player = phase.player
    visible = [other for other in phase.actors if other is not player and player_sees(phase, other.at)]
    return sorted(visible, key=lambda other: (chebyshev_distance(other.at, player.at), other.id))


MAX_OPPONENTS = 3
"""Maximum number of opponents on the panel."""


def build_fight_panel(phase: Phase) -> tuple[Panel, ...]:
    """The odds of both sides of a fight, if an enemy in view is adjacent."""
    player = phase.player
    opponents = [foe for foe in list_foes_at_hand(phase) if not is_thing(phase, foe)]
    if not opponents:
        return ()
    lines: list[Line] = []
    for other in sorted(opponents, key=lambda other: other.id)[:MAX_OPPONENTS]:
        lines += [replace(line, rank=AT_HAND) for line in _describe_exchange(phase, player, other)]
    stamina = phase.fighter.stamina
    if stamina:
        lines.append(Line((Span(Message("stealth-fight-stamina", {"after": stamina - 1}), Tint.DIM),)))
    else:
        lines.append(Line((Span(Message("stealth-fight-exhausted"), Tint.BAD),)))
    return (Panel(Message("stealth-fight"), tuple(lines)),)


def _describe_exchange(phase: Phase, player: Actor, other: Actor) -> Iterator[Line]:
    """A line for each side."""
    name = Span(actor_name(phase, other), Tint.FOE)
    ours, theirs = forecast_blow(phase, player, other), forecast_blow(phase, other, player)
    yield Line((name, Span(" "), _describe_blow("you", ours, Tint.GOOD if ours.is_surprise else Tint.TEXT)))
    if is_helpless(phase, other):
        yield Line((Span("  "), Span(Message("stealth-fight-helpless"), Tint.GOOD)))
    else:
        yield Line((Span("  "), _describe_blow("it", theirs, Tint.BAD if theirs.high >= player.hp else Tint.TEXT)))
        if ENVENOMED in other.effects:
            yield Line((Span("  "), Span(Message("stealth-fight-venom"), Tint.BAD)))


def _describe_blow(side: str, blow: BlowForecast, tint: Tint) -> Span:
    return Span(Message(f"stealth-fight-{side}", blow.facts), tint, Message(f"stealth-fight-{side}-words", blow.facts))
