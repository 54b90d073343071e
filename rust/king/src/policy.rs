//! The decisions of the game's bots; see plugins/king/bots.

use crate::agenda::{Choice, Question};
use crate::board::{Board, Soul};
use crate::command::Command;
use crate::description::Numbers;
use crate::game::{Game, PlayResult, Unplayable};
use crate::layout::{NODES, ROOMS, floor, neighbors, spot, stair_moves};
use crate::names::{NameId, name, node_of};
use crate::search::Search;
use crate::tables::{GameRecords, Group};
use serde::Deserialize;

/// The parameters of a bot.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Temper {
    rest_level: i64,
    rest_level_with_key: i64,
    shuns_king: bool,
    waits_at_threshold: bool,
    spends_objects: bool,
    yields_readily: bool,
}

/// A bot: a temper, with or without a search.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotSpec {
    pub temper: Temper,
    pub search: Option<Search>,
}

/// The board as a seat sees it: of the boxes only their sizes and the known top cards.
struct Observation<'a> {
    records: &'a GameRecords,
    board: &'a Board,
    seat: usize,
    can_take_key: bool,
}

impl Game<'_> {
    /// Returns the index of a bot's option.
    pub fn decide(&self, temper: &Temper, options: &[Command]) -> PlayResult<usize> {
        let Some(question) = &self.question else { return Err(Unplayable("no question is open")) };
        let (board, seat) = (&self.board, question.seat());
        let can_take_key = board.can_take_key(self.records, &board.souls[seat]);
        let observation = Observation { records: self.records, board, seat, can_take_key };
        match question {
            Question::Turn(_) => {
                let command = observation.choose_command(temper, options);
                options.iter().position(|&option| option == command).ok_or(Unplayable("a command that is not legal"))
            }
            Question::Choice(choice) => observation.choose_answer(temper, choice),
        }
    }
}

