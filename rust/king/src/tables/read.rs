//! Reads the tables, and refuses what the compiled rules do not support.

use super::{Effect, GameRecords, Group, Keys, Places, ROLLS, Refusal, RoleDraw};
use crate::agenda::STEPS;
use crate::layout::{NODES, ROOMS};
use crate::names::{NameId, Names, name};
use crate::rules::BoardRules;
use serde_json::Value;
use std::collections::HashMap;

/// Limit of integers in tables: sums of many stay far below the limits of `i64`.
const LARGEST: u64 = 1_000_000;

/// Limit of the cards in all decks.
const MAX_CARDS: usize = 100_000;

/// The cards that the compiled rules name.
const NEEDED_CARDS: [NameId; 7] =
    [name::KEY, name::KEYRING, name::CROWN, name::CHAMBERS_BOOK, name::COMPASS, name::BLUNT, name::STAIRS_TREASURE];

impl GameRecords {
    /// Reads the tables that plugins/king/compiled encodes.
    pub fn read(json: &[u8]) -> Result<Self, Refusal> {
        let tables: Value = serde_json::from_slice(json).map_err(|error| error.to_string())?;
        for part in ["profile", "cards", "roles", "figures", "rooms", "king", "house"] {
            check_numbers(&tables[part])?;
        }
        let (read, names) = Names::collect(|| serde_json::from_value::<Self>(tables));
        let mut records = read.map_err(|error| error.to_string())?;
        records.names = names;
        records.link()?;
        records.check()?;
        Ok(records)
    }

    /// Finds names, nodes and keys.
    fn link(&mut self) -> Result<(), Refusal> {
        let mut places = vec![Places::default(); self.names.count()];
        self.cards.iter().zip(0..).for_each(|(card, at)| places[usize::from(card.id)].card = Some(at));
        self.roles.iter().zip(0..).for_each(|(role, at)| places[usize::from(role.id)].role = Some(at));
        self.figures.iter().zip(0..).for_each(|(figure, at)| places[usize::from(figure.id)].figure = Some(at));
        self.rooms.iter().zip(0..).for_each(|(room, at)| places[usize::from(room.id)].room = Some(at));
        self.places = places;
        self.slugs = self.names.iter().map(slug).collect();
        self.tales = self.cards.iter().filter(|card| card.group == Group::Tale).map(|card| card.id).collect();
        let is_immune = |seat: &usize| {
            let immune = &self.profile.house_immune;
            self.names.find(&format!("P{}", seat + 1)).is_some_and(|name| immune.contains(&name))
        };
        self.immune_seats = (0..self.numbers.max_seats as usize).filter(is_immune).collect();
        self.ring = self.find_nodes(&self.profile.ring)?;
        self.start_nodes = self.find_nodes(&self.profile.start_nodes)?;
        self.threshold = self.find_nodes(&[self.profile.threshold_node])?[0];
        self.rules = BoardRules::read(&self.programs, &self.names)?;
        let Keys { rolls, steps, .. } = &self.keys;
        self.roll_keys = find_keys(rolls, ROLLS.iter().copied())?;
        self.step_keys =
            find_keys(steps, STEPS.iter().copied().chain(self.rules.steps.iter().map(|step| step.name.as_str())))?;
        if !self.party.is_empty() {
            self.players = self.party.len();
        }
        Ok(())
    }

    fn find_nodes(&self, names: &[NameId]) -> Result<Vec<usize>, Refusal> {
        let node = |&name: &NameId| {
            let node = usize::from(name).checked_sub(usize::from(name::FIRST_NODE)).filter(|&node| node < NODES);
            node.ok_or(format!("no node is called {:?}", self.names.text(name)))
        };
        names.iter().map(node).collect()
    }

