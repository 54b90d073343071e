//! The state of one game; see plugins/king/state.py.

use crate::layout::{NODES, PER_FLOOR, Stairs, floor};
use crate::names::{NameId, name};
use crate::rules::Memory;
use crate::tables::GameRecords;

/// Reasons for a lost turn, as bits.
pub const LOST_TURN: u8 = 1;
pub const STUNNED_TURN: u8 = 2;

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

impl FromIterator<usize> for Seats {
    fn from_iter<T: IntoIterator<Item = usize>>(seats: T) -> Self {
        Self(seats.into_iter().fold(0, |set, seat| set | 1 << seat))
    }
}

#[derive(Clone, Debug)]
pub struct Soul {
    pub role: NameId,
    pub node: usize,
    pub sanity: i64,
    pub top: i64,
    pub keys: i64,
    pub objects: Vec<NameId>,
    pub statuses: Vec<(NameId, i64)>,
    pub trapper: i64,
    pub key_slots: i64,
    pub object_slots: i64,
    pub slots_lost: i64,
    pub fell: i64,
    pub marked: bool,
    pub skip: u8,
    pub shop: bool,
    pub salon: bool,
    pub spent: i64,
    pub free: i64,
    pub moved: bool,
    pub rolled: bool,
    pub tavern: bool,
    pub climbing: bool,
    pub over: bool,
    pub lost: bool,
    pub iced: bool,
    pub low: bool,
}

impl Soul {
    pub fn new(records: &GameRecords, role: NameId, seat: usize) -> Self {
        let record = records.role(role);
        Self {
            role,
            node: records.start_nodes[seat % records.start_nodes.len()],
            sanity: record.sanity,
            top: record.sanity,
            keys: 0,
            objects: record.start.clone(),
            statuses: Vec::new(),
            trapper: 0,
            key_slots: record.key_slots,
            object_slots: record.object_slots,
            slots_lost: 0,
            fell: 0,
            marked: false,
            skip: 0,
            shop: false,
            salon: false,
            spent: 0,
            free: 0,
            moved: false,
            rolled: false,
            tavern: false,
            climbing: false,
            over: false,
            lost: false,
            iced: false,
            low: false,
        }
    }

    pub fn has(&self, status: NameId) -> bool {
        self.statuses.iter().any(|&(name, _)| name == status)
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

#[derive(Clone, Debug)]
pub struct Monster {
    pub number: i64,
    pub kind: NameId,
    pub node: usize,
    pub arrived: i64,
    pub stun: i64,
    pub loot: Vec<NameId>,
    pub loot_keys: i64,
}

impl Monster {
    pub fn is_loaded(&self) -> bool {
        !self.loot.is_empty() || self.loot_keys != 0
    }
}

#[derive(Clone, Copy, Debug)]
pub struct SpecialRoom {
    pub node: usize,
    pub kind: NameId,
    pub open: bool,
    pub destroyed: bool,
}

/// Cards out of play, counted by name.
#[derive(Clone, Debug)]
pub struct Pile {
    counts: Vec<i64>,
    /// The cards in the order in which the first of each came.
    pub cards: Vec<NameId>,
}

impl Pile {
    pub fn new(names: usize) -> Self {
        Self { counts: vec![0; names], cards: Vec::new() }
    }

    pub fn add(&mut self, card: NameId) {
        if self.count(card) == 0 {
            self.cards.push(card);
        }
        self.counts[usize::from(card)] += 1;
    }

    pub fn count(&self, card: NameId) -> i64 {
        self.counts[usize::from(card)]
    }
}

#[derive(Clone, Debug)]
pub struct Board {
    pub souls: Vec<Soul>,
    pub round: i64,
    pub starter: usize,
    pub active: usize,
    pub begun: bool,
    pub turns: usize,
    pub king: usize,
    pub banish: i64,
    pub fury: bool,
    pub stairs: Stairs,
    pub false_king: Option<usize>,
    pub crowned: i64,
    pub boxes: [Vec<NameId>; NODES],
    pub known: [usize; NODES],
    pub pedlar: Vec<NameId>,
    pub pedlar_open: Vec<NameId>,
    pub specials: Vec<SpecialRoom>,
    pub armoury: Vec<NameId>,
    pub limbo: Vec<(usize, NameId)>,
    pub discarded: Pile,
    pub removed: Pile,
    pub supplied: Pile,
    pub monsters: Vec<Monster>,
    pub arrivals: i64,
    pub tue_tue: i64,
    pub salon_uses: i64,
    pub tales: i64,
    pub ritual: bool,
    pub charges: i64,
    pub keys_destroyed: i64,
    pub keys_spent: i64,
    pub falling: Vec<(usize, NameId)>,
    pub held: Vec<usize>,
    pub turn_floors: bool,
    pub last_cause: NameId,
    pub memory: Memory,
}

impl Board {
    /// An empty board.
    pub fn new(records: &GameRecords) -> Self {
        let names = records.names.count();
        Self {
            souls: Vec::new(),
            round: 1,
            starter: 0,
            active: 0,
            begun: false,
            turns: 0,
            king: (records.profile.king_start_floor - 1) as usize,
            banish: 0,
            fury: false,
            stairs: [1; 3],
            false_king: None,
            crowned: 0,
            boxes: std::array::from_fn(|_| Vec::new()),
            known: [0; NODES],
            pedlar: Vec::new(),
            pedlar_open: Vec::new(),
            specials: Vec::new(),
            armoury: Vec::new(),
            limbo: Vec::new(),
            discarded: Pile::new(names),
            removed: Pile::new(names),
            supplied: Pile::new(names),
            monsters: Vec::new(),
            arrivals: 0,
            tue_tue: 0,
            salon_uses: 0,
            tales: 0,
            ritual: false,
            charges: 0,
            keys_destroyed: 0,
            keys_spent: 0,
            falling: Vec::new(),
            held: Vec::new(),
            turn_floors: false,
            last_cause: name::NOTHING,
            memory: Memory::new(&records.rules),
        }
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
        self.specials.iter().find(|special| special.node == node && !special.destroyed)
    }

    pub fn special_at_mut(&mut self, node: usize) -> Option<&mut SpecialRoom> {
        self.specials.iter_mut().find(|special| special.node == node && !special.destroyed)
    }

    /// The open special room a player is in, or NOTHING.
    pub fn find_room_kind(&self, seat: usize) -> NameId {
        match self.special_at(self.souls[seat].node) {
            Some(special) if special.open => special.kind,
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
            special.kind == name::LETHAL_CHAMBER && special.open && (self.ritual || !special.destroyed)
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
