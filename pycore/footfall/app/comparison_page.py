"""The page of two continuations of one turn: two columns, and the reasons of a bot below."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, islice, zip_longest
from typing import Any

import msgspec

from footfall.api.scene import Line, Panel, Span, Tint
from footfall.api.session_scene import build_session_scene
from footfall.engine.bots import Bot
from footfall.engine.declarations.rules import Rules
from footfall.engine.model import Message
from footfall.engine.saves.replay import Replay
from footfall.ui.drawing.text_layout import capitalize

from .comparison import (
    COUNTED_KINDS,
    TURNS,
    Continuation,
    ContinuationPair,
    compare,
    continue_recording,
    continue_with_bot,
)
from .decisions import explain_choice, join_words
from .practice import Attempt
from .rounds import count_rounds
from .screens.lists import make_line

SHOWN_CHOICES = 12
"""Changes of mind of a bot that are shown."""

SILENCE = Message("footfall-compare-silence")
"""The words of a column whose text the other one says, in plain text."""


def describe_comparison(comparison: ContinuationPair, translate: Callable[[Any], str]) -> Panel:
    """Builds the page of a comparison: two columns, and the reasons of a bot below."""
    sides = comparison.left, comparison.right
    names = [translate(side.name) for side in sides]
    lines = [set_side_by_side(names, names, Tint.STRONG)]
    lines.append(set_side_by_side(names, [describe_result(side, comparison.round, translate) for side in sides]))
    if comparison.right.name.id == "footfall-compare-adviser":
        lines.append(make_line(describe_verdict(comparison.right, translate)))
    if comparison.round:
        lines.append(make_line(Message("footfall-compare-round", {"round": comparison.round})))
    if any(side.count_lines("bad") for side in sides):
        lines.append(make_line(Message("footfall-compare-setbacks"), Tint.DIM))
    if comparison.parting is None:
        lines += [Line(), make_line(Message("footfall-compare-same"))]
    else:
        lines += [Line(), *describe_parting(comparison, comparison.parting, names, translate)]
    if comparison.rows:
        lines += [Line(), make_line(Message("footfall-compare-states"))]
    for row in comparison.rows:
        if row.panel:
            lines.append(make_line(row.panel.lower(), Tint.DIM))
        lines.append(set_side_by_side(names, (row.left, row.right)))
    lines += [*describe_hand(comparison.right), *describe_choices(comparison)]
    return Panel(Message("footfall-compare-title", {"turn": str(comparison.left.count_turns(0))}), tuple(lines))


def describe_advice(rules: Rules, replay: Replay, at: int, adviser: Bot, translate: Callable[[Any], str]) -> Panel:
    """Builds the page that compares the next commands of a recording with those of the adviser."""
    recording = continue_recording(rules, replay, at)
    bot = continue_with_bot(rules, replay, at, adviser, max(TURNS, len(recording.steps)))
    return describe_comparison(compare(at, recording, bot, translate), translate)


def describe_practice(
    rules: Rules, replay: Replay, attempts: Sequence[Attempt], translate: Callable[[Any], str]
) -> Panel:
    """Builds the page that compares the last attempt with the recording, and with the one before from its turn."""
    *_, last = attempts
    turns = max(TURNS, len(last.commands) - last.since)

    def follow(attempt: Attempt, name: str) -> Continuation:
        played = msgspec.structs.replace(replay, commands=attempt.commands, hand_turns=attempt.hand_turns)
        length = len(attempt.commands) - attempt.since
        return continue_recording(rules, played, attempt.since, length, Message(f"footfall-compare-{name}"))

    mine = follow(last, "practice")
    others = [continue_recording(rules, replay, last.since, turns)]
    others += [follow(attempt, "practice-before") for attempt in attempts[-2:-1] if attempt.since == last.since]
    first, *more = (describe_comparison(compare(last.since, other, mine, translate), translate) for other in others)
    return Panel(first.title, (*first.lines, *(line for page in more for line in (Line(), *page.lines))))


def set_side_by_side(names: Sequence[str], texts: Sequence[str], tint: int = Tint.TEXT) -> Line:
    """Returns a line of two columns; plain text says the first text, then the second, each after its name."""
    facts = dict(zip(("one", "left", "other", "right"), (names[0], texts[0], names[1], texts[1]), strict=True))
    said = Message("footfall-compare-both", {name: text or "–" for name, text in facts.items()})
    said = SILENCE if texts == names else said
    return Line((Span(texts[0], tint, said), Span(texts[1], tint, SILENCE)), is_split=True)


def describe_result(continuation: Continuation, number: int, translate: Callable[[Any], str]) -> str:
    """Describes the turn of the state of a continuation, its end, notices and losses.

    Args:
        number: the round at whose end it stands, or 0.
    """
    end = continuation.find_farewell()
    facts: dict[str, Any] = {kind: continuation.count_lines(kind) for kind in COUNTED_KINDS}
    facts |= {"turn": str(continuation.count_turns()), "round": number or count_rounds(continuation.session)}
    facts |= {"state": "over" if end is not None else "round" if number else "on", "end": end or ""}
    later = "" if continuation.later is None else f" {translate(continuation.later)}"
    return capitalize(translate(Message("footfall-compare-result", facts))) + later


def describe_verdict(adviser: Continuation, translate: Callable[[Any], str]) -> Message:
    """Says in a sentence what the adviser would have come to, with the first gauge of the screen."""
    session = adviser.session
    state = "won" if session.state.outcome in session.rules.game.statistics.winning_outcomes else "lost"
    facts: dict[str, Any] = {"turn": str(adviser.count_turns()), "state": state if adviser.is_over else "on"}
    lines = (line for panel in build_session_scene(session).panels for line in panel.lines if line.bar is not None)
    gauge = next(lines, Line(bar=(0, 0)))
    name = " ".join(translate(span.text) for span in gauge.spans)
    facts |= dict(zip(("value", "most"), gauge.bar or (), strict=False)) | {"gauge": name}
    return Message("footfall-compare-verdict", facts)


def describe_parting(
    comparison: ContinuationPair, parting: int, names: Sequence[str], translate: Callable[[Any], str]
) -> Iterator[Line]:
    """Yields the first commands after which the two differ, with their log lines and dice."""
    sides = comparison.left, comparison.right
    longer = max(sides, key=lambda side: len(side.steps))
    turn = str(longer.count_turns(parting + 1))
    yield make_line(Message("footfall-compare-parting", {"turn": turn}))
    steps = [side.steps[parting] if parting < len(side.steps) else None for side in sides]
    commands = ["" if step is None else ", ".join(map(translate, step.words)) for step in steps]
    yield set_side_by_side(names, commands, Tint.STRONG)
    told = [() if step is None else step.lines for step in steps]
    for lines in zip_longest(*told):
        yield set_side_by_side(names, ["" if line is None else translate(line.message) for line in lines])
    for causes in zip_longest(*(() if step is None else step.causes for step in steps)):
        yield set_side_by_side(names, ["" if cause is None else translate(cause) for cause in causes], Tint.DIM)


def describe_hand(continuation: Continuation) -> Iterator[Line]:
    """Yields the commands that the player gave for seats of bots, if there are some."""
    steps = [(at, step) for at, step in enumerate(continuation.steps, 1) if step.is_by_hand]
    if steps:
        yield from (Line(), make_line(Message("footfall-compare-by-hand")))
    for at, step in steps:
        yield Line((Span(f"{continuation.count_turns(at):>6}  {step.seat}  ", Tint.DIM), *join_words(step.words)))


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
    return [Line(), make_line(title), *lines] if lines else []
