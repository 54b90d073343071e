"""The free tests that play: each yields what is wrong and returns a line of figures."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from itertools import islice
from time import perf_counter
from typing import Any, TypeAlias

import msgspec

from footfall.diagnostics.plural import format_count
from footfall.engine.saves.save import SaveError
from footfall.loader import CallStats, LoadError, Monitor, Severity
from footfall.loader.manifest import Setting

from .harness import CheckFailure, ConformanceRequest, GameStoppedError, Harness, prepare_harnesses

Check: TypeAlias = Callable[[Harness], Generator[CheckFailure, None, str]]
"""Yields faults; returns what it did, in a few words. A text that begins with ``-`` means: there was nothing to do."""

HASH_INTERVAL = 10
"""Turns between two hashes that are compared."""

REPLAYED_SEEDS = 5
"""Seeds of the tests that play each game several times."""

MAX_ORDERS = 6
"""Orders of the mods that are tried."""

TURN_BUDGET_MS = 10.0
"""Milliseconds of a turn that a mod may take on the average."""


def check_loading(bench: Harness) -> Generator[CheckFailure, None, str]:
    """It loads without an error or a warning."""
    for finding in bench.findings:
        fix = f"; fix: {finding.fix}" if finding.fix else ""
        again = bench.format_repeat_command("loads")
        yield CheckFailure("loads", finding.mod, f"{finding.text}{fix}", finding.where, repeat=again)
    warnings = sum(finding.severity is Severity.WARNING for finding in bench.findings)
    return f"{format_count(len(bench.findings) - warnings, 'error')}, {format_count(warnings, 'warning')}"


def check_seeds(bench: Harness) -> Generator[CheckFailure, None, str]:
    """Games on many seeds, strict: nothing raises, nothing writes to the state, the screen is drawn."""
    rules, turns = bench.loaded.rules, 0
    for seed in bench.request.seeds:
        try:
            session = bench.begin(rules, seed, "seeds")
            turns += sum(1 for _ in bench.play(session, bench.request.turns, "seeds"))
            rules.game.scene(session.context())
        except GameStoppedError as stopped:
            yield stopped.failure
    return f"{format_count(len(bench.request.seeds), 'game')}, {format_count(turns, 'turn')}"


def check_determinism(bench: Harness) -> Generator[CheckFailure, None, str]:
    """The same seed gives the same game: twice in this process, and in two others with other hash seeds."""
    chosen = bench.request.seeds[:REPLAYED_SEEDS]
    for seed in chosen:
        try:
            first, second = (dict(iter_hashes(bench, seed)) for _ in range(2))
        except GameStoppedError as stopped:
            yield stopped.failure
            continue
        turn = _find_divergence(first, second)
        if turn is not None:
            text = "the same seed gave two games one after the other: something outlives a game"
            yield bench.build_difference("twice", text, seed, turn)
    apart = _hash_in_processes(bench, chosen)
    for seed in chosen:
        one, other = (answers.get(str(seed), {}) for answers in apart)
        turn = _find_divergence({int(k): v for k, v in one.items()}, {int(k): v for k, v in other.items()})
        if turn is not None:
            text = "the same seed gave two games in two processes: the order of a set, an id() or a clock decides"
            yield bench.build_difference("twice", text, seed, turn)
    return f"{format_count(len(chosen), 'seed')}, twice here and in two other processes"


def iter_hashes(bench: Harness, seed: int) -> Iterator[tuple[int, str]]:
    """Turn and hash of a game, now and then and at its end."""
    session = bench.begin(bench.loaded.rules, seed, "twice")
    for _ in bench.play(session, bench.request.turns, "twice"):
        if session.state.turn % HASH_INTERVAL == 0:
            yield session.state.turn, session.hash()
    yield session.state.turn, session.hash()


def _find_divergence(one: dict[int, str], other: dict[int, str]) -> int | None:
    """The first turn at which two games differ."""
    for turn in sorted({*one, *other}):
        if one.get(turn) != other.get(turn):
            return turn
    return None


def _hash_in_processes(bench: Harness, seeds: tuple[int, ...]) -> list[dict[str, dict[str, str]]]:
    """The marks of the same games in two processes that hash strings otherwise."""
    wanted = msgspec.structs.replace(bench.request, game=bench.game.id, seeds=seeds)
    command = [sys.executable, "-m", f"{__package__}.apart"]
    children = [
        subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONHASHSEED": str(number)},
        )
        for number in (1, 2)
    ]
    data = msgspec.json.encode(wanted, enc_hook=str)
    answers = [child.communicate(data)[0] for child in children]
    return [json.loads(answer) if answer else {} for answer in answers]


def check_saves(bench: Harness) -> Generator[CheckFailure, None, str]:
    """A game that is saved, loaded by a new start and gone on with is the game that was not."""
    count = 0
    for seed in bench.request.seeds[:REPLAYED_SEEDS]:
        try:
            whole = bench.begin(bench.loaded.rules, seed, "saves")
            half = max(bench.request.turns // 2, 1)
            kept = bench.save_sections(whole)
            at = 0
            for done, _ in enumerate(bench.play(whole, half, "saves"), 1):
                if done == half // 2:
                    kept, at = bench.save_sections(whole), done
            count += 1
            rules = bench.load(fresh=True).rules
            try:
                session = bench.load_save(rules, kept)
            except SaveError as error:
                yield bench.build_failure("saves", error, seed, at)
                continue
            for _ in bench.replay_commands(session, whole.commands[at:], "saves"):
                pass
            if session.hash() != whole.hash():
                turn = _find_reload_divergence(bench, seed, at)
                text = f"saved at turn {at} and loaded, it goes on otherwise: what it knows is not all in the save"
                yield bench.build_difference("saves", text, seed, turn)
        except GameStoppedError as stopped:
            yield stopped.failure
    return format_count(count, "save")


def _find_reload_divergence(bench: Harness, seed: int, at: int) -> int:
    """The turn at which a reloaded game parts from the whole one."""
    rules = bench.loaded.rules
    whole = bench.begin(rules, seed, "saves")
    for _ in islice(bench.play(whole, at, "saves"), at):
        pass
    loaded = bench.load_save(bench.load(fresh=True).rules, bench.save_sections(whole))
    for command in bench.play(whole, bench.request.turns, "saves"):
        for _ in bench.replay_commands(loaded, [command], "saves"):
            pass
        if loaded.hash() != whole.hash():
            return whole.state.turn
    return whole.state.turn


def check_removal(bench: Harness) -> Generator[CheckFailure, None, str]:
    """Taken out in the middle of a game and put back, it finds all that was its own."""
    if bench.mod.id in bench.game.rule_mods:
        return "- the game is made of it: it cannot be taken out"
    went_on = waited = 0
    without = bench.load(without_mod=True).rules
    for seed in bench.request.seeds[:REPLAYED_SEEDS]:
        try:
            session = bench.begin(bench.loaded.rules, seed, "removed")
            for _ in bench.play(session, max(bench.request.turns // 4, 1), "removed"):
                pass
            memory = msgspec.to_builtins(session.state.memory.get(bench.mod.id, {}))
            at = session.state.turn
            try:
                bare = bench.load_save(without, bench.save_sections(session))
            except SaveError as error:
                if "put that mod back" not in str(error):
                    yield bench.build_failure("removed", error, seed, at)
                waited += 1
                continue
            for _ in bench.play(bare, 20, "removed"):
                pass
            back = bench.load_save(bench.load(fresh=True).rules, bench.save_sections(bare))
            if msgspec.to_builtins(back.state.memory.get(bench.mod.id, {})) != memory:
                text = "what it remembered was not there when it was put back"
                yield bench.build_difference("removed", text, seed, at)
            for _ in bench.play(back, 20, "removed"):
                pass
            went_on += 1
        except GameStoppedError as stopped:
            yield stopped.failure
        except SaveError as error:
            yield bench.build_failure("removed", error, seed, at)
    return f"{format_count(went_on, 'game')} went on without it, {waited} waited for it"


def check_orders(bench: Harness) -> Generator[CheckFailure, None, str]:
    """Beside other mods, in every order that manifests allow, nothing raises."""
    if not bench.others:
        return "- it stands alone; name others with --with"
    told: set[tuple[str, str]] = set()
    hashes: dict[int, set[str]] = {}
    wanted = bench.request
    shuffles = range(MAX_ORDERS) if wanted.shuffle is None else [wanted.shuffle]
    lines = set()
    for shuffle in shuffles:
        try:
            rules = bench.load(shuffle=shuffle).rules
        except LoadError as error:
            yield CheckFailure(
                "orders",
                bench.mod.id,
                str(error),
                repeat=bench.format_repeat_command("orders", shuffle=shuffle),
            )
            continue
        lines.add(rules.mods)
        for seed in wanted.seeds[:REPLAYED_SEEDS]:
            try:
                session = bench.begin(rules, seed, "orders", shuffle=shuffle)
                for _ in bench.play(session, max(wanted.turns // 4, 1), "orders", shuffle=shuffle):
                    pass
                hashes.setdefault(seed, set()).add(session.hash())
            except GameStoppedError as stopped:
                if (stopped.failure.mod, stopped.failure.text) not in told:
                    told.add((stopped.failure.mod, stopped.failure.text))
                    yield stopped.failure
    decides = any(len(each) > 1 for each in hashes.values())
    outcome = "the order decides: say it in [order]" if decides else "the same games"
    return f"{format_count(len(bench.others), 'other')}, {format_count(len(lines), 'order')}: {outcome}"


def check_settings(bench: Harness) -> Generator[CheckFailure, None, str]:
    """Its settings at their bounds, one at a time and all together, raise nothing; only those of a world may matter."""
    offered = {f"{bench.mod.id}.{name}": each for name, each in bench.mod.manifest.settings.items()}
    if not offered:
        return "- it has no settings"
    ends = {name: list_bounds(setting) for name, setting in offered.items()}
    tries: list[dict[str, Any]] = [{name: value} for name, values in ends.items() for value in values]
    for at in (0, -1):
        together = {name: values[at] for name, values in ends.items() if values}
        if len(together) > 1:
            tries.append(together)
    usual = {seed: mark for seed, mark in _play_short_games(bench, {}) if isinstance(mark, str)}
    for values in tries:
        said = ", ".join(f"{name} = {value!r}" for name, value in values.items())
        given: dict[str, Any] = {
            f"set={n}": msgspec.json.encode(value).decode() for n, value in values.items()
        }
        shown = all(offered[name].scope != "world" for name in values)
        for seed, mark in _play_short_games(bench, values):
            if isinstance(mark, CheckFailure):
                text = f"with {said}: {mark.text}"
                again = bench.format_repeat_command("settings", mark.seed, mark.turn, **given)
                yield msgspec.structs.replace(mark, text=text, repeat=again)
            elif shown and mark != usual.get(seed):
                text = f"with {said} the game is another: what matters in a world has the scope world"
                turns = max(bench.request.turns // 4, 1)
                yield bench.build_difference("settings", text, seed, turns)
    return f"{format_count(len(tries), 'combination')} of {format_count(len(offered), 'setting')}"


def _play_short_games(bench: Harness, values: dict[str, Any]) -> Iterator[tuple[int, str | CheckFailure]]:
    """How short games under some settings end: seed, and the hash or a fault."""
    turns = max(bench.request.turns // 4, 1)
    try:
        loaded = bench.load(settings=values)
    except LoadError as error:
        yield 0, CheckFailure("settings", bench.mod.id, str(error))
        return
    for seed in bench.request.seeds[:2]:
        try:
            session = bench.begin(loaded.rules, seed, "settings")
            for _ in bench.play(session, turns, "settings"):
                pass
            yield seed, session.hash()
        except GameStoppedError as stopped:
            yield seed, stopped.failure


def list_bounds(setting: Setting) -> list[Any]:
    """The outermost values that a setting may have."""
    if setting.type == "bool":
        return [False, True]
    if setting.choices:
        return list(setting.choices)
    return [value for value in (setting.min, setting.max) if value is not None]


def check_time(bench: Harness) -> Generator[CheckFailure, None, str]:
    """What its hooks, steps and commands cost: a turn may not wait for them."""
    monitor = Monitor()
    rules = monitor.instrument(bench.loaded.rules, bench.loaded.hooks)
    played: dict[str, CallStats] = {}
    turns, setup, whole, asked = 0, 0, 0.0, set[str]()
    for seed in bench.request.seeds[:REPLAYED_SEEDS]:
        try:
            session = bench.begin(rules, seed, "time")
            before = _take_counts(monitor, bench.mod.id)
            setup = max(setup, sum(count.nanoseconds for count in before.values()))
            asked |= set(before)
            session.strict = False
            begin = perf_counter()
            turns += sum(1 for _ in bench.play(session, bench.request.turns, "time"))
            whole += perf_counter() - begin
        except GameStoppedError:  # a failure is the matter of another test
            continue
        for name, count in _take_counts(monitor, bench.mod.id).items():
            total = played.setdefault(name, CallStats())
            total.calls += count.calls
            total.nanoseconds += count.nanoseconds
    mine = {one.hook for line in bench.loaded.hooks.values() for one in line if one.mod == bench.mod.id}
    contract = bench.loaded.contract
    silent = [h for h in sorted(mine) if h not in {*played, *asked} and not contract[h].is_called_at_start]
    words = [f"never asked: {', '.join(silent)}"] if silent else []
    if setup > 1e5:
        words.insert(0, f"{setup / 1e6:.1f} ms to begin a game")
    if played and turns:
        spent = sum(count.nanoseconds for count in played.values()) / 1e6
        first = max(played, key=lambda name: played[name].nanoseconds)
        if spent / turns > TURN_BUDGET_MS:
            each = played[first].nanoseconds / played[first].calls / 1e3
            text = f"it takes {spent / turns:.1f} ms of a turn (up to {TURN_BUDGET_MS:g} is well): {first} {each:,.0f} µs each"
            again = bench.format_repeat_command("time", bench.request.seeds[0], bench.request.turns)
            yield CheckFailure("time", bench.mod.id, text, _find_location(bench, first), repeat=again)
        parts = [
            f"{name} {count.nanoseconds / count.calls / 1e3:.1f} µs × {count.calls / turns:.1f}"
            for name, count in sorted(played.items(), key=lambda row: -row[1].nanoseconds)[:4]
        ]
        share = spent / 10 / whole if whole else 0.0
        words.insert(0, f"{spent / turns:.3f} ms a turn, {share:.0f} % of it ({', '.join(parts)})")
    return "; ".join(words) or "- nothing of it ran"


def _take_counts(monitor: Monitor, mod: str) -> dict[str, CallStats]:
    """What was counted of a mod; the counting begins anew."""
    counts = {name: count for (who, name), count in monitor.stats.items() if who == mod}
    monitor.stats.clear()
    return counts


def _find_location(bench: Harness, name: str) -> str:
    """``file:line`` of a hook, step or command of the mod."""
    for line in bench.loaded.hooks.values():
        for one in line:
            if (one.mod, one.hook) == (bench.mod.id, name):
                return one.listener.cause.where
    step = bench.loaded.rules.steps.get(name)
    bound = [each for each in bench.loaded.rules.commands.values() if each.cause.via == name]
    return step.cause.where if step is not None else bound[0].cause.where if bound else ""


def hash_games(request: ConformanceRequest) -> dict[str, dict[str, str]]:
    """The marks of all games wanted, by seed: what another process is asked for."""
    bench = prepare_harnesses(request)[0]
    out: dict[str, dict[str, str]] = {}
    for seed in request.seeds:
        try:
            out[str(seed)] = {str(turn): mark for turn, mark in iter_hashes(bench, seed)}
        except GameStoppedError as stopped:
            out[str(seed)] = {str(stopped.failure.turn): f"stopped: {stopped.failure.text}"}
    return out
