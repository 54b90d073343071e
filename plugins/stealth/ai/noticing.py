"""The numbers of noticing and waking (R-AI-7 to 10, 18): creatures roll these dice, `odds` counts their results."""

from __future__ import annotations

from typing import TypeAlias

from ..settings import RuleSettings

Die: TypeAlias = tuple[int, int]
"""Lowest and highest result of a uniform roll; it always gives the first if the second is not above it."""

WAKE_THRESHOLD, NOTICE_THRESHOLD = 10, 3
"""Values that the waking roll and the noticing roll must exceed (R-AI-18)."""

BLIND_FOV = 1
"""Range of sight up to which a creature hunts by ear alone (P-INQ-5)."""

SURE_DISTANCE = 3
"""Cells from which a creature knows what it sees (P-INQ-8)."""

STRIKING_LOUDNESS = 2
"""Loudness from which a noise is more than ordinary (P-INQ-1)."""

STIR_DIE: Die = (1, 10)
"""A sleeper stirs at a noise if this roll shows less than its loudness (P-INQ-2)."""

NOTICE_DIE: Die = (1, 6)
"""The noticing roll of a sleeper (R-AI-18)."""

SNEAK_DIE: Die = (1, 4)
"""The character's roll next to a creature (R-AI-10)."""

AWARE_DIE: Die = (0, 3)
"""The creature's roll next to the character (R-AI-10)."""


def hunts_on_sight(settings: RuleSettings, distance: int, inquires: bool, roused: bool) -> bool:
    """Whether a creature hunts what it sees, and does not come closer to look first (P-INQ-8)."""
    return roused or not inquires or not settings.shipped or distance <= SURE_DISTANCE


def engage_base(sees: bool, hears: bool, sight_only: bool, fov: int, foh: int) -> int | None:
    """Base of the engage range in cells (R-AI-7); None if the target is not perceived."""
    if sees:
        return fov
    return foh if hears and not sight_only else None


def audible_stealth(settings: RuleSettings, stealth: int, noise: int, sees: bool) -> int:
    """The target's STEALTH minus its noise: S of R-AI-8 (D-12)."""
    value = stealth - (noise if settings.engage_noise_on_sight or not sees else 0)
    return max(value, settings.engage_stealth_floor) if settings.engage_stealth_floor > -99 else value


def range_dice(settings: RuleSettings, perception: int, luck: int) -> tuple[Die, Die]:
    """What is added to the engage range and what is taken off it (R-AI-8; R-STEALTH-5 if ``engage.mode`` is plain)."""
    luck = max(0, luck)
    return ((1, 4), (luck, luck)) if settings.engage_mode == "plain" else ((0, perception), (0, luck))


def luck_die(luck: int) -> Die:
    """What LUCK adds next to a creature, or to the threshold of a sleeper's noticing roll (R-AI-10, 18)."""
    return 0, max(0, luck)


def alertness(settings: RuleSettings, perception: int, fov: int, foh: int) -> int:
    """What a creature adds to its roll next to the character (R-AI-10, D-31)."""
    return perception if settings.engage_adjacent_base == "perception" else max(fov, foh)


def waking_dice(settings: RuleSettings) -> tuple[Die, ...]:
    """The waking roll (R-AI-18)."""
    return ((2, 12),) if settings.sleep_wake_die == "flat" else ((1, 6), (1, 6))


def can_disturb(settings: RuleSettings, distance: int, fov: int, foh: int) -> bool:
    """Whether a sleeper so far away rolls at all (D-15)."""
    return settings.sleep_range == "floor" or distance <= max(fov, foh)


def hunts_by_ear(settings: RuleSettings, fov: int, inquires: bool) -> bool:
    """Whether a creature hunts what it hears without seeing it, and does not go and look first (P-INQ-5)."""
    return not settings.shipped or fov <= BLIND_FOV or not inquires
