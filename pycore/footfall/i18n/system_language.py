"""The language of the system."""

from __future__ import annotations

import locale
import os


def find_system_language() -> str:
    """Returns the code of the language that the environment asks for, else that of the system, else English."""
    variables = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    value = next(filter(None, variables), None) or locale.getlocale()[0] or "C"
    code = value.partition(".")[0].partition("_")[0].lower()
    return "en" if code in ("c", "posix") else code
