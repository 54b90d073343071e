//! What a soul can do in its turn, and all that it may do now, in the order of plugins/king/turns.py.

use crate::agenda::Question;
use crate::allowance::{actions_left, sealed};
use crate::board::Board;
use crate::game::Game;
use crate::house::{floor, spot};
use crate::movement::{can_enter, reachable};
use crate::names::{Sym, name, node_name};
use crate::tables::{Book, CrownSource};
use crate::tally::Kind;

/// See plugins/king/commands.py; an answer is the index of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    Move(usize),
    Search,
    Meditate,
    Use(Sym),
    Escape,
    HealOthers(Sym),
    DiscardClarity,
    AttachTale(Sym),
    BuyCrown,
    Give(usize, Sym),
    EndTurn,
    PedlarBuy,
    PedlarSell(Sym),
    ArmouryDrop(Sym),
    ArmouryTake(Sym),
    Tavern,
    YellowDoors(usize),
    Salon,
    Chapel,
    Ritual,
    Answer(usize),
}

const ARMOURY_HOLDS: usize = 2;

impl Game<'_> {
    /// All legal commands of whoever is asked, in the fixed order.
    pub fn legal(&self, found: &mut Vec<Command>) {
        found.clear();
        match &self.question {
            None => {}
            Some(Question::Choice(asked)) => found.extend((0..asked.options.len()).map(Command::Answer)),
            Some(Question::Turn(seat)) => options(self.book, &self.board, *seat, found),
        }
    }

    pub(crate) fn count_command(&mut self, command: Command) {
        let (kind, word) = match command {
            Command::Move(node) => (Kind::Move, Some(node_name(node))),
            Command::Search => (Kind::Search, None),
            Command::Meditate => (Kind::Meditate, None),
            Command::Use(item) => (Kind::Use, Some(item)),
            Command::Escape => (Kind::Escape, None),
            Command::HealOthers(blessing) => (Kind::HealOthers, Some(blessing)),
            Command::DiscardClarity => (Kind::DiscardClarity, None),
            Command::AttachTale(tale) => (Kind::AttachTale, Some(tale)),
            Command::BuyCrown => (Kind::BuyCrown, None),
            Command::Give(_, item) => (Kind::Give, Some(item)),
            Command::EndTurn => (Kind::EndTurn, None),
            Command::PedlarBuy => (Kind::PedlarBuy, None),
            Command::PedlarSell(item) => (Kind::PedlarSell, Some(item)),
            Command::ArmouryDrop(item) => (Kind::ArmouryDrop, Some(item)),
            Command::ArmouryTake(item) => (Kind::ArmouryTake, Some(item)),
            Command::Tavern => (Kind::Tavern, None),
            Command::YellowDoors(_) => (Kind::YellowDoors, None),
            Command::Salon => (Kind::Salon, None),
            Command::Chapel => (Kind::Chapel, None),
            Command::Ritual => (Kind::Ritual, None),
            Command::Answer(_) => (Kind::Answer, None),
        };
        match word {
            Some(word) => self.count(kind, &[word]),
            None => self.count(kind, &[]),
        }
    }
}

/// The legal commands of the active seat's turn.
pub(crate) fn options(book: &Book, board: &Board, seat: usize, out: &mut Vec<Command>) {
    let soul = &board.souls[seat];
    let left = actions_left(book, board, seat);
    if soul.has(name::TRAPPED) {
        out.push(if left > 0 { Command::Escape } else { Command::EndTurn });
        return;
    }
    moves(book, board, seat, left, out);
    if left > 0 {
        if !board.boxes[soul.node].is_empty() {
            out.push(Command::Search);
        }
        if can_meditate(book, board, seat) {
            out.push(Command::Meditate);
        }
        if soul.keys > 0 && crown_is_for_sale(book, board, seat) {
            out.push(Command::BuyCrown);
        }
        if book.role(soul.role).heals && soul.sanity >= 1 && board.souls.len() > 1 {
            out.push(Command::HealOthers(name::CLARITY));
            out.push(Command::HealOthers(name::ENLIGHTENED));
        }
    }
    let free = soul.free < book.profile.max_free_actions;
    objects(book, board, seat, left, free, out);
    if free {
        if soul.has(name::CLARITY) {
            out.push(Command::DiscardClarity);
        }
        if soul.shop && board.standing_in(seat) != name::PEDLAR {
            deals(book, board, seat, out);
        }
        if book.profile.trade {
            gifts(book, board, seat, out);
        }
    }
    if spot(soul.node) != 0 {
        let kind = board.standing_in(seat);
        if kind != name::NOTHING {
            room(book, board, seat, kind, left, free, out);
        }
    }
    out.push(Command::EndTurn);
}

/// Calls with each item once, in the order of its first.
fn each_once(items: &[Sym], mut call: impl FnMut(Sym)) {
    for (at, &item) in items.iter().enumerate() {
        if !items[..at].contains(&item) {
            call(item);
        }
    }
}

