"""Practice games: a recorded game is played on from any of its turns.

The recording is only read. A practice game has a replay of its own, which says where it begins, and counts in no
statistics; it has no save: playing on from the end of its replay continues it.
"""

import io
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from footfall import __version__
from footfall.api.scene import Binding, Scene, Span, Tint
from footfall.api.session_scene import build_session_scene
from footfall.disk import replace_file
from footfall.engine.bots import Bot
from footfall.engine.declarations.rules import Rules
from footfall.engine.model import ChangeDice, Command, LoggedMessage, Message
from footfall.engine.saves.replay import Recorder, Replay, begin_recorded
from footfall.engine.saves.replay_lines import Branch, ReplayFile, ReplayHeader, scan_replay
from footfall.engine.session import Session
from footfall.ui.keymap import format_key

from .decisions import list_command_words
from .files.paths import find_game_path
from .game_view import Continue, GameView
from .names import name_seat

_GROUP = Message("footfall-practice-keys")


class TakeBack(Command, frozen=True, tag="footfall:take-back"):
    """Takes back the last command of the player, with those of a journey or of bots that followed."""


class TakeOtherDice(Command, frozen=True, tag="footfall:other-dice"):
    """Goes on with other dice."""


class LeavePractice(Command, frozen=True, tag="footfall:leave-practice"):
    """Returns to the recording."""


BINDINGS = (
    Binding(("BACKSPACE", "C-b"), TakeBack, Message("footfall-practice-back"), group=_GROUP),
    Binding(("C-d",), TakeOtherDice, Message("footfall-practice-dice"), group=_GROUP),
    Binding(("C-r", "Q"), LeavePractice, Message("footfall-practice-leave"), group=_GROUP),
)


END_BINDINGS = (Binding(("ESC",), LeavePractice, Message("footfall-practice-leave"), group=_GROUP),)
"""Keys that leave a game and lead back to the replay instead, once the practice game is over."""


class Attempt(NamedTuple):
    """A continuation of a recorded game from a turn.

    Attributes:
        since: number of commands of the recording before it.
        commands: all commands of the game.
        turn: the turn after them, as players count it.
        end: how the game ended; None: it goes on.
        hand_turns: turns of the commands that the player gave for seats of bots.
    """

    since: int
    commands: tuple[Command, ...]
    turn: int
    end: Message | None
    hand_turns: frozenset[int] = frozenset()


