//! Asks rules that only answer: votes and costs.

use super::values::Reader;
use super::{Fields, Rule};
use crate::board::Board;
use crate::command::Command;
use crate::listeners::Hook;
use crate::names::node_name;
use crate::tables::GameRecords;
use footfall_rules::{Host, Output, Terms};

/// Whether a rule of a vote denies.
#[inline]
pub fn denies(rules: &[Rule], records: &GameRecords, board: &Board, fields: Fields) -> bool {
    struct Vote<'a>(Reader<'a>);

    /// A denial ends a run.
    impl Host for Vote<'_> {
        type Failure = ();

        #[inline]
        fn load(&mut self, input: usize) -> Result<i64, ()> {
            Ok(self.0.load(input))
        }

        fn roll(&mut self, _: usize, low: i64, _: i64) -> Result<i64, ()> {
            Ok(low) // `BoardRules::read` refuses dice in votes
        }

        fn emit(&mut self, _: usize, _: i64) -> Result<(), ()> {
            Err(())
        }
    }

    let is_against = |rule| -> bool {
        let vote = &mut Vote(Reader { records, board, rule, fields });
        rule.program.run(vote).is_err()
    };
    rules.iter().any(|rule| !rule.is_silent(&fields) && is_against(rule))
}

/// What a command costs by the rules of `on_cost`; see plugins/king/rules/costs.py.
pub fn fold_cost(records: &GameRecords, board: &Board, seat: usize, command: Command, cost: i64) -> i64 {
    struct Sum<'a>(Reader<'a>, Terms<1>);

    impl Host for Sum<'_> {
        type Failure = ();

        #[inline]
        fn load(&mut self, input: usize) -> Result<i64, ()> {
            Ok(self.0.load(input))
        }

        fn roll(&mut self, _: usize, low: i64, _: i64) -> Result<i64, ()> {
            Ok(low) // `BoardRules::read` refuses dice in costs
        }

        fn emit(&mut self, output: usize, value: i64) -> Result<(), ()> {
            match self.0.rule.program.outputs[output] {
                Output::Term(_, combine) => self.1.propose(0, combine, value).ok_or(()),
                _ => Err(()),
            }
        }
    }

    let rules = records.rules.of(Hook::Cost);
    let Some(first) = rules.first() else { return cost };
    let place = node_name(board.souls[seat].node);
    let fields = [seat as i64, command.describe().0 as i64, i64::from(place), 0, 0];
    let mut sum = Sum(Reader { records, board, rule: first, fields }, Terms::new([cost]));
    for rule in rules.iter().filter(|rule| !rule.is_silent(&fields)) {
        sum.0.rule = rule;
        rule.program.run(&mut sum).expect("sums do not fail");
    }
    let [cost] = sum.1.combine().expect("sums do not fail");
    cost.max(0)
}
