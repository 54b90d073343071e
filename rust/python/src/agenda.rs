//! The agenda loop, compiled. `footfall.engine.loop` is the reference: the same entries, serials and events in the
//! same order. Rare cases (changes of mods, proposals, reactions, failures) are delegated to it.
//!
//! A session is read through the members of `footfall.engine.host.Host`.

use footfall_kernels::serials;
use pyo3::exceptions::{PyAttributeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyInt, PyList, PyString, PyTuple, PyType};
use pyo3::{ffi, intern};

/// The serial of the current entry and its counts of draws and pushes; see `footfall.engine.dice`.
#[pyclass(module = "footfall._native")]
#[derive(Default)]
pub struct Serials(serials::Serials);

#[pymethods]
impl Serials {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    #[getter]
    fn serial(&self) -> u64 {
        self.0.serial
    }

    fn enter(&mut self, serial: u64) {
        self.0.enter(serial);
    }

    fn draw(&mut self, seed: u64, key: u64, size: u64) -> PyResult<u64> {
        if size == 0 {
            return Err(PyValueError::new_err("size: expected at least 1, got 0"));
        }
        Ok(self.0.draw(seed, key, size))
    }

    fn derive_child(&mut self, key: u64, args: &Bound<PyTuple>) -> u64 {
        let about = args.get_item(0).ok().and_then(|about| about.cast_into_exact::<PyInt>().ok());
        self.0.child(key, about.map(|about| low_word(&about)))
    }

    /// A copy to resume from after entering other serials.
    fn copy(&self) -> Self {
        Self(self.0.clone_draws())
    }
}

/// A member of a session, a cause or an entry; TypeError for any other object.
fn member<'py>(owner: &Bound<'py, PyAny>, name: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
    owner.getattr(name).map_err(|error| {
        if !error.is_instance_of::<PyAttributeError>(owner.py()) {
            return error;
        }
        match owner.get_type().name() {
            Ok(kind) => PyTypeError::new_err(format!("expected an object with the member {name}, got {kind}")),
            Err(error) => error,
        }
    })
}

/// An int modulo 2^64.
fn low_word(value: &Bound<PyInt>) -> u64 {
    // SAFETY: `value` is an int, so the call cannot fail.
    unsafe { ffi::PyLong_AsUnsignedLongLongMask(value.as_ptr()) }
}

static PUSH: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static PROPOSAL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static ENTRY: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static LOG_LINE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static REFERENCE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();

/// The members of a session that stay the same during one command.
struct Run<'a, 'py> {
    py: Python<'py>,
    session: &'a Bound<'py, PyAny>,
    state: Bound<'py, PyAny>,
    serials: Bound<'py, Serials>,
    steps: Bound<'py, PyDict>,
    keys: Bound<'py, PyDict>,
    appliers: Bound<'py, PyDict>,
    reactions: Bound<'py, PyDict>,
    events: Bound<'py, PyList>,
    triggers: Bound<'py, PyDict>,
    push: &'py Bound<'py, PyType>,
    proposal: &'py Bound<'py, PyType>,
    entry: &'py Bound<'py, PyType>,
    log_line: &'py Bound<'py, PyType>,
    traced: bool,
    quiet: bool,
    has_narrator: bool,
}

/// Applies the outcome of a command, then runs the agenda to the next question or the end of the game.
#[pyfunction]
pub fn run_agenda<'py>(
    session: &Bound<'py, PyAny>,
    outcome: Bound<'py, PyAny>,
    cause: Bound<'py, PyAny>,
) -> PyResult<()> {
    let run = Run::new(session)?;
    let py = run.py;
    if !outcome.is_none() && !cause.is_none() {
        run.apply_outcome(outcome, &cause)?;
    }
    loop {
        let Some(idle) = run.run_entries()? else { return Ok(()) };
        run.reference()?.call_method1(intern!(py, "handle_runaway"), (session, idle))?;
    }
}

