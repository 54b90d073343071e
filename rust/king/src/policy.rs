//! How the game's own bots decide, by what lies open on the table; see plugins/king/bots.

use crate::agenda::{Choice, Question};
use crate::board::{Board, Soul};
use crate::command::Command;
use crate::game::{Done, Game, Left};
use crate::house::{NODES, ROOMS, floor, neighbours, spot, stair_moves};
use crate::names::{Sym, name, node_of};
use crate::search::Search;
use crate::tables::{Book, Group};
use serde::Deserialize;

/// What makes one bot another.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Temper {
    rest: i64,
    rest_with_key: i64,
    shuns: bool,
    waits: bool,
    spends: bool,
    yields: bool,
}

/// A bot: any legal command, or by a temper, with or without trying its options out.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mind {
    pub temper: Temper,
    pub search: Option<Search>,
}

/// The table as a seat sees it: of the boxes only their size and the top cards that were seen.
struct Sight<'a> {
    book: &'a Book,
    board: &'a Board,
    seat: usize,
    wants_key: bool,
}

impl Game<'_> {
    /// The option that a bot takes: an index.
    pub fn decide(&self, temper: &Temper, options: &[Command]) -> Done<usize> {
        let Some(question) = &self.question else { return Err(Left("nobody is asked")) };
        let (board, seat) = (&self.board, question.seat());
        let wants_key = board.may_take_key(self.book, &board.souls[seat]);
        let sight = Sight { book: self.book, board, seat, wants_key };
        match question {
            Question::Turn(_) => {
                let wanted = sight.act(temper, options);
                options.iter().position(|&each| each == wanted).ok_or(Left("a command that is not legal"))
            }
            Question::Choice(asked) => sight.answer(temper, asked),
        }
    }
}

