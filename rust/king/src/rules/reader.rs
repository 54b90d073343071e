//! The inputs of rules: values of an event, of the board and of its souls. The readings are those of
//! plugins/king/api.py and readings.py.

use super::hooks::FieldNames;
use super::{Candidate, Fields, Rule};
use crate::allowance::actions_left;
use crate::board::{Board, Soul, copies};
use crate::layout::{floor, spot};
use crate::names::{NameId, Names, name, node_name};
use crate::tables::{GameRecords, Refusal};
use crate::tally::{KINDS, Kind};
use footfall_kernels::random;
use footfall_rules::{Argument, Source, Start};
use std::collections::HashMap;
use std::slice::Iter;

/// Where the value of an input is found.
#[derive(Clone, Copy)]
pub(super) enum Value {
    Field(usize),
    TextField(usize),
    /// A command, which is only passed to readings.
    Command(usize),
    CommandName(usize),
    /// The kind of a command without its namespace.
    Action(usize),
    /// A text of a command by the name of its field; the field with the text follows that of the command.
    CommandText(usize, &'static str),
    /// The seat that a command is about, two fields after the command.
    CommandTarget(usize),
    Memory(usize),
    Constant(i64),
    /// A value that the program binds.
    Item(usize),
    /// A die that several rules of a mod share.
    Shared(SharedDie),
    Board(BoardNumber),
    SeatNumber(SeatNumber, Key),
    /// The seat after another one; -1 after none.
    NextSeat(Key),
    SeatText(SeatText, Key),
    SeatWord(SeatWord, NameId, Key),
    SeatPair(SeatPair, Key, Key),
}

/// The most values by which a die is shared, as in pycore/footfall/content/rule_tables.py.
const MAX_KEYS: usize = 3;

/// See `Context.roll_once`.
#[derive(Clone, Copy)]
pub(super) struct SharedDie {
    stream: u64,
    low: i64,
    size: u64,
    is_of_step: bool,
    keys: [Option<Key>; MAX_KEYS],
}

/// An argument that is a number, such as a seat: a constant, a field of the event or another input.
#[derive(Clone, Copy)]
pub(super) enum Key {
    Number(i64),
    Field(usize),
    Input(usize),
}

type BoardNumber = fn(&Board) -> i64;
type SeatNumber = fn(&Reader, usize, &Soul) -> i64;
type SeatText = fn(&Soul) -> NameId;
type SeatWord = fn(&Soul, NameId) -> i64;
type SeatPair = fn(&Soul, &Soul) -> bool;

const BOARD_NUMBERS: &[(&str, BoardNumber)] = &[
    ("round", |board| board.round),
    ("player_count", |board| board.souls.len() as i64),
    ("king_floor", |board| board.king as i64 + 1),
    ("is_king_away", |board| i64::from(board.banish > 0)),
    ("monster_count", |board| board.monsters.len() as i64),
    ("keys_destroyed", |board| board.keys_destroyed),
    ("starter", |board| board.starter as i64),
    ("active", |board| board.active as i64),
    ("turns_taken", |board| board.turns),
    ("rounds_of_banishment", |board| board.banish),
    ("is_king_furious", |board| i64::from(board.is_furious)),
    ("false_king", |board| board.false_king.map_or(-1, |seat| seat as i64)),
    ("crown_round", |board| board.crown_round),
    ("keys_in_hands", Board::keys_in_hands),
    ("tales", |board| board.tales),
    ("was_ritual_held", |board| i64::from(board.was_ritual_held)),
    ("treasure_uses", |board| board.charges),
    ("armory_size", |board| board.armory.len() as i64),
    ("pedlar_size", |board| board.pedlar.len() as i64),
    ("stunned_figures", |board| board.monsters.iter().filter(|monster| monster.stun > 0).count() as i64),
    ("lowest_sanity", |board| board.souls.iter().map(|soul| soul.sanity).min().unwrap_or(0)),
];

const SEAT_NUMBERS: &[(&str, SeatNumber)] = &[
    ("sanity", |_, _, soul| soul.sanity),
    ("max_sanity", |_, _, soul| soul.top),
    ("floor", |_, _, soul| floor(soul.node) as i64 + 1),
    ("is_in_corridor", |_, _, soul| i64::from(spot(soul.node) == 0)),
    ("is_with_king", |reader, _, soul| i64::from(floor(soul.node) == reader.board.king)),
    ("keys", |_, _, soul| soul.keys),
    ("object_count", |_, _, soul| soul.objects.len() as i64),
    ("actions_left", |reader, seat, _| actions_left(reader.records, reader.board, seat)),
    ("company", |reader, _, soul| reader.board.seats_at(soul.node).count() as i64 - 1),
    ("monsters_here", |reader, _, soul| reader.count_monsters(|node| node == soul.node)),
    ("monsters_on_floor", |reader, _, soul| reader.count_monsters(|node| floor(node) == floor(soul.node))),
    ("is_active", |reader, seat, _| i64::from(reader.board.active == seat)),
    ("is_false_king", |reader, seat, _| i64::from(reader.board.false_king == Some(seat))),
    ("lost_sanity", |_, _, soul| soul.top - soul.sanity),
    ("status_count", |_, _, soul| soul.statuses.0.len() as i64),
    ("key_limit", |_, _, soul| soul.key_limit()),
    ("card_limit", |_, _, soul| (soul.object_slots - soul.slots_lost).max(0)),
    ("slots_lost", |_, _, soul| soul.slots_lost),
    ("actions_used", |_, _, soul| soul.spent_actions),
    ("has_moved", |_, _, soul| i64::from(soul.has_moved)),
    ("loses_next_turn", |_, _, soul| i64::from(soul.skip != 0)),
    ("is_marked", |_, _, soul| i64::from(soul.is_marked)),
    ("is_trapped", |_, _, soul| i64::from(soul.has(name::TRAPPED))),
    ("has_broken", |_, _, soul| i64::from(soul.fell > 0)),
];

const SEAT_TEXTS: &[(&str, SeatText)] = &[("role", |soul| soul.role), ("node", |soul| node_name(soul.node))];

const SEAT_WORDS: &[(&str, SeatWord)] = &[
    ("holds", |soul, card| i64::from(soul.holds(card))),
    ("has_status", |soul, status| i64::from(soul.has(status))),
    ("copies", |soul, card| copies(&soul.objects, card)),
    ("status_rounds", |soul, status| {
        soul.statuses.0.iter().find(|(known, _)| *known == status).map_or(0, |&(_, left)| left)
    }),
];

const SEAT_PAIRS: &[(&str, SeatPair)] = &[
    ("is_with", |one, other| one.node == other.node),
    ("shares_floor", |one, other| floor(one.node) == floor(other.node)),
];

fn find<T: Copy>(readings: &[(&str, T)], name: &str) -> Option<T> {
    readings.iter().find(|(known, _)| *known == name).map(|&(_, read)| read)
}

/// Connects the inputs of a mod's rule with the fields of its event and with the board, or refuses them.
pub(super) struct InputReader<'a> {
    pub(super) names: &'a Names,
    pub(super) slots: &'a [(String, String)],
    pub(super) owner: &'a str,
    pub(super) fields: &'a FieldNames,
    /// The random streams of the dice that rules of the mod share.
    pub(super) rolls: &'a HashMap<String, u64>,
}

