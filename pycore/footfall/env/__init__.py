"""Environments: games for programs that learn to play them. NumPy is enough for `Batch`; the interfaces of Gymnasium
and PettingZoo are `footfall.env.gymnasium` and `footfall.env.pettingzoo` (extra ``rl``).

    from footfall.env import Batch

    batch = Batch("king", 4096, threads=2, seed=1)
    batch.reset()
    batch.step(choose(batch.obs, batch.mask))
"""

from .arrays import ArrayError, GameArrays
from .batch import AUTORESET_MODES, ActionError, ClosedBatchError, EnvironmentBatch, SnapshotError
from .content import EnvironmentContent, NoEnvironmentError, list_environments, load_environment
from .pages import describe_environment

Batch = EnvironmentBatch

__all__ = [
    "AUTORESET_MODES",
    "ActionError",
    "ArrayError",
    "Batch",
    "ClosedBatchError",
    "EnvironmentBatch",
    "EnvironmentContent",
    "GameArrays",
    "NoEnvironmentError",
    "SnapshotError",
    "describe_environment",
    "list_environments",
    "load_environment",
]
