//! What programs that learn see and may do, cell by cell. The functions in Python of `plugins/stealth/environment` that
//! call these are their reference.

use crate::layers::Layer;
use crate::tools::get;
use footfall_kernels::DIRECTIONS;
use numpy::{PyReadonlyArray1, PyReadwriteArray3, PyUntypedArrayMethods};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};
use std::ops::Range;

/// A cell, absolute or as an array index.
type At = (isize, isize);

/// The number of planes; the last two are those of creatures and their awareness.
const PLANES: usize = 6;

/// Bits of the flags of a tile: one walks there; it closes, eases or is struck.
const OPEN: u8 = 1;
const DOOR: u8 = 2;

/// The things that the character has seen, by id; the numbers of kinds; the numbers of kinds as they look, and a function
/// that adds one to them.
#[derive(FromPyObject)]
pub struct Things<'py>(Bound<'py, PyDict>, Bound<'py, PyDict>, Bound<'py, PyDict>, Bound<'py, PyAny>);

/// The square around the character.
struct Window {
    radius: isize,
    middle: At,
    rows: Range<isize>,
    columns: Range<isize>,
}

impl Window {
    fn new(side: usize, middle: At, (height, width): (usize, usize)) -> Self {
        let radius = (side / 2) as isize;
        let clip = |at: isize, length: usize| (at - radius).max(0)..(at + radius + 1).min(length as isize);
        Self { radius, middle, rows: clip(middle.0, height), columns: clip(middle.1, width) }
    }

    /// Where some cells of a row are in a plane.
    fn places(&self, row: isize, columns: Range<isize>) -> Range<usize> {
        let first = (row - self.middle.0 + self.radius) * (2 * self.radius + 1) + self.radius - self.middle.1;
        (first + columns.start) as usize..(first + columns.end) as usize
    }

    /// The cells of the square that are on the map and within a distance of one of them, by row.
    fn near(&self, (y, x): At, reach: isize) -> (Range<isize>, Range<isize>) {
        let overlap = |at: isize, range: &Range<isize>| {
            let first = (at - reach).clamp(range.start, range.end);
            first..(at + reach + 1).clamp(first, range.end)
        };
        (overlap(y, &self.rows), overlap(x, &self.columns))
    }
}

fn read_layer<'py, T: numpy::Element + Copy>(
    owner: &Bound<'py, PyAny>,
    name: &Bound<'py, PyString>,
) -> PyResult<Layer<'py, T>> {
    Layer::of(owner.getattr(name)?)
}

fn check_shapes(shapes: &[(usize, usize)]) -> PyResult<()> {
    if shapes.windows(2).all(|pair| pair[0] == pair[1]) { Ok(()) } else { Err(PyValueError::new_err("other shapes")) }
}

/// Writes the planes of tiles, view, light and things, as `Observer.write_planes` does.
///
/// Args: the planes; the level; the layers of memory and view; the numbers of tiles by 1 + palette number, as they look
/// and recognized; the array index of the character; the lights and their radius, None in daylight; the things.
#[pyfunction]
pub fn draw_planes<'py>(
    mut planes: PyReadwriteArray3<'py, i16>,
    level: &Bound<'py, PyAny>,
    layers: (Bound<'py, PyAny>, Bound<'py, PyAny>),
    numbers: (PyReadonlyArray1<'py, i16>, PyReadonlyArray1<'py, i16>),
    middle: At,
    lights: Option<Vec<(At, isize)>>,
    things: Things<'py>,
) -> PyResult<()> {
    let py = level.py();
    let shape = planes.shape().to_vec();
    let side = shape[1];
    if shape != [PLANES, side, side] || side % 2 == 0 {
        return Err(PyValueError::new_err(format!("expected {PLANES} odd squares, got {shape:?}")));
    }
    let (tiles, recognized) =
        (read_layer::<u8>(level, intern!(py, "tiles"))?, read_layer::<bool>(level, intern!(py, "recognized"))?);
    let (memory, visible) = (Layer::<u8>::of(layers.0)?, Layer::<bool>::of(layers.1)?);
    check_shapes(&[tiles.shape(), memory.shape(), recognized.shape(), visible.shape()])?;
    let (apparent, real) = (numbers.0.as_slice()?, numbers.1.as_slice()?);
    let window = Window::new(side, middle, tiles.shape());
    let mut planes = planes.as_slice_mut()?.chunks_exact_mut(side * side);
    let (Some(tile), Some(seen), Some(lit), Some(thing)) = (planes.next(), planes.next(), planes.next(), planes.next())
    else {
        unreachable!("six planes")
    };
    let columns = window.columns.start as usize..window.columns.end as usize;
    for row in window.rows.clone() {
        let places = window.places(row, window.columns.clone());
        let row = row as usize;
        let below = tiles.row(row, columns.clone()).zip(memory.row(row, columns.clone()));
        let known = visible.row(row, columns.clone()).zip(recognized.row(row, columns.clone()));
        for (at, ((below, remembered), (in_view, recognized))) in places.zip(below.zip(known)) {
            let shown = usize::from(if in_view { below.wrapping_add(1) } else { remembered });
            let numbers = if recognized { real } else { apparent };
            tile[at] = *numbers.get(shown).ok_or_else(|| PyIndexError::new_err("a tile beyond the palette"))?;
            seen[at] = i16::from(in_view);
        }
    }
    match lights {
        None => lit.copy_from_slice(seen),
        Some(lights) => {
            for (at, reach) in lights {
                let (rows, columns) = window.near(at, reach);
                for places in rows.map(|row| window.places(row, columns.clone())) {
                    lit[places.clone()].copy_from_slice(&seen[places]);
                }
            }
        }
    }
    let origin: At = get(level, intern!(py, "origin"))?;
    draw_things(thing, &window, origin, &things)
}

