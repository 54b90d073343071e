//! The open facts of a board, as numbers; see `KingInterpreter` in plugins/king/environment.py.

use crate::agenda::Question;
use crate::allowance::actions_left;
use crate::board::Board;
use crate::game::Game;
use crate::layout::NODES;
use crate::names::{NameId, name};
use crate::numbering::Numbering;

const SEATS: usize = 4;
const TABLE: usize = 28;
const SOUL: usize = 23;
const ROOM: usize = 7;
const FIGURES: usize = 12;
const FIGURE: usize = 6;
const KNOWN_CARDS: usize = 3;
const OPTIONS: usize = 16;

/// The states of a special room: hidden, open, destroyed.
const HIDDEN: i16 = 1;
const OPEN: i16 = 2;
const DESTROYED: i16 = 3;

impl Numbering {
    /// The length of an observation.
    pub(crate) fn measure(&self) -> usize {
        let own = self.status_count + self.object_count;
        TABLE + SEATS * (SOUL + own) + NODES * ROOM + FIGURES * FIGURE + self.object_count + OPTIONS
    }
}

/// Numbers of a row, from the first to the last.
struct Row<'a> {
    left: &'a mut [i16],
}

impl<'a> Row<'a> {
    /// Writes numbers and goes on behind them.
    #[inline]
    fn put<const N: usize>(&mut self, numbers: [i16; N]) {
        self.take(N).copy_from_slice(&numbers);
    }

    /// The next places, all 0.
    #[inline]
    fn take(&mut self, length: usize) -> &'a mut [i16] {
        let (here, left) = std::mem::take(&mut self.left).split_at_mut(length);
        self.left = left;
        here
    }
}

/// The nearest number of an observation.
#[inline]
fn narrow(number: i64) -> i16 {
    i16::try_from(number).unwrap_or(if number < 0 { i16::MIN } else { i16::MAX })
}

/// Writes an observation over a row.
pub fn write_observation(game: &Game, numbering: &Numbering, row: &mut [i16]) {
    row.fill(0);
    let mut row = Row { left: row };
    let board: &Board = &game.board;
    row.put(list_table_numbers(game, numbering));
    for soul in &board.souls {
        let trapper = match soul.trapper {
            0 => 0,
            number => board.find_monster(number).map_or(0, |monster| numbering.word(monster.kind)),
        };
        row.put([
            1,
            numbering.word(soul.role),
            soul.node as i16,
            narrow(soul.sanity),
            narrow(soul.top),
            narrow(soul.keys),
            narrow(soul.key_limit()),
            narrow(soul.object_slots - soul.slots_lost),
            narrow(soul.spent_actions),
            narrow(soul.free_actions),
            soul.has_moved.into(),
            soul.has_rolled_twice.into(),
            soul.has_used_tavern.into(),
            soul.is_climbing.into(),
            soul.is_exhausted.into(),
            soul.has_lost_turn.into(),
            soul.is_iced.into(),
            soul.is_marked.into(),
            narrow(soul.skip),
            soul.has_deal.into(),
            soul.ignores_yellow.into(),
            narrow(soul.fell),
            trapper,
        ]);
    }
    row.take((SEATS - board.souls.len()) * SOUL);
    let statuses = row.take(SEATS * numbering.status_count);
    for (soul, left) in board.souls.iter().zip(statuses.chunks_exact_mut(numbering.status_count.max(1))) {
        for &(status, rounds) in &soul.statuses.0 {
            if let Some(at) = numbering.statuses[usize::from(status)] {
                left[usize::from(at)] = rounds.clamp(0, i16::MAX.into()) as i16;
            }
        }
    }
    let objects = row.take(SEATS * numbering.object_count);
    for (soul, counts) in board.souls.iter().zip(objects.chunks_exact_mut(numbering.object_count.max(1))) {
        count_objects(numbering, &soul.objects, counts);
    }
    write_rooms(board, numbering, &mut row);
    for monster in board.monsters.iter().take(FIGURES) {
        let is_new = monster.arrival_round == board.round;
        let (loot, keys) = (monster.loot.len() as i16, narrow(monster.loot_keys));
        let kind = numbering.word(monster.kind);
        row.put([kind, monster.node as i16, narrow(monster.stun), loot, keys, is_new.into()]);
    }
    row.take((FIGURES - board.monsters.len().min(FIGURES)) * FIGURE);
    count_objects(numbering, &board.armory, row.take(numbering.object_count));
    if let Some(Question::Choice(choice)) = &game.question {
        for (place, &option) in row.take(OPTIONS).iter_mut().zip(&choice.options) {
            *place = numbering.word(option);
        }
    }
}

fn list_table_numbers(game: &Game, numbering: &Numbering) -> [i16; TABLE] {
    let board: &Board = &game.board;
    let profile = &game.records.profile;
    let seat = game.question.as_ref().map_or(board.active, Question::seat);
    let question = match &game.question {
        None => 0,
        Some(Question::Turn(_)) => 1,
        Some(Question::Choice(choice)) => numbering.number_question(choice.kind),
    };
    let stairs = board.stairs.map(|room| room as i16);
    [
        seat as i16,
        board.souls.len() as i16,
        board.active as i16,
        board.starter as i16,
        narrow(board.round),
        if board.banish == 0 { board.king as i16 + 1 } else { 0 },
        narrow(board.banish),
        board.is_furious.into(),
        question,
        board.has_begun.into(),
        narrow(board.turns),
        narrow(board.keys_in_hands()),
        narrow(board.keys_destroyed),
        narrow(profile.keys_to_win),
        narrow(profile.keys_lose_at),
        board.false_king.map_or(0, |seat| seat as i16 + 1),
        narrow(board.crown_round),
        narrow(board.tue_tue),
        narrow(board.salon_uses),
        narrow(board.tales),
        board.was_ritual_held.into(),
        narrow(board.charges),
        board.pedlar.len() as i16,
        board.turns_floors.into(),
        stairs[0],
        stairs[1],
        stairs[2],
        narrow(actions_left(game.records, board, seat)),
    ]
}

fn write_rooms(board: &Board, numbering: &Numbering, row: &mut Row) {
    let rooms = row.take(NODES * ROOM);
    for (room, (cards, &known)) in rooms.chunks_exact_mut(ROOM).zip(board.boxes.iter().zip(&board.known_counts)) {
        room[0] = cards.len() as i16;
        room[1] = known as i16;
        for (place, &card) in room[2..2 + KNOWN_CARDS].iter_mut().zip(cards.iter().rev().take(known)) {
            *place = numbering.word(card);
        }
    }
    for special in board.specials.iter().rev() {
        let (kind, state) = match special {
            special if special.is_destroyed => (name::NOTHING, DESTROYED),
            special if special.is_open => (special.kind, OPEN),
            _ => (name::NOTHING, HIDDEN),
        };
        rooms[special.node * ROOM + 2 + KNOWN_CARDS] = numbering.word(kind);
        rooms[special.node * ROOM + 3 + KNOWN_CARDS] = state;
    }
}

fn count_objects(numbering: &Numbering, cards: &[NameId], counts: &mut [i16]) {
    for &card in cards {
        if let Some(at) = numbering.objects[usize::from(card)] {
            counts[usize::from(at)] += 1;
        }
    }
}
