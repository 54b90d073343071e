"""Cards: events, omens, figures, statuses, objects, keys."""

from typing import Any

import pytest
from case_runner import CaseRunner
from king_cases import QUIET_CONFIG, STAIRS, parse_dice, play_case

from footfall.engine.declarations.rules import Rules
from footfall.plugins.king.layout import NODE_BY_NAME

ALONE = "; P2 F2_P 3"


def draw(rules: Rules, card: str, player: str, dice: str = "", others: str = ALONE, **given: Any) -> CaseRunner:
    """P1 searches in F1_R1, whose deck has one card."""
    return play_case(rules, f"P1 F1_R1 {player}{others}", "SEARCH P1", dice=dice, boxes={"F1_R1": [card]}, **given)


# Events.


def test_an_event_goes_under_its_own_deck(rules: Rules) -> None:
    """K-CARD-1, D-46: also when its drawer has left; a total is never below 0."""
    trial = play_case(
        rules,
        "P1 F1_R2 -3; P2 F2_P 3",
        "SEARCH P1",
        dice="event 5",
        boxes={"F1_R2": ["EVENT:LIFT", "KEY"], "F2_R2": []},
    )
    assert trial.read_path("players.P1.at") == "F2_R2"
    assert trial.read_path("boxes.F1_R2") == ["KEY", "EVENT:LIFT"]
    assert trial.board.limbo == []


@pytest.mark.parametrize(("die", "sanity", "skips", "blunt"), [(2, 0, True, 0), (4, 0, False, 0), (5, 0, False, 1)])
def test_corpse(rules: Rules, die: int, sanity: int, skips: bool, blunt: int) -> None:
    """K-EVENT CORPSE: turn lost, lose 1, or a BLUNT from the supply."""
    trial = draw(rules, "EVENT:CORPSE", str(sanity), f"event {die}")
    assert trial.read_path("players.P1.skip_next_turn") is skips
    assert trial.read_path("players.P1.objects") == ["BLUNT"] * blunt
    assert trial.read_path("players.P1.sanity") == (-1 if die == 4 else 0)
    assert trial.board.supplied_cards == ({"BLUNT": 1} if blunt else {})


def test_mirror_down_is_one_loss_that_vanity_does_not_raise(rules: Rules) -> None:
    """K-EVENT YELLOW_MIRROR, K-STATUS-VANITY."""
    trial = draw(rules, "EVENT:YELLOW_MIRROR", "3 {VANITY 2}", "event 1")
    assert trial.read_path("players.P1.sanity") == -3
    trial = draw(rules, "EVENT:YELLOW_MIRROR", "-3 max2", "event 1")
    assert trial.read_path("players.P1.sanity") == 2


def test_vanity_raises_every_single_loss(rules: Rules) -> None:
    """K-EVENT YELLOW_BLOW, K-STATUS-VANITY: 2 becomes 3."""
    assert draw(rules, "EVENT:YELLOW_BLOW", "3 {VANITY 2}", "event 1").read_path("players.P1.sanity") == 0


def test_served_meal(rules: Rules) -> None:
    """K-EVENT SERVED_MEAL: 0: lose 3; 1-2: poison; 3-6: +2; 7+: a guest comes, enters, both +2."""
    assert draw(rules, "EVENT:SERVED_MEAL", "-1", "event 1").read_path("players.P1.sanity") == -4
    assert draw(rules, "EVENT:SERVED_MEAL", "0", "event 2").read_path("players.P1.status_left.POISONED") == 2
    assert draw(rules, "EVENT:SERVED_MEAL", "0", "event 3").read_path("players.P1.sanity") == 2
    trial = play_case(
        rules,
        "P1 F1_R1 3; P2 F2_P 1; P3 F3_P 3",
        "SEARCH P1",
        dice="event 4, guest 0 of 0..1",
        boxes={"F1_R1": ["EVENT:SERVED_MEAL", "KEY"]},
    )
    assert trial.read_path("players.P2.at") == "F1_R1"
    assert trial.read_path("players.P2.keys") == 1
    assert [soul.sanity for soul in trial.board.souls] == [5, 3, 3]
    assert trial.read_path("boxes.F1_R1") == ["EVENT:SERVED_MEAL"]


