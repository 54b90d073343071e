//! The appliers of changes; see plugins/king/changes.

use crate::agenda::{Change, Fell, Question, Step};
use crate::board::{LOST_TURN, MIN_SANITY, Monster, STUNNED_TURN, Soul};
use crate::game::{Game, PlayResult, Unplayable};
use crate::layout::{FLOOR_CYCLES, floor};
use crate::listeners::Hook;
use crate::names::{NameId, name};
use crate::tally::Kind;

impl Game<'_> {
    pub(crate) fn apply(&mut self, change: Change) -> PlayResult {
        let records = self.records;
        let board = &mut self.board;
        match change {
            Change::Refuse(reason) => return Err(Unplayable(reason)),
            Change::Tell(kind) => self.event(Kind::Told, &[kind]),
            Change::Remember { slot, value } => board.memory.write(&records.rules, slot, value),
            Change::Note(note) => board.memory.note(*note),
            Change::Push(step) => self.pushed.push(step),
            Change::Ask(question) => {
                if self.question.is_some() {
                    return Err(Unplayable("a question is already open"));
                }
                self.question = Some(question);
                self.event(Kind::Asked, &[]);
            }
            Change::Finish(outcome) => {
                self.outcome = Some(outcome);
                self.agenda.clear();
                self.event(Kind::Finished, &[outcome]);
            }
            Change::BeginTurn { iced } => {
                board.begun = true;
                let soul = &mut board.souls[board.active];
                soul.lost = soul.skip != 0;
                soul.skip = 0;
                soul.iced = iced;
                soul.low = soul.sanity <= MIN_SANITY;
                soul.rolled = false;
                self.event(Kind::TurnStarted, &[]);
            }
            Change::FinishTurn => {
                let seat = board.active;
                let soul = &mut board.souls[seat];
                soul.marked = false;
                soul.lost = false;
                soul.climbing = false;
                soul.shop = false;
                soul.iced = false;
                for other in &mut board.souls {
                    if other.has(name::CLARITY) && other.sanity < other.top {
                        other.sanity += 1;
                    }
                }
                board.turns += 1;
                board.begun = false;
                board.active = (seat + 1) % board.souls.len();
                self.event(Kind::TurnEnded, &[]);
            }
            Change::EndRound => self.event(Kind::RoundEnded, &[]),
            Change::NewRound => {
                board.round += 1;
                board.starter = (board.starter + 1) % board.souls.len();
                board.active = board.starter;
                board.turns = 0;
                board.begun = false;
                if board.banish != 0 {
                    board.banish -= 1;
                }
                for soul in &mut board.souls {
                    soul.spent = 0;
                    soul.free = 0;
                    soul.moved = false;
                    soul.tavern = false;
                    soul.over = false;
                    soul.salon = false;
                }
                self.rounds_started += 1;
                self.event(Kind::RoundStarted, &[]);
            }
            Change::Spend { seat, actions, free } => {
                board.souls[seat].spent += actions;
                board.souls[seat].free += free;
            }
            Change::Exhaust(seat) => board.souls[seat].over = true,
            Change::LoseTurn(seat) => board.souls[seat].skip |= LOST_TURN,
            Change::UseSecondDie(seat) => board.souls[seat].rolled = true,
            Change::Mark(seats) => {
                for seat in seats.iter() {
                    board.souls[seat].marked = true;
                }
                self.event(Kind::Marked, &[]);
            }
            Change::Walk { seat, node, cost } => {
                let soul = &mut board.souls[seat];
                let origin = std::mem::replace(&mut soul.node, node);
                soul.spent += cost;
                soul.moved = true;
                self.announce(Hook::Enter, &records.rules.enter, Step::WalkedIn(seat, origin, node));
                self.event(Kind::Walked, &[]);
            }
            Change::PlaceSouls { seats, node } => {
                for seat in seats.iter() {
                    board.souls[seat].node = node;
                }
                self.announce(Hook::Enter, &records.rules.enter, Step::MovedIn(seats, node));
                self.event(Kind::SoulsMoved, &[]);
            }
            Change::SwapPlaces(seat, other) => {
                let (here, there) = (board.souls[seat].node, board.souls[other].node);
                board.souls[seat].node = there;
                board.souls[other].node = here;
                self.announce(Hook::Enter, &records.rules.enter, Step::SwappedIn(seat, other));
                self.event(Kind::SoulsSwapped, &[]);
            }
            Change::Afflict { seats, status, left, trapper } => {
                for seat in seats.iter() {
                    let soul = &mut board.souls[seat];
                    match soul.statuses.iter_mut().find(|(name, _)| *name == status) {
                        Some((_, rounds)) => *rounds = left.max(*rounds),
                        None => soul.statuses.push((status, left.max(0))),
                    }
                    match status {
                        name::TRAPPED => soul.trapper = trapper,
                        name::STUNNED => soul.skip |= STUNNED_TURN,
                        _ => {}
                    }
                }
                self.event(Kind::Afflicted, &[status]);
            }
            Change::ClearStatus { seat, status } => {
                let soul = &mut board.souls[seat];
                soul.statuses.retain(|&(other, _)| status != name::NOTHING && other != status);
                if !soul.has(name::TRAPPED) {
                    soul.trapper = 0;
                }
                if !soul.has(name::STUNNED) {
                    soul.skip &= !STUNNED_TURN;
                }
                self.event(Kind::StatusCleared, &[status]);
            }
            Change::TickStatuses => {
                let mut ended = false;
                for soul in board.souls.iter_mut().filter(|soul| !soul.statuses.is_empty()) {
                    soul.statuses.retain_mut(|(_, left)| {
                        *left -= 1;
                        ended |= *left <= 0;
                        *left > 0
                    });
                    if soul.trapper != 0 && !soul.has(name::TRAPPED) {
                        soul.trapper = 0;
                    }
                }
                if ended {
                    self.event(Kind::StatusesEnded, &[]);
                }
            }
            Change::OpenRoom(node) => {
                if let Some(special) = board.special_at_mut(node) {
                    special.open = true;
                    let kind = special.kind;
                    self.event(Kind::RoomOpened, &[kind]);
                }
            }
            Change::UseRoom { seat, kind } => {
                match kind {
                    name::TAVERN => board.souls[seat].tavern = true,
                    name::BEAUTY_SALON => {
                        board.salon_uses += 1;
                        board.souls[seat].salon = true;
                    }
                    name::LETHAL_CHAMBER => board.ritual = true,
                    _ => {}
                }
                self.event(Kind::RoomUsed, &[kind]);
            }
            Change::MoveKing { floor, how } => {
                board.king = floor;
                self.event(Kind::KingCame, &[how]);
            }
            Change::KeepKingAway => self.event(Kind::KingAway, &[]),
            Change::ActKing => self.event(Kind::KingActed, &[]),
            Change::Banish(rounds) => {
                board.banish = board.banish.max(rounds);
                if records.profile.banish_moves_king {
                    board.king = (records.profile.sanctuary_floor - 1) as usize;
                }
                self.event(Kind::KingBanished, &[]);
            }
            Change::Enrage => {
                board.fury = true;
                self.event(Kind::KingRaged, &[]);
            }
            Change::CountTale => board.tales += 1,
            Change::TestFalseKing => self.event(Kind::FalseKingTested, &[]),
            Change::TurnStairs(rooms) => {
                board.stairs = rooms;
                self.event(Kind::StairsTurned, &[]);
            }
            Change::Lose { amounts, source } => self.lose(amounts.iter(), source),
            Change::Gain { amounts, source } => {
                for (seat, amount) in amounts.iter() {
                    let soul = &mut board.souls[seat];
                    soul.sanity = soul.top.min(soul.sanity + amount);
                }
                self.event(Kind::SanityGained, &[source]);
            }
            Change::Break { seat, fires, spares_bound } => self.break_down(seat, fires, spares_bound)?,
            Change::Sacrifice { seat, mode } => {
                let soul = &mut board.souls[seat];
                match mode {
                    name::SANITY_MAX if soul.top > -1 => soul.top -= 1,
                    name::OBJECT_SLOT if soul.object_slots > soul.slots_lost => soul.slots_lost += 1,
                    _ => return Err(Unplayable("a sacrifice that cannot be made")),
                }
                soul.sanity = soul.top.min(0);
                let role = soul.role;
                self.remove_from_falling(seat);
                self.event(Kind::Sacrificed, &[role, mode]);
            }
            Change::Poison(seat) => {
                let top = board.souls[seat].top;
                if !self.lower_max_sanity(seat, name::POISON) && top > MIN_SANITY {
                    self.event(Kind::MaximumLowered, &[]);
                }
            }
            change => return self.apply_to_cards(change),
        }
        Ok(())
    }

    fn apply_to_cards(&mut self, change: Change) -> PlayResult {
        let records = self.records;
        let board = &mut self.board;
        match change {
            Change::DrawCard { seat, node, fate } => {
                let card = board.boxes[node].pop().ok_or(Unplayable("an empty box"))?;
                board.known[node] = board.known[node].saturating_sub(1);
                match fate {
                    name::LIMBO => board.limbo.push((node, card)),
                    name::IN_HAND => self.put_in_hand(seat, card),
                    name::AS_KEY => board.souls[seat].keys += 1,
                    name::UNDER => self.put_under(node, card),
                    name::REMOVED => board.removed.add(card),
                    _ => board.discarded.add(card),
                }
                self.announce(Hook::Card, &records.rules.card, Step::Drawn(seat, node, card, fate));
                self.event(Kind::CardDrawn, &[card, fate]);
            }
            Change::Tuck { node, card } => {
                let at =
                    board.limbo.iter().position(|&entry| entry == (node, card)).ok_or(Unplayable("not in limbo"))?;
                board.limbo.remove(at);
                self.put_under(node, card);
            }
            Change::SeeCards { node, count } => {
                board.known[node] = board.known[node].max(count.min(board.boxes[node].len()));
                self.event(Kind::CardsSeen, &[]);
            }
            Change::SwapTop(node) => {
                let [.., next, top] = &mut board.boxes[node][..] else {
                    return Err(Unplayable("too few cards to swap"));
                };
                std::mem::swap(next, top);
            }
            Change::TakeObject { seat, card } => {
                board.supplied.add(card);
                self.put_in_hand(seat, card);
                self.event(Kind::ObjectGained, &[card]);
            }
            Change::DropObject { seat, card, how } => {
                match how {
                    name::DROPPED => board.armoury.push(card),
                    name::ATTACHED => board.removed.add(card),
                    _ => board.discarded.add(card),
                }
                if !self.take_from_hand(seat, card)? {
                    self.event(Kind::ObjectLost, &[card, how]);
                }
            }
            Change::HandOver { giver, taker, item } => {
                let mut fell = false;
                if item == name::KEY {
                    board.souls[giver].keys -= 1;
                    board.souls[taker].keys += 1;
                } else {
                    fell = self.take_from_hand(giver, item)?;
                    self.put_in_hand(taker, item);
                }
                if !fell {
                    self.event(Kind::ObjectLost, &[item, name::GIVEN]);
                }
            }
            Change::UseCharge { seat, card } => {
                let soul = &mut board.souls[seat];
                soul.climbing = true;
                board.charges -= 1;
                if board.charges <= 0 {
                    remove(&mut soul.objects, card)?;
                    board.discarded.add(card);
                }
            }
            Change::TurnFloors => {
                for cycle in &FLOOR_CYCLES {
                    rotate_cycle(&mut board.boxes, cycle);
                    rotate_cycle(&mut board.known, cycle);
                }
                board.turn_floors = false;
                self.event(Kind::BoxesTurned, &[name::FLOOR_BY_FLOOR]);
            }
            Change::TurnRing => {
                rotate_cycle(&mut board.boxes, &records.ring);
                rotate_cycle(&mut board.known, &records.ring);
                board.turn_floors = false;
                self.event(Kind::BoxesTurned, &[name::RING]);
            }
            Change::ShuffleBoxes(boxes) => {
                board.boxes = *boxes;
                for (known, cards) in board.known.iter_mut().zip(&board.boxes) {
                    *known = usize::from(cards.len() == 1);
                }
                self.event(Kind::BoxesTurned, &[name::SHUFFLE]);
            }
            Change::ScheduleFloorsTurn => board.turn_floors = true,
            Change::ShowPedlarCards => {
                let (first, second) = (board.pedlar.pop(), board.pedlar.pop());
                board.pedlar_open = first.into_iter().chain(second).collect();
                self.event(Kind::RoomUsed, &[name::PEDLAR]);
            }
            Change::TakePedlarCard { seat, choice, fate } => {
                let card = board.pedlar_open.remove(choice);
                for other in std::mem::take(&mut board.pedlar_open) {
                    board.pedlar.insert(0, other);
                }
                match fate {
                    name::AS_KEY => {
                        board.souls[seat].keys += 1;
                        self.event(Kind::KeyGained, &[name::PEDLARS]);
                    }
                    name::UNDER => {
                        board.pedlar.insert(0, card);
                        self.event(Kind::ObjectLost, &[card, name::REFUSED]);
                    }
                    _ => {
                        self.put_in_hand(seat, card);
                        self.event(Kind::ObjectGained, &[card]);
                    }
                }
            }
            Change::CloseShop(seat) => board.souls[seat].shop = false,
            Change::OpenShop(seat) => board.souls[seat].shop = true,
            Change::TakeFromArmoury { seat, item } => {
                remove(&mut board.armoury, item)?;
                if item == name::KEY {
                    board.souls[seat].keys += 1;
                    self.event(Kind::KeyGained, &[name::ARMOURYS]);
                } else {
                    self.put_in_hand(seat, item);
                    self.event(Kind::ObjectGained, &[item]);
                }
            }
            Change::DropKeyInArmoury(seat) => {
                board.souls[seat].keys -= 1;
                board.armoury.push(name::KEY);
                self.event(Kind::ObjectLost, &[name::KEY, name::DROPPED]);
            }
            Change::GrantRitualKey(seat) => {
                board.souls[seat].keys += 1;
                board.supplied.add(name::KEY);
                self.event(Kind::KeyGained, &[name::RITUAL]);
            }
            Change::TakeCrown(seat) => {
                board.souls[seat].keys -= 1;
                board.keys_spent += 1;
                board.supplied.add(name::CROWN);
                self.put_in_hand(seat, name::CROWN);
                self.event(Kind::Crowned, &[]);
            }
            change => return self.apply_to_figures(change),
        }
        Ok(())
    }

    fn apply_to_figures(&mut self, change: Change) -> PlayResult {
        let board = &mut self.board;
        match change {
            Change::SpawnMonster { kind, node } => {
                if board.monsters.len() as i64 >= self.records.profile.max_monsters {
                    return Ok(());
                }
                board.arrivals += 1;
                let (number, arrived) = (board.arrivals, board.round);
                board.monsters.push(Monster { number, kind, node, arrived, stun: 0, loot: Vec::new(), loot_keys: 0 });
                self.destroy_room(node);
                self.event(Kind::MonsterPlaced, &[kind]);
            }
            Change::MoveMonster { number, node, seats } => {
                let Some(monster) = board.find_monster_mut(number) else { return Ok(()) };
                monster.node = node;
                let kind = monster.kind;
                for seat in seats.iter() {
                    board.souls[seat].node = node;
                }
                self.destroy_room(node);
                self.event(Kind::MonsterPlaced, &[kind]);
            }
            Change::StunMonster { number, rounds, gone, thaws } => {
                let Some(at) = board.monsters.iter().position(|monster| monster.number == number) else {
                    return Ok(());
                };
                let (kind, node) = (board.monsters[at].kind, board.monsters[at].node);
                if gone {
                    board.monsters.remove(at);
                } else {
                    let monster = &mut board.monsters[at];
                    monster.stun = monster.stun.max(rounds);
                }
                let soul = &mut board.souls[board.active];
                if thaws && floor(soul.node) == floor(node) {
                    soul.iced = false;
                }
                self.event(Kind::MonsterStunned, &[kind]);
            }
            Change::EaseStuns => {
                for monster in &mut board.monsters {
                    monster.stun -= i64::from(monster.stun != 0);
                }
            }
            Change::HearTueTue => board.tue_tue += 1,
            Change::RobSoul { number, seat, objects } => {
                let Some(monster) = board.find_monster_mut(number) else { return Ok(()) };
                monster.loot.extend(&objects);
                let at = board
                    .monsters
                    .iter()
                    .position(|monster| monster.number == number)
                    .ok_or(Unplayable("no figure"))?;
                board.monsters[at].loot_keys += std::mem::take(&mut board.souls[seat].keys);
                let mut fell = false;
                for card in objects {
                    fell |= self.take_from_hand(seat, card)?;
                }
                if !fell {
                    self.event(Kind::Robbed, &[]);
                }
            }
            Change::RecoverLoot { number, seat, objects, keys } => {
                let Some(monster) = board.find_monster_mut(number) else { return Ok(()) };
                let mut rest = std::mem::take(&mut monster.loot);
                let loot_keys = std::mem::take(&mut monster.loot_keys);
                board.souls[seat].keys += keys;
                board.keys_destroyed += loot_keys - keys;
                for card in objects {
                    remove(&mut rest, card)?;
                    self.put_in_hand(seat, card);
                }
                for card in rest {
                    self.board.removed.add(card);
                }
                self.event(Kind::LootRecovered, &[]);
            }
            _ => return Err(Unplayable("a change without an applier")),
        }
        Ok(())
    }

    fn lose(&mut self, amounts: impl Iterator<Item = (usize, i64)>, source: NameId) {
        let board = &mut self.board;
        let mut fell: Vec<usize> = Vec::new();
        let mut lost: Vec<(usize, i64)> = Vec::new();
        for (seat, amount) in amounts {
            let soul = &mut board.souls[seat];
            if soul.sanity <= MIN_SANITY || amount <= 0 || board.held.contains(&seat) {
                continue;
            }
            lost.push((seat, amount.min(soul.sanity - MIN_SANITY)));
            let left = soul.sanity - amount;
            if left > MIN_SANITY {
                soul.sanity = left;
            } else {
                fell.push(seat);
            }
        }
        if fell.is_empty() {
            self.event(Kind::SanityLost, &[source]);
            return;
        }
        if fell.len() > 1 {
            fell = board.round_order().filter(|seat| fell.contains(seat)).collect();
        }
        for &seat in &fell {
            let soul = &mut board.souls[seat];
            if self.records.profile.sacrifice && soul.can_sacrifice() {
                board.held.push(seat);
            } else {
                soul.sanity = MIN_SANITY;
            }
            board.falling.push((seat, source));
        }
        self.souls_fell(Fell { seats: fell, amounts: lost, source });
    }

    fn souls_fell(&mut self, fell: Fell) {
        self.event(Kind::SoulsFell, &[fell.source]);
        self.reactions.push(Step::Crossing(Some(Box::new(fell))));
    }

    /// Removes a player from the list of crossings; returns the source of the loss.
    fn remove_from_falling(&mut self, seat: usize) -> NameId {
        let board = &mut self.board;
        let mut source = name::NOTHING;
        if let Some(at) = board.falling.iter().position(|&(other, _)| other == seat) {
            source = board.falling.remove(at).1;
        }
        if let Some(at) = board.held.iter().position(|&other| other == seat) {
            board.held.remove(at);
        }
        source
    }

    fn break_down(&mut self, seat: usize, fires: bool, spares_bound: bool) -> PlayResult {
        let source = self.remove_from_falling(seat);
        let board = &mut self.board;
        let soul = &mut board.souls[seat];
        soul.sanity = MIN_SANITY;
        let role = soul.role;
        board.last_cause = source;
        if fires {
            soul.fell = board.round;
            board.keys_destroyed += std::mem::take(&mut soul.keys);
            let goes = |card: &NameId| !(spares_bound && self.records.card(*card).bound);
            let objects: Vec<NameId> = soul.objects.iter().copied().filter(goes).collect();
            for card in objects {
                self.take_from_hand(seat, card)?; // at -5 already: no crossing
                self.board.removed.add(card);
            }
        }
        self.event(Kind::SoulBroke, &[role, source]);
        Ok(())
    }

    fn put_under(&mut self, node: usize, card: NameId) {
        let board = &mut self.board;
        if board.known[node] == board.boxes[node].len() {
            board.known[node] += 1; // all cards above are known, and this one was seen
        }
        board.boxes[node].insert(0, card);
    }

    /// Adds an object; a KEYRING raises the maximum, the Crown makes its owner the False King.
    fn put_in_hand(&mut self, seat: usize, card: NameId) {
        let board = &mut self.board;
        let soul: &mut Soul = &mut board.souls[seat];
        soul.objects.push(card);
        match card {
            name::KEYRING => soul.top += 1,
            name::CROWN => {
                board.false_king = Some(seat);
                board.crowned = board.round;
            }
            _ => {}
        }
    }

    /// Reverses `put_in_hand`; returns whether the owner falls to -5.
    fn take_from_hand(&mut self, seat: usize, card: NameId) -> PlayResult<bool> {
        let board = &mut self.board;
        remove(&mut board.souls[seat].objects, card)?;
        match card {
            name::KEYRING => return Ok(self.lower_max_sanity(seat, name::RING_LOST)),
            name::CROWN if board.false_king == Some(seat) => board.false_king = None,
            _ => {}
        }
        Ok(false)
    }

    /// Lowers the maximum by 1 and caps sanity; returns whether the player falls to -5.
    fn lower_max_sanity(&mut self, seat: usize, source: NameId) -> bool {
        let soul = &mut self.board.souls[seat];
        if soul.top <= MIN_SANITY {
            return false;
        }
        soul.top -= 1;
        if soul.sanity <= soul.top {
            return false;
        }
        if soul.top > MIN_SANITY {
            soul.sanity = soul.top;
            return false;
        }
        soul.sanity = MIN_SANITY;
        self.board.falling.push((seat, source));
        self.souls_fell(Fell { seats: vec![seat], amounts: vec![(seat, 1)], source });
        true
    }

    /// Destroys the special room at a node, with the contents of the armory (K-MON-3, D-51).
    fn destroy_room(&mut self, node: usize) {
        let board = &mut self.board;
        let Some(special) = board.special_at_mut(node) else { return };
        special.destroyed = true;
        if special.kind == name::ARMOURY {
            for item in std::mem::take(&mut board.armoury) {
                if item == name::KEY {
                    board.keys_destroyed += 1;
                } else {
                    board.removed.add(item);
                }
            }
        }
    }
}

/// Removes the first card of a kind.
fn remove(cards: &mut Vec<NameId>, card: NameId) -> PlayResult {
    let at = cards.iter().position(|&other| other == card).ok_or(Unplayable("a card that is not there"))?;
    cards.remove(at);
    Ok(())
}

/// Moves each item of a cycle to the next node.
fn rotate_cycle<T: Default>(pile: &mut [T], cycle: &[usize]) {
    let Some(&last) = cycle.last() else { return };
    let mut moved = std::mem::take(&mut pile[last]);
    for &node in cycle {
        moved = std::mem::replace(&mut pile[node], moved);
    }
}

impl Question {
    /// The seat that must answer.
    pub fn seat(&self) -> usize {
        match self {
            Self::Turn(seat) => *seat,
            Self::Choice(choice) => choice.seat,
        }
    }
}
