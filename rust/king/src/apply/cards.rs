//! Changes of boxes, decks and hands.

use crate::agenda::{Change, Step};
use crate::board::Soul;
use crate::game::{Game, PlayResult, Unplayable};
use crate::layout::FLOOR_CYCLES;
use crate::listeners::Hook;
use crate::names::{NameId, name};
use crate::tally::Kind;

impl Game<'_> {
    pub(super) fn apply_to_cards(&mut self, change: Change) -> PlayResult {
        let records = self.records;
        let board = &mut self.board;
        match change {
            Change::DrawCard { seat, node, fate } => {
                let card = board.boxes[node].pop().ok_or(Unplayable("an empty box"))?;
                board.known_counts[node] = board.known_counts[node].saturating_sub(1);
                match fate {
                    name::LIMBO => board.limbo.push((node, card)),
                    name::IN_HAND => self.put_in_hand(seat, card),
                    name::AS_KEY => board.souls[seat].keys += 1,
                    name::UNDER => self.put_under(node, card),
                    name::REMOVED => board.removed_cards.add(card),
                    _ => board.discard_pile.add(card),
                }
                self.announce(Hook::Card, Step::Drawn(seat, node, card, fate));
                self.event(Kind::CardDrawn, &[card, fate]);
            }
            Change::Tuck { node, card } => {
                let at =
                    board.limbo.iter().position(|&entry| entry == (node, card)).ok_or(Unplayable("not in limbo"))?;
                board.limbo.remove(at);
                self.put_under(node, card);
            }
            Change::SeeCards { node, count } => {
                board.known_counts[node] = board.known_counts[node].max(count.min(board.boxes[node].len()));
                self.event(Kind::CardsSeen, &[]);
            }
            Change::SwapTop(node) => {
                let [.., next, top] = &mut board.boxes[node][..] else {
                    return Err(Unplayable("too few cards to swap"));
                };
                std::mem::swap(next, top);
            }
            Change::TakeObject { seat, card } => {
                board.supplied_cards.add(card);
                self.put_in_hand(seat, card);
                self.event(Kind::ObjectGained, &[card]);
            }
            Change::DropObject { seat, card, how } => {
                match how {
                    name::DROPPED => board.armory.push(card),
                    name::ATTACHED => board.removed_cards.add(card),
                    _ => board.discard_pile.add(card),
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
                soul.is_climbing = true;
                board.charges -= 1;
                if board.charges <= 0 {
                    remove(&mut soul.objects, card)?;
                    board.discard_pile.add(card);
                }
            }
            Change::TurnFloors => {
                for cycle in &FLOOR_CYCLES {
                    rotate_cycle(&mut board.boxes, cycle);
                    rotate_cycle(&mut board.known_counts, cycle);
                }
                board.turns_floors = false;
                self.event(Kind::BoxesTurned, &[name::FLOOR_BY_FLOOR]);
            }
            Change::TurnRing => {
                rotate_cycle(&mut board.boxes, &records.ring);
                rotate_cycle(&mut board.known_counts, &records.ring);
                board.turns_floors = false;
                self.event(Kind::BoxesTurned, &[name::RING]);
            }
            Change::ShuffleBoxes(boxes) => {
                board.boxes = *boxes;
                for (known, cards) in board.known_counts.iter_mut().zip(&board.boxes) {
                    *known = usize::from(cards.len() == 1);
                }
                self.event(Kind::BoxesTurned, &[name::SHUFFLE]);
            }
            Change::ScheduleFloorsTurn => board.turns_floors = true,
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
            Change::CloseShop(seat) => board.souls[seat].has_deal = false,
            Change::OpenShop(seat) => board.souls[seat].has_deal = true,
            Change::TakeFromArmory { seat, item } => {
                remove(&mut board.armory, item)?;
                if item == name::KEY {
                    board.souls[seat].keys += 1;
                    self.event(Kind::KeyGained, &[name::ARMORYS]);
                } else {
                    self.put_in_hand(seat, item);
                    self.event(Kind::ObjectGained, &[item]);
                }
            }
            Change::DropKeyInArmory(seat) => {
                board.souls[seat].keys -= 1;
                board.armory.push(name::KEY);
                self.event(Kind::ObjectLost, &[name::KEY, name::DROPPED]);
            }
            Change::GrantRitualKey(seat) => {
                board.souls[seat].keys += 1;
                board.supplied_cards.add(name::KEY);
                self.event(Kind::KeyGained, &[name::RITUAL]);
            }
            Change::TakeCrown(seat) => {
                board.souls[seat].keys -= 1;
                board.keys_spent += 1;
                board.supplied_cards.add(name::CROWN);
                self.put_in_hand(seat, name::CROWN);
                self.event(Kind::TakeCrown, &[]);
            }
            change => return self.apply_to_figures(change),
        }
        Ok(())
    }

    pub(super) fn put_under(&mut self, node: usize, card: NameId) {
        let board = &mut self.board;
        if board.known_counts[node] == board.boxes[node].len() {
            board.known_counts[node] += 1; // all cards above are known, and this one was seen
        }
        board.boxes[node].insert(0, card);
    }

    /// Adds an object; a KEYRING raises the maximum, the Crown makes its owner the False King.
    pub(super) fn put_in_hand(&mut self, seat: usize, card: NameId) {
        let board = &mut self.board;
        let soul: &mut Soul = &mut board.souls[seat];
        soul.objects.push(card);
        match card {
            name::KEYRING => soul.top += 1,
            name::CROWN => {
                board.false_king = Some(seat);
                board.crown_round = board.round;
            }
            _ => {}
        }
    }

    /// Reverses `put_in_hand`; returns whether the owner falls to -5.
    pub(super) fn take_from_hand(&mut self, seat: usize, card: NameId) -> PlayResult<bool> {
        let board = &mut self.board;
        remove(&mut board.souls[seat].objects, card)?;
        match card {
            name::KEYRING => return Ok(self.lower_max_sanity(seat, name::RING_LOST)),
            name::CROWN if board.false_king == Some(seat) => board.false_king = None,
            _ => {}
        }
        Ok(false)
    }
}

/// Removes the first card of a kind.
pub(super) fn remove(cards: &mut Vec<NameId>, card: NameId) -> PlayResult {
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
