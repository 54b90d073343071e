//! The observations and legal actions of programs that learn, cell by cell. The functions in Python of `plugins/stealth/environment` that
//! call these are their reference.

use crate::layers::Layer;
use crate::tools::get;
use footfall_kernels::DIRECTIONS;
use numpy::{PyReadonlyArray1, PyReadonlyArray2, PyReadwriteArray3, PyUntypedArrayMethods};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};
use std::ops::Range;

/// A cell, absolute or as an array index.
type At = (isize, isize);

/// The number of planes; the last two are those of creatures and their awareness.
const PLANES: usize = 6;

/// Bits of the flags of a tile: it can be walked on; it can be closed, eased or struck; all that decide about steps; one
/// on it lights the lamp, and whistles.
const OPEN: u8 = 1;
const DOOR: u8 = 2;
const STEP_FLAGS: u8 = 7;
const LAMP: u8 = 8;
const WHISTLE: u8 = 16;

/// The actions in the order of the mask: to wait, steps, the lamp, whistling, stairs, and three deeds to doors.
const WALKS: usize = 1;
const DOORS: usize = 12;
const ACTIONS: usize = 36;

/// The planes to draw; the numbers of tiles by 1 + palette number, once as they look and once recognized; the lights with
/// their radius, None in daylight; and rows of the array index and the number of each thing that the character sees or
/// remembers, of which the last on a cell is drawn.
#[derive(FromPyObject)]
pub struct Sheet<'py>(
    PyReadwriteArray3<'py, i16>,
    (PyReadonlyArray1<'py, i16>, PyReadonlyArray1<'py, i16>),
    Option<Vec<(At, isize)>>,
    PyReadonlyArray2<'py, i16>,
);

/// The layers of a level that decide what the character sees of it.
struct Known<'py> {
    tiles: Layer<'py, u8>,
    /// None before the first look.
    memory: Option<Layer<'py, u8>>,
    recognized: Layer<'py, bool>,
    visible: Layer<'py, bool>,
}

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

/// The ids of the creatures in view, in order, the flags of the tile underfoot, the mask of the first actions, and the
/// directions that are left to Python.
type Around<'py> = (Vec<i64>, u8, Bound<'py, PyBytes>, Vec<usize>);

/// Reads what the level holds around the character, as `actions.list_in_view` and `actions.find_steps` do, and draws the
/// planes of tiles, view, light and things, as `Observer.write_cells` and `write_things` do.
///
/// Args: the level; the layers of view and of occupied cells; the ids of actors by cell; the flags of the palette; the
/// array index of the character; the sheet.
#[pyfunction]
pub fn look_around<'py>(
    level: &Bound<'py, PyAny>,
    layers: (Bound<'py, PyAny>, Bound<'py, PyAny>),
    actor_by_cell: &Bound<'py, PyDict>,
    flags: &[u8],
    middle: At,
    sheet: Option<Sheet<'py>>,
) -> PyResult<Around<'py>> {
    let py = level.py();
    let tiles = read_layer::<u8>(level, intern!(py, "tiles"))?;
    let memory = read_layer::<u8>(level, intern!(py, "memory"))?;
    let memory = (memory.shape() == tiles.shape()).then_some(memory);
    let recognized = read_layer::<bool>(level, intern!(py, "recognized"))?;
    let known = Known { tiles, memory, recognized, visible: Layer::of(layers.0)? };
    if [known.recognized.shape(), known.visible.shape()] != [known.tiles.shape(); 2] {
        return Err(PyValueError::new_err("other shapes"));
    }
    if let Some(sheet) = sheet {
        draw(&known, middle, sheet)?;
    }
    let ids = list_in_view(&known.visible, actor_by_cell, get(level, intern!(py, "origin"))?)?;
    let own = known.tiles.find(middle).and_then(|tile| flags.get(usize::from(tile))).copied().unwrap_or(0);
    let (mask, left) = mask_steps(&known, &Layer::of(layers.1)?, flags, (middle, own));
    Ok((ids, own, PyBytes::new(py, &mask), left))
}

