//! The profile of a game: which of the rules' decisions it plays. See plugins/king/profile.py.

use serde::Deserialize;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PresenceTiming {
    BeforeRoulette,
    OnArrival,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Roulette {
    Wheel,
    Direct,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstDeed {
    RotateIntraFloor,
    Shuffle,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiscardChoice {
    Owner,
    Last,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CrownSource {
    None,
    Sanctuary,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LowestRule {
    Live,
    TurnStart,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refire {
    Every,
    OncePerRound,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DefeatCheck {
    EndOfRound,
    Immediate,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoleDraw {
    RandomUnique,
    Random,
    Fixed,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deal {
    Random,
    Stratified,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StairsArrival {
    StairRoom,
}

/// See plugins/king/profile.py.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    #[serde(rename = "id")]
    _id: String,
    pub base_actions: i64,
    pub move_cost: i64,
    pub stairs_cost: i64,
    #[serde(rename = "stairs_arrival")]
    _stairs_arrival: StairsArrival,
    pub max_free_actions: i64,
    pub trade: bool,
    pub object_stun: i64,
    pub enlightened_after_caps: bool,
    pub house_loss: i64,
    pub(super) house_immune: Vec<String>,
    pub presence_table: Vec<(i64, i64)>,
    pub presence_from_round: i64,
    pub presence_timing: PresenceTiming,
    pub king_start_floor: i64,
    pub sanctuary_floor: i64,
    pub roulette: Roulette,
    pub king_d6_1: FirstDeed,
    pub d6_1_replaces_ring: bool,
    pub discard_choice: DiscardChoice,
    pub banish_moves_king: bool,
    pub banish_by_tale: Vec<i64>,
    pub(super) ring: Vec<String>,
    pub crown_source: CrownSource,
    pub fk_floor_exempt: Vec<i64>,
    pub fk_reroll: bool,
    pub fk_base: i64,
    pub reaction_window: bool,
    pub(super) dps_role: String,
    pub(super) reaction_objects: Vec<String>,
    pub reaction_stun: i64,
    pub contact_effects: bool,
    pub max_monsters: i64,
    pub minus5_actions: i64,
    pub minus5_action_rule: LowestRule,
    pub minus5_refire: Refire,
    pub minus5_spares_bound: bool,
    pub discard_spares_bound: bool,
    pub sacrifice: bool,
    pub keys_total: i64,
    pub keys_to_win: i64,
    pub keys_lose_at: i64,
    pub(super) threshold_node: String,
    pub defeat_check: DefeatCheck,
    pub max_rounds: i64,
    pub(super) start_nodes: Vec<String>,
    pub role_draw: RoleDraw,
    pub deal: Deal,
    pub(super) anti_loop: bool,
}
