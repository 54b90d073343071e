//! What the commands of a turn do; see plugins/king/actions.py and plugins/king/rooms.py.

use crate::agenda::{Amounts, Change, Choice, Question, Step};
use crate::board::{Board, Seats};
use crate::command::{Command, use_cost};
use crate::game::{Done, Game, Left};
use crate::house::{ROOMS, floor, spot};
use crate::movement::entering;
use crate::names::{Sym, name, node_name, node_of};
use crate::tables::Roll;

impl Game<'_> {
    /// Lists the changes of a legal command of the turn.
    pub(crate) fn carry_out(&mut self, out: &mut Vec<Change>, seat: usize, command: Command) -> Done {
        let book = self.book;
        let node = self.board.souls[seat].node;
        let action = Change::Spend { seat, actions: 1, free: 0 };
        let freely = Change::Spend { seat, actions: 0, free: 1 };
        match command {
            Command::Move(to) => self.moving(out, seat, to),
            Command::Search => {
                out.push(action);
                self.draw(out, seat, node);
            }
            Command::Meditate => {
                out.push(action);
                let amount = if spot(node) != 0 { 1 } else { 2 };
                out.push(Change::Gain { amounts: Amounts::one(seat, amount), source: name::MEDITATE });
            }
            Command::Use(item) => self.use_object(out, seat, item),
            Command::Escape => self.escape(out, seat),
            Command::HealOthers(blessing) => {
                out.push(action);
                self.losses(out, [(seat, 1)], name::HEAL_OTHERS, false);
                let others = self.board.seats().without(Seats::one(seat));
                let amounts = others.iter().map(|other| (other, 2)).collect();
                out.push(Change::Gain { amounts, source: name::HEAL_OTHERS });
                out.push(Change::Afflict { seats: others, status: blessing, left: 2, trapper: 0 });
            }
            Command::DiscardClarity => {
                out.push(freely);
                out.push(Change::Clear { seat, status: name::NOTHING });
            }
            Command::AttachTale(tale) => {
                let lengths = &book.profile.banish_by_tale;
                let at = (self.board.tales as usize).min(lengths.len().saturating_sub(1));
                out.push(freely);
                out.push(Change::DropObject { seat, card: tale, how: name::ATTACHED });
                out.push(Change::AttachTale);
                out.push(Change::Banish(lengths.get(at).copied().unwrap_or(0)));
            }
            Command::BuyCrown => {
                out.push(action);
                out.push(Change::Crown(seat));
            }
            Command::Give(taker, item) => {
                out.push(freely);
                out.push(Change::Hand { giver: seat, taker, item });
                self.arriving(out, taker, item);
            }
            Command::EndTurn => out.push(Change::EndTurn),
            Command::PedlarBuy => {
                out.push(freely);
                self.closing(out, seat);
                self.losses(out, [(seat, 2)], name::PEDLAR, false);
                out.push(Change::Push(Step::Pedlar(seat)));
            }
            Command::PedlarSell(item) => {
                out.push(freely);
                self.closing(out, seat);
                out.push(Change::DropObject { seat, card: item, how: name::SOLD });
                let amounts = Amounts::one(seat, book.card(item).sale);
                out.push(Change::Gain { amounts, source: name::PEDLAR });
            }
            Command::ArmouryDrop(item) => {
                self.spend_in(out, seat, name::ARMOURY);
                out.push(match item {
                    name::KEY => Change::ArmouryDropKey(seat),
                    card => Change::DropObject { seat, card, how: name::DROPPED },
                });
            }
            Command::ArmouryTake(item) => {
                self.spend_in(out, seat, name::ARMOURY);
                out.push(Change::ArmouryTake { seat, item });
                self.arriving(out, seat, item);
            }
            Command::Tavern => {
                self.spend_in(out, seat, name::TAVERN);
                out.push(Change::UseRoom { seat, kind: name::TAVERN });
                self.losses(out, [(seat, 1)], name::TAVERN, false);
                out.push(Change::Push(Step::Rumour(seat, name::NOTHING)));
            }
            Command::YellowDoors(target) => {
                let goal = self.board.souls[target].node;
                self.spend_in(out, seat, name::YELLOW_DOORS);
                out.push(Change::UseRoom { seat, kind: name::YELLOW_DOORS });
                out.push(Change::Place { seats: Seats::one(seat), node: goal });
                self.losses(out, [(target, 1)], name::YELLOW_DOORS, false);
                entering(out, seat, node, goal);
            }
            Command::Salon => {
                self.spend_in(out, seat, name::BEAUTY_SALON);
                out.push(Change::UseRoom { seat, kind: name::BEAUTY_SALON });
                if self.board.salon_uses >= 2 {
                    out.push(Change::Afflict { seats: Seats::one(seat), status: name::VANITY, left: 2, trapper: 0 });
                }
            }
            Command::Chapel => {
                self.spend_in(out, seat, name::CHAPEL);
                out.push(Change::UseRoom { seat, kind: name::CHAPEL });
                let value = self.die(Roll::Chapel, 6);
                out.push(Change::Gain { amounts: Amounts::one(seat, value + 2), source: name::CHAPEL });
                if value == 1 {
                    out.push(Change::Afflict { seats: Seats::one(seat), status: name::PARANOIA, left: 2, trapper: 0 });
                }
            }
            Command::Ritual => {
                self.spend_in(out, seat, name::LETHAL_CHAMBER);
                out.push(Change::UseRoom { seat, kind: name::LETHAL_CHAMBER });
                let value = self.die(Roll::Ritual, 6);
                if value >= 5 {
                    self.losses(out, [(seat, 2)], name::LETHAL_CHAMBER, false);
                } else {
                    let loss = if value <= 2 { 2 } else { 1 };
                    let both = self.board.seats_at(node);
                    self.losses(out, both.iter().map(|each| (each, loss)), name::LETHAL_CHAMBER, false);
                }
                out.push(Change::Push(Step::RitualKey(seat)));
            }
            Command::Answer(_) => return Err(Left("an answer where a command is wanted")),
        }
        Ok(())
    }

    fn use_object(&mut self, out: &mut Vec<Change>, seat: usize, item: Sym) {
        let book = self.book;
        let board = &self.board;
        let node = board.souls[seat].node;
        let cost = use_cost(book, board, seat, item);
        out.push(Change::Spend { seat, actions: cost, free: i64::from(cost == 0) });
        if item == name::STAIRS_TREASURE {
            out.push(Change::UseCharge { seat, card: item });
            return;
        }
        out.push(Change::DropObject { seat, card: item, how: name::USED });
        match item {
            name::COMPASS => {
                out.push(Change::Place { seats: Seats::one(seat), node: Board::corridor(floor(node)) });
            }
            name::BLUNT => {
                if let Some(monster) = board.monsters.iter().find(|monster| monster.node == node) {
                    let step = Step::Stunned(seat, monster.number, book.profile.object_stun);
                    out.push(Change::Push(step));
                }
            }
            _ => self.apply_effects(out, seat, node, item, &book.card(item).usage),
        }
    }

    fn escape(&mut self, out: &mut Vec<Change>, seat: usize) {
        let soul = &self.board.souls[seat];
        let source = self.board.monster(soul.trapper);
        let plain = source.is_some_and(|source| self.book.figure(source.kind).plain_escape);
        let help = if plain { 0 } else { soul.sanity };
        let number = source.map(|source| source.number);
        out.push(Change::Spend { seat, actions: 1, free: 0 });
        if self.die(Roll::Escape, 6) + help < 3 {
            out.push(Change::Exhaust(seat));
            return;
        }
        out.push(Change::Clear { seat, status: name::TRAPPED });
        if let Some(number) = number {
            out.push(Change::StunMonster { number, rounds: 1, gone: false });
        }
    }

    /// What the use of a special room costs.
    fn spend_in(&self, out: &mut Vec<Change>, seat: usize, kind: Sym) {
        let cost = self.book.room_cost(kind);
        out.push(Change::Spend { seat, actions: cost, free: i64::from(cost == 0) });
    }

    /// A visit of the pedlar is for one deal; in his own room there is no end of deals.
    fn closing(&self, out: &mut Vec<Change>, seat: usize) {
        if self.board.standing_in(seat) != name::PEDLAR {
            out.push(Change::CloseShop(seat));
        }
    }

    /// The pedlar shows two cards; the buyer takes one.
    pub(crate) fn pedlar(&mut self, out: &mut Vec<Change>, seat: usize) {
        if let [.., second, first] = self.board.pedlar[..] {
            out.push(Change::PedlarShow);
            out.push(ask(seat, "pedlar", vec![first, second], Step::PedlarSold(seat)));
        }
    }

    pub(crate) fn pedlar_sold(&mut self, out: &mut Vec<Change>, seat: usize, card: Sym) -> Done {
        let board = &self.board;
        let choice = board.pedlar_open.iter().position(|&each| each == card).ok_or(Left("a card not on offer"))?;
        if card == name::KEY {
            let fate = if board.may_take_key(self.book, &board.souls[seat]) { name::AS_KEY } else { name::UNDER };
            out.push(Change::PedlarSell { seat, choice, fate });
        } else {
            out.push(Change::PedlarSell { seat, choice, fate: name::IN_HAND });
            self.arriving(out, seat, card);
        }
        Ok(())
    }

    /// Which room to hear of; the second one is another.
    pub(crate) fn rumour(&mut self, out: &mut Vec<Change>, seat: usize, heard: Sym) {
        let rooms = ROOMS.iter().filter(|&&room| !self.board.boxes[room].is_empty());
        let options: Vec<Sym> = rooms.map(|&room| node_name(room)).filter(|&room| room != heard).collect();
        if !options.is_empty() {
            out.push(ask(seat, "rumour", options, Step::Rumoured(seat, heard)));
        }
    }

    pub(crate) fn rumoured(&mut self, out: &mut Vec<Change>, seat: usize, heard: Sym, room: Sym) {
        out.push(Change::See { node: node_of(room), count: 1 });
        if heard == name::NOTHING {
            out.push(Change::Push(Step::Rumour(seat, room)));
        }
    }

    /// The actor of the ritual gains 1 key if the pool has one, slot or not (D-55).
    pub(crate) fn ritual_key(&mut self, out: &mut Vec<Change>, seat: usize) {
        let board = &self.board;
        if board.key_pool(self.book) - board.keys_destroyed - board.keys_in_hands() > 0 {
            out.push(Change::RitualKey(seat));
        }
    }

    // Hands; see plugins/king/hands.py.

    /// What must follow when an object comes to a hand: the owner discards if it is too full (D-44).
    pub(crate) fn arriving(&self, out: &mut Vec<Change>, seat: usize, card: Sym) {
        if self.book.card(card).slot && self.board.overflow(self.book, seat, 1) > 0 {
            out.push(Change::Push(Step::Hands(seat)));
        }
    }

    /// A soul with more objects than slots discards one of its choice, until they fit.
    pub(crate) fn hands(&mut self, out: &mut Vec<Change>, seat: usize) {
        if self.board.overflow(self.book, seat, 0) <= 0 {
            return;
        }
        let objects = self.board.souls[seat].objects.iter();
        let options = objects.copied().filter(|&card| self.book.card(card).slot).collect();
        out.push(ask(seat, "overflow", options, Step::DiscardOne(seat)));
    }

    pub(crate) fn discard_one(&mut self, out: &mut Vec<Change>, seat: usize, card: Sym) {
        out.push(Change::DropObject { seat, card, how: name::DISCARDED });
        if self.board.overflow(self.book, seat, 0) > 1 {
            out.push(Change::Push(Step::Hands(seat)));
        }
    }
}

/// A question whose prompt names nobody but the seat.
pub(crate) fn ask(seat: usize, kind: &'static str, options: Vec<Sym>, then: Step) -> Change {
    Change::Ask(Question::Choice(Box::new(Choice { seat, kind, options, about: Vec::new(), then })))
}
