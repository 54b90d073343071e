//! The rules of `plugins/king` compiled, for games whose mods are data or listen to the hooks of the board.
//!
//! The rules in Python are the reference, and the only ones that mods change. This crate implements the same rules: the
//! same commands from the same seed lead to the same states, events and counts, bit for bit.

#![forbid(unsafe_code)]

#[macro_use]
mod macros;

mod actions;
pub mod agenda;
mod allowance;
mod apply;
pub mod board;
mod cards;
pub mod command;
mod counts;
pub mod description;
pub mod environment;
pub mod export;
pub mod game;
pub mod import;
pub mod layout;
pub mod listeners;
mod message_pack;
mod monsters;
mod movement;
pub mod names;
pub mod numbering;
mod observation;
pub mod play;
pub mod policy;
mod rounds;
pub mod rules;
mod sanity;
pub mod search;
mod setup;
pub mod tables;
pub mod tally;
