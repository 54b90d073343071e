//! The outputs of rules: terms, denials and deeds.

use super::hooks::Answer;
use crate::tables::Refusal;
use footfall_rules::{Combine, Output};

/// Where the value of an output goes: a parameter of a deed has the number of the deed in its rule.
#[derive(Clone, Copy)]
pub(super) enum Target {
    Term(usize),
    Denial,
    Deed { number: usize, deed: Deed, parameter: usize },
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Deed {
    Lose,
    Gain,
    Afflict,
    LoseTurn,
    Tell,
    Remember,
}

/// The parameters of each deed, in order.
fn list_parameters(deed: &str) -> Option<(Deed, &'static [&'static str])> {
    Some(match deed {
        "lose" => (Deed::Lose, &["seat", "amount", "whom"]),
        "gain" => (Deed::Gain, &["seat", "amount", "whom"]),
        "lose_turn" => (Deed::LoseTurn, &["seat"]),
        "afflict" => (Deed::Afflict, &["seat", "rounds", "status"]),
        "tell" => (Deed::Tell, &["text"]),
        "remember" => (Deed::Remember, &["name", "value"]),
        _ => return None,
    })
}

pub(super) fn find_target(output: &Output, answer: Answer) -> Result<Target, Refusal> {
    let target = match (output, answer) {
        (Output::Term(name, _), Answer::Terms(terms)) => terms.iter().position(|term| term == name).map(Target::Term),
        (Output::Term(name, Combine::Set | Combine::Add), Answer::Sum(term)) => {
            (name == term).then_some(Target::Term(0))
        }
        (Output::Deny(_), Answer::Denial) => Some(Target::Denial),
        (Output::Deed(name), Answer::Terms(_) | Answer::Nothing) => find_deed(name),
        _ => None,
    };
    target.ok_or(format!("a rule has the result {output:?}"))
}

/// The deed of `0:hurt.amount`.
fn find_deed(name: &str) -> Option<Target> {
    let (number, name) = name.split_once(':')?;
    let (deed, parameter) = name.split_once('.')?;
    let (deed, parameters) = list_parameters(deed)?;
    let parameter = parameters.iter().position(|known| *known == parameter)?;
    Some(Target::Deed { number: number.parse().ok()?, deed, parameter })
}
