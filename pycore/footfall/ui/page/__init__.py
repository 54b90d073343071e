"""The page that a browser shows: its HTML, style and scripts, joined to one document with a content policy.

The scripts are modules, written by hand; `build_page` joins those that a page needs. Nothing that a game, a mod or a
player wrote is markup: texts are escaped here, and the scripts make text nodes only.
"""

import base64
import hashlib
import html
import re
from collections.abc import Mapping
from importlib import resources
from string import Template

_IMPORT = re.compile(r'^import .*? from "\./(\w+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)


def read_part(name: str) -> str:
    """Returns the text of a file of this package."""
    return resources.files(__package__).joinpath(name).read_text("utf-8")


def join_scripts(main: str) -> str:
    """Returns a module with all modules that it imports, in one text; names at their top level are unique."""
    parts: dict[str, str] = {}

    def add(name: str) -> None:
        text = read_part(name)
        for imported in _IMPORT.findall(text):
            if imported not in parts:
                add(imported)
        parts[name] = _EXPORT.sub("", _IMPORT.sub("", text))

    add(main)
    return "\n".join(parts.values())


def build_policy(style: str, script: str) -> str:
    """Returns a content policy: this style and this script by their hashes, and nothing else."""
    hashes = {"style-src": style, "script-src": script}
    allowed = dict.fromkeys(("default-src", "base-uri", "form-action"), "'none'")
    allowed["require-trusted-types-for"] = "'script'"
    for name, text in hashes.items():
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        allowed[name] = f"'sha256-{digest}'"
    return "; ".join(f"{name} {source}" for name, source in allowed.items())


def build_page(main: str, texts: Mapping[str, str], stream: bytes) -> str:
    """Returns a document.

    Args:
        main: the module that starts.
        texts: ``title``, ``language`` and ``noscript``, plain texts.
        stream: bytes that the module reads.
    """
    style, script = read_part("page.css"), join_scripts(main)
    escaped = {name: html.escape(text) for name, text in texts.items()}
    policy = html.escape(build_policy(style, script))
    data = base64.b64encode(stream).decode()
    return Template(read_part("page.html")).substitute(escaped, style=style, script=script, policy=policy, stream=data)
