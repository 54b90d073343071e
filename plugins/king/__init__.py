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

from . import actions, appliers, cards, effects, hands, king, monsters, rooms, rounds, sanity, setup, turns
from .bots import BOTS
from .codex import KINDS
from .events import RoundStarted, SoulsFell
from .keeping import KEEPING
from .keys import BINDINGS
from .measures import measure, observe
from .narrate import narrate
from .scene import scene
from .state import PART, Board

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
    handlers = {**actions.HANDLERS, **rooms.HANDLERS}
    return [CommandSpec(kind, handle, BINDINGS.get(kind, ())) for kind, handle in handlers.items()]


@hook
def provide_changes() -> Iterable[ChangeSpec]:
    return appliers.SPECS


@hook
def provide_reactions() -> Iterable[Reaction]:
    return [Reaction(SoulsFell, "core.king:crossing")]


@hook
def provide_steps() -> Iterable[Step]:
    return [
        Step("core.king:turn", turns.turn),
        Step("core.king:round", rounds.next_round),
        # Sanity.
        Step("core.king:crossing", sanity.crossing),
        Step("core.king:sacrifice", sanity.sacrifice),
        # Cards.
        Step("core.king:enter", cards.enter),
        Step("core.king:open", cards.open_and_draw),
        Step("core.king:foresee", cards.foresee),
        Step("core.king:foreseen", cards.foreseen),
        Step("core.king:peek", cards.peek),
        Step("core.king:peeked", cards.peeked),
        Step("core.king:tuck", cards.tuck),
        Step("core.king:freeze", effects.freeze),
        Step("core.king:hands", hands.hands),
        Step("core.king:discard-one", hands.discard_one),
        # Special rooms.
        Step("core.king:pedlar", rooms.pedlar),
        Step("core.king:pedlar-sold", rooms.pedlar_sold),
        Step("core.king:rumour", rooms.rumour),
        Step("core.king:rumoured", rooms.rumoured),
        Step("core.king:ritual-key", rooms.ritual_key),
        # Figures.
        Step("core.king:revealed", monsters.revealed),
        Step("core.king:act", monsters.act),
        Step("core.king:contact", monsters.contact),
        Step("core.king:reaction", monsters.reaction),
        Step("core.king:stunned", monsters.stunned),
        Step("core.king:ease", rounds.ease),
        # The end of a round.
        Step("core.king:discard", king.discard),
        Step("core.king:discarded", king.discarded),
        Step("core.king:curse", rounds.curse),
        Step("core.king:durations", rounds.durations),
        Step("core.king:false-king", rounds.false_king),
    ]


@hook
def provide_bots() -> Iterable[Bot]:
    return BOTS


@hook
def on_round_end(event: Recipe) -> Iterable[Step]:
    """The eight blocks, always in this order (K-END-0b)."""
    if event.name != "core.king":
        return []
    return [
        Step("core.king:house", rounds.house),
        Step("core.king:presence", rounds.presence),
        Step("core.king:roulette", rounds.roulette),
        Step("core.king:effect", rounds.effect),
        Step("core.king:monsters", rounds.monsters),
        Step("core.king:statuses", rounds.statuses),
        Step("core.king:stairs", rounds.stairs),
        Step("core.king:decks", rounds.decks),
    ]
