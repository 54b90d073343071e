//! Readings of the game that rules ask: functions in Python, called again when one of their sources has changed.

use crate::run::Run;
use footfall_rules::Argument;
use footfall_stealth::Result;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use std::sync::Mutex;

/// The values that a reading keeps; two actors whose ids differ by a multiple of it share a place.
const PLACES: usize = 256;

/// A function in Python, and the names of its sources if they are declared (`READS` in `plugins/stealth/compiled_rules.py`).
pub type BoundReading = (Py<PyAny>, Option<Vec<String>>);

/// A reading with its arguments.
pub struct Reading {
    pub function: Py<PyAny>,
    pub arguments: Vec<Argument>,
    facts: Option<Vec<Fact>>,
    kept: Mutex<Vec<Option<Kept>>>,
}

/// The value for an actor, with the objects of which it was computed.
struct Kept {
    id: i64,
    objects: Vec<Py<PyAny>>,
    /// The epoch that it belongs to, if something can change within these objects.
    epoch: Option<u64>,
    value: i64,
}

/// A source of a reading: an attribute, or one of its items.
struct Fact {
    holder: Holder,
    name: Py<PyString>,
    item: Option<Py<PyString>>,
}

/// The owner of an attribute; of `Actor`, `Mind` and `Fighter` the one with the id of the actor.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holder {
    Actor,
    Mind,
    Fighter,
    World,
    Level,
    Stealth,
    /// Everything, for the player's character; nothing for other actors.
    Player,
}

impl Fact {
    /// Reads `mind.mood`, `actor.stats[]`, the item that a text among the arguments names, or `player`.
    fn read(py: Python, text: &str, arguments: &[Argument]) -> Option<Self> {
        let (holder, name) = text.split_once('.').unwrap_or((text, ""));
        let holder = match holder {
            "actor" => Holder::Actor,
            "mind" => Holder::Mind,
            "fighter" => Holder::Fighter,
            "world" => Holder::World,
            "level" => Holder::Level,
            "stealth" => Holder::Stealth,
            "player" => Holder::Player,
            _ => return None,
        };
        let argument = |argument: &Argument| match argument {
            Argument::Text(text) => Some(PyString::intern(py, text).unbind()),
            _ => None,
        };
        let (name, item) = match name.strip_suffix("[]") {
            Some(name) => (name, Some(arguments.iter().find_map(argument)?)),
            None => (name, None),
        };
        Some(Self { holder, name: PyString::intern(py, name).unbind(), item })
    }

    /// The object, and whether something can change within it.
    fn find<'py>(&self, run: &Run<'_, 'py>, holder: Option<&Bound<'py, PyAny>>) -> PyResult<(Bound<'py, PyAny>, bool)> {
        let py = run.py;
        let Some(holder) = holder else { return Ok((py.Ellipsis().into_bound(py), self.holder == Holder::Player)) };
        let none = || py.None().into_bound(py);
        if self.holder == Holder::Player {
            return Ok((none(), false));
        }
        let value = holder.getattr(&self.name)?;
        if let Some(item) = &self.item {
            return Ok((value.cast::<PyDict>()?.get_item(item)?.unwrap_or_else(none), false));
        }
        let is_empty = value.cast::<PyDict>().map(|dict| dict.is_empty());
        match is_empty.or_else(|_| value.cast::<PyList>().map(|list| list.is_empty())) {
            Ok(true) => Ok((none(), false)),
            Ok(false) => Ok((value, true)),
            Err(_) => Ok((value, false)),
        }
    }
}

impl Reading {
    /// None if a fact is unknown.
    pub fn new(py: Python, (function, facts): &BoundReading, arguments: &[Argument]) -> Option<Self> {
        let read = |text: &String| Fact::read(py, text, arguments);
        let facts = facts.as_ref().map(|facts| facts.iter().map(read).collect::<Option<_>>());
        let facts = if let Some(facts) = facts { Some(facts?) } else { None };
        let (function, arguments) = (function.clone_ref(py), arguments.to_vec());
        Some(Self { function, arguments, facts, kept: Mutex::default() })
    }

    /// Forgets all values.
    pub fn forget(&self) {
        if let Ok(mut kept) = self.kept.lock() {
            kept.clear();
        }
    }

    /// Its value for an actor, or for none: that of an earlier `ask`, as long as its sources are the same.
    pub fn value(&self, run: &Run, id: i64, ask: impl FnOnce() -> Result<i64, PyErr>) -> Result<i64, PyErr> {
        if self.facts.is_none() && !run.memory.is_still {
            return ask();
        }
        let place = id as usize % PLACES;
        if let Ok(kept) = self.kept.lock() {
            if let Some(Some(known)) = kept.get(place) {
                if known.id == id
                    && known.epoch.is_none_or(|epoch| epoch == run.memory.epoch)
                    && self.is_unchanged(run, id, known)?
                {
                    return Ok(known.value);
                }
            }
        }
        let (mut objects, mut is_open) = (Vec::new(), self.facts.is_none());
        self.visit(run, id, |_, object, may_change| {
            objects.push(object.unbind());
            is_open |= may_change;
            true
        })?;
        let value = ask()?;
        if let Ok(mut kept) = self.kept.lock() {
            if kept.len() <= place {
                kept.resize_with(place + 1, || None);
            }
            kept[place] = Some(Kept { id, objects, epoch: is_open.then_some(run.memory.epoch), value });
        }
        Ok(value)
    }

    fn is_unchanged(&self, run: &Run, id: i64, known: &Kept) -> PyResult<bool> {
        self.visit(run, id, |at, object, _| object.is(&known.objects[at]))
    }

    /// Visits its sources, up to the first for which `visit` returns false; true if there is none.
    fn visit<'py>(
        &self,
        run: &Run<'_, 'py>,
        id: i64,
        mut visit: impl FnMut(usize, Bound<'py, PyAny>, bool) -> bool,
    ) -> PyResult<bool> {
        let mut known: Option<(Holder, Option<Bound<'py, PyAny>>)> = None;
        for (at, fact) in self.facts.iter().flatten().enumerate() {
            if known.as_ref().is_none_or(|(holder, _)| *holder != fact.holder) {
                let object = match fact.holder {
                    Holder::Actor => run.actors.get_item(id)?,
                    Holder::Mind => run.minds.get_item(id)?,
                    Holder::Fighter => run.fighters.get_item(id)?,
                    Holder::World => Some(run.parts.world.clone()),
                    Holder::Level => Some(run.parts.level.clone()),
                    Holder::Stealth => Some(run.parts.part.clone()),
                    Holder::Player => Some(run.player.clone())
                        .filter(|_| run.player_id.extract().is_ok_and(|player: i64| player != id)),
                };
                known = Some((fact.holder, object));
            }
            let (object, may_change) = fact.find(run, known.as_ref().and_then(|(_, object)| object.as_ref()))?;
            if !visit(at, object, may_change) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
