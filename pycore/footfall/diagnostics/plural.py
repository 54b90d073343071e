"""Counts and lists in the reports of tools; texts for players come from the catalog."""

from collections.abc import Iterable


def format_count(count: int, noun: str) -> str:
    """Returns ``"1 mod"`` or ``"3 mods"``."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def cut_list(items: Iterable[str], limit: int) -> list[str]:
    """Returns the first `limit` items, and ``"and 3 more"`` after them if there are others."""
    every = list(items)
    return [*every[:limit], *([f"and {len(every) - limit:,} more"] if len(every) > limit else [])]


def join_list(items: Iterable[str], limit: int, separator: str = ", ") -> str:
    """Returns ``"a, b and 3 more"``: the first `limit` items, and the number of the others."""
    every = list(items)
    return " ".join([separator.join(every[:limit]), *cut_list(every, limit)[limit:]])
