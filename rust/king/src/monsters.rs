//! Monsters: arrival, moves, effects, stuns; see plugins/king/rules/monsters.py.

use crate::agenda::{Change, Step};
use crate::allowance::thaws_floor;
use crate::board::{Board, Monster, Seats, copies};
use crate::game::Game;
use crate::layout::{distance, find_nearest_room, floor, neighbors};
use crate::listeners::Hook;
use crate::names::{NameId, name, node_name};
use crate::tables::{Contact, Gait, Reveal};

impl Board {
    /// Players in a figure's node that it has trapped.
    fn list_victims(&self, monster: &Monster) -> Seats {
        let held = |seat: &usize| {
            let soul = &self.souls[*seat];
            soul.trapper == monster.number && soul.node == monster.node && soul.has(name::TRAPPED)
        };
        (0..self.souls.len()).filter(held).collect()
    }

    /// The node a figure moves to in block 5; its own node if it stays (K-MON-2).
    fn next_node(&self, monster: &Monster, flees: bool, ignored: Seats) -> usize {
        let here = monster.node;
        let there = self.seats_on(floor(here)).without(ignored);
        if there.is_empty() {
            return if flees { neighbors(here).next().unwrap_or(here) } else { here };
        }
        let far = |node: usize| {
            let nodes = there.iter().map(|seat| self.souls[seat].node);
            nodes.map(|player| distance(node, player)).min().unwrap_or(0)
        };
        if flees {
            // Ties: the first in node order.
            let best = neighbors(here).reduce(|best, node| if far(node) > far(best) { node } else { best });
            return best.filter(|&best| far(best) >= far(here)).unwrap_or(here);
        }
        if there.iter().any(|seat| self.souls[seat].node == here) {
            return here;
        }
        neighbors(here).min_by_key(|&node| far(node)).unwrap_or(here)
    }
}

