"""``footfall hooks``: lists hooks, their contract and their implementations."""

import inspect
from collections.abc import Iterator
from typing import Any

import click

from footfall.diagnostics.docstrings import get_first_line
from footfall.expressions.typed import describe_type
from footfall.loader import Implementation, LoadResult
from footfall.loader.rules.mistakes import suggest_hooks
from footfall.loader.rules.scope import find_hook, list_fields

from .options import MODS, GameOptions, game_options
from .output import CliError, Report, prints_report

DEFAULT_GAME = "stealth"


@click.command()
@click.argument("name", required=False)
@click.option(
    "--game", help="The game whose mods are loaded. Default: the game that the hook's name begins with, or stealth."
)
@prints_report
@game_options(*MODS)
def hooks(name: str | None, game: str | None, setup: GameOptions) -> Report:
    """List all hooks, or show the contract of hook NAME and its implementations in call order.

    The name of a hook of one game may leave out the game: on_hunger is core.stealth:on_hunger.
    """
    loaded = setup.load(game or DEFAULT_GAME, quiet=True)
    if name is not None and game is None and find_hook(name, loaded.contract) is None:
        loaded = load_game_of(name, setup) or loaded
    if name is None:
        rows = [_build_data(loaded, hook) for hook in loaded.contract]
        specs = loaded.contract.items()
        lines = (f"{hook:<20} {spec.kind.value:<8} {get_first_line(spec.function)}" for hook, spec in specs)
        return Report({"hooks": rows}, lines)
    spec = find_hook(name, loaded.contract)
    if spec is None:
        meant = " or ".join(map(repr, suggest_hooks(name, loaded.contract)))
        near = f", did you mean {meant}?" if meant else ""
        raise CliError(f"there is no hook {name!r}{near}; footfall hooks --game GAME lists those of a game")
    return Report(_build_data(loaded, spec.name), _describe_hook(loaded, spec.name))


def load_game_of(name: str, setup: GameOptions) -> LoadResult | None:
    """Loads the game that has a hook: that of its prefix, or the only one that publishes a hook of this name."""
    owner = name.rpartition(":")[0]
    for game in setup.load(None, quiet=True).games.values():
        if owner in game.rule_mods or not owner:
            loaded = setup.load(game.id, quiet=True)
            if owner or find_hook(name, loaded.contract) is not None:
                return loaded
    return None


def _describe_hook(loaded: LoadResult, name: str) -> Iterator[str]:
    spec = loaded.contract[name]
    terms = f"  terms: {', '.join(spec.terms)}" if spec.terms else ""
    yield f"{name}{inspect.signature(spec.function)}\nkind: {spec.kind.value}{terms}"
    yield f"published by {spec.owner or 'footfall'}" + (f" since {spec.since}" if spec.since else "")
    if spec.deprecation is not None:
        yield f"{spec.deprecation.describe('it', spec.owner)}; use {spec.deprecation.use}"
    for field, kind in list_fields(spec).items():
        yield f"  {field}: {describe_type(kind) if kind else 'only for code'}"
    yield f"\n{inspect.getdoc(spec.function) or ''}\n"
    listeners = loaded.hooks.get(name, ())
    yield "implementations, in call order:" if listeners else "no implementations"
    for item in listeners:
        constraints = _describe_constraints(item)
        yield f"  {item.listener.mod}  {item.listener.cause.location}" + (f"  ({constraints})" if constraints else "")


def _build_data(loaded: LoadResult, name: str) -> dict[str, Any]:
    spec = loaded.contract[name]
    return {
        "hook": name,
        "kind": spec.kind.value,
        "signature": str(inspect.signature(spec.function)),
        "terms": list(spec.terms),
        "fields": list(spec.fields or ()),
        "since": spec.since,
        "owner": spec.owner or "footfall",
        "doc": inspect.getdoc(spec.function) or "",
        "implemented": [
            {"mod": item.mod, "where": item.listener.cause.location, "how": _describe_constraints(item)}
            for item in loaded.hooks.get(name, ())
        ],
    }


def _describe_constraints(item: Implementation) -> str:
    """Returns the filters, order constraints and batch mode of an implementation, or ``""``."""
    parts = [f"{c.field} {c.op} {c.value!r}" for c in item.conditions]
    parts += [f"{word} {mod}" for word, mod in (("before", item.before), ("after", item.after)) if mod]
    parts += ["in batches"] * (item.batch is not None)
    return ", ".join(parts)