impl Sight<'_> {
    fn soul(&self) -> &Soul {
        &self.board.souls[self.seat]
    }

    /// The floor of the King; None while he is banished.
    fn king(&self) -> Option<usize> {
        (self.board.banish == 0).then_some(self.board.king)
    }

    /// The card on top of a box, if it was seen; `below`: the one under it.
    fn seen(&self, node: usize, below: usize) -> Option<Sym> {
        let cards = &self.board.boxes[node];
        (self.board.known[node] > below).then(|| cards[cards.len() - 1 - below])
    }

    /// What it is worth to draw a card.
    fn worth(&self, card: Sym) -> i64 {
        match card {
            name::KEY if !self.wants_key => 0,
            name::CLARITY => 3,
            _ => match self.book.card(card).group {
                Group::Key => 9,
                Group::Tale => 3,
                Group::Object => 4,
                Group::Status => -1,
                Group::Event => 0,
                Group::Omen => -2,
                Group::Monster => -4,
            },
        }
    }

    /// Picks a command of the turn.
    fn act(&self, temper: &Temper, options: &[Command]) -> Command {
        let soul = self.soul();
        let level = if soul.keys != 0 { temper.rest_with_key } else { temper.rest };
        let ready = self.board.keys_in_hands() >= self.book.profile.keys_to_win;
        if options.contains(&Command::Escape) {
            return Command::Escape;
        }
        if temper.spends
            && let Some(&spent) = options.iter().find(|option| self.is_time_for(**option))
        {
            return spent;
        }
        if ready || (temper.waits && soul.keys != 0 && !self.wants_key) {
            return self.towards(options, self.book.threshold).unwrap_or_else(|| self.resting(options));
        }
        if soul.sanity <= level.min(soul.top - 1) {
            return self.recover(temper, options);
        }
        self.seek(temper, options).unwrap_or_else(|| self.resting(options))
    }

    /// Whether the time of an object, a tale, a special room or a gift has come.
    fn is_time_for(&self, option: Command) -> bool {
        let soul = self.soul();
        match option {
            Command::AttachTale(_) | Command::Use(name::BLUNT) => true,
            Command::Use(name::VIAL) => soul.sanity <= (soul.top - 2).min(0),
            Command::Ritual => soul.sanity >= -2 && self.wants_key,
            Command::Chapel => soul.sanity <= soul.top - 3,
            Command::HealOthers(_) if soul.sanity >= 2 => {
                let souls = self.board.souls.iter().enumerate();
                souls.filter(|&(seat, other)| seat != self.seat && other.sanity <= other.top - 2).count() >= 2
            }
            _ => false,
        }
    }

    /// The move that leads nearer to a node; None if it is there or nothing leads nearer.
    fn towards(&self, options: &[Command], goal: usize) -> Option<Command> {
        let away = self.away(goal);
        let here = away[self.soul().node];
        let moves = options.iter().filter_map(|option| match option {
            Command::Move(to) if away[*to] < here => Some(*to),
            _ => None,
        });
        moves.min_by_key(|&to| (away[to], to)).map(Command::Move)
    }

    /// Moves from every node to a goal, stairs included.
    fn away(&self, goal: usize) -> [i64; NODES] {
        let mut far = [-1; NODES];
        far[goal] = 0;
        let mut queue = [goal; NODES];
        let (mut first, mut last) = (0, 1);
        while first < last {
            let node = queue[first];
            first += 1;
            for other in neighbours(node).chain(stair_moves(self.board.stairs, node)) {
                if far[other] < 0 {
                    far[other] = far[node] + 1;
                    queue[last] = other;
                    last += 1;
                }
            }
        }
        far
    }

    /// Meditates if it helps, else ends the turn.
    fn resting(&self, options: &[Command]) -> Command {
        let soul = self.soul();
        if soul.sanity < soul.top && options.contains(&Command::Meditate) {
            return Command::Meditate;
        }
        if options.contains(&Command::EndTurn) { Command::EndTurn } else { options[0] }
    }

    /// Rests where it is worth most: in a corridor where the King is not.
    fn recover(&self, temper: &Temper, options: &[Command]) -> Command {
        let soul = self.soul();
        let here = floor(soul.node);
        let out = Command::Move(Board::corridor(here));
        let better = spot(soul.node) != 0 && self.king() != Some(here) && soul.sanity <= soul.top - 2;
        if better && options.contains(&out) {
            return out;
        }
        if options.contains(&Command::Meditate) {
            return Command::Meditate;
        }
        self.seek(temper, options).unwrap_or_else(|| self.resting(options))
    }

    /// Searches here, or goes where a card is worth most for the way.
    fn seek(&self, temper: &Temper, options: &[Command]) -> Option<Command> {
        let node = self.soul().node;
        let search = options.contains(&Command::Search).then_some(Command::Search);
        if search.is_some() && self.promise(node) > 0 {
            return search;
        }
        let shunned = |room: usize| temper.shuns && self.king() == Some(floor(room)) && floor(room) != floor(node);
        let mut rooms: Vec<(i64, usize)> = ROOMS
            .into_iter()
            .filter(|&room| room != node && !shunned(room))
            .map(|room| (room, self.promise(room)))
            .filter(|&(_, promise)| promise > 0)
            .map(|(room, promise)| (14 * self.away(room)[node] - 10 * promise, room))
            .collect();
        rooms.sort_unstable();
        rooms.into_iter().find_map(|(_, room)| self.towards(options, room)).or(search)
    }

    /// What the top card of a room promises: what was seen, else that there are many.
    fn promise(&self, node: usize) -> i64 {
        let cards = self.board.boxes[node].len();
        if cards == 0 || self.board.monsters.iter().any(|monster| monster.node == node && monster.stun == 0) {
            return 0;
        }
        match self.seen(node, 0) {
            Some(card) => self.worth(card).max(0),
            None => 1 + i64::from(cards >= 4),
        }
    }

    /// The index of the answer to give.
    fn answer(&self, temper: &Temper, asked: &Choice) -> Done<usize> {
        let options = &asked.options;
        let best = |value: &dyn Fn(Sym) -> i64| {
            let first = options.iter().enumerate().max_by_key(|&(at, &option)| (value(option), std::cmp::Reverse(at)));
            first.map_or(0, |(at, _)| at)
        };
        let index = |wanted: Sym| options.iter().position(|&option| option == wanted);
        let soul = self.soul();
        Ok(match asked.kind {
            "sacrifice" => {
                let gives = temper.yields || soul.keys != 0;
                let top = (gives && soul.top > 0).then_some(name::SANITY_MAX);
                let rest = [name::OBJECT_SLOT, name::SANITY_MAX].into_iter().filter(|_| gives);
                let wanted = top.into_iter().chain(rest).chain([name::ACCEPT]);
                wanted.into_iter().find_map(index).unwrap_or(0)
            }
            "foresee" => match (self.seen(soul.node, 0), self.seen(soul.node, 1)) {
                (Some(top), Some(below)) => {
                    let wanted = if self.worth(below) > self.worth(top) { name::SWAP } else { name::KEEP };
                    index(wanted).unwrap_or(0)
                }
                _ => return Err(Left("cards to foresee that nobody saw")),
            },
            "peek" | "rumour" => best(&|option| match option {
                name::SKIP => -1,
                room if self.seen(node_of(room), 0).is_some() => 0,
                room => self.board.boxes[node_of(room)].len() as i64,
            }),
            "overflow" | "discard" => {
                best(&|card| -self.book.card(card).sale - 5 * i64::from(self.book.tales.contains(&card)))
            }
            "pedlar" => best(&|card| self.worth(card)),
            _ => 0,
        })
    }
}
