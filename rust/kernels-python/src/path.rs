//! Single paths.

use crate::args::{Arg, Value, flag, limit};
use crate::arrays::{column, pairs, run_detached};
use crate::forks::share;
use crate::grid::{Grid, Layers, REGIONS_BYTES, as_grid, missing_layer_error};
use crate::layers::MovementArgs;
use crate::memory::{allocated, filled, filled_room, gathered, room};
use crate::places::{position, positions};
use footfall_kernels::bits::Walls;
use footfall_kernels::limits::MAX_DISTANCE;
use footfall_kernels::map::Mask;
use footfall_kernels::memory;
use footfall_kernels::path::{Limits, Path, jump, search};
use footfall_kernels::terrain::{Moves, Terrain};
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::sync::RwLockReadGuard;
use std::time::{Duration, Instant};

/// Time after which the remaining queries run in parallel.
const WORTH_THREADS: Duration = Duration::from_micros(100);

pub type Cells<'py> = Bound<'py, PyArray2<i32>>;
/// Paths, None where there is none, and their costs.
pub type Paths<'py> = (Bound<'py, PyList>, Bound<'py, PyArray1<i64>>);

fn limits(max_cost: &Arg, max_nodes: &Arg, within: &Arg) -> PyResult<Limits> {
    Ok(Limits {
        max_cost: limit(max_cost, "max_cost")?,
        max_nodes: limit(max_nodes, "max_nodes")?,
        within: limit(within, "within")?,
    })
}

/// A map with its movement rules.
pub enum PathMap<'a> {
    Own(Terrain, Option<Walls>, Moves),
    /// All open cells cost 1.
    Grid(&'a Grid, Moves),
}

/// A map in use by a kernel.
pub enum LockedMap<'a> {
    Own(&'a Terrain, Option<&'a Walls>, Moves),
    Grid(RwLockReadGuard<'a, Layers>, Moves),
}

impl<'a> PathMap<'a> {
    pub fn of(movement: &MovementArgs<'a, '_>, canonical: bool, near: bool) -> PyResult<Self> {
        if movement.extra.some().is_none() {
            if let Some(grid) = as_grid(&movement.cost) {
                if !grid.present[0] {
                    return Err(missing_layer_error("cost", "walkable"));
                }
                return Ok(PathMap::Grid(grid, movement.moves()?));
            }
        }
        let (terrain, moves) = movement.read()?;
        let (height, width) = (terrain.cost.height, terrain.cost.width);
        let jumps = !canonical && !near && jump::suits(moves, height, width) && terrain.is_uniform();
        let mut walls = None;
        if jumps {
            room(height * width + 512 * (height + width), 1)?;
            let mut cells = filled_room(height * width)?;
            for y in 0..height {
                cells.extend(terrain.cost.row(y).iter().map(|&cost| cost as u8));
            }
            walls = Some(Walls::of(Mask { cells: &cells, height, width }));
        }
        Ok(PathMap::Own(terrain, walls, moves))
    }

    /// Locks the map, if it is a grid; see `Grid::read`.
    pub fn lock(&'a self, py: Python) -> LockedMap<'a> {
        match self {
            PathMap::Own(terrain, walls, moves) => LockedMap::Own(terrain, walls.as_ref(), *moves),
            PathMap::Grid(grid, moves) => LockedMap::Grid(grid.read(py), *moves),
        }
    }

    pub fn shape(&self) -> (usize, usize) {
        match self {
            PathMap::Own(terrain, ..) => (terrain.cost.height, terrain.cost.width),
            PathMap::Grid(grid, _) => grid.size,
        }
    }
}

impl LockedMap<'_> {
    fn parts(&self) -> (&Terrain, Option<&Walls>, Moves) {
        match self {
            LockedMap::Own(terrain, walls, moves) => (terrain, *walls, *moves),
            LockedMap::Grid(layers, moves) => {
                let (cells, terrain) = layers.walkable.as_ref().expect("checked when read");
                (terrain, Some(&cells.walls), *moves)
            }
        }
    }

    /// The terrain, whether all its open cells cost 1, and the moves.
    pub fn terrain(&self) -> (&Terrain, bool, Moves) {
        let (terrain, _, moves) = self.parts();
        (terrain, matches!(self, LockedMap::Grid(..)) || terrain.is_uniform(), moves)
    }

