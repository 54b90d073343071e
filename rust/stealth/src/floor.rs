//! Paths on one floor: `ai/paths.py`. The costs of its cells are kept between searches and follow the actors.

use footfall_kernels::DIRECTIONS;
use footfall_kernels::map::Padded;
use footfall_kernels::memory::Allocated;
use footfall_kernels::path::{Limits, search_bounded};
use footfall_kernels::terrain::{Moves, Terrain};

/// The costs of steps, from `ai/paths.py`.
#[derive(Clone, Copy, Debug)]
pub struct PathCosts {
    pub straight: u32,
    pub diagonal: u32,
    /// Added by an actor on a cell.
    pub crowded: u32,
    /// A straight step of the near search; a diagonal step costs one more.
    pub near_step: u32,
}

/// An index into the arrays of a level.
pub type Index = (usize, usize);

/// The passable cells of a floor, and which of them actors occupy.
pub struct Floor {
    costs: PathCosts,
    height: usize,
    width: usize,
    passable: Vec<u8>,
    occupied: Vec<u8>,
    /// All passable cells; those with actors cost more.
    crowded: Terrain,
    /// The passable cells without actors.
    free: Terrain,
}

impl Floor {
    pub fn new(height: usize, width: usize, costs: PathCosts) -> Self {
        let size = height * width;
        let cost = Padded::from_value(height, width, 0u16);
        let extra = Some(Padded::from_value(height, width, 0u32));
        Self {
            costs,
            height,
            width,
            passable: vec![0; size],
            occupied: vec![0; size],
            crowded: Terrain { cost: cost.clone(), extra },
            free: Terrain { cost, extra: None },
        }
    }

    pub fn has_shape(&self, height: usize, width: usize) -> bool {
        (self.height, self.width) == (height, width)
    }

    /// Takes over one byte per cell, row by row, from both maps.
    pub fn read(&mut self, passable: &[u8], occupied: &[u8]) {
        if self.passable == passable && self.occupied == occupied {
            return;
        }
        for y in 0..self.height {
            let row = y * self.width..(y + 1) * self.width;
            if self.passable[row.clone()] == passable[row.clone()]
                && self.occupied[row.clone()] == occupied[row.clone()]
            {
                continue;
            }
            for cell in row {
                if self.passable[cell] != passable[cell] || self.occupied[cell] != occupied[cell] {
                    self.write(cell, passable[cell], occupied[cell]);
                }
            }
        }
    }

    /// An actor has come to a cell, or left it.
    pub fn occupy(&mut self, (y, x): Index, occupied: bool) {
        let cell = y * self.width + x;
        self.write(cell, self.passable[cell], u8::from(occupied));
    }

    fn write(&mut self, cell: usize, passable: u8, occupied: u8) {
        self.passable[cell] = passable;
        self.occupied[cell] = occupied;
        let place = self.free.cost.index((cell / self.width, cell % self.width));
        self.crowded.cost.cells[place] = u16::from(passable);
        self.free.cost.cells[place] = u16::from(passable != 0 && occupied == 0);
        if let Some(extra) = &mut self.crowded.extra {
            extra.cells[place] = if occupied != 0 { self.costs.crowded } else { 0 };
        }
    }

    pub fn is_passable(&self, (y, x): Index) -> bool {
        self.passable[y * self.width + x] != 0
    }

    /// The path from a cell to another, without the start; empty if there is none (`paths.find_path`).
    ///
    /// Goals within `radius` try the shortest path of at most `radius` steps around other actors first. A wall or door
    /// as goal is approached, never entered.
    pub fn find_path(&mut self, start: Index, goal: Index, radius: i64) -> Allocated<Vec<[i32; 2]>> {
        let place = self.free.cost.index(goal);
        let (free, crowded) = (self.free.cost.cells[place], self.crowded.cost.cells[place]);
        let extra = self.crowded.extra.as_mut().map_or(0, |extra| std::mem::take(&mut extra.cells[place]));
        self.crowded.cost.cells[place] = 1;
        let costs = self.costs;
        let apart = start.0.abs_diff(goal.0).max(start.1.abs_diff(goal.1));
        let mut found = Ok(None);
        if apart as i64 <= radius && (apart == 1 || self.has_free_neighbor(start)) {
            self.free.cost.cells[place] = 1;
            let moves = Moves { straight: costs.near_step, diagonal: costs.near_step + 1, corner_cutting: true };
            let limits = Limits { within: radius as u32, ..Limits::default() };
            found = search_bounded(&self.free, (1, costs.near_step + 1), moves, start, goal, limits, true);
        }
        if let Ok(None) = found {
            let moves = Moves { straight: costs.straight, diagonal: costs.diagonal, corner_cutting: true };
            let bounds = (1, costs.diagonal + costs.crowded);
            found = search_bounded(&self.crowded, bounds, moves, start, goal, Limits::default(), true);
        }
        self.free.cost.cells[place] = free;
        self.crowded.cost.cells[place] = crowded;
        if let Some(cells) = &mut self.crowded.extra {
            cells.cells[place] = extra;
        }
        Ok(found?.map_or(Vec::new(), |path| path.cells[1..].to_vec()))
    }

    /// Without a free neighbor, no path around other actors leaves a cell.
    fn has_free_neighbor(&self, cell: Index) -> bool {
        let (place, stride) = (self.free.cost.index(cell), self.free.cost.stride() as isize);
        DIRECTIONS.iter().any(|&(dy, dx)| {
            let step = dy as isize * stride + dx as isize;
            self.free.cost.cells[place.wrapping_add_signed(step)] != 0
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(rows: &[&str]) -> Floor {
        let (height, width) = (rows.len(), rows[0].len());
        let cells: Vec<u8> = rows.concat().into_bytes();
        let costs = PathCosts { straight: 2, diagonal: 3, crowded: 15, near_step: 1000 };
        let mut floor = Floor::new(height, width, costs);
        let passable: Vec<u8> = cells.iter().map(|&cell| u8::from(cell != b'#')).collect();
        let occupied: Vec<u8> = cells.iter().map(|&cell| u8::from(cell == b'a')).collect();
        floor.read(&passable, &occupied);
        floor
    }

    #[test]
    fn a_path_goes_around_bodies_nearby_and_through_them_if_there_is_no_way() {
        let mut open = read(&[".....", ".aaa.", "....."]);
        assert_eq!(open.find_path((1, 0), (1, 4), 8), Ok(vec![[0, 1], [0, 2], [0, 3], [1, 4]]));
        let mut shut = read(&["#####", "..a..", "#####"]);
        assert_eq!(shut.find_path((1, 0), (1, 4), 8), Ok(vec![[1, 1], [1, 2], [1, 3], [1, 4]]));
    }

    #[test]
    fn a_search_leaves_no_trace_and_actors_are_followed() {
        let mut floor = read(&["#####", "..a.#", "#####"]);
        let before = floor.find_path((1, 0), (1, 4), 8);
        assert_eq!(before, Ok(vec![[1, 1], [1, 2], [1, 3], [1, 4]]), "a wall as goal is approached");
        assert_eq!(floor.find_path((1, 0), (1, 4), 8), before);
        assert!(!floor.is_passable((1, 4)));
        floor.occupy((1, 2), false);
        assert_eq!(floor.free.cost.cells[floor.free.cost.index((1, 2))], 1);
        floor.occupy((1, 2), true);
        assert_eq!(floor.free.cost.cells[floor.free.cost.index((1, 2))], 0);
    }
}
