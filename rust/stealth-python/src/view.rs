//! The view of the player's character.

use crate::layers::Layer;
use crate::run::{Number, Run};
use crate::tools::get;
use footfall_stealth::creature::{Cell, distance};
use numpy::PyArray2;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyTuple};

/// Cells that are compared at once.
const CHUNK: usize = 64;

/// The places where both of two masks of a level have a one, row by row.
pub fn list_common(cells: &[u8], others: &[u8], width: usize) -> Vec<(usize, usize)> {
    let mut places = Vec::new();
    for ((cells, others), first) in cells.chunks(CHUNK).zip(others.chunks(CHUNK)).zip((0..).step_by(CHUNK)) {
        if cells.iter().zip(others).fold(0, |found, (cell, other)| found | cell & other) != 0 {
            let common = cells.iter().zip(others).zip(first..).filter(|((cell, other), _)| **cell & **other != 0);
            places.extend(common.map(|(_, at)| (at / width, at % width)));
        }
    }
    places
}

/// Whether a cell of a mask is remembered otherwise than it is: as another number than 1 + that of its tile.
pub fn is_stale(cells: &[u8], tiles: &[u8], memory: &[u8]) -> bool {
    let mut chunks = cells.chunks(CHUNK).zip(tiles.chunks(CHUNK)).zip(memory.chunks(CHUNK));
    chunks.any(|((cells, tiles), memory)| {
        let differ = |cell: &u8, tile: &u8, known: &u8| cell.wrapping_neg() & (known ^ tile.wrapping_add(1));
        cells.iter().zip(tiles).zip(memory).fold(0, |found, ((cell, tile), known)| found | differ(cell, tile, known))
            != 0
    })
}

impl<'py> Run<'_, 'py> {
    /// The cells in line of sight of the player's character, up to `reach` cells away at least.
    pub fn view(&mut self, reach: i64) -> PyResult<&Layer<'py, bool>> {
        let reach = reach.max(self.phase.settings.min_view_radius);
        let known = self.view.take().filter(|(known, _)| *known >= reach);
        let view = match known {
            Some(known) => known,
            None => {
                let place = self.python_place(self.phase.player);
                let find = self.memory.tools.find_visible_cells.bind(self.py);
                (reach, Layer::of(find.call1((&self.parts.ground, place, reach))?)?)
            }
        };
        Ok(&self.view.insert(view).1)
    }

    /// Whether the player's character sees a cell.
    pub fn player_sees(&mut self, cell: Cell) -> PyResult<bool> {
        let Some((y, x)) = self.place(cell) else { return Ok(false) };
        let width = self.walkable.width;
        Ok(self.look()?.as_bytes()[y * width + x] != 0)
    }

    /// The view of the player's character: 1 for each cell in view, row by row.
    pub fn look(&mut self) -> PyResult<&Bound<'py, PyBytes>> {
        let mask = match self.look.take() {
            Some(mask) => mask,
            None => match self.find_view()? {
                Some(mask) => mask,
                None => self.memory.tools.look.bind(self.py).call1((&self.shared,))?.get_item(2)?.cast_into()?,
            },
        };
        Ok(self.look.insert(mask))
    }

    /// The view by lamp and flames, which the rules in Python keep, too (`sight.look`); None if these must look: by day,
    /// and if an effect or a thing may give light.
    fn find_view(&mut self) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let (py, at) = (self.py, self.python_place(self.phase.player));
        if self.tile_tags(self.phase.player)?.contains(&self.memory.tools.daylight_tag)? {
            return Ok(None);
        }
        let reach = self.total(&self.outfit, intern!(py, "fov"), 0)?;
        let mut spots = vec![(at, reach)];
        for light in get::<Bound<PyList>>(&self.parts.index, intern!(py, "lights"))?.iter() {
            let (id, radius): (Bound<PyAny>, i64) = light.extract()?;
            let actor = self.actors.as_any().get_item(&id)?;
            if id.eq(&self.player_id)? || actor.getattr(intern!(py, "effects"))?.is_truthy()? {
                return Ok(None);
            }
            if radius != 0 {
                spots.push((self.python_place(get(&actor, intern!(py, "at"))?), radius));
            }
        }
        let generation = self.parts.ground.getattr(intern!(py, "grid"))?.getattr(intern!(py, "generation"))?;
        let flames = PyList::new(py, &spots[1..])?;
        let first = [generation, at.into_pyobject(py)?.into_any(), reach.into_pyobject(py)?.into_any()];
        let facts = PyTuple::new(py, first.into_iter().chain(flames.iter()).collect::<Vec<_>>())?;
        let memo: Bound<PyDict> = get(&self.parts.ground, intern!(py, "memo"))?;
        if let Some(known) = memo.get_item(&self.memory.tools.view_key)? {
            if known.get_item(0)?.eq(&facts)? {
                return Ok(Some(known.get_item(2)?.cast_into()?));
            }
        }
        let farthest = spots.iter().map(|&(cell, radius)| distance(at, cell) + radius).max();
        let line = self.view(farthest.unwrap_or_default())?.clone();
        let visible = PyArray2::<bool>::zeros(py, [line.height, line.width], false);
        let lit = Layer::of(visible.clone().into_any())?;
        for ((y, x), radius) in spots {
            let near = |at: i32, length: usize| {
                let (at, length) = (i64::from(at), length as i64);
                (at - radius).clamp(0, length) as usize..(at + radius + 1).clamp(0, length) as usize
            };
            for row in near(y, line.height) {
                lit.copy_row(&line, row, near(x, line.width));
            }
        }
        let mask = PyBytes::new(py, lit.bytes().unwrap_or_default());
        memo.set_item(&self.memory.tools.view_key, (facts, visible, &mask, flames, reach))?;
        Ok(Some(mask))
    }

    /// A creature has moved; it may carry a light.
    pub fn follow_lights(&mut self) {
        if self.has_lights {
            self.look = None;
            self.numbers[Number::Lit as usize] = None;
        }
    }
}
