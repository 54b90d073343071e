"""The last turns of a finished game, watched again over its last screen."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from footfall import __version__
from footfall.api.scene import LogLine, Scene
from footfall.engine.bots import Bot
from footfall.engine.model import Message
from footfall.engine.saves.replay import Replay, ReplayError, build_header
from footfall.engine.session import Session

from .decisions import COMMANDS_BACK
from .replay_keys import JumpInReplay
from .replay_viewer import ReplayViewer


class LastTurns(ReplayViewer):
    """A replay of the last commands of a finished game, over its last screen.

    It shows what the game makes known only at the end (`Presentation.hindsight`).
    """

    def __init__(
        self,
        finished: Session,
        translate: Callable[[Any], str],
        bots: Mapping[int, Bot] | None = None,
        points: Sequence[Message] = (),
    ) -> None:
        """Replays the game up to the last turning point among the closing lines, else up to its last commands.

        Args:
            points: the closing lines; see `Scene.farewell`.

        Raises:
            ReplayError: the game cannot be played again: its mods have changed on the way.
        """
        replay = Replay(build_header(finished, __version__), tuple(finished.commands), {})
        super().__init__(finished.rules, replay, translate, bots)
        self._finished = finished
        point = next((point for point in reversed(points) if "command" in point.args), None)
        start = self.count - COMMANDS_BACK if point is None else point.args["command"]
        super().submit(JumpInReplay(by=max(1, start)))
        clock = self.session.display.count_turns(self.at)
        words = Message("footfall-last-turns-begin", {"point": point})
        self._point = None if point is None else LogLine(words, "warn", self.at, clock=clock)
        if self.session.state.turn != self.at or self.drift is not None:
            raise ReplayError("its commands give another game now")

    def build_scene(self) -> Scene:
        """Returns the scene of the replay with the facts that became known later."""
        scene = super().build_scene()
        if self.overlay is not None:
            return scene
        if self._point is not None and self._point.turn == self.at:
            scene.log = (*scene.log, self._point)
        reveal = self._finished.rules.game.presentation.hindsight
        return scene if reveal is None else reveal(self.session.context(), scene, self._finished.state)