    /// Checks what the types leave open.
    fn check(&self) -> Result<(), Refusal> {
        let text = |name: NameId| self.names.text(name);
        if let Some(&card) = NEEDED_CARDS.iter().find(|&&card| !self.has_card(card)) {
            return Err(format!("there is no card {:?}", text(card)));
        }
        let profile = &self.profile;
        if profile.has_anti_loop {
            return Err("anti_loop is on".to_string());
        }
        if profile.start_nodes.is_empty() {
            return Err("there is no start node".to_string());
        }
        let mut ring = self.ring.clone();
        ring.sort_unstable();
        if ring != ROOMS {
            return Err("the ring is not one of the 12 rooms".to_string());
        }
        if self.places[usize::from(name::PEDLAR)].room.is_some() && self.room(name::PEDLAR).cost != 0 {
            return Err("deals with the pedlar cost actions".to_string());
        }
        if self.cards.iter().map(|card| card.rooms.max(0) + card.pedlar.max(0)).sum::<i64>() as usize > MAX_CARDS {
            return Err("there are too many cards".to_string());
        }
        for card in &self.cards {
            let rows = card.rows.iter().flat_map(|row| &row.effects);
            if let Some(effect) =
                rows.chain(&card.reveal_effects).chain(&card.use_effects).find(|effect| !self.knows(effect))
            {
                return Err(format!("card {:?}: {effect:?} gives what does not exist", text(card.id)));
            }
        }
        for role in &self.roles {
            if role.sanity <= self.numbers.min_sanity {
                return Err(format!("role {:?} begins at the bottom", text(role.id)));
            }
            if let Some(&wrong) = role.start.iter().find(|&&card| !self.has_card(card)) {
                return Err(format!("role {:?}: there is no card {:?}", text(role.id), text(wrong)));
            }
        }
        self.check_players()
    }

    pub(crate) fn has_card(&self, name: NameId) -> bool {
        self.places[usize::from(name)].card.is_some()
    }

    pub(crate) fn is_role(&self, name: NameId) -> bool {
        self.places[usize::from(name)].role.is_some()
    }

    pub(crate) fn is_figure(&self, name: NameId) -> bool {
        self.places[usize::from(name)].figure.is_some()
    }

    pub(crate) fn is_room(&self, name: NameId) -> bool {
        self.places[usize::from(name)].room.is_some()
    }

    fn knows(&self, effect: &Effect) -> bool {
        match *effect {
            Effect::Take(card) => self.has_card(card),
            Effect::Figure { kind, .. } => self.places[usize::from(kind)].figure.is_some(),
            _ => true,
        }
    }

    fn check_players(&self) -> Result<(), Refusal> {
        let (players, least, most) = (self.players, self.numbers.min_seats, self.numbers.max_seats);
        if !(least..=most).contains(&(players as i64)) {
            return Err(format!("this game is for {least} to {most} players, not {players}"));
        }
        if self.bots.is_empty() {
            return Err("no player plays".to_string());
        }
        if let Some(&wrong) = self.party.iter().find(|&&role| self.places[usize::from(role)].role.is_none()) {
            return Err(format!("there is no role {:?}", self.names.text(wrong)));
        }
        let drawn = self.roles.iter().filter(|role| role.is_drawn).count();
        let needed = if self.profile.role_draw == RoleDraw::Random { 1 } else { players };
        if self.party.is_empty() && drawn < needed {
            return Err("there are fewer roles than players".to_string());
        }
        Ok(())
    }
}

fn check_numbers(value: &Value) -> Result<(), Refusal> {
    match value {
        Value::Array(items) => items.iter().try_for_each(check_numbers),
        Value::Object(fields) => fields.values().try_for_each(check_numbers),
        Value::Number(number) if number.as_i64().is_none_or(|number| number.unsigned_abs() > LARGEST) => {
            Err(format!("{number} is too large a number"))
        }
        _ => Ok(()),
    }
}

fn find_keys<'a>(keys: &HashMap<String, u64>, names: impl Iterator<Item = &'a str>) -> Result<Vec<u64>, Refusal> {
    names.map(|text| keys.get(text).copied().ok_or(format!("no key for {text:?}"))).collect()
}

fn slug(text: &str) -> String {
    let slug: String = text.to_lowercase().chars().map(|c| if "_.:".contains(c) { '-' } else { c }).collect();
    if text.contains(':') { slug } else { format!("king-name-{slug}") }
}
