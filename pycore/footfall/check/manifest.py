"""Checks the manifest and the files of a mod: missing keys, unused settings, and files that are never read."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from pathlib import PurePosixPath
from typing import Any

from footfall.api.hookspecs import API_VERSION
from footfall.content.screens.tile_packs import SHEET_FOLDER
from footfall.diagnostics.files import format_mod_path, list_files
from footfall.diagnostics.findings import Edit, Finding, Severity, find_closest, suggest
from footfall.diagnostics.toml import TomlDocument, TomlError
from footfall.engine.contributions import HookKind
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


def check_manifest(subject: Subject, games: Collection[str], mods: Collection[str]) -> Iterator[Finding]:
    """Yields findings about the manifest.

    Args:
        games: full ids of all games and their rule plugins.
        mods: ids of all available mods.
    """
    if subject.mod.files.path.suffix == ".py":  # a single file declares its manifest by constants
        yield from _check_settings(subject)
        return
    if subject.mod.info.entry and subject.entry_module is None:
        text = f"entry = {subject.mod.info.entry!r}, but there is no such package or module in the mod"
        where = subject.mod.document.locate("mod", "entry")
        yield Finding("no-entry", subject.id, text, where, "correct entry")
    yield from _check_advice(subject)
    yield from _check_games(subject, games)
    yield from _check_settings(subject)
    yield from _check_undeclared_needs(subject)
    yield from _check_stray_files(subject)
    yield from _check_effects(subject)


def _check_advice(subject: Subject) -> Iterator[Finding]:
    mod, document = subject.mod, subject.mod.document
    table = document.data.get("mod", {})
    slug = mod.id.rpartition(".")[2]
    missing = [key for key in ADVISED_KEYS if not table.get(key)]
    if missing:
        lines = "; ".join(ADVISED_KEYS[key].format(name=slug.replace("-", " ").title()) for key in missing)
        text = f"[mod] has no {', '.join(missing)}"
        yield Finding("manifest-advice", mod.id, text, document.locate("mod"), f"add {lines}", Severity.NOTE)
    if "api" not in table:
        line = document.find_line(("mod", "version"))
        edit = Edit(document.name, line, insert=f'api = "{API_VERSION}"') if line else None
        text = "[mod] does not name the version of the modding API"
        where = document.locate("mod")
        yield Finding("manifest-advice", mod.id, text, where, f'add api = "{API_VERSION}"', Severity.NOTE, edit=edit)


def _check_games(subject: Subject, games: Collection[str]) -> Iterator[Finding]:
    names = {*games, *(id.rpartition(".")[2] for id in games)}
    document = subject.mod.document
    for game in subject.mod.info.games:
        if game not in names:
            where = document.locate("mod", "games")
            text = f"there is no game {game!r}{suggest(game, names)}: the mod is never active"
            edit = Edit.replace_word(where, game, find_closest(game, names))
            fix = f"games: {', '.join(sorted(n for n in names if '.' not in n))}"
            yield Finding("no-game", subject.id, text, where, fix, Severity.WARNING, edit=edit)


def _check_settings(subject: Subject) -> Iterator[Finding]:
    declared = subject.mod.manifest.settings
    document = subject.mod.document
    words: set[str] = set()
    for module in subject.modules.values():
        for node in ast.walk(module.tree):
            words |= _collect_words(node)
            if not (isinstance(node, ast.Call) and node.args and _is_setting_call(node.func)):
                continue
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                name = first.value.removeprefix(subject.id + ".")
                if name not in declared and "." not in name:
                    where = module.locate(first)
                    text = f"there is no setting {name!r} in the manifest{suggest(name, declared)}"
                    fix = f'[settings.{name}] with type = "int" and default = 0'
                    edit = Edit.replace_word(where, name, find_closest(name, declared))
                    yield Finding("no-such-setting", subject.id, text, where, fix, edit=edit)
    for content in _read_documents(subject):
        words |= set(_collect_keys(content.data))
    for name in declared:
        spellings = {name, f"{subject.id}.{name}", name.replace(".", "_"), name.rpartition(".")[2]}
        if not spellings & words:
            where = document.locate("settings", *_split_setting_name(document, name))
            text = f"the setting {name!r} seems to be unused"
            yield Finding("unused-setting", subject.id, text, where, "use it, or remove it", Severity.NOTE)


def _collect_words(node: ast.AST) -> set[str]:
    """Strings and attribute names of code that may refer to a setting."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return {node.value}
    if isinstance(node, ast.Attribute):
        return {node.attr}
    return {node.target.id} if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) else set()


def _is_setting_call(function: ast.expr) -> bool:
    """Whether a call is ``ctx.setting(...)``."""
    return (
        isinstance(function, ast.Attribute)
        and function.attr == "setting"
        and isinstance(function.value, ast.Name)
        and function.value.id in ("ctx", "view")
    )


def _split_setting_name(document: TomlDocument, name: str) -> tuple[str, ...]:
    return (name,) if name in document.data.get("settings", {}) else tuple(name.split("."))


