//! The attention of creatures to the noises of a turn (`ai/attention.py`).

use crate::layers::Layer;
use crate::place::RULED;
use crate::rules::Hearing;
use crate::run::{Number, Run};
use crate::stats::Outfit;
use crate::tools::{NoiseRow, Step, get};
use footfall_stealth::creature::{Cell, Mood, distance};
use footfall_stealth::{Result, Stop};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

/// A creature that attends to noises: calm or asleep, of a behavior that inquires.
struct Listener<'py> {
    id: Bound<'py, PyAny>,
    number: i64,
    mind: Bound<'py, PyAny>,
    mood: Mood,
    at: Cell,
    /// How far it hears, in tenths of a cell.
    reach: i64,
}

/// A creature that a noise draws, and its inquiry; None if the rules in Python decide that.
struct Drawn<'py> {
    id: Bound<'py, PyAny>,
    noise: Bound<'py, PyAny>,
    inquiry: Option<Bound<'py, PyAny>>,
    /// Whether it looks into something already: another inquiry takes that place, without a change.
    inquires: bool,
}

/// A noise that is more than ordinary.
struct Striking<'py> {
    object: Bound<'py, PyAny>,
    kind: String,
    at: Cell,
    loudness: i64,
    source: i64,
}

/// The sound distances around noises, or around listeners if these are fewer: cell, reach, and tenths of a cell.
struct Fields<'py> {
    around_listeners: bool,
    known: Vec<(Cell, i64, Layer<'py, i32>)>,
}

