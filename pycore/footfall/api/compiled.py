"""For plugins that bring compiled rules beside their rules in Python (`Game.compiled`)."""

from footfall.engine.codec import encode_canonical
from footfall.engine.compiled import (
    CompiledGame,
    CompiledRules,
    EventCount,
    NotCompiledError,
    RulesCompiler,
    load_native,
)
from footfall.engine.rules import Rules

__all__ = [
    "CompiledGame",
    "CompiledRules",
    "EventCount",
    "NotCompiledError",
    "Rules",
    "RulesCompiler",
    "encode_canonical",
    "load_native",
]
