"""Two continuations of one turn of a recorded game, side by side: where they part, and how they end."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, islice, zip_longest
from typing import Any, NamedTuple

import msgspec

from footfall import __version__
from footfall.api.scene import Line, Panel, Span, Tint
from footfall.api.session_scene import build_session_scene
from footfall.engine.bots import Bot, BotContext, list_legal_commands
from footfall.engine.declarations.rules import Rules
from footfall.engine.explanations.tracing import Tracer
from footfall.engine.model import ChangeDice, Command, LoggedMessage, Message
from footfall.engine.saves.replay import Replay
from footfall.engine.saves.save import build_sections, restore_session
from footfall.engine.session import Session
from footfall.ui.drawing.text_layout import capitalize, wrap_text

from .decisions import explain_choice, join_words, list_command_words
from .practice import Practice, play_commands
from .why_page import explain_in_words

TURNS = 50
"""Commands of a continuation, unless the game ends before."""

SHOWN_CHOICES = 12
"""Changes of mind of a bot that are shown."""

COLUMN_WIDTH = 37
"""Cells of each of two columns on a page of the smallest screen."""

SILENCE = Message("footfall-compare-silence")
"""The words of a row that belongs to the one before, in plain text."""

COUNTED_KINDS = ("alarm", "bad")
"""Kinds of log lines that are counted, in every game: notices, and losses."""


class PlayedCommand(NamedTuple):
    """A command of a continuation.

    Attributes:
        seat: whose command it is, in a game with seats, or ``""``.
        words: the command in words, its name first.
        lines: the log lines that it led to.
        causes: the dice and the parts of mods in it.
        reason: why a bot chose it; None if unknown.
    """

    seat: str
    words: list[Message | str]
    lines: tuple[LoggedMessage, ...]
    causes: tuple[Message, ...]
    hash: str
    reason: Message | None = None


class BotChoice(NamedTuple):
    """A command, and why it was chosen; None if unknown."""

    command: Command
    reason: Message | None = None


class Continuation(msgspec.Struct, frozen=True):
    """The play from a turn on.

    Attributes:
        name: whose commands these are.
        session: the game at their end.
        later: how the recorded game ended soon after.
    """

    name: Message
    session: Session
    steps: tuple[PlayedCommand, ...]
    later: Message | None = None

    def count_lines(self, kind: str) -> int:
        """Returns the number of log lines of a kind."""
        return sum(line.kind == kind for step in self.steps for line in step.lines)

    def count_turns(self, steps: int | None = None) -> int:
        """Returns the turn as players count it after some of the steps; None: after all."""
        turn = self.session.state.turn
        return self.session.display.count_turns(turn if steps is None else turn - len(self.steps) + steps)

    def count_rounds(self) -> int:
        """Returns the round at the end, or 0 in a game without rounds."""
        count = self.session.rules.game.presentation.count_rounds
        return 0 if count is None else count(self.session.context())

    def limit(self, turns: int) -> int:
        """Returns with how many commands it can be compared: with any number if the game has ended."""
        if self.session.state.outcome is not None:
            return turns
        played = self.session.commands[len(self.session.commands) - len(self.steps) :]
        return sum(not isinstance(command, ChangeDice) for command in played)

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
        parting: index of the first step after which the states differ; None if no step differs.
        rows: the lines of the panels that differ at their ends.
    """

    since: int
    left: Continuation
    right: Continuation
    parting: int | None
    rows: tuple[Row, ...]


def continue_recording(
    rules: Rules, replay: Replay, since: int, turns: int = TURNS, name: Message | None = None
) -> Continuation:
    """Returns a recording after some commands as a continuation, and its end if as many commands lead there."""
    session = play_commands(rules, replay.header, replay.commands[:since])
    places = [at for at, it in enumerate(replay.commands) if at >= since and not isinstance(it, ChangeDice)]
    last = places[turns - 1] + 1 if turns <= len(places) else len(replay.commands)  # other dice play no turn
    commands, name = map(BotChoice, replay.commands[since:last]), name or Message("footfall-compare-recording")
    played = _continue(session, name, lambda session: next(commands, None))
    rest = replay.commands[last:]
    if not 0 < len(rest) <= max(turns, TURNS):
        return played
    whole = Continuation(name, play_commands(rules, replay.header, replay.commands), ())
    end = whole.find_farewell()
    later = end and Message("footfall-compare-later", {"turn": str(whole.count_turns()), "end": end})
    return msgspec.structs.replace(played, later=later)


def continue_alike(
    rules: Rules, recordings: Sequence[tuple[Replay, Message | None]], since: int, turns: int = TURNS
) -> list[Continuation]:
    """Returns two recordings as continuations of the same length, unless the game of the shorter one has ended."""
    played = [continue_recording(rules, replay, since, turns, name) for replay, name in recordings]
    short, long = sorted(range(2), key=lambda index: len(played[index].steps))
    length = played[short].limit(len(played[long].steps))
    if length < len(played[long].steps):
        replay, name = recordings[long]
        played[long] = continue_recording(rules, replay, since, length, name)
    return played


