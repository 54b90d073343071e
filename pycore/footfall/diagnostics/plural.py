"""Words of reports for tools and terminals; what players read goes through the catalogue."""


def format_count(count: int, singular: str, plural: str = "") -> str:
    """``"1 mod"``, ``"3 mods"``; `many` is the plural if it does not end in s."""
    return f"{count:,} {singular if count == 1 else plural or singular + 's'}"
