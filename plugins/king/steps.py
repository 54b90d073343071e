"""What the rules are made of: every step by name, the blocks of a round's end, handlers, reactions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from footfall.api import Play, Reaction, Step

from . import actions, cards, effects, hands, king, monsters, rooms, rounds, sanity, turns
from .events import SoulsFell

STEPS = (
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
)

BLOCKS = (
    Step("core.king:house", rounds.house),
    Step("core.king:presence", rounds.presence),
    Step("core.king:roulette", rounds.roulette),
    Step("core.king:effect", rounds.effect),
    Step("core.king:monsters", rounds.monsters),
    Step("core.king:statuses", rounds.statuses),
    Step("core.king:stairs", rounds.stairs),
    Step("core.king:decks", rounds.decks),
)
"""The eight blocks, always in this order (K-END-0b)."""

REACTIONS = (Reaction(SoulsFell, "core.king:crossing"),)

HANDLERS: dict[type[Any], Callable[[Play, Any], Any]] = {**actions.HANDLERS, **rooms.HANDLERS}
"""What carries each command out."""
