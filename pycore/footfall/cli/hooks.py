"""``footfall hooks``: the contract, in the terminal."""

from __future__ import annotations

import inspect
from pathlib import Path

import click

from footfall.api.hookspecs import SPECS, kind_of, terms_of

from .compose import load_mods
from .options import Trouble, mod_options


@click.command()
@click.argument("name", required=False)
@click.option("--game", default="stealth", show_default=True, help="With the mods active in this game.")
@mod_options
def hooks(name: str | None, game: str, mod_paths: tuple[Path, ...], strict: bool, lang: str | None) -> None:
    """Show all hooks, or what hook NAME is asked, may return, and who implements it in which order."""
    if name is not None and name not in SPECS:
        raise Trouble(f"there is no hook {name!r}; there are: {', '.join(SPECS)}")
    loaded = load_mods(game, mod_paths=mod_paths, strict=strict, lang=lang, quiet=True)
    for each in [name] if name else SPECS:
        spec = SPECS[each]
        doc = inspect.getdoc(spec) or ""
        terms = f"  terms: {', '.join(terms_of(each))}" if terms_of(each) else ""
        if name is None:
            click.echo(f"{each:<20} {kind_of(each).value:<8} {doc.splitlines()[0]}")
            continue
        click.echo(f"{each}{inspect.signature(spec)}\nkind: {kind_of(each).value}{terms}\n\n{doc}\n")
        listeners = loaded.hooks.get(each, ())
        click.echo("implemented by, in this order:" if listeners else "nobody implements it")
        for one in listeners:
            click.echo(f"  {one.listener.mod}  {one.listener.cause.where}")
