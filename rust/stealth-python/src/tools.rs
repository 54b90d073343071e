//! What the rules in Python lend: their functions for rare questions, their types, the members of their enums.

use crate::run::read_cell;
use footfall_stealth::chance::{Rule, Rules, Setting};
use footfall_stealth::creature::{Behavior, Cause, Idle, Inquiry, Last, Mood, Tactic};
use footfall_stealth::phase::{Covered, Numbers, Settings};
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::sync::Arc;

/// The steps that the steps played here push or follow, in the order of `Tools::steps`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Creature,
    Rouse,
    Watch,
    Report,
    Upkeep,
    Attend,
}

/// The dict that `plugins/stealth/compiled.py` builds: one item per field.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Tools {
    pub get_phase: Py<PyAny>,
    pub creature_kind: Py<PyAny>,
    pub find_visible_cells: Py<PyAny>,
    pub compute_hearing_map: Py<PyAny>,
    pub effective_stat: Py<PyAny>,
    pub effective_stealth: Py<PyAny>,
    pub effective_luck: Py<PyAny>,
    pub effective_to_hit: Py<PyAny>,
    pub effective_defense: Py<PyAny>,
    pub damage_bonus: Py<PyAny>,
    pub dice_of: Py<PyAny>,
    pub wields_dagger: Py<PyAny>,
    pub passable_cells: Py<PyAny>,
    pub fortify_waiting_enemies: Py<PyAny>,
    pub is_in_daylight: Py<PyAny>,
    pub is_diving: Py<PyAny>,
    pub is_helpless: Py<PyAny>,
    pub list_lights: Py<PyAny>,
    /// Types of events, of noises and log lines, of agenda entries and questions.
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
    /// Asleep, calm, aggravated.
    pub moods: [Py<PyAny>; 3],
    /// None, wait, step, attack, pass, other.
    pub last_actions: [Py<PyAny>; 6],
    /// Idle routine, tactic, sight only and dormant by the name of a behavior.
    pub behaviors: Py<PyDict>,
    /// Message id and kind of the log line by old and new mood, three times three in the order of `moods`.
    pub mood_messages: Vec<Option<(String, String)>>,
    /// Kind, loudness and duration of the noises of a step, an attack, a hurt.
    pub sounds: [(Py<PyString>, i64, i64); 3],
    /// The effect of a lit lamp, if it does not hurt.
    pub lamp: Option<Py<PyString>>,
    pub searches_tag: String,
    pub cries_tag: String,
    pub quiet_tag: String,
    pub loud_tag: String,
    pub min_view_radius: i64,
    pub min_hearing_reach: i64,
    pub reinforcement_delay: i64,
    pub turns_per_satiety: i64,
    pub dodges_per_defense: i64,
    pub heard_sound_turns: i64,
    pub dungeon_part: Py<PyString>,
    pub play_part: Py<PyString>,
    /// The type of notices, how many are kept, their manners, and how texts explain them.
    pub notice: Py<PyAny>,
    pub max_notices: usize,
    pub manners: [Py<PyAny>; 3],
    pub explain_notice: Py<PyAny>,
    pub noticed: Py<PyAny>,
    pub lost: Py<PyAny>,
    /// The type of inquiries, and their kinds that are no noise: lost, home.
    pub inquiry: Py<PyAny>,
    pub inquiry_kinds: (Py<PyString>, Py<PyString>),
    /// Kinds of noise that hostile creatures expect of each other, and those that all take for granted.
    pub ordinary: Vec<String>,
    pub familiar: Vec<String>,
    /// Costs of a straight, a diagonal and a crowded step, and of a step of the near search.
    pub path_costs: [u32; 4],
    /// Numbers of the rules by name.
    pub numbers: Py<PyDict>,
    /// Names and programs of the rules of chance, in the order of `Rules`.
    pub chance_rules: [(String, Vec<u8>); 8],
    pub list_sources: Py<PyAny>,
    /// The item kinds of bells.
    pub bells: Vec<String>,
    /// The courses with stations.
    pub guided: Vec<String>,
    /// Sides of the die that decides what sounds in a turn.
    pub ambience_die: i64,
    /// Name, function and key of each `Step`.
    pub steps: [(Py<PyString>, Py<PyAny>, u64); 6],
    /// Name, function and key of each step that upkeep pushes, the end of the turn last; a step without a function is a
    /// mod's.
    pub chain: Vec<(Py<PyString>, Option<Py<PyAny>>, u64)>,
    pub covered: Vec<String>,
    /// The programs of the rules of `on_hear` and of `on_notice`, where all listeners are rules.
    pub programs: [Vec<Vec<u8>>; 2],
}

