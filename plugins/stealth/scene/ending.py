"""The end of a game: its cause, and the perceptions of the creature that killed the character."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import numpy as np

from footfall.api import Context, Message, State
from footfall.api.grid import find_visible_cells
from footfall.api.scene import Line, Panel, Scene, Span, Tint

from ..actors.identification import disguise_of
from ..actors.stats import sense_ranges
from ..ai.context import TurnContext
from ..ai.senses import choose_target, perceive
from ..model.phase import Phase, get_phase
from ..model.play_state import Notice, play_of, run_stats_of
from ..model.records import creature_kind
from ..model.state import LastAction
from ..senses.notices import explain_notice
from ..senses.sight import MIN_VIEW_RADIUS, actor_name
from .chances import AWARENESS_TINTS, awareness_of

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
        *describe_ghost_score(phase),
        Message(
            "stealth-over-facts",
            {"floor": phase.level.floor - 1, "turns": str(phase.ctx.count_turns(phase.ctx.state.turn))},
        ),
    )


def _explain_death(phase: Phase) -> Iterator[Message]:
    """How the killer noticed the character, what the character was doing then, and who else hunted it."""
    play = phase.play
    notice = next((notice for notice in reversed(play.notices) if notice.actor == play.killer), None)
    if notice is not None:
        turn = str(phase.ctx.count_turns(notice.turn))
        facts = {"turn": turn, "act": _name_act(phase, notice), "why": explain_notice(notice)}
        yield Message("stealth-over-noticed", facts)
    minds, since = phase.stealth.minds, phase.ctx.state.turn - LAST_TURNS
    noticers = {notice.actor for notice in play.notices if notice.turn >= since}
    others = {id for id in noticers - {play.killer} if id in minds and minds[id].is_marked}  # alive, and were sure
    if play.killer and others:
        yield Message("stealth-over-others", {"count": len(others)})


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
    lines = (
        Line((Span(Message("stealth-mood", {"mood": mood.value}), AWARENESS_TINTS[mood]),)),
        Line((Span(Message("stealth-look-senses", {"fov": fov, "foh": foh})),)),
        Line((Span(Message("stealth-killer-perceives", {**facts, "distance": turn.distance})),)),
    )
    name = actor_name(phase, killer) if disguise_of(phase, killer) is None else Message("stealth-killer-disguised")
    return msgspec.structs.replace(
        scene, cells=cells, panels=(Panel(Message("stealth-killer", {"killer": name}), lines), *scene.panels)
    )
