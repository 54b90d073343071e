"""What a mod writes into the state: data that cannot be kept is refused, the mod is named, the game stays saveable."""

from __future__ import annotations

from pathlib import Path

import pytest

from footfall.engine.bots import list_legal_commands
from footfall.engine.model import Change, Message
from footfall.engine.plain import MAX_DEPTH, check_plain
from footfall.engine.saves.save import load, save
from footfall.engine.session import Session
from footfall.loader import load as load_mods
from footfall.sim.bots import choose_random_command

MANIFEST = '[mod]\nid = "you.clumsy"\nversion = "1.0"\nentry = "."\n'

HEADER = """\
import msgspec
from footfall.api import Change, Part, Step, Message, Push, Remember, Tell, add, hook, set_to
from footfall.api.grid import Heal, SetStat

class Bag(msgspec.Struct):
    things: list[int] = []

class Fill(Change, frozen=True, tag="you.clumsy:fill"):
    thing: object

    def apply(self, state):
        bag = state.parts.setdefault("you.clumsy", Bag())
        bag.things.append({self.thing} if self.thing == 7 else self.thing)

@hook
def provide_changes():
    return [Fill]

@hook
def provide_parts():
    return [Part("you.clumsy", Bag)]

@hook
def provide_steps():
    return [Step("you.clumsy:nap", lambda ctx, value: [])]

def nest(depth):
    value = ()
    for _ in range(depth):
        value = (value,)
    return value

@hook
def on_turn_end(event, ctx):
"""

BAD_WRITES = {
    "set": "return [Remember('you.clumsy', 'x', {1, 2})]",
    "object": "return [Remember('you.clumsy', 'x', object())]",
    "wide-integer": "return [Remember('you.clumsy', 'x', 1 << 64)]",
    "not-a-number": "return [Remember('you.clumsy', 'x', float('nan'))]",
    "infinity": "return [Remember('you.clumsy', 'x', [float('inf')])]",
    "tuple-key": "return [Remember('you.clumsy', 'x', {(1, 2): 3})]",
    "key-of-another-type": "return [Remember('you.clumsy', 5, 3)]",
    "deep": "return [Remember('you.clumsy', 'x', nest(500))]",
    "million-deep": "return [Remember('you.clumsy', 'x', nest(1_000_000))]",
    "wide": "return [Remember('you.clumsy', 'x', list(range(1_000_000)))]",
    "circle": "x = []; x.append(x); return [Remember('you.clumsy', 'x', x)]",
    "half-a-character": "return [Remember('you.clumsy', 'x', '\\ud800')]",
    "numpy": "import numpy; return [Remember('you.clumsy', 'x', numpy.arange(3))]",
    "struct": "return [Remember('you.clumsy', 'x', Bag())]",
    "agenda": "return [Push('you.clumsy:nap', ({1, 2},))]",
    "log": "return [Tell(Message('x', {'a': {1, 2}}))]",
    "stat-of-text": "return [SetStat(1, 'luck', 'high')]",
    "stat-of-a-fraction": "return [SetStat(1, 'luck', 1.5)]",
    "stat-of-60-bits": "return [SetStat(1, 'luck', 1 << 60)]",
    "second-of-two": "return [Remember('you.clumsy', 'y', 1), Remember('you.clumsy', 'x', {1})]",
    "own-change": "return [Fill({1, 2})]",
    "own-change-of-text": "return [Fill('text')]",
    "own-applier": "return [Fill(7)]",
}


def play_with(tmp_path: Path, body: str) -> Session:
    """Plays 12 turns with a mod whose ``on_turn_end`` has a body."""
    folder = tmp_path / "clumsy"
    folder.mkdir()
    (folder / "mod.toml").write_text(MANIFEST, encoding="utf-8")
    (folder / "__init__.py").write_text(f"{HEADER}    {body}\n", encoding="utf-8")
    session = Session.begin(load_mods("core.stealth", mods=[folder], only_mods=()).rules, 5)
    for _ in range(12):
        list_legal_commands(session)
        session.submit(choose_random_command(session))
    return session


@pytest.mark.proof(2)
@pytest.mark.parametrize("name", BAD_WRITES)
def test_data_that_cannot_be_kept_is_refused(tmp_path: Path, name: str) -> None:
    session = play_with(tmp_path, BAD_WRITES[name])
    problem = session.problems[0]
    assert (problem.mod, problem.via) == ("you.clumsy", "on_turn_end")
    assert "clumsy" in problem.location
    assert not session.state.memory.get("you.clumsy")
    path = tmp_path / "game.save"
    save(session, path, "1")
    assert load(session.rules, path).hash() == session.hash()


def test_terms_stay_small(tmp_path: Path) -> None:
    session = play_with(tmp_path, "return [add('damage', 10 ** 30)]")
    save(session, tmp_path / "game.save", "1")


GOOD_WRITES = (
    "return [Remember('you.clumsy', 'x', {'a': [1, -2, None, True, 'é'], 3: ((1 << 63) - 1, 0.5)})]",
    "return [Fill(3), Fill(4)]",
    "return [Push('you.clumsy:nap', (1,)), Tell(Message('x', {'who': Message('y')}))]",
)


@pytest.mark.parametrize("body", GOOD_WRITES)
def test_plain_data_is_kept(tmp_path: Path, body: str) -> None:
    session = play_with(tmp_path, body)
    assert not session.problems
    save(session, tmp_path / "game.save", "1")
    assert load(session.rules, tmp_path / "game.save").hash() == session.hash()


def test_depth_and_size_are_bounded() -> None:
    value: object = 0
    for _ in range(MAX_DEPTH - 1):
        value = [value]
    check_plain(value)
    with pytest.raises(ValueError, match="levels deep"):
        check_plain([value])
    with pytest.raises(TypeError, match="set"):
        check_plain({"a": {1}})
    with pytest.raises(TypeError, match="Message"):
        check_plain(Message("x"))
    check_plain(Change(), allow_structs=True)


MOVE = "return []\n\n@hook\ndef on_move(event):\n    return "

PLAIN_WORDS = {
    "tell": ("return [Tell('A bell.')]", "ValueError: Tell: message takes Message, not 'A bell.'"),
    "stat": ("return [SetStat(1, 'luck', 'high')]", "ValueError: SetStat: value takes int, not 'high'"),
    "fraction": (f"{MOVE}[add('noise', 1.5)]", "ValueError: add('noise', 1.5) needs a whole number"),
    "text": (f"{MOVE}[add('noise', '2')]", "ValueError: add('noise', '2') needs a whole number"),
    "exit": ("raise SystemExit", "SystemExit"),
}


@pytest.mark.parametrize("name", PLAIN_WORDS)
def test_a_wrong_value_is_described_as_the_mod_wrote_it(tmp_path: Path, name: str) -> None:
    body, text = PLAIN_WORDS[name]
    problem = play_with(tmp_path, body).problems[0]
    assert problem.error == text