    /// Finds one path by the search that suits the query. After a query that fails, a grid labels its regions.
    fn search(
        &self,
        start: (usize, usize),
        goal: (usize, usize),
        limits: Limits,
        canonical: bool,
    ) -> memory::Allocated<Option<Path>> {
        let (terrain, walls, moves) = self.parts();
        let (height, width) = (terrain.cost.height, terrain.cost.width);
        let grid_regions = match self {
            LockedMap::Own(..) => None,
            LockedMap::Grid(layers, _) => layers.walkable.as_ref().map(|(cells, _)| (cells.mask(), &layers.regions)),
        };
        if grid_regions.is_some_and(|(map, regions)| regions.are_disconnected(map, moves, start, goal)) {
            return Ok(None);
        }
        let anywhere = limits.within as usize >= height.max(width);
        let path = match walls {
            Some(walls) if !canonical && anywhere && jump::suits(moves, height, width) => {
                jump::search(walls, moves, start, goal, limits)?
            }
            _ => search(terrain, grid_regions.is_some(), moves, start, goal, limits, canonical)?,
        };
        if let (None, Some((map, regions))) = (&path, grid_regions) {
            let unlimited = anywhere && limits.max_cost == MAX_DISTANCE && limits.max_nodes == MAX_DISTANCE;
            if unlimited && memory::room(height * width, REGIONS_BYTES).is_ok() {
                regions.compute(map, moves);
            }
        }
        Ok(path)
    }
}

/// How paths are searched.
#[derive(Clone, Copy)]
pub struct Search {
    pub limits: Limits,
    pub canonical: bool,
}

impl Search {
    /// Checks the bounds of the cost, of the nodes and of the distance from the start, and whether it is canonical.
    pub fn of(bounds: [&Arg; 3], canonical: &Arg) -> PyResult<Self> {
        Ok(Search { limits: limits(bounds[0], bounds[1], bounds[2])?, canonical: flag(canonical, "canonical", false)? })
    }

    /// The map of the arguments, as this search needs it.
    fn map<'a>(self, movement: &MovementArgs<'a, '_>) -> PyResult<PathMap<'a>> {
        PathMap::of(movement, self.canonical, self.limits.within != MAX_DISTANCE)
    }

    /// Checks two positions, and finds a path between them.
    pub fn one(self, field: &PathMap, start: Value, goal: Value) -> PyResult<Option<Path>> {
        let py = start.py();
        let start = position(start, "start", field.shape())?;
        let goal = position(goal, "goal", field.shape())?;
        let (height, width) = field.shape();
        let map = field.lock(py);
        allocated(run_detached(py, height * width, || map.search(start, goal, self.limits, self.canonical)))
    }

    /// Checks positions, and finds the paths between them.
    pub fn many<'py>(self, py: Python<'py>, field: &PathMap, starts: Value, goals: Value) -> PyResult<Paths<'py>> {
        let shape = field.shape();
        let starts = positions(starts, "starts", shape)?;
        let goals = positions(goals, "goals", shape)?;
        let count = starts.len();
        if starts.len() != goals.len() {
            let (n, m) = (starts.len(), goals.len());
            return Err(PyValueError::new_err(format!("goals: expected {n} positions, one for each start, got {m}")));
        }
        let queries = gathered(starts.into_iter().zip(goals), count)?;
        let mut found = filled_room(queries.len())?;
        found.resize_with(queries.len(), || Ok(None));
        let map = field.lock(py);
        let answer =
            |&(start, goal): &((usize, usize), (usize, usize))| map.search(start, goal, self.limits, self.canonical);
        py.detach(|| {
            let begun = Instant::now();
            let mut done = 0;
            while done < queries.len() && begun.elapsed() < WORTH_THREADS {
                found[done] = answer(&queries[done]);
                done += 1;
            }
            // Only if needed: the first use starts the threads.
            let (left, found) = (&queries[done..], &mut found[done..]);
            if !left.is_empty() {
                share(found.iter_mut().zip(left), |(path, query)| *path = answer(query));
            }
        });
        drop(map);
        let mut costs = filled(-1, found.len())?;
        let arrays = PyList::empty(py);
        for (path, cost) in found.into_iter().zip(&mut costs) {
            match allocated(path)? {
                Some(path) => {
                    *cost = i64::from(path.cost);
                    arrays.append(pairs(py, &path.cells)?)?;
                }
                None => arrays.append(py.None())?,
            }
        }
        Ok((arrays, column(py, &costs)?))
    }
}

