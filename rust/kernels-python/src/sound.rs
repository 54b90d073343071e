//! Sound.

use crate::args::{Arg, Value, checks, integer, limit};
use crate::arrays::{Content, Out, Plane, TwoPlanes, column, fill_both, is_long};
use crate::forks::share;
use crate::grid::{Grid, Layers, as_grid, missing_layer_error};
use crate::layers::absorption as layer;
use crate::memory::{allocated, gathered, memory_error};
use crate::places::{each, positions};
use footfall_kernels::field::{self as kernel, AbsorptionRange, Heard};
use footfall_kernels::limits::MAX_DISTANCE;
use footfall_kernels::map::Padded;
use numpy::{Ix3, PyArray1, PyArray2, PyArray3};
use pyo3::prelude::*;
use std::sync::RwLockReadGuard;
use std::sync::atomic::{AtomicBool, Ordering};

/// Minimum number of window cells to spread many sounds in parallel: about 300 µs of work.
const PARALLEL_CELLS: usize = 150_000;

type Int32s<'py> = Bound<'py, PyArray2<i32>>;

/// Absorption: from an array, or from a grid.
enum AbsorptionMap<'a> {
    Own(Padded<u16>),
    Grid(&'a Grid),
}

/// Absorption in use by a kernel.
enum LockedAbsorption<'a> {
    Own(&'a Padded<u16>),
    Grid(RwLockReadGuard<'a, Layers>),
}

impl<'a> AbsorptionMap<'a> {
    fn of(value: Value<'a, '_>) -> PyResult<Self> {
        let Some(grid) = as_grid(&value) else { return Ok(AbsorptionMap::Own(layer(value)?)) };
        match grid.present[2] {
            true => Ok(AbsorptionMap::Grid(grid)),
            false => Err(missing_layer_error("absorption", "absorption")),
        }
    }

    fn shape(&self) -> (usize, usize) {
        match self {
            AbsorptionMap::Own(map) => (map.height, map.width),
            AbsorptionMap::Grid(grid) => grid.size,
        }
    }

    /// Locks the map, if it is a grid; see `Grid::read`.
    fn lock(&'a self, py: Python) -> LockedAbsorption<'a> {
        match self {
            AbsorptionMap::Own(map) => LockedAbsorption::Own(map),
            AbsorptionMap::Grid(grid) => LockedAbsorption::Grid(grid.read(py)),
        }
    }
}

impl LockedAbsorption<'_> {
    /// The absorption of tiles, and its range.
    fn parts(&self) -> (&Padded<u16>, AbsorptionRange) {
        match self {
            LockedAbsorption::Own(map) => (map, AbsorptionRange::of(map)),
            LockedAbsorption::Grid(layers) => (layers.absorption.as_ref().expect("checked when read"), layers.absorbs),
        }
    }
}

/// The sound distance of every cell; see kernels.reference.sound_field.
#[pyfunction]
#[pyo3(signature = (absorption, sources, *, max_distance=Arg::Missing, out=Arg::Missing))]
#[pyo3(text_signature = "(absorption, sources, *, max_distance=None, out=None)")]
pub fn sound_field<'py>(
    py: Python<'py>,
    absorption: Value<'_, 'py>,
    sources: Value<'_, 'py>,
    max_distance: Arg<'_, 'py>,
    out: Arg<'_, 'py>,
) -> PyResult<Int32s<'py>> {
    let absorbing = AbsorptionMap::of(absorption)?;
    let shape = absorbing.shape();
    let places = positions(sources, "sources", shape)?;
    let most = limit(&max_distance, "max_distance")?;
    let out = Plane::of(py, &out, shape)?;
    let locked = absorbing.lock(py);
    let (map, absorbs) = locked.parts();
    out.receive(py, is_long(map.cells.len()), |target| {
        allocated(kernel::spread(map, absorbs, &places, most, |reached| {
            target.write(|field| reached.write_field(map.width, field))
        }))?
    })
}

