//! What the turns of a phase share, and the questions that they ask of the game.

use crate::Result;
use crate::chance::Rules;
use crate::creature::Cell;
use std::sync::Arc;

/// The settings that turns read; see `settings.RuleSettings`.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    pub time_unit: i64,
    pub time_extra_zeroes_pool: bool,
    pub melee_cap_to_hit: i64,
    pub melee_cap_defense: i64,
    pub melee_retreat_def: i64,
    pub melee_retreat_needs_distance: bool,
    pub melee_clear_outside: bool,
    pub melee_npc_cache: bool,
    pub stamina_rest: i64,
    pub hit_bonus_min: i64,
    pub hit_bonus_max: i64,
    pub hit_from_potions: i64,
    pub engage_fail_attacks: bool,
    pub sleep_anywhere: bool,
    pub ai_player_first: bool,
    pub ai_bfs_radius: i64,
    pub ai_path_recalc_interval: i64,
    pub ai_path_failure_limit: i64,
    pub ai_max_pursuit_range: i64,
    pub ai_aggro_loss_base: i64,
    pub ai_aggravated_uses_engage: bool,
    /// Whether the shipped rules are in force beyond the classic ones.
    pub shipped: bool,
    pub numbers: Numbers,
    pub rules: Arc<Rules>,
}

/// Numbers of the rules in Python, by the names of their constants.
#[derive(Clone, Copy, Debug, Default)]
pub struct Numbers {
    pub blind_fov: i64,
    pub sure_distance: i64,
    pub look_turns: i64,
    pub search_turns: i64,
    pub guessed_turns: i64,
    pub return_tries: i64,
    pub wander_radius: i64,
    pub search_radius: i64,
    pub round_pause: i64,
    pub company_distance: i64,
    pub striking_loudness: i64,
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

/// What all turns of a phase read.
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

/// The purposes of dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Die {
    Perception,
    Luck,
    Sneak,
    Aware,
    Search,
    Wake,
    Notice,
    ToHit,
    Damage,
    Retreat,
    Wander,
    Stir,
    Critical,
}

impl Die {
    const ALL: [Self; 13] = [
        Self::Perception,
        Self::Luck,
        Self::Sneak,
        Self::Aware,
        Self::Search,
        Self::Wake,
        Self::Notice,
        Self::ToHit,
        Self::Damage,
        Self::Retreat,
        Self::Wander,
        Self::Stir,
        Self::Critical,
    ];

    pub const PURPOSES: [&'static str; 13] = [
        "perc", "luck", "sneak", "aware", "search", "wake", "notice", "d6", "dmg", "retreat", "wander", "stir", "crit",
    ];

    /// The die of a purpose.
    pub fn find(purpose: &str) -> Option<Self> {
        Self::PURPOSES.iter().position(|known| *known == purpose).map(|at| Self::ALL[at])
    }
}

/// How the player's character perceives a creature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    InView,
    /// Out of view, but within earshot.
    InEarshot,
    Unaware,
}

/// The totals of stats that turns read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stat {
    Perception,
    StaminaMax,
    Strength,
    Noise,
    Stealth,
    Luck,
}

/// The numbers of a blow at the player's character.
#[derive(Clone, Copy, Debug)]
pub struct Blow {
    pub to_hit: i64,
    pub defense: i64,
    pub strength: i64,
    pub proficiency: i64,
    /// Bounds and addend of the damage dice.
    pub dice: (i64, i64, i64),
    pub damage_bonus: i64,
    pub armor: i64,
    pub target_hp: i64,
}

/// What one creature's turn asks of the game.
pub trait Surroundings {
    type Error;

    /// A uniform number in low..=high; `low` without a roll if `high` is not above it.
    fn roll(&mut self, die: Die, low: i64, high: i64) -> Result<i64, Self::Error>;
    /// Whether a line to the player's character is clear, within the creature's `reach` in cells.
    fn sees_player(&mut self, reach: i64) -> Result<bool, Self::Error>;
    /// Whether it hears the player's character, `reach` cells away at most unless rules of mods decide otherwise.
    fn hears_player(&mut self, reach: i64) -> Result<bool, Self::Error>;
    /// The range in cells in which it notices the player's character, as rules of mods change it.
    fn notice_range(&mut self, range: i64, sees: bool, distance: i64) -> Result<i64, Self::Error>;
    /// Whether the player's character has just waited in water (`sight.is_diving`).
    fn is_player_diving(&mut self) -> Result<bool, Self::Error>;
    /// Whether the player's character carries a lit lamp, stands in light, or in the open (`sight.is_lit`).
    fn is_player_lit(&mut self) -> Result<bool, Self::Error>;
    fn player_stealth(&mut self) -> Result<i64, Self::Error>;
    fn player_luck(&mut self) -> Result<i64, Self::Error>;
    fn stat(&mut self, stat: Stat) -> Result<i64, Self::Error>;
    /// The base of AGGRESSIVITY, without equipment.
    fn aggressivity(&mut self) -> Result<i64, Self::Error>;
    /// Whether its kind searches where it lost its target.
    fn searches(&mut self) -> Result<bool, Self::Error>;
    /// Whether its kind cries out when it has noticed the player's character.
    fn cries(&mut self) -> Result<bool, Self::Error>;
    /// How the player's character perceives it.
    fn seen_by_player(&mut self) -> Result<Seen, Self::Error>;
    fn blow(&mut self) -> Result<Blow, Self::Error>;
    fn wields_dagger(&mut self) -> Result<bool, Self::Error>;
    fn is_occupied(&mut self, cell: Cell) -> Result<bool, Self::Error>;
    /// Whether it may enter or open a cell.
    fn is_open(&mut self, cell: Cell) -> Result<bool, Self::Error>;
    /// Whether a cell of the level can be walked on without opening anything.
    fn is_walkable(&mut self, cell: Cell) -> Result<bool, Self::Error>;
    /// The path of `ai.paths.find_path`, without its start; empty if there is none.
    fn find_path(&mut self, goal: Cell) -> Result<Vec<Cell>, Self::Error>;
    /// The loudness that the ground of a cell adds to a step.
    fn ground_loudness(&mut self, cell: Cell) -> Result<i64, Self::Error>;
    /// The cells of its patrol or round.
    fn rounds(&mut self) -> Result<Vec<Cell>, Self::Error>;
}