impl InputReader<'_> {
    pub(super) fn find_slot(&self, key: &str) -> Option<usize> {
        self.slots.iter().position(|(owner, known)| owner == self.owner && known == key)
    }

    pub(super) fn find_value(&self, source: &Source, earlier: &[Value]) -> Result<Value, Refusal> {
        match source {
            Source::Field(name) => match self.fields.iter().position(|(field, _)| field == name) {
                Some(at) => Ok((self.fields[at].1)(at)),
                None => Err(format!("a rule reads {name:?} of an event")),
            },
            Source::Reading(key, arguments) => {
                let name = key.rsplit('.').next().unwrap_or(key);
                self.find_reading(name, arguments, earlier).ok_or(format!("a rule reads {key:?}"))
            }
            Source::Item(_) => Ok(Value::Item(earlier.len())),
            Source::Memory(key) => Ok(self.find_slot(key).map_or(Value::Constant(0), Value::Memory)),
        }
    }

    fn find_reading(&self, name: &str, arguments: &[Argument], earlier: &[Value]) -> Option<Value> {
        if let [Argument::Text(roll), faces @ ..] = arguments
            && name == "rolls"
        {
            return self.find_die(roll, faces, earlier).map(Value::Shared);
        }
        let (value, more) = match arguments {
            [Argument::Input(at), more @ ..] => (earlier[*at], more),
            [] => return find(BOARD_NUMBERS, name).map(Value::Board),
            _ => return None,
        };
        let key = Key::read(&arguments[0], earlier)?;
        match (value, more) {
            (Value::Command(field), []) => match name {
                "name" => Some(Value::CommandName(field)),
                "target" => Some(Value::CommandTarget(field)),
                _ => {
                    let texts = KINDS.iter().flat_map(|&(_, texts)| texts.iter().copied());
                    texts.into_iter().find(|&known| known == name).map(|text| Value::CommandText(field, text))
                }
            },
            (value, _) if value.is_text() => None,
            (seat, []) if name == "id" => Some(seat),
            (_, []) if name == "next_seat" => Some(Value::NextSeat(key)),
            (_, []) => match find(SEAT_NUMBERS, name) {
                Some(read) => Some(Value::SeatNumber(read, key)),
                None => find(SEAT_TEXTS, name).map(|read| Value::SeatText(read, key)),
            },
            (_, [Argument::Text(text)]) => {
                let read = find(SEAT_WORDS, name)?;
                // No soul holds a card or has a status that the game does not know.
                let word = self.names.find(text);
                Some(word.map_or(Value::Constant(0), |word| Value::SeatWord(read, word, key)))
            }
            (_, [other]) => {
                let (test, other) = (find(SEAT_PAIRS, name)?, Key::read(other, earlier)?);
                Some(Value::SeatPair(test, key, other))
            }
            _ => None,
        }
    }

    fn find_die(&self, roll: &str, faces: &[Argument], earlier: &[Value]) -> Option<SharedDie> {
        let [Argument::Number(low), Argument::Number(high), Argument::Boolean(is_of_step), by @ ..] = faces else {
            return None;
        };
        let mut keys = [None; MAX_KEYS];
        for (key, argument) in keys.iter_mut().zip(by) {
            *key = Some(Key::read(argument, earlier)?);
        }
        let size = u64::try_from(high.checked_sub(*low)?).ok()? + 1;
        let stream = *self.rolls.get(roll)?;
        (by.len() <= MAX_KEYS).then_some(SharedDie { stream, low: *low, size, is_of_step: *is_of_step, keys })
    }
}

