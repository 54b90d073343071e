"""Two continuations of one turn of a recorded game, side by side: where they part, and how they end."""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest
from typing import Any, NamedTuple

import msgspec

from footfall import __version__
from footfall.api.session_scene import build_session_scene
from footfall.engine.bots import Bot, BotContext, list_legal_commands
from footfall.engine.declarations.rules import Rules
from footfall.engine.explanations.tracing import Tracer
from footfall.engine.model import ChangeDice, Command, LoggedMessage, Message
from footfall.engine.saves.replay import Replay
from footfall.engine.saves.save import build_sections, restore_session
from footfall.engine.session import Session

from .decisions import list_command_words
from .practice import play_commands
from .rounds import count_rounds
from .why_page import explain_in_words

TURNS = 50
"""Commands of a continuation, unless the game ends before."""

COUNTED_KINDS = ("alarm", "bad")
"""Kinds of log lines that are counted, in every game: notices, and losses."""


class PlayedCommand(NamedTuple):
    """A command of a continuation.

    Attributes:
        seat: whose command it is, in a game with seats, or ``""``.
        words: the command in words, its name first.
        lines: the log lines that it led to.
        causes: the dice and the parts of mods in it.
        round: the round in which it was given, or 0 in a game without rounds.
        reason: why a bot chose it; None if unknown.
        is_by_hand: whether the player gave it for the seat of a bot.
    """

    seat: str
    words: list[Message | str]
    lines: tuple[LoggedMessage, ...]
    causes: tuple[Message, ...]
    hash: str
    round: int
    reason: Message | None = None
    is_by_hand: bool = False


class BotChoice(NamedTuple):
    """A command, and why it was chosen; None if unknown."""

    command: Command
    reason: Message | None = None
    is_by_hand: bool = False


class Continuation(msgspec.Struct, frozen=True):
    """The play from a turn on.

    Attributes:
        name: whose commands these are.
        session: the game at their end.
        begin: plays the game up to the first of them.
        later: how the game ended after them, if that is known.
        is_refused: whether the next command was refused.
    """

    name: Message
    session: Session
    steps: tuple[PlayedCommand, ...]
    begin: Callable[[], Session]
    later: Message | None = None
    is_refused: bool = False

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.session.state.outcome is not None

    def list_commands(self) -> list[Command]:
        """Returns its commands."""
        return self.session.commands[len(self.session.commands) - len(self.steps) :]

    def cut(self, count: int) -> Continuation:
        """Returns the continuation up to its first steps, which says how the game ends after them."""
        if count == len(self.steps):
            return self
        session = self.begin()
        session.console_enabled = True  # as in `_continue`
        for command in self.list_commands()[:count]:
            session.submit(command)
        later = self.describe_end() if self.is_over else self.later
        return msgspec.structs.replace(self, session=session, steps=self.steps[:count], later=later)

    def count_lines(self, kind: str) -> int:
        """Returns the number of log lines of a kind."""
        return sum(line.kind == kind for step in self.steps for line in step.lines)

    def count_turns(self, steps: int | None = None) -> int:
        """Returns the turn as players count it after some of the steps; None: after all."""
        turn = self.session.state.turn
        return self.session.display.count_turns(turn if steps is None else turn - len(self.steps) + steps)

    def describe_end(self) -> Message | None:
        """Returns the turn and the words of the end, if the game has ended."""
        end = self.find_farewell()
        return end and Message("footfall-compare-later", {"turn": str(self.count_turns()), "end": end})

    def find_farewell(self) -> Message | None:
        """Returns how the game ended, if it has."""
        return next(iter(build_session_scene(self.session).farewell), None)


class Row(NamedTuple):
    """A line of a panel that differs at the end of two continuations; empty if only the other one has it.

    The first one of a panel has its title.
    """

    panel: str
    left: str
    right: str


class ContinuationPair(msgspec.Struct, frozen=True):
    """Two continuations of a turn.

    Attributes:
        since: number of commands before them.
        round: the round at whose end they are compared; 0: after as many commands, or at their ends.
        parting: index of the first step after which the states differ; None if no step differs.
        rows: the lines of the panels that differ at their ends.
    """

    since: int
    left: Continuation
    right: Continuation
    parting: int | None
    rows: tuple[Row, ...]
    round: int = 0


