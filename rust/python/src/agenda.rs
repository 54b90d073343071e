//! The agenda loop of `footfall.engine.loop`, which is the reference: the same entries, serials and events in
//! the same order. What is rare (mods' changes, proposals, reactions, failures, words) is left to the reference.

use footfall_kernels::serials;
use pyo3::exceptions::{PyException, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyInt, PyList, PyTuple, PyType};
use pyo3::{ffi, intern};

/// The random serial of the entry at work, and how often it drew and pushed; see footfall.engine.serials.
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
        let about = args.get_item(0).ok().filter(|about| about.is_exact_instance_of::<PyInt>());
        self.0.child(key, about.map(|about| low_word(&about)))
    }

    /// A copy to go on with after something else was entered.
    fn copy(&self) -> Self {
        Self(self.0.to_go_on())
    }
}

/// An int modulo 2^64.
fn low_word(value: &Bound<PyAny>) -> u64 {
    // SAFETY: `value` is an int, so the call cannot fail.
    unsafe { ffi::PyLong_AsUnsignedLongLongMask(value.as_ptr()) }
}

const MODEL: &str = "footfall.engine.model";

static PUSH: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static PROPOSAL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static ENTRY: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static REFERENCE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();

/// Entries a command may take, and turns that ask nobody; those of the reference.
const MAX_ENTRIES: usize = 100_000;
const MAX_IDLE: usize = 32;

/// What of a session stays the same during one command.
struct Run<'a, 'py> {
    py: Python<'py>,
    session: &'a Bound<'py, PyAny>,
    state: Bound<'py, PyAny>,
    serials: Bound<'py, Serials>,
    bound: Bound<'py, PyDict>,
    keys: Bound<'py, PyDict>,
    appliers: Bound<'py, PyDict>,
    reactions: Bound<'py, PyDict>,
    events: Bound<'py, PyList>,
    push: &'py Bound<'py, PyType>,
    proposal: &'py Bound<'py, PyType>,
    entry: &'py Bound<'py, PyType>,
    trailed: bool,
    quiet: bool,
}

/// Works a session's agenda off, until somebody must answer or the game is over; see footfall.engine.loop.drain.
#[pyfunction]
pub fn run_agenda<'py>(session: &Bound<'py, PyAny>, outcome: Bound<'py, PyAny>, cause: Bound<'py, PyAny>) -> PyResult<()> {
    let run = Run::new(session)?;
    let py = run.py;
    if !outcome.is_none() && !cause.is_none() {
        run.outcome(outcome, &cause)?;
    }
    loop {
        let Some(idle) = run.run_agenda()? else { return Ok(()) };
        run.reference()?.call_method1(intern!(py, "handle_runaway"), (session, idle))?;
    }
}

/// Applies what a step or a command handler returned; see footfall.engine.loop.work.
#[pyfunction]
pub fn apply_outcome<'py>(session: &Bound<'py, PyAny>, outcome: Bound<'py, PyAny>, cause: &Bound<'py, PyAny>) -> PyResult<()> {
    Run::new(session)?.outcome(outcome, cause)
}

impl<'a, 'py> Run<'a, 'py> {
    fn new(session: &'a Bound<'py, PyAny>) -> PyResult<Self> {
        let py = session.py();
        Ok(Self {
            py,
            session,
            state: session.getattr(intern!(py, "state"))?,
            serials: session.getattr(intern!(py, "serials"))?.cast_into()?,
            bound: session.getattr(intern!(py, "session_steps"))?.cast_into()?,
            keys: session.getattr(intern!(py, "step_keys"))?.cast_into()?,
            appliers: session.getattr(intern!(py, "appliers"))?.cast_into()?,
            reactions: session.getattr(intern!(py, "reactions"))?.cast_into()?,
            events: session.getattr(intern!(py, "events"))?.cast_into()?,
            push: PUSH.import(py, MODEL, "Push")?,
            proposal: PROPOSAL.import(py, "footfall.engine.terms", "Proposal")?,
            entry: ENTRY.import(py, MODEL, "Entry")?,
            trailed: !session.getattr(intern!(py, "tracer"))?.is_none(),
            quiet: session.getattr(intern!(py, "quiet"))?.is_truthy()?,
        })
    }

