"""Runs acceptance cases: sets up a board, plays commands with forced dice, reads the board.

    python tests/king/case_runner.py FILE...

runs files of cases (`case_format`) and prints one line for each. A case needs no code: a word that the runner does not
know is refused with a sentence, and every run ends.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import msgspec
from case_board import build_board, format_card
from case_format import Action, Case, CaseError, Decision, Die, Given, check_names, read_cases

from footfall.engine.core_changes import Ask
from footfall.engine.declarations.rules import BoundStep, Rules
from footfall.engine.model import Answer, Cause, Command, Entry, Event, Question
from footfall.engine.session import Session
from footfall.engine.state import State
from footfall.loader import load
from footfall.plugins.king import changes
from footfall.plugins.king.changes import LogRoll
from footfall.plugins.king.layout import NODE_BY_NAME, NODE_NAMES, spin_wheel
from footfall.plugins.king.profile import presence_loss
from footfall.plugins.king.records import GameRecords
from footfall.plugins.king.rules import actions, turns
from footfall.plugins.king.rules.allowance import actions_left
from footfall.plugins.king.state import MIN_SANITY, Board, board_of
from footfall.plugins.king.steps import HANDLERS

MAX_COMMANDS = 500
"""Commands that one action may take, against cases without an end."""

PAUSE = "pause"
"""The kind of the runner's own question."""

FACES = {"d4": (1, 4), "d6": (1, 6)}

COMMANDS = {str(kind.__struct_config__.tag).partition(":")[2].upper().replace("-", "_"): kind for kind in HANDLERS}
"""The commands of a turn, by the name of the format (``MOVE``)."""

FIELDS = {"item": "object", "tale": "object", "blessing": "status"}
"""Fields of commands whose name in the format differs."""

ANSWERS = {"SACRIFICE": "mode", "PEEK": "to", "DISCARD": "object", "REACT": "object", "ANSWER": "option"}
"""Answers to questions, by the field that names the option."""

WORDS = ("ACCEPT", "SKIP", "KEEP", "SWAP", "DECLINE")
"""Answers without a field."""


class ForcedDice:
    """The dice of a case; each roll must have the purpose and the range of the next die."""

    def __init__(self, dice: Sequence[Die]) -> None:
        self.remaining = list(dice)

    def take(self, purpose: str, low: int, high: int) -> int:
        """Returns the value of the next die."""
        if not self.remaining:
            raise CaseError(f"the rules ask for a die for {purpose!r} that the case does not give")
        die = self.remaining.pop(0)
        if die.purpose != purpose:
            raise CaseError(f"the case has a die for {die.purpose!r}, the rules ask for {purpose!r}")
        want = die.range or FACES.get(die.die, (low, high))
        if want != (low, high) or not low <= die.value <= high:
            raise CaseError(f"{purpose}: {die.value} of {want[0]}..{want[1]}, the rules roll {low}..{high}")
        return die.value


