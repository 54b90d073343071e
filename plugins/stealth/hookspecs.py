"""The hooks that only this game asks; mods implement them with ``@hook.of("core.stealth", ...)``."""

from __future__ import annotations

from footfall.api import Context, FoldReturn, HookKind, events, publish


class Noticing(events.HookEvent, frozen=True):
    """An unaware creature checks whether it notices a target. Term: ``engage``, its range in cells.

    Attributes:
        watcher, target: actor ids.
        sense: ``"sight"`` or ``"hearing"``.
        distance: Chebyshev distance in cells.
    """

    watcher: int
    target: int
    sense: str
    distance: int


@publish(HookKind.FOLD, "unaware", since="0.1")
def on_ambush(event: events.Attack, ctx: Context) -> FoldReturn:
    """Is the target of an attack unaware? Asked once per attack, before ``on_attack``; above 0 means yes.

    Example: ``return [set_to("unaware", 1, "out of the shadows")]``
    """


@publish(HookKind.FOLD, "engage", since="0.1")
def on_notice(event: Noticing, ctx: Context) -> FoldReturn:
    """A creature checks whether it notices a target; asked once per unaware creature and turn.

    Example: ``return [add("engage", -2, "fog")]``
    """
