//! Names as small integers: cards, roles, statuses, sources and all other names in rules and records.

use crate::layout::{NODES, PER_FLOOR};
use serde::de::{Deserialize, Deserializer, Error};
use std::cell::RefCell;
use std::collections::HashMap;

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
    numbers: HashMap<String, NameId>,
    /// The places of a table by hash, twice as many as names or more, a power of two: the packed name and its number.
    packed: Vec<Option<(Packed, NameId)>>,
}

/// A short name in words: its first and its last bytes, which overlap, and its length.
type Packed = (u64, u64, usize);

/// The words of a name of at most 16 bytes.
#[inline]
fn pack(name: &[u8]) -> Option<Packed> {
    let length = name.len();
    if let (Some(&first), Some(&last)) = (name.first_chunk(), name.last_chunk()) {
        return (length <= 16).then_some((u64::from_le_bytes(first), u64::from_le_bytes(last), length));
    }
    if let (Some(&first), Some(&last)) = (name.first_chunk(), name.last_chunk()) {
        return Some((u32::from_le_bytes(first).into(), u32::from_le_bytes(last).into(), length));
    }
    Some((name.iter().fold(0, |word, &byte| word << 8 | u64::from(byte)), 0, length))
}

/// The place of a packed name in a table of `places`, if no other name has it.
#[inline]
fn find_place((first, last, length): Packed, places: usize) -> usize {
    let word = (first ^ last.rotate_left(29) ^ length as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (word >> 40) as usize & (places - 1)
}

impl Default for Names {
    fn default() -> Self {
        let mut names = Self { texts: Vec::new(), numbers: HashMap::default(), packed: vec![None; 2] };
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
        self.numbers.insert(text.to_string(), number);
        if self.packed.len() < 2 * self.texts.len() {
            self.packed = vec![None; 2 * self.packed.len()];
            (0..self.texts.len()).for_each(|at| self.place(at));
        } else {
            self.place(usize::from(number));
        }
        Some(number)
    }

    /// Enters a name in the table of packed names, unless it is too long.
    fn place(&mut self, at: usize) {
        let places = self.packed.len();
        let Some(word) = pack(self.texts[at].as_bytes()) else { return };
        let mut place = find_place(word, places);
        while self.packed[place].is_some() {
            place = (place + 1) & (places - 1);
        }
        self.packed[place] = Some((word, NameId(at as u16)));
    }

    /// Returns the index of a name, or None.
    pub fn find(&self, text: &str) -> Option<NameId> {
        self.numbers.get(text).copied()
    }

    /// Returns the index of a name in UTF-8, or None.
    #[inline]
    pub fn find_bytes(&self, text: &[u8]) -> Option<NameId> {
        let Some(word) = pack(text) else { return self.find(std::str::from_utf8(text).ok()?) };
        let places = self.packed.len();
        let mut place = find_place(word, places);
        loop {
            match self.packed[place]? {
                (found, number) if found == word => return Some(number),
                _ => place = (place + 1) & (places - 1),
            }
        }
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

    #[test]
    fn names_of_any_length_are_found_by_their_bytes() {
        let mut names = Names::default();
        let made: Vec<String> = (0..600).map(|number| format!("{number}").repeat(1 + number % 9)).collect();
        let numbers: Vec<_> = made.iter().map(|text| names.number(text)).collect();
        for (text, number) in made.iter().zip(numbers) {
            assert_eq!(names.find_bytes(text.as_bytes()), number);
            assert_eq!(names.find_bytes(format!("{text}x").as_bytes()), None);
        }
        assert_eq!(names.find_bytes(b""), Some(name::NOTHING));
        assert_eq!(names.find_bytes(b"KEY\0"), None);
        assert_eq!(names.find_bytes(&[0xff; 40]), None);
    }
}
