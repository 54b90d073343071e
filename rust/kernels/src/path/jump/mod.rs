//! Jump point search on bits, for uniform costs: eight directions with and without corner cutting, and four.
//!
//! D. Harabor and A. Grastien, "Online Graph Pruning for Pathfinding on Grid Maps" (AAAI 2011) and "Improving Jump
//! Point Search" (ICAPS 2014: blocks of bits, pruned intermediate points). The state of a point is the set of directions in
//! which it was reached at its lowest cost. The open list is an array of buckets, last in, first out.
//!
//! - Without corner cutting, forced neighbors come from a wall diagonally behind a straight step, and diagonal steps have
//!   none; so every point except the start is reached by a straight jump.
//! - With corner cutting, a wall adjacent to a step forces the cell past it, after straight and diagonal steps.
//! - Four directions use the first rule, with diagonals at the cost of two steps: both cells adjacent to a diagonal are
//!   open, so it is replaced by two straight steps.

mod direct;
mod nodes;
mod scan;

use super::{Limits, Path};
use crate::bits::Walls;
use crate::memory::{Allocated, OutOfMemory, push};
use crate::terrain::Moves;
use nodes::{Node, Nodes};
use scan::{Stop, backwards, forwards};
use std::cell::RefCell;

const NORTH: u8 = 1;
const EAST: u8 = 2;
const SOUTH: u8 = 4;
const WEST: u8 = 8;
const NORTHEAST: u8 = 16;
const SOUTHEAST: u8 = 32;
const SOUTHWEST: u8 = 64;
const NORTHWEST: u8 = 128;
const NIL: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Entry {
    cell: u32,
    cost: u32,
    next: u32,
}

/// Memory kept between queries, to avoid allocating and clearing it.
#[derive(Default)]
struct Scratch {
    nodes: Nodes,
    query: u32,
    heads: Vec<u32>,
    entries: Vec<Entry>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// Whether the search supports these moves.
pub fn suits(moves: Moves, height: usize, width: usize) -> bool {
    let Moves { straight, diagonal, .. } = moves;
    let farthest = 2 * u64::from(straight) * (height + width) as u64;
    (diagonal == 0 || (straight..=2 * straight).contains(&diagonal)) && farthest < 1 << 31
}

/// The cheapest path, or None; `limits.within` is ignored.
pub fn search(
    walls: &Walls,
    moves: Moves,
    start: (usize, usize),
    goal: (usize, usize),
    limits: Limits,
) -> Allocated<Option<Path>> {
    if start == goal {
        return Ok(Some(Path { cells: vec![[start.0 as i32, start.1 as i32]], cost: 0 }));
    }
    if walls.rows.is_wall(walls.rows.index(goal.0 as isize, goal.1 as isize)) {
        return Ok(None);
    }
    SCRATCH.with_borrow_mut(|scratch| {
        let cells = walls.rows.count * walls.rows.length;
        scratch.query = scratch.query.wrapping_add(1);
        if scratch.query == 0 {
            scratch.nodes.clear();
            scratch.query = 1;
        }
        scratch.nodes.prepare(cells)?;
        if moves.diagonal == 0 {
            let moves = Moves { straight: moves.straight, diagonal: 2 * moves.straight, corner_cutting: false };
            return Search::<false>::new(walls, moves, goal, limits, scratch).run(start)?.map(staircases).transpose();
        }
        match moves.corner_cutting {
            true => Search::<true>::new(walls, moves, goal, limits, scratch).run(start),
            false => Search::<false>::new(walls, moves, goal, limits, scratch).run(start),
        }
    })
}

/// The path with each diagonal step as two straight ones.
fn staircases(path: Path) -> Allocated<Path> {
    let mut cells = Vec::new();
    cells.try_reserve_exact(2 * path.cells.len())?;
    for step in path.cells.windows(2) {
        let ([y, x], [ny, nx]) = (step[0], step[1]);
        cells.push([y, x]);
        if y != ny && x != nx {
            cells.push([ny, x]);
        }
    }
    cells.extend(path.cells.last());
    Ok(Path { cells, ..path })
}

/// A cell with its indices in the rows and columns of bits.
#[derive(Clone, Copy)]
struct Spot {
    y: i32,
    x: i32,
    row: usize,
    column: usize,
}

struct Search<'a, const CUTTING: bool> {
    walls: &'a Walls,
    scratch: &'a mut Scratch,
    moves: Moves,
    limits: Limits,
    width: u32,
    goal: (i32, i32),
    goal_cell: u32,
    /// Lowest cost of a path to the goal so far; at first, the limit plus one.
    best: u32,
    best_parent: u32,
    shift: u32,
    base: u32,
    /// The current bucket, and the end of the used ones.
    current: usize,
    end: usize,
    /// Whether a point was lost because memory ran out.
    full: bool,
}

