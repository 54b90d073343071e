"""``footfall data``: content records after all mods are applied, their history, their differences, their schemas."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from typing import Any

import click
import msgspec

from footfall.content.comparison import RecordDifference, compare_records, compare_rules, list_rule_origins, name_rule
from footfall.content.records import Origin, Records
from footfall.content.schemas.jsonschema import (
    build_content_schema,
    build_patch_schema,
    build_record_schema,
    build_struct_schema,
)
from footfall.diagnostics.findings import find_closest, suggest
from footfall.disk import make_folder, write_file
from footfall.loader import LoadResult, Manifest, Mod
from footfall.loader.rules.schema import ROLLS_SCHEMA, build_rule_schema

from .options import MODS, GameOptions, game_option, game_options
from .output import CliError, Report, echo, echo_json, prints_report, report_write_errors

_STATE_MARKS = {"added": "+", "removed": "-", "changed": "~"}


@click.command("show")
@click.argument("record", required=False)
@game_option
@click.option("--blame", is_flag=True, help="Show which mod set each field, and on which line.")
@prints_report
@game_options(*MODS)
def show_records(record: str | None, game: str, blame: bool, setup: GameOptions) -> Report:
    """Show RECORD (kind/namespace:name), or list all records, those of a kind, or those matching a pattern.

    A template, from which others inherit, is shown, not listed. A rule is rule/MOD:HOOK.NAME; "rule" lists all rules.
    """
    records: Records = setup.load(game).rules.records
    rules = {name_rule(rule): rule for rule in records.rules}
    names = {f"{kind}/{item.id}": (kind, item) for kind, item in records}
    if record is None or record in (*records.kind_names(), "rule") or "*" in record:
        pattern = "*" if record is None else record if "*" in record else f"{record}/*"
        matches = [name for name in (*names, *rules) if fnmatchcase(name, pattern)]
        return Report(matches, ["\n".join(matches)])
    history = records.history
    known = {} if history is None else {f"{kind}/{id}": resolved for (kind, id), resolved in history.records.items()}
    name = resolve_record_name(record, (*names, *rules, *(known.keys() - names.keys())))
    fields: Mapping[str, Any]
    if name in rules:
        kind, fields, origins = "rule", rules[name].table, list_rule_origins(rules[name])
    else:
        kind, _, id = name.partition("/")
        fields = msgspec.to_builtins(names[name][1]) if name in names else {"template": True, **known[name].raw}
        origins = history.list_origins(kind, id) if history is not None else {}
    data = {"kind": kind, "record": fields}
    if not blame:
        return Report(data, (f"{field} = {format_value(value)}" for field, value in fields.items()))
    lines = []
    for field, steps in origins.items():
        lines += [f"{field} = {format_value(steps[-1].result)}", *(f"    {format_origin(step)}" for step in steps)]
    return Report({**data, "blame": msgspec.to_builtins(origins)}, lines)


def format_origin(step: Origin) -> str:
    """Describes one step of a field's history: mod, line, operation and result."""
    if step.op == "default":
        return f"default  {step.place}"
    operations = {"define": f"define {format_value(step.result)}", "set": f"set {format_value(step.operand)}"}
    result = "removed" if step.result is None else format_value(step.result)
    what = operations.get(step.op, f"{step.op} {format_value(step.operand)} -> {result}")
    inherited = f"  (inherited from {step.record})" if step.record else ""
    return f"{step.mod}  {step.place}  {what}{inherited}"


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
    listing = "to list all records: footfall data show; those of another game: --game king"
    raise CliError(f"there is no record {record!r}{hint}\n{listing}")


@click.command("diff")
@click.option("--without", metavar="MOD", default=None, help="Compare with the game without only this mod.")
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="Compare the game with and without this world setting (core.stealth.rules=classic). Repeatable.",
)
@game_option
@prints_report
@game_options(*MODS)
def diff_records(without: str | None, settings: tuple[str, ...], game: str, setup: GameOptions) -> Report:
    """Show the records and rules changed by all mods; with --without, by one mod; with --set, by settings."""
    if settings and without is not None:
        raise click.UsageError("give either --without or --set")
    loaded = msgspec.structs.replace(setup, settings=settings).load(game)
    if settings:
        baseline = setup.load(game, quiet=True)
    else:
        baseline = _load_baseline(loaded, without, game, setup.lang)
    records = baseline.rules.records, loaded.rules.records
    differences, backward = ([*compare_records(*pair), *compare_rules(*pair)] for pair in (records, records[::-1]))
    reverse = {record.record: record for record in backward}
    left_out = [id for id in loaded.rules.mods if id not in baseline.rules.mods]
    changed = {
        name: {"before": baseline.rules.settings[name], "after": value}
        for name, value in loaded.rules.settings.items()
        if name in baseline.rules.settings and baseline.rules.settings[name] != value
    }
    reasons = {
        (f"{mod.id}.{other}", preset.default): preset.reason
        for mod in loaded.mods
        for setting in mod.manifest.settings.values()
        for defaults in setting.presets.values()
        for other, preset in defaults.items()
    }
    data = {"differences": msgspec.to_builtins(differences)}
    data |= {"settings": changed} if settings else {"without": left_out}
    subject = "with " + ", ".join(settings) if settings else f"without {', '.join(left_out) or 'nothing'}"
    counts = {state: sum(record.state == state for record in differences) for state in _STATE_MARKS}
    words = ", ".join(f"{count} {state}" for state, count in counts.items() if count) or "no record differs"
    lines = [f"{subject}: {words}"]
    for name, values in changed.items():
        lines.append(f"~ setting {name}: {_format_value(values['before'])} -> {_format_value(values['after'])}")
        lines += [f"    # {reason}" for reason in [reasons.get((name, values["after"]))] if reason]
    return Report(
        data,
        [*lines, *(line for record in differences for line in _describe_difference(record, reverse[record.record]))],
    )