class Practice(GameView):
    """A practice game as front ends play it.

    Attributes:
        branch: where it begins.
        ended: attempts whose end was taken back; each has its replay.
        path: its replay, which begins with the first command; None before.
    """

    def __init__(
        self,
        rules: Rules,
        replay: Replay,
        commands: int,
        translate: Callable[[Any], str],
        bots: Mapping[int, Bot] | None = None,
    ) -> None:
        """Plays a recording up to a command, and opens the game there.

        Args:
            commands: number of its commands to play.
            bots: players of seats, by seat.
        """
        self._header, self._commands = replay.header, list(replay.commands[:commands])
        self._stops: list[int] = []
        self.ended: list[Attempt] = []
        self._hand_turns = {turn for turn in replay.hand_turns if turn <= commands}
        self._file: ReplayFile | None = None
        self._recorder: Recorder | None = None
        self.path: Path | None = None
        super().__init__(play_commands(rules, replay.header, self._commands), translate, bots=bots)
        self.branch = Branch(len(self.session.commands), self.session.hash())  # the last command may be refused

    def list_attempts(self) -> list[Attempt]:
        """Returns the attempts whose end was taken back, then the present one, if it has commands."""
        session, since = self.session, self.branch.commands
        if len(session.commands) <= since:
            return self.ended
        end = next(iter(build_session_scene(session).farewell), None)
        turn = session.display.count_turns(session.state.turn)
        return [*self.ended, Attempt(since, tuple(session.commands), turn, end, frozenset(self._hand_turns))]

    @property
    def greeting_words(self) -> Message:
        """The line that names the keys of practice; at the seat of a bot, what becomes of it."""
        question = self.session.state.question
        facts = {name: format_key(each.keys[0]) for name, each in zip(("back", "dice", "leave"), BINDINGS, strict=True)}
        if question is None or question.actor not in self._bots:
            return Message("footfall-practice-begins", facts)
        return Message(
            "footfall-practice-begins-for-bot", facts | {"seat": name_seat(self.session.rules, question.actor)}
        )

    @property
    def recorder(self) -> Recorder | None:
        """The writer of its replay, which it begins if there is none yet; None if it cannot be written."""
        if self._recorder is None and self.path is None:
            session, text = self.session, io.StringIO()
            header = msgspec.structs.replace(
                self._header, version=__version__, lock=session.rules.lock, branch=self.branch
            )
            Recorder(text, session, __version__, header=header).write_missing_commands(0, self._hand_turns)
            self.path = find_game_path("practice", header.game, header.seed, self.branch.commands, ".replay")
            try:
                replace_file(self.path, [text.getvalue().encode()])
                scan = scan_replay(self.path)
                self._file = ReplayFile(self.path, scan, self._report_failure)
            except OSError as error:
                self._report_failure(error)
            else:
                self._recorder = Recorder(self._file, session, __version__, checksum=scan.checksum)
        return self._recorder

    def _report_failure(self, error: OSError) -> None:
        message = Message("footfall-replay-not-written", {"reason": error.strerror or str(error)})
        self.session.log.append(LoggedMessage(message, "problem", self.session.state.turn))

    def build_scene(self) -> Scene:
        """Returns the current scene, marked as practice."""
        scene = super().build_scene()
        if self.overlay is None:
            facts = {"turn": self.session.display.count_turns(self.branch.commands)}
            words, brief = Message("footfall-practice-since", facts), Message("footfall-practice-since-short", facts)
            scene.status = (Span(words, Tint.SOUND, short=brief), *scene.status)
            scene.bindings = (*scene.bindings, *BINDINGS, *(END_BINDINGS if scene.farewell else ()))
            keys = tuple(binding.label.id for binding in BINDINGS)
            first = int(self._bot_stop is not None)  # after a bot, the way on comes first
            scene.hints = (*scene.hints[:first], *keys, *scene.hints[first:])
            short = {key: Message(key.replace("-practice-", "-practice-short-")) for key in keys}
            scene.hint_texts = {**scene.hint_texts, **short}
            scene.seed, scene.can_save = self._header.seed, False
        return scene

    def submit(self, command: Command) -> Message | None:
        """Carries out a command of the game or of practice."""
        if isinstance(command, LeavePractice):
            self.is_open = False
            self.save()
            return None
        if isinstance(command, TakeBack):
            return self.take_back()
        before, goes_on = len(self.session.commands), self._macro is not None
        if isinstance(command, TakeOtherDice):
            if self.session.state.outcome is not None:
                return Message("footfall-practice-over")
            message: Message | None = self.submit_directly(ChangeDice()) or Message("footfall-practice-diced")
        else:
            self.is_by_hand = command.actor in self._bots and not isinstance(command, Continue)
            for_bot, message = self.is_by_hand, super().submit(command)
            self.is_by_hand = False
            is_played = message is None and not goes_on and len(self.session.commands) > before
            if is_played and for_bot:
                self._hand_turns.add(before + 1)
                seat = name_seat(self.session.rules, command.actor)
                message = Message("footfall-practice-for-bot", {"seat": seat})
        is_own = not (self._stops and isinstance(command, Continue))
        if len(self.session.commands) > before and not goes_on and is_own:
            self._stops.append(before)
        return message

    def take_back(self) -> Message:
        """Goes back to before the last command of the player, and names it."""
        if not self._stops:
            return Message("footfall-practice-first")
        if self.session.state.outcome is not None:  # what comes now has a replay of its own
            self.ended = self.list_attempts()
            self.save()
            self.path = self._file = self._recorder = None
        stop = self._stops.pop()
        self._hand_turns = {turn for turn in self._hand_turns if turn <= stop}
        taken, commands = self.session.commands[stop], self.session.commands[:stop]
        session = play_commands(self.session.rules, self._header, commands)
        self.replace_session(session)
        self._bot_stop = None
        if self._recorder is not None and self._file is not None:
            self._recorder = Recorder(self._file, session, __version__, checksum=self._recorder.checksum)
        words = map(self.translate, list_command_words(session, build_session_scene(session), taken))
        return Message("footfall-practice-taken-back", {"command": ", ".join(words)})

    def let_bots_play(self, to_person: bool = False) -> None:
        """Lets bots play; see `GameView.let_bots_play`."""
        self.is_by_hand = False
        super().let_bots_play(to_person)

    def save(self) -> None:
        """Closes its replay, which stays."""
        if self._file is not None:
            self._file.close()


def play_commands(rules: Rules, header: ReplayHeader, commands: Iterable[Command]) -> Session:
    """Returns a practice session after some commands of a recording.

    Raises:
        ReplayError: the game cannot begin with the options of the header.
    """
    session = begin_recorded(rules, header)
    for command in commands:
        session.submit(command)
    session.console_enabled, session.is_practice = False, True
    return session
