"""The compiled board plays the same games as the rules in Python, and only unchanged rules."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from king_batches import FULL, HEAD, PLAN, assert_equal, both
from king_options import random_options
from king_twins import BOTS, RANDOM, compare_game, compile_board

from footfall import kernels
from footfall.api.compiled import NotCompiledError
from footfall.engine.codec import decode_state, digest, hash_state
from footfall.engine.declarations.rules import Rules
from footfall.loader import load
from footfall.plugins.king.compiled import NATIVE_MODULE, load_board_type
from footfall.sim.coverage import DIE_TAG, STEP_TAG
from footfall.sim.game_batch import CUT_SHORT, FAILED, play_batch
from footfall.sim.plan import resolve_plan
from footfall.sim.run import simulate
from footfall.testing.backends import use_backend

_native = pytest.importorskip("footfall._native")
pytestmark = pytest.mark.skipif(kernels.get_backend() != "rust", reason="needs the native module")


@pytest.mark.parametrize("options", [{}, FULL, {**FULL, "crown_source": "sanctuary", "trade": True}], ids=str)
def test_every_state_of_a_game_is_the_same(rules: Rules, options: dict[str, Any]) -> None:
    for index in range(12):
        assert compare_game(rules, options, PLAN.derive_game_seed(index)) > 20


@pytest.mark.proof(0)
def test_every_state_is_the_same_whatever_the_options_and_the_bots(rules: Rules) -> None:
    for number in range(40):
        bots = (BOTS[number % 4], BOTS[number // 4 % 4]) if number % 2 else RANDOM
        compare_game(
            rules,
            random_options(PLAN.derive_game_seed(number)),
            PLAN.derive_game_seed(number),
            max_commands=400,
            bots=bots,
        )


@pytest.mark.proof(0)
def test_what_is_tried_out_is_the_same(rules: Rules) -> None:
    """The Monte Carlo bot decides alike: same deals of unknown cards, same dice, same scores."""
    bots = ("core.king:montecarlo", *RANDOM, "core.king:goal")
    assert compare_game(rules, FULL, PLAN.derive_game_seed(1), max_commands=16, bots=bots) == 16


BUDGET_BOT = """
from functools import partial
from footfall.plugins.king.bots import GREEDY, montecarlo


@hook
def provide_bots():
    budget = montecarlo.Budget(trials=2, depth=7, options=3, margin=-20)
    return [Bot("test.other:short", partial(montecarlo.decide, temper=GREEDY, budget=budget))]
"""


def test_a_mods_bot_with_a_budget_of_its_own_is_played_compiled(tmp_path: Path) -> None:
    path = tmp_path / "other.py"
    path.write_text(HEAD + BUDGET_BOT, encoding="utf-8")
    rules = load("core.king", only_mods=[], mods=[path]).rules
    assert compare_game(rules, {}, PLAN.derive_game_seed(2), max_commands=40, bots=("test.other:short",)) == 40


def test_a_state_is_written_as_the_codec_writes_it(rules: Rules) -> None:
    for state in compile_board(rules, FULL).list_states(PLAN.derive_game_seed(0), 500):
        assert hash_state(decode_state(state, rules.saves.parts)) == digest(state)


@pytest.mark.proof(2)
@pytest.mark.parametrize(
    ("options", "max_commands", "bots"),
    [
        (FULL, 20_000, RANDOM),
        ({"players": 3}, 20_000, RANDOM),
        (FULL, 60, RANDOM),
        (FULL, 0, RANDOM),
        (FULL, 20_000, ("goal",)),
        ({}, 20_000, ("cautious", "random", "greedy")),
    ],
    ids=str,
)
def test_a_batch_is_the_same(options: dict[str, Any], max_commands: int, bots: tuple[str, ...]) -> None:
    games = 60 if bots == RANDOM else 15
    compiled, python = both(msgspec.structs.replace(PLAN, options=options, max_commands=max_commands, bots=bots), games)
    assert_equal(compiled, python)
    assert (compiled.compiled_games, python.compiled_games) == (games, 0)
    assert (CUT_SHORT in compiled.columns["outcome"]) == (max_commands < 100)


@pytest.mark.proof(0)
def test_workers_play_it_and_the_run_is_the_same() -> None:
    plan, _ = resolve_plan(msgspec.structs.replace(PLAN, options=FULL, games=230))
    runs = [simulate(plan, workers=2), simulate(msgspec.structs.replace(plan, compiled_mode="never"), workers=0)]
    assert runs[0].compute_digest() == runs[1].compute_digest()
    assert [run.compiled_games for run in runs] == [230, 0]


def test_rounds_that_pass_before_anybody_is_asked_are_observed() -> None:
    """No player has an action until the House has brought all to -5, where each has two."""
    late = {**FULL, "base_actions": 0, "max_free_actions": 0, "house_loss": 0, "presence_table": ((1, 0),)}
    compiled, python = both(msgspec.structs.replace(PLAN, options=late), 20)
    assert_equal(compiled, python)
    assert max(at for _, at, _ in compiled.curves) > 20


TABLES = """
[patch.card."core.king:YELLOW_BLOW"]
set.rows = [{ to = 2, do = [["lose", 1], ["status", "VANITY", 3]] }, { do = [["gain", 1]] }]

