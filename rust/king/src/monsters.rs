//! Figures: how they appear, move, act, and are stunned; see plugins/king/monsters.py.

use crate::agenda::{Change, Choice, Question, Step};
use crate::board::{Board, Monster, Seats, copies};
use crate::game::Game;
use crate::house::{distance, floor, nearest_room, neighbours};
use crate::names::{Sym, name};
use crate::tables::{Contact, Gait, Reveal};

impl Board {
    /// Seats that a figure holds in its node.
    fn victims(&self, monster: &Monster) -> Seats {
        let held = |seat: &usize| {
            let soul = &self.souls[*seat];
            soul.trapper == monster.number && soul.node == monster.node && soul.has(name::TRAPPED)
        };
        (0..self.souls.len()).filter(held).collect()
    }

    /// Where a figure steps in block 5 (K-MON-2); its own node if it stays.
    fn next_node(&self, monster: &Monster, flees: bool, ignored: Seats) -> usize {
        let here = monster.node;
        let there = self.seats_on(floor(here)).without(ignored);
        if there.is_empty() {
            return if flees { neighbours(here).next().unwrap_or(here) } else { here };
        }
        let far = |node: usize| {
            let nodes = there.iter().map(|seat| self.souls[seat].node);
            nodes.map(|player| distance(node, player)).min().unwrap_or(0)
        };
        if flees {
            // The first of equals: ties in node order.
            let best = neighbours(here).reduce(|best, node| if far(node) > far(best) { node } else { best });
            return best.filter(|&best| far(best) >= far(here)).unwrap_or(here);
        }
        if there.iter().any(|seat| self.souls[seat].node == here) {
            return here;
        }
        neighbours(here).min_by_key(|&node| far(node)).unwrap_or(here)
    }
}

