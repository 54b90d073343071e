"""A terminal gets colors only if it knows the sequences for them."""

from __future__ import annotations

import io

import pytest

from footfall.ui.settings import ColorMode
from footfall.ui.terminal import TerminalFrontend


@pytest.mark.parametrize(
    ("count", "mode"),
    [(8, ColorMode.NONE), (16, ColorMode.NONE), (256, ColorMode.INDEXED), (1 << 24, ColorMode.TRUECOLOR)],
)
def test_no_terminal_gets_colors_that_it_does_not_know(
    monkeypatch: pytest.MonkeyPatch, count: int, mode: ColorMode
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    colors = property(lambda _: count, lambda *_: None)
    monkeypatch.setattr("blessed.Terminal.number_of_colors", colors)
    assert TerminalFrontend(stream=io.StringIO())._writer.color_mode is mode