[patch.card."core.king:VIAL"]
add.rooms = 2
set.sale = 2

[patch.card."core.king:LIFT"]
add.rooms = -3

[patch.card."core.king:CLARITY"]
add.rooms = 4
set.left = 6

[patch.role."core.king:TANK"]
set.foresight = true

[patch.figure."core.king:SPIDER"]
set.gait = "drags"
set.contact = "abduct"

[patch.room."core.king:TAVERN"]
set.cost = 1
set.loss = 2

[patch.room."core.king:CHAPEL"]
set.gain = 0

[patch.room."core.king:ARMOURY"]
set.capacity = 1

[patch.room."core.king:PEDLAR"]
set.loss = 0

[patch.room."core.king:YELLOW_DOORS"]
set.loss = 3

[patch.role."core.king:HEALER"]
set.heal_loss = 0
set.heal_gain = 1
set.blessing = 4

[patch.role."core.king:SCOUT"]
set.stairs_total = 6

[patch.limits."core.king:HOUSE"]
set.escape_total = 5
set.meditate_room = 2
set.meditate_corridor = 3

[patch.table."core.king:KING_EFFECT"]
set.rows.2.do = [["harm", 2], ["limit"]]
set.rows.3.do = []
set.rows.5.do = [["attract"], ["discard"], ["reorder"]]
remove.rows.6 = true

[patch.profile."core.king:full_game"]
set.house_loss = 2
set.presence_table = [[1, 2], [3, 1], [6, 4]]
set.max_free_actions = 3

[card.MUSIC]
group = "event"
rooms = 4
rows = [
  { to = -1, do = [["theft"]] },
  { to = 4, do = [["figure", "test.tables:CHOIR", "beside", "lone", "reveal"], ["rage"]] },
  { do = [["swap", 2]] },
]

[card.LANTERN]
group = "object"
rooms = 3
slot = true
uses = 1
use = [["floors", 1], ["status", "test.tables:GLOW", 2]]

[figure.CHOIR]
reveal = "rob"
gait = "loots"
stuns = 1

[role.SINGER]
sanity = 6
key_slots = 2
heals = true
second_die = true
start = ["test.tables:LANTERN", "KEYRING"]

[room.STAGE]
cost = 1
"""


def tables(folder: Path, content: str = TABLES) -> Path:
    """Writes a mod that changes tables."""
    (folder / "content").mkdir(parents=True)
    (folder / "mod.toml").write_text(
        '[mod]\nid = "test.tables"\nversion = "1.0"\ngames = ["king"]\napi = "1"\n', encoding="utf-8"
    )
    (folder / "content" / "tables.toml").write_text(content, encoding="utf-8")
    return folder


@pytest.mark.proof(0)
def test_it_plays_by_the_tables_of_mods(tmp_path: Path) -> None:
    plan = msgspec.structs.replace(PLAN, options=FULL, mods=(str(tables(tmp_path / "tables")),))
    compiled, python = both(plan, 80)
    assert_equal(compiled, python)
    assert compiled.columns["hash"] != play_batch(resolve_plan(PLAN)[0], 0, 80).columns["hash"]
    assert any(value == "test.tables:CHOIR" for _, _, value, _ in compiled.coverage)
    assert any("test.tables:SINGER" in party for party in compiled.columns["party"])


COSTS = """
[hook."core.king:on_cost".stairs]
when = "action == 'move' and actor.is_in_corridor"
add.cost = 1

