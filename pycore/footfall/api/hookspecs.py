"""The contract between games and mods: every hook of the framework, with its kind, event and terms.

An implementation takes ``(event)`` or ``(event, ctx)``. Its kind determines what it returns:

* **fold** -- terms (`add`, `mul`, `set_to`) and changes; all listeners see the same state.
* **notify** -- changes to queue.
* **vote** -- `ALLOW`, `PASS` or ``Deny(reason)``; one `Deny` wins.
* **first** -- an answer or None; the last mod in order is asked first, and the first answer counts.
* **chain** -- called once at start, with the recipe: a list of `Step`s to add.
* **collect** -- called once at start, without arguments: a list of the mod's contributions.

Mods run in mod order, base first; later mods override earlier ones.
"""

# pluggy reads only the signatures; implementations may omit `ctx`.
from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import pluggy

from footfall.content.record_types import Words
from footfall.engine.bots import Bot
from footfall.engine.declarations.game import Game
from footfall.engine.declarations.rules import CommandSpec, ConsoleSpec, HookKind, HudLine, Part, Reaction, Step
from footfall.engine.model import Change, Deny, Term, Vote

from . import events
from .deeds import Deed
from .readings import Reading

if TYPE_CHECKING:
    from footfall.engine.context import Context

PLUGGY_PROJECT = "footfall"
API_VERSION = "1"
"""Version of this contract; a manifest names the one it was written for (``api = "1"``)."""

hookspec = pluggy.HookspecMarker(PLUGGY_PROJECT)
F = TypeVar("F", bound=Callable[..., Any])

FoldReturn: TypeAlias = "Term | Change | Iterable[Term | Change] | None"
NotifyReturn: TypeAlias = "Change | Iterable[Change] | None"
VoteReturn: TypeAlias = "Vote | Deny | None"


def declare_hook(kind: HookKind, *terms: str, since: str = "0.1") -> Callable[[F], F]:
    """Declares the kind of a hook, its terms, and the version that introduced it."""

    def mark(function: F) -> F:
        vars(function).update(footfall_kind=kind, footfall_terms=terms, footfall_since=since)
        return hookspec(function)

    return mark


# Folds.


@declare_hook(HookKind.FOLD, "to_hit", "defense")
def on_attack(event: events.Attack, ctx: Context) -> FoldReturn:
    """An attack, before its die is rolled; once per attack. It hits if die + to_hit > defense.

    Example: ``return [add("to_hit", 1, "high ground")]``
    """


@declare_hook(HookKind.FOLD, "damage", "armor")
def on_damage(event: events.Damage, ctx: Context) -> FoldReturn:
    """A successful attack; once per hit. The target loses ``damage - armor``, at least 0.

    Not asked about bolts, fire, poison and other harm without an attack: ``core.stealth:on_hurt`` tells of each loss of
    life afterwards, with its ``cause``.

    Example: ``return [mul("damage", 2, reason="backstab")]``
    """


@declare_hook(HookKind.FOLD, "range")
def on_hear(event: events.Hearing, ctx: Context) -> FoldReturn:
    """A noise may be audible to a listener; once per noise and listener in reach.

    Example: ``return [mul("range", 2, reason="stone corridors carry")]``
    """


@declare_hook(HookKind.FOLD, "noise")
def on_move(event: events.Moving, ctx: Context) -> FoldReturn:
    """An actor moves by one cell; once per move, before it.

    Example: ``return [add("noise", 1, "gravel")]``
    """


# Notifications.


@declare_hook(HookKind.NOTIFY)
def on_turn_start(event: events.Turn, ctx: Context) -> NotifyReturn:
    """A turn begins: of the player in tile games, of each seat in board games.

    Example: ``return [Tell(Message("you-mod-dawn"))]``
    """


@declare_hook(HookKind.NOTIFY)
def on_turn_end(event: events.Turn, ctx: Context) -> NotifyReturn:
    """A turn has ended, including everything it caused.

    Example: ``return [Tell(Message("you-mod-dusk"))]``
    """


@declare_hook(HookKind.NOTIFY)
def on_death(event: events.Death, ctx: Context) -> NotifyReturn:
    """An actor has died; once, before it is removed.

    Example: ``return [Tell(Message("you-mod-toll"))]``
    """


@declare_hook(HookKind.NOTIFY)
def on_heard(event: events.Hearing, ctx: Context) -> NotifyReturn:
    """An actor has heard a noise.

    The player's character hears noises from out of its view; a creature hears those of its target, on its turn.

    Example: ``return [Tell(Message("you-mod-what-was-that"))]``
    """


@declare_hook(HookKind.NOTIFY)
def on_open(event: events.Opening, ctx: Context) -> NotifyReturn:
    """An actor has opened a door or a container.

    Example: ``return [Tell(Message("you-mod-stale-air"))]``
    """


@declare_hook(HookKind.NOTIFY)
def on_close(event: events.Opening, ctx: Context) -> NotifyReturn:
    """An actor has closed a door.

    Example: ``return [Tell(Message("you-mod-click"))]``
    """


@declare_hook(HookKind.NOTIFY)
def on_use(event: events.Using, ctx: Context) -> NotifyReturn:
    """An actor has used an item: drunk, read, eaten or activated it.

    Example: ``return [Tell(Message("you-mod-aftertaste"))]``
    """


