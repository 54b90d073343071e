"""Full-screen pages: the pack, the combat panel (R-PANEL), kills, and the legend of signs and words."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from footfall.api import Context, Figure, FigureShare, Message
from footfall.api.grid import Actor, chebyshev_distance
from footfall.api.scene import Line, Panel, Span, Tint

from ..actors.identification import disguise_of, is_identified, item_name
from ..actors.stats import (
    SETTING_SOURCES,
    Share,
    Shares,
    damage_bonus,
    dice_of,
    effective_defense,
    effective_stat,
    effective_to_hit,
    net_stealth,
    weapon_of,
)
from ..ai.noticing import SURE_DISTANCE
from ..model.phase import Phase, get_phase
from ..model.play_state import run_stats_of
from ..model.records import StatusEffect, creature_kind, is_thing
from ..model.state import Mood
from ..senses.sight import actor_name
from .cells import AMBUSH_SIGN
from .chances import AWARENESS_SIGNS, AWARENESS_TINTS
from .ending import describe_ghost_score
from .lists import list_pack
from .sidebar import list_visible_actors

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


def _combat_page(phase: Phase) -> Panel:
    """The visible creatures; numbers include the caches (R-PANEL-2), and ``(!)`` marks aggravated ones (R-PANEL-3)."""
    heads = ("name", "distance", "hp", "stamina", "defense", "strength", "to-hit", "armor")
    lines = [Line(tuple(Span(Message(f"stealth-column-{head}"), Tint.DIM) for head in heads))]
    for other in list_visible_actors(phase):
        if disguise_of(phase, other) or is_thing(phase, other):
            continue
        mind, fighter = phase.stealth.minds.get(other.id), phase.stealth.fighters.get(other.id)
        is_aggravated = mind is not None and mind.mood is Mood.AGGRAVATED
        name, dice = actor_name(phase, other), dice_of(phase, other)
        name = Message("stealth-aggravated-name", {"name": name}) if is_aggravated else name
        plus = effective_stat(phase, other, "strength") + dice.plus
        figures = (
            str(chebyshev_distance(other.at, phase.player.at)),
            str(other.hp),
            str(0 if fighter is None else fighter.stamina),
            str(effective_defense(phase, other)),
            f"{dice.low + plus}-{dice.high + plus}",
            f"{effective_to_hit(phase, other):+d}",
            str(effective_stat(phase, other, "armor")),
        )
        tint = Tint.HUNTING if is_aggravated else Tint.TEXT
        lines.append(Line((Span(name, tint), *(Span(figure) for figure in figures))))
    if len(lines) == 1:
        lines.append(Line((Span(Message("stealth-nobody-in-view"), Tint.DIM),)))
    return Panel(Message("stealth-combat"), tuple(lines), is_table=True, label=COMBAT_LABEL)


def _deeds_page(phase: Phase) -> Panel:
    """The character's kills by kind, most frequent first."""
    slain = run_stats_of(phase.ctx.state).slain
    title = Message("stealth-deeds", {"count": sum(slain.values())})
    ghost = [Line((Span(message, Tint.DIM),)) for message in describe_ghost_score(phase)]
    if phase.settings.shipped:
        ghost.append(Line((Span(Message("stealth-kills-earn-nothing"), Tint.DIM),)))
    lines = [
        Line((Span(str(count)), Span(Message(creature_kind(phase, kind).name))))
        for kind, count in sorted(slain.items(), key=lambda pair: -pair[1])
    ]
    if not lines:
        return Panel(title, (Line((Span(Message("stealth-nobody-slain"), Tint.DIM),)), *ghost), label=DEEDS_LABEL)
    heads = Line((Span(Message("stealth-column-count"), Tint.DIM), Span(Message("stealth-column-name"), Tint.DIM)))
    return Panel(title, (heads, *lines, *ghost), is_table=True, label=DEEDS_LABEL)


def _inventory_page(phase: Phase) -> Panel:
    pack = list_pack(phase)
    room = effective_stat(phase, phase.player, "capacity")
    title = Message("stealth-inventory", {"count": len(phase.player.pack), "room": room})
    if not pack:
        return Panel(title, (Line((Span(Message("stealth-nothing-carried"), Tint.DIM),)),), label=PACK_LABEL)
    rows = (
        Line(
            (Span(c.letter, Tint.STRONG), Span(c.label), *(Span(line, Tint.DIM) for line in c.detail[:1])),
            click=c.letter,
        )
        for c in pack
    )
    return Panel(title, tuple(rows), is_table=True, label=PACK_LABEL)


WORDS = ("reach", "heard", "unheard", "unsure", "noticed", "named", "surprise", "composed")
"""Ends of the ids of the texts on words of the log."""


LEGEND_LABEL = Message("stealth-page-legend")


def build_legend() -> Panel:
    """The page that explains the signs and words."""
    signs = [(sign, AWARENESS_TINTS[one], one.value) for one, sign in AWARENESS_SIGNS.items() if sign]
    lines = (
        *(
            Line((Span(f"{sign}  ", tint), Span(Message(f"stealth-legend-{word}"))))
            for sign, tint, word in (*signs, (AMBUSH_SIGN, Tint.GOOD, "ambush"))
        ),
        Line(),
        *(Line((Span(Message(f"stealth-legend-{word}", {"cells": SURE_DISTANCE})),)) for word in WORDS),
    )
    return Panel(Message("stealth-legend"), lines, label=LEGEND_LABEL)


