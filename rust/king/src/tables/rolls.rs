//! The purposes of rolls.

macro_rules! keyed {
    ($(#[$about:meta])* $kind:ident, $texts:ident: $($name:ident = $text:expr),* $(,)?) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $kind { $($name),* }
        pub const $texts: &[&str] = &[$($text),*];
    };
}

keyed! {
    /// The purposes of rolls: the names of the random streams.
    Roll, ROLLS:
    Event = "event", EventSecond = "event_second", Omen = "omen", ScoutStairs = "scout_stairs", Escape = "escape",
    Chapel = "chapel", Ritual = "ritual", KingRoulette = "king_roulette", KingEffect = "king_effect",
    FalseKing = "false_king_check", Stairs1 = "stairs_1", Stairs2 = "stairs_2", Stairs3 = "stairs_3",
    Special1 = "special_1", Special2 = "special_2", Special3 = "special_3", Specials = "specials", Roles = "roles",
    Role = "role", Tales = "tales", Deck = "deck", Box = "box", Pedlar = "pedlar", Theft = "theft", Guest = "guest",
    Boxes = "boxes",
}

pub const STAIRS_ROLLS: [Roll; 3] = [Roll::Stairs1, Roll::Stairs2, Roll::Stairs3];
pub const SPECIALS: [Roll; 3] = [Roll::Special1, Roll::Special2, Roll::Special3];
