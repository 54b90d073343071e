"""Rebuilds canvases from the frames of a page, as its scripts do."""

from __future__ import annotations

import base64

import msgspec
import numpy as np
import numpy.typing as npt

from footfall.ui.drawing.canvas import CELL_DTYPE, SQUARE_DTYPE
from footfall.ui.frontends.page_stream import PageFrame, Run


class PageDecoder:
    """The screen of a page after the frames applied so far."""

    def __init__(self) -> None:
        self.size: tuple[int, ...] = ()
        self.ground = ""
        self.corner: tuple[int, ...] = ()
        self.styles: list[bytes] = []
        self.pictures: dict[int, npt.NDArray[np.uint8]] = {}
        self.text = np.zeros((0, 0), CELL_DTYPE)
        self.map = self.over = np.zeros((0, 0), SQUARE_DTYPE)
        self.title, self.question = "", list[str]()

    def apply(self, data: bytes) -> PageFrame:
        """Applies a frame that was sent as JSON."""
        frame = msgspec.json.decode(data, type=PageFrame)
        if frame.size is not None:
            self.size, self.corner, self.styles = frame.size, (), []
            self.text = np.zeros(frame.size[:2], CELL_DTYPE)
        self.ground = frame.ground if frame.ground is not None else self.ground
        self.styles += map(bytes.fromhex, frame.styles)
        for code, (size, pixels) in frame.pictures.items():
            self.pictures[code] = np.frombuffer(base64.b64decode(pixels), np.uint8).reshape(size, size, 4)
        if frame.squares is not None:
            self.corner = frame.squares
            self.map, self.over = (np.zeros(frame.squares[2:] or (0, 0), SQUARE_DTYPE) for _ in range(2))
        for cells, runs in ((self.text, frame.text), (self.map, frame.map), (self.over, frame.overlay)):
            for run in runs:
                self._write(cells, run)
        self.title = self.title if frame.title is None else frame.title
        self.question = self.question if frame.question is None else frame.question
        return frame

    def _write(self, cells: npt.NDArray[np.void], run: Run) -> None:
        styles = [run.styles] * len(run.text) if isinstance(run.styles, int) else run.styles
        assert len(styles) == len(run.text)
        for column, (char, style) in enumerate(zip(run.text, styles, strict=True), run.x):
            cell = cells[run.y, column]
            cell["ch"], cell["fg"], cell["bg"] = ord(char), [*self.styles[style][:3]], [*self.styles[style][3:]]
            if "mark" in (cells.dtype.names or ()):
                cell["mark"] = ord(run.marks[column - run.x]) if run.marks else 0
