//! Movement: reachable nodes, bans, consequences; see plugins/king/rules/movement.py.

use crate::agenda::{Change, Step};
use crate::allowance::{actions_left, has_ice, is_sealed};
use crate::board::{Board, Soul};
use crate::command::{Command, base_cost};
use crate::game::Game;
use crate::layout::{FLOORS, PER_FLOOR, floor, neighbors, spot, stair_moves};
use crate::listeners::Hook;
use crate::names::{name, node_name};
use crate::tables::Roll;

/// The nodes one MOVE away: along an edge, by the stairs, or by the STAIRS_TREASURE.
pub fn list_reachable_nodes(board: &Board, soul: &Soul) -> impl Iterator<Item = usize> + use<> {
    let node = soul.node;
    let stairs = board.stairs;
    let down = (soul.is_climbing && spot(node) != 0 && floor(node) > 0).then(|| node - PER_FLOOR);
    let up = (soul.is_climbing && spot(node) != 0 && floor(node) + 1 < FLOORS).then(|| node + PER_FLOOR);
    let climbs = [down, up].into_iter().flatten();
    let climbs = climbs.filter(move |&goal| !stair_moves(stairs, node).any(|known| known == goal));
    neighbors(node).chain(stair_moves(stairs, node)).chain(climbs)
}

/// Whether a voluntary move to a node is allowed: no ice, no PARANOIA (D-39), no mod against it.
pub fn can_enter(game: &Game, seat: usize, node: usize) -> bool {
    let (records, board) = (game.records, &game.board);
    let soul = &board.souls[seat];
    if is_sealed(records, board, floor(soul.node)) {
        return false;
    }
    let shy = soul.has(name::PARANOIA);
    let is_shunned = board
        .souls
        .iter()
        .enumerate()
        .any(|(other, soul)| soul.node == node && other != seat && (shy || soul.has(name::PARANOIA)));
    !is_shunned && !denies_entry(game, seat, node)
}

/// Whether a mod forbids a player to enter a node.
pub fn denies_entry(game: &Game, seat: usize, node: usize) -> bool {
    let fields = [seat as i64, i64::from(node_name(node)), 0, 0, 0, 0];
    game.is_denied(Hook::CanEnter, fields)
}

/// Pushes the steps of an entry: a room's card, or a corridor's peek (K-ENTER).
pub fn push_entry_steps(changes: &mut Vec<Change>, seat: usize, origin: usize, node: usize) {
    if spot(node) != 0 {
        changes.push(Change::Push(Step::Enter(seat, node)));
    } else if floor(origin) == floor(node) && origin != node {
        changes.push(Change::Push(Step::Peek(seat, node)));
    }
}

impl Game<'_> {
    /// Lists the changes of a legal MOVE for `cost` actions.
    pub(crate) fn move_soul(&mut self, changes: &mut Vec<Change>, seat: usize, node: usize, cost: i64) {
        let records = self.records;
        let soul = &self.board.souls[seat];
        let role = records.role(soul.role);
        let (origin, sanity) = (soul.node, soul.sanity);
        changes.push(Change::Walk { seat, node, cost });
        if cost == 0 && base_cost(records, &self.board, seat, Command::Move(node)) != 0 {
            changes.push(Change::Spend { seat, actions: 0, free: 1 });
        }
        if floor(origin) != floor(node) {
            if role.needs_stairs_test && self.roll_die(Roll::ScoutStairs, 6) + sanity < role.stairs_total {
                changes.push(Change::afflict(seat, name::STUNNED, 1));
            }
            if has_ice(records, &self.board, floor(node), true) {
                let (left, held) = (actions_left(records, &self.board, seat) - cost, records.numbers.held_actions);
                if left > held {
                    changes.push(Change::Spend { seat, actions: left - held, free: 0 });
                }
            }
        }
        push_entry_steps(changes, seat, origin, node);
    }
}
