"""The King in Yellow's house: a cooperative board game on the same core as the tile games.

Hook implementations only; the rules stand beside this file (README.md says where).
"""

from __future__ import annotations

from collections.abc import Iterable

from footfall.api import (
    Bot,
    ChangeSpec,
    CommandSpec,
    Game,
    Message,
    Part,
    Reaction,
    RecordKind,
    Step,
    hook,
)
from footfall.api.events import Recipe

from . import appliers, setup, turns
from .bots import BOTS
from .codex import KINDS
from .compiled import compiled
from .events import RoundStarted
from .figures import figures
from .keeping import KEEPING
from .keys import BINDINGS
from .measures import measure, observe
from .narrate import narrate
from .scene import scene
from .state import PART, Board
from .steps import BLOCKS, HANDLERS, REACTIONS, STEPS

GAME = Game(
    id="core.king",
    rules=("core.king",),
    setup=setup.setup,
    turn="core.king:turn",
    scene=scene,
    legal=turns.legal,
    title=Message("king-title"),
    options=setup.OPTIONS,
    narrate=narrate,
    wins=("WIN",),
    measure=measure,
    observe=observe,
    observe_at=RoundStarted,
    figures=figures,
    compiled=compiled,
)


@hook
def provide_games() -> Iterable[Game]:
    return [GAME]


@hook
def provide_records() -> Iterable[RecordKind]:
    return KINDS


@hook
def provide_parts() -> Iterable[Part]:
    return [Part(PART, Board, KEEPING)]


@hook
def provide_commands() -> Iterable[CommandSpec]:
    return [CommandSpec(kind, handle, BINDINGS.get(kind, ())) for kind, handle in HANDLERS.items()]


@hook
def provide_changes() -> Iterable[ChangeSpec]:
    return appliers.SPECS


@hook
def provide_reactions() -> Iterable[Reaction]:
    return REACTIONS


@hook
def provide_steps() -> Iterable[Step]:
    return STEPS


@hook
def provide_bots() -> Iterable[Bot]:
    return BOTS


@hook
def on_round_end(event: Recipe) -> Iterable[Step]:
    return BLOCKS if event.name == "core.king" else []
