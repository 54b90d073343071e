"""``footfall hooks``: lists hooks, their contract and their implementations."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import click

from footfall.diagnostics.docstrings import get_first_line
from footfall.diagnostics.findings import suggest
from footfall.expressions.typed import describe_type
from footfall.loader import Implementation, LoadResult
from footfall.loader.rules.scope import list_fields

from .options import MODS, GameOptions, game_option, game_options
from .output import CliError, Report, prints_report


@click.command()
@click.argument("name", required=False)
@game_option
@prints_report
@game_options(*MODS)
def hooks(name: str | None, game: str, setup: GameOptions) -> Report:
    """List all hooks, or show the contract of hook NAME and its implementations in call order."""
    loaded = setup.load(game, quiet=True)
    if name is None:
        rows = [_build_data(loaded, hook) for hook in loaded.contract]
        specs = loaded.contract.items()
        lines = (f"{hook:<20} {spec.kind.value:<8} {get_first_line(spec.function)}" for hook, spec in specs)
        return Report({"hooks": rows}, lines)
    if name not in loaded.contract:
        known = ", ".join(loaded.contract)
        raise CliError(f"there is no hook {name!r}{suggest(name, loaded.contract)}; hooks: {known}")
    return Report(_build_data(loaded, name), _describe_hook(loaded, name))


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
