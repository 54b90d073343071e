"""Hook spies: every time a hook is asked, about what, and what each mod answered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from footfall.api.hookspecs import SPECS, find_hook_kind
from footfall.diagnostics.findings import suggest
from footfall.engine.contributions import HookKind
from footfall.engine.host import Host
from footfall.engine.session import Session

from .errors import ExpectationError


class HookCall(msgspec.Struct, frozen=True):
    """One time a hook was asked.

    Attributes:
        answers: mod and what it returned, of those that returned something, in the order they ran.
    """

    event: Any
    answers: tuple[tuple[str, Any], ...]


class HookSpy:
    """Sees a hook of play from now on; whoever implements it runs as before.

    Attributes:
        hook: its name.
        calls: all so far, in order.
    """

    def __init__(self, session: Session, hook: str) -> None:
        """Puts the spy in.

        Raises:
            Unmet: there is no such hook, or it is called at start only.
        """
        published = hook.partition(":")[0] in session.rules.mods
        if hook not in SPECS and not published:
            raise ExpectationError(f"there is no hook {hook!r}{suggest(hook, SPECS)}")
        if not published and find_hook_kind(hook) in (HookKind.CHAIN, HookKind.COLLECT):
            raise ExpectationError(f"{hook} is called at start, not in play: it cannot be spied upon")
        self.hook = hook
        self.calls: list[HookCall] = []
        asked = session.dispatch.get(hook)

        def ask_and_record(event: Any, host: Host) -> list[Any]:
            results = asked(event, host) if asked is not None else []
            self.calls.append(HookCall(event, tuple((listener.mod, answer) for listener, answer in results)))
            return results

        session.dispatch = {**session.dispatch, hook: ask_and_record}
        # Asked about one event at a time a batch gives the same answers.
        session.batch_dispatch = {name: each for name, each in session.batch_dispatch.items() if name != hook}

    def __len__(self) -> int:
        return len(self.calls)

    def __iter__(self) -> Iterator[HookCall]:
        return iter(self.calls)

    @property
    def events(self) -> list[Any]:
        """What it was asked about, in order."""
        return [call.event for call in self.calls]

    def list_answers(self, mod: str) -> list[Any]:
        """What one mod returned, in order, as often as it returned something."""
        return [answer for call in self.calls for who, answer in call.answers if who == mod]

    def clear(self) -> None:
        """Forgets what it saw so far."""
        self.calls.clear()
