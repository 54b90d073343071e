//! Whole games by bots, as footfall.sim plays them.

use crate::command::Command;
use crate::export::Fixed;
use crate::game::{Done, Game, Left};
use crate::house::floor;
use crate::names::Sym;
use crate::policy::Mind;
use crate::tables::Book;
use crate::tally::Tally;
use footfall_kernels::random;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A game that is over, or was cut short.
pub struct Ended {
    pub outcome: Option<Sym>,
    pub commands: u64,
    pub answers: u64,
    pub events: u64,
    pub state: Vec<u8>,
    /// The columns of `CURVES` at the beginning of each round.
    pub curve: Vec<[i64; CURVES.len()]>,
}

/// What `observe` of plugins/king/measures.py says of a round's beginning.
pub const CURVES: [&str; 6] =
    ["sanity_sum", "sanity_least", "keys_held", "keys_destroyed", "monsters", "on_kings_floor"];

/// Plays a game to its end, or to so many commands; None: it is left to the rules in Python, also if a rule here panics.
pub fn play(book: &Book, fixed: &Fixed, seed: u64, most: u64, tally: &mut Tally) -> Option<Ended> {
    let played = catch_unwind(AssertUnwindSafe(|| played(book, fixed, seed, most, tally)));
    let ended = played.ok().and_then(Result::ok);
    match &ended {
        Some(ended) => tally.close(ended.outcome),
        None => tally.drop_game(),
    }
    ended
}

fn played(book: &Book, fixed: &Fixed, seed: u64, most: u64, tally: &mut Tally) -> Done<Ended> {
    let mut game = Game::begin(book, seed, tally)?;
    let mut curve = Vec::new();
    let mut options = Vec::new();
    loop {
        for _ in 0..std::mem::take(&mut game.rounds_started) {
            curve.push(observe(&game));
        }
        if game.outcome.is_some() || game.commands >= most {
            break;
        }
        let command = pick(&game, &mut options)?;
        game.step(command)?;
    }
    Ok(Ended {
        outcome: game.outcome,
        commands: game.commands,
        answers: game.answers,
        events: game.events,
        state: game.state(fixed),
        curve,
    })
}

/// What the bot of whoever is asked does: by its temper, or any legal command by the die of footfall.sim.bots.
fn pick(game: &Game, options: &mut Vec<Command>) -> Done<Command> {
    game.legal(options);
    let seat = game.question.as_ref().ok_or(Left("nobody is asked"))?.seat();
    let bots = &game.book.bots;
    match &bots[seat % bots.len()] {
        Some(Mind { temper, search: Some(search) }) => game.search(temper, search, seat, options),
        Some(Mind { temper, search: None }) => Ok(options[game.decide(temper, options)?]),
        None => {
            let key = [game.seed, game.book.bot_key];
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

/// The states of a game: before the first, and after each.
pub fn states(book: &Book, fixed: &Fixed, seed: u64, most: u64) -> Done<Vec<Vec<u8>>> {
    let mut tally = Tally::new(book.names.count());
    let mut game = Game::begin(book, seed, &mut tally)?;
    let mut options = Vec::new();
    let mut states = vec![game.state(fixed)];
    while game.outcome.is_none() && game.commands < most {
        let command = pick(&game, &mut options)?;
        game.step(command)?;
        states.push(game.state(fixed));
    }
    Ok(states)
}
