"""For games that programs learn to play: the declaration of an environment (`Game.declare_environment`)."""

from footfall.engine.declarations.environments import (
    CompiledGames,
    Environment,
    EnvironmentLayout,
    Interpreter,
    Mask,
    Parts,
    Segment,
    clamp,
)

__all__ = [
    "CompiledGames",
    "Environment",
    "EnvironmentLayout",
    "Interpreter",
    "Mask",
    "Parts",
    "Segment",
    "clamp",
]
