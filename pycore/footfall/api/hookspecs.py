"""The contract between games and mods: every hook, its kind, its event, its terms.

An implementation takes ``(event)`` or ``(event, ctx)``. What it may return depends on the
hook's kind:

* **fold** -- terms (`add`, `mul`, `set_to`) and changes; all listeners see the same state.
* **notify** -- changes to queue.
* **vote** -- `ALLOW`, `PASS` or ``Deny(reason)``; one `Deny` wins.
* **first** -- an answer or None; the last mod in order is asked first.
* **chain** -- called once at start, with the recipe: the named `ScenarioStep` list to add.
* **collect** -- called once at start, without arguments: a list of what the mod provides.

Mods run in mod order: base first, later mods have the last word.
"""

# pluggy reads signatures only: the bodies are docstrings, and `ctx` may be left out.
from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import pluggy

from footfall.engine.bots import Bot
from footfall.engine.changes import ChangeSpec
from footfall.engine.commands import CommandSpec, ConsoleSpec
from footfall.engine.contributions import HookKind, HudLine, Part, Reaction, Step
from footfall.engine.game import Game
from footfall.engine.model import Change, Deny, Term, Vote

from . import events

if TYPE_CHECKING:
    from footfall.engine.context import Context

PLUGGY_PROJECT = "footfall"
API_VERSION = "1"
"""Edition of this contract; a manifest names the one it was written for (``api = "1"``)."""

hookspec = pluggy.HookspecMarker(PLUGGY_PROJECT)
F = TypeVar("F", bound=Callable[..., Any])

FoldReturn: TypeAlias = "Term | Change | Iterable[Term | Change] | None"
NotifyReturn: TypeAlias = "Change | Iterable[Change] | None"
VoteReturn: TypeAlias = "Vote | Deny | None"


def declare_hook(kind: HookKind, *terms: str, since: str = "0.1") -> Callable[[F], F]:
    """Declares a hook's kind, its terms and since when it exists; `kind_of` reads it back."""

    def mark(function: F) -> F:
        function.footfall_kind = kind  # type: ignore[attr-defined]
        function.footfall_terms = terms  # type: ignore[attr-defined]
        function.footfall_since = since  # type: ignore[attr-defined]
        return function

    return mark


# Folds.


@hookspec
@declare_hook(HookKind.FOLD, "to_hit", "defense")
def on_attack(event: events.Attack, ctx: Context) -> FoldReturn:
    """Somebody strikes; once per attack, before the die. The attack hits if die + to_hit > defense.

    Example: ``return [add("to_hit", 1, "high ground")]``
    """


@hookspec
@declare_hook(HookKind.FOLD, "damage", "armor")
def on_damage(event: events.Damage, ctx: Context) -> FoldReturn:
    """A blow has hit; once per hit. Damage done is ``damage - armor``, at least 0.

    Example: ``return [mul("damage", 2, reason="backstab")]``
    """


@hookspec
@declare_hook(HookKind.FOLD, "range")
def on_hear(event: events.Hearing, ctx: Context) -> FoldReturn:
    """A noise may reach a listener; once per noise and listener in reach, each NPC phase.

    Example: ``return [mul("range", 2, reason="stone corridors carry")]``
    """


@hookspec
@declare_hook(HookKind.FOLD, "noise")
def on_move(event: events.Moving, ctx: Context) -> FoldReturn:
    """Somebody takes a step; once per step, before it is taken.

    Example: ``return [add("noise", 1, "gravel")]``
    """


# Notifications.


@hookspec
@declare_hook(HookKind.NOTIFY)
def on_turn_start(event: events.Turn, ctx: Context) -> NotifyReturn:
    """A turn begins: of the player in tile games, of each seat in board games.

    Example: ``return [Tell(Message("you-mod-dawn"))]``
    """


@hookspec
@declare_hook(HookKind.NOTIFY)
def on_turn_end(event: events.Turn, ctx: Context) -> NotifyReturn:
    """A turn has ended, after everything it led to.

    Example: ``return [Tell(Message("you-mod-dusk"))]``
    """


@hookspec
@declare_hook(HookKind.NOTIFY)
def on_death(event: events.Death, ctx: Context) -> NotifyReturn:
    """Somebody has died; once, before the body is removed.

    Example: ``return [Tell(Message("you-mod-toll"))]``
    """


