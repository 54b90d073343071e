//! Losses of sanity, and the effects of falling to -5.

use crate::agenda::{Amounts, Fell, Step};
use crate::game::{Game, PlayResult};
use crate::names::{NameId, name};
use crate::tally::Kind;

impl Game<'_> {
    pub(super) fn lose(&mut self, mut amounts: Amounts, source: NameId) {
        let (board, least) = (&mut self.board, self.records.numbers.min_sanity);
        let mut fell: Vec<usize> = Vec::new();
        amounts.retain_mut(|(seat, amount)| {
            let soul = &mut board.souls[*seat];
            if soul.sanity <= least || *amount <= 0 || board.held_seats.contains(seat) {
                return false;
            }
            *amount = (*amount).min(soul.sanity - least);
            let left = soul.sanity - *amount;
            if left > least {
                soul.sanity = left;
            } else {
                fell.push(*seat);
            }
            true
        });
        if fell.is_empty() {
            self.event(Kind::SanityLost, &[source]);
            return;
        }
        if fell.len() > 1 {
            fell = board.round_order().filter(|seat| fell.contains(seat)).collect();
        }
        for &seat in &fell {
            let soul = &mut board.souls[seat];
            if self.records.profile.allows_sacrifice && soul.can_sacrifice(self.records.numbers.min_top) {
                board.held_seats.push(seat);
            } else {
                soul.sanity = least;
            }
            board.falling.push((seat, source));
        }
        self.souls_fell(Fell { seats: fell, amounts, source });
    }

    pub(super) fn souls_fell(&mut self, fell: Fell) {
        self.event(Kind::SoulsFell, &[fell.source]);
        self.reactions.push(Step::Crossing(Some(Box::new(fell))));
    }

    /// Removes a player from the list of crossings; returns the source of the loss.
    pub(super) fn remove_from_falling(&mut self, seat: usize) -> NameId {
        let board = &mut self.board;
        let mut source = name::NOTHING;
        if let Some(at) = board.falling.iter().position(|&(other, _)| other == seat) {
            source = board.falling.remove(at).1;
        }
        if let Some(at) = board.held_seats.iter().position(|&other| other == seat) {
            board.held_seats.remove(at);
        }
        source
    }

    pub(super) fn break_down(&mut self, seat: usize, fires: bool, spares_bound: bool) -> PlayResult {
        let source = self.remove_from_falling(seat);
        let board = &mut self.board;
        let soul = &mut board.souls[seat];
        soul.sanity = self.records.numbers.min_sanity;
        let role = soul.role;
        board.last_cause = source;
        if fires {
            soul.fell = board.round;
            board.keys_destroyed += std::mem::take(&mut soul.keys);
            let goes = |card: &NameId| !(spares_bound && self.records.card(*card).is_bound);
            let objects: Vec<NameId> = soul.objects.iter().copied().filter(goes).collect();
            for card in objects {
                self.take_from_hand(seat, card)?; // at -5 already: no crossing
                self.board.removed_cards.add(card);
            }
        }
        self.event(Kind::SoulBroke, &[role, source]);
        Ok(())
    }

    /// Lowers the maximum by 1 and caps sanity; returns whether the player falls to -5.
    pub(super) fn lower_max_sanity(&mut self, seat: usize, source: NameId) -> bool {
        let (soul, least) = (&mut self.board.souls[seat], self.records.numbers.min_sanity);
        if soul.top <= least {
            return false;
        }
        soul.top -= 1;
        if soul.sanity <= soul.top {
            return false;
        }
        if soul.top > least {
            soul.sanity = soul.top;
            return false;
        }
        soul.sanity = least;
        self.board.falling.push((seat, source));
        self.souls_fell(Fell { seats: vec![seat], amounts: vec![(seat, 1)], source });
        true
    }
}
