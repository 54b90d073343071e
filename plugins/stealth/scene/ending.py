"""The end of a game: its cause, and the perceptions of the creature that killed the character."""

from collections.abc import Iterator
from functools import reduce

import msgspec
import numpy as np

from footfall.api import Context, Message, State
from footfall.api.grid import Item, find_visible_cells
from footfall.api.scene import Line, Panel, Scene, Span, Tint

from ..actors.identification import disguise_of, is_identified, item_name
from ..actors.stats import sense_ranges
from ..ai.context import TurnContext
from ..ai.senses import choose_target, perceive
from ..model.phase import Phase, get_phase
from ..model.play_state import Notice, play_of, run_stats_of
from ..model.records import ItemUse, creature_kind, item_kind
from ..model.state import LastAction
from ..odds.awareness import awareness_of
from ..odds.sightings import list_met
from ..senses.notices import PROVOKED, explain_notice
from ..senses.sight import MIN_VIEW_RADIUS, actor_name
from .chances import AWARENESS_TINTS

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

MAX_UNUSED, MAX_NOTICERS = 3, 4


def list_turning_points(phase: Phase) -> Iterator[Message]:
    """After a death: the notice that began the hunt that led to it, the last turn before, unused things."""
    if phase.ctx.state.outcome != "died" or not phase.settings.shipped:
        return
    count = phase.ctx.count_turns
    play, log = phase.play, phase.ctx.log
    wounds = [line.turn for line in log if line.message.id.startswith(WOUND) and line.kind == "bad"]
    alarms = [notice.turn for notice in play.notices] + [line.turn for line in log if line.message.id == PROVOKED]
    start = wounds[-1] if wounds else phase.ctx.state.turn
    for turns, gap in ((wounds, WOUND_GAP), (alarms, HUNT_GAP)):
        for turn in sorted(turns, reverse=True):
            if start - turn > gap:
                break
            start = min(start, turn)
    hunt = [one for one in play.notices if one.turn >= start and one.actor in phase.world.actors]  # not of the slain
    if len(hunt) > 1 and hunt[0].actor != play.killer:
        name = Message(creature_kind(phase, hunt[0].kind).name)
        yield Message("stealth-over-first", {"turn": str(count(hunt[0].turn)), "creature": name})
    if start > 1 and (wounds or start < phase.ctx.state.turn):
        yield Message("stealth-over-safe", {"turn": str(count(start - 1))})
    things = [item for id in phase.player.pack if (item := phase.world.items.get(id)) and is_identified(phase, item)]
    weights = {
        item.id: max((USE_WEIGHTS.get(use.do, 0) for use in _list_uses(phase, item)), default=0) for item in things
    }
    best = sorted((item for item in things if weights[item.id]), key=lambda item: (-weights[item.id], item.id))
    names = [item_name(phase, item) for item in best[:MAX_UNUSED]]
    if names:
        yield Message("stealth-over-unused", {"items": _join_names(names)})


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


def reveal_killer(ctx: Context, scene: Scene, final: State) -> Scene:
    """Shows the creature that will kill the character, what it sees, and whether it sees or hears the character."""
    phase = get_phase(ctx)
    killer = phase.world.actors.get(play_of(final).killer)
    if killer is None or killer.level != phase.level.id or scene.cells is None:
        return scene
    fov, foh = sense_ranges(phase, killer)
    y, x = at = phase.array_index(killer.at)
    seen = find_visible_cells(phase.ground, at, max(MIN_VIEW_RADIUS, fov))
    rows, columns = np.ogrid[: seen.shape[0], : seen.shape[1]]
    seen = seen & (np.maximum(abs(rows - y), abs(columns - x)) <= fov)
    glyph, fg, bg = scene.cells.glyph.copy(), scene.cells.fg.copy(), scene.cells.bg.copy()
    bg[seen] = Tint.HUNTING
    glyph[at] = ord(creature_kind(ctx, killer.kind).glyph)
    fg[at] = AWARENESS_TINTS[awareness_of(phase, killer)]
    cells = msgspec.structs.replace(scene.cells, glyph=glyph, fg=fg, bg=bg)
    turn = TurnContext(phase, killer, False)
    choose_target(turn)
    hunts = turn.target is phase.player
    if hunts:
        perceive(turn)
    mood = awareness_of(phase, killer)
    facts = {"sees": "yes" if hunts and turn.sees else "no", "hears": "yes" if hunts and turn.hears else "no"}
    name = actor_name(phase, killer) if disguise_of(phase, killer) is None else Message("stealth-killer-disguised")
    title = Message("stealth-killer", {"killer": name})
    lines = (
        Line((Span("", words=title), Span(Message("stealth-mood", {"mood": mood.value}), AWARENESS_TINTS[mood]))),
        Line((Span(Message("stealth-look-senses", {"fov": fov, "foh": foh})),)),
        Line((Span(Message("stealth-killer-perceives", {**facts, "distance": turn.distance})),)),
    )
    return msgspec.structs.replace(scene, cells=cells, panels=(Panel(title, lines), *scene.panels))
