"""Counts and lists in the reports of tools; texts for players come from the catalog."""

from __future__ import annotations

from collections.abc import Iterable


def format_count(count: int, noun: str) -> str:
    """Returns ``"1 mod"`` or ``"3 mods"``."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def cut_list(items: Iterable[str], most: int) -> list[str]:
    """Returns the first `most` items, and ``"and 3 more"`` as a further one if that is not all."""
    every = list(items)
    return [*every[:most], *([f"and {len(every) - most:,} more"] if len(every) > most else [])]


def join_list(items: Iterable[str], most: int, separator: str = ", ") -> str:
    """Returns ``"a, b and 3 more"``: the first `most` items, and how many there are besides."""
    every = list(items)
    return " ".join([separator.join(every[:most]), *cut_list(every, most)[most:]])
