//! Distance fields.

use crate::args::{Arg, Value, flag, integer, limit};
use crate::arrays::{Content, Plane, column, is_long, pairs, run_detached};
use crate::layers::{MovementArgs, field};
use crate::memory::{allocated, filled, filled_room, gathered, memory_error, room};
use crate::path::PathMap;
use crate::places::{each, position, positions};
use footfall_kernels::field::{self as kernel, Downhill, Walks};
use footfall_kernels::limits::MAX_DISTANCE;
use footfall_kernels::{DIRECTIONS, UNREACHED};
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

type Int32s<'py> = Bound<'py, PyArray2<i32>>;

/// Bytes a cell that a flood from all cells takes for its sources, with growth.
const SOURCE_BYTES: usize = 80;

/// A Dijkstra map; see kernels.reference.distance_map.
#[pyfunction]
#[pyo3(signature = (cost, sources, *, straight_cost=Arg::Missing, diagonal_cost=Arg::Missing,
    corner_cutting=Arg::Missing, extra=Arg::Missing, start_values=Arg::Missing, max_cost=Arg::Missing,
    reverse=Arg::Missing, out=Arg::Missing))]
#[pyo3(text_signature = "(cost, sources, *, straight_cost=1, diagonal_cost=1, corner_cutting=True, extra=None, \
    start_values=0, max_cost=None, reverse=False, out=None)")]
pub fn distance_map<'py>(
    py: Python<'py>,
    cost: Value<'_, 'py>,
    sources: Value<'_, 'py>,
    straight_cost: Arg<'_, 'py>,
    diagonal_cost: Arg<'_, 'py>,
    corner_cutting: Arg<'_, 'py>,
    extra: Arg<'_, 'py>,
    start_values: Arg<'_, 'py>,
    max_cost: Arg<'_, 'py>,
    reverse: Arg<'_, 'py>,
    out: Arg<'_, 'py>,
) -> PyResult<Int32s<'py>> {
    let movement = MovementArgs { cost, extra, straight_cost, diagonal_cost, corner_cutting };
    let field = PathMap::of(&movement, true, true)?;
    let shape = field.shape();
    let places = positions(sources, "sources", shape)?;
    let values = match start_values {
        Arg::Missing => filled(0, places.len())?,
        Arg::Given(values) => each(values, "start_values", places.len(), 0, i64::from(MAX_DISTANCE))?,
    };
    let walks = Walks { max_cost: limit(&max_cost, "max_cost")?, reverse: flag(&reverse, "reverse", false)? };
    let out = Plane::of(py, &out, shape)?;
    let count = places.len();
    let sources = gathered(places.into_iter().zip(values.into_iter().map(|value| value as u32)), count)?;
    let map = field.lock(py);
    let (terrain, uniform, moves) = map.terrain();
    out.receive(py, is_long(shape.0 * shape.1), |target| {
        allocated(kernel::distances(terrain, uniform, moves, &sources, walks, |reached| {
            target.write(|cells| reached.write_field(shape.1, cells))
        }))?
    })
}

/// Cells within a walk, and their costs; see kernels.reference.reachable_within.
#[pyfunction]
#[pyo3(signature = (cost, start, max_cost, *, straight_cost=Arg::Missing, diagonal_cost=Arg::Missing,
    corner_cutting=Arg::Missing, extra=Arg::Missing))]
#[pyo3(
    text_signature = "(cost, start, max_cost, *, straight_cost=1, diagonal_cost=1, corner_cutting=True, extra=None)"
)]
pub fn reachable_within<'py>(
    py: Python<'py>,
    cost: Value<'_, 'py>,
    start: Value<'_, 'py>,
    max_cost: Value<'_, 'py>,
    straight_cost: Arg<'_, 'py>,
    diagonal_cost: Arg<'_, 'py>,
    corner_cutting: Arg<'_, 'py>,
    extra: Arg<'_, 'py>,
) -> PyResult<(Int32s<'py>, Bound<'py, PyArray1<i32>>)> {
    let movement = MovementArgs { cost, extra, straight_cost, diagonal_cost, corner_cutting };
    let field = PathMap::of(&movement, true, true)?;
    let start = position(start, "start", field.shape())?;
    let most = integer(max_cost, "max_cost", 0, i64::from(MAX_DISTANCE))? as u32;
    let walks = Walks { max_cost: most, reverse: false };
    let map = field.lock(py);
    let (terrain, uniform, moves) = map.terrain();
    let most_cells = (most as usize).saturating_mul(4 * most as usize).min(terrain.cost.cells.len());
    let (cells, costs) = run_detached(py, most_cells, || {
        allocated(kernel::distances(terrain, uniform, moves, &[(start, 0)], walks, |reached| {
            let count = reached.cells.len();
            let (mut cells, mut costs) = (filled_room(count)?, filled_room(count)?);
            allocated(reached.by_rows(|y, x, cost| {
                cells.push([y as i32, x as i32]);
                costs.push(cost as i32);
            }))?;
            Ok::<_, PyErr>((cells, costs))
        }))?
    })?;
    drop(map);
    Ok((pairs(py, &cells)?, column(py, &costs)?))
}

