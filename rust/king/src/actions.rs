//! Handlers of the commands of a turn; see plugins/king/rules/actions.py and plugins/king/rules/rooms.py.

use crate::agenda::{Change, Choice, Question, Step};
use crate::allowance::thaws_floor;
use crate::board::{Board, Seats};
use crate::command::{Command, find_cost};
use crate::game::Game;
use crate::layout::{ROOMS, floor, spot};
use crate::movement::push_entry_steps;
use crate::names::{NameId, name, node_name, node_of};
use crate::tables::Roll;

impl Game<'_> {
    /// Lists the changes of a legal command.
    pub(crate) fn carry_out(&mut self, changes: &mut Vec<Change>, seat: usize, command: Command) {
        let records = self.records;
        let node = self.board.souls[seat].node;
        let cost = if command == Command::EndTurn { 0 } else { find_cost(self, seat, command) };
        if !matches!(command, Command::Move(_) | Command::EndTurn) {
            changes.push(Change::Spend { seat, actions: cost, free: i64::from(cost == 0) });
        }
        match command {
            Command::Move(to) => self.move_soul(changes, seat, to, cost),
            Command::Search => self.draw_card(changes, seat, node),
            Command::Meditate => {
                let house = &records.house;
                let amount = if spot(node) != 0 { house.meditate_room } else { house.meditate_corridor };
                changes.push(Change::gain(seat, amount, name::MEDITATE));
            }
            Command::Use(item) => self.use_object(changes, seat, item),
            Command::Escape => self.escape(changes, seat),
            Command::HealOthers(blessing) => {
                let role = records.role(self.board.souls[seat].role);
                self.lose_sanity(changes, [(seat, role.heal_loss)], name::HEAL_OTHERS, false);
                let others = self.board.seats().without(Seats::single(seat));
                let amounts = others.iter().map(|other| (other, role.heal_gain)).collect();
                changes.push(Change::Gain { amounts, source: name::HEAL_OTHERS });
                changes.push(Change::Afflict { seats: others, status: blessing, left: role.blessing, trapper: 0 });
            }
            Command::DiscardClarity => changes.push(Change::ClearStatus { seat, status: name::NOTHING }),
            Command::AttachTale(tale) => {
                let lengths = &records.profile.banish_by_tale;
                let at = (self.board.tales as usize).min(lengths.len().saturating_sub(1));
                changes.push(Change::DropObject { seat, card: tale, how: name::ATTACHED });
                changes.push(Change::CountTale);
                changes.push(Change::Banish(lengths.get(at).copied().unwrap_or(0)));
            }
            Command::BuyCrown => changes.push(Change::TakeCrown(seat)),
            Command::Give(taker, item) => {
                changes.push(Change::HandOver { giver: seat, taker, item });
                self.push_overflow_check(changes, taker, item);
            }
            Command::EndTurn => self.finish_turn(changes),
            Command::PedlarBuy => {
                self.close_visit(changes, seat);
                self.lose_sanity(changes, [(seat, records.room(name::PEDLAR).loss)], name::PEDLAR, false);
                changes.push(Change::Push(Step::Pedlar(seat)));
            }
            Command::PedlarSell(item) => {
                self.close_visit(changes, seat);
                changes.push(Change::DropObject { seat, card: item, how: name::SOLD });
                changes.push(Change::gain(seat, records.card(item).sale, name::PEDLAR));
            }
            Command::ArmoryDrop(name::KEY) => changes.push(Change::DropKeyInArmory(seat)),
            Command::ArmoryDrop(card) => changes.push(Change::DropObject { seat, card, how: name::DROPPED }),
            Command::ArmoryTake(item) => {
                changes.push(Change::TakeFromArmory { seat, item });
                self.push_overflow_check(changes, seat, item);
            }
            Command::Tavern => {
                changes.push(Change::UseRoom { seat, kind: name::TAVERN });
                self.lose_sanity(changes, [(seat, records.room(name::TAVERN).loss)], name::TAVERN, false);
                changes.push(Change::Push(Step::Rumor(seat, name::NOTHING)));
            }
            Command::YellowDoors(target) => {
                let goal = self.board.souls[target].node;
                changes.push(Change::UseRoom { seat, kind: name::YELLOW_DOORS });
                changes.push(Change::PlaceSouls { seats: Seats::single(seat), node: goal });
                let loss = records.room(name::YELLOW_DOORS).loss;
                self.lose_sanity(changes, [(target, loss)], name::YELLOW_DOORS, false);
                push_entry_steps(changes, seat, node, goal);
            }
            Command::Salon => {
                changes.push(Change::UseRoom { seat, kind: name::BEAUTY_SALON });
                if self.board.salon_uses >= records.numbers.safe_salon_uses {
                    changes.push(Change::afflict(seat, name::VANITY, records.numbers.vanity_rounds));
                }
            }
            Command::Chapel => {
                changes.push(Change::UseRoom { seat, kind: name::CHAPEL });
                let value = self.roll_die(Roll::Chapel, 6);
                let gain = records.room(name::CHAPEL).gain;
                changes.push(Change::gain(seat, value + gain, name::CHAPEL));
                if value == 1 {
                    changes.push(Change::afflict(seat, name::PARANOIA, records.numbers.paranoia_rounds));
                }
            }
            Command::Ritual => {
                changes.push(Change::UseRoom { seat, kind: name::LETHAL_CHAMBER });
                let value = self.roll_die(Roll::Ritual, 6);
                let alone = value >= records.numbers.ritual_alone;
                let losers = if alone { Seats::single(seat) } else { self.board.seats_at(node) };
                let loss = records.numbers.ritual_losses[value as usize - 1];
                self.lose_sanity(changes, losers.iter().map(|each| (each, loss)), name::LETHAL_CHAMBER, false);
                changes.push(Change::Push(Step::RitualKey(seat)));
            }
            Command::Answer(_) => changes.push(Change::Refuse("an answer to a turn question")),
        }
    }

    fn use_object(&mut self, changes: &mut Vec<Change>, seat: usize, item: NameId) {
        let records = self.records;
        let board = &self.board;
        let node = board.souls[seat].node;
        if item == name::STAIRS_TREASURE {
            changes.push(Change::UseCharge { seat, card: item });
            self.notify_use(changes, seat, item);
            return;
        }
        changes.push(Change::DropObject { seat, card: item, how: name::USED });
        match item {
            name::COMPASS => {
                changes.push(Change::PlaceSouls { seats: Seats::single(seat), node: Board::corridor(floor(node)) });
            }
            name::BLUNT => {
                if let Some(monster) = board.monsters.iter().find(|monster| monster.node == node) {
                    let step = Step::Stunned(seat, monster.number, records.profile.object_stun);
                    changes.push(Change::Push(step));
                }
            }
            _ => self.apply_effects(changes, seat, node, item, &records.card(item).use_effects),
        }
        self.notify_use(changes, seat, item);
    }

    fn escape(&mut self, changes: &mut Vec<Change>, seat: usize) {
        let soul = &self.board.souls[seat];
        let source = self.board.find_monster(soul.trapper);
        let plain = source.is_some_and(|source| self.records.monster_kind(source.kind).has_plain_escape);
        let help = if plain { 0 } else { soul.sanity };
        let stunned = source.map(|source| (source.number, thaws_floor(self.records, &self.board, source)));
        if self.roll_die(Roll::Escape, 6) + help < self.records.house.escape_total {
            changes.push(Change::Exhaust(seat));
            return;
        }
        changes.push(Change::ClearStatus { seat, status: name::TRAPPED });
        if let Some((number, thaws)) = stunned {
            changes.push(Change::StunMonster { number, rounds: 1, gone: false, thaws });
        }
    }

    /// Ends a pedlar's visit after one deal; in his own room the number of deals is unlimited.
    fn close_visit(&self, changes: &mut Vec<Change>, seat: usize) {
        if self.board.find_room_kind(seat) != name::PEDLAR {
            changes.push(Change::CloseShop(seat));
        }
    }

    /// Shows the pedlar's top two cards and asks the buyer for one.
    pub(crate) fn offer_pedlar_cards(&mut self, changes: &mut Vec<Change>, seat: usize) {
        if let [.., second, first] = self.board.pedlar[..] {
            changes.push(Change::ShowPedlarCards);
            changes.push(Change::ask(seat, "pedlar", vec![first, second], Step::PedlarSold(seat)));
        }
    }

    pub(crate) fn resolve_pedlar_choice(&mut self, changes: &mut Vec<Change>, seat: usize, card: NameId) {
        let board = &self.board;
        let Some(choice) = board.pedlar_open.iter().position(|&offer| offer == card) else {
            return changes.push(Change::Refuse("a card not on offer"));
        };
        if card == name::KEY {
            let fate = if board.can_take_key(self.records, &board.souls[seat]) { name::AS_KEY } else { name::UNDER };
            changes.push(Change::TakePedlarCard { seat, choice, fate });
        } else {
            changes.push(Change::TakePedlarCard { seat, choice, fate: name::IN_HAND });
            self.push_overflow_check(changes, seat, card);
        }
    }

    /// Asks which room's top card to see; the second room must differ from the first (`heard`).
    pub(crate) fn ask_rumor(&mut self, changes: &mut Vec<Change>, seat: usize, heard: NameId) {
        let rooms = ROOMS.iter().filter(|&&room| !self.board.boxes[room].is_empty());
        let options: Vec<NameId> = rooms.map(|&room| node_name(room)).filter(|&room| room != heard).collect();
        if !options.is_empty() {
            changes.push(Change::ask(seat, "rumour", options, Step::Rumored(seat, heard)));
        }
    }

    pub(crate) fn resolve_rumor(&mut self, changes: &mut Vec<Change>, seat: usize, heard: NameId, room: NameId) {
        changes.push(Change::SeeCards { node: node_of(room), count: 1 });
        if heard == name::NOTHING {
            changes.push(Change::Push(Step::Rumor(seat, room)));
        }
    }

    /// Gives the ritual's actor a key if the pool has one, with or without a free slot (D-55).
    pub(crate) fn grant_ritual_key(&mut self, changes: &mut Vec<Change>, seat: usize) {
        let board = &self.board;
        if board.key_pool(self.records) - board.keys_destroyed - board.keys_in_hands() > 0 {
            changes.push(Change::GrantRitualKey(seat));
        }
    }

    // Hands; see plugins/king/rules/allowance.py.

    /// Lets the owner discard if an object that comes to a hand exceeds the slots (D-44).
    pub(crate) fn push_overflow_check(&self, changes: &mut Vec<Change>, seat: usize, card: NameId) {
        if self.records.card(card).needs_slot && self.board.count_overflow(self.records, seat, 1) > 0 {
            changes.push(Change::Push(Step::Hands(seat)));
        }
    }

    /// Asks a player with more objects than slots to discard one, until they fit.
    pub(crate) fn ask_overflow(&mut self, changes: &mut Vec<Change>, seat: usize) {
        if self.board.count_overflow(self.records, seat, 0) <= 0 {
            return;
        }
        let objects = self.board.souls[seat].objects.iter();
        let options = objects.copied().filter(|&card| self.records.card(card).needs_slot).collect();
        changes.push(Change::ask(seat, "overflow", options, Step::DiscardOne(seat)));
    }

    pub(crate) fn discard_overflow(&mut self, changes: &mut Vec<Change>, seat: usize, card: NameId) {
        changes.push(Change::DropObject { seat, card, how: name::DISCARDED });
        if self.board.count_overflow(self.records, seat, 0) > 1 {
            changes.push(Change::Push(Step::Hands(seat)));
        }
    }
}

impl Change {
    /// A question whose prompt has only the seat as an argument.
    pub(crate) fn ask(seat: usize, kind: &'static str, options: Vec<NameId>, then: Step) -> Self {
        Self::ask_about(seat, kind, options, Vec::new(), then)
    }

    pub(crate) fn ask_about(
        seat: usize,
        kind: &'static str,
        options: Vec<NameId>,
        about: Vec<(&'static str, NameId)>,
        then: Step,
    ) -> Self {
        Self::Ask(Question::Choice(Box::new(Choice { seat, kind, options, about, then })))
    }

    /// A status of one player that no figure causes.
    pub(crate) fn afflict(seat: usize, status: NameId, left: i64) -> Self {
        Self::Afflict { seats: Seats::single(seat), status, left, trapper: 0 }
    }

    pub(crate) fn gain(seat: usize, amount: i64, source: NameId) -> Self {
        Self::Gain { amounts: vec![(seat, amount)], source }
    }
}