class CaseRunner:
    """A case that is being played.

    Attributes:
        rolls: the dice so far: purpose, with ``:player`` where a player rolls.
        refusal: the rule that refused the last command; None if it was legal or there was none.
        legal: whether the last command was legal; None before the first.
    """

    def __init__(self, rules: Rules, given: Given, dice: Sequence[Die]) -> None:
        self._pauses = True
        self.records = GameRecords(rules.records)
        self.names = given.order
        self.dice = ForcedDice(dice)
        self.rolls: list[str] = []
        self.refusal: str | None = None
        self.legal: bool | None = None
        trials = {"trial:lose": _lose, "trial:pass": _pass_turn, "trial:go": _go, "core.king:turn": self._advance_turn}
        steps = {name: BoundStep(name, "core.king", run, Cause("core.king", "trial")) for name, run in trials.items()}
        state = State(game="core.king", seed=1, settings=dict(rules.settings))
        state.parts["core.king"] = build_board(given, self.records)
        rules = msgspec.structs.replace(rules, steps={**rules.steps, **steps})
        self.session = Session(rules, state, dice_source=self.dice, strict=True)
        self.session.run_to_question()

    @property
    def board(self) -> Board:
        return board_of(self.session.state)

    def find_seat(self, name: str) -> int:
        """Returns the seat of a player."""
        check_names("player", [name], self.names)
        return self.names.index(name)

    def assert_dice_used(self) -> None:
        """Asserts that all dice of the case are used."""
        if self.dice.remaining:
            raise CaseError(f"dice left over: {[die.purpose for die in self.dice.remaining]}")

    # Actions.

    def act(self, action: Action | dict[str, Any]) -> None:
        """Plays an action.

        Raises:
            CaseError: its type or one of its fields is unknown, or it does not end.
        """
        if isinstance(action, dict):
            action = msgspec.convert(action, Action)
        if action.type != "QUERY":
            self._resume()
        if action.type == "QUERY":
            _check_fields(action, ())
        elif action.type == "LOSE":
            _check_fields(action, ("amounts",))
            pairs = tuple((self.find_seat(name), amount) for name, amount in action.amounts.items())
            self._run_step("trial:lose", (pairs,))
        elif action.type == "END_ROUND":
            _check_fields(action, ("times", "decisions"))
            for _ in range(action.times):
                self._resume()
                self.end_round(action.decisions)
        else:
            self.submit(self.parse_command(action))
            if action.type == "SACRIFICE" and action.discard:
                self._answer("overflow", action.actor, action.discard)

    def submit(self, command: Command | None) -> None:
        """Submits a command; None stands for an answer that no question offers."""
        self.legal, self.refusal = False, "question"
        if command is None or self.session.state.question is None:
            return
        result = self.session.submit(command)
        if result.refusal is not None and not result.refusal.rule:
            raise CaseError(f"{command} is refused without a rule")
        self.legal, self.refusal = result.refusal is None, result.refusal.rule if result.refusal else None
        self._note_rolls(result.events)

    def parse_command(self, action: Action | dict[str, Any]) -> Command | None:
        """Returns the command of an action; None for an answer that the open question does not offer."""
        if isinstance(action, dict):
            action = msgspec.convert(action, Action)
        actor = self.find_seat(action.actor)
        kind = action.type
        if kind == "PEDLAR_CHOOSE":
            _check_fields(action, ("index",))
            return Answer(actor=actor, choice=action.index or 0)
        if kind in WORDS:
            _check_fields(action, ())
            return self._make_answer(actor, kind)
        if kind in ANSWERS:
            _check_fields(action, (ANSWERS[kind], *(("discard",) if kind == "SACRIFICE" else ())))
            return self._make_answer(actor, getattr(action, ANSWERS[kind]))
        if kind.startswith("USE_"):
            item = action.object if kind == "USE_OBJECT" else kind.removeprefix("USE_")
            return COMMANDS["USE"](actor=actor, item=item)  # type: ignore[call-arg]
        check_names("action", [kind], (*COMMANDS, "USE_BLUNT", "USE_OBJECT", "PEDLAR_CHOOSE", *ANSWERS, *WORDS))
        fields = [field for field in COMMANDS[kind].__struct_fields__ if field != "actor"]
        _check_fields(action, [FIELDS.get(field, field) for field in fields])
        values = {field: getattr(action, FIELDS.get(field, field)) for field in fields}
        if "target" in values:
            values["target"] = self.find_seat(values["target"])
        return COMMANDS[kind](actor=actor, **values)

    def _make_answer(self, actor: int, option: str) -> Answer | None:
        question = self.session.state.question
        if question is None or option not in question.options:
            return None
        return Answer(actor=actor, choice=question.options.index(option))

    def _answer(self, kind: str, name: str, option: str) -> None:
        """Answers a question if it is open."""
        question = self.session.state.question
        if question is not None and (question.kind, question.actor) == (kind, self.find_seat(name)):
            self.submit(self._make_answer(question.actor, option))

    def end_round(self, decisions: Sequence[Decision] = ()) -> None:
        """Ends a round without any more actions; the decisions of the case answer the questions of the blocks."""
        number = self.board.round
        for _ in range(MAX_COMMANDS):
            question = self.session.state.question
            if question is None or self.board.round != number:
                return
            if question.kind == "turn":
                self._run_step("trial:pass", ())
            else:
                self.submit(self._make_answer(question.actor, self._choose_option(question, decisions)))
        raise CaseError(f"the round does not end within {MAX_COMMANDS} commands")

    def _advance_turn(self, ctx: Any) -> list[Any]:
        """Pauses where a round begins with a lost turn, so that the case sees the board after the end of the round."""
        board = board_of(ctx.state)
        if self._pauses and not board.turns and not board.has_begun and board.souls[board.active].skip:
            return [Ask(Question(board.active, PAUSE, ("GO",)), "trial:go")]
        self._pauses = True
        return list(turns.advance_turn(ctx))

    def _resume(self) -> None:
        question = self.session.state.question
        if question is not None and question.kind == PAUSE:
            self._pauses = False
            self._note_rolls(self.session.submit(Answer(actor=question.actor, choice=0)).events)

    def _choose_option(self, question: Question, decisions: Sequence[Decision]) -> str:
        then = self.session.state.then
        options = [str(option) for option in question.options]
        for decision in decisions:
            if self.find_seat(decision.actor) != question.actor:
                continue
            if decision.monster and then is not None and decision.monster != f"M{then.args[0]}":
                continue
            if decision.kind == question.kind and decision.option in options:
                return decision.option
            if question.kind == "overflow" and decision.discard in options:
                return decision.discard
        return options[-1]  # decline, accept, the object gained last

    def _run_step(self, step: str, args: tuple[Any, ...]) -> None:
        """Runs a step of the runner in place of a command."""
        state = self.session.state
        if state.question is None or state.question.kind != "turn":
            raise CaseError(f"{step.removeprefix('trial:')}: a question is open, or the game is over")
        state.question = state.then = None
        self.session.events = []
        state.agenda.append(Entry(step, args))
        self.session.run_to_question()
        self._note_rolls(self.session.events)

    def _note_rolls(self, events: Collection[Event]) -> None:
        for event in events:
            if isinstance(event, LogRoll):
                roller = f":{self.names[event.roller]}" if event.roller >= 0 else ""
                self.rolls.append(event.purpose + roller)

    # Expectations.

    def read_path(self, path: str) -> Any:
        """Returns the value at a path of the format.

        Raises:
            CaseError: there is no such path.
        """
        head, _, rest = path.partition(".")
        try:
            return _READERS[head](self, rest)
        except (KeyError, ValueError, IndexError):
            raise CaseError(f"there is nothing to read at {path!r}") from None

    def _read_player(self, rest: str) -> Any:
        name, _, what = rest.partition(".")
        seat = self.find_seat(name)
        soul = self.board.souls[seat]
        if what.startswith("status_left."):
            return soul.statuses.get(what.partition(".")[2], 0)
        if what == "legal_moves":
            legal = self.session.rules.game.list_legal(self.session.context())
            moves = COMMANDS["MOVE"]
            return {move.to for move in legal if isinstance(move, moves) and move.actor == seat}  # type: ignore[attr-defined]
        return {
            "sanity": soul.sanity,
            "sanity_max": soul.top,
            "at": NODE_NAMES[soul.node],
            "keys": soul.keys,
            "objects": soul.objects,
            "statuses": set(soul.statuses),
            "actions_left": actions_left(self.records, self.board, seat),
            "skip_next_turn": soul.skip != 0,
            "slot_penalty": soul.slots_lost,
        }[what]

    def _read_king(self, rest: str) -> Any:
        floor = self.board.king + 1
        return {"floor": floor, "at": f"F{floor}_P", "banish": self.board.banish}[rest]

    def _read_monster(self, rest: str) -> Any:
        name, _, what = rest.partition(".")
        monster = self.board.find_monster(int(name.removeprefix("M")))
        if what == "gone":
            return monster is None
        if monster is None:
            raise CaseError(f"{name} is not on the board")
        loot = {"loot_objects": monster.loot, "loot_keys": monster.loot_keys}
        return {"at": NODE_NAMES[monster.node], "stun": monster.stun, "type": monster.kind, **loot}[what]

    def _read_special(self, rest: str) -> Any:
        name, _, what = rest.partition(".")
        for room in self.board.specials:
            if NODE_NAMES[room.node] == name:
                return {"revealed": room.is_open, "destroyed": room.is_destroyed, "type": room.kind}[what]
        raise CaseError(f"{name} is not a special room")

    def _read_box(self, rest: str) -> list[str]:
        return [format_card(card, self.records) for card in reversed(self.board.boxes[NODE_BY_NAME[rest]])]

    def _read_wheel(self, rest: str) -> int:
        floor, d4 = rest.split(".")
        return spin_wheel(int(floor) - 1, int(d4)) + 1