impl Observation<'_> {
    fn numbers(&self) -> &Numbers {
        &self.records.numbers
    }

    fn soul(&self) -> &Soul {
        &self.board.souls[self.seat]
    }

    /// The floor of the King; None while he is banished.
    fn king(&self) -> Option<usize> {
        (self.board.banish == 0).then_some(self.board.king)
    }

    /// The known card at depth `below` from the top of a box.
    fn seen(&self, node: usize, below: usize) -> Option<NameId> {
        let cards = &self.board.boxes[node];
        (self.board.known_counts[node] > below).then(|| cards[cards.len() - 1 - below])
    }

    /// The value of drawing a card.
    fn rate_card(&self, card: NameId) -> i64 {
        match card {
            name::KEY if !self.can_take_key => 0,
            name::CLARITY => 3,
            _ => match self.records.card(card).group {
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

    /// Chooses a command of the turn.
    fn choose_command(&self, temper: &Temper, options: &[Command]) -> Command {
        let soul = self.soul();
        let level = if soul.keys != 0 { temper.rest_level_with_key } else { temper.rest_level };
        let ready = self.board.keys_in_hands() >= self.records.profile.keys_to_win;
        if options.contains(&Command::Escape) {
            return Command::Escape;
        }
        if temper.spends_objects
            && let Some(&spent) = options.iter().find(|option| self.pays_off(**option, ready))
        {
            return spent;
        }
        if temper.spends_objects
            && !ready
            && let Some(step) = self.find_step_to_rite(options)
        {
            return step;
        }
        let low = if ready { level.min(self.numbers().ready_level) } else { level };
        let is_low = soul.sanity <= low.min(soul.top - 1) && !soul.has(name::CLARITY);
        if ready || (temper.waits_at_threshold && soul.keys != 0 && !self.can_take_key) {
            if is_low && spot(soul.node) == 0 && options.contains(&Command::Meditate) {
                return Command::Meditate;
            }
            return self.find_move_toward(options, self.records.threshold).unwrap_or_else(|| self.rest(options));
        }
        if is_low {
            return self.recover_sanity(temper, options);
        }
        self.seek_cards(temper, options).unwrap_or_else(|| self.rest(options))
    }

    /// Whether an object, a tale, a special room, the peddler or a blessing pays off now.
    fn pays_off(&self, option: Command, ready: bool) -> bool {
        let (soul, souls) = (self.soul(), &self.board.souls);
        match option {
            Command::AttachTale(_) | Command::Use(name::BLUNT) => true,
            Command::Use(name::VIAL) => soul.sanity <= (soul.top - 2).min(0),
            Command::Ritual => soul.sanity >= self.numbers().rite_level && self.can_take_key,
            Command::Chapel => soul.sanity <= soul.top - 3,
            Command::PedlarSell(item) => {
                self.records.card(item).sale >= self.numbers().treasure
                    && soul.sanity <= soul.top - self.numbers().treasure
            }
            Command::PedlarBuy | Command::ArmoryTake(name::KEY) => self.can_take_key && !ready,
            Command::Give(target, name::KEY) => soul.sanity < souls[target].sanity.min(self.numbers().rite_level),
            Command::Give(target, item) => {
                self.records.tales.contains(&item) && souls[target].holds(name::CHAMBERS_BOOK)
            }
            Command::HealOthers(_) => souls
                .iter()
                .enumerate()
                .any(|(seat, other)| seat != self.seat && other.sanity <= other.top - 2 && !other.has(name::CLARITY)),
            Command::YellowDoors(target) => {
                let (goal, loss) = (self.records.threshold, self.records.room(name::YELLOW_DOORS).loss);
                let is_borne = souls[target].sanity - loss > self.numbers().min_sanity;
                ready && is_borne && souls[target].node == goal && self.distances_to(goal)[soul.node] > 1
            }
            _ => false,
        }
    }

    /// A move to the lethal chamber if this soul is one of the two nearest that can bear its rite (D-55).
    fn find_step_to_rite(&self, options: &[Command]) -> Option<Command> {
        let mut special = self.board.specials.iter();
        let room = special.find(|room| room.kind == name::LETHAL_CHAMBER && room.is_open && !room.is_destroyed)?.node;
        if self.board.was_ritual_held {
            return None;
        }
        let away = self.distances_to(room);
        let souls = self.board.souls.iter().enumerate();
        let mut fit: Vec<(i64, usize)> = souls
            .filter(|(_, soul)| soul.sanity >= self.numbers().rite_level && !soul.has(name::TRAPPED))
            .map(|(seat, soul)| (away[soul.node], seat))
            .collect();
        fit.sort_unstable();
        let pair = fit.get(..self.numbers().ritual_souls as usize)?;
        pair.iter().find(|&&(_, seat)| seat == self.seat)?;
        self.find_move_toward(options, room)
    }

    /// The move that shortens the way to a node; None if there is none.
    fn find_move_toward(&self, options: &[Command], goal: usize) -> Option<Command> {
        let away = self.distances_to(goal);
        let here = away[self.soul().node];
        let moves = options.iter().filter_map(|option| match option {
            Command::Move(to) if away[*to] < here => Some(*to),
            _ => None,
        });
        moves.min_by_key(|&to| (away[to], to)).map(Command::Move)
    }

    /// The distance of every node from a goal, with stairs (breadth-first search).
    fn distances_to(&self, goal: usize) -> [i64; NODES] {
        let mut far = [-1; NODES];
        far[goal] = 0;
        let mut queue = [goal; NODES];
        let (mut first, mut last) = (0, 1);
        while first < last {
            let node = queue[first];
            first += 1;
            for other in neighbors(node).chain(stair_moves(self.board.stairs, node)) {
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
    fn rest(&self, options: &[Command]) -> Command {
        let soul = self.soul();
        if soul.sanity < soul.top && options.contains(&Command::Meditate) {
            return Command::Meditate;
        }
        if options.contains(&Command::EndTurn) { Command::EndTurn } else { options[0] }
    }

    /// Moves to a corridor without the King, else meditates.
    fn recover_sanity(&self, temper: &Temper, options: &[Command]) -> Command {
        let soul = self.soul();
        let here = floor(soul.node);
        let retreat = Command::Move(Board::corridor(here));
        let better = spot(soul.node) != 0 && self.king() != Some(here) && soul.sanity <= soul.top - 2;
        if better && options.contains(&retreat) {
            return retreat;
        }
        if options.contains(&Command::Meditate) {
            return Command::Meditate;
        }
        self.seek_cards(temper, options).unwrap_or_else(|| self.rest(options))
    }

    /// Searches here, or moves toward the room that is worth most for its distance and the souls there;
    /// never searches where a bad card is known to lie on top.
    fn seek_cards(&self, temper: &Temper, options: &[Command]) -> Option<Command> {
        let here = self.soul().node;
        let search = options.contains(&Command::Search).then_some(Command::Search);
        let mut rooms = Vec::with_capacity(ROOMS.len());
        for room in ROOMS {
            if temper.shuns_king && self.king() == Some(floor(room)) && floor(room) != floor(here) {
                continue;
            }
            let far = self.distances_to(room);
            let worth = self.rate_room(room, &far);
            if worth > 0 {
                let souls = self.board.souls.iter().filter(|soul| soul.node == room).count() as i64;
                let cost = if room == here {
                    (souls - 1) * self.numbers().share
                } else {
                    souls * self.numbers().crowd + (far[here] - 1) * self.numbers().step
                };
                rooms.push((cost - worth, room != here, room));
            }
        }
        rooms.sort_unstable();
        let step = |(_, is_away, room)| if is_away { self.find_move_toward(options, room) } else { search };
        let is_bad = self.seen(here, 0).is_some_and(|card| self.rate_card(card) < 0);
        rooms.into_iter().find_map(step).or(search.filter(|_| !is_bad))
    }

    /// The worth of a room's top card, in tenths; an unknown one counts by the size of the box.
    fn rate_room(&self, node: usize, far: &[i64; NODES]) -> i64 {
        let cards = self.board.boxes[node].len();
        if cards == 0 || self.board.monsters.iter().any(|monster| monster.node == node && monster.stun == 0) {
            return 0;
        }
        let Some(card) = self.seen(node, 0) else {
            return self.numbers().box_worth[cards.min(self.numbers().box_worth.len() - 1)];
        };
        let away = far[self.soul().node];
        let sooner = |soul: &Soul| {
            far[soul.node] < away && !soul.has(name::TRAPPED) && self.board.can_take_key(self.records, soul)
        };
        let worth = 10 * self.rate_card(card);
        let is_claimed = away > self.numbers().near && self.board.souls.iter().any(sooner);
        if is_claimed { worth.min(self.numbers().box_worth[self.numbers().box_worth.len() - 1]) } else { worth }
    }

    /// Returns the index of the answer.
    fn choose_answer(&self, temper: &Temper, choice: &Choice) -> PlayResult<usize> {
        let options = &choice.options;
        let best = |value: &dyn Fn(NameId) -> i64| {
            let first = options.iter().enumerate().max_by_key(|&(at, &option)| (value(option), std::cmp::Reverse(at)));
            first.map_or(0, |(at, _)| at)
        };
        let index = |name: NameId| options.iter().position(|&option| option == name);
        let soul = self.soul();
        Ok(match choice.kind {
            "sacrifice" => {
                let gives = temper.yields_readily || soul.keys != 0;
                let given = [name::OBJECT_SLOT, name::SANITY_MAX].into_iter().filter(|_| gives);
                given.chain([name::ACCEPT]).find_map(index).unwrap_or(0)
            }
            "foresee" => match (self.seen(soul.node, 0), self.seen(soul.node, 1)) {
                (Some(top), Some(below)) => {
                    let name = if self.rate_card(below) > self.rate_card(top) { name::SWAP } else { name::KEEP };
                    index(name).unwrap_or(0)
                }
                _ => return Err(Unplayable("cards to foresee that are not known")),
            },
            "peek" | "rumour" => best(&|option| match option {
                name::SKIP => -1,
                room if self.seen(node_of(room), 0).is_some() => 0,
                room => self.board.boxes[node_of(room)].len() as i64,
            }),
            "overflow" | "discard" => {
                best(&|card| -self.records.card(card).sale - 5 * i64::from(self.records.tales.contains(&card)))
            }
            "pedlar" => best(&|card| self.rate_card(card)),
            _ => 0,
        })
    }
}
