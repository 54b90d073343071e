"""The mods of the page on rules of chance are loaded as they stand; the cursor and the why page show their dice."""

from __future__ import annotations

import re
import textwrap
from fractions import Fraction
from pathlib import Path

import pytest

from footfall.api import events
from footfall.app.why_page import explain_in_words
from footfall.check import check_mod
from footfall.cli.mod_lookup import find_mod
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


@pytest.mark.parametrize(
    ("old", "new", "line", "text"),
    [
        (
            'foot = dice.roll("foot", 1, 6)',
            'foot = 1 + dice.roll("foot", 1, 6)',
            "foot = 1 +",
            "stumble: a die is a statement of its own: name = dice.roll('foot', 1, 6)",
        ),
        ('"stumbles", "gravel', '"stumble", "gravel', "@chance_rule", "has no field 'stumble', did you"),
        ("(f: StepFacts, dice", "(f, dice", "@chance_rule", "stumble: KeyError: 'f'"),
    ],
)
def test_a_rule_of_chance_that_cannot_be_counted_is_found_before_play(
    tmp_path: Path, old: str, new: str, line: str, text: str
) -> None:
    mod = write_mod(tmp_path, "gravel")
    source = (mod / "__init__.py").read_text("utf-8")
    assert old in source
    (mod / "__init__.py").write_text(source := source.replace(old, new), "utf-8")
    (finding,) = [one for one in check_mod(find_mod(str(mod))).findings if one.code == "bad-chance"]
    number = next(number for number, row in enumerate(source.splitlines(), 1) if line in row)
    assert finding.location == f"{mod}/__init__.py:{number}"
    assert text in finding.text
    assert finding.disables_mod
