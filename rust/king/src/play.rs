//! Whole games played by bots, as in footfall.sim.

use crate::command::Command;
use crate::export::CanonicalParts;
use crate::game::{Game, PlayResult, Unplayable};
use crate::layout::floor;
use crate::listeners::Listeners;
use crate::names::NameId;
use crate::policy::BotSpec;
use crate::tables::GameRecords;
use crate::tally::Tally;
use footfall_kernels::random;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A game that is over or was cut short.
pub struct PlayedGame {
    pub outcome: Option<NameId>,
    pub commands: u64,
    pub answers: u64,
    pub events: u64,
    pub state: Vec<u8>,
    /// The columns of `CURVES` at the beginning of each round.
    pub curve: Vec<[i64; CURVES.len()]>,
}

/// The columns of `observe` in plugins/king/measures.py.
pub const CURVES: [&str; 6] =
    ["sanity_sum", "sanity_least", "keys_held", "keys_destroyed", "monsters", "on_kings_floor"];

/// Games of a plan.
pub struct Batch<'a> {
    pub records: &'a GameRecords,
    pub parts: &'a CanonicalParts,
    /// The number of commands after which a game is cut short.
    pub max_commands: u64,
    pub listeners: Option<&'a dyn Listeners>,
}

impl Batch<'_> {
    /// Plays a game to its end, or cuts it short. None, also after a panic: the rules in Python must play it.
    pub fn play(&self, seed: u64, tally: &mut Tally) -> Option<PlayedGame> {
        let result = catch_unwind(AssertUnwindSafe(|| self.try_play(seed, tally)));
        let game = result.ok().and_then(Result::ok);
        match &game {
            Some(game) => tally.close(game.outcome),
            None => tally.drop_game(),
        }
        game
    }

    fn try_play(&self, seed: u64, tally: &mut Tally) -> PlayResult<PlayedGame> {
        let mut game = Game::begin(self.records, seed, tally, self.listeners)?;
        let mut curve = Vec::new();
        let mut options = Vec::new();
        loop {
            for _ in 0..std::mem::take(&mut game.rounds_started) {
                curve.push(observe(&game));
            }
            if game.outcome.is_some() || game.commands >= self.max_commands {
                break;
            }
            let command = choose_command(&game, &mut options)?;
            game.submit(command)?;
        }
        if !self.listeners.is_none_or(Listeners::end_game) {
            return Err(Unplayable("a listener that wrote to a state"));
        }
        Ok(PlayedGame {
            outcome: game.outcome,
            commands: game.commands,
            answers: game.answers,
            events: game.events,
            state: game.write_state(self.parts, false),
            curve,
        })
    }

    /// The states of a game: before the first command and after each.
    pub fn list_states(&self, seed: u64) -> PlayResult<Vec<Vec<u8>>> {
        let mut tally = Tally::new(self.records, false);
        let mut game = Game::begin(self.records, seed, &mut tally, self.listeners)?;
        let mut options = Vec::new();
        let mut states = vec![game.write_state(self.parts, false)];
        while game.outcome.is_none() && game.commands < self.max_commands {
            let command = choose_command(&game, &mut options)?;
            game.submit(command)?;
            states.push(game.write_state(self.parts, false));
        }
        Ok(states)
    }
}

/// The command of the active player's bot; the random bot draws like footfall.sim.bots.
fn choose_command(game: &Game, options: &mut Vec<Command>) -> PlayResult<Command> {
    game.list_legal_commands(options)?;
    if options.is_empty() {
        return Err(Unplayable("no command is legal"));
    }
    let seat = game.question.as_ref().ok_or(Unplayable("no question is open"))?.seat();
    let bots = &game.records.bots;
    match &bots[seat % bots.len()] {
        Some(BotSpec { temper, search: Some(search) }) => game.search(temper, search, seat, options),
        Some(BotSpec { temper, search: None }) => Ok(options[game.decide(temper, options)?]),
        None => {
            let key = [game.seed, game.records.keys.bot];
            Ok(options[random::draw(key, [game.commands, 0], options.len() as u64) as usize])
        }
    }
}

fn observe(game: &Game) -> [i64; CURVES.len()] {
    let board = &game.board;
    let souls = &board.souls;
    [
        souls.iter().map(|soul| soul.sanity).sum(),
        souls.iter().map(|soul| soul.sanity).min().unwrap_or(0),
        board.keys_in_hands(),
        board.keys_destroyed,
        board.monsters.len() as i64,
        souls.iter().filter(|soul| floor(soul.node) == board.king).count() as i64,
    ]
}
