"""``footfall generate``: generates a level or a dungeon without playing."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click

from footfall.api.scene import Stage
from footfall.diagnostics.findings import suggest
from footfall.engine.context import Context
from footfall.engine.game import ChainObserver
from footfall.engine.problem_log import Problem
from footfall.engine.session import Session
from footfall.loader import LoadResult, list_games
from footfall.ui.drawing import animation

from .compose import exit_if_mods_failed, load_mods, play_with_mods
from .options import CliError, mod_options, parse_pairs, report_write_errors, setup_options
from .output import echo

MAX_GIF_FRAMES = 400
"""Maximum number of frames of a GIF; a longer generation shows its last ones."""


@click.command()
@click.argument("game")
@click.option("--floor", type=int, default=None, help="Short for --option floor=N.")
@click.option("--generator", default=None, help="Short for --option generator=NAME (cavern).")
@setup_options
@click.option("--steps", is_flag=True, help="Show every step, not only the result.")
@click.option(
    "--to",
    type=click.Choice(["text", "png", "json", "gif"]),
    default="text",
    show_default=True,
    help="Text, a picture, data, or an animation of the steps.",
)
@click.option("--json", "as_json", is_flag=True, help="Short for --to json.")
@click.option("--out", type=click.Path(path_type=Path), help="The output file; required for pictures.")
@mod_options
def generate(
    game: str,
    floor: int | None,
    generator: str | None,
    seed: int | None,
    options: tuple[str, ...],
    settings: tuple[str, ...],
    steps: bool,
    to: str,
    as_json: bool,
    out: Path | None,
    mod_paths: tuple[Path, ...],
    strict: bool,
    lang: str | None,
) -> None:
    """Generate a level or a dungeon of GAME and show all of it.

    A game with the same seed, mods and settings begins with the same level. --option takes the options of
    the game's generation; an unknown name lists them. Exit code 1 if a mod fails.
    """
    if as_json:
        to = "json"
    if to in ("png", "gif") and out is None:
        raise click.UsageError(f"--to {to} needs --out FILE")
    loaded = load_mods(game, mod_paths=mod_paths, strict=strict, lang=lang, settings=settings)
    values = _resolve_options(
        loaded, {**parse_pairs(options, "option"), **_drop_unset(floor=floor, generator=generator)}
    )
    number = seed if seed is not None else 0
    stages, problems = _generate_stages(loaded, number, values, strict)
    with report_write_errors(out) if out is not None else nullcontext():
        if to in ("png", "gif"):
            assert out is not None
            _write_picture(stages, loaded, to, out, steps)
        elif to == "json":
            _write_output(
                out, json.dumps(_build_report(stages, loaded, number, values, steps), ensure_ascii=False) + "\n"
            )
        else:
            _write_output(out, _render_text(stages, loaded, steps))
    exit_if_mods_failed(problems, loaded.findings)


def _drop_unset(**words: Any) -> dict[str, Any]:
    return {name: value for name, value in words.items() if value is not None}


def _resolve_options(loaded: LoadResult, values: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the options of a generation, with defaults for those not given.

    Raises:
        CliError: the game generates nothing, or has no such option.
    """
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


def _generate_stages(
    loaded: LoadResult, seed: int, values: Mapping[str, Any], strict: bool
) -> tuple[list[Stage], list[Problem]]:
    """Returns all stages of the generation, and the contained failures of mods.

    Raises:
        CliError: an option has a wrong value, or the generation failed.
    """
    rules = loaded.rules
    sessions: list[Session] = []

    def begin(options: Mapping[str, Any] | None = None, observer: ChainObserver | None = None) -> Context:
        sessions.append(Session.begin(rules, seed, options, strict=strict, quiet=True, observer=observer))
        return sessions[-1].context()

    generation = rules.game.generation
    assert generation is not None
    try:
        with play_with_mods():
            stages = list(generation.run(begin, values))
    except ValueError as error:
        raise CliError(str(error)) from None
    if not stages:
        raise CliError(f"{rules.game.id} generated nothing")
    return stages, [problem for session in sessions for problem in session.problems]


def _write_output(out: Path | None, text: str) -> None:
    if out is None:
        echo(text, nl=False)
    else:
        out.write_text(text, encoding="utf-8")


def _render_messages(stages: Sequence[Stage], loaded: LoadResult) -> list[str]:
    return [loaded.catalog.translate(line) for stage in stages for line in stage.lines]


def _render_text(stages: Sequence[Stage], loaded: LoadResult, steps: bool) -> str:
    parts = []
    for number, stage in enumerate(stages, 1) if steps else ():
        messages = "".join(f"{line}\n" for line in _render_messages([stage], loaded))
        parts.append(f"{number}/{len(stages)} {stage.name}\n{messages}{animation.stage_to_text(stage)}")
    if not steps:
        messages = "".join(f"{line}\n" for line in _render_messages(stages, loaded))
        parts.append(animation.stage_to_text(stages[-1]) + (f"\n{messages}" if messages else ""))
    return "\n".join(parts)


def _build_report(
    stages: Sequence[Stage], loaded: LoadResult, seed: int, options: Mapping[str, Any], steps: bool
) -> dict[str, Any]:
    def stage_to_dict(stage: Stage, sources: Sequence[Stage]) -> dict[str, Any]:
        rows = animation.stage_to_text(stage).splitlines()
        return {"rows": rows, "lines": _render_messages(sources, loaded), "data": stage.data}

    report: dict[str, Any] = {
        "game": loaded.rules.game.id,
        "seed": seed,
        "options": dict(options),
        "settings": dict(loaded.rules.settings),
        "mods": [list(row) for row in loaded.rules.lock],
        **stage_to_dict(stages[-1], stages),
    }
    if steps:
        report["steps"] = [{"name": stage.name, **stage_to_dict(stage, [stage])} for stage in stages]
    return report


def _write_picture(stages: Sequence[Stage], loaded: LoadResult, to: str, out: Path, steps: bool) -> None:
    if to == "png" and not steps:
        animation.write_stages_png([stages[-1]], out)
        return
    shown = stages[-MAX_GIF_FRAMES:]
    captions = [
        [f"{number}/{len(stages)} {stage.name}", *_render_messages([stage], loaded)]
        for number, stage in enumerate(stages, 1)
    ][-MAX_GIF_FRAMES:]
    if to == "png":
        animation.write_stages_png(shown, out, captions)
    else:
        animation.write_stages_gif(shown, out, captions)
