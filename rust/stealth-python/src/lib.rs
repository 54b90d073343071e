//! The Python module `_stealth`: the compiled turns of the stealth game's creatures. `plugins/stealth/compiled.py` loads
//! it from the library of `footfall._native`, which links this crate and exports its `PyInit__stealth`.

mod ambience;
mod attention;
mod deeds;
mod frame;
mod layers;
mod phase;
mod place;
mod rules;
mod run;
mod tools;

use crate::run::{Memory, Run, contain};
use crate::tools::{Tools, read_behavior};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use std::collections::HashMap;

/// The compiled steps of one session. Each method plays an entry, or returns False before it has written anything.
#[pyclass(module = "footfall.plugins._stealth")]
pub struct StealthSteps {
    memory: Memory,
}

impl StealthSteps {
    /// Plays a step of the whole floor that plays entirely or not at all, and enters what follows it.
    fn play_step<'py>(
        &mut self,
        session: &Bound<'py, PyAny>,
        ctx: &Bound<'py, PyAny>,
        entry: &Bound<'py, PyAny>,
        step: impl FnOnce(&mut Run<'_, 'py>, u64) -> PyResult<bool>,
    ) -> PyResult<bool> {
        let serial: u64 = entry.getattr(intern!(entry.py(), "serial"))?.extract()?;
        if self.memory.declined.take() == Some(serial) {
            return Ok(false);
        }
        let mut run = match Run::new(&mut self.memory, session, ctx) {
            Ok(run) => run,
            Err(error) => return contain(session.py(), error, false),
        };
        let played = step(&mut run, serial)?;
        if played {
            run.enter(serial)?;
        }
        Ok(played)
    }
}

#[pymethods]
impl StealthSteps {
    /// Args: the dict of `plugins/stealth/compiled.py` (`tools::Tools`).
    #[new]
    fn new(tools: &Bound<PyDict>) -> PyResult<Self> {
        let mut behaviors = HashMap::new();
        let tools: Tools = tools.extract()?;
        Python::attach(|py| {
            for (name, value) in tools.behaviors.bind(py).iter() {
                behaviors.insert(name.cast::<PyString>()?.to_str()?.to_owned(), read_behavior(&value)?);
            }
            PyResult::Ok(())
        })?;
        Ok(Self { memory: Memory::new(tools, behaviors) })
    }

    /// The turns of creatures played here, and the entries left to Python by (step, reason).
    fn tally(&self) -> (u64, HashMap<(&'static str, &'static str), u64>) {
        (self.memory.tally.turns, self.memory.tally.left.clone())
    }

    /// Plays the phase of the creatures, and their entries up to the first that is left to Python.
    fn play_phase<'py>(
        &mut self,
        session: &Bound<'py, PyAny>,
        ctx: &Bound<'py, PyAny>,
        entry: &Bound<'py, PyAny>,
    ) -> PyResult<bool> {
        let parent = entry.getattr(intern!(entry.py(), "serial"))?.extract()?;
        let read = Run::new(&mut self.memory, session, ctx)
            .and_then(|run| Ok(if run.covers_creatures()? { Some((run.plan_phase(parent)?, run)) } else { None }));
        let read = read.or_else(|error| contain(session.py(), error, None))?;
        let Some((plan, mut run)) = read else { return Ok(false) };
        run.begin_phase(&plan)?;
        let played = run.play_entries(&plan.entries);
        run.finish()?;
        if played? {
            run.play_rest()?;
        }
        Ok(true)
    }

    /// Plays an entry of a creature, and those of other creatures that follow it.
    fn play_creatures<'py>(
        &mut self,
        session: &Bound<'py, PyAny>,
        ctx: &Bound<'py, PyAny>,
        entry: &Bound<'py, PyAny>,
    ) -> PyResult<bool> {
        let serial: u64 = entry.getattr(intern!(entry.py(), "serial"))?.extract()?;
        if self.memory.declined.take() == Some(serial) {
            return Ok(false);
        }
        let read = Run::new(&mut self.memory, session, ctx).and_then(|mut run| {
            run.read_noise()?;
            Ok(run.covers_creatures()?.then_some(run))
        });
        let read = read.or_else(|error| contain(session.py(), error, None))?;
        let Some(mut run) = read else { return Ok(false) };
        let played = run.play_from(entry);
        run.finish()?;
        let played = played?;
        if played {
            run.play_rest()?;
        }
        Ok(played)
    }

    fn report_and_look<'py>(
        &mut self,
        session: &Bound<'py, PyAny>,
        ctx: &Bound<'py, PyAny>,
        entry: &Bound<'py, PyAny>,
    ) -> PyResult<bool> {
        self.play_step(session, ctx, entry, |run, _| run.report_and_look())
    }

    /// Lets creatures attend to the noises of the turn.
    fn attend<'py>(
        &mut self,
        session: &Bound<'py, PyAny>,
        ctx: &Bound<'py, PyAny>,
        entry: &Bound<'py, PyAny>,
    ) -> PyResult<bool> {
        self.play_step(session, ctx, entry, |run, serial| run.attend(serial))
    }

    fn run_upkeep<'py>(
        &mut self,
        session: &Bound<'py, PyAny>,
        ctx: &Bound<'py, PyAny>,
        entry: &Bound<'py, PyAny>,
    ) -> PyResult<bool> {
        let serial = entry.getattr(intern!(entry.py(), "serial"))?.extract()?;
        match Run::new(&mut self.memory, session, ctx) {
            Ok(mut run) => run.run_upkeep(serial).map(|()| true),
            Err(error) => contain(session.py(), error, false),
        }
    }

    /// Asks the player for a command, unless a mod listens to the beginning of the turn or an effect prevents it from acting.
    fn begin_turn<'py>(
        &mut self,
        session: &Bound<'py, PyAny>,
        ctx: &Bound<'py, PyAny>,
        entry: &Bound<'py, PyAny>,
    ) -> PyResult<bool> {
        let (py, tools) = (session.py(), &self.memory.tools);
        if !tools.is_covered("turn-start") {
            return Ok(false);
        }
        let state = session.getattr(intern!(py, "state"))?;
        let world = state.getattr(intern!(py, "parts"))?.get_item(intern!(py, "world"))?;
        let id = world.getattr(intern!(py, "player"))?;
        let player = world.getattr(intern!(py, "actors"))?.get_item(&id)?;
        let effects = player.getattr(intern!(py, "effects"))?;
        if effects.is_truthy()? {
            let shared = tools.get_phase.bind(py).call1((ctx,))?;
            if tools.is_helpless.bind(py).call1((shared, player))?.is_truthy()? {
                return Ok(false);
            }
        }
        let question = tools.question.bind(py).call1((id,))?;
        state.setattr(intern!(py, "question"), &question)?;
        let event = tools.question_asked.bind(py).call1((question,))?;
        session.getattr(intern!(py, "events"))?.cast_into::<PyList>()?.append(event)?;
        let serial: u64 = entry.getattr(intern!(py, "serial"))?.extract()?;
        session.getattr(intern!(py, "serials"))?.call_method1(intern!(py, "enter"), (serial,))?;
        Ok(true)
    }
}

#[pymodule]
mod _stealth {
    #[pymodule_export]
    use super::StealthSteps;
}
