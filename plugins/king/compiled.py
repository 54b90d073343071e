"""The compiled board: a copy of these rules in Rust (`rust/king`) that plays whole games of random and of simple bots.

It reads the same records and profile, so mods may change numbers and tables; whatever else a mod changes or
listens to, and every other bot, is a matter of the rules in Python.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

import msgspec

from footfall.api import stream_key
from footfall.api.compiled import Compiled, NotCompiled, Rules, canonical, native

from . import appliers, measures, setup, turns
from .bots import decide, montecarlo
from .codex import Codex
from .dice import STAIRS
from .events import RoundStarted
from .steps import BLOCKS, HANDLERS, REACTIONS, STEPS

ID = "core.king"
RANDOM = "footfall:random"

ROLLS = (
    *("event", "event_second", "omen", "theft", "guest"),
    *("scout_stairs", "escape", "chapel", "ritual"),
    *("king_roulette", "king_effect", "false_king_check", "boxes", *STAIRS),
    *("roles", "role", "special_1", "special_2", "special_3", "specials", "tales", "deck", "box", "pedlar"),
)
"""What is rolled for: the names of all streams."""


def compiled(rules: Rules, options: Mapping[str, Any], bots: Sequence[str]) -> Compiled:
    """The compiled board for a plan; see `footfall.api.compiled.Offer`."""
    check(rules)
    minds = [mind_of(rules, bot) for bot in bots]
    book = Codex(rules.records)
    options = {**setup.OPTIONS, **options}
    try:
        profile = setup.profile_of(book, options)
        party, players = setup.asked(book, options)
        tables = msgspec.json.encode(
            {
                "game": ID,
                "profile": profile,
                "cards": list(book.cards.items()),
                "roles": list(book.roles.items()),
                "figures": list(book.figures.items()),
                "rooms": list(book.rooms.items()),
                "party": party,
                "players": players,
                "bots": minds,
                "keys": {
                    "setup": stream_key(ID, "setup"),
                    "turn": stream_key("footfall", "turn"),
                    "bot": stream_key("footfall", "bot"),
                    "rolls": {name: stream_key(ID, name) for name in ROLLS},
                    "steps": {name: stream_key("step", name) for name in rules.steps},
                },
            }
        )
        return _board(native("KingBoard"), tables, canonical(profile), canonical(dict(rules.settings)))
    except ValueError as error:
        raise NotCompiled(str(error)) from None


def mind_of(rules: Rules, bot: str) -> dict[str, Any] | None:
    """How a bot plays: its temper, and what it searches; None for any legal command.

    Raises:
        NotCompiled: it is a function of its own.
    """
    if bot == RANDOM:
        return None
    known = rules.bots.get(bot)
    match known.decide if known is not None else None:
        case partial(func=func, args=(), keywords={"temper": temper, **more}) if func is decide and not more:
            return {"temper": temper, "search": None}
        case partial(func=func, args=(), keywords={"temper": temper, "budget": budget, **more}) if (
            func is montecarlo.decide and not more
        ):
            keys = {
                "hidden": [stream_key(f"{bot}\0{seat}", montecarlo.HIDDEN) for seat in range(turns.SEATS)],
                "trial": [stream_key(f"{bot}\0{seat}", montecarlo.TRIAL) for seat in range(turns.SEATS)],
            }
            return {"temper": temper, "search": {**msgspec.structs.asdict(budget), **keys}}
    raise NotCompiled(f"{bot} decides by a function of its own")


@lru_cache(maxsize=16)
def _board(kind: Any, tables: bytes, profile: bytes, settings: bytes) -> Compiled:
    return kind(tables, profile, settings)


def check(rules: Rules) -> None:
    """Refuses rules that are not these, each function of them.

    Raises:
        NotCompiled: a mod listens, or something was added, replaced or reordered.
    """
    game = rules.game
    if game.id != ID:
        raise NotCompiled(f"{game.id} is another game")
    for hook in rules.dispatch:
        raise NotCompiled(f"a mod listens to {hook}")
    same = {
        "setup": game.setup is setup.setup,
        "legal commands": game.legal is turns.legal,
        "rows": game.measure is measures.measure,
        "curves": game.observe is measures.observe and game.observe_at is RoundStarted,
        "turn": game.turn == "core.king:turn",
        "steps": {name: step.run for name, step in rules.steps.items()}
        == {step.name: step.run for step in (*STEPS, *BLOCKS)},
        "blocks": _chains(rules) == {("on_round_end", ID): tuple(step.name for step in BLOCKS)},
        "commands": {kind: bound.spec.handle for kind, bound in rules.commands.items()} == HANDLERS,
        "changes": rules.appliers == {spec.type: spec.apply for spec in appliers.SPECS},
        "reactions": rules.reactions == {each.event: (each.step,) for each in REACTIONS},
    }
    for what, unchanged in same.items():
        if not unchanged:
            raise NotCompiled(f"a mod has changed the {what}")


def _chains(rules: Rules) -> dict[tuple[str, str], tuple[str, ...]]:
    """The chains that have steps."""
    return {name: steps for name, steps in rules.chains.items() if steps}
