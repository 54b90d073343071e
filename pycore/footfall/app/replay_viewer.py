"""Stepping through a replay, forwards and back: what was commanded, what happened, and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from footfall.api.scene import Binding, Line, Panel, Scene, Span, Tint
from footfall.engine.codec import to_plain
from footfall.engine.model import Command, Message
from footfall.engine.rules import Rules
from footfall.engine.saves.replay import Replay
from footfall.engine.session import Session
from footfall.engine.tracing import Tracer

from .game_view import build_session_scene

MAX_JUMP = 1_000_000
"""More commands than a replay has."""


class JumpInReplay(Command, frozen=True, tag="footfall:go"):
    """Goes `by` commands on, or back."""

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
    """A replay as a front end sees it: its commands are `Go` alone.

    Attributes:
        session: the game as it stood after `at` commands.
        at: commands carried out so far.
        text: turns messages into sentences.
    """

    def __init__(self, rules: Rules, replay: Replay, translate: Callable[[Any], str]) -> None:
        self.translate = translate
        self.at = 0
        self._rules = rules
        self._replay = replay
        self.session = self._begin_session()

    def build_scene(self) -> Scene:
        """The picture after `at` commands, with the last command, its events in the log, and the why."""
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
        )

    def submit(self, command: Command) -> Message | None:
        """Goes on or back; refuses beyond the ends."""
        assert isinstance(command, JumpInReplay)
        goal = min(max(self.at + command.by, 0), len(self._replay.commands))
        if goal == self.at:
            return Message("footfall-watch-first" if command.by < 0 else "footfall-watch-last")
        if goal < self.at:  # a game runs forwards only: the way back is from the beginning
            self.session = self._begin_session()
            self.at = 0
        while self.at < goal:
            trail = self.session.tracer
            if trail is not None:
                trail.clear()
            self.session.submit(self._replay.commands[self.at])
            self.at += 1
        return None

    @property
    def has_running_macro(self) -> bool:
        """Every step of a replay is asked for."""
        return False

    def advance_macro(self) -> None:
        """Nothing goes on by itself."""

    def cancel_macro(self) -> None:
        """Nothing is under way."""

    def restart(self, same_seed: bool) -> None:
        """A replay is not played anew."""

    def save(self) -> None:
        """There is nothing to save."""

    def _begin_session(self) -> Session:
        header = self._replay.header
        session = Session.begin(self._rules, header.seed, header.options, tracer=Tracer())
        session.console_enabled = True  # what was recorded had been allowed
        return session

    def _build_trace_panels(self) -> list[Panel]:
        """The last command, the changes it led to, and the numbers that hooks were asked for."""
        if not self.at:
            return []
        words = to_plain(self._replay.commands[self.at - 1])
        kind = str(words.pop("type")).rpartition(":")[2]
        actor = words.pop("actor")
        given = ", ".join(f"{name} {value}" for name, value in words.items())
        lines = [Line((Span(f"{kind} {given}".strip(), Tint.STRONG), Span(f"  [{actor}]", Tint.DIM)))]
        panels = [Panel(Message("footfall-watch-command"), tuple(lines))]
        trail = self.session.tracer
        assert trail is not None
        why = [
            Line((Span(line, Tint.DIM),))
            for fold in trail.folds
            for term in fold.base
            for line in (f"{fold.hook}", *fold.explain(term))
        ]
        done = [
            Line((Span(f"{each.cause.via.rpartition(':')[2]}: {_format_change(each.change)}", Tint.DIM),))
            for each in trail.changes
        ]
        if done:
            panels.append(Panel(Message("footfall-watch-changes"), tuple(done)))
        if why:
            panels.append(Panel(Message("footfall-watch-why"), tuple(why)))
        return panels


def _format_change(change: Any) -> str:
    words = to_plain(change)
    kind = str(words.pop("type")).rpartition(":")[2]
    return f"{kind} {', '.join(f'{name} {value}' for name, value in words.items())}".strip()
