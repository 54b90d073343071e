"""Figures in block 5 of the end of a round."""

from king_cases import QUIET_CONFIG, STAIRS, play_case

from footfall.engine.declarations.rules import Rules
from footfall.plugins.king.rules.monsters import next_node
from footfall.plugins.king.state import Monster

KING = "roulette 1, effect 3, "


def test_figures_act_in_order_of_arrival_and_never_use_stairs(rules: Rules) -> None:
    """K-END-5, K-END-5a, K-MON-2, K-STAIRS-6: hunters come nearer by 1, stay with a player, stay without any."""
    trial = play_case(
        rules,
        "P1 F1_R4 3; P2 F2_R1 3",
        "END",
        dice=STAIRS,
        config=QUIET_CONFIG,
        banish=1,
        monsters="SPIDER F1_R1; SPIDER F2_R1; SPIDER F3_R1; GOBLIN F1_R2",
    )
    assert [trial.read_path(f"monsters.M{n}.at") for n in (1, 2, 3, 4)] == ["F1_P", "F2_R1", "F3_R1", "F1_P"]
    assert trial.read_path("players.P1.statuses") == set()
    assert trial.read_path("players.P2.statuses") == {"TRAPPED"}


def test_a_loaded_goblin_flees(rules: Rules) -> None:
    """K-MON-GOBLIN, K-MON-2: away from the nearest player; without players to the first neighbor."""
    trial = play_case(rules, "P1 F1_P 3; P2 F2_P 3", "END", dice=STAIRS, config=QUIET_CONFIG, banish=1)
    board = trial.board
    thief = Monster(1, "GOBLIN", 1, loot_keys=1)
    assert next_node(board, thief, True, ()) == 2
    board.souls[0].node = 10
    assert next_node(board, thief, True, ()) == 0
    board.souls[0].node = 2
    assert next_node(board, thief, True, ()) == 0


def test_the_fighter_may_decline(rules: Rules) -> None:
    """K-END-5b, K-END-5c: only the DPS in the node with a BLUNT is asked; declined, all are hit."""
    for souls, want in (
        ("P1 F1_R1 3 BRAWLER [BLUNT]; P2 F1_R1 3", {"TRAPPED"}),
        ("P1 F1_R1 3 [BLUNT]; P2 F1_R1 3", {"TRAPPED"}),
    ):
        trial = play_case(rules, souls, "END", dice=STAIRS, config=QUIET_CONFIG, banish=1, monsters="SPIDER F1_R1")
        assert trial.read_path("players.P1.statuses") == want
        assert trial.read_path("players.P2.statuses") == want
        assert trial.read_path("players.P1.objects") == ["BLUNT"]


def test_stun_wears_off_after_the_block(rules: Rules) -> None:
    """K-END-5a, K-END-5d, D-14: a reaction of the full game stuns for 2, so 1 is left."""
    react = [{"for": "reaction", "actor": "P1", "use": "BLUNT"}]
    trial = play_case(
        rules,
        "P1 F1_R1 3 BRAWLER [BLUNT]; P2 F1_R1 3",
        "END",
        dice=STAIRS,
        config=QUIET_CONFIG,
        banish=1,
        monsters="SPIDER F1_R1; BABY_SPIDER F1_R1 2",
        decisions=react,
    )
    assert trial.read_path("monsters.M1.stun") == 1
    assert trial.read_path("monsters.M2.stun") == 1
    assert trial.read_path("players.P2.statuses") == set()


def test_contact_effects_are_an_option(rules: Rules) -> None:
    """K-MON-GOBLIN, K-MON-SACK_MAN, D-33: with `contact_effects` they act on contact, too."""
    for contact, keys in ((False, 1), (True, 0)):
        trial = play_case(
            rules,
            "P1 F1_R1 3 k1; P2 F2_P 3",
            "END",
            dice=STAIRS,
            config={**QUIET_CONFIG, "contact_effects": contact},
            banish=1,
            monsters="GOBLIN F1_R1",
        )
        assert trial.read_path("players.P1.keys") == keys
