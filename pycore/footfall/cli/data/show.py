"""``footfall data``: the content as it stands after all mods, and who made it so."""

from __future__ import annotations

import json
from collections.abc import Iterable
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import click
import msgspec

from footfall.content.history import Origin
from footfall.content.records import Records, record_to_builtins
from footfall.diagnostics.findings import find_closest

from ..compose import load_mods
from ..options import CliError, mod_options


@click.command("show")
@click.argument("record", required=False)
@click.option("--game", default="stealth", show_default=True, help="With the mods active in this game.")
@click.option(
    "--blame", is_flag=True, help="Say for each field which mod made it what it is, and on which line."
)
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
@mod_options
def show_records(
    record: str | None,
    game: str,
    blame: bool,
    as_json: bool,
    mod_paths: tuple[Path, ...],
    strict: bool,
    lang: str | None,
) -> None:
    """Show RECORD (kind/namespace:name), or list them all, those of a kind, or those that fit a pattern."""
    records: Records = load_mods(game, mod_paths=mod_paths, strict=strict, lang=lang).rules.records
    names = {f"{kind}/{one.id}": (kind, one) for kind, one in records}
    if record is None or record in records.kind_names() or "*" in record:
        pattern = "*" if record is None else record if "*" in record else f"{record}/*"
        chosen = [name for name in names if fnmatchcase(name, pattern)]
        click.echo(json.dumps(chosen, indent=2) if as_json else "\n".join(chosen))
        return
    kind, one = names[resolve_record_name(record, names)]
    origins = records.history.list_origins(kind, one.id) if records.history is not None else {}
    if as_json:
        report = {"kind": kind, "record": record_to_builtins(one)}
        if blame:
            report["blame"] = msgspec.to_builtins(origins)
        click.echo(json.dumps(report, indent=2, ensure_ascii=False))
    elif blame:
        for field, steps in origins.items():
            click.echo(f"{field} = {format_value(steps[-1].result)}")
            for step in steps:
                click.echo(f"    {format_origin(step)}")
    else:
        for field, value in record_to_builtins(one).items():
            click.echo(f"{field} = {format_value(value)}")


def format_origin(step: Origin) -> str:
    """One step of a field's history: who, where, what, and what came of it."""
    if step.op == "default":
        return f"default  {step.where}"
    told = {"define": f"define {format_value(step.result)}", "set": f"set {format_value(step.operand)}"}
    result = "gone" if step.result is None else format_value(step.result)
    what = told.get(step.op, f"{step.op} {format_value(step.operand)} -> {result}")
    inherited = f"  (inherited from {step.record})" if step.record else ""
    return f"{step.mod}  {step.where}  {what}{inherited}"


def format_value(value: Any) -> str:
    """A value as a line of TOML would nearly say it."""
    return json.dumps(value, ensure_ascii=False)


def resolve_record_name(record: str, names: Iterable[str]) -> str:
    """The full name of a record that was named in full or in part.

    Raises:
        Trouble: it is none, or several.
    """
    known = list(names)
    if record in known:
        return record
    short = [name for name in known if name.rpartition(":")[2] == record or name.endswith(f"/{record}")]
    kind, slash, rest = record.partition("/")
    short = short or [n for n in known if slash and n.startswith(f"{kind}/") and n.endswith(f":{rest}")]
    if len(short) == 1:
        return short[0]
    if short:
        raise CliError(f"{record!r} may be {', '.join(short)}; name it in full")
    near = find_closest(record, known)
    hint = f"; did you mean {near}?" if near else ""
    raise CliError(f"there is no record {record!r}{hint}\nfix: footfall data show lists them all")
