"""``footfall data``: the content as it stands after all mods."""

from __future__ import annotations

import difflib
import json
from pathlib import Path

import click

from footfall.content.records import Record, Records, plain

from .compose import load_mods
from .options import Trouble, mod_options


@click.group()
def data() -> None:
    """Look at content records."""


@data.command()
@click.argument("record", required=False)
@click.option("--game", default="stealth", show_default=True, help="With the mods active in this game.")
@click.option("--blame", is_flag=True, help="Say which mod wrote each field, and where.")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
@mod_options
def show(
    record: str | None,
    game: str,
    blame: bool,
    as_json: bool,
    mod_paths: tuple[Path, ...],
    strict: bool,
    lang: str | None,
) -> None:
    """Show RECORD (kind/namespace:name), or list them all, or those of a kind."""
    records: Records = load_mods(game, mod_paths=mod_paths, strict=strict, lang=lang).rules.records
    names = {f"{kind}/{one.id}": (kind, one) for kind, one in records}
    if record is None or record in records.kinds():
        chosen = [name for name in names if record is None or name.startswith(f"{record}/")]
        click.echo(json.dumps(chosen, indent=2) if as_json else "\n".join(chosen))
        return
    kind, one = names[_full(record, names)]
    values = plain(one)
    if as_json:
        origins = {field: list(records.blame(kind, one.id, field)) for field in values}
        click.echo(json.dumps({"record": values, **({"blame": origins} if blame else {})}, indent=2))
        return
    for field, value in values.items():
        click.echo(f"{field} = {json.dumps(value, ensure_ascii=False)}")
        if blame:
            for place in records.blame(kind, one.id, field):
                click.echo(f"    {place}")


def _full(record: str, names: dict[str, tuple[str, Record]]) -> str:
    if record in names:
        return record
    short = [name for name in names if name.rpartition(":")[2] == record or name.endswith(f"/{record}")]
    if len(short) == 1:
        return short[0]
    near = short or difflib.get_close_matches(record, names, 3, 0.4)
    raise Trouble(f"there is no record {record!r}; near: {', '.join(near) or 'none'}")