impl Tools {
    pub fn mood(&self, mood: &Bound<PyAny>) -> PyResult<Mood> {
        let names = [Mood::Asleep, Mood::Calm, Mood::Aggravated];
        self.moods.iter().position(|member| mood.is(member)).map(|at| names[at]).ok_or_else(|| unknown("mood", mood))
    }

    pub fn last(&self, last: &Bound<PyAny>) -> PyResult<Last> {
        let names = [Last::None, Last::Wait, Last::Step, Last::Attack, Last::Pass, Last::Other];
        let found = self.last_actions.iter().position(|member| last.is(member));
        found.map(|at| names[at]).ok_or_else(|| unknown("latest action", last))
    }

    pub fn is_covered(&self, deed: &str) -> bool {
        self.covered.iter().any(|name| name == deed)
    }

    /// The deeds that no mod listens to.
    pub fn covered(&self) -> Covered {
        let is = |deed| self.is_covered(deed);
        Covered {
            act: is("act"),
            hear: is("hear"),
            notice: is("notice"),
            walk: is("walk"),
            attack: is("attack"),
            inquire: is("inquire"),
            lose: is("lose"),
            hearing_rules: false,
        }
    }
}

impl Tools {
    pub fn read_inquiry(&self, value: &Bound<PyAny>) -> PyResult<Inquiry> {
        let py = value.py();
        let kind = value.getattr(intern!(py, "kind"))?;
        let (lost, home) = &self.inquiry_kinds;
        let cause = if kind.eq(lost)? {
            Cause::Lost
        } else if kind.eq(home)? {
            Cause::Home
        } else {
            Cause::Noise
        };
        let at = read_cell(&value.getattr(intern!(py, "at"))?)?;
        Ok(Inquiry { at, cause, patience: value.getattr(intern!(py, "patience"))?.extract()? })
    }
}

fn unknown(what: &str, value: &Bound<PyAny>) -> PyErr {
    PyValueError::new_err(format!("expected a {what}, got {value}"))
}

/// A behavior; names that are not copied here are left to the rules in Python.
pub fn read_behavior(value: &Bound<PyAny>) -> PyResult<Behavior> {
    let (idle, tactic, sight_only, dormant, inquires, homeless): (String, String, bool, bool, bool, bool) =
        value.extract()?;
    let idle = match idle.as_str() {
        "stay" => Idle::Stay,
        "go_home" => Idle::GoHome,
        "patrol" => Idle::Patrol,
        "scout" => Idle::Scout,
        "wander" => Idle::Wander,
        "search_or_walk_beat" => Idle::SearchOrWalkBeat,
        "walk_round" => Idle::Round,
        _ => Idle::Other,
    };
    let tactic = match tactic.as_str() {
        "hunt" => Tactic::Hunt,
        "hunt_warily" => Tactic::HuntWarily,
        "shoot_or_hunt" => Tactic::ShootOrHunt,
        "stand_and_strike" => Tactic::StandAndStrike,
        "do_nothing" => Tactic::DoNothing,
        _ => Tactic::Other,
    };
    Ok(Behavior { idle, tactic, sight_only, dormant, inquires, homeless })
}

