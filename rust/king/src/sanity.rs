//! Losses, crossings to -5, the sacrifice; see plugins/king/rules/sanity.py.

use crate::agenda::{Amounts, Change, Step};
use crate::game::Game;
use crate::listeners::Hook;
use crate::names::{NameId, name};
use crate::tables::Minus5Refire;

impl Game<'_> {
    /// Adds a batch of losses (K-END-0e). VANITY raises each loss of its bearer by 1, unless `exact`; then the mods
    /// decide.
    pub(crate) fn lose_sanity(
        &mut self,
        changes: &mut Vec<Change>,
        amounts: impl IntoIterator<Item = (usize, i64)>,
        source: NameId,
        exact: bool,
    ) {
        let vain = |seat: usize| self.board.souls[seat].has(name::VANITY);
        let due = |(seat, amount)| (seat, if amount > 0 && !exact && vain(seat) { amount + 1 } else { amount });
        let mut amounts: Amounts = amounts.into_iter().map(due).collect();
        if amounts.is_empty() {
            return;
        }
        let at = changes.len();
        for (seat, amount) in &mut amounts {
            match self.ask_damage(changes, *seat, *amount, source) {
                Some(loss) => *amount = loss,
                None => return changes.push(Change::Refuse("a rule of on_damage")),
            }
        }
        changes.insert(at, Change::Lose { amounts, source });
    }

    /// The loss that mods decide on; adds what else they do. None if Python must play.
    fn ask_damage(&mut self, changes: &mut Vec<Change>, seat: usize, loss: i64, source: NameId) -> Option<i64> {
        if let Some(answer) = self.ask(Hook::Damage, [seat as i64, i64::from(source), loss, 0, 0, 0]) {
            self.add_deeds(changes, answer.changes);
            return Some(answer.value);
        }
        let fields = [-1, seat as i64, i64::from(source), i64::from(name::NOTHING), 0, loss];
        let [damage, armor] =
            self.ask_rules(self.records.rules.of(Hook::Damage, &fields), fields, [loss, 0], changes)?;
        Some(damage.saturating_sub(armor).max(0))
    }

    /// Handles the first crossing: a sacrifice, or the -5 rule (K-SANITY-5.6).
    pub(crate) fn handle_crossing(&mut self, changes: &mut Vec<Change>) {
        let Some(&(seat, _)) = self.board.falling.first() else { return };
        if self.board.held_seats.contains(&seat) {
            let soul = &self.board.souls[seat];
            let mut options = Vec::new();
            if soul.top > self.records.numbers.min_top {
                options.push(name::SANITY_MAX);
            }
            if soul.object_slots > soul.slots_lost {
                options.push(name::OBJECT_SLOT);
            }
            if !options.is_empty() {
                options.push(name::ACCEPT);
                changes.push(Change::ask(seat, "sacrifice", options, Step::Sacrifice(seat)));
                return;
            }
        }
        self.apply_minus5_rule(changes, seat);
    }

    /// Handles the answer of a crossing player (K-SAC-2, K-SAC-4).
    pub(crate) fn resolve_sacrifice(&mut self, changes: &mut Vec<Change>, seat: usize, mode: NameId) {
        if mode == name::ACCEPT {
            self.apply_minus5_rule(changes, seat);
            return;
        }
        changes.push(Change::Sacrifice { seat, mode });
        if mode == name::OBJECT_SLOT {
            changes.push(Change::Push(Step::Hands(seat)));
        }
        self.push_next_crossing(changes);
    }

    /// Applies the -5 rule: keys, objects, then 1 from every other player (K-SANITY-5.3).
    fn apply_minus5_rule(&mut self, changes: &mut Vec<Change>, seat: usize) {
        let profile = &self.records.profile;
        let again =
            profile.minus5_refire == Minus5Refire::OncePerRound && self.board.souls[seat].fell == self.board.round;
        changes.push(Change::Break { seat, fires: !again, spares_bound: profile.spares_bound_at_minus5 });
        if !again {
            let others = (0..self.board.souls.len()).filter(|&other| other != seat);
            self.lose_sanity(changes, others.map(|other| (other, 1)), name::FALL, false);
        }
        self.push_next_crossing(changes);
    }

    fn push_next_crossing(&self, changes: &mut Vec<Change>) {
        if self.board.falling.len() > 1 {
            changes.push(Change::Push(Step::Crossing(None)));
        }
    }
}
