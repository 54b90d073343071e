//! Noises, and who hears them.

use crate::layers::Layer;
use crate::rules::{DIRECTION, Field, Hearing};
use crate::run::{Number, Run};
use crate::tools::{NoiseRow, get};
use footfall_stealth::Result;
use footfall_stealth::creature::Cell;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use std::rc::Rc;

impl<'py> Run<'_, 'py> {
    /// The noises of a list of the world that are at least so loud.
    pub fn list_noises(&self, name: &Bound<'py, PyString>, least: i64) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let (py, mut loud) = (self.py, Vec::new());
        for noise in get::<Bound<PyList>>(&self.parts.world, name)?.iter() {
            if get::<i64>(&noise, intern!(py, "loudness"))? >= least {
                loud.push(noise);
            }
        }
        Ok(loud)
    }

    /// The kind of the player's loudest noise that still sounds, the first of several; empty if it is silent.
    pub fn noise_kind(&mut self) -> PyResult<Rc<str>> {
        if self.noise_kind.is_none() {
            self.read_noise()?;
        }
        Ok(self.noise_kind.clone().unwrap_or_default())
    }

    /// Reads loudness and kind of the loudest noise of the player's character, the first of several (`find_loudness`).
    pub fn read_noise(&mut self) -> PyResult<()> {
        let (py, mut loudest, mut kind) = (self.py, 0, "".into());
        for noise in self.list_noises(intern!(py, "noises"), 1)? {
            let loudness = get(&noise, intern!(py, "loudness"))?;
            if loudness > loudest && noise.getattr(intern!(py, "source"))?.eq(&self.player_id)? {
                (loudest, kind) = (loudness, get::<Bound<PyString>>(&noise, intern!(py, "kind"))?.to_str()?.into());
            }
        }
        self.phase_mut().noise = loudest;
        self.noise_kind = Some(kind);
        Ok(())
    }

    /// The sound distances from the player's character, up to `reach` tenths of a cell at least.
    pub fn hearing(&mut self, reach: i64) -> PyResult<&Layer<'py, i32>> {
        let reach = reach.max(self.phase.settings.min_hearing_reach);
        let known = self.hearing.take().filter(|(known, _)| *known >= reach);
        let hearing = match known {
            Some(known) => known,
            None => (reach, self.measure(self.phase.player, reach)?),
        };
        Ok(&self.hearing.insert(hearing).1)
    }

    /// The sound distances around a cell, up to `reach` tenths of a cell at least.
    pub fn measure(&self, cell: Cell, reach: i64) -> PyResult<Layer<'py, i32>> {
        let compute = self.memory.tools.compute_hearing_map.bind(self.py);
        Layer::of(compute.call1((&self.parts.ground, self.python_place(cell), reach))?)
    }

    /// The greatest distance, in tenths of a cell, at which a noise may be heard: `reach`, or more if rules of mods can
    /// extend it, but no more than the size of the level.
    pub fn find_limit(&self, kind: &str, loudness: i64, reach: i64) -> i64 {
        let all = 10 * (self.walkable.height + self.walkable.width) as i64;
        match &self.memory.hearing_rules {
            Some(rules) if self.phase.covered.hearing_rules => rules.find_reaches(kind, loudness, reach).1.min(all),
            _ => reach,
        }
    }

    /// Whether a noise is heard, `reach` tenths of a cell away at most unless rules of mods decide otherwise.
    pub fn is_heard(&self, hearing: Hearing, reach: i64) -> Result<bool, PyErr> {
        match &self.memory.hearing_rules {
            Some(rules) if self.phase.covered.hearing_rules => rules.is_heard(self, hearing, reach),
            _ => Ok((0..=reach).contains(&hearing.distance)),
        }
    }

    /// Whether nothing changes from here on, so that each reading is asked once for an actor.
    pub fn hold_readings(&mut self, is_still: bool) {
        self.memory.epoch += 1;
        self.memory.is_still = is_still;
    }

    /// The loudness of a step by an actor whose things add `noise`: with the ground, and as rules of mods change it.
    pub fn step_loudness(&self, actor: &Bound<'py, PyAny>, from: Cell, to: Cell, noise: i64) -> Result<i64, PyErr> {
        let ground = self.memory.tools.read_loudness(&self.tile_tags(to)?)?;
        let loudness = (self.phase.settings.step_loudness + noise + ground).max(0);
        let Some(rules) = &self.memory.move_rules else { return Ok(loudness) };
        let fields = [Field::Number(actor.extract()?), Field::Cell(from), Field::Cell(to)];
        Ok(rules.fold(self, &fields, loudness)?.max(0))
    }

    /// Whether the player's character may hear a noise that is not reported yet, out of its view.
    pub fn may_hear(&mut self, noise: &NoiseRow) -> PyResult<bool> {
        let reach = self.player_number(Number::Reach)?;
        let Some(place) = self.place(noise.at) else { return Ok(true) };
        let (kind, loudness) = (noise.kind.to_str()?, noise.loudness);
        let distance = i64::from(self.hearing(self.find_limit(kind, loudness, reach))?.get(place));
        let [listener, source] = [self.player_id.extract()?, noise.source.extract()?];
        let asks_direction = self.memory.hearing_rules.as_ref().is_some_and(|rules| rules.reads(DIRECTION));
        let is_heard = |direction| {
            let hearing = Hearing { listener, source, kind, loudness, distance, direction };
            self.is_heard(hearing, reach).unwrap_or(true)
        };
        // From where the sound arrives is not known here: any direction.
        Ok(distance >= 0 && if asks_direction { (-1..8).any(is_heard) } else { is_heard(-1) })
    }

    /// Whether the player's character may hear a noise on a cell out of its view, unless rules of mods decide otherwise.
    pub fn player_hears(&mut self, cell: Cell) -> PyResult<bool> {
        let reach = self.player_number(Number::Reach)?;
        let Some(place) = self.place(cell) else { return Ok(true) };
        let apart = i64::from(self.hearing(reach)?.get(place));
        Ok((0..=reach).contains(&apart))
    }
}
