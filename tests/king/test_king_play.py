"""Whole games: random legal play, invariants, equality across backends, saves, workers of the same seed."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from footfall.engine.codec import decode_state, encode_snapshot
from footfall.engine.declarations.rules import Rules
from footfall.engine.model import Answer, Command
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins import king
from footfall.plugins.king import commands
from footfall.plugins.king.layout import NODE_NAMES, ROOMS
from footfall.plugins.king.records import GameRecords
from footfall.plugins.king.rules.allowance import actions_left
from footfall.plugins.king.state import KEY, MIN_SANITY, Board
from footfall.plugins.king.steps import HANDLERS
from footfall.sim.bots import choose_random_command, list_legal_commands, play_turns
from footfall.sim.game_batch import GameBatch, play_batch
from footfall.sim.plan import Plan, replace_values, resolve_plan
from footfall.sim.run import simulate
from footfall.testing.backends import use_backend

PROFILES = ("strict_p0", "full_game")
OUTCOMES = {"WIN", "LOSE_ALL_MINUS5", "LOSE_KEYS", "TIMEOUT"}


def board_of(session: Session) -> Board:
    board: Board = session.state.parts["core.king"]
    return board


def all_cards(board: Board) -> Counter[str]:
    """Returns all cards of all places, without those from outside the decks; keys as KEY."""
    cards: Counter[str] = Counter()
    for box in board.boxes:
        cards.update(box)
    cards.update(board.pedlar)
    cards.update(board.pedlar_open)
    cards.update(board.armory)
    cards.update(card for _, card in board.limbo)
    cards.update(board.discard_pile)
    cards.update(board.removed_cards)
    for soul in board.souls:
        cards.update(soul.objects)
        cards[KEY] += soul.keys
    for monster in board.monsters:
        cards.update(monster.loot)
        cards[KEY] += monster.loot_keys
    cards[KEY] += board.keys_destroyed + board.keys_spent
    cards.subtract(board.supplied_cards)
    return +cards


def sound(session: Session, codex: GameRecords, cards: Counter[str]) -> None:
    """Asserts the invariants of every state."""
    board = board_of(session)
    question = session.state.question
    unsettled = {entry.args[0] for entry in session.state.agenda if entry.step == "core.king:hands"}
    if question is not None and question.kind == "overflow":
        unsettled.add(question.actor)
    assert all_cards(board) == cards, "a card was lost or doubled"
    assert all(box == [] for node, box in enumerate(board.boxes) if node not in ROOMS)
    assert all(0 <= known <= len(box) for known, box in zip(board.known_counts, board.boxes, strict=True))
    assert len(board.stairs) == 3
    assert all(1 <= room <= 4 for room in board.stairs)
    assert 0 <= board.king <= 2
    assert board.banish >= 0
    assert len(board.monsters) <= board.profile.max_monsters
    assert [monster.number for monster in board.monsters] == sorted({monster.number for monster in board.monsters})
    falling = {seat for seat, _ in board.falling}
    assert set(board.held_seats) <= falling
    for seat, soul in enumerate(board.souls):
        assert MIN_SANITY <= soul.sanity <= max(soul.top, MIN_SANITY)
        assert soul.keys >= 0
        assert soul.spent_actions >= 0
        assert actions_left(codex, board, seat) >= 0
        assert 0 <= soul.node < 15
        assert all(left > 0 for left in soul.statuses.values())
        assert soul.free_actions <= board.profile.max_free_actions
        if seat not in unsettled:
            held = sum(card in codex.slotted for card in soul.objects)
            assert held <= soul.object_slots - soul.slots_lost


def universe(board: Board, codex: GameRecords, seat: int) -> list[Command]:
    """Returns all commands, legal or not."""
    items = (*codex.cards, "NOTHING")
    options: list[Command] = [commands.Move(actor=seat, to=name) for name in (*NODE_NAMES, "F9_P")]
    for kind in HANDLERS:
        names = kind.__struct_fields__
        if names == ("actor",):
            options.append(kind(actor=seat))
        elif "item" in names and "target" not in names:
            options += [kind(actor=seat, item=item) for item in items]
    options += [commands.HealOthers(actor=seat, blessing=blessing) for blessing in ("CLARITY", "ENLIGHTENED", "GOLD")]
    options += [commands.AttachTale(actor=seat, tale=item) for item in items]
    options += [commands.YellowDoors(actor=seat, target=target) for target in range(-1, 5)]
    options += [commands.Give(actor=seat, target=target, item=item) for target in range(-1, 5) for item in items]
    return options


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("profile", PROFILES)
def test_random_legal_play_ends(rules: Rules, profile: str, players: int) -> None:
    records = GameRecords(rules.records)
    for seed in range(4):
        session = Session.begin(rules, seed, {"profile": profile, "players": players}, strict=True)
        cards = all_cards(board_of(session))
        assert sum(cards.values()) == 122
        for _ in play_turns(session, choose_random_command, 3000):
            sound(session, records, cards)
        assert session.state.outcome in OUTCOMES
        assert session.state.agenda == []
        assert board_of(session).limbo == []


@pytest.mark.parametrize("options", [{"profile": "full_game", "trade": True}, {"profile": "strict_p0"}])
def test_what_is_listed_is_what_is_allowed(rules: Rules, options: dict[str, Any]) -> None:
    """A handler refuses exactly what the list of legal commands leaves out, and names the rule."""
    tried = 0
    for seed in range(6):
        session = Session.begin(rules, seed, options, strict=True)
        for step, _ in enumerate(play_turns(session, choose_random_command, 120)):
            question = session.state.question
            if question is None or question.kind != "turn" or step % 3:
                continue
            listed = list_legal_commands(session)
            assert len(set(listed)) == len(listed)
            ctx = session.context()
            for command in universe(board_of(session), GameRecords(rules.records), question.actor):
                handle = session.rules.commands[type(command)].spec.handle
                outcome = handle(ctx, command)
                rule_named = getattr(outcome, "rule", None)
                assert (rule_named is None) == (command in listed), f"{command} {outcome}"
                assert rule_named != ""
                tried += 1
    assert tried > 10_000


def test_same_seed_same_game(rules: Rules) -> None:
    """One seed gives one game, on both kernel backends, quiet or not, and after every save and reload."""

    def hashes(**keywords: Any) -> list[str]:
        session = Session.begin(rules, 11, {"profile": "full_game"}, **keywords)
        return [session.hash(), *(session.hash() for _ in play_turns(session, choose_random_command, 3000))]

    first = hashes()
    assert hashes(quiet=True) == first
    with use_backend("python"):
        assert hashes() == first


def test_saved_in_the_middle_of_questions(rules: Rules) -> None:
    """A decoded state continues to the same end, with any question open."""
    kinds: set[str] = set()
    for seed in range(12):
        session = Session.begin(rules, seed, {"profile": "full_game"})
        for _ in play_turns(session, choose_random_command, 3000):
            question = session.state.question
            if question is None or question.kind in kinds:
                continue
            kinds.add(question.kind)
            copy = Session(rules, decode_state(encode_snapshot(session.state), rules.saves.parts))
            assert copy.hash() == session.hash()
            twin = Session(rules, decode_state(encode_snapshot(session.state), rules.saves.parts))
            for _ in play_turns(copy, choose_random_command, 40):
                pass
            for _ in play_turns(twin, choose_random_command, 40):
                pass
            assert copy.hash() == twin.hash()
    assert {"turn", "peek", "sacrifice", "overflow", "foresee", "discard"} <= kinds


def test_reloading_every_few_steps_changes_nothing(rules: Rules) -> None:
    session = Session.begin(rules, 5, {"profile": "full_game"})
    other = Session.begin(rules, 5, {"profile": "full_game"})
    while session.state.outcome is None:
        command = choose_random_command(session)
        session.submit(command)
        other.submit(command)
        if session.state.turn % 5 == 0:
            other = Session(rules, decode_state(encode_snapshot(other.state), rules.saves.parts))
    assert other.hash() == session.hash()


class House(RuleBasedStateMachine):
    """Random legal and illegal commands; the invariants hold after each."""

    game = load("core.king", only_mods=[]).rules
    records = GameRecords(game.records)

    @initialize(
        seed=st.integers(0, 2**32),
        profile=st.sampled_from(PROFILES),
        players=st.integers(2, 4),
        crown=st.sampled_from(["none", "sanctuary"]),
        contact=st.booleans(),
        trade=st.booleans(),
    )
    def begin(self, seed: int, profile: str, players: int, crown: str, contact: bool, trade: bool) -> None:
        options = {"profile": profile, "players": players, "crown_source": crown}
        options |= {"contact_effects": contact, "trade": trade}
        self.session = Session.begin(self.game, seed, options, strict=True)
        self.cards = all_cards(board_of(self.session))
        self.boxes = [board_of(self.session).boxes[node] for node in ROOMS]

    def running(self) -> bool:
        return self.session.state.question is not None

    @precondition(running)
    @rule(pick=st.integers(0, 10_000))
    def legal_command(self, pick: int) -> None:
        legal = list_legal_commands(self.session)
        assert legal
        result = self.session.submit(legal[pick % len(legal)])
        assert result.refusal is None

    @precondition(running)
    @rule(pick=st.integers(0, 10_000))
    def any_command(self, pick: int) -> None:
        question = self.session.state.question
        assert question is not None
        before = self.session.hash()
        every = universe(board_of(self.session), self.records, question.actor)
        result = self.session.submit(every[pick % len(every)])
        if result.refusal is not None:
            assert self.session.hash() == before

    @precondition(running)
    @rule(choice=st.integers(-1, 15))
    def any_answer(self, choice: int) -> None:
        question = self.session.state.question
        assert question is not None
        before = self.session.hash()
        if self.session.submit(Answer(actor=question.actor, choice=choice)).refusal is not None:
            assert self.session.hash() == before

    @precondition(lambda self: not self.running())
    @rule()
    def over(self) -> None:
        assert self.session.state.outcome in OUTCOMES
        assert list_legal_commands(self.session) == []

    @invariant()
    def sound(self) -> None:
        sound(self.session, self.records, self.cards)

    @invariant()
    def ring(self) -> None:
        """K-END-8: the twelve boxes are the same objects in another order."""
        now = [board_of(self.session).boxes[node] for node in ROOMS]
        assert sorted(map(id, now)) == sorted(map(id, self.boxes))


House.TestCase.settings = settings(
    max_examples=40, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)
TestHouse = House.TestCase


ALONE = """
import sys
from pathlib import Path
import footfall.loader.discovery as discovery
import footfall.plugins.king as king
from footfall.engine.session import Session
from footfall.loader import load
from footfall.sim.bots import choose_random_command, play_turns