    /// Works entries off: None if somebody must answer or the game is over, else whether turns asked nobody.
    fn run_agenda(&self) -> PyResult<Option<bool>> {
        let mut turn = None;
        let mut idle = 0;
        for _ in 0..MAX_ENTRIES {
            if self.waits()? {
                return Ok(None);
            }
            let agenda = self.agenda()?;
            let entry = match agenda.len() {
                0 => {
                    idle += 1;
                    if idle > MAX_IDLE {
                        break;
                    }
                    let name = match &turn {
                        Some(name) => name,
                        None => turn.insert(self.session.getattr(intern!(self.py, "turn_step"))?),
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
            self.entry(&entry)?;
        }
        Ok(Some(idle > MAX_IDLE))
    }

    fn reference(&self) -> PyResult<&Bound<'py, PyModule>> {
        let module =
            REFERENCE.get_or_try_init(self.py, || Ok::<_, PyErr>(self.py.import("footfall.engine.loop")?.unbind()))?;
        Ok(module.bind(self.py))
    }

    fn waits(&self) -> PyResult<bool> {
        Ok(!self.state.getattr(intern!(self.py, "question"))?.is_none()
            || !self.state.getattr(intern!(self.py, "outcome"))?.is_none())
    }

    fn agenda(&self) -> PyResult<Bound<'py, PyList>> {
        Ok(self.state.getattr(intern!(self.py, "agenda"))?.cast_into()?)
    }

    /// Runs the step of one entry and applies what it returns.
    fn entry(&self, entry: &Bound<'py, PyAny>) -> PyResult<()> {
        let py = self.py;
        let name = entry.getattr(intern!(py, "step"))?;
        let bound = match self.bound.get_item(&name)? {
            Some(bound) => bound,
            None => self.session.call_method1(intern!(py, "bind_step"), (&name,))?,
        };
        if bound.is_none() {
            return Ok(());
        }
        let bound = bound.cast_into::<PyTuple>()?;
        let (step, play, cause) = (bound.get_item(0)?, bound.get_item(1)?, bound.get_item(2)?);
        self.serials.borrow_mut().enter(entry.getattr(intern!(py, "serial"))?.extract()?);
        let args = entry.getattr(intern!(py, "args"))?.cast_into::<PyTuple>()?;
        let outcome = match args.len() {
            0 => step.call1((play,)),
            1 => step.call1((play, args.get_item(0)?)),
            2 => step.call1((play, args.get_item(0)?, args.get_item(1)?)),
            _ => step.call1(PyTuple::new(py, std::iter::once(play).chain(args.iter()).collect::<Vec<_>>())?),
        };
        let changes = match outcome.and_then(|outcome| listed(py, outcome)) {
            Ok(Some(changes)) => changes,
            Ok(None) => return Ok(()),
            Err(error) => return self.fail(&cause, error),
        };
        self.apply_outcome(&changes, &cause, bound.get_item(3)?.is_truthy()?)
    }

    fn outcome(&self, outcome: Bound<'py, PyAny>, cause: &Bound<'py, PyAny>) -> PyResult<()> {
        let trusted = self.session.getattr(intern!(self.py, "trusted_mods"))?;
        let trusted = trusted.contains(cause.getattr(intern!(self.py, "mod"))?)?;
        match listed(self.py, outcome)? {
            Some(changes) => self.apply_outcome(&changes, cause, trusted),
            None => Ok(()),
        }
    }

    fn apply_outcome(&self, changes: &Bound<'py, PyList>, cause: &Bound<'py, PyAny>, trusted: bool) -> PyResult<()> {
        if changes.is_empty() {
            return Ok(());
        }
        if self.trailed || !trusted || changes.iter().any(|change| change.get_type().is(self.proposal)) {
            self.reference()?.call_method1(intern!(self.py, "apply_outcome"), (self.session, changes, cause))?;
            return Ok(());
        }
        self.unit(changes, cause)
    }

    /// Applies the changes of one entry of the game's own rules; then pushed steps, reactions on top.
    fn unit(&self, changes: &Bound<'py, PyList>, cause: &Bound<'py, PyAny>) -> PyResult<()> {
        let py = self.py;
        let first = self.events.len();
        let told = match self.quiet {
            true => 0,
            false => self.session.getattr(intern!(py, "log"))?.len()?,
        };
        let mut pushed = Vec::new();
        let mut answered = false;
        for change in changes.iter() {
            if let Err(error) = self.apply(&change, &mut pushed, &mut answered) {
                self.reference()?.call_method1(intern!(py, "roll_back_unit"), (self.session, first, told))?;
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
        if answered {
            self.reference()?.call_method1(intern!(py, "push_reactions"), (self.session, first))?;
        }
        Ok(())
    }

    fn apply(
        &self,
        change: &Bound<'py, PyAny>,
        pushed: &mut Vec<(Bound<'py, PyAny>, Bound<'py, PyTuple>)>,
        answered: &mut bool,
    ) -> PyResult<()> {
        let py = self.py;
        let kind = change.get_type();
        if kind.is(self.push) {
            let name = change.getattr(intern!(py, "step"))?;
            if !self.bound.contains(&name)? {
                self.known(&name)?;
            }
            pushed.push((name, change.getattr(intern!(py, "args"))?.cast_into()?));
            return Ok(());
        }
        let Some(applier) = self.appliers.get_item(&kind)? else {
            let name = kind.name()?;
            let text = format!("{name} is not a registered change; list it in provide_changes");
            return Err(PyTypeError::new_err(text));
        };
        let event = applier.call1((&self.state, change))?;
        if !event.is_none() {
            if !*answered && !self.reactions.is_empty() {
                *answered = self.reactions.contains(event.get_type())?;
            }
            self.events.append(&event)?;
            if !self.quiet {
                self.session.call_method1(intern!(py, "log_event"), (event,))?;
            }
        }
        Ok(())
    }

    /// A step that is pushed must be there.
    fn known(&self, name: &Bound<'py, PyAny>) -> PyResult<()> {
        let rules = self.session.getattr(intern!(self.py, "rules"))?;
        if rules.getattr(intern!(self.py, "steps"))?.contains(name)? {
            return Ok(());
        }
        let text = format!("no active mod provides the step {}", name.repr()?);
        Err(PyValueError::new_err(text))
    }

    fn derive_child(&self, name: Bound<'py, PyAny>, args: Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
        let key = match self.keys.get_item(&name)? {
            Some(key) => key,
            None => self.session.call_method1(intern!(self.py, "find_step_key"), (&name,))?,
        };
        let serial = self.serials.borrow_mut().derive_child(low_word(&key), &args);
        self.entry.call1((name, args, serial))
    }

    /// Contains a failure; what is not an `Exception` (Ctrl-C, a deadline) goes on.
    fn fail(&self, cause: &Bound<'py, PyAny>, error: PyErr) -> PyResult<()> {
        if !error.is_instance_of::<PyException>(self.py) {
            return Err(error);
        }
        let error = error.into_value(self.py);
        self.session.call_method1(intern!(self.py, "report_problem"), (cause, error))?;
        Ok(())
    }
}

/// What a step returned, as a list.
fn listed<'py>(py: Python<'py>, outcome: Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyList>>> {
    if outcome.is_none() {
        return Ok(None);
    }
    if !outcome.is_exact_instance_of::<PyList>() {
        return Ok(Some(py.get_type::<PyList>().call1((outcome,))?.cast_into()?));
    }
    Ok(Some(outcome.cast_into()?))
}
