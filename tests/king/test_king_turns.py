"""Turns, actions, special rooms, setup."""

from collections import Counter

import msgspec
import pytest
from king_cases import QUIET_CONFIG, STAIRS, parse_dice, play_case

from footfall.engine.declarations.rules import Rules
from footfall.engine.session import Session
from footfall.plugins.king.layout import NODE_NAMES, ROOMS
from footfall.plugins.king.records import GameRecords
from footfall.plugins.king.state import Board


def board(session: Session) -> Board:
    board: Board = session.state.parts["core.king"]
    return board


def test_turns_go_round(rules: Rules) -> None:
    """K-TURN-1, K-END-0f: one turn each from the starter; the marker moves one seat."""
    trial = play_case(
        rules, "P1 F1_P 3; P2 F2_P 3; P3 F3_P 3", starter="P2", active="P2", config=QUIET_CONFIG, banish=9
    )
    trial.dice.remaining = parse_dice(STAIRS)
    seats = []
    for _ in range(4):
        question = trial.session.state.question
        assert question is not None
        seats.append(question.actor)
        trial.act({"type": "END_TURN", "actor": f"P{question.actor + 1}"})
    assert seats == [1, 2, 0, 2]


@pytest.mark.parametrize(
    ("profile", "player", "left"),
    [
        ("strict_p0", "3", 2),
        ("strict_p0", "3 {ENLIGHTENED 2}", 3),
        ("strict_p0", "-5 {ENLIGHTENED 2}", 1),
        ("full_game", "-5", 2),
        ("full_game", "3 {ENLIGHTENED 2}", 3),
        ("full_game", "3 spent1", 1),
    ],
)
def test_allowance(rules: Rules, profile: str, player: str, left: int) -> None:
    """K-TURN-2, K-STATUS-ENLIGHTENED, D-40: caps are absolute in strict, ENLIGHTENED adds after them in full."""
    trial = play_case(rules, f"P1 F1_P {player}; P2 F2_P 3", profile=profile)
    assert trial.read_path("players.P1.actions_left") == left


def test_enlightened_after_a_cap(rules: Rules) -> None:
    """K-TURN-2, D-40: on ice 1 in strict, 2 in full."""
    for profile, left in (("strict_p0", 1), ("full_game", 2)):
        trial = play_case(rules, "P1 F1_P 3 {ENLIGHTENED 2}; P2 F2_P 3", profile=profile, monsters="ICE_QUEEN F1_P")
        assert trial.read_path("players.P1.actions_left") == left


def test_a_turn_ends_by_itself_when_nothing_is_left(rules: Rules) -> None:
    """K-TURN-3, D-24: not while free actions remain."""
    trial = play_case(rules, "P1 F1_P 3; P2 F2_P 3", "MEDITATE P1", "MEDITATE P1", king=3)
    assert trial.board.active == 1
    trial = play_case(rules, "P1 F1_P 3 [VIAL]; P2 F2_P 3", "MEDITATE P1", "MEDITATE P1", king=3)
    assert trial.board.active == 0
    trial.act({"type": "USE", "actor": "P1", "object": "VIAL"})
    assert trial.board.active == 1


def test_free_actions_are_capped(rules: Rules) -> None:
    """D-24: `max_free_actions` a turn."""
    trial = play_case(rules, "P1 F1_P 0 [VIAL,COMPASS]; P2 F2_P 3", "USE P1 VIAL", config={"max_free_actions": 1})
    assert trial.legal is True
    trial.act({"type": "USE", "actor": "P1", "object": "COMPASS"})
    assert trial.legal is False


def test_clarity_works_at_every_turns_end(rules: Rules) -> None:
    """K-TURN-4, K-STATUS-CLARITY, D-38; K-ACT-DISCARD_CLARITY clears all own statuses."""
    trial = play_case(rules, "P1 F1_P 0 {CLARITY 2} {CURSED 2}; P2 F2_P 3", config=QUIET_CONFIG)
    trial.act({"type": "END_TURN", "actor": "P1"})
    assert trial.read_path("players.P1.sanity") == 1
    trial = play_case(rules, "P1 F1_P 0 {CLARITY 2} {CURSED 2}; P2 F2_P 3", "DISCARD_CLARITY P1")
    assert trial.read_path("players.P1.statuses") == set()
    assert trial.read_path("players.P1.actions_left") == 2


def test_meditation(rules: Rules) -> None:
    """K-ACT-MEDITATE, K-ROLE-TANK, D-31: +1 in a room; not in the King's corridor, not next to a TANK."""
    assert play_case(rules, "P1 F1_R1 2; P2 F2_P 3", "MEDITATE P1").read_path("players.P1.sanity") == 3
    assert play_case(rules, "P1 F1_P 2; P2 F2_P 3", "MEDITATE P1", king=1).legal is False
    assert play_case(rules, "P1 F1_R1 2; P2 F1_R1 3 TANK", "MEDITATE P1").legal is False
    assert play_case(rules, "P1 F1_R1 2 TANK; P2 F1_R1 3", "MEDITATE P1").legal is True


