"""Checks the manifest and the files of a mod: missing keys, unused settings, and files that are never read."""

import ast
import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from pathlib import PurePosixPath
from typing import Any

from footfall.api.hookspecs import API_VERSION
from footfall.content.screens.tile_packs import SHEET_FOLDER
from footfall.diagnostics.files import format_mod_path, list_files
from footfall.diagnostics.findings import Edit, Finding, Severity, find_closest, suggest
from footfall.diagnostics.toml import TomlDocument, TomlError
from footfall.engine.declarations.rules import HookKind
from footfall.loader.isolation.capabilities import TESTS_FOLDER

from .mod_source import Subject

ADVISED_KEYS = {
    "name": 'name = "{name}"',
    "summary": 'summary = "One sentence about it."',
    "authors": 'authors = ["You"]',
    "license": 'license = "MIT"',
}
READ_FOLDERS = ("content", "locale", "migrations", SHEET_FOLDER, TESTS_FOLDER)
ROOT_FILES = ("mod.toml", "testing.toml")
LANGUAGE_PATTERN = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]+)*")
SETTING_CALLS = ("ctx.setting", "view.setting")
SETTING_OF_RULE = re.compile(r"""\bsettings(?:\.([\w.]+)|\(\s*['"]([^'"]+))""")
COSMETIC_HOOKS = ("provide_hud", "provide_bots")


def check_manifest(subject: Subject, games: Collection[str]) -> Iterator[Finding]:
    """Yields findings about the manifest.

    Args:
        games: full ids of all games and their rule plugins.
    """
    documents = []
    for name in list_files(subject.mod.files, "content", ".toml"):
        with suppress(TomlError):
            documents.append(TomlDocument(format_mod_path(subject.mod.files, name), subject.mod.files.read(name)))
    if subject.mod.files.path.suffix != ".py":  # a single file declares its manifest by constants
        yield from _check_advice(subject)
        names = {*games, *(id.rpartition(".")[2] for id in games)}
        for game in subject.mod.info.games:
            if game not in names:
                text = f"there is no game {game!r}{suggest(game, names)}: the mod is never active"
                fix = f"games: {', '.join(sorted(n for n in names if '.' not in n))}"
                place = subject.mod.document.locate("mod", "games")
                yield subject.report("no-game", text, place, fix, Severity.WARNING, typo=(game, names))
        yield from _check_references(subject, documents)
        if not subject.mod.manifest.effects.changes_world:
            yield from _check_effects(subject, documents)
    yield from _check_settings(subject, documents)


def check_stray_files(subject: Subject) -> Iterator[Finding]:
    """Yields findings about files that nothing reads."""
    nested = {path.parent for path in map(PurePosixPath, subject.mod.files.names) if path.name == "mod.toml"}
    nested -= {PurePosixPath(".")}
    for name in subject.mod.files.names:
        path = PurePosixPath(name)
        if not nested.isdisjoint(path.parents):  # of a mod with its own manifest, such as a suite of tasks
            continue
        folder, place = path.parts[0], format_mod_path(subject.mod.files, name)
        is_text = folder == "locale" and len(path.parts) > 2 and LANGUAGE_PATTERN.fullmatch(path.parts[1]) is not None
        if path.suffix == ".toml" and name not in ROOT_FILES and folder not in READ_FOLDERS:
            closest = find_closest(folder, READ_FOLDERS) if len(path.parts) > 1 else ""
            fix = f"rename the folder to {closest}/" if closest else "move it to content/, or remove it"
            yield subject.report("stray-file", f"{name} is not read as records", place, fix, Severity.WARNING)
        elif path.suffix == ".ftl" and folder != TESTS_FOLDER and not is_text:
            fix = f"move it to locale/en/{path.name}"
            yield subject.report("stray-file", f"{name} is not read as texts", place, fix, Severity.WARNING)


def _check_advice(subject: Subject) -> Iterator[Finding]:
    """Yields findings about an entry that does not exist, and about advised keys that are missing."""
    mod, document = subject.mod, subject.mod.document
    if mod.info.entry and subject.entry_module is None:
        text = f"entry = {mod.info.entry!r}, but there is no such package or module in the mod"
        yield subject.report("no-entry", text, document.locate("mod", "entry"), "correct entry")
    table, place = document.data.get("mod", {}), document.locate("mod")
    missing = [key for key in ADVISED_KEYS if not table.get(key)]
    if missing:
        name = mod.id.rpartition(".")[2].replace("-", " ").title()
        lines = "; ".join(ADVISED_KEYS[key].format(name=name) for key in missing)
        text = f"[mod] has no {', '.join(missing)}"
        yield subject.report("manifest-advice", text, place, f"add {lines}", Severity.NOTE)
    if "api" not in table:
        line = document.find_line(("mod", "version"))
        edit = Edit(document.name, line, insert=f'api = "{API_VERSION}"') if line else None
        text, fix = "[mod] does not name the version of the modding API", f'add api = "{API_VERSION}"'
        yield subject.report("manifest-advice", text, place, fix, Severity.NOTE, edit=edit)


