//! The inputs of rules: values of an event, of the board and of its souls. The readings are those of
//! plugins/king/api.py.

use super::hooks::FieldNames;
use super::{Fields, Rule};
use crate::allowance::actions_left;
use crate::board::{Board, Soul};
use crate::layout::{floor, spot};
use crate::names::{NameId, Names, name, node_name};
use crate::tables::{GameRecords, Refusal};
use footfall_rules::{Argument, Source};

/// Where the value of an input is found. Those of a seat name the field of the event that has the seat.
#[derive(Clone, Copy)]
pub(super) enum Value {
    Field(usize),
    TextField(usize),
    /// A command, which is only passed to readings.
    Command(usize),
    CommandName(usize),
    /// The kind of a command without its namespace.
    Action(usize),
    Memory(usize),
    Constant(i64),
    Board(BoardNumber),
    SeatNumber(SeatNumber, usize),
    SeatText(SeatText, usize),
    SeatTest(SeatTest, NameId, usize),
}

type BoardNumber = fn(&Board) -> i64;
type SeatNumber = fn(&Reader, usize, &Soul) -> i64;
type SeatText = fn(&Soul) -> NameId;
type SeatTest = fn(&Soul, NameId) -> bool;

const BOARD_NUMBERS: &[(&str, BoardNumber)] = &[
    ("round", |board| board.round),
    ("player_count", |board| board.souls.len() as i64),
    ("king_floor", |board| board.king as i64 + 1),
    ("is_king_away", |board| i64::from(board.banish > 0)),
    ("monster_count", |board| board.monsters.len() as i64),
    ("keys_destroyed", |board| board.keys_destroyed),
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
];

const SEAT_TEXTS: &[(&str, SeatText)] = &[("role", |soul| soul.role), ("node", |soul| node_name(soul.node))];

const SEAT_TESTS: &[(&str, SeatTest)] = &[("holds", Soul::holds), ("has_status", Soul::has)];

fn find<T: Copy>(readings: &[(&str, T)], name: &str) -> Option<T> {
    readings.iter().find(|(known, _)| *known == name).map(|&(_, read)| read)
}

/// Connects the inputs of a mod's rule with the fields of its event and with the board, or refuses them.
pub(super) struct InputReader<'a> {
    pub(super) names: &'a Names,
    pub(super) slots: &'a [(String, String)],
    pub(super) owner: &'a str,
    pub(super) fields: &'a FieldNames,
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
            Source::Item(_) => Err("a rule chooses from a list".to_owned()),
            Source::Memory(key) => Ok(self.find_slot(key).map_or(Value::Constant(0), Value::Memory)),
        }
    }

    fn find_reading(&self, name: &str, arguments: &[Argument], earlier: &[Value]) -> Option<Value> {
        let (subject, more) = match arguments {
            [Argument::Input(at), more @ ..] => (Some(earlier[*at]), more),
            more => (None, more),
        };
        match (subject, more) {
            (None, []) => find(BOARD_NUMBERS, name).map(Value::Board),
            (Some(Value::Command(at)), []) if name == "name" => Some(Value::CommandName(at)),
            (Some(Value::Field(at)), []) => match find(SEAT_NUMBERS, name) {
                Some(read) => Some(Value::SeatNumber(read, at)),
                None => find(SEAT_TEXTS, name).map(|read| Value::SeatText(read, at)),
            },
            (Some(Value::Field(at)), [Argument::Text(text)]) => {
                let test = find(SEAT_TESTS, name)?;
                // No soul holds a card or has a status that the game does not know.
                let word = self.names.find(text);
                Some(word.map_or(Value::Constant(0), |word| Value::SeatTest(test, word, at)))
            }
            _ => None,
        }
    }
}

/// What a rule reads while it runs.
pub(super) struct Reader<'a> {
    pub(super) records: &'a GameRecords,
    pub(super) board: &'a Board,
    pub(super) rule: &'a Rule,
    pub(super) fields: Fields,
}

impl Reader<'_> {
    pub(super) fn load(&self, input: usize) -> i64 {
        let rule = self.rule;
        match rule.inputs[input] {
            Value::Field(at) | Value::Command(at) => self.fields[at],
            Value::TextField(at) => rule.numbers[self.fields[at] as usize],
            Value::CommandName(at) => rule.kinds[self.fields[at] as usize],
            Value::Action(at) => rule.actions[self.fields[at] as usize],
            Value::Memory(slot) => {
                let (owner, key) = &self.records.rules.slots[slot];
                self.board.memory.read_number(owner, key)
            }
            Value::Constant(value) => value,
            Value::Board(read) => read(self.board),
            Value::SeatNumber(read, at) => self.find_soul(at).map_or(0, |(seat, soul)| read(self, seat, soul)),
            Value::SeatText(read, at) => {
                rule.numbers[usize::from(self.find_soul(at).map_or(name::NOTHING, |(_, soul)| read(soul)))]
            }
            Value::SeatTest(test, word, at) => i64::from(self.find_soul(at).is_some_and(|(_, soul)| test(soul, word))),
        }
    }

    /// The soul of the seat in a field of the event, if there is one.
    fn find_soul(&self, at: usize) -> Option<(usize, &Soul)> {
        let seat = usize::try_from(self.fields[at]).ok()?;
        Some((seat, self.board.souls.get(seat)?))
    }

    fn count_monsters(&self, is_there: impl Fn(usize) -> bool) -> i64 {
        self.board.monsters.iter().filter(|monster| is_there(monster.node)).count() as i64
    }
}
