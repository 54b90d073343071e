//! Lines and fields of view.

use crate::args::{Arg, Layer, Value, choice, each, mask, pair, position, positions, radius};
use crate::arrays::{fill, out_or_zeros, pairs, run_detached};
use crate::grid::{Layers, as_grid, missing_layer_error};
use footfall_kernels::bits::Walls;
use footfall_kernels::limits::MAX_DISTANCE;
use footfall_kernels::map::Mask;
use footfall_kernels::sight::{self, Shape, window};
use numpy::{PyArray2, PyArray3, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use rayon::prelude::*;
use std::borrow::Cow;
use std::sync::RwLockReadGuard;

/// Minimum number of window cells to cast views in parallel: about 100 µs of work.
const PARALLEL_CELLS: usize = 100_000;

/// Minimum number of pairs to test lines in parallel: about 100 µs of work.
const PARALLEL_PAIRS: usize = 4_000;

const SHAPES: [&str; 2] = ["square", "circle"];

fn shape_of(value: &Arg) -> PyResult<Shape> {
    Ok([Shape::Square, Shape::Circle][choice(value, "shape", &SHAPES)?])
}

/// A transparency layer, from an array or from a grid; a grid also has its walls as bits.
enum Transparency<'a, 'py> {
    Layer(Layer<'py>),
    Grid(RwLockReadGuard<'a, Layers>, (usize, usize)),
}

impl<'a, 'py> Transparency<'a, 'py> {
    fn of(value: Value<'a, 'py>) -> PyResult<Self> {
        let Some(grid) = as_grid(&value) else { return Ok(Transparency::Layer(Layer::of(value, "transparent")?)) };
        let layers = grid.read(value.py());
        match layers.transparent {
            Some(_) => Ok(Transparency::Grid(layers, grid.size)),
            None => Err(missing_layer_error("transparent", "transparent")),
        }
    }

    fn shape(&self) -> (usize, usize) {
        match self {
            Transparency::Layer(layer) => layer.shape(),
            Transparency::Grid(_, size) => *size,
        }
    }

    fn bytes(&self) -> Cow<'_, [u8]> {
        match self {
            Transparency::Layer(layer) => layer.bytes(),
            Transparency::Grid(layers, _) => {
                Cow::Borrowed(layers.transparent.as_ref().map_or(&[], |cells| cells.bytes()))
            }
        }
    }

    fn walls(&self) -> Option<&Walls> {
        match self {
            Transparency::Layer(_) => None,
            Transparency::Grid(layers, _) => layers.transparent.as_ref().map(|cells| &cells.walls),
        }
    }
}

/// Bool cells as bytes.
fn bytes_of(cells: &mut [bool]) -> &mut [u8] {
    // SAFETY: a bool is a byte, and only 0 and 1 are written.
    unsafe { &mut *(std::ptr::from_mut(cells) as *mut [u8]) }
}

/// Casts one view into `out`, a map of this width with the viewer at `place`.
fn paint_view(
    map: Mask,
    walls: Option<&Walls>,
    viewer: (usize, usize),
    reach: i32,
    shape: Shape,
    (place, width, out): ((i32, i32), usize, &mut [u8]),
) {
    let (y, x) = signed(viewer);
    if !(0..=window::MAX_RADIUS).contains(&reach) {
        sight::field_of_view(map, (y, x), reach, shape, |cy, cx| {
            out[(cy - y + place.0) as usize * width + (cx - x + place.1) as usize] = 1;
        });
        return;
    }
    let view = match walls {
        Some(walls) => window::view(walls, y, x, reach, shape),
        None => window::view_of_bytes(map, y, x, reach, shape),
    };
    window::paint(&view, reach, place.0, place.1, width, out);
}

fn signed((y, x): (usize, usize)) -> (i32, i32) {
    (y as i32, x as i32)
}

/// The digital line from a to b as int32 (n, 2); see footfall.kernels.reference.line.
#[pyfunction]
pub fn line<'py>(py: Python<'py>, a: Value<'_, 'py>, b: Value<'_, 'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
    let (a, b) = (pair(a, "a")?, pair(b, "b")?);
    let mut cells = Vec::new();
    sight::line(a, b, |y, x| cells.push([y, x]));
    pairs(py, &cells)
}

/// Whether two tiles see each other; see footfall.kernels.reference.line_of_sight.
#[pyfunction]
pub fn line_of_sight(transparent: Value, a: Value, b: Value) -> PyResult<bool> {
    let layer = Transparency::of(transparent)?;
    let a = position(a, "a", layer.shape())?;
    let b = position(b, "b", layer.shape())?;
    Ok(sight::line_of_sight(mask(&layer.bytes(), layer.shape()), signed(a), signed(b)))
}

/// The field of view of a tile; see footfall.kernels.reference.field_of_view.
#[pyfunction]
#[pyo3(signature = (transparent, origin, radius=Arg::Missing, shape=Arg::Missing, out=Arg::Missing))]
#[pyo3(text_signature = "(transparent, origin, radius=None, shape='square', out=None)")]
pub fn field_of_view<'py>(
    py: Python<'py>,
    transparent: Value<'_, 'py>,
    origin: Value<'_, 'py>,
    radius: Arg<'_, 'py>,
    shape: Arg<'_, 'py>,
    out: Arg<'_, 'py>,
) -> PyResult<Bound<'py, PyArray2<bool>>> {
    let layer = Transparency::of(transparent)?;
    let origin = position(origin, "origin", layer.shape())?;
    let reach = self::radius(&radius)?;
    let shape = shape_of(&shape)?;
    let seen = out_or_zeros::<bool>(py, &out, "bool_", layer.shape())?;
    let mut cells = layer.bytes();
    if out.some().is_some() {
        // The output may overlap the input.
        cells = Cow::Owned(cells.into_owned());
    }
    fill(&seen, |seen: &mut [bool]| {
        if out.some().is_some() {
            seen.fill(false);
        }
        let target = (signed(origin), layer.shape().1, bytes_of(seen));
        let (map, walls) = (mask(&cells, layer.shape()), layer.walls());
        let most =
            if reach < 0 { cells.len() } else { (reach as usize).saturating_mul(4 * reach as usize).min(cells.len()) };
        run_detached(py, most, || paint_view(map, walls, origin, reach, shape, target));
    })?;
    Ok(seen)
}

