//! The facts that the turns of a phase share, and the questions that they ask of the game.

use crate::Result;
use crate::chance::{Fact, Rules};
use crate::creature::Cell;
use crate::turn::Choice;
use std::sync::Arc;

/// Converts a number of Python.
trait FromNumber {
    fn of(number: i64) -> Self;
}

impl FromNumber for i64 {
    fn of(number: i64) -> Self {
        number
    }
}

impl FromNumber for bool {
    fn of(number: i64) -> Self {
        number != 0
    }
}

/// Declares the settings, and how they are read by their names.
macro_rules! settings {
    ($($(#[$doc:meta])* $field:ident: $type:ty),* $(,)?) => {
        /// The settings that turns read, of `settings.RuleSettings`, and numbers of the rules by the names of their
        /// constants.
        #[derive(Clone, Debug, Default)]
        pub struct Settings {
            $($(#[$doc])* pub $field: $type,)*
            pub rules: Arc<Rules>,
        }

        impl Settings {
            /// Reads all of them; `find` gives the value of a name.
            pub fn read<E>(rules: Rules, find: impl Fn(&str) -> std::result::Result<i64, E>)
                -> std::result::Result<Self, E> {
                Ok(Self { $($field: FromNumber::of(find(stringify!($field))?),)* rules: Arc::new(rules) })
            }
        }
    };
}

settings! {
    time_unit: i64,
    empties_time_pool: bool,
    melee_cap_to_hit: i64,
    melee_cap_defense: i64,
    melee_retreat_def: i64,
    needs_distance_to_retreat: bool,
    clears_cache_outside_melee: bool,
    creatures_have_cache: bool,
    stamina_rest: i64,
    hit_bonus_min: i64,
    hit_bonus_max: i64,
    hit_from_potions: i64,
    sleep_anywhere: bool,
    ai_player_first: bool,
    ai_bfs_radius: i64,
    ai_path_recalc_interval: i64,
    ai_path_failure_limit: i64,
    ai_max_pursuit_range: i64,
    ai_aggro_loss_base: i64,
    uses_engage_in_pursuit: bool,
    /// Whether the shipped rules are in force beyond the classic ones.
    shipped: bool,
    blind_fov: i64,
    sure_distance: i64,
    look_turns: i64,
    search_turns: i64,
    guessed_turns: i64,
    wander_radius: i64,
    search_radius: i64,
    round_pause: i64,
    company_distance: i64,
    striking_loudness: i64,
    min_view_radius: i64,
    min_hearing_reach: i64,
    reinforcement_delay: i64,
    reinforcement_chance: i64,
    max_reinforcements: i64,
    turns_per_satiety: i64,
    dodges_per_defense: i64,
    stealth_wall_bonus: i64,
    has_listening_mode: bool,
    needs_visible_enemies: bool,
    heard_sound_turns: i64,
    ambience_die: i64,
    step_loudness: i64,
    shift_turns: i64,
}

/// The deeds that mods do not listen to; the others are left to the rules in Python.
#[derive(Clone, Copy, Debug, Default)]
pub struct Covered {
    pub act: bool,
    pub hear: bool,
    pub notice: bool,
    pub walk: bool,
    pub attack: bool,
    pub inquire: bool,
    pub lose: bool,
    /// Rules of mods decide how far creatures hear.
    pub hearing_rules: bool,
}

/// The facts that all turns of a phase read.
#[derive(Clone, Debug, Default)]
pub struct Phase {
    pub settings: Settings,
    pub covered: Covered,
    pub turn: i64,
    /// The cell of the player's character, and its loudness.
    pub player: Cell,
    pub noise: i64,
    /// The least sound distance of a step, in tenths of a cell.
    pub least_sound_cost: i64,
    /// No texts are wanted.
    pub quiet: bool,
    /// The cells of the enemies of hostile creatures, the player's character among them.
    pub foes: Vec<Cell>,
}

words! {
    /// Dice, by their purposes.
    Die {
        Perception = "perc",
        Luck = "luck",
        Sneak = "sneak",
        Aware = "aware",
        Wake = "wake",
        Notice = "notice",
        ToHit = "d6",
        Damage = "dmg",
        Retreat = "retreat",
        Wander = "wander",
        Stir = "stir",
        Critical = "crit",
        Reinforcements = "reinforcements",
    }
}

/// The questions of one creature's turn to the game.
pub trait Surroundings {
    type Error;

    /// A uniform number in low..=high; `low` without a roll if `high` is not above it.
    fn roll(&mut self, die: Die, low: i64, high: i64) -> Result<i64, Self::Error>;
    /// A number of the creature or of its target.
    fn fact(&mut self, fact: Fact) -> Result<i64, Self::Error>;
    /// Whether a line to the player's character is clear, within the creature's `reach` in cells.
    fn sees_player(&mut self, reach: i64) -> Result<bool, Self::Error>;
    /// Whether it hears the player's character, `reach` cells away at most unless rules of mods decide otherwise.
    fn hears_player(&mut self, reach: i64) -> Result<bool, Self::Error>;
    /// The range in cells in which it notices the player's character, as rules of mods change it.
    fn notice_range(&mut self, range: i64, sees: bool, distance: i64) -> Result<i64, Self::Error>;
    fn is_occupied(&mut self, cell: Cell) -> Result<bool, Self::Error>;
    /// Whether it may enter or open a cell.
    fn is_open(&mut self, cell: Cell) -> Result<bool, Self::Error>;
    /// Whether a cell of the level can be walked on without opening anything.
    fn is_walkable(&mut self, cell: Cell) -> Result<bool, Self::Error>;
    /// The path of `ai.paths.find_path`, without its start; empty if there is none.
    fn find_path(&mut self, goal: Cell) -> Result<Vec<Cell>, Self::Error>;
    /// The loudness of its step to a cell, as rules of mods change it.
    fn step_loudness(&mut self, to: Cell) -> Result<i64, Self::Error>;
    /// Whether the player's character may hear it, out of view.
    fn is_heard(&mut self) -> Result<bool, Self::Error>;
    /// The command that rules of mods choose instead of that of its behavior.
    fn choose_instead(&mut self) -> Result<Option<Choice>, Self::Error>;
    /// Whether an adventurer has something else to do than to walk from room to room.
    fn has_errand(&mut self) -> Result<bool, Self::Error>;
    /// The cells of its patrol or round.
    fn rounds(&mut self) -> Result<Vec<Cell>, Self::Error>;
}
