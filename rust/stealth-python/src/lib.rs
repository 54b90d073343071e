//! The Python module `_stealth`: the compiled turns of the stealth game's creatures. `plugins/stealth/compiled.py` loads
//! it from the library of `footfall._native`, which links this crate and exports its `PyInit__stealth`.

mod ambience;
mod attention;
mod commands;
mod deeds;
mod entries;
mod frame;
mod layers;
mod memory;
mod observation;
mod phase;
mod place;
mod readings;
mod rules;
mod run;
mod sound;
mod stats;
mod tools;
mod upkeep;
mod view;

use crate::commands::{Action, is_blow};
use crate::frame::begin_turn;
use crate::memory::Memory;
use crate::run::{Run, contain, find_phase};
use crate::tools::{Tools, get};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::HashMap;

/// The compiled steps of one session. Each method plays an entry, or returns False before it has written anything.
#[pyclass(module = "footfall.plugins._stealth")]
pub struct StealthSteps {
    memory: Memory,
}

impl StealthSteps {
    /// Plays an entry if it was not left to Python before: reads the values that the phase shares, and whether the
    /// entry can be played, before `play` writes.
    fn play<'py, T>(
        &mut self,
        [session, ctx, entry]: [&Bound<'py, PyAny>; 3],
        read: impl FnOnce(&mut Run<'_, 'py>, u64) -> PyResult<Option<T>>,
        play: impl FnOnce(&mut Run<'_, 'py>, u64, T) -> PyResult<bool>,
    ) -> PyResult<bool> {
        let py = session.py();
        let serial: u64 = get(entry, intern!(py, "serial"))?;
        if self.memory.declined.take() == Some(serial) {
            return Ok(false);
        }
        let run = Run::new(&mut self.memory, session, ctx)
            .and_then(|mut run| Ok(read(&mut run, serial)?.map(|readings| (run, readings))));
        match run.or_else(|error| contain(py, error, None))? {
            Some((mut run, readings)) => {
                let played = play(&mut run, serial, readings);
                run.finish()?;
                played
            }
            None => Ok(false),
        }
    }

    /// Carries a command of the player's character out, if it is planned here; without a phase, Python does.
    fn carry_out<'py>(
        &mut self,
        session: &Bound<'py, PyAny>,
        ctx: &Bound<'py, PyAny>,
        command: &Bound<'py, PyAny>,
        phase: PyResult<Option<Bound<'py, PyAny>>>,
        plan: impl FnOnce(&mut Run<'_, 'py>) -> PyResult<Option<Action<'py>>>,
    ) -> PyResult<bool> {
        let run = phase.and_then(|phase| {
            let Some(phase) = phase else { return Ok(None) };
            let mut run = Run::of(&mut self.memory, session, ctx, phase)?;
            Ok(plan(&mut run)?.map(|action| (run, action)))
        });
        match run.or_else(|error| contain(session.py(), error, None))? {
            Some((mut run, action)) => {
                let played = run.carry_out(action, command);
                run.finish()?;
                played.map(|()| true)
            }
            None => Ok(false),
        }
    }
}

#[pymethods]
impl StealthSteps {
    /// Args: the dict of `plugins/stealth/compiled.py` (`tools::Tools`).
    #[new]
    fn new(py: Python, tools: &Bound<PyDict>) -> PyResult<Self> {
        let tools: Tools = tools.extract()?;
        tools.check_rows()?;
        Ok(Self { memory: Memory::new(py, tools) })
    }

    /// The turns of creatures played here, and the entries left to Python by (step, reason).
    fn tally(&self) -> (u64, HashMap<(&'static str, &'static str), u64>) {
        (self.memory.turns, self.memory.left.clone())
    }

