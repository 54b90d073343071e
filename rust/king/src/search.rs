//! The bot that tries its options out in copies of the game; see plugins/king/bots/montecarlo.py.

use crate::board::{Board, LOWEST};
use crate::command::Command;
use crate::game::{Done, Game};
use crate::house::NODES;
use crate::names::{Sym, name};
use crate::policy::Temper;
use footfall_kernels::random;
use serde::Deserialize;

/// How much is tried, and the keys of the bot's own streams by seat.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Search {
    trials: usize,
    depth: usize,
    options: usize,
    margin: i64,
    hidden: [u64; 4],
    trial: [u64; 4],
}

/// What is not worth trying.
fn is_idle(option: Command) -> bool {
    matches!(
        option,
        Command::ArmouryDrop(_)
            | Command::ArmouryTake(_)
            | Command::PedlarSell(_)
            | Command::DiscardClarity
            | Command::Give(..)
    )
}

impl Game<'_> {
    /// The option after which the games tried went best; the first of equals.
    pub fn search(&self, temper: &Temper, search: &Search, seat: usize, options: &[Command]) -> Done<Command> {
        let mut tried: Vec<Command> = options.iter().copied().filter(|&option| !is_idle(option)).collect();
        if tried.is_empty() {
            tried = options.to_vec();
        }
        if let [only] = tried[..] {
            return Ok(only);
        }
        let favourite = options[self.decide(temper, options)?];
        tried.retain(|&option| option != favourite);
        tried.insert(0, favourite);
        tried.truncate(search.options);
        let deals = self.deals(search, seat);
        let mut best = (favourite, i64::MIN);
        for option in tried {
            let mut score = if option == favourite { search.margin * deals.len() as i64 } else { 0 };
            for (number, deal) in deals.iter().enumerate() {
                score += self.tried(temper, search, seat, number, deal, option)?;
            }
            if score > best.1 {
                best = (option, score);
            }
        }
        Ok(best.0)
    }

    /// For each trial an order of the cards that nobody has seen.
    fn deals(&self, search: &Search, seat: usize) -> Vec<Vec<Sym>> {
        let board = &self.board;
        let hidden: Vec<Sym> = (0..NODES).flat_map(|node| unseen(board, node)).copied().collect();
        let mut drawn = 0;
        let mut deal = |_| {
            let mut cards = hidden.clone();
            for last in (1..cards.len()).rev() {
                let key = [self.seed, search.hidden[seat]];
                cards.swap(last, random::draw(key, [self.commands, drawn], last as u64 + 1) as usize);
                drawn += 1;
            }
            cards
        };
        (0..search.trials).map(&mut deal).collect()
    }

    /// How well a copy of the game goes after an option, in thousandths.
    fn tried(
        &self,
        temper: &Temper,
        search: &Search,
        seat: usize,
        number: usize,
        deal: &[Sym],
        option: Command,
    ) -> Done<i64> {
        let root = random::mix(self.seed, search.trial[seat]);
        let mut trial = self.copy(random::mix(random::mix(root, self.commands), number as u64));
        trial.hide(deal);
        trial.step(option)?;
        let mut options = Vec::new();
        for _ in 0..search.depth {
            if trial.outcome.is_some() {
                break;
            }
            trial.legal(&mut options);
            let command = options[trial.decide(temper, &options)?];
            trial.step(command)?;
        }
        Ok(trial.worth())
    }

    /// Deals the cards that nobody has seen.
    fn hide(&mut self, deal: &[Sym]) {
        let mut cards = deal.iter();
        let board = &mut self.board;
        for (box_, known) in board.boxes.iter_mut().zip(board.known) {
            let hidden = box_.len() - known;
            for (place, &card) in box_[..hidden].iter_mut().zip(&mut cards) {
                *place = card;
            }
        }
    }

    fn worth(&self) -> i64 {
        if let Some(outcome) = self.outcome {
            return if outcome == name::WIN { 1000 } else { 0 };
        }
        let board = &self.board;
        let wanted = self.book.profile.keys_to_win.max(1);
        let keys = board.keys_in_hands().min(wanted) * 500 / wanted;
        let calm: i64 =
            board.souls.iter().map(|soul| ((soul.sanity - LOWEST) * 100).div_euclid((soul.top - LOWEST).max(1))).sum();
        50 + keys + (3 * calm).div_euclid(board.souls.len() as i64) - 60 * board.keys_destroyed
    }
}

/// The cards of a box that nobody has seen.
fn unseen(board: &Board, node: usize) -> &[Sym] {
    let cards = &board.boxes[node];
    &cards[..cards.len() - board.known[node]]
}
