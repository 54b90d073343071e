//! The Python module `_king`: the compiled board of the King's House. `plugins/king/compiled.py` loads it from the
//! library of `footfall._native`, which links this crate and exports its `PyInit__king`.

use footfall_king::agenda::STEPS;
use footfall_king::export::Fixed;
use footfall_king::names::Sym;
use footfall_king::play::{self, CURVES, Ended};
use footfall_king::tables::Book;
use footfall_king::tally::{KINDS, Tally};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

/// The rules of the King's House with the tables and bots of one plan; plays whole games.
#[pyclass(module = "footfall.plugins._king", frozen)]
pub struct KingBoard {
    book: Book,
    fixed: Fixed,
}

#[pymethods]
impl KingBoard {
    /// Raises ValueError for tables that the compiled rules do not know.
    #[new]
    fn new(tables: &[u8], profile: Vec<u8>, settings: Vec<u8>) -> PyResult<Self> {
        let book = Book::read(tables, STEPS).map_err(PyValueError::new_err)?;
        Ok(Self { book, fixed: Fixed { profile, settings } })
    }

    /// Plays a game for each seed. Returns the games (None: left to the rules in Python), each as a tuple of outcome,
    /// commands, answers, events, state and curves; and the counts of all that was played here.
    fn play_games<'py>(
        &self,
        py: Python<'py>,
        seeds: Vec<u64>,
        max_commands: u64,
    ) -> PyResult<(Bound<'py, PyList>, Bound<'py, PyList>)> {
        let (games, cells) = py.detach(|| {
            let mut tally = Tally::new(self.book.names.count());
            let play = |&seed: &u64| play::play(&self.book, &self.fixed, seed, max_commands, &mut tally);
            let games: Vec<Option<Ended>> = seeds.iter().map(play).collect();
            (games, tally.cells())
        });
        let listed = PyList::empty(py);
        for game in games {
            match game {
                Some(ended) => listed.append(self.game(py, ended)?)?,
                None => listed.append(py.None())?,
            }
        }
        let counts = PyList::empty(py);
        for (kind, field, word, outcome, games, times) in cells {
            let (tag, fields) = KINDS[kind];
            let field = if field == 0 { "" } else { fields[field - 1] };
            counts.append((tag, field, self.text(word), outcome.map(|outcome| self.text(outcome)), games, times))?;
        }
        Ok((listed, counts))
    }

    /// The states of a game: before the first command, and after each.
    fn list_states<'py>(&self, py: Python<'py>, seed: u64, most: u64) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let states = play::states(&self.book, &self.fixed, seed, most);
        let states = states.map_err(|left| PyValueError::new_err(left.0))?;
        Ok(states.iter().map(|state| PyBytes::new(py, state)).collect())
    }
}

impl KingBoard {
    fn text(&self, name: Sym) -> &str {
        self.book.names.text(name)
    }

    fn game<'py>(&self, py: Python<'py>, ended: Ended) -> PyResult<Bound<'py, PyAny>> {
        let curves = PyDict::new(py);
        if !ended.curve.is_empty() {
            for (at, name) in CURVES.into_iter().enumerate() {
                curves.set_item(name, ended.curve.iter().map(|values| values[at]).collect::<Vec<_>>())?;
            }
        }
        let outcome = ended.outcome.map(|outcome| self.text(outcome));
        let state = PyBytes::new(py, &ended.state);
        let game = (outcome, ended.commands, ended.answers, ended.events, state, curves);
        Ok(game.into_pyobject(py)?.into_any())
    }
}

#[pymodule]
mod _king {
    #[pymodule_export]
    use super::KingBoard;
}
