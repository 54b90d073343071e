"""Full-screen pages: the pack, the combat panel (R-PANEL), kills, the legend of signs and words, the end of a game."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial, reduce

import msgspec
import numpy as np

from footfall.api import Context, Figure, FigureShare, Message, State
from footfall.api.grid import Actor, Item, chebyshev_distance, find_visible_cells
from footfall.api.scene import Line, Panel, Scene, Span, Tint

from ..actors import stats
from ..actors.identification import disguise_of, is_identified, item_name
from ..ai.context import TurnContext
from ..ai.noticing import SURE_DISTANCE
from ..ai.senses import choose_target, perceive
from ..model.phase import Phase, get_phase
from ..model.play_state import Notice, play_of, run_stats_of
from ..model.records import ItemUse, StatusEffect, creature_kind, is_thing, item_kind
from ..model.state import LastAction, Mood
from ..odds.sightings import list_met
from ..odds.watchers import awareness_of
from ..senses.notices import NOTICES_UNSURELY, PROVOKED, explain_notice
from ..senses.sight import MIN_VIEW_RADIUS, actor_name
from .cells import AMBUSH_SIGN
from .chances import AWARENESS_SIGNS, AWARENESS_TINTS
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
        name, dice = actor_name(phase, other), stats.dice_of(phase, other)
        name = Message("stealth-aggravated-name", {"name": name}) if is_aggravated else name
        plus = stats.effective_stat(phase, other, "strength") + dice.plus
        figures = (
            str(chebyshev_distance(other.at, phase.player.at)),
            str(other.hp),
            str(0 if fighter is None else fighter.stamina),
            str(stats.effective_defense(phase, other)),
            f"{dice.low + plus}-{dice.high + plus}",
            f"{stats.effective_to_hit(phase, other):+d}",
            str(stats.effective_stat(phase, other, "armor")),
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
    room = stats.effective_stat(phase, phase.player, "capacity")
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


WORDS = ("reach", "heard", "unsure", "noticed", "named", "surprise", "composed")
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
    return Panel(Message("stealth-legend"), lines, label=LEGEND_LABEL, is_reference=True)


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
    yield _build_figure(phase, phase.player, "stealth", "stealth", stats.net_stealth)
    yield from _fight_figures(phase, phase.player, "")
    for other in list_visible_actors(phase):
        if not disguise_of(phase, other) and not is_thing(ctx, other):
            yield from _fight_figures(phase, other, actor_name(phase, other))


def _fight_figures(phase: Phase, actor: Actor, whose: Message | str) -> Iterator[Figure]:
    yield _build_figure(phase, actor, "to-hit", "to_hit", stats.effective_to_hit, whose)
    yield _build_figure(phase, actor, "defense", "defense", stats.effective_defense, whose)
    dice, weapon = stats.dice_of(phase, actor), stats.weapon_of(phase, actor)
    record = ("item", weapon.id, "damage") if weapon is not None else ("creature", actor.kind, "natural")
    what = Message("stealth-unarmed") if weapon is None else Message("stealth-why-weapon")
    if weapon is not None and whose == "":
        held = phase.world.items[actor.worn["weapon"]]
        what, record = item_name(phase, held), record if is_identified(phase, held) else NO_RECORD
    elif weapon is not None:
        record = NO_RECORD
    rolled = f"{dice.low}-{dice.high}" + (f"{dice.plus:+d}" if dice.plus else "")
    strength, strength_shares = _explain(phase, actor, "strength", partial(stats.effective_stat, stat="strength"))
    bonus, bonus_shares = _explain(phase, actor, "damage", stats.damage_bonus)
    plus = strength + bonus
    shares = (FigureShare(what, rolled, record), *strength_shares, *bonus_shares)
    yield Figure(_figure_name("damage", whose), f"{rolled}{plus:+d}" if plus else rolled, shares)
    for stat, name in SHOWN_STATS.items():
        if whose == "" or stat == "armor":
            yield _build_figure(phase, actor, name, stat, partial(stats.effective_stat, stat=stat), whose)


def _build_figure(
    phase: Phase, actor: Actor, name: str, stat: str, compute: Callable[..., int], whose: Message | str = ""
) -> Figure:
    value, shares = _explain(phase, actor, stat, compute)
    return Figure(_figure_name(name, whose), str(value), shares)


def _explain(phase: Phase, actor: Actor, stat: str, compute: Callable[..., int]) -> tuple[int, tuple[FigureShare, ...]]:
    """A number that a function of `stats` computes, and its shares as the player may know them."""
    shares: stats.Shares = []
    value = compute(phase, actor, shares=shares)
    return value, tuple(_describe_share(phase, actor, stat, share) for share in shares)


def _describe_share(phase: Phase, actor: Actor, stat: str, share: stats.Share) -> FigureShare:
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
    amount = f"= {share.amount}" if share.source in stats.SETTING_SOURCES else f"{share.amount:+d}"
    return FigureShare(what, amount, record)


def _figure_name(name: str, whose: Message | str) -> Message:
    own = Message(f"stealth-why-{name}")
    return Message("stealth-why-of", {"what": own, "whose": whose}) if whose != "" else own


LAST_TURNS = 30
"""Turns before the end in which the notices of others count."""


def describe_end(phase: Phase) -> tuple[Message, ...]:
    """The outcome, its cause and the notice that led to it; empty while the game goes on."""
    outcome = phase.ctx.state.outcome
    if outcome is None:
        return ()
    killer = run_stats_of(phase.ctx.state).killer
    return (
        Message(f"stealth-over-{outcome}"),
        *((Message("stealth-over-by", {"killer": Message(killer)}),) if killer else ()),
        *_explain_death(phase),
        *list_turning_points(phase),
        *name_first_notice(phase),
        *name_unseen_noticers(phase),
        *describe_ghost_score(phase),
        Message(
            "stealth-over-facts",
            {"floor": phase.level.floor - 1, "turns": str(phase.ctx.count_turns(phase.ctx.state.turn))},
        ),
    )


def _explain_death(phase: Phase) -> Iterator[Message]:
    """How the killer came to hunt the character, what the character was doing then, and who else hunted it."""
    play = phase.play
    notice = next((notice for notice in reversed(play.notices) if notice.actor == play.killer), None)
    told = (line for line in reversed(phase.ctx.log) if line.message.id == PROVOKED)
    provoked = next((line for line in told if line.message.args.get("id") == play.killer), None)
    if provoked is not None and (notice is None or notice.turn <= provoked.turn):
        facts = {"turn": str(phase.ctx.count_turns(provoked.turn)), "how": provoked.message.args["how"]}
        yield Message("stealth-over-provoked", facts)
    elif notice is not None:
        turn = str(phase.ctx.count_turns(notice.turn))
        facts = {"turn": turn, "act": _name_act(phase, notice), "why": explain_notice(notice)}
        yield Message("stealth-over-noticed", facts)
    minds, since = phase.stealth.minds, phase.ctx.state.turn - LAST_TURNS
    noticers = {notice.actor for notice in play.notices if notice.turn >= since}
    others = {id for id in noticers - {play.killer} if id in minds and minds[id].is_marked}  # alive, and were sure
    if play.killer and others:
        yield Message("stealth-over-others", {"count": len(others)})


HUNT_GAP, WOUND_GAP = 40, 15
"""Turns without a notice or a blow that end a hunt, and without a wound that part two fights."""

WOUND = "stealth-us-"
"""Beginning of the log messages of blows at the character, which are bad if they hurt."""

USE_WEIGHTS = {"teleport": 9, "lull": 9, "heal": 8, "descend": 7, "light": 6, "blast": 5, "bolt": 5, "refresh": 3}
"""How much each use of an item may do for a hunted character."""

HUNGER, HUNGER_WEIGHTS = "stealth-cause-hunger", {"feed": 9}
"""The cause of a death by hunger, and the uses of an item against it."""

MAX_UNUSED, MAX_NOTICERS = 3, 4


def list_turning_points(phase: Phase) -> Iterator[Message]:
    """After a death: the notice that began the hunt that led to it, the last turn before, unused things."""
    if phase.ctx.state.outcome != "died" or not phase.settings.shipped:
        return
    count = phase.ctx.count_turns
    play, log = phase.play, phase.ctx.log
    wounds = [line.turn for line in log if line.message.id.startswith(WOUND) and line.kind == "bad"]
    minds, hunters = phase.stealth.minds, {play.killer}  # not the slain, nor those that have lost the character
    hunters |= {id for id in phase.index.all if id in minds and minds[id].mood is Mood.AGGRAVATED}
    looks = [line for line in log if line.message.id == NOTICES_UNSURELY or line.message.args.get("sure") == "no"]
    unsure = {(line.turn, line.message.args.get("id")) for line in looks}
    sure = [one for one in play.notices if one.actor in hunters and (one.turn, one.actor) not in unsure]
    alarms = [one.turn for one in sure]
    alarms += [line.turn for line in log if line.message.id == PROVOKED and line.message.args.get("id") in hunters]
    start = wounds[-1] if wounds else phase.ctx.state.turn
    for turns, gap in ((wounds, WOUND_GAP), (alarms, HUNT_GAP)):
        for turn in sorted(turns, reverse=True):
            if start - turn > gap:
                break
            start = min(start, turn)
    hunt = [one for one in sure if one.turn >= start]
    if len(hunt) > 1 and hunt[0].actor != play.killer:
        name = Message(creature_kind(phase, hunt[0].kind).name)
        yield Message("stealth-over-first", {"turn": str(count(hunt[0].turn)), "creature": name})
    if start > 1 and (wounds or start < phase.ctx.state.turn):
        yield Message("stealth-over-safe", {"turn": str(count(start - 1)), "command": start - 1})
    things = [item for id in phase.player.pack if (item := phase.world.items.get(id)) and is_identified(phase, item)]
    worth = HUNGER_WEIGHTS if run_stats_of(phase.ctx.state).killer == HUNGER else USE_WEIGHTS
    weights = {
        item.id: max((worth.get(use.do, 0) for use in _list_uses(phase, item) if use.low >= 0), default=0)
        for item in things
    }
    best = sorted((item for item in things if weights[item.id]), key=lambda item: (-weights[item.id], item.id))
    names = [item_name(phase, item) for item in best[:MAX_UNUSED]]
    if names:
        yield Message("stealth-over-unused", {"items": _join_names(names)})


def name_first_notice(phase: Phase) -> Iterator[Message]:
    """After a victory: when, and of which creature, the character was first noticed, if that is still known."""
    play, outcome = phase.play, phase.ctx.state.outcome or ""
    if outcome.startswith("won") and play.notices and play.notice_count == len(play.notices):
        first = play.notices[0]
        facts = {"turn": str(phase.ctx.count_turns(first.turn)), "why": explain_notice(first)}
        yield Message("stealth-over-earliest", {"creature": Message(creature_kind(phase, first.kind).name), **facts})


def _join_names(names: list[Message]) -> Message:
    return reduce(lambda first, name: Message("stealth-bonus-and", {"first": first, "next": name}), names)


def name_unseen_noticers(phase: Phase) -> Iterator[Message]:
    """The last creatures that noticed the character and never came into its view.

    A replay tells what the character knew, and so leaves them without names.
    """
    met, count = list_met(phase), phase.ctx.count_turns
    unseen = {notice.actor: notice for notice in phase.play.notices if notice.actor not in met}
    names = [
        Message(
            "stealth-over-noticer",
            {"creature": Message(creature_kind(phase, notice.kind).name), "turn": str(count(notice.turn))},
        )
        for notice in [*unseen.values()][-MAX_NOTICERS:]
    ]
    if names and phase.settings.shipped:
        yield Message("stealth-over-unseen", {"creatures": _join_names(names), "count": len(unseen)})


def _list_uses(phase: Phase, item: Item) -> tuple[ItemUse, ...]:
    kind = item_kind(phase, item.kind)
    return kind.known_uses or kind.uses


def _name_act(phase: Phase, notice: Notice) -> str:
    """The act of the character when it was noticed: the action, or the command if the action has no name."""
    if notice.act not in (LastAction.NONE, LastAction.OTHER):
        return notice.act.value
    command = phase.ctx.find_command(notice.turn)
    name = "" if command is None else str(command.__struct_config__.tag).rpartition(":")[2]
    return "open" if name == LastAction.STEP.value else name or notice.act.value


def describe_ghost_score(phase: Phase) -> Iterator[Message]:
    """How often the character was noticed, and how many floors it left as if it had never been there (P-TRICK-7)."""
    if not phase.settings.shipped:
        return
    play = phase.play
    yield Message("stealth-noticed-times", {"count": play.notice_count})
    if play.floors.left:
        yield Message("stealth-ghost-floors", {"ghost": play.floors.unseen, "floors": len(play.floors.left)})


NOTICED_TURNS = 30
"""Turns for which a replay shows a creature after it noticed the character."""


def reveal_killer(ctx: Context, scene: Scene, final: State) -> Scene:
    """Shows those that noticed the character, and the killer with its view, its mood and its senses."""
    phase, play = get_phase(ctx), play_of(final)
    turns = {notice.actor: notice.turn for notice in play.notices if notice.turn > ctx.state.turn - NOTICED_TURNS}
    actors = [actor for actor in phase.world.actors.values() if actor.id in {*turns, play.killer}]
    actors = [actor for actor in actors if actor.level == phase.level.id]
    if scene.cells is None or not actors:
        return scene
    glyph, fg, bg = scene.cells.glyph.copy(), scene.cells.fg.copy(), scene.cells.bg.copy()
    noticers, panels = [], []
    for actor in sorted(actors, key=lambda actor: turns.get(actor.id, 0)):
        mood, kind, at = awareness_of(phase, actor), creature_kind(phase, actor.kind), phase.array_index(actor.at)
        glyph[at], fg[at] = ord(kind.glyph), AWARENESS_TINTS[mood]
        if actor.id in turns:
            facts = {"creature": Message(kind.name), "turn": str(ctx.count_turns(turns[actor.id]))}
            told = Span(Message("stealth-over-noticer", facts))
            sign = Span(f"{kind.glyph} ", AWARENESS_TINTS[mood], words=Message("stealth-noticers"))
            noticers.append(Line((sign, told)))
        if actor.id == play.killer:
            fov, foh = stats.sense_ranges(phase, actor)
            seen = find_visible_cells(phase.ground, at, max(MIN_VIEW_RADIUS, fov))
            rows, columns = np.ogrid[: seen.shape[0], : seen.shape[1]]
            bg[seen & (np.maximum(abs(rows - at[0]), abs(columns - at[1])) <= fov)] = Tint.HUNTING
            panels.append(_describe_killer(phase, actor, fov, foh))
    panels += [Panel(Message("stealth-noticers"), tuple(noticers), is_told=True)] if noticers else []
    cells = msgspec.structs.replace(scene.cells, glyph=glyph, fg=fg, bg=bg)
    return msgspec.structs.replace(scene, cells=cells, panels=(*panels, *scene.panels))


def _describe_killer(phase: Phase, killer: Actor, fov: int, foh: int) -> Panel:
    turn = TurnContext(phase, killer, False)
    choose_target(turn)
    hunts, mood = turn.target is phase.player, awareness_of(phase, killer)
    if hunts:
        perceive(turn)
    facts = {"sees": "yes" if hunts and turn.sees else "no", "hears": "yes" if hunts and turn.hears else "no"}
    name = actor_name(phase, killer) if disguise_of(phase, killer) is None else Message("stealth-killer-disguised")
    title = Message("stealth-killer", {"killer": name})
    moods = Span(Message("stealth-mood", {"mood": mood.value}), AWARENESS_TINTS[mood])
    ranges = Message("stealth-look-senses", {"fov": fov, "foh": foh})
    perceives = Message("stealth-killer-perceives", {**facts, "distance": turn.distance})
    return Panel(title, (Line((Span("", words=title), moods)), *(Line((Span(text),)) for text in (ranges, perceives))))