impl Key {
    fn read(argument: &Argument, earlier: &[Value]) -> Option<Self> {
        match argument {
            Argument::Number(value) => Some(Self::Number(*value)),
            Argument::Input(at) => match earlier[*at] {
                Value::Field(at) => Some(Self::Field(at)),
                _ => Some(Self::Input(*at)),
            },
            _ => None,
        }
    }
}

impl Value {
    /// Whether it is the number of a text, and names no seat.
    fn is_text(self) -> bool {
        matches!(
            self,
            Self::TextField(_)
                | Self::Command(_)
                | Self::CommandName(_)
                | Self::Action(_)
                | Self::CommandText(..)
                | Self::SeatText(..)
        )
    }
}

/// The inputs of a rule while it runs.
pub(super) struct Reader<'a> {
    pub(super) records: &'a GameRecords,
    pub(super) board: &'a Board,
    pub(super) rule: &'a Rule,
    pub(super) fields: Fields,
    /// The values that the program has bound, by input.
    items: Vec<i64>,
}

impl<'a> Reader<'a> {
    /// A reader of an event for some rules; None if there are none.
    #[inline]
    pub(super) fn new(
        records: &'a GameRecords,
        board: &'a Board,
        rules: &'a [Candidate],
        fields: Fields,
    ) -> Option<Self> {
        let rule = &rules.first()?.rule;
        Some(Self { records, board, rule, fields, items: Vec::new() })
    }

