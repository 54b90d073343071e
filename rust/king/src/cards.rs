//! Entering rooms, drawing cards, effects of cards; see plugins/king/rules.

use crate::agenda::{Change, Step};
use crate::allowance::actions_left;
use crate::board::{Board, Seats};
use crate::game::Game;
use crate::layout::{FLOORS, PER_FLOOR, floor, spot};
use crate::movement::push_entry_steps;
use crate::names::{NameId, name, node_name, node_of};
use crate::tables::{Card, Effect, Group, Place, Roll};

impl Game<'_> {
    /// Enters a room: a PSYCHIC looks, a face-down special room opens, the top card is drawn (K-ENTER).
    pub(crate) fn enter_room(&mut self, changes: &mut Vec<Change>, seat: usize, node: usize) {
        let soul = &self.board.souls[seat];
        if soul.node != node {
            return; // moved away before the entry
        }
        if self.board.boxes[node].len() > 1 && self.records.role(soul.role).has_foresight {
            changes.push(Change::SeeCards { node, count: 2 });
            changes.push(Change::Push(Step::Foresee(seat, node)));
            changes.push(Change::Push(Step::Open(seat, node)));
        } else {
            self.open_and_draw(changes, seat, node);
        }
    }

    /// Asks a PSYCHIC whether to swap the two cards he sees.
    pub(crate) fn ask_foresight(&mut self, changes: &mut Vec<Change>, seat: usize, node: usize) {
        let [.., next, top] = self.board.boxes[node][..] else {
            return changes.push(Change::Refuse("too few cards to foresee"));
        };
        changes.push(Change::ask_about(
            seat,
            "foresee",
            vec![name::KEEP, name::SWAP],
            vec![("next", next), ("top", top)],
            Step::Foreseen(seat, node),
        ));
    }

    pub(crate) fn resolve_foresight(&mut self, changes: &mut Vec<Change>, node: usize, answer: NameId) {
        if answer == name::SWAP {
            changes.push(Change::SwapTop(node));
        }
    }

    /// Opens a face-down special room and draws the top card.
    pub(crate) fn open_and_draw(&mut self, changes: &mut Vec<Change>, seat: usize, node: usize) {
        if self.board.special_at(node).is_some_and(|special| !special.is_open) {
            changes.push(Change::OpenRoom(node));
        }
        if !self.board.boxes[node].is_empty() {
            self.draw_card(changes, seat, node);
        }
    }

    pub(crate) fn tuck(&mut self, changes: &mut Vec<Change>, node: usize, card: NameId) {
        changes.push(Change::Tuck { node, card });
    }

    /// Asks which top card of the floor to see on entering its corridor, or none.
    pub(crate) fn ask_peek(&mut self, changes: &mut Vec<Change>, seat: usize, node: usize) {
        let first = Board::corridor(floor(node));
        let rooms = (first + 1..first + PER_FLOOR).filter(|&room| !self.board.boxes[room].is_empty());
        let mut options: Vec<NameId> = rooms.map(node_name).collect();
        if options.is_empty() || self.board.souls[seat].node != node {
            return;
        }
        options.push(name::SKIP);
        changes.push(Change::ask(seat, "peek", options, Step::Peeked(seat)));
    }

    pub(crate) fn resolve_peek(&mut self, changes: &mut Vec<Change>, answer: NameId) {
        if answer != name::SKIP {
            changes.push(Change::SeeCards { node: node_of(answer), count: 1 });
        }
    }

    /// Draws and resolves the top card of a box that is not empty (K-CARD-1..3).
    pub(crate) fn draw_card(&mut self, changes: &mut Vec<Change>, seat: usize, node: usize) {
        let records = self.records;
        let drawn = *self.board.boxes[node].last().expect("a card in the box");
        let card = records.card(drawn);
        let drew = |fate| Change::DrawCard { seat, node, fate };
        match card.group {
            Group::Event => {
                let at = changes.len();
                changes.push(drew(name::UNDER));
                self.resolve_event(changes, seat, node, card);
                if changes[at..].iter().any(|change| matches!(change, Change::Push(_))) {
                    changes[at] = drew(name::LIMBO);
                    changes.push(Change::Push(Step::Tuck(node, drawn)));
                }
            }
            Group::Object | Group::Tale => {
                changes.push(drew(name::IN_HAND));
                self.push_overflow_check(changes, seat, drawn);
            }
            Group::Status => {
                changes.push(drew(name::REMOVED));
                let (status, left) = (card.status, card.rounds);
                changes.push(Change::afflict(seat, status, left));
            }
            Group::Key => {
                let fits = self.board.can_take_key(records, &self.board.souls[seat]);
                changes.push(drew(if fits { name::AS_KEY } else { name::UNDER }));
            }
            Group::Omen => {
                changes.push(drew(name::DISCARDED));
                let total = self.roll_die(Roll::Omen, 6) + self.board.souls[seat].sanity;
                self.apply_table(changes, seat, node, card, total);
            }
            Group::Monster => {
                changes.push(drew(name::REMOVED));
                self.apply_effects(changes, seat, node, drawn, &card.reveal_effects);
            }
        }
    }

    /// Rolls for an event: d6 + sanity, at least 0; a HIGH_ROLLER adds a second die once per turn (K-EVENT).
    fn resolve_event(&mut self, changes: &mut Vec<Change>, seat: usize, node: usize, card: &Card) {
        let soul = &self.board.souls[seat];
        if card.is_yellow && soul.ignores_yellow {
            return;
        }
        let (sanity, twice) = (soul.sanity, !soul.has_rolled_twice && self.records.role(soul.role).has_second_die);
        let mut total = self.roll_die(Roll::Event, 6) + sanity;
        if twice {
            total += self.roll_die(Roll::EventSecond, 6);
            changes.push(Change::UseSecondDie(seat));
        }
        self.apply_table(changes, seat, node, card, total.max(0));
    }

    /// Applies the row of the card's table that contains a total.
    fn apply_table(&mut self, changes: &mut Vec<Change>, seat: usize, node: usize, card: &Card, total: i64) {
        if let Some(row) = card.rows.iter().find(|row| total <= row.max_total) {
            self.apply_effects(changes, seat, node, card.id, &row.effects);
        }
    }

    /// Lists the changes of effects, in order.
    pub(crate) fn apply_effects(
        &mut self,
        changes: &mut Vec<Change>,
        seat: usize,
        node: usize,
        card: NameId,
        effects: &[Effect],
    ) {
        for effect in effects {
            self.apply_effect(changes, seat, node, card, *effect);
        }
    }

    fn apply_effect(&mut self, changes: &mut Vec<Change>, seat: usize, node: usize, card: NameId, effect: Effect) {
        let board = &self.board;
        let sanity = board.souls[seat].sanity;
        match effect {
            Effect::Lose(amount) => self.lose_sanity(changes, [(seat, amount)], card, false),
            Effect::Gain(amount) => changes.push(Change::gain(seat, amount, card)),
            Effect::Mirror => {
                if sanity > 0 {
                    self.lose_sanity(changes, [(seat, 2 * sanity)], card, true);
                } else {
                    changes.push(Change::gain(seat, -2 * sanity, card));
                }
            }
            Effect::Zero => {
                if sanity > 0 {
                    self.lose_sanity(changes, [(seat, sanity)], card, true);
                } else if sanity < 0 {
                    changes.push(Change::gain(seat, -sanity, card));
                }
            }
            Effect::LoseTurn => changes.push(Change::LoseTurn(seat)),
            Effect::EndTurn => {
                if seat == board.active {
                    changes.push(Change::Exhaust(seat));
                }
            }
            Effect::Status(status, left) => {
                changes.push(Change::afflict(seat, status, left));
            }
            Effect::Clear => changes.push(Change::ClearStatus { seat, status: name::NOTHING }),
            Effect::Take(object) => {
                changes.push(Change::TakeObject { seat, card: object });
                self.push_overflow_check(changes, seat, object);
            }
            Effect::Theft => {
                let objects = board.souls[seat].objects.iter().copied();
                let loose: Vec<NameId> = objects.filter(|&item| !self.records.card(item).is_bound).collect();
                if !loose.is_empty() {
                    let stolen = self.choose(Roll::Theft, &loose);
                    changes.push(Change::DropObject { seat, card: stolen, how: name::ROBBED });
                }
            }
            Effect::Guest(amount) => self.invite_guest(changes, seat, node, card, amount),
            Effect::Swap(step) => {
                let other = (seat as i64 + step).rem_euclid(board.souls.len() as i64) as usize;
                let (mine, theirs) = (board.souls[seat].node, board.souls[other].node);
                if mine != theirs {
                    changes.push(Change::SwapPlaces(seat, other));
                    push_entry_steps(changes, seat, mine, theirs);
                    push_entry_steps(changes, other, theirs, mine);
                }
            }
            Effect::Floors(step) => {
                let at = board.souls[seat].node;
                let goal = (floor(at) as i64 + step).rem_euclid(FLOORS as i64) as usize;
                let goal = goal * PER_FLOOR + spot(at);
                changes.push(Change::PlaceSouls { seats: Seats::single(seat), node: goal });
                push_entry_steps(changes, seat, node, goal);
            }
            Effect::Rage => changes.push(Change::Enrage),
            Effect::KingComes(amount) => {
                if board.banish != 0 {
                    return;
                }
                let at = floor(board.souls[seat].node);
                let amount = if board.is_furious { self.records.numbers.fury_factor * amount } else { amount };
                let there = board.seats_on(at);
                changes.push(Change::MoveKing { floor: at, how: name::FURY });
                self.lose_sanity(changes, there.iter().map(|seat| (seat, amount)), card, false);
            }
            Effect::Banish(rounds) => changes.push(Change::Banish(rounds)),
            Effect::Shop => changes.push(Change::OpenShop(seat)),
            Effect::Figure { kind, place, lone, reveal } => {
                let spot = match place {
                    Place::Here => Some(node),
                    Place::Corridor => Some(Board::corridor(floor(node))),
                    Place::Beside => self.find_empty_room(node),
                };
                if let Some(spot) = spot {
                    self.spawn_monster(changes, seat, kind, spot, lone, reveal);
                }
            }
            Effect::Freeze => changes.push(Change::Push(Step::Freeze(node))),
            Effect::TueTue => {
                let heard = board.tue_tue + 1;
                changes.push(Change::HearTueTue);
                if heard >= self.records.numbers.fatal_tue_tue {
                    self.lose_sanity(changes, [(seat, sanity - self.records.numbers.min_sanity)], name::TUE_TUE, true);
                } else {
                    self.lose_sanity(changes, [(seat, heard)], name::TUE_TUE, false);
                }
            }
        }
    }

    fn invite_guest(&mut self, changes: &mut Vec<Change>, seat: usize, node: usize, card: NameId, amount: i64) {
        let others: Vec<usize> = (0..self.board.souls.len()).filter(|&other| other != seat).collect();
        let guest = self.choose(Roll::Guest, &others);
        let gain = Change::Gain { amounts: vec![(seat, amount), (guest, amount)], source: card };
        let origin = self.board.souls[guest].node;
        if origin == node {
            changes.push(gain);
            return;
        }
        changes.push(Change::PlaceSouls { seats: Seats::single(guest), node });
        changes.push(gain);
        push_entry_steps(changes, guest, origin, node);
    }

    /// Limits the active player on this floor to 1 action left; the others begin their turns with 1.
    pub(crate) fn cap_actions_on_floor(&mut self, changes: &mut Vec<Change>, node: usize) {
        let board = &self.board;
        let active = board.active;
        if !board.has_begun || floor(board.souls[active].node) != floor(node) {
            return;
        }
        let (left, held) = (actions_left(self.records, board, active), self.records.numbers.held_actions);
        if left > held {
            changes.push(Change::Spend { seat: active, actions: left - held, free: 0 });
        }
    }
}
