"""Finds the mod named on the command line: by id, by the last part of an id, or by path."""

from collections.abc import Sequence
from pathlib import Path

from footfall.diagnostics.files import expand_home
from footfall.diagnostics.findings import suggest
from footfall.loader import Mod, Trust, discover, find_game, list_games

from .output import CliError


def find_mod(word: str, mod_paths: Sequence[Path] = ()) -> Mod:
    """Returns the mod named `word`; an existing path takes precedence over an id.

    Raises:
        CliError: there is no such mod, or several.
    """
    path = expand_home(word)
    if path.exists():
        mods, findings = discover([path], all_sources=False)
        target = path.resolve()
        for mod in mods.values():
            if mod.files.path.resolve() == target:
                return mod
        inside = [mod.id for mod in mods.values() if target in mod.files.path.resolve().parents]
        if inside:
            raise CliError(f"{word} is a folder of mods; name one of: {', '.join(inside)}")
        errors = [str(finding) for finding in findings if finding.mod not in mods]
        raise CliError("\n".join([f"{word} is not a mod", *errors]))
    mods, _ = discover(mod_paths)
    if word in mods:
        return mods[word]
    matches = [mod for id, mod in mods.items() if id.rpartition(".")[2] == word]
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise CliError(f"{word!r} is ambiguous: {', '.join(mod.id for mod in matches)}")
    raise CliError(f"there is no mod {word!r}{suggest(word, mods)}; see: footfall mods list")


def choose_game_for(mod: Mod) -> str:
    """Returns the game to try a mod in: its own, else the first in its manifest, else stealth."""
    provided = list_games(mods=[mod.files.path], only_mods=tuple(mod.manifest.requires), trust=Trust.NAMED)
    if mod.id in provided:
        return mod.id
    return next((name for name in mod.info.games if find_game(provided, name) is not None), "stealth")