/// The settings that the compiled turns read, from `settings.RuleSettings`.
pub fn read_settings(value: &Bound<PyAny>, tools: &Tools) -> PyResult<Settings> {
    let py = value.py();
    let int = |name: &str| value.getattr(PyString::new(py, name))?.extract::<i64>();
    let flag = |name: &str| value.getattr(PyString::new(py, name))?.extract::<bool>();
    let text = |name: &str| value.getattr(PyString::new(py, name))?.extract::<String>();
    Ok(Settings {
        time_unit: int("time_unit")?,
        time_extra_zeroes_pool: flag("empties_time_pool")?,
        melee_cap_to_hit: int("melee_cap_to_hit")?,
        melee_cap_defense: int("melee_cap_defense")?,
        melee_retreat_def: int("melee_retreat_def")?,
        melee_retreat_needs_distance: flag("needs_distance_to_retreat")?,
        melee_clear_outside: flag("clears_cache_outside_melee")?,
        melee_npc_cache: flag("creatures_have_cache")?,
        stamina_rest: int("stamina_rest")?,
        hit_bonus_min: int("hit_bonus_min")?,
        hit_bonus_max: int("hit_bonus_max")?,
        hit_from_potions: int("hit_from_potions")?,
        engage_fail_attacks: flag("attacks_when_fooled")?,
        sleep_anywhere: text("sleep_range")? == "floor",
        ai_player_first: text("ai_pc_priority")? == "always",
        ai_bfs_radius: int("ai_bfs_radius")?,
        ai_path_recalc_interval: int("ai_path_recalc_interval")?,
        ai_path_failure_limit: int("ai_path_failure_limit")?,
        ai_max_pursuit_range: int("ai_max_pursuit_range")?,
        ai_aggro_loss_base: int("ai_aggro_loss_base")?,
        ai_aggravated_uses_engage: flag("uses_engage_in_pursuit")?,
        shipped: flag("shipped")?,
        numbers: read_numbers(tools.numbers.bind(py))?,
        rules: Arc::new(read_rules(&tools.chance_rules, value)?),
    })
}

fn read_numbers(numbers: &Bound<PyDict>) -> PyResult<Numbers> {
    let read = |name: &str| numbers.as_any().get_item(name)?.extract::<i64>();
    Ok(Numbers {
        blind_fov: read("blind_fov")?,
        sure_distance: read("sure_distance")?,
        look_turns: read("look_turns")?,
        search_turns: read("search_turns")?,
        guessed_turns: read("guessed_turns")?,
        return_tries: read("return_tries")?,
        wander_radius: read("wander_radius")?,
        search_radius: read("search_radius")?,
        round_pause: read("round_pause")?,
        company_distance: read("company_distance")?,
        striking_loudness: read("striking_loudness")?,
    })
}

/// The rules of chance, with the settings that they read.
fn read_rules(
    [notice, wake, discern, pursue, stir, strike, waver, search]: &[(String, Vec<u8>); 8],
    settings: &Bound<PyAny>,
) -> PyResult<Rules> {
    let find = |name: &str| {
        let value = settings.getattr(PyString::new(settings.py(), name)).ok()?;
        let number = value.extract::<i64>().map(Setting::Number);
        number.ok().or_else(|| value.extract::<String>().map(Setting::Text).ok())
    };
    let read = |(name, bytes): &(String, Vec<u8>)| {
        Rule::read(name, bytes, find).map_err(|why| PyValueError::new_err(why.to_string()))
    };
    Ok(Rules {
        notice: read(notice)?,
        wake: read(wake)?,
        discern: read(discern)?,
        pursue: read(pursue)?,
        stir: read(stir)?,
        strike: read(strike)?,
        waver: read(waver)?,
        search: read(search)?,
    })
}

/// What turns read of a creature's record.
pub struct Kind {
    pub searches: bool,
    pub cries: bool,
    pub doors: bool,
    pub recovers_every: i64,
    pub disguised: bool,
    pub natural: (i64, i64, i64),
    pub name: Py<PyAny>,
}

impl Kind {
    pub fn read(record: &Bound<PyAny>, tools: &Tools) -> PyResult<Self> {
        let py = record.py();
        let natural = record.getattr(intern!(py, "natural"))?;
        let tags = record.getattr(intern!(py, "tags"))?;
        let (_, recovers_every): (i64, i64) = record.getattr(intern!(py, "recovery"))?.extract()?;
        Ok(Self {
            searches: tags.contains(&tools.searches_tag)?,
            cries: tags.contains(&tools.cries_tag)?,
            doors: record.getattr(intern!(py, "opens_doors"))?.is_truthy()?
                || record.getattr(intern!(py, "passes_doors"))?.is_truthy()?,
            recovers_every,
            disguised: record.getattr(intern!(py, "disguise"))?.is_truthy()?,
            natural: if natural.is_none() { (0, 0, 0) } else { read_dice(&natural)? },
            name: record.getattr(intern!(py, "name"))?.unbind(),
        })
    }
}

/// Bounds and addend of dice.
pub fn read_dice(dice: &Bound<PyAny>) -> PyResult<(i64, i64, i64)> {
    let py = dice.py();
    let read = |name: &Bound<'_, PyString>| dice.getattr(name)?.extract::<i64>();
    Ok((read(intern!(py, "low"))?, read(intern!(py, "high"))?, read(intern!(py, "plus"))?))
}