def test_divan(rules: Rules) -> None:
    """K-EVENT YELLOW_DIVAN: clears good and bad; from 4 also +1; from 8 CLARITY."""
    trial = draw(rules, "EVENT:YELLOW_DIVAN", "1 {CURSED 2} {CLARITY 2}", "event 2")
    assert trial.read_path("players.P1.statuses") == set()
    assert trial.read_path("players.P1.sanity") == 1
    assert draw(rules, "EVENT:YELLOW_DIVAN", "1 {CURSED 2}", "event 3").read_path("players.P1.sanity") == 2
    assert draw(rules, "EVENT:YELLOW_DIVAN", "4 {CURSED 2}", "event 4").read_path("players.P1.statuses") == {
        "CURSED",
        "CLARITY",
    }


@pytest.mark.parametrize(("die", "other"), [(3, "P2"), (4, "P3")])
def test_face_swap(rules: Rules, die: int, other: str) -> None:
    """K-EVENT FACE_SWAP: with the next seat, or the previous; both enter, the drawer first."""
    trial = play_case(
        rules,
        "P1 F1_R1 0; P2 F2_R1 3; P3 F3_R1 3",
        "SEARCH P1",
        dice=f"event {die}",
        boxes={"F1_R1": ["EVENT:FACE_SWAP", "KEY"], "F2_R1": ["OBJECT:VIAL"], "F3_R1": ["OBJECT:VIAL"]},
    )
    assert trial.read_path("players.P1.at") == ("F2_R1" if other == "P2" else "F3_R1")
    assert trial.read_path(f"players.{other}.at") == "F1_R1"
    assert trial.read_path("players.P1.objects") == ["VIAL"]
    assert trial.read_path(f"players.{other}.keys") == 1


def test_lift_and_trapdoor(rules: Rules) -> None:
    """K-EVENT LIFT, K-EVENT TRAPDOOR: 0 ends the turn; the floors wrap both ways."""
    for card in ("LIFT", "TRAPDOOR"):
        trial = draw(rules, f"EVENT:{card}", "-2", "event 2")
        assert trial.board.active == 1
    for card, die, goal in (
        ("LIFT", 1, "F2_R1"),
        ("LIFT", 4, "F3_R1"),
        ("TRAPDOOR", 1, "F2_R1"),
        ("TRAPDOOR", 4, "F3_R1"),
    ):
        assert draw(rules, f"EVENT:{card}", "0", f"event {die}").read_path("players.P1.at") == goal


def test_fury_brings_the_king(rules: Rules) -> None:
    """K-EVENT YELLOW_FURY 1-4: the King comes and his floor loses 1; not while banished."""
    trial = draw(rules, "EVENT:YELLOW_FURY", "0", "event 1", "; P2 F1_P 3", king=3)
    assert trial.read_path("king.floor") == 1
    assert [soul.sanity for soul in trial.board.souls] == [-1, 2]
    trial = draw(rules, "EVENT:YELLOW_FURY", "0", "event 1", "; P2 F1_P 3", king=3, banish=1)
    assert trial.read_path("king.floor") == 3


def test_the_pedlar_visits_for_one_deal(rules: Rules) -> None:
    """K-EVENT PEDLAR_VISIT, K-ROOM-PEDLAR: open until the turn ends, for one deal."""
    trial = draw(rules, "EVENT:PEDLAR_VISIT", "3 [RING,VIAL]", "event 1", pedlar_deck=["KEY", "VIAL"])
    trial.act({"type": "PEDLAR_SELL", "actor": "P1", "object": "RING"})
    assert trial.read_path("players.P1.sanity") == 5
    trial.act({"type": "PEDLAR_SELL", "actor": "P1", "object": "VIAL"})
    assert trial.legal is False
    trial = draw(rules, "EVENT:PEDLAR_VISIT", "3", "event 1", pedlar_deck=["KEY", "VIAL"])
    trial.act({"type": "END_TURN", "actor": "P1"})
    assert not trial.board.souls[0].has_deal


def test_high_roller_adds_a_second_die_once_a_turn(rules: Rules) -> None:
    """K-ROLE-HIGH_ROLLER: the first event of a turn."""
    trial = play_case(
        rules,
        "P1 F1_R1 -1 HIGH_ROLLER; P2 F2_P 3",
        "SEARCH P1",
        "SEARCH P1",
        dice="event 2, second 4, event 2",
        boxes={"F1_R1": ["EVENT:CORPSE", "EVENT:CORPSE"]},
    )
    assert trial.read_path("players.P1.objects") == ["BLUNT"]
    assert trial.read_path("players.P1.skip_next_turn") is True


