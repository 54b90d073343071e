"""Dice of the modder's console."""

from __future__ import annotations


class ConsoleDice:
    """Dice that the console set."""

    def __init__(self, dice: list[tuple[str, int]]) -> None:
        self._dice = list(dice)

    def take(self, purpose: str, low: int, high: int) -> int | None:
        """Returns the next die set for this purpose or for any, clamped to the range; None to roll it."""
        for index, (set_purpose, value) in enumerate(self._dice):
            if set_purpose in ("", purpose):
                del self._dice[index]
                return min(max(value, low), high)
        return None
