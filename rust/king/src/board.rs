//! The state of one game; see plugins/king/state.py.

pub use crate::description::{Board, Monster, Soul, SpecialRoom};
use crate::export::{Canonical, Writer};
use crate::import::{Read, Reader};
use crate::layout::{PER_FLOOR, floor};
use crate::names::{NameId, name};
use crate::tables::GameRecords;

/// Seats as bits, in seat order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Seats(pub u8);

impl Seats {
    pub fn single(seat: usize) -> Self {
        Self(1 << seat)
    }

    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..8).filter(move |seat| self.0 >> seat & 1 == 1)
    }

    pub fn has(self, seat: usize) -> bool {
        self.0 >> seat & 1 == 1
    }

    pub fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn first(self) -> Option<usize> {
        self.iter().next()
    }

    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Canonical for Seats {
    fn read(reader: &mut Reader) -> Read<Self> {
        Ok(Vec::<usize>::read(reader)?.into_iter().filter(|&seat| seat < 8).collect())
    }

    fn write(&self, writer: &mut Writer) {
        self.iter().collect::<Vec<usize>>().write(writer);
    }
}

impl FromIterator<usize> for Seats {
    fn from_iter<T: IntoIterator<Item = usize>>(seats: T) -> Self {
        Self(seats.into_iter().fold(0, |set, seat| set | 1 << seat))
    }
}

impl Soul {
    pub fn new(records: &GameRecords, role: NameId, seat: usize) -> Self {
        let record = records.role(role);
        Self {
            role,
            node: records.start_nodes[seat % records.start_nodes.len()],
            sanity: record.sanity,
            top: record.sanity,
            objects: record.start.clone(),
            key_slots: record.key_slots,
            object_slots: record.object_slots,
            ..Self::default()
        }
    }

    pub fn has(&self, status: NameId) -> bool {
        self.statuses.has(status)
    }

    pub fn holds(&self, card: NameId) -> bool {
        self.objects.contains(&card)
    }

    /// Keys a player can hold (K-KEY-2).
    pub fn key_limit(&self) -> i64 {
        self.key_slots + copies(&self.objects, name::KEYRING)
    }

    /// Whether the player can give anything up (K-SAC-2, K-SAC-4).
    pub fn can_sacrifice(&self, min_top: i64) -> bool {
        self.top > min_top || self.object_slots > self.slots_lost
    }
}

pub fn copies(cards: &[NameId], card: NameId) -> i64 {
    cards.iter().filter(|&&other| other == card).count() as i64
}

impl Monster {
    pub fn is_loaded(&self) -> bool {
        !self.loot.is_empty() || self.loot_keys != 0
    }
}

impl Board {
    /// An empty board.
    pub fn new(records: &GameRecords) -> Self {
        Self { round: 1, king: (records.profile.king_start_floor - 1) as usize, ..Self::default() }
    }

    pub fn seats(&self) -> Seats {
        (0..self.souls.len()).collect()
    }

    /// All seats, the starter of the round first.
    pub fn round_order(&self) -> impl Iterator<Item = usize> + use<> {
        let (starter, count) = (self.starter, self.souls.len());
        (0..count).map(move |step| (starter + step) % count)
    }

    pub fn seats_at(&self, node: usize) -> Seats {
        (0..self.souls.len()).filter(|&seat| self.souls[seat].node == node).collect()
    }

    /// Seats on a floor (0..2).
    pub fn seats_on(&self, at: usize) -> Seats {
        (0..self.souls.len()).filter(|&seat| floor(self.souls[seat].node) == at).collect()
    }

    /// The special room at a node, unless it is destroyed.
    pub fn special_at(&self, node: usize) -> Option<&SpecialRoom> {
        self.specials.iter().find(|special| special.node == node && !special.is_destroyed)
    }

    pub fn special_at_mut(&mut self, node: usize) -> Option<&mut SpecialRoom> {
        self.specials.iter_mut().find(|special| special.node == node && !special.is_destroyed)
    }

    /// The open special room a player is in, or NOTHING.
    pub fn find_room_kind(&self, seat: usize) -> NameId {
        match self.special_at(self.souls[seat].node) {
            Some(special) if special.is_open => special.kind,
            _ => name::NOTHING,
        }
    }

    pub fn find_monster(&self, number: i64) -> Option<&Monster> {
        self.monsters.iter().find(|monster| monster.number == number)
    }

    pub fn find_monster_mut(&mut self, number: i64) -> Option<&mut Monster> {
        self.monsters.iter_mut().find(|monster| monster.number == number)
    }

    /// Keys that exist in this game (K-KEY-1).
    pub fn key_pool(&self, records: &GameRecords) -> i64 {
        let chamber = |special: &&SpecialRoom| {
            special.kind == name::LETHAL_CHAMBER && special.is_open && (self.was_ritual_held || !special.is_destroyed)
        };
        records.profile.keys_total + self.specials.iter().filter(chamber).count() as i64
    }

    pub fn keys_in_hands(&self) -> i64 {
        self.souls.iter().map(|soul| soul.keys).sum()
    }

    /// The corridor of a floor.
    pub fn corridor(at: usize) -> usize {
        at * PER_FLOOR
    }
}