impl<'py> Run<'_, 'py> {
    /// Lets creatures attend to the noises of the turn (`attend`), in the entry with this serial; false if Python must.
    pub fn attend(&mut self, serial: u64) -> PyResult<bool> {
        let (lurkers, drawn) = match self.list_lurkers().and_then(|lurkers| Ok((lurkers, self.list_drawn()?))) {
            Ok(found) => found,
            Err(stop) => return self.leave("attend", stop).map(|()| false),
        };
        let asks_python = !lurkers.is_empty() || drawn.iter().any(|creature| creature.inquiry.is_none());
        if asks_python {
            self.enter(serial);
            self.finish()?;
            match self.begin_inquiries(&drawn, lurkers) {
                Ok((changes, cause)) => self.apply(changes, &cause)?,
                Err(error) => return self.leave("attend", error.into()).map(|()| false),
            }
        }
        for Drawn { id, inquiry, inquires, .. } in drawn {
            if let (Some(inquiries), Some(inquiry), true) = (&self.inquiries, inquiry, inquires || !asks_python) {
                inquiries.set_item(id, inquiry)?;
            }
        }
        Ok(true)
    }

    /// The calm creatures in the character's range of hearing that are neither seen nor heard (`list_lurkers`).
    fn list_lurkers(&mut self) -> Result<Vec<Bound<'py, PyAny>>, PyErr> {
        let (py, mut lurkers, mut heard) = (self.py, Vec::new(), None);
        if !self.is_any_calm()? {
            return Ok(lurkers);
        }
        let reach = self.player_number(Number::Reach)?;
        let cells = (reach / self.phase.least_sound_cost.max(1)) as i32;
        for at in self.list_occupied(cells) {
            if self.player_sees(at)? {
                continue;
            }
            let Some(id) = self.actor_by_cell.get_item(at)? else { continue };
            let Some(mind) = self.minds.get_item(&id)? else { continue };
            if self.memory.tools.mood(&mind.getattr(intern!(py, "mood"))?)? != Mood::Calm {
                continue;
            }
            let side = self.actors.as_any().get_item(&id)?.getattr(intern!(py, "side"))?;
            let Some(place) = self.memory.behaviors.place(get::<Bound<PyString>>(&mind, intern!(py, "ai"))?.to_str()?)
            else {
                return Err(Stop::Python("another behavior"));
            };
            if side.eq(intern!(py, "hostile"))? && self.memory.behaviors.0[place].1.inquires && self.player_hears(at)? {
                let sources = match heard.take() {
                    Some(sources) => sources,
                    None => self.list_heard()?,
                };
                if !sources.contains(&id.extract()?) {
                    lurkers.push(id);
                }
                heard = Some(sources);
            }
        }
        Ok(lurkers)
    }

    /// The occupied cells up to some cells away from the player's character, row by row.
    fn list_occupied(&self, reach: i32) -> Vec<Cell> {
        let ((top, left), (y, x)) = (self.origin, self.python_place(self.phase.player));
        let near =
            |at: i32, length: usize| (at - reach).max(0) as usize..((at + reach + 1).max(0) as usize).min(length);
        let (rows, columns) = (near(y, self.occupied.height), near(x, self.occupied.width));
        let mut cells = Vec::new();
        for row in rows {
            let taken = self.occupied.row(row, columns.clone()).zip(columns.clone()).filter(|(taken, _)| *taken);
            cells.extend(taken.map(|(_, column)| (row as i32 + top, column as i32 + left)));
        }
        cells
    }

    fn is_any_calm(&self) -> PyResult<bool> {
        for (_, mind) in self.minds.iter() {
            if self.memory.tools.mood(&mind.getattr(intern!(self.py, "mood"))?)? == Mood::Calm {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Of whom a noise still sounds, or the character remembers one.
    fn list_heard(&self) -> PyResult<Vec<i64>> {
        let (py, source) = (self.py, intern!(self.py, "source"));
        let sounding = self.list_noises(intern!(py, "noises"), 0)?;
        let mut heard = sounding.iter().map(|noise| get(noise, source)).collect::<PyResult<Vec<_>>>()?;
        for sound in get::<Bound<PyList>>(&self.parts.part, intern!(py, "heard_sounds"))?.iter() {
            if self.phase.turn - get::<i64>(&sound, intern!(py, "turn"))? <= self.phase.settings.heard_sound_turns {
                heard.push(get(&sound, source)?);
            }
        }
        Ok(heard)
    }

    /// The changes of creatures that shift or that noises draw, and their cause: the rules in Python wake sleepers and tell
    /// of those in view.
    fn begin_inquiries(
        &mut self,
        drawn: &[Drawn<'py>],
        lurkers: Vec<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (py, changes) = (self.py, PyList::empty(self.py));
        if !lurkers.is_empty() {
            let made = self.memory.tools.make_shift.bind(py).call1((&self.shared, lurkers))?;
            changes.call_method1(intern!(py, "extend"), (made,))?;
        }
        for Drawn { id, noise, inquiry, inquires } in drawn {
            if let Some(inquiry) = inquiry {
                if !inquires {
                    changes.append(self.memory.tools.set_inquiry.bind(py).call1((id, inquiry))?)?;
                }
                continue;
            }
            let actor = self.actors.as_any().get_item(id)?;
            let begun = self.memory.tools.begin_inquiry.bind(py).call1((&self.shared, actor, noise))?;
            changes.call_method1(intern!(py, "extend"), (begun,))?;
        }
        let step = self.bind_step(self.memory.tools.steps[Step::Attend as usize].0.bind(py))?;
        Ok((changes.into_any(), step.get_item(2)?))
    }

    /// The creatures that noises draw, in order, with their inquiries.
    fn list_drawn(&mut self) -> Result<Vec<Drawn<'py>>, PyErr> {
        self.hold_readings(true);
        let drawn = self.draw_all();
        self.hold_readings(false);
        drawn
    }

    fn draw_all(&mut self) -> Result<Vec<Drawn<'py>>, PyErr> {
        let (py, mut drawn) = (self.py, Vec::new());
        let noises = self.list_striking()?;
        let by_side: Bound<PyDict> = get(&self.parts.index, intern!(py, "by_side"))?;
        let ids = if noises.is_empty() { None } else { by_side.get_item(intern!(py, "hostile"))? };
        let Some(ids) = ids else { return Ok(drawn) };
        let mut listeners = Vec::new();
        for id in ids.cast::<PyList>().map_err(PyErr::from)?.iter() {
            listeners.extend(self.find_listener(id, &noises)?);
        }
        let mut fields = Fields { around_listeners: listeners.len() < noises.len(), known: Vec::new() };
        for listener in listeners {
            if let Some(best) = self.find_best(&listener, &noises, &mut fields)? {
                drawn.push(self.draw(listener, best)?);
            }
        }
        Ok(drawn)
    }

    /// The noises that are more than ordinary (`is_striking`).
    fn list_striking(&self) -> PyResult<Vec<Striking<'py>>> {
        let (py, tools) = (self.py, &self.memory.tools);
        let mut striking = Vec::new();
        for object in self.list_noises(intern!(py, "unreported"), self.phase.settings.striking_loudness)? {
            let noise = NoiseRow::read(tools, &object)?;
            if !noise.level.eq(&self.level_id)? {
                continue;
            }
            let text = noise.kind.to_str()?;
            let is_one_of = |kinds: &[String]| kinds.iter().any(|known| known == text);
            if is_one_of(&tools.familiar) {
                continue;
            }
            if is_one_of(&tools.ordinary) {
                if let Some(maker) = self.actors.get_item(&noise.source)? {
                    if maker.getattr(intern!(py, "side"))?.eq(intern!(py, "hostile"))? {
                        continue;
                    }
                }
            }
            let (kind, source) = (text.to_owned(), noise.source.extract()?);
            striking.push(Striking { object, kind, at: noise.at, loudness: noise.loudness, source });
        }
        Ok(striking)
    }

    /// A creature if it attends to noises, and may hear one of these.
    fn find_listener(
        &mut self,
        id: Bound<'py, PyAny>,
        noises: &[Striking<'py>],
    ) -> Result<Option<Listener<'py>>, PyErr> {
        let py = self.py;
        let Some(mind) = self.minds.get_item(&id)? else { return Ok(None) };
        let mood = self.memory.tools.mood(&mind.getattr(intern!(py, "mood"))?)?;
        if mood == Mood::Aggravated {
            return Ok(None);
        }
        let ai: Bound<PyString> = get(&mind, intern!(py, "ai"))?;
        match self.memory.behaviors.place(ai.to_str()?) {
            Some(place) if self.memory.behaviors.0[place].1.inquires => {}
            Some(_) => return Ok(None),
            None => return Err(Stop::Python("another behavior")),
        }
        let actor = self.actors.as_any().get_item(&id)?;
        let reach = 10 * self.total(&Outfit::of(&actor)?, intern!(py, "foh"), 0)?;
        let at = get(&actor, intern!(py, "at"))?;
        if !self.phase.covered.hear || !self.phase.covered.inquire {
            return Err(Stop::Python("asked hearing"));
        }
        if self.kind(&get(&actor, intern!(py, "kind"))?)?.1.turn {
            return Err(Stop::Python(RULED));
        }
        if !noises.iter().any(|noise| self.is_near(at, noise, self.find_limit(&noise.kind, noise.loudness, reach))) {
            return Ok(None);
        }
        let number = id.extract()?;
        Ok(Some(Listener { id, number, mind, mood, at, reach }))
    }

    /// Whether a noise may sound as near to a cell as `limit` tenths, as no sound goes a shorter way.
    fn is_near(&self, at: Cell, noise: &Striking, limit: i64) -> bool {
        distance(at, noise.at) * self.phase.least_sound_cost <= limit
    }

    /// The loudest noise that a creature hears; the nearest of several, then the earliest (`_attend_to_best`).
    fn find_best<'n>(
        &self,
        listener: &Listener<'py>,
        noises: &'n [Striking<'py>],
        fields: &mut Fields<'py>,
    ) -> Result<Option<&'n Striking<'py>>, PyErr> {
        let mut best: Option<(i64, i64, &Striking)> = None;
        for noise in noises {
            let &Striking { ref kind, loudness, source, .. } = noise;
            let limit = self.find_limit(kind, loudness, listener.reach);
            if !self.is_near(listener.at, noise, limit) || source == listener.number {
                continue;
            }
            let (center, other) =
                if fields.around_listeners { (listener.at, noise.at) } else { (noise.at, listener.at) };
            let known = fields.known.iter().rposition(|(cell, reach, _)| *cell == center && *reach >= limit);
            if known.is_none() {
                fields.known.push((center, limit, self.measure(center, limit)?));
            }
            let field = &fields.known[known.unwrap_or(fields.known.len() - 1)].2;
            let Some(place) = self.place(other) else { return Err(Stop::Python("a cell outside")) };
            let distance = i64::from(field.get(place));
            let hearing = Hearing { listener: listener.number, source, kind, loudness, distance, direction: -1 };
            let key = (-loudness, distance);
            if best.is_none_or(|(loudness, known, _)| key < (loudness, known))
                && distance >= 0
                && self.is_heard(hearing, listener.reach)?
            {
                best = Some((key.0, key.1, noise));
            }
        }
        Ok(best.map(|(_, _, noise)| noise))
    }

    /// Sends a calm creature to a noise (`begin_inquiry`). The rules in Python wake sleepers and write lines of the log.
    fn draw(
        &mut self,
        Listener { id, mind, mood, at, .. }: Listener<'py>,
        noise: &Striking<'py>,
    ) -> Result<Drawn<'py>, PyErr> {
        let (py, object) = (self.py, noise.object.clone());
        let Some(inquiries) = &self.inquiries else { return Err(Stop::Python("a state of the classic rules")) };
        let known = inquiries.get_item(&id)?.map(|found| found.getattr(intern!(py, "kind"))).transpose()?;
        let actor = self.actors.as_any().get_item(&id)?;
        let inquires = known.is_some();
        let begins = known.map_or(Ok(true), |kind| kind.eq(&self.memory.tools.inquiry_kinds.1))?;
        let is_plain = mood == Mood::Calm && !actor.getattr(intern!(py, "effects"))?.is_truthy()?;
        if !is_plain || begins && !self.phase.quiet && self.player_sees(at)? {
            return Ok(Drawn { id, noise: object, inquiry: None, inquires });
        }
        let (tools, settings) = (&self.memory.tools, &self.phase.settings);
        let marked = mind.getattr(intern!(py, "is_marked"))?.is_truthy()?;
        let patience = if marked { settings.search_turns } else { settings.look_turns };
        let kind = object.getattr(intern!(py, "kind"))?;
        let inquiry = tools.inquiry.bind(py).call1((noise.at, kind, patience))?;
        Ok(Drawn { id, noise: object, inquiry: Some(inquiry), inquires })
    }
}
