"""The end of a round: its blocks, the King, statuses."""

import pytest
from king_cases import QUIET_CONFIG, STAIRS, play_case

from footfall.engine.declarations.rules import Rules
from footfall.plugins.king import changes, events
from footfall.plugins.king.profile import Profile, presence_loss, table_loss

KING = "roulette 1, effect 3, "


def order(rules: Rules, profile: str) -> list[str]:
    """The steps and dice of one end of round, in order, by events."""
    trial = play_case(rules, "P1 F2_R1 3; P2 F1_P 3", profile=profile, dice=KING + STAIRS)
    seen: list[str] = []
    for _ in range(2):
        question = trial.session.state.question
        assert question is not None
        result = trial.session.submit(trial.parse_command({"type": "END_TURN", "actor": f"P{question.actor + 1}"}))
        for event in result.events:
            if isinstance(event, events.SanityLost):
                seen.append(event.source)
            elif isinstance(event, (events.KingCame, changes.ActKing, changes.TurnStairs, events.BoxesTurned)):
                seen.append(type(event).__name__)
            elif isinstance(event, events.RoundStarted):
                seen.append("round")
    return seen


def test_eight_blocks_in_order(rules: Rules) -> None:
    """K-END-0a, K-END-0b, K-END-0f, K-END-2c: strict hurts before the roulette, full on arrival (D-01)."""
    tail = ["ActKing", "TurnStairs", "BoxesTurned", "round"]
    assert order(rules, "strict_p0") == ["house", "presence", "KingCame", *tail]
    assert order(rules, "full_game") == ["house", "KingCame", "presence", *tail]
    names = rules.hooks.chains["on_round_end", "core.king"]
    blocks = ("house", "presence", "roulette", "effect", "monsters", "statuses", "stairs", "decks")
    assert names == tuple(f"core.king:{block}" for block in blocks)


def test_round_one_spares_presence_only(rules: Rules) -> None:
    """K-END-1a, K-END-2b: the House runs; d6 result 2 still costs 1."""
    trial = play_case(
        rules, "P1 F1_R1 3; P2 F2_P -5", "END", dice="roulette 3, effect 2, " + STAIRS, profile="strict_p0", round=1
    )
    assert trial.read_path("players.P1.sanity") == 1
    assert trial.read_path("players.P2.sanity") == -5
    assert trial.board.keys_destroyed == 0


def test_presence_table() -> None:
    """K-END-2a: rounds 1-3: 1; 4-6: 2; 7-9: 3; 10 and later: 4; round 1 by its exception 0."""
    assert [table_loss(Profile(), number) for number in range(1, 12)] == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4]
    assert [presence_loss(Profile(), number) for number in (1, 2, 4)] == [0, 1, 2]


def test_direct_roulette(rules: Rules) -> None:
    """K-END-3, K-END-3c option: 1 to 3 name the floor, 4 rolls again; he stands in its corridor."""
    trial = play_case(
        rules,
        "P1 F1_R1 3; P2 F2_P 3",
        "END",
        dice="roulette 4, roulette 2, effect 3, " + STAIRS,
        config={**QUIET_CONFIG, "roulette": "direct"},
        king=3,
    )
    assert trial.read_path("king.floor") == 2
    assert trial.read_path("king.at") == "F2_P"


def test_the_wheel_starts_at_the_old_floor_again(rules: Rules) -> None:
    """K-END-3a, K-END-3b: a reroll for the False King's floor counts from where the King stood."""
    trial = play_case(
        rules,
        "P1 F2_R1 3; P2 F1_P 3",
        "END",
        dice="roulette 1, roulette 3, effect 3, fk 6, " + STAIRS,
        config=QUIET_CONFIG,
        false_king={"holder": "P1", "since": 2},
    )
    assert trial.read_path("king.floor") == 1


def test_banishment_counts_ends_of_round(rules: Rules) -> None:
    """K-BANISH-1, K-BANISH-2, K-BANISH-3, K-EVENT YELLOW_FURY 5+: the larger counter; strict goes to the Sanctuary."""
    boxes = {"F2_R1": ["EVENT:YELLOW_FURY"]}
    for profile, floor in (("strict_p0", 1), ("full_game", 3)):
        trial = play_case(
            rules, "P1 F2_R1 5; P2 F2_P 3", "SEARCH P1", dice="event 2", profile=profile, king=3, boxes=boxes
        )
        assert trial.read_path("king.banish") == 1
        assert trial.read_path("king.floor") == floor
    trial = play_case(rules, "P1 F2_R1 5; P2 F2_P 3", "SEARCH P1", dice="event 2", banish=3, boxes=boxes)
    assert trial.read_path("king.banish") == 3