# Statuses, objects, keys.


def test_a_status_card_leaves_the_game(rules: Rules) -> None:
    """K-CARD-2: 2 rounds."""
    trial = draw(rules, "STATUS:CURSED", "3")
    assert trial.read_path("players.P1.status_left.CURSED") == 2
    assert trial.board.removed_cards == {"CURSED": 1}


def test_full_hands_are_the_owners_choice(rules: Rules) -> None:
    """K-CARD-2, D-44: any object goes, the new one included; bound ones and tales take no slot."""
    trial = draw(rules, "OBJECT:COMPASS", "3 [VIAL,BLUNT,CHAMBERS_BOOK,TALE_SIGN]")
    question = trial.session.state.question
    assert question is not None
    assert question.options == ("VIAL", "BLUNT", "COMPASS")
    trial.act({"type": "ANSWER", "actor": "P1", "option": "COMPASS"})
    assert trial.read_path("players.P1.objects") == ["VIAL", "BLUNT", "CHAMBERS_BOOK", "TALE_SIGN"]
    assert trial.board.discard_pile == {"COMPASS": 1}


def test_objects_have_their_uses(rules: Rules) -> None:
    """K-ACT-USE-VIAL, K-OBJ-1, K-OBJ-3: VIAL +2 and spent; trinkets have no use."""
    trial = play_case(rules, "P1 F1_R1 1 [VIAL,SCROLL]; P2 F2_P 3", "USE P1 VIAL")
    assert trial.read_path("players.P1.sanity") == 3
    assert trial.read_path("players.P1.objects") == ["SCROLL"]
    assert trial.read_path("players.P1.actions_left") == 2
    trial.act({"type": "USE", "actor": "P1", "object": "SCROLL"})
    assert trial.legal is False


def test_a_keyring_is_a_slot_and_a_point(rules: Rules) -> None:
    """K-OBJ-2, K-KEY-2: while held; sold, the point goes again."""
    trial = play_case(
        rules, "P1 F1_R1 5 k1; P2 F2_P 3", "SEARCH P1", "SEARCH P1", boxes={"F1_R1": ["OBJECT:KEYRING", "KEY"]}
    )
    assert trial.read_path("players.P1.keys") == 2
    assert trial.read_path("players.P1.sanity_max") == 6
    trial = draw(rules, "EVENT:PEDLAR_VISIT", "5 max6 [KEYRING]", "event 1")
    trial.act({"type": "PEDLAR_SELL", "actor": "P1", "object": "KEYRING"})
    assert trial.read_path("players.P1.sanity_max") == 5
    assert trial.read_path("players.P1.sanity") == 5


def test_no_key_beyond_the_pool(rules: Rules) -> None:
    """K-KEY-1, K-KEY-3, K-CARD-3: with all keys in hands or destroyed a key goes under."""
    trial = draw(rules, "KEY", "3", others="; P2 F2_P 3 k2", keys_destroyed=4)
    assert trial.read_path("players.P1.keys") == 0
    trial = draw(rules, "KEY", "3", others="; P2 F2_P 3 k2", keys_destroyed=3)
    assert trial.read_path("players.P1.keys") == 1


def test_an_empty_deck_gives_nothing(rules: Rules) -> None:
    """K-CARD-4, K-ACT-SEARCH: SEARCH is illegal there and in corridors."""
    for node in ("F1_R1", "F1_P"):
        trial = play_case(rules, f"P1 {node} 3; P2 F2_P 3", "SEARCH P1")
        assert trial.legal is False
        assert trial.read_path("players.P1.actions_left") == 2


def test_the_book_and_the_tales(rules: Rules) -> None:
    """K-OBJ-BOOK, K-ACT-ATTACH_TALE, D-09, D-10: the n-th tale banishes for n ends of round."""
    trial = play_case(
        rules,
        "P1 F1_R1 3 [CHAMBERS_BOOK,TALE_SIGN,TALE_MASK]; P2 F2_P 3 [TALE_DRAGON]",
        "ATTACH_TALE P1 TALE_SIGN",
        "ATTACH_TALE P1 TALE_MASK",
    )
    assert trial.read_path("king.banish") == 2
    assert trial.board.removed_cards == {"TALE_SIGN": 1, "TALE_MASK": 1}
    trial.act({"type": "END_TURN", "actor": "P1"})
    trial.act({"type": "ATTACH_TALE", "actor": "P2", "object": "TALE_DRAGON"})
    assert trial.legal is False


