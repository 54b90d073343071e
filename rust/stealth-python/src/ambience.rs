//! Sounds of the floor (`ambience.py`): the die of a turn is rolled here, and a sound that it allows is left to Python.

use crate::run::Run;
use crate::tools::get;
use footfall_stealth::creature::Mood;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

/// The possible sounds, as long as floor and residents are the same.
pub struct Ambience {
    ground: Py<PyAny>,
    residents: i64,
    sources: Vec<Source>,
    /// The key of its random stream.
    stream: u64,
}

/// Chances added up in permille, the creature that may sound, and the mood that it must be in; None for a place.
struct Source {
    upto: i64,
    maker: Option<(Py<PyAny>, Mood)>,
}

impl Run<'_, '_> {
    /// Whether a creature or a place may sound in this turn (`sound_ambience`), in the entry with this serial.
    pub fn sounds_ambience(&mut self, serial: u64) -> PyResult<bool> {
        if !self.phase.settings.shipped {
            return Ok(false);
        }
        self.read_ambience()?;
        let Some(ambience) = &self.memory.ambience else { return Ok(false) };
        let total = ambience.sources.last().map_or(0, |source| source.upto);
        if total == 0 {
            return Ok(false);
        }
        let sides = total.max(self.phase.settings.ambience_die);
        self.serials.enter(serial);
        let rolled = 1 + self.serials.draw(self.memory.seed, ambience.stream, sides as u64) as i64;
        let Some(source) = ambience.sources.iter().find(|source| rolled <= source.upto) else { return Ok(false) };
        let Some((id, needed)) = &source.maker else { return Ok(true) };
        let Some(mind) = self.minds.get_item(id)? else { return Ok(true) };
        Ok(self.memory.tools.mood(&mind.getattr(intern!(self.py, "mood"))?)? == *needed)
    }

    /// Reads what may sound, if the floor or its residents have changed.
    fn read_ambience(&mut self) -> PyResult<()> {
        let py = self.py;
        let residents = get(&self.parts.ground, intern!(py, "residents_version"))?;
        let known = self.memory.ambience.as_ref();
        if known.is_some_and(|known| known.ground.is(&self.parts.ground) && known.residents == residents) {
            return Ok(());
        }
        let listed = self.memory.tools.list_sources.bind(py).call1((&self.shared,))?.cast_into::<PyList>()?;
        let mut sources = Vec::new();
        for source in listed.iter() {
            let source = source.cast_into::<PyTuple>()?;
            let (upto, id) = (source.get_item(0)?.extract()?, source.get_item(2)?);
            let asleep = source.get_item(1)?.getattr(intern!(py, "state"))?.eq(intern!(py, "asleep"))?;
            let mood = if asleep { Mood::Asleep } else { Mood::Calm };
            sources.push(Source { upto, maker: if id.is_truthy()? { Some((id.unbind(), mood)) } else { None } });
        }
        let stream = self.ctx.call_method1(intern!(py, "find_stream"), ("ambience",))?.extract()?;
        self.memory.ambience =
            Some(Ambience { ground: self.parts.ground.clone().unbind(), residents, sources, stream });
        Ok(())
    }
}