/// Writes the things that the character sees or remembers; of those on one cell the last.
fn draw_things(plane: &mut [i16], window: &Window, (top, left): At, things: &Things) -> PyResult<()> {
    let Things(seen, kinds, looks, find_look) = things;
    let (py, mut found) = (seen.py(), Vec::new());
    for (id, thing) in seen.iter() {
        let (y, x): At = get(&thing, intern!(py, "at"))?;
        let (row, column) = (y - top, x - left);
        if !window.rows.contains(&row) || !window.columns.contains(&column) {
            continue;
        }
        let kind = thing.getattr(intern!(py, "kind"))?;
        let number = match thing.getattr(intern!(py, "is_identified"))?.is_truthy()? {
            true => kinds.get_item(&kind)?.map_or(Ok(0), |number| number.extract())?,
            false => looks.get_item(&kind)?.map_or_else(|| find_look.call1((&kind,)), Ok)?.extract()?,
        };
        found.push((id.extract::<i64>()?, window.places(row, column..column + 1).start, number));
    }
    found.sort_unstable();
    for (_, at, number) in found {
        plane[at] = number;
    }
    Ok(())
}

/// Lists the actors on cells in view, in order of id, as `known_map.list_in_view` does.
#[pyfunction]
pub fn list_in_view<'py>(
    actor_by_cell: &Bound<'py, PyDict>,
    visible: Bound<'py, PyAny>,
    origin: At,
) -> PyResult<Vec<i64>> {
    let (visible, (top, left)) = (Layer::<bool>::of(visible)?, origin);
    let mut found = Vec::new();
    for (cell, id) in actor_by_cell.iter() {
        let (y, x): At = cell.extract()?;
        if visible.find((y - top, x - left)).unwrap_or(false) {
            found.push(id.extract()?);
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// Finds the steps, and the deeds to doors as remembered, that `actions.mask_neighbors` allows.
///
/// Args: the level; the layers of view and of occupied cells; the flags of the palette; the array index of the character.
/// Returns 1 for each direction of a step and of such a door, and the directions of cells in view that are not plainly free.
#[pyfunction]
pub fn mask_neighbors<'py>(
    level: &Bound<'py, PyAny>,
    layers: (Bound<'py, PyAny>, Bound<'py, PyAny>),
    flags: &[u8],
    middle: At,
) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>, Vec<usize>)> {
    let py = level.py();
    let (tiles, memory) =
        (read_layer::<u8>(level, intern!(py, "tiles"))?, read_layer::<u8>(level, intern!(py, "memory"))?);
    let (visible, occupied) = (Layer::<bool>::of(layers.0)?, Layer::<bool>::of(layers.1)?);
    let ((y, x), mut walks, mut doors, mut left) = (middle, [0; 8], [0; 8], Vec::new());
    let flags = |number: u8| flags.get(usize::from(number)).copied().unwrap_or(0);
    for (direction, (dy, dx)) in DIRECTIONS.into_iter().enumerate() {
        let cell = (y + dy as isize, x + dx as isize);
        let Some(tile) = tiles.find(cell) else { continue };
        if !visible.find(cell).unwrap_or(false) {
            walks[direction] = 1;
            let known = memory.find(cell).filter(|&known| known > 0);
            doors[direction] = u8::from(known.is_some_and(|known| flags(known - 1) & DOOR != 0));
        } else if flags(tile) == OPEN && !occupied.find(cell).unwrap_or(false) {
            walks[direction] = 1;
        } else if flags(tile) != 0 {
            left.push(direction);
        }
    }
    Ok((PyBytes::new(py, &walks), PyBytes::new(py, &doors), left))
}