fn moves(book: &Book, board: &Board, seat: usize, left: i64, out: &mut Vec<Command>) {
    let soul = &board.souls[seat];
    let free = !soul.moved && book.role(soul.role).first_move_free;
    let near = free || left >= book.profile.move_cost;
    let far = free || left >= book.profile.stairs_cost;
    let here = floor(soul.node);
    if !(near || far) || sealed(book, board, here) {
        return;
    }
    let shy = board.souls.iter().any(|each| each.has(name::PARANOIA));
    for goal in reachable(board, soul) {
        let able = if floor(goal) == here { near } else { far };
        if able && (!shy || can_enter(book, board, seat, goal)) {
            out.push(Command::Move(goal));
        }
    }
}

/// Not in the King's corridor, not beside a TANK (D-31).
fn can_meditate(book: &Book, board: &Board, seat: usize) -> bool {
    let node = board.souls[seat].node;
    node != Board::corridor(board.king)
        && !board
            .souls
            .iter()
            .enumerate()
            .any(|(other, soul)| soul.node == node && other != seat && book.role(soul.role).unsettling)
}

/// Sold once, for a key, in the corridor of the Sanctuary's floor.
fn crown_is_for_sale(book: &Book, board: &Board, seat: usize) -> bool {
    let soul = &board.souls[seat];
    book.profile.crown_source == CrownSource::Sanctuary
        && soul.keys > 0
        && soul.node == Board::corridor((book.profile.sanctuary_floor - 1) as usize)
        && board.supplied.count(name::CROWN) == 0
}

fn objects(book: &Book, board: &Board, seat: usize, left: i64, free: bool, out: &mut Vec<Command>) {
    let soul = &board.souls[seat];
    each_once(&soul.objects, |item| {
        let card = book.card(item);
        if card.uses != 0 {
            let cost = use_cost(book, board, seat, item);
            if (if cost > 0 { left >= cost } else { free }) && makes_sense(book, board, seat, item) {
                out.push(Command::Use(item));
            }
        } else if free && book.tales.contains(&item) && soul.holds(name::CHAMBERS_BOOK) {
            out.push(Command::AttachTale(item));
        }
    });
}

/// Actions an object takes: BLUNT 1, none for a BRAWLER (D-23); the others are free.
pub(crate) fn use_cost(book: &Book, board: &Board, seat: usize, item: Sym) -> i64 {
    i64::from(item == name::BLUNT && !book.role(board.souls[seat].role).blunt_free)
}

/// Whether the use of an object in hand makes sense here.
fn makes_sense(book: &Book, board: &Board, seat: usize, item: Sym) -> bool {
    let soul = &board.souls[seat];
    match item {
        name::COMPASS => spot(soul.node) != 0 && can_enter(book, board, seat, Board::corridor(floor(soul.node))),
        name::BLUNT => board.monsters.iter().any(|monster| monster.node == soul.node),
        name::STAIRS_TREASURE => !soul.climbing,
        _ => true,
    }
}

fn deals(book: &Book, board: &Board, seat: usize, out: &mut Vec<Command>) {
    let soul = &board.souls[seat];
    if soul.sanity >= 2 && board.pedlar.len() >= 2 {
        out.push(Command::PedlarBuy);
    }
    each_once(&soul.objects, |item| {
        if !book.card(item).bound {
            out.push(Command::PedlarSell(item));
        }
    });
}

fn gifts(book: &Book, board: &Board, seat: usize, out: &mut Vec<Command>) {
    let giver = &board.souls[seat];
    for target in board.seats_at(giver.node).iter().filter(|&target| target != seat) {
        let taker = &board.souls[target];
        if !book.card(name::KEY).bound && giver.keys > 0 && taker.keys < taker.key_limit() {
            out.push(Command::Give(target, name::KEY));
        }
        each_once(&giver.objects, |item| {
            let card = book.card(item);
            if item != name::KEY && !card.bound && (!card.slot || board.overflow(book, target, 1) <= 0) {
                out.push(Command::Give(target, item));
            }
        });
    }
}

fn room(book: &Book, board: &Board, seat: usize, kind: Sym, left: i64, free: bool, out: &mut Vec<Command>) {
    let cost = book.room_cost(kind);
    if if cost != 0 { left < cost } else { !free } {
        return;
    }
    let soul = &board.souls[seat];
    match kind {
        name::PEDLAR => deals(book, board, seat, out),
        name::ARMOURY => {
            if board.armoury.len() < ARMOURY_HOLDS {
                if soul.keys > 0 {
                    out.push(Command::ArmouryDrop(name::KEY));
                }
                each_once(&soul.objects, |item| {
                    if item != name::KEY && !book.card(item).bound {
                        out.push(Command::ArmouryDrop(item));
                    }
                });
            }
            each_once(&board.armoury, |item| {
                if item != name::KEY || soul.keys < soul.key_limit() {
                    out.push(Command::ArmouryTake(item));
                }
            });
        }
        name::TAVERN if !soul.tavern => out.push(Command::Tavern),
        name::YELLOW_DOORS => {
            for (target, other) in board.souls.iter().enumerate() {
                if other.node != soul.node && can_enter(book, board, seat, other.node) {
                    out.push(Command::YellowDoors(target));
                }
            }
        }
        name::BEAUTY_SALON if !soul.has(name::VANITY) => out.push(Command::Salon),
        name::CHAPEL => out.push(Command::Chapel),
        name::LETHAL_CHAMBER if !board.ritual && board.seats_at(soul.node).count() == 2 => out.push(Command::Ritual),
        _ => {}
    }
}
