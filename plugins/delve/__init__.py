"""The dungeon laid zone by zone from dice tables.

Hook implementations only. The rules are in the other modules, in this order: geometry, model, bitmap, shapes,
rasterize; tables, dice, policy; placement, doors, explore, search, changes; sight. `statistics` rolls whole delves
and counts them; `maps.export` and `screen.journal_text` handle maps as files; `expedition`, `tiles`, `steps`,
`commands`, `setup` and `scene` make a session of it.
"""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from footfall.api import (
    Change,
    Context,
    Game,
    Message,
    Presentation,
    Proposal,
    Reaction,
    Statistics,
    Words,
    collect_changes,
    collect_commands,
    collect_deeds,
    collect_readings,
    hook,
)
from footfall.api.events import Turn
from footfall.api.grid import Moved, TileChanged

from . import api, changes, commands, expedition, setup, statistics, steps, vocabulary
from .expedition import BASE_GAME, expedition_of
from .maps.invariants import check_invariants
from .model import ID
from .policy import DECISIONS
from .record_checks import RECORD_KINDS
from .rules import bots, clue_commands, legal_commands, solo, solo_commands, touch
from .screen import generation_log, pointing
from .screen.guide import describe_open_combat
from .screen.scene import build_scene
from .screen.story import tell_story
from .screen.table_map import draw_kept_map
from .tables import tables_of

provide_games = hook(
    lambda: [
        Game(
            id=ID,
            rule_mods=(BASE_GAME, ID),
            setup=setup.setup,
            turn_step=steps.TURN,
            list_legal=legal_commands.list_legal_commands,
            options=setup.OPTIONS,
            spend_turn=commands.spend_turn,
            chances={f"{ID}:strike": solo.strike},
            generation=generation_log.GENERATION,
            courses=setup.list_courses,
            choices=setup.list_setup_choices,
            presentation=Presentation(
                scene=build_scene,
                title=Message("delve-title"),
                tagline=Message("delve-tagline"),
                adviser="core.delve:party",
                draw_map=draw_kept_map,
                figures=partial(ask_base_game, name="figures", otherwise=()),
                story=tell_story,
                exploration_targets=bots.find_exploration_targets,
                exploration_halt=describe_open_combat,
                list_carried=partial(ask_base_game, name="list_carried", otherwise=()),
                clock=lambda ctx: ask_base_game(ctx, "clock", ctx.state.turn),
                recollect=partial(ask_base_game, name="recollect", otherwise=(None, ())),
            ),
            statistics=Statistics(
                winning_outcomes=("done", "quest"),
                measure=measure_expedition,
                expected_shares=compute_row_chances,
                simulation_options={"mode": "whole"},
                scores=statistics.SCORES,
                score=statistics.score_expedition,
            ),
            declare_environment=declare_environment,
        )
    ]
)


def declare_environment() -> Any:
    """How programs play at the table by numbers."""
    from .environment import ENVIRONMENT

    return ENVIRONMENT


def ask_base_game(ctx: Context, name: str, otherwise: Any) -> Any:
    """Asks a function of the base game's presentation while the heroes walk by its rules, and none at a table."""
    ask = getattr(ctx.find_game(BASE_GAME).presentation, name)
    is_asked = ask is not None and expedition_of(ctx.state).is_walking
    return ask(ctx.for_mod(BASE_GAME)) if is_asked else otherwise


def measure_expedition(ctx: Context) -> Mapping[str, object]:
    """Columns of a finished expedition, for statistics."""
    state = expedition.expedition_of(ctx.state)
    columns: dict[str, object] = {
        **statistics.count_facts(state.delve),
        "met": statistics.list_features_met(state.delve),
        "rolled": statistics.count_rows_rolled(state.delve),
    }
    if state.is_checked:
        columns["broken"] = len(check_invariants(state.delve, expedition.tables_for(ctx), expedition.policy_of(ctx)))
    return columns


def compute_row_chances(records: object) -> Mapping[str, Mapping[str, float]]:
    """Expected shares of the rows of the dice tables, for statistics."""
    return {"rolled": statistics.compute_exact_chances(tables_of(records))}


provide_records = hook(lambda: RECORD_KINDS)
provide_parts = hook(lambda: expedition.PARTS)
provide_changes = hook(lambda: collect_changes(changes, expedition))
provide_commands = hook(lambda: collect_commands(commands, clue_commands, touch, solo_commands, pointing))
provide_steps = hook(lambda: [*steps.STEPS, *touch.STEPS])
provide_reactions = hook(
    lambda: [
        Reaction(changes.JournalEntryAdded, steps.NOTED),
        Reaction(Moved, steps.LOOK),
        Reaction(TileChanged, steps.OPENED),
    ]
)
provide_readings = hook(lambda: [*collect_readings(api).values(), *collect_readings(vocabulary).values()])
provide_deeds = hook(lambda: collect_deeds(vocabulary).values())
provide_words = hook(lambda: (Words("decision", tuple(f"{ID}:{about}" for about in DECISIONS)),))
provide_bots = hook(lambda: bots.BOTS)


@hook
def on_turn_end(event: Turn, ctx: Context) -> Iterable[Change]:
    return steps.follow_base_turn(ctx, event.number) if expedition_of(ctx.state).is_walking else ()


@hook.of("core.stealth", "on_meet")
def on_meet(event: Any, ctx: Context) -> Iterable[Change | Proposal]:
    return touch.meet_figure(ctx, event.partner)
