//! The listeners of mods, called as functions of plugins/king/compiled/listeners.py, and the state as they read it.

use footfall_king::agenda::{Amounts, Change, Note};
use footfall_king::board::Seats;
use footfall_king::export::CanonicalParts;
use footfall_king::game::Game;
use footfall_king::listeners::{Answer, HOOKS, Hook, Listeners};
use footfall_king::names::{NameId, Names};
use footfall_king::rules::Fields;
use footfall_king::tables::GameRecords;
use footfall_king::tally::KINDS;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};
use std::cell::{Cell, RefCell};

/// The number of a hook, the function that asks its listeners, and whether one of them takes the context.
pub type AskFunction = (usize, Py<PyAny>, bool);

/// The functions by number of the hook, and the names that they receive.
pub struct Asks {
    functions: [Option<(Py<PyAny>, bool)>; HOOKS],
    /// Ends a game: whether the listeners left its states alone.
    end_game: Py<PyAny>,
    names: Vec<Py<PyString>>,
    kinds: Vec<Py<PyString>>,
    steps: Vec<Py<PyString>>,
}

impl Asks {
    pub fn new(py: Python, records: &GameRecords, functions: Vec<AskFunction>, end_game: Py<PyAny>) -> PyResult<Self> {
        let text = |text: &str| PyString::intern(py, text).unbind();
        let mut asks = Self {
            functions: [const { None }; HOOKS],
            end_game,
            names: records.names.iter().map(text).collect(),
            kinds: KINDS.iter().map(|(tag, _)| text(tag)).collect(),
            steps: records.rules.steps.iter().map(|step| text(&step.name)).collect(),
        };
        for (hook, function, reads) in functions {
            let place = asks.functions.get_mut(hook).ok_or(PyValueError::new_err("there is no such hook"))?;
            *place = Some((function, reads));
        }
        Ok(asks)
    }

    /// Whether a listener takes the context, through which it may roll dice.
    pub fn reads(&self) -> bool {
        self.functions.iter().flatten().any(|(_, reads)| *reads)
    }
}

/// The listeners in some games.
pub struct Asked<'a> {
    asks: &'a Asks,
    records: &'a GameRecords,
    parts: &'a CanonicalParts,
    /// An exception that listeners do not contain: Ctrl-C, a time limit.
    raised: RefCell<Option<PyErr>>,
    stamp: Cell<u64>,
}

impl<'a> Asked<'a> {
    pub fn new(asks: &'a Asks, records: &'a GameRecords, parts: &'a CanonicalParts) -> Self {
        Self { asks, records, parts, raised: RefCell::default(), stamp: Cell::new(0) }
    }

    pub fn into_raised(self) -> Option<PyErr> {
        self.raised.into_inner()
    }

    /// Calls a function unless one has raised.
    fn try_call<T>(&self, call: impl FnOnce(Python) -> PyResult<T>) -> Option<T> {
        if self.raised.borrow().is_some() {
            return None;
        }
        Python::attach(call).map_err(|error| self.raised.replace(Some(error))).ok()
    }

    /// The moment in which a listener is asked: seed, turn, serial, whether the entry is new, and the state's number.
    fn moment(&self, game: &Game) -> (u64, u64, u64, bool, u64) {
        if game.stamp.get() == 0 {
            self.stamp.set(self.stamp.get() + 1);
            game.stamp.set(self.stamp.get());
        }
        (game.seed, game.commands, game.serials.serial, game.is_new_entry.replace(false), game.stamp.get())
    }

    fn call(&self, py: Python, game: &Game, hook: Hook, fields: Fields) -> PyResult<Option<Answer>> {
        let Some((function, reads)) = &self.asks.functions[hook as usize] else { return Ok(Some(Answer::default())) };
        let name = |at: usize| &self.asks.names[fields[at] as usize];
        let seat = fields[0];
        let fields = match hook {
            Hook::Damage => (seat, name(1), fields[2]).into_pyobject(py)?,
            Hook::Cost => {
                let kind = &self.asks.kinds[fields[1] as usize];
                (seat, kind, name(2), name(3), name(4), fields[5]).into_pyobject(py)?
            }
            Hook::CanAct => (seat, &self.asks.kinds[fields[1] as usize], name(2), fields[3]).into_pyobject(py)?,
            Hook::CanArrive | Hook::Card => (seat, name(1), name(2)).into_pyobject(py)?,
            Hook::CanEnter | Hook::Enter | Hook::Use => (seat, name(1)).into_pyobject(py)?,
            Hook::TurnStart | Hook::TurnEnd => (seat, fields[1]).into_pyobject(py)?,
            Hook::RoundEnd => (&self.asks.steps[seat as usize],).into_pyobject(py)?,
        };
        let answer = if *reads {
            let _shown = Shown::new(game, self.parts);
            function.bind(py).call1((self.moment(game), fields))?
        } else {
            function.bind(py).call1((py.None(), fields))?
        };
        if answer.is_none() {
            return Ok(None);
        }
        if let Ok(value) = answer.extract::<i64>() {
            return Ok(Some(Answer { value, changes: Vec::new() }));
        }
        let (value, deeds): (i64, Vec<Bound<PyTuple>>) = answer.extract()?;
        let seats = game.board.seats();
        let changes = deeds.iter().map(|deed| read_change(&self.records.names, deed));
        let changes = changes.collect::<PyResult<Option<Vec<Change>>>>()?;
        let changes = changes.filter(|changes| changes.iter().all(|change| change.has_seats(seats)));
        Ok(changes.map(|changes| Answer { value, changes }))
    }
}