def test_the_crown_is_an_option(rules: Rules) -> None:
    """K-OBJ-CROWN, D-12: 1 key, spent, in the corridor of the Sanctuary's floor."""
    trial = play_case(rules, "P1 F1_P 3 k1; P2 F2_P 3", "BUY_CROWN P1", config={"crown_source": "sanctuary"})
    assert trial.board.false_king == 0
    assert trial.board.crown_round == 2
    assert (trial.read_path("players.P1.keys"), trial.board.keys_spent, trial.board.keys_destroyed) == (0, 1, 0)
    trial = play_case(rules, "P1 F1_P 3 k1; P2 F2_P 3", "BUY_CROWN P1")
    assert trial.legal is False


def test_trade_is_an_option(rules: Rules) -> None:
    """D-28: free in one node, where the profile has it."""
    souls = "P1 F1_P 3 k1 [VIAL]; P2 F1_P 3"
    gift = {"type": "GIVE", "actor": "P1", "target": "P2", "object": "VIAL"}
    trial = play_case(rules, souls, config={"trade": True})
    trial.act(gift)
    assert trial.read_path("players.P2.objects") == ["VIAL"]
    trial.act(gift | {"object": "KEY"})
    assert trial.read_path("players.P2.keys") == 1
    trial = play_case(rules, souls)
    trial.act(gift)
    assert trial.legal is False


# Omens and figures.


def test_spider_omen_low(rules: Rules) -> None:
    """K-OMEN-SPIDER low: a SPIDER in the node, if none is on the board; an omen is discarded (K-CARD-3)."""
    trial = draw(rules, "OMEN:SPIDER", "-1", "omen 2")
    assert trial.read_path("monsters.M1.type") == "SPIDER"
    assert trial.read_path("players.P1.statuses") == set()
    assert trial.board.discard_pile == {"OMEN_SPIDER": 1}
    trial = draw(rules, "OMEN:SPIDER", "-1", "omen 2", monsters="SPIDER F3_R1")
    assert len(trial.board.monsters) == 1


def test_goblin_omen(rules: Rules) -> None:
    """K-OMEN-GOBLIN: low: a GOBLIN robs; high: one object, at random, not a bound one."""
    trial = draw(rules, "OMEN:GOBLIN", "0 k1 [VIAL,CHAMBERS_BOOK]", "omen 1")
    assert trial.read_path("players.P1.objects") == ["CHAMBERS_BOOK"]
    assert trial.read_path("players.P1.keys") == 0
    assert trial.read_path("monsters.M1.at") == "F1_R2"
    assert trial.board.keys_destroyed == 0
    trial = draw(rules, "OMEN:GOBLIN", "3 [VIAL,BLUNT]", "omen 1, theft 1 of 0..1")
    assert trial.read_path("players.P1.objects") == ["VIAL"]


def test_ice_queen_omen(rules: Rules) -> None:
    """K-OMEN-ICE_QUEEN, K-MON-ICE_QUEEN, K-MON-ICE_SERVANT: she seals the floor this round; he leaves 1 action."""
    trial = draw(rules, "OMEN:ICE_QUEEN", "0", "omen 1")
    assert trial.read_path("monsters.M1.at") == "F1_P"
    assert trial.read_path("players.P1.legal_moves") == set()
    assert trial.read_path("players.P1.actions_left") == 1
    trial = play_case(
        rules,
        "P1 F1_R1 3; P2 F2_P 3",
        "SEARCH P1",
        dice="omen 1",
        config={"base_actions": 3},
        boxes={"F1_R1": ["OMEN:ICE_QUEEN"]},
    )
    assert trial.read_path("monsters.M1.type") == "ICE_SERVANT"
    assert trial.read_path("players.P1.actions_left") == 1


