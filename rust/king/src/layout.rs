//! The house: fifteen nodes on three floors and their edges; see plugins/king/layout.py.

pub const FLOORS: usize = 3;
pub const PER_FLOOR: usize = 5;
pub const NODES: usize = FLOORS * PER_FLOOR;
pub const ROOMS: [usize; 12] = [1, 2, 3, 4, 6, 7, 8, 9, 11, 12, 13, 14];

/// The room that touches a room, by room number (K-BOARD-3).
const PARTNER: [usize; 5] = [0, 2, 1, 4, 3];

/// The rotation of each floor's boxes (K-KING-D6-1).
pub const FLOOR_CYCLES: [[usize; 4]; FLOORS] = [[1, 4, 3, 2], [6, 9, 8, 7], [11, 14, 13, 12]];

pub const fn floor(node: usize) -> usize {
    node / PER_FLOOR
}

pub const fn spot(node: usize) -> usize {
    node % PER_FLOOR
}

/// The neighbors of a node on its floor, in tie order (K-BOARD-2..6).
pub fn neighbors(node: usize) -> impl Iterator<Item = usize> {
    let corridor = floor(node) * PER_FLOOR;
    let near = match spot(node) {
        0 => [corridor + 1, corridor + 2, corridor + 3, corridor + 4],
        room => [corridor, corridor + PARTNER[room], 0, 0],
    };
    near.into_iter().take(if spot(node) == 0 { 4 } else { 2 })
}

/// The distance between two nodes of a floor, without stairs.
pub fn distance(a: usize, b: usize) -> usize {
    if a == b {
        0
    } else if neighbors(a).any(|node| node == b) {
        1
    } else {
        2
    }
}

/// The room number (1..4) of each floor's stair.
pub type Stairs = [usize; FLOORS];

pub fn stair_room(stairs: &Stairs, floor: usize) -> usize {
    floor * PER_FLOOR + stairs[floor]
}

/// The stair rooms one floor up or down from a stair room (K-STAIRS-2..4).
pub fn stair_moves(stairs: Stairs, node: usize) -> impl Iterator<Item = usize> {
    let at = floor(node);
    let here = node == stair_room(&stairs, at);
    let goals = match at {
        0 => [Some(1), None],
        1 => [Some(0), Some(2)],
        _ => [Some(1), None],
    };
    goals.into_iter().flatten().filter(move |_| here).map(move |goal| stair_room(&stairs, goal))
}

/// The room nearest to `start` that `accepts` allows, in moves, stairs included (K-MON-NEAREST).
/// Ties: the floor of `start` first, then the lower node.
pub fn find_nearest_room(stairs: &Stairs, start: usize, accepts: impl Fn(usize) -> bool) -> Option<usize> {
    let mut seen = 1u16 << start;
    let mut shell = seen;
    while shell != 0 {
        let room = nodes(shell)
            .filter(|&node| spot(node) != 0 && accepts(node))
            .min_by_key(|&node| (floor(node) != floor(start), node));
        if room.is_some() {
            return room;
        }
        let mut further = 0;
        for node in nodes(shell) {
            for other in neighbors(node).chain(stair_moves(*stairs, node)) {
                further |= 1u16 << other;
            }
        }
        shell = further & !seen;
        seen |= further;
    }
    None
}

fn nodes(set: u16) -> impl Iterator<Item = usize> {
    (0..NODES).filter(move |node| set >> node & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_work_both_ways() {
        let edges: usize = (0..NODES).map(|node| neighbors(node).count()).sum();
        assert_eq!(edges, 2 * 18); // K-BOARD-6
        for a in 0..NODES {
            for b in neighbors(a) {
                assert!(neighbors(b).any(|node| node == a));
                assert_eq!(distance(a, b), 1);
            }
        }
    }

    #[test]
    fn the_nearest_room_is_on_the_own_floor_first() {
        let stairs = [1, 2, 3];
        assert_eq!(find_nearest_room(&stairs, 1, |node| node == 7), Some(7)); // by the stairs
        assert_eq!(find_nearest_room(&stairs, 1, |node| node == 7 || node == 2), Some(2));
        assert_eq!(find_nearest_room(&stairs, 0, |_| false), None);
    }
}
