//! The initial board; see plugins/king/setup.py.

use crate::board::{Soul, SpecialRoom};
use crate::game::Game;
use crate::layout::{FLOORS, PER_FLOOR, ROOMS};
use crate::names::{NameId, name};
use crate::tables::{Card, Deal, GameRecords, Group, RoleDraw, Roll, SPECIAL_ROLLS, STAIRS_ROLLS};

impl Game<'_> {
    /// Sets up the board (K-SETUP-1..5).
    pub(crate) fn set_up_board(&mut self) {
        let records = self.records;
        for (seat, role) in self.choose_party().into_iter().enumerate() {
            self.board.souls.push(Soul::new(records, role, seat));
            for &card in &records.role(role).start {
                self.board.supplied_cards.add(card);
            }
        }
        self.board.stairs = STAIRS_ROLLS.map(|roll| self.roll_die(roll, 4) as usize);
        let mut kinds: Vec<NameId> = records.rooms.iter().map(|room| room.id).collect();
        self.shuffle(Roll::Specials, &mut kinds);
        for (at, kind) in kinds.into_iter().take(FLOORS).enumerate() {
            let room = self.roll_die(SPECIAL_ROLLS[at], 4) as usize;
            let node = at * PER_FLOOR + room;
            self.board.specials.push(SpecialRoom { node, kind, ..SpecialRoom::default() });
        }
        let mut tales = records.tales.clone();
        self.shuffle(Roll::Tales, &mut tales);
        let last = tales.pop();
        self.deal_boxes(&tales);
        let mut pedlar = list_copies(records, |card| card.pedlar);
        pedlar.extend(last);
        self.shuffle(Roll::Pedlar, &mut pedlar);
        self.board.pedlar = pedlar;
        self.board.charges = records.card(name::STAIRS_TREASURE).uses;
    }

    /// The roles by seat: the requested ones, or drawn as the profile says.
    fn choose_party(&mut self) -> Vec<NameId> {
        let records = self.records;
        if !records.party.is_empty() {
            return records.party.clone();
        }
        let mut pool: Vec<NameId> = records.roles.iter().filter(|role| role.is_drawn).map(|role| role.id).collect();
        match records.profile.role_draw {
            RoleDraw::Fixed => {}
            RoleDraw::Random => return (0..records.players).map(|_| self.choose(Roll::Role, &pool)).collect(),
            RoleDraw::RandomUnique => self.shuffle(Roll::Roles, &mut pool),
        }
        pool.truncate(records.players);
        pool
    }

    /// Deals the room cards into their boxes, top card last.
    fn deal_boxes(&mut self, tales: &[NameId]) {
        let records = self.records;
        let mut cards = list_copies(records, |card| card.rooms);
        cards.extend(tales);
        if records.profile.deal == Deal::Random {
            self.shuffle(Roll::Deck, &mut cards);
            self.spread(&cards);
            return;
        }
        let group = |card: &Card| match card.group {
            Group::Event => 0,
            Group::Object if card.uses > 0 && card.needs_slot => 1,
            _ => 2,
        };
        for number in 0..3 {
            let mut pile: Vec<NameId> =
                cards.iter().copied().filter(|&card| group(records.card(card)) == number).collect();
            self.shuffle(Roll::Deck, &mut pile);
            self.spread(&pile);
        }
        for node in ROOMS {
            let mut cards = std::mem::take(&mut self.board.boxes[node]);
            self.shuffle(Roll::Box, &mut cards);
            self.board.boxes[node] = cards;
        }
    }

    fn spread(&mut self, pile: &[NameId]) {
        for (at, &card) in pile.iter().enumerate() {
            self.board.boxes[ROOMS[at % ROOMS.len()]].push(card);
        }
    }
}

/// The cards of a deck, without the tales.
fn list_copies(records: &GameRecords, deck: impl Fn(&Card) -> i64) -> Vec<NameId> {
    records.cards.iter().flat_map(|card| (0..deck(card).max(0)).map(|_| card.id)).collect()
}
