"""Environments: games for programs that learn to play them. NumPy is enough for `Batch`; the interfaces of Gymnasium
and PettingZoo are `footfall.env.gymnasium` and `footfall.env.pettingzoo` (extra ``rl``).

    from footfall.env import Batch

    batch = Batch("king", 4096, threads=2, seed=1)
    batch.reset()
    batch.step(choose(batch.obs, batch.mask))
"""

from .arrays import ArrayError as ArrayError, GameArrays as GameArrays
from .batch import (
    AUTORESET_MODES as AUTORESET_MODES,
    ActionError as ActionError,
    ClosedBatchError as ClosedBatchError,
    EnvironmentBatch as EnvironmentBatch,
    SnapshotError as SnapshotError,
)
from .content import (
    EnvironmentContent as EnvironmentContent,
    NoEnvironmentError as NoEnvironmentError,
    describe_environment as describe_environment,
    list_environments as list_environments,
    load_environment as load_environment,
)

Batch = EnvironmentBatch
