"""Hostile mods made by variation: every hook of play with every way to fail, every start hook with every way to fail,
steps, commands and HUD lines, and data. Each is run on its own by `test_hostile_matrix`.
"""

from __future__ import annotations

from corpus import AT_START, IMPORTS, IN_PLAY, HostileMod, make_data_mod

PLAY_HOOKS = (
    "on_attack",
    "on_damage",
    "on_hear",
    "on_move",
    "on_turn_start",
    "on_turn_end",
    "on_death",
    "can_act",
    "can_enter",
    "decide_action",
)

FAILURES = {
    "raises": "raise RuntimeError('no')",
    "exits": "raise SystemExit(3)",
    "interrupts": "raise KeyboardInterrupt",
    "bare": "raise BaseException('bare')",
    "own": "raise type('Own', (BaseException,), {})",
    "group": "raise BaseExceptionGroup('two', [SystemExit(1), ValueError()])",
    "recurses": "(lambda f: f(f))(lambda f: f(f))",
    "fills": "bytearray(1 << 60)",
    "loops": "while True:\n        pass",
    "sleeps": "import time\n    time.sleep(1000)",
    "hides": "class Sly(Exception):\n        def __str__(self):\n            raise SystemExit\n    raise Sly",
    "deletes": "del event.__class__",
}
"""Bodies of a hook of play, by name: each fails in every hook."""

NONSENSE = {
    "number": "return 7",
    "text": "return 'more'",
    "million": "return [event] * 1_000_000",
    "endless": "while True:\n        yield event",
}
"""Results that no fold and no notification takes."""

START_HOOKS = (
    "provide_games",
    "provide_commands",
    "provide_steps",
    "provide_changes",
    "provide_reactions",
    "provide_parts",
    "provide_records",
    "provide_generators",
    "provide_bots",
    "provide_console",
    "provide_hud",
)

START_FAILURES = {
    "raises": "raise RuntimeError('no')",
    "exits": "raise SystemExit(3)",
    "bare": "raise BaseException('bare')",
    "loops": "while True:\n        pass",
    "number": "return 7",
    "wrong-rows": "return [object()]",
    "endless": "while True:\n        yield object()",
}

DATA = {
    "kind-of-lists": "[[beast]]\nhp = 1\n",
    "record-of-text": '[beast]\nrat = "big"\n',
    "patch-of-text": '[patch]\nbeast = "all"\n',
    "patch-row-of-text": '[patch.beast]\n"tests.duel:boar" = 5\n',
    "unknown-operation": '[patch.beast."tests.duel:boar"]\nmultiply.hp = 2\n',
    "where-nonsense": '[patch.beast."tests.duel:*"]\nwhere = 5\nset.hp = 2\n',
    "when-nonsense": "[beast.rat]\nwhen = 7\nhp = 1\n",
    "when-lost-setting": "[beast.rat]\nwhen = { settings = { none = true } }\nhp = 1\n",
    "expects-another": '[patch.beast."tests.duel:boar"]\nexpect.hp = 99\nset.hp = 2\n',
    "foreign-record": '[beast."tests.duel:rat"]\nhp = 1\n',
    "inherits-itself": '[beast.rat]\ninherits = "rat"\n',
    "inherits-nothing": '[beast.rat]\ninherits = "nobody"\n',
    "not-a-number": "[beast.rat]\nhp = nan\n",
    "endless-number": "[beast.rat]\nhp = inf\n",
    "too-many-digits": f"[beast.rat]\nhp = {'9' * 5000}\n",
    "multiplied-beyond": '[patch.beast."tests.duel:boar"]\nmul.hp = 1e300\n',
    "removed-name": '[patch.beast."tests.duel:boar"]\nremove.hp = "no"\n',
    "set-of-a-list": '[patch.beast."tests.duel:boar"]\nset.hp = [1, 2]\n',
    "control-characters": '[beast."\\u001b[31m"]\nteeth = 1\n',
    "long-key": f"[beast.{'r' * 2000}]\nhp = 1\n",
    "long-list": f"[beast.rat]\nhp = [{'1, ' * 10_001}]\n",
    "many-records": "".join(f"[beast.b{i}]\nhp = 1\n" for i in range(10_001)),
    "many-errors": "".join(f"[beast.b{i}]\nteeth = 1\n" for i in range(500)),
    "long-ancestry": "".join(f'[beast.b{i}]\ninherits = "b{i + 1}"\n' for i in range(200)) + "[beast.b200]\nhp = 1\n",
    "many-patterns": "".join(f"[beast.b{i}]\nhp = 1\n" for i in range(400))
    + "".join(f'[patch.beast."hostile.many-patterns:*{"?" * i}"]\nset.hp = 2\n' for i in range(1, 200)),
}

