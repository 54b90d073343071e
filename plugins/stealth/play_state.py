"""The part of the state that only the shipped rules write; games of the classic rules have none."""

from __future__ import annotations

import msgspec

from footfall.api import Change, Count, Part, State, applies
from footfall.api.grid import Cell

PLAY_PART = "core.stealth.play"


class Inquiry(msgspec.Struct, frozen=True):
    """A calm creature's search for the cause of a noise.

    Attributes:
        at: the cell that it goes to.
        kind: kind of the noise (``"step"``).
        patience: turns left before it loses interest.
    """

    at: Cell
    kind: str
    patience: Count


class PlayState(msgspec.Struct):
    """The whole part.

    Attributes:
        course: id of the course, the record of its floors and bells.
        inquiries: what calm creatures are looking into, by actor id.
    """

    course: str = ""
    inquiries: dict[Count, Inquiry] = {}


PARTS = (Part(PLAY_PART, PlayState),)


def play_of(state: State) -> PlayState:
    """The part of a state; empty if there is none (classic rules, a scenario)."""
    part: PlayState | None = state.parts.get(PLAY_PART)
    return part if part is not None else PlayState()


def _writable_play(state: State) -> PlayState:
    part: PlayState = state.parts.setdefault(PLAY_PART, PlayState())
    return part


class SetCourse(Change, frozen=True, tag="core.stealth:set-course"):
    """Sets the course of a new game."""

    course: str


@applies(SetCourse)
def _set_course(state: State, change: SetCourse) -> None:
    _writable_play(state).course = change.course


class SetInquiry(Change, frozen=True, tag="core.stealth:inquire"):
    """Sets or ends (None) what a creature is looking into."""

    actor: int
    inquiry: Inquiry | None


@applies(SetInquiry)
def _set_inquiry(state: State, change: SetInquiry) -> None:
    inquiries = _writable_play(state).inquiries
    if change.inquiry is None:
        inquiries.pop(change.actor, None)
    else:
        inquiries[change.actor] = change.inquiry
