//! A creature as its turn reads it.

/// An absolute cell, (y, x).
pub type Cell = (i32, i32);

/// The number of moves between two cells, ignoring obstacles.
pub fn distance(a: Cell, b: Cell) -> i64 {
    i64::from((a.0 - b.0).abs().max((a.1 - b.1).abs()))
}

words! {
    Mood { Asleep = "asleep", Calm = "calm", Aggravated = "aggravated" }
}

words! {
    /// A fighter's latest action.
    Last { None = "none", Wait = "wait", Step = "step", Attack = "attack", Pass = "pass", Other = "other" }
}

words! {
    /// The routine of a calm creature; `Other` is left to the rules in Python.
    Idle {
        Stay = "stay",
        GoHome = "go_home",
        Patrol = "patrol",
        Scout = "scout",
        Wander = "wander",
        SearchOrWalkBeat = "search_or_walk_beat",
        Round = "walk_round",
        Adventure = "adventure",
        Other = "",
    }
}

words! {
    /// The tactic of an aggravated creature; `Other` is left to the rules in Python.
    Tactic {
        Hunt = "hunt",
        HuntWarily = "hunt_warily",
        /// Hunts unless it has a bow.
        ShootOrHunt = "shoot_or_hunt",
        StandAndStrike = "stand_and_strike",
        DoNothing = "do_nothing",
        Other = "",
    }
}

/// `ai.behaviors.Behavior`.
#[derive(Clone, Copy, Debug)]
pub struct Behavior {
    pub idle: Idle,
    pub tactic: Tactic,
    pub sight_only: bool,
    pub dormant: bool,
    pub inquires: bool,
}

/// `play_state.Inquiry`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inquiry {
    pub at: Cell,
    pub cause: Cause,
    pub patience: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    Noise,
    /// It has lost its target there.
    Lost,
    /// It returns to its post.
    Home,
}

impl Inquiry {
    /// Whether it looks into something, and is not just on its way home (`is_looking`).
    pub fn is_looking(&self) -> bool {
        self.cause != Cause::Home
    }
}

/// The fate of an inquiry in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interest {
    Kept,
    /// The turns left.
    Patience(i64),
    /// It heads for a new place to look into, with the turns that it looks around there.
    Toward(Cell, i64),
    /// It searches where it lost its target, with the turns left.
    Search(Cell, i64),
}

/// The way it plans to walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// That of before, without this many cells from the front.
    Kept(usize),
    New(Vec<Cell>),
}

/// The part of `state.Mind` that a turn can alter, with the first cell of its path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mind {
    pub mood: Mood,
    pub lost_turns: i64,
    pub blocked_turns: i64,
    pub way: Way,
    /// The first cell of `way`.
    pub next: Option<Cell>,
    pub goal: Option<Cell>,
    pub plan_turn: i64,
    pub last_seen: Option<Cell>,
    pub patience: i64,
    pub index: i64,
    pub foe: i64,
}

impl Mind {
    pub fn forget_path(&mut self) {
        self.way = Way::New(Vec::new());
        self.next = None;
        self.goal = None;
    }
}

/// `state.Fighter` without its time points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fighter {
    pub stamina: i64,
    pub th: i64,
    pub df: i64,
    pub last: Last,
}

/// A creature at the beginning of its turn.
#[derive(Clone, Debug)]
pub struct Creature {
    pub at: Cell,
    /// Whether it hunts the player's character, which is its only possible target; else it has none, as an adventurer.
    pub hunts: bool,
    /// It wields or wears something.
    pub equipped: bool,
    pub fov: i64,
    pub foh: i64,
    pub behavior: Behavior,
    /// The player has aggravated it before.
    pub marked: bool,
    pub post: Option<Cell>,
    pub inquiry: Option<Inquiry>,
    pub mind: Mind,
    pub fighter: Fighter,
}
