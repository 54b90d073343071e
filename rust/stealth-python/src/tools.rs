//! The functions, types and constants of the rules in Python that the compiled turns use.

use crate::rules::{BoundProgram, FieldRules};
use footfall_stealth::chance::{Chance, Rule, Rules, Setting};
use footfall_stealth::creature::{Behavior, Cause, Cell, Idle, Inquiry, Last, Mood, Tactic};
use footfall_stealth::phase::{Covered, Settings};
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use std::collections::HashMap;
use std::sync::Arc;

/// Name, its end, function and key of a step; one without a function is a mod's.
pub type UpkeepStep = (Py<PyString>, String, Option<Py<PyAny>>, u64);

/// The steps that the steps played here push or follow, in the order of `Tools::steps`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Creature,
    Rouse,
    Watch,
    Report,
    Upkeep,
    Attend,
    Phase,
    Turn,
}

/// Values by text, so few that it is quicker to compare than to hash.
pub struct Names<T>(pub Vec<(String, T)>);

impl<T> Names<T> {
    pub fn place(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|(known, _)| known == name)
    }
}

/// The parts of the turns of a kind of creature that rules as data leave to Python: all of it, the choice of the action,
/// and the question after the turn.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct RuledKind {
    turn: bool,
    choice: bool,
    end: bool,
}

/// The same, with the rules that answer the two questions.
#[derive(Clone, Default)]
pub struct Ruled {
    pub turn: bool,
    pub choice: Option<Arc<FieldRules>>,
    pub end: Option<Arc<FieldRules>>,
}

