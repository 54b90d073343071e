"""For games that programs learn to play: the declaration of an environment (`Game.declare_environment`)."""

from footfall.engine.declarations.environments import (
    CompiledGames,
    Environment,
    EnvironmentLayout,
    EnvironmentSeat,
    EnvironmentTask,
    Interpreter,
    Mask,
    Parts,
    Player,
    RoundNumbers,
    SeatedInterpreter,
    Segment,
    TaskSuite,
    clamp,
)

__all__ = [
    "CompiledGames",
    "Environment",
    "EnvironmentLayout",
    "EnvironmentSeat",
    "EnvironmentTask",
    "Interpreter",
    "Mask",
    "Parts",
    "Player",
    "RoundNumbers",
    "SeatedInterpreter",
    "Segment",
    "TaskSuite",
    "clamp",
]
