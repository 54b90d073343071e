"""Steps through a replay, forward and back, with commands, changes and explanations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any

import msgspec

from footfall.api.scene import Binding, Line, Panel, Scene, Span, Tint
from footfall.engine.descriptions import describe
from footfall.engine.model import Command, Message
from footfall.engine.rules import Rules
from footfall.engine.saves.replay import Replay, begin_recorded
from footfall.engine.session import Session
from footfall.engine.tracing import ChangeRecord, Tracer

from .game_view import build_session_scene

MAX_JUMP = 1_000_000
"""More commands than any replay has."""

MAX_RUN = 4
"""Consecutive changes of one kind that are described one by one."""


class JumpInReplay(Command, frozen=True, tag="footfall:go"):
    """Goes forward `by` commands, or back if negative."""

    by: int = 1


def _make_binding(keys: tuple[str, ...], by: int, label: str) -> Binding:
    return Binding(
        keys, JumpInReplay, Message(f"footfall-watch-{label}"), {"by": by}, (), Message("footfall-watch-keys")
    )


BINDINGS = (
    _make_binding(("RIGHT", "SPACE", "l", "PAD6"), 1, "on"),
    _make_binding(("LEFT", "h", "PAD4"), -1, "back"),
    _make_binding(("PGDN", "j", "DOWN"), 10, "far-on"),
    _make_binding(("PGUP", "k", "UP"), -10, "far-back"),
    _make_binding(("HOME", "g"), -MAX_JUMP, "begin"),
    _make_binding(("END", "G"), MAX_JUMP, "end"),
)


class ReplayViewer:
    """A replay as a front end plays it. Its only command is `JumpInReplay`.

    Attributes:
        session: the game after `at` commands.
        at: number of commands replayed.
        translate: turns messages into sentences.
    """

    def __init__(self, rules: Rules, replay: Replay, translate: Callable[[Any], str]) -> None:
        self.translate = translate
        self.at = 0
        self._rules = rules
        self._replay = replay
        self._formats = rules.game.presentation.field_formats
        self.session = self._begin_session()

    def build_scene(self) -> Scene:
        """Returns the scene after `at` commands, with the last command, its changes and its traces."""
        scene = build_session_scene(self.session)
        count, panels = len(self._replay.commands), self._build_trace_panels()
        return msgspec.structs.replace(
            scene,
            alert=Message("footfall-watch-at", {"at": self.at, "of": count}),
            panels=(*panels[:1], *scene.panels, *panels[1:]),
            bindings=BINDINGS,
            answers=(),
            farewell=(),
            choices={},
            can_save=False,
        )

    def submit(self, command: Command) -> Message | None:
        """Moves within the replay; refuses to pass either end."""
        assert isinstance(command, JumpInReplay)
        goal = min(max(self.at + command.by, 0), len(self._replay.commands))
        if goal == self.at:
            return Message("footfall-watch-first" if command.by < 0 else "footfall-watch-last")
        if goal < self.at:  # a game cannot run backwards: replay it from the start
            self.session = self._begin_session()
            self.at = 0
        while self.at < goal:
            tracer = self.session.tracer
            if tracer is not None:
                tracer.clear()
            self.session.submit(self._replay.commands[self.at])
            self.at += 1
        return None

    @property
    def has_running_macro(self) -> bool:
        """Always False: a replay has no macros."""
        return False

    def advance_macro(self) -> None:
        """Does nothing."""

    def cancel_macro(self) -> None:
        """Does nothing."""

    def restart(self, same_seed: bool) -> None:
        """Does nothing."""

    def save(self) -> None:
        """Does nothing."""

    def _begin_session(self) -> Session:
        session = begin_recorded(self._rules, self._replay.header, tracer=Tracer())
        session.console_enabled = True  # recorded commands were allowed when they were given
        return session

    def _build_trace_panels(self) -> list[Panel]:
        """Returns panels of the last command, its changes, and the numbers computed by hooks."""
        if not self.at:
            return []
        command = self._replay.commands[self.at - 1]
        actor = self._formats.get("actor", str)(command.actor)
        text = describe(command, self._formats, self.translate, omit=("actor",))
        lines = [Line((Span(text, Tint.STRONG), Span(f"  [{actor}]", Tint.DIM)))]
        panels = [Panel(Message("footfall-watch-command"), tuple(lines))]
        tracer = self.session.tracer
        assert tracer is not None
        traces = [
            Line((Span(line, Tint.DIM),))
            for fold in tracer.folds
            for term in fold.base
            for line in (f"{fold.hook}: {describe(fold.event, self._formats, self.translate)}", *fold.explain(term))
        ]
        changes = [Line((Span(line, Tint.DIM),)) for line in self._describe_changes(tracer.changes)]
        if changes:
            panels.append(Panel(Message("footfall-watch-changes"), tuple(changes)))
        if traces:
            panels.append(Panel(Message("footfall-watch-why"), tuple(traces)))
        return panels

    def _describe_changes(self, records: Iterable[ChangeRecord]) -> Iterator[str]:
        """Yields a line per change; a long run of changes of one kind is one line with their number."""
        for (via, kind), run in groupby(records, lambda record: (record.cause.via, type(record.change))):
            changes = [record.change for record in run]
            if len(changes) > MAX_RUN:
                name = _strip_namespace(str(kind.__struct_config__.tag))
                yield f"{_strip_namespace(via)}: {name} ×{len(changes)}"
                continue
            for change in changes:
                yield f"{_strip_namespace(via)}: {describe(change, self._formats, self.translate)}"


def _strip_namespace(id: str) -> str:
    return id.rpartition(":")[2]
