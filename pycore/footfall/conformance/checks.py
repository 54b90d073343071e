"""The conformance checks, except the mod's own tests: each yields failures and returns a one-line summary."""

import subprocess
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from itertools import islice
from time import perf_counter
from typing import Any, TypeAlias

import msgspec

from footfall.diagnostics.plural import format_count
from footfall.engine.declarations.rules import Rules
from footfall.engine.saves.save import MissingContentError, SaveError
from footfall.loader import CallStats, LoadError, Monitor, Severity
from footfall.loader.isolation.attached_process import start_attached
from footfall.loader.manifest import Setting

from .harness import CheckFailure, GameStoppedError, Harness

Check: TypeAlias = Callable[[Harness], Generator[CheckFailure, None, str]]
"""Yields failures; returns a summary. A summary that begins with ``-`` means that the check does not apply."""

HASH_INTERVAL = 10
"""Turns from one state hash to the next when games are played twice."""

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
        yield harness.report(finding.mod, f"{finding.text}{fix}", finding.location)
    warnings = sum(finding.severity is Severity.WARNING for finding in harness.findings)
    return f"{format_count(len(harness.findings) - warnings, 'error')}, {format_count(warnings, 'warning')}"


def check_seeds(harness: Harness) -> Generator[CheckFailure, None, str]:
    """Games on many seeds in strict mode: nothing raises or writes to the state, and the screen is drawn."""
    turns = 0
    for seed in harness.request.seeds:
        try:
            turns += harness.play_to_end(harness.begin(harness.load_result.rules, seed), harness.request.turns)
        except GameStoppedError as stopped:
            yield stopped.failure
    return f"{format_count(len(harness.request.seeds), 'game')}, {format_count(turns, 'turn')}"


def check_determinism(harness: Harness) -> Generator[CheckFailure, None, str]:
    """A seed gives the same game twice in this process, and in two processes with other hash seeds."""
    seeds = harness.request.seeds[:REPLAYED_SEEDS]
    for seed in seeds:
        try:
            first, second = (hash_game(harness, seed) for _ in range(2))
        except GameStoppedError as stopped:
            yield stopped.failure
            continue
        text = "the same seed gave two different games in a row: some data survives the end of a game"
        yield from _compare_hashes(harness, text, seed, first, second)
    answers = _hash_in_processes(harness, seeds)
    if not all(answers):
        yield harness.report(harness.mod.id, "a process that was to play the same games ended without a result")
    for seed in seeds:
        text = "the same seed gave different games in two processes: check set order, id() and clocks"
        yield from _compare_hashes(harness, text, seed, *(answer.get(seed, {}) for answer in answers))
    return f"{format_count(len(seeds), 'seed')}, twice in this process and in two others"


def hash_game(harness: Harness, seed: int) -> dict[int, str]:
    """State hashes of a game by turn: every `HASH_INTERVAL` turns, and at both ends."""
    rules, turns = harness.load_result.rules, harness.request.turns
    return harness.record_game(rules, seed, turns, interval=HASH_INTERVAL).hashes


def _compare_hashes(
    harness: Harness, text: str, seed: int, left: dict[int, str], right: dict[int, str]
) -> Iterator[CheckFailure]:
    """Yields a failure at the first turn at which two games differ, if any."""
    turns = (turn for turn in sorted({*left, *right}) if left.get(turn) != right.get(turn))
    yield from (harness.build_difference(text, seed, turn) for turn in islice(turns, 1))


def _hash_in_processes(harness: Harness, seeds: tuple[int, ...]) -> list[dict[int, dict[int, str]]]:
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
    return [msgspec.json.decode(answer or b"{}", type=dict[int, dict[int, str]]) for answer in answers]


