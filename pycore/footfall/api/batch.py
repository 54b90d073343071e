"""Batches: many events of a fold at once, for implementations with ``batch=True``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from footfall.engine.model import Change, Term
from footfall.engine.terms import BatchProposal

E = TypeVar("E")

BatchProposals: TypeAlias = "BatchProposal | Iterable[BatchProposal] | None"
"""The result of an implementation with ``batch=True``."""


class Batch(Generic[E]):
    """Events of one hook, in the order of the individual calls they replace.

    Every field of the events is an attribute: a NumPy array with one value per event.

    Attributes:
        events: the events.
    """

    def __init__(self, events: Sequence[E]) -> None:
        self.events = tuple(events)

    def __len__(self) -> int:
        return len(self.events)

    def __getattr__(self, field: str) -> npt.NDArray[Any]:
        if field.startswith("_"):
            raise AttributeError(field)
        column = np.array([getattr(event, field) for event in self.events])
        self.__dict__[field] = column
        return column

    def where(self, mask: npt.ArrayLike, *items: Term | Change) -> BatchProposal:
        """Proposes terms and changes for the events selected by `mask` (bool, one per event).

        Raises:
            ValueError: the mask and the batch differ in length.
        """
        selected = np.asarray(mask, bool)
        if selected.shape != (len(self.events),):
            raise ValueError(f"the mask has shape {selected.shape}; expected ({len(self.events)},)")
        return BatchProposal(tuple(selected.nonzero()[0].tolist()), items)

    def every(self, *items: Term | Change) -> BatchProposal:
        """Proposes terms and changes for all events."""
        return BatchProposal(tuple(range(len(self.events))), items)
