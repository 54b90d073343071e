//! Single paths.

use crate::args::{Arg, Ground, Value, flag, limit, position, positions};
use crate::arrays::{column, pairs};
use footfall_kernels::path::{Limits, Path, search};
use footfall_kernels::terrain::{Moves, Terrain};
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;

type Cells<'py> = Bound<'py, PyArray2<i32>>;

fn limits(max_cost: &Arg, max_nodes: &Arg, within: &Arg) -> PyResult<Limits> {
    Ok(Limits {
        max_cost: limit(max_cost, "max_cost")?,
        max_nodes: limit(max_nodes, "max_nodes")?,
        within: limit(within, "within")?,
    })
}

/// A checked query of one path, answered.
fn one(
    py: Python,
    ground: &Ground,
    start: Value,
    goal: Value,
    bounds: [&Arg; 3],
    canonical: &Arg,
) -> PyResult<Option<Path>> {
    let (terrain, moves) = ground.read()?;
    let shape = (terrain.cost.height, terrain.cost.width);
    let start = position(start, "start", shape)?;
    let goal = position(goal, "goal", shape)?;
    let limits = limits(bounds[0], bounds[1], bounds[2])?;
    let canonical = flag(canonical, "canonical", false)?;
    Ok(py.detach(|| search(&terrain, moves, start, goal, limits, canonical)))
}

/// One cheapest path as int32 (n, 2), or None; see footfall.kernels.reference.find_path.
#[pyfunction]
#[pyo3(signature = (cost, start, goal, *, straight_cost=Arg::Missing, diagonal_cost=Arg::Missing,
    corner_cutting=Arg::Missing, extra=Arg::Missing, max_cost=Arg::Missing, max_nodes=Arg::Missing,
    within=Arg::Missing, canonical=Arg::Missing))]
#[pyo3(text_signature = "(cost, start, goal, *, straight_cost=1, diagonal_cost=1, corner_cutting=True, extra=None, \
    max_cost=None, max_nodes=None, within=None, canonical=False)")]
#[allow(clippy::too_many_arguments)]
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
    let ground = Ground { cost, extra, straight_cost, diagonal_cost, corner_cutting };
    let path = one(py, &ground, start, goal, [&max_cost, &max_nodes, &within], &canonical)?;
    path.map(|path| pairs(py, &path.cells)).transpose()
}

/// The cost of the path that find_path finds, or None; see footfall.kernels.reference.path_cost.
#[pyfunction]
#[pyo3(signature = (cost, start, goal, *, straight_cost=Arg::Missing, diagonal_cost=Arg::Missing,
    corner_cutting=Arg::Missing, extra=Arg::Missing, max_cost=Arg::Missing, max_nodes=Arg::Missing,
    within=Arg::Missing))]
#[pyo3(text_signature = "(cost, start, goal, *, straight_cost=1, diagonal_cost=1, corner_cutting=True, extra=None, \
    max_cost=None, max_nodes=None, within=None)")]
#[allow(clippy::too_many_arguments)]
pub fn path_cost<'py>(
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
) -> PyResult<Option<u32>> {
    let ground = Ground { cost, extra, straight_cost, diagonal_cost, corner_cutting };
    let path = one(py, &ground, start, goal, [&max_cost, &max_nodes, &within], &Arg::Missing)?;
    Ok(path.map(|path| path.cost))
}

/// Many paths on one map; see footfall.kernels.reference.find_paths.
#[pyfunction]
#[pyo3(signature = (cost, starts, goals, *, straight_cost=Arg::Missing, diagonal_cost=Arg::Missing,
    corner_cutting=Arg::Missing, extra=Arg::Missing, max_cost=Arg::Missing, max_nodes=Arg::Missing,
    within=Arg::Missing, canonical=Arg::Missing))]
#[pyo3(text_signature = "(cost, starts, goals, *, straight_cost=1, diagonal_cost=1, corner_cutting=True, extra=None, \
    max_cost=None, max_nodes=None, within=None, canonical=False)")]
#[allow(clippy::too_many_arguments)]
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
) -> PyResult<(Bound<'py, PyList>, Bound<'py, PyArray1<i64>>)> {
    let ground = Ground { cost, extra, straight_cost, diagonal_cost, corner_cutting };
    let (terrain, moves) = ground.read()?;
    let limits = limits(&max_cost, &max_nodes, &within)?;
    let shape = (terrain.cost.height, terrain.cost.width);
    let starts = positions(starts, "starts", shape)?;
    let goals = positions(goals, "goals", shape)?;
    if starts.len() != goals.len() {
        let (n, m) = (starts.len(), goals.len());
        return Err(PyValueError::new_err(format!("goals: expected {n} positions, one for each start, got {m}")));
    }
    let canonical = flag(&canonical, "canonical", false)?;
    let found = py.detach(|| many(&terrain, moves, &starts, &goals, limits, canonical));
    let costs = found.iter().map(|path| path.as_ref().map_or(-1, |path| i64::from(path.cost))).collect();
    let arrays: Vec<_> =
        found.into_iter().map(|path| path.map(|path| pairs(py, &path.cells)).transpose()).collect::<PyResult<_>>()?;
    Ok((PyList::new(py, arrays)?, column(py, costs)))
}

fn many(
    terrain: &Terrain,
    moves: Moves,
    starts: &[(usize, usize)],
    goals: &[(usize, usize)],
    limits: Limits,
    canonical: bool,
) -> Vec<Option<Path>> {
    starts.iter().zip(goals).map(|(&start, &goal)| search(terrain, moves, start, goal, limits, canonical)).collect()
}