def _check_settings(subject: Subject, documents: Iterable[TomlDocument]) -> Iterator[Finding]:
    declared, document = subject.mod.manifest.settings, subject.mod.document
    words: set[str] = set()  # strings and names that may refer to a setting
    for module, node in subject.find_nodes(ast.AST):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            words.add(node.value)
        elif isinstance(node, ast.Attribute):
            words.add(node.attr)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            words.add(node.target.id)
        elif isinstance(node, ast.Call) and node.args and ast.unparse(node.func) in SETTING_CALLS:
            first = node.args[0]
            text = first.value if isinstance(first, ast.Constant) else None
            name = text.removeprefix(subject.id + ".") if isinstance(text, str) else "."
            if name not in declared and "." not in name:
                text = f"there is no setting {name!r} in the manifest{suggest(name, declared)}"
                fix = f'[settings.{name}] with type = "int" and default = 0'
                yield subject.report("no-such-setting", text, module.locate(first), fix, typo=(name, declared))
    for content in documents:
        words |= set(_collect_keys(content.data))
    for name in declared:
        if not {name, f"{subject.id}.{name}", name.replace(".", "_"), name.rpartition(".")[2]} & words:
            path = (name,) if name in document.data.get("settings", {}) else name.split(".")
            place, text = document.locate("settings", *path), f"the setting {name!r} seems to be unused"
            yield subject.report("unused-setting", text, place, "use it, or remove it", Severity.NOTE)


def _collect_keys(value: Any) -> Iterator[str]:
    """Yields all keys of nested tables, and the settings that expressions name."""
    if isinstance(value, str) and "settings" in value:
        yield from (name for names in SETTING_OF_RULE.findall(value) for name in names if name)
    if isinstance(value, dict):
        yield from value
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _collect_keys(item)


def _check_references(subject: Subject, documents: Iterable[TomlDocument]) -> Iterator[Finding]:
    """Yields findings about records that are changed or inherited: of mods not required, or by an empty table."""
    mod = subject.mod
    games = {f"core.{game}" for game in mod.info.games} | set(mod.info.games)
    known = {mod.id, *mod.manifest.requires, *mod.manifest.optional, *games}
    for document in documents:
        for path, id, table in _iter_record_references(document.data):
            for key in [] if path[0] == "patch" else [key for key, value in table.items() if value == {}]:
                text, fix = f"an empty {key} takes nothing away from {id}", f"{key} = {{ KEY = 0 }}, or remove it"
                yield subject.report("no-effect", text, document.locate(*path[:-1], key), fix, Severity.WARNING)
            other = id.partition(":")[0]
            if ":" not in id or other in known or "*" in other or "?" in other:
                continue
            when = table.get("when") if isinstance(table, dict) else None
            if isinstance(when, dict) and other in (when.get("mods") or ()):
                continue
            known.add(other)
            verb = "changes" if path[0] == "patch" else "inherits"
            text = f"{verb} a record of {other}, which the mod does not require"
            fix = f'[optional] "{other}" = "*", or when.mods = ["{other}"] in the record'
            manifest, edit = mod.document, None
            line = manifest.find_line(("optional",))
            if isinstance(manifest.data.get("optional"), dict) and line and "[optional]" in manifest.get_line(line):
                edit = Edit(manifest.name, line, insert=f'"{other}" = "*"')
            elif "optional" not in manifest.data:
                edit = Edit(manifest.name, manifest.line_count, insert=f'\n[optional]\n"{other}" = "*"')
            yield subject.report("loose-need", text, document.locate(*path), fix, Severity.WARNING, edit=edit)


def _iter_record_references(data: dict[str, Any]) -> Iterator[tuple[tuple[str, ...], str, Any]]:
    """Yields path, record id and table of each patch and each ``inherits``, also for records of the mod itself."""
    for kind, rows in data.items():
        for name, table in rows.items() if isinstance(rows, dict) else ():
            if kind == "patch":
                for id, patch in table.items() if isinstance(table, dict) else ():
                    yield (kind, name, id), id, patch
            elif isinstance(table, dict) and isinstance(table.get("inherits"), str):
                yield (kind, name, "inherits"), table["inherits"], table


def _check_effects(subject: Subject, documents: Iterable[TomlDocument]) -> Iterator[Finding]:
    """Yields findings about hooks and rules that can change the game, although the manifest says that none does."""
    places = {}
    for impl in subject.implementations:
        spec = subject.contract.get(impl.hook)
        if spec is not None and impl.hook not in COSMETIC_HOOKS and spec.kind is not HookKind.NOTIFY:
            places[impl.module.locate(impl.function)] = ("hook", impl.hook)
    for document in documents:
        hooks = document.data.get("hook")
        for hook, rules in hooks.items() if isinstance(hooks, dict) else ():
            for name, table in rules.items() if isinstance(rules, dict) else ():
                deeds = table.get("do") if isinstance(table, dict) else None
                only_tells = isinstance(deeds, dict) and set(deeds) <= {"tell"}  # adds a line to the log
                if not only_tells or {"set", "add", "mul"} & set(table):
                    places[document.locate("hook", hook, name)] = ("rule", f"the rule {hook}.{name}")
    for place, (kind, name) in places.items():
        text = f"effects.world = false, but {name} at {place} can change the game"
        manifest_place, fix = subject.mod.document.locate("effects", "world"), "remove effects.world = false, or the"
        yield subject.report("not-only-looks", text, manifest_place, f"{fix} {kind}", Severity.WARNING)
