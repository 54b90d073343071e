"""A terminal gets colors only if it knows the sequences for them."""

from __future__ import annotations

import io

import pytest

from footfall.api.scene import Tint
from footfall.ui.drawing.palette import load_default_palette
from footfall.ui.frontends.terminal import TerminalFrontend, encode_basic_style, find_basic_color
from footfall.ui.settings import ColorMode


@pytest.mark.parametrize(
    ("count", "mode"),
    [(8, ColorMode.NONE), (16, ColorMode.BASIC), (256, ColorMode.INDEXED), (1 << 24, ColorMode.TRUECOLOR)],
)
def test_no_terminal_gets_colors_that_it_does_not_know(
    monkeypatch: pytest.MonkeyPatch, count: int, mode: ColorMode
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    colors = property(lambda _: count, lambda *_: None)
    monkeypatch.setattr("blessed.Terminal.number_of_colors", colors)
    assert TerminalFrontend(stream=io.StringIO())._writer.color_mode is mode


@pytest.mark.parametrize(
    ("color", "basic"),
    [
        ((16, 20, 24), 0), ((255, 0, 0), 9), ((120, 0, 0), 1), ((0, 200, 80), 10), ((255, 240, 180), 11),
        ((99, 189, 240), 12), ((0, 255, 255), 14), ((205, 176, 247), 12), ((240, 90, 200), 13), ((255, 255, 255), 15),
        ((180, 184, 188), 7),
    ],
)  # fmt: skip
def test_basic_colors_keep_the_hue(color: tuple[int, int, int], basic: int) -> None:
    assert find_basic_color(*color) == basic


def test_threats_differ_from_allies_and_no_text_hides_in_basic_colors() -> None:
    palette = load_default_palette()

    def ink(tint: Tint) -> int:
        return find_basic_color(*palette.foreground[tint, Tint.NONE].tolist())

    assert len({ink(tint) for tint in (Tint.FOE, Tint.ALLY, Tint.ITEM, Tint.STAIRS)}) == 4
    for ground in range(16):
        for color in range(16):
            fields = encode_basic_style(color, ground)[4:-1].split(";")
            front, back = (int(field) % 10 + 8 * (int(field) >= 90) for field in fields)
            assert front != back
            assert front % 8 != back % 8 or back % 8 == 0  # no red on bright red
