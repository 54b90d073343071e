"""Runs the acceptance cases: sets up a state, plays commands with forced dice, reads the state.

The format: `given`, `dice`, `action`, `expect`. New cases need
no new code unless they use a new word.
"""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

from footfall.engine.model import Answer, Cause, Command, Entry
from footfall.engine.rules import BoundStep, Rules
from footfall.engine.session import Session
from footfall.engine.state import State
from footfall.plugins.king import changes, commands
from footfall.plugins.king.allowance import actions_left
from footfall.plugins.king.events import Rolled
from footfall.plugins.king.layout import FLOOR, NODE_BY_NAME, NODE_NAMES, spin_wheel
from footfall.plugins.king.profile import override_profile, presence_loss
from footfall.plugins.king.records import GameRecords
from footfall.plugins.king.state import MIN_SANITY, Board, Monster, Soul, SpecialRoom

DATA = Path(__file__).parent.parent / "data" / "king" / "acceptance.json"
CASES: list[dict[str, Any]] = json.loads(DATA.read_text(encoding="utf-8"))
FACES = {"d4": 4, "d6": 6}


class ForcedDice:
    """The dice of a case; each roll must match the purpose and the kind of the next die."""

    def __init__(self, dice: list[dict[str, Any]]) -> None:
        self.remaining = list(dice)

    def take(self, purpose: str, low: int, high: int) -> int:
        assert self.remaining, f"a die for {purpose!r} that the case does not give"
        die = self.remaining.pop(0)
        assert die["for"] == purpose, f"the case has a die for {die['for']!r}, the rules ask for {purpose!r}"
        want = die.get("range") or (1, FACES[die["die"]])
        assert (low, high) == want, f"{purpose}: {low}..{high} is not {want}"
        value: int = die["value"]
        return value


def parse_card(name: str) -> str:
    """Returns the game's id of a card of the format (``OMEN:SPIDER``)."""
    group, _, rest = name.rpartition(":")
    return f"OMEN_{rest}" if group == "OMEN" else rest


def format_card(name: str, codex: GameRecords) -> str:
    """Returns the format's name of a card of a room deck."""
    record = codex.cards.get(name)
    if record is None or record.group in ("key", "tale"):
        return name
    return f"{record.group.upper()}:{name.removeprefix('OMEN_')}"