/// The distances of many sounds, in windows centered on their sources; see kernels.reference.sound_fields.
#[pyfunction]
#[pyo3(signature = (absorption, sources, radius, *, max_distance=Arg::Missing, out=Arg::Missing))]
#[pyo3(text_signature = "(absorption, sources, radius, *, max_distance=None, out=None)")]
pub fn sound_fields<'py>(
    py: Python<'py>,
    absorption: Value<'_, 'py>,
    sources: Value<'_, 'py>,
    radius: Value<'_, 'py>,
    max_distance: Arg<'_, 'py>,
    out: Arg<'_, 'py>,
) -> PyResult<Bound<'py, PyArray3<i32>>> {
    let absorbing = AbsorptionMap::of(absorption)?;
    let shape = absorbing.shape();
    let places = positions(sources, "sources", shape)?;
    let radius = integer(radius, "radius", 0, 1023)? as usize;
    let most = limit(&max_distance, "max_distance")?;
    let side = 2 * radius + 1;
    let out = Out::<i32, Ix3, 3>::of(py, &out, [places.len(), side, side])?;
    let locked = absorbing.lock(py);
    let (map, absorbs) = locked.parts();
    let full = AtomicBool::new(false);
    let spread = |(window, &source): (&mut [i32], &(usize, usize))| {
        let write = |heard: &Heard| heard.write_square(source, radius, window);
        if kernel::spread(map, absorbs, &[source], most, write).is_err() {
            full.store(true, Ordering::Relaxed);
        }
    };
    // A sound spreads over its window at least.
    let work = places.len() * (side * side).min(map.cells.len());
    out.fill(py, Content::Any, is_long(work), |windows| {
        let parts = windows.chunks_exact_mut(side * side).zip(&places);
        if work >= PARALLEL_CELLS {
            share(parts, spread)
        } else {
            parts.for_each(spread)
        }
        if full.load(Ordering::Relaxed) { Err(memory_error()) } else { Ok(()) }
    })
}

/// Sound distances and directions of arrival; see kernels.reference.sound_arrivals.
#[pyfunction]
#[pyo3(signature = (absorption, sources, *, max_distance=Arg::Missing, out=Arg::Missing))]
#[pyo3(text_signature = "(absorption, sources, *, max_distance=None, out=None)")]
pub fn sound_arrivals<'py>(
    py: Python<'py>,
    absorption: Value<'_, 'py>,
    sources: Value<'_, 'py>,
    max_distance: Arg<'_, 'py>,
    out: Arg<'_, 'py>,
) -> PyResult<TwoPlanes<'py, i32, i8>> {
    let absorbing = AbsorptionMap::of(absorption)?;
    let shape = absorbing.shape();
    let places = positions(sources, "sources", shape)?;
    let most = limit(&max_distance, "max_distance")?;
    let outs = two_outs(py, &out, shape)?;
    let locked = absorbing.lock(py);
    let (map, absorbs) = locked.parts();
    fill_both(py, outs, is_long(map.cells.len()), |field, arrivals| {
        allocated(kernel::spread(map, absorbs, &places, most, |reached| {
            reached.write_field(map.width, field);
            kernel::arrivals(map, &places, reached, arrivals);
        }))
    })
}

/// Checks the caller's arrays of distances and directions, if there are any.
fn two_outs<'py>(
    py: Python<'py>,
    out: &Arg<'_, 'py>,
    shape: (usize, usize),
) -> PyResult<(Plane<'py, i32>, Plane<'py, i8>)> {
    let pair = out.some().map(|pair| checks(py)?.call_method1("out_pair", (pair,))?.extract()).transpose()?;
    let (first, second): (Option<Bound<PyAny>>, Option<Bound<PyAny>>) = pair.unzip();
    Ok((
        Plane::named(py, first.as_ref().map(|array| array.as_borrowed().into()), "out[0]", shape)?,
        Plane::named(py, second.as_ref().map(|array| array.as_borrowed().into()), "out[1]", shape)?,
    ))
}

type Column<'py, T> = Bound<'py, PyArray1<T>>;
type Pairs<'py> = (Column<'py, i32>, Column<'py, i32>, Column<'py, i32>, Column<'py, i8>);

/// Audible pairs; see kernels.reference.hear.
#[pyfunction]
#[pyo3(signature = (absorption, sources, listeners, *, max_distance))]
pub fn hear<'py>(
    py: Python<'py>,
    absorption: Value<'_, 'py>,
    sources: Value<'_, 'py>,
    listeners: Value<'_, 'py>,
    max_distance: Value<'_, 'py>,
) -> PyResult<Pairs<'py>> {
    let absorbing = AbsorptionMap::of(absorption)?;
    let shape = absorbing.shape();
    let sources = positions(sources, "sources", shape)?;
    let listeners = positions(listeners, "listeners", shape)?;
    let ranges: Vec<_> = each(max_distance, "max_distance", listeners.len(), 0, i64::from(MAX_DISTANCE))?
        .into_iter()
        .map(|range| range as u32)
        .collect();
    let locked = absorbing.lock(py);
    let (map, absorbs) = locked.parts();
    let heard = allocated(py.detach(|| kernel::hear(map, absorbs, &sources, &listeners, &ranges)))?;
    drop(locked);
    let count = heard.len();
    Ok((
        column(py, &gathered(heard.iter().map(|pair| pair.listener as i32), count)?)?,
        column(py, &gathered(heard.iter().map(|pair| pair.source as i32), count)?)?,
        column(py, &gathered(heard.iter().map(|pair| pair.distance as i32), count)?)?,
        column(py, &gathered(heard.iter().map(|pair| pair.direction), count)?)?,
    ))
}
