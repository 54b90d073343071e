//! Profile and records in the form that the rules read, validated once.
//!
//! Unsupported values are refused; the rules in Python then play the game, and report what is wrong.

use crate::agenda::STEPS;
use crate::layout::{NODES, ROOMS};
use crate::names::{NameId, Names, name, node_of};
use crate::policy::BotSpec;
use crate::rules::{BoardRules, RulePrograms};
use serde::Deserialize;
use serde_json::Value;
use std::collections::HashMap;

/// The reason for a refusal.
pub type Refusal = String;

/// Limit of integers in tables: sums of many stay far below the limits of `i64`.
const LARGEST: i64 = 1_000_000;

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
    house_immune: Vec<String>,
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
    ring: Vec<String>,
    pub crown_source: CrownSource,
    pub fk_floor_exempt: Vec<i64>,
    pub fk_reroll: bool,
    pub fk_base: i64,
    pub reaction_window: bool,
    dps_role: String,
    reaction_objects: Vec<String>,
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
    threshold_node: String,
    pub defeat_check: DefeatCheck,
    pub max_rounds: i64,
    start_nodes: Vec<String>,
    pub role_draw: RoleDraw,
    pub deal: Deal,
    anti_loop: bool,
}

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
struct CardRecord {
    #[serde(rename = "id")]
    _id: String,
    group: Group,
    rooms: i64,
    pedlar: i64,
    rows: Vec<CardRowRecord>,
    yellow: bool,
    status: String,
    left: i64,
    reveal: Vec<Vec<Value>>,
    slot: bool,
    bound: bool,
    sale: i64,
    uses: i64,
    #[serde(rename = "use")]
    usage: Vec<Vec<Value>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CardRowRecord {
    #[serde(rename = "do")]
    does: Vec<Vec<Value>>,
    to: i64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerRoleRecord {
    #[serde(rename = "id")]
    _id: String,
    sanity: i64,
    key_slots: i64,
    object_slots: i64,
    start: Vec<String>,
    drawn: bool,
    first_move_free: bool,
    stairs_test: bool,
    stairs_total: i64,
    blunt_free: bool,
    foresight: bool,
    second_die: bool,
    heals: bool,
    heal_loss: i64,
    heal_gain: i64,
    blessing: i64,
    unsettling: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KingTableRecord {
    #[serde(rename = "id")]
    _id: String,
    rows: Vec<CardRowRecord>,
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
struct SpecialRoomRecord {
    #[serde(rename = "id")]
    _id: String,
    cost: i64,
    loss: i64,
    gain: i64,
    capacity: i64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Keys {
    setup: u64,
    turn: u64,
    bot: u64,
    rolls: HashMap<String, u64>,
    steps: HashMap<String, u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tables {
    game: String,
    profile: Profile,
    cards: Vec<(String, CardRecord)>,
    roles: Vec<(String, PlayerRoleRecord)>,
    figures: Vec<(String, MonsterKind)>,
    rooms: Vec<(String, SpecialRoomRecord)>,
    king: KingTableRecord,
    house: HouseLimits,
    party: Vec<String>,
    players: usize,
    /// The bots by seat, repeated if there are more seats; None: the random bot.
    bots: Vec<Option<BotSpec>>,
    limits: Limits,
    keys: Keys,
    rules: RulePrograms,
    /// Names that only mods use.
    #[serde(default)]
    words: Vec<String>,
}

/// Limits of footfall.engine.loop: entries per command, and turns in a row without a question.
#[derive(Deserialize, Clone, Copy)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    pub entries: usize,
    pub idle: usize,
}

/// An effect of a card; see plugins/king/effects.py.
#[derive(Clone, Copy, Debug)]
pub enum Effect {
    Lose(i64),
    Gain(i64),
    Mirror,
    Zero,
    LoseTurn,
    EndTurn,
    Status(NameId, i64),
    Clear,
    Take(NameId),
    Theft,
    Guest(i64),
    Swap(i64),
    Floors(i64),
    Rage,
    KingComes(i64),
    Banish(i64),
    Shop,
    Figure { kind: NameId, place: Place, lone: bool, reveal: bool },
    Freeze,
    TueTue,
}

#[derive(Clone, Copy, Debug)]
pub enum Place {
    Here,
    Corridor,
    Beside,
}

/// A deed of plugins/king/king_effects.py.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KingEffect {
    Reorder,
    Harm(i64),
    Limit,
    Drive,
    Attract,
    Discard,
}

pub struct CardRow {
    pub does: Vec<Effect>,
    pub to: i64,
}

pub struct Card {
    pub name: NameId,
    pub group: Group,
    pub rooms: i64,
    pub pedlar: i64,
    pub rows: Vec<CardRow>,
    pub yellow: bool,
    pub status: NameId,
    pub left: i64,
    pub reveal: Vec<Effect>,
    pub slot: bool,
    pub bound: bool,
    pub sale: i64,
    pub uses: i64,
    pub usage: Vec<Effect>,
}

pub struct PlayerRole {
    pub name: NameId,
    pub sanity: i64,
    pub key_slots: i64,
    pub object_slots: i64,
    pub start: Vec<NameId>,
    pub drawn: bool,
    pub first_move_free: bool,
    pub stairs_test: bool,
    pub stairs_total: i64,
    pub blunt_free: bool,
    pub foresight: bool,
    pub second_die: bool,
    pub heals: bool,
    pub heal_loss: i64,
    pub heal_gain: i64,
    pub blessing: i64,
    pub unsettling: bool,
}

pub struct SpecialRoomKind {
    pub kind: NameId,
    pub cost: i64,
    pub loss: i64,
    pub gain: i64,
    pub capacity: i64,
}

macro_rules! keyed {
    ($(#[$about:meta])* $kind:ident, $texts:ident: $($name:ident = $text:expr),* $(,)?) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $kind { $($name),* }
        pub const $texts: &[&str] = &[$($text),*];
    };
}

keyed! {
    /// The purposes of rolls: the names of the random streams.
    Roll, ROLLS:
    Event = "event", EventSecond = "event_second", Omen = "omen", ScoutStairs = "scout_stairs", Escape = "escape",
    Chapel = "chapel", Ritual = "ritual", KingRoulette = "king_roulette", KingEffect = "king_effect",
    FalseKing = "false_king_check", Stairs1 = "stairs_1", Stairs2 = "stairs_2", Stairs3 = "stairs_3",
    Special1 = "special_1", Special2 = "special_2", Special3 = "special_3", Specials = "specials", Roles = "roles",
    Role = "role", Tales = "tales", Deck = "deck", Box = "box", Pedlar = "pedlar", Theft = "theft", Guest = "guest",
    Boxes = "boxes",
}

pub const STAIRS_ROLLS: [Roll; 3] = [Roll::Stairs1, Roll::Stairs2, Roll::Stairs3];
pub const SPECIALS: [Roll; 3] = [Roll::Special1, Roll::Special2, Roll::Special3];

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
    /// Reads the tables that plugins/king/compiled.py encodes.
    pub fn read(json: &[u8]) -> Result<Self, Refusal> {
        let tables: Tables = serde_json::from_slice(json).map_err(|error| error.to_string())?;
        let mut reader = Reader { names: Names::default() };
        for (name, _) in &tables.cards {
            reader.names.number(name);
        }
        for (name, _) in &tables.figures {
            reader.names.number(name);
        }
        for (name, _) in &tables.roles {
            reader.names.number(name);
        }
        for (name, _) in &tables.rooms {
            reader.names.number(name);
        }
        for word in &tables.words {
            reader.names.number(word);
        }
        let known = |names: &Names, of: &str, texts: Vec<&String>| -> Result<Vec<NameId>, Refusal> {
            texts.iter().map(|text| names.find(text).ok_or(format!("no {of} is called {text:?}"))).collect()
        };
        let card_names: Vec<&String> = tables.cards.iter().map(|(name, _)| name).collect();
        let figure_names: Vec<&String> = tables.figures.iter().map(|(name, _)| name).collect();
        let role_names: Vec<&String> = tables.roles.iter().map(|(name, _)| name).collect();
        let is = |names: &[&String], text: &str| names.iter().any(|name| *name == text);
        for needed in ["KEY", "KEYRING", "CROWN", "CHAMBERS_BOOK", "COMPASS", "BLUNT", "STAIRS_TREASURE"] {
            if !is(&card_names, needed) {
                return Err(format!("there is no card {needed:?}"));
            }
        }
        let p = &tables.profile;
        if p.anti_loop {
            return Err("anti_loop is on".to_string());
        }
        if p.start_nodes.is_empty() {
            return Err("there is no start node".to_string());
        }
        let nodes = |names: &[String]| -> Result<Vec<usize>, Refusal> {
            let node = |text: &String| {
                let name_id = reader
                    .names
                    .find(text)
                    .filter(|&id| (name::FIRST_NODE..name::FIRST_NODE + NODES as NameId).contains(&id));
                name_id.map(node_of).ok_or(format!("no node is called {text:?}"))
            };
            names.iter().map(node).collect()
        };
        let ring = nodes(&p.ring)?;
        let mut sorted_ring = ring.clone();
        sorted_ring.sort_unstable();
        if sorted_ring != ROOMS {
            return Err("the ring is not one of the 12 rooms".to_string());
        }
        let start_nodes = nodes(&p.start_nodes)?;
        let threshold = nodes(std::slice::from_ref(&p.threshold_node))?[0];
        bounded(&[
            p.base_actions,
            p.move_cost,
            p.stairs_cost,
            p.max_free_actions,
            p.object_stun,
            p.house_loss,
            p.presence_from_round,
            p.fk_base,
            p.reaction_stun,
            p.max_monsters,
            p.minus5_actions,
            p.keys_total,
            p.keys_to_win,
            p.keys_lose_at,
            p.max_rounds,
        ])?;
        bounded(&p.banish_by_tale)?;
        for &(start, loss) in &p.presence_table {
            bounded(&[start, loss])?;
        }
        let mut spares_false_king = [false; 7];
        for &result in &p.fk_floor_exempt {
            if let Some(spared) = usize::try_from(result).ok().and_then(|at| spares_false_king.get_mut(at)) {
                *spared = true;
            }
        }
        let immune_seats = (0..4).filter(|seat| p.house_immune.contains(&format!("P{}", seat + 1))).collect();
        let immune_roles = p.house_immune.iter().filter_map(|text| reader.names.find(text)).collect();
        let fighter = reader.names.number(&p.dps_role);
        let reaction_objects = p.reaction_objects.iter().map(|text| reader.names.number(text)).collect();
        let mut cards = Vec::new();
        for (card, record) in &tables.cards {
            cards.push(reader.card(card, record, &card_names, &figure_names)?);
        }
        let mut roles = Vec::new();
        for (role, record) in &tables.roles {
            bounded(&[record.sanity, record.key_slots, record.object_slots, record.stairs_total])?;
            bounded(&[record.heal_loss, record.heal_gain, record.blessing])?;
            if record.sanity <= -5 {
                return Err(format!("role {role:?} begins at the bottom"));
            }
            if let Some(wrong) = record.start.iter().find(|card| !is(&card_names, card)) {
                return Err(format!("role {role:?}: there is no card {wrong:?}"));
            }
            roles.push(PlayerRole {
                name: reader.names.number(role),
                sanity: record.sanity,
                key_slots: record.key_slots,
                object_slots: record.object_slots,
                start: known(&reader.names, "card", record.start.iter().collect())?,
                drawn: record.drawn,
                first_move_free: record.first_move_free,
                stairs_test: record.stairs_test,
                stairs_total: record.stairs_total,
                blunt_free: record.blunt_free,
                foresight: record.foresight,
                second_die: record.second_die,
                heals: record.heals,
                heal_loss: record.heal_loss,
                heal_gain: record.heal_gain,
                blessing: record.blessing,
                unsettling: record.unsettling,
            });
        }
        for (figure, record) in &tables.figures {
            bounded(&[record.traps, record.stuns]).map_err(|why| format!("figure {figure:?}: {why}"))?;
        }
        let mut rooms = Vec::new();
        for (kind, record) in &tables.rooms {
            bounded(&[record.cost, record.loss, record.gain, record.capacity])?;
            if kind == "PEDLAR" && record.cost != 0 {
                return Err("deals with the pedlar cost actions".to_string());
            }
            let SpecialRoomRecord { cost, loss, gain, capacity, .. } = *record;
            rooms.push(SpecialRoomKind { kind: reader.names.number(kind), cost, loss, gain, capacity });
        }
        let king_table = read_king_table(&tables.king.rows)?;
        bounded(&[tables.house.escape_total, tables.house.meditate_room, tables.house.meditate_corridor])?;
        if let Some(wrong) = tables.party.iter().find(|role| !is(&role_names, role)) {
            return Err(format!("there is no role {wrong:?}"));
        }
        let party = known(&reader.names, "role", tables.party.iter().collect())?;
        let players = if party.is_empty() { tables.players } else { party.len() };
        if !(2..=4).contains(&players) {
            return Err(format!("this game is for 2 to 4 players, not {players}"));
        }
        if tables.bots.is_empty() {
            return Err("no player plays".to_string());
        }
        let drawn = roles.iter().filter(|role| role.drawn).count();
        let enough = match p.role_draw {
            RoleDraw::Random => drawn > 0,
            RoleDraw::RandomUnique | RoleDraw::Fixed => drawn >= players,
        };
        if party.is_empty() && !enough {
            return Err("there are fewer roles than players".to_string());
        }
        let tales: Vec<NameId> = cards.iter().filter(|card| card.group == Group::Tale).map(|card| card.name).collect();
        let keys = |of: &HashMap<String, u64>, names: &[&str]| -> Result<Vec<u64>, Refusal> {
            names.iter().map(|text| of.get(*text).copied().ok_or(format!("no key for {text:?}"))).collect()
        };
        let rolls = keys(&tables.keys.rolls, ROLLS)?;
        let mut step_keys = keys(&tables.keys.steps, STEPS)?;
        let figure_syms = known(&reader.names, "figure", figure_names)?;
        let names = reader.names;
        let rules = BoardRules::read(&tables.rules, &names)?;
        let rule_steps: Vec<&str> = rules.steps.iter().map(|step| step.name.as_str()).collect();
        step_keys.extend(keys(&tables.keys.steps, &rule_steps)?);
        let index = |ids: Vec<NameId>| -> Vec<u16> {
            let mut at = vec![ABSENT; names.count()];
            for (number, name) in ids.into_iter().enumerate() {
                at[usize::from(name)] = number as u16;
            }
            at
        };
        Ok(Self {
            card_at: index(cards.iter().map(|card| card.name).collect()),
            role_at: index(roles.iter().map(|role| role.name).collect()),
            figure_at: index(figure_syms),
            room_at: index(rooms.iter().map(|room| room.kind).collect()),
            sorted: names.sorted(),
            slugs: (0..names.count()).map(|id| slug(names.text(id as NameId))).collect(),
            names,
            game: tables.game,
            immune_seats,
            immune_roles,
            ring,
            fighter,
            reaction_objects,
            threshold,
            start_nodes,
            spares_false_king,
            cards,
            roles,
            monster_kinds: tables.figures.into_iter().map(|(_, figure)| figure).collect(),
            rooms,
            king_table,
            house: tables.house,
            tales,
            party,
            players,
            bots: tables.bots,
            setup_key: tables.keys.setup,
            turn_key: tables.keys.turn,
            bot_key: tables.keys.bot,
            limits: tables.limits,
            rules,
            rolls,
            steps: step_keys,
            profile: tables.profile,
        })
    }

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

/// The effects of each result of the King's d6: those of the first row that reaches it.
fn read_king_table(rows: &[CardRowRecord]) -> Result<[Vec<KingEffect>; 7], Refusal> {
    let mut table: [Vec<KingEffect>; 7] = Default::default();
    for (d6, effects) in table.iter_mut().enumerate().skip(1) {
        if let Some(row) = rows.iter().find(|row| d6 as i64 <= row.to) {
            *effects = row.does.iter().map(|words| read_king_effect(words)).collect::<Result<_, _>>()?;
        }
    }
    Ok(table)
}

fn read_king_effect(words: &[Value]) -> Result<KingEffect, Refusal> {
    let number = words.get(1).and_then(Value::as_i64);
    Ok(match (words.first().and_then(Value::as_str), number) {
        (Some("reorder"), None) => KingEffect::Reorder,
        (Some("harm"), Some(amount)) => {
            bounded(&[amount])?;
            KingEffect::Harm(amount)
        }
        (Some("limit"), None) => KingEffect::Limit,
        (Some("drive"), None) => KingEffect::Drive,
        (Some("attract"), None) => KingEffect::Attract,
        (Some("discard"), None) => KingEffect::Discard,
        _ => return Err(format!("{words:?} is left to the rules in Python")),
    })
}

fn bounded(values: &[i64]) -> Result<(), Refusal> {
    match values.iter().find(|value| value.abs() > LARGEST) {
        None => Ok(()),
        Some(value) => Err(format!("{value} is too large a number")),
    }
}

fn slug(text: &str) -> String {
    let slug: String = text.to_lowercase().chars().map(|c| if "_.:".contains(c) { '-' } else { c }).collect();
    if text.contains(':') { slug } else { format!("king-name-{slug}") }
}

struct Reader {
    names: Names,
}

impl Reader {
    fn card(
        &mut self,
        card: &str,
        record: &CardRecord,
        cards: &[&String],
        figures: &[&String],
    ) -> Result<Card, Refusal> {
        bounded(&[record.rooms, record.pedlar, record.left, record.sale, record.uses])?;
        if record.rooms > 10_000 || record.pedlar > 10_000 {
            return Err(format!("card {card:?}: too many copies"));
        }
        let mut effects = |names: &[Vec<Value>]| -> Result<Vec<Effect>, Refusal> {
            let effects = names.iter().map(|words| self.effect(words, cards, figures));
            effects.collect::<Result<_, _>>().map_err(|why| format!("card {card:?}: {why}"))
        };
        let mut rows = Vec::new();
        for row in &record.rows {
            bounded(&[row.to])?;
            rows.push(CardRow { does: effects(&row.does)?, to: row.to });
        }
        let reveal = effects(&record.reveal)?;
        let usage = effects(&record.usage)?;
        Ok(Card {
            name: self.names.number(card),
            group: record.group,
            rooms: record.rooms,
            pedlar: record.pedlar,
            rows,
            yellow: record.yellow,
            status: self.names.number(&record.status),
            left: record.left,
            reveal,
            slot: record.slot,
            bound: record.bound,
            sale: record.sale,
            uses: record.uses,
            usage,
        })
    }

    fn effect(&mut self, words: &[Value], cards: &[&String], figures: &[&String]) -> Result<Effect, Refusal> {
        let refused = || format!("{words:?} is left to the rules in Python");
        let (word, args) = match words {
            [Value::String(word), args @ ..] => (word.as_str(), args),
            _ => return Err(refused()),
        };
        let number = |at: usize| -> Result<i64, Refusal> {
            let value = args[at].as_i64().ok_or_else(refused)?;
            bounded(&[value])?;
            Ok(value)
        };
        let text = |at: usize| args[at].as_str().ok_or_else(refused);
        let effect = match (word, args.len()) {
            ("lose", 1) => Effect::Lose(number(0)?),
            ("gain", 1) => Effect::Gain(number(0)?),
            ("mirror", 0) => Effect::Mirror,
            ("zero", 0) => Effect::Zero,
            ("lose_turn", 0) => Effect::LoseTurn,
            ("end_turn", 0) => Effect::EndTurn,
            ("status", 2) => Effect::Status(self.names.number(text(0)?), number(1)?),
            ("clear", 0) => Effect::Clear,
            ("take", 1) if cards.iter().any(|card| Some(card.as_str()) == args[0].as_str()) => {
                Effect::Take(self.names.number(text(0)?))
            }
            ("theft", 0) => Effect::Theft,
            ("guest", 1) => Effect::Guest(number(0)?),
            ("swap", 1) => Effect::Swap(number(0)?),
            ("floors", 1) => Effect::Floors(number(0)?),
            ("rage", 0) => Effect::Rage,
            ("king_comes", 1) => Effect::KingComes(number(0)?),
            ("banish", 1) => Effect::Banish(number(0)?),
            ("shop", 0) => Effect::Shop,
            ("figure", 2..) if figures.iter().any(|figure| Some(figure.as_str()) == args[0].as_str()) => {
                let flags: Vec<&str> = args[2..].iter().filter_map(Value::as_str).collect();
                Effect::Figure {
                    kind: self.names.number(text(0)?),
                    place: match text(1)? {
                        "corridor" => Place::Corridor,
                        "beside" => Place::Beside,
                        _ => Place::Here,
                    },
                    lone: flags.contains(&"lone"),
                    reveal: flags.contains(&"reveal"),
                }
            }
            ("freeze", 0) => Effect::Freeze,
            ("tue_tue", 0) => Effect::TueTue,
            _ => return Err(refused()),
        };
        Ok(effect)
    }
}
