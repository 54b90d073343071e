//! The commands, and lists of the legal ones in the same order as plugins/king/rules/turns.py.

use crate::agenda::Question;
use crate::allowance::{actions_left, is_sealed};
use crate::board::Board;
use crate::game::{Game, PlayResult, Unplayable};
use crate::layout::{floor, spot};
use crate::listeners::Hook;
use crate::movement::{can_enter, denies_entry, list_reachable_nodes};
use crate::names::{NameId, name, node_name};
use crate::rules;
use crate::tables::{CrownSource, GameRecords};
use crate::tally::Kind;

/// A command of plugins/king/commands.py, or the index of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    Move(usize),
    Search,
    Meditate,
    Use(NameId),
    Escape,
    HealOthers(NameId),
    DiscardClarity,
    AttachTale(NameId),
    BuyCrown,
    Give(usize, NameId),
    EndTurn,
    PedlarBuy,
    PedlarSell(NameId),
    ArmoryDrop(NameId),
    ArmoryTake(NameId),
    Tavern,
    YellowDoors(usize),
    Salon,
    Chapel,
    Ritual,
    Answer(usize),
}

impl Game<'_> {
    /// Lists all legal commands of the active player, in the fixed order.
    pub fn list_legal_commands(&self, commands: &mut Vec<Command>) -> PlayResult {
        commands.clear();
        match &self.question {
            None => {}
            Some(Question::Choice(choice)) => commands.extend((0..choice.options.len()).map(Command::Answer)),
            Some(Question::Turn(seat)) => {
                list_turn_commands(self, *seat, commands);
                if self.is_heard(Hook::CanAct) {
                    let asks_all = self.is_heard_in_python(Hook::CanAct);
                    let may_deny = |kind| asks_all || self.records.rules.may_apply(Hook::CanAct, kind as usize);
                    commands.retain(|&command| !may_deny(command.describe().0) || self.may_act(*seat, command));
                }
            }
        }
        if self.failed.get() { Err(Unplayable("a listener")) } else { Ok(()) }
    }

    /// Whether no mod forbids a command.
    pub(crate) fn may_act(&self, seat: usize, command: Command) -> bool {
        let (kind, word) = command.describe();
        let (word, target) = (word.unwrap_or(name::NOTHING), command.target().unwrap_or(0));
        let fields = [seat as i64, kind as i64, i64::from(word), target as i64, 0, 0];
        !self.is_denied(Hook::CanAct, fields)
    }

    pub(crate) fn count_command(&mut self, command: Command) {
        let (kind, word) = command.describe();
        match word {
            Some(word) => self.count(kind, &[word]),
            None => self.count(kind, &[]),
        }
    }
}

impl Command {
    /// The seat that the command is about.
    fn target(self) -> Option<usize> {
        match self {
            Command::Give(target, _) | Command::YellowDoors(target) => Some(target),
            _ => None,
        }
    }

    /// The name of the node to which the command leads; nothing for all but a move.
    pub(crate) fn destination(self) -> NameId {
        match self {
            Command::Move(node) => node_name(node),
            _ => name::NOTHING,
        }
    }

    /// The card that the command uses, sells, gives, drops, takes or attaches; nothing for all others.
    pub(crate) fn card(self) -> NameId {
        match self {
            Command::Move(_) | Command::HealOthers(_) => name::NOTHING,
            _ => self.describe().1.unwrap_or(name::NOTHING),
        }
    }

    /// The kind of the command, and its text field.
    pub(crate) fn describe(self) -> (Kind, Option<NameId>) {
        match self {
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
            Command::ArmoryDrop(item) => (Kind::ArmoryDrop, Some(item)),
            Command::ArmoryTake(item) => (Kind::ArmoryTake, Some(item)),
            Command::Tavern => (Kind::Tavern, None),
            Command::YellowDoors(_) => (Kind::YellowDoors, None),
            Command::Salon => (Kind::Salon, None),
            Command::Chapel => (Kind::Chapel, None),
            Command::Ritual => (Kind::Ritual, None),
            Command::Answer(_) => (Kind::Answer, None),
        }
    }
}

/// Lists the legal commands of the active seat's turn.
pub(crate) fn list_turn_commands(game: &Game, seat: usize, commands: &mut Vec<Command>) {
    let (records, board) = (game.records, &game.board);
    let left = actions_left(records, board, seat);
    let free = board.souls[seat].free_actions < records.profile.max_free_actions;
    if !game.is_heard(Hook::Cost) {
        list_payable_commands(game, seat, left, free, commands);
        return;
    }
    list_payable_commands(game, seat, i64::MAX, true, commands);
    commands.retain(|&command| {
        if command == Command::EndTurn {
            return true;
        }
        let base = base_cost(records, board, seat, command);
        match find_cost(game, seat, command) {
            0 => free || (matches!(command, Command::Move(_)) && base == 0),
            cost => left >= cost,
        }
    });
    if commands.is_empty() {
        commands.push(Command::EndTurn);
    }
}

