//! Reads the tables, and refuses what the compiled rules do not support.

use super::content::{Card, CardRow, Effect, KingEffect, Place, PlayerRole, SpecialRoomKind};
use super::profile::{Profile, RoleDraw};
use super::records::{CardRecord, CardRowRecord, Group, PlayerRoleRecord, SpecialRoomRecord, Tables};
use super::rolls::ROLLS;
use super::{ABSENT, GameRecords, Refusal};
use crate::agenda::STEPS;
use crate::layout::{NODES, ROOMS};
use crate::names::{NameId, Names, name, node_of};
use crate::rules::BoardRules;
use serde_json::Value;
use std::collections::HashMap;

/// Limit of integers in tables: sums of many stay far below the limits of `i64`.
const LARGEST: i64 = 1_000_000;

/// The cards that the compiled rules name.
const NEEDED_CARDS: [&str; 7] = ["KEY", "KEYRING", "CROWN", "CHAMBERS_BOOK", "COMPASS", "BLUNT", "STAIRS_TREASURE"];

impl GameRecords {
    /// Reads the tables that plugins/king/compiled.py encodes.
    pub fn read(json: &[u8]) -> Result<Self, Refusal> {
        let tables: Tables = serde_json::from_slice(json).map_err(|error| error.to_string())?;
        let mut reader = Reader { names: number_names(&tables), tables: &tables };
        let profile = &tables.profile;
        if let Some(needed) = NEEDED_CARDS.iter().find(|card| !contains(&tables.cards, card)) {
            return Err(format!("there is no card {needed:?}"));
        }
        check_profile(profile)?;
        let ring = reader.read_ring()?;
        let start_nodes = reader.read_nodes(&profile.start_nodes)?;
        let threshold = reader.read_nodes(std::slice::from_ref(&profile.threshold_node))?[0];
        let immune_roles = profile.house_immune.iter().filter_map(|text| reader.names.find(text)).collect();
        let fighter = reader.names.number(&profile.dps_role);
        let reaction_objects = profile.reaction_objects.iter().map(|text| reader.names.number(text)).collect();
        let cards = reader.read_cards()?;
        let roles = reader.read_roles()?;
        check_monster_kinds_and_house(&tables)?;
        let rooms = reader.read_rooms()?;
        let king_table = read_king_table(&tables.king.rows)?;
        let party = reader.read_party()?;
        let players = count_players(&tables, &roles)?;
        let names = reader.names;
        let rules = BoardRules::read(&tables.rules, &names)?;
        let rule_steps: Vec<&str> = rules.steps.iter().map(|step| step.name.as_str()).collect();
        let mut steps = find_keys(&tables.keys.steps, STEPS)?;
        steps.extend(find_keys(&tables.keys.steps, &rule_steps)?);
        let figure_names = tables.figures.iter().filter_map(|(figure, _)| names.find(figure));
        Ok(Self {
            card_at: index_names(&names, cards.iter().map(|card| card.name)),
            role_at: index_names(&names, roles.iter().map(|role| role.name)),
            figure_at: index_names(&names, figure_names),
            room_at: index_names(&names, rooms.iter().map(|room| room.kind)),
            sorted: names.sorted(),
            slugs: (0..names.count()).map(|id| slug(names.text(id as NameId))).collect(),
            names,
            immune_seats: (0..tables.numbers.max_seats)
                .filter(|seat| profile.house_immune.contains(&format!("P{}", seat + 1)))
                .collect(),
            immune_roles,
            ring,
            fighter,
            reaction_objects,
            threshold,
            start_nodes,
            spares_false_king: list_spared_results(profile),
            tales: cards.iter().filter(|card| card.group == Group::Tale).map(|card| card.name).collect(),
            cards,
            roles,
            rooms,
            king_table,
            party,
            players,
            rolls: find_keys(&tables.keys.rolls, ROLLS)?,
            steps,
            rules,
            setup_key: tables.keys.setup,
            turn_key: tables.keys.turn,
            bot_key: tables.keys.bot,
            limits: tables.limits,
            game: tables.game,
            monster_kinds: tables.figures.into_iter().map(|(_, figure)| figure).collect(),
            house: tables.house,
            numbers: tables.numbers,
            bots: tables.bots,
            profile: tables.profile,
        })
    }
}

