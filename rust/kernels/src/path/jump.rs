//! Jump point search on bits, for uniform costs without corner cutting.
//!
//! D. Harabor and A. Grastien, "Online Graph Pruning for Pathfinding on Grid Maps" (AAAI 2011) and "Improving Jump
//! Point Search" (ICAPS 2014: blocks of bits, pruned intermediate points), under the rule that a diagonal step needs
//! both cells beside it. Then forced neighbours come from a wall behind and beside the last straight step, and
//! diagonal steps have none; so every point but the start is reached by a straight jump, and its state is the set of
//! directions in which it was reached at its least cost. The open list is a row of buckets, last in first out.

use super::{Limits, Path};
use crate::bits::{Lines, Walls};
use crate::terrain::Moves;
use std::cell::RefCell;

const NORTH: u8 = 1;
const EAST: u8 = 2;
const SOUTH: u8 = 4;
const WEST: u8 = 8;
const NIL: u32 = u32::MAX;

#[derive(Clone, Copy, Default)]
struct Node {
    cost: u32,
    parent: u32,
    query: u32,
    /// Directions in which the point was reached at this cost, and those already followed.
    reached: u8,
    followed: u8,
}

#[derive(Clone, Copy)]
struct Entry {
    cell: u32,
    cost: u32,
    next: u32,
}

/// What is kept from one query to the next, so that nothing is allocated or cleared.
#[derive(Default)]
struct Scratch {
    nodes: Vec<Node>,
    query: u32,
    heads: Vec<u32>,
    entries: Vec<Entry>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// Whether these moves are what this search is for.
pub fn suits(moves: Moves, height: usize, width: usize) -> bool {
    let (straight, diagonal) = (u64::from(moves.straight), u64::from(moves.diagonal));
    let farthest = diagonal * (height + width) as u64;
    !moves.corner_cutting && (straight..=2 * straight).contains(&diagonal) && farthest < 1 << 31
}

/// The cheapest path, or None; `limits.within` is not looked at.
pub fn search(
    walls: &Walls,
    moves: Moves,
    start: (usize, usize),
    goal: (usize, usize),
    limits: Limits,
) -> Option<Path> {
    if start == goal {
        return Some(Path { cells: vec![[start.0 as i32, start.1 as i32]], cost: 0 });
    }
    if walls.rows.is_wall(walls.rows.index(goal.0 as isize, goal.1 as isize)) {
        return None;
    }
    SCRATCH.with_borrow_mut(|scratch| {
        let cells = walls.rows.count * walls.rows.length;
        scratch.query = scratch.query.wrapping_add(1);
        if scratch.nodes.len() < cells || scratch.query == 0 {
            scratch.nodes.clear();
            scratch.nodes.resize(cells, Node::default());
            scratch.query = 1;
        }
        Search::new(walls, moves, goal, limits, scratch).run(start)
    })
}

/// A cell with its places in the rows and columns of bits.
#[derive(Clone, Copy)]
struct Spot {
    y: i32,
    x: i32,
    row: usize,
    column: usize,
}

struct Search<'a> {
    walls: &'a Walls,
    scratch: &'a mut Scratch,
    moves: Moves,
    limits: Limits,
    width: u32,
    goal: (i32, i32),
    goal_cell: u32,
    /// Least cost of a path to the goal so far; one more than allowed at first.
    best: u32,
    best_parent: u32,
    shift: u32,
    base: u32,
    current: usize,
}

impl<'a> Search<'a> {
    fn new(walls: &'a Walls, moves: Moves, goal: (usize, usize), limits: Limits, scratch: &'a mut Scratch) -> Self {
        let width = walls.rows.length as u32;
        scratch.entries.clear();
        Search {
            walls,
            scratch,
            moves,
            limits,
            width,
            goal: (goal.0 as i32, goal.1 as i32),
            goal_cell: goal.0 as u32 * width + goal.1 as u32,
            best: limits.max_cost + 1,
            best_parent: NIL,
            // A quarter of a step: few enough buckets, and few points out of order.
            shift: moves.straight.ilog2().saturating_sub(2),
            base: 0,
            current: 0,
        }
    }

    fn run(mut self, start: (usize, usize)) -> Option<Path> {
        let (y, x) = (start.0 as i32, start.1 as i32);
        let cell = start.0 as u32 * self.width + start.1 as u32;
        self.base = self.estimate(y, x) >> self.shift;
        let query = self.scratch.query;
        self.scratch.nodes[cell as usize] = Node { cost: 0, parent: cell, query, reached: 0, followed: 15 };
        self.expand(cell, y, x, 0, NORTH | EAST | SOUTH | WEST, 15);
        let mut expanded = 1;
        while let Some(Entry { cell, cost, .. }) = self.pop() {
            let node = &mut self.scratch.nodes[cell as usize];
            let fresh = node.reached & !node.followed;
            if node.cost != cost || fresh == 0 {
                continue;
            }
            expanded += 1;
            if expanded > self.limits.max_nodes {
                self.best_parent = NIL;
                break;
            }
            node.followed |= fresh;
            let (y, x) = ((cell / self.width) as i32, (cell % self.width) as i32);
            let (straight, diagonal) = self.onwards(y, x, fresh);
            self.expand(cell, y, x, cost, straight, diagonal);
        }
        let last = self.scratch.heads.len();
        self.scratch.heads[self.current.min(last)..].fill(NIL);
        (self.best_parent != NIL).then(|| self.unwind(cell))
    }

