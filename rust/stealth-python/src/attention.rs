//! What creatures make of the noises of a turn (`ai/attention.py`): nothing, or the rules in Python play it.

use crate::run::{Run, contain, read_cell};
use footfall_stealth::creature::{Cell, Mood, distance};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

impl<'py> Run<'_, 'py> {
    /// Whether no noise draws or wakes a creature (`attend`); false if Python must play.
    pub fn attend(&self) -> PyResult<bool> {
        self.is_heeded().map(|heeded| !heeded).or_else(|error| contain(self.py, error, false))
    }

    /// Whether a creature may attend to a noise.
    fn is_heeded(&self) -> PyResult<bool> {
        let py = self.py;
        let unreported = self.world.getattr(intern!(py, "unreported"))?.cast_into::<PyList>()?;
        let mut cells = Vec::new();
        for noise in unreported.iter() {
            if self.is_striking(&noise)? {
                cells.push(read_cell(&noise.getattr(intern!(py, "at"))?)?);
            }
        }
        if cells.is_empty() {
            return Ok(false);
        }
        let by_side: Bound<PyDict> = self.index.getattr(intern!(py, "by_side"))?.cast_into()?;
        let Some(ids) = by_side.get_item(intern!(py, "hostile"))? else { return Ok(false) };
        for id in ids.cast::<PyList>()?.iter() {
            if self.may_heed(&id, &cells)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a noise is more than ordinary (`is_striking`); kinds that all are used to are left to Python.
    fn is_striking(&self, noise: &Bound<'py, PyAny>) -> PyResult<bool> {
        let (py, tools) = (self.py, &self.memory.tools);
        if noise.getattr(intern!(py, "loudness"))?.extract::<i64>()? < tools.striking_loudness
            || !noise.getattr(intern!(py, "level"))?.eq(&self.level_id)?
        {
            return Ok(false);
        }
        let kind = noise.getattr(intern!(py, "kind"))?;
        let kind = kind.cast::<PyString>()?.to_str()?;
        if !tools.ordinary.iter().any(|ordinary| ordinary == kind) {
            return Ok(true);
        }
        let Some(source) = self.actors.get_item(noise.getattr(intern!(py, "source"))?)? else { return Ok(true) };
        Ok(!source.getattr(intern!(py, "side"))?.eq(intern!(py, "hostile"))?)
    }

    /// Whether a creature is calm or asleep, of a kind that inquires, and near enough to hear one of the noises.
    fn may_heed(&self, id: &Bound<'py, PyAny>, cells: &[Cell]) -> PyResult<bool> {
        let py = self.py;
        let Some(mind) = self.minds.get_item(id)? else { return Ok(false) };
        if self.memory.tools.mood(&mind.getattr(intern!(py, "mood"))?)? == Mood::Aggravated {
            return Ok(false);
        }
        let ai = mind.getattr(intern!(py, "ai"))?;
        if self.memory.behaviors.get(ai.cast::<PyString>()?.to_str()?).is_some_and(|behavior| !behavior.inquires) {
            return Ok(false);
        }
        if !self.phase.covered.hear || self.phase.covered.hearing_rules {
            return Ok(true);
        }
        let actor = self.actors.as_any().get_item(id)?;
        let at = read_cell(&actor.getattr(intern!(py, "at"))?)?;
        let reach = 10 * self.sense_ranges(&actor)?.1;
        Ok(cells.iter().any(|&cell| distance(cell, at) * self.phase.least_sound_cost <= reach))
    }
}