discovery.PLUGINS_FOLDER = Path(sys.argv[1])  # the other plugins are not there
rules = load("core.king", only_mods=[], strict=True).rules
session = Session.begin(rules, 1, {"profile": "full_game"}, strict=True)
for _ in play_turns(session, choose_random_command, 3000):
    pass
assert session.state.outcome
rules.game.presentation.scene(session.context())
tiles = [name for name in sys.modules if name.startswith(("footfall.world", "footfall.api.grid", "tcod"))]
assert not tiles, tiles
"""


def test_it_plays_without_tiles(tmp_path: Path) -> None:
    """Neither the world nor its api is imported, directly or indirectly."""
    (tmp_path / "king").symlink_to(Path(king.__file__).parent, target_is_directory=True)
    command = [sys.executable, "-W", "error", "-c", ALONE, str(tmp_path)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


MOD = """
MOD = "test.hard-house"
GAMES = ["core.king"]

from footfall.api import add, hook


@hook("on_damage", manner="house")
def on_damage(event):
    return [add("damage", 1, "the House is cruel")]
"""


def test_a_listener_changes_the_houses_loss(rules: Rules, tmp_path: Path) -> None:
    """A mod's listener changes the loss (K-END-1)."""
    (tmp_path / "hard_house.py").write_text(MOD)
    loaded = load("core.king", only_mods=[], mods=[tmp_path / "hard_house.py"], strict=True)
    lost = []
    for active in (rules, loaded.rules):
        session = Session.begin(active, 1, {"party": "TANK,HIGH_ROLLER", "presence_from_round": 999})
        for _ in range(2):
            question = session.state.question
            assert question is not None
            result = session.submit(commands.EndTurn(actor=question.actor))
            lost += [e.amounts for e in result.events if getattr(e, "source", "") == "house"]
    assert lost == [((0, 1), (1, 1)), ((0, 2), (1, 2))]


@pytest.mark.proof(0)
def test_it_changes_play_batch_and_simulator_alike(tmp_path: Path) -> None:
    """The same mod over the same games, in this process and in workers: one more lost by each soul and round."""
    path = tmp_path / "hard_house.py"
    path.write_text(MOD)
    party = {"party": "TANK,HIGH_ROLLER", "presence_from_round": 999}
    plan = Plan(game="core.king", games=60, seed=4, options=party, bots=("cautious",))
    plain, hard = (
        resolve_plan(variant)[0]
        for variant in (plan, replace_values(plan, load("king", only_mods=[]).rules, {"mods": path}))
    )
    batches = {name: play_batch(variant, 0, 60) for name, variant in (("plain", plain), ("hard", hard))}
    for name, variant in (("plain", plain), ("hard", hard)):
        assert simulate(variant, workers=2).columns["hash"] == batches[name].columns["hash"]

    def sanity(batch: GameBatch) -> float:
        cells = [cell for (column, at, _), cell in batch.curves.items() if (column, at) == ("sanity_sum", 1)]
        return sum(value * times for cell in cells for value, times in cell.items()) / 60

    assert 1 < sanity(batches["plain"]) - sanity(batches["hard"]) <= 2  # some stand at the bottom already
