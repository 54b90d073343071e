"""The statistics of the player's finished games: panels, and the screen that shows them."""

from collections.abc import Iterator, Sequence

from footfall.api.scene import Line, Panel, Scene, Span, Tint
from footfall.engine.declarations.game import Game, Score, ScoreTotal, Statistics
from footfall.engine.model import Command, Message
from footfall.ui.loop import Screen

from ..files.finished_games import FinishedGame, GameStatistics, GroupStatistics, add_up, list_games_of, read_games
from .lists import PressKey, bind_actions, cut_lines, make_line

MAX_TALLIED = 10
"""Values of a tally that are shown, the most frequent ones."""


_BINDINGS = bind_actions(
    {"back": "ESC ENTER q", "on": "DOWN PGDN SPACE j", "up": "UP PGUP k"},
    "footfall-statistics-",
    Message("footfall-statistics-keys"),
)


class StatisticsScreen(Screen):
    """The overlay screen with the statistics of one game."""

    def __init__(self, game: Game) -> None:
        self._title, self._first = game.presentation.title, 0
        try:
            games, problems = read_games()
        except OSError as error:
            games, problems = [], [f"{error.filename}: {error.strerror or error}"]
        self._panels = build_statistics_panels(game, games, problems)

    def build_scene(self) -> Scene:
        """Returns the current scene."""
        return Scene(
            title=self._title,
            panels=self._panels[self._first :],
            prompt=Message("footfall-statistics-hint"),
            bindings=_BINDINGS,
            can_save=False,
        )

    def submit(self, command: Command) -> Message | None:
        """Turns to other panels, or closes the screen."""
        assert isinstance(command, PressKey)
        self.is_open = command.action != "back"
        by = {"on": 1, "up": -1}.get(command.action, 0)
        self._first = min(max(self._first + by, 0), len(self._panels) - 1)
        return None


def build_statistics_panels(game: Game, games: Sequence[FinishedGame], problems: Sequence[str]) -> tuple[Panel, ...]:
    """Returns the statistics of one game: by group, by outcome and cause, the best runs, lines that were skipped.

    Args:
        problems: sentences on skipped lines.
    """
    own = list_games_of(games, game.id)
    empty = Panel(Message("footfall-statistics"), (make_line(Message("footfall-statistics-none")),))
    panels = [*_list_panels(game.statistics, add_up(game.statistics, own))] if own else [empty]
    others = len(games) - len(own)
    if others:
        line = make_line(Message("footfall-statistics-others", {"count": others}), Tint.DIM)
        panels.append(Panel(None, (line,)))
    if problems:
        lines = tuple(make_line(problem, Tint.WARY) for problem in problems)
        panels.append(Panel(Message("footfall-statistics-problems"), lines))
    return tuple(panels)


def _list_panels(statistics: Statistics, sums: GameStatistics) -> Iterator[Panel]:
    columns = [score for score in statistics.scores if score.total in (ScoreTotal.LARGEST, ScoreTotal.SUM)]
    heads: list[Message | str] = ["", *(Message(f"footfall-statistics-{name}") for name in ("games", "won", "turns"))]
    total = Message("footfall-statistics-all")
    rows = [_list_cells(Message(row.name), row, columns) for row in sums.groups]
    if len(rows) != 1:
        rows.append(_list_cells(total, sums.total, columns))
    head = Line(tuple(Span(cell, Tint.DIM) for cell in (*heads, *(score.label for score in columns))))
    lines = (head, *(Line(tuple(map(Span, row))) for row in rows))
    yield Panel(Message("footfall-statistics"), lines, is_table=True)
    for score in statistics.scores:
        counts = list(sums.tallies.get(score.id, {}).items())
        if counts:
            tally = [Line((Span(f"{count:>4}  ", Tint.STRONG), Span(Message(name)))) for name, count in counts]
            shown = cut_lines(tally, MAX_TALLIED)
            yield Panel(Message("footfall-statistics-tally", {"name": score.label}), tuple(shown))
    runs = []
    for game in sums.best:
        parts: list[Message | str] = []
        for score in statistics.scores:
            value = game.scores.get(score.id, "")
            if score.total is ScoreTotal.LARGEST:
                parts.append(Message("footfall-statistics-value", {"name": score.label, "value": value}))
            elif score.total is not ScoreTotal.SUM and value != "":
                parts.append(Message(str(value)))
        parts.append(Message("footfall-statistics-run", {"turns": game.turn, "seed": str(game.seed)}))
        spans = [span for part in parts for span in (Span(part), Span(", "))][:-1]
        runs.append(Line(tuple(spans)))
    yield Panel(Message("footfall-statistics-best"), tuple(runs))


def _list_cells(name: Message, row: GroupStatistics, columns: Sequence[Score]) -> list[Message | str]:
    numbers = (row.games, row.wins, row.turns, *(row.values[score.id] for score in columns))
    return [name if name.id else Message("footfall-statistics-no-group"), *map(str, numbers)]
