//! Moving: where a soul may go, what forbids it, and what follows; see plugins/king/movement.py.

use crate::agenda::{Change, Step};
use crate::allowance::{actions_left, iced, sealed};
use crate::board::{Board, Seats, Soul};
use crate::game::Game;
use crate::house::{FLOORS, PER_FLOOR, floor, neighbours, spot, stair_moves};
use crate::names::name;
use crate::tables::{Book, Roll};

/// Nodes one MOVE away: along an edge, by the stairs, or by the treasure one floor up or down.
pub fn reachable(board: &Board, soul: &Soul) -> impl Iterator<Item = usize> + use<> {
    let node = soul.node;
    let stairs = board.stairs;
    let down = (soul.climbing && spot(node) != 0 && floor(node) > 0).then(|| node - PER_FLOOR);
    let up = (soul.climbing && spot(node) != 0 && floor(node) + 1 < FLOORS).then(|| node + PER_FLOOR);
    let climbs = [down, up].into_iter().flatten();
    let climbs = climbs.filter(move |&goal| !stair_moves(stairs, node).any(|known| known == goal));
    neighbours(node).chain(stair_moves(stairs, node)).chain(climbs)
}

/// Whether a soul may go to a node of its own will, however far: no ice, no paranoia.
pub fn can_enter(book: &Book, board: &Board, seat: usize, node: usize) -> bool {
    let soul = &board.souls[seat];
    if sealed(book, board, floor(soul.node)) {
        return false;
    }
    let shy = soul.has(name::PARANOIA);
    !board
        .souls
        .iter()
        .enumerate()
        .any(|(other, each)| each.node == node && other != seat && (shy || each.has(name::PARANOIA)))
}

/// What follows when a soul enters a node by K-ENTER's ways: a room's card, or a corridor's peek.
pub fn entering(out: &mut Vec<Change>, seat: usize, origin: usize, node: usize) {
    if spot(node) != 0 {
        out.push(Change::Push(Step::Enter(seat, node)));
    } else if floor(origin) == floor(node) && origin != node {
        out.push(Change::Push(Step::Peek(seat, node)));
    }
}

impl Game<'_> {
    /// The changes of a legal MOVE.
    pub(crate) fn moving(&mut self, out: &mut Vec<Change>, seat: usize, node: usize) {
        let book = self.book;
        let soul = &self.board.souls[seat];
        let role = book.role(soul.role);
        let (origin, sanity) = (soul.node, soul.sanity);
        let cost = if !soul.moved && role.first_move_free {
            0
        } else if floor(node) == floor(origin) {
            book.profile.move_cost
        } else {
            book.profile.stairs_cost
        };
        out.push(Change::Walk { seat, node, cost });
        if floor(origin) != floor(node) {
            if role.stairs_test && self.die(Roll::ScoutStairs, 6) + sanity < 3 {
                out.push(Change::Afflict { seats: Seats::one(seat), status: name::STUNNED, left: 1, trapper: 0 });
            }
            if iced(book, &self.board, floor(node), true) {
                let left = actions_left(book, &self.board, seat) - cost;
                if left > 1 {
                    out.push(Change::Spend { seat, actions: left - 1, free: 0 });
                }
            }
        }
        entering(out, seat, origin, node);
    }
}