/// One cheapest path as int32 (n, 2), or None; see kernels.reference.find_path.
#[pyfunction]
#[pyo3(signature = (cost, start, goal, *, straight_cost=Arg::Missing, diagonal_cost=Arg::Missing,
    corner_cutting=Arg::Missing, extra=Arg::Missing, max_cost=Arg::Missing, max_nodes=Arg::Missing,
    within=Arg::Missing, canonical=Arg::Missing))]
#[pyo3(text_signature = "(cost, start, goal, *, straight_cost=1, diagonal_cost=1, corner_cutting=True, extra=None, \
    max_cost=None, max_nodes=None, within=None, canonical=False)")]
pub fn find_path<'py>(
    py: Python<'py>,
    cost: Value<'_, 'py>,
    start: Value<'_, 'py>,
    goal: Value<'_, 'py>,
    straight_cost: Arg<'_, 'py>,
    diagonal_cost: Arg<'_, 'py>,
    corner_cutting: Arg<'_, 'py>,
    extra: Arg<'_, 'py>,
    max_cost: Arg<'_, 'py>,
    max_nodes: Arg<'_, 'py>,
    within: Arg<'_, 'py>,
    canonical: Arg<'_, 'py>,
) -> PyResult<Option<Cells<'py>>> {
    let movement = MovementArgs { cost, extra, straight_cost, diagonal_cost, corner_cutting };
    let search = Search::of([&max_cost, &max_nodes, &within], &canonical)?;
    let path = search.one(&search.map(&movement)?, start, goal)?;
    path.map(|path| pairs(py, &path.cells)).transpose()
}

/// The cost of the path that find_path finds, or None; see kernels.reference.path_cost.
#[pyfunction]
#[pyo3(signature = (cost, start, goal, *, straight_cost=Arg::Missing, diagonal_cost=Arg::Missing,
    corner_cutting=Arg::Missing, extra=Arg::Missing, max_cost=Arg::Missing, max_nodes=Arg::Missing,
    within=Arg::Missing))]
#[pyo3(text_signature = "(cost, start, goal, *, straight_cost=1, diagonal_cost=1, corner_cutting=True, extra=None, \
    max_cost=None, max_nodes=None, within=None)")]
pub fn path_cost<'py>(
    cost: Value<'_, 'py>,
    start: Value<'_, 'py>,
    goal: Value<'_, 'py>,
    straight_cost: Arg<'_, 'py>,
    diagonal_cost: Arg<'_, 'py>,
    corner_cutting: Arg<'_, 'py>,
    extra: Arg<'_, 'py>,
    max_cost: Arg<'_, 'py>,
    max_nodes: Arg<'_, 'py>,
    within: Arg<'_, 'py>,
) -> PyResult<Option<u32>> {
    let movement = MovementArgs { cost, extra, straight_cost, diagonal_cost, corner_cutting };
    let search = Search::of([&max_cost, &max_nodes, &within], &Arg::Missing)?;
    let path = search.one(&search.map(&movement)?, start, goal)?;
    Ok(path.map(|path| path.cost))
}

/// Many paths on one map; see kernels.reference.find_paths.
#[pyfunction]
#[pyo3(signature = (cost, starts, goals, *, straight_cost=Arg::Missing, diagonal_cost=Arg::Missing,
    corner_cutting=Arg::Missing, extra=Arg::Missing, max_cost=Arg::Missing, max_nodes=Arg::Missing,
    within=Arg::Missing, canonical=Arg::Missing))]
#[pyo3(text_signature = "(cost, starts, goals, *, straight_cost=1, diagonal_cost=1, corner_cutting=True, extra=None, \
    max_cost=None, max_nodes=None, within=None, canonical=False)")]
pub fn find_paths<'py>(
    py: Python<'py>,
    cost: Value<'_, 'py>,
    starts: Value<'_, 'py>,
    goals: Value<'_, 'py>,
    straight_cost: Arg<'_, 'py>,
    diagonal_cost: Arg<'_, 'py>,
    corner_cutting: Arg<'_, 'py>,
    extra: Arg<'_, 'py>,
    max_cost: Arg<'_, 'py>,
    max_nodes: Arg<'_, 'py>,
    within: Arg<'_, 'py>,
    canonical: Arg<'_, 'py>,
) -> PyResult<Paths<'py>> {
    let movement = MovementArgs { cost, extra, straight_cost, diagonal_cost, corner_cutting };
    let search = Search::of([&max_cost, &max_nodes, &within], &canonical)?;
    search.many(py, &search.map(&movement)?, starts, goals)
}