/// Applies the outcome of a step or a command handler.
#[pyfunction]
pub fn apply_outcome<'py>(
    session: &Bound<'py, PyAny>,
    outcome: Bound<'py, PyAny>,
    cause: &Bound<'py, PyAny>,
) -> PyResult<()> {
    Run::new(session)?.apply_outcome(outcome, cause)
}

impl<'a, 'py> Run<'a, 'py> {
    fn new(session: &'a Bound<'py, PyAny>) -> PyResult<Self> {
        let py = session.py();
        Ok(Self {
            py,
            session,
            state: member(session, intern!(py, "state"))?,
            serials: member(session, intern!(py, "serials"))?.cast_into()?,
            steps: member(session, intern!(py, "session_steps"))?.cast_into()?,
            keys: member(session, intern!(py, "step_keys"))?.cast_into()?,
            appliers: member(session, intern!(py, "appliers"))?.cast_into()?,
            reactions: member(session, intern!(py, "reactions"))?.cast_into()?,
            events: member(session, intern!(py, "events"))?.cast_into()?,
            triggers: member(session, intern!(py, "triggers"))?.cast_into()?,
            push: PUSH.import(py, "footfall.engine.core_changes", "Push")?,
            proposal: PROPOSAL.import(py, "footfall.engine.terms", "Proposal")?,
            entry: ENTRY.import(py, "footfall.engine.model", "Entry")?,
            log_line: LOG_LINE.import(py, "footfall.engine.core_changes", "LogLineAdded")?,
            traced: !member(session, intern!(py, "tracer"))?.is_none(),
            quiet: member(session, intern!(py, "quiet"))?.is_truthy()?,
            has_narrator: member(session, intern!(py, "has_narrator"))?.is_truthy()?,
        })
    }

    /// Runs up to `MAX_ENTRIES` entries: None at a question or the end of the game, else whether turns were idle.
    fn run_entries(&self) -> PyResult<Option<bool>> {
        let limits = self.reference()?;
        let max_entries: usize = limits.getattr(intern!(self.py, "MAX_ENTRIES"))?.extract()?;
        let max_idle: usize = limits.getattr(intern!(self.py, "MAX_IDLE"))?.extract()?;
        let compiled = self.compiled_steps()?;
        let mut turn = None;
        let mut idle = 0;
        for _ in 0..max_entries {
            if self.waits()? {
                return Ok(None);
            }
            let agenda = self.agenda()?;
            let entry = match agenda.len() {
                0 => {
                    idle += 1;
                    if idle > max_idle {
                        break;
                    }
                    let name = match &turn {
                        Some(name) => name,
                        None => turn.insert(member(self.session, intern!(self.py, "turn_step"))?),
                    };
                    self.derive_child(name.clone(), PyTuple::empty(self.py))?
                }
                length => {
                    idle = 0;
                    let entry = agenda.get_item(length - 1)?;
                    agenda.del_slice(length - 1, length)?;
                    entry
                }
            };
            self.entry(&entry, compiled.as_ref())?;
        }
        Ok(Some(idle > max_idle))
    }