@declare_hook(HookKind.NOTIFY)
def on_enter(event: events.Entering, ctx: Context) -> NotifyReturn:
    """An actor has entered a place, however it came there.

    Example: ``return [Tell(Message("you-mod-cold-spot"))]``
    """


@declare_hook(HookKind.NOTIFY)
def on_status_gain(event: events.Status, ctx: Context) -> NotifyReturn:
    """An actor has a status that it did not have before.

    Asked for a status that a rule gives, too, unless this hook led to that rule.

    Example: ``return [Tell(Message("you-mod-shiver"))]``
    """


@declare_hook(HookKind.NOTIFY)
def on_status_loss(event: events.Status, ctx: Context) -> NotifyReturn:
    """An actor no longer has a status.

    Example: ``return [Tell(Message("you-mod-hangover"))]``
    """


@declare_hook(HookKind.NOTIFY)
def on_noise(event: events.Sound, ctx: Context) -> NotifyReturn:
    """A noise has been made, heard or not.

    Asked for a noise that a rule makes, too, unless this hook led to that rule.

    Example: ``return [Tell(Message("you-mod-echo"))]``
    """


# Chains.


@declare_hook(HookKind.CHAIN)
def on_generate(event: events.Recipe) -> Iterable[Step]:
    """Steps of a level generator; called once per recipe at start. A step is ``run(ctx, draft)``.

    Example: ``return [Step("you.mod:moss", moss, after="core.stealth:decorate")]``
    """


@declare_hook(HookKind.CHAIN)
def on_round_end(event: events.Recipe) -> Iterable[Step]:
    """Steps of the end of a round; called once per recipe at start. A step is ``run(ctx)``.

    A rule as data is a step: it reads what the steps before it have left.

    Example: ``return [Step("you.mod:tide", tide, after="core.king:stairs")]``
    """


# Votes.


@declare_hook(HookKind.VOTE)
def can_act(event: events.Acting, ctx: Context) -> VoteReturn:
    """May this actor carry out this command? Asked before its handler.

    Example: ``return Deny(Message("you-mod-frozen"))``
    """


@declare_hook(HookKind.VOTE)
def can_enter(event: events.Entering, ctx: Context) -> VoteReturn:
    """May this actor enter this place? Asked after the game's own rules have allowed it.

    Not asked of an actor that is put somewhere: by a card such as ``LIFT``, by ``do.push``, ``do.move``, ``do.place``.
    `on_enter` comes after those, and may put it elsewhere.

    Example: ``return Deny(Message("you-mod-sealed"))``
    """


# First answers.


@declare_hook(HookKind.FIRST)
def decide_action(event: events.Deciding, ctx: Context) -> Any:
    """The next action of an actor that the game controls; None leaves it to the game. The last mod is asked first.

    Example: ``return event.options[0]``
    """


# Collected at start.


@declare_hook(HookKind.COLLECT)
def provide_games() -> Iterable[Game]:
    """Whole games."""


@declare_hook(HookKind.COLLECT)
def provide_commands() -> Iterable[CommandSpec]:
    """Command classes, with their handlers and key bindings."""


@declare_hook(HookKind.COLLECT)
def provide_steps() -> Iterable[Step]:
    """Steps that can be pushed by name."""


@declare_hook(HookKind.COLLECT)
def provide_changes() -> Iterable[type[Change]]:
    """Change classes, each with its `apply`."""


@declare_hook(HookKind.COLLECT)
def provide_reactions() -> Iterable[Reaction]:
    """Steps that run after events."""


@declare_hook(HookKind.COLLECT)
def provide_parts() -> Iterable[Part]:
    """Typed pieces of state."""


@declare_hook(HookKind.COLLECT)
def provide_records() -> Iterable[Any]:
    """Kinds of content record (`RecordKind`)."""


@declare_hook(HookKind.COLLECT)
def provide_generators() -> Iterable[str]:
    """Names of level recipes; each is then built with `on_generate`."""


@declare_hook(HookKind.COLLECT)
def provide_bots() -> Iterable[Bot]:
    """Bots, for ``--bots`` and for seats without a human player."""


@declare_hook(HookKind.COLLECT)
def provide_console() -> Iterable[ConsoleSpec]:
    """Commands of the modder's console (``footfall play --console``), which are not bound by the rules."""


@declare_hook(HookKind.COLLECT)
def provide_readings() -> Iterable[Reading]:
    """Values of the game that rules as data may read.

    Example: ``return collect_readings(api).values()``
    """


@declare_hook(HookKind.COLLECT)
def provide_deeds() -> Iterable[Deed]:
    """Changes that rules as data may make.

    Example: ``return collect_deeds(api).values()``
    """


@declare_hook(HookKind.COLLECT)
def provide_words() -> Iterable[Words]:
    """Words of the lists that fields of events, readings and deeds name.

    Example: ``return [Words("manner", ("claws", "bite"), is_open=True)]``
    """


@declare_hook(HookKind.COLLECT)
def provide_hud() -> Iterable[HudLine]:
    """Permanent lines of the display; each is read for every scene.

    Example: ``return [HudLine("you.mod:moon", lambda ctx: Message("you-mod-full-moon"))]``
    """


SPECS: dict[str, Callable[..., Any]] = {
    name: function
    for name, function in list(globals().items())
    if callable(function) and hasattr(function, "footfall_kind")
}
"""Every hook by name."""


def find_hook_kind(hook: str) -> HookKind:
    """Returns the kind of a hook."""
    kind: HookKind = vars(SPECS[hook])["footfall_kind"]
    return kind