/// Lists the legal commands of a seat that has `left` actions, and a free one if `free`.
fn list_payable_commands(game: &Game, seat: usize, left: i64, free: bool, commands: &mut Vec<Command>) {
    let (records, board) = (game.records, &game.board);
    let soul = &board.souls[seat];
    if soul.has(name::TRAPPED) {
        commands.push(if left > 0 { Command::Escape } else { Command::EndTurn });
        return;
    }
    list_moves(game, seat, left, commands);
    if left > 0 {
        if !board.boxes[soul.node].is_empty() {
            commands.push(Command::Search);
        }
        if can_meditate(records, board, seat) {
            commands.push(Command::Meditate);
        }
        if soul.keys > 0 && crown_is_for_sale(records, board, seat) {
            commands.push(Command::BuyCrown);
        }
        if records.role(soul.role).can_heal && soul.sanity >= 1 && board.souls.len() > 1 {
            commands.push(Command::HealOthers(name::CLARITY));
            commands.push(Command::HealOthers(name::ENLIGHTENED));
        }
    }
    add_object_commands(game, seat, left, free, commands);
    if free {
        if soul.has(name::CLARITY) {
            commands.push(Command::DiscardClarity);
        }
        if soul.has_deal && board.find_room_kind(seat) != name::PEDLAR {
            add_deals(records, board, seat, commands);
        }
        if records.profile.allows_trade {
            add_gifts(records, board, seat, commands);
        }
    }
    if spot(soul.node) != 0 {
        let kind = board.find_room_kind(seat);
        if kind != name::NOTHING {
            add_room_commands(game, seat, kind, left, free, commands);
        }
    }
    commands.push(Command::EndTurn);
}

/// Calls `call` once per distinct item, in order of first occurrence.
fn each_once(items: &[NameId], mut call: impl FnMut(NameId)) {
    for (at, &item) in items.iter().enumerate() {
        if !items[..at].contains(&item) {
            call(item);
        }
    }
}

fn list_moves(game: &Game, seat: usize, left: i64, commands: &mut Vec<Command>) {
    let (records, board) = (game.records, &game.board);
    let soul = &board.souls[seat];
    let free = !soul.has_moved && records.role(soul.role).has_free_first_move;
    let near = free || left >= records.profile.move_cost;
    let far = free || left >= records.profile.stairs_cost;
    let here = floor(soul.node);
    if !(near || far) || is_sealed(records, board, here) {
        return;
    }
    let shy = board.souls.iter().any(|soul| soul.has(name::PARANOIA));
    for goal in list_reachable_nodes(board, soul) {
        let able = if floor(goal) == here { near } else { far };
        if able && (if shy { can_enter(game, seat, goal) } else { !denies_entry(game, seat, goal) }) {
            commands.push(Command::Move(goal));
        }
    }
}

/// Not in the King's corridor, not in the same node as a TANK (D-31).
fn can_meditate(records: &GameRecords, board: &Board, seat: usize) -> bool {
    let node = board.souls[seat].node;
    node != Board::corridor(board.king)
        && !board
            .souls
            .iter()
            .enumerate()
            .any(|(other, soul)| soul.node == node && other != seat && records.role(soul.role).is_unsettling)
}

/// Sold once, for a key, in the corridor of the Sanctuary's floor (K-OBJ-CROWN).
fn crown_is_for_sale(records: &GameRecords, board: &Board, seat: usize) -> bool {
    let soul = &board.souls[seat];
    records.profile.crown_source == CrownSource::Sanctuary
        && soul.keys > 0
        && soul.node == Board::corridor((records.profile.sanctuary_floor - 1) as usize)
        && !board.supplied_cards.has(name::CROWN)
}

fn add_object_commands(game: &Game, seat: usize, left: i64, free: bool, commands: &mut Vec<Command>) {
    let (records, board) = (game.records, &game.board);
    let soul = &board.souls[seat];
    each_once(&soul.objects, |item| {
        let card = records.card(item);
        if card.uses != 0 {
            let cost = base_cost(records, board, seat, Command::Use(item));
            if (if cost > 0 { left >= cost } else { free }) && makes_sense(game, seat, item) {
                commands.push(Command::Use(item));
            }
        } else if free && records.tales.contains(&item) && soul.holds(name::CHAMBERS_BOOK) {
            commands.push(Command::AttachTale(item));
        }
    });
}

/// The actions that a command of a turn costs now, as mods decide; 0: a free action.
pub(crate) fn find_cost(game: &Game, seat: usize, command: Command) -> i64 {
    let (records, board) = (game.records, &game.board);
    let base = base_cost(records, board, seat, command);
    if game.is_heard_in_python(Hook::Cost) {
        let place = node_name(board.souls[seat].node);
        let kind = command.describe().0 as i64;
        let [destination, card] = [command.destination(), command.card()].map(i64::from);
        let fields = [seat as i64, kind, i64::from(place), destination, card, base];
        return game.ask(Hook::Cost, fields).map_or(base, |answer| answer.value);
    }
    rules::fold_cost(records, board, seat, command, base)
}

