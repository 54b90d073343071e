"""Small mods for tests of an index: as many as asked for, and some that do not get along."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

CREATURES = ("giant_rat", "hungry_rat", "slime", "cave_bat", "snake", "goblin", "monkey", "orc", "skeleton", "troll")
MANIFEST = """\
[mod]
id = "{id}"
version = "{version}"
api = "1"
name = "{name}"
summary = {summary}
license = "MIT"
games = ["stealth"]
{entry}
[requires]
"core.stealth" = ">=0.1,<1"
{more}"""
RULE = """\
from footfall.api import {operation}, hook


@hook("{hook}")
def rule(event, ctx):
    {body}
"""


def write_mod(
    folder: Path,
    id: str,
    *,
    version: str = "1.0.0",
    content: str = "",
    code: str = "",
    more: str = "",
    changes: str = "",
    summary: str = "A mod for tests.",
) -> Path:
    """Writes a mod for stealth; returns its folder.

    Args:
        content: a content file.
        code: the module of its entry.
        more: further lines of the manifest.
        changes: its changelog.
    """
    name = id.rpartition(".")[2]
    path = folder / name
    path.mkdir(parents=True, exist_ok=True)
    entry = 'entry = "rule"\n' if code else ""
    text = MANIFEST.format(
        id=id, version=version, name=name.title(), summary=json.dumps(summary), entry=entry, more=more
    )
    (path / "mod.toml").write_text(text)
    if content:
        (path / "content").mkdir(exist_ok=True)
        (path / "content" / "content.toml").write_text(content)
    if code:
        (path / "rule").mkdir(exist_ok=True)
        (path / "rule" / "__init__.py").write_text(f'"""A rule for tests."""\n\n{code}')
    if changes:
        (path / "CHANGELOG.md").write_text(changes)
    return path


def pack_unchecked(folder: Path, path: Path) -> Path:
    """Zips a mod as a stranger may, without the checks of ``footfall mods pack``."""
    with zipfile.ZipFile(path, "w") as archive:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                archive.write(file, file.relative_to(folder))
    return path


def write_generated(folder: Path, number: int) -> Path:
    """Writes the mod with a number: every third has Python, the others patch creatures."""
    id = f"generated.mod-{number:02}"
    creature = CREATURES[number % len(CREATURES)]
    if number % 3 == 0:
        hook, term = (("on_hear", "range"), ("on_attack", "to_hit"))[number // 3 % 2]
        operation = "mul" if term == "range" else "add"
        body = f'return [{operation}("{term}", {1 + number % 2}, reason="rule {number}")]'
        return write_mod(folder, id, code=RULE.format(operation=operation, hook=hook, body=body))
    stat = ("perception", "stealth", "defense")[number % 3]
    content = f'[patch.creature."core.stealth:{creature}"]\nadd.stats.{stat} = {1 + number % 2}\n'
    return write_mod(folder, id, content=content)


def write_pair(folder: Path) -> list[Path]:
    """Writes two mods of which the order decides: both set the range of a noise."""
    return [
        write_mod(
            folder,
            f"planted.hears-{name}",
            code=RULE.format(operation="set_to", hook="on_hear", body=f'return [set_to("range", {value})]'),
        )
        for name, value in (("far", 400), ("little", 10))
    ]


def write_triple(folder: Path) -> list[Path]:
    """Writes three mods of which any two get along: with all three, the third raises at a noise."""
    patch = '[patch.creature."core.stealth:giant_rat"]\nadd.stats.defense = 10\n'
    body = (
        'defense = ctx.records.table(object, "creature")["core.stealth:giant_rat"].stats["defense"]\n'
        "    if defense >= 30:\n"
        '        raise ValueError("three rats are one too many")\n'
        "    return []"
    )
    code = RULE.format(operation="add", hook="on_hear", body=body)
    paths = [write_mod(folder, f"planted.rat-{name}", content=patch) for name in ("armor", "shield")]
    zealot = write_mod(folder, "planted.rat-zealot", content=patch, code=code.replace("add, ", ""))
    return [*paths, zealot]
