//! Names as small numbers: cards, roles, statuses, sources, whatever the rules and the records call things.

use crate::house::{NODES, PER_FLOOR};
use std::collections::HashMap;

/// A name of the table that a `Names` keeps.
pub type Sym = u16;

macro_rules! known {
    ($($name:ident = $text:expr),* $(,)?) => {
        /// Names that rules know, at the same numbers in every table.
        pub mod name {
            #[repr(u16)]
            #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
            enum Number { $($name),* }
            $(pub const $name: super::Sym = Number::$name as super::Sym;)*
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
    // What became of a card, how an object went, how the King came, how the boxes turned.
    IN_HAND = "hand", AS_KEY = "key", UNDER = "under", LIMBO = "limbo", DISCARDED = "discarded", REMOVED = "removed",
    USED = "used", SOLD = "sold", ROBBED = "robbed", DROPPED = "dropped", GIVEN = "given", ATTACHED = "attached",
    REFUSED = "refused", PEDLARS = "pedlar", ARMOURYS = "armoury", RITUAL = "ritual", ROULETTE = "roulette",
    FURY = "fury", RING = "ring", FLOOR_BY_FLOOR = "floors", SHUFFLE = "shuffle",
    // How it ended.
    WIN = "WIN", LOSE_ALL_MINUS5 = "LOSE_ALL_MINUS5", LOSE_KEYS = "LOSE_KEYS", TIMEOUT = "TIMEOUT",
    // The nodes, in order.
    FIRST_NODE = "F1_P",
}

/// The name of a node.
pub fn node_name(node: usize) -> Sym {
    name::FIRST_NODE + node as Sym
}

/// The node of a name that `node_name` gave.
pub fn node_of(name: Sym) -> usize {
    usize::from(name - name::FIRST_NODE)
}

/// All names of one set of records.
pub struct Names {
    texts: Vec<String>,
    numbers: HashMap<String, Sym>,
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
    /// The number of a name, a new one if it was not there.
    pub fn number(&mut self, text: &str) -> Sym {
        if let Some(&known) = self.numbers.get(text) {
            return known;
        }
        let number = Sym::try_from(self.texts.len()).expect("fewer than 65,536 names");
        self.texts.push(text.to_string());
        self.numbers.insert(text.to_string(), number);
        number
    }

    /// The number of a name that is there.
    pub fn find(&self, text: &str) -> Option<Sym> {
        self.numbers.get(text).copied()
    }

    pub fn text(&self, name: Sym) -> &str {
        &self.texts[usize::from(name)]
    }

    pub fn count(&self) -> usize {
        self.texts.len()
    }

    /// All names by their text: the order of keys in canonical bytes.
    pub fn sorted(&self) -> Vec<Sym> {
        let mut all: Vec<Sym> = (0..self.texts.len() as Sym).collect();
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
