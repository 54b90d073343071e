//! The agenda: steps with their arguments and random serials, questions and changes; see footfall.engine.loop.

use crate::board::Seats;
use crate::export::{Canonical, Writer};
use crate::game::Game;
use crate::import::{Read, Reader};
use crate::names::NameId;

macro_rules! steps {
    ($(
        $name:ident $(($first:ident: $first_type:ty $(, $arg:ident: $type:ty)*))? = $text:literal
        => $handler:ident($($value:expr),*) $($answered:ident)?;
    )*) => {
        /// A step and its arguments, in the order of plugins/king/steps.py.
        #[derive(Clone, Debug)]
        pub enum Step {
            $($name $(($first_type $(, $type)*))?,)*
            /// The step of a rule of a mod, by its index in `BoardRules::steps`.
            Rule(usize),
            /// Does nothing: later entries derive their serials from the one whose events were announced.
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

            /// Reads the arguments of a step.
            pub(crate) fn read_arguments(number: usize, mut left: usize, reader: &mut Reader) -> Read<Self> {
                $(if number == Number::$name as usize {
                    let step = Step::$name $((
                        <$first_type as Canonical>::read_arguments(&mut left, reader)?
                        $(, <$type as Canonical>::read_arguments(&mut left, reader)?)*
                    ))?;
                    return if left == 0 { Ok(step) } else { Err("a step has too many arguments") };
                })*
                match (left, number.checked_sub(STEPS.len())) {
                    (0, Some(at)) => Ok(Step::Rule(at)),
                    (0, None) => Ok(Step::Resume),
                    _ => Err("a step of a mod has arguments"),
                }
            }

            /// The first argument if it is an integer; it is part of the serial.
            #[allow(unused_variables)]
            pub fn about(&self) -> Option<u64> {
                match self {
                    $($(Step::$name($first $(, $arg)*) => $first.as_integer(),)?)*
                    _ => None,
                }
            }

            /// Lists the changes of the step. `answer`: the answer to its question.
            #[allow(unused_variables)]
            pub(crate) fn run(self, game: &mut Game, changes: &mut Vec<Change>, answer: Option<NameId>) {
                match self {
                    $(Step::$name $(($first $(, $arg)*))? => {
                        steps!(@call $($answered)? game.$handler(changes, answer; $($value),*))
                    })*
                    Step::Rule(at) => game.run_rule_step(changes, at),
                    Step::Resume => {}
                }
            }
        }

        /// The names of all steps, by number.
        pub const STEPS: &[&str] = &[$($text),*];
    };
    (@call $game:ident.$handler:ident($changes:ident, $answer:ident; $($value:expr),*)) => {
        $game.$handler($changes $(, $value)*)
    };
    (@call answered $game:ident.$handler:ident($changes:ident, $answer:ident; $($value:expr),*)) => {
        match $answer {
            Some(answer) => $game.$handler($changes, $($value,)* answer),
            None => $changes.push(Change::Refuse("a step that takes an answer runs without one")),
        }
    };
}

// The handler of each step; one that is `answered` also receives the answer to a question.
steps! {
    Turn = "core.king:turn" => advance_turn();
    Round = "core.king:round" => end_round();
    Crossing(fell: Option<Box<Fell>>) = "core.king:crossing" => handle_crossing();
    Sacrifice(seat: usize) = "core.king:sacrifice" => resolve_sacrifice(seat) answered;
    Enter(seat: usize, node: usize) = "core.king:enter" => enter_room(seat, node);
    Open(seat: usize, node: usize) = "core.king:open" => open_and_draw(seat, node);
    Foresee(seat: usize, node: usize) = "core.king:foresee" => ask_foresight(seat, node);
    Foreseen(seat: usize, node: usize) = "core.king:foreseen" => resolve_foresight(node) answered;
    Peek(seat: usize, node: usize) = "core.king:peek" => ask_peek(seat, node);
    Peeked(seat: usize) = "core.king:peeked" => resolve_peek() answered;
    Tuck(node: usize, card: NameId) = "core.king:tuck" => tuck(node, card);
    Freeze(node: usize) = "core.king:freeze" => cap_actions_on_floor(node);
    Hands(seat: usize) = "core.king:hands" => ask_overflow(seat);
    DiscardOne(seat: usize) = "core.king:discard-one" => discard_overflow(seat) answered;
    Pedlar(seat: usize) = "core.king:pedlar" => offer_pedlar_cards(seat);
    PedlarSold(seat: usize) = "core.king:pedlar-sold" => resolve_pedlar_choice(seat) answered;
    Rumor(seat: usize, heard: NameId) = "core.king:rumour" => ask_rumor(seat, heard);
    Rumored(seat: usize, heard: NameId) = "core.king:rumoured" => resolve_rumor(seat, heard) answered;
    RitualKey(seat: usize) = "core.king:ritual-key" => grant_ritual_key(seat);
    Revealed(seat: usize, monster: i64) = "core.king:revealed" => apply_reveal(seat, monster);
    Act(monster: i64) = "core.king:act" => take_monster_turn(monster);
    Contact(monster: i64) = "core.king:contact" => handle_contact(monster);
    Reaction(monster: i64, seat: usize) = "core.king:reaction" => resolve_reaction(monster, seat) answered;
    Stunned(seat: usize, monster: i64, rounds: i64) = "core.king:stunned" => stun_monster(seat, monster, rounds);
    Ease = "core.king:ease" => ease_stuns();
    Discard(seat: usize) = "core.king:discard" => ask_discard(seat);
    Discarded(seat: usize) = "core.king:discarded" => resolve_discard(seat) answered;
    Curse(seat: usize) = "core.king:curse" => apply_curse(seat);
    Durations = "core.king:durations" => tick_statuses();
    FalseKing = "core.king:false-king" => run_false_king_check();
    WalkedIn(seat: usize, origin: usize, node: usize) = "core.king:walked-in" => notify_entries([seat]);
    MovedIn(seats: Seats, node: usize) = "core.king:moved-in" => notify_entries(seats.iter());
    SwappedIn(one: usize, other: usize) = "core.king:swapped-in" => notify_entries([one, other]);
    Drawn(seat: usize, node: usize, card: NameId, fate: NameId) = "core.king:drawn" => notify_card(seat, node, card);
    House = "core.king:house" => run_house_block();
    Presence = "core.king:presence" => run_presence_block();
    Roulette = "core.king:roulette" => run_roulette_block();
    Effect = "core.king:effect" => run_effect_block();
    Monsters = "core.king:monsters" => run_monsters_block();
    Statuses = "core.king:statuses" => run_statuses_block();
    Stairs = "core.king:stairs" => run_stairs_block();
    Decks = "core.king:decks" => run_decks_block();
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
    pub amounts: Amounts,
    pub source: NameId,
}

/// Three arguments, or none for the next crossing of the same batch.
impl Canonical for Option<Box<Fell>> {
    fn read(reader: &mut Reader) -> Read<Self> {
        Ok(Some(Box::new(Fell {
            seats: Canonical::read(reader)?,
            amounts: Canonical::read(reader)?,
            source: Canonical::read(reader)?,
        })))
    }

    fn read_arguments(left: &mut usize, reader: &mut Reader) -> Read<Self> {
        match *left {
            3 => {
                *left = 0;
                Self::read(reader)
            }
            _ => Ok(None),
        }
    }

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
pub type Amounts = Vec<(usize, i64)>;
