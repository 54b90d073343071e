"""Hostile mods of a few lines each: name, manifest or its replacement, code, other files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple


class HostileMod(NamedTuple):
    """One hostile mod.

    Attributes:
        manifest: lines after ``id`` and ``version``; if `whole`, the whole file.
        code: code of ``__init__.py``; empty for a data mod.
        files: other files by name.
        whole: whether `manifest` is the whole file.
    """

    manifest: str = ""
    code: str = ""
    files: Mapping[str, str | bytes] = MappingProxyType({})
    whole: bool = False


IMPORTS = "from footfall.api import Change, Part, Push, Reaction, Step, LogLineAdded, add, hook, mul, set_to\n"


def make_play_mod(name: str, body: str, arguments: str = "event") -> HostileMod:
    """Makes a mod with one hook that is called during play."""
    return HostileMod(code=f"{IMPORTS}\n@hook\ndef {name}({arguments}):\n    {body}\n")


def make_start_mod(name: str, body: str, arguments: str = "") -> HostileMod:
    """Makes a mod with one hook that is called at start."""
    return HostileMod(code=f"{IMPORTS}\n@hook\ndef {name}({arguments}):\n    {body}\n")


def make_data_mod(text: str) -> HostileMod:
    """Makes a mod with one content file."""
    return HostileMod(files={"content/things.toml": text})


AT_START: dict[str, HostileMod] = {
    # Manifests.
    "no-toml": HostileMod("[mod\nid = ", whole=True),
    "no-table": HostileMod('version = "1.0"', whole=True),
    "empty-manifest": HostileMod("", whole=True),
    "bad-id": HostileMod('[mod]\nid = "Bad Id!"\nversion = "1.0"', whole=True),
    "id-of-a-number": HostileMod('[mod]\nid = 5\nversion = "1.0"', whole=True),
    "bad-version": HostileMod('[mod]\nid = "hostile.bad-version"\nversion = "newest"', whole=True),
    "no-version": HostileMod('[mod]\nid = "hostile.no-version"', whole=True),
    "later-edition": HostileMod('api = "9"'),
    "unknown-table": HostileMod("[modd]\nx = 1"),
    "setting-of-no-type": HostileMod('[settings.size]\ntype = "colour"\ndefault = 1'),
    "setting-beyond-its-bounds": HostileMod('[settings.size]\ntype = "int"\ndefault = 9\nmax = 3'),
    "setting-of-another-type": HostileMod('[settings.size]\ntype = "int"\ndefault = "big"'),
    "no-range": HostileMod('[requires]\n"tests.duel" = "newest"'),
    "too-new-a-need": HostileMod('[requires]\n"tests.duel" = ">=99"'),
    "needs-another-footfall": HostileMod('[requires]\nfootfall = ">=99"'),
    "needs-itself": HostileMod('[requires]\n"hostile.needs-itself" = ">=1"'),
    "hates-the-game": HostileMod('[conflicts]\n"tests.duel" = { reason = "spite" }'),
    "orders-nonsense": HostileMod('[order]\nafter = ["Not an id"]'),
    "entry-outside": HostileMod('entry = "../../elsewhere"'),
    # Imports.
    "imports-what-is-not-there": HostileMod(code="import a_module_that_nobody_has\n"),
    "broken-syntax": HostileMod(code="def on_attack(event)\n    return []\n"),
    "null-byte": HostileMod(files={"__init__.py": b"x = 1\0\n"}, manifest='entry = "."'),
    "not-utf-8": HostileMod(files={"__init__.py": b"x = '\xff\xfe'\n"}, manifest='entry = "."'),
    "bottomless-import": HostileMod(code="def deeper():\n    deeper()\n\n\ndeeper()\n"),
    "stops-iteration": HostileMod(code="raise StopIteration('enough')\n"),
    "huge-message": HostileMod(code="raise ValueError('x' * 10_000_000)\n"),
    "message-of-many-lines": HostileMod(code="raise ValueError('a\\n' * 500)\n"),
    "error-that-cannot-be-shown": HostileMod(
        code="class Sly(Exception):\n    def __str__(self):\n        raise RuntimeError('no')\n\n\nraise Sly\n"
    ),
    # The contract.
    "async-hook": HostileMod(code=f"{IMPORTS}\n@hook\nasync def on_attack(event):\n    return []\n"),
    "steps-of-text": make_start_mod("provide_steps", "return 'steps'"),
    "raises-when-asked": make_start_mod("provide_records", "raise KeyError('records')"),
    "one-step-twice": make_start_mod(
        "provide_steps", "return [Step('h:a', lambda ctx: []), Step('h:a', lambda ctx: [1])]"
    ),
    "step-without-a-function": make_start_mod("provide_steps", "return [Step('h:a')]"),
    "change-without-apply": HostileMod(
        code=f"{IMPORTS}\nclass Bare(Change, frozen=True, tag='h:bare'):\n    pass\n\n"
        "@hook\ndef provide_changes():\n    return [Bare]\n"
    ),
    "takes-a-part": make_start_mod("provide_parts", "return [Part('tests.duel', dict)]"),
    "reacts-by-no-step": make_start_mod("provide_reactions", "return [Reaction(LogLineAdded, 'h:nowhere')]"),
    "takes-a-generator": make_start_mod("provide_generators", "return ['tests.duel:field']"),
    "endless-answer": HostileMod(
        code=f"{IMPORTS}\n@hook\ndef provide_steps():\n    while True:\n        yield Step('h:a', print)\n"
    ),
    "unknown-place": make_start_mod("on_generate", "return [Step('h:a', print, after='tests.duel:gras')]", "event"),
    "raises-in-a-chain": make_start_mod("on_generate", "raise OSError('disk')", "event"),
    "skips-what-is-not-there": make_start_mod("on_round_end", "return [Step('tests.duel:nap', skip=True)]", "event"),
    # Data.
    "content-no-toml": make_data_mod("[beast.rat\nhp = 1"),
    "content-no-kind": make_data_mod("[monster.rat]\nhp = 1"),
    "content-unknown-field": make_data_mod("[beast.rat]\nhp = 1\nteeth = 2"),
    "content-lost-reference": make_data_mod('[beast.rat]\nhp = 1\nweapon = "tests.duel:sworrd"'),
    "content-circle": make_data_mod('[beast.a]\ninherits = "b"\nhp = 1\n[beast.b]\ninherits = "a"\nhp = 1'),
    "content-patch-of-nothing": make_data_mod('[patch.beast."tests.duel:bore"]\nset.hp = 2'),
    "content-adds-text": make_data_mod('[patch.beast."tests.duel:boar"]\nadd.hp = "two"'),
    "content-deep": make_data_mod("[beast.rat]\nhp = " + "[" * 3000 + "]" * 3000),
}
"""Mods that fail before the first turn."""

IN_PLAY: dict[str, HostileMod] = {
    "raises-os-error": make_play_mod("on_attack", "open('/nowhere/at/all')"),
    "huge-message-in-play": make_play_mod("on_attack", "raise ValueError('x' * 10_000_000)"),
    "many-lines-in-play": make_play_mod("on_attack", "raise ValueError('a\\n' * 500)"),
    "exits": make_play_mod("on_attack", "raise SystemExit(3)"),
    "closes-a-generator": make_play_mod("on_attack", "raise GeneratorExit"),
    "returns-a-number": make_play_mod("on_attack", "return 7"),
    "returns-text": make_play_mod("on_attack", "return 'more damage'"),
    "returns-a-class": make_play_mod("on_attack", "return [Push]"),
    "returns-half-nonsense": make_play_mod("on_attack", "return [add('to_hit', 5), 'and this']"),
    "divides-by-nothing": make_play_mod("on_attack", "return [mul('to_hit', 1, 0)]"),
    "sets-text": make_play_mod("on_attack", "return [set_to('to_hit', 'nine')]"),
    "pushes-nowhere": make_play_mod("on_turn_end", "return [Push('h:nowhere')]"),
    "votes-nonsense": make_play_mod("can_enter", "return 'no'"),
    "alters-the-event": make_play_mod("on_attack", "event.attacker = 9"),
    "huge-numbers": make_play_mod("on_attack", "return [add('to_hit', 1.5)]"),
    "asks-a-setting-that-is-not-there": make_play_mod("on_attack", "ctx.setting('nothing')", "event, ctx"),
    "rolls-nonsense": make_play_mod("on_attack", "ctx.roll(['a'], 1, 6)", "event, ctx"),
    "yields-and-raises": make_play_mod("on_attack", "yield add('to_hit', 1)\n    raise RuntimeError('late')"),
}
"""Mods that fail during play."""


def write_mod(root: Path, name: str, mod: HostileMod) -> Path:
    """Writes a mod to a folder."""
    folder = root / name
    folder.mkdir(parents=True)
    entry = 'entry = "."\n' if mod.code else ""
    manifest = mod.manifest if mod.whole else f'[mod]\nid = "hostile.{name}"\nversion = "1.0"\n{entry}{mod.manifest}\n'
    (folder / "mod.toml").write_text(manifest, encoding="utf-8")
    files = {**({"__init__.py": mod.code} if mod.code else {}), **mod.files}
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder
