//! Names as small integers: cards, roles, statuses, sources and all other names in rules and records.

use crate::layout::{NODES, PER_FLOOR};
use serde::de::{Deserialize, Deserializer, Error};
use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The index of a name in `Names`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct NameId(pub u16);

impl From<NameId> for usize {
    fn from(name: NameId) -> Self {
        Self::from(name.0)
    }
}

impl From<NameId> for i64 {
    fn from(name: NameId) -> Self {
        Self::from(name.0)
    }
}

thread_local! {
    /// The names that `Names::collect` has found so far.
    static FOUND: RefCell<Names> = RefCell::default();
}

impl<'de> Deserialize<'de> for NameId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        FOUND.with_borrow_mut(|names| names.number(&text)).ok_or(D::Error::custom("too many names"))
    }
}

macro_rules! known {
    (@text $name:ident) => { stringify!($name) };
    (@text $name:ident $text:expr) => { $text };
    ($($name:ident $(= $text:expr)?),* $(,)?) => {
        /// Names used by the rules; they have the same index in every table.
        pub mod name {
            #[repr(u16)]
            #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
            enum Number { $($name),* }
            $(pub const $name: super::NameId = super::NameId(Number::$name as u16);)*
        }
        const KNOWN: &[&str] = &[$(known!(@text $name $($text)?)),*];
    };
}

known! {
    NOTHING = "",
    // Cards and objects.
    KEY, KEYRING, CROWN, CHAMBERS_BOOK, COMPASS,
    BLUNT, VIAL, STAIRS_TREASURE,
    // Statuses.
    POISONED, CLARITY, CURSED, PARANOIA, TRAPPED,
    STUNNED, VANITY, ENLIGHTENED,
    // Special rooms.
    PEDLAR, ARMORY = "ARMOURY", TAVERN, YELLOW_DOORS,
    BEAUTY_SALON, CHAPEL, LETHAL_CHAMBER,
    // Sources of losses and gains.
    HOUSE = "house", PRESENCE = "presence", KING = "king", FALL = "fall", CURSE = "curse", FALSE_KING = "false_king",
    RULE = "rule",
    POISON = "poison", RING_LOST = "keyring", TUE_TUE, MEDITATE,
    HEAL_OTHERS,
    // Answers.
    SKIP, KEEP, SWAP, ACCEPT, SANITY_MAX,
    OBJECT_SLOT, DECLINE,
    // Fates of cards, ways to lose objects, arrivals of the King, rotations of boxes.
    IN_HAND = "hand", AS_KEY = "key", UNDER = "under", LIMBO = "limbo", DISCARDED = "discarded", REMOVED = "removed",
    USED = "used", SOLD = "sold", ROBBED = "robbed", DROPPED = "dropped", GIVEN = "given", ATTACHED = "attached",
    REFUSED = "refused", PEDLARS = "pedlar", ARMORYS = "armoury", RITUAL = "ritual", ROULETTE = "roulette",
    FURY = "fury", RING = "ring", FLOOR_BY_FLOOR = "floors", SHUFFLE = "shuffle",
    // Outcomes.
    WIN, LOSE_ALL_MINUS5, LOSE_KEYS, TIMEOUT,
    // The nodes, in order.
    FIRST_NODE = "F1_P",
}

/// The name of a node.
pub fn node_name(node: usize) -> NameId {
    NameId(name::FIRST_NODE.0 + node as u16)
}

/// The inverse of `node_name`.
pub fn node_of(name: NameId) -> usize {
    usize::from(name.0 - name::FIRST_NODE.0)
}

/// The names of one set of records.
pub struct Names {
    texts: Vec<String>,
    numbers: HashMap<Box<[u8]>, NameId, BuildHasherDefault<QuickHasher>>,
}

/// A quick hash of names, which come from mods that the user has chosen.
#[derive(Default)]
struct QuickHasher(u64);

impl Hasher for QuickHasher {
    fn write(&mut self, bytes: &[u8]) {
        match (bytes.first_chunk::<4>(), bytes.last_chunk::<4>(), bytes.last_chunk::<8>()) {
            (_, _, Some(&last)) => {
                for word in bytes.chunks_exact(8) {
                    self.write_u64(word.try_into().map_or(0, u64::from_le_bytes));
                }
                self.write_u64(u64::from_le_bytes(last));
            }
            (Some(&first), Some(&last), _) => {
                self.write_u64(u64::from(u32::from_le_bytes(first)) << 32 | u64::from(u32::from_le_bytes(last)));
            }
            _ => self.write_u64(bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte))),
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

impl Default for Names {
    fn default() -> Self {
        let mut names = Self { texts: Vec::new(), numbers: HashMap::default() };
        for text in &KNOWN[..KNOWN.len() - 1] {
            names.number(text);
        }
        for node in 0..NODES {
            let room = match node % PER_FLOOR {
                0 => "P".to_string(),
                room => format!("R{room}"),
            };
            names.number(&format!("F{}_{room}", node / PER_FLOOR + 1));
        }
        names
    }
}

impl Names {
    /// Reads a value, and numbers all names in it.
    pub fn collect<T>(read: impl FnOnce() -> T) -> (T, Self) {
        FOUND.set(Self::default());
        let value = read();
        (value, FOUND.take())
    }

    /// Returns the index of a name, adding the name if it is new; None if there are too many.
    fn number(&mut self, text: &str) -> Option<NameId> {
        if let Some(known) = self.find(text) {
            return Some(known);
        }
        let number = NameId(u16::try_from(self.texts.len()).ok()?);
        self.texts.push(text.to_string());
        self.numbers.insert(text.as_bytes().into(), number);
        Some(number)
    }

    /// Returns the index of a name, or None.
    pub fn find(&self, text: &str) -> Option<NameId> {
        self.find_bytes(text.as_bytes())
    }

    /// Returns the index of a name in UTF-8, or None.
    pub fn find_bytes(&self, text: &[u8]) -> Option<NameId> {
        self.numbers.get(text).copied()
    }

    pub fn text(&self, name: NameId) -> &str {
        &self.texts[usize::from(name)]
    }

    pub fn count(&self) -> usize {
        self.texts.len()
    }

    /// All names by number.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_names_have_their_numbers() {
        let names = Names::default();
        assert_eq!(names.text(name::NOTHING), "");
        assert_eq!(names.text(name::LETHAL_CHAMBER), "LETHAL_CHAMBER");
        assert_eq!(names.text(node_name(0)), "F1_P");
        assert_eq!(names.text(node_name(14)), "F3_R4");
        assert_eq!(node_of(node_name(7)), 7);
    }
}