def continue_under(
    rules: Rules, replay: Replay, since: int, other_rules: Rules, name: Message, turns: int = TURNS
) -> Continuation:
    """Carries out the commands of a recording after some of them under other rules, until one is refused.

    Args:
        other_rules: those without the mod, or with another version of it.

    Raises:
        SaveError: the game cannot go on under these rules.
    """
    before = play_commands(rules, replay.header, replay.commands[:since])
    session = restore_session(other_rules, build_sections(before, __version__)[1], f"the game after {since} commands")
    session.is_practice = True
    commands = map(BotChoice, replay.commands[since : since + turns])
    return _continue(session, name, lambda session: next(commands, None))


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
    return _continue(play_commands(rules, replay.header, replay.commands[:since]), name, decide)


def _continue(session: Session, name: Message, decide: Callable[[Session], BotChoice | None]) -> Continuation:
    steps, tracer = [], Tracer()
    session.tracer = tracer
    session.console_enabled = True  # recorded commands were allowed when they were given
    while session.state.question is not None and (decision := decide(session)) is not None:
        command = decision.command
        scene, presentation = build_session_scene(session), session.rules.game.presentation
        words = list_command_words(session, scene, command)
        seat = presentation.field_formats["actor"](command.actor) if presentation.seats is not None else ""
        turn = session.state.turn
        if session.submit(command).refusal is not None:
            break
        lines = tuple(line for line in session.log if line.turn > turn)
        traces = tracer.list_entry_traces(session.state.turn)
        causes = tuple(cause for trace in traces for cause in explain_in_words(session, trace))
        tracer.clear()
        steps.append(PlayedCommand(seat, words, lines, causes, session.hash(), decision.reason))
    return Continuation(name, session, tuple(steps))


def compare(since: int, left: Continuation, right: Continuation, translate: Callable[[Any], str]) -> ContinuationPair:
    """Compares two continuations of the state after some commands.

    Lines of a panel that begin with the same word stand side by side.
    """
    pairs = zip(left.steps, right.steps, strict=False)
    parting = next((index for index, (one, other) in enumerate(pairs) if one.hash != other.hash), None)
    if parting is None and len(left.steps) != len(right.steps):
        parting = min(len(left.steps), len(right.steps))
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
    return ContinuationPair(since, left, right, parting, tuple(rows))


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


def describe_comparison(comparison: ContinuationPair, translate: Callable[[Any], str]) -> Panel:
    """Builds the page of a comparison: two columns, and the reasons of a bot below."""
    sides = comparison.left, comparison.right
    names = [translate(side.name) for side in sides]
    spans = (Span(f"{names[0]:{COLUMN_WIDTH}.{COLUMN_WIDTH}}  ", Tint.STRONG), Span(names[1], Tint.STRONG))
    lines = [Line(spans), *set_side_by_side(names, [describe_result(side, translate) for side in sides])]
    first, last = sorted(side.count_rounds() for side in sides)
    if first != last:
        lines.append(Line((Span(Message("footfall-compare-rounds", {"first": first, "last": last}), Tint.BAD),)))
    if comparison.parting is None:
        lines += [Line(), Line((Span(Message("footfall-compare-same")),))]
    else:
        lines += [Line(), *describe_parting(comparison, comparison.parting, names, translate)]
    if comparison.rows:
        lines += [Line(), Line((Span(Message("footfall-compare-states")),))]
    for row in comparison.rows:
        if row.panel:
            lines.append(Line((Span(row.panel.lower(), Tint.DIM),)))
        lines += set_side_by_side(names, (row.left, row.right))
    lines += describe_choices(comparison)
    return Panel(Message("footfall-compare-title", {"turn": str(comparison.left.count_turns(0))}), tuple(lines))


def describe_advice(rules: Rules, replay: Replay, at: int, adviser: Bot, translate: Callable[[Any], str]) -> Panel:
    """Builds the page that compares the next commands of a recording with those of the adviser."""
    recording = continue_recording(rules, replay, at)
    bot = continue_with_bot(rules, replay, at, adviser, recording.limit(TURNS))
    return describe_comparison(compare(at, recording, bot, translate), translate)


def describe_practice(
    rules: Rules, replay: Replay, practices: Sequence[Practice], translate: Callable[[Any], str]
) -> Panel:
    """Builds the page that compares the last practice with the recording, and with the one before from its turn."""
    since = practices[-1].branch.commands
    turns = max(TURNS, len(practices[-1].session.commands) - since)

    def follow(practice: Practice, name: str) -> tuple[Replay, Message]:
        played = msgspec.structs.replace(replay, commands=tuple(practice.session.commands))
        return played, Message(f"footfall-compare-{name}")

    others: list[tuple[Replay, Message | None]] = [(replay, None)]
    before = [each for each in practices[:-1] if each.branch.commands == since]
    others += [follow(each, "practice-before") for each in before[-1:]]
    last = follow(practices[-1], "practice")
    pairs = (continue_alike(rules, (other, last), since, turns) for other in others)
    first, *more = (describe_comparison(compare(since, one, other, translate), translate) for one, other in pairs)
    return Panel(first.title, (*first.lines, *(line for page in more for line in (Line(), *page.lines))))