    /// Directions to follow from a point reached in these: straight ones, and diagonals as bits NE, SE, SW, NW.
    #[inline]
    fn onwards(&self, y: i32, x: i32, reached: u8) -> (u8, u8) {
        let rows = &self.walls.rows;
        let here = rows.index(y as isize, x as isize);
        let (up, down) = (here - rows.stride(), here + rows.stride());
        let wall = |bit: usize| rows.is_wall(bit);
        let (mut straight, mut diagonal) = (reached, 0);
        let mut forced = |wall: bool, side: u8, slant: u8| {
            if wall {
                straight |= side;
                diagonal |= slant;
            }
        };
        if reached & EAST != 0 {
            forced(wall(up - 1), NORTH, 1);
            forced(wall(down - 1), SOUTH, 2);
        }
        if reached & WEST != 0 {
            forced(wall(up + 1), NORTH, 8);
            forced(wall(down + 1), SOUTH, 4);
        }
        if reached & NORTH != 0 {
            forced(wall(down - 1), WEST, 8);
            forced(wall(down + 1), EAST, 1);
        }
        if reached & SOUTH != 0 {
            forced(wall(up - 1), WEST, 4);
            forced(wall(up + 1), EAST, 2);
        }
        (straight, diagonal)
    }

    #[inline]
    fn expand(&mut self, cell: u32, y: i32, x: i32, cost: u32, straight: u8, diagonal: u8) {
        let here = self.spot(y, x);
        if straight & NORTH != 0 {
            self.jump::<NORTH>(cell, here, cost);
        }
        if straight & EAST != 0 {
            self.jump::<EAST>(cell, here, cost);
        }
        if straight & SOUTH != 0 {
            self.jump::<SOUTH>(cell, here, cost);
        }
        if straight & WEST != 0 {
            self.jump::<WEST>(cell, here, cost);
        }
        if diagonal & 1 != 0 {
            self.slant::<-1, 1, NORTH, EAST>(cell, here, cost);
        }
        if diagonal & 2 != 0 {
            self.slant::<1, 1, SOUTH, EAST>(cell, here, cost);
        }
        if diagonal & 4 != 0 {
            self.slant::<1, -1, SOUTH, WEST>(cell, here, cost);
        }
        if diagonal & 8 != 0 {
            self.slant::<-1, -1, NORTH, WEST>(cell, here, cost);
        }
    }

    #[inline]
    fn spot(&self, y: i32, x: i32) -> Spot {
        let row = self.walls.rows.index(y as isize, x as isize);
        let column = self.walls.columns.index(x as isize, y as isize);
        Spot { y, x, row, column }
    }

    /// Walks diagonally, jumping straight to both sides from every cell.
    fn slant<const DY: i32, const DX: i32, const VERTICAL: u8, const HORIZONTAL: u8>(
        &mut self,
        parent: u32,
        mut here: Spot,
        mut cost: u32,
    ) {
        let walls = self.walls;
        let rows = &walls.rows;
        let down = rows.stride() as isize * DY as isize;
        let across = walls.columns.stride() as isize * DX as isize + DY as isize;
        loop {
            let beside = here.row.wrapping_add_signed(DX as isize);
            let over = here.row.wrapping_add_signed(down);
            let next = over.wrapping_add_signed(DX as isize);
            if rows.is_wall(beside) | rows.is_wall(over) | rows.is_wall(next) {
                return;
            }
            here = Spot { y: here.y + DY, x: here.x + DX, row: next, column: here.column.wrapping_add_signed(across) };
            cost += self.moves.diagonal;
            if cost >= self.best {
                return;
            }
            if (here.y, here.x) == self.goal {
                return self.arrive(parent, cost);
            }
            self.jump::<VERTICAL>(parent, here, cost);
            self.jump::<HORIZONTAL>(parent, here, cost);
        }
    }

    /// Jumps straight from a spot, reached from `parent` at this cost, to the next point or the goal.
    #[inline]
    fn jump<const DIRECTION: u8>(&mut self, parent: u32, here: Spot, cost: u32) {
        let (gy, gx) = self.goal;
        let walls = self.walls;
        let Spot { y, x, row, column } = here;
        // Distance to the goal if it lies ahead in this line, and the distance jumped.
        let (ahead, (length, blocked)) = match DIRECTION {
            EAST => (if y == gy { gx - x } else { -1 }, forwards(&walls.rows, row)),
            WEST => (if y == gy { x - gx } else { -1 }, backwards(&walls.rows, row)),
            SOUTH => (if x == gx { gy - y } else { -1 }, forwards(&walls.columns, column)),
            _ => (if x == gx { y - gy } else { -1 }, backwards(&walls.columns, column)),
        };
        if ahead > 0 && ahead <= length {
            return self.arrive(parent, cost + self.moves.straight * ahead as u32);
        }
        if blocked {
            return;
        }
        let (ny, nx) = match DIRECTION {
            EAST => (y, x + length),
            WEST => (y, x - length),
            SOUTH => (y + length, x),
            _ => (y - length, x),
        };
        let total = cost + self.moves.straight * length as u32;
        let whole = total + self.estimate(ny, nx);
        if whole < self.best {
            self.push(ny as u32 * self.width + nx as u32, parent, total, whole, DIRECTION);
        }
    }