    /// Plays the phase of the creatures, and their entries up to the first that the agenda must play.
    fn play_phase<'py>(
        &mut self,
        session: &Bound<'py, PyAny>,
        ctx: &Bound<'py, PyAny>,
        entry: &Bound<'py, PyAny>,
    ) -> PyResult<bool> {
        self.play(
            [session, ctx, entry],
            |run, serial| if run.covers_creatures()? { run.plan_phase(serial).map(Some) } else { Ok(None) },
            |run, _, plan| {
                run.begin_phase(&plan)?;
                run.play_on(&plan.entries)
            },
        )
    }

    /// Plays an entry of a creature, and those of other creatures that follow it.
    fn play_creatures<'py>(
        &mut self,
        session: &Bound<'py, PyAny>,
        ctx: &Bound<'py, PyAny>,
        entry: &Bound<'py, PyAny>,
    ) -> PyResult<bool> {
        self.play(
            [session, ctx, entry],
            |run, _| {
                run.read_noise()?;
                Ok(run.covers_creatures()?.then_some(()))
            },
            |run, _, ()| {
                let entries = run.take_entries(entry)?;
                run.play_on(&entries)
            },
        )
    }

    fn report_and_look<'py>(
        &mut self,
        session: &Bound<'py, PyAny>,
        ctx: &Bound<'py, PyAny>,
        entry: &Bound<'py, PyAny>,
    ) -> PyResult<bool> {
        let play = |run: &mut Run<'_, 'py>, serial, ()| {
            let played = run.report_and_look()?;
            if played {
                run.enter(serial);
            }
            Ok(played)
        };
        self.play([session, ctx, entry], |_, _| Ok(Some(())), play)
    }

    /// Lets creatures attend to the noises of the turn.
    fn attend<'py>(
        &mut self,
        session: &Bound<'py, PyAny>,
        ctx: &Bound<'py, PyAny>,
        entry: &Bound<'py, PyAny>,
    ) -> PyResult<bool> {
        let read = |run: &mut Run<'_, 'py>, serial| Ok(run.attend(serial)?.then_some(()));
        self.play([session, ctx, entry], read, |run, serial, ()| {
            run.enter(serial);
            Ok(true)
        })
    }

    fn run_upkeep<'py>(
        &mut self,
        session: &Bound<'py, PyAny>,
        ctx: &Bound<'py, PyAny>,
        entry: &Bound<'py, PyAny>,
    ) -> PyResult<bool> {
        let play = |run: &mut Run<'_, 'py>, serial, ()| run.run_upkeep(serial).map(|()| true);
        self.play([session, ctx, entry], |_, _| Ok(Some(())), play)
    }

    /// Leaves out a step of upkeep that has nothing to do, and those that follow it.
    fn skip_upkeep<'py>(
        &mut self,
        session: &Bound<'py, PyAny>,
        ctx: &Bound<'py, PyAny>,
        entry: &Bound<'py, PyAny>,
    ) -> PyResult<bool> {
        let play = |run: &mut Run<'_, 'py>, serial, ()| run.skip_upkeep(entry, serial);
        self.play([session, ctx, entry], |_, _| Ok(Some(())), play)
    }

    /// Asks the player for a command, unless a mod listens to the beginning of the turn or an effect prevents it from acting.
    fn begin_turn<'py>(
        &mut self,
        session: &Bound<'py, PyAny>,
        _ctx: &Bound<'py, PyAny>,
        entry: &Bound<'py, PyAny>,
    ) -> PyResult<bool> {
        let (py, asks) = (session.py(), begin_turn(&self.memory.tools, session)?);
        if asks {
            let serial: u64 = get(entry, intern!(py, "serial"))?;
            session.getattr(intern!(py, "serials"))?.call_method1(intern!(py, "enter"), (serial,))?;
        }
        Ok(asks)
    }

    /// Carries out a step of the player's character, and plays on.
    fn play_walk<'py>(
        &mut self,
        session: &Bound<'py, PyAny>,
        ctx: &Bound<'py, PyAny>,
        command: &Bound<'py, PyAny>,
    ) -> PyResult<bool> {
        let direction: i64 = get(command, intern!(command.py(), "direction"))?;
        let direction = usize::try_from(direction).unwrap_or(usize::MAX);
        let phase = find_phase(&self.memory.tools, ctx);
        let phase = phase.and_then(|phase| Ok(if is_blow(&phase, direction)? { None } else { Some(phase) }));
        self.carry_out(session, ctx, command, phase, |run| run.plan_walk(direction))
    }

    /// Carries out a wait of the player's character, and plays on.
    fn play_wait<'py>(
        &mut self,
        session: &Bound<'py, PyAny>,
        ctx: &Bound<'py, PyAny>,
        command: &Bound<'py, PyAny>,
    ) -> PyResult<bool> {
        let phase = find_phase(&self.memory.tools, ctx).map(Some);
        self.carry_out(session, ctx, command, phase, |run| run.plan_wait())
    }
}

#[pymodule]
mod _stealth {
    #[pymodule_export]
    use super::StealthSteps;
    #[pymodule_export]
    use super::observation::look_around;
}
