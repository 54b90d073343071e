//! The agenda: steps with their arguments and random serials, questions and changes; see footfall.engine.loop.

use crate::board::Seats;
use crate::export::{Canonical, Writer};
use crate::names::NameId;

macro_rules! steps {
    ($($name:ident $(($first:ident: $first_type:ty $(, $arg:ident: $type:ty)*))? = $text:literal,)*) => {
        /// A step and its arguments, in the order of plugins/king/steps.py.
        #[derive(Clone, Debug)]
        pub enum Step {
            $($name $(($first_type $(, $type)*))?,)*
            /// The step of a rule of a mod, by its index in `BoardRules::steps`.
            Rule(usize),
            /// Does nothing: what follows derives its serials from the entry whose events were announced.
            Resume,
        }

        #[derive(Clone, Copy)]
        enum Number { $($name),* }

        impl Step {
            /// The index of the step in `STEPS`; those of rules follow.
            pub fn number(&self) -> usize {
                match self {
                    $(Step::$name { .. } => Number::$name as usize,)*
                    Step::Rule(at) => STEPS.len() + at,
                    Step::Resume => usize::MAX,
                }
            }

            /// Writes the arguments; returns their number.
            pub fn write_arguments(&self, writer: &mut Writer) -> u8 {
                match self {
                    $(Step::$name $(($first $(, $arg)*))? => {
                        0 $(+ $first.write_arguments(writer) $(+ $arg.write_arguments(writer))*)?
                    })*
                    Step::Rule(_) | Step::Resume => 0,
                }
            }

            /// The first argument if it is an integer; it is part of the serial.
            pub fn about(&self) -> Option<u64> {
                #[allow(unused_variables)]
                match self {
                    $($(Step::$name($first $(, $arg)*) => $first.as_integer(),)?)*
                    _ => None,
                }
            }
        }

        /// The names of all steps, by number.
        pub const STEPS: &[&str] = &[$($text),*];
    };
}

steps! {
    Turn = "core.king:turn",
    Round = "core.king:round",
    Crossing(fell: Option<Box<Fell>>) = "core.king:crossing",
    Sacrifice(seat: usize) = "core.king:sacrifice",
    Enter(seat: usize, node: usize) = "core.king:enter",
    Open(seat: usize, node: usize) = "core.king:open",
    Foresee(seat: usize, node: usize) = "core.king:foresee",
    Foreseen(seat: usize, node: usize) = "core.king:foreseen",
    Peek(seat: usize, node: usize) = "core.king:peek",
    Peeked(seat: usize) = "core.king:peeked",
    Tuck(node: usize, card: NameId) = "core.king:tuck",
    Freeze(node: usize) = "core.king:freeze",
    Hands(seat: usize) = "core.king:hands",
    DiscardOne(seat: usize) = "core.king:discard-one",
    Pedlar(seat: usize) = "core.king:pedlar",
    PedlarSold(seat: usize) = "core.king:pedlar-sold",
    Rumor(seat: usize, heard: NameId) = "core.king:rumour",
    Rumored(seat: usize, heard: NameId) = "core.king:rumoured",
    RitualKey(seat: usize) = "core.king:ritual-key",
    Revealed(seat: usize, monster: i64) = "core.king:revealed",
    Act(monster: i64) = "core.king:act",
    Contact(monster: i64) = "core.king:contact",
    Reaction(monster: i64, seat: usize) = "core.king:reaction",
    Stunned(seat: usize, monster: i64, rounds: i64) = "core.king:stunned",
    Ease = "core.king:ease",
    Discard(seat: usize) = "core.king:discard",
    Discarded(seat: usize) = "core.king:discarded",
    Curse(seat: usize) = "core.king:curse",
    Durations = "core.king:durations",
    FalseKing = "core.king:false-king",
    WalkedIn(seat: usize, origin: usize, node: usize) = "core.king:walked-in",
    MovedIn(seats: Seats, node: usize) = "core.king:moved-in",
    SwappedIn(one: usize, other: usize) = "core.king:swapped-in",
    Drawn(seat: usize, node: usize, card: NameId, fate: NameId) = "core.king:drawn",
    House = "core.king:house",
    Presence = "core.king:presence",
    Roulette = "core.king:roulette",
    Effect = "core.king:effect",
    Monsters = "core.king:monsters",
    Statuses = "core.king:statuses",
    Stairs = "core.king:stairs",
    Decks = "core.king:decks",
}

impl Step {
    /// Whether the step tells mods of an event.
    pub fn is_announcement(&self) -> bool {
        matches!(self, Step::WalkedIn(..) | Step::MovedIn(..) | Step::SwappedIn(..) | Step::Drawn(..))
    }
}

#[derive(Clone, Debug)]
pub struct Entry {
    pub step: Step,
    pub serial: u64,
}

/// Players who crossed to -5 by one batch of losses: the arguments of the reaction.
#[derive(Clone, Debug)]
pub struct Fell {
    pub seats: Vec<usize>,
    pub amounts: Vec<(usize, i64)>,
    pub source: NameId,
}

