"""The King in Yellow's house: a cooperative board game on the same core as the tile games.

Hook implementations only. README.md lists the modules of the rules.
"""

from collections.abc import Iterable
from typing import Any

from footfall.api import (
    CommandSpec,
    Game,
    Message,
    Part,
    Presentation,
    Seats,
    Statistics,
    Step,
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
from .state import MAX_SEATS, MIN_SEATS, PART, Board, board_of
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
        count_rounds=lambda ctx: board_of(ctx.state).round,
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


provide_games = hook(lambda: [GAME])
provide_records = hook(lambda: RECORD_KINDS)
provide_parts = hook(lambda: [Part(PART, Board, ORPHAN_POLICY, check_board)])
provide_commands = hook(
    lambda: [CommandSpec(kind, handle, BINDINGS.get(kind, ())) for kind, handle in HANDLERS.items()]
)
provide_changes = hook(lambda: changes.CHANGES)
provide_reactions = hook(lambda: REACTIONS)
provide_steps = hook(lambda: STEPS)
provide_readings = hook(lambda: [*collect_readings(api).values(), *collect_readings(readings).values()])
provide_deeds = hook(lambda: collect_deeds(deeds).values())
provide_words = hook(lambda: WORD_LISTS)
provide_bots = hook(lambda: BOTS)


@hook
def on_round_end(event: Recipe) -> Iterable[Step]:
    return BLOCKS if event.name == "core.king" else []
