"""Exports a canvas as text or JSON."""

from __future__ import annotations

import json

import numpy as np
import numpy.typing as npt

from .canvas import Canvas


def canvas_to_text(canvas: Canvas) -> str:
    """Returns the characters, one line per row without trailing spaces, ending in a newline."""
    return codes_to_text(canvas.cells["ch"])


def codes_to_text(codes: npt.NDArray[np.uint32]) -> str:
    """Returns code points ``(height, width)`` as lines without trailing spaces, ending in a newline."""
    return "\n".join("".join(map(chr, row)).rstrip() for row in codes.tolist()) + "\n"


def canvas_to_json(canvas: Canvas) -> str:
    """Returns the size and, per row, runs of one style: ``[text, foreground, background]``, colors as ``#rrggbb``."""
    rows = []
    for row in canvas.cells:
        runs: list[list[str]] = []
        for code, fg, bg in zip(row["ch"].tolist(), row["fg"].tolist(), row["bg"].tolist(), strict=True):
            foreground, background = "#" + bytes(fg).hex(), "#" + bytes(bg).hex()
            if runs and runs[-1][1:] == [foreground, background]:
                runs[-1][0] += chr(code)
            else:
                runs.append([chr(code), foreground, background])
        rows.append(runs)
    return json.dumps({"height": canvas.height, "width": canvas.width, "rows": rows}, ensure_ascii=False)