impl Game<'_> {
    /// A figure appears, unless the board is full (K-MON-1) or, if lone, it has one of the kind.
    pub(crate) fn appear(
        &mut self,
        out: &mut Vec<Change>,
        seat: usize,
        kind: Sym,
        node: usize,
        lone: bool,
        reveal: bool,
    ) {
        let board = &self.board;
        let full = board.monsters.len() as i64 >= self.book.profile.max_monsters;
        if full || (lone && board.monsters.iter().any(|monster| monster.kind == kind)) {
            return;
        }
        out.push(Change::Appear { kind, node });
        if reveal {
            out.push(Change::Push(Step::Revealed(seat, board.arrivals + 1)));
        }
    }

    /// The nearest room without players (K-MON-NEAREST).
    pub(crate) fn empty_room_near(&self, start: usize) -> Option<usize> {
        nearest_room(&self.board.stairs, start, |node| self.board.seats_at(node).is_empty())
    }

    /// What a figure does to whoever drew it.
    pub(crate) fn revealed(&mut self, out: &mut Vec<Change>, seat: usize, number: i64) {
        let Some(monster) = self.board.monster(number) else { return };
        let figure = self.book.figure(monster.kind);
        match figure.reveal {
            Reveal::Nothing => {}
            Reveal::Corridor => {
                let node = Board::corridor(floor(monster.node));
                out.push(Change::Prowl { number, node, seats: Seats::default() });
            }
            Reveal::Trap => {
                let (seats, left) = (Seats::one(seat), figure.traps);
                out.push(Change::Afflict { seats, status: name::TRAPPED, left, trapper: number });
            }
            Reveal::Rob => self.rob(out, monster, seat),
            Reveal::Abduct => self.abduct(out, monster, seat),
        }
    }

    /// A goblin takes all objects and keys, bound ones aside, and jumps away.
    fn rob(&self, out: &mut Vec<Change>, monster: &Monster, seat: usize) {
        let objects = self.board.souls[seat].objects.iter().copied();
        let objects = objects.filter(|&card| !self.book.card(card).bound).collect();
        out.push(Change::Rob { number: monster.number, seat, objects });
        if let Some(room) = self.empty_room_near(monster.node) {
            out.push(Change::Prowl { number: monster.number, node: room, seats: Seats::default() });
        }
    }

    /// The sack man traps a soul and jumps away with it (D-58).
    fn abduct(&self, out: &mut Vec<Change>, monster: &Monster, seat: usize) {
        let (seats, number) = (Seats::one(seat), monster.number);
        out.push(Change::Afflict { seats, status: name::TRAPPED, left: 3, trapper: number });
        if let Some(node) = self.empty_room_near(monster.node) {
            out.push(Change::Prowl { number, node, seats });
        }
    }

    /// One figure's part of block 5: it moves, then what it does follows (K-END-5a).
    pub(crate) fn act(&mut self, out: &mut Vec<Change>, number: i64) {
        let Some(monster) = self.board.monster(number).filter(|monster| monster.stun == 0) else { return };
        let figure = self.book.figure(monster.kind);
        let mut node = monster.node;
        if figure.gait != Gait::Still {
            let held = if figure.gait == Gait::Drags { self.board.victims(monster) } else { Seats::default() };
            let flees = !held.is_empty() || (figure.gait == Gait::Loots && monster.is_loaded());
            node = self.board.next_node(monster, flees, held);
            if node != monster.node {
                out.push(Change::Prowl { number, node, seats: held });
            }
        }
        let touches = figure.contact != Contact::Nothing && self.book.profile.contact_effects;
        if (figure.traps != 0 || figure.stuns != 0 || touches) && !self.board.seats_at(node).is_empty() {
            out.push(Change::Push(Step::Contact(number)));
        }
    }

    /// Whoever is in the figure's node suffers its effect, unless the fighter reacts (K-END-5b).
    pub(crate) fn contact(&mut self, out: &mut Vec<Change>, number: i64) {
        let Some(monster) = self.board.monster(number) else { return };
        if self.touched(monster).is_empty() {
            return;
        }
        if self.book.profile.reaction_window {
            for seat in self.board.seats_at(monster.node).iter() {
                let soul = &self.board.souls[seat];
                if soul.role != self.book.fighter {
                    continue;
                }
                let mut usable: Vec<Sym> = Vec::new();
                for &card in &soul.objects {
                    if self.book.reaction_objects.contains(&card) && !usable.contains(&card) {
                        usable.push(card);
                    }
                }
                if !usable.is_empty() {
                    usable.push(name::DECLINE);
                    out.push(Change::Ask(Question::Choice(Box::new(Choice {
                        seat,
                        kind: "reaction",
                        options: usable,
                        about: vec![("monster", monster.kind)],
                        then: Step::Reaction(number, seat),
                    }))));
                    return;
                }
            }
        }
        self.touch(out, monster);
    }

    /// The fighter's answer: an object stuns the figure and cancels its effect for all (K-END-5c).
    pub(crate) fn reaction(&mut self, out: &mut Vec<Change>, number: i64, seat: usize, answer: Sym) {
        let Some(monster) = self.board.monster(number) else { return };
        if answer == name::DECLINE {
            self.touch(out, monster);
            return;
        }
        out.push(Change::DropObject { seat, card: answer, how: name::USED });
        out.push(Change::Push(Step::Stunned(seat, number, self.book.profile.reaction_stun)));
    }

    /// Seats a figure's effect applies to.
    fn touched(&self, monster: &Monster) -> Seats {
        let figure = self.book.figure(monster.kind);
        let seats = self.board.seats_at(monster.node);
        if figure.traps != 0 || figure.stuns != 0 {
            return seats;
        }
        let acts = match figure.contact {
            Contact::Nothing => false,
            Contact::Rob => !monster.is_loaded(),
            Contact::Abduct => self.board.victims(monster).is_empty(),
        };
        if acts { seats.first().map(Seats::one).unwrap_or_default() } else { Seats::default() }
    }

    /// A figure's effect on the players in its node (block 5).
    fn touch(&self, out: &mut Vec<Change>, monster: &Monster) {
        let figure = self.book.figure(monster.kind);
        let seats = self.touched(monster);
        let Some(first) = seats.first() else { return };
        if figure.traps != 0 {
            let (left, trapper) = (figure.traps, monster.number);
            out.push(Change::Afflict { seats, status: name::TRAPPED, left, trapper });
        } else if figure.stuns != 0 {
            out.push(Change::Afflict { seats, status: name::STUNNED, left: figure.stuns, trapper: 0 });
        } else if figure.contact == Contact::Rob {
            self.rob(out, monster, first);
        } else {
            self.abduct(out, monster, first);
        }
    }

    /// A soul strikes a figure: it is stunned or gone, its loot and its victim come free (C7).
    pub(crate) fn stunned(&mut self, out: &mut Vec<Change>, seat: usize, number: i64, rounds: i64) {
        let Some(monster) = self.board.monster(number) else { return };
        let figure = self.book.figure(monster.kind);
        out.push(Change::StunMonster { number, rounds, gone: figure.fragile });
        if figure.gait == Gait::Drags {
            for (each, soul) in self.board.souls.iter().enumerate() {
                if soul.trapper == number && soul.has(name::TRAPPED) {
                    out.push(Change::Clear { seat: each, status: name::TRAPPED });
                }
            }
        }
        if monster.is_loaded() {
            self.recover(out, seat, monster);
        }
    }

    /// A goblin's loot as far as the slots of the stunner allow; the rest is destroyed (C7).
    fn recover(&self, out: &mut Vec<Change>, seat: usize, monster: &Monster) {
        let soul = &self.board.souls[seat];
        let mut free = -self.board.overflow(self.book, seat, 0);
        let mut objects = Vec::new();
        for &card in &monster.loot {
            if self.book.card(card).slot {
                if free <= 0 {
                    continue;
                }
                free -= 1;
            }
            objects.push(card);
        }
        let rings = copies(&soul.objects, name::KEYRING) + copies(&objects, name::KEYRING);
        let keys = monster.loot_keys.min((soul.key_slots + rings - soul.keys).max(0));
        out.push(Change::Recover { number: monster.number, seat, objects, keys });
    }
}