def test_heal_others(rules: Rules) -> None:
    """K-ROLE-HEALER, K-ACT-HEAL_OTHERS."""
    trial = play_case(rules, "P1 F1_R1 1 HEALER; P2 F2_P -5; P3 F3_P 3", "HEAL_OTHERS P1 ENLIGHTENED")
    assert [soul.sanity for soul in trial.board.souls] == [0, -3, 5]
    assert trial.read_path("players.P2.status_left.ENLIGHTENED") == 2
    assert trial.read_path("players.P1.statuses") == set()
    assert play_case(rules, "P1 F1_R1 0 HEALER; P2 F2_P 3", "HEAL_OTHERS P1 CLARITY").legal is False
    assert play_case(rules, "P1 F1_R1 3; P2 F2_P 3", "HEAL_OTHERS P1 CLARITY").legal is False


def test_blunt_costs(rules: Rules) -> None:
    """K-ROLE-BRAWLER, K-ACT-USE-BLUNT, D-14: 1 action, none for a BRAWLER; strict stuns for 1."""
    trial = play_case(
        rules, "P1 F1_R1 3 [BLUNT]; P2 F2_P 3", "USE_BLUNT P1", monsters="SPIDER F1_R1", profile="strict_p0"
    )
    assert trial.read_path("players.P1.actions_left") == 1
    assert trial.read_path("monsters.M1.stun") == 1


# Special rooms.


def room(kind: str, node: str = "F1_R1") -> dict[str, dict[str, object]]:
    return {node: {"type": kind, "revealed": True}}


def test_the_pedlar_wants_two_of_everything(rules: Rules) -> None:
    """K-ROOM-PEDLAR, D-43, D-48: sanity 2 and two cards; treasures sell for 3, others for 1, bound ones not."""
    for sanity, legal in ((1, False), (2, True)):
        souls = f"P1 F1_R1 {sanity}; P2 F2_P 3"
        buying = play_case(rules, souls, "PEDLAR_BUY P1", specials=room("PEDLAR"), pedlar_deck=["KEY"] * 2)
        assert (buying.legal is not False) is legal
    assert (
        play_case(rules, "P1 F1_R1 3; P2 F2_P 3", "PEDLAR_BUY P1", specials=room("PEDLAR"), pedlar_deck=["KEY"]).legal
        is False
    )
    trial = play_case(
        rules,
        "P1 F1_R1 0 k1 [VIAL,RING,CHAMBERS_BOOK]; P2 F2_P 3",
        "PEDLAR_SELL P1 VIAL",
        "PEDLAR_SELL P1 RING",
        "PEDLAR_SELL P1 CHAMBERS_BOOK",
        specials=room("PEDLAR"),
    )
    assert trial.read_path("players.P1.sanity") == 4
    assert trial.legal is False
    trial = play_case(
        rules,
        "P1 F1_R1 3 k1; P2 F2_P 3",
        "PEDLAR_BUY P1",
        "ANSWER P1 KEY",
        specials=room("PEDLAR"),
        pedlar_deck=["KEY", "VIAL", "RING"],
    )
    assert trial.read_path("players.P1.keys") == 1
    assert trial.read_path("pedlar_deck") == ["RING", "VIAL", "KEY"]


def test_the_armory_holds_two(rules: Rules) -> None:
    """K-ROOM-ARMOURY, D-45: free; take any, slots apply."""
    trial = play_case(
        rules,
        "P1 F1_R1 3 k1 [VIAL,BLUNT]; P2 F1_R1 3 k1",
        "ARMOURY_DROP P1 VIAL",
        "ARMOURY_DROP P1 KEY",
        "ARMOURY_DROP P1 BLUNT",
        specials=room("ARMOURY"),
    )
    assert trial.legal is False
    assert trial.board.armory == ["VIAL", "KEY"]
    trial.act({"type": "END_TURN", "actor": "P1"})
    trial.act({"type": "ARMOURY_TAKE", "actor": "P2", "object": "KEY"})
    assert trial.legal is False
    trial.act({"type": "ARMOURY_TAKE", "actor": "P2", "object": "VIAL"})
    assert trial.read_path("players.P2.objects") == ["VIAL"]
    assert trial.read_path("players.P2.actions_left") == 2