[hook."core.king:on_cost".steady]
when = "action in ('heal-others', 'meditate', 'escape') and actor.sanity < 0"
set.cost = 0

[hook."core.king:on_cost".slow]
when = "place == 'F2_R1' or actor.role == 'core.king:TANK'"
add.cost = 1
"""
ARRIVALS = """
[hook."core.king:can_arrive".barred]
when = "kind in ('core.king:GOBLIN', 'core.king:SPIDER') or place == 'F1_P' or round > 8 and actor.keys == 0"
deny = "test-barred"
"""


DICE = """
[hook.on_damage.shaken]
when = "manner == 'house'"
dice = [
    { name = "worst", roll = [0, "2 + target.company"] },
    { when = "worst > 0" },
    { name = "spared", chance = ["target.sanity", "worst + 4"] },
]
add.damage = "if(spared, -1, worst)"

[hook.on_turn_start.comfort]
dice = [{ name = "eased", chance = [1, "actor.floor + 2"] }, { when = "eased" }, { name = "gain", roll = [1, 2] }]
do.gain = { seat = "actor", amount = "gain" }
"""


def test_it_rolls_the_dice_of_rules(tmp_path: Path) -> None:
    plan = msgspec.structs.replace(PLAN, options=FULL, mods=(str(tables(tmp_path / "tables", DICE)),))
    compiled, python = both(plan, 20)
    assert_equal(compiled, python)
    plain = play_batch(resolve_plan(msgspec.structs.replace(plan, mods=()))[0], 0, 60)
    assert compiled.columns["hash"] != plain.columns["hash"]


@pytest.mark.proof(0)
@pytest.mark.parametrize("text", [COSTS, ARRIVALS, COSTS + ARRIVALS], ids=["costs", "arrivals", "both"])
def test_it_asks_rules_what_an_action_costs_and_which_figures_arrive(tmp_path: Path, text: str) -> None:
    folder = tables(tmp_path / "tables", text)
    for language in ("en", "es"):
        (folder / "locale" / language).mkdir(parents=True)
        (folder / "locale" / language / "test.ftl").write_text("test-barred = No.\n", encoding="utf-8")
    bots = ("footfall:random", "core.king:goal")
    plan = msgspec.structs.replace(PLAN, options=FULL, mods=(str(folder),), bots=bots)
    compiled, python = both(plan, 20)
    assert_equal(compiled, python)
    plain = play_batch(resolve_plan(msgspec.structs.replace(plan, mods=()))[0], 0, 60)
    assert compiled.columns["hash"] != plain.columns["hash"]


@pytest.mark.parametrize(
    ("rule", "reason"),
    [("mul.cost = 2", "result"), ("do.tell = 'test-barred'", "result"), ("add.cost = 'roll(0, 1)'", "dice")],
)
def test_a_cost_that_the_board_cannot_fold_is_left_to_python(tmp_path: Path, rule: str, reason: str) -> None:
    folder = tables(tmp_path / "tables", f'[hook."core.king:on_cost".odd]\n{rule}\n')
    with pytest.raises(NotCompiledError, match=reason):
        compile_board(load("king", mods=[folder], only_mods=()).rules, FULL)


def test_a_party_of_which_some_are_drawn_is_left_to_python() -> None:
    with pytest.raises(NotCompiledError, match="some are drawn"):
        compile_board(load("king", only_mods=()).rules, {"party": "SCOUT,?"})


@pytest.mark.proof(0)
def test_a_game_that_cannot_go_on_is_left_to_the_rules_that_say_why(tmp_path: Path) -> None:
    """No player has an action or loses all sanity, so no question opens until the limit of idle rounds."""
    calm = tables(tmp_path / "tables", '[patch.role."core.king:NONE"]\nset.sanity = 900_000\n')
    plan, _ = resolve_plan(msgspec.structs.replace(PLAN, mods=(str(calm),), options={"party": "NONE,NONE"}))
    stuck = {**plan.options, "base_actions": 0, "max_free_actions": 0, "max_rounds": 100_000}
    plan = msgspec.structs.replace(plan, options=stuck)
    one, other = (play_batch(msgspec.structs.replace(plan, compiled_mode=c), 0, 1) for c in ("always", "never"))
    assert_equal(one, other)
    assert one.compiled_games == 0
    assert one.columns["outcome"] == [FAILED]
    assert "Runaway" in one.columns["error"][0]


RING = """
[hook.on_enter.start]
when = "roll(1, 60) == 1"
do.lose = { seat = "actor", amount = 20 }
[hook.on_damage.spiral]
when = "manner == 'fall'"
do.gain = { seat = "target", amount = 20 }
do.lose = { seat = "target", amount = 20 }
"""


@pytest.mark.proof(0)
def test_a_game_with_rules_that_answer_each_other_is_left_to_python(tmp_path: Path) -> None:
    plan, _ = resolve_plan(msgspec.structs.replace(PLAN, mods=(str(tables(tmp_path / "tables", RING)),)))
    one, other = (play_batch(msgspec.structs.replace(plan, compiled_mode=c), 0, 2) for c in ("auto", "never"))
    assert_equal(one, other)
    assert one.problems
    assert one.compiled_games < 2


BOT = """
@hook
def provide_bots():
    return [Bot("test.other:meek", lambda seat, options: options[-1])]