def test_walking_onto_ice(rules: Rules) -> None:
    """K-MON-ICE_SERVANT, K-TURN-2: entering its floor leaves at most 1 action; BLUNT removes it."""
    trial = play_case(
        rules, "P1 F1_R1 3 [BLUNT]; P2 F2_P 3", "MOVE P1 F2_R1", monsters="ICE_SERVANT F2_P", config={"base_actions": 4}
    )
    assert trial.read_path("players.P1.actions_left") == 1
    trial = play_case(rules, "P1 F2_P 3 [BLUNT]; P2 F2_P 3", monsters="ICE_SERVANT F2_P")
    assert trial.read_path("players.P1.actions_left") == 1
    trial.act({"type": "USE_BLUNT", "actor": "P1"})
    assert trial.board.monsters == []
    assert trial.read_path("players.P1.actions_left") == 1


def test_a_stunned_queen_lifts_her_cap(rules: Rules) -> None:
    """K-MON-ICE_QUEEN, K-ACT-USE-BLUNT, D-23: 1 action for all but a BRAWLER."""
    trial = play_case(rules, "P1 F2_P 3 BRAWLER [BLUNT]; P2 F1_P 3", "USE_BLUNT P1", monsters="ICE_QUEEN F2_P")
    assert trial.read_path("monsters.M1.stun") == 2
    assert trial.read_path("players.P1.actions_left") == 2


def test_tue_tue_omen(rules: Rules) -> None:
    """K-OMEN-TUE_TUE: low counts as a Tue-Tue; high: sanity becomes 0, up or down."""
    trial = draw(rules, "OMEN:TUE_TUE", "-1", "omen 2")
    assert trial.read_path("players.P1.sanity") == -2
    assert trial.read_path("tue_tue_seen") == 1
    assert draw(rules, "OMEN:TUE_TUE", "5 {VANITY 2}", "omen 2").read_path("players.P1.sanity") == 0
    assert draw(rules, "OMEN:TUE_TUE", "-3", "omen 5").read_path("players.P1.sanity") == 0


def test_tue_tue_grows(rules: Rules) -> None:
    """K-MON-TUE_TUE: 1, then 2; the third to -5, VANITY ignored (D-35)."""
    assert draw(rules, "MONSTER:TUE_TUE", "3").read_path("players.P1.sanity") == 2
    assert draw(rules, "MONSTER:TUE_TUE", "3", tue_tue_seen=1).read_path("players.P1.sanity") == 1
    trial = draw(rules, "MONSTER:TUE_TUE", "3 {VANITY 2}", tue_tue_seen=2, config={"sacrifice": False})
    assert trial.read_path("players.P1.sanity") == -5
    assert trial.board.monsters == []


def test_revealed_figures(rules: Rules) -> None:
    """K-MON-1, K-MON-SPIDER, K-MON-SACK_MAN, K-MON-GOBLIN, K-MON-ICE_QUEEN, D-58: the effects on the drawer."""
    trial = draw(rules, "MONSTER:SPIDER", "3")
    assert trial.read_path("players.P1.status_left.TRAPPED") == 3
    assert trial.board.removed_cards == {"SPIDER": 1}
    trial = draw(rules, "MONSTER:SACK_MAN", "3")
    assert trial.read_path("players.P1.at") == trial.read_path("monsters.M1.at") == "F1_R2"
    assert trial.read_path("players.P1.status_left.TRAPPED") == 3
    trial = draw(rules, "MONSTER:GOBLIN", "3 k1 [VIAL]")
    assert trial.board.monsters[0].loot == ["VIAL"]
    assert trial.board.monsters[0].loot_keys == 1
    trial = draw(rules, "MONSTER:ICE_QUEEN", "3")
    assert trial.read_path("monsters.M1.at") == "F1_P"


def test_the_board_holds_eight_figures(rules: Rules) -> None:
    """K-MON-1: further figures neither appear nor act."""
    crowd = "; ".join(["BABY_SPIDER F3_R1"] * 8)
    trial = draw(rules, "MONSTER:SPIDER", "3", monsters=crowd)
    assert len(trial.board.monsters) == 8
    assert trial.read_path("players.P1.statuses") == set()


def test_figures_destroy_special_rooms(rules: Rules) -> None:
    """K-MON-3, K-ROOM-ARMOURY, D-51, K-KEY-4: face down or open; keys in the armory count as destroyed."""
    room = {"F1_R1": {"type": "ARMOURY", "revealed": True}}
    trial = play_case(rules, "P1 F1_R1 3 k1; P2 F2_P 3", specials=room, boxes={"F1_R1": ["MONSTER:SPIDER"]})
    trial.act({"type": "ARMOURY_DROP", "actor": "P1", "object": "KEY"})
    assert trial.board.armory == ["KEY"]
    trial.act({"type": "SEARCH", "actor": "P1"})
    assert trial.board.specials[0].is_destroyed
    assert trial.read_path("keys_destroyed") == 1


