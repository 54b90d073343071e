"""The language of the system."""

from __future__ import annotations

import locale
import os


def find_system_language() -> str:
    """Returns the code of the language that the environment asks for, else that of the system, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            return value.split(".")[0].split("_")[0].lower() if value not in ("C", "POSIX") else "en"
    name = locale.getlocale()[0] or "en"
    return name.split("_")[0].lower()
