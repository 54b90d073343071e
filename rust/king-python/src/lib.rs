//! The Python module `_king`: the compiled board of the King's House. `plugins/king/compiled` loads it from the
//! library of `footfall._native`, which links this crate and exports its `PyInit__king`.

mod environment;
mod listeners;

use crate::listeners::{AskFunction, Asked, Asks, read_state};
use footfall_king::export::CanonicalParts;
use footfall_king::names::NameId;
use footfall_king::play::{Batch, CURVES, PlayedGame};
use footfall_king::tables::GameRecords;
use footfall_king::tally::Tally;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The compiled rules with the tables and bots of one plan.
#[pyclass(module = "footfall.plugins._king", frozen)]
pub struct KingBoard {
    records: GameRecords,
    parts: CanonicalParts,
    /// The listeners of mods in Python.
    asks: Option<Asks>,
}

#[pymethods]
impl KingBoard {
    /// `listeners`: the functions that ask them, and the one that ends a game; see `Asks::new`.
    /// Raises ValueError for tables that the compiled rules do not support.
    #[new]
    fn new(
        py: Python,
        tables: &[u8],
        profile: &[u8],
        settings: &[u8],
        listeners: Option<(Vec<AskFunction>, Py<PyAny>)>,
    ) -> PyResult<Self> {
        let records = contain(|| GameRecords::read(tables))?;
        let asks = listeners.map(|(functions, end_game)| Asks::new(py, &records, functions, end_game)).transpose()?;
        Ok(Self { records, parts: CanonicalParts { profile: profile.to_vec(), settings: settings.to_vec() }, asks })
    }

    /// Plays one game per seed. Returns the games, each a tuple of outcome, commands, answers, events, state and curves,
    /// or None where the rules in Python must play; and the counts over all games played here, in an audit also those of
    /// steps and dice.
    fn play_games<'py>(
        &self,
        py: Python<'py>,
        seeds: &Bound<'py, PyList>,
        max_commands: u64,
        audit: bool,
    ) -> PyResult<(Bound<'py, PyList>, Bound<'py, PyList>)> {
        let seeds = seeds.iter().map(|seed| seed.extract()).collect::<PyResult<Vec<u64>>>()?;
        if audit && (self.records.rules.rolls() || self.asks.as_ref().is_some_and(Asks::reads)) {
            // The dice of mods are not counted here.
            return Ok((PyList::new(py, seeds.iter().map(|_| py.None()))?, PyList::empty(py)));
        }
        let (games, cells) = py.detach(|| {
            let mut tally = Tally::new(&self.records, audit);
            let games = self.with_batch(max_commands, |batch| {
                seeds.iter().map(|&seed| batch.play(seed, &mut tally)).collect::<Vec<Option<PlayedGame>>>()
            })?;
            PyResult::Ok((games, tally.cells(&self.records)))
        })?;
        let results = PyList::empty(py);
        for game in games {
            match game {
                Some(game) => results.append(self.game(py, game)?)?,
                None => results.append(py.None())?,
            }
        }
        let counts = PyList::empty(py);
        for ((tag, field, value), outcome, games, times) in cells {
            counts.append((tag, field, value, outcome.map(|outcome| self.text(outcome)), games, times))?;
        }
        Ok((results, counts))
    }

    /// Whether a name is in the tables.
    fn has_name(&self, name: &str) -> bool {
        self.records.names.find(name).is_some()
    }

    /// The states of a game: before the first command and after each.
    fn list_states<'py>(&self, py: Python<'py>, seed: u64, max_commands: u64) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let states =
            self.with_batch(max_commands, |batch| contain(|| batch.list_states(seed).map_err(|why| why.0)))??;
        Ok(states.iter().map(|state| PyBytes::new(py, state)).collect())
    }
}

/// Runs a function that refuses or, with untried tables, may panic: both raise ValueError.
fn contain<T, E: ToString>(run: impl FnOnce() -> Result<T, E>) -> PyResult<T> {
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(result) => result.map_err(|refusal| PyValueError::new_err(refusal.to_string())),
        Err(_) => Err(PyValueError::new_err("the compiled rules failed on these tables")),
    }
}

impl KingBoard {
    /// Plays with the listeners of mods. An exception that they do not contain (Ctrl-C, a time limit) ends it.
    fn with_batch<T>(&self, max_commands: u64, play: impl FnOnce(&Batch) -> T) -> PyResult<T> {
        let batch = Batch { records: &self.records, parts: &self.parts, max_commands, listeners: None };
        let Some(asks) = &self.asks else { return Ok(play(&batch)) };
        let asked = Asked::new(asks, &self.records, &self.parts);
        let result = play(&Batch { listeners: Some(&asked), ..batch });
        asked.into_raised().map_or(Ok(result), Err)
    }

    fn text(&self, name: NameId) -> &str {
        self.records.names.text(name)
    }

    fn game<'py>(&self, py: Python<'py>, game: PlayedGame) -> PyResult<Bound<'py, PyAny>> {
        let curves = PyDict::new(py);
        if !game.curve.is_empty() {
            for (at, name) in CURVES.into_iter().enumerate() {
                curves.set_item(name, game.curve.iter().map(|values| values[at]).collect::<Vec<_>>())?;
            }
        }
        let outcome = game.outcome.map(|outcome| self.text(outcome));
        let state = PyBytes::new(py, &game.state);
        let game = (outcome, game.commands, game.answers, game.events, state, curves);
        Ok(game.into_pyobject(py)?.into_any())
    }
}

#[pymodule]
mod _king {
    #[pymodule_export]
    use super::{KingBoard, environment::KingEnvironment, read_state};
}
