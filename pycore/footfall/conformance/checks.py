"""The conformance checks that play games: each yields failures and returns a one-line summary."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from itertools import islice
from time import perf_counter
from typing import Any, TypeAlias

import msgspec

from footfall.diagnostics.plural import format_count
from footfall.engine.saves.save import MissingContentError, SaveError
from footfall.loader import CallStats, LoadError, Monitor, Severity
from footfall.loader.isolation.attached_process import start_attached
from footfall.loader.manifest import Setting

from .harness import CheckFailure, ConformanceRequest, GameStoppedError, Harness
from .prepare import prepare_harnesses

Check: TypeAlias = Callable[[Harness], Generator[CheckFailure, None, str]]
"""Yields failures; returns a summary. A summary that begins with ``-`` means that the check does not apply."""

HASH_INTERVAL = 10
"""Turns from one state hash to the next."""

REPLAYED_SEEDS = 5
"""Number of seeds for checks that play each game several times."""

MAX_ORDERS = 6
"""Number of mod orders to try."""

TURN_BUDGET_MS = 10.0
"""Mean milliseconds per turn that a mod may take."""

BARE_TURNS = 20
"""Turns to play without the mod, and after it is put back."""


def check_loading(harness: Harness) -> Generator[CheckFailure, None, str]:
    """The mod loads without errors or warnings."""
    for finding in harness.findings:
        fix = f"; fix: {finding.fix}" if finding.fix else ""
        repeat = harness.format_repeat_command("loading")
        yield CheckFailure("loading", finding.mod, f"{finding.text}{fix}", finding.where, repeat=repeat)
    warnings = sum(finding.severity is Severity.WARNING for finding in harness.findings)
    return f"{format_count(len(harness.findings) - warnings, 'error')}, {format_count(warnings, 'warning')}"


def check_seeds(harness: Harness) -> Generator[CheckFailure, None, str]:
    """Games on many seeds in strict mode: nothing raises or writes to the state, and the screen is drawn."""
    rules, turns = harness.loaded.rules, 0
    for seed in harness.request.seeds:
        try:
            session = harness.begin(rules, seed, "seeds")
            turns += sum(1 for _ in harness.play(session, harness.request.turns, "seeds"))
            harness.draw_last_screen(session, "seeds")
        except GameStoppedError as stopped:
            yield stopped.failure
    return f"{format_count(len(harness.request.seeds), 'game')}, {format_count(turns, 'turn')}"


def check_determinism(harness: Harness) -> Generator[CheckFailure, None, str]:
    """A seed gives the same game twice in this process, and in two processes with other hash seeds."""
    seeds = harness.request.seeds[:REPLAYED_SEEDS]
    for seed in seeds:
        try:
            first, second = (dict(iter_hashes(harness, seed)) for _ in range(2))
        except GameStoppedError as stopped:
            yield stopped.failure
            continue
        turn = _find_divergence(first, second)
        if turn is not None:
            text = "the same seed gave two different games in a row: some data survives the end of a game"
            yield harness.build_difference("determinism", text, seed, turn)
    answers = _hash_in_processes(harness, seeds)
    if not all(answers):
        text = "a process that was to play the same games ended without a result"
        yield CheckFailure("determinism", harness.mod.id, text)
    for seed in seeds:
        one, other = ({int(k): v for k, v in answer.get(str(seed), {}).items()} for answer in answers)
        turn = _find_divergence(one, other)
        if turn is not None:
            text = "the same seed gave different games in two processes: check set order, id() and clocks"
            yield harness.build_difference("determinism", text, seed, turn)
    return f"{format_count(len(seeds), 'seed')}, twice in this process and in two others"


def iter_hashes(harness: Harness, seed: int) -> Iterator[tuple[int, str]]:
    """Yields turn and state hash of a game: every `HASH_INTERVAL` turns, and at the end."""
    session = harness.begin(harness.loaded.rules, seed, "determinism")
    for _ in harness.play(session, harness.request.turns, "determinism"):
        if session.state.turn % HASH_INTERVAL == 0:
            yield session.state.turn, session.hash()
    yield session.state.turn, session.hash()


def _find_divergence(one: dict[int, str], other: dict[int, str]) -> int | None:
    """The first turn at which two games differ."""
    for turn in sorted({*one, *other}):
        if one.get(turn) != other.get(turn):
            return turn
    return None


def _hash_in_processes(harness: Harness, seeds: tuple[int, ...]) -> list[dict[str, dict[str, str]]]:
    """State hashes of the same games from two processes with different ``PYTHONHASHSEED``."""
    request = msgspec.structs.replace(harness.request, game=harness.game.id, seeds=seeds)
    text = msgspec.json.encode(request, enc_hook=str).decode()
    with ExitStack() as stack:
        children = [
            stack.enter_context(
                start_attached(
                    f"{__package__}.child_process",
                    [text],
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    variables={"PYTHONHASHSEED": str(number)},
                )
            )
            for number in (1, 2)
        ]
        answers = [child.stdout.read() if child.stdout else b"" for child in children]
    return [json.loads(answer) if answer else {} for answer in answers]


def check_saves(harness: Harness) -> Generator[CheckFailure, None, str]:
    """A game that is saved, reloaded by freshly loaded rules and continued equals the uninterrupted game."""
    count = 0
    for seed in harness.request.seeds[:REPLAYED_SEEDS]:
        try:
            whole = harness.begin(harness.loaded.rules, seed, "saves")
            half = max(harness.request.turns // 2, 1)
            sections = harness.save_sections(whole)
            saved_turn = 0
            for turn, _ in enumerate(harness.play(whole, half, "saves"), 1):
                if turn == half // 2:
                    sections, saved_turn = harness.save_sections(whole), turn
            count += 1
            rules = harness.load(fresh=True).rules
            try:
                session = harness.load_save(rules, sections)
            except SaveError as error:
                yield harness.build_failure("saves", error, seed, saved_turn)
                continue
            for _ in harness.replay_commands(session, whole.commands[saved_turn:], "saves"):
                pass
            if session.hash() != whole.hash():
                turn = _find_reload_divergence(harness, seed, saved_turn)
                text = f"a game saved at turn {saved_turn} continues differently: some data is not in the save"
                yield harness.build_difference("saves", text, seed, turn)
        except GameStoppedError as stopped:
            yield stopped.failure
    return format_count(count, "save")


def _find_reload_divergence(harness: Harness, seed: int, saved_turn: int) -> int:
    """The first turn at which a reloaded game differs from the uninterrupted one."""
    rules = harness.loaded.rules
    whole = harness.begin(rules, seed, "saves")
    for _ in islice(harness.play(whole, saved_turn, "saves"), saved_turn):
        pass
    loaded = harness.load_save(harness.load(fresh=True).rules, harness.save_sections(whole))
    for command in harness.play(whole, harness.request.turns, "saves"):
        for _ in harness.replay_commands(loaded, [command], "saves"):
            pass
        if loaded.hash() != whole.hash():
            return whole.state.turn
    return whole.state.turn


def check_removal(harness: Harness) -> Generator[CheckFailure, None, str]:
    """A mod that is removed in the middle of a game and put back finds its memory."""
    mod = harness.mod.id
    if mod in harness.game.rule_mods:
        return "- the game requires this mod"
    continued = refused = 0
    without_mod = harness.load(without_mod=True).rules
    for seed in harness.request.seeds[:REPLAYED_SEEDS]:
        try:
            session = harness.begin(harness.loaded.rules, seed, "removal")
            for _ in harness.play(session, max(harness.request.turns // 4, 1), "removal"):
                pass
            memory = msgspec.to_builtins(session.state.memory.get(mod, {}))
            turn = session.state.turn
            try:
                bare = harness.load_save(without_mod, harness.save_sections(session))
            except SaveError as error:
                if not isinstance(error, MissingContentError):
                    yield harness.build_failure("removal", error, seed, turn)
                refused += 1
                continue
            for _ in harness.play(bare, BARE_TURNS, "removal"):
                pass
            restored = harness.load_save(harness.load(fresh=True).rules, harness.save_sections(bare))
            if msgspec.to_builtins(restored.state.memory.get(mod, {})) != memory:
                text = "its memory was lost when it was removed and put back"
                yield harness.build_difference("removal", text, seed, turn)
            for _ in harness.play(restored, BARE_TURNS, "removal"):
                pass
            continued += 1
        except GameStoppedError as stopped:
            yield stopped.failure
        except SaveError as error:
            yield harness.build_failure("removal", error, seed, turn)
    return f"{format_count(continued, 'game')} continued without it, {refused} need it"


def check_load_order(harness: Harness) -> Generator[CheckFailure, None, str]:
    """Together with other mods, in several orders that the manifests allow, nothing raises."""
    if not harness.others:
        return "- there are no other mods; add some with --with"
    reported: set[tuple[str, str]] = set()
    hashes: dict[int, set[str]] = {}
    request = harness.request
    shuffles = range(MAX_ORDERS) if request.shuffle is None else [request.shuffle]
    orders = set()
    for shuffle in shuffles:
        try:
            rules = harness.load(shuffle=shuffle).rules
        except LoadError as error:
            repeat = harness.format_repeat_command("load-order", shuffle=shuffle)
            yield CheckFailure("load-order", harness.mod.id, str(error), repeat=repeat)
            continue
        orders.add(rules.mods)
        for seed in request.seeds[:REPLAYED_SEEDS]:
            try:
                session = harness.begin(rules, seed, "load-order", shuffle=shuffle)
                for _ in harness.play(session, max(request.turns // 4, 1), "load-order", shuffle=shuffle):
                    pass
                hashes.setdefault(seed, set()).add(session.hash())
            except GameStoppedError as stopped:
                if (stopped.failure.mod, stopped.failure.text) not in reported:
                    reported.add((stopped.failure.mod, stopped.failure.text))
                    yield stopped.failure
    matters = any(len(distinct) > 1 for distinct in hashes.values())
    outcome = "the order matters: declare it in [order]" if matters else "the same games"
    return f"{format_count(len(harness.others), 'other')}, {format_count(len(orders), 'order')}: {outcome}"


def check_settings(harness: Harness) -> Generator[CheckFailure, None, str]:
    """Settings at their bounds, singly and together, raise nothing; only world settings change the game."""
    settings = {f"{harness.mod.id}.{name}": value for name, value in harness.mod.manifest.settings.items()}
    if not settings:
        return "- the mod has no settings"
    bounds = {name: list_bounds(setting) for name, setting in settings.items()}
    combinations: list[dict[str, Any]] = [{name: value} for name, values in bounds.items() for value in values]
    for index in (0, -1):
        together = {name: values[index] for name, values in bounds.items() if values}
        if len(together) > 1:
            combinations.append(together)
    defaults = {seed: result for seed, result in _play_short_games(harness, {}) if isinstance(result, str)}
    for values in combinations:
        label = ", ".join(f"{name} = {value!r}" for name, value in values.items())
        options = {f"set={name}": msgspec.json.encode(value).decode() for name, value in values.items()}
        must_not_matter = all(settings[name].scope != "world" for name in values)
        for seed, result in _play_short_games(harness, values):
            if isinstance(result, CheckFailure):
                text = f"with {label}: {result.text}"
                repeat = harness.format_repeat_command("settings", result.seed, result.turn, **options)
                yield msgspec.structs.replace(result, text=text, repeat=repeat)
            elif must_not_matter and result != defaults.get(seed):
                text = f'{label} changes the game: such a setting needs scope = "world"'
                turns = max(harness.request.turns // 4, 1)
                yield harness.build_difference("settings", text, seed, turns)
    return f"{format_count(len(combinations), 'combination')} of {format_count(len(settings), 'setting')}"


def _play_short_games(harness: Harness, values: dict[str, Any]) -> Iterator[tuple[int, str | CheckFailure]]:
    """Yields seed and final hash, or failure, of short games under some settings."""
    turns = max(harness.request.turns // 4, 1)
    try:
        loaded = harness.load(settings=values)
    except LoadError as error:
        yield 0, CheckFailure("settings", harness.mod.id, str(error))
        return
    for seed in harness.request.seeds[:2]:
        try:
            session = harness.begin(loaded.rules, seed, "settings")
            for _ in harness.play(session, turns, "settings"):
                pass
            yield seed, session.hash()
        except GameStoppedError as stopped:
            yield seed, stopped.failure


def list_bounds(setting: Setting) -> list[Any]:
    """The extreme values of a setting, or all its choices."""
    if setting.type == "bool":
        return [False, True]
    if setting.choices:
        return list(setting.choices)
    return [value for value in (setting.min, setting.max) if value is not None]


def check_performance(harness: Harness) -> Generator[CheckFailure, None, str]:
    """The mod's hooks, steps and commands stay within `TURN_BUDGET_MS` per turn."""
    monitor = Monitor()
    rules = monitor.instrument(harness.loaded.rules, harness.loaded.hooks)
    mod, stats = harness.mod.id, dict[str, CallStats]()
    turns, setup_ns, seconds, setup_hooks = 0, 0, 0.0, set[str]()
    for seed in harness.request.seeds[:REPLAYED_SEEDS]:
        try:
            session = harness.begin(rules, seed, "performance")
            setup = _take_stats(monitor, mod)
            setup_ns = max(setup_ns, sum(entry.nanoseconds for entry in setup.values()))
            setup_hooks |= set(setup)
            session.strict = False
            start = perf_counter()
            turns += sum(1 for _ in harness.play(session, harness.request.turns, "performance"))
            seconds += perf_counter() - start
        except GameStoppedError:  # other checks report failures
            continue
        for name, entry in _take_stats(monitor, mod).items():
            total = stats.setdefault(name, CallStats())
            total.calls += entry.calls
            total.nanoseconds += entry.nanoseconds
    contract = harness.loaded.contract
    hooks = {impl.hook for impls in harness.loaded.hooks.values() for impl in impls if impl.mod == mod}
    called = {*stats, *setup_hooks}
    unused = [name for name in sorted(hooks - called) if not contract[name].is_called_at_start]
    words = [f"never called: {', '.join(unused)}"] if unused else []
    if setup_ns > 1e5:
        words.insert(0, f"{setup_ns / 1e6:.1f} ms to begin a game")
    if stats and turns:
        spent_ms = sum(entry.nanoseconds for entry in stats.values()) / 1e6
        if spent_ms / turns > TURN_BUDGET_MS:
            yield _build_slowness_failure(harness, stats, spent_ms / turns)
        words.insert(0, _format_stats(stats, spent_ms, turns, seconds))
    return "; ".join(words) or "- none of its code ran"


