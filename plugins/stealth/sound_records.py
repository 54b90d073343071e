"""Recipes of noises: how front ends synthesize what the character hears."""

from __future__ import annotations

from footfall.api import Context, RecordKind
from footfall.api.scene import SoundRecipe

SOUND_RECORDS = (RecordKind("sound", SoundRecipe),)
OTHER_SOUND = "core.stealth:other"
"""The recipe of noises that have none of their own."""


def find_sound_recipe(ctx: Context, noise: str) -> SoundRecipe:
    """The recipe of a kind of noise; kinds of the base game have short names."""
    recipes = ctx.records.table(SoundRecipe, "sound")
    full = noise if ":" in noise else f"core.stealth:{noise}"
    return recipes.get(full) or recipes[OTHER_SOUND]
