"""``footfall hooks``: the contract, in the terminal."""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any

import click

from footfall.diagnostics.findings import suggest
from footfall.loader import Implementation, LoadResult

from .compose import load_mods
from .options import CliError, mod_options


@click.command()
@click.argument("name", required=False)
@click.option("--game", default="stealth", show_default=True, help="With the mods active in this game.")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
@mod_options
def hooks(
    name: str | None, game: str, as_json: bool, mod_paths: tuple[Path, ...], strict: bool, lang: str | None
) -> None:
    """Show all hooks, or what hook NAME is asked, may return, and who implements it in which order."""
    loaded = load_mods(game, mod_paths=mod_paths, strict=strict, lang=lang, quiet=True)
    if name is not None and name not in loaded.contract:
        known = ", ".join(loaded.contract)
        raise CliError(f"there is no hook {name!r}{suggest(name, loaded.contract)}; there are: {known}")
    if as_json:
        rows = [_hook_to_dict(loaded, each) for each in ([name] if name else loaded.contract)]
        click.echo(json.dumps(rows[0] if name else {"hooks": rows}, indent=2, ensure_ascii=False))
        return
    for each in [name] if name else loaded.contract:
        spec = loaded.contract[each]
        doc = inspect.getdoc(spec.function) or ""
        if name is None:
            click.echo(f"{each:<20} {spec.kind.value:<8} {doc.splitlines()[0]}")
            continue
        terms = f"  terms: {', '.join(spec.terms)}" if spec.terms else ""
        click.echo(f"{each}{inspect.signature(spec.function)}\nkind: {spec.kind.value}{terms}")
        since = f" since {spec.since}" if spec.since else ""
        click.echo(f"published by {spec.owner or 'footfall'}{since}")
        if spec.deprecated is not None:
            click.echo(f"{spec.deprecated.describe('it', spec.owner)}; use {spec.deprecated.use}")
        click.echo(f"\n{doc}\n")
        listeners = loaded.hooks.get(each, ())
        click.echo("implemented by, in this order:" if listeners else "nobody implements it")
        for one in listeners:
            click.echo(f"  {one.listener.mod}  {one.listener.cause.where}{_describe_implementation(one)}")


def _hook_to_dict(loaded: LoadResult, name: str) -> dict[str, Any]:
    """One hook for tools."""
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
            {
                "mod": one.mod,
                "where": one.listener.cause.where,
                "how": _describe_implementation(one).strip(" ()"),
            }
            for one in loaded.hooks.get(name, ())
        ],
    }


def _describe_implementation(one: Implementation) -> str:
    """What is special about an implementation: its filters, its place, that it takes batches."""
    parts = [f"{c.field} {c.op} {c.value!r}" for c in one.conditions]
    parts += [f"{word} {mod}" for word, mod in (("before", one.before), ("after", one.after)) if mod]
    parts += ["in batches"] * (one.batch is not None)
    return f"  ({', '.join(parts)})" if parts else ""
