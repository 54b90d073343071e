"""House Rules: how this table rules on the special ends of corridors, and its news of new rooms."""

from collections.abc import Iterable

from footfall.api import Change, Context, Message, Tell, hook
from footfall.plugins.delve.hookspecs import Reveal, Ruling


@hook.of("core.delve", "decide_ruling", decision="core.delve:special_end")
def rule_hidden_rooms(event: Ruling, ctx: Context) -> str:
    """A special end is a room without doors."""
    return "doorless_room"


@hook.of("core.delve", "on_reveal", kind="room", min_danger=3)
def tell_danger(event: Reveal, ctx: Context) -> Iterable[Change]:
    """Warns of rooms on dangerous levels."""
    return [Tell(Message("house-rules-draft"))]
