"""The steps by name, the blocks of the end of a round, the handlers, the reactions."""

from footfall.api import Reaction, Step, collect_commands

from .events import SoulsFell
from .rules import actions, allowance, cards, effects, monsters, notices, questions, rooms, rounds, sanity, turns

STEPS = (
    Step("core.king:turn", turns.advance_turn),
    Step("core.king:round", rounds.end_round),
    # Sanity.
    Step("core.king:crossing", sanity.handle_crossing),
    Step("core.king:lose-now", sanity.lose_now),
    Step("core.king:sacrifice", sanity.resolve_sacrifice),
    # Cards.
    Step("core.king:enter", cards.enter_room),
    Step("core.king:open", cards.open_and_draw),
    Step("core.king:foresee", cards.ask_foresight),
    Step("core.king:foreseen", cards.resolve_foresight),
    Step("core.king:peek", cards.ask_peek),
    Step("core.king:peeked", cards.resolve_peek),
    Step("core.king:tuck", cards.tuck),
    Step("core.king:draw-now", cards.draw_now),
    Step("core.king:freeze", effects.cap_actions_on_floor),
    Step("core.king:hands", allowance.ask_overflow),
    Step("core.king:discard-one", allowance.discard_overflow),
    # Special rooms.
    Step("core.king:pedlar", rooms.offer_pedlar_cards),
    Step("core.king:pedlar-sold", rooms.resolve_pedlar_choice),
    Step("core.king:rumour", rooms.ask_rumor),
    Step("core.king:rumoured", rooms.resolve_rumor),
    Step("core.king:ritual-key", rooms.grant_ritual_key),
    # Figures.
    Step("core.king:revealed", monsters.apply_reveal),
    Step("core.king:act", monsters.take_monster_turn),
    Step("core.king:contact", monsters.handle_contact),
    Step("core.king:reaction", monsters.resolve_reaction),
    Step("core.king:stunned", monsters.stun_monster),
    Step("core.king:ease", rounds.ease_stuns),
    # The end of a round.
    Step("core.king:discard", effects.ask_discard),
    Step("core.king:discarded", effects.resolve_discard),
    Step("core.king:curse", rounds.apply_curse),
    Step("core.king:durations", rounds.tick_statuses),
    Step("core.king:false-king", rounds.run_false_king_check),
    # Deeds of mods, and their questions.
    Step("core.king:draw-top", questions.draw_top),
    Step("core.king:shuffle-deck", questions.shuffle_box),
    Step("core.king:ask-order", questions.ask_order),
    Step("core.king:ordered", questions.put_in_order),
    Step("core.king:return-card", questions.return_card),
    Step("core.king:remove-discarded", questions.remove_discarded),
    Step("core.king:ask-answer", questions.ask_answer),
    Step("core.king:ask-card", questions.ask_card),
    Step("core.king:fetch", questions.fetch_card),
    Step("core.king:ask-box", questions.ask_box),
    Step("core.king:ask-player", questions.ask_player),
    Step("core.king:answered", questions.tell_answer),
    Step("core.king:told-answer", questions.tell_discard),
    *notices.STEPS,
)

BLOCKS = (
    Step("core.king:house", rounds.run_house_block),
    Step("core.king:presence", rounds.run_presence_block),
    Step("core.king:roulette", rounds.run_roulette_block),
    Step("core.king:effect", rounds.run_effect_block),
    Step("core.king:monsters", rounds.run_monsters_block),
    Step("core.king:statuses", rounds.run_statuses_block),
    Step("core.king:stairs", rounds.run_stairs_block),
    Step("core.king:decks", rounds.run_decks_block),
)
"""The eight blocks, in order (K-END-0b)."""

REACTIONS = (Reaction(SoulsFell, "core.king:crossing"), *notices.REACTIONS)

HANDLERS = {spec.type: spec.handle for spec in collect_commands(actions, rooms)}
"""The handler of each command."""