impl Game<'_> {
    /// Places a figure unless the board is full (K-MON-1), has one of the kind with `lone`, or a mod forbids it.
    pub(crate) fn spawn_monster(
        &mut self,
        changes: &mut Vec<Change>,
        seat: usize,
        kind: NameId,
        node: usize,
        lone: bool,
        reveal: bool,
    ) {
        let board = &self.board;
        let full = board.monsters.len() as i64 >= self.records.profile.max_monsters;
        if full || (lone && board.monsters.iter().any(|monster| monster.kind == kind)) {
            return;
        }
        if self.denies_arrival(seat, kind, node) {
            changes.push(Change::Tell(name::NOTHING));
            return;
        }
        changes.push(Change::SpawnMonster { kind, node });
        if reveal {
            changes.push(Change::Push(Step::Revealed(seat, board.arrivals + 1)));
        }
    }

    /// Whether a mod forbids a figure to arrive.
    fn denies_arrival(&self, seat: usize, kind: NameId, node: usize) -> bool {
        let fields = [seat as i64, i64::from(kind), i64::from(node_name(node)), 0, 0, 0];
        self.is_denied(Hook::CanArrive, fields)
    }

    /// The nearest room without players (K-MON-NEAREST).
    pub(crate) fn find_empty_room(&self, start: usize) -> Option<usize> {
        find_nearest_room(&self.board.stairs, start, |node| self.board.seats_at(node).is_empty())
    }

    /// Applies a figure's effect on the player who drew it.
    pub(crate) fn apply_reveal(&mut self, changes: &mut Vec<Change>, seat: usize, number: i64) {
        let Some(monster) = self.board.find_monster(number) else { return };
        let figure = self.records.monster_kind(monster.kind);
        match figure.reveal {
            Reveal::Nothing => {}
            Reveal::Corridor => {
                let node = Board::corridor(floor(monster.node));
                changes.push(Change::MoveMonster { number, node, seats: Seats::default() });
            }
            Reveal::Trap => {
                let (seats, left) = (Seats::single(seat), figure.traps);
                changes.push(Change::Afflict { seats, status: name::TRAPPED, left, trapper: number });
            }
            Reveal::Rob => self.rob(changes, monster, seat),
            Reveal::Abduct => self.abduct(changes, monster, seat),
        }
    }

    /// Takes all keys and unbound objects and jumps away (K-MON-GOBLIN).
    fn rob(&self, changes: &mut Vec<Change>, monster: &Monster, seat: usize) {
        let objects = self.board.souls[seat].objects.iter().copied();
        let objects = objects.filter(|&card| !self.records.card(card).is_bound).collect();
        changes.push(Change::RobSoul { number: monster.number, seat, objects });
        if let Some(room) = self.find_empty_room(monster.node) {
            changes.push(Change::MoveMonster { number: monster.number, node: room, seats: Seats::default() });
        }
    }

    /// Traps a player and jumps away with him (D-58).
    fn abduct(&self, changes: &mut Vec<Change>, monster: &Monster, seat: usize) {
        let (seats, number) = (Seats::single(seat), monster.number);
        let left = self.records.numbers.abducted_rounds;
        changes.push(Change::Afflict { seats, status: name::TRAPPED, left, trapper: number });
        if let Some(node) = self.find_empty_room(monster.node) {
            changes.push(Change::MoveMonster { number, node, seats });
        }
    }

    /// Moves a figure in block 5 and pushes its contact (K-END-5a).
    pub(crate) fn take_monster_turn(&mut self, changes: &mut Vec<Change>, number: i64) {
        let Some(monster) = self.board.find_monster(number).filter(|monster| monster.stun == 0) else { return };
        let figure = self.records.monster_kind(monster.kind);
        let mut node = monster.node;
        if figure.gait != Gait::Still {
            let held = if figure.gait == Gait::Drags { self.board.list_victims(monster) } else { Seats::default() };
            let flees = !held.is_empty() || (figure.gait == Gait::Loots && monster.is_loaded());
            node = self.board.next_node(monster, flees, held);
            if node != monster.node {
                changes.push(Change::MoveMonster { number, node, seats: held });
            }
        }
        let touches = figure.contact != Contact::Nothing && self.records.profile.has_contact_effects;
        if (figure.traps != 0 || figure.stuns != 0 || touches) && !self.board.seats_at(node).is_empty() {
            changes.push(Change::Push(Step::Contact(number)));
        }
    }

    /// Applies a figure's effect to its node, unless the fighter can react first (K-END-5b).
    pub(crate) fn handle_contact(&mut self, changes: &mut Vec<Change>, number: i64) {
        let Some(monster) = self.board.find_monster(number) else { return };
        if self.list_affected_seats(monster).is_empty() {
            return;
        }
        if self.records.profile.has_reaction_window {
            for seat in self.board.seats_at(monster.node).iter() {
                let soul = &self.board.souls[seat];
                if soul.role != self.records.profile.dps_role {
                    continue;
                }
                let mut usable: Vec<NameId> = Vec::new();
                for &card in &soul.objects {
                    if self.records.profile.reaction_objects.contains(&card) && !usable.contains(&card) {
                        usable.push(card);
                    }
                }
                if !usable.is_empty() {
                    usable.push(name::DECLINE);
                    changes.push(Change::ask_about(
                        seat,
                        "reaction",
                        usable,
                        vec![("monster", monster.kind)],
                        Step::Reaction(number, seat),
                    ));
                    return;
                }
            }
        }
        self.apply_contact(changes, monster);
    }

    /// Handles the fighter's answer: an object stuns the figure and cancels its effect (K-END-5c).
    pub(crate) fn resolve_reaction(&mut self, changes: &mut Vec<Change>, number: i64, seat: usize, answer: NameId) {
        let Some(monster) = self.board.find_monster(number) else { return };
        if answer == name::DECLINE {
            self.apply_contact(changes, monster);
            return;
        }
        changes.push(Change::DropObject { seat, card: answer, how: name::USED });
        changes.push(Change::Push(Step::Stunned(seat, number, self.records.profile.reaction_stun)));
        self.notify_use(changes, seat, answer);
    }

    /// The seats that a figure's effect applies to.
    fn list_affected_seats(&self, monster: &Monster) -> Seats {
        let figure = self.records.monster_kind(monster.kind);
        let seats = self.board.seats_at(monster.node);
        if figure.traps != 0 || figure.stuns != 0 {
            return seats;
        }
        let acts = match figure.contact {
            Contact::Nothing => false,
            Contact::Rob => !monster.is_loaded(),
            Contact::Abduct => self.board.list_victims(monster).is_empty(),
        };
        if acts { seats.first().map(Seats::single).unwrap_or_default() } else { Seats::default() }
    }

    /// Applies a figure's effect to the players in its node.
    fn apply_contact(&self, changes: &mut Vec<Change>, monster: &Monster) {
        let figure = self.records.monster_kind(monster.kind);
        let seats = self.list_affected_seats(monster);
        let Some(first) = seats.first() else { return };
        if figure.traps != 0 {
            let (left, trapper) = (figure.traps, monster.number);
            changes.push(Change::Afflict { seats, status: name::TRAPPED, left, trapper });
        } else if figure.stuns != 0 {
            changes.push(Change::Afflict { seats, status: name::STUNNED, left: figure.stuns, trapper: 0 });
        } else if figure.contact == Contact::Rob {
            self.rob(changes, monster, first);
        } else {
            self.abduct(changes, monster, first);
        }
    }

    /// Stuns or removes a figure and frees its loot and victims (K-MON-GOBLIN, K-MON-SACK_MAN).
    pub(crate) fn stun_monster(&mut self, changes: &mut Vec<Change>, seat: usize, number: i64, rounds: i64) {
        let Some(monster) = self.board.find_monster(number) else { return };
        let figure = self.records.monster_kind(monster.kind);
        let thaws = thaws_floor(self.records, &self.board, monster);
        changes.push(Change::StunMonster { number, rounds, gone: figure.is_fragile, thaws });
        if figure.gait == Gait::Drags {
            for (victim, soul) in self.board.souls.iter().enumerate() {
                if soul.trapper == number && soul.has(name::TRAPPED) {
                    changes.push(Change::ClearStatus { seat: victim, status: name::TRAPPED });
                }
            }
        }
        if monster.is_loaded() {
            self.recover_loot(changes, seat, monster);
        }
    }

    /// Returns a goblin's loot within the slots of the player who stunned it; the rest is destroyed.
    fn recover_loot(&self, changes: &mut Vec<Change>, seat: usize, monster: &Monster) {
        let soul = &self.board.souls[seat];
        let mut free = -self.board.count_overflow(self.records, seat, 0);
        let mut objects = Vec::new();
        for &card in &monster.loot {
            if self.records.card(card).needs_slot {
                if free <= 0 {
                    continue;
                }
                free -= 1;
            }
            objects.push(card);
        }
        let rings = copies(&soul.objects, name::KEYRING) + copies(&objects, name::KEYRING);
        let keys = monster.loot_keys.min((soul.key_slots + rings - soul.keys).max(0));
        changes.push(Change::RecoverLoot { number: monster.number, seat, objects, keys });
    }
}
