"""The dice of practice games: notes those that are rolled, and finds those that are neither fair nor independent."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from statistics import NormalDist
from typing import Any, NamedTuple
from unittest.mock import patch

from footfall import kernels
from footfall.engine.context import Context
from footfall.engine.session import Session

CONFIDENCE = 0.999
"""How seldom fair dice are called unfair, in all groups together."""

MAX_CELLS, MIN_FACES = 12, 10
"""Cells that the faces of large dice are counted in; faces that each cell should have at least."""


class Face(NamedTuple):
    """The face of a die, from 0, and its number of faces."""

    face: int
    size: int


class _Watch:
    """A source that forces no die; as long as a session has one, no compiled step plays."""

    def take(self, purpose: str, low: int, high: int) -> None:
        """Lets the die be rolled."""


@contextmanager
def watch_dice(session: Session) -> Iterator[dict[int, Face]]:
    """Notes the first die of each random stream that the rules roll meanwhile, by the key of the stream."""
    found: dict[int, Face] = {}
    watch, roll, draw = _Watch(), Context.roll, kernels.draw

    def note_roll(ctx: Context, purpose: str, low: int, high: int) -> int:
        face = roll(ctx, purpose, low, high)
        if high > low and session.dice_source is watch:  # else a forecast
            found.setdefault(ctx.find_stream(purpose), Face(face - low, high - low + 1))
        return face

    def note_draw(seed: int, key: int, *place: int) -> int:
        face = draw(seed, key, *place)
        if seed == session.state.seed and place[-1] > 1:
            found.setdefault(key, Face(face, place[-1]))
        return face

    session.dice_source = watch
    try:
        with patch.object(Context, "roll", note_roll), patch.object(kernels, "draw", note_draw):
            yield found
    finally:
        session.dice_source = None


class FaceCounts:
    """Counts of faces by cell, in groups of equal dice: alone, and less another die that they must not follow."""

    def __init__(self) -> None:
        self._counts: defaultdict[tuple[str, int], Counter[int]] = defaultdict(Counter)

    def add(self, name: str, faces: Mapping[int, Face], others: Mapping[int, Face] | None = None) -> None:
        """Counts dice, or how far they are from others of the same streams."""
        for key, (face, size) in faces.items():
            if others is not None:
                other = others.get(key)
                if other is None or other.size != size:
                    continue
                face = (face - other.face) % size
            self._counts[name, size][face * min(size, MAX_CELLS) // size] += 1

    def list_groups(self) -> dict[tuple[str, int], Counter[int]]:
        """Returns the groups that have enough dice for a test."""
        return {
            group: cells
            for group, cells in self._counts.items()
            if cells.total() >= MIN_FACES * min(group[1], MAX_CELLS)
        }

    def find_outliers(self) -> tuple[str, list[str]]:
        """Returns how many dice were tested, in words, and the groups that are not uniform (chi-square)."""
        groups = self.list_groups()
        limit = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / max(len(groups), 1))
        deviations = {group: find_deviation(cells, group[1]) for group, cells in groups.items()}
        faces = sum(cells.total() for cells in groups.values())
        worst = max(deviations.values(), default=0.0)
        words = f"{faces:,} dice in {len(groups)} groups, the largest deviation {worst:.2f} of {limit:.2f}"
        return words, [
            f"{name}, dice of {size}: {deviation:.2f} sigma, {dict(sorted(groups[name, size].items()))}"
            for (name, size), deviation in deviations.items()
            if deviation > limit
        ]


def find_deviation(cells: Counter[Any], size: int) -> float:
    """Returns how many sigma the chi-square of equally likely faces is above its mean (Wilson and Hilferty)."""
    count, total = min(size, MAX_CELLS), cells.total()
    shares = Counter(face * count // size for face in range(size)) if size < 10_000 else dict.fromkeys(range(count), 1)
    whole = sum(shares.values())
    square = sum((cells[cell] - total * share / whole) ** 2 * whole / (total * share) for cell, share in shares.items())
    spread = 2 / (9 * (count - 1))
    return (math.cbrt(square / (count - 1)) - 1 + spread) / math.sqrt(spread)
