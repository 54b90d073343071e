//! Turns, the eight blocks of the end of a round, the end of the game; see
//! plugins/king/rules.

use crate::agenda::{Change, Question, Step};
use crate::allowance::{actions_left, has_ice};
use crate::board::{Board, Seats};
use crate::command::list_turn_commands;
use crate::game::Game;
use crate::layout::{FLOORS, floor, stair_room};
use crate::listeners::Hook;
use crate::names::{NameId, name};
use crate::tables::{
    DefeatCheck, DiscardChoice, Gait, KingD61, KingEffect, PresenceTiming, Roll, Roulette, STAIRS_ROLLS,
};

impl Game<'_> {
    /// Asks the active seat, begins its turn, or ends the round.
    pub(crate) fn advance_turn(&mut self, changes: &mut Vec<Change>) {
        let (records, board) = (self.records, &self.board);
        if records.profile.defeat_check == DefeatCheck::Immediate
            && let Some(outcome) = self.find_defeat()
        {
            changes.push(Change::Finish(outcome));
            return;
        }
        if board.turns as usize >= board.souls.len() {
            changes.push(Change::EndRound);
            changes.extend(records.rules.blocks.iter().cloned().map(Change::Push));
            changes.push(Change::Push(Step::Round));
            return;
        }
        let seat = board.active;
        let soul = &board.souls[seat];
        if !board.has_begun {
            changes.push(Change::BeginTurn { iced: has_ice(records, board, floor(soul.node), false) });
            if self.is_heard(Hook::TurnStart) {
                let asks = actions_left(records, board, seat) > 0;
                let fields = [seat as i64, board.round, 0, 0, 0, 0];
                self.notify(changes, Hook::TurnStart, fields);
                // If nothing happens, the next step would ask.
                if asks && changes.len() == 1 && !self.is_audited() {
                    changes.push(Change::Ask(Question::Turn(seat)));
                }
                return;
            }
            if actions_left(records, board, seat) > 0 {
                changes.push(Change::Ask(Question::Turn(seat)));
            }
            return;
        }
        if !(soul.has_lost_turn || soul.is_exhausted) {
            let mut able = actions_left(records, board, seat) > 0;
            if !able {
                let mut commands = Vec::new();
                list_turn_commands(self, seat, &mut commands);
                able = commands.len() > 1;
            }
            if able {
                changes.push(Change::Ask(Question::Turn(seat)));
                return;
            }
        }
        self.finish_turn(changes);
    }

    /// Ends the active seat's turn (K-TURN-4).
    pub(crate) fn finish_turn(&mut self, changes: &mut Vec<Change>) {
        changes.push(Change::FinishTurn);
        let fields = [self.board.active as i64, self.board.round, 0, 0, 0, 0];
        self.notify(changes, Hook::TurnEnd, fields);
    }

    /// Block 1: every player loses sanity, except immune ones (K-END-1).
    pub(crate) fn run_house_block(&mut self, changes: &mut Vec<Change>) {
        let records = self.records;
        let immune = |seat: usize| {
            records.immune_seats.contains(&seat) || records.profile.house_immune.contains(&self.board.souls[seat].role)
        };
        let seats: Seats = (0..self.board.souls.len()).filter(|&seat| !immune(seat)).collect();
        self.lose_sanity(changes, seats.iter().map(|seat| (seat, records.profile.house_loss)), name::HOUSE, false);
    }

    /// Block 2: presence on the King's floor, if the profile has it before the roulette (D-01).
    pub(crate) fn run_presence_block(&mut self, changes: &mut Vec<Change>) {
        if self.board.banish != 0 {
            changes.push(Change::KeepKingAway);
        } else if self.records.profile.presence_timing == PresenceTiming::BeforeRoulette {
            self.apply_presence(changes, self.board.king);
        }
    }

    /// The presence loss of a floor (K-END-2), doubled by fury (D-49).
    fn apply_presence(&mut self, changes: &mut Vec<Change>, at: usize) {
        let board = &self.board;
        let loss = self.records.presence_loss(board.round)
            * if board.is_furious { self.records.numbers.fury_factor } else { 1 };
        if loss != 0 {
            self.lose_sanity(changes, board.seats_on(at).iter().map(|seat| (seat, loss)), name::PRESENCE, false);
        }
    }

    /// Block 3: the starter's d4 moves the King, never to the False King's floor (K-END-3).
    pub(crate) fn run_roulette_block(&mut self, changes: &mut Vec<Change>) {
        if self.board.banish != 0 {
            return;
        }
        let profile = &self.records.profile;
        let shunned = match self.board.false_king {
            Some(seat) if profile.has_fk_reroll => Some(floor(self.board.souls[seat].node)),
            _ => None,
        };
        let goal = loop {
            let value = self.roll_die(Roll::KingRoulette, 4);
            let goal = match profile.roulette {
                Roulette::Wheel => (self.board.king + value as usize) % FLOORS,
                Roulette::Direct if value as usize <= FLOORS => value as usize - 1,
                Roulette::Direct => continue,
            };
            if Some(goal) != shunned {
                break goal;
            }
        };
        changes.push(Change::MoveKing { floor: goal, how: name::ROULETTE });
        if profile.presence_timing == PresenceTiming::OnArrival {
            self.apply_presence(changes, goal);
        }
    }

    /// Block 4: the starter's d6 selects the King's effect (K-END-4).
    pub(crate) fn run_effect_block(&mut self, changes: &mut Vec<Change>) {
        if self.board.banish != 0 {
            return;
        }
        let d6 = self.roll_die(Roll::KingEffect, 6);
        changes.push(Change::ActKing);
        let board = &self.board;
        let safe = match board.false_king {
            Some(seat) if self.records.profile.fk_floor_exempt.contains(&d6) => {
                board.seats_on(floor(board.souls[seat].node))
            }
            _ => Seats::default(),
        };
        let here = board.seats_on(board.king).without(safe);
        let records = self.records;
        for &effect in records.king_effects(d6) {
            self.apply_king_effect(changes, effect, safe, here);
        }
    }

    /// Applies a deed of the King; `safe` seats are spared, and those `here` are on his floor and are not.
    fn apply_king_effect(&mut self, changes: &mut Vec<Change>, effect: KingEffect, safe: Seats, here: Seats) {
        let board = &self.board;
        let profile = &self.records.profile;
        match effect {
            KingEffect::Reorder if profile.king_d6_1 == KingD61::Shuffle => {
                let mut boxes = Box::new(board.boxes.clone());
                for cards in boxes.iter_mut() {
                    self.shuffle(Roll::Boxes, cards);
                }
                changes.push(Change::ShuffleBoxes(boxes));
            }
            KingEffect::Reorder if profile.has_d6_1_for_ring => changes.push(Change::ScheduleFloorsTurn),
            KingEffect::Reorder => changes.push(Change::TurnFloors),
            KingEffect::Harm(amount) => {
                let seats = board.seats().without(safe);
                self.lose_sanity(changes, seats.iter().map(|seat| (seat, amount)), name::KING, false);
            }
            KingEffect::Limit if !here.is_empty() => changes.push(Change::Mark(here)),
            KingEffect::Drive if !here.is_empty() => {
                let node = stair_room(&board.stairs, usize::from(board.king != 1));
                changes.push(Change::PlaceSouls { seats: here, node });
            }
            KingEffect::Attract => {
                let seats = board.seats().without(safe);
                if !seats.is_empty() {
                    changes.push(Change::PlaceSouls { seats, node: Board::corridor(board.king) });
                }
            }
            KingEffect::Discard => {
                for seat in board.round_order() {
                    if !safe.has(seat) && !board.souls[seat].objects.is_empty() {
                        changes.push(Change::Push(Step::Discard(seat)));
                    }
                }
            }
            KingEffect::Limit | KingEffect::Drive => {}
        }
    }

    /// Asks which object to discard if there is a choice.
    pub(crate) fn ask_discard(&mut self, changes: &mut Vec<Change>, seat: usize) {
        let profile = &self.records.profile;
        let keeps = |card: NameId| profile.spares_bound_at_discard && self.records.card(card).is_bound;
        let objects = self.board.souls[seat].objects.iter().copied();
        let objects: Vec<NameId> = objects.filter(|&card| !keeps(card)).collect();
        let mut kinds: Vec<NameId> = Vec::new();
        for &card in &objects {
            if !kinds.contains(&card) {
                kinds.push(card);
            }
        }
        let Some(&last) = objects.last() else { return };
        if profile.discard_choice == DiscardChoice::Last || kinds.len() == 1 {
            self.resolve_discard(changes, seat, last);
        } else {
            changes.push(Change::ask(seat, "discard", kinds, Step::Discarded(seat)));
        }
    }

    pub(crate) fn resolve_discard(&self, changes: &mut Vec<Change>, seat: usize, card: NameId) {
        changes.push(Change::DropObject { seat, card, how: name::DISCARDED });
    }

    /// Block 5: every figure acts in order of arrival, then stuns are reduced (K-END-5).
    pub(crate) fn run_monsters_block(&mut self, changes: &mut Vec<Change>) {
        let monsters = &self.board.monsters;
        for monster in monsters {
            if monster.stun == 0 && self.records.monster_kind(monster.kind).gait != Gait::Still {
                changes.push(Change::Push(Step::Act(monster.number)));
            }
        }
        if !changes.is_empty() || monsters.iter().any(|monster| monster.stun != 0) {
            changes.push(Change::Push(Step::Ease));
        }
    }

    /// Reduces all stuns by one round, those of this block too (K-END-5d).
    pub(crate) fn ease_stuns(&mut self, changes: &mut Vec<Change>) {
        if self.board.monsters.iter().any(|monster| monster.stun != 0) {
            changes.push(Change::EaseStuns);
        }
    }

    /// Block 6: poison, curses, durations, the False King's test (K-END-6a).
    pub(crate) fn run_statuses_block(&mut self, changes: &mut Vec<Change>) {
        let souls = &self.board.souls;
        for (seat, soul) in souls.iter().enumerate() {
            if soul.has(name::POISONED) {
                changes.push(Change::Poison(seat));
            }
        }
        if souls.iter().any(|soul| !soul.statuses.0.is_empty()) {
            let mut cursed = false;
            for (seat, soul) in souls.iter().enumerate() {
                if soul.has(name::CURSED) {
                    cursed = true;
                    changes.push(Change::Push(Step::Curse(seat)));
                }
            }
            changes.push(if cursed { Change::Push(Step::Durations) } else { Change::TickStatuses });
        }
        if self.board.false_king.is_some() {
            changes.push(Change::Push(Step::FalseKing));
        }
    }

    /// Every other player on a cursed soul's floor loses 1 (K-STATUS-CURSED).
    pub(crate) fn apply_curse(&mut self, changes: &mut Vec<Change>, seat: usize) {
        let there = self.board.seats_on(floor(self.board.souls[seat].node)).without(Seats::single(seat));
        self.lose_sanity(changes, there.iter().map(|other| (other, 1)), name::CURSE, false);
    }

    pub(crate) fn tick_statuses(&mut self, changes: &mut Vec<Change>) {
        changes.push(Change::TickStatuses);
    }

    /// Tests the False King: d6 + sanity against his threshold (K-END-6c).
    pub(crate) fn run_false_king_check(&mut self, changes: &mut Vec<Change>) {
        let Some(seat) = self.board.false_king else { return };
        let total = self.roll_die(Roll::FalseKingCheck, 6) + self.board.souls[seat].sanity.max(0);
        let board = &self.board;
        let soul = &board.souls[seat];
        let threshold = soul.top + self.records.profile.fk_base + board.round - board.crown_round;
        changes.push(Change::TestFalseKing);
        if total <= threshold {
            let loss = self.records.table_loss(board.round);
            let there = board.seats_on(floor(soul.node));
            self.lose_sanity(changes, there.iter().map(|seat| (seat, loss)), name::FALSE_KING, false);
        }
    }

    /// Block 7: three d4, floor 1 first (K-END-7).
    pub(crate) fn run_stairs_block(&mut self, changes: &mut Vec<Change>) {
        changes.push(Change::TurnStairs(STAIRS_ROLLS.map(|roll| self.roll_die(roll, 4) as usize)));
    }

    /// Block 8: the boxes move along the ring, or on each floor (K-END-8, D-04).
    pub(crate) fn run_decks_block(&mut self, changes: &mut Vec<Change>) {
        changes.push(if self.board.turns_floors { Change::TurnFloors } else { Change::TurnRing });
    }

    /// After block 8: the end check, then the next round (K-END-0f).
    pub(crate) fn end_round(&mut self, changes: &mut Vec<Change>) {
        changes.push(self.find_outcome().map_or(Change::NewRound, Change::Finish));
    }

    /// The defeat that holds now (K-WIN-2, K-WIN-3).
    fn find_defeat(&self) -> Option<NameId> {
        let board = &self.board;
        if board.souls.iter().all(|soul| soul.sanity <= self.records.numbers.min_sanity) {
            return Some(name::LOSE_ALL_MINUS5);
        }
        let lost = board.keys_destroyed;
        let few = lost != 0 && board.key_pool(self.records) - lost <= self.records.profile.keys_lose_at;
        few.then_some(name::LOSE_KEYS)
    }

    /// The outcome that holds now, defeats first (D-52).
    fn find_outcome(&self) -> Option<NameId> {
        let (board, profile) = (&self.board, &self.records.profile);
        if let Some(lost) = self.find_defeat() {
            return Some(lost);
        }
        let there = board.souls.iter().all(|soul| soul.node == self.records.threshold);
        if there && board.keys_in_hands() >= profile.keys_to_win {
            return Some(name::WIN);
        }
        (board.round + 1 > profile.max_rounds).then_some(name::TIMEOUT)
    }
}