"""


def test_other_bots_are_left_to_python(tmp_path: Path) -> None:
    path = tmp_path / "other.py"
    path.write_text(HEAD + BOT, encoding="utf-8")
    plan, _ = resolve_plan(msgspec.structs.replace(PLAN, bots=("random", "meek"), mods=(str(path),)))
    with pytest.raises(NotCompiledError, match=r"test\.other:meek decides by a function"):
        play_batch(plan, 0, 1)
    assert play_batch(msgspec.structs.replace(plan, compiled_mode="auto"), 0, 1).compiled_games == 0


@pytest.mark.proof(2)
@pytest.mark.parametrize(
    ("options", "bots", "games", "max_commands"),
    [
        ({}, RANDOM, 15, 20_000),
        (FULL, RANDOM, 15, 20_000),
        ({**FULL, "crown_source": "sanctuary", "king_d6_1": "shuffle"}, ("goal", "random"), 10, 20_000),
        *((random_options(number), RANDOM, 10, 300) for number in range(8)),
        (FULL, ("montecarlo", "random"), 2, 12),
    ],
    ids=lambda value: str(value)[:60],
)
def test_an_audit_counts_the_same(
    options: dict[str, Any], bots: tuple[str, ...], games: int, max_commands: int
) -> None:
    """Every step and every die of the games, of the searches of bots none; the games stay what they are."""
    plan = msgspec.structs.replace(PLAN, options=options, bots=bots, max_commands=max_commands)
    plain, _ = both(plan, games)
    compiled, python = both(msgspec.structs.replace(plan, has_audit=True), games)
    assert_equal(compiled, python)
    assert (compiled.compiled_games, python.compiled_games) == (games, 0)
    assert compiled.columns == plain.columns
    assert plain.coverage.items() <= compiled.coverage.items()
    assert {key[0] for key in compiled.coverage.keys() - plain.coverage.keys()} == {STEP_TAG, DIE_TAG}


def test_the_python_backend_is_python_all_through() -> None:
    plan, _ = resolve_plan(msgspec.structs.replace(PLAN, compiled_mode="auto"))
    compiled = play_batch(plan, 0, 8)
    with use_backend("python"):
        python = play_batch(plan, 0, 8)
    assert_equal(compiled, python)
    assert (compiled.compiled_games, python.compiled_games) == (8, 0)


def test_the_library_holds_the_board_in_a_module_of_its_own() -> None:
    """The framework's native module has no name of a game."""
    assert not [name for name in dir(_native) if "king" in name.lower()]
    assert load_board_type().__module__ == NATIVE_MODULE


def test_a_library_without_the_board_is_a_reason_and_no_crash(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, NATIVE_MODULE, raising=False)
    monkeypatch.setattr("footfall.engine.compiled.native.native_library", lambda: Path(msgspec._core.__file__))
    with pytest.raises(NotCompiledError, match=f"was built without {NATIVE_MODULE}"):
        compile_board(rules, {})