fn draw(known: &Known, middle: At, sheet: Sheet) -> PyResult<()> {
    let Sheet(mut planes, numbers, lights, things) = sheet;
    let shape = planes.shape().to_vec();
    let side = shape[1];
    if shape != [PLANES, side, side] || side % 2 == 0 {
        return Err(PyValueError::new_err(format!("expected {PLANES} odd squares, got {shape:?}")));
    }
    let (apparent, real) = (numbers.0.as_slice()?, numbers.1.as_slice()?);
    let window = Window::new(side, middle, known.tiles.shape());
    let mut planes = planes.as_slice_mut()?.chunks_exact_mut(side * side);
    let (Some(tile), Some(seen), Some(lit), Some(thing)) = (planes.next(), planes.next(), planes.next(), planes.next())
    else {
        unreachable!("six planes")
    };
    let (tiles, visible, recognized) = (known.tiles.cells(), known.visible.cells(), known.recognized.cells());
    let memory = known.memory.as_ref().map(Layer::cells).unwrap_or_default();
    for row in window.rows.clone() {
        let places = window.places(row, window.columns.clone());
        let first = row as usize * known.tiles.width;
        let cells = first + window.columns.start as usize..first + window.columns.end as usize;
        let memory = memory.get(cells.clone()).unwrap_or_default();
        let layers = tiles[cells.clone()].iter().zip(&visible[cells.clone()]).zip(&recognized[cells]);
        let drawn = tile[places.clone()].iter_mut().zip(&mut seen[places]);
        for (at, (((&shown, &in_view), &recognized), (tile, seen))) in layers.zip(drawn).enumerate() {
            let shown = if in_view { shown.wrapping_add(1) } else { memory.get(at).copied().unwrap_or(0) };
            let numbers = if recognized { real } else { apparent };
            *tile =
                *numbers.get(usize::from(shown)).ok_or_else(|| PyIndexError::new_err("a tile beyond the palette"))?;
            *seen = i16::from(in_view);
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
    for row in things.as_slice()?.chunks_exact(3) {
        let (row, column, number) = (isize::from(row[0]), isize::from(row[1]), row[2]);
        if window.rows.contains(&row) && window.columns.contains(&column) {
            thing[window.places(row, column..column + 1).start] = number;
        }
    }
    Ok(())
}

fn list_in_view(visible: &Layer<bool>, actor_by_cell: &Bound<PyDict>, (top, left): At) -> PyResult<Vec<i64>> {
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

/// The mask of the first actions: deeds to doors as remembered; and the directions of cells in view that are not plainly
/// free.
fn mask_steps(
    known: &Known,
    occupied: &Layer<bool>,
    flags: &[u8],
    ((y, x), own): (At, u8),
) -> ([u8; ACTIONS], Vec<usize>) {
    let (mut mask, mut left) = ([0; ACTIONS], Vec::new());
    mask[0] = 1;
    let after = WALKS + DIRECTIONS.len();
    (mask[after], mask[after + 1]) = (u8::from(own & LAMP != 0), u8::from(own & WHISTLE != 0));
    let flags = |number: u8| flags.get(usize::from(number)).map_or(0, |flags| flags & STEP_FLAGS);
    for (direction, (dy, dx)) in DIRECTIONS.into_iter().enumerate() {
        let cell = (y + dy as isize, x + dx as isize);
        let Some(tile) = known.tiles.find(cell) else { continue };
        if !known.visible.find(cell).unwrap_or(false) {
            mask[WALKS + direction] = 1;
            let remembered = known.memory.as_ref().and_then(|memory| memory.find(cell)).filter(|&kind| kind > 0);
            let is_door = remembered.is_some_and(|kind| flags(kind - 1) & DOOR != 0);
            mask[DOORS..].iter_mut().skip(direction).step_by(8).for_each(|deed| *deed = u8::from(is_door));
        } else if flags(tile) == OPEN && !occupied.find(cell).unwrap_or(false) {
            mask[WALKS + direction] = 1;
        } else if flags(tile) != 0 {
            left.push(direction);
        }
    }
    (mask, left)
}
