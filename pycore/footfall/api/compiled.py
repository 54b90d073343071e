"""For distributions that offer compiled rules through the entry-point group ``footfall.compiled``, or compiled steps
through `Game.compile_steps`."""

from footfall.engine.codec import encode_canonical as encode_canonical
from footfall.engine.compiled.games import (
    CompiledGame as CompiledGame,
    CompiledListeners as CompiledListeners,
    CompiledRules as CompiledRules,
    EventCount as EventCount,
    Moment as Moment,
    RulesCompiler as RulesCompiler,
    list_data_rules as list_data_rules,
)
from footfall.engine.compiled.native import (
    NotCompiledError as NotCompiledError,
    build_native as build_native,
    load_native_module as load_native_module,
    native_library as native_library,
)
from footfall.engine.core_changes import QuestionAsked as QuestionAsked
from footfall.engine.declarations.rules import Rules as Rules
from footfall.engine.host import CompiledStep as CompiledStep, DataRule as DataRule
from footfall.engine.loop import (
    MAX_ENTRIES as MAX_ENTRIES,
    MAX_IDLE as MAX_IDLE,
    MAX_RETURNS as MAX_RETURNS,
    push_reactions as push_reactions,
)
from footfall.engine.model import Entry as Entry
from footfall.engine.session import Session as Session
