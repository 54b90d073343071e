"""The values of a setting that a key press leads to."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log10
from typing import Any

from footfall.loader import Setting


def step_value(setting: Setting, value: Any, by: int) -> Any:
    """Returns the next value of a setting, within its bounds, or None for a text setting."""
    if setting.choices:
        options: Sequence[Any] = setting.choices
        at = options.index(value) if value in options else 0
        return options[(at + by) % len(options)]
    if setting.type == "bool":
        return not value
    if setting.type == "str":
        return None
    step = step_size(setting)
    new = value + by * step
    if setting.min is not None:
        new = max(setting.min, new)
    if setting.max is not None:
        new = min(setting.max, new)
    return int(new) if setting.type == "int" else round(float(new), 6)


def step_size(setting: Setting) -> int | float:
    """Returns the change per key press: a 20th of the range of the setting, rounded."""
    least = 1 if setting.type == "int" else 0.1
    if setting.min is None or setting.max is None or setting.max <= setting.min:
        return least
    share = (setting.max - setting.min) / 20
    if setting.type == "int" and share <= 1:
        return 1
    power = 10 ** floor(log10(share))
    round_share = next(factor * power for factor in (1, 2, 5, 10) if share <= factor * power)
    return int(round_share) if setting.type == "int" else round_share