# Chains.


@hookspec
@declare_hook(HookKind.CHAIN)
def on_generate(event: events.Recipe) -> Iterable[Step]:
    """Steps of a level generator; called once per recipe at start. A step is ``run(ctx, draft)``.

    Example: ``return [Step("you.mod:moss", moss, after="core.stealth:decorate")]``
    """


@hookspec
@declare_hook(HookKind.CHAIN)
def on_round_end(event: events.Recipe) -> Iterable[Step]:
    """Steps of the end of a round; called once per recipe at start. A step is ``run(ctx)``.

    Example: ``return [Step("you.mod:tide", tide, after="core.king:stairs")]``
    """


# Votes.


@hookspec
@declare_hook(HookKind.VOTE)
def can_act(event: events.Acting, ctx: Context) -> VoteReturn:
    """May this actor carry out this command? Asked before the handler.

    Example: ``return Deny(Message("you-mod-frozen"))``
    """


@hookspec
@declare_hook(HookKind.VOTE)
def can_enter(event: events.Entering, ctx: Context) -> VoteReturn:
    """May this actor enter this place? Asked once the game's own rules allow it.

    Example: ``return Deny(Message("you-mod-sealed"))``
    """


# First answer wins.


@hookspec
@declare_hook(HookKind.FIRST)
def decide_action(event: events.Deciding, ctx: Context) -> Any:
    """What a creature or a bot does now; None leaves it to the game. The last mod is asked first.

    Example: ``return event.options[0]``
    """


# Collected at start.


@hookspec
@declare_hook(HookKind.COLLECT)
def provide_games() -> Iterable[Game]:
    """Whole games."""


@hookspec
@declare_hook(HookKind.COLLECT)
def provide_commands() -> Iterable[CommandSpec]:
    """Kinds of command, with their handlers and key bindings."""


@hookspec
@declare_hook(HookKind.COLLECT)
def provide_steps() -> Iterable[Step]:
    """Steps that can be pushed by name."""


@hookspec
@declare_hook(HookKind.COLLECT)
def provide_changes() -> Iterable[ChangeSpec]:
    """Kinds of change, with the function that writes each."""


@hookspec
@declare_hook(HookKind.COLLECT)
def provide_reactions() -> Iterable[Reaction]:
    """Steps that follow events."""


@hookspec
@declare_hook(HookKind.COLLECT)
def provide_parts() -> Iterable[Part]:
    """Typed pieces of state."""


@hookspec
@declare_hook(HookKind.COLLECT)
def provide_records() -> Iterable[Any]:
    """Kinds of content record (`RecordKind`)."""


@hookspec
@declare_hook(HookKind.COLLECT)
def provide_generators() -> Iterable[str]:
    """Names of level recipes; each is then put together with `on_generate`."""


@hookspec
@declare_hook(HookKind.COLLECT)
def provide_bots() -> Iterable[Bot]:
    """Programs that can play, for ``--bots`` and for seats without a person."""


@hookspec
@declare_hook(HookKind.COLLECT)
def provide_console() -> Iterable[ConsoleSpec]:
    """Commands of the modder's console (``footfall play --console``): what the rules forbid, for trying things out."""


@hookspec
@declare_hook(HookKind.COLLECT)
def provide_hud() -> Iterable[HudLine]:
    """Lines that stand on the screen all the time; each is read anew for every picture.

    Example: ``return [HudLine("you.mod:moon", lambda ctx: Message("you-mod-full-moon"))]``
    """


SPECS: dict[str, Callable[..., Any]] = {
    name: function
    for name, function in list(globals().items())
    if callable(function) and hasattr(function, "footfall_kind")
}
"""Every hook by name."""


def find_hook_kind(hook: str) -> HookKind:
    """The kind of a hook."""
    found: HookKind = SPECS[hook].footfall_kind  # type: ignore[attr-defined]
    return found


def list_hook_terms(hook: str) -> tuple[str, ...]:
    """The names of a fold hook's terms."""
    found: tuple[str, ...] = SPECS[hook].footfall_terms  # type: ignore[attr-defined]
    return found
