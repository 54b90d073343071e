//! The appliers of changes; see plugins/king/changes.

mod cards;
mod figures;
mod souls;

use crate::agenda::{Change, Question, Step};
use crate::game::{Game, PlayResult, Unplayable};
use crate::listeners::Hook;
use crate::names::name;
use crate::rules::Remembered;
use crate::tally::Kind;

impl Game<'_> {
    pub(crate) fn apply(&mut self, change: Change) -> PlayResult {
        let records = self.records;
        let board = &mut self.board;
        match change {
            Change::Refuse(reason) => return Err(Unplayable(reason)),
            Change::Tell(kind) => self.event(Kind::LogLineAdded, &[kind]),
            Change::Remember { slot, value } => {
                let (owner, key) = &records.rules.slots[slot];
                board.memory.write(owner, key, (value != 0).then_some(Remembered::Number(value)));
            }
            Change::Note(note) => board.memory.write(&note.owner, &note.key, note.value.map(Remembered::Packed)),
            Change::Push(step) => self.pushed.push(step),
            Change::Ask(question) => {
                if self.question.is_some() {
                    return Err(Unplayable("a question is already open"));
                }
                self.question = Some(question);
                self.event(Kind::QuestionAsked, &[]);
            }
            Change::Finish(outcome) => {
                self.outcome = Some(outcome);
                self.agenda.clear();
                self.event(Kind::Finish, &[outcome]);
            }
            Change::BeginTurn { iced } => {
                board.has_begun = true;
                let soul = &mut board.souls[board.active];
                soul.has_lost_turn = soul.skip != 0;
                soul.skip = 0;
                soul.is_iced = iced;
                soul.was_lowest = soul.sanity <= self.records.numbers.min_sanity;
                soul.has_rolled_twice = false;
                self.event(Kind::TurnStarted, &[]);
            }
            Change::FinishTurn => {
                let seat = board.active;
                let soul = &mut board.souls[seat];
                soul.is_marked = false;
                soul.has_lost_turn = false;
                soul.is_climbing = false;
                soul.has_deal = false;
                soul.is_iced = false;
                for other in &mut board.souls {
                    if other.has(name::CLARITY) && other.sanity < other.top {
                        other.sanity += 1;
                    }
                }
                board.turns += 1;
                board.has_begun = false;
                board.active = (seat + 1) % board.souls.len();
                self.event(Kind::TurnEnded, &[]);
            }
            Change::EndRound => self.event(Kind::RoundEnded, &[]),
            Change::NewRound => {
                board.round += 1;
                board.starter = (board.starter + 1) % board.souls.len();
                board.active = board.starter;
                board.turns = 0;
                board.has_begun = false;
                if board.banish != 0 {
                    board.banish -= 1;
                }
                for soul in &mut board.souls {
                    soul.spent_actions = 0;
                    soul.free_actions = 0;
                    soul.has_moved = false;
                    soul.has_used_tavern = false;
                    soul.is_exhausted = false;
                    soul.ignores_yellow = false;
                }
                self.rounds_started += 1;
                self.event(Kind::RoundStarted, &[]);
            }
            Change::Spend { seat, actions, free } => {
                board.souls[seat].spent_actions += actions;
                board.souls[seat].free_actions += free;
            }
            Change::Exhaust(seat) => board.souls[seat].is_exhausted = true,
            Change::LoseTurn(seat) => board.souls[seat].skip |= records.numbers.lost_turn,
            Change::UseSecondDie(seat) => board.souls[seat].has_rolled_twice = true,
            Change::Mark(seats) => {
                for seat in seats.iter() {
                    board.souls[seat].is_marked = true;
                }
                self.event(Kind::Mark, &[]);
            }
            Change::Walk { seat, node, cost } => {
                let soul = &mut board.souls[seat];
                let origin = std::mem::replace(&mut soul.node, node);
                soul.spent_actions += cost;
                soul.has_moved = true;
                self.announce(Hook::Enter, Step::WalkedIn(seat, origin, node));
                self.event(Kind::Walked, &[]);
            }
            Change::PlaceSouls { seats, node } => {
                for seat in seats.iter() {
                    board.souls[seat].node = node;
                }
                self.announce(Hook::Enter, Step::MovedIn(seats, node));
                self.event(Kind::PlaceSouls, &[]);
            }
            Change::SwapPlaces(seat, other) => {
                let (here, there) = (board.souls[seat].node, board.souls[other].node);
                board.souls[seat].node = there;
                board.souls[other].node = here;
                self.announce(Hook::Enter, Step::SwappedIn(seat, other));
                self.event(Kind::SwapPlaces, &[]);
            }
            Change::Afflict { seats, status, left, trapper } => {
                for seat in seats.iter() {
                    let soul = &mut board.souls[seat];
                    match soul.statuses.0.iter_mut().find(|(name, _)| *name == status) {
                        Some((_, rounds)) => *rounds = left.max(*rounds),
                        None => soul.statuses.0.push((status, left.max(0))),
                    }
                    match status {
                        name::TRAPPED => soul.trapper = trapper,
                        name::STUNNED => soul.skip |= records.numbers.stunned_turn,
                        _ => {}
                    }
                }
                self.event(Kind::Afflicted, &[status]);
            }
            Change::ClearStatus { seat, status } => {
                let soul = &mut board.souls[seat];
                soul.statuses.0.retain(|&(other, _)| status != name::NOTHING && other != status);
                if !soul.has(name::TRAPPED) {
                    soul.trapper = 0;
                }
                if !soul.has(name::STUNNED) {
                    soul.skip &= !records.numbers.stunned_turn;
                }
                self.event(Kind::ClearStatus, &[status]);
            }
            Change::TickStatuses => {
                let mut ended = false;
                for soul in board.souls.iter_mut().filter(|soul| !soul.statuses.0.is_empty()) {
                    soul.statuses.0.retain_mut(|(_, left)| {
                        *left -= 1;
                        ended |= *left <= 0;
                        *left > 0
                    });
                    if soul.trapper != 0 && !soul.has(name::TRAPPED) {
                        soul.trapper = 0;
                    }
                }
                if ended {
                    self.event(Kind::StatusesEnded, &[]);
                }
            }
            Change::OpenRoom(node) => {
                if let Some(special) = board.special_at_mut(node) {
                    special.is_open = true;
                    let kind = special.kind;
                    self.event(Kind::RoomOpened, &[kind]);
                }
            }
            Change::UseRoom { seat, kind } => {
                match kind {
                    name::TAVERN => board.souls[seat].has_used_tavern = true,
                    name::BEAUTY_SALON => {
                        board.salon_uses += 1;
                        board.souls[seat].ignores_yellow = true;
                    }
                    name::LETHAL_CHAMBER => board.was_ritual_held = true,
                    _ => {}
                }
                self.event(Kind::RoomUsed, &[kind]);
            }
            Change::MoveKing { floor, how } => {
                board.king = floor;
                self.event(Kind::KingCame, &[how]);
            }
            Change::KeepKingAway => self.event(Kind::KeepKingAway, &[]),
            Change::ActKing => self.event(Kind::ActKing, &[]),
            Change::Banish(rounds) => {
                board.banish = board.banish.max(rounds);
                if records.profile.moves_banished_king {
                    board.king = (records.profile.sanctuary_floor - 1) as usize;
                }
                self.event(Kind::KingBanished, &[]);
            }
            Change::Enrage => {
                board.is_furious = true;
                self.event(Kind::Enrage, &[]);
            }
            Change::CountTale => board.tales += 1,
            Change::TestFalseKing => self.event(Kind::FalseKingTested, &[]),
            Change::TurnStairs(rooms) => {
                board.stairs = rooms;
                self.event(Kind::TurnStairs, &[]);
            }
            Change::Lose { amounts, source } => self.lose(amounts, source),
            Change::Gain { amounts, source } => {
                for (seat, amount) in amounts {
                    let soul = &mut board.souls[seat];
                    soul.sanity = soul.top.min(soul.sanity + amount);
                }
                self.event(Kind::SanityGained, &[source]);
            }
            Change::Break { seat, fires, spares_bound } => self.break_down(seat, fires, spares_bound)?,
            Change::Sacrifice { seat, mode } => {
                let soul = &mut board.souls[seat];
                match mode {
                    name::SANITY_MAX if soul.top > self.records.numbers.min_top => soul.top -= 1,
                    name::OBJECT_SLOT if soul.object_slots > soul.slots_lost => soul.slots_lost += 1,
                    _ => return Err(Unplayable("a sacrifice that cannot be made")),
                }
                soul.sanity = soul.top.min(0);
                let role = soul.role;
                self.remove_from_falling(seat);
                self.event(Kind::Sacrificed, &[role, mode]);
            }
            Change::Poison(seat) => {
                let top = board.souls[seat].top;
                if !self.lower_max_sanity(seat, name::POISON) && top > self.records.numbers.min_sanity {
                    self.event(Kind::MaximumLowered, &[]);
                }
            }
            change => return self.apply_to_cards(change),
        }
        Ok(())
    }
}

impl Question {
    /// The seat that must answer.
    pub fn seat(&self) -> usize {
        match self {
            Self::Turn(seat) => *seat,
            Self::Choice(choice) => choice.seat,
        }
    }
}