def test_the_false_king_is_tested_while_the_king_is_away(rules: Rules) -> None:
    """K-END-6c, K-END-6d, D-11: full threshold is maximum + 1 + rounds; the round-1 exception is not his (D-56)."""
    trial = play_case(
        rules,
        "P1 F2_R1 0 max3; P2 F2_P 3; P3 F1_P 3",
        "END",
        dice="fk 4, " + STAIRS,
        config={"house_loss": 0},
        round=1,
        banish=1,
        false_king={"holder": "P1", "since": 1},
    )
    assert [trial.read_path(f"players.{name}.sanity") for name in ("P1", "P2", "P3")] == [-1, 2, 3]
    trial = play_case(
        rules,
        "P1 F2_R1 0 max3; P2 F2_P 3",
        "END",
        dice="fk 5, " + STAIRS,
        config=QUIET_CONFIG,
        round=1,
        banish=1,
        false_king={"holder": "P1", "since": 1},
    )
    assert trial.read_path("players.P2.sanity") == 3


@pytest.mark.parametrize("d6", [2, 6])
def test_full_game_spares_the_false_kings_floor(rules: Rules, d6: int) -> None:
    """K-KING-D6-2, K-KING-D6-6, D-03: results 2, 4, 5, 6 in the full game."""
    trial = play_case(
        rules,
        "P1 F1_R1 3 [VIAL]; P2 F1_P 3 [VIAL]; P3 F2_P 3 [VIAL]",
        "END",
        dice=f"roulette 1, effect {d6}, fk 6, " + STAIRS,
        config=QUIET_CONFIG,
        false_king={"holder": "P1", "since": 2},
    )
    assert [soul.sanity < 3 or not soul.objects for soul in trial.board.souls] == [False, False, True]


def test_a_mark_lasts_one_turn(rules: Rules) -> None:
    """K-KING-D6-3, A-14: 1 action in the next turn only, on any floor."""
    trial = play_case(rules, "P1 F1_P 3; P2 F2_R1 3", "END", dice=KING + STAIRS, config=QUIET_CONFIG)
    assert trial.read_path("players.P2.actions_left") == 1
    trial.act({"type": "END_TURN", "actor": "P2"})
    assert not trial.board.souls[1].is_marked


def test_decks_are_shuffled_on_option(rules: Rules) -> None:
    """K-KING-D6-1 option shuffle: each deck on its own, nothing lost."""
    boxes = {"F1_R1": ["A1", "A2"]}
    trial = play_case(
        rules,
        "P1 F1_P 3; P2 F1_P 3",
        "END",
        dice="roulette 1, effect 1, boxes 0 of 0..1, " + STAIRS,
        config={**QUIET_CONFIG, "king_d6_1": "shuffle"},
        boxes=boxes,
    )
    assert trial.read_path("boxes.F1_R4") == ["A2", "A1"]


def test_drive_by_the_old_stairs_is_no_entry(rules: Rules) -> None:
    """K-KING-D6-4, K-STAIRMOVE-1, K-STAIRMOVE-2, K-STAIRMOVE-3, K-END-7a: the trapped go, too; no card."""
    trial = play_case(
        rules,
        "P1 F3_R2 3 {TRAPPED 3} spent2; P2 F3_P 3 {PARANOIA 3}; P3 F1_P 3",
        "END",
        dice="roulette 2, effect 4, stairs_1 1, stairs_2 4, stairs_3 1",
        config=QUIET_CONFIG,
        stairs={"1": 1, "2": 3, "3": 2},
        boxes={"F2_R3": ["KEY"]},
    )
    assert [trial.read_path(f"players.{name}.at") for name in ("P1", "P2", "P3")] == ["F2_R3", "F2_R3", "F1_P"]
    assert trial.read_path("players.P1.keys") == 0
    assert trial.read_path("king.floor") == 3


def test_attraction_moves_the_trapped_and_gives_no_peek(rules: Rules) -> None:
    """K-KING-D6-5, K-ATTRACT-1, K-ATTRACT-2, K-ATTRACT-3: from the rooms of his floor, too."""
    trial = play_case(
        rules,
        "P1 F2_R1 3 {TRAPPED 3} spent2; P2 F1_R1 3; P3 F3_P 3",
        "END",
        dice="roulette 1, effect 5, " + STAIRS,
        config=QUIET_CONFIG,
        boxes={"F2_R1": ["KEY"]},
    )
    assert [trial.read_path(f"players.{name}.at") for name in ("P1", "P2", "P3")] == ["F2_P"] * 3
    assert trial.session.state.question is not None
    assert trial.session.state.question.kind == "turn"


