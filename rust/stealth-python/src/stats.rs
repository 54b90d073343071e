//! Stats with equipment and effects (`actors/stats.py`).

use crate::layers::Layer;
use crate::run::Run;
use crate::tools::{get, stat_or};
use footfall_kernels::DIRECTIONS;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

/// The offsets of the orthogonal neighbors of a cell.
pub const ORTHOGONAL: [(i32, i32); 4] = [DIRECTIONS[0], DIRECTIONS[2], DIRECTIONS[4], DIRECTIONS[6]];

/// The tables of an actor that decide its stats.
pub struct Outfit<'py> {
    pub stats: Bound<'py, PyDict>,
    pub worn: Bound<'py, PyDict>,
    pub effects: Bound<'py, PyDict>,
}

impl<'py> Outfit<'py> {
    pub fn of(actor: &Bound<'py, PyAny>) -> PyResult<Self> {
        let read = |name| get(actor, name);
        let py = actor.py();
        Ok(Self {
            stats: read(intern!(py, "stats"))?,
            worn: read(intern!(py, "worn"))?,
            effects: read(intern!(py, "effects"))?,
        })
    }
}

impl<'py> Run<'_, 'py> {
    /// A stat with equipment and effects (`effective_stat`); `extra` is added before the effects.
    ///
    /// The bonus of listening is left out.
    pub fn total(&self, outfit: &Outfit<'py>, stat: &Bound<'py, PyString>, extra: i64) -> PyResult<i64> {
        let (py, tools) = (self.py, &self.memory.tools);
        let mut value = stat_or(&outfit.stats, stat, 0)? + extra;
        if !outfit.worn.is_empty() {
            let items = self.parts.world.getattr(intern!(py, "items"))?;
            for (_, id) in outfit.worn.iter() {
                let kind = items.get_item(id)?.getattr(intern!(py, "kind"))?;
                value += stat_or(tools.item_bonuses.bind(py).as_any().get_item(kind)?.cast()?, stat, 0)?;
            }
        }
        let value = self.add_effects(&outfit.effects, stat, value)?;
        Ok(if value < 0 && tools.non_negative_stats.contains(&stat.extract()?) { 0 } else { value })
    }

    /// A number with timed effects.
    fn add_effects(&self, effects: &Bound<'py, PyDict>, stat: &Bound<'py, PyString>, value: i64) -> PyResult<i64> {
        let (py, tools, mut value, mut fixed) = (self.py, &self.memory.tools, value, None);
        if effects.is_empty() {
            return Ok(value);
        }
        for (effect, _) in effects.iter() {
            if let Some(found) = tools.effect_bonuses.bind(py).get_item(effect)? {
                let (bonus, values): (Bound<PyDict>, Bound<PyDict>) = found.extract()?;
                value += stat_or(&bonus, stat, 0)?;
                fixed = values.get_item(stat)?.or(fixed);
            }
        }
        fixed.map_or(Ok(value), |fixed: Bound<PyAny>| fixed.extract())
    }

    /// Time points with timed effects: at least 1.
    pub fn cost_with_effects(&self, effects: &Bound<'py, PyDict>, cost: i64) -> PyResult<i64> {
        Ok(if effects.is_empty() { cost } else { self.add_effects(effects, intern!(self.py, "cost"), cost)?.max(1) })
    }

    /// FOV and FOH of an actor.
    pub fn sense_ranges(&self, outfit: &Outfit<'py>) -> PyResult<(i64, i64)> {
        let py = self.py;
        Ok((self.total(outfit, intern!(py, "fov"), 0)?, self.total(outfit, intern!(py, "foh"), 0)?))
    }

    /// The bonus of the player's character next to a wall (`effective_stealth`).
    pub fn wall_bonus(&self) -> PyResult<i64> {
        let (py, (y, x)) = (self.py, self.python_place(self.phase.player));
        let tiles = Layer::<u8>::of(self.parts.level.getattr(intern!(py, "tiles"))?)?;
        let kinds: Bound<PyList> = get(&self.parts.ground, intern!(py, "tile_kinds"))?;
        for (dy, dx) in ORTHOGONAL {
            let Some(tile) = tiles.find(((y + dy) as isize, (x + dx) as isize)) else { continue };
            if get(&kinds.get_item(tile.into())?, intern!(py, "is_shelter"))? {
                return Ok(self.phase.settings.stealth_wall_bonus);
            }
        }
        Ok(0)
    }
}
