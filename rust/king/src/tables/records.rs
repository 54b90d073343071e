//! The records and settings as plugins/king/compiled.py encodes them.

use super::profile::Profile;
use crate::policy::BotSpec;
use crate::rules::RulePrograms;
use serde::Deserialize;
use serde_json::Value;
use std::collections::HashMap;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Group {
    Event,
    Status,
    Object,
    Tale,
    Monster,
    Omen,
    Key,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CardRecord {
    #[serde(rename = "id")]
    _id: String,
    pub(super) group: Group,
    pub(super) rooms: i64,
    pub(super) pedlar: i64,
    pub(super) rows: Vec<CardRowRecord>,
    pub(super) yellow: bool,
    pub(super) status: String,
    pub(super) left: i64,
    pub(super) reveal: Vec<Vec<Value>>,
    pub(super) slot: bool,
    pub(super) bound: bool,
    pub(super) sale: i64,
    pub(super) uses: i64,
    #[serde(rename = "use")]
    pub(super) usage: Vec<Vec<Value>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CardRowRecord {
    #[serde(rename = "do")]
    pub(super) does: Vec<Vec<Value>>,
    pub(super) to: i64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayerRoleRecord {
    #[serde(rename = "id")]
    _id: String,
    pub(super) sanity: i64,
    pub(super) key_slots: i64,
    pub(super) object_slots: i64,
    pub(super) start: Vec<String>,
    pub(super) drawn: bool,
    pub(super) first_move_free: bool,
    pub(super) stairs_test: bool,
    pub(super) stairs_total: i64,
    pub(super) blunt_free: bool,
    pub(super) foresight: bool,
    pub(super) second_die: bool,
    pub(super) heals: bool,
    pub(super) heal_loss: i64,
    pub(super) heal_gain: i64,
    pub(super) blessing: i64,
    pub(super) unsettling: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KingTableRecord {
    #[serde(rename = "id")]
    _id: String,
    pub(super) rows: Vec<CardRowRecord>,
}

/// See `NUMBERS` in plugins/king/compiled.py.
#[derive(Deserialize, Clone, Copy)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    pub min_sanity: i64,
    pub held_actions: i64,
    pub fury_factor: i64,
    pub abducted_rounds: i64,
    pub safe_salon_uses: i64,
    pub vanity_rounds: i64,
    pub paranoia_rounds: i64,
    pub ritual_souls: usize,
    pub ritual_alone: i64,
    /// By the d6, from 1.
    pub ritual_losses: [i64; 6],
    pub min_top: i64,
    pub min_seats: usize,
    pub max_seats: usize,
    pub fatal_tue_tue: i64,
    pub max_amount: i64,
}

/// See plugins/king/records.py.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HouseLimits {
    #[serde(rename = "id")]
    _id: String,
    pub escape_total: i64,
    pub meditate_room: i64,
    pub meditate_corridor: i64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reveal {
    #[serde(rename = "")]
    Nothing,
    Trap,
    Rob,
    Abduct,
    Corridor,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gait {
    Still,
    Hunts,
    Loots,
    Drags,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Contact {
    #[serde(rename = "")]
    Nothing,
    Rob,
    Abduct,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ice {
    #[serde(rename = "")]
    Never,
    AtOnce,
    Later,
}

/// See plugins/king/records.py.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MonsterKind {
    #[serde(rename = "id")]
    _id: String,
    pub reveal: Reveal,
    pub gait: Gait,
    pub traps: i64,
    pub stuns: i64,
    pub contact: Contact,
    pub plain_escape: bool,
    pub fragile: bool,
    pub ice: Ice,
    pub seals: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SpecialRoomRecord {
    #[serde(rename = "id")]
    _id: String,
    pub(super) cost: i64,
    pub(super) loss: i64,
    pub(super) gain: i64,
    pub(super) capacity: i64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Keys {
    pub(super) setup: u64,
    pub(super) turn: u64,
    pub(super) bot: u64,
    pub(super) rolls: HashMap<String, u64>,
    pub(super) steps: HashMap<String, u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Tables {
    pub(super) game: String,
    pub(super) profile: Profile,
    pub(super) cards: Vec<(String, CardRecord)>,
    pub(super) roles: Vec<(String, PlayerRoleRecord)>,
    pub(super) figures: Vec<(String, MonsterKind)>,
    pub(super) rooms: Vec<(String, SpecialRoomRecord)>,
    pub(super) king: KingTableRecord,
    pub(super) house: HouseLimits,
    pub(super) numbers: Numbers,
    pub(super) party: Vec<String>,
    pub(super) players: usize,
    /// The bots by seat, repeated if there are more seats; None: the random bot.
    pub(super) bots: Vec<Option<BotSpec>>,
    pub(super) limits: Limits,
    pub(super) keys: Keys,
    pub(super) rules: RulePrograms,
    /// Names that only mods use.
    #[serde(default)]
    pub(super) words: Vec<String>,
}

/// Limits of footfall.engine.loop: entries per command, turns in a row without a question, and changes of mods per
/// command: with fewer, no listener has led to itself so often that it is suspended.
#[derive(Deserialize, Clone, Copy)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    pub entries: usize,
    pub idle: usize,
    pub deeds: usize,
}