def test_the_owner_chooses_what_he_discards(rules: Rules) -> None:
    """K-KING-D6-6, A-16: bound objects by profile; the discard pile has it."""
    dice = "roulette 1, effect 6, " + STAIRS
    decide = [{"for": "discard", "actor": "P1", "object": "COMPASS"}]
    souls = "P1 F1_R1 3 [COMPASS,VIAL,CHAMBERS_BOOK]; P2 F1_P 3 [CHAMBERS_BOOK]"
    trial = play_case(rules, souls, "END", dice=dice, config=QUIET_CONFIG, decisions=decide)
    assert trial.read_path("players.P1.objects") == ["VIAL", "CHAMBERS_BOOK"]
    assert trial.read_path("players.P2.objects") == ["CHAMBERS_BOOK"]
    assert trial.board.discard_pile == {"COMPASS": 1}
    trial = play_case(rules, souls, "END", dice=dice, config={**QUIET_CONFIG, "discard_choice": "last"})
    assert trial.read_path("players.P1.objects") == ["COMPASS", "CHAMBERS_BOOK"]
    strict = play_case(rules, souls, "END", dice=dice, config=QUIET_CONFIG, profile="strict_p0", decisions=decide)
    assert strict.read_path("players.P2.objects") == []


def test_statuses_tick_once(rules: Rules) -> None:
    """K-END-6, K-END-6a, K-END-6b, K-STATUS-CURSED, D-37: others on the floor pay, the cursed does not."""
    trial = play_case(
        rules,
        "P1 F1_R1 3 {CURSED 2}; P2 F1_P 3 {CURSED 1}; P3 F2_P 3",
        "END",
        dice=STAIRS,
        config=QUIET_CONFIG,
        banish=1,
    )
    assert [soul.sanity for soul in trial.board.souls] == [2, 2, 3]
    assert trial.board.souls[0].statuses == {"CURSED": 1}
    assert trial.board.souls[1].statuses == {}


def test_fury_doubles_presence_for_good(rules: Rules) -> None:
    """K-EVENT YELLOW_FURY 0, K-END-2, D-49: block 2 and FURY cost double."""
    boxes = {"F1_R1": ["EVENT:YELLOW_FURY", "EVENT:YELLOW_FURY"]}
    trial = play_case(
        rules, "P1 F1_R1 -2; P2 F1_P 3", "SEARCH P1", "SEARCH P1", dice="event 1, event 4", boxes=boxes, king=3
    )
    assert trial.board.is_furious is True
    assert trial.read_path("king.floor") == 1
    assert [soul.sanity for soul in trial.board.souls] == [-4, 1]
    trial = play_case(rules, "P1 F2_R1 3; P2 F1_P 3", dice=KING + STAIRS, config={"house_loss": 0})
    trial.board.is_furious = True
    for name in ("P1", "P2"):
        trial.act({"type": "END_TURN", "actor": name})
    assert trial.read_path("players.P1.sanity") == 1


def test_every_die_is_logged(rules: Rules) -> None:
    """K-END-0g, K-END-0c, K-END-0d, K-END-4, K-END-7: purpose, roller and value of each; none while he is away."""
    trial = play_case(
        rules, "P1 F1_P 3; P2 F2_P 3", dice=KING + "stairs_1 2, stairs_2 3, stairs_3 4", config=QUIET_CONFIG
    )
    rolled = []
    for name in ("P1", "P2"):
        result = trial.session.submit(trial.parse_command({"type": "END_TURN", "actor": name}))
        rolled += [e for e in result.events if isinstance(e, changes.LogRoll)]
    assert [(e.purpose, e.roller, e.faces, e.value) for e in rolled] == [
        ("king_roulette", 0, 4, 1),
        ("king_effect", 0, 6, 3),
        ("stairs_1", -1, 4, 2),
        ("stairs_2", -1, 4, 3),
        ("stairs_3", -1, 4, 4),
    ]
    away = play_case(rules, "P1 F1_P 3; P2 F2_P 3", "END", dice=STAIRS, banish=1)
    assert away.rolls == ["stairs_1", "stairs_2", "stairs_3"]
