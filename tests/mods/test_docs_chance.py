"""The mods of the page on rules of chance are loaded as they stand; the cursor and the why page show their dice."""

from __future__ import annotations

import re
import textwrap
from fractions import Fraction
from pathlib import Path

import pytest

from footfall.api import events
from footfall.app.why_page import explain_in_words
from footfall.testing import scene

PAGE = (Path(__file__).parents[2] / "docs" / "adding" / "chance.md").read_text(encoding="utf-8")
MANIFEST = """
[mod]
id = "you.{name}"
version = "1.0.0"
api = "1"
name = "{name}"
games = ["stealth"]
{entry}

[requires]
"core.stealth" = "*"
"""


def write_mod(folder: Path, name: str) -> Path:
    """Writes the files of a mod of the page."""
    blocks = re.findall(r"[Tt]o `mods/([\w-]+)/(\S+)`:\n+ *```\w+\n(.*?)```", PAGE, re.DOTALL)
    files = {path: textwrap.dedent(text) for mod, path, text in blocks if mod == name}
    assert files
    entry = 'entry = "."' if "__init__.py" in files else ""
    for path, text in {"mod.toml": MANIFEST.format(name=name, entry=entry), **files}.items():
        (folder / name / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / name / path).write_text(text, encoding="utf-8")
    return folder / name


@pytest.mark.parametrize(
    ("name", "tile", "text", "odds", "dice"),
    [
        ("moss", "moss", "moss-slip", Fraction(1, 6), {"on_move.slip": 1}),
        ("gravel", "gravel", "gravel-stumble", Fraction(1, 12), {"foot": 1, "ground": 6}),
    ],
)
def test_a_mod_of_the_page(
    tmp_path: Path, name: str, tile: str, text: str, odds: Fraction, dice: dict[str, int]
) -> None:
    mod = write_mod(tmp_path, name)
    game = scene('@".', mods=[mod], legend={'"': {"tile": f"core.stealth:{tile}"}}, actors={"@": {"hp": 5}})
    y, x = game.session.state.parts["world"].actors[game.find_id("@")].at
    ctx = game.session.context()
    assert ctx.list_chances("on_move", events.Moving(game.find_id("@"), (y, x), (y, x + 1))) == [(text, odds)]
    assert ctx.list_chances("on_move", events.Moving(game.find_id("@"), (y, x + 1), (y, x + 2))) == []
    game.do("l", dice=[f"{purpose}={face}" for purpose, face in dice.items()])
    assert game.look("@.hp") == 4
    traces = game.session.tracer.list_entry_traces()
    (record,) = [chance for trace in traces for chance in trace.chances]
    assert [die.face for die in record.dice] == list(dice.values())
    (said,) = [message for trace in traces for message in explain_in_words(game.session, trace)]
    assert (said.id, said.args["what"].id) == ("footfall-why-chance", text)
