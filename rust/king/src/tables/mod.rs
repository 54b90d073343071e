//! Profile and records in the form that the rules read, validated once.
//!
//! Unsupported values are refused; the rules in Python then play the game, and report what is wrong.

mod content;
mod profile;
mod read;
mod records;
mod rolls;

pub use content::{Card, CardRow, Effect, KingEffect, Place, PlayerRole, SpecialRoomKind};
pub use profile::{
    CrownSource, Deal, DefeatCheck, DiscardChoice, FirstDeed, LowestRule, PresenceTiming, Profile, Refire, RoleDraw,
    Roulette,
};
pub use records::{Contact, Gait, Group, HouseLimits, Ice, Limits, MonsterKind, Numbers, Reveal};
pub use rolls::{ROLLS, Roll, SPECIALS, STAIRS_ROLLS};

use crate::agenda::STEPS;
use crate::names::{NameId, Names};
use crate::policy::BotSpec;
use crate::rules::BoardRules;

/// The reason for a refusal.
pub type Refusal = String;

/// Everything that is constant for a batch of games.
pub struct GameRecords {
    pub game: String,
    pub names: Names,
    pub sorted: Vec<NameId>,
    /// The message id of each name's label (plugins/king/labels.py).
    pub slugs: Vec<String>,
    pub profile: Profile,
    pub immune_seats: Vec<usize>,
    pub immune_roles: Vec<NameId>,
    pub ring: Vec<usize>,
    pub fighter: NameId,
    pub reaction_objects: Vec<NameId>,
    pub threshold: usize,
    pub start_nodes: Vec<usize>,
    pub spares_false_king: [bool; 7],
    pub cards: Vec<Card>,
    pub roles: Vec<PlayerRole>,
    pub monster_kinds: Vec<MonsterKind>,
    pub rooms: Vec<SpecialRoomKind>,
    /// What the King does by each result of his d6; there is no result 0.
    pub king_table: [Vec<KingEffect>; 7],
    pub house: HouseLimits,
    pub numbers: Numbers,
    pub tales: Vec<NameId>,
    pub party: Vec<NameId>,
    pub players: usize,
    pub bots: Vec<Option<BotSpec>>,
    pub setup_key: u64,
    pub turn_key: u64,
    pub bot_key: u64,
    pub limits: Limits,
    pub rules: BoardRules,
    rolls: Vec<u64>,
    steps: Vec<u64>,
    card_at: Vec<u16>,
    role_at: Vec<u16>,
    figure_at: Vec<u16>,
    room_at: Vec<u16>,
}

const ABSENT: u16 = u16::MAX;

impl GameRecords {
    /// The key of a random stream.
    pub fn roll_key(&self, roll: Roll) -> u64 {
        self.rolls[roll as usize]
    }

    /// The key of a step's name, by number.
    pub fn step_key(&self, step: usize) -> u64 {
        self.steps[step]
    }

    /// The number of steps, those of rules included.
    pub fn step_count(&self) -> usize {
        self.steps.len()
    }

    /// The name of a step, by number.
    pub fn step_name(&self, step: usize) -> &str {
        match step.checked_sub(STEPS.len()) {
            None => STEPS[step],
            Some(rule) => self.rules.steps.get(rule).map_or("footfall:resume", |rule| &rule.name),
        }
    }

    /// The card of a name; all names in boxes and hands are cards.
    pub fn card(&self, name: NameId) -> &Card {
        &self.cards[usize::from(self.card_at[usize::from(name)])]
    }

    pub fn role(&self, name: NameId) -> &PlayerRole {
        &self.roles[usize::from(self.role_at[usize::from(name)])]
    }

    pub fn monster_kind(&self, name: NameId) -> &MonsterKind {
        &self.monster_kinds[usize::from(self.figure_at[usize::from(name)])]
    }

    pub fn room(&self, kind: NameId) -> &SpecialRoomKind {
        &self.rooms[usize::from(self.room_at[usize::from(kind)])]
    }

    /// The table's presence loss of a round (K-END-2a).
    pub fn table_loss(&self, round: i64) -> i64 {
        let mut loss = 0;
        for &(start, value) in &self.profile.presence_table {
            if round < start {
                break;
            }
            loss = value;
        }
        loss
    }

    /// The presence loss on the King's floor in a round (K-END-2b).
    pub fn presence_loss(&self, round: i64) -> i64 {
        if round >= self.profile.presence_from_round { self.table_loss(round) } else { 0 }
    }
}
