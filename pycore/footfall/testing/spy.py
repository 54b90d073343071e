"""Hook spies: record every call of a hook and the answers of mods."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from footfall.api.hookspecs import SPECS, find_hook_kind
from footfall.diagnostics.findings import suggest
from footfall.engine.declarations.contributions import HookKind
from footfall.engine.host import Host
from footfall.engine.session import Session

from .dice import ExpectationError


class HookCall(msgspec.Struct, frozen=True):
    """One call of a hook.

    Attributes:
        answers: mod and return value of each implementation that returned one, in call order.
    """

    event: Any
    answers: tuple[tuple[str, Any], ...]


class HookSpy:
    """Records the calls of a hook; implementations run as before.

    Attributes:
        hook: name of the hook.
        calls: all calls in order.
    """

    def __init__(self, session: Session, hook: str) -> None:
        """Installs the spy.

        Raises:
            ExpectationError: there is no such hook, or it is only called at start.
        """
        published = hook.partition(":")[0] in session.rules.mods
        if hook not in SPECS and not published:
            raise ExpectationError(f"there is no hook {hook!r}{suggest(hook, SPECS)}")
        if not published and find_hook_kind(hook) in (HookKind.CHAIN, HookKind.COLLECT):
            raise ExpectationError(f"{hook} is called at start, not during play, and cannot be spied on")
        self.hook = hook
        self.calls: list[HookCall] = []
        dispatch = session.dispatch.get(hook)

        def call_and_record(event: Any, host: Host) -> list[Any]:
            results = dispatch(event, host) if dispatch is not None else []
            self.calls.append(HookCall(event, tuple((listener.mod, answer) for listener, answer in results)))
            return results

        session.dispatch = {**session.dispatch, hook: call_and_record}
        session.reactions = session.rules.list_reactions(session.dispatch)
        # Without batches the hook is called once per event, with the same answers.
        session.batch_dispatch = {name: call for name, call in session.batch_dispatch.items() if name != hook}

    def __len__(self) -> int:
        return len(self.calls)

    def __iter__(self) -> Iterator[HookCall]:
        return iter(self.calls)

    @property
    def events(self) -> list[Any]:
        """Events of all calls, in order."""
        return [call.event for call in self.calls]

    def list_answers(self, mod: str) -> list[Any]:
        """Return values of one mod, in order."""
        return [answer for call in self.calls for owner, answer in call.answers if owner == mod]

    def clear(self) -> None:
        """Discards all recorded calls."""
        self.calls.clear()
