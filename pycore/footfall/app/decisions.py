"""The last commands of a finished game in words, with the log lines of each."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from msgspec.structs import replace

from footfall.api.scene import DIRECTIONS, Choice, Line, Panel, Prompt, PromptKind, Scene, Span, Story, Tint
from footfall.api.session_scene import merge_log_lines
from footfall.engine.context import Context
from footfall.engine.declarations.rules import Rules
from footfall.engine.model import Answer, ChangeDice, Command, Event, Message
from footfall.engine.session import Session
from footfall.ui.drawing.pages import LOG_KIND_TINTS

from .names import name_seat
from .screens.console_commands import CONSOLE_BINDINGS
from .screens.lists import make_line
from .setup_choices import describe_setup

COMPASS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")


def list_command_words(session: Session, scene: Scene, command: Command) -> list[Message | str]:
    """Returns the name of a command, then its details.

    Args:
        session: the game before the command.
        scene: its scene: the lists of choices have the names of items, creatures and answers.
    """
    if isinstance(command, Answer):
        if 0 <= command.choice < len(scene.answers):
            prompt = scene.prompt and Message("footfall-watch-answer-to", {"question": scene.prompt})
            return [prompt or Message("footfall-watch-answer"), scene.answers[command.choice].label]
        return [Message("footfall-watch-answer"), str(command.choice + 1)]
    if isinstance(command, ChangeDice):
        return [Message("footfall-practice-dice")]
    commands: tuple[Any, ...] = (*session.rules.commands.values(), *session.rules.console.values())
    declared = [binding for bound in commands for binding in bound.spec.bindings]
    bindings = (*scene.bindings, *declared, *CONSOLE_BINDINGS)
    candidates = (binding for binding in bindings if binding.command is type(command))
    binding = next(
        (
            candidate
            for candidate in candidates
            if all(getattr(command, field, None) == value for field, value in candidate.fields.items())
        ),
        None,
    )
    if binding is None:
        mod = str(command.__struct_config__.tag).partition(":")[0]
        return [Message("footfall-watch-unnamed", {"mod": mod})]
    answers = [(prompt, getattr(command, prompt.field)) for prompt in binding.prompts]
    act = next((choice.act for answer in answers if (choice := _find_choice(scene, *answer)) and choice.act), None)
    details = [] if act else [_describe_answer(scene, *answer) for answer in answers]
    name = binding.label
    name = next((each.label for each in declared if each.label.id == name.id), name)  # without what it may lead to
    return [act or name, *(detail for detail in details if detail)]


def has_words_of_scene(rules: Rules, command: Command) -> bool:
    """Whether a command can be put into words only before it is played: an answer, a cell, a choice from a list."""
    bindings = (binding for bound in rules.commands.values() for binding in bound.spec.bindings)
    return isinstance(command, Answer) or any(one.command is type(command) and one.prompts for one in bindings)


def _find_choice(scene: Scene, prompt: Prompt, value: Any) -> Choice | None:
    return next((choice for choice in scene.choices.get(prompt.choices, ()) if choice.value == value), None)


def _describe_answer(scene: Scene, prompt: Prompt, value: Any) -> Message | str:
    """Describes the answer to a prompt; ``""`` if it has no words, as for an item that is gone."""
    choice = _find_choice(scene, prompt, value)
    if choice is not None:
        return choice.label
    if prompt.kind is PromptKind.DIRECTION and type(value) is int and 0 <= value < len(COMPASS):
        return Message(f"footfall-watch-compass-{COMPASS[value]}")
    if prompt.kind is PromptKind.CELL and scene.cells is not None and isinstance(value, (tuple, list)):
        dy, dx = value[0] - scene.cells.focus[0], value[1] - scene.cells.focus[1]
        distance = max(abs(dy), abs(dx))
        if not distance:
            return Message("footfall-watch-here")
        # An axis counts if it is more than half of the other one.
        step = tuple(0 if 2 * abs(d) < distance else (d > 0) - (d < 0) for d in (dy, dx))
        compass = Message(f"footfall-watch-compass-{COMPASS[DIRECTIONS.index(step)]}")
        return Message("footfall-watch-cell", {"distance": distance, "compass": compass})
    return str(value) if type(value) is int and not prompt.choices else ""


COMMANDS_BACK = 30
"""Number of commands of a finished game that are shown again."""

DECISIONS_PAGE, DECISIONS_KEY = "decisions", "d"


REASONS_PAGE, REASONS_KEY = "reasons", "B"
"""The page of the last choices of bots and their reasons, in a game with bots."""


class ExplainedChoice(NamedTuple):
    """The choice of a bot: the command in words, and the reason."""

    words: list[Message | str]
    reason: Message


def add_decisions_page(
    session: Session, scene: Scene, reasons: Mapping[int, ExplainedChoice], known: Mapping[int, list[Message | str]]
) -> None:
    """Adds the page of the last commands to the scene of a finished game, newest first, with their log lines.

    Equal ones without effect share a line.

    Args:
        reasons: why bots chose their commands, by turn.
        known: the commands of `has_words_of_scene` in words, by turn; those before the last start are missing.
    """
    last = replace(scene, cells=None)  # the character stood elsewhere
    commands = session.commands
    first = max(0, len(commands) - COMMANDS_BACK)
    told_by_turn = {turn: list(lines) for turn, lines in groupby(session.log, lambda line: line.turn)}
    has_seats = session.rules.game.presentation.seats is not None
    runs: list[tuple[int, int, list[Message | str]]] = []  # first and last turn, words
    for turn, command in enumerate(commands[first:], first + 1):
        words = reasons[turn].words if turn in reasons else known.get(turn)
        words = words or list_command_words(session, last, command)
        words = [name_seat(session.rules, command.actor), *words] if has_seats else words
        told = told_by_turn.get(turn)
        if runs and words == runs[-1][2] and not told and runs[-1][1] not in told_by_turn:
            runs[-1] = (runs[-1][0], turn, words)
        else:
            runs.append((turn, turn, words))
    lines = []
    for start, end, words in reversed(runs):
        shown = [str(session.display.count_turns(turn)) for turn in dict.fromkeys((start, end))]
        lines.append(Line((Span(f"{'-'.join(shown):>9}  ", Tint.DIM), *join_words(words))))
        if end in reasons:
            lines.append(Line((Span(" " * 11), *explain_choice(reasons[end].reason))))
        for line in merge_log_lines(told_by_turn.get(end, ())):
            more = (Span(f" ×{line.count}", Tint.DIM),) if line.count > 1 else ()
            tint = LOG_KIND_TINTS.get(line.kind, Tint.DIM)
            lines.append(Line((Span(" " * 11), Span(line.message, tint), *more)))
    page = Panel(Message("footfall-decisions-title"), tuple(lines), label=Message("footfall-decisions"))
    scene.pages = {**scene.pages, DECISIONS_PAGE: page}
    scene.page_keys = {**scene.page_keys, DECISIONS_KEY: DECISIONS_PAGE}


STORY_PAGE, STORY_KEY = "story", "t"


UNTOLD_KINDS = frozenset({"fight", "sound", "heard", "lesson", "look", "problem"})
"""Kinds of log lines that a story leaves out: blows, sounds, hints."""


def build_story(finished: Session) -> Story:
    """Returns the story of a finished game, for which it is played again in private (`Presentation.story`).

    A game that tells no page has its log, turn by turn, and so has one whose mods have changed on the way.
    """
    tell, story = finished.rules.game.presentation.story, Story()
    if tell is not None:
        again = begin_again(finished)
        ours: Story = tell(play_again(finished, again))
        story = ours if again.hash() == finished.hash() else story
    page, setup = story.page, describe_setup(finished.rules, finished.options)
    if page is None and (told := [line for line in finished.log if line.kind not in UNTOLD_KINDS]):
        lines = []
        for turn, run in groupby(told, lambda line: line.turn):
            head = Span(Message("footfall-story-turn", {"turn": str(finished.display.count_turns(turn))}), Tint.DIM)
            lines.append(Line((head, *(span for line in run for span in (Span(" "), Span(line.message))))))
        page = Panel(Message("footfall-story-title"), tuple(lines), label=Message("footfall-story-label"))
    if page is not None and setup is not None:
        page = replace(page, lines=(make_line(setup, Tint.DIM), Line(), *page.lines))
    return Story(story.points, page)


def begin_again(finished: Session) -> Session:
    """Begins a game again, in private."""
    session = Session.begin(finished.rules, finished.state.seed, finished.options, quiet=True)
    session.console_enabled = session.is_practice = True
    return session


def play_again(finished: Session, session: Session) -> Iterator[tuple[Context, tuple[Event, ...]]]:
    """Yields the game after each command, with its events; ends with the game, or at a refused command."""
    for command in finished.commands:
        if session.state.outcome is not None or (result := session.submit(command)).refusal is not None:
            return
        yield session.context(), result.events


def add_story(scene: Scene, story: Story) -> None:
    """Adds the turning points and the page of a story to the scene of a finished game."""
    scene.farewell = (*scene.farewell, *story.points)
    if story.page is not None:
        scene.pages = {**scene.pages, STORY_PAGE: story.page}
        scene.page_keys = {**scene.page_keys, STORY_KEY: STORY_PAGE}


def add_reasons_page(session: Session, scene: Scene, reasons: Mapping[int, ExplainedChoice]) -> None:
    """Adds the page of the last choices of bots and their reasons, which those in a row may share."""
    lines, commands = [], session.commands
    turns = [turn for turn in sorted(reasons, reverse=True) if turn <= len(commands)][:COMMANDS_BACK]
    for reason, run in groupby(turns, lambda turn: reasons[turn].reason):
        for turn in run:
            seat = name_seat(session.rules, commands[turn - 1].actor)
            head = f"{session.display.count_turns(turn):>5}  {seat}  "
            lines.append(Line((Span(head, Tint.DIM), *join_words(reasons[turn].words))))
        lines.append(Line((Span(" " * 11), *explain_choice(reason))))
    panel = Panel(Message("footfall-reasons-title"), tuple(lines), label=Message("footfall-reasons"))
    scene.pages = {**scene.pages, REASONS_PAGE: panel}
    scene.page_keys = {**scene.page_keys, REASONS_KEY: REASONS_PAGE}


def join_words(words: Sequence[Message | str]) -> Iterator[Span]:
    """Yields the name of a command and its details, separated by commas."""
    for number, text in enumerate(words):
        yield Span(", " if number else "")
        yield Span(text, Tint.STRONG)


def explain_choice(reason: Message) -> tuple[Span, ...]:
    """Returns why a bot chose a command, as a sentence."""
    return (Span(Message("footfall-reasons-because", {"reason": reason}), Tint.DIM),)