/// The fields of view of many viewers, in windows centered on them; see footfall.kernels.reference.fields_of_view.
#[pyfunction]
#[pyo3(signature = (transparent, origins, radii, shape=Arg::Missing))]
#[pyo3(text_signature = "(transparent, origins, radii, shape='square')")]
pub fn fields_of_view<'py>(
    py: Python<'py>,
    transparent: Value<'_, 'py>,
    origins: Value<'_, 'py>,
    radii: Value<'_, 'py>,
    shape: Arg<'_, 'py>,
) -> PyResult<Bound<'py, PyArray3<bool>>> {
    let layer = Transparency::of(transparent)?;
    let viewers = positions(origins, "origins", layer.shape())?;
    let reaches = each(radii, "radii", viewers.len(), 0, 1023)?;
    let shape = shape_of(&shape)?;
    let most = reaches.iter().copied().max().unwrap_or(0) as i32;
    let side = 2 * most as usize + 1;
    let seen = PyArray3::<bool>::zeros(py, [viewers.len(), side, side], false);
    let cells = layer.bytes();
    let map = mask(&cells, layer.shape());
    let walls = layer.walls();
    // SAFETY: the array is new and has no other reference.
    let windows = bytes_of(unsafe { seen.as_slice_mut()? });
    let cast = |((window, &viewer), &reach): ((&mut [u8], &(usize, usize)), &i64)| {
        paint_view(map, walls, viewer, reach as i32, shape, ((most, most), side, window));
    };
    let work = viewers.len() * side * side;
    py.detach(|| {
        if work >= PARALLEL_CELLS {
            windows.par_chunks_exact_mut(side * side).zip(&viewers).zip(&reaches).for_each(cast);
        } else {
            windows.chunks_exact_mut(side * side).zip(&viewers).zip(&reaches).for_each(cast);
        }
    });
    Ok(seen)
}

/// Visibility of targets, as bool (n, m); see footfall.kernels.reference.visible_pairs.
#[pyfunction]
#[pyo3(signature = (transparent, origins, radii, targets, shape=Arg::Missing))]
#[pyo3(text_signature = "(transparent, origins, radii, targets, shape='square')")]
pub fn visible_pairs<'py>(
    py: Python<'py>,
    transparent: Value<'_, 'py>,
    origins: Value<'_, 'py>,
    radii: Value<'_, 'py>,
    targets: Value<'_, 'py>,
    shape: Arg<'_, 'py>,
) -> PyResult<Bound<'py, PyArray2<bool>>> {
    let layer = Transparency::of(transparent)?;
    let viewers = positions(origins, "origins", layer.shape())?;
    let reaches = match radii.is_none() {
        true => vec![-1; viewers.len()],
        false => each(radii, "radii", viewers.len(), -1, i64::from(MAX_DISTANCE))?,
    };
    let target_cells = positions(targets, "targets", layer.shape())?;
    let shape = shape_of(&shape)?;
    let table = PyArray2::<bool>::zeros(py, [viewers.len(), target_cells.len()], false);
    if table.is_empty() {
        return Ok(table);
    }
    let cells = layer.bytes();
    let map = mask(&cells, layer.shape());
    // SAFETY: the array is new and has no other reference.
    let pairs = unsafe { table.as_slice_mut()? };
    let look = |((row, &viewer), &reach): ((&mut [bool], &(usize, usize)), &i64)| {
        let (y, x) = signed(viewer);
        for (seen, &target) in row.iter_mut().zip(&target_cells) {
            let (ty, tx) = signed(target);
            *seen = shape.reaches(ty - y, tx - x, reach as i32) && sight::line_of_sight(map, (y, x), (ty, tx));
        }
    };
    let work = pairs.len();
    run_detached(py, work, || {
        if work >= PARALLEL_PAIRS {
            pairs.par_chunks_exact_mut(target_cells.len()).zip(&viewers).zip(&reaches).for_each(look);
        } else {
            pairs.chunks_exact_mut(target_cells.len()).zip(&viewers).zip(&reaches).for_each(look);
        }
    });
    Ok(table)
}