def test_the_tavern_tells_of_two_rooms(rules: Rules) -> None:
    """K-ROOM-TAVERN: once a turn, lose 1, two different rooms anywhere."""
    trial = play_case(
        rules,
        "P1 F1_R1 3; P2 F2_P 3",
        "TAVERN P1",
        "ANSWER P1 F3_R2",
        specials=room("TAVERN"),
        boxes={"F3_R2": ["KEY"], "F2_R2": ["EVENT:LIFT"]},
    )
    question = trial.session.state.question
    assert question is not None
    assert question.options == ("F2_R2",)
    trial.act({"type": "ANSWER", "actor": "P1", "option": "F2_R2"})
    assert trial.read_path("players.P1.sanity") == 2
    trial.act({"type": "TAVERN", "actor": "P1"})
    assert trial.legal is False


def test_yellow_doors(rules: Rules) -> None:
    """K-ROOM-YELLOW_DOORS: to another player and enter; he loses 1."""
    trial = play_case(
        rules, "P1 F1_R1 3; P2 F2_R3 3", "YELLOW_DOORS P1 P2", specials=room("YELLOW_DOORS"), boxes={"F2_R3": ["KEY"]}
    )
    assert trial.read_path("players.P1.at") == "F2_R3"
    assert trial.read_path("players.P1.keys") == 1
    assert trial.read_path("players.P2.sanity") == 2
    assert trial.read_path("players.P1.actions_left") == 1


def test_the_salon(rules: Rules) -> None:
    """K-ROOM-BEAUTY_SALON: yellow events have no effect and are not rolled; the 3rd use brings VANITY (D-54)."""
    boxes = {"F1_R1": ["EVENT:YELLOW_BLOW"]}
    trial = play_case(
        rules, "P1 F1_R1 3; P2 F2_P 3", "SALON P1", "SEARCH P1", specials=room("BEAUTY_SALON"), boxes=boxes
    )
    assert trial.read_path("players.P1.sanity") == 3
    assert trial.read_path("boxes.F1_R1") == ["EVENT:YELLOW_BLOW"]
    trial = play_case(rules, "P1 F1_R1 3; P2 F2_P 3", specials=room("BEAUTY_SALON"))
    trial.board.salon_uses = 2
    trial.act({"type": "SALON", "actor": "P1"})
    assert trial.read_path("players.P1.status_left.VANITY") == 2
    trial.act({"type": "SALON", "actor": "P1"})
    assert trial.legal is False


def test_the_chapel(rules: Rules) -> None:
    """K-ROOM-CHAPEL: +(d6+2); a 1 brings PARANOIA, too."""
    trial = play_case(rules, "P1 F1_R1 -5; P2 F2_P 3", "CHAPEL P1", dice="chapel 1", specials=room("CHAPEL"))
    assert trial.read_path("players.P1.sanity") == -2
    assert trial.read_path("players.P1.statuses") == {"PARANOIA"}


@pytest.mark.parametrize(("die", "left"), [(1, [1, 1]), (4, [2, 2]), (5, [1, 3])])
def test_the_lethal_chamber(rules: Rules, die: int, left: list[int]) -> None:
    """K-ROOM-LETHAL_CHAMBER, D-41, D-55, K-KEY-1: exactly two, once a game; a key even without a slot."""
    trial = play_case(
        rules, "P1 F1_R1 3 k1; P2 F1_R1 3", "RITUAL P1", dice=f"ritual {die}", specials=room("LETHAL_CHAMBER")
    )
    assert [soul.sanity for soul in trial.board.souls] == left
    assert trial.read_path("players.P1.keys") == 2
    assert trial.board.key_pool() == 7
    trial.act({"type": "RITUAL", "actor": "P1"})
    assert trial.legal is False
    assert play_case(rules, "P1 F1_R1 3; P2 F2_P 3", "RITUAL P1", specials=room("LETHAL_CHAMBER")).legal is False


def test_a_face_down_or_ruined_room_offers_nothing(rules: Rules) -> None:
    """K-ROOM: the actions need an open, undestroyed room."""
    for state in ({"type": "CHAPEL", "revealed": False}, {"type": "CHAPEL", "revealed": True}):
        trial = play_case(rules, "P1 F1_R1 3; P2 F2_P 3", specials={"F1_R1": state})
        trial.board.specials[0].is_destroyed = bool(state["revealed"])
        trial.act({"type": "CHAPEL", "actor": "P1"})
        assert trial.legal is False


# Setup.


