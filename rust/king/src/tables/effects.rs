//! Effects of cards and of the King, as plugins/king/compiled encodes them.

use crate::names::NameId;
use serde::Deserialize;

/// An effect of a card; see plugins/king/rules/effects.py.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
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

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    Here,
    Corridor,
    Beside,
}

/// A deed of plugins/king/rules/effects.py.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KingEffect {
    Reorder,
    Harm(i64),
    Limit,
    Drive,
    Attract,
    Discard,
}