/// The actions that a command costs by the rules; see plugins/king/rules/allowance.py.
pub(crate) fn base_cost(records: &GameRecords, board: &Board, seat: usize, command: Command) -> i64 {
    let soul = &board.souls[seat];
    let role = records.role(soul.role);
    match command {
        Command::Search | Command::Meditate | Command::Escape | Command::HealOthers(_) | Command::BuyCrown => 1,
        Command::Move(_) if !soul.has_moved && role.has_free_first_move => 0,
        Command::Move(node) if floor(node) == floor(soul.node) => records.profile.move_cost,
        Command::Move(_) => records.profile.stairs_cost,
        Command::Use(item) => i64::from(item == name::BLUNT && !role.has_free_blunt), // D-23
        Command::ArmoryDrop(_) | Command::ArmoryTake(_) => records.room(name::ARMORY).cost,
        Command::Tavern => records.room(name::TAVERN).cost,
        Command::YellowDoors(_) => records.room(name::YELLOW_DOORS).cost,
        Command::Salon => records.room(name::BEAUTY_SALON).cost,
        Command::Chapel => records.room(name::CHAPEL).cost,
        Command::Ritual => records.room(name::LETHAL_CHAMBER).cost,
        _ => 0,
    }
}

/// Whether an object in hand has an effect here.
fn makes_sense(game: &Game, seat: usize, item: NameId) -> bool {
    let board = &game.board;
    let soul = &board.souls[seat];
    match item {
        name::COMPASS => spot(soul.node) != 0 && can_enter(game, seat, Board::corridor(floor(soul.node))),
        name::BLUNT => board.monsters.iter().any(|monster| monster.node == soul.node),
        name::STAIRS_TREASURE => !soul.is_climbing,
        _ => true,
    }
}

fn add_deals(records: &GameRecords, board: &Board, seat: usize, commands: &mut Vec<Command>) {
    let soul = &board.souls[seat];
    if soul.sanity >= records.room(name::PEDLAR).loss && board.pedlar.len() >= 2 {
        commands.push(Command::PedlarBuy);
    }
    each_once(&soul.objects, |item| {
        if !records.card(item).is_bound {
            commands.push(Command::PedlarSell(item));
        }
    });
}

fn add_gifts(records: &GameRecords, board: &Board, seat: usize, commands: &mut Vec<Command>) {
    let giver = &board.souls[seat];
    for target in board.seats_at(giver.node).iter().filter(|&target| target != seat) {
        let taker = &board.souls[target];
        if !records.card(name::KEY).is_bound && giver.keys > 0 && taker.keys < taker.key_limit() {
            commands.push(Command::Give(target, name::KEY));
        }
        each_once(&giver.objects, |item| {
            let card = records.card(item);
            if item != name::KEY
                && !card.is_bound
                && (!card.needs_slot || board.count_overflow(records, target, 1) <= 0)
            {
                commands.push(Command::Give(target, item));
            }
        });
    }
}

fn add_room_commands(game: &Game, seat: usize, kind: NameId, left: i64, free: bool, commands: &mut Vec<Command>) {
    let (records, board) = (game.records, &game.board);
    let cost = records.room(kind).cost;
    if if cost != 0 { left < cost } else { !free } {
        return;
    }
    let soul = &board.souls[seat];
    match kind {
        name::PEDLAR => add_deals(records, board, seat, commands),
        name::ARMORY => {
            if (board.armory.len() as i64) < records.room(kind).capacity {
                if soul.keys > 0 {
                    commands.push(Command::ArmoryDrop(name::KEY));
                }
                each_once(&soul.objects, |item| {
                    if item != name::KEY && !records.card(item).is_bound {
                        commands.push(Command::ArmoryDrop(item));
                    }
                });
            }
            each_once(&board.armory, |item| {
                if item != name::KEY || soul.keys < soul.key_limit() {
                    commands.push(Command::ArmoryTake(item));
                }
            });
        }
        name::TAVERN if !soul.has_used_tavern => commands.push(Command::Tavern),
        name::YELLOW_DOORS => {
            for (target, other) in board.souls.iter().enumerate() {
                if other.node != soul.node && can_enter(game, seat, other.node) {
                    commands.push(Command::YellowDoors(target));
                }
            }
        }
        name::BEAUTY_SALON if !soul.has(name::VANITY) => commands.push(Command::Salon),
        name::CHAPEL => commands.push(Command::Chapel),
        name::LETHAL_CHAMBER
            if !board.was_ritual_held && board.seats_at(soul.node).count() as i64 == records.numbers.ritual_souls =>
        {
            commands.push(Command::Ritual)
        }
        _ => {}
    }
}
