"""Compiled rules: `rust/king` plays whole games of the King's House to the same bits as the rules in Python.

It reads the records and the profile, so mods may change numbers and tables; it plays rules as data, and it calls
listeners in Python at the hooks of the board. `verify_rules` refuses any other difference: functions, steps or commands
that are not this plugin's own.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

import msgspec

from footfall.api import Record, stream_key
from footfall.api.compiled import (
    MAX_ENTRIES,
    MAX_IDLE,
    MAX_RETURNS,
    CompiledListeners,
    CompiledRules,
    NotCompiledError,
    Rules,
    encode_canonical,
    load_native_module,
)

from .. import changes, measures, setup
from ..bots import decide, montecarlo, policy
from ..deeds import MAX_AMOUNT
from ..events import RoundStarted
from ..records import GameRecords
from ..rules import turns
from ..rules.allowance import HELD_ACTIONS
from ..rules.dice import STAIRS_ROLLS
from ..rules.effects import FATAL_TUE_TUE
from ..rules.monsters import ABDUCTED_ROUNDS
from ..rules.rooms import PARANOIA_ROUNDS, RITUAL_ALONE, RITUAL_LOSSES, RITUAL_SOULS, SAFE_SALON_USES, VANITY_ROUNDS
from ..rules.sanity import FURY_FACTOR
from ..state import LOST_TURN, MAX_SEATS, MIN_SANITY, MIN_SEATS, MIN_TOP, STUNNED_TURN
from ..steps import BLOCKS, HANDLERS, REACTIONS, STEPS
from .listeners import DeedEncoder, ListeningBoard, list_asks, list_heard_hooks
from .rules import encode_rules, list_added_steps, list_sources

GAME_ID = "core.king"
RANDOM_BOT = "footfall:random"

NATIVE_MODULE = "footfall.plugins._king"
"""Name of the extension module. It is outside this package because reloading the package must not reload it."""

ROLL_PURPOSES = (
    *("event", "event_second", "omen", "theft", "guest"),
    *("scout_stairs", "escape", "chapel", "ritual"),
    *("king_roulette", "king_effect", "false_king_check", "boxes", *STAIRS_ROLLS),
    *("roles", "role", "special_1", "special_2", "special_3", "specials", "tales", "deck", "box", "pedlar"),
)
"""The purposes of all rolls: the names of the random streams."""

PYTHON_FIELDS = ("tags",)
"""Fields of a card that only rules in Python read."""

NUMBERS = {
    "min_sanity": MIN_SANITY,
    "held_actions": HELD_ACTIONS,
    "fury_factor": FURY_FACTOR,
    "abducted_rounds": ABDUCTED_ROUNDS,
    "safe_salon_uses": SAFE_SALON_USES,
    "vanity_rounds": VANITY_ROUNDS,
    "paranoia_rounds": PARANOIA_ROUNDS,
    "ritual_souls": RITUAL_SOULS,
    "ritual_alone": RITUAL_ALONE,
    "ritual_losses": RITUAL_LOSSES,
    "min_top": MIN_TOP,
    "min_seats": MIN_SEATS,
    "max_seats": MAX_SEATS,
    "fatal_tue_tue": FATAL_TUE_TUE,
    "max_amount": MAX_AMOUNT,
    "lost_turn": LOST_TURN,
    "stunned_turn": STUNNED_TURN,
    "ready_level": policy.READY_LEVEL,
    "rite_level": policy.RITE_LEVEL,
    "treasure": policy.TREASURE,
    "box_worth": policy.BOX_WORTH,
    "share": policy.SHARE,
    "crowd": policy.CROWD,
    "step": policy.STEP,
    "near": policy.NEAR,
}
"""Numbers of the rules and of the bots that no record has."""


def build_compiled_board(rules: Rules, options: Mapping[str, Any], bots: Sequence[str]) -> CompiledRules:
    """Builds the compiled board for a plan; see `footfall.api.compiled.RulesCompiler`."""
    verify_rules(rules)
    bot_specs = [encode_bot_spec(rules, bot) for bot in bots]
    records, options = GameRecords(rules.records), {**setup.OPTIONS, **options}
    try:
        profile = setup.resolve_profile(records, options)
        party, players = setup.parse_party(records, options)
        if setup.DRAWN in party:
            raise ValueError("a party of which some are drawn is left to the rules in Python")
        tables = {
            "game": GAME_ID,
            "profile": profile,
            "cards": [_encode_effects({**msgspec.to_builtins(card), "id": id}) for id, card in records.cards.items()],
            "roles": _list_records(records.roles),
            "figures": _list_records(records.monster_kinds),
            "rooms": _list_records(records.rooms),
            "king": _encode_effects(msgspec.to_builtins(records.king_table)),
            "house": records.limits,
            "numbers": NUMBERS,
            "party": party,
            "players": players,
            "bots": bot_specs,
            "rules": encode_rules(rules),
            "words": list_sources(rules),
            "limits": {"entries": MAX_ENTRIES, "idle": MAX_IDLE, "deeds": MAX_RETURNS},
            "keys": {
                "setup": stream_key(GAME_ID, "setup"),
                "turn": stream_key("footfall", "turn"),
                "bot": stream_key("footfall", "bot"),
                "rolls": {name: stream_key(GAME_ID, name) for name in ROLL_PURPOSES},
                "steps": {name: stream_key("step", name) for name in rules.steps},
            },
        }
        parts = encode_canonical(profile), encode_canonical(dict(rules.settings))
        if list_heard_hooks(rules):
            return _build_listening_board(rules, tables, parts)
        return _load_board(load_board_type(), msgspec.json.encode(tables), *parts)
    except ValueError as error:
        raise NotCompiledError(str(error)) from None


def _build_listening_board(rules: Rules, tables: Mapping[str, Any], parts: tuple[bytes, bytes]) -> ListeningBoard:
    """Builds a board that calls listeners in Python."""
    module = load_native_module(NATIVE_MODULE)
    listeners, encoder = CompiledListeners(rules, module.read_state), DeedEncoder(rules)
    asks = list_asks(rules, listeners, encoder), listeners.end_game

    def build(words: list[str]) -> Any:
        known = sorted({*tables["words"], *words})
        return module.KingBoard(msgspec.json.encode({**tables, "words": known}), *parts, asks)

    return ListeningBoard(build, encoder)


def _list_records(table: Mapping[str, Record]) -> list[Record]:
    """Returns the records of a table under their short ids."""
    return [msgspec.structs.replace(record, id=id) for id, record in table.items()]


def _encode_effects(table: dict[str, Any]) -> dict[str, Any]:
    words: dict[str, Any] = {name: _encode_words(table[name]) for name in ("reveal", "use") if name in table}
    table = {name: value for name, value in table.items() if name not in PYTHON_FIELDS}
    return {**table, **words, "rows": [{**row, "do": _encode_words(row["do"])} for row in table["rows"]]}


def _encode_words(effects: Iterable[Sequence[Any]]) -> list[Any]:
    """Encodes effects as Rust reads enums: a word, or a word with its arguments."""
    encoded: list[Any] = []
    for word, *args in effects:
        if word == "figure":
            kind, place, *flags = args
            place = place if place in ("corridor", "beside") else "here"
            figure = {"kind": kind, "place": place, "lone": "lone" in flags, "reveal": "reveal" in flags}
            encoded.append({word: figure})
        else:
            encoded.append({word: args[0] if len(args) == 1 else args} if args else word)
    return encoded


def load_board_type() -> Any:
    """Returns the class `KingBoard` of `rust/king-python`, which is linked into the framework's native library.

    Raises:
        NotCompiledError: the library is not in use, or was built without it.
    """
    return load_native_module(NATIVE_MODULE).KingBoard


def encode_bot_spec(rules: Rules, bot: str) -> dict[str, Any] | None:
    """Encodes a bot's temper and search budget; None for the bot that plays random legal commands.

    Raises:
        NotCompiledError: the bot is another function.
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
                "hidden": [stream_key(f"{bot}\0{seat}", montecarlo.HIDDEN) for seat in range(MAX_SEATS)],
                "trial": [stream_key(f"{bot}\0{seat}", montecarlo.TRIAL) for seat in range(MAX_SEATS)],
            }
            return {"temper": temper, "search": {**msgspec.structs.asdict(budget), **keys}}
    raise NotCompiledError(f"{bot} decides by a function of its own")


