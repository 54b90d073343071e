"""Helpers that generate drafts of the base game's floors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from footfall.api.grid import LevelDraft
from footfall.engine.context import Context
from footfall.engine.declarations.rules import Rules
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth.generate import create_draft

CORE = "core.stealth:"
SEEDS = range(100)


def begin_context(rules: Rules, seed: int) -> Context:
    """The context of a new game."""
    return Session.begin(rules, seed, strict=True).context()


def generate_draft(ctx: Context, name: str, floor: int, **notes: object) -> LevelDraft:
    """A finished draft of a generator; `notes` are extra step data."""
    draft = create_draft(ctx, CORE + name, floor)
    draft.step_data.update(notes)
    ctx.run_chain("on_generate", CORE + name, draft)
    return draft


def generate_drafts(rules: Rules, name: str, floor: int, seeds: range = SEEDS) -> Iterator[LevelDraft]:
    """Finished drafts of a generator, one per seed."""
    for seed in seeds:
        yield generate_draft(begin_context(rules, seed), name, floor)


def find_tagged(rules: Rules, draft: LevelDraft, tag: str) -> np.ndarray:
    """Mask of the cells whose tile has a tag."""
    return draft.find_tiles_by_tag(rules.records, tag)


def load_patched_rules(folder: Path, patch: str, settings: Mapping[str, Any] | None = None) -> Rules:
    """The rules with a patch applied by a mod."""
    mod = folder / "patched"
    (mod / "content").mkdir(parents=True)
    (mod / "mod.toml").write_text(
        '[mod]\nid = "test.patched"\nversion = "1.0.0"\napi = "1"\nname = "Patched"\ngames = ["core.stealth"]\n'
        '[requires]\n"core.stealth" = "*"\n',
        "utf-8",
    )
    (mod / "content" / "patch.toml").write_text(patch, "utf-8")
    return load("core.stealth", only_mods=(), mods=[mod], settings=settings, strict=True).rules


def draw_box(*rows: str) -> LevelDraft:
    """A draft of floor (``.``) and wall."""
    draft = LevelDraft(CORE + "standard", (len(rows), len(rows[0])), CORE + "wall", floor=5)
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            if sign != "#":
                draft.set_tile((y, x), CORE + "floor")
    return draft
