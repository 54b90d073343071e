//! The agenda: steps with their arguments and random serials, questions and changes; see footfall.engine.loop.

use crate::board::Seats;
use crate::names::NameId;

macro_rules! steps {
    ($($name:ident $(($($arg:ty),*))? = $text:expr),* $(,)?) => {
        /// A step and its arguments, in the order of plugins/king/steps.py.
        #[derive(Clone, Debug)]
        pub enum Step {
            $($name $(($($arg),*))?,)*
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
        }

        /// The names of all steps, by number.
        pub const STEPS: &[&str] = &[$($text),*];
    };
}

steps! {
    Turn = "core.king:turn",
    Round = "core.king:round",
    Crossing(Option<Box<Fell>>) = "core.king:crossing",
    Sacrifice(usize) = "core.king:sacrifice",
    Enter(usize, usize) = "core.king:enter",
    Open(usize, usize) = "core.king:open",
    Foresee(usize, usize) = "core.king:foresee",
    Foreseen(usize, usize) = "core.king:foreseen",
    Peek(usize, usize) = "core.king:peek",
    Peeked(usize) = "core.king:peeked",
    Tuck(usize, NameId) = "core.king:tuck",
    Freeze(usize) = "core.king:freeze",
    Hands(usize) = "core.king:hands",
    DiscardOne(usize) = "core.king:discard-one",
    Pedlar(usize) = "core.king:pedlar",
    PedlarSold(usize) = "core.king:pedlar-sold",
    Rumour(usize, NameId) = "core.king:rumour",
    Rumoured(usize, NameId) = "core.king:rumoured",
    RitualKey(usize) = "core.king:ritual-key",
    Revealed(usize, i64) = "core.king:revealed",
    Act(i64) = "core.king:act",
    Contact(i64) = "core.king:contact",
    Reaction(i64, usize) = "core.king:reaction",
    Stunned(usize, i64, i64) = "core.king:stunned",
    Ease = "core.king:ease",
    Discard(usize) = "core.king:discard",
    Discarded(usize) = "core.king:discarded",
    Curse(usize) = "core.king:curse",
    Durations = "core.king:durations",
    FalseKing = "core.king:false-king",
    WalkedIn(usize, usize, usize) = "core.king:walked-in",
    MovedIn(Seats, usize) = "core.king:moved-in",
    SwappedIn(usize, usize) = "core.king:swapped-in",
    Drawn(usize, usize, NameId, NameId) = "core.king:drawn",
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

    /// The first argument if it is an integer; it is part of the serial.
    pub fn about(&self) -> Option<u64> {
        match *self {
            Step::Sacrifice(first)
            | Step::Enter(first, _)
            | Step::Open(first, _)
            | Step::Foresee(first, _)
            | Step::Foreseen(first, _)
            | Step::Peek(first, _)
            | Step::Peeked(first)
            | Step::Tuck(first, _)
            | Step::Freeze(first)
            | Step::Hands(first)
            | Step::DiscardOne(first)
            | Step::Pedlar(first)
            | Step::PedlarSold(first)
            | Step::Rumour(first, _)
            | Step::Rumoured(first, _)
            | Step::RitualKey(first)
            | Step::Revealed(first, _)
            | Step::Stunned(first, _, _)
            | Step::Discard(first)
            | Step::Discarded(first)
            | Step::Curse(first)
            | Step::WalkedIn(first, _, _)
            | Step::SwappedIn(first, _)
            | Step::Drawn(first, ..) => Some(first as u64),
            Step::Act(first) | Step::Contact(first) | Step::Reaction(first, _) => Some(first as u64),
            _ => None,
        }
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
    TakeFromArmoury { seat: usize, item: NameId },
    DropKeyInArmoury(usize),
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