/// The dict that `plugins/stealth/compiled.py` builds: one item per field.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Tools {
    /// The fields of a struct, in their order.
    pub astuple: Py<PyAny>,
    pub get_phase: Py<PyAny>,
    pub creature_kind: Py<PyAny>,
    pub find_visible_cells: Py<PyAny>,
    pub compute_hearing_map: Py<PyAny>,
    pub effective_stat: Py<PyAny>,
    pub effective_to_hit: Py<PyAny>,
    pub damage_bonus: Py<PyAny>,
    pub dice_of: Py<PyAny>,
    pub wields_dagger: Py<PyAny>,
    pub passable_cells: Py<PyAny>,
    pub fortify_waiting_enemies: Py<PyAny>,
    pub look: Py<PyAny>,
    pub list_differences: Py<PyAny>,
    pub remember_items: Py<PyAny>,
    pub is_diving: Py<PyAny>,
    pub is_lit: Py<PyAny>,
    pub has_errand: Py<PyAny>,
    pub choose_instead: Py<PyAny>,
    pub list_sources: Py<PyAny>,
    pub begin_inquiry: Py<PyAny>,
    pub make_shift: Py<PyAny>,
    pub name_mood_change: Py<PyAny>,
    pub push_reactions: Py<PyAny>,
    /// The numbers that `Settings` reads, by name, from the settings in force.
    pub read_numbers: Py<PyAny>,
    /// Types of events, of inquiries, noises and log lines, of agenda entries and questions.
    pub inquiry: Py<PyAny>,
    pub set_inquiry: Py<PyAny>,
    pub lost: Py<PyAny>,
    pub noise: Py<PyAny>,
    pub noise_made: Py<PyAny>,
    pub moved: Py<PyAny>,
    pub struck: Py<PyAny>,
    pub was_hurt: Py<PyAny>,
    pub log_line_added: Py<PyAny>,
    pub logged_message: Py<PyAny>,
    pub message: Py<PyAny>,
    pub entry: Py<PyAny>,
    pub question: Py<PyAny>,
    pub question_asked: Py<PyAny>,
    /// The members in the order of `Mood` and `Last`.
    pub moods: [Py<PyAny>; 3],
    pub last_actions: [Py<PyAny>; 6],
    /// Idle routine, tactic, sight only, dormant, inquires by the name of a behavior.
    behaviors: HashMap<String, (String, String, bool, bool, bool)>,
    /// Kind, loudness and duration of the noises of a step, an attack, a hurt.
    pub sounds: [(Py<PyString>, i64, i64); 3],
    /// The bonuses of each item kind, and those of effects with the values that they fix; of others none.
    pub item_bonuses: Py<PyDict>,
    pub effect_bonuses: Py<PyDict>,
    /// The effect of a lit lamp.
    pub lamp: Py<PyString>,
    /// The effects that do nothing at the end of a turn while they are permanent.
    pub steady_effects: Vec<String>,
    pub searches_tag: String,
    /// The stats that are at least 0.
    pub non_negative_stats: Vec<String>,
    /// Tags of tiles that one does not simply step on.
    pub barring_tags: Vec<Py<PyString>>,
    pub door_tag: Py<PyString>,
    pub staggering_effects: Vec<String>,
    pub helpless_effects: Vec<Py<PyString>>,
    /// No consecutive waits.
    pub no_listening: Py<PyAny>,
    /// The tag of tiles by day, and the key of the view in the memo of a level.
    pub daylight_tag: Py<PyString>,
    pub view_key: Py<PyString>,
    /// The key of the lists of items by place in the world.
    pub items_key: Py<PyString>,
    quiet_tag: String,
    loud_tag: String,
    pub dungeon_part: Py<PyString>,
    pub play_part: Py<PyString>,
    /// The kinds of inquiries that are not noise: lost, home.
    pub inquiry_kinds: (Py<PyString>, Py<PyString>),
    /// The kind of the inquiry of a creature on its way to another floor.
    pub follow_kind: Py<PyString>,
    /// Kinds of noise that hostile creatures expect of each other, and those that all take for granted.
    pub ordinary: Vec<String>,
    pub familiar: Vec<String>,
    /// Costs of a straight, a diagonal and a crowded step, and of a step of the near search.
    pub path_costs: [u32; 4],
    /// Names and programs of the rules of chance.
    chance_rules: [(String, Vec<u8>); Chance::ALL.len()],
    /// The item kinds of bells, and of keys.
    pub bells: Vec<String>,
    pub keys: Vec<String>,
    /// The courses with stations.
    pub guided: Vec<String>,
    /// Name, function and key of each `Step`.
    pub steps: [(Py<PyString>, Py<PyAny>, u64); 8],
    /// The steps that upkeep pushes, the end of the turn last.
    pub chain: Vec<UpkeepStep>,
    covered: Vec<String>,
    /// The kinds of creature that rules as data name.
    ruled_kinds: HashMap<String, RuledKind>,
    /// The programs of the rules that answer a question, by its name and that of a kind.
    list_answers: Py<PyAny>,
    /// The step that asks mods, its key, and the hook after the turn of a creature.
    pub ask_after: (Py<PyString>, u64, Py<PyString>),
    /// The types of commands that mods choose for creatures: a step, a wait, a pass.
    pub commands: [Py<PyAny>; 3],
    /// The programs of the rules of `on_hear`, `on_notice` and `on_move`, where all listeners are rules.
    pub programs: [Vec<BoundProgram>; 3],
    /// The fields of the structs of `rows`, in their order.
    rows: HashMap<String, Vec<String>>,
}

impl Tools {
    pub fn mood(&self, mood: &Bound<PyAny>) -> PyResult<Mood> {
        let found = self.moods.iter().position(|member| mood.is(member));
        found.map(|at| Mood::ALL[at]).ok_or_else(|| PyValueError::new_err(format!("expected a mood, got {mood}")))
    }

    pub fn last(&self, last: &Bound<PyAny>) -> PyResult<Last> {
        let found = self.last_actions.iter().position(|member| last.is(member));
        found.map(|at| Last::ALL[at]).ok_or_else(|| PyValueError::new_err(format!("expected an action, got {last}")))
    }

