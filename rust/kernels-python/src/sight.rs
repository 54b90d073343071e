//! Lines and fields of view.

use crate::args::{Arg, Value, choice, radius};
use crate::arrays::{Content, Out, Plane, is_large, is_long};
use crate::forks::share;
use crate::grid::{Grid, Layers, as_grid, missing_layer_error};
use crate::layers::{OpenCells, mask};
use crate::memory::filled;
use crate::places::{each, pair, position, positions};
use footfall_kernels::bits::Walls;
use footfall_kernels::limits::MAX_DISTANCE;
use footfall_kernels::map::Mask;
use footfall_kernels::sight::{self, Shape, beams, window};
use numpy::{Ix3, PyArray2, PyArray3};
use pyo3::prelude::*;
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
    Cells(OpenCells<'py>),
    Grid(&'a Grid),
}

/// A transparency layer in use by a kernel.
enum LockedTransparency<'a> {
    Cells(Cow<'a, [u8]>, (usize, usize)),
    Grid(RwLockReadGuard<'a, Layers>),
}

impl<'a, 'py> Transparency<'a, 'py> {
    fn of(value: Value<'a, 'py>) -> PyResult<Self> {
        let Some(grid) = as_grid(&value) else {
            return Ok(Transparency::Cells(OpenCells::of(value, "transparent")?));
        };
        match grid.present[1] {
            true => Ok(Transparency::Grid(grid)),
            false => Err(missing_layer_error("transparent", "transparent")),
        }
    }

    fn shape(&self) -> (usize, usize) {
        match self {
            Transparency::Cells(cells) => cells.shape(),
            Transparency::Grid(grid) => grid.size,
        }
    }

    /// Whether a kernel that reads `cells` cells releases the interpreter lock.
    fn is_long(&self, cells: usize) -> bool {
        match self {
            Transparency::Cells(_) => is_large(cells),
            Transparency::Grid(_) => is_long(cells),
        }
    }

    /// Locks the layer for a kernel that keeps the interpreter lock unless it is `long`; see `Grid::read`.
    ///
    /// # Safety
    ///
    /// As for `OpenCells::read`.
    unsafe fn lock(&self, py: Python, long: bool) -> PyResult<LockedTransparency<'_>> {
        Ok(match self {
            // SAFETY: the caller's promise.
            Transparency::Cells(cells) => LockedTransparency::Cells(unsafe { cells.read(long)? }, cells.shape()),
            Transparency::Grid(grid) => LockedTransparency::Grid(grid.read(py)),
        })
    }
}

impl LockedTransparency<'_> {
    fn map(&self) -> Mask<'_> {
        match self {
            LockedTransparency::Cells(cells, shape) => mask(cells, *shape),
            LockedTransparency::Grid(layers) => layers.transparent.as_ref().expect("checked when read").mask(),
        }
    }

    fn walls(&self) -> Option<&Walls> {
        match self {
            LockedTransparency::Cells(..) => None,
            LockedTransparency::Grid(layers) => layers.transparent.as_ref().map(|cells| &cells.walls),
        }
    }
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
        return match walls {
            Some(walls) => beams::paint(walls, (y, x), reach, shape, place, width, out),
            None => sight::field_of_view(map, (y, x), reach, shape, |cy, cx| {
                out[(cy - y + place.0) as usize * width + (cx - x + place.1) as usize] = 1;
            }),
        };
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

/// The digital line from a to b as int32 (n, 2); see kernels.reference.line.
#[pyfunction]
#[pyo3(signature = (a, b, *, out=Arg::Missing))]
#[pyo3(text_signature = "(a, b, *, out=None)")]
pub fn line<'py>(
    py: Python<'py>,
    a: Value<'_, 'py>,
    b: Value<'_, 'py>,
    out: Arg<'_, 'py>,
) -> PyResult<Bound<'py, PyArray2<i32>>> {
    let (a, b) = (pair(a, "a")?, pair(b, "b")?);
    let count = a.0.abs_diff(b.0).max(a.1.abs_diff(b.1)) as usize + 1;
    Plane::of(py, &out, [count, 2])?.fill(py, Content::Any, false, |cells: &mut [i32]| {
        let mut rows = cells.chunks_exact_mut(2);
        sight::line(a, b, |y, x| rows.next().expect("as many as counted").copy_from_slice(&[y, x]));
        Ok(())
    })
}

/// Whether two tiles see each other; see kernels.reference.line_of_sight.
#[pyfunction]
pub fn line_of_sight(transparent: Value, a: Value, b: Value) -> PyResult<bool> {
    let layer = Transparency::of(transparent)?;
    let a = position(a, "a", layer.shape())?;
    let b = position(b, "b", layer.shape())?;
    // SAFETY: the kernel runs at once.
    let locked = unsafe { layer.lock(transparent.py(), false)? };
    Ok(sight::line_of_sight(locked.map(), signed(a), signed(b)))
}

