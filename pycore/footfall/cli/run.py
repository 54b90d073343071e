"""``footfall run``: a game without a display, from a file of commands or by a bot."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from footfall import __version__
from footfall.api.scene import Scene
from footfall.engine.courses import Underway, is_course
from footfall.engine.loop import Runaway
from footfall.engine.model import Command
from footfall.engine.replay import Recorder
from footfall.engine.session import GameOver, Session
from footfall.engine.why import Trail
from footfall.loader import Loaded
from footfall.loader.watchdog import patrol
from footfall.sim.bots import legal_commands, random_bot
from footfall.ui.canvas import Canvas
from footfall.ui.headless import to_gif, to_png, to_text
from footfall.ui.interaction import Request, View, press
from footfall.ui.screen import draw

from . import crash
from .compose import begin, load_mods
from .options import Trouble, mod_options, setup_options
from .script import BadScript, Keys, Random, commands, read
from .view import scene_of, tell_problems

FRAMES = 400
"""Frames of a GIF at most."""


@click.command()
@click.argument("game", default="stealth")
@setup_options
@click.option("--commands", "file", type=click.Path(path_type=Path), help="A file of commands to play.")
@click.option("--turns", type=click.IntRange(min=0), default=None, help="Let a random bot play so long.")
@click.option(
    "--to",
    type=click.Choice(["text", "plain", "json", "png", "gif"]),
    default="text",
    help="The last screen, the sentences, a report, a picture, or a film.",
)
@click.option("--out", type=click.Path(path_type=Path), help="Where to write it; pictures need it.")
@click.option("--size", default="80x50", metavar="WxH", help="Columns and rows of the screen.")
@click.option("--why", is_flag=True, help="Explain the numbers of the last turn: base, and each mod's part.")
@click.option("--replay", "record", type=click.Path(path_type=Path), help="Write a replay file as well.")
@click.option(
    "--repro", type=click.Path(path_type=Path), help="If a mod fails, write a file for `footfall bisect`."
)
@mod_options
def run(
    game: str,
    seed: int | None,
    options: tuple[str, ...],
    settings: tuple[str, ...],
    file: Path | None,
    turns: int | None,
    to: str,
    out: Path | None,
    size: str,
    why: bool,
    record: Path | None,
    repro: Path | None,
    mod_paths: tuple[Path, ...],
    strict: bool,
    lang: str | None,
) -> None:
    """Play GAME without a display, from a file of commands or by a bot."""
    if to in ("png", "gif") and out is None:
        raise click.UsageError(f"--to {to} needs --out FILE")
    width, height = _size(size)
    loaded = load_mods(game, mod_paths=mod_paths, strict=strict, lang=lang, settings=settings)
    trail = Trail() if why else None
    session = begin(loaded, seed if seed is not None else 0, options, strict=strict, trail=trail)
    frames: list[Canvas] = []
    recording = record.open("w", encoding="utf-8") if record else None
    recorder = Recorder(recording, session, __version__) if recording else None
    try:
        with patrol():
            for _ in _played(session, loaded, file, turns, recorder):
                if to == "gif" and len(frames) < FRAMES:
                    frames.append(_picture(session, loaded, width, height))
    except BadScript as error:
        raise Trouble(str(error)) from None
    except (GameOver, Runaway) as error:
        raise Trouble(str(error)) from None
    except Exception as error:
        if not strict:
            raise Trouble(crash.crashed(session, loaded, error, None, repro)) from error
        problem = session.problems[-1] if session.problems else f"{type(error).__name__}: {error}"
        raise Trouble(f"strict: {problem}") from error
    finally:
        if recorder is not None and recording is not None:
            recorder.after(force=True)
            recording.close()
    _write(session, loaded, to, out, width, height, frames)
    if repro is not None:
        click.echo(crash.failed(session, loaded, repro) or "no mod failed: no repro is written", err=True)
    if trail is not None:
        click.echo("\n".join(_explained(trail)))


def _explained(trail: Trail) -> Iterator[str]:
    """The folds of the last turn in which there were any."""
    if not trail.folds:
        yield "no hook was asked for a number"
        return
    last = trail.folds[-1].turn
    for fold in trail.folds:
        if fold.turn == last:
            yield f"turn {last}, {fold.hook}: {fold.event}"
            for term in fold.base:
                yield from (f"  {line}" for line in fold.explain(term))


def _size(size: str) -> tuple[int, int]:
    try:
        width, height = (int(part) for part in size.lower().split("x"))
    except ValueError:
        raise click.UsageError(f"--size takes WxH such as 80x50, got {size!r}") from None
    if not (20 <= width <= 400 and 10 <= height <= 200):
        raise click.UsageError("--size goes from 20x10 to 400x200")
    return width, height


def _played(
    session: Session, loaded: Loaded, file: Path | None, turns: int | None, recorder: Recorder | None
) -> Iterator[None]:
    """Plays the file and then the bot, yielding after every accepted command."""
    view = View()
    if file is not None:
        script = read(file, loaded.rules)
        for number, item in ((n, i) for n, raw in script.lines for i in commands([raw], session)):
            place = f"{script.path}:{number}"
            if isinstance(item, Keys):
                for key in item.names:
                    view, wanted = press(view, scene_of(session), key)
                    if isinstance(wanted, Request):
                        raise BadScript(
                            f"{place}: the key {key!r} asks to {wanted.value}; a file ends by itself"
                        )
                    if wanted is not None:
                        yield from _each(session, wanted, place, recorder)
            else:
                if isinstance(item, Random) and session.state.outcome is not None:
                    return
                command = random_bot(session) if isinstance(item, Random) else item
                yield from _each(session, command, place, recorder)
    for _ in range(turns or 0):
        if session.state.outcome is not None or not legal_commands(session):
            return
        _do(session, random_bot(session), "the bot", recorder)
        yield


def _each(session: Session, command: Command, place: str, recorder: Recorder | None) -> Iterator[None]:
    """Carries a command out, or each that a course leads to."""
    if not is_course(session, command):
        _do(session, command, place, recorder)
        yield
        return
    course = Underway(session, command)
    while isinstance(chosen := course.next(), Command):
        if not _do(session, chosen, place, recorder):
            return
        yield


def _do(session: Session, command: Command, place: str, recorder: Recorder | None) -> bool:
    """Carries a command out; returns whether it was accepted."""
    if session.state.outcome is not None:
        raise BadScript(f"{place}: the game has ended ({session.state.outcome})")
    if recorder is not None:
        recorder.before(command)
    result = session.step(command)
    tell_problems(session, result)
    if result.refused is not None:
        refused = result.refused
        click.echo(f"{place}: refused [{refused.rule or refused.message.id}]", err=True)
        return False
    if recorder is not None:
        recorder.after()
    return True


def _picture(session: Session, loaded: Loaded, width: int, height: int) -> Canvas:
    canvas = Canvas(height, width)
    scene: Scene = scene_of(session)
    draw(canvas, scene, View(), loaded.catalogue.text)
    return canvas


def _write(
    session: Session,
    loaded: Loaded,
    to: str,
    out: Path | None,
    width: int,
    height: int,
    frames: list[Canvas],
) -> None:
    if to == "png":
        assert out is not None
        to_png(_picture(session, loaded, width, height), out)
        return
    if to == "gif":
        assert out is not None
        to_gif(frames or [_picture(session, loaded, width, height)], out)
        return
    if to == "json":
        text = json.dumps(_report(session), indent=2, ensure_ascii=False) + "\n"
    elif to == "plain":
        lines = (f"{line.turn:>5}  {loaded.catalogue.text(line.message)}" for line in session.log)
        text = "\n".join(lines) + f"\n{_closing(session)}\n"
    else:
        text = to_text(_picture(session, loaded, width, height)) + f"\n{_closing(session)}\n"
    if out is None:
        click.echo(text, nl=False)
    else:
        out.write_text(text, encoding="utf-8")


def _closing(session: Session) -> str:
    state = session.state
    end = f", {state.outcome}" if state.outcome else ""
    return f"turn {state.turn}, seed {state.seed}, hash {session.hash()}{end}"


def _report(session: Session) -> dict[str, Any]:
    state = session.state
    return {
        "game": state.game,
        "seed": state.seed,
        "turn": state.turn,
        "outcome": state.outcome,
        "hash": session.hash(),
        "mods": [list(row) for row in session.rules.lock],
        "problems": [str(problem) for problem in session.problems],
    }