def continue_recording(
    rules: Rules, replay: Replay, since: int, turns: int = TURNS, name: Message | None = None
) -> Continuation:
    """Returns a recording after some commands as a continuation: up to its end, if `TURNS` more commands lead there."""
    places = [at for at, it in enumerate(replay.commands) if at >= since and not isinstance(it, ChangeDice)]
    last = places[turns - 1] + 1 if turns + TURNS < len(places) else len(replay.commands)  # other dice play no turn
    turns_and_commands = enumerate(replay.commands[since:last], since + 1)
    commands = (BotChoice(command, None, turn in replay.hand_turns) for turn, command in turns_and_commands)

    def begin() -> Session:
        return play_commands(rules, replay.header, replay.commands[:since])

    return _continue(begin, name or Message("footfall-compare-recording"), lambda session: next(commands, None))


def continue_under(
    rules: Rules, replay: Replay, since: int, other_rules: Rules, name: Message, turns: int = TURNS
) -> Continuation:
    """Carries out the commands of a recording after some of them under other rules, until one is refused.

    Args:
        other_rules: those without the mod, or with another version of it.

    Raises:
        SaveError: the game cannot go on under these rules.
    """
    before = build_sections(play_commands(rules, replay.header, replay.commands[:since]), __version__)[1]

    def begin() -> Session:
        session = restore_session(other_rules, before, f"the game after {since} commands")
        session.is_practice = True
        return session

    commands = map(BotChoice, replay.commands[since : since + turns])
    return _continue(begin, name, lambda session: next(commands, None))


def continue_with_bot(rules: Rules, replay: Replay, since: int, bot: Bot, turns: int = TURNS) -> Continuation:
    """Lets a bot play all seats after some commands of a recording."""
    contexts: dict[int, BotContext] = {}

    def decide(session: Session) -> BotChoice | None:
        question, options = session.state.question, list_legal_commands(session)
        if question is None or not options or len(session.commands) >= since + turns:
            return None
        context = contexts.setdefault(question.actor, BotContext(session, bot.id, question.actor))
        context.reason = None
        return BotChoice(bot.decide(context, options), context.reason)

    word = "adviser" if bot.id == rules.game.presentation.adviser else "bot"
    name = Message(f"footfall-compare-{word}", {"bot": bot.label})
    return _continue(lambda: play_commands(rules, replay.header, replay.commands[:since]), name, decide)


def _continue(
    begin: Callable[[], Session], name: Message, decide: Callable[[Session], BotChoice | None]
) -> Continuation:
    session, steps, tracer, is_refused = begin(), [], Tracer(), False
    session.tracer = tracer
    session.console_enabled = True  # recorded commands were allowed when they were given
    while session.state.question is not None and (decision := decide(session)) is not None:
        command = decision.command
        scene, presentation = build_session_scene(session), session.rules.game.presentation
        words = list_command_words(session, scene, command)
        seat = presentation.field_formats["actor"](command.actor) if presentation.seats is not None else ""
        turn, number = session.state.turn, count_rounds(session)
        if session.submit(command).refusal is not None:
            is_refused = True
            break
        lines = tuple(line for line in session.log if line.turn > turn)
        traces = tracer.list_entry_traces(session.state.turn)
        causes = tuple(cause for trace in traces for cause in explain_in_words(session, trace))
        tracer.clear()
        steps.append(PlayedCommand(seat, words, lines, causes, session.hash(), number, *decision[1:]))
    return Continuation(name, session, tuple(steps), begin, None, is_refused)


def align(left: Continuation, right: Continuation, parting: int | None) -> tuple[Continuation, Continuation, int]:
    """Cuts two continuations where they can be compared.

    Games that both have ended: at their ends. In a game with rounds: at the last end of a round that both have reached;
    one that has ended in this round, at its end. Else: after as many commands, unless the shorter one has ended.

    Args:
        parting: index of the first step that differs, after which they are cut.

    Returns:
        Both, and the round at whose end they are compared, or 0.
    """
    sides = left, right
    if left.is_over and right.is_over:
        return left, right, 0
    reached = min(count_rounds(side.session) + side.is_over for side in sides)
    counts = [sum(step.round < reached for step in side.steps) for side in sides]
    if any(step.round for step in left.steps[:1]) and min(counts) > (parting or 0):
        return left.cut(counts[0]), right.cut(counts[1]), reached - 1
    places = [[at for at, it in enumerate(side.list_commands(), 1) if not isinstance(it, ChangeDice)] for side in sides]
    played = min(map(len, places))
    pairs = [*zip(sides, places, strict=True)]
    if not played or any(side.is_over and len(at) == played for side, at in pairs):
        return left, right, 0
    one, other = (side if len(at) == played else side.cut(at[played - 1]) for side, at in pairs)
    return one, other, 0