/// The field of view of a tile; see kernels.reference.field_of_view.
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
    let (height, width) = layer.shape();
    let out = Plane::of(py, &out, (height, width))?;
    let window = (reach as usize).saturating_mul(4 * reach.max(0) as usize);
    let long = layer.is_long(if reach < 0 { height * width } else { window.min(height * width) });
    // SAFETY: the kernel runs at once; an output that may overlap the input gets a copy of it.
    let locked = unsafe { layer.lock(py, long || out.is_given())? };
    let (map, walls) = (locked.map(), locked.walls());
    out.fill_bytes(py, Content::Zeros, long, |seen| {
        paint_view(map, walls, origin, reach, shape, (signed(origin), width, seen));
        Ok(())
    })
}

/// The fields of view of many viewers, in windows centered on them; see kernels.reference.fields_of_view.
#[pyfunction]
#[pyo3(signature = (transparent, origins, radii, shape=Arg::Missing, *, out=Arg::Missing))]
#[pyo3(text_signature = "(transparent, origins, radii, shape='square', *, out=None)")]
pub fn fields_of_view<'py>(
    py: Python<'py>,
    transparent: Value<'_, 'py>,
    origins: Value<'_, 'py>,
    radii: Value<'_, 'py>,
    shape: Arg<'_, 'py>,
    out: Arg<'_, 'py>,
) -> PyResult<Bound<'py, PyArray3<bool>>> {
    let layer = Transparency::of(transparent)?;
    let viewers = positions(origins, "origins", layer.shape())?;
    let reaches = each(radii, "radii", viewers.len(), 0, 1023)?;
    let shape = shape_of(&shape)?;
    let most = reaches.iter().copied().max().unwrap_or(0) as i32;
    let side = 2 * most as usize + 1;
    let out = Out::<bool, Ix3, 3>::of(py, &out, [viewers.len(), side, side])?;
    let work = viewers.len() * side * side;
    let long = layer.is_long(work);
    // SAFETY: the kernel runs at once; an output that may overlap the input gets a copy of it.
    let locked = unsafe { layer.lock(py, long || out.is_given())? };
    let (map, walls) = (locked.map(), locked.walls());
    // Each gets windows, and the index of the first.
    let cast = |(first, windows): (usize, &mut [u8])| {
        let viewers = viewers[first..].iter().zip(&reaches[first..]);
        for (window, (&viewer, &reach)) in windows.chunks_exact_mut(side * side).zip(viewers) {
            paint_view(map, walls, viewer, reach as i32, shape, ((most, most), side, window));
        }
    };
    out.fill_bytes(py, Content::Zeros, long, |windows| {
        if work < PARALLEL_CELLS {
            cast((0, windows));
        } else {
            let some = PARALLEL_CELLS.div_ceil(8 * side * side);
            share(
                windows.chunks_mut(some * side * side).enumerate().map(|(part, windows)| (part * some, windows)),
                cast,
            );
        }
        Ok(())
    })
}

/// Visibility of targets, as bool (n, m); see kernels.reference.visible_pairs.
#[pyfunction]
#[pyo3(signature = (transparent, origins, radii, targets, shape=Arg::Missing, *, out=Arg::Missing))]
#[pyo3(text_signature = "(transparent, origins, radii, targets, shape='square', *, out=None)")]
pub fn visible_pairs<'py>(
    py: Python<'py>,
    transparent: Value<'_, 'py>,
    origins: Value<'_, 'py>,
    radii: Value<'_, 'py>,
    targets: Value<'_, 'py>,
    shape: Arg<'_, 'py>,
    out: Arg<'_, 'py>,
) -> PyResult<Bound<'py, PyArray2<bool>>> {
    let layer = Transparency::of(transparent)?;
    let viewers = positions(origins, "origins", layer.shape())?;
    let reaches = match radii.is_none() {
        true => filled(-1, viewers.len())?,
        false => each(radii, "radii", viewers.len(), -1, i64::from(MAX_DISTANCE))?,
    };
    let target_cells = positions(targets, "targets", layer.shape())?;
    let shape = shape_of(&shape)?;
    let out = Plane::<bool>::of(py, &out, [viewers.len(), target_cells.len()])?;
    let work = viewers.len() * target_cells.len();
    if work == 0 {
        return out.fill(py, Content::Zeros, false, |_| Ok(()));
    }
    let (height, width) = layer.shape();
    let parallel = work >= PARALLEL_PAIRS;
    let long = parallel && layer.is_long(work * height.max(width));
    // SAFETY: the kernel runs at once; an output that may overlap the input gets a copy of it.
    let locked = unsafe { layer.lock(py, long || out.is_given())? };
    let map = locked.map();
    let look = |((row, &viewer), &reach): ((&mut [bool], &(usize, usize)), &i64)| {
        let (y, x) = signed(viewer);
        for (seen, &target) in row.iter_mut().zip(&target_cells) {
            let (ty, tx) = signed(target);
            *seen = shape.reaches(ty - y, tx - x, reach as i32) && sight::line_of_sight(map, (y, x), (ty, tx));
        }
    };
    let row = target_cells.len();
    out.fill(py, Content::Zeros, long, |pairs| {
        let rows = pairs.chunks_exact_mut(row).zip(&viewers).zip(&reaches);
        if parallel {
            share(rows, look)
        } else {
            rows.for_each(look)
        }
        Ok(())
    })
}
