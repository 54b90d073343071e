//! Many games side by side, for footfall.env.

use crate::KingBoard;
use footfall_kernels_python::forks::share_among;
use footfall_king::environment::{Autoreset, Environment, Fault, Rows, Terms, Workers};
use footfall_king::numbering::{Lists, Numbering};
use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2, PyUntypedArrayMethods};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// The arrays of all games, in the order of the fields of `Rows`.
#[derive(FromPyObject)]
struct Arrays<'py>(
    PyReadwriteArray2<'py, i16>,
    PyReadwriteArray2<'py, i8>,
    PyReadwriteArray1<'py, f32>,
    PyReadwriteArray1<'py, bool>,
    PyReadwriteArray1<'py, bool>,
    PyReadwriteArray1<'py, i32>,
    PyReadwriteArray1<'py, bool>,
    PyReadwriteArray2<'py, i16>,
    PyReadwriteArray1<'py, u64>,
    PyReadwriteArray1<'py, u32>,
    PyReadwriteArray1<'py, i32>,
);

/// The arrays of one game that its state fills: observation, mask and seat.
#[derive(FromPyObject)]
struct Shown<'py>(PyReadwriteArray2<'py, i16>, PyReadwriteArray2<'py, i8>, PyReadwriteArray1<'py, i32>);

impl Arrays<'_> {
    fn rows(&mut self) -> PyResult<Rows<'_>> {
        Ok(Rows {
            observations: self.0.as_slice_mut()?,
            masks: self.1.as_slice_mut()?,
            rewards: self.2.as_slice_mut()?,
            terminated: self.3.as_slice_mut()?,
            truncated: self.4.as_slice_mut()?,
            seats: self.5.as_slice_mut()?,
            refused: self.6.as_slice_mut()?,
            last_observations: self.7.as_slice_mut()?,
            seeds: self.8.as_slice_mut()?,
            episodes: self.9.as_slice_mut()?,
            lengths: self.10.as_slice_mut()?,
        })
    }

    /// Refuses arrays of another number of games.
    fn check(&self, games: usize, length: usize, actions: usize) -> PyResult<()> {
        let counts = [self.2.len(), self.3.len(), self.4.len(), self.5.len(), self.6.len()];
        let more = [self.8.len(), self.9.len(), self.10.len()];
        let is_fit = self.0.as_array().dim() == (games, length)
            && self.1.as_array().dim() == (games, actions)
            && self.7.as_array().dim().1 == length
            && counts.iter().chain(&more).all(|&count| count == games);
        if is_fit { Ok(()) } else { Err(PyValueError::new_err("arrays of another shape")) }
    }
}

/// Games of one board. Its methods release the lock of the interpreter.
#[pyclass(module = "footfall.plugins._king")]
pub struct KingEnvironment {
    board: Py<KingBoard>,
    environment: Environment,
}

type Conditions = (u8, i32, bool, usize);

/// The number of threads that play.
struct Threads(usize);

impl Workers for Threads {
    fn share<T: Send>(&self, items: impl DoubleEndedIterator<Item = T> + Send, work: impl Fn(T) + Sync) {
        share_among(self.0, items, work);
    }
}

fn build_terms((autoreset, max_steps, is_strict, threads): Conditions) -> (Terms, Threads) {
    let autoreset = match autoreset {
        0 => Autoreset::Disabled,
        1 => Autoreset::NextStep,
        _ => Autoreset::SameStep,
    };
    (Terms { autoreset, max_steps, is_strict }, Threads(threads))
}

#[pymethods]
impl KingEnvironment {
    /// `lists`: those of `Lists`, in JSON. Raises ValueError for lists that do not fit the board, and if mods listen in
    /// Python.
    #[new]
    fn new(board: Py<KingBoard>, count: usize, lists: &str) -> PyResult<Self> {
        let own = board.get();
        if own.asks.is_some() {
            return Err(PyValueError::new_err("a mod listens in Python"));
        }
        let lists: Lists = serde_json::from_str(lists).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let numbering = Numbering::new(&own.records, lists).map_err(PyValueError::new_err)?;
        Ok(Self { environment: Environment::new(count, numbering), board })
    }

    /// Begins a game in each chosen place. Raises RuntimeError with the number of a game that cannot be played.
    fn reset(
        &mut self,
        py: Python,
        conditions: Conditions,
        chosen: PyReadonlyArray1<bool>,
        mut arrays: Arrays,
    ) -> PyResult<()> {
        self.check(&arrays, chosen.len())?;
        let (chosen, rows) = (chosen.as_slice()?, arrays.rows()?);
        let (board, environment) = (self.board.get(), &mut self.environment);
        let (terms, threads) = build_terms(conditions);
        py.detach(|| environment.reset(&board.records, terms, chosen, rows, &threads)).map_err(report)
    }

    /// Plays an action in each game, or in none: ValueError, with the number of a game and why it does not take its action.
    /// Raises RuntimeError with the number of a game that cannot go on and the reason.
    fn step(
        &mut self,
        py: Python,
        conditions: Conditions,
        actions: PyReadonlyArray1<i32>,
        mut arrays: Arrays,
    ) -> PyResult<()> {
        self.check(&arrays, actions.len())?;
        let (actions, rows) = (actions.as_slice()?, arrays.rows()?);
        let (board, environment) = (self.board.get(), &mut self.environment);
        let (terms, threads) = build_terms(conditions);
        environment.check(terms, actions).map_err(PyValueError::new_err)?;
        py.detach(|| environment.step(&board.records, terms, actions, rows, &threads)).map_err(report)
    }

    /// The canonical state of a game.
    fn write<'py>(&mut self, py: Python<'py>, at: usize) -> PyResult<Bound<'py, PyBytes>> {
        let board = self.board.get();
        let state = self.environment.write(&board.records, &board.parts, at).map_err(PyValueError::new_err)?;
        Ok(PyBytes::new(py, &state))
    }

    /// Reads a state in the place of a game; `shown` are the arrays of this game alone. Raises ValueError.
    fn read(&mut self, at: usize, state: &[u8], seed: Option<u64>, mut shown: Shown) -> PyResult<()> {
        let numbering = self.environment.numbering();
        let shape = [(1, numbering.length), (1, numbering.count()), (1, 1)];
        if [shown.0.as_array().dim(), shown.1.as_array().dim(), (1, shown.2.len())] != shape {
            return Err(PyValueError::new_err("arrays of another shape"));
        }
        let board = self.board.get();
        let rows = Rows {
            observations: shown.0.as_slice_mut()?,
            masks: shown.1.as_slice_mut()?,
            seats: shown.2.as_slice_mut()?,
            ..Rows::default()
        };
        self.environment.read(&board.records, &board.parts, at, state, seed, rows).map_err(PyValueError::new_err)
    }
}

impl KingEnvironment {
    fn check(&self, arrays: &Arrays, given: usize) -> PyResult<()> {
        let (numbering, games) = (self.environment.numbering(), self.environment.count());
        if given != games {
            return Err(PyValueError::new_err("an array of another length"));
        }
        arrays.check(games, numbering.length, numbering.count())
    }
}

fn report((game, reason): Fault) -> PyErr {
    PyRuntimeError::new_err((game, reason))
}