SHOWN_STATS = {
    "armor": "armor",
    "stamina_max": "stamina",
    "strength": "strength",
    "fov": "fov",
    "foh": "foh",
    "luck": "luck",
}
"""Stats that are shown without further calculation, and the suffixes of their message ids."""

EFFECT_FIELDS = {"effect": "bonus", "fixed": "fixed"}
"""The field of the record of an effect that a share comes from."""

NO_RECORD = ("", "", "")


def list_figures(ctx: Context) -> Iterable[Figure]:
    """Figures of the character, then of each creature in the combat panel."""
    phase = get_phase(ctx)
    yield _build_figure(phase, phase.player, "stealth", "stealth", net_stealth)
    yield from _fight_figures(phase, phase.player, "")
    for other in list_visible_actors(phase):
        if not disguise_of(phase, other) and not is_thing(ctx, other):
            yield from _fight_figures(phase, other, actor_name(phase, other))


def _fight_figures(phase: Phase, actor: Actor, whose: Message | str) -> Iterator[Figure]:
    yield _build_figure(phase, actor, "to-hit", "to_hit", effective_to_hit, whose)
    yield _build_figure(phase, actor, "defense", "defense", effective_defense, whose)
    dice, weapon = dice_of(phase, actor), weapon_of(phase, actor)
    record = ("item", weapon.id, "damage") if weapon is not None else ("creature", actor.kind, "natural")
    what = Message("stealth-unarmed") if weapon is None else Message("stealth-why-weapon")
    if weapon is not None and whose == "":
        held = phase.world.items[actor.worn["weapon"]]
        what, record = item_name(phase, held), record if is_identified(phase, held) else NO_RECORD
    elif weapon is not None:
        record = NO_RECORD
    rolled = f"{dice.low}-{dice.high}" + (f"{dice.plus:+d}" if dice.plus else "")
    strength, strength_shares = _explain(phase, actor, "strength", partial(effective_stat, stat="strength"))
    bonus, bonus_shares = _explain(phase, actor, "damage", damage_bonus)
    plus = strength + bonus
    shares = (FigureShare(what, rolled, record), *strength_shares, *bonus_shares)
    yield Figure(_figure_name("damage", whose), f"{rolled}{plus:+d}" if plus else rolled, shares)
    for stat, name in SHOWN_STATS.items():
        if whose == "" or stat == "armor":
            yield _build_figure(phase, actor, name, stat, partial(effective_stat, stat=stat), whose)


def _build_figure(
    phase: Phase, actor: Actor, name: str, stat: str, compute: Callable[..., int], whose: Message | str = ""
) -> Figure:
    value, shares = _explain(phase, actor, stat, compute)
    return Figure(_figure_name(name, whose), str(value), shares)


def _explain(phase: Phase, actor: Actor, stat: str, compute: Callable[..., int]) -> tuple[int, tuple[FigureShare, ...]]:
    """A number that a function of `stats` computes, and its shares as the player may know them."""
    shares: Shares = []
    value = compute(phase, actor, shares=shares)
    return value, tuple(_describe_share(phase, actor, stat, share) for share in shares)


def _describe_share(phase: Phase, actor: Actor, stat: str, share: Share) -> FigureShare:
    """A share in words; names and records only of identified items of the player."""
    if share.source == "base":
        kind = creature_kind(phase, actor.kind)
        if stat in kind.ranges:
            return FigureShare(
                Message("stealth-why-rolled"), str(share.amount), ("creature", kind.id, f"ranges.{stat}")
            )
        if stat == "stamina_max":
            return FigureShare(Message("stealth-why-rolled"), str(share.amount), ("creature", kind.id, "stamina"))
        if kind.stats.get(stat, 0) == share.amount:
            return FigureShare(Message("stealth-why-base"), str(share.amount), ("creature", kind.id, f"stats.{stat}"))
        return FigureShare(Message("stealth-why-own"), str(share.amount))
    what, record = Message(f"stealth-why-{share.source}"), NO_RECORD
    if share.item and actor.id == phase.world.player:
        item = phase.world.items[share.item]
        what, record = item_name(phase, item), ("item", item.kind, f"bonus.{stat}")
        if not is_identified(phase, item):
            record = NO_RECORD
    elif share.source in EFFECT_FIELDS:
        what = Message(phase.records.get(StatusEffect, "effect", share.effect).name)
        record = ("effect", share.effect, f"{EFFECT_FIELDS[share.source]}.{stat}")
    elif share.full_amount not in (None, share.amount):
        what = Message("stealth-why-capped", {"what": what, "of": share.full_amount})
    amount = f"= {share.amount}" if share.source in SETTING_SOURCES else f"{share.amount:+d}"
    return FigureShare(what, amount, record)


def _figure_name(name: str, whose: Message | str) -> Message:
    own = Message(f"stealth-why-{name}")
    return Message("stealth-why-of", {"what": own, "whose": whose}) if whose != "" else own
