"""The King in Yellow's house: a cooperative board game on the same core as the tile games.

Hook implementations only. README.md lists the modules of the rules.
"""

from collections.abc import Iterable
from typing import Any

from footfall.api import (
    Bot,
    Change,
    CommandSpec,
    Deed,
    Game,
    Message,
    Part,
    Presentation,
    Reaction,
    Reading,
    RecordKind,
    Seats,
    Statistics,
    Step,
    Words,
    collect_deeds,
    collect_readings,
    hook,
)
from footfall.api.events import Recipe

from . import api, changes, deeds, readings, setup
from .bots import BOTS
from .events import RoundStarted
from .measures import SCORES, measure, observe, score_game
from .records import RECORD_KINDS, WORD_LISTS
from .references import ORPHAN_POLICY, check_board
from .rules import turns
from .screen.bindings import BINDINGS
from .screen.figures import list_figures
from .screen.labels import FIELD_FORMATS
from .screen.narrate import narrate
from .screen.scene import build_scene
from .screen.story import tell_story
from .setup import list_setup_choices
from .state import MAX_SEATS, MIN_SEATS, PART, Board
from .steps import BLOCKS, HANDLERS, REACTIONS, STEPS


def _explain_python(rule: Any) -> str:
    from .compiled.rules import explain_rule

    return explain_rule(rule)


def declare_environment() -> Any:
    """How programs play the game by numbers."""
    from .environment import ENVIRONMENT

    return ENVIRONMENT


GAME = Game(
    explain_python=_explain_python,
    id="core.king",
    rule_mods=("core.king",),
    setup=setup.set_up_board,
    turn_step="core.king:turn",
    list_legal=turns.list_legal_commands,
    options=setup.OPTIONS,
    choices=list_setup_choices,
    presentation=Presentation(
        scene=build_scene,
        title=Message("king-title"),
        tagline=Message("king-tagline"),
        narrate=narrate,
        is_told_in_steps=True,
        has_rounds=True,
        story=tell_story,
        figures=list_figures,
        field_formats=FIELD_FORMATS,
        seats=Seats("players", tuple(range(MIN_SEATS, MAX_SEATS + 1)), True, "king-log-turn"),
        seat_scene=build_scene,
        adviser="core.king:goal",
        has_hints=True,
    ),
    statistics=Statistics(
        winning_outcomes=("WIN",),
        measure=measure,
        observe=observe,
        observe_at=RoundStarted,
        scores=SCORES,
        score=score_game,
    ),
    declare_environment=declare_environment,
)


@hook
def provide_games() -> Iterable[Game]:
    return [GAME]


@hook
def provide_records() -> Iterable[RecordKind]:
    return RECORD_KINDS


@hook
def provide_parts() -> Iterable[Part]:
    return [Part(PART, Board, ORPHAN_POLICY, check_board)]


@hook
def provide_commands() -> Iterable[CommandSpec]:
    return [CommandSpec(kind, handle, BINDINGS.get(kind, ())) for kind, handle in HANDLERS.items()]


@hook
def provide_changes() -> Iterable[type[Change]]:
    return changes.CHANGES


@hook
def provide_reactions() -> Iterable[Reaction]:
    return REACTIONS


@hook
def provide_steps() -> Iterable[Step]:
    return STEPS


@hook
def provide_readings() -> Iterable[Reading]:
    return [*collect_readings(api).values(), *collect_readings(readings).values()]


@hook
def provide_deeds() -> Iterable[Deed]:
    return collect_deeds(deeds).values()


@hook
def provide_words() -> Iterable[Words]:
    return WORD_LISTS


@hook
def provide_bots() -> Iterable[Bot]:
    return BOTS


@hook
def on_round_end(event: Recipe) -> Iterable[Step]:
    return BLOCKS if event.name == "core.king" else []
