"""Drafts of the base game's floors, for the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from footfall.api.grid import Draft
from footfall.engine.play import Play
from footfall.engine.rules import Rules
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth.generate import blank

CORE = "core.stealth:"
SEEDS = range(100)


def play_of(rules: Rules, seed: int) -> Play:
    """The play of a fresh game."""
    return Session.begin(rules, seed, strict=True).play()


def made(play: Play, name: str, floor: int, **notes: object) -> Draft:
    """A finished draft of a generator."""
    draft = blank(play, CORE + name, floor)
    draft.notes.update(notes)
    play.run_chain("on_generate", CORE + name, draft)
    return draft


def drafts(rules: Rules, name: str, floor: int, seeds: range = SEEDS) -> Iterator[Draft]:
    """Finished drafts of a generator, one for each seed."""
    for seed in seeds:
        yield made(play_of(rules, seed), name, floor)


def tags(rules: Rules, draft: Draft, tag: str) -> np.ndarray:
    """Cells whose tile has a tag."""
    return draft.tagged(rules.records, tag)


def patched(folder: Path, patch: str) -> Rules:
    """The rules with records patched by a mod of one file."""
    mod = folder / "patched"
    (mod / "content").mkdir(parents=True)
    (mod / "mod.toml").write_text(
        '[mod]\nid = "test.patched"\nversion = "1.0.0"\napi = "1"\nname = "Patched"\ngames = ["core.stealth"]\n'
        '[requires]\n"core.stealth" = "*"\n',
        "utf-8",
    )
    (mod / "content" / "patch.toml").write_text(patch, "utf-8")
    return load("core.stealth", only=(), mods=[mod], strict=True).rules


def box(*rows: str) -> Draft:
    """A draft of floor (``.``) and wall."""
    draft = Draft(CORE + "standard", (len(rows), len(rows[0])), CORE + "wall", floor=5)
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            if sign != "#":
                draft.set((y, x), CORE + "floor")
    return draft
