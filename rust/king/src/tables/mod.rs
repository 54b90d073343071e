//! Profile and records in the form that the rules read, validated once.
//!
//! Unsupported values are refused; the rules in Python then play the game, and report what is wrong.

mod effects;
mod read;

pub use crate::description::{
    Card, Contact, CrownSource, Deal, DefeatCheck, DiscardChoice, Gait, Group, Ice, KingD61, KingTable, Limits,
    Minus5ActionRule, Minus5Refire, MonsterKind, Numbers, PlayerRole, PresenceTiming, Profile, ROLLS, Reveal, RoleDraw,
    Roll, Roulette, SpecialRoomKind,
};
pub use effects::{Effect, KingEffect, Place};

use crate::agenda::STEPS;
use crate::names::{NameId, Names};
use crate::policy::BotSpec;
use crate::rules::{BoardRules, RulePrograms};
use serde::Deserialize;
use std::collections::HashMap;

/// The reason for a refusal.
pub type Refusal = String;

pub const STAIRS_ROLLS: [Roll; 3] = [Roll::Stairs1, Roll::Stairs2, Roll::Stairs3];
pub const SPECIAL_ROLLS: [Roll; 3] = [Roll::Special1, Roll::Special2, Roll::Special3];

/// Everything that is constant for a batch of games.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRecords {
    pub game: String,
    pub profile: Profile,
    pub cards: Vec<Card>,
    pub roles: Vec<PlayerRole>,
    figures: Vec<MonsterKind>,
    pub rooms: Vec<SpecialRoomKind>,
    king: KingTable,
    pub house: Limits,
    pub numbers: Numbers,
    pub party: Vec<NameId>,
    pub players: usize,
    /// The bots by seat, repeated if there are more seats; None: the random bot.
    pub bots: Vec<Option<BotSpec>>,
    pub limits: LoopLimits,
    pub keys: Keys,
    #[serde(rename = "rules")]
    programs: RulePrograms,
    /// Names that only mods use.
    #[serde(default, rename = "words")]
    _words: Vec<NameId>,
    // The fields below are found in the tables above.
    #[serde(skip)]
    pub names: Names,
    #[serde(skip)]
    pub rules: BoardRules,
    /// The message id of each name's label (plugins/king/screen/labels.py).
    #[serde(skip)]
    pub slugs: Vec<String>,
    #[serde(skip)]
    pub immune_seats: Vec<usize>,
    #[serde(skip)]
    pub ring: Vec<usize>,
    #[serde(skip)]
    pub threshold: usize,
    #[serde(skip)]
    pub start_nodes: Vec<usize>,
    #[serde(skip)]
    pub tales: Vec<NameId>,
    /// The keys of the random streams, by `Roll`.
    #[serde(skip)]
    pub roll_keys: Vec<u64>,
    /// The keys of the names of steps, by number, those of rules included.
    #[serde(skip)]
    pub step_keys: Vec<u64>,
    #[serde(skip)]
    places: Vec<Places>,
}

/// The keys of all random streams.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Keys {
    pub setup: u64,
    pub turn: u64,
    pub bot: u64,
    rolls: HashMap<String, u64>,
    steps: HashMap<String, u64>,
}

/// Limits of footfall.engine.loop: entries per command, turns in a row without a question, and changes of mods per
/// command: with fewer, no listener has led to itself so often that it is suspended.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoopLimits {
    pub entries: usize,
    pub idle: usize,
    pub deeds: usize,
}

/// The places of a name in the tables.
#[derive(Clone, Copy, Default)]
struct Places {
    card: Option<u16>,
    role: Option<u16>,
    figure: Option<u16>,
    room: Option<u16>,
}

const KNOWN: &str = "a name of the table";

impl GameRecords {
    /// The name of a step, by number.
    pub fn step_name(&self, step: usize) -> &str {
        match step.checked_sub(STEPS.len()) {
            None => STEPS[step],
            Some(rule) => self.rules.steps.get(rule).map_or("footfall:resume", |rule| &rule.name),
        }
    }

    /// The card of a name; all names in boxes and hands are cards.
    pub fn card(&self, name: NameId) -> &Card {
        &self.cards[usize::from(self.places[usize::from(name)].card.expect(KNOWN))]
    }

    pub fn role(&self, name: NameId) -> &PlayerRole {
        &self.roles[usize::from(self.places[usize::from(name)].role.expect(KNOWN))]
    }

    pub fn monster_kind(&self, name: NameId) -> &MonsterKind {
        &self.figures[usize::from(self.places[usize::from(name)].figure.expect(KNOWN))]
    }

    pub fn room(&self, kind: NameId) -> &SpecialRoomKind {
        &self.rooms[usize::from(self.places[usize::from(kind)].room.expect(KNOWN))]
    }

    /// The King's deeds by the result of his d6: the first row that reaches it counts.
    pub fn king_effects(&self, d6: i64) -> &[KingEffect] {
        self.king.rows.iter().find(|row| d6 <= row.max_total).map_or(&[], |row| &row.effects)
    }

    /// The table's presence loss of a round (K-END-2a).
    pub fn table_loss(&self, round: i64) -> i64 {
        let reached = self.profile.presence_table.iter().take_while(|&&(start, _)| round >= start);
        reached.last().map_or(0, |&(_, loss)| loss)
    }

    /// The presence loss on the King's floor in a round (K-END-2b).
    pub fn presence_loss(&self, round: i64) -> i64 {
        if round >= self.profile.presence_from_round { self.table_loss(round) } else { 0 }
    }
}