def check_saves(harness: Harness) -> Generator[CheckFailure, None, str]:
    """A game that is saved, reloaded by freshly loaded rules and continued equals the uninterrupted game."""
    count, half = 0, max(harness.request.turns // 2, 1)
    for seed in harness.request.seeds[:REPLAYED_SEEDS]:
        try:
            game = harness.record_game(harness.load_result.rules, seed, half, save_turn=half // 2)
            count += 1
            try:
                session = harness.load_save(harness.load(fresh=True).rules, game.sections)
            except SaveError as error:
                yield harness.build_failure(error, seed, game.saved_turn)
                continue
            turn = harness.find_divergence(session, game, game.saved_turn)
            if turn is not None:
                text = f"a game saved at turn {game.saved_turn} continues differently: some data is not in the save"
                yield harness.build_difference(text, seed, turn)
        except GameStoppedError as stopped:
            yield stopped.failure
    return format_count(count, "save")


def check_removal(harness: Harness) -> Generator[CheckFailure, None, str]:
    """A mod that is removed in the middle of a game and put back finds its memory."""
    mod = harness.mod.id
    if mod in harness.game.rule_mods:
        return "- the game requires this mod"
    continued = refused = 0
    without_mod = harness.load(without_mod=True).rules
    for seed in harness.request.seeds[:REPLAYED_SEEDS]:
        try:
            session = harness.begin(harness.load_result.rules, seed)
            deque(harness.play(session, max(harness.request.turns // 4, 1)), 0)
            memory = msgspec.to_builtins(session.state.memory.get(mod, {}))
            turn = session.state.turn
            try:
                bare = harness.load_save(without_mod, harness.save_sections(session))
            except SaveError as error:
                if not isinstance(error, MissingContentError):
                    yield harness.build_failure(error, seed, turn)
                refused += 1
                continue
            deque(harness.play(bare, BARE_TURNS), 0)
            restored = harness.load_save(harness.load(fresh=True).rules, harness.save_sections(bare))
            if msgspec.to_builtins(restored.state.memory.get(mod, {})) != memory:
                yield harness.build_difference("its memory was lost when it was removed and put back", seed, turn)
            deque(harness.play(restored, BARE_TURNS), 0)
            continued += 1
        except GameStoppedError as stopped:
            yield stopped.failure
        except SaveError as error:
            yield harness.build_failure(error, seed, turn)
    return f"{format_count(continued, 'game')} continued without it, {refused} need it"


def check_load_order(harness: Harness) -> Generator[CheckFailure, None, str]:
    """Together with other mods, in several orders that the manifests allow, nothing raises."""
    if not harness.other_mods:
        return "- there are no other mods; add some with --with"
    reported: set[tuple[str, str]] = set()
    hashes: dict[int, set[str]] = {}
    orders = set()
    shuffle = harness.request.shuffle
    for number in range(MAX_ORDERS) if shuffle is None else [shuffle]:
        try:
            rules = harness.load(shuffle=number).rules
        except LoadError as error:
            yield harness.report(harness.mod.id, str(error), options={"shuffle": number})
            continue
        orders.add(rules.mods)
        for seed, result in _play_short_games(harness, rules, REPLAYED_SEEDS):
            if isinstance(result, str):
                hashes.setdefault(seed, set()).add(result)
            elif (result.mod, result.text) not in reported:
                reported.add((result.mod, result.text))
                yield harness.report(
                    result.mod, result.text, result.place, seed, result.turn, options={"shuffle": number}
                )
    order_matters = any(len(distinct) > 1 for distinct in hashes.values())
    outcome = "the order matters: declare it in [order]" if order_matters else "the same games"
    return f"{format_count(len(harness.other_mods), 'other')}, {format_count(len(orders), 'order')}: {outcome}"


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
    defaults = dict(_play_short_games(harness, harness.load_result.rules, 2))
    for values in combinations:
        label = ", ".join(f"{name} = {value!r}" for name, value in values.items())
        options = {f"set={name}": msgspec.json.encode(value).decode() for name, value in values.items()}
        must_not_matter = all(settings[name].scope != "world" for name in values)
        try:
            rules = harness.load(settings=values).rules
        except LoadError as error:
            yield harness.report(harness.mod.id, f"with {label}: {error}", options=options)
            continue
        for seed, result in _play_short_games(harness, rules, 2):
            if isinstance(result, CheckFailure):
                text = f"with {label}: {result.text}"
                yield harness.report(result.mod, text, result.place, seed, result.turn, options)
            elif must_not_matter and isinstance(defaults[seed], str) and result != defaults[seed]:
                text = f'{label} changes the game: such a setting needs scope = "world"'
                yield harness.build_difference(text, seed, max(harness.request.turns // 4, 1))
    return f"{format_count(len(combinations), 'combination')} of {format_count(len(settings), 'setting')}"


def _play_short_games(harness: Harness, rules: Rules, count: int) -> Iterator[tuple[int, str | CheckFailure]]:
    """Yields the first seeds, each with the last state hash of a short game or with its failure."""
    for seed in harness.request.seeds[:count]:
        try:
            session = harness.begin(rules, seed)
            deque(harness.play(session, max(harness.request.turns // 4, 1)), 0)
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
    monitor, mod = Monitor(), harness.mod.id
    rules = monitor.instrument(harness.load_result.rules, harness.load_result.hooks)
    stats = dict[str, CallStats]()
    turns, setup_ns, seconds, setup_hooks = 0, 0, 0.0, set[str]()
    for seed in harness.request.seeds[:REPLAYED_SEEDS]:
        try:
            session = harness.begin(rules, seed)
            setup = _take_stats(monitor, mod)
            setup_ns = max(setup_ns, sum(entry.nanoseconds for entry in setup.values()))
            setup_hooks |= set(setup)
            session.strict = False
            start = perf_counter()
            turns += sum(1 for _ in harness.play(session, harness.request.turns))
            seconds += perf_counter() - start
        except GameStoppedError:  # other checks report failures
            continue
        for name, entry in _take_stats(monitor, mod).items():
            total = stats.setdefault(name, CallStats())
            total.calls += entry.calls
            total.nanoseconds += entry.nanoseconds
    contract = harness.load_result.contract
    hooks = {impl.hook for impls in harness.load_result.hooks.values() for impl in impls if impl.mod == mod}
    unused = [name for name in sorted(hooks - {*stats, *setup_hooks}) if not contract[name].is_called_at_start]
    words = [f"never called: {', '.join(unused)}"] if unused else []
    if setup_ns > 1e5:
        words.insert(0, f"{setup_ns / 1e6:.1f} ms to begin a game")
    if stats and turns:
        turn_ms = sum(entry.nanoseconds for entry in stats.values()) / 1e6 / turns
        order = sorted(stats.items(), key=lambda row: -row[1].nanoseconds)
        if turn_ms > TURN_BUDGET_MS:
            yield _report_slowness(harness, turn_ms, *order[0])
        costs = (f"{name} {e.nanoseconds / e.calls / 1e3:.1f} µs × {e.calls / turns:.1f}" for name, e in order[:4])
        percent = turn_ms * turns / 10 / seconds if seconds else 0.0
        words.insert(0, f"{turn_ms:.3f} ms per turn, {percent:.0f} % of the whole ({', '.join(costs)})")
    return "; ".join(words) or "- none of its code ran"


def _take_stats(monitor: Monitor, mod: str) -> dict[str, CallStats]:
    """Returns the call statistics of a mod and clears the monitor."""
    stats = {name: entry for (owner, name), entry in monitor.stats.items() if owner == mod}
    monitor.stats.clear()
    return stats


def _report_slowness(harness: Harness, turn_ms: float, slowest: str, entry: CallStats) -> CheckFailure:
    """The failure of a mod whose turns take too long, at its slowest hook, step or command."""
    text = f"{turn_ms:.1f} ms per turn, above {TURN_BUDGET_MS:g}: {slowest} takes"
    text += f" {entry.nanoseconds / entry.calls / 1e3:,.0f} µs per call"
    request, rules = harness.request, harness.load_result.rules
    places = {command.cause.via: command.cause.location for command in rules.commands.values()}
    places |= {step.name: step.cause.location for step in rules.steps.values()}
    for impls in harness.load_result.hooks.values():
        places |= {impl.hook: impl.listener.cause.location for impl in reversed(impls) if impl.mod == harness.mod.id}
    return harness.report(harness.mod.id, text, places.get(slowest, ""), request.seeds[0], request.turns)