    /// Finds the first of some rules that may say something about the event, by its first comparisons.
    #[inline]
    pub(super) fn find_rule(&mut self, rules: &mut Iter<'a, Candidate>) -> Option<&'a Start> {
        let found = rules.find(|candidate| {
            self.rule = &candidate.rule;
            candidate.start.tests.iter().all(|test| test.holds(self.load(test.input)))
        });
        found.map(|candidate| &candidate.start)
    }

    /// The value of an input that is not a shared die.
    #[inline(always)]
    pub(super) fn load(&self, input: usize) -> i64 {
        let rule = self.rule;
        match rule.inputs[input] {
            Value::Field(at) | Value::Command(at) => self.fields[at],
            Value::TextField(at) => rule.numbers[self.fields[at] as usize],
            Value::CommandName(at) => rule.kinds[self.fields[at] as usize],
            Value::Action(at) => rule.actions[self.fields[at] as usize],
            Value::CommandText(at, name) => {
                let is_there = KINDS[self.fields[at] as usize].1.contains(&name);
                rule.numbers[if is_there { self.fields[at + 1] as usize } else { usize::from(name::NOTHING) }]
            }
            Value::CommandTarget(at) => {
                let is_there = [Kind::Give, Kind::YellowDoors].iter().any(|&kind| kind as i64 == self.fields[at]);
                if is_there { self.fields[at + 2] } else { -1 }
            }
            Value::Memory(slot) => {
                let (owner, key) = &self.records.rules.slots[slot];
                self.board.memory.read_number(owner, key)
            }
            Value::Constant(value) => value,
            Value::Item(at) => self.items.get(at).copied().unwrap_or(0),
            Value::Shared(_) => unreachable!("a shared die needs the seed"),
            Value::Board(read) => read(self.board),
            Value::SeatNumber(read, key) => self.find_soul(key).map_or(0, |(seat, soul)| read(self, seat, soul)),
            Value::NextSeat(key) => {
                let count = self.board.souls.len();
                self.find_soul(key).map_or(-1, |(seat, _)| ((seat + 1) % count) as i64)
            }
            Value::SeatText(read, key) => {
                rule.numbers[usize::from(self.find_soul(key).map_or(name::NOTHING, |(_, soul)| read(soul)))]
            }
            Value::SeatWord(read, word, key) => self.find_soul(key).map_or(0, |(_, soul)| read(soul, word)),
            Value::SeatPair(test, key, other) => match (self.find_soul(key), self.find_soul(other)) {
                (Some((one, first)), Some((two, second))) => i64::from(one != two && test(first, second)),
                _ => 0,
            },
        }
    }

    pub(super) fn bind(&mut self, input: usize, item: i64) {
        if self.items.len() <= input {
            self.items.resize(input + 1, 0);
        }
        self.items[input] = item;
    }

    /// The face of a die that rules share; `serial` is that of the entry.
    pub(super) fn roll_once(&self, die: &SharedDie, seed: u64, serial: u64) -> i64 {
        let mut moment = if die.is_of_step { serial } else { 0 };
        for key in die.keys.iter().flatten() {
            moment = random::mix(moment, self.read_key(*key) as u64);
        }
        die.low + random::draw([seed, die.stream], [moment, 0], die.size) as i64
    }

    #[inline]
    fn read_key(&self, key: Key) -> i64 {
        match key {
            Key::Field(at) => self.fields[at],
            Key::Number(value) => value,
            Key::Input(at) => self.load_argument(at),
        }
    }

    /// A seat and its soul, if there is one.
    #[inline]
    fn find_soul(&self, key: Key) -> Option<(usize, &Soul)> {
        let seat = usize::try_from(self.read_key(key)).ok()?;
        Some((seat, self.board.souls.get(seat)?))
    }

    /// The value of an input that another one needs; `load` is copied to where rules read.
    #[inline(never)]
    fn load_argument(&self, input: usize) -> i64 {
        self.load(input)
    }

    fn count_monsters(&self, is_there: impl Fn(usize) -> bool) -> i64 {
        self.board.monsters.iter().filter(|monster| is_there(monster.node)).count() as i64
    }
}
