"""Replays: read with the mods and settings of the recorded game, and the messages if those are lost or have changed."""

import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

import msgspec

from footfall.diagnostics.files import format_path
from footfall.diagnostics.plural import join_list
from footfall.engine.declarations.rules import Rules
from footfall.engine.saves.differences import compare_locks
from footfall.engine.saves.replay import Replay, ReplayDriftError, play_back, read_replay
from footfall.engine.saves.replay_lines import ReplayHeader
from footfall.engine.session import Session
from footfall.loader import LoadResult, discover
from footfall.loader.profiles.user_choices import load_choices

from .options import GameOptions
from .output import CliError, echo

SHIPPED_PREFIX = "core."
"""The beginning of the ids of mods that come with the program; no index has them."""


def read_replay_with_mods(path: Path, setup: GameOptions, *, quiet: bool = False) -> tuple[Replay, LoadResult]:
    """Reads a replay and loads its game with the settings it was recorded with; reports its mods that are not on.

    Raises:
        ReplayError: the replay cannot be read, or was recorded with other mods.
        CliError: the game cannot be loaded, or a mod has lost a setting.
    """
    loaded: list[LoadResult] = []

    def load_rules(header: ReplayHeader) -> Rules:
        recorded = msgspec.structs.replace(setup, settings=_list_settings(header))
        try:
            result = recorded.load(header.game, quiet=quiet, keeps_unknown=True)
        except CliError:
            known = discover(setup.mod_paths)[0]
            _report_lost_mods(header, known, known, path)
            raise
        active = [id for id, _, _ in result.rules.lock]
        _report_lost_mods(header, active, result.available, path)
        owners = tuple(f"{id}." for id in active)  # a mod that is off has no settings
        unknown = [name for name in header.settings if name not in result.settings and name.startswith(owners)]
        if unknown:
            raise CliError(f"{path}: was recorded with settings that no longer exist: {', '.join(unknown)}")
        loaded.append(result)
        return result.rules

    replay = read_replay(path, load_rules)
    if replay.damage is not None:
        echo(loaded[-1].catalog.translate(replay.damage), err=True)
    return replay, loaded[-1]


def load_without(mod: str, header: ReplayHeader, setup: GameOptions, loaded: LoadResult) -> Rules:
    """Loads the game of a replay without one of its mods.

    Raises:
        CliError: the mod is not on, or the game cannot be loaded without it.
    """
    if mod not in {id for id, _, _ in loaded.rules.lock}:
        raise CliError(f"{mod} is not among the mods of the replay: {join_list([id for id, _, _ in header.lock], 9)}")
    shipped = set(discover([], all_sources=False)[0])
    named = {path for path in setup.mod_paths if set(discover([path], all_sources=False)[0]) - shipped == {mod}}
    others = msgspec.structs.replace(
        setup,
        mod_paths=tuple(path for path in setup.mod_paths if path not in named),
        settings=_list_settings(header, mod),
    )
    choices = load_choices()
    off = msgspec.structs.replace(choices, switches={**choices.switches, mod: False})
    rules = others.load(header.game, quiet=True, keeps_unknown=True, choices=off).rules
    if mod in {id for id, _, _ in rules.lock}:
        raise CliError(f"{mod} cannot be left out: it is in a folder that --mods names; name the other mods one by one")
    return rules


def load_with(path: Path, header: ReplayHeader, setup: GameOptions) -> Rules:
    """Loads the game of a replay with the mods at a path, in place of other versions of them.

    Raises:
        CliError: the game cannot be loaded with them.
    """
    ids = set(discover([path], all_sources=False)[0]) - set(discover([], all_sources=False)[0])
    paths = (other for other in setup.mod_paths if ids.isdisjoint(discover([other], all_sources=False)[0]))
    others = msgspec.structs.replace(setup, mod_paths=(*paths, path), settings=_list_settings(header))
    return others.load(header.game, quiet=True, keeps_unknown=True).rules


def _list_settings(header: ReplayHeader, mod: str = "") -> tuple[str, ...]:
    """Returns the recorded settings, as the command line takes them, without those of `mod`."""
    settings = header.settings.items()
    return tuple(f"{name}={json.dumps(value)}" for name, value in settings if not (mod and name.startswith(f"{mod}.")))


def _report_lost_mods(header: ReplayHeader, active: Collection[str], known: Collection[str], path: Path) -> None:
    """Names the mods of a replay that are not on, and says how to get them.

    Args:
        known: ids of the mods that are here, on or off.
    """
    lost = [row for row in header.lock if row[0] not in active]
    if not lost:
        return
    place = format_path(path)
    lines = [f"{place}: was recorded with mods that are not on:"]
    for id, version, content in lost:
        lines.append(f"  {id} {version}, {'off here' if id in known else 'missing here'} (content {content})")
    if any(id in known for id, _, _ in lost):
        lines.append(
            "  to use one that is here: --mods PATH, or footfall mods on ID; code needs footfall mods approve ID"
        )
    if any(id not in known for id, _, _ in lost):
        lines.append(f"  to get exactly its mods: footfall mods install --from {place}, or name them with --mods")
    echo("\n".join(lines), err=True)


def follow_recording(replay: Replay, rules: Rules, path: Path, until: int | None = None, **keywords: Any) -> Session:
    """Plays a replay, see `play_back`.

    Raises:
        CliError: the game does not follow it.
    """
    try:
        return play_back(rules, replay, until, **keywords)
    except ReplayDriftError as error:
        differences = compare_locks(replay.header.lock, rules.lock)
        lost = f"from turn {error.turn} on the game no longer follows the recording"
        version = replay.header.version
        since = f"the rules have changed since Footfall {version} recorded this game, and " if differences else ""
        text = f"{path}: {since}{lost}\n  {error.details}\n  up to there: footfall replay {path} --watch"
        if any(not one.subject.startswith(SHIPPED_PREFIX) for one in differences if one.subject):
            text += f"\n  to have exactly its mods: footfall mods install --from {path}"
        raise CliError(text) from None