fn contains<T>(records: &[(String, T)], text: &str) -> bool {
    records.iter().any(|(name, _)| name == text)
}

/// Numbers the names of the tables in their order.
fn number_names(tables: &Tables) -> Names {
    let mut names = Names::default();
    let cards = tables.cards.iter().map(|(name, _)| name);
    let figures = tables.figures.iter().map(|(name, _)| name);
    let roles = tables.roles.iter().map(|(name, _)| name);
    let rooms = tables.rooms.iter().map(|(name, _)| name);
    for name in cards.chain(figures).chain(roles).chain(rooms).chain(&tables.words) {
        names.number(name);
    }
    names
}

fn check_profile(profile: &Profile) -> Result<(), Refusal> {
    if profile.anti_loop {
        return Err("anti_loop is on".to_string());
    }
    if profile.start_nodes.is_empty() {
        return Err("there is no start node".to_string());
    }
    bounded(&[
        profile.base_actions,
        profile.move_cost,
        profile.stairs_cost,
        profile.max_free_actions,
        profile.object_stun,
        profile.house_loss,
        profile.presence_from_round,
        profile.fk_base,
        profile.reaction_stun,
        profile.max_monsters,
        profile.minus5_actions,
        profile.keys_total,
        profile.keys_to_win,
        profile.keys_lose_at,
        profile.max_rounds,
    ])?;
    bounded(&profile.banish_by_tale)?;
    profile.presence_table.iter().try_for_each(|&(start, loss)| bounded(&[start, loss]))
}

/// The results of the d6 that spare the floor of the False King.
fn list_spared_results(profile: &Profile) -> [bool; 7] {
    let mut spared = [false; 7];
    for &result in &profile.fk_floor_exempt {
        if let Some(at) = usize::try_from(result).ok().and_then(|at| spared.get_mut(at)) {
            *at = true;
        }
    }
    spared
}

fn check_monster_kinds_and_house(tables: &Tables) -> Result<(), Refusal> {
    for (figure, record) in &tables.figures {
        bounded(&[record.traps, record.stuns]).map_err(|why| format!("figure {figure:?}: {why}"))?;
    }
    let house = &tables.house;
    bounded(&[house.escape_total, house.meditate_room, house.meditate_corridor])
}

fn count_players(tables: &Tables, roles: &[PlayerRole]) -> Result<usize, Refusal> {
    let players = if tables.party.is_empty() { tables.players } else { tables.party.len() };
    let (least, most) = (tables.numbers.min_seats, tables.numbers.max_seats);
    if !(least..=most).contains(&players) {
        return Err(format!("this game is for {least} to {most} players, not {players}"));
    }
    if tables.bots.is_empty() {
        return Err("no player plays".to_string());
    }
    let drawn = roles.iter().filter(|role| role.drawn).count();
    let enough = match tables.profile.role_draw {
        RoleDraw::Random => drawn > 0,
        RoleDraw::RandomUnique | RoleDraw::Fixed => drawn >= players,
    };
    if tables.party.is_empty() && !enough {
        return Err("there are fewer roles than players".to_string());
    }
    Ok(players)
}

fn find_keys(keys: &HashMap<String, u64>, names: &[&str]) -> Result<Vec<u64>, Refusal> {
    names.iter().map(|text| keys.get(*text).copied().ok_or(format!("no key for {text:?}"))).collect()
}

/// The place of each name in a list of records.
fn index_names(names: &Names, listed: impl Iterator<Item = NameId>) -> Vec<u16> {
    let mut places = vec![ABSENT; names.count()];
    for (place, name) in listed.enumerate() {
        places[usize::from(name)] = place as u16;
    }
    places
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

struct Reader<'a> {
    names: Names,
    tables: &'a Tables,
}

