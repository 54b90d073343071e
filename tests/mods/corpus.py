"""Hostile mods in a few lines each: name, manifest (or what replaces it), code, other files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple


class Hostile(NamedTuple):
    """One hostile mod.

    Attributes:
        manifest: lines after ``id`` and ``version``; with ``whole``, all of it.
        code: of ``__init__.py``; empty: a mod of data.
        files: others, by name.
        whole: `manifest` is the whole file.
    """

    manifest: str = ""
    code: str = ""
    files: Mapping[str, str | bytes] = MappingProxyType({})
    whole: bool = False


HEAD = "from footfall.api import Part, Push, Reaction, Step, Told, add, hook, mul, set_to\n"


def play(name: str, body: str, arguments: str = "event") -> Hostile:
    """A mod with one hook of play."""
    return Hostile(code=f"{HEAD}\n@hook\ndef {name}({arguments}):\n    {body}\n")


def start(name: str, body: str, arguments: str = "") -> Hostile:
    """A mod with one hook of start."""
    return Hostile(code=f"{HEAD}\n@hook\ndef {name}({arguments}):\n    {body}\n")


def data(text: str) -> Hostile:
    """A mod with one file of content."""
    return Hostile(files={"content/things.toml": text})


AT_START: dict[str, Hostile] = {
    # Manifests.
    "no-toml": Hostile("[mod\nid = ", whole=True),
    "no-table": Hostile('version = "1.0"', whole=True),
    "empty-manifest": Hostile("", whole=True),
    "bad-id": Hostile('[mod]\nid = "Bad Id!"\nversion = "1.0"', whole=True),
    "id-of-a-number": Hostile('[mod]\nid = 5\nversion = "1.0"', whole=True),
    "bad-version": Hostile('[mod]\nid = "hostile.bad-version"\nversion = "newest"', whole=True),
    "no-version": Hostile('[mod]\nid = "hostile.no-version"', whole=True),
    "later-edition": Hostile('api = "9"'),
    "unknown-table": Hostile("[modd]\nx = 1"),
    "setting-of-no-type": Hostile('[settings.size]\ntype = "colour"\ndefault = 1'),
    "setting-beyond-its-bounds": Hostile('[settings.size]\ntype = "int"\ndefault = 9\nmax = 3'),
    "setting-of-another-type": Hostile('[settings.size]\ntype = "int"\ndefault = "big"'),
    "no-range": Hostile('[requires]\n"tests.duel" = "newest"'),
    "too-new-a-need": Hostile('[requires]\n"tests.duel" = ">=99"'),
    "needs-another-footfall": Hostile('[requires]\nfootfall = ">=99"'),
    "needs-itself": Hostile('[requires]\n"hostile.needs-itself" = ">=1"'),
    "hates-the-game": Hostile('[conflicts]\n"tests.duel" = { reason = "spite" }'),
    "orders-nonsense": Hostile('[order]\nafter = ["Not an id"]'),
    "entry-outside": Hostile('entry = "../../elsewhere"'),
    # Importing.
    "imports-what-is-not-there": Hostile(code="import a_module_that_nobody_has\n"),
    "broken-syntax": Hostile(code="def on_attack(event)\n    return []\n"),
    "null-byte": Hostile(files={"__init__.py": b"x = 1\0\n"}, manifest='entry = "."'),
    "not-utf-8": Hostile(files={"__init__.py": b"x = '\xff\xfe'\n"}, manifest='entry = "."'),
    "bottomless-import": Hostile(code="def deeper():\n    deeper()\n\n\ndeeper()\n"),
    "stops-iteration": Hostile(code="raise StopIteration('enough')\n"),
    "huge-message": Hostile(code="raise ValueError('x' * 10_000_000)\n"),
    "message-of-many-lines": Hostile(code="raise ValueError('a\\n' * 500)\n"),
    "error-that-cannot-be-shown": Hostile(
        code="class Sly(Exception):\n    def __str__(self):\n        raise RuntimeError('no')\n\n\nraise Sly\n"
    ),
    # The contract.
    "async-hook": Hostile(code=f"{HEAD}\n@hook\nasync def on_attack(event):\n    return []\n"),
    "steps-of-text": start("provide_steps", "return 'steps'"),
    "raises-when-asked": start("provide_records", "raise KeyError('records')"),
    "one-step-twice": start(
        "provide_steps", "return [Step('h:a', lambda play: []), Step('h:a', lambda play: [1])]"
    ),
    "step-without-a-function": start("provide_steps", "return [Step('h:a')]"),
    "takes-a-part": start("provide_parts", "return [Part('tests.duel', dict)]"),
    "reacts-by-no-step": start("provide_reactions", "return [Reaction(Told, 'h:nowhere')]"),
    "takes-a-generator": start("provide_generators", "return ['tests.duel:field']"),
    "endless-answer": Hostile(
        code=f"{HEAD}\n@hook\ndef provide_steps():\n    while True:\n        yield Step('h:a', print)\n"
    ),
    "unknown-place": start("on_generate", "return [Step('h:a', print, after='tests.duel:gras')]", "event"),
    "raises-in-a-chain": start("on_generate", "raise OSError('disk')", "event"),
    "skips-what-is-not-there": start("on_round_end", "return [Step('tests.duel:nap', skip=True)]", "event"),
    # Data.
    "content-no-toml": data("[beast.rat\nhp = 1"),
    "content-no-kind": data("[monster.rat]\nhp = 1"),
    "content-unknown-field": data("[beast.rat]\nhp = 1\nteeth = 2"),
    "content-lost-reference": data('[beast.rat]\nhp = 1\nweapon = "tests.duel:sworrd"'),
    "content-circle": data('[beast.a]\ninherits = "b"\nhp = 1\n[beast.b]\ninherits = "a"\nhp = 1'),
    "content-patch-of-nothing": data('[patch.beast."tests.duel:bore"]\nset.hp = 2'),
    "content-adds-text": data('[patch.beast."tests.duel:boar"]\nadd.hp = "two"'),
    "content-deep": data("[beast.rat]\nhp = " + "[" * 3000 + "]" * 3000),
}
"""Mods that say or do something wrong before the first turn."""

IN_PLAY: dict[str, Hostile] = {
    "raises-os-error": play("on_attack", "open('/nowhere/at/all')"),
    "huge-message-in-play": play("on_attack", "raise ValueError('x' * 10_000_000)"),
    "many-lines-in-play": play("on_attack", "raise ValueError('a\\n' * 500)"),
    "exits": play("on_attack", "raise SystemExit(3)"),
    "closes-a-generator": play("on_attack", "raise GeneratorExit"),
    "returns-a-number": play("on_attack", "return 7"),
    "returns-text": play("on_attack", "return 'more damage'"),
    "returns-a-class": play("on_attack", "return [Push]"),
    "returns-half-nonsense": play("on_attack", "return [add('to_hit', 5), 'and this']"),
    "divides-by-nothing": play("on_attack", "return [mul('to_hit', 1, 0)]"),
    "sets-text": play("on_attack", "return [set_to('to_hit', 'nine')]"),
    "pushes-nowhere": play("on_turn_end", "return [Push('h:nowhere')]"),
    "votes-nonsense": play("can_enter", "return 'no'"),
    "alters-the-event": play("on_attack", "event.attacker = 9"),
    "huge-numbers": play("on_attack", "return [add('to_hit', 1.5)]"),
    "asks-a-setting-that-is-not-there": play("on_attack", "play.setting('nothing')", "event, play"),
    "rolls-nonsense": play("on_attack", "play.roll(['a'], 1, 6)", "event, play"),
    "yields-and-raises": play("on_attack", "yield add('to_hit', 1)\n    raise RuntimeError('late')"),
}
"""Mods that fail while the game is played."""


def write(root: Path, name: str, mod: Hostile) -> Path:
    """Writes a mod as a folder."""
    folder = root / name
    folder.mkdir(parents=True)
    entry = 'entry = "."\n' if mod.code else ""
    manifest = (
        mod.manifest
        if mod.whole
        else f'[mod]\nid = "hostile.{name}"\nversion = "1.0"\n{entry}{mod.manifest}\n'
    )
    (folder / "mod.toml").write_text(manifest, encoding="utf-8")
    files = {**({"__init__.py": mod.code} if mod.code else {}), **mod.files}
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder
