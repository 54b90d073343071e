//! What the player's character sees.

use crate::layers::Layer;
use crate::run::Run;
use footfall_stealth::creature::{Cell, distance};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::Arc;

/// The view of the player's character: `sight.look`.
#[derive(Clone)]
pub struct Look<'py> {
    /// 1 for each cell in view, row by row.
    pub mask: Bound<'py, PyBytes>,
    /// Cells and radii of lights besides its own; None in daylight.
    lights: Option<Vec<(Cell, i64)>>,
}

/// The places of the ones in bytes of 0 and 1, row by row.
fn list_set(bytes: &[u8], width: usize) -> Vec<(usize, usize)> {
    let mut places = Vec::with_capacity(512);
    for (y, row) in bytes.chunks_exact(width.max(1)).enumerate() {
        let words = row.chunks_exact(8);
        let rest = words.remainder();
        for (word, x) in words.zip((0..).step_by(8)) {
            let mut ones = word.iter().rev().fold(0, |ones, &byte| ones << 8 | u64::from(byte));
            while ones != 0 {
                places.push((y, x + ones.trailing_zeros() as usize / 8));
                ones &= ones - 1;
            }
        }
        let first = width - rest.len();
        places.extend(rest.iter().zip(first..).filter(|(byte, _)| **byte != 0).map(|(_, x)| (y, x)));
    }
    places
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
        Ok(self.look()?.mask.as_bytes()[y * width + x] != 0)
    }

    /// Whether the player's character stands in the open, or in the light of another (`sight.is_lit`).
    pub fn is_player_lit(&mut self) -> PyResult<bool> {
        let effects = self.player.getattr(intern!(self.py, "effects"))?;
        let at = self.python_place(self.phase.player);
        Ok(effects.contains(&self.memory.tools.lamp)?
            || self
                .look()?
                .lights
                .as_ref()
                .is_none_or(|lights| lights.iter().any(|&(cell, radius)| distance(cell, at) <= radius)))
    }

    /// The cells in view, as places in the arrays of the level.
    pub fn list_visible(&mut self) -> PyResult<Arc<[(usize, usize)]>> {
        let width = self.walkable.width;
        let mask = self.look()?.mask.clone();
        if let Some((_, visible)) = self.memory.visible.as_ref().filter(|(known, _)| mask.is(known)) {
            return Ok(Arc::clone(visible));
        }
        let visible: Arc<[_]> = list_set(mask.as_bytes(), width).into();
        self.memory.visible = Some((mask.unbind(), Arc::clone(&visible)));
        Ok(visible)
    }

    pub fn look(&mut self) -> PyResult<&Look<'py>> {
        let look = match self.look.take() {
            Some(look) => look,
            None => {
                let look = self.memory.tools.look.bind(self.py).call1((&self.shared,))?;
                Look { mask: look.get_item(2)?.extract()?, lights: look.get_item(3)?.extract()? }
            }
        };
        Ok(self.look.insert(look))
    }

    /// A creature has moved; it may carry a light.
    pub fn follow_lights(&mut self) {
        if self.has_lights {
            self.look = None;
        }
    }
}