    /// The compiled steps of the game; None while causes are recorded or dice are forced.
    fn compiled_steps(&self) -> PyResult<Option<Bound<'py, PyDict>>> {
        if self.traced || !member(self.session, intern!(self.py, "dice_source"))?.is_none() {
            return Ok(None);
        }
        let steps = member(self.session, intern!(self.py, "compiled_steps"))?.cast_into::<PyDict>()?;
        Ok((!steps.is_empty()).then_some(steps))
    }

    fn reference(&self) -> PyResult<&Bound<'py, PyModule>> {
        let module =
            REFERENCE.get_or_try_init(self.py, || Ok::<_, PyErr>(self.py.import("footfall.engine.loop")?.unbind()))?;
        Ok(module.bind(self.py))
    }

    fn waits(&self) -> PyResult<bool> {
        Ok(!member(&self.state, intern!(self.py, "question"))?.is_none()
            || !member(&self.state, intern!(self.py, "outcome"))?.is_none())
    }

    fn agenda(&self) -> PyResult<Bound<'py, PyList>> {
        Ok(member(&self.state, intern!(self.py, "agenda"))?.cast_into()?)
    }

    /// Whether a compiled step has played an entry. It plays only if the session's step is the function it copies, not
    /// while a chain has replaced the session's serials, and not after listeners of mods have led to entries.
    fn play_compiled(
        &self,
        compiled: &Bound<'py, PyDict>,
        entry: &Bound<'py, PyAny>,
        name: &Bound<'py, PyAny>,
        run: &Bound<'py, PyAny>,
        ctx: &Bound<'py, PyAny>,
    ) -> PyResult<bool> {
        let Some(step) = compiled.get_item(name)? else { return Ok(false) };
        let step = step.cast_into::<PyTuple>()?;
        if !step.get_item(0)?.is(run) || !member(self.session, intern!(self.py, "serials"))?.is(&self.serials) {
            return Ok(false);
        }
        step.get_item(1)?.call1((self.session, ctx, entry))?.is_truthy()
    }

    /// Runs the step of one entry and applies what it returns.
    fn entry(&self, entry: &Bound<'py, PyAny>, compiled: Option<&Bound<'py, PyDict>>) -> PyResult<()> {
        let py = self.py;
        let name = member(entry, intern!(py, "step"))?;
        let step = match self.steps.get_item(&name)? {
            Some(step) => step,
            None => member(self.session, intern!(py, "bind_step"))?.call1((&name,))?,
        };
        if step.is_none() {
            return Ok(());
        }
        let step = step.cast_into::<PyTuple>()?;
        if step.len() < 4 {
            return Err(PyTypeError::new_err(format!("expected a step of a session, got {} values", step.len())));
        }
        let (run, ctx, cause) = (step.get_item(0)?, step.get_item(1)?, step.get_item(2)?);
        let serial = member(entry, intern!(py, "serial"))?;
        if !self.triggers.is_empty() {
            self.session.setattr(intern!(py, "trigger"), self.triggers.get_item(&serial)?)?;
        } else if let Some(compiled) = compiled {
            if self.play_compiled(compiled, entry, &name, &run, &ctx)? {
                return Ok(());
            }
        }
        self.serials.try_borrow_mut()?.enter(serial.extract()?);
        let args = member(entry, intern!(py, "args"))?.cast_into::<PyTuple>()?;
        let outcome = match args.len() {
            0 => run.call1((ctx,)),
            1 => run.call1((ctx, args.get_item(0)?)),
            2 => run.call1((ctx, args.get_item(0)?, args.get_item(1)?)),
            _ => run.call1(PyTuple::new(py, std::iter::once(ctx).chain(args.iter()).collect::<Vec<_>>())?),
        };
        let changes = match outcome.and_then(|outcome| to_list(py, outcome)) {
            Ok(Some(changes)) => changes,
            Ok(None) => return Ok(()),
            Err(error) => return self.fail(&cause, error),
        };
        self.apply_changes(&changes, &cause, step.get_item(3)?.is_truthy()?)
    }

    fn apply_outcome(&self, outcome: Bound<'py, PyAny>, cause: &Bound<'py, PyAny>) -> PyResult<()> {
        let trusted = member(self.session, intern!(self.py, "trusted_mods"))?;
        let trusted = trusted.contains(member(cause, intern!(self.py, "mod"))?)?;
        match to_list(self.py, outcome)? {
            Some(changes) => self.apply_changes(&changes, cause, trusted),
            None => Ok(()),
        }
    }

    fn apply_changes(&self, changes: &Bound<'py, PyList>, cause: &Bound<'py, PyAny>, trusted: bool) -> PyResult<()> {
        if changes.is_empty() {
            return Ok(());
        }
        let triggered = !self.triggers.is_empty();
        if self.traced || !trusted || triggered || changes.iter().any(|change| change.get_type().is(self.proposal)) {
            self.reference()?.call_method1(intern!(self.py, "apply_outcome"), (self.session, changes, cause))?;
            return Ok(());
        }
        self.apply_unit(changes, cause)
    }

    /// Applies the changes of one entry of the game's own rules, then pushes its steps and the reactions on top.
    fn apply_unit(&self, changes: &Bound<'py, PyList>, cause: &Bound<'py, PyAny>) -> PyResult<()> {
        let py = self.py;
        let first = self.events.len();
        let logged = match self.quiet {
            true => 0,
            false => member(self.session, intern!(py, "log"))?.len()?,
        };
        let mut pushed = Vec::new();
        let mut has_reactions = false;
        for change in changes.iter() {
            if let Err(error) = self.apply(&change, &mut pushed, &mut has_reactions) {
                self.reference()?.call_method1(intern!(py, "roll_back_unit"), (self.session, first, logged))?;
                return self.fail(cause, error);
            }
        }
        if !pushed.is_empty() {
            let mut entries = Vec::with_capacity(pushed.len());
            for (name, args) in pushed {
                entries.push(self.derive_child(name, args)?);
            }
            let agenda = self.agenda()?;
            for entry in entries.into_iter().rev() {
                agenda.append(entry)?;
            }
        }
        if has_reactions {
            self.reference()?.call_method1(intern!(py, "push_reactions"), (self.session, first))?;
        }
        Ok(())
    }

    fn apply(
        &self,
        change: &Bound<'py, PyAny>,
        pushed: &mut Vec<(Bound<'py, PyAny>, Bound<'py, PyTuple>)>,
        has_reactions: &mut bool,
    ) -> PyResult<()> {
        let py = self.py;
        let kind = change.get_type();
        if kind.is(self.push) {
            let name = change.getattr(intern!(py, "step"))?;
            if !self.steps.contains(&name)? {
                self.check_step(&name)?;
            }
            pushed.push((name, change.getattr(intern!(py, "args"))?.cast_into()?));
            return Ok(());
        }
        let Some(applier) = self.appliers.get_item(&kind)? else {
            let name = kind.name()?;
            let text = format!("{name} is not a registered change; list it in provide_changes");
            return Err(PyTypeError::new_err(text));
        };
        let event = applier.call1((change, &self.state))?;
        if !event.is_none() {
            if !*has_reactions && !self.reactions.is_empty() {
                *has_reactions = self.reactions.contains(event.get_type())?;
            }
            self.events.append(&event)?;
            if !self.quiet && (self.has_narrator || event.get_type().is(self.log_line)) {
                self.session.call_method1(intern!(py, "log_event"), (event,))?;
            }
        }
        Ok(())
    }

    /// Fails unless an active mod provides the step.
    fn check_step(&self, name: &Bound<'py, PyAny>) -> PyResult<()> {
        if member(self.session, intern!(self.py, "steps"))?.contains(name)? {
            return Ok(());
        }
        let text = format!("no active mod provides the step {}", name.repr()?);
        Err(PyValueError::new_err(text))
    }

    fn derive_child(&self, name: Bound<'py, PyAny>, args: Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
        let key = match self.keys.get_item(&name)? {
            Some(key) => key,
            None => member(self.session, intern!(self.py, "find_step_key"))?.call1((&name,))?,
        };
        let key = low_word(key.cast::<PyInt>()?);
        let serial = self.serials.try_borrow_mut()?.derive_child(key, &args);
        self.entry.call1((name, args, serial))
    }

    /// Reports a failure; the session raises again what it does not contain (Ctrl-C, a time limit).
    fn fail(&self, cause: &Bound<'py, PyAny>, error: PyErr) -> PyResult<()> {
        let error = error.into_value(self.py);
        member(self.session, intern!(self.py, "report_problem"))?.call1((cause, error))?;
        Ok(())
    }
}

/// The result of a step as a list.
fn to_list<'py>(py: Python<'py>, outcome: Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyList>>> {
    if outcome.is_none() {
        return Ok(None);
    }
    if !outcome.is_exact_instance_of::<PyList>() {
        return Ok(Some(py.get_type::<PyList>().call1((outcome,))?.cast_into()?));
    }
    Ok(Some(outcome.cast_into()?))
}
