"""The section of a version in a mod's ``CHANGELOG.md``."""

from __future__ import annotations

import re

from footfall.loader import Mod

CHANGELOG_NAME = "CHANGELOG.md"
MAX_LENGTH = 10_000
"""Characters of a section; the rest is cut off."""

_HEADING = re.compile(r"(#{1,6})\s+(.*)")


def find_changes(mod: Mod) -> str:
    """Returns the text below the heading that names the mod's version, or ``""``.

    Raises:
        ModFilesError: the file cannot be read.
    """
    if CHANGELOG_NAME not in mod.files.names:
        return ""
    text = mod.files.read(CHANGELOG_NAME).decode("utf-8-sig", "replace")
    version = re.compile(rf"(?<![\w.]){re.escape(mod.version)}(?![\w.])")
    section: list[str] = []
    depth = 0
    for line in text.expandtabs(4).splitlines():
        heading = _HEADING.match(line)
        if depth and heading and len(heading[1]) <= depth:
            break
        if depth:
            section.append(line.rstrip())
        elif heading and version.search(heading[2]):
            depth = len(heading[1])
    changes = "\n".join(section).strip()
    return changes if len(changes) <= MAX_LENGTH else changes[: MAX_LENGTH - 4] + "\n..."