_READERS: dict[str, Any] = {
    "players": CaseRunner._read_player,
    "king": CaseRunner._read_king,
    "monsters": CaseRunner._read_monster,
    "specials": CaseRunner._read_special,
    "wheel": CaseRunner._read_wheel,
    "stairs": lambda run, rest: run.board.stairs[int(rest) - 1],
    "boxes": lambda run, rest: [
        format_card(card, run.records) for card in reversed(run.board.boxes[NODE_BY_NAME[rest]])
    ],
    "presence_loss": lambda run, rest: presence_loss(run.board.profile, int(rest)),
    "keys_destroyed": lambda run, _: run.board.keys_destroyed,
    "outcome": lambda run, _: run.session.state.outcome or "",
    "round": lambda run, _: run.board.round,
    "starter": lambda run, _: run.names[run.board.starter],
    "active": lambda run, _: run.names[run.board.active],
    "fury": lambda run, _: run.board.is_furious,
    "rolls": lambda run, _: run.rolls,
    "legal": lambda run, _: run.legal,
    "pedlar_deck": lambda run, _: list(reversed(run.board.pedlar)),
    "armoury": lambda run, _: run.board.armory,
    "tue_tue_seen": lambda run, _: run.board.tue_tue,
}
"""The values that a case can expect, by the first part of the path."""


