"""``footfall stats``: what the finished games of the player add up to."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from footfall.app.files.finished_games import (
    FinishedGame,
    add_up,
    append_game,
    list_games_of,
    read_games,
    summarize_game,
)
from footfall.app.files.morgue import render_panel
from footfall.app.files.paths import data_folder
from footfall.app.screens.statistics import build_statistics_panels
from footfall.engine.saves.replay import ReplayError, play_back
from footfall.loader import LoadResult

from .compose import load_mods, read_replay_with_mods
from .options import CliError, mod_options
from .output import echo


@click.command()
@click.argument("game", default="")
@click.option("--json", "as_json", is_flag=True, help="Print numbers and records as JSON.")
@click.option("--import", "imports", is_flag=True, help="First play the replays of finished games that are missing.")
@mod_options
def stats(game: str, as_json: bool, imports: bool, mod_paths: tuple[Path, ...], strict: bool, lang: str | None) -> None:
    """Add up the finished games of GAME. Default: of every game played.

    Games are counted by course, ending and cause of death; games played with --console are not. Exit code 1 if a
    replay cannot be imported.
    """

    def load_game(id: str) -> LoadResult:
        return load_mods(
            id, mod_paths=mod_paths, strict=strict, lang=lang, settings=(), safe_mode=not mod_paths, quiet=True
        )

    failures = [*_import_replays(mod_paths, strict, lang)] if imports else []
    games, problems = read_games()
    ids = [load_game(game).rules.game.id] if game else [*dict.fromkeys(one.game for one in games)]
    report: dict[str, Any] = {}
    for id in ids:
        try:
            loaded = load_game(id)
        except CliError as error:  # the game of a mod that is no longer here
            problems.append(f"{id}: {error.message}")
            continue
        if as_json:
            own = list_games_of(games, id)
            sums = add_up(loaded.rules.game.statistics, own)
            report[id] = {**msgspec.to_builtins(sums), "games": msgspec.to_builtins(own)}
        else:
            _print_game(loaded, games)
    if as_json:
        echo(json.dumps({"games": report, "problems": problems}, indent=2, ensure_ascii=False))
    elif not ids:
        echo("No game has been finished yet.")
    for line in (*failures, *(() if as_json else problems)):
        echo(line, err=True)
    if failures:
        raise click.exceptions.Exit(1)


def _print_game(loaded: LoadResult, games: Sequence[FinishedGame]) -> None:
    game, translate = loaded.rules.game, loaded.catalog.translate
    echo(translate(game.presentation.title))
    for panel in build_statistics_panels(game, list_games_of(games, game.id), ()):
        for row in render_panel(panel, translate):
            echo(row)
    echo("")


def _import_replays(mod_paths: Sequence[Path], strict: bool, lang: str | None) -> Iterator[str]:
    """Plays the replays of finished games that have no record, oldest first; yields a line for each that fails."""
    games = read_games()[0]
    names = {f"{game.game}-{game.seed}-{game.turn}" for game in games}
    known = {(game.game, game.hash) for game in games}
    paths = sorted((data_folder() / "runs").glob("*.replay"), key=lambda path: (path.stat().st_mtime, path.name))
    for path in paths:
        if path.stem in names:
            continue
        try:
            replay, loaded = read_replay_with_mods(path, mod_paths=mod_paths, strict=strict, lang=lang)
            session = play_back(loaded.rules, replay, strict=strict)
        except (ReplayError, CliError) as error:
            yield f"{path}: {error}"
            continue
        if session.state.outcome is not None and (session.state.game, str(session.hash())) not in known:
            append_game(summarize_game(session))