def _build_slowness_failure(harness: Harness, stats: dict[str, CallStats], turn_ms: float) -> CheckFailure:
    slowest = max(stats, key=lambda name: stats[name].nanoseconds)
    call_us = stats[slowest].nanoseconds / stats[slowest].calls / 1e3
    text = f"{turn_ms:.1f} ms per turn, above {TURN_BUDGET_MS:g}: {slowest} takes {call_us:,.0f} µs per call"
    repeat = harness.format_repeat_command("performance", harness.request.seeds[0], harness.request.turns)
    where = _find_location(harness, slowest)
    return CheckFailure("performance", harness.mod.id, text, where, repeat=repeat)


def _format_stats(stats: dict[str, CallStats], spent_ms: float, turns: int, seconds: float) -> str:
    """Time per turn, its share of the whole, and the four most expensive callees."""
    parts = [
        f"{name} {entry.nanoseconds / entry.calls / 1e3:.1f} µs × {entry.calls / turns:.1f}"
        for name, entry in sorted(stats.items(), key=lambda row: -row[1].nanoseconds)[:4]
    ]
    percent = spent_ms / 10 / seconds if seconds else 0.0
    return f"{spent_ms / turns:.3f} ms per turn, {percent:.0f} % of the whole ({', '.join(parts)})"


