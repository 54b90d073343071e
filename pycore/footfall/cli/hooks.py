"""``footfall hooks``: lists hooks, their contract and their implementations."""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any

import click

from footfall.diagnostics.docstrings import get_first_line
from footfall.diagnostics.findings import suggest
from footfall.expressions.typed import describe_type
from footfall.loader import Implementation, LoadResult
from footfall.loader.rules.scope import list_fields

from .compose import load_mods
from .options import CliError, mod_options
from .output import echo


@click.command()
@click.argument("name", required=False)
@click.option("--game", default="stealth", show_default=True, help="The game whose mods are loaded.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@mod_options
def hooks(
    name: str | None, game: str, as_json: bool, mod_paths: tuple[Path, ...], strict: bool, lang: str | None
) -> None:
    """List all hooks, or show the contract of hook NAME and its implementations in call order."""
    loaded = load_mods(game, mod_paths=mod_paths, strict=strict, lang=lang, quiet=True)
    if name is not None and name not in loaded.contract:
        known = ", ".join(loaded.contract)
        raise CliError(f"there is no hook {name!r}{suggest(name, loaded.contract)}; hooks: {known}")
    if as_json:
        rows = [_hook_to_dict(loaded, hook) for hook in ([name] if name else loaded.contract)]
        echo(json.dumps(rows[0] if name else {"hooks": rows}, indent=2, ensure_ascii=False))
        return
    for hook in [name] if name else loaded.contract:
        spec = loaded.contract[hook]
        doc = inspect.getdoc(spec.function) or ""
        if name is None:
            echo(f"{hook:<20} {spec.kind.value:<8} {get_first_line(spec.function)}")
            continue
        terms = f"  terms: {', '.join(spec.terms)}" if spec.terms else ""
        echo(f"{hook}{inspect.signature(spec.function)}\nkind: {spec.kind.value}{terms}")
        since = f" since {spec.since}" if spec.since else ""
        echo(f"published by {spec.owner or 'footfall'}{since}")
        if spec.deprecated is not None:
            echo(f"{spec.deprecated.describe('it', spec.owner)}; use {spec.deprecated.use}")
        for field, kind in list_fields(spec).items():
            echo(f"  {field}: {describe_type(kind) if kind else 'only for code'}")
        echo(f"\n{doc}\n")
        listeners = loaded.hooks.get(hook, ())
        echo("implementations, in call order:" if listeners else "no implementations")
        for item in listeners:
            echo(f"  {item.listener.mod}  {item.listener.cause.where}{_describe_implementation(item)}")


def _hook_to_dict(loaded: LoadResult, name: str) -> dict[str, Any]:
    """Returns a hook as JSON-ready data."""
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
            {"mod": item.mod, "where": item.listener.cause.where, "how": _describe_implementation(item).strip(" ()")}
            for item in loaded.hooks.get(name, ())
        ],
    }


def _describe_implementation(item: Implementation) -> str:
    """Returns the filters, order constraints and batch mode of an implementation, or ``""``."""
    parts = [f"{c.field} {c.op} {c.value!r}" for c in item.conditions]
    parts += [f"{word} {mod}" for word, mod in (("before", item.before), ("after", item.after)) if mod]
    parts += ["in batches"] * (item.batch is not None)
    return f"  ({', '.join(parts)})" if parts else ""
