"""The game of this plugin: its setup, turn, screen and statistics."""

from collections.abc import Mapping
from typing import Any

from footfall.api import Change, Command, Context, Game, Message, Presentation, Statistics

from . import generate, items
from .actions import fight, listen
from .ai import noticing
from .model import courses
from .model.phase import get_phase
from .model.state import turn_of
from .odds.sightings import recollect
from .player import handlers, tricks
from .quest import stairs
from .quest.scores import SCORES, measure_game, score_game
from .scene import build_scene
from .scene.pages import list_figures, reveal_killer
from .scene.sounds import list_flashes
from .senses import ambience
from .turns import phases as turns

ID = "core.stealth"

TERMS = ("to_hit", "defense", "damage", "armor", "noise", "range", "engage", "unaware", "patience")
"""Terms of the folds that this game asks, with a name for players."""

CHANCES = (
    *(noticing.notice, noticing.wake, noticing.discern, noticing.stir, noticing.pursue, noticing.search),
    *(fight.strike, fight.batter, listen.listen),
)
"""The rules of chance with numbers that mods may change; that of `stagger` is not an amount, but a direction."""


def list_legal(ctx: Context) -> list[Command]:
    """The legal commands of the player's character, in a fixed order."""
    phase = get_phase(ctx)
    lists = (handlers.list_legal, items.legal_commands, stairs.legal_commands, tricks.legal_commands)
    return [command for list_some in lists for command in list_some(phase)]


def spend_turn(ctx: Context, actor: int) -> list[Change]:
    """The end of the player's turn, to be appended to the changes of the action."""
    return turns.spend_turn(get_phase(ctx), actor)


def compile_steps(session: Any) -> Mapping[Any, Any]:
    """The compiled steps and commands of a session; see `.compiled`."""
    from .compiled import build_compiled_steps

    return build_compiled_steps(session)


def explain_python(rule: Any) -> str:
    """Why the compiled turn leaves a rule as data to Python."""
    from .compiled_rules import explain_rule

    return explain_rule(rule)


def declare_environment() -> Any:
    """How programs play the game by numbers."""
    from .environment import ENVIRONMENT

    return ENVIRONMENT


GAME = Game(
    id=ID,
    rule_mods=(ID,),
    setup=generate.set_up_game,
    turn_step=turns.TURN,
    list_legal=list_legal,
    options={"floor": 1, "generator": "", "course": "whole", "guards": 0},
    spend_turn=spend_turn,
    generation=generate.GENERATION,
    presentation=Presentation(
        scene=build_scene,
        title=Message("stealth-title"),
        tagline=Message("stealth-tagline"),
        flash=list_flashes,
        figures=list_figures,
        hindsight=reveal_killer,
        adviser="core.stealth:expert",
        list_carried=lambda ctx: get_phase(ctx).player.pack,
        clock=turn_of,
        recollect=recollect,
        term_names={term: Message(f"stealth-term-{term}") for term in TERMS},
    ),
    statistics=Statistics(
        measure=measure_game,
        winning_outcomes=(courses.DONE, *courses.OUTCOMES.values()),
        neutral_outcomes=(courses.LEARNED,),
        scores=SCORES,
        score=score_game,
    ),
    free_dice={ambience.DIE_NAME: ambience.DIE},
    compile_steps=compile_steps,
    explain_python=explain_python,
    courses=courses.list_courses,
    chances={f"{ID}:{rule.name}": rule for rule in CHANCES},
    declare_environment=declare_environment,
)