    /// Whether one of these effects ends or hurts.
    pub fn is_afflicted(&self, effects: &Bound<PyDict>) -> PyResult<bool> {
        let lamp = self.lamp.bind(effects.py()).to_str()?;
        for (name, turns) in effects.iter() {
            let name = name.cast::<PyString>()?.to_str()?;
            let is_steady = self.steady_effects.iter().any(|steady| steady == name);
            if !is_steady || name != lamp && turns.extract::<i64>()? >= 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    pub fn is_covered(&self, deed: &str) -> bool {
        self.covered.iter().any(|name| name == deed)
    }

    /// The deeds that no mod listens to.
    pub fn covered(&self) -> Covered {
        let [act, hear, notice, walk, attack, inquire, lose] =
            ["act", "hear", "notice", "walk", "attack", "inquire", "lose"].map(|deed| self.is_covered(deed));
        Covered { act, hear, notice, walk, attack, inquire, lose, hearing_rules: false }
    }

    /// The behaviors by name; routines and tactics that are not copied here are left to the rules in Python.
    pub fn behaviors(&self) -> Names<Behavior> {
        let read = |(name, (idle, tactic, sight_only, dormant, inquires)): (&String, &(String, String, _, _, _))| {
            let (idle, tactic) = (Idle::find(idle).unwrap_or(Idle::Other), Tactic::find(tactic));
            let (sight_only, dormant, inquires) = (*sight_only, *dormant, *inquires);
            let tactic = tactic.unwrap_or(Tactic::Other);
            (name.clone(), Behavior { idle, tactic, sight_only, dormant, inquires })
        };
        Names(self.behaviors.iter().map(read).collect())
    }

    pub fn read_inquiry(&self, value: &Bound<PyAny>) -> PyResult<Inquiry> {
        let inquiry = InquiryRow::read(self, value)?;
        let (lost, home) = &self.inquiry_kinds;
        let is = |kind: &Py<PyString>| inquiry.kind.as_any().eq(kind);
        let cause = if is(lost)? {
            Cause::Lost
        } else if is(home)? {
            Cause::Home
        } else {
            Cause::Noise
        };
        Ok(Inquiry { at: inquiry.at, cause, patience: inquiry.patience })
    }

    /// The settings that the compiled turns read, from `settings.RuleSettings`.
    pub fn read_settings(&self, value: &Bound<PyAny>) -> PyResult<Settings> {
        let py = value.py();
        let numbers = self.read_numbers.bind(py).call1((value,))?;
        Settings::read(self.read_rules(value)?, |name| {
            numbers.get_item(name).or_else(|_| value.getattr(name)).and_then(|number| number.extract::<i64>())
        })
    }

    /// The parts of the turns of a kind of creature that rules leave to Python.
    pub fn find_ruled(&self, py: Python, kind: &str) -> PyResult<Ruled> {
        let Some(&RuledKind { turn, choice, end }) = self.ruled_kinds.get(kind) else { return Ok(Ruled::default()) };
        let read = |is_asked: bool, question: &str| {
            if !is_asked {
                return PyResult::Ok(None);
            }
            let programs: Vec<BoundProgram> = self.list_answers.bind(py).call1((question, kind))?.extract()?;
            Ok(Some(Arc::new(FieldRules::read_conditions(py, &programs))))
        };
        Ok(Ruled { turn, choice: read(choice, "choice")?, end: read(end, "end")? })
    }

    /// The rules of chance, with the settings that they read.
    fn read_rules(&self, settings: &Bound<PyAny>) -> PyResult<Rules> {
        let find = |name: &str| {
            let value = settings.getattr(name).ok()?;
            let number = value.extract::<i64>().map(Setting::Number);
            number.ok().or_else(|| value.extract::<String>().map(Setting::Text).ok())
        };
        let read = |chance: &Chance| {
            let Some((_, bytes)) = self.chance_rules.iter().find(|(name, _)| Chance::find(name) == Some(*chance))
            else {
                return Ok(None);
            };
            Rule::read(*chance, bytes, find).map_err(|why| PyValueError::new_err(why.to_string()))
        };
        Chance::ALL.iter().map(read).collect::<PyResult<_>>().map(Rules)
    }
}

/// The attribute of an object, as a value.
pub fn get<'py, T: FromPyObjectOwned<'py>>(object: &Bound<'py, PyAny>, name: &Bound<'py, PyString>) -> PyResult<T> {
    object.getattr(name)?.extract().map_err(Into::into)
}

/// A field that is not read.
pub struct Unread;

impl<'py> FromPyObject<'_, 'py> for Unread {
    type Error = PyErr;

    fn extract(_: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self)
    }
}

