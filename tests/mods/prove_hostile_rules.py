"""Attacks the game with hostile data mods of rules: no hang, no crash, nothing changed outside their terms, each named.

    python tests/mods/prove_hostile_rules.py [--only NAME] [--turns 12]

Each mod is a folder, checked, explained and played through the command line. A mod that is refused must leave the game
as it was without it, and be named with a place.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import signal
import sys
import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from hostile_words import HostileWriter

SECONDS = 40
"""After this long a command counts as hanging."""

HEAD = """
[mod]
id = "you.hostile"
version = "1.0.0"
api = "1"
name = "Hostile"
summary = "x"
games = ["stealth"]

[requires]
"core.stealth" = ">=0.1"
"""
TEXTS = "hostile-text = text\n"

WRITTEN: dict[str, dict[str, str]] = json.loads(
    (Path(__file__).parents[1] / "data" / "rules" / "hostile.json").read_text("utf-8")
)


def quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def list_conditions() -> dict[str, str]:
    """Conditions that no writer of rules would type on purpose."""
    return WRITTEN["conditions"] | {
        "huge int": "loudness > " + "9" * 5000,
        "too long": "loudness > 1 and " * 2000 + "true",
        "deep": "(" * 20000 + "1" + ")" * 20000,
        "deep not": "not " * 5000 + "true",
        "minus": "-" * 900 + "1 > 0",
        "sum": "+".join(["1"] * 400) + " > 0",
        "nested if": "if(true, " * 100 + "1" + ", 0)" * 100 + " > 0",
        "many arguments": f"max({', '.join(['1'] * 190)}) > 0",
        "many rolls": " + ".join(["roll(1,6)"] * 60) + " > 0",
        "memory long": "memory." + "x" * 900 + " == 0",
        "in many": "loudness in (" + ", ".join(map(str, range(150))) + ")",
    }


VALUES = ("5", "true", "[1, 2]", "{}", "2026-01-01", "inf", "nan", "0.00001", "1" + "0" * 18, "-5")
PLACES = {
    "when": "[hook.on_hear.x]\nwhen = {}\nadd.range = 1\n",
    "add": "[hook.on_hear.x]\nadd.range = {}\n",
    "mul": "[hook.on_hear.x]\nmul.range = {}\n",
    "hook": "hook = {}\n",
    "rule": "[hook.on_hear]\nx = {}\n",
    "deny": '[hook.can_act.x]\nwhen = "false"\ndeny = {}\n',
    "tell": '[hook.on_turn_end.x]\nwhen = "false"\ndo.tell = {}\n',
}


def list_long_rules() -> dict[str, str]:
    """Rules without measure."""
    return {
        "tell many": "".join(f'[hook.on_turn_end.x{n}]\ndo.tell = "hostile-text"\n' for n in range(1500)),
        "too many": "".join(f"[hook.on_hear.x{n}]\nadd.range = 1\n" for n in range(5000)),
        "many terms": "[hook.on_attack.x]\n" + "".join(f"add.t{n} = 1\n" for n in range(2000)),
        "many dice": "".join(f'[hook.on_move.x{n}]\nwhen = "roll(1, 6) == 7"\nadd.noise = 1\n' for n in range(500)),
        "many deeds": "[hook.on_turn_end.x]\ndo.heal = [" + ", ".join(['{ actor = "player" }'] * 400) + "]\n",
        "long name": f'[hook.on_hear."{"n" * 100000}"]\nadd.range = 1\n',
        "long reason": f'[hook.on_hear.x]\nadd.range = 1\nreason = "{"r" * 1000000}"\n',
        "long memory": f'[hook.on_turn_end.x]\ndo.remember = {{ name = "{"n" * 100000}", value = 1 }}\n',
        "deep table": "[hook.on_hear.x]\nadd." + ".".join(["a"] * 3000) + " = 1\n",
    }


def list_rules() -> Iterator[tuple[str, str]]:
    """Files of rules by name."""
    for name, text in list_conditions().items():
        yield f"when: {name}", f"[hook.on_hear.x]\nwhen = {quote(text)}\nmul.range = 1\n"
        yield f"term: {name}", f"[hook.on_hear.x]\nadd.range = {quote(text)}\n"
    for (place, form), value in product(PLACES.items(), VALUES):
        yield f"{place} is {value}", form.format(value)
    yield from WRITTEN["rules"].items()
    yield from list_long_rules().items()
    yield from list_words().items()


RULES_OF_A_MOD = 20


def list_words() -> dict[str, str]:
    """Rules with every declared word, right and wrong."""
    words = HostileWriter("stealth")
    right, wrong = list(words.write_each_word(Random(1))), list(words.write_each_mistake())
    return {
        f"{kind} words {at}": words.rolls + "".join(rules[at : at + RULES_OF_A_MOD])
        for kind, rules in (("right", right), ("wrong", wrong))
        for at in range(0, len(rules), RULES_OF_A_MOD)
    }


def list_files() -> Iterator[tuple[str, bytes]]:
    """Files that are not texts of rules at all."""
    yield "latin", "[hook.on_hear.é]\nadd.range = 1\n".encode("latin-1")
    yield "byte order mark", b"\xef\xbb\xbf[hook.on_hear.x]\nadd.range = 1\n"
    yield "carriage returns", b"[hook.on_hear.x]\radd.range = 1\r"
    yield "megabytes", b"# x\n" * 3_000_000
    yield "nul bytes", b"\0" * 1000


@contextlib.contextmanager
def limit_time(seconds: int) -> Iterator[None]:
    def stop(number: int, frame: Any) -> None:
        raise TimeoutError

    previous = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, previous)


def run_command(*arguments: str) -> tuple[int, str, str]:
    """Exit code, output, and a complaint about a traceback, a hang or a raw escape sequence."""
    from click.testing import CliRunner

    from footfall.cli import main

    try:
        with limit_time(SECONDS):
            result = CliRunner().invoke(main, arguments)
    except TimeoutError:
        return 1, "", f"hangs: {' '.join(arguments[:2])}"
    complaint = ""
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        complaint = f"{' '.join(arguments[:2])} raises {result.exception!r}"[:300]
    elif "Traceback" in result.output:
        complaint = f"{' '.join(arguments[:2])} prints a traceback"
    elif "\x1b]" in result.output or "\x1b[31m" in result.output:
        complaint = f"{' '.join(arguments[:2])} prints an escape sequence"
    elif result.exit_code not in (0, 1, 2):
        complaint = f"{' '.join(arguments[:2])} exits with {result.exit_code}"
    return result.exit_code, result.output, complaint


def play(mod: Path | None, turns: int) -> tuple[str, str]:
    arguments = ["run", "stealth", "--seed", "7", "--option", "floor=3", "--turns", str(turns), "--to", "json"]
    _, output, complaint = run_command(*arguments, *(["--mods", str(mod)] if mod else []))
    found = re.search(r'"hash": "(\w+)"', output)
    return (found[1] if found else f"none ({output[-200:]})"), complaint


def attack(folder: Path, turns: int, plain: str) -> list[str]:
    """Complaints about one mod."""
    code, report, complaint = run_command("mods", "check", str(folder))
    faults = [complaint] if complaint else []
    refused = "error[" in report
    if refused and not re.search(r"(content/rules\.toml|mod\.toml|you\.hostile)", report):
        faults.append("check reports an error without a place")
    if refused and code != 1:
        faults.append(f"check exits with {code} after an error")
    if len(report) > 100_000:
        faults.append(f"check prints {len(report)} characters")
    _, words, complaint = run_command("mods", "show", "--changes", str(folder))
    faults += [complaint] if complaint else []
    if len(words) > 1_000_000:
        faults.append(f"explain prints {len(words)} characters")
    after, complaint = play(folder, turns)
    faults += [complaint] if complaint else []
    if refused and after != plain:
        faults.append(f"refused by check, and yet the game differs: {after}")
    return faults


def attack_all(cases: list[tuple[str, bytes]], turns: int, scratch: Path) -> dict[str, list[str]]:
    """Faults by name of the mod."""
    plain, _ = play(None, turns)
    found: dict[str, list[str]] = {}
    for number, (name, rules) in enumerate(cases):
        folder = scratch / f"mod{number}"
        (folder / "content").mkdir(parents=True)
        (folder / "locale" / "en").mkdir(parents=True)
        (folder / "mod.toml").write_text(HEAD)
        (folder / "locale" / "en" / "texts.ftl").write_text(TEXTS)
        (folder / "content" / "rules.toml").write_bytes(rules)
        faults = attack(folder, turns, plain)
        if faults:
            found[name] = faults
            print(f"{name}: {'; '.join(faults)}", flush=True)
    return found


def list_cases() -> list[tuple[str, bytes]]:
    """All files of rules by name."""
    return [(name, text.encode("utf-8", "surrogatepass")) for name, text in list_rules()] + list(list_files())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="")
    parser.add_argument("--turns", type=int, default=12)
    arguments = parser.parse_args()
    cases = [case for case in list_cases() if arguments.only in case[0]]
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["XDG_DATA_HOME"] = os.environ["XDG_CONFIG_HOME"] = os.environ["XDG_STATE_HOME"] = scratch
        found = attack_all(cases, arguments.turns, Path(scratch))
    print(f"{len(cases)} hostile mods, {len(found)} with a fault")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
