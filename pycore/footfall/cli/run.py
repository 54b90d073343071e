"""``footfall run``: plays a game without a display, from a command file or with a random bot.

A command file has one item per line; ``#`` begins a comment.

* ``step direction=2``: a command by its short or full name, with its fields;
* ``wait * 4``: a command four times;
* ``answer choice=0``: answers the open question;
* ``{"type": "core.stealth:step", "direction": 2}``: a command as JSON, as in replays;
* ``keys l l 5 ESC``: key presses;
* ``random * 20``: twenty random legal commands.
"""

import json
import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import click
import msgspec

from footfall import __version__
from footfall.api.scene import Scene
from footfall.api.session_scene import build_session_scene, log_problems
from footfall.app import crash
from footfall.diagnostics import UserError
from footfall.diagnostics.files import read_limited_file
from footfall.diagnostics.findings import suggest
from footfall.disk import write_file
from footfall.engine.bots import RunningMacro, is_macro
from footfall.engine.codec import index_command_types, parse_command
from footfall.engine.declarations.rules import Rules
from footfall.engine.loop import RunawayError
from footfall.engine.model import BUILTIN_COMMANDS, Command
from footfall.engine.saves.replay import Recorder
from footfall.engine.session import GameOverError, Session
from footfall.i18n.catalog import Catalog
from footfall.loader import LoadResult
from footfall.loader.isolation.watchdog import watch_for_hangs
from footfall.sim.bots import choose_random_command, list_legal_commands
from footfall.ui.drawing.canvas import Canvas, canvas_to_text
from footfall.ui.drawing.screen import draw_screen
from footfall.ui.interaction import handle_key
from footfall.ui.settings import UiSettings, load_ui_settings
from footfall.ui.ui_state import AppRequest, UiState

from .options import ANY_PATH, MODS, SETUP, GameOptions, game_options
from .output import CliError, echo, escape_controls, report_write_errors
from .playing import describe_strict_failure, exit_if_mods_failed, redirect_mod_output

MAX_BYTES = 16 << 20
MAX_ITEMS = 1_000_000
"""Commands in a file, repeated ones included."""
MAX_DIGITS = 12


class ScriptError(UserError):
    """A command file is wrong. The message has file and line."""


class PressKeys(msgspec.Struct, frozen=True):
    """Keys to press."""

    names: tuple[str, ...]


class RandomCommand(msgspec.Struct, frozen=True):
    """One random legal command."""


ScriptItem: TypeAlias = PressKeys | RandomCommand | tuple[Command, bool]
"""An item of a command file: keys, a random command, or a command and whether it names its actor."""


