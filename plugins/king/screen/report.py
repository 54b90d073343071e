"""The report of an end of round: the log lines of its events, in order, with the numbers of the blocks."""

from collections.abc import Sequence
from typing import Final

from footfall.api import LoggedMessage, Message
from footfall.api.scene import Line, Panel, Span, Tint

from ..state import Board

LABEL: Final = Message("king-report-label")
BEGIN, END = "king-log-round-ended", ("king-log-round", "king-log-end")

OMITTED: Final = ("king-log-die", "footfall-")
"""Beginnings of lines that are left out: the results of the dice follow in lines of their own."""

BLOCKS: Final = {
    "king-log-king-away": "2-4",
    "king-log-king-wheel": "3",
    "king-log-king-deed": "4",
    "king-log-prowled": "5",
    "king-log-afflicted": "5",
    "king-log-robbed": "5",
    "king-log-object-used": "5",
    "king-log-stunned": "5",
    "king-log-monster-gone": "5",
    "king-log-maximum": "6",
    "king-log-statuses-ended": "6",
    "king-log-false-king": "6",
    "king-log-stairs": "7",
    "king-log-boxes-ring": "8",
}
"""The block of a line (K-END-0b); other lines belong to the block of the line before."""

BLOCKS_BY_SOURCE: Final = {
    "king-name-house": "1",
    "king-name-presence": "2",
    "king-name-king": "4",
    "king-name-curse": "6",
    "king-name-poison": "6",
    "king-name-false-king": "6",
}
"""The block of a loss, by its source."""


def build_report_panel(board: Board, log: Sequence[LoggedMessage]) -> Panel:
    """Builds the report of the last end of round, or of the one that is under way."""
    first = next((at for at in range(len(log) - 1, -1, -1) if log[at].message.id == BEGIN), None)
    if first is None:
        text = Message("king-report-none" if board.round == 1 else "king-report-gone")
        return Panel(Message("king-panel-report"), (Line((Span(text, Tint.DIM),)),), label=LABEL)
    lines: list[Line] = []
    block = ""
    for entry in log[first + 1 :]:
        message = entry.message
        if message.id.startswith(END):
            break
        if message.id.startswith(OMITTED) or entry.kind in ("lesson", "problem"):
            continue
        number = BLOCKS.get(message.id, block)
        if message.id == "king-log-lost":
            number = BLOCKS_BY_SOURCE.get(message.args["source"].id, block)
            message = Message(message.id, {**message.args, "top": "none"})  # the souls are above
        elif message.id == "king-log-boxes-floors" and block == "7":  # in place of the ring (D-04)
            number = "8"
        lines.append(Line((Span(f"{number if number != block else '':3} ", Tint.STRONG), Span(message, Tint.DIM))))
        block = number
    return Panel(Message("king-panel-report-of", log[first].message.args), tuple(lines), label=LABEL)
