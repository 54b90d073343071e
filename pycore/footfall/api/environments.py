"""For games that programs learn to play: the declaration of an environment (`Game.declare_environment`)."""

from footfall.engine.declarations.environments import (
    CompiledGames,
    Environment,
    EnvironmentLayout,
    EnvironmentTask,
    Interpreter,
    Mask,
    Parts,
    Player,
    RoundNumbers,
    Segment,
    TaskSuite,
    clamp,
)

__all__ = [
    "CompiledGames",
    "Environment",
    "EnvironmentLayout",
    "EnvironmentTask",
    "Interpreter",
    "Mask",
    "Parts",
    "Player",
    "RoundNumbers",
    "Segment",
    "TaskSuite",
    "clamp",
]