fn downhill(diagonal: &Arg, corner_cutting: &Arg) -> PyResult<Downhill> {
    Ok(Downhill {
        diagonal: flag(diagonal, "diagonal", true)?,
        corner_cutting: flag(corner_cutting, "corner_cutting", true)?,
    })
}

/// Direction of descent at every cell; see kernels.reference.flow.
#[pyfunction]
#[pyo3(signature = (field, *, diagonal=Arg::Missing, corner_cutting=Arg::Missing, out=Arg::Missing))]
#[pyo3(text_signature = "(field, *, diagonal=True, corner_cutting=True, out=None)")]
pub fn flow<'py>(
    py: Python<'py>,
    field: Value<'_, 'py>,
    diagonal: Arg<'_, 'py>,
    corner_cutting: Arg<'_, 'py>,
    out: Arg<'_, 'py>,
) -> PyResult<Bound<'py, PyArray2<i8>>> {
    let (values, (height, width)) = self::field(field, i64::from(i32::MAX))?;
    let rule = downhill(&diagonal, &corner_cutting)?;
    Plane::of(py, &out, [height, width])?.fill(py, Content::Any, is_long(values.len()), |out| {
        kernel::flow(&values, height, width, rule, out);
        Ok(())
    })
}

/// One step downhill for many walkers; see kernels.reference.descend.
#[pyfunction]
#[pyo3(signature = (field, starts, *, diagonal=Arg::Missing, corner_cutting=Arg::Missing, out=Arg::Missing))]
#[pyo3(text_signature = "(field, starts, *, diagonal=True, corner_cutting=True, out=None)")]
pub fn descend<'py>(
    py: Python<'py>,
    field: Value<'_, 'py>,
    starts: Value<'_, 'py>,
    diagonal: Arg<'_, 'py>,
    corner_cutting: Arg<'_, 'py>,
    out: Arg<'_, 'py>,
) -> PyResult<Int32s<'py>> {
    let (values, (height, width)) = self::field(field, i64::from(i32::MAX))?;
    let places = positions(starts, "starts", (height, width))?;
    let rule = downhill(&diagonal, &corner_cutting)?;
    Plane::of(py, &out, [places.len(), 2])?.fill(py, Content::Any, false, |cells: &mut [i32]| {
        for (cell, &place) in cells.chunks_exact_mut(2).zip(&places) {
            let direction = kernel::descend(&values, height, width, place, rule);
            let (dy, dx) = usize::try_from(direction).map_or((0, 0), |direction| DIRECTIONS[direction]);
            cell.copy_from_slice(&[place.0 as i32 + dy, place.1 as i32 + dx]);
        }
        Ok(())
    })
}

/// A field to flee by descending it; see kernels.reference.flight_map.
#[pyfunction]
#[pyo3(signature = (cost, field, *, straight_cost=Arg::Missing, diagonal_cost=Arg::Missing,
    corner_cutting=Arg::Missing, percent=Arg::Missing, out=Arg::Missing))]
#[pyo3(
    text_signature = "(cost, field, *, straight_cost=1, diagonal_cost=1, corner_cutting=True, percent=120, out=None)"
)]
pub fn flight_map<'py>(
    py: Python<'py>,
    cost: Value<'_, 'py>,
    field: Value<'_, 'py>,
    straight_cost: Arg<'_, 'py>,
    diagonal_cost: Arg<'_, 'py>,
    corner_cutting: Arg<'_, 'py>,
    percent: Arg<'_, 'py>,
    out: Arg<'_, 'py>,
) -> PyResult<Int32s<'py>> {
    let movement = MovementArgs { cost, extra: Arg::Missing, straight_cost, diagonal_cost, corner_cutting };
    let (terrain, moves) = movement.read()?;
    let (values, shape) = self::field(field, 1 << 27)?;
    if shape != (terrain.cost.height, terrain.cost.width) {
        let wanted = (terrain.cost.height, terrain.cost.width);
        return Err(PyValueError::new_err(format!("field: expected the map's shape {wanted:?}, got {shape:?}")));
    }
    let factor = crate::args::integer_or(&percent, "percent", 100, 1000, 120)?;
    let scaled = |value: i32| i64::from(value) * factor / 100;
    let highest = values.iter().copied().max().map_or(0, |value| scaled(value.max(0)));
    // With a copy of them in order.
    room(values.len(), SOURCE_BYTES)?;
    let sources: Vec<_> = values
        .iter()
        .enumerate()
        .filter(|(_, value)| **value >= 0)
        .map(|(i, &value)| ((i / shape.1, i % shape.1), (highest - scaled(value)) as u32))
        .collect();
    let walks = Walks { max_cost: MAX_DISTANCE, reverse: true };
    Plane::of(py, &out, shape)?.fill(py, Content::Zeros, is_long(values.len()), |cells: &mut [i32]| {
        let done = kernel::distances(&terrain, terrain.is_uniform(), moves, &sources, walks, |reached| {
            reached.write_field(shape.1, cells);
        });
        done.map_err(|_| memory_error())?;
        for (cell, &value) in cells.iter_mut().zip(&values) {
            if value < 0 {
                *cell = UNREACHED;
            }
        }
        Ok(())
    })
}
