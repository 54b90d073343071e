//! How many actions a soul has, where ice lies, and what hands hold; see plugins/king/{allowance,hands}.py.

use crate::board::{Board, LOWEST, Monster, Soul};
use crate::house::floor;
use crate::names::name;
use crate::tables::{Book, Ice, LowestRule};

/// Whether a figure allows 1 action on its floor now.
fn icy(book: &Book, board: &Board, monster: &Monster) -> bool {
    match book.figure(monster.kind).ice {
        Ice::Never => false,
        _ if monster.stun != 0 => false,
        Ice::AtOnce => true,
        Ice::Later => monster.arrived < board.round,
    }
}

/// Whether ice lies on a floor; `at_once`: of the kind that catches who walks onto it.
pub fn iced(book: &Book, board: &Board, at: usize, at_once: bool) -> bool {
    board.monsters.iter().any(|monster| {
        floor(monster.node) == at
            && icy(book, board, monster)
            && (!at_once || book.figure(monster.kind).ice == Ice::AtOnce)
    })
}

/// Whether players on a floor cannot move (C7).
pub fn sealed(book: &Book, board: &Board, at: usize) -> bool {
    board.monsters.iter().any(|monster| {
        monster.arrived == board.round
            && monster.stun == 0
            && floor(monster.node) == at
            && book.figure(monster.kind).seals
    })
}

/// Actions of a seat's turn; before it began, as it would begin now.
fn allowance(book: &Book, board: &Board, seat: usize) -> i64 {
    let soul = &board.souls[seat];
    let profile = &book.profile;
    let running = board.begun && seat == board.active;
    if soul.lost {
        return 0;
    }
    let mut actions = profile.base_actions;
    let enlightened = soul.has(name::ENLIGHTENED);
    if enlightened && !profile.enlightened_after_caps {
        actions += 1;
    }
    let lowest =
        if running && profile.minus5_action_rule == LowestRule::TurnStart { soul.low } else { soul.sanity <= LOWEST };
    if lowest {
        actions = actions.min(profile.minus5_actions);
    }
    if soul.marked {
        actions = actions.min(1);
    }
    if if running { soul.iced } else { iced(book, board, floor(soul.node), false) } {
        actions = actions.min(1);
    }
    if enlightened && profile.enlightened_after_caps {
        actions += 1;
    }
    actions
}

/// Actions a seat has left this turn, never negative.
pub fn actions_left(book: &Book, board: &Board, seat: usize) -> i64 {
    let soul = &board.souls[seat];
    if soul.over { 0 } else { (allowance(book, board, seat) - soul.spent).max(0) }
}

impl Board {
    /// Objects in hand beyond the slots, with `more` slot takers to come.
    pub fn overflow(&self, book: &Book, seat: usize, more: i64) -> i64 {
        let soul = &self.souls[seat];
        let held = soul.objects.iter().filter(|&&card| book.card(card).slot).count() as i64;
        held + more - (soul.object_slots - soul.slots_lost)
    }

    /// Whether a key found now goes to the hand rather than under its deck (K-KEY-3).
    pub fn may_take_key(&self, book: &Book, soul: &Soul) -> bool {
        soul.keys < soul.key_limit() && self.keys_in_hands() < self.key_pool(book) - self.keys_destroyed
    }
}