class CaseRunner:
    """A running case."""

    def __init__(self, rules: Rules, case: dict[str, Any]) -> None:
        given = case["given"]
        self.records_of = GameRecords(rules.records)
        self.names: list[str] = given["order"]
        self.dice = ForcedDice(case["dice"])
        self.rolls: list[str] = []
        self.legal: bool | None = None
        steps = dict(rules.steps)
        steps["trial:lose"] = BoundStep("trial:lose", "core.king", self._lose, Cause("core.king", "trial"))
        state = State(game="core.king", seed=1, settings=dict(rules.settings))
        state.parts["core.king"] = self._board(given)
        for action in case["action"]:
            if action["type"] == "LOSE":
                pairs = tuple((self.find_seat(name), n) for name, n in action["amounts"].items())
                state.agenda.append(Entry("trial:lose", (pairs,)))
        self.session = Session(dataclasses.replace(rules, steps=steps), state, dice_source=self.dice, strict=True)
        self.session.run_to_question()  # to the first question
        for action in case["action"]:
            self.act(action)

    def assert_dice_used(self) -> None:
        """Asserts that all dice of the case are used."""
        assert not self.dice.remaining, f"dice left over: {self.dice.remaining}"

    @staticmethod
    def _lose(ctx: Any, pairs: tuple[tuple[int, int], ...]) -> list[Any]:
        return [changes.Lose(pairs, "trial")]

    @property
    def board(self) -> Board:
        board: Board = self.session.state.parts["core.king"]
        return board

    def find_seat(self, name: str) -> int:
        return self.names.index(name)

    def _board(self, given: dict[str, Any]) -> Board:
        profile = override_profile(self.records_of.profiles[given["profile"]], given["config"])
        souls = []
        for name in self.names:
            it = given["players"][name]
            role = self.records_of.roles[it["role"]]
            souls.append(
                Soul(
                    role=it["role"],
                    node=NODE_BY_NAME[it["at"]],
                    sanity=it["sanity"],
                    top=it["sanity_max"],
                    keys=it["keys"],
                    objects=list(it["objects"]),
                    statuses={status["id"]: status["left"] for status in it["statuses"]},
                    key_slots=role.key_slots,
                    object_slots=role.object_slots,
                    spent=it["spent"],
                )
            )
        board = Board(profile, souls)
        board.round = given["round"]
        board.starter, board.active = self.find_seat(given["starter"]), self.find_seat(given["active"])
        board.king, board.banish = given["king"]["floor"] - 1, given["king"]["banish"]
        if given["false_king"]:
            board.false_king = self.find_seat(given["false_king"]["holder"])
            board.crowned = given["false_king"]["since"]
        board.stairs = [given["stairs"][floor] for floor in "123"]
        for node, cards in given.get("boxes", {}).items():
            board.boxes[NODE_BY_NAME[node]] = [parse_card(card) for card in reversed(cards)]
        for it in given.get("monsters", ()):
            board.arrivals += 1
            assert it["id"] == f"M{board.arrivals}"
            board.monsters.append(
                Monster(
                    board.arrivals,
                    it["type"],
                    NODE_BY_NAME[it["at"]],
                    stun=it["stun"],
                    loot=list(it.get("loot_objects", ())),
                    loot_keys=it.get("loot_keys", 0),
                )
            )
        for node, it in given.get("specials", {}).items():
            board.specials.append(SpecialRoom(NODE_BY_NAME[node], it["type"], it["revealed"]))
        board.pedlar = list(reversed(given.get("pedlar_deck", ())))
        board.tue_tue = given.get("tue_tue_seen", 0)
        board.keys_destroyed = given.get("keys_destroyed", 0)
        return board

    # Actions.

    def act(self, action: dict[str, Any]) -> None:
        kind = action["type"]
        if kind in ("QUERY", "LOSE"):
            return
        if kind == "END_ROUND":
            for _ in range(action.get("times", 1)):
                self.end_round(action.get("decisions", ()))
            return
        self.submit(self.parse_command(action))

    def submit(self, command: Command) -> None:
        result = self.session.submit(command)
        self.legal = result.refusal is None
        if result.refusal is not None:
            assert result.refusal.rule, "a refusal names its rule"
        for event in result.events:
            if isinstance(event, Rolled):
                roller = f":{self.names[event.roller]}" if event.roller >= 0 else ""
                self.rolls.append(event.purpose + roller)

    def parse_command(self, action: dict[str, Any]) -> Command:
        kind = action["type"]
        actor = self.find_seat(action["actor"])
        simple = {
            "SEARCH": commands.Search,
            "MEDITATE": commands.Meditate,
            "ESCAPE": commands.Escape,
            "PEDLAR_BUY": commands.PedlarBuy,
            "SALON": commands.Salon,
            "CHAPEL": commands.Chapel,
            "RITUAL": commands.Ritual,
            "END_TURN": commands.EndTurn,
        }
        if kind in simple:
            return simple[kind](actor=actor)
        if kind == "MOVE":
            return commands.Move(actor=actor, to=action["to"])
        if kind == "USE_BLUNT":
            return commands.Use(actor=actor, item="BLUNT")
        if kind == "USE_OBJECT":
            return commands.Use(actor=actor, item=action["object"])
        if kind == "HEAL_OTHERS":
            return commands.HealOthers(actor=actor, blessing=action["status"])
        if kind == "PEDLAR_SELL":
            return commands.PedlarSell(actor=actor, item=action["object"])
        if kind == "YELLOW_DOORS":
            return commands.YellowDoors(actor=actor, target=self.find_seat(action["target"]))
        if kind == "USE":
            return commands.Use(actor=actor, item=action["object"])
        if kind in ("ATTACH_TALE", "DISCARD_CLARITY", "BUY_CROWN", "TAVERN"):
            rest = {"tale": action["object"]} if kind == "ATTACH_TALE" else {}
            names = {"ATTACH_TALE": commands.AttachTale, "DISCARD_CLARITY": commands.DiscardClarity}
            others = {"BUY_CROWN": commands.BuyCrown, "TAVERN": commands.Tavern}
            return {**names, **others}[kind](actor=actor, **rest)
        if kind == "GIVE":
            return commands.Give(actor=actor, target=self.find_seat(action["target"]), item=action["object"])
        if kind == "ARMOURY_DROP":
            return commands.ArmouryDrop(actor=actor, item=action["object"])
        if kind == "ARMOURY_TAKE":
            return commands.ArmouryTake(actor=actor, item=action["object"])
        if kind == "ANSWER":
            return self.make_answer(actor, action["option"])
        if kind == "PEDLAR_CHOOSE":
            return Answer(actor=actor, choice=action["index"])
        if kind == "SACRIFICE":
            return self.make_answer(actor, action["mode"])
        if kind == "ACCEPT":
            return self.make_answer(actor, "ACCEPT")
        raise AssertionError(f"the runner does not know the action {kind}")

    def make_answer(self, actor: int, option: str) -> Answer:
        question = self.session.state.question
        assert question is not None
        assert option in question.options, f"{option} is not among {question.options}"
        return Answer(actor=actor, choice=question.options.index(option))

    def end_round(self, decisions: Any) -> None:
        """Ends all turns of the round; the decisions of the case answer the questions of the blocks."""
        number = self.board.round
        while self.session.state.question is not None and self.board.round == number:
            question = self.session.state.question
            if question.kind == "turn":
                self.submit(commands.EndTurn(actor=question.actor))
            else:
                self.submit(self.make_answer(question.actor, self.choose_option(question, decisions)))

    def choose_option(self, question: Any, decisions: Any) -> str:
        for it in decisions:
            wanted = str(it.get("object") or it.get("use") or it.get("choice", "")).upper()
            if (
                it["for"] == question.kind
                and self.find_seat(it["actor"]) == question.actor
                and wanted in question.options
            ):
                return wanted
        default: str = question.options[-1]
        return default

    # Expectations.

    def read_path(self, path: str) -> Any:
        """Returns the value at a path of the format."""
        head, _, rest = path.partition(".")
        board = self.board
        if head == "players":
            name, _, what = rest.partition(".")
            return self.read_player(self.find_seat(name), what)
        if head == "king":
            return {"floor": board.king + 1, "at": f"F{board.king + 1}_P", "banish": board.banish}[rest]
        if head == "stairs":
            return board.stairs[int(rest) - 1]
        if head == "boxes":
            return [self.to_case_name(card) for card in reversed(board.boxes[NODE_BY_NAME[rest]])]
        if head == "monsters":
            name, _, what = rest.partition(".")
            monster = board.find_monster(int(name[1:]))
            assert monster is not None, f"{name} is not on the board"
            return {"at": NODE_NAMES[monster.node], "stun": monster.stun, "type": monster.kind}[what]
        if head == "specials":
            return next(room for room in board.specials if NODE_NAMES[room.node] == rest.split(".")[0]).open
        if head == "presence_loss":
            return presence_loss(board.profile, int(rest))
        if head == "wheel":
            floor, d4 = rest.split(".")
            return spin_wheel(int(floor) - 1, int(d4)) + 1
        return {
            "keys_destroyed": board.keys_destroyed,
            "outcome": self.session.state.outcome,
            "round": board.round,
            "starter": self.names[board.starter],
            "rolls": self.rolls,
            "legal": self.legal,
            "pedlar_deck": list(reversed(board.pedlar)),
            "tue_tue_seen": board.tue_tue,
        }[head]

    def to_case_name(self, name: str) -> str:
        return format_card(name, self.records_of)

    def read_player(self, seat: int, what: str) -> Any:
        soul = self.board.souls[seat]
        if what.startswith("status_left."):
            return soul.statuses.get(what.partition(".")[2], 0)
        if what == "legal_moves":
            ctx = self.session.context()
            legal = self.session.rules.game.list_legal(ctx)
            return {move.to for move in legal if isinstance(move, commands.Move) and move.actor == seat}
        if what == "actions_left":
            return actions_left(self.records_of, self.board, seat)
        return {
            "sanity": soul.sanity,
            "sanity_max": soul.top,
            "at": NODE_NAMES[soul.node],
            "keys": soul.keys,
            "objects": soul.objects,
            "statuses": set(soul.statuses),
            "skip_next_turn": soul.skip != 0,
            "slot_penalty": soul.slots_lost,
        }[what]


