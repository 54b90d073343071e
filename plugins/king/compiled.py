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
from footfall.api.compiled import CompiledRules, NotCompiledError, Rules, encode_canonical, load_native

from . import appliers, measures, setup, turns
from .bots import decide, montecarlo
from .dice import STAIRS_ROLLS
from .events import RoundStarted
from .records import GameRecords
from .steps import BLOCKS, HANDLERS, REACTIONS, STEPS

GAME_ID = "core.king"
RANDOM_BOT = "footfall:random"

ROLL_PURPOSES = (
    *("event", "event_second", "omen", "theft", "guest"),
    *("scout_stairs", "escape", "chapel", "ritual"),
    *("king_roulette", "king_effect", "false_king_check", "boxes", *STAIRS_ROLLS),
    *("roles", "role", "special_1", "special_2", "special_3", "specials", "tales", "deck", "box", "pedlar"),
)
"""What is rolled for: the names of all streams."""


def build_compiled_board(rules: Rules, options: Mapping[str, Any], bots: Sequence[str]) -> CompiledRules:
    """The compiled board for a plan; see `footfall.api.compiled.RulesCompiler`."""
    verify_rules(rules)
    minds = [encode_bot_spec(rules, bot) for bot in bots]
    book = GameRecords(rules.records)
    options = {**setup.OPTIONS, **options}
    try:
        profile = setup.resolve_profile(book, options)
        party, players = setup.parse_party(book, options)
        tables = msgspec.json.encode(
            {
                "game": GAME_ID,
                "profile": profile,
                "cards": list(book.cards.items()),
                "roles": list(book.roles.items()),
                "figures": list(book.monster_kinds.items()),
                "rooms": list(book.rooms.items()),
                "party": party,
                "players": players,
                "bots": minds,
                "keys": {
                    "setup": stream_key(GAME_ID, "setup"),
                    "turn": stream_key("footfall", "turn"),
                    "bot": stream_key("footfall", "bot"),
                    "rolls": {name: stream_key(GAME_ID, name) for name in ROLL_PURPOSES},
                    "steps": {name: stream_key("step", name) for name in rules.steps},
                },
            }
        )
        return _load_board(
            load_native("KingBoard"),
            tables,
            encode_canonical(profile),
            encode_canonical(dict(rules.settings)),
        )
    except ValueError as error:
        raise NotCompiledError(str(error)) from None


def encode_bot_spec(rules: Rules, bot: str) -> dict[str, Any] | None:
    """How a bot plays: its temper, and what it searches; None for any legal command.

    Raises:
        NotCompiled: it is a function of its own.
    """
    if bot == RANDOM_BOT:
        return None
    known = rules.bots.get(bot)
    match known.decide if known is not None else None:
        case partial(func=func, args=(), keywords={"temper": temper, **more}) if func is decide and not more:
            return {"temper": temper, "search": None}
        case partial(func=func, args=(), keywords={"temper": temper, "budget": budget, **more}) if (
            func is montecarlo.decide and not more
        ):
            keys = {
                "hidden": [
                    stream_key(f"{bot}\0{seat}", montecarlo.HIDDEN) for seat in range(turns.MAX_SEATS)
                ],
                "trial": [stream_key(f"{bot}\0{seat}", montecarlo.TRIAL) for seat in range(turns.MAX_SEATS)],
            }
            return {"temper": temper, "search": {**msgspec.structs.asdict(budget), **keys}}
    raise NotCompiledError(f"{bot} decides by a function of its own")


@lru_cache(maxsize=16)
def _load_board(kind: Any, tables: bytes, profile: bytes, settings: bytes) -> CompiledRules:
    return kind(tables, profile, settings)


def verify_rules(rules: Rules) -> None:
    """Refuses rules that are not these, each function of them.

    Raises:
        NotCompiled: a mod listens, or something was added, replaced or reordered.
    """
    game = rules.game
    if game.id != GAME_ID:
        raise NotCompiledError(f"{game.id} is another game")
    for hook in rules.dispatch:
        raise NotCompiledError(f"a mod listens to {hook}")
    same = {
        "setup": game.setup is setup.set_up_board,
        "legal commands": game.list_legal is turns.list_legal_commands,
        "rows": game.measure is measures.measure,
        "curves": game.observe is measures.observe and game.observe_at is RoundStarted,
        "turn": game.turn_step == "core.king:turn",
        "steps": {name: step.run for name, step in rules.steps.items()}
        == {step.name: step.run for step in (*STEPS, *BLOCKS)},
        "blocks": _list_chains(rules) == {("on_round_end", GAME_ID): tuple(step.name for step in BLOCKS)},
        "commands": {kind: bound.spec.handle for kind, bound in rules.commands.items()} == HANDLERS,
        "changes": rules.appliers == {spec.type: spec.apply for spec in appliers.CHANGE_SPECS},
        "reactions": rules.reactions == {each.event: (each.step,) for each in REACTIONS},
    }
    for what, unchanged in same.items():
        if not unchanged:
            raise NotCompiledError(f"a mod has changed the {what}")


def _list_chains(rules: Rules) -> dict[tuple[str, str], tuple[str, ...]]:
    """The chains that have steps."""
    return {name: steps for name, steps in rules.chains.items() if steps}