impl<'a, const CUTTING: bool> Search<'a, CUTTING> {
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
            // A quarter of a step: few buckets, and few points out of order.
            shift: moves.straight.ilog2().saturating_sub(2),
            base: 0,
            current: 0,
            end: 0,
            full: false,
        }
    }

    fn run(mut self, start: (usize, usize)) -> Allocated<Option<Path>> {
        let (y, x) = (start.0 as i32, start.1 as i32);
        if let Some(path) = self.direct(y, x)? {
            return Ok(Some(path));
        }
        let cell = start.0 as u32 * self.width + start.1 as u32;
        self.base = self.estimate(y, x) >> self.shift;
        let query = self.scratch.query;
        *self.scratch.nodes.at(cell)? = Node { cost: 0, parent: cell, query, reached: 0, followed: u8::MAX };
        self.expand(cell, y, x, 0, u8::MAX);
        let mut expanded = 1;
        while let Some(Entry { cell, cost, .. }) = self.pop() {
            let node = self.scratch.nodes.reached(cell);
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
            self.expand(cell, y, x, cost, self.onwards(y, x, fresh));
        }
        self.scratch.heads[self.current.min(self.end)..self.end].fill(NIL);
        if self.full {
            *self.scratch = Scratch::default();
            return Err(OutOfMemory);
        }
        (self.best_parent != NIL).then(|| self.unwind(cell)).transpose()
    }

    /// Directions to expand from a point reached in `reached`.
    #[inline]
    fn onwards(&self, y: i32, x: i32, reached: u8) -> u8 {
        let rows = &self.walls.rows;
        let here = rows.index(y as isize, x as isize);
        let (up, down) = (here - rows.stride(), here + rows.stride());
        let mut follow = reached;
        if CUTTING {
            for (slant, sides) in [
                (NORTHEAST, NORTH | EAST),
                (SOUTHEAST, SOUTH | EAST),
                (SOUTHWEST, SOUTH | WEST),
                (NORTHWEST, NORTH | WEST),
            ] {
                follow |= if reached & slant != 0 { sides } else { 0 };
            }
            let mut forced = |by: u8, wall: usize, directions: u8| {
                if reached & by != 0 && rows.is_wall(wall) {
                    follow |= directions;
                }
            };
            // Past a wall adjacent to the last step; the first diagonal step tests whether that wall ends.
            forced(EAST | SOUTHEAST, up, NORTHEAST);
            forced(EAST | NORTHEAST, down, SOUTHEAST);
            forced(WEST | SOUTHWEST, up, NORTHWEST);
            forced(WEST | NORTHWEST, down, SOUTHWEST);
            forced(NORTH | NORTHEAST, here - 1, NORTHWEST);
            forced(NORTH | NORTHWEST, here + 1, NORTHEAST);
            forced(SOUTH | SOUTHEAST, here - 1, SOUTHWEST);
            forced(SOUTH | SOUTHWEST, here + 1, SOUTHEAST);
        } else {
            let mut forced = |by: u8, wall: usize, directions: u8| {
                if reached & by != 0 && rows.is_wall(wall) {
                    follow |= directions;
                }
            };
            // Sideways, past a wall behind.
            forced(EAST, up - 1, NORTH | NORTHEAST);
            forced(EAST, down - 1, SOUTH | SOUTHEAST);
            forced(WEST, up + 1, NORTH | NORTHWEST);
            forced(WEST, down + 1, SOUTH | SOUTHWEST);
            forced(NORTH, down - 1, WEST | NORTHWEST);
            forced(NORTH, down + 1, EAST | NORTHEAST);
            forced(SOUTH, up - 1, WEST | SOUTHWEST);
            forced(SOUTH, up + 1, EAST | SOUTHEAST);
        }
        follow
    }

    #[inline]
    fn expand(&mut self, cell: u32, y: i32, x: i32, cost: u32, directions: u8) {
        let here = self.spot(y, x);
        if directions & NORTH != 0 {
            self.jump::<NORTH>(cell, here, cost);
        }
        if directions & EAST != 0 {
            self.jump::<EAST>(cell, here, cost);
        }
        if directions & SOUTH != 0 {
            self.jump::<SOUTH>(cell, here, cost);
        }
        if directions & WEST != 0 {
            self.jump::<WEST>(cell, here, cost);
        }
        if directions & NORTHEAST != 0 {
            self.slant::<-1, 1, NORTHEAST>(cell, here, cost);
        }
        if directions & SOUTHEAST != 0 {
            self.slant::<1, 1, SOUTHEAST>(cell, here, cost);
        }
        if directions & SOUTHWEST != 0 {
            self.slant::<1, -1, SOUTHWEST>(cell, here, cost);
        }
        if directions & NORTHWEST != 0 {
            self.slant::<-1, -1, NORTHWEST>(cell, here, cost);
        }
    }

    #[inline]
    fn spot(&self, y: i32, x: i32) -> Spot {
        let row = self.walls.rows.index(y as isize, x as isize);
        let column = self.walls.columns.index(x as isize, y as isize);
        Spot { y, x, row, column }
    }

    /// Walks diagonally, and jumps straight in both directions from every cell.
    fn slant<const DY: i32, const DX: i32, const DIRECTION: u8>(&mut self, parent: u32, mut here: Spot, mut cost: u32) {
        let walls = self.walls;
        let rows = &walls.rows;
        let down = rows.stride() as isize * DY as isize;
        let across = walls.columns.stride() as isize * DX as isize + DY as isize;
        let at = |bit: usize, offset: isize| rows.is_wall(bit.wrapping_add_signed(offset));
        loop {
            let next = here.row.wrapping_add_signed(down + DX as isize);
            if rows.is_wall(next) || !CUTTING && at(here.row, DX as isize) | at(here.row, down) {
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
            if CUTTING {
                let behind = at(next, -DX as isize) & !at(next, down - DX as isize);
                let below = at(next, -down) & !at(next, DX as isize - down);
                if behind | below {
                    return self.reach(here.y, here.x, parent, cost, DIRECTION);
                }
            }
            if DY < 0 {
                self.jump::<NORTH>(parent, here, cost);
            } else {
                self.jump::<SOUTH>(parent, here, cost);
            }
            if DX < 0 {
                self.jump::<WEST>(parent, here, cost);
            } else {
                self.jump::<EAST>(parent, here, cost);
            }
        }
    }

    /// Jumps straight from a cell, reached from `parent` at this cost, to the next point or the goal.
    #[inline]
    fn jump<const DIRECTION: u8>(&mut self, parent: u32, here: Spot, cost: u32) {
        let (gy, gx) = self.goal;
        let walls = self.walls;
        let Spot { y, x, row, column } = here;
        // Distance to the goal if it lies ahead in this line, and the end of the jump.
        let (ahead, end) = match DIRECTION {
            EAST => (if y == gy { gx - x } else { -1 }, forwards::<CUTTING>(&walls.rows, row)),
            WEST => (if y == gy { x - gx } else { -1 }, backwards::<CUTTING>(&walls.rows, row)),
            SOUTH => (if x == gx { gy - y } else { -1 }, forwards::<CUTTING>(&walls.columns, column)),
            _ => (if x == gx { y - gy } else { -1 }, backwards::<CUTTING>(&walls.columns, column)),
        };
        let (Stop::Point(length) | Stop::Wall(length)) = end;
        if ahead > 0 && ahead <= length {
            return self.arrive(parent, cost + self.moves.straight * ahead as u32);
        }
        if matches!(end, Stop::Wall(_)) {
            return;
        }
        let (ny, nx) = match DIRECTION {
            EAST => (y, x + length),
            WEST => (y, x - length),
            SOUTH => (y + length, x),
            _ => (y - length, x),
        };
        self.reach(ny, nx, parent, cost + self.moves.straight * length as u32, DIRECTION);
    }

    /// Pushes a point, unless the goal cannot be nearer through it.
    #[inline]
    fn reach(&mut self, y: i32, x: i32, parent: u32, cost: u32, direction: u8) {
        let whole = cost + self.estimate(y, x);
        if whole < self.best {
            self.push(y as u32 * self.width + x as u32, parent, cost, whole, direction);
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
        self.full |= self.try_push(cell, parent, cost, whole, direction).is_err();
    }

    #[inline]
    fn try_push(&mut self, cell: u32, parent: u32, cost: u32, whole: u32, direction: u8) -> Allocated<()> {
        let scratch = &mut *self.scratch;
        let node = scratch.nodes.at(cell)?;
        if node.query != scratch.query || cost < node.cost {
            *node = Node { cost, parent, query: scratch.query, reached: direction, followed: 0 };
        } else if cost == node.cost && node.reached & direction == 0 {
            let waiting = node.reached & !node.followed != 0;
            node.reached |= direction;
            if waiting {
                return Ok(());
            }
        } else {
            return Ok(());
        }
        let bucket = (whole >> self.shift) as usize - self.base as usize;
        if bucket >= scratch.heads.len() {
            let more = bucket + bucket / 2 + 16 - scratch.heads.len();
            scratch.heads.try_reserve_exact(more)?;
            scratch.heads.resize(bucket + bucket / 2 + 16, NIL);
        }
        let (index, next) = (scratch.entries.len() as u32, scratch.heads[bucket]);
        push(&mut scratch.entries, Entry { cell, cost, next })?;
        scratch.heads[bucket] = index;
        self.current = self.current.min(bucket);
        self.end = self.end.max(bucket + 1);
        Ok(())
    }

    /// Pops the next entry; None if no entry can improve the best path.
    #[inline]
    fn pop(&mut self) -> Option<Entry> {
        if self.full {
            return None;
        }
        let end = (self.best >> self.shift) as usize + 1;
        let end = (end - (self.base as usize).min(end)).min(self.end);
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

    /// The cells of the best path: between points first diagonally, then straight.
    fn unwind(&mut self, start: u32) -> Allocated<Path> {
        let width = self.width;
        let place = |cell: u32| ((cell / width) as i32, (cell % width) as i32);
        let mut corners = vec![place(self.goal_cell)];
        let mut cell = self.best_parent;
        let mut steps = 0;
        let apart = |a: (i32, i32), b: (i32, i32)| (a.0 - b.0).abs().max((a.1 - b.1).abs());
        while cell != start {
            steps += apart(place(cell), corners[corners.len() - 1]);
            push(&mut corners, place(cell))?;
            cell = self.scratch.nodes.reached(cell).parent;
        }
        let (mut y, mut x) = place(start);
        steps += apart((y, x), corners[corners.len() - 1]);
        let mut cells = Vec::new();
        cells.try_reserve_exact(steps as usize + 1)?;
        cells.push([y, x]);
        while let Some(&(ty, tx)) = corners.last() {
            if (y, x) == (ty, tx) {
                corners.pop();
                continue;
            }
            (y, x) = (y + (ty - y).signum(), x + (tx - x).signum());
            cells.push([y, x]);
        }
        Ok(Path { cells, cost: self.best })
    }
}
