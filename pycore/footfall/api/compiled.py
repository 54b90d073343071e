"""For distributions that offer compiled rules through the entry-point group ``footfall.compiled``."""

from footfall.engine.codec import encode_canonical
from footfall.engine.compiled import (
    CompiledGame,
    CompiledRules,
    EventCount,
    NotCompiledError,
    RulesCompiler,
    build_fold,
    native_library,
)
from footfall.engine.loop import MAX_ENTRIES, MAX_IDLE
from footfall.engine.rules import Rules

__all__ = [
    "MAX_ENTRIES",
    "MAX_IDLE",
    "CompiledGame",
    "CompiledRules",
    "EventCount",
    "NotCompiledError",
    "Rules",
    "RulesCompiler",
    "build_fold",
    "encode_canonical",
    "native_library",
]