/// Three arguments, or none for the next crossing of the same batch.
impl Canonical for Option<Box<Fell>> {
    fn write(&self, writer: &mut Writer) {
        self.write_arguments(writer);
    }

    fn write_arguments(&self, writer: &mut Writer) -> u8 {
        let Some(fell) = self else { return 0 };
        fell.seats.write(writer);
        fell.amounts.write(writer);
        fell.source.write(writer);
        3
    }
}

/// An open question.
#[derive(Clone, Debug)]
pub enum Question {
    /// A command of the turn.
    Turn(usize),
    /// One of the options; the answer goes to `then`.
    Choice(Box<Choice>),
}

#[derive(Clone, Debug)]
pub struct Choice {
    pub seat: usize,
    pub kind: &'static str,
    pub options: Vec<NameId>,
    /// Names in the prompt: message argument and thing.
    pub about: Vec<(&'static str, NameId)>,
    pub then: Step,
}

/// The changes of a board; see plugins/king/changes. `Refuse` ends the game here, for its reason: Python must play it.
#[derive(Debug)]
pub enum Change {
    Refuse(&'static str),
    Tell(NameId),
    Remember { slot: usize, value: i64 },
    Note(Box<Note>),
    BeginTurn { iced: bool },
    FinishTurn,
    EndRound,
    NewRound,
    Spend { seat: usize, actions: i64, free: i64 },
    Exhaust(usize),
    LoseTurn(usize),
    UseSecondDie(usize),
    Mark(Seats),
    Walk { seat: usize, node: usize, cost: i64 },
    PlaceSouls { seats: Seats, node: usize },
    SwapPlaces(usize, usize),
    Lose { amounts: Amounts, source: NameId },
    Gain { amounts: Amounts, source: NameId },
    Break { seat: usize, fires: bool, spares_bound: bool },
    Sacrifice { seat: usize, mode: NameId },
    Poison(usize),
    Afflict { seats: Seats, status: NameId, left: i64, trapper: i64 },
    ClearStatus { seat: usize, status: NameId },
    TickStatuses,
    DrawCard { seat: usize, node: usize, fate: NameId },
    Tuck { node: usize, card: NameId },
    SeeCards { node: usize, count: usize },
    SwapTop(usize),
    TakeObject { seat: usize, card: NameId },
    DropObject { seat: usize, card: NameId, how: NameId },
    HandOver { giver: usize, taker: usize, item: NameId },
    UseCharge { seat: usize, card: NameId },
    TurnFloors,
    TurnRing,
    ShuffleBoxes(Box<[Vec<NameId>; crate::layout::NODES]>),
    ScheduleFloorsTurn,
    OpenRoom(usize),
    UseRoom { seat: usize, kind: NameId },
    ShowPedlarCards,
    TakePedlarCard { seat: usize, choice: usize, fate: NameId },
    CloseShop(usize),
    OpenShop(usize),
    TakeFromArmory { seat: usize, item: NameId },
    DropKeyInArmory(usize),
    GrantRitualKey(usize),
    SpawnMonster { kind: NameId, node: usize },
    MoveMonster { number: i64, node: usize, seats: Seats },
    StunMonster { number: i64, rounds: i64, gone: bool, thaws: bool },
    EaseStuns,
    HearTueTue,
    RobSoul { number: i64, seat: usize, objects: Vec<NameId> },
    RecoverLoot { number: i64, seat: usize, objects: Vec<NameId>, keys: i64 },
    MoveKing { floor: usize, how: NameId },
    KeepKingAway,
    ActKing,
    Banish(i64),
    Enrage,
    CountTale,
    TakeCrown(usize),
    TestFalseKing,
    TurnStairs([usize; 3]),
    Push(Step),
    Ask(Question),
    Finish(NameId),
}

/// A mod in Python writes to its memory: a value in MessagePack, or None, which deletes the key.
#[derive(Debug)]
pub struct Note {
    pub owner: String,
    pub key: String,
    pub value: Option<Vec<u8>>,
}

/// Pairs of seat and amount, at most one per seat.
#[derive(Clone, Copy, Debug, Default)]
pub struct Amounts {
    pairs: [(u8, i64); 4],
    count: u8,
}

impl Amounts {
    pub fn single(seat: usize, amount: i64) -> Self {
        [(seat, amount)].into_iter().collect()
    }

    pub fn iter(&self) -> impl Iterator<Item = (usize, i64)> + '_ {
        self.pairs[..usize::from(self.count)].iter().map(|&(seat, amount)| (usize::from(seat), amount))
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}

impl FromIterator<(usize, i64)> for Amounts {
    fn from_iter<T: IntoIterator<Item = (usize, i64)>>(pairs: T) -> Self {
        let mut amounts = Self::default();
        for (seat, amount) in pairs {
            amounts.pairs[usize::from(amounts.count)] = (seat as u8, amount);
            amounts.count += 1;
        }
        amounts
    }
}