def _read_documents(subject: Subject) -> Iterator[TomlDocument]:
    files = subject.mod.files
    for name in list_files(files, "content", ".toml"):
        try:
            yield TomlDocument(format_mod_path(files, name), files.read(name))
        except TomlError:
            continue


_SETTING_OF_RULE = re.compile(r"""\bsettings(?:\.([\w.]+)|\(\s*['"]([^'"]+))""")


def _collect_keys(value: Any) -> Iterator[str]:
    """Yields all keys of nested tables, and the settings that expressions name."""
    if isinstance(value, str) and "settings" in value:
        yield from (name for names in _SETTING_OF_RULE.findall(value) for name in names if name)
    if isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from _collect_keys(item)
    elif isinstance(value, list):
        for item in value:
            yield from _collect_keys(item)


def _check_undeclared_needs(subject: Subject) -> Iterator[Finding]:
    """Yields findings about changed or inherited records of mods that this mod does not require."""
    mod = subject.mod
    games = {f"core.{game}" for game in mod.info.games} | set(mod.info.games)
    known = {mod.id, *mod.manifest.requires, *mod.manifest.optional, *games}
    for document in _read_documents(subject):
        for path, id, table in _find_foreign_records(document.data):
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
            edit = _make_optional_edit(mod.document, other)
            where = document.locate(*path)
            yield Finding("loose-need", mod.id, text, where, fix, Severity.WARNING, edit=edit)


def _find_foreign_records(data: dict[str, Any]) -> Iterator[tuple[tuple[str, ...], str, Any]]:
    for kind, rows in data.items():
        for name, table in rows.items() if isinstance(rows, dict) else ():
            if kind == "patch":
                for id, patch in table.items() if isinstance(table, dict) else ():
                    yield (kind, name, id), id, patch
            elif isinstance(table, dict) and isinstance(table.get("inherits"), str):
                yield (kind, name, "inherits"), table["inherits"], table


def _make_optional_edit(document: TomlDocument, other: str) -> Edit | None:
    """The edit that adds a mod to ``[optional]``."""
    line = document.find_line(("optional",))
    if isinstance(document.data.get("optional"), dict) and line and "[optional]" in document.get_line(line):
        return Edit(document.name, line, insert=f'"{other}" = "*"')
    if "optional" in document.data:
        return None
    return Edit(document.name, document.line_count, insert=f'\n[optional]\n"{other}" = "*"')


def _check_stray_files(subject: Subject) -> Iterator[Finding]:
    for name in subject.mod.files.names:
        parts = PurePosixPath(name).parts
        suffix = PurePosixPath(name).suffix
        where = format_mod_path(subject.mod.files, name)
        if suffix == ".toml" and name not in ROOT_FILES and parts[0] not in READ_FOLDERS:
            closest = find_closest(parts[0], READ_FOLDERS) if len(parts) > 1 else ""
            text = f"{name} is not read as records"
            fix = f"rename the folder to {closest}/" if closest else "move it to content/, or remove it"
            yield Finding("stray-file", subject.id, text, where, fix, Severity.WARNING)
        elif suffix == ".ftl" and parts[0] != TESTS_FOLDER and not _is_locale_file(parts):
            text = f"{name} is not read as texts"
            fix = f"move it to locale/en/{parts[-1]}"
            yield Finding("stray-file", subject.id, text, where, fix, Severity.WARNING)


def _is_locale_file(parts: tuple[str, ...]) -> bool:
    return parts[0] == "locale" and len(parts) > 2 and LANGUAGE_PATTERN.fullmatch(parts[1]) is not None


def _check_effects(subject: Subject) -> Iterator[Finding]:
    if subject.mod.manifest.effects.world:
        return
    where = subject.mod.document.locate("effects", "world")
    for impl in subject.implementations:
        is_cosmetic = impl.hook in ("provide_hud", "provide_bots")
        spec = subject.contract.get(impl.hook)
        if spec is not None and not is_cosmetic and spec.kind is not HookKind.NOTIFY:
            place = impl.module.locate(impl.function)
            text = f"effects.world = false, but {impl.hook} at {place} can change the game"
            fix = "remove effects.world = false, or the hook"
            yield Finding("not-only-looks", subject.id, text, where, fix, Severity.WARNING)
    for document in _read_documents(subject):
        for hook, name in _list_changing_rules(document.data.get("hook")):
            place = document.locate("hook", hook, name)
            text = f"effects.world = false, but the rule {hook}.{name} at {place} can change the game"
            fix = "remove effects.world = false, or the rule"
            yield Finding("not-only-looks", subject.id, text, where, fix, Severity.WARNING)


def _list_changing_rules(hooks: Any) -> Iterator[tuple[str, str]]:
    """Yields hook and name of each rule as data that does more than add a line to the log."""
    for hook, rules in hooks.items() if isinstance(hooks, dict) else ():
        for name, table in rules.items() if isinstance(rules, dict) else ():
            deeds = table.get("do") if isinstance(table, dict) else None
            only_tells = isinstance(deeds, dict) and set(deeds) <= {"tell"} and not {"set", "add", "mul"} & set(table)
            if not only_tells:
                yield hook, name
