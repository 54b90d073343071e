"""The report of an end of round: the log lines of its events, in order."""

from collections.abc import Sequence
from typing import Final

from footfall.api import LoggedMessage, Message
from footfall.api.scene import Line, Panel, Span, Tint

from ..state import Board

LABEL: Final = Message("king-report-label")
BEGIN, END = "king-log-round-ended", ("king-log-round", "king-log-end")

OMITTED: Final = ("king-log-die", "footfall-")
"""Beginnings of lines that are left out: the results of the dice follow in lines of their own."""


def build_report_panel(board: Board, log: Sequence[LoggedMessage]) -> Panel:
    """Builds the report of the last end of round, or of the one that is under way."""
    first = next((at for at in range(len(log) - 1, -1, -1) if log[at].message.id == BEGIN), None)
    if first is None:
        text = Message("king-report-none" if board.round == 1 else "king-report-gone")
        return Panel(Message("king-panel-report"), (Line((Span(text, Tint.DIM),)),), label=LABEL)
    lines: list[Line] = []
    for entry in log[first + 1 :]:
        message = entry.message
        if message.id.startswith(END):
            break
        if message.id.startswith(OMITTED) or entry.kind in ("lesson", "problem"):
            continue
        if message.id in ("king-log-lost", "king-log-gained"):
            message = Message(message.id, {**message.args, "top": "none"})  # the souls are above
        lines.append(Line((Span(message, Tint.DIM),)))
    return Panel(Message("king-panel-report-of", log[first].message.args), tuple(lines), label=LABEL)
