//! The King's House compiled: the rules of `plugins/king` for games that nobody listens to.
//!
//! The rules in Python are the reference and what mods change; this is a copy of them, module by module, that is held
//! equal bit for bit: the same commands from the same seed lead to the same states, events and counts.

mod actions;
pub mod agenda;
mod allowance;
mod apply;
pub mod board;
mod cards;
pub mod command;
pub mod export;
pub mod game;
pub mod house;
mod monsters;
mod movement;
pub mod names;
pub mod play;
pub mod policy;
mod rounds;
mod sanity;
pub mod search;
mod setup;
pub mod tables;
pub mod tally;
