//! The Monte Carlo bot; see plugins/king/bots/montecarlo.py.

use crate::board::Board;
use crate::command::Command;
use crate::game::{Game, PlayResult};
use crate::layout::NODES;
use crate::names::{NameId, name};
use crate::policy::Temper;
use footfall_kernels::random;
use serde::Deserialize;

/// The budget of a search, and the keys of the bot's random streams by seat.
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

/// Commands that are not worth a trial.
fn is_not_worth_trying(option: Command) -> bool {
    matches!(
        option,
        Command::ArmoryDrop(_)
            | Command::ArmoryTake(_)
            | Command::PedlarSell(_)
            | Command::DiscardClarity
            | Command::Give(..)
    )
}

impl Game<'_> {
    /// The option with the best score over all trials; ties: the first.
    pub fn search(&self, temper: &Temper, search: &Search, seat: usize, options: &[Command]) -> PlayResult<Command> {
        let mut tried: Vec<Command> = options.iter().copied().filter(|&option| !is_not_worth_trying(option)).collect();
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
                score += self.score_option(temper, search, seat, number, deal, option)?;
            }
            if score > best.1 {
                best = (option, score);
            }
        }
        Ok(best.0)
    }

    /// A random order of the unknown cards for each trial.
    fn deals(&self, search: &Search, seat: usize) -> Vec<Vec<NameId>> {
        let board = &self.board;
        let hidden: Vec<NameId> = (0..NODES).flat_map(|node| unseen(board, node)).copied().collect();
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

    /// Plays an option in a copy of the game; the score of the final position, in thousandths.
    fn score_option(
        &self,
        temper: &Temper,
        search: &Search,
        seat: usize,
        number: usize,
        deal: &[NameId],
        option: Command,
    ) -> PlayResult<i64> {
        let root = random::mix(self.seed, search.trial[seat]);
        let mut trial = self.copy(random::mix(random::mix(root, self.commands), number as u64));
        trial.redeal_hidden(deal);
        trial.submit(option)?;
        let mut options = Vec::new();
        for _ in 0..search.depth {
            if trial.outcome.is_some() {
                break;
            }
            trial.list_legal_commands(&mut options)?;
            let command = options[trial.decide(temper, &options)?];
            trial.submit(command)?;
        }
        Ok(trial.score_position())
    }

    /// Replaces the unknown cards in their boxes.
    fn redeal_hidden(&mut self, deal: &[NameId]) {
        let mut cards = deal.iter();
        let board = &mut self.board;
        for (box_, known) in board.boxes.iter_mut().zip(board.known_counts) {
            let hidden = box_.len() - known;
            for (place, &card) in box_[..hidden].iter_mut().zip(&mut cards) {
                *place = card;
            }
        }
    }

    fn score_position(&self) -> i64 {
        if let Some(outcome) = self.outcome {
            return if outcome == name::WIN { 1000 } else { 0 };
        }
        let board = &self.board;
        let goal = self.records.profile.keys_to_win.max(1);
        let keys = board.keys_in_hands().min(goal) * 500 / goal;
        let least = self.records.numbers.min_sanity;
        let calm: i64 =
            board.souls.iter().map(|soul| ((soul.sanity - least) * 100).div_euclid((soul.top - least).max(1))).sum();
        50 + keys + (3 * calm).div_euclid(board.souls.len() as i64) - 60 * board.keys_destroyed
    }
}

/// The unknown cards of a box.
fn unseen(board: &Board, node: usize) -> &[NameId] {
    let cards = &board.boxes[node];
    &cards[..cards.len() - board.known_counts[node]]
}