    fn arrive(&mut self, parent: u32, cost: u32) {
        if cost < self.best {
            self.best = cost;
            self.best_parent = parent;
        }
    }

    #[inline]
    fn estimate(&self, y: i32, x: i32) -> u32 {
        let (dy, dx) = (y.abs_diff(self.goal.0), x.abs_diff(self.goal.1));
        let (short, long) = (dy.min(dx), dy.max(dx));
        self.moves.diagonal * short + self.moves.straight * (long - short)
    }

    #[inline]
    fn push(&mut self, cell: u32, parent: u32, cost: u32, whole: u32, direction: u8) {
        let scratch = &mut *self.scratch;
        let node = &mut scratch.nodes[cell as usize];
        if node.query != scratch.query || cost < node.cost {
            *node = Node { cost, parent, query: scratch.query, reached: direction, followed: 0 };
        } else if cost == node.cost && node.reached & direction == 0 {
            let waiting = node.reached & !node.followed != 0;
            node.reached |= direction;
            if waiting {
                return;
            }
        } else {
            return;
        }
        let bucket = (whole >> self.shift) as usize - self.base as usize;
        if bucket >= scratch.heads.len() {
            scratch.heads.resize(bucket + bucket / 2 + 16, NIL);
        }
        let next = std::mem::replace(&mut scratch.heads[bucket], scratch.entries.len() as u32);
        scratch.entries.push(Entry { cell, cost, next });
        self.current = self.current.min(bucket);
    }

    /// The next entry, unless nothing better than the best path is left.
    #[inline]
    fn pop(&mut self) -> Option<Entry> {
        let end = (self.best >> self.shift) as usize + 1;
        let end = (end - (self.base as usize).min(end)).min(self.scratch.heads.len());
        while self.current < end {
            if ((self.current + self.base as usize) as u64) << self.shift >= u64::from(self.best) {
                return None;
            }
            let head = self.scratch.heads[self.current];
            if head != NIL {
                let entry = self.scratch.entries[head as usize];
                self.scratch.heads[self.current] = entry.next;
                return Some(entry);
            }
            self.current += 1;
        }
        None
    }

    /// The cells of the path found: between points diagonally first, then straight.
    fn unwind(&self, start: u32) -> Path {
        let width = self.width;
        let place = |cell: u32| ((cell / width) as i32, (cell % width) as i32);
        let mut corners = vec![place(self.goal_cell)];
        let mut cell = self.best_parent;
        while cell != start {
            corners.push(place(cell));
            cell = self.scratch.nodes[cell as usize].parent;
        }
        let (mut y, mut x) = place(start);
        let mut cells = vec![[y, x]];
        while let Some(&(ty, tx)) = corners.last() {
            if (y, x) == (ty, tx) {
                corners.pop();
                continue;
            }
            (y, x) = (y + (ty - y).signum(), x + (tx - x).signum());
            cells.push([y, x]);
        }
        Path { cells, cost: self.best }
    }
}

/// From a place to higher ones in its line: how far to the next place that is a wall or has a wall behind and beside it,
/// and whether it is a wall (then the length counts the open cells before it).
#[inline]
fn forwards(lines: &Lines, first: usize) -> (i32, bool) {
    const GOOD: u64 = (1 << 57) - 2;
    let stride = lines.stride();
    let mut bit = first;
    loop {
        let (side, here, other) = (lines.ahead(bit - stride), lines.ahead(bit), lines.ahead(bit + stride));
        let stops = (((side << 1) & !side) | ((other << 1) & !other) | here) & GOOD;
        if stops != 0 {
            let place = stops.trailing_zeros();
            let length = (bit - first) as i32 + place as i32;
            let blocked = here >> place & 1 != 0;
            return (length - i32::from(blocked), blocked);
        }
        bit += 56;
    }
}

/// The same to lower places.
#[inline]
fn backwards(lines: &Lines, first: usize) -> (i32, bool) {
    const GOOD: u64 = !0 >> 1 & !0 << 7;
    let stride = lines.stride();
    let mut bit = first;
    loop {
        let (side, here, other) = (lines.behind(bit - stride), lines.behind(bit), lines.behind(bit + stride));
        let stops = (((side >> 1) & !side) | ((other >> 1) & !other) | here) & GOOD;
        if stops != 0 {
            let place = stops.leading_zeros();
            let length = (first - bit) as i32 + place as i32;
            let blocked = here << place >> 63 != 0;
            return (length - i32::from(blocked), blocked);
        }
        bit -= 56;
    }
}