def _take_stats(monitor: Monitor, mod: str) -> dict[str, CallStats]:
    """Returns the call statistics of a mod and clears the monitor."""
    stats = {name: entry for (owner, name), entry in monitor.stats.items() if owner == mod}
    monitor.stats.clear()
    return stats


def _find_location(harness: Harness, name: str) -> str:
    """``file:line`` of a hook, step or command of the mod."""
    for impls in harness.loaded.hooks.values():
        for impl in impls:
            if (impl.mod, impl.hook) == (harness.mod.id, name):
                return impl.listener.cause.where
    step = harness.loaded.rules.steps.get(name)
    if step is not None:
        return step.cause.where
    commands = (bound.cause for bound in harness.loaded.rules.commands.values())
    return next((cause.where for cause in commands if cause.via == name), "")


def hash_games(request: ConformanceRequest) -> dict[str, dict[str, str]]:
    """State hashes of all requested games by seed and turn; called in child processes."""
    harness = prepare_harnesses(request)[0]
    hashes: dict[str, dict[str, str]] = {}
    for seed in request.seeds:
        try:
            hashes[str(seed)] = {str(turn): digest for turn, digest in iter_hashes(harness, seed)}
        except GameStoppedError as stopped:
            hashes[str(seed)] = {str(stopped.failure.turn): f"stopped: {stopped.failure.text}"}
    return hashes
