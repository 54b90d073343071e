//! Names as small integers: cards, roles, statuses, sources and all other names in rules and records.

use crate::layout::{NODES, PER_FLOOR};
use std::collections::HashMap;

/// The index of a name in `Names`.
pub type NameId = u16;

macro_rules! known {
    ($($name:ident = $text:expr),* $(,)?) => {
        /// Names used by the rules; they have the same index in every table.
        pub mod name {
            #[repr(u16)]
            #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
            enum Number { $($name),* }
            $(pub const $name: super::NameId = Number::$name as super::NameId;)*
        }
        const KNOWN: &[&str] = &[$($text),*];
    };
}

known! {
    NOTHING = "",
    // Cards and objects.
    KEY = "KEY", KEYRING = "KEYRING", CROWN = "CROWN", CHAMBERS_BOOK = "CHAMBERS_BOOK", COMPASS = "COMPASS",
    BLUNT = "BLUNT", VIAL = "VIAL", STAIRS_TREASURE = "STAIRS_TREASURE",
    // Statuses.
    POISONED = "POISONED", CLARITY = "CLARITY", CURSED = "CURSED", PARANOIA = "PARANOIA", TRAPPED = "TRAPPED",
    STUNNED = "STUNNED", VANITY = "VANITY", ENLIGHTENED = "ENLIGHTENED",
    // Special rooms.
    PEDLAR = "PEDLAR", ARMOURY = "ARMOURY", TAVERN = "TAVERN", YELLOW_DOORS = "YELLOW_DOORS",
    BEAUTY_SALON = "BEAUTY_SALON", CHAPEL = "CHAPEL", LETHAL_CHAMBER = "LETHAL_CHAMBER",
    // Sources of losses and gains.
    HOUSE = "house", PRESENCE = "presence", KING = "king", FALL = "fall", CURSE = "curse", FALSE_KING = "false_king",
    POISON = "poison", RING_LOST = "keyring", TUE_TUE = "TUE_TUE", MEDITATE = "MEDITATE",
    HEAL_OTHERS = "HEAL_OTHERS",
    // Answers.
    SKIP = "SKIP", KEEP = "KEEP", SWAP = "SWAP", ACCEPT = "ACCEPT", SANITY_MAX = "SANITY_MAX",
    OBJECT_SLOT = "OBJECT_SLOT", DECLINE = "DECLINE",
    // Fates of cards, ways to lose objects, arrivals of the King, rotations of boxes.
    IN_HAND = "hand", AS_KEY = "key", UNDER = "under", LIMBO = "limbo", DISCARDED = "discarded", REMOVED = "removed",
    USED = "used", SOLD = "sold", ROBBED = "robbed", DROPPED = "dropped", GIVEN = "given", ATTACHED = "attached",
    REFUSED = "refused", PEDLARS = "pedlar", ARMOURYS = "armoury", RITUAL = "ritual", ROULETTE = "roulette",
    FURY = "fury", RING = "ring", FLOOR_BY_FLOOR = "floors", SHUFFLE = "shuffle",
    // Outcomes.
    WIN = "WIN", LOSE_ALL_MINUS5 = "LOSE_ALL_MINUS5", LOSE_KEYS = "LOSE_KEYS", TIMEOUT = "TIMEOUT",
    // The nodes, in order.
    FIRST_NODE = "F1_P",
}

/// The name of a node.
pub fn node_name(node: usize) -> NameId {
    name::FIRST_NODE + node as NameId
}

/// The inverse of `node_name`.
pub fn node_of(name: NameId) -> usize {
    usize::from(name - name::FIRST_NODE)
}

/// The names of one set of records.
pub struct Names {
    texts: Vec<String>,
    numbers: HashMap<String, NameId>,
}

impl Default for Names {
    fn default() -> Self {
        let mut names = Self { texts: Vec::new(), numbers: HashMap::new() };
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
    /// Returns the index of a name, adding the name if it is new.
    pub fn number(&mut self, text: &str) -> NameId {
        if let Some(&known) = self.numbers.get(text) {
            return known;
        }
        let number = NameId::try_from(self.texts.len()).expect("fewer than 65,536 names");
        self.texts.push(text.to_string());
        self.numbers.insert(text.to_string(), number);
        number
    }

    /// Returns the index of a name, or None.
    pub fn find(&self, text: &str) -> Option<NameId> {
        self.numbers.get(text).copied()
    }

    pub fn text(&self, name: NameId) -> &str {
        &self.texts[usize::from(name)]
    }

    pub fn count(&self) -> usize {
        self.texts.len()
    }

    /// The rank of each name in text order, the order of keys in canonical bytes.
    pub fn sorted(&self) -> Vec<NameId> {
        let mut all: Vec<NameId> = (0..self.texts.len() as NameId).collect();
        all.sort_by(|&a, &b| self.text(a).cmp(self.text(b)));
        all
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
