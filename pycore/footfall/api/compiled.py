"""For distributions that offer compiled rules through the entry-point group ``footfall.compiled``, or compiled steps
through `Game.compile_steps`."""

from footfall.engine.codec import encode_canonical
from footfall.engine.compiled.games import (
    CompiledGame,
    CompiledRules,
    DataRule,
    EventCount,
    RulesCompiler,
    list_data_rules,
)
from footfall.engine.compiled.listeners import CompiledListeners, Moment
from footfall.engine.compiled.native import NotCompiledError, build_native, load_native_module, native_library
from footfall.engine.core_changes import QuestionAsked
from footfall.engine.declarations.rules import Rules
from footfall.engine.host import CompiledStep
from footfall.engine.loop import MAX_ENTRIES, MAX_IDLE, MAX_RETURNS, push_reactions
from footfall.engine.model import Entry
from footfall.engine.session import Session

__all__ = [
    "MAX_ENTRIES",
    "MAX_IDLE",
    "MAX_RETURNS",
    "CompiledGame",
    "CompiledListeners",
    "CompiledRules",
    "CompiledStep",
    "DataRule",
    "Entry",
    "EventCount",
    "Moment",
    "NotCompiledError",
    "QuestionAsked",
    "Rules",
    "RulesCompiler",
    "Session",
    "build_native",
    "encode_canonical",
    "list_data_rules",
    "load_native_module",
    "native_library",
    "push_reactions",
]
