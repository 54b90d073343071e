//! The inputs of rules: values of an event, of the board and of its souls.

use super::{Fields, Rule};
use crate::allowance::actions_left;
use crate::board::{Board, Soul};
use crate::layout::{floor, spot};
use crate::names::{NameId, name, node_name};
use crate::tables::GameRecords;

/// Where the value of an input is found.
#[derive(Clone, Copy)]
pub(super) enum Value {
    Field(usize),
    TextField(usize),
    /// A command, which is only passed to readings.
    Command(usize),
    CommandName(usize),
    Action(usize),
    Memory(usize),
    Constant(i64),
    Board(BoardValue),
    Seat(SeatValue, usize),
}

#[derive(Clone, Copy)]
pub(super) enum BoardValue {
    Round,
    Players,
    KingFloor,
    IsKingAway,
    Monsters,
    KeysDestroyed,
}

#[derive(Clone, Copy)]
pub(super) enum SeatValue {
    Sanity,
    MaxSanity,
    Role,
    Node,
    Floor,
    IsInCorridor,
    IsWithKing,
    Keys,
    Objects,
    Holds(NameId),
    HasStatus(NameId),
    ActionsLeft,
    Company,
    MonstersHere,
    MonstersOnFloor,
}

pub(super) fn find_board_value(name: &str) -> Option<BoardValue> {
    Some(match name {
        "round" => BoardValue::Round,
        "player_count" => BoardValue::Players,
        "king_floor" => BoardValue::KingFloor,
        "is_king_away" => BoardValue::IsKingAway,
        "monster_count" => BoardValue::Monsters,
        "keys_destroyed" => BoardValue::KeysDestroyed,
        _ => return None,
    })
}

pub(super) fn find_seat_value(name: &str) -> Option<SeatValue> {
    Some(match name {
        "sanity" => SeatValue::Sanity,
        "max_sanity" => SeatValue::MaxSanity,
        "role" => SeatValue::Role,
        "node" => SeatValue::Node,
        "floor" => SeatValue::Floor,
        "is_in_corridor" => SeatValue::IsInCorridor,
        "is_with_king" => SeatValue::IsWithKing,
        "keys" => SeatValue::Keys,
        "object_count" => SeatValue::Objects,
        "actions_left" => SeatValue::ActionsLeft,
        "company" => SeatValue::Company,
        "monsters_here" => SeatValue::MonstersHere,
        "monsters_on_floor" => SeatValue::MonstersOnFloor,
        _ => return None,
    })
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
            Value::Memory(slot) => self.board.memory.values[slot],
            Value::Constant(value) => value,
            Value::Board(value) => self.read_board(value),
            Value::Seat(value, at) => {
                let soul = usize::try_from(self.fields[at]).ok().and_then(|seat| self.board.souls.get(seat));
                match soul {
                    Some(soul) => self.read_soul(value, self.fields[at] as usize, soul),
                    None if matches!(value, SeatValue::Role | SeatValue::Node) => {
                        rule.numbers[usize::from(name::NOTHING)]
                    }
                    None => 0,
                }
            }
        }
    }

    fn read_board(&self, value: BoardValue) -> i64 {
        let board = self.board;
        match value {
            BoardValue::Round => board.round,
            BoardValue::Players => board.souls.len() as i64,
            BoardValue::KingFloor => board.king as i64 + 1,
            BoardValue::IsKingAway => i64::from(board.banish > 0),
            BoardValue::Monsters => board.monsters.len() as i64,
            BoardValue::KeysDestroyed => board.keys_destroyed,
        }
    }

    fn read_soul(&self, value: SeatValue, seat: usize, soul: &Soul) -> i64 {
        let board = self.board;
        let here = floor(soul.node);
        match value {
            SeatValue::Sanity => soul.sanity,
            SeatValue::MaxSanity => soul.top,
            SeatValue::Role => self.rule.numbers[usize::from(soul.role)],
            SeatValue::Node => self.rule.numbers[usize::from(node_name(soul.node))],
            SeatValue::Floor => here as i64 + 1,
            SeatValue::IsInCorridor => i64::from(spot(soul.node) == 0),
            SeatValue::IsWithKing => i64::from(here == board.king),
            SeatValue::Keys => soul.keys,
            SeatValue::Objects => soul.objects.len() as i64,
            SeatValue::Holds(card) => i64::from(soul.holds(card)),
            SeatValue::HasStatus(status) => i64::from(soul.has(status)),
            SeatValue::ActionsLeft => actions_left(self.records, board, seat),
            SeatValue::Company => board.seats_at(soul.node).count() as i64 - 1,
            SeatValue::MonstersHere => count(board.monsters.iter().map(|monster| monster.node == soul.node)),
            SeatValue::MonstersOnFloor => count(board.monsters.iter().map(|monster| floor(monster.node) == here)),
        }
    }
}

fn count(tests: impl Iterator<Item = bool>) -> i64 {
    tests.map(i64::from).sum()
}