def check_case(rules: Rules, case: dict[str, Any]) -> CaseRunner:
    """Plays a case, asserts its expectations, and checks the invariants of the state."""
    trial = CaseRunner(rules, case)
    trial.assert_dice_used()
    for path, want in case["expect"].items():
        have = trial.read_path(path)
        if isinstance(have, set):
            want = set(want)
        assert have == want, f"{case['id']} {path}: expected {want!r}, got {have!r}"
    for soul in trial.board.souls:
        assert MIN_SANITY <= soul.sanity <= soul.top
        assert 0 <= FLOOR[soul.node] <= 2
    return trial


# The short notation of the table of cases (E0), for rules that need a case more.

_PURPOSES = {
    "roulette": ("king_roulette", "d4"),
    "effect": ("king_effect", "d6"),
    "fk": ("false_king_check", "d6"),
    "second": ("event_second", "d6"),
    "scout": ("scout_stairs", "d6"),
    "stairs_1": ("stairs_1", "d4"),
    "stairs_2": ("stairs_2", "d4"),
    "stairs_3": ("stairs_3", "d4"),
}
_ARGUMENTS = {
    "MOVE": "to",
    "USE": "object",
    "USE_OBJECT": "object",
    "HEAL_OTHERS": "status",
    "ATTACH_TALE": "object",
    "ARMOURY_DROP": "object",
    "ARMOURY_TAKE": "object",
    "PEDLAR_SELL": "object",
    "YELLOW_DOORS": "target",
    "SACRIFICE": "mode",
    "ANSWER": "option",
}
QUIET_CONFIG = {"house_loss": 0, "presence_from_round": 999}
"""``cfg OFF`` of the cases."""
STAIRS = "stairs_1 1, stairs_2 1, stairs_3 1"


