"""``footfall data schema``: JSON Schemas of manifests and content files, for editors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from footfall.content.records import Records
from footfall.content.schemas.jsonschema import (
    build_content_schema,
    build_patch_schema,
    build_record_schema,
    build_struct_schema,
)
from footfall.diagnostics.findings import suggest
from footfall.loader import LoadResult, Manifest
from footfall.loader.rules.schema import build_rule_schema

from ..compose import load_mods
from ..options import CliError, mod_options, report_write_errors
from ..output import echo

SCHEMA_FOLDER = ".schemas"
"""The folder of schemas in a mod; folders with a leading dot are not part of the mod."""

CONTENT_SCHEMA_FILE, MANIFEST_SCHEMA_FILE = "content.schema.json", "mod.schema.json"


@click.command("schema")
@click.argument("kind", required=False)
@click.option("--patch", is_flag=True, help="The schema of a patch of KIND, not of a record.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Write all schemas to this folder.")
@click.option("--game", default="stealth", show_default=True, help="The game whose mods are loaded.")
@mod_options
def print_schema(
    kind: str | None,
    patch: bool,
    out: Path | None,
    game: str,
    mod_paths: tuple[Path, ...],
    strict: bool,
    lang: str | None,
) -> None:
    """Print the JSON Schema of a KIND of record, of "content" (a whole file) or of "manifest".

    Editors with Taplo (Even Better TOML) complete and check a file whose first line is
    "#:schema ../.schemas/content.schema.json". The schemas list the ids of all existing records.
    """
    loaded = load_mods(game, mod_paths=mod_paths, strict=strict, lang=lang)
    records: Records = loaded.rules.records
    if out is not None:
        with report_write_errors(out):
            paths = write_schemas(loaded, out, kind)
        for path in paths:
            echo(path)
        return
    if kind == "manifest":
        schema = build_manifest_schema()
    elif kind in (None, "content"):
        schema = build_file_schema(loaded)
    elif kind in records.record_kinds:
        build = build_patch_schema if patch else build_record_schema
        schema = build(records.record_kinds[kind], collect_record_ids(records), records.words)
    else:
        known = [*records.record_kinds, "content", "manifest"]
        raise CliError(f"there is no kind of record {kind!r}{suggest(str(kind), known)}; kinds: {', '.join(known)}")
    echo(json.dumps(schema, indent=2, ensure_ascii=False))


def collect_record_ids(records: Records) -> dict[str, list[str]]:
    """Returns the ids of all records by kind."""
    ids: dict[str, list[str]] = {kind: [] for kind in records.kind_names()}
    for kind, record in records:
        ids[kind].append(record.id)
    return ids


def build_file_schema(loaded: LoadResult) -> dict[str, Any]:
    """Returns the schema of a file of content: records, patches, words and rules."""
    records: Records = loaded.rules.records
    ids = collect_record_ids(records)
    schema = build_content_schema(records.record_kinds.values(), ids, records.words)
    if loaded.vocabulary is not None:
        schema["properties"]["hook"] = build_rule_schema(loaded.vocabulary, ids)
    return schema


def write_schemas(loaded: LoadResult, folder: Path, kind: str | None = None) -> list[Path]:
    """Writes all schemas, or only that of one kind, and returns their paths.

    Raises:
        CliError: there is no such kind.
        OSError: the folder cannot be written.
    """
    records: Records = loaded.rules.records
    ids = collect_record_ids(records)
    files: dict[str, Any] = {}
    if kind in (None, "content"):
        files[CONTENT_SCHEMA_FILE] = build_file_schema(loaded)
    if kind in (None, "manifest"):
        files[MANIFEST_SCHEMA_FILE] = build_manifest_schema()
    for name, record_kind in records.record_kinds.items():
        if kind in (None, name):
            files[f"{name}.schema.json"] = build_record_schema(record_kind, ids, records.words)
            files[f"{name}.patch.schema.json"] = build_patch_schema(record_kind, ids, records.words)
    if not files:
        raise CliError(f"there is no kind of record {kind!r}{suggest(str(kind), records.record_kinds)}")
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        text = json.dumps(content, ensure_ascii=False) + "\n"
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in files]


def build_manifest_schema() -> dict[str, Any]:
    """Returns the schema of ``mod.toml``."""
    schema = build_struct_schema(Manifest, "manifest of a Footfall mod")
    # Names of settings may be dotted; their tables are then nested.
    settings = schema["properties"]["settings"]
    nested = {"type": "object", "not": {"required": ["type"]}}
    settings["additionalProperties"] = {"anyOf": [settings["additionalProperties"], nested]}
    return schema
