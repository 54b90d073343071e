//! Entering, drawing, what becomes of a card, and the words of the cards; see plugins/king/{cards,effects}.py.

use crate::actions::ask;
use crate::agenda::{Amounts, Change, Choice, Question, Step};
use crate::allowance::actions_left;
use crate::board::{Board, LOWEST, Seats};
use crate::game::{Done, Game, Left};
use crate::house::{FLOORS, PER_FLOOR, floor, spot};
use crate::movement::entering;
use crate::names::{Sym, name, node_name, node_of};
use crate::tables::{Card, Effect, Group, Place, Roll};

impl Game<'_> {
    /// K-ENTER: a PSYCHIC looks, a face-down special room is turned up, the top card is drawn.
    pub(crate) fn enter(&mut self, out: &mut Vec<Change>, seat: usize, node: usize) -> Done {
        let soul = &self.board.souls[seat];
        if soul.node != node {
            return Ok(()); // moved on before he could look around
        }
        if self.board.boxes[node].len() > 1 && self.book.role(soul.role).foresight {
            out.push(Change::See { node, count: 2 });
            out.push(Change::Push(Step::Foresee(seat, node)));
            out.push(Change::Push(Step::Open(seat, node)));
            return Ok(());
        }
        self.open_and_draw(out, seat, node)
    }

    /// A PSYCHIC may swap the two cards he saw.
    pub(crate) fn foresee(&mut self, out: &mut Vec<Change>, seat: usize, node: usize) -> Done {
        let [.., next, top] = self.board.boxes[node][..] else { return Err(Left("too few cards to foresee")) };
        out.push(Change::Ask(Question::Choice(Box::new(Choice {
            seat,
            kind: "foresee",
            options: vec![name::KEEP, name::SWAP],
            about: vec![("next", next), ("top", top)],
            then: Step::Foreseen(seat, node),
        }))));
        Ok(())
    }

    pub(crate) fn foreseen(&mut self, out: &mut Vec<Change>, node: usize, answer: Sym) {
        if answer == name::SWAP {
            out.push(Change::SwapTop(node));
        }
    }

    /// Turns a face-down special room up and draws the top card.
    pub(crate) fn open_and_draw(&mut self, out: &mut Vec<Change>, seat: usize, node: usize) -> Done {
        if self.board.special_at(node).is_some_and(|special| !special.open) {
            out.push(Change::Open(node));
        }
        if !self.board.boxes[node].is_empty() {
            self.draw(out, seat, node);
        }
        Ok(())
    }

    /// Entering a corridor from a room of its floor: one look at one top card, or none.
    pub(crate) fn peek(&mut self, out: &mut Vec<Change>, seat: usize, node: usize) {
        let first = Board::corridor(floor(node));
        let rooms = (first + 1..first + PER_FLOOR).filter(|&room| !self.board.boxes[room].is_empty());
        let mut options: Vec<Sym> = rooms.map(node_name).collect();
        if options.is_empty() || self.board.souls[seat].node != node {
            return;
        }
        options.push(name::SKIP);
        out.push(ask(seat, "peek", options, Step::Peeked(seat)));
    }

    pub(crate) fn peeked(&mut self, out: &mut Vec<Change>, answer: Sym) {
        if answer != name::SKIP {
            out.push(Change::See { node: node_of(answer), count: 1 });
        }
    }

    /// Draws the top card of a box, which is not empty, and resolves it (K-CARD-1..3).
    pub(crate) fn draw(&mut self, out: &mut Vec<Change>, seat: usize, node: usize) {
        let book = self.book;
        let drawn = *self.board.boxes[node].last().expect("a card in the box");
        let card = book.card(drawn);
        let drew = |fate| Change::Draw { seat, node, fate };
        match card.group {
            Group::Event => {
                let at = out.len();
                out.push(drew(name::UNDER));
                self.resolve_event(out, seat, node, card);
                if out[at..].iter().any(|change| matches!(change, Change::Push(_))) {
                    out[at] = drew(name::LIMBO);
                    out.push(Change::Push(Step::Tuck(node, drawn)));
                }
            }
            Group::Object | Group::Tale => {
                out.push(drew(name::IN_HAND));
                self.arriving(out, seat, drawn);
            }
            Group::Status => {
                out.push(drew(name::REMOVED));
                let (status, left) = (card.status, card.left);
                out.push(Change::Afflict { seats: Seats::one(seat), status, left, trapper: 0 });
            }
            Group::Key => {
                let fits = self.board.may_take_key(book, &self.board.souls[seat]);
                out.push(drew(if fits { name::AS_KEY } else { name::UNDER }));
            }
            Group::Omen => {
                out.push(drew(name::DISCARDED));
                let total = self.die(Roll::Omen, 6) + self.board.souls[seat].sanity;
                self.table(out, seat, node, card, total);
            }
            Group::Monster => {
                out.push(drew(name::REMOVED));
                self.apply_effects(out, seat, node, drawn, &card.reveal);
            }
        }
    }

    /// An event: d6 + sanity, at least 0; a HIGH_ROLLER adds a second die once a turn (C5).
    fn resolve_event(&mut self, out: &mut Vec<Change>, seat: usize, node: usize, card: &Card) {
        let soul = &self.board.souls[seat];
        if card.yellow && soul.salon {
            return;
        }
        let (sanity, twice) = (soul.sanity, !soul.rolled && self.book.role(soul.role).second_die);
        let mut total = self.die(Roll::Event, 6) + sanity;
        if twice {
            total += self.die(Roll::EventSecond, 6);
            out.push(Change::UseSecondDie(seat));
        }
        self.table(out, seat, node, card, total.max(0));
    }

    /// What a total leads to by the card's table.
    fn table(&mut self, out: &mut Vec<Change>, seat: usize, node: usize, card: &Card, total: i64) {
        if let Some(row) = card.rows.iter().find(|row| total <= row.to) {
            self.apply_effects(out, seat, node, card.name, &row.does);
        }
    }

    /// The changes of a list of words, in order.
    pub(crate) fn apply_effects(
        &mut self,
        out: &mut Vec<Change>,
        seat: usize,
        node: usize,
        card: Sym,
        effects: &[Effect],
    ) {
        for effect in effects {
            self.apply_effect(out, seat, node, card, *effect);
        }
    }

    fn apply_effect(&mut self, out: &mut Vec<Change>, seat: usize, node: usize, card: Sym, effect: Effect) {
        let board = &self.board;
        let sanity = board.souls[seat].sanity;
        match effect {
            Effect::Lose(amount) => self.losses(out, [(seat, amount)], card, false),
            Effect::Gain(amount) => out.push(Change::Gain { amounts: Amounts::one(seat, amount), source: card }),
            Effect::Mirror => {
                if sanity > 0 {
                    self.losses(out, [(seat, 2 * sanity)], card, true);
                } else {
                    out.push(Change::Gain { amounts: Amounts::one(seat, -2 * sanity), source: card });
                }
            }
            Effect::Zero => {
                if sanity > 0 {
                    self.losses(out, [(seat, sanity)], card, true);
                } else if sanity < 0 {
                    out.push(Change::Gain { amounts: Amounts::one(seat, -sanity), source: card });
                }
            }
            Effect::LoseTurn => out.push(Change::LoseTurn(seat)),
            Effect::EndTurn => {
                if seat == board.active {
                    out.push(Change::Exhaust(seat));
                }
            }
            Effect::Status(status, left) => {
                out.push(Change::Afflict { seats: Seats::one(seat), status, left, trapper: 0 });
            }
            Effect::Clear => out.push(Change::Clear { seat, status: name::NOTHING }),
            Effect::Take(object) => {
                out.push(Change::TakeObject { seat, card: object });
                self.arriving(out, seat, object);
            }
            Effect::Theft => {
                let objects = board.souls[seat].objects.iter().copied();
                let loose: Vec<Sym> = objects.filter(|&each| !self.book.card(each).bound).collect();
                if !loose.is_empty() {
                    let stolen = self.choose(Roll::Theft, &loose);
                    out.push(Change::DropObject { seat, card: stolen, how: name::ROBBED });
                }
            }
            Effect::Guest(amount) => self.guest(out, seat, node, card, amount),
            Effect::Swap(step) => {
                let other = (seat as i64 + step).rem_euclid(board.souls.len() as i64) as usize;
                let (mine, theirs) = (board.souls[seat].node, board.souls[other].node);
                if mine != theirs {
                    out.push(Change::Swap(seat, other));
                    entering(out, seat, mine, theirs);
                    entering(out, other, theirs, mine);
                }
            }
            Effect::Floors(step) => {
                let at = board.souls[seat].node;
                let goal = (floor(at) as i64 + step).rem_euclid(FLOORS as i64) as usize;
                let goal = goal * PER_FLOOR + spot(at);
                out.push(Change::Place { seats: Seats::one(seat), node: goal });
                entering(out, seat, node, goal);
            }
            Effect::Rage => out.push(Change::Enrage),
            Effect::KingComes(amount) => {
                if board.banish != 0 {
                    return;
                }
                let at = floor(board.souls[seat].node);
                let amount = if board.fury { 2 * amount } else { amount };
                let there = board.seats_on(at);
                out.push(Change::MoveKing { floor: at, how: name::FURY, d4: 0 });
                self.losses(out, there.iter().map(|each| (each, amount)), card, false);
            }
            Effect::Banish(rounds) => out.push(Change::Banish(rounds)),
            Effect::Shop => out.push(Change::OpenShop(seat)),
            Effect::Figure { kind, place, lone, reveal } => {
                let spot = match place {
                    Place::Here => Some(node),
                    Place::Corridor => Some(Board::corridor(floor(node))),
                    Place::Beside => self.empty_room_near(node),
                };
                if let Some(spot) = spot {
                    self.appear(out, seat, kind, spot, lone, reveal);
                }
            }
            Effect::Freeze => out.push(Change::Push(Step::Freeze(node))),
            Effect::TueTue => {
                let heard = board.tue_tue + 1;
                out.push(Change::HearTueTue);
                if heard >= 3 {
                    self.losses(out, [(seat, sanity - LOWEST)], name::TUE_TUE, true);
                } else {
                    self.losses(out, [(seat, heard)], name::TUE_TUE, false);
                }
            }
        }
    }

    fn guest(&mut self, out: &mut Vec<Change>, seat: usize, node: usize, card: Sym, amount: i64) {
        let others: Vec<usize> = (0..self.board.souls.len()).filter(|&other| other != seat).collect();
        let guest = self.choose(Roll::Guest, &others);
        let gain = Change::Gain { amounts: [(seat, amount), (guest, amount)].into_iter().collect(), source: card };
        let origin = self.board.souls[guest].node;
        if origin == node {
            out.push(gain);
            return;
        }
        out.push(Change::Place { seats: Seats::one(guest), node });
        out.push(gain);
        entering(out, guest, origin, node);
    }

    /// Whoever's turn it is on this floor has at most 1 action left; the others begin theirs with 1.
    pub(crate) fn freeze(&mut self, out: &mut Vec<Change>, node: usize) {
        let board = &self.board;
        let active = board.active;
        if !board.begun || floor(board.souls[active].node) != floor(node) {
            return;
        }
        let left = actions_left(self.book, board, active);
        if left > 1 {
            out.push(Change::Spend { seat: active, actions: left - 1, free: 0 });
        }
    }
}