@lru_cache(maxsize=16)
def _load_board(board_type: Any, tables: bytes, profile: bytes, settings: bytes) -> CompiledRules:
    board: CompiledRules = board_type(tables, profile, settings, None)
    return board


def verify_rules(rules: Rules) -> None:
    """Compares the rules with those of this plugin, function by function.

    Raises:
        NotCompiledError: something was added, replaced or reordered.
    """
    game = rules.game
    if game.id != GAME_ID:
        raise NotCompiledError(f"{game.id} is another game")
    added = list_added_steps(rules)
    same = {
        "setup": game.setup is setup.set_up_board,
        "legal commands": game.list_legal is turns.list_legal_commands,
        "rows": game.statistics.measure is measures.measure,
        "curves": game.statistics.observe is measures.observe and game.statistics.observe_at is RoundStarted,
        "turn": game.turn_step == "core.king:turn",
        "steps": {name: step.run for name, step in rules.steps.items() if name not in added}
        == {step.name: step.run for step in (*STEPS, *BLOCKS)},
        "commands": {kind: bound.spec.handle for kind, bound in rules.commands.items()} == HANDLERS,
        "changes": rules.appliers == {kind: kind.apply for kind in changes.CHANGES},
        "reactions": rules.reactions
        == {
            event: tuple(reaction.step for reaction in REACTIONS if reaction.event is event)
            for event in dict.fromkeys(reaction.event for reaction in REACTIONS)
        },
    }
    for part, unchanged in same.items():
        if not unchanged:
            raise NotCompiledError(f"a mod has changed the {part}")
