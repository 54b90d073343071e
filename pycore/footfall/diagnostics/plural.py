"""Counts in the reports of tools; texts for players come from the catalog."""


def format_count(count: int, singular: str, plural: str = "") -> str:
    """Returns ``"1 mod"`` or ``"3 mods"``. `plural` is needed if it is not the singular plus s."""
    return f"{count:,} {singular if count == 1 else plural or singular + 's'}"
