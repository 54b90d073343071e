//! The first state of a game; see plugins/king/setup.py.

use crate::board::{Soul, Special};
use crate::game::Game;
use crate::house::{FLOORS, PER_FLOOR, ROOMS};
use crate::names::{Sym, name};
use crate::tables::{Book, Card, Deal, Group, RoleDraw, Roll, SPECIALS, STAIRS};

impl Game<'_> {
    /// Lays the board out (K-SETUP-1..5).
    pub(crate) fn set_up(&mut self) {
        let book = self.book;
        for (seat, role) in self.party().into_iter().enumerate() {
            self.board.souls.push(Soul::new(book, role, seat));
            for &card in &book.role(role).start {
                self.board.supplied.add(card);
            }
        }
        self.board.stairs = STAIRS.map(|roll| self.die(roll, 4) as usize);
        let mut kinds: Vec<Sym> = book.rooms.iter().map(|room| room.kind).collect();
        self.shuffle(Roll::Specials, &mut kinds);
        for (at, kind) in kinds.into_iter().take(FLOORS).enumerate() {
            let room = self.die(SPECIALS[at], 4) as usize;
            let node = at * PER_FLOOR + room;
            self.board.specials.push(Special { node, kind, open: false, destroyed: false });
        }
        let mut tales = book.tales.clone();
        self.shuffle(Roll::Tales, &mut tales);
        let last = tales.pop();
        self.deal(&tales);
        let mut pedlar = copies(book, |card| card.pedlar);
        pedlar.extend(last);
        self.shuffle(Roll::Pedlar, &mut pedlar);
        self.board.pedlar = pedlar;
        self.board.charges = book.card(name::STAIRS_TREASURE).uses;
    }

    /// The roles by seat: those given, or drawn as the profile says.
    fn party(&mut self) -> Vec<Sym> {
        let book = self.book;
        if !book.party.is_empty() {
            return book.party.clone();
        }
        let mut pool: Vec<Sym> = book.roles.iter().filter(|role| role.drawn).map(|role| role.name).collect();
        match book.profile.role_draw {
            RoleDraw::Fixed => {}
            RoleDraw::Random => return (0..book.players).map(|_| self.choose(Roll::Role, &pool)).collect(),
            RoleDraw::RandomUnique => self.shuffle(Roll::Roles, &mut pool),
        }
        pool.truncate(book.players);
        pool
    }

    /// The room cards in their boxes, top last.
    fn deal(&mut self, tales: &[Sym]) {
        let book = self.book;
        let mut cards = copies(book, |card| card.rooms);
        cards.extend(tales);
        if book.profile.deal == Deal::Random {
            self.shuffle(Roll::Deck, &mut cards);
            self.spread(&cards);
            return;
        }
        let group = |card: &Card| match card.group {
            Group::Event => 0,
            Group::Object if card.uses > 0 && card.slot => 1,
            _ => 2,
        };
        for number in 0..3 {
            let mut pile: Vec<Sym> = cards.iter().copied().filter(|&each| group(book.card(each)) == number).collect();
            self.shuffle(Roll::Deck, &mut pile);
            self.spread(&pile);
        }
        for node in ROOMS {
            let mut cards = std::mem::take(&mut self.board.boxes[node]);
            self.shuffle(Roll::Box, &mut cards);
            self.board.boxes[node] = cards;
        }
    }

    fn spread(&mut self, pile: &[Sym]) {
        for (at, &card) in pile.iter().enumerate() {
            self.board.boxes[ROOMS[at % ROOMS.len()]].push(card);
        }
    }
}

/// Every card of a deck, the tales aside.
fn copies(book: &Book, deck: impl Fn(&Card) -> i64) -> Vec<Sym> {
    book.cards.iter().flat_map(|card| (0..deck(card).max(0)).map(|_| card.name)).collect()
}
