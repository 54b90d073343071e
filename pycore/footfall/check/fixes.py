"""Mending in the text of files what a finding knows how to mend, and nothing that is not certain."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

from footfall.diagnostics.findings import Edit, Finding
from footfall.loader import Mod


def apply_fixes(mod: Mod, findings: Iterable[Finding]) -> list[Finding]:
    """Carries out the edits of findings in a mod's folder, one line at a time.

    A word is replaced only where it stands exactly once on the line; a file outside the mod, or a
    mod that is a zip, is left alone; so is a file that could not be read any more afterwards.

    Returns:
        The findings whose edit was made.

    Raises:
        OSError: a file cannot be written.
    """
    root = mod.files.path.resolve()
    done = []
    by_file: dict[Path, list[tuple[Edit, Finding]]] = {}
    for finding in findings:
        if finding.edit is not None:
            path = Path(finding.edit.file).resolve()
            if path.is_file() and path.suffix != ".zip" and (path == root or root in path.parents):
                by_file.setdefault(path, []).append((finding.edit, finding))
    for path, rows in by_file.items():
        before = path.read_bytes().decode("utf-8", "surrogateescape")
        lines = before.splitlines(keepends=True)
        touched: set[int] = set()
        made = []
        for edit, finding in sorted(
            rows, key=lambda row: -row[0].line
        ):  # from the end: lines keep their number
            if edit.line not in touched and _apply_edit(lines, edit):
                touched.add(edit.line)
                made.append(finding)
        after = "".join(lines)
        if made and (_is_parsable(path, after) or not _is_parsable(path, before)):
            path.write_bytes(after.encode("utf-8", "surrogateescape"))
            done += made
    return done


def _is_parsable(path: Path, text: str) -> bool:
    """Whether a file is what its name says."""
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
        pattern = re.compile(rf"(?<![\w-]){re.escape(wrong)}(?![\w-])")
        if len(pattern.findall(line)) == 1:
            lines[edit.line - 1] = pattern.sub(right.replace("\\", r"\\"), line)
            return True
    return False
