"""Ten mods whose rules are data, one on each hook of King and two more on losses, for tests and measurements."""

from __future__ import annotations

import textwrap
import tomllib
from pathlib import Path

CONTENTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))

RULE_MODS: dict[str, str] = CONTENTS["mods"]
"""The rules of each mod."""

MANIFEST = """
[mod]
id = "rules.{name}"
version = "1.0.0"
api = "1"
name = "{name}"
summary = "Rules for measurements."
authors = ["Footfall contributors"]
license = "MIT"
games = ["king"]

[requires]
"core.king" = ">=0.1,<1"
"""


def write_rule_mods(folder: Path, rules: dict[str, str] | None = None) -> tuple[Path, ...]:
    """Writes mods to a folder and returns their paths.

    Args:
        rules: the rules of each mod; None for `RULE_MODS`.
    """
    paths = []
    for name, text in (RULE_MODS if rules is None else rules).items():
        path = folder / name
        for part in ("content", "locale/en"):
            (path / part).mkdir(parents=True, exist_ok=True)
        (path / "mod.toml").write_text(MANIFEST.format(name=name), encoding="utf-8")
        (path / "content" / "rules.toml").write_text(textwrap.dedent(text), encoding="utf-8")
        used = [f"{id} = {said}\n" for id, said in CONTENTS["texts"].items() if id in text]
        (path / "locale" / "en" / f"{name}.ftl").write_text("".join(used), encoding="utf-8")
        paths.append(path)
    return tuple(paths)