STEP = """
def step(ctx, *arguments):
    {body}

@hook
def provide_steps():
    return [Step("hostile.mod:step", step)]

@hook
def on_turn_end(event):
    return [Push("hostile.mod:step")]
"""

HUD = """
from footfall.api import HudLine, Message

def read(ctx):
    {body}

@hook
def provide_hud():
    return [HudLine("hostile.mod:line", read)]
"""

HUD_NONSENSE = {"object": "return object()", "argument": "return Message('m', {'x': object()})"}

COMMAND = """
from footfall.api import Command, CommandSpec

class Odd(Command, frozen=True, tag="hostile.mod:odd"):
    pass

def handle(ctx, command):
    {body}

@hook
def provide_commands():
    return [CommandSpec(Odd, handle)]
"""


def _make_hook(name: str, body: str, arguments: str) -> HostileMod:
    return HostileMod(code=f"{IMPORTS}\n@hook\ndef {name}({arguments}):\n    {body}\n")


def _make_code(frame: str, body: str) -> HostileMod:
    return HostileMod(code=IMPORTS + frame.format(body=body.replace("event", "ctx")))


def make_start_mods() -> dict[str, HostileMod]:
    """Returns the mods that fail before the first turn."""
    mods = dict(AT_START)
    for hook in START_HOOKS:
        for name, body in START_FAILURES.items():
            mods[f"{hook}-{name}".replace("_", "-")] = _make_hook(hook, body, "")
    for hook in ("on_generate", "on_round_end"):
        for name, body in START_FAILURES.items():
            mods[f"{hook}-{name}".replace("_", "-")] = _make_hook(hook, body, "event")
    for name, body in FAILURES.items():
        code = body.replace("\n    ", "\n").replace("event.__class__", "None.x")
        mods[f"import-{name}"] = HostileMod(code=code + "\n")
    mods |= {f"data-{name}": make_data_mod(text) for name, text in DATA.items()}
    return mods


def make_play_mods() -> dict[str, HostileMod]:
    """Returns the mods that fail in a turn."""
    mods = dict(IN_PLAY)
    for hook in PLAY_HOOKS:
        folds = not hook.startswith(("can_", "decide_"))
        for name, body in (FAILURES | (NONSENSE if folds else {})).items():
            mods[f"{hook}-{name}".replace("_", "-")] = _make_hook(hook, body, "event")
    for name, body in (FAILURES | NONSENSE).items():
        mods[f"step-{name}"] = _make_code(STEP, body)
        mods[f"command-{name}"] = _make_code(COMMAND, body)
    for name, body in (FAILURES | HUD_NONSENSE).items():
        mods[f"hud-{name}"] = _make_code(HUD, body)
    return mods


NOT_CONTAINED = {
    "ends-the-process": "import os\n    os._exit(7)",
    "kills-the-process": "import os, signal\n    os.kill(os.getpid(), signal.SIGKILL)",
    "breaks-memory": "import ctypes\n    ctypes.string_at(0)",
    "presses-ctrl-c": "import _thread\n    _thread.interrupt_main()\n    for _ in range(10**6): pass",
    "prints-past-python": "import os\n    os.write(1, b'NOISE')",
    "starts-a-thread": "import threading\n    threading.Thread(target=print, args=('NOISE',)).start()",
    "patches-the-engine": "import footfall.engine.loop as loop\n    loop.MAX_IDLE = 31",
}
"""What a mod can do that nothing stops, as bodies of ``on_attack``. docs/mods.md lists it."""
