"""A plan: everything that decides the games of a run, as plain data that can be sent anywhere."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec

from footfall import kernels
from footfall.engine.context import stream_key
from footfall.engine.rules import Rules
from footfall.engine.session import Session
from footfall.loader import LoadResult, load

from .bots import find_bot

_MASK = (1 << 64) - 1
_SEED_STREAM = stream_key("footfall", "simulate")

MAX_COMMANDS = 20_000
"""Commands after which a game is cut short unless the plan says otherwise."""

GAME_TIMEOUT = 120.0
"""Seconds after which a game is given up unless the plan says otherwise."""


CompiledMode: TypeAlias = Literal["auto", "never", "always"]
"""When compiled rules play: where they can, never, or always; then it is an error if they cannot."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A run of games, and each of them alone: game `i` depends on the plan and on `i` only.

    Attributes:
        game: full id or short name.
        games: how many.
        seed: of the run; each game's own is derived from it and the game's index.
        options: setup options of the game.
        settings: world settings by full name.
        bots: who plays, by actor: actor `a` is played by ``bots[a % len(bots)]``.
        mods: paths of mods to load beside those that are found.
        wins: outcomes that count as won; empty: what the game itself says.
        most: commands after which a game is cut short.
        patience: seconds after which a game is given up; 0: never.
        strict: a contained failure of a mod ends the game as an error.
        audit: count every step and every die, too.
        compiled: when compiled rules of the game play; the games are the same.
        lock: (id, version, content hash) of the mods; a worker with other ones refuses the work.
    """

    game: str
    games: int = 1
    seed: int = 0
    options: dict[str, Any] = {}
    settings: dict[str, Any] = {}
    bots: tuple[str, ...] = ("random",)
    mods: tuple[str, ...] = ()
    wins: tuple[str, ...] = ()
    max_commands: int = MAX_COMMANDS
    timeout: float = GAME_TIMEOUT
    strict: bool = False
    audit: bool = False
    compiled: CompiledMode = "auto"
    lock: tuple[tuple[str, str, str], ...] = ()

    def derive_game_seed(self, index: int) -> int:
        """The seed of one game (64 bits)."""
        return kernels.mix(kernels.mix(_SEED_STREAM, self.seed & _MASK), index)


class ModMismatchError(RuntimeError):
    """A worker's mods are not those of the run."""


_rules: dict[bytes, Rules] = {}


def _build_rules_key(plan: Plan) -> bytes:
    return msgspec.json.encode((plan.game, plan.mods, plan.settings), order="sorted")


def get_plan_rules(plan: Plan) -> Rules:
    """The rules of a plan, loaded once per process.

    Raises:
        LoadError: the game cannot be loaded here.
        OtherMods: it can, with other mods than the plan was made for.
    """
    key = _build_rules_key(plan)
    rules = _rules.get(key)
    if rules is None:
        rules = _rules[key] = load_plan(plan).rules
    if plan.lock and rules.lock != plan.lock:
        here, there = (
            {f"{id} {version} ({hash[:8]})" for id, version, hash in lock} for lock in (rules.lock, plan.lock)
        )
        text = "this worker's mods are not those of the run"
        if there - here:
            text += f"; missing: {', '.join(sorted(there - here))}"
        if here - there:
            text += f"; has instead: {', '.join(sorted(here - there))}"
        raise ModMismatchError(text)
    return rules


def load_plan(plan: Plan) -> LoadResult:
    """Loads what a plan is played with.

    Raises:
        LoadError: the game cannot be loaded.
    """
    return load(plan.game, mods=[Path(path) for path in plan.mods], settings=plan.settings)


def resolve_plan(plan: Plan) -> tuple[Plan, Rules]:
    """A plan with all that is still open filled in: the mod lock, full names of bots, what counts as won.

    Raises:
        LoadError: the game cannot be loaded.
        UnknownBot: nobody provides a bot of that name.
        ValueError: a setting or a setup option does not fit; the text says which and why.
    """
    loaded = load_plan(plan)
    wrong = [f for f in loaded.findings if f.code in ("no-setting", "bad-setting")]
    if wrong:
        raise ValueError("\n".join(f.text.replace("; it is ignored", "") for f in wrong))
    named = [Path(path).resolve() for path in plan.mods]
    for finding in loaded.findings:  # a mod that was named is what is to be simulated
        if finding.code == "not-approved" and any(
            Path(finding.where).resolve().is_relative_to(p) for p in named
        ):
            raise ValueError(f"{finding}, or --trust")
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
    """A plan with values replaced, whatever they are called: a setup option of the game, a world setting
    by its full name or by what follows the game's id, ``bots``, or ``mods``: paths of mods to load as well.

    Raises:
        KeyError: there is nothing of that name.
    """
    options, settings, bots, mods = dict(plan.options), dict(plan.settings), plan.bots, plan.mods
    for name, value in values.items():
        own = f"{rules.game.id}.{name}"
        if name == "bots":
            bots = _split_list(value)
        elif name == "mods":
            mods = (*plan.mods, *(str(Path(part).expanduser().resolve()) for part in _split_list(value)))
        elif name in rules.game.options:
            options[name] = value
        elif name in rules.settings:
            settings[name] = value
        elif own in rules.settings:
            settings[own] = value
        else:
            raise KeyError(name)
    return msgspec.structs.replace(plan, options=options, settings=settings, bots=bots, mods=mods)


def _split_list(value: Any) -> tuple[str, ...]:
    return tuple(part.strip() for part in str(value).split(",") if part.strip())


def count_processors() -> int:
    """Processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
