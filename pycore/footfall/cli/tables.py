"""Tables and progress bars by `rich`; strings of mods cannot control the terminal."""

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.markup import escape
from rich.segment import Segment
from rich.table import Table

from .output import escape_controls


class SafeConsole(Console):
    """A console that prints texts without control characters."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Renders an object; see `rich.console.Console.render`."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(escape_controls(segment.text), segment.style)


class PrintableTable(Table):
    """A table that a `Report` may have among its lines."""

    def print(self) -> None:
        """Prints the table."""
        SafeConsole().print(self)


def build_table(
    columns: Iterable[str], rows: Iterable[Iterable[object]], *, numbers: Iterable[str] = ()
) -> PrintableTable:
    """Builds a table.

    Args:
        columns: titles of columns of text.
        rows: a cell for each column.
        numbers: titles of the columns of numbers to their right.
    """
    table = PrintableTable(box=None, pad_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    for column in numbers:
        table.add_column(column, justify="right")
    for row in rows:
        table.add_row(*(escape(str(cell)) for cell in row))
    return table
