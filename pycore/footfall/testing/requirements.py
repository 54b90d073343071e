"""The mods that a test loads: those that it names, and the mods that these require."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from footfall.loader import Mod, Trust, discover
from footfall.loader.isolation.trust import can_run, get_mod_argument, resolve_trust
from footfall.loader.order import collect_requirements

from .scenario import ScenarioError


def add_requirements(paths: Iterable[Path]) -> tuple[Path, ...]:
    """Returns the paths of mods, after those of the mods that they require.

    A required mod is looked for where the program finds mods, and next to the mod that requires it. Its code runs in
    the test, so it is one that the user has approved, or has made with ``footfall mods new``.

    Raises:
        ScenarioError: a required mod does not exist, or is not approved.
    """
    named = tuple(Path(path) for path in paths)
    own, _ = discover(named, all_sources=False)
    if all(need in own for mod in own.values() for need in mod.manifest.requires):
        return named
    folders = [path.resolve().parent for path in named]
    available: dict[str, Mod] = {**discover(folders, all_sources=False)[0], **discover()[0], **own}
    needs = {id: mod.manifest.requires for id, mod in available.items()}
    chosen = {path.resolve() for path in named}
    starts = [mod.id for mod in own.values() if mod.files.path.resolve() in chosen]
    required: list[Path] = []
    for id in collect_requirements(starts, needs):
        mod = available[id]
        for need in mod.manifest.requires:
            if need not in available and need != "footfall":
                raise ScenarioError(f"{id} requires {need}, which does not exist here: footfall mods install {need}")
        if mod.is_first_party or mod.files.path.resolve() in chosen:
            continue
        if not can_run(mod, resolve_trust(Trust.APPROVED)):
            fix = f"footfall mods approve {get_mod_argument(mod)}"
            raise ScenarioError(f"{starts[0]} requires {id}, whose Python is not approved: {fix}")
        required.append(mod.files.path)
    return (*required, *named)
