"""The words of a base game in a game that may be played without the base's parts of the state."""

from functools import wraps
from typing import Any

from msgspec.structs import replace

from footfall.api.deeds import Deed, NoChanges
from footfall.api.readings import Reading

from .scope import ZEROS, find_rule_type


def read_with_parts(reading: Reading, parts: frozenset[str]) -> Reading:
    """Returns a reading that is 0, false or nothing while the state has none of the parts."""
    zero = () if reading.limit else ZEROS.get(find_rule_type(reading.type))

    @wraps(reading.read)
    def read(ctx: Any, *arguments: Any) -> Any:
        return zero if parts.isdisjoint(ctx.state.parts) else reading.read(ctx, *arguments)

    return replace(reading, read=read)


def build_with_parts(deed: Deed, parts: frozenset[str]) -> Deed:
    """Returns a deed that does nothing while the state has none of the parts."""
    if deed.is_placement:
        return deed
    nothing = None if deed.is_answer else NoChanges()

    @wraps(deed.build)
    def build(ctx: Any, *arguments: Any, **values: Any) -> Any:
        return nothing if parts.isdisjoint(ctx.state.parts) else deed.build(ctx, *arguments, **values)

    return replace(deed, build=build)
