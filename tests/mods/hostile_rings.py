"""Rings of rules as data that ring: which hooks a deed leads to is found in play."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from hostile_words import TEXT_ID, HostileWriter

from footfall.engine.declarations.rules import HookKind
from footfall.engine.session import Session
from footfall.loader import load
from footfall.sim.bots import list_legal_commands

HOSTILE = "you.hostile"
"""The beginning of the ids of hostile mods."""

TOGETHER, COMMANDS = 10, 5
"""Deeds that are tried in one game, and its commands."""

TRIES = 20
"""Rules that are tried for each deed, with random values."""

RINGS = 40
"""Rings that are tried."""

ENDS = frozenset(("end", "travel"))
"""Deeds after which the game is over, or elsewhere."""


def write_mods(folder: Path, game: str, rules: list[str]) -> list[Path]:
    """Writes mods of data, one for each text of rules, and returns their folders."""
    mods = []
    for number, text in enumerate(rules):
        mod = folder / f"hostile{number}"
        (mod / "content").mkdir(parents=True)
        (mod / "locale" / "en").mkdir(parents=True)
        head = f'[mod]\nid = "{HOSTILE}{number}"\nversion = "1.0.0"\nname = "x"\nsummary = "x"\ngames = ["{game}"]\n'
        (mod / "mod.toml").write_text(head, encoding="utf-8")
        (mod / "content" / "rules.toml").write_text(text, encoding="utf-8")
        (mod / "locale" / "en" / "texts.ftl").write_text(f"{TEXT_ID} = text\n", encoding="utf-8")
        mods.append(mod)
    return mods


class Answers(dict[str, int]):
    """The changes of each mod in a command, as a session counts them; notes which mods answered one another.

    Attributes:
        chains: numbers of mods, and their rules, in the order in which they led to one another, the last first.
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.chains: Counter[tuple[tuple[int, str], ...]] = Counter()
        session.change_counts = self

    def __setitem__(self, mod: str, count: int) -> None:
        super().__setitem__(mod, count)
        chain, trigger = [(mod, "")], self._session.trigger
        while trigger is not None and len(chain) < 9:
            chain.append((trigger.cause.mod, trigger.cause.via))
            trigger = trigger.earlier
        own = [(int(name.removeprefix(HOSTILE)), via) for name, via in chain if name.startswith(HOSTILE)]
        self.chains[tuple(own)] += 1

    def has_ring(self, count: int) -> bool:
        """Whether all of the mods, `count` of them, led to one another in turn, or one of them to itself."""
        chains = [[mod for mod, _ in chain] for chain in self.chains]
        return any(len({*chain}) == count or len({*chain}) < len(chain) for chain in chains)


@cache
def find_leads(game: str) -> dict[str, list[str]]:
    """Returns deeds that any rule can do, by the hook to which they lead in short games, the surest first."""
    words, random = HostileWriter(game), Random(game)
    deeds = [deed for deed in words.list_deeds("on_turn_start") if deed.name not in ENDS] * TRIES
    hooks = [hook for hook in words.list_hooks(HookKind.NOTIFY) if words.list_deeds(hook)]
    texts = sorted({words.write_deed(random, "on_turn_start", deed, {}) for deed in deeds} - {""})
    heard = [f'[hook."{hook}".heard]\ndo.remember = {{ name = "n", value = "memory.n + 1" }}\n' for hook in hooks]
    done = "".join(f'[hook.on_turn_start.d{n}]\nwhen = "memory.d{n} == 1"\n{text}\n' for n, text in enumerate(texts))
    with TemporaryDirectory() as folder:
        loaded = load(game, mods=write_mods(Path(folder), game, [*heard, words.rolls + done]), only_mods=())
    found: dict[str, Counter[str]] = {}
    random.shuffle(order := list(range(len(texts))))
    for seed, first in enumerate(range(0, len(texts), TOGETHER)):
        session = begin(loaded.rules, seed)
        answers = Answers(session)
        session.state.memory[f"{HOSTILE}{len(hooks)}"] = {f"d{n}": 1 for n in order[first : first + TOGETHER]}
        for _ in range(COMMANDS):
            if session.state.outcome is None:
                session.submit(random.choice(list_legal_commands(session)))
        for chain, count in answers.chains.items():
            (hook, _), (mod, via) = (*chain, (-1, ""), (-1, ""))[:2]
            if hook < len(hooks) == mod:
                text = texts[int(via.removeprefix("on_turn_start.d"))]
                found.setdefault(hooks[hook], Counter())[text] += count
    return {hook: [text for text, _ in counts.most_common()] for hook, counts in found.items()}


def begin(rules: Any, seed: int) -> Session:
    """Begins a game; in the house, on a floor with creatures."""
    return Session.begin(rules, seed, {"floor": 3} if rules.game.id == "core.stealth" else None)


def write_ring(random: Random, words: HostileWriter) -> list[str]:
    """Writes a mod whose rule begins, and two to six of a rule each that lead to one another, the last to the first."""
    leads = find_leads(words.game)
    hooks = random.sample(sorted(leads), min(random.randint(2, 6), len(leads)))
    rules = []
    for at, hook in zip(("on_turn_start", *hooks), (*hooks, hooks[0]), strict=True):
        deeds = {deed.partition(" ")[0]: deed for deed in reversed(leads[hook][: random.randint(1, 9)])}
        rules.append("\n".join((f'[hook."{at}".ring]', *list(deeds.values())[:3], "")))
    return rules


def write_ring_that_rings(random: Random, words: HostileWriter) -> list[str]:
    """Writes rings until one rings in play; the last one if none does."""
    rules: list[str] = []
    for _ in range(RINGS):
        rules = write_ring(random, words)
        with TemporaryDirectory() as folder:
            mods = write_mods(Path(folder), words.game, [words.rolls + rule for rule in rules])
            session = begin(load(words.game, mods=mods, only_mods=()).rules, 5)
        answers = Answers(session)
        for _ in range(COMMANDS):
            if session.state.outcome is None:
                session.submit(random.choice(list_legal_commands(session)))
        if answers.has_ring(len(rules)):
            break
    return rules
