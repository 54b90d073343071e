//! Turns, the eight blocks of a round's end, and the end of the game; see plugins/king/{turns,rounds,king}.py.

use crate::actions::ask;
use crate::agenda::{Change, Question, Step};
use crate::allowance::{actions_left, iced};
use crate::board::{Board, LOWEST, Seats};
use crate::command::options;
use crate::game::Game;
use crate::house::{FLOORS, floor, stair_room};
use crate::names::{Sym, name};
use crate::tables::{DefeatCheck, DiscardChoice, FirstDeed, Gait, PresenceTiming, Roll, Roulette, STAIRS};

impl Game<'_> {
    /// Asks the active seat, begins its turn, or ends the round.
    pub(crate) fn turn(&mut self, out: &mut Vec<Change>) {
        let (book, board) = (self.book, &self.board);
        if book.profile.defeat_check == DefeatCheck::Immediate
            && let Some(outcome) = self.defeat()
        {
            out.push(Change::Finish(outcome));
            return;
        }
        if board.turns >= board.souls.len() {
            let blocks = [
                Step::House,
                Step::Presence,
                Step::Roulette,
                Step::Effect,
                Step::Monsters,
                Step::Statuses,
                Step::Stairs,
                Step::Decks,
                Step::Round,
            ];
            out.extend(blocks.map(Change::Push));
            return;
        }
        let seat = board.active;
        let soul = &board.souls[seat];
        if !board.begun {
            out.push(Change::BeginTurn { iced: iced(book, board, floor(soul.node), false) });
            if soul.skip == 0 && actions_left(book, board, seat) > 0 {
                out.push(Change::Ask(Question::Turn(seat)));
            }
            return;
        }
        if !(soul.lost || soul.over) {
            let mut able = actions_left(book, board, seat) > 0;
            if !able {
                let mut found = Vec::new();
                options(book, board, seat, &mut found);
                able = found.len() > 1;
            }
            if able {
                out.push(Change::Ask(Question::Turn(seat)));
                return;
            }
        }
        out.push(Change::EndTurn);
    }

    /// Block 1: every player loses 1, immune ones aside (K-END-1).
    pub(crate) fn house(&mut self, out: &mut Vec<Change>) {
        let book = self.book;
        let immune =
            |seat: usize| book.immune_seats.contains(&seat) || book.immune_roles.contains(&self.board.souls[seat].role);
        let seats = (0..self.board.souls.len()).filter(|&seat| !immune(seat));
        self.losses(out, seats.map(|seat| (seat, book.profile.house_loss)), name::HOUSE, false);
    }

    /// Block 2: the King's floor loses by the table, where the profile has it before the roulette (D-01).
    pub(crate) fn presence(&mut self, out: &mut Vec<Change>) {
        if self.board.banish == 0 && self.book.profile.presence_timing == PresenceTiming::BeforeRoulette {
            self.felt(out, self.board.king);
        }
    }

    /// The King's presence on a floor (K-END-2); fury doubles it (D-49).
    fn felt(&self, out: &mut Vec<Change>, at: usize) {
        let board = &self.board;
        let loss = self.book.presence_loss(board.round) * if board.fury { 2 } else { 1 };
        if loss != 0 {
            self.losses(out, board.seats_on(at).iter().map(|seat| (seat, loss)), name::PRESENCE, false);
        }
    }

    /// Block 3: the starter's d4 moves the King, never to the False King's floor (K-END-3).
    pub(crate) fn roulette(&mut self, out: &mut Vec<Change>) {
        if self.board.banish != 0 {
            return;
        }
        let profile = &self.book.profile;
        let shunned = match self.board.false_king {
            Some(seat) if profile.fk_reroll => Some(floor(self.board.souls[seat].node)),
            _ => None,
        };
        let (goal, d4) = loop {
            let value = self.die(Roll::KingRoulette, 4);
            let goal = match profile.roulette {
                Roulette::Wheel => (self.board.king + value as usize) % FLOORS,
                Roulette::Direct if value as usize <= FLOORS => value as usize - 1,
                Roulette::Direct => continue,
            };
            if Some(goal) != shunned {
                break (goal, value);
            }
        };
        out.push(Change::MoveKing { floor: goal, how: name::ROULETTE, d4 });
        if profile.presence_timing == PresenceTiming::OnArrival {
            self.felt(out, goal);
        }
    }

    /// Block 4: the starter's d6 decides what the King does (A5).
    pub(crate) fn effect(&mut self, out: &mut Vec<Change>) {
        if self.board.banish != 0 {
            return;
        }
        let d6 = self.die(Roll::KingEffect, 6);
        out.push(Change::ActKing(d6));
        let board = &self.board;
        let profile = &self.book.profile;
        let safe = match board.false_king {
            Some(seat) if self.book.spares_false_king[d6 as usize] => board.seats_on(floor(board.souls[seat].node)),
            _ => Seats::default(),
        };
        let here = board.seats_on(board.king).without(safe);
        match d6 {
            1 if profile.king_d6_1 == FirstDeed::Shuffle => {
                let mut boxes = Box::new(board.boxes.clone());
                for cards in boxes.iter_mut() {
                    self.shuffle(Roll::Boxes, cards);
                }
                out.push(Change::Shuffle(boxes));
            }
            1 if profile.d6_1_replaces_ring => out.push(Change::DueTurn),
            1 => out.push(Change::TurnFloors),
            2 => {
                let seats = board.seats().without(safe);
                self.losses(out, seats.iter().map(|seat| (seat, 1)), name::KING, false);
            }
            3 if !here.is_empty() => out.push(Change::Mark(here)),
            4 if !here.is_empty() => {
                let node = stair_room(&board.stairs, usize::from(board.king != 1));
                out.push(Change::Place { seats: here, node });
            }
            5 => {
                let seats = board.seats().without(safe);
                if !seats.is_empty() {
                    out.push(Change::Place { seats, node: Board::corridor(board.king) });
                }
            }
            6 => {
                for seat in board.round_order() {
                    if !safe.has(seat) && !board.souls[seat].objects.is_empty() {
                        out.push(Change::Push(Step::Discard(seat)));
                    }
                }
            }
            _ => {}
        }
    }

    /// The owner of objects chooses which one goes; one object only is no choice.
    pub(crate) fn discard(&mut self, out: &mut Vec<Change>, seat: usize) {
        let profile = &self.book.profile;
        let keeps = |card: Sym| profile.discard_spares_bound && self.book.card(card).bound;
        let objects = self.board.souls[seat].objects.iter().copied();
        let objects: Vec<Sym> = objects.filter(|&card| !keeps(card)).collect();
        let mut kinds: Vec<Sym> = Vec::new();
        for &card in &objects {
            if !kinds.contains(&card) {
                kinds.push(card);
            }
        }
        let Some(&last) = objects.last() else { return };
        if profile.discard_choice == DiscardChoice::Last || kinds.len() == 1 {
            self.discarded(out, seat, last);
        } else {
            out.push(ask(seat, "discard", kinds, Step::Discarded(seat)));
        }
    }

    pub(crate) fn discarded(&self, out: &mut Vec<Change>, seat: usize, card: Sym) {
        out.push(Change::DropObject { seat, card, how: name::DISCARDED });
    }

    /// Block 5: every figure acts in order of arrival, then stuns ease (K-END-5).
    pub(crate) fn monsters(&mut self, out: &mut Vec<Change>) {
        let monsters = &self.board.monsters;
        for each in monsters {
            if each.stun == 0 && self.book.figure(each.kind).gait != Gait::Still {
                out.push(Change::Push(Step::Act(each.number)));
            }
        }
        if !out.is_empty() || monsters.iter().any(|each| each.stun != 0) {
            out.push(Change::Push(Step::Ease));
        }
    }

    /// Every stunned figure loses one round of stun, those of this block too (K-END-5d).
    pub(crate) fn ease(&mut self, out: &mut Vec<Change>) {
        if self.board.monsters.iter().any(|each| each.stun != 0) {
            out.push(Change::EaseStuns);
        }
    }

    /// Block 6: poison, curses, durations, the False King (K-END-6a).
    pub(crate) fn statuses(&mut self, out: &mut Vec<Change>) {
        let souls = &self.board.souls;
        for (seat, soul) in souls.iter().enumerate() {
            if soul.has(name::POISONED) {
                out.push(Change::Poison(seat));
            }
        }
        if souls.iter().any(|soul| !soul.statuses.is_empty()) {
            let mut cursed = false;
            for (seat, soul) in souls.iter().enumerate() {
                if soul.has(name::CURSED) {
                    cursed = true;
                    out.push(Change::Push(Step::Curse(seat)));
                }
            }
            out.push(if cursed { Change::Push(Step::Durations) } else { Change::Tick });
        }
        if self.board.false_king.is_some() {
            out.push(Change::Push(Step::FalseKing));
        }
    }

    /// Every other player on a cursed soul's floor loses 1 (K-STATUS-CURSED).
    pub(crate) fn curse(&mut self, out: &mut Vec<Change>, seat: usize) {
        let there = self.board.seats_on(floor(self.board.souls[seat].node)).without(Seats::one(seat));
        self.losses(out, there.iter().map(|other| (other, 1)), name::CURSE, false);
    }

    /// d6 + sanity against his threshold; a failure hurts his floor (K-END-6c).
    pub(crate) fn false_king(&mut self, out: &mut Vec<Change>) {
        let Some(seat) = self.board.false_king else { return };
        let total = self.die(Roll::FalseKing, 6) + self.board.souls[seat].sanity.max(0);
        let board = &self.board;
        let soul = &board.souls[seat];
        let threshold = soul.top + self.book.profile.fk_base + board.round - board.crowned;
        out.push(Change::TestFalseKing { total, threshold });
        if total <= threshold {
            let loss = self.book.table_loss(board.round);
            let there = board.seats_on(floor(soul.node));
            self.losses(out, there.iter().map(|each| (each, loss)), name::FALSE_KING, false);
        }
    }

    /// Block 7: three d4, floor 1 first (K-END-7).
    pub(crate) fn stairs(&mut self, out: &mut Vec<Change>) {
        out.push(Change::TurnStairs(STAIRS.map(|roll| self.die(roll, 4) as usize)));
    }

    /// Block 8: the boxes move along the ring, or floor by floor (K-END-8, D-04).
    pub(crate) fn decks(&mut self, out: &mut Vec<Change>) {
        out.push(if self.board.turn_floors { Change::TurnFloors } else { Change::TurnRing });
    }

    /// After block 8: the end check, then the next round (K-END-0f).
    pub(crate) fn next_round(&mut self, out: &mut Vec<Change>) {
        out.push(self.ended().map_or(Change::NewRound, Change::Finish));
    }

    /// The defeat that holds now (K-WIN-2, K-WIN-3).
    fn defeat(&self) -> Option<Sym> {
        let board = &self.board;
        if board.souls.iter().all(|soul| soul.sanity <= LOWEST) {
            return Some(name::LOSE_ALL_MINUS5);
        }
        let lost = board.keys_destroyed;
        let few = lost != 0 && board.key_pool(self.book) - lost <= self.book.profile.keys_lose_at;
        few.then_some(name::LOSE_KEYS)
    }

    /// How the game ends now, defeats first (D-52).
    fn ended(&self) -> Option<Sym> {
        let (board, profile) = (&self.board, &self.book.profile);
        if let Some(lost) = self.defeat() {
            return Some(lost);
        }
        let there = board.souls.iter().all(|soul| soul.node == self.book.threshold);
        if there && board.keys_in_hands() >= profile.keys_to_win {
            return Some(name::WIN);
        }
        (board.round + 1 > profile.max_rounds).then_some(name::TIMEOUT)
    }
}
