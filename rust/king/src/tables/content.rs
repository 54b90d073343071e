//! Cards, roles and rooms in the form that the rules read.

use super::records::Group;
use crate::names::NameId;

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
