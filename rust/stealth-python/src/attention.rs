//! What creatures make of the noises of a turn (`ai/attention.py`).

use crate::layers::Layer;
use crate::run::{Run, read_cell};
use footfall_stealth::chance::{Circumstances, Fact};
use footfall_stealth::creature::{Cell, Inquiry, Mood, distance};
use footfall_stealth::phase::Die;
use footfall_stealth::{Result, Stop};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

/// A noise that nothing explains.
struct Noise<'py> {
    source: Bound<'py, PyAny>,
    kind: Bound<'py, PyString>,
    at: Cell,
    cell: Bound<'py, PyAny>,
    loudness: i64,
}

/// A creature that attends to noises: calm or asleep, of a behavior that inquires.
struct Listener<'py> {
    id: Bound<'py, PyAny>,
    actor: Bound<'py, PyAny>,
    mind: Bound<'py, PyAny>,
    mood: Mood,
    at: Cell,
    /// How far it hears, in tenths of a cell.
    reach: i64,
}

impl Listener<'_> {
    /// Whether it may hear a noise, as no sound travels farther.
    fn is_near(&self, noise: &Noise, least_cost: i64) -> bool {
        distance(self.at, noise.at) * least_cost <= self.reach
    }
}

/// A creature that goes to look, woken if it slept.
struct Drawn<'py> {
    id: Bound<'py, PyAny>,
    mind: Bound<'py, PyAny>,
    wakes: bool,
    inquiry: Bound<'py, PyAny>,
}

/// The loudness of a noise that a sleeper hears, and the dice.
struct Stirring<'r, 'a, 'py> {
    run: &'r mut Run<'a, 'py>,
    loudness: i64,
}

impl Circumstances for Stirring<'_, '_, '_> {
    type Error = PyErr;

    fn fact(&mut self, fact: Fact) -> Result<i64, PyErr> {
        if fact == Fact::Loudness { Ok(self.loudness) } else { Err(Stop::Python("another fact")) }
    }

    fn roll(&mut self, die: Die, low: i64, high: i64) -> Result<i64, PyErr> {
        Ok(self.run.roll(die, low, high)?)
    }

    fn fold(&mut self, _: &mut [i64]) -> Result<(), PyErr> {
        Err(Stop::Python("another hook"))
    }
}

/// The sound distances around noises, or around listeners if these are fewer, by cell; made when first asked for.
struct Fields<'py> {
    around_listeners: bool,
    /// In tenths of a cell.
    reach: i64,
    known: Vec<(Cell, Layer<'py, i32>)>,
}

impl<'py> Fields<'py> {
    fn new(noises: &[Noise<'py>], listeners: &[Listener<'py>], least_cost: i64) -> Self {
        let heard = noises.iter().filter(|noise| listeners.iter().any(|one| one.is_near(noise, least_cost)));
        let mut cells: Vec<Cell> = heard.map(|noise| noise.at).collect();
        cells.sort_unstable();
        cells.dedup();
        let near = listeners.iter().filter(|one| noises.iter().any(|noise| one.is_near(noise, least_cost)));
        let around_listeners = near.take(cells.len()).count() < cells.len();
        let reach = listeners.iter().map(|one| one.reach).max().unwrap_or(0);
        Self { around_listeners, reach, known: Vec::new() }
    }
}