def _lose(ctx: Any, pairs: tuple[tuple[int, int], ...]) -> list[Any]:
    return [changes.Lose(pairs, "trial")]


def _go(ctx: Any, answer: str) -> list[Any]:
    return []


def _pass_turn(ctx: Any) -> list[Any]:
    """Ends the turn of the active player, TRAPPED or not."""
    return list(actions.finish_turn(ctx, board_of(ctx.state)))


def _check_fields(action: Action, known: Collection[str]) -> None:
    extra = action.list_given_fields() - set(known)
    if extra:
        raise CaseError(f"{action.type} takes no {', '.join(sorted(extra))}")


def check_case(rules: Rules, case: Case) -> CaseRunner:
    """Plays a case, and checks its expectations and the limits of sanity.

    Raises:
        CaseError: it cannot be played, or an expectation does not hold.
    """
    try:
        run = CaseRunner(rules, case.given, case.dice)
        for action in case.action:
            run.act(action)
            if run.legal is False and "legal" not in case.expect:
                raise CaseError(f"{action.type} is refused ({run.refusal}); a case that means it expects legal = false")
        run.assert_dice_used()
        for path, want in case.expect.items():
            have = run.read_path(path)
            if have != (set(want) if isinstance(have, set) else want):
                raise CaseError(f"{path} is {have!r}, not {want!r}")
        for name, soul in zip(run.names, run.board.souls, strict=True):
            if not MIN_SANITY <= soul.sanity <= soul.top:
                raise CaseError(f"the sanity of {name} is {soul.sanity}, outside {MIN_SANITY}..{soul.top}")
    except (CaseError, ValueError) as error:
        raise CaseError(f"case {case.id}: {error}") from None
    return run


def main(paths: Sequence[str]) -> int:
    """Runs files of cases; returns the number of cases that fail."""
    rules = load("core.king", only_mods=[]).rules
    failed = 0
    for path in paths:
        try:
            cases = read_cases(Path(path))
        except CaseError as error:
            failed += 1
            print(error)
            continue
        for case in cases:
            try:
                check_case(rules, case)
                print(f"{case.id}: holds")
            except CaseError as error:
                failed += 1
                print(error)
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) > 0)
