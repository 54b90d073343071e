"""A mod that raises in the base game loses only its own changes."""

from __future__ import annotations

from pathlib import Path

from footfall.engine.session import Session
from footfall.loader import load
from footfall.sim.bots import choose_random_command, play_turns


def played(seed: int, folder: Path | None = None, turns: int = 300) -> Session:
    """Plays random commands in the base game, from the first underground floor."""
    loaded = load("stealth", mods=[folder] if folder else [], only_mods=())
    session = Session.begin(loaded.rules, seed, {"floor": 2})
    for _ in play_turns(session, choose_random_command, turns):
        pass
    return session


def test_a_mod_that_raises_in_on_attack_costs_nothing_but_its_change(tmp_path: Path) -> None:
    (tmp_path / "clumsy.py").write_text(
        "from footfall.api import hook\nMOD = 'you.clumsy'\n@hook\n"
        "def on_attack(event):\n    raise RuntimeError('oops')\n",
        encoding="utf-8",
    )
    for seed in range(1, 60):
        clumsy = played(seed, tmp_path)
        if clumsy.problems:
            break
    assert clumsy.problems, "no game had an attack"
    assert clumsy.hash() == played(seed).hash()
    said = str(clumsy.problems[0])
    assert "you.clumsy" in said
    assert "on_attack" in said
    assert "clumsy.py:5" in said
    assert "RuntimeError: oops" in said
