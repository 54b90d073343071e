"""``footfall generate``: a level or a whole dungeon to look at, without a game."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from footfall.api.scene import Stage
from footfall.diagnostics.findings import suggest
from footfall.engine.context import Context
from footfall.engine.loop import RunawayError
from footfall.engine.rules import ChainObserver
from footfall.engine.session import Session
from footfall.loader import LoadResult
from footfall.ui import animation as drawing

from .compose import load_mods
from .options import CliError, mod_options, parse_pairs, setup_options

MAX_GIF_FRAMES = 400
"""Frames of a GIF at most; of longer makings, the last ones."""


@click.command()
@click.argument("game")
@click.option("--floor", type=int, default=None, help="Which floor; the same as --option floor=N.")
@click.option(
    "--generator", default=None, help="What makes it (cavern); the same as --option generator=NAME."
)
@setup_options
@click.option("--steps", is_flag=True, help="Show every step of the making, not the end alone.")
@click.option(
    "--to",
    type=click.Choice(["text", "png", "json", "gif"]),
    default="text",
    show_default=True,
    help="Signs and sentences, a picture, plain data, or a film of the making.",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --to json.")
@click.option("--out", type=click.Path(path_type=Path), help="Where to write it; pictures need it.")
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
    """Make a level or a dungeon of GAME and show it, secrets and all.

    What a game of the same seed, mods and settings would begin with is what is shown. --option takes
    what the game's generation knows; a wrong name lists them.
    """
    if as_json:
        to = "json"
    if to in ("png", "gif") and out is None:
        raise click.UsageError(f"--to {to} needs --out FILE")
    loaded = load_mods(game, mod_paths=mod_paths, strict=strict, lang=lang, settings=settings)
    chosen = _resolve_options(
        loaded, {**parse_pairs(options, "option"), **_drop_unset(floor=floor, generator=generator)}
    )
    number = seed if seed is not None else 0
    stages = _generate_stages(loaded, number, chosen, strict)
    try:
        if to in ("png", "gif"):
            assert out is not None
            _write_picture(stages, loaded, to, out, steps)
        elif to == "json":
            _write_output(
                out,
                json.dumps(_build_report(stages, loaded, number, chosen, steps), ensure_ascii=False) + "\n",
            )
        else:
            _write_output(out, _render_text(stages, loaded, steps))
    except OSError as error:
        raise CliError(f"{out}: cannot be written ({error.strerror})") from None


def _drop_unset(**words: Any) -> dict[str, Any]:
    return {name: value for name, value in words.items() if value is not None}


def _resolve_options(loaded: LoadResult, given: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a generation, those that were not given by their defaults.

    Raises:
        Trouble: the game generates nothing, or does not know an option.
    """
    game = loaded.rules.game
    if game.generation is None:
        able = [other.id for other in loaded.games.values() if other.generation is not None]
        raise CliError(f"{game.id} generates nothing; games that do: {', '.join(able) or 'none'}")
    known = game.generation.options
    for name in given:
        if name not in known:
            told = f"the generation of {game.id} has no option {name!r}{suggest(name, list(known))}"
            raise CliError(f"{told}; it has: {', '.join(known) or 'none'}")
    return {**known, **given}


def _generate_stages(loaded: LoadResult, seed: int, chosen: Mapping[str, Any], strict: bool) -> list[Stage]:
    """All stages of the making.

    Raises:
        Trouble: an option does not fit, or the making failed.
    """
    rules = loaded.rules
    sessions: list[Session] = []

    def begin(options: Mapping[str, Any] | None = None, observer: ChainObserver | None = None) -> Context:
        sessions.append(Session.begin(rules, seed, options, strict=strict, quiet=True, observer=observer))
        return sessions[-1].context()

    generation = rules.game.generation
    assert generation is not None
    try:
        stages = list(generation.run(begin, chosen))
    except (ValueError, RunawayError) as error:
        raise CliError(str(error)) from None
    except Exception as error:
        if not strict:
            raise
        raise CliError(f"strict: {type(error).__name__}: {error}") from error
    for problem in (problem for session in sessions for problem in session.problems):
        click.echo(str(problem), err=True)
    if not stages:
        raise CliError(f"{rules.game.id} made nothing")
    return stages


def _write_output(out: Path | None, text: str) -> None:
    if out is None:
        click.echo(text, nl=False)
    else:
        out.write_text(text, encoding="utf-8")


def _render_messages(stages: Sequence[Stage], loaded: LoadResult) -> list[str]:
    return [loaded.catalog.translate(line) for stage in stages for line in stage.lines]


def _render_text(stages: Sequence[Stage], loaded: LoadResult, steps: bool) -> str:
    parts = []
    for number, stage in enumerate(stages, 1) if steps else ():
        told = "".join(f"{line}\n" for line in _render_messages([stage], loaded))
        parts.append(f"{number}/{len(stages)} {stage.name}\n{told}{drawing.stage_to_text(stage)}")
    if not steps:
        told = "".join(f"{line}\n" for line in _render_messages(stages, loaded))
        parts.append(drawing.stage_to_text(stages[-1]) + (f"\n{told}" if told else ""))
    return "\n".join(parts)


def _build_report(
    stages: Sequence[Stage], loaded: LoadResult, seed: int, options: Mapping[str, Any], steps: bool
) -> dict[str, Any]:
    def one(stage: Stage, told: Sequence[Stage]) -> dict[str, Any]:
        rows = drawing.stage_to_text(stage).splitlines()
        return {"rows": rows, "lines": _render_messages(told, loaded), "data": stage.data}

    report: dict[str, Any] = {
        "game": loaded.rules.game.id,
        "seed": seed,
        "options": dict(options),
        "settings": dict(loaded.rules.settings),
        "mods": [list(row) for row in loaded.rules.lock],
        **one(stages[-1], stages),
    }
    if steps:
        report["steps"] = [{"name": stage.name, **one(stage, [stage])} for stage in stages]
    return report


def _write_picture(stages: Sequence[Stage], loaded: LoadResult, to: str, out: Path, steps: bool) -> None:
    if to == "png" and not steps:
        drawing.write_stages_png([stages[-1]], out)
        return
    shown = stages[-MAX_GIF_FRAMES:]
    captions = [
        [f"{number}/{len(stages)} {stage.name}", *_render_messages([stage], loaded)]
        for number, stage in enumerate(stages, 1)
    ][-MAX_GIF_FRAMES:]
    if to == "png":
        drawing.write_stages_png(shown, out, captions)
    else:
        drawing.write_stages_gif(shown, out, captions)