impl Listeners for Asked<'_> {
    fn hear(&self, hook: Hook) -> bool {
        self.asks.functions[hook as usize].is_some()
    }

    fn ask(&self, game: &Game, hook: Hook, fields: Fields) -> Option<Answer> {
        self.try_call(|py| self.call(py, game, hook, fields)).flatten()
    }

    fn end_game(&self) -> bool {
        self.try_call(|py| self.asks.end_game.call0(py)?.extract(py)).unwrap_or(false)
    }
}

/// Reads a change as plugins/king/compiled/listeners.py encodes it. None if it has a name that the board does not know.
fn read_change(names: &Names, deed: &Bound<PyTuple>) -> PyResult<Option<Change>> {
    let text = |at: usize| -> PyResult<Option<NameId>> { Ok(names.find(&deed.get_item(at)?.extract::<String>()?)) };
    let seats = |at: usize| -> PyResult<Seats> {
        Ok(deed.get_item(at)?.extract::<Vec<u8>>()?.into_iter().map(usize::from).filter(|&seat| seat < 8).collect())
    };
    let amounts = |at: usize| -> PyResult<Option<Amounts>> {
        let pairs: Amounts = deed.get_item(at)?.extract()?;
        Ok((pairs.len() <= 4 && pairs.iter().all(|(seat, _)| *seat < 8)).then_some(pairs))
    };
    Ok(match deed.get_item(0)?.extract::<&str>()? {
        "tell" => text(1)?.map(Change::Tell),
        "note" => {
            let (owner, key) = (deed.get_item(1)?.extract()?, deed.get_item(2)?.extract()?);
            Some(Change::Note(Box::new(Note { owner, key, value: deed.get_item(3)?.extract()? })))
        }
        "lose" => amounts(1)?.zip(text(2)?).map(|(amounts, source)| Change::Lose { amounts, source }),
        "gain" => amounts(1)?.zip(text(2)?).map(|(amounts, source)| Change::Gain { amounts, source }),
        "afflict" => {
            let (seats, left) = (seats(1)?, deed.get_item(3)?.extract()?);
            text(2)?.map(|status| Change::Afflict { seats, status, left, trapper: 0 })
        }
        "clear" => {
            let seat = deed.get_item(1)?.extract()?;
            text(2)?.map(|status| Change::ClearStatus { seat, status })
        }
        "lose_turn" => Some(Change::LoseTurn(deed.get_item(1)?.extract()?)),
        _ => None,
    })
}

thread_local! {
    /// The game of the listener that runs in this thread, and the constant parts of its state.
    static SHOWN: Cell<Option<(*const (), *const CanonicalParts)>> = const { Cell::new(None) };
}

/// Shows a game to listeners until it is dropped.
struct Shown(Option<(*const (), *const CanonicalParts)>);

impl Shown {
    fn new(game: &Game, parts: &CanonicalParts) -> Self {
        Self(SHOWN.replace(Some((std::ptr::from_ref(game).cast(), parts))))
    }
}

impl Drop for Shown {
    fn drop(&mut self) {
        SHOWN.set(self.0);
    }
}

/// The state that the running listener sees, in MessagePack. Raises RuntimeError when none runs.
#[pyfunction]
pub fn read_state(py: Python) -> PyResult<Bound<PyBytes>> {
    let (game, parts) = SHOWN.get().ok_or(PyRuntimeError::new_err("no listener is asked now"))?;
    // SAFETY: both are borrowed for as long as `Shown` lives, which takes them from `SHOWN` in the same thread.
    let (game, parts) = unsafe { (&*game.cast::<Game>(), &*parts) };
    Ok(PyBytes::new(py, &game.write_state(parts, true)))
}
