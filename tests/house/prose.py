"""Finds words and spellings that `words.toml` lists, in all prose of the repository.

    python tests/house/prose.py [FILE ...]

Checked are docstrings, comments, error messages and help texts in Python, comments in Rust and TOML, English Fluent
texts, and Markdown. Names are not checked: words in quotes, dotted names, rule ids and ``name=value``.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
RULES = tomllib.loads((Path(__file__).parent / "words.toml").read_text(encoding="utf-8"))
QUOTED = re.compile(r"``[^`]*``|`[^`]*`|\"[^\"\s]*\"|(?<!\w)'[^'\s]*'")
IDENTIFIER = re.compile(r"\b[A-Z]+(?:-\w+)+\b|\b\w+(?:[._/:=-]\w+)*[_.:/=]\w+\b|\b\w*\d\w*\b")
SKIPPED_FOLDERS = (
    "tests/data/",
    "tests/house/",
    "benches/data/",
    "tests/mods/hostile/",
    "docs/reference/",
    "benches/results/king-coverage.md",
    "benches/results/stealth-coverage.md",
)
"""Recorded screens, test cases, third-party data, and generated pages."""


def _compile(kind: str) -> list[tuple[re.Pattern[str], str]]:
    return [(re.compile(rf"\b(?:{rule['pattern']})\b", re.IGNORECASE), rule["write"]) for rule in RULES[kind]]


PATTERNS = _compile("phrase") + _compile("spelling")


def python_prose(text: str) -> Iterator[tuple[int, str]]:
    """Yields numbered lines of comments and of strings with spaces."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
        elif token.type == tokenize.STRING and " " in token.string:
            for offset, line in enumerate(token.string.splitlines()):
                yield token.start[0] + offset, line


def marked_prose(text: str, mark: str) -> Iterator[tuple[int, str]]:
    """Yields numbered comments after `mark`."""
    for number, line in enumerate(text.splitlines(), 1):
        _, separator, comment = line.partition(mark)
        if separator:
            yield number, comment


def fluent_prose(text: str) -> Iterator[tuple[int, str]]:
    """Yields numbered texts of a catalog, without ids and placeables."""
    for number, line in enumerate(text.splitlines(), 1):
        words = re.sub(r"\{[^{}]*\}", " ", line.split("=", 1)[-1])
        if not line.startswith("#"):
            yield number, words


def markdown_prose(text: str) -> Iterator[tuple[int, str]]:
    """Yields numbered lines outside code blocks, and comments inside them."""
    code = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            code = not code
        elif not code:
            yield number, re.sub(r"\]\([^)]*\)", "]", line)
        elif "#" in line:
            yield number, line.partition("#")[2]


def prose_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yields numbered lines of prose in a file."""
    text = path.read_text(encoding="utf-8")
    match path.suffix:
        case ".py" | ".pyi":
            return python_prose(text)
        case ".rs":
            return marked_prose(text, "//")
        case ".toml":
            return marked_prose(text, "#")
        case ".ftl":
            return fluent_prose(text)
        case _:
            return markdown_prose(text)


def find_slips(path: Path, place: str) -> Iterator[str]:
    """Yields each listed word in a file, with its line and a replacement."""
    for number, line in prose_of(path):
        words = IDENTIFIER.sub(" ", QUOTED.sub(" ", line))
        for pattern, advice in PATTERNS:
            for match in pattern.finditer(words):
                yield f"{place}:{number}: {match.group()!r}: write {advice}"


def prose_files() -> Iterator[str]:
    """Yields every file with prose, relative to the root of the repository."""
    listed = subprocess.run(
        ["git", "ls-files", "*.py", "*.pyi", "*.rs", "*.toml", "*.md", "*/locale/en/*.ftl", "*.ftl"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    for place in dict.fromkeys(listed):
        english = not place.endswith(".ftl") or "/locale/en/" in place
        if english and not place.startswith(SKIPPED_FOLDERS) and (ROOT / place).is_file():
            yield place


def main() -> int:
    places = [str(Path(name).resolve().relative_to(ROOT)) for name in sys.argv[1:]] or list(prose_files())
    slips = [slip for place in places for slip in find_slips(ROOT / place, place)]
    print("\n".join(slips))
    print(f"{len(slips)} in {len(places)} files")
    return bool(slips)


if __name__ == "__main__":
    sys.exit(main())
