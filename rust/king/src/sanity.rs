//! Losing sanity, falling to -5, and the sacrifice; see plugins/king/sanity.py.

use crate::actions::ask;
use crate::agenda::{Amounts, Change, Step};
use crate::game::Game;
use crate::names::{Sym, name};
use crate::tables::Refire;

impl Game<'_> {
    /// One batch of sanity losses (K-END-0e). VANITY adds 1 to each of its bearer's, but to `exact` ones.
    pub(crate) fn losses(
        &self,
        out: &mut Vec<Change>,
        amounts: impl IntoIterator<Item = (usize, i64)>,
        source: Sym,
        exact: bool,
    ) {
        let vain = |seat: usize| self.board.souls[seat].has(name::VANITY);
        let due = |(seat, amount)| (seat, if amount > 0 && !exact && vain(seat) { amount + 1 } else { amount });
        let amounts: Amounts = amounts.into_iter().map(due).collect();
        if !amounts.is_empty() {
            out.push(Change::Lose { amounts, source });
        }
    }

    /// Deals with the first of the falling: he may sacrifice, or the -5 rule fires (K-SANITY-5.6).
    pub(crate) fn crossing(&mut self, out: &mut Vec<Change>) {
        let Some(&(seat, _)) = self.board.falling.first() else { return };
        if self.board.held.contains(&seat) {
            let soul = &self.board.souls[seat];
            let mut options = Vec::new();
            if soul.top > -1 {
                options.push(name::SANITY_MAX);
            }
            if soul.object_slots > soul.slots_lost {
                options.push(name::OBJECT_SLOT);
            }
            if !options.is_empty() {
                options.push(name::ACCEPT);
                out.push(ask(seat, "sacrifice", options, Step::Sacrifice(seat)));
                return;
            }
        }
        self.fall(out, seat);
    }

    /// The answer of a falling soul (K-SAC-2, K-SAC-4).
    pub(crate) fn sacrifice(&mut self, out: &mut Vec<Change>, seat: usize, mode: Sym) {
        if mode == name::ACCEPT {
            self.fall(out, seat);
            return;
        }
        out.push(Change::Sacrifice { seat, mode });
        if mode == name::OBJECT_SLOT {
            out.push(Change::Push(Step::Hands(seat)));
        }
        self.onward(out);
    }

    /// The -5 rule for one soul (K-SANITY-5.3): keys, objects, then 1 from every other player.
    fn fall(&mut self, out: &mut Vec<Change>, seat: usize) {
        let profile = &self.book.profile;
        let again = profile.minus5_refire == Refire::OncePerRound && self.board.souls[seat].fell == self.board.round;
        out.push(Change::Break { seat, fires: !again, spares_bound: profile.minus5_spares_bound });
        if !again {
            let others = (0..self.board.souls.len()).filter(|&other| other != seat);
            self.losses(out, others.map(|other| (other, 1)), name::FALL, false);
        }
        self.onward(out);
    }

    fn onward(&self, out: &mut Vec<Change>) {
        if self.board.falling.len() > 1 {
            out.push(Change::Push(Step::Crossing(None)));
        }
    }
}
