"""The finished games of a player: a file that is only appended to, their totals, and the story of a game as text."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

import msgspec

from footfall import __version__
from footfall.api.scene import Cells, Panel, Scene
from footfall.api.session_scene import build_session_scene
from footfall.disk import append_line
from footfall.engine.declarations.game import ScoreTotal, Statistics
from footfall.engine.session import Session
from footfall.ui.drawing.canvas import Canvas, canvas_to_text
from footfall.ui.drawing.pages import format_messages
from footfall.ui.drawing.panels import format_panel
from footfall.ui.drawing.text_layout import Translator, translate_ui_text
from footfall.ui.map.map_pane import draw_map

from ..decisions import build_story
from .paths import data_folder, is_guest, replay_archive_path

FORMAT = 1
"""Version of the lines; later versions keep the fields of this one."""

MAX_LINE_BYTES = 1 << 16
"""A longer line is damaged."""


class FinishedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game.

    Attributes:
        format: version of the line.
        game: id of the game.
        seed: its seed.
        turn: turns played.
        outcome: how it ended.
        is_won: whether the outcome counts as won.
        hash: the hash of the last state: the same game is counted once.
        version: the version of the program.
        scores: values by id of `Score`, when it was played: numbers, and ids of messages.
    """

    format: int
    game: str
    seed: int
    turn: int
    outcome: str
    is_won: bool
    hash: str
    version: str
    scores: dict[str, int | str] = {}


def results_path() -> Path:
    """Returns the path of the file."""
    return data_folder() / "finished.jsonl"


def summarize_game(session: Session) -> FinishedGame:
    """Returns the record of a game that has ended."""
    state, statistics = session.state, session.rules.game.statistics
    outcome = state.outcome or ""
    return FinishedGame(
        format=FORMAT,
        game=state.game,
        seed=state.seed,
        turn=session.display.count_turns(state.turn),
        outcome=outcome,
        is_won=outcome in statistics.winning_outcomes,
        hash=str(session.hash()),
        version=__version__,
        scores={} if statistics.score is None else dict(statistics.score(session.context())),
    )


def append_game(game: FinishedGame) -> None:
    """Appends a game in one write and waits until it is on disk; a line that a crash cut off is ended first.

    Raises:
        OSError: the file cannot be written.
    """
    append_line(results_path(), msgspec.json.encode(game))


def read_games() -> tuple[list[FinishedGame], list[str]]:
    """Returns every finished game in the file, oldest first, and a sentence on each line that was skipped.

    Raises:
        OSError: the file cannot be read.
    """
    path = results_path()
    try:
        lines = path.read_bytes().split(b"\n")
    except FileNotFoundError:
        return [], []
    games: dict[tuple[str, str, int], FinishedGame] = {}
    problems = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            if len(line) > MAX_LINE_BYTES:
                raise ValueError("too long")
            game = msgspec.json.decode(line, type=FinishedGame)
        except (ValueError, RecursionError) as error:
            reason = " ".join(str(error).split())[:120]
            problems.append(f"{path}:{number}: damaged ({reason}); the line is skipped")
        else:
            games.setdefault((game.game, game.hash, game.turn), game)
    return list(games.values()), problems


def list_games_of(games: Iterable[FinishedGame], game: str) -> list[FinishedGame]:
    """Returns the finished games of one game."""
    return [one for one in games if one.game == game]


MAX_BEST = 5
"""Runs in the list of the best ones."""


class GroupStatistics(msgspec.Struct, frozen=True):
    """The totals of a group of games.

    Attributes:
        name: value that the games share, the id of a message; empty for all of them.
        games, wins: their number, and the number of those won.
        values: largest values and sums by id of `Score`.
    """

    name: str
    games: int
    wins: int
    turns: int
    values: dict[str, int]


class GameStatistics(msgspec.Struct, frozen=True):
    """The totals of all finished games of one game.

    Attributes:
        groups: each group, in the order in which they were first played.
        tallies: how often each value occurred, by id of `Score`, most frequent first.
        best: the best runs, the best one first.
    """

    total: GroupStatistics
    groups: list[GroupStatistics]
    tallies: dict[str, dict[str, int]]
    best: list[FinishedGame]


