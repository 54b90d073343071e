"""Many events at once: what an implementation of a hot fold is handed if it asks for batches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from footfall.engine.model import Change, Term
from footfall.engine.terms import BatchProposal

E = TypeVar("E")

BatchProposals: TypeAlias = "BatchProposal | Iterable[BatchProposal] | None"
"""What an implementation with ``batch=True`` returns."""


class Batch(Generic[E]):
    """Events of one hook, in the order in which they would have been asked one by one.

    Any field of the events is an attribute: a NumPy array of its values, one per event.

    Attributes:
        events: the events themselves.
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

    def where(self, mask: npt.ArrayLike, *what: Term | Change) -> BatchProposal:
        """Proposes terms and changes for the events whose place in `mask` (bool, one per event) is true.

        Raises:
            ValueError: the mask has another length than the batch.
        """
        chosen = np.asarray(mask, bool)
        if chosen.shape != (len(self.events),):
            raise ValueError(f"the mask has shape {chosen.shape}, the batch {len(self.events)} events")
        return BatchProposal(tuple(chosen.nonzero()[0].tolist()), what)

    def every(self, *what: Term | Change) -> BatchProposal:
        """Proposes terms and changes for all events."""
        return BatchProposal(tuple(range(len(self.events))), what)