def _describe_difference(record: RecordDifference, reverse: RecordDifference) -> Iterator[str]:
    """Yields the fields that differ, and the reasons of the patches that write them on either side."""
    yield f"{_STATE_MARKS[record.state]} {record.record}"
    for change in record.changes:
        last = change.by[-1] if change.by else None
        by = f"  {last.mod} {last.place}" if last is not None and last.mod else ""
        yield f"    {change.field}: {_format_value(change.before)} -> {_format_value(change.after)}{by}"
    changes = (*record.changes, *reverse.changes)
    reasons = dict.fromkeys(change.by[-1].reason for change in changes if change.by)
    yield from (f"    # {reason}" for reason in reasons if reason)


def _format_value(value: Any) -> str:
    return "none" if value is None else format_value(value)


def _load_baseline(loaded: LoadResult, without: str | None, game: str, lang: str | None) -> LoadResult:
    """Loads the same game without one mod, or without all."""
    active = {mod.id: mod for mod in loaded.mods if mod.id in loaded.rules.mods}
    if without is not None and without not in active:
        names = ", ".join(id for id, mod in active.items() if not mod.is_first_party) or "none"
        raise CliError(f"{without} is not active in {game}; active mods: {names}")
    if without is not None and active[without].is_first_party:
        raise CliError(f"{without} is part of the game {game}: the game cannot be loaded without it")

    def is_kept(mod: Mod) -> bool:
        return not mod.is_first_party and without is not None and mod.id != without

    paths = tuple(mod.files.path for mod in active.values() if is_kept(mod))
    return GameOptions(paths, lang=lang).load(game, quiet=True, safe_mode=True)


SCHEMA_FOLDER = ".schemas"
"""The folder of schemas in a mod; folders with a leading dot are not part of the mod."""

CONTENT_SCHEMA_FILE, MANIFEST_SCHEMA_FILE = "content.schema.json", "mod.schema.json"


@click.command("schema")
@click.argument("kind", required=False)
@click.option("--patch", is_flag=True, help="The schema of a patch of KIND, not of a record.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Write all schemas to this folder.")
@game_option
@game_options(*MODS)
def print_schema(kind: str | None, patch: bool, out: Path | None, game: str, setup: GameOptions) -> None:
    """Print the JSON Schema of a KIND of record, of "content" (a whole file) or of "manifest".

    Editors with Taplo (Even Better TOML) complete and check a file whose first line is
    "#:schema ../.schemas/content.schema.json". The schemas list the ids of all existing records.
    """
    loaded = setup.load(game)
    if out is not None:
        with report_write_errors(out):
            for path in write_schemas(loaded, out, kind):
                echo(path)
        return
    kinds = [*loaded.rules.records.record_kinds, "content", "manifest"]
    if kind is not None and kind not in kinds:
        raise CliError(f"there is no kind of record {kind!r}{suggest(kind, kinds)}; kinds: {', '.join(kinds)}")
    builders = list(_list_schemas(loaded, kind or "content").values())
    echo_json(builders[-1 if patch else 0]())


def write_schemas(loaded: LoadResult, folder: Path, kind: str | None = None) -> list[Path]:
    """Writes all schemas, or only that of one kind, and returns their paths.

    Raises:
        CliError: there is no such kind.
        OSError: the folder cannot be written.
    """
    schemas = _list_schemas(loaded, kind)
    if not schemas:
        raise CliError(f"there is no kind of record {kind!r}{suggest(str(kind), loaded.rules.records.record_kinds)}")
    make_folder(folder)
    for name, build in schemas.items():
        write_file(folder / name, json.dumps(build(), ensure_ascii=False) + "\n")
    return [folder / name for name in schemas]


def _list_schemas(loaded: LoadResult, kind: str | None) -> dict[str, Callable[[], dict[str, Any]]]:
    """Returns functions that build the schemas, or only those of one kind, by file name; that of patches last."""
    records: Records = loaded.rules.records
    ids: dict[str, list[str]] = {name: [] for name in records.kind_names()}
    for name, record in records:
        ids[name].append(record.id)

    def build_file_schema() -> dict[str, Any]:
        schema = build_content_schema(records.record_kinds.values(), ids, records.words)
        if loaded.vocabulary is not None:
            schema["properties"]["hook"], shared = build_rule_schema(loaded.vocabulary, records)
            schema["properties"]["roll"] = ROLLS_SCHEMA
            schema["$defs"] = schema.get("$defs", {}) | shared
        return schema

    schemas: dict[str, Callable[[], dict[str, Any]]] = {}
    if kind in (None, "content"):
        schemas[CONTENT_SCHEMA_FILE] = build_file_schema
    if kind in (None, "manifest"):
        schemas[MANIFEST_SCHEMA_FILE] = build_manifest_schema
    for name, record_kind in records.record_kinds.items():
        if kind in (None, name):
            schemas[f"{name}.schema.json"] = partial(build_record_schema, record_kind, ids, records.words)
            schemas[f"{name}.patch.schema.json"] = partial(build_patch_schema, record_kind, ids, records.words)
    return schemas


def build_manifest_schema() -> dict[str, Any]:
    """Returns the schema of ``mod.toml``."""
    schema = build_struct_schema(Manifest, "manifest of a Footfall mod")
    # Names of settings may be dotted; their tables are then nested.
    settings = schema["properties"]["settings"]
    nested = {"type": "object", "not": {"required": ["type"]}}
    settings["additionalProperties"] = {"anyOf": [settings["additionalProperties"], nested]}
    return schema
