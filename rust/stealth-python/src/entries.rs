//! Entries of creatures, one after the other.

use crate::place::{Body, Place, read_creature};
use crate::run::{Run, contain};
use crate::tools::{Step, get};
use footfall_kernels::random::mix;
use footfall_stealth::creature::{Creature, Interest};
use footfall_stealth::{Stop, turn};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyTuple};
use std::rc::Rc;

/// The steps of creatures.
pub const CREATURE_STEPS: [Step; 3] = [Step::Creature, Step::Rouse, Step::Watch];

/// An entry of a creature.
pub struct Planned<'py> {
    pub step: Step,
    pub id: Bound<'py, PyAny>,
    pub extra: bool,
    pub serial: u64,
}

/// The fate of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Played {
    Here,
    /// The rules in Python must play it.
    Left,
    /// It was played, and then rules of mods have changed the game: this run knows no more.
    Changed,
}

impl<'py> Run<'_, 'py> {
    /// Plays entries in order, in Python those that are left to it; returns the place of the first that the agenda must
    /// play.
    pub fn play_entries(&mut self, entries: &[Planned<'py>]) -> PyResult<Option<usize>> {
        for (at, entry) in entries.iter().enumerate() {
            let goes_on = match self.play_entry(entry)? {
                Played::Here => true,
                Played::Changed => false,
                Played::Left => self.play_in_python(entry)?,
            };
            if !goes_on {
                return Ok(Some(at + 1));
            }
        }
        if let Some(last) = entries.last() {
            self.enter(last.serial);
        }
        Ok(None)
    }

    /// Puts entries on the agenda, the first one on top.
    pub fn push_entries(&self, entries: &[Planned<'py>]) -> PyResult<()> {
        let py = self.py;
        let agenda = self.agenda()?;
        for entry in entries.iter().rev() {
            let name = &self.memory.tools.steps[entry.step as usize].0;
            let args = self.list_args(entry)?;
            agenda.append(self.memory.tools.entry.bind(py).call1((name, args, entry.serial))?)?;
        }
        Ok(())
    }

    fn list_args(&self, entry: &Planned<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let extra = PyBool::new(self.py, entry.extra).to_owned().into_any();
        let count = if entry.step == Step::Creature { 2 } else { 1 };
        PyTuple::new(self.py, &[entry.id.clone(), extra][..count])
    }

    /// Lets the rules in Python play an entry, and reads the game again; false if the agenda must go on.
    fn play_in_python(&mut self, entry: &Planned<'py>) -> PyResult<bool> {
        let (py, depth) = (self.py, self.agenda()?.len());
        let name = self.memory.tools.steps[entry.step as usize].0.bind(py).clone();
        self.run_step(name.as_any(), &self.list_args(entry)?, entry.serial)?;
        let is_led_on = self.session.getattr(intern!(py, "triggers"))?.is_truthy()?; // by listeners of mods
        if is_led_on || self.agenda()?.len() != depth || self.waits()? {
            return Ok(false);
        }
        let read = self.renew().and_then(|()| self.covers_creatures());
        read.or_else(|error| contain(py, error, false))
    }

    /// Plays entries of the phase, and those that follow it.
    pub fn play_on(&mut self, entries: &[Planned<'py>]) -> PyResult<bool> {
        let depth = self.agenda()?.len();
        match self.play_entries(entries)? {
            Some(at) => self.push_under(depth, |run| run.push_entries(&entries[at..]))?,
            None => {
                self.finish()?;
                self.play_rest()?;
            }
        }
        Ok(true)
    }

    /// Takes the entries of the phase that follow one from the agenda.
    pub fn take_entries(&self, entry: &Bound<'py, PyAny>) -> PyResult<Vec<Planned<'py>>> {
        let agenda = self.agenda()?;
        let mut entries: Vec<Planned> = self.read_entry(entry)?.into_iter().collect();
        while let Some(top) = agenda.len().checked_sub(1) {
            let Some(next) = self.read_entry(&agenda.get_item(top)?)? else { break };
            agenda.del_item(top)?;
            entries.push(next);
        }
        Ok(entries)
    }

    /// An entry of the phase; None for any other.
    fn read_entry(&self, entry: &Bound<'py, PyAny>) -> PyResult<Option<Planned<'py>>> {
        let py = self.py;
        let step = entry.getattr(intern!(py, "step"))?;
        for kind in CREATURE_STEPS {
            if !step.eq(&self.memory.tools.steps[kind as usize].0)? {
                continue;
            }
            let args: Bound<PyTuple> = get(entry, intern!(py, "args"))?;
            let extra = kind == Step::Creature && args.get_item(1)?.is_truthy()?;
            let serial = get(entry, intern!(py, "serial"))?;
            return Ok(Some(Planned { step: kind, id: args.get_item(0)?, extra, serial }));
        }
        Ok(None)
    }

    fn play_entry(&mut self, entry: &Planned<'py>) -> PyResult<Played> {
        self.serials.enter(entry.serial);
        let (body, creature, turn) = match self.compute(entry) {
            Ok(Some(computed)) => computed,
            Ok(None) => return Ok(Played::Here),
            Err(stop) => return self.leave("creature", stop).map(|()| Played::Left),
        };
        self.memory.turns += 1;
        let (first, searches) = (self.events.len(), matches!(turn.interest, Interest::Search(..)));
        self.write_turn(&body, &creature, turn)?;
        if searches {
            self.play_reactions(first, entry.serial)?;
        }
        if entry.step == Step::Creature && !entry.extra && self.asks(body.ruled.end.as_deref(), &entry.id)? {
            return self.ask_after(entry);
        }
        Ok(Played::Here)
    }

    /// Computes the turn of an entry; None if there is nothing to do.
    fn compute(
        &mut self,
        entry: &Planned<'py>,
    ) -> footfall_stealth::Result<Option<(Body<'py>, Creature, turn::Turn)>, PyErr> {
        let Some((body, creature)) = read_creature(self, &entry.id)? else {
            return if entry.step == Step::Rouse { Err(Stop::Python("another floor")) } else { Ok(None) };
        };
        let phase = Rc::clone(&self.phase);
        let mut place = Place::new(self, body, &phase);
        let turn = match entry.step {
            Step::Creature => turn::take_turn(&phase, &creature, entry.extra, &mut place),
            Step::Rouse => turn::rouse(&phase, &creature, &mut place),
            _ => turn::keep_watch(&phase, &creature, &mut place),
        }?;
        if place.run.play.is_none() && turn.interest != Interest::Kept {
            return Err(Stop::Python("a state of the classic rules"));
        }
        Ok(Some((place.body, creature, turn)))
    }

    /// Lets the rules in Python ask mods after the turn of a creature.
    fn ask_after(&mut self, entry: &Planned<'py>) -> PyResult<Played> {
        let (name, key, hook) = &self.memory.tools.ask_after;
        let args = PyTuple::new(self.py, [hook.bind(self.py).as_any(), &entry.id])?;
        let (name, serial) = (name.bind(self.py).clone(), mix(entry.serial, *key));
        let has_changed = self.run_step(name.as_any(), &args, serial)?;
        Ok(if has_changed { Played::Changed } else { Played::Here })
    }

    /// Lets the rules in Python play the reactions to the events from index `first` on, which the entry with this serial
    /// has raised. They move no creature.
    fn play_reactions(&mut self, first: usize, serial: u64) -> PyResult<()> {
        let (py, depth) = (self.py, self.agenda()?.len());
        self.enter(serial);
        self.finish()?;
        self.memory.tools.push_reactions.bind(py).call1((self.session, first))?;
        while self.agenda()?.len() > depth {
            let entry = self.agenda()?.call_method0(intern!(py, "pop"))?;
            let (name, args) = (entry.getattr(intern!(py, "step"))?, get(&entry, intern!(py, "args"))?);
            self.run_step(&name, &args, get(&entry, intern!(py, "serial"))?)?;
        }
        Ok(())
    }

    /// Runs a step of the rules in Python and applies what it returns; false if that is nothing.
    pub fn run_step(&mut self, name: &Bound<'py, PyAny>, args: &Bound<'py, PyTuple>, serial: u64) -> PyResult<bool> {
        let py = self.py;
        let step = self.bind_step(name)?;
        if step.is_none() {
            return Ok(false);
        }
        self.enter(serial);
        self.finish()?;
        let args = PyTuple::new(py, std::iter::once(step.get_item(1)?).chain(args.iter()).collect::<Vec<_>>())?;
        match step.get_item(0)?.call1(args) {
            Ok(outcome) if outcome.is_none() || !outcome.is_truthy()? => return Ok(false),
            Ok(outcome) => self.apply(outcome, &step.get_item(2)?)?,
            Err(error) => {
                let problem = (step.get_item(2)?, error.into_value(py));
                self.session.call_method1(intern!(py, "report_problem"), problem)?;
            }
        }
        Ok(true)
    }
}
