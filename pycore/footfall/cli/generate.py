"""``footfall generate``: generates a level or a dungeon without playing."""

import json
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click

from footfall.api.scene import Stage
from footfall.diagnostics.findings import suggest
from footfall.disk import write_file
from footfall.engine.context import Context
from footfall.engine.declarations.game import ChainObserver
from footfall.engine.session import Session
from footfall.loader import LoadResult, list_games
from footfall.ui.drawing import export

from .options import ANY_PATH, MODS, SETUP, GameOptions, game_options
from .output import CliError, echo, report_errors, report_write_errors
from .playing import exit_if_mods_failed, play_with_mods

MAX_GIF_FRAMES = 400
"""Maximum number of frames of a GIF; a longer generation shows its last ones."""


@click.command()
@click.argument("game")
@click.option("--floor", type=int, default=None, help="Short for --option floor=N.")
@click.option("--generator", default=None, help="Short for --option generator=NAME (cavern).")
@click.option("--steps", is_flag=True, help="Show every step, not only the result.")
@click.option(
    "--to",
    type=click.Choice(["text", "png", "json", "gif"]),
    default="text",
    show_default=True,
    help="Text, a picture, data, or an animation of the steps.",
)
@click.option("--json", "as_json", is_flag=True, help="Short for --to json.")
@click.option("--out", type=ANY_PATH, help="The output file; required for pictures.")
@game_options(*SETUP, *MODS)
def generate(
    game: str,
    floor: int | None,
    generator: str | None,
    steps: bool,
    to: str,
    as_json: bool,
    out: Path | None,
    setup: GameOptions,
) -> None:
    """Generate a level or a dungeon of GAME and show all of it.

    A game with the same seed, mods and settings begins with the same level. --option takes the options of
    the game's generation; an unknown name lists them. Exit code 1 if a mod fails.
    """
    to = "json" if as_json else to
    if to in ("png", "gif") and out is None:
        raise click.UsageError(f"--to {to} needs --out FILE")
    loaded = setup.load(game)
    shorthands = {"floor": floor, "generator": generator}
    given = {name: value for name, value in shorthands.items() if value is not None}
    options = _resolve_options(loaded, {**setup.option_values, **given})
    sessions: list[Session] = []

    def begin(options: Mapping[str, Any] | None = None, observer: ChainObserver | None = None) -> Context:
        session = Session.begin(
            loaded.rules, setup.seed or 0, options, strict=setup.is_strict, quiet=True, observer=observer
        )
        sessions.append(session)
        return session.context()

    assert loaded.rules.game.generation is not None
    with report_errors(ValueError), play_with_mods():
        stages = list(loaded.rules.game.generation.run(begin, options))
    if not stages:
        raise CliError(f"{loaded.rules.game.id} generated nothing")
    with report_write_errors(out) if out is not None else nullcontext():
        if out is not None and to in ("png", "gif"):
            _write_picture(stages, loaded, to, out, steps)
        else:
            data = _build_data(stages, loaded, setup.seed or 0, options, steps) if to == "json" else None
            text = _render_text(stages, loaded, steps) if data is None else json.dumps(data, ensure_ascii=False) + "\n"
            if out is None:
                echo(text, nl=False)
            else:
                write_file(out, text)
    exit_if_mods_failed((problem for session in sessions for problem in session.problems), loaded.findings)


def _resolve_options(loaded: LoadResult, values: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the options of a generation, with defaults for those not given."""
    game = loaded.rules.game
    if game.generation is None:
        games = [other.id for other in list_games().values() if other.generation is not None]
        raise CliError(f"{game.id} generates nothing; games that do: {', '.join(games) or 'none'}")
    known = game.generation.options
    for name in values:
        if name not in known:
            text = f"the generation of {game.id} has no option {name!r}{suggest(name, list(known))}"
            raise CliError(f"{text}; it has: {', '.join(known) or 'none'}")
    return {**known, **values}


def _list_messages(stages: Sequence[Stage], loaded: LoadResult) -> list[str]:
    return [loaded.catalog.translate(line) for stage in stages for line in stage.lines]


def _list_captions(stages: Sequence[Stage], loaded: LoadResult) -> list[list[str]]:
    """Returns the lines above each stage: its number and name, then its messages."""
    count = len(stages)
    return [[f"{at}/{count} {stage.name}", *_list_messages([stage], loaded)] for at, stage in enumerate(stages, 1)]


def _render_text(stages: Sequence[Stage], loaded: LoadResult, steps: bool) -> str:
    if not steps:
        messages = "".join(f"{line}\n" for line in _list_messages(stages, loaded))
        return export.stage_to_text(stages[-1]) + (f"\n{messages}" if messages else "")
    rows = zip(_list_captions(stages, loaded), stages, strict=True)
    return "\n".join("\n".join((*caption, export.stage_to_text(stage))) for caption, stage in rows)


def _build_data(
    stages: Sequence[Stage], loaded: LoadResult, seed: int, options: Mapping[str, Any], steps: bool
) -> dict[str, Any]:
    def stage_to_dict(stage: Stage, sources: Sequence[Stage]) -> dict[str, Any]:
        rows = export.stage_to_text(stage).splitlines()
        return {"rows": rows, "lines": _list_messages(sources, loaded), "data": stage.data}

    data: dict[str, Any] = {
        "game": loaded.rules.game.id,
        "seed": seed,
        "options": dict(options),
        "settings": dict(loaded.rules.settings),
        "mods": [list(row) for row in loaded.rules.lock],
        **stage_to_dict(stages[-1], stages),
    }
    if steps:
        data["steps"] = [{"name": stage.name, **stage_to_dict(stage, [stage])} for stage in stages]
    return data


def _write_picture(stages: Sequence[Stage], loaded: LoadResult, to: str, out: Path, steps: bool) -> None:
    if to == "png" and not steps:
        export.write_stages_png([stages[-1]], out)
        return
    captions = _list_captions(stages, loaded)
    write = export.write_stages_png if to == "png" else export.write_stages_gif
    write(stages[-MAX_GIF_FRAMES:], out, captions[-MAX_GIF_FRAMES:])