impl<'py> Run<'_, 'py> {
    /// Lets creatures attend to the noises of the turn (`attend`) in the entry with this serial; false if Python must.
    pub fn attend(&mut self, serial: u64) -> PyResult<bool> {
        self.serials.enter(serial);
        let drawn = match self.list_drawn() {
            Ok(drawn) => drawn,
            Err(stop) => return self.leave("attend", stop).map(|()| false),
        };
        let py = self.py;
        for Drawn { id, mind, wakes, inquiry } in drawn {
            let Some(inquiries) = &self.inquiries else { break };
            inquiries.set_item(id, inquiry)?;
            if wakes {
                mind.setattr(intern!(py, "mood"), &self.memory.tools.moods[Mood::Calm as usize])?;
            }
        }
        Ok(true)
    }

    /// The creatures that noises draw or wake, in order.
    fn list_drawn(&mut self) -> Result<Vec<Drawn<'py>>, PyErr> {
        let py = self.py;
        let noises = self.list_striking()?;
        let mut drawn = Vec::new();
        if noises.is_empty() {
            return Ok(drawn);
        }
        let by_side = self.index.getattr(intern!(py, "by_side"))?.cast_into::<PyDict>().map_err(PyErr::from)?;
        let Some(ids) = by_side.get_item(intern!(py, "hostile"))? else { return Ok(drawn) };
        let mut listeners = Vec::new();
        for id in ids.cast::<PyList>().map_err(PyErr::from)?.iter() {
            listeners.extend(self.find_listener(id)?);
        }
        if listeners.is_empty() {
            return Ok(drawn);
        }
        if !self.phase.covered.hear || self.phase.covered.hearing_rules || !self.phase.covered.inquire {
            return Err(Stop::Python("asked hearing"));
        }
        let mut fields = Fields::new(&noises, &listeners, self.phase.least_sound_cost);
        for listener in listeners {
            let Some(best) = self.find_best(&listener, &noises, &mut fields)? else { continue };
            drawn.extend(self.draw(listener, best)?);
        }
        Ok(drawn)
    }

    /// The noises that are more than ordinary (`is_striking`).
    fn list_striking(&self) -> Result<Vec<Noise<'py>>, PyErr> {
        let (py, tools) = (self.py, &self.memory.tools);
        let mut striking = Vec::new();
        let unreported = self.world.getattr(intern!(py, "unreported"))?;
        for noise in unreported.cast_into::<PyList>().map_err(PyErr::from)?.iter() {
            let loudness: i64 = noise.getattr(intern!(py, "loudness"))?.extract()?;
            if loudness < self.phase.settings.numbers.striking_loudness
                || !noise.getattr(intern!(py, "level"))?.eq(&self.level_id)?
            {
                continue;
            }
            let kind = noise.getattr(intern!(py, "kind"))?.cast_into::<PyString>().map_err(PyErr::from)?;
            let text = kind.to_str()?;
            let is_one_of = |kinds: &[String]| kinds.iter().any(|known| known == text);
            if is_one_of(&tools.familiar) {
                continue;
            }
            let source = noise.getattr(intern!(py, "source"))?;
            if is_one_of(&tools.ordinary) {
                if let Some(maker) = self.actors.get_item(&source)? {
                    if maker.getattr(intern!(py, "side"))?.eq(intern!(py, "hostile"))? {
                        continue;
                    }
                }
            }
            if kind.as_any().eq(&tools.inquiry_kinds.0)? {
                return Err(Stop::Python("a kind of noise"));
            }
            let cell = noise.getattr(intern!(py, "at"))?;
            striking.push(Noise { source, kind, at: read_cell(&cell)?, cell, loudness });
        }
        Ok(striking)
    }

    /// A creature if it attends to noises.
    fn find_listener(&self, id: Bound<'py, PyAny>) -> Result<Option<Listener<'py>>, PyErr> {
        let py = self.py;
        let Some(mind) = self.minds.get_item(&id)? else { return Ok(None) };
        let mood = self.memory.tools.mood(&mind.getattr(intern!(py, "mood"))?)?;
        if mood == Mood::Aggravated {
            return Ok(None);
        }
        let ai = mind.getattr(intern!(py, "ai"))?;
        match self.memory.behaviors.get(ai.cast::<PyString>().map_err(PyErr::from)?.to_str()?) {
            Some(behavior) if behavior.inquires => {}
            Some(_) => return Ok(None),
            None => return Err(Stop::Python("another behavior")),
        }
        let actor = self.actors.as_any().get_item(&id)?;
        let at = read_cell(&actor.getattr(intern!(py, "at"))?)?;
        let reach = 10 * self.sense_ranges(&actor)?.1;
        Ok(Some(Listener { id, actor, mind, mood, at, reach }))
    }

    /// The loudest noise that a creature hears; the nearest of several, then the earliest (`_attend_to_best`).
    fn find_best<'n>(
        &self,
        listener: &Listener<'py>,
        noises: &'n [Noise<'py>],
        fields: &mut Fields<'py>,
    ) -> Result<Option<&'n Noise<'py>>, PyErr> {
        let mut best: Option<(i64, i64, &Noise)> = None;
        for noise in noises {
            if !listener.is_near(noise, self.phase.least_sound_cost) || noise.source.eq(&listener.id)? {
                continue;
            }
            let apart = self.measure(fields, listener.at, noise.at)?;
            let key = (-noise.loudness, apart);
            if (0..=listener.reach).contains(&apart) && best.is_none_or(|(loudness, known, _)| key < (loudness, known))
            {
                best = Some((key.0, key.1, noise));
            }
        }
        Ok(best.map(|(_, _, noise)| noise))
    }

    /// The sound distance between a listener and a noise, in tenths of a cell; it is symmetric.
    fn measure(&self, fields: &mut Fields<'py>, listener: Cell, noise: Cell) -> Result<i64, PyErr> {
        let (center, other) = if fields.around_listeners { (listener, noise) } else { (noise, listener) };
        let Some(place) = self.place(other) else { return Err(Stop::Python("a cell outside")) };
        let found = match fields.known.iter().position(|(cell, _)| *cell == center) {
            Some(found) => found,
            None => {
                let compute = self.memory.tools.compute_hearing_map.bind(self.py);
                let field = compute.call1((&self.ground, self.python_place(center), fields.reach))?;
                fields.known.push((center, Layer::of(field)?));
                fields.known.len() - 1
            }
        };
        Ok(i64::from(fields.known[found].1.get(place)))
    }

    /// Sends a creature to a noise, a sleeper only if it stirs (`_begin_inquiry`); a line of the log is left to Python.
    fn draw(&mut self, listener: Listener<'py>, noise: &Noise<'py>) -> Result<Option<Drawn<'py>>, PyErr> {
        let py = self.py;
        let Listener { id, actor, mind, mood, at, .. } = listener;
        let effects = actor.getattr(intern!(py, "effects"))?;
        if effects.is_truthy()? && self.memory.tools.is_helpless.bind(py).call1((&self.shared, &actor))?.is_truthy()? {
            return Ok(None);
        }
        let wakes = mood == Mood::Asleep;
        if wakes {
            let rules = self.phase.settings.rules.clone();
            let Some(stir) = &rules.stir else { return Err(Stop::Python("another rule of stirring")) };
            if stir.play(&mut Stirring { run: self, loudness: noise.loudness })?[0] == 0 {
                return Ok(None);
            }
        }
        if self.inquiries.is_none() {
            return Err(Stop::Python("a state of the classic rules"));
        }
        let known = self.find_inquiry(&id)?.map(|found| self.memory.tools.read_inquiry(&found)).transpose()?;
        let is_told = wakes || !known.as_ref().is_some_and(Inquiry::is_looking);
        if is_told && !self.phase.quiet && self.player_sees(at)? {
            return Err(Stop::Python("a text"));
        }
        let numbers = &self.phase.settings.numbers;
        let marked = mind.getattr(intern!(py, "is_marked"))?.is_truthy()?;
        let patience = if marked { numbers.search_turns } else { numbers.look_turns };
        let inquiry = self.memory.tools.inquiry.bind(py).call1((&noise.cell, &noise.kind, patience))?;
        Ok(Some(Drawn { id, mind, wakes, inquiry }))
    }
}
