//! Actions per turn, ice, limits of a hand; see plugins/king/rules.

use crate::board::{Board, Monster, Soul};
use crate::layout::floor;
use crate::names::name;
use crate::tables::{GameRecords, Ice, Minus5ActionRule};

/// Whether a figure limits its floor to 1 action now.
fn is_freezing(records: &GameRecords, board: &Board, monster: &Monster) -> bool {
    match records.monster_kind(monster.kind).ice {
        Ice::Nothing => false,
        _ if monster.stun != 0 => false,
        Ice::AtOnce => true,
        Ice::Later => monster.arrival_round < board.round,
    }
}

/// Whether a figure limits a floor to 1 action; `at_once`: a figure that also affects players who walk onto it.
pub fn has_ice(records: &GameRecords, board: &Board, at: usize, at_once: bool) -> bool {
    board.monsters.iter().any(|monster| {
        floor(monster.node) == at
            && is_freezing(records, board, monster)
            && (!at_once || records.monster_kind(monster.kind).ice == Ice::AtOnce)
    })
}

/// Whether a floor is free of ice once this figure is stunned or gone: it was the last one that freezes.
pub fn thaws_floor(records: &GameRecords, board: &Board, monster: &Monster) -> bool {
    is_freezing(records, board, monster)
        && !board.monsters.iter().any(|other| {
            other.number != monster.number
                && floor(other.node) == floor(monster.node)
                && is_freezing(records, board, other)
        })
}

/// Whether players on a floor cannot move (K-MON-ICE_QUEEN).
pub fn is_sealed(records: &GameRecords, board: &Board, at: usize) -> bool {
    board.monsters.iter().any(|monster| {
        monster.arrival_round == board.round
            && monster.stun == 0
            && floor(monster.node) == at
            && records.monster_kind(monster.kind).seals_floor
    })
}

/// Actions of a seat's turn; before it begins, as if it began now.
fn allowance(records: &GameRecords, board: &Board, seat: usize) -> i64 {
    let soul = &board.souls[seat];
    let profile = &records.profile;
    let running = board.has_begun && seat == board.active;
    if soul.has_lost_turn || (soul.skip != 0 && !running) {
        return 0;
    }
    let mut actions = profile.base_actions;
    let enlightened = soul.has(name::ENLIGHTENED);
    if enlightened && !profile.is_enlightened_after_caps {
        actions += 1;
    }
    let lowest = if running && profile.minus5_action_rule == Minus5ActionRule::TurnStart {
        soul.was_lowest
    } else {
        soul.sanity <= records.numbers.min_sanity
    };
    if lowest {
        actions = actions.min(profile.minus5_actions);
    }
    if soul.is_marked {
        actions = actions.min(records.numbers.held_actions);
    }
    if if running { soul.is_iced } else { has_ice(records, board, floor(soul.node), false) } {
        actions = actions.min(records.numbers.held_actions);
    }
    if enlightened && profile.is_enlightened_after_caps {
        actions += 1;
    }
    actions
}

/// Actions left to a seat this turn, at least 0.
pub fn actions_left(records: &GameRecords, board: &Board, seat: usize) -> i64 {
    let soul = &board.souls[seat];
    if soul.is_exhausted { 0 } else { (allowance(records, board, seat) - soul.spent_actions).max(0) }
}

impl Board {
    /// Objects in hand minus slots, after `more` additional objects.
    pub fn count_overflow(&self, records: &GameRecords, seat: usize, more: i64) -> i64 {
        let soul = &self.souls[seat];
        let held = soul.objects.iter().filter(|&&card| records.card(card).needs_slot).count() as i64;
        held + more - (soul.object_slots - soul.slots_lost)
    }

    /// Whether a key found now goes to the hand instead of under its deck (K-KEY-3).
    pub fn can_take_key(&self, records: &GameRecords, soul: &Soul) -> bool {
        soul.keys < soul.key_limit() && self.keys_in_hands() < self.key_pool(records) - self.keys_destroyed
    }
}
