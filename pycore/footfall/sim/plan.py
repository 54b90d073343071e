"""Plans: everything that determines the games of a run, as plain data for workers."""

import json
import os
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec

from footfall import kernels
from footfall.diagnostics import UserError
from footfall.diagnostics.files import expand_home
from footfall.engine.declarations.rules import Rules
from footfall.engine.dice import stream_key
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.loader.load import describe_named_faults

from .bots import RANDOM_BOT, find_bot

_MASK = (1 << 64) - 1
_SEED_STREAM = stream_key("footfall", "simulate")

MAX_COMMANDS = 20_000
"""Default of `Plan.max_commands`."""

GAME_TIMEOUT = 120.0
"""Default of `Plan.timeout`."""

CompiledMode: TypeAlias = Literal["auto", "never", "always"]
"""When compiled rules play: if possible, never, or always (an error if they cannot)."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A run of games; game `i` depends only on the plan and `i`.

    Attributes:
        game: full id or short name.
        games: number of games.
        seed: the seed of the run; the seeds of games are derived from it and their index.
        seeds: seeds of the games by index, instead of derived ones.
        options: setup options of the game.
        settings: world settings by full name.
        bots: actor `a` is played by ``bots[a % len(bots)]``.
        mods: paths of additional mods.
        wins: outcomes that count as won; empty: those that the game declares.
        max_commands: maximum number of commands per game.
        timeout: seconds per game; 0: no limit.
        is_strict: a contained failure of a mod ends the game as an error.
        has_audit: also count every step and every die.
        compiled_mode: when compiled rules play; the games are the same.
        lock: (id, version, content hash) of the mods; a worker with different mods refuses to play.
    """

    game: str
    games: int = 1
    seed: int = 0
    seeds: tuple[int, ...] = ()
    options: dict[str, Any] = {}
    settings: dict[str, Any] = {}
    bots: tuple[str, ...] = ("random",)
    mods: tuple[str, ...] = ()
    wins: tuple[str, ...] = ()
    max_commands: int = MAX_COMMANDS
    timeout: float = GAME_TIMEOUT
    is_strict: bool = msgspec.field(default=False, name="strict")
    has_audit: bool = msgspec.field(default=False, name="audit")
    compiled_mode: CompiledMode = msgspec.field(default="auto", name="compiled")
    lock: tuple[tuple[str, str, str], ...] = ()

    def derive_game_seed(self, index: int) -> int:
        """Seed of a game (64 bits)."""
        if self.seeds:
            return self.seeds[index]
        return kernels.mix(kernels.mix(_SEED_STREAM, self.seed & _MASK), index)


class ModMismatchError(UserError, RuntimeError):
    """The mods of a worker differ from those of the plan."""


_rules: dict[bytes, Rules] = {}


def _build_rules_key(plan: Plan) -> bytes:
    return msgspec.json.encode((plan.game, plan.mods, plan.settings), order="sorted")


def get_plan_rules(plan: Plan) -> Rules:
    """Rules of a plan, loaded once per process.

    Raises:
        LoadError: the game cannot be loaded.
        ModMismatchError: the mods differ from those of the plan.
    """
    key = _build_rules_key(plan)
    rules = _rules.get(key)
    if rules is None:
        rules = _rules[key] = load_plan(plan).rules
    if plan.lock and rules.lock != plan.lock:
        actual, expected = (
            {f"{id} {version} ({hash[:8]})" for id, version, hash in lock} for lock in (rules.lock, plan.lock)
        )
        text = "the mods of this worker are not those of the run"
        if expected - actual:
            text += f"; missing: {', '.join(sorted(expected - actual))}"
        if actual - expected:
            text += f"; found instead: {', '.join(sorted(actual - expected))}"
        raise ModMismatchError(text)
    return rules


def load_plan(plan: Plan) -> LoadResult:
    """Loads the game and mods of a plan.

    Raises:
        LoadError: the game cannot be loaded.
    """
    return load(plan.game, mods=[Path(path) for path in plan.mods], settings=plan.settings)


def resolve_plan(plan: Plan) -> tuple[Plan, Rules]:
    """Completes a plan: mod lock, full bot ids, winning outcomes; returns it with its rules.

    Raises:
        LoadError: the game cannot be loaded.
        UnknownBotError: there is no such bot.
        ValueError: a setting or a setup option is invalid, or a mod that the plan names is off.
    """
    loaded = load_plan(plan)
    findings = [f for f in loaded.findings if f.code in ("no-setting", "bad-setting")]
    if findings:
        raise ValueError("\n".join(f.text.replace("; it is ignored", "") for f in findings))
    if faults := describe_named_faults(loaded, map(Path, plan.mods)):
        raise ValueError(faults)
    rules = loaded.rules
    names = plan.bots or ("random",)
    plan = msgspec.structs.replace(
        plan,
        game=rules.game.id,
        lock=rules.lock,
        bots=tuple(find_bot(rules, name).id for name in names),
        wins=plan.wins or rules.game.statistics.winning_outcomes,
    )
    _rules[_build_rules_key(plan)] = rules
    Session.begin(rules, plan.derive_game_seed(0), plan.options, quiet=True)
    return plan, rules


def replace_values(plan: Plan, rules: Rules, values: Mapping[str, Any]) -> Plan:
    """A plan with replaced values: setup options, world settings (with or without the game's id), ``bots``, or
    ``mods`` (paths of additional mods).

    Raises:
        KeyError: a name is unknown.
    """
    options, settings, bots, mods = dict(plan.options), dict(plan.settings), plan.bots, plan.mods
    for name, value in values.items():
        setting = f"{rules.game.id}.{name}"
        if name == "bots":
            bots = _split_list(value)
        elif name == "mods":
            mods = (*plan.mods, *(str(expand_home(part).resolve()) for part in _split_list(value)))
        elif name in rules.game.options:
            options[name] = value
        elif name in rules.settings:
            settings[name] = value
        elif setting in rules.settings:
            settings[setting] = value
        else:
            raise KeyError(name)
    return msgspec.structs.replace(plan, options=options, settings=settings, bots=bots, mods=mods)


def _split_list(value: Any) -> tuple[str, ...]:
    return tuple(part.strip() for part in str(value).split(",") if part.strip())


def count_processors() -> int:
    """Number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def format_values(values: Mapping[str, Any]) -> str:
    """Formats a combination as ``name=value``."""
    return ", ".join(f"{name}={format_value(value)}" for name, value in values.items())


def format_value(value: Any) -> str:
    """Formats a value as on the command line."""
    return value if isinstance(value, str) else json.dumps(value)


def format_command_line(plan: Plan) -> str:
    """Command line of a run without the number of games."""
    words = ["footfall", "simulate", plan.game.rpartition(".")[2], "--seed", str(plan.seed)]
    for name, value in plan.options.items():
        words += ["--option", f"{name}={format_value(value)}"]
    for name, value in plan.settings.items():
        words += ["--set", f"{name}={format_value(value)}"]
    if plan.bots != (RANDOM_BOT.id,):
        words += ["--bots", ",".join(plan.bots)]
    for mod in plan.mods:
        words += ["--mods", mod]
    if plan.max_commands != MAX_COMMANDS:
        words += ["--max-commands", str(plan.max_commands)]
    if plan.is_strict:
        words.append("--strict")
    return shlex.join(words)
