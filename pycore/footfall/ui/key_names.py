"""Key names, common to all front ends, bindings and the settings file.

A printable key is named by the character that it types, on any keyboard layout; ``SPACE`` is the space bar. Other
keys have the names below. The numeric pad has names of its own (``PAD7``), with or without NumLock. Prefixes are
``C-`` (control), ``A-`` (alt) and, for keys that type nothing, ``S-`` (shift), in this order.
"""

from __future__ import annotations

from footfall.api.scene import CLICK

_NAMED_KEY_LIST = "ESC ENTER TAB BACKSPACE DEL INS HOME END PGUP PGDN UP DOWN LEFT RIGHT SPACE"
NAMED_KEYS = frozenset((*_NAMED_KEY_LIST.split(), *(f"F{n}" for n in range(1, 13))))
"""Keys that are not named by the character that they type."""

PAD_KEYS = frozenset(f"PAD{n}" for n in range(10))
"""Keys of the numeric pad."""

DIRECTION_KEYS: dict[str, int] = {
    "UP": 0, "PAD8": 0, "k": 0,
    "PGUP": 1, "PAD9": 1, "u": 1,
    "RIGHT": 2, "PAD6": 2, "l": 2,
    "PGDN": 3, "PAD3": 3, "n": 3,
    "DOWN": 4, "PAD2": 4, "j": 4,
    "END": 5, "PAD1": 5, "b": 5,
    "LEFT": 6, "PAD4": 6, "h": 6,
    "HOME": 7, "PAD7": 7, "y": 7,
}  # fmt: skip
"""Keys for directions (0 to 7, clockwise from north), valid in every prompt for a direction."""

KEY_SYMBOLS = {"UP": "↑", "DOWN": "↓", "LEFT": "←", "RIGHT": "→"}
"""Signs of keys in the help."""


def is_key_name(name: str) -> bool:
    """Returns whether this is the name of a key, or `CLICK`."""
    if name == CLICK:
        return True
    rest = name
    for prefix in ("C-", "A-", "S-"):
        if rest.startswith(prefix) and len(rest) > 2:
            rest = rest[2:]
    return rest in NAMED_KEYS or rest in PAD_KEYS or (len(rest) == 1 and rest.isprintable() and rest != " ")


def list_lookup_names(name: str) -> tuple[str, ...]:
    """Returns the names to look up for a key press, best first.

    Terminals report the numeric pad as digits, so an unbound digit stands for its key on the pad.
    """
    return (name, f"PAD{name}") if len(name) == 1 and name in "0123456789" else (name,)


def format_key(name: str) -> str:
    """Returns a key name as the help shows it."""
    return KEY_SYMBOLS.get(name, name)
