"""Why creatures noticed the player's character, in words (P-WHY-1)."""

from __future__ import annotations

from footfall.api import Message

from .play_state import Notice


def explain_notice(notice: Notice) -> Message:
    """The sense, and the numbers of the roll."""
    facts = {
        "distance": notice.distance,
        "range": notice.range,
        "roll": notice.roll,
        "stealth": notice.stealth,
        "own": notice.own,
        "luck": notice.luck,
        "other": notice.other,
        "reach": notice.range + notice.roll + notice.other - notice.stealth - notice.luck,
    }
    return Message(f"stealth-notice-{notice.manner.value}", facts)