impl Reader<'_> {
    fn read_nodes(&self, texts: &[String]) -> Result<Vec<usize>, Refusal> {
        let nodes = name::FIRST_NODE..name::FIRST_NODE + NODES as NameId;
        let node = |text: &String| {
            let found = self.names.find(text).filter(|id| nodes.contains(id));
            found.map(node_of).ok_or(format!("no node is called {text:?}"))
        };
        texts.iter().map(node).collect()
    }

    fn read_ring(&self) -> Result<Vec<usize>, Refusal> {
        let ring = self.read_nodes(&self.tables.profile.ring)?;
        let mut sorted = ring.clone();
        sorted.sort_unstable();
        if sorted == ROOMS { Ok(ring) } else { Err("the ring is not one of the 12 rooms".to_string()) }
    }

    fn read_party(&self) -> Result<Vec<NameId>, Refusal> {
        let tables = self.tables;
        let role = |role: &String| {
            let known = contains(&tables.roles, role).then(|| self.names.find(role)).flatten();
            known.ok_or(format!("there is no role {role:?}"))
        };
        tables.party.iter().map(role).collect()
    }

    fn read_rooms(&mut self) -> Result<Vec<SpecialRoomKind>, Refusal> {
        let mut rooms = Vec::new();
        for (kind, record) in &self.tables.rooms {
            let SpecialRoomRecord { cost, loss, gain, capacity, .. } = *record;
            bounded(&[cost, loss, gain, capacity])?;
            if kind == "PEDLAR" && cost != 0 {
                return Err("deals with the pedlar cost actions".to_string());
            }
            rooms.push(SpecialRoomKind { kind: self.names.number(kind), cost, loss, gain, capacity });
        }
        Ok(rooms)
    }

    fn read_roles(&mut self) -> Result<Vec<PlayerRole>, Refusal> {
        let tables = self.tables;
        tables.roles.iter().map(|(role, record)| self.read_role(role, record)).collect()
    }

    fn read_role(&mut self, role: &str, record: &PlayerRoleRecord) -> Result<PlayerRole, Refusal> {
        bounded(&[record.sanity, record.key_slots, record.object_slots, record.stairs_total])?;
        bounded(&[record.heal_loss, record.heal_gain, record.blessing])?;
        if record.sanity <= self.tables.numbers.min_sanity {
            return Err(format!("role {role:?} begins at the bottom"));
        }
        if let Some(wrong) = record.start.iter().find(|card| !contains(&self.tables.cards, card)) {
            return Err(format!("role {role:?}: there is no card {wrong:?}"));
        }
        Ok(PlayerRole {
            name: self.names.number(role),
            sanity: record.sanity,
            key_slots: record.key_slots,
            object_slots: record.object_slots,
            start: record.start.iter().map(|card| self.names.number(card)).collect(),
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
        })
    }

    fn read_cards(&mut self) -> Result<Vec<Card>, Refusal> {
        let tables = self.tables;
        tables.cards.iter().map(|(card, record)| self.read_card(card, record)).collect()
    }

    fn read_card(&mut self, card: &str, record: &CardRecord) -> Result<Card, Refusal> {
        bounded(&[record.rooms, record.pedlar, record.left, record.sale, record.uses])?;
        if record.rooms > 10_000 || record.pedlar > 10_000 {
            return Err(format!("card {card:?}: too many copies"));
        }
        let mut effects = |names: &[Vec<Value>]| -> Result<Vec<Effect>, Refusal> {
            let effects = names.iter().map(|words| self.read_effect(words));
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

    fn read_effect(&mut self, words: &[Value]) -> Result<Effect, Refusal> {
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
            ("take", 1) if args[0].as_str().is_some_and(|card| contains(&self.tables.cards, card)) => {
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
            ("figure", 2..) if args[0].as_str().is_some_and(|figure| contains(&self.tables.figures, figure)) => {
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
