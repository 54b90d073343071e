"""Mods as a command line names them: by id, by the last part of it, or by path."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from footfall.diagnostics.findings import suggest
from footfall.loader import Mod, Trust, discover, find_game, list_games

from .options import CliError


def find_mod(word: str, mod_paths: Sequence[Path] = ()) -> Mod:
    """The mod that `word` names; a path wins over an id.

    Raises:
        Trouble: there is none, or several.
    """
    path = Path(word).expanduser()
    if path.exists():
        found, findings = discover([path], all_sources=False)
        here = path.resolve()
        mods = [mod for mod in found.values() if mod.files.path.resolve() == here]
        if mods:
            return mods[0]
        inside = [mod.id for mod in found.values() if here in mod.files.path.resolve().parents]
        if inside:
            raise CliError(f"{word} is a folder of mods; take one of: {', '.join(inside)}")
        told = [str(f) for f in findings if f.mod not in found]
        raise CliError("\n".join([f"{word} is no mod", *told]))
    found, _ = discover(mod_paths)
    if word in found:
        return found[word]
    short = [mod for id, mod in found.items() if id.rpartition(".")[2] == word]
    if len(short) == 1:
        return short[0]
    if short:
        raise CliError(f"{word!r} is short for several mods: {', '.join(mod.id for mod in short)}")
    raise CliError(f"there is no mod {word!r}{suggest(word, found)}; see: footfall mods list")


def choose_game_for(mod: Mod) -> str:
    """The game a mod is tried out in: its own, the first its manifest names, else the base game."""
    provided = list_games(mods=[mod.files.path], only=tuple(mod.manifest.requires), trust=Trust.NAMED)
    if mod.id in provided:
        return mod.id
    return next((name for name in mod.info.games if find_game(provided, name) is not None), "stealth")
