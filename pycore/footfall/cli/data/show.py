"""``footfall data show``: records after all mods are applied, and the history of their fields."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import click
import msgspec

from footfall.content.comparison import list_rule_origins, name_rule
from footfall.content.history import Origin
from footfall.content.records import Records, record_to_builtins
from footfall.diagnostics.findings import find_closest

from ..compose import load_mods
from ..options import CliError, mod_options
from ..output import echo


@click.command("show")
@click.argument("record", required=False)
@click.option("--game", default="stealth", show_default=True, help="The game whose mods are loaded.")
@click.option("--blame", is_flag=True, help="Show which mod set each field, and on which line.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
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
    """Show RECORD (kind/namespace:name), or list all records, those of a kind, or those matching a pattern.

    A rule is rule/MOD:HOOK.NAME; "rule" lists all rules.
    """
    records: Records = load_mods(game, mod_paths=mod_paths, strict=strict, lang=lang).rules.records
    rules = {name_rule(rule): rule for rule in records.rules}
    names = {f"{kind}/{item.id}": (kind, item) for kind, item in records}
    if record is None or record in (*records.kind_names(), "rule") or "*" in record:
        pattern = "*" if record is None else record if "*" in record else f"{record}/*"
        matches = [name for name in (*names, *rules) if fnmatchcase(name, pattern)]
        echo(json.dumps(matches, indent=2) if as_json else "\n".join(matches))
        return
    name = resolve_record_name(record, (*names, *rules))
    if name in rules:
        kind, fields, origins = "rule", rules[name].table, list_rule_origins(rules[name])
    else:
        kind, item = names[name]
        fields = record_to_builtins(item)
        origins = records.history.list_origins(kind, item.id) if records.history is not None else {}
    _print_fields(kind, fields, origins if blame else None, as_json)


def _print_fields(
    kind: str, fields: Mapping[str, Any], origins: Mapping[str, tuple[Origin, ...]] | None, as_json: bool
) -> None:
    """Prints a record or rule; with the history of each field if it is given."""
    if as_json:
        report = {"kind": kind, "record": fields}
        if origins is not None:
            report["blame"] = msgspec.to_builtins(origins)
        echo(json.dumps(report, indent=2, ensure_ascii=False))
    elif origins is not None:
        for field, steps in origins.items():
            echo(f"{field} = {format_value(steps[-1].result)}")
            for step in steps:
                echo(f"    {format_origin(step)}")
    else:
        for field, value in fields.items():
            echo(f"{field} = {format_value(value)}")


def format_origin(step: Origin) -> str:
    """Describes one step of a field's history: mod, line, operation and result."""
    if step.op == "default":
        return f"default  {step.where}"
    operations = {"define": f"define {format_value(step.result)}", "set": f"set {format_value(step.operand)}"}
    result = "removed" if step.result is None else format_value(step.result)
    what = operations.get(step.op, f"{step.op} {format_value(step.operand)} -> {result}")
    inherited = f"  (inherited from {step.record})" if step.record else ""
    return f"{step.mod}  {step.where}  {what}{inherited}"


def format_value(value: Any) -> str:
    """Returns a value as JSON, which resembles TOML."""
    return json.dumps(value, ensure_ascii=False)


def resolve_record_name(record: str, names: Iterable[str]) -> str:
    """Returns the full name of a record, given in full or in part.

    Raises:
        CliError: there is no such record, or several.
    """
    known = list(names)
    if record in known:
        return record
    matches = [name for name in known if name.rpartition(":")[2] == record or name.endswith(f"/{record}")]
    kind, slash, rest = record.partition("/")
    matches = matches or [n for n in known if slash and n.startswith(f"{kind}/") and n.endswith(f":{rest}")]
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise CliError(f"{record!r} is ambiguous: {', '.join(matches)}")
    closest = find_closest(record, known)
    hint = f"; did you mean {closest}?" if closest else ""
    raise CliError(f"there is no record {record!r}{hint}\nto list all records: footfall data show")
