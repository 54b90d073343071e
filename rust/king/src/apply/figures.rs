//! Changes of monsters and of the rooms they destroy.

use super::cards::remove;
use crate::agenda::Change;
use crate::board::Monster;
use crate::game::{Game, PlayResult, Unplayable};
use crate::layout::floor;
use crate::names::name;
use crate::tally::Kind;

impl Game<'_> {
    pub(super) fn apply_to_figures(&mut self, change: Change) -> PlayResult {
        let board = &mut self.board;
        match change {
            Change::SpawnMonster { kind, node } => {
                if board.monsters.len() as i64 >= self.records.profile.max_monsters {
                    return Ok(());
                }
                board.arrivals += 1;
                let (number, arrival_round) = (board.arrivals, board.round);
                board.monsters.push(Monster { number, kind, node, arrival_round, ..Monster::default() });
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
                    soul.is_iced = false;
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
                    self.board.removed_cards.add(card);
                }
                self.event(Kind::LootRecovered, &[]);
            }
            _ => return Err(Unplayable("a change without an applier")),
        }
        Ok(())
    }

    /// Destroys the special room at a node, with the contents of the armory (K-MON-3, D-51).
    pub(super) fn destroy_room(&mut self, node: usize) {
        let board = &mut self.board;
        let Some(special) = board.special_at_mut(node) else { return };
        special.is_destroyed = true;
        if special.kind == name::ARMORY {
            for item in std::mem::take(&mut board.armory) {
                if item == name::KEY {
                    board.keys_destroyed += 1;
                } else {
                    board.removed_cards.add(item);
                }
            }
        }
    }
}