def compare(since: int, left: Continuation, right: Continuation, translate: Callable[[Any], str]) -> ContinuationPair:
    """Compares two continuations of the state after some commands, where they can be compared (`align`).

    Lines of a panel that begin with the same word stand side by side.
    """
    pairs = zip(left.steps, right.steps, strict=False)
    parting = next((index for index, (one, other) in enumerate(pairs) if one.hash != other.hash), None)
    number = 0
    if parting is None and (left.is_refused or right.is_refused):
        parting = min(len(left.steps), len(right.steps))
    else:
        left, right, number = align(left, right, parting)
    ends = [_read_panels(continuation.session, translate) for continuation in (left, right)]
    rows = []
    for panel in dict.fromkeys((*ends[0], *ends[1])):
        (one, *_), (other, *_) = sides = [end.get(panel, [""]) for end in ends]
        label = one or other
        if one and other and one != other:  # a title that says more than a name
            label = ""
            rows.append(Row(label, one, other))
        for word in dict.fromkeys(line.split()[0] for side in sides for line in side[1:]):
            same = [[line for line in side[1:] if line.split()[0] == word] for side in sides]
            for pair in zip_longest(*same, fillvalue=""):
                if pair[0] != pair[1]:
                    rows.append(Row(label, *pair))
                    label = ""
    return ContinuationPair(since, left, right, parting, tuple(rows), number)


def _read_panels(session: Session, translate: Callable[[Any], str]) -> dict[str, list[str]]:
    """Returns title and lines of the panels by the id of the title, without pages, which tell what has happened.

    The cells of a table are named by their columns, from the second on.
    """
    scene = build_session_scene(session)
    read: dict[str, list[str]] = {}
    for panel in (panel for panel in scene.panels if panel not in scene.pages.values()):
        columns: list[str] = []
        id, title = ("", "") if panel.title is None else (panel.title.id, translate(panel.title))
        texts = read.setdefault(id, [title])
        for line in panel.lines:
            cells = [translate(span.words if span.words is not None else span.text).strip() for span in line.spans]
            if panel.is_table and columns:
                pairs = zip(columns[1:], cells[1:], strict=False)
                cells = [", ".join((cells[0], *(f"{column} {cell}" for column, cell in pairs if cell)))]
            columns = columns or cells
            text = " ".join((*cells, f"{line.bar[0]}/{line.bar[1]}" if line.bar is not None else ""))
            texts += [" ".join(text.split())] if text.strip() else []
    return read


def to_json(comparison: ContinuationPair, translate: Callable[[Any], str]) -> dict[str, Any]:
    """Returns a comparison as plain data, with texts in the player's language."""

    def tell(played: PlayedCommand) -> dict[str, Any]:
        reason = played.reason and translate(played.reason)
        words = [*map(translate, played.words)]
        return {"seat": played.seat, "command": words, "reason": reason, "is_by_hand": played.is_by_hand}

    def describe(continuation: Continuation) -> dict[str, Any]:
        played, session, parting = continuation.steps, continuation.session, None
        if comparison.parting is not None and comparison.parting < len(played):
            step = played[comparison.parting]
            texts = {"log": [line.message for line in step.lines], "causes": step.causes, "command": step.words}
            parting = {name: [*map(translate, said)] for name, said in texts.items()}
        counts = {kind: continuation.count_lines(kind) for kind in COUNTED_KINDS}
        end: dict[str, Any] = {
            "commands": len(played),
            "turn": continuation.count_turns(),
            "round": count_rounds(session),
            "later": continuation.later and translate(continuation.later),
        }
        end |= {"lines": counts, "outcome": session.state.outcome, "hash": session.hash()}
        return {"name": translate(continuation.name), "parting": parting, **end, "steps": [*map(tell, played)]}

    return {
        "since": comparison.since,
        "round": comparison.round or None,
        "parting": None if comparison.parting is None else comparison.since + comparison.parting + 1,
        "left": describe(comparison.left),
        "right": describe(comparison.right),
        "differences": [row._asdict() for row in comparison.rows],
    }
