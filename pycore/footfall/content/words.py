"""Words of reports for tools and terminals; what players read goes through the catalogue."""


def number_of(count: int, one: str, many: str = "") -> str:
    """``"1 mod"``, ``"3 mods"``; `many` is the plural if it does not end in s."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