/// Declares structs of the rules in Python with all their fields in order, which are read at once.
macro_rules! rows {
    ($($name:ident of $kind:literal { $($field:ident: $type:ty),* $(,)? })*) => {
        $(
            pub struct $name<'py> {
                $(pub $field: $type,)*
            }

            impl<'py> $name<'py> {
                pub fn read(tools: &Tools, object: &Bound<'py, PyAny>) -> PyResult<Self> {
                    let values = tools.astuple.bind(object.py()).call1((object,))?;
                    let (values, mut at) = (values.cast::<PyTuple>()?, 0..);
                    Ok(Self { $($field: values.get_borrowed_item(at.next().unwrap_or_default())?.extract()?,)* })
                }
            }
        )*

        /// The fields of each of them.
        const ROWS: &[(&str, &[&str])] = &[$(($kind, &[$(stringify!($field)),*])),*];
    };
}

rows! {
    MindRow of "Mind" {
        ai: Bound<'py, PyString>,
        mood: Bound<'py, PyAny>,
        is_marked: bool,
        lost_turns: i64,
        blocked_turns: i64,
        path: Bound<'py, PyTuple>,
        goal: Option<Cell>,
        plan_turn: i64,
        post: Option<Cell>,
        rounds: Bound<'py, PyTuple>,
        index: i64,
        foe: i64,
        last_seen: Option<Cell>,
        patience: i64,
    }
    FighterRow of "Fighter" { stamina: i64, th: i64, df: i64, _pool: Unread, last: Bound<'py, PyAny> }
    ActorRow of "Actor" {
        _id: Unread,
        kind: Bound<'py, PyString>,
        level: Bound<'py, PyAny>,
        at: Cell,
        _hp: Unread,
        _hp_max: Unread,
        stats: Bound<'py, PyDict>,
        side: Bound<'py, PyString>,
        pack: Bound<'py, PyList>,
        worn: Bound<'py, PyDict>,
        effects: Bound<'py, PyDict>,
    }
    NoiseRow of "Noise" {
        kind: Bound<'py, PyString>,
        level: Bound<'py, PyAny>,
        at: Cell,
        loudness: i64,
        _until: Unread,
        source: Bound<'py, PyAny>,
        _turn: Unread,
    }
    InquiryRow of "Inquiry" { at: Cell, kind: Bound<'py, PyString>, patience: i64 }
}

impl Tools {
    /// ValueError if a struct of the rules in Python has other fields than these.
    pub fn check_rows(&self) -> PyResult<()> {
        for (kind, fields) in ROWS {
            let known = self.rows.get(*kind).map_or(&[][..], |known| known);
            if !known.iter().map(String::as_str).eq(fields.iter().map(|field| field.trim_start_matches('_'))) {
                return Err(PyValueError::new_err(format!("expected other fields of {kind}: {fields:?}")));
            }
        }
        Ok(())
    }

    /// The loudness that tiles with these tags add to a step.
    pub fn read_loudness(&self, tags: &Bound<PyAny>) -> PyResult<i64> {
        Ok(i64::from(tags.contains(&self.loud_tag)?) - i64::from(tags.contains(&self.quiet_tag)?))
    }
}

/// The part of a creature's record that turns read.
#[derive(FromPyObject)]
pub struct Kind {
    pub opens_doors: bool,
    pub passes_doors: bool,
    pub recovery: (i64, i64),
    pub light: i64,
    pub tags: Vec<String>,
    pub natural: Option<Dice>,
    /// Of the record its id, then a message.
    pub name: Py<PyAny>,
}

#[derive(Clone, Copy, FromPyObject)]
pub struct Dice {
    pub low: i64,
    pub high: i64,
    pub plus: i64,
}

/// A number of a dict of stats.
pub fn stat_or<'py>(stats: &Bound<'py, PyDict>, name: &Bound<'py, PyString>, default: i64) -> PyResult<i64> {
    stats.get_item(name)?.map_or(Ok(default), |value| value.extract())
}
