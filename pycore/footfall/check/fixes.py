"""Applies the edits of findings to files, if they are unambiguous."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

from footfall.diagnostics.findings import Edit, Finding
from footfall.engine.saves.atomic_file import replace_file
from footfall.loader import Mod


def apply_fixes(mod: Mod, findings: Iterable[Finding]) -> list[Finding]:
    """Applies the edits of findings in a mod's folder, at most one per line.

    A word is replaced only if it occurs exactly once on the line. Files outside the mod, zips, and files that would
    no longer parse are not changed.

    Returns:
        The findings whose edits were applied.

    Raises:
        OSError: a file cannot be written.
    """
    root = mod.files.path.resolve()
    fixed = []
    by_file: dict[Path, list[tuple[Edit, Finding]]] = {}
    for finding in findings:
        if finding.edit is not None:
            path = Path(finding.edit.file).resolve()
            if path.is_file() and path.suffix != ".zip" and (path == root or root in path.parents):
                by_file.setdefault(path, []).append((finding.edit, finding))
    for path, rows in by_file.items():
        before = path.read_bytes().decode("utf-8", "surrogateescape")
        lines = before.splitlines(keepends=True)
        must_parse = _is_parsable(path, before)
        touched: set[int] = set()
        applied = []
        # From the end, so that insertions do not shift the lines of later edits.
        for edit, finding in sorted(rows, key=lambda row: -row[0].line):
            changed = list(lines)
            if edit.line in touched or not _apply_edit(changed, edit):
                continue
            if must_parse and not _is_parsable(path, "".join(changed)):
                continue
            lines = changed
            touched.add(edit.line)
            applied.append(finding)
        if applied:
            replace_file(path, ["".join(lines).encode("utf-8", "surrogateescape")])
            fixed += applied
    return fixed


def _is_parsable(path: Path, text: str) -> bool:
    """Whether a text parses as the type of its file."""
    text = text.removeprefix("\ufeff")
    try:
        if path.suffix == ".toml":
            tomllib.loads(text)
        elif path.suffix == ".py":
            ast.parse(text)
    except (ValueError, SyntaxError, RecursionError):
        return False
    return True


def _apply_edit(lines: list[str], edit: Edit) -> bool:
    if not 0 < edit.line <= len(lines):
        return False
    if edit.insert:
        end = "\r\n" if lines[edit.line - 1].endswith("\r\n") else "\n"
        if not lines[edit.line - 1].endswith("\n"):
            lines[edit.line - 1] += end
        lines.insert(edit.line, edit.insert.replace("\n", end) + end)
        return True
    for wrong, right in edit.replacements:
        line = lines[edit.line - 1]
        pattern = _match_word(wrong)
        if len(pattern.findall(line)) == len(_match_word(wrong.strip("\"'")).findall(line)) == 1:
            lines[edit.line - 1] = pattern.sub(right.replace("\\", r"\\"), line)
            return True
    return False


def _match_word(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
