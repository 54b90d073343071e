"""A game as text, for programs that read and write: the lines of plain mode, and numbered actions."""

from collections.abc import Iterable, Iterator

from footfall.api.scene import Scene
from footfall.api.session_scene import build_session_scene
from footfall.engine.declarations.environments import MaskBytes
from footfall.engine.model import Answer, Command
from footfall.engine.session import Session
from footfall.ui.frontends.plain_facts import describe_surroundings, list_sounds, list_status, list_things
from footfall.ui.frontends.plain_text import list_news
from footfall.ui.ui_state import UiState

from .content import EnvironmentContent, NoEnvironmentError

MAX_BYTES = 4000
"""Maximum bytes of a text in UTF-8."""

MAX_NAMED = 60
"""Maximum length of a list of actions that names their objects; a longer one has only their numbers and names."""


class TextError(ValueError):
    """A request that the game does not take; nothing was played. The text says what to do instead."""


class TextGame:
    """One game, which begins with its construction.

    Attributes:
        steps: the actions so far, refused ones included.
        score: the sum of rewards.
    """

    def __init__(self, content: EnvironmentContent, seed: int = 0) -> None:
        if content.seats:
            raise NoEnvironmentError(f"{content.id} is a game of several players; footfall.env.pettingzoo plays it")
        if not 0 <= seed < 1 << 64:
            raise TextError(f"seed is from 0 to {(1 << 64) - 1}, got {seed}")
        self.content, self.seed = content, seed
        self.steps, self.score = 0, 0.0
        self._translate = content.load_result.catalog.translate
        self._session = Session.begin(content.load_result.rules, seed, content.options)
        context = self._session.context()
        self._interpreter = content.environment.open(context, content.layout, content.switches)
        self._start = self._interpreter.compute_score()
        self._told: Scene | None = None

    @property
    def has_ended(self) -> bool:
        """Whether the game is over, or was cut short."""
        return self._session.state.outcome is not None or 0 < self.content.max_steps <= self.steps

    def look(self) -> str:
        """Returns the knowledge of the active player."""
        scene, state = self._build_scene(), UiState()
        task = self.content.task
        lines = [f"Task: {self._translate(task.summary)}"] if task is not None else []
        lines += [self._describe_progress(), "", *list_status(scene, state, self._translate)]
        if scene.prompt is not None:
            lines += ["", f"Question: {self._translate(scene.prompt)}"]
        lines += ["", *describe_surroundings(scene, state, self._translate)]
        lines += ["", *list_things(scene, state, self._translate), "", *list_sounds(scene, state, self._translate)]
        self._told = scene
        return join_lines(lines)

    def list_legal(self) -> str:
        """Returns the actions that may be chosen, by number."""
        if self.has_ended:
            return self._describe_progress()
        actions = [action for action, is_legal in enumerate(self._build_mask()) if is_legal]
        names, scene = self.content.layout.actions, self._build_scene()
        lines = [f"{action} {names[action]}" for action in actions]
        if len(actions) <= MAX_NAMED:
            commands = [self._interpreter.find_command(action) for action in actions]
            labels = [", ".join(self._name_things(scene, command)) for command in commands]
            lines = [f"{line}: {label}" if label else line for line, label in zip(lines, labels, strict=True)]
        text = join_lines(lines)
        return text if len(text) < MAX_BYTES - 100 else join_lines([", ".join(lines)])

    def act(self, action: int) -> str:
        """Plays an action; returns its news.

        Raises:
            TextError: the game has ended, there is no such action, or it may not be chosen now.
        """
        names = self.content.layout.actions
        if self.has_ended:
            raise TextError(f"{self._describe_progress()} Begin another one with new.")
        if not 0 <= action < len(names):
            raise TextError(f"there is no action {action}; there are 0 to {len(names) - 1}")
        if not self._build_mask()[action]:
            raise TextError(f"action {action} ({names[action]}) may not be chosen now; legal lists those that may")
        before = self._told or self._build_scene()
        command = self._interpreter.find_command(action)
        self.steps += 1
        refusal = None if command is None else self._session.submit(command).refusal
        scene = self._build_scene()
        lines = [self._translate(refusal.message)] if refusal is not None else []
        lines += ["That cannot be done."] if command is None else []
        lines += list_news(scene, before, self._translate)
        self.score = self._interpreter.compute_score() - self._start
        self._told = scene
        return join_lines([*lines, self._describe_progress()])

    def _build_scene(self) -> Scene:
        scene = build_session_scene(self._session)
        scene.seed = 0  # all dice follow from it
        return scene

    def _build_mask(self) -> MaskBytes:
        mask = bytearray(len(self.content.layout.actions))
        if self._session.state.question is not None:
            self._interpreter.write_mask(mask)
        return mask

    def _describe_progress(self) -> str:
        limit, outcome = self.content.max_steps, self._session.state.outcome
        of = f" of {limit}" if limit else ""
        end = (
            f" The game is over: {outcome}."
            if outcome is not None
            else " The game was cut short."
            if self.has_ended
            else ""
        )
        return f"Step {self.steps}{of}, reward so far {self.score:g}.{end}"

    def _name_things(self, scene: Scene, command: Command | None) -> Iterator[str]:
        """Yields the labels of the objects of a command, from the lists of its prompts."""
        if type(command) is Answer and command.choice < len(scene.answers):
            yield self._translate(scene.answers[command.choice].label)
        bindings = [binding for binding in scene.bindings if binding.command is type(command)]
        for prompt in bindings[0].prompts if bindings else ():
            value = getattr(command, prompt.field, None)
            for choice in scene.choices.get(prompt.choices, ()):
                if choice.value == value:
                    yield self._translate(choice.label)
                    break


def join_lines(lines: Iterable[str]) -> str:
    """Returns lines as text of at most `MAX_BYTES`; those that are left out are counted."""
    kept: list[str] = []
    listed = list(lines)
    bytes_left = MAX_BYTES - len("... and 1000 lines more")
    for number, line in enumerate(listed):
        bytes_left -= len(line.encode()) + 1
        if bytes_left < 0:
            kept.append(f"... and {len(listed) - number} lines more")
            break
        kept.append(line)
    return "\n".join(kept)