@pytest.mark.parametrize("deal", ["random", "stratified"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_setup(rules: Rules, players: int, deal: str) -> None:
    """K-SETUP-1, K-SETUP-2, K-SETUP-3, K-SETUP-4, K-SETUP-5, D-25, D-26, D-29, D-47."""
    session = Session.begin(rules, 7, {"players": players, "deal": deal})
    it = board(session)
    codex = GameRecords(rules.records)
    assert [NODE_NAMES[soul.node] for soul in it.souls] == ["F1_P", "F2_P", "F1_P", "F2_P"][:players]
    assert len({soul.role for soul in it.souls}) == players
    for soul in it.souls:
        role = codex.roles[soul.role]
        assert (soul.sanity, soul.top, soul.objects) == (role.sanity, role.sanity, list(role.start))
    assert [len(it.boxes[node]) for node in ROOMS] == [9] * 12
    assert all(1 <= room <= 4 for room in it.stairs)
    assert [special.node // 5 for special in it.specials] == [0, 1, 2]
    assert len({special.kind for special in it.specials}) == 3
    assert not any(special.is_open for special in it.specials)
    cards = Counter(card for box in it.boxes for card in box)
    pedlar = Counter(it.pedlar)
    tales = {card: n for card, n in (cards + pedlar).items() if card.startswith("TALE")}
    assert set(tales.values()) == {1}
    assert len(tales) == 4
    assert sum(pedlar.values()) == 14
    groups = Counter(codex.cards[card].group for card in cards.elements())
    assert groups == {"event": 48, "status": 14, "object": 27, "monster": 7, "key": 5, "tale": 3, "omen": 4}
    assert (cards["CORPSE"], cards["YELLOW_FURY"], cards["KEYRING"], cards["CHAMBERS_BOOK"]) == (5, 2, 1, 1)
    if deal == "stratified":
        for node in ROOMS:
            assert sum(codex.cards[card].group == "event" for card in it.boxes[node]) == 4
    assert (it.round, it.starter, it.king) == (1, 0, 0)


@pytest.mark.parametrize("draw", ["random_unique", "fixed", "random"])
def test_some_souls_are_chosen_and_the_others_drawn(rules: Rules, draw: str) -> None:
    """K-SETUP-1."""
    parties = []
    for seed in range(40):
        it = board(Session.begin(rules, seed, {"party": "?,SCOUT,?,?", "role_draw": draw}))
        parties.append([soul.role for soul in it.souls])
    assert {party[1] for party in parties} == {"SCOUT"}
    if draw == "random":
        assert any(len(set(party)) < 4 for party in parties)
    else:
        assert all(len(set(party)) == 4 for party in parties)
    assert (len({tuple(party) for party in parties}) == 1) == (draw == "fixed")


def test_setup_options(rules: Rules) -> None:
    """Options override profile values, also as texts; an invalid one is an error."""
    it = board(Session.begin(rules, 1, {"party": "tank, scout", "house_loss": "3", "trade": "true"}))
    assert [soul.role for soul in it.souls] == ["TANK", "SCOUT"]
    assert (it.profile.house_loss, it.profile.allows_trade) == (3, True)
    it = board(Session.begin(rules, 1, {"presence_table": "1:2,5:3", "start_nodes": "F1_R1,F1_R2,F1_R3,F1_R4"}))
    assert it.profile.presence_table == ((1, 2), (5, 3))
    for options, text in (
        ({"players": 5}, "2 to 4"),
        ({"party": "WIZARD,TANK"}, "no role 'WIZARD'"),
        ({"profile": "easy"}, "no profile 'easy'"),
        ({"roulette": "fortune"}, "roulette"),
        ({"anti_loop": True}, "anti_loop"),
        ({"base_actions": "many"}, "base_actions: Expected whole number, got text"),
        ({"base_actions": 10**18}, "base_actions: Expected whole number <= 100"),
        ({"fk_base": 10**18}, "fk_base: Expected whole number <= 1000000000"),
        ({"presence_table": f"1:{10**18}"}, "presence_table: Expected whole number <= 1000000000"),
        ({"threshold_node": "F4_P"}, "no node"),
        ({"ring": "F1_R1,F1_R2"}, "12 rooms"),
    ):
        with pytest.raises(ValueError, match=text):
            Session.begin(rules, 1, options)


def test_profiles_differ_by_values_only(rules: Rules) -> None:
    """The differences of `full_game`, complete."""
    profiles = GameRecords(rules.records).profiles
    strict, full = (msgspec.to_builtins(profiles[name]) for name in ("strict_p0", "full_game"))
    changed = {name: value for name, value in full.items() if name != "id" and value != strict[name]}
    assert changed == {
        "presence_timing": "on_arrival",
        "d6_1_replaces_ring": True,
        "fk_floor_exempt": (2, 4, 5, 6),
        "minus5_spares_bound": True,
        "discard_spares_bound": True,
        "enlightened_after_caps": True,
        "fk_base": 1,
        "reaction_stun": 2,
        "object_stun": 2,
        "minus5_actions": 2,
        "minus5_refire": "once_per_round",
        "sacrifice": True,
        "banish_moves_king": False,
    }