def test_a_baby_spider_stuns_and_breaks(rules: Rules) -> None:
    """K-MON-BABY_SPIDER: STUNNED 1 in block 5: the next turn is lost; BLUNT removes it."""
    trial = play_case(
        rules,
        "P1 F1_P 3; P2 F2_P 3; P3 F3_P 3",
        "END",
        dice=STAIRS,
        config=QUIET_CONFIG,
        banish=1,
        monsters="BABY_SPIDER F1_R1",
        starter="P2",
        active="P2",
    )
    assert trial.read_path("players.P1.skip_next_turn") is True
    trial.act({"type": "END_TURN", "actor": "P3"})
    assert (trial.board.round, trial.board.active) == (3, 1)
    assert trial.read_path("players.P1.skip_next_turn") is False
    trial = play_case(rules, "P1 F1_R1 3 [BLUNT]; P2 F2_P 3", "USE_BLUNT P1", monsters="BABY_SPIDER F1_R1")
    assert trial.board.monsters == []


def test_blunt_hits_the_first_by_arrival(rules: Rules) -> None:
    """K-MON-4, K-MON-SACK_MAN: its victim is free."""
    trial = play_case(rules, "P1 F1_R1 3 [BLUNT]; P2 F1_R1 3 {TRAPPED 3}", monsters="SACK_MAN F1_R1; SPIDER F1_R1")
    trial.board.souls[1].trapper = 1
    trial.act({"type": "USE_BLUNT", "actor": "P1"})
    assert (trial.read_path("monsters.M1.stun"), trial.read_path("monsters.M2.stun")) == (2, 0)
    assert trial.read_path("players.P2.statuses") == set()


def test_loot_beyond_the_slots_is_destroyed(rules: Rules) -> None:
    """K-MON-GOBLIN, K-KEY-4: keys that do not fit count as destroyed."""
    trial = play_case(rules, "P1 F1_R1 3 k1 [BLUNT,VIAL]; P2 F2_P 3", monsters="GOBLIN F1_R1")
    thief = trial.board.monsters[0]
    thief.loot, thief.loot_keys = ["COMPASS", "RING", "TALE_SIGN"], 2
    trial.act({"type": "USE_BLUNT", "actor": "P1"})
    assert trial.read_path("players.P1.objects") == ["VIAL", "COMPASS", "TALE_SIGN"]
    assert trial.read_path("players.P1.keys") == 1
    assert trial.read_path("keys_destroyed") == 2
    assert trial.board.removed_cards == {"RING": 1}


def test_escape_from_the_sack_man_is_plain(rules: Rules) -> None:
    """K-STATUS-TRAPPED, D-34: d6 >= 3 without sanity; the source is stunned for 1."""
    trial = play_case(rules, "P1 F1_R1 -4 {TRAPPED 3}; P2 F2_P 3", monsters="SACK_MAN F1_R1")
    trial.board.souls[0].trapper = 1
    trial.dice.remaining = parse_dice("escape 3")
    trial.act({"type": "ESCAPE", "actor": "P1"})
    assert trial.read_path("players.P1.statuses") == set()
    assert trial.read_path("monsters.M1.stun") == 1


def test_the_sack_man_drags_his_victim(rules: Rules) -> None:
    """K-MON-SACK_MAN: flees with his victim, else hunts; abduction gives no card (K-ENTER)."""
    trial = play_case(
        rules,
        "P1 F1_R1 3 {TRAPPED 3} spent2; P2 F1_R3 3",
        dice=STAIRS,
        config=QUIET_CONFIG,
        banish=1,
        monsters="SACK_MAN F1_R1",
        boxes={"F1_R2": ["KEY"]},
    )
    trial.board.souls[0].trapper = 1
    trial.end_round(())
    assert trial.read_path("players.P1.at") == trial.read_path("monsters.M1.at") == "F1_R2"
    assert trial.read_path("players.P1.keys") == 0
    assert trial.board.boxes[NODE_BY_NAME["F1_R1"]] == []
