"""The moments of a command, one for each line that the log gains: shown one after the other, until a key is pressed."""

from typing import NamedTuple

from footfall.api.scene import Scene
from footfall.api.session_scene import build_session_scene, make_inert
from footfall.engine.model import LoggedMessage, Message
from footfall.engine.plain import copy_state
from footfall.engine.session import Session
from footfall.engine.state import State

from .screens.lists import bind_actions

MOMENT_SECONDS = 0.5
"""Seconds that a moment is shown."""


BINDINGS = bind_actions({"skip": "SPACE ENTER ESC"}, "footfall-moments-", Message("footfall-moments-keys"))
"""The keys that are shown; any key shows the end of a command."""


class LoggedMoment(NamedTuple):
    """A state in the middle of a command, with the log up to there."""

    state: State
    log: list[LoggedMessage]


class MomentRecorder:
    """Notes the moments of commands.

    Attributes:
        moments: those that have not been shown yet, oldest first.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.moments: list[LoggedMoment] = []

    def note(self) -> None:
        """Notes the moment after a line of the log; a line that was taken back takes its moment with it."""
        log = list(self._session.log)
        self.moments = [moment for moment in self.moments if len(moment.log) < len(log)]
        self.moments.append(LoggedMoment(copy_state(self._session.state), log))

    def build_scene(self, seat: int | None) -> Scene:
        """Returns the scene of the first moment, in which nothing can be done but to go on."""
        moment = self.moments[0]
        shown = self._session.copy_with(moment.state)
        shown.log, shown.display = moment.log, self._session.display
        scene = build_session_scene(shown, seat)
        return make_inert(scene, bindings=BINDINGS, hints=(BINDINGS[0].label.id,), hint_texts={}, farewell=())