def set_side_by_side(names: Sequence[str], texts: Sequence[str], tint: int = Tint.TEXT) -> Iterator[Line]:
    """Yields rows of two columns; plain text says the first text whole, then the second."""
    columns = [wrap_text(text, COLUMN_WIDTH, tint, indent=2) for text in texts]
    facts = dict(zip(("one", "left", "other", "right"), (names[0], texts[0], names[1], texts[1]), strict=True))
    said = Message("footfall-compare-both", {name: text or "–" for name, text in facts.items()})
    for runs in zip_longest(*columns, fillvalue=[]):
        left, right = ("".join(words for words, _ in cell) for cell in runs)
        yield Line((Span(f"{left:{COLUMN_WIDTH}}  ", tint, said), Span(right, tint, SILENCE)))
        said = SILENCE


def describe_result(continuation: Continuation, translate: Callable[[Any], str]) -> str:
    """Describes the turn of the state of a continuation, its end, notices and losses."""
    end = continuation.find_farewell()
    facts: dict[str, Any] = {kind: continuation.count_lines(kind) for kind in COUNTED_KINDS}
    facts |= {"turn": str(continuation.count_turns()), "round": continuation.count_rounds()}
    facts |= {"is_over": "no" if end is None else "yes", "end": end or ""}
    later = "" if continuation.later is None else f" {translate(continuation.later)}"
    return capitalize(translate(Message("footfall-compare-result", facts))) + later


def describe_parting(
    comparison: ContinuationPair, parting: int, names: Sequence[str], translate: Callable[[Any], str]
) -> Iterator[Line]:
    """Yields the first commands after which the two differ, with their log lines and dice."""
    sides = comparison.left, comparison.right
    longer = max(sides, key=lambda side: len(side.steps))
    turn = str(longer.count_turns(parting + 1))
    yield Line((Span(Message("footfall-compare-parting", {"turn": turn})),))
    steps = [side.steps[parting] if parting < len(side.steps) else None for side in sides]
    commands = ["" if step is None else ", ".join(map(translate, step.words)) for step in steps]
    yield from set_side_by_side(names, commands, Tint.STRONG)
    told = [() if step is None else step.lines for step in steps]
    for lines in zip_longest(*told):
        yield from set_side_by_side(names, ["" if line is None else translate(line.message) for line in lines])
    for causes in zip_longest(*(() if step is None else step.causes for step in steps)):
        yield from set_side_by_side(names, ["" if cause is None else translate(cause) for cause in causes], Tint.DIM)


def describe_choices(comparison: ContinuationPair) -> list[Line]:
    """Returns the first commands of the bot, together while their reason is the same; none if it gave no reasons."""
    lines: list[Line] = []
    steps = [step for step in comparison.right.steps if step.reason is not None]
    for (seat, reason), run in islice(groupby(steps, lambda step: (step.seat, step.reason)), SHOWN_CHOICES):
        assert reason is not None
        spans: list[Span] = []
        for words, same in groupby(run, lambda step: step.words):
            times = len(list(same))
            spans += [Span("; "), *join_words(words), *((Span(f" ×{times}", Tint.DIM),) if times > 1 else ())]
        lines.append(Line((Span(f"  {seat} " if seat else "  ", Tint.DIM), *spans[1:])))
        lines.append(Line((Span("    "), *explain_choice(reason))))
    title = Message("footfall-compare-choices", {"name": comparison.right.name})
    return [Line(), Line((Span(title),)), *lines] if lines else []


def to_json(comparison: ContinuationPair, translate: Callable[[Any], str]) -> dict[str, Any]:
    """Returns a comparison as plain data, with texts in the player's language."""

    def tell(played: PlayedCommand) -> dict[str, Any]:
        reason = played.reason and translate(played.reason)
        return {"seat": played.seat, "command": [*map(translate, played.words)], "reason": reason}

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
            "round": continuation.count_rounds(),
        }
        end |= {"lines": counts, "outcome": session.state.outcome, "hash": session.hash()}
        return {"name": translate(continuation.name), "parting": parting, **end, "steps": [*map(tell, played)]}

    return {
        "since": comparison.since,
        "parting": None if comparison.parting is None else comparison.since + comparison.parting + 1,
        "left": describe(comparison.left),
        "right": describe(comparison.right),
        "differences": [row._asdict() for row in comparison.rows],
    }