def read_script(path: Path, rules: Rules) -> list[tuple[int, ScriptItem]]:
    """Reads a command file; returns pairs of line number and item.

    Raises:
        ScriptError: the file cannot be read, or a line is wrong.
    """
    try:
        text = read_limited_file(path, MAX_BYTES).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise ScriptError(f"{path}: cannot be read ({reason})") from None
    types = index_command_types([*rules.commands, *BUILTIN_COMMANDS])
    lines: list[tuple[int, ScriptItem]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            lines.extend((number, item) for item in _parse_line(line.strip(), types))
            if len(lines) > MAX_ITEMS:
                raise ValueError(f"there are more than {MAX_ITEMS:,} commands; split the file")
        except ValueError as error:
            raise ScriptError(f"{path}:{number}: {error}") from None
    return lines


def _parse_line(line: str, types: Mapping[str, type[Command]]) -> Iterator[ScriptItem]:
    if line.startswith("{"):
        try:
            value = json.loads(line)
        except json.JSONDecodeError as error:
            raise ValueError(f"not valid JSON ({error.msg} at column {error.colno})") from None
        except RecursionError:
            raise ValueError("not valid JSON (nested too deeply)") from None
        command = value.get("command", value)
        if not isinstance(command, dict):
            raise ValueError("a command is a table of its fields")
        yield parse_command(command, types), "actor" in command
        return
    count = 1
    before, _, times = line.rpartition("*")
    if before.strip() and re.fullmatch(r"\s*[0-9]+", times) and not line.startswith("keys "):
        line, count = before.strip(), int(times) if len(times) < MAX_DIGITS else MAX_ITEMS + 1
        if count > MAX_ITEMS:
            raise ValueError(f"a command can be repeated {MAX_ITEMS:,} times at most")
    word, *rest = shlex.split(line, comments=True)
    if word == "keys":
        yield PressKeys(tuple(rest))
        return
    if word == "random":
        for _ in range(count):
            yield RandomCommand()
        return
    value = {"type": _resolve_tag(word, types), **dict(_parse_field(item) for item in rest)}
    command = parse_command(value, types)
    for _ in range(count):
        yield command, "actor" in value


def _resolve_tag(word: str, types: Mapping[str, type[Command]]) -> str:
    if word in types:
        return word
    matches = [tag for tag in types if tag.rpartition(":")[2] == word]
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise ValueError(f"{word!r} is ambiguous: {', '.join(sorted(matches))}")
    short = sorted(tag.rpartition(":")[2] for tag in types)
    raise ValueError(f"unknown command {word!r}{suggest(word, short) or '; known: ' + ', '.join(short)}")


def _parse_field(item: str) -> tuple[str, Any]:
    name, equals, text = item.partition("=")
    if not equals:
        raise ValueError(f"expected field=value, got {item!r}")
    try:
        return name, json.loads(text)
    except (json.JSONDecodeError, RecursionError):
        pass
    if re.fullmatch(r"-?\d+(,-?\d+)+", text):
        return name, [int(part) for part in text.split(",")]
    return name, text


def fill_actor(item: ScriptItem, session: Session) -> Command | PressKeys | RandomCommand:
    """Sets the actor of a command to the active player's where the line names none."""
    if not isinstance(item, tuple):
        return item
    command, has_actor = item
    question = session.state.question
    if not has_actor and question is not None:
        command = msgspec.structs.replace(command, actor=question.actor)
    return command


MAX_GIF_FRAMES = 400
"""Largest number of frames in a GIF; later turns are left out."""


@click.command()
@click.argument("game", default="stealth")
@click.option("--commands", "file", type=ANY_PATH, help="Play the commands in this file.")
@click.option("--turns", type=click.IntRange(min=0), default=None, help="Then let a random bot play this many turns.")
@click.option(
    "--to",
    type=click.Choice(["text", "log", "json", "png", "gif"]),
    default="text",
    help="The last screen, the message log, a report, a picture, or an animation.",
)
@click.option("--out", type=ANY_PATH, help="The output file; required for pictures.")
@click.option("--size", default="80x50", metavar="WxH", help="Columns and rows of the screen.")
@click.option("--record", "record", type=ANY_PATH, help="Also write a replay file.")
@click.option("--repro", type=ANY_PATH, help="If a mod fails, write a repro for `footfall bisect`.")
@click.option(
    "--cost",
    type=click.Choice(["mods", "all"]),
    help="Instead: play games with bots; report the time of each hook, step and command of mods, or of all plugins.",
)
@click.option("--games", type=click.IntRange(min=1), default=10, help="Games of --cost, which share its 2,000 turns.")
@game_options(*SETUP, *MODS)
def run(
    game: str,
    file: Path | None,
    turns: int | None,
    to: str,
    out: Path | None,
    size: str,
    record: Path | None,
    repro: Path | None,
    cost: str | None,
    games: int,
    setup: GameOptions,
) -> None:
    """Play GAME without a display, from a command file or with a random bot.

    Exit code 1 if a mod fails, in play or while it is loaded. The time that --cost reports for a step or command
    includes the hooks it calls.
    """
    if to in ("png", "gif") and out is None:
        raise click.UsageError(f"--to {to} needs --out FILE")
    width, height = _parse_size(size)
    loaded = setup.load(game)
    if cost is not None:
        from .cost import TURNS, measure_mods  # only here: slow to import

        measure_mods(loaded, setup, turns or TURNS, games, include_game=cost == "all").print(to == "json")
        return
    session = setup.begin(loaded, setup.seed or 0)
    look = None
    if to in ("png", "gif"):  # as a window shows it
        from footfall.app.appearance import load_look  # only here: slow to import

        look = load_look(load_ui_settings(), loaded)
        for problem in look.problems:
            echo(problem, err=True)
    draw = partial(_render_canvas, session, loaded, width, height, look)
    player = _Player(session, loaded, record)
    try:
        with watch_for_hangs(), redirect_mod_output():
            playing = player.play(file, turns)
            if to == "gif" and out is not None:
                _write_film(playing, draw, out)
            for _ in playing:
                pass
            screen = draw() if to in ("text", "png") else None
    except (GameOverError, RunawayError) as error:
        raise CliError(describe_strict_failure(error) if setup.is_strict else str(error)) from None
    except (CliError, ScriptError):  # the replay cannot be written, a line of the file is wrong
        raise
    except Exception as error:
        if not setup.is_strict:
            raise CliError(crash.report_crash(session, loaded, error, None, repro)) from error
        raise CliError(describe_strict_failure(error)) from error
    finally:
        player.close()
    if to != "gif":
        _write_output(session, to, out, screen, loaded.catalog)
    if repro is not None:
        echo(crash.report_failure(session, loaded, repro) or "no mod failed; no repro was written", err=True)
    exit_if_mods_failed(session.problems, loaded.findings)


class _Player:
    """Plays the commands of a file and of a bot, and records them; ends if the replay cannot be written."""

    def __init__(self, session: Session, loaded: LoadResult, path: Path | None) -> None:
        self._session, self._rules, self._path = session, loaded.rules, path
        self._recorder: Recorder | None = None
        if path is not None:
            with report_write_errors(path), ExitStack() as stack:
                self._file = stack.enter_context(path.open("w", encoding="utf-8"))
                self._recorder = Recorder(self._file, session, __version__)
                stack.pop_all()

    def close(self) -> None:
        def end(recorder: Recorder) -> None:
            with self._file:
                recorder.write_hash_mark(force=True)

        self._record(end)

    def _record(self, write: Callable[[Recorder], None]) -> None:
        if self._recorder is not None and self._path is not None:
            with report_write_errors(self._path):
                write(self._recorder)

    def play(self, file: Path | None, turns: int | None) -> Iterator[None]:
        """Plays the file, then the bot; yields after every command, even a refused one, unless a macro gave it."""
        session, view = self._session, UiState()
        for number, line in read_script(file, self._rules) if file is not None else ():
            item, place = fill_actor(line, session), f"{file}:{number}"
            if isinstance(item, PressKeys):
                for key in item.names:
                    view, result = handle_key(view, build_session_scene(session), key)
                    if isinstance(result, AppRequest):
                        meaning = f"the key {key!r} means {result.value}"
                        raise ScriptError(f"{place}: {meaning}, which a command file cannot do")
                    if result is not None:
                        yield from self._run(result, place)
            else:
                if isinstance(item, RandomCommand) and session.state.outcome is not None:
                    return
                yield from self._run(choose_random_command(session) if isinstance(item, RandomCommand) else item, place)
        for _ in range(turns or 0):
            if session.state.outcome is not None or not list_legal_commands(session):
                return
            self._submit(choose_random_command(session), "the bot")
            yield

    def _run(self, command: Command, place: str) -> Iterator[None]:
        """Carries out a command, or all commands of a macro."""
        if not is_macro(self._session, command):
            self._submit(command, place)
            yield
            return
        macro = RunningMacro(self._session, command)
        while isinstance(step := macro.next_command(), Command):
            if not self._submit(step, place):
                return
            yield

    def _submit(self, command: Command, place: str) -> bool:
        """Carries out a command; returns whether it was accepted."""
        session = self._session
        if session.state.outcome is not None:
            raise ScriptError(f"{place}: the game has ended ({session.state.outcome})")
        self._record(lambda recorder: recorder.write_command(command))
        result = session.submit(command)
        log_problems(session, result.problems)
        if result.refusal is not None:
            echo(f"{place}: refused [{result.refusal.rule or result.refusal.message.id}]", err=True)
            return False
        self._record(Recorder.write_hash_mark)
        return True


def _parse_size(size: str) -> tuple[int, int]:
    try:
        width, height = (int(part) for part in size.lower().split("x"))
    except ValueError:
        raise click.UsageError(f"--size takes WxH such as 80x50, got {size!r}") from None
    if not (20 <= width <= 400 and 10 <= height <= 200):
        raise click.UsageError("--size must be between 20x10 and 400x200")
    return width, height


def _render_canvas(session: Session, loaded: LoadResult, width: int, height: int, look: UiSettings | None) -> Canvas:
    """Draws the screen; if a look is given, as a window would show it, for a picture."""
    if look is not None:
        from footfall.ui.map.square_tiles import create_pixel_canvas  # only here: slow to import

        canvas = create_pixel_canvas(height, width, settings=look)
    else:
        canvas = Canvas(height, width)
    scene: Scene = build_session_scene(session)
    draw_screen(canvas, scene, UiState(), loaded.catalog.translate)
    return canvas


def _write_film(playing: Iterator[None], draw: Callable[[], Canvas], out: Path) -> None:
    """Plays a game and writes a GIF of its first turns, frame by frame."""
    from footfall.ui.drawing.export import write_canvas_gif  # only here: slow to import

    def draw_turns() -> Iterator[Canvas]:
        count = 0
        for count, _ in enumerate(playing, 1):
            if count <= MAX_GIF_FRAMES:
                yield draw()
        if not count:
            yield draw()

    with report_write_errors(out):
        write_canvas_gif(draw_turns(), out)


def _write_output(session: Session, to: str, out: Path | None, screen: Canvas | None, catalog: Catalog) -> None:
    """Writes the output; `screen` is the last one, for a picture and for text."""
    if to == "png" and out is not None and screen is not None:
        from footfall.ui.drawing.export import write_canvas_png  # only here: slow to import

        with report_write_errors(out):
            write_canvas_png(screen, out)
        return
    text = ""
    if to == "json":
        state = session.state
        data = {name: getattr(state, name) for name in ("game", "seed", "turn", "outcome")}
        data |= {"hash": session.hash(), "mods": [list(row) for row in session.rules.lock]}
        data["problems"] = [str(problem) for problem in session.problems]
        text = json.dumps(data, indent=2, ensure_ascii=False) + "\n"
    elif to == "log":
        count_turns = session.display.count_turns
        lines = (f"{count_turns(line.turn):>5}  {catalog.translate(line.message)}" for line in session.log)
        text = "\n".join(lines) + f"\n{_format_summary_line(session)}\n"
    elif screen is not None:
        text = canvas_to_text(screen) + f"\n{_format_summary_line(session)}\n"
    if out is None:
        echo(text, nl=False)
        return
    with report_write_errors(out):
        write_file(out, escape_controls(text))


def _format_summary_line(session: Session) -> str:
    state = session.state
    end = f", {state.outcome}" if state.outcome else ""
    return f"turn {session.display.count_turns(state.turn)}, seed {state.seed}, hash {session.hash()}{end}"