def _parse_dice(text: str) -> list[dict[str, Any]]:
    """``event 4, guest 1 of 0..2``."""
    dice = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        words = part.split()
        purpose, die = _PURPOSES.get(words[0], (words[0], "d6"))
        row: dict[str, Any] = {"for": purpose, "die": die, "value": int(words[1])}
        if len(words) > 2:
            low, high = words[3].split("..")
            row["range"] = (int(low), int(high))
        dice.append(row)
    return dice


def _parse_player(text: str) -> tuple[str, dict[str, Any]]:
    """``P1 F1_R4 -2 max4 k2 TANK [VIAL,BLUNT] {TRAPPED 3} spent1``."""
    name, at, sanity, *rest = text.replace("{", " {").split()
    it: dict[str, Any] = {"at": at, "role": "NONE", "sanity": int(sanity), "sanity_max": 5, "keys": 0}
    it |= {"objects": [], "statuses": [], "spent": 0}
    words = iter(rest)
    for word in words:
        if word.startswith("max"):
            it["sanity_max"] = int(word[3:])
        elif word.startswith("spent"):
            it["spent"] = int(word[5:])
        elif word.startswith("["):
            it["objects"] = [item for item in word.strip("[]").split(",") if item]
        elif word.startswith("{"):
            it["statuses"].append({"id": word.strip("{"), "left": int(next(words).strip("}"))})
        elif word.startswith("k") and word[1:].isdigit():
            it["keys"] = int(word[1:])
        else:
            it["role"] = word
    return name, it


def play_case(
    rules: Rules,
    players: str,
    *do: str,
    dice: str = "",
    profile: str = "full_game",
    config: dict[str, Any] | None = None,
    boxes: dict[str, list[str]] | None = None,
    monsters: str = "",
    king: int = 1,
    banish: int = 0,
    decisions: list[dict[str, Any]] | None = None,
    **given: Any,
) -> CaseRunner:
    """Plays a case in the short notation.

    Args:
        players: ``"P1 F1_R1 3; P2 F2_P 3 k1"``.
        do: ``"MOVE P1 F1_R2"``, ``"ANSWER P1 SKIP"``, ``"END"``.
        dice: ``"event 4, omen 2"``.
        monsters: ``"SPIDER F1_R1; GOBLIN F2_R1 1"`` (the last number: stun).
        given: other fields of the format's `given`.
    """
    cast = dict(_parse_player(player.strip()) for player in players.split(";"))
    state: dict[str, Any] = {
        "profile": profile,
        "config": config or {},
        "round": 2,
        "order": list(cast),
        "starter": next(iter(cast)),
        "active": next(iter(cast)),
        "king": {"floor": king, "banish": banish},
        "false_king": None,
        "stairs": {"1": 1, "2": 1, "3": 1},
        "players": cast,
        "boxes": boxes or {},
        "monsters": [],
    }
    for number, text in enumerate(filter(None, monsters.split(";")), 1):
        kind, at, *stun = text.split()
        state["monsters"].append({"id": f"M{number}", "type": kind, "at": at, "stun": int(stun[0]) if stun else 0})
    actions = []
    for text in do:
        kind, *words = text.split()
        if kind == "END":
            actions.append({"type": "END_ROUND", "decisions": decisions or []})
            continue
        action: dict[str, Any] = {"type": kind, "actor": words[0]}
        if len(words) > 1:
            action[_ARGUMENTS[kind]] = words[1]
        actions.append(action)
    trial = CaseRunner(rules, {"given": state | given, "dice": _parse_dice(dice), "action": actions})
    if do:
        trial.assert_dice_used()
    return trial
