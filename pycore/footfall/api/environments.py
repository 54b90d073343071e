"""For games that programs learn to play: the declaration of an environment (`Game.declare_environment`)."""

from footfall.engine.declarations.environments import (
    CompiledGames as CompiledGames,
    Environment as Environment,
    EnvironmentLayout as EnvironmentLayout,
    EnvironmentSeat as EnvironmentSeat,
    EnvironmentTask as EnvironmentTask,
    Interpreter as Interpreter,
    Mask as Mask,
    MaskBytes as MaskBytes,
    Parts as Parts,
    Player as Player,
    RoundNumbers as RoundNumbers,
    SeatedInterpreter as SeatedInterpreter,
    Segment as Segment,
    TaskSuite as TaskSuite,
    clamp as clamp,
    pick_slot as pick_slot,
)