def add_up(statistics: Statistics, games: Sequence[FinishedGame]) -> GameStatistics:
    """Adds up the finished games of one game."""
    group = next((score.id for score in statistics.scores if score.total is ScoreTotal.GROUP), "")
    names = list(dict.fromkeys(_read_text(game, group) for game in games)) if group else []
    outcomes = statistics.winning_outcomes

    def rank(game: FinishedGame) -> tuple[int, ...]:  # the outcome, the largest values, then few turns if it was won
        place = outcomes.index(game.outcome) + 1 if game.outcome in outcomes else int(game.is_won)
        largest = (_read_number(game, score.id) for score in statistics.scores if score.total is ScoreTotal.LARGEST)
        return (place, *largest, -game.turn if game.is_won else game.turn)

    return GameStatistics(
        total=_add_group(statistics, "", games),
        groups=[
            _add_group(statistics, name, [game for game in games if _read_text(game, group) == name]) for name in names
        ],
        tallies={
            score.id: dict(Counter(text for game in games if (text := _read_text(game, score.id))).most_common())
            for score in statistics.scores
            if score.total is ScoreTotal.TALLY
        },
        best=sorted(games, key=rank, reverse=True)[:MAX_BEST],
    )


def _add_group(statistics: Statistics, name: str, games: Sequence[FinishedGame]) -> GroupStatistics:
    adders: dict[ScoreTotal, Callable[[Iterable[int]], int]] = {
        ScoreTotal.LARGEST: partial(max, default=0),
        ScoreTotal.SUM: sum,
    }
    values = {
        score.id: adders[score.total](_read_number(game, score.id) for game in games)
        for score in statistics.scores
        if score.total in adders
    }
    won, turns = sum(game.is_won for game in games), sum(game.turn for game in games)
    return GroupStatistics(name, len(games), won, turns, values)


def _read_number(game: FinishedGame, id: str) -> int:
    value = game.scores.get(id, 0)
    return value if isinstance(value, int) else 0


def _read_text(game: FinishedGame, id: str) -> str:
    value = game.scores.get(id, "")
    return value if isinstance(value, str) else str(value)


WIDTH = 78
"""Columns of the text."""

MAX_MESSAGES = 60
"""Maximum number of log lines; the last ones are kept."""


def render_morgue(session: Session, translate: Translator) -> str:
    """Renders the story of a game: farewell, facts, events, panels and pages, map, messages, how to replay it."""
    scene = build_session_scene(session)
    has_story = session.rules.game.presentation.story is not None
    told = [build_story(session).page] if has_story else []
    pages = (page for page in scene.pages.values() if not page.is_reference and page not in scene.panels)
    state = session.state
    rows = [translate(scene.title), *(translate(line) for line in scene.farewell)]
    rows.append(
        translate_ui_text(
            translate, "morgue-facts", turn=str(scene.shown_turn), seed=str(scene.seed), version=__version__
        )
    )
    rows += [f"  {mod} {version} {content[:12]}" for mod, version, content in session.rules.lock]
    for panel in (*told, *scene.panels, *pages):
        rows += render_panel(panel, translate) if panel is not None else ()
    if scene.cells is not None:
        rows += ["", translate_ui_text(translate, "morgue-map"), "", *_render_map(scene, scene.cells)]
    messages = ["".join(words for words, _ in row) for row in format_messages(scene, translate, WIDTH)]
    rows += ["", translate_ui_text(translate, "messages"), "", *(row.rstrip() for row in messages[-MAX_MESSAGES:])]
    replay = replay_archive_path(state.game, state.seed, state.turn)
    watch = [] if is_guest() else [f"    footfall replay {replay} --watch"]
    game = state.game.removeprefix("core.")
    options = "".join(f" --option {name}={value}" for name, value in session.options.items() if value)
    rows += [
        "",
        translate_ui_text(translate, "morgue-again"),
        "",
        *watch,
        f"    footfall play {game} --seed {state.seed}{options}",
    ]
    return "\n".join(rows) + "\n"


def render_panel(panel: Panel, translate: Translator) -> Iterator[str]:
    """Yields a panel as text of the page's width."""
    block = format_panel(panel, translate, WIDTH - 2)
    yield ""
    if block.title:
        yield block.title
        yield ""
    for row in block.rows:
        yield ("  " + "".join(words for words, _ in row)).rstrip()


def _render_map(scene: Scene, cells: Cells) -> list[str]:
    """Returns the map as last seen, without empty margins."""
    height, width = cells.glyph.shape
    canvas = Canvas(height, width)
    draw_map(canvas.pane(), msgspec.structs.replace(scene, percepts=()), None, False, None)
    rows = canvas_to_text(canvas).splitlines()
    while rows and not rows[0].strip():
        rows.pop(0)
    while rows and not rows[-1].strip():
        rows.pop()
    margin = min((len(row) - len(row.lstrip()) for row in rows if row.strip()), default=0)
    return ["  " + row[margin:] for row in rows]
