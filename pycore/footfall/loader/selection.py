"""Which mods are enabled, which of them a game imports, and which are active in it."""

from collections.abc import Collection, Iterable, Mapping

from footfall.engine.declarations.game import Game

from .discovery import Mod, Source
from .manifest import FRAMEWORK_ID
from .order import collect_requirements
from .profiles.user_choices import NO_CHOICES, UserChoices


def select_mods(
    mods: Mapping[str, Mod], only: Collection[str] | None = None, choices: UserChoices = NO_CHOICES
) -> dict[str, Mod]:
    """Returns the enabled mods and those they require. `only` is the argument of `load`."""

    def is_enabled(mod: Mod) -> bool:
        if mod.is_first_party or mod.source is Source.EXPLICIT:
            return True
        return choices.switches.get(mod.id, mod.is_on_by_default) if only is None else mod.id in only

    selected = set(add_required((id for id, mod in mods.items() if is_enabled(mod)), mods))
    return {id: mod for id, mod in mods.items() if id in selected}


def add_required(ids: Iterable[str], mods: Mapping[str, Mod]) -> list[str]:
    """Returns those of the ids that are known, and the known mods that they require, directly or through others."""
    return collect_requirements(ids, {id: mod.manifest.requires for id, mod in mods.items()})


def select_usable_mods(game: str | None, mods: Mapping[str, Mod]) -> Collection[str]:
    """Returns the ids of the mods that can be active in a game; the others are not imported.

    The manifests decide: a mod can be active if its `games` is empty or names the game or one of the game's
    requirements, and if all that it requires can be active. All mods, if no manifest or several declare the game.
    """
    owners = [id for id, mod in mods.items() if game in _list_names(id) and _list_names(id) & set(mod.info.games)]
    if len(owners) != 1:
        return mods.keys()
    base = add_required(owners, mods)
    names = set[str]().union(*map(_list_names, base))

    def is_usable(id: str) -> bool:
        fits = not mods[id].info.games or names & set(mods[id].info.games)
        return id in base or bool(fits and all(is_usable(need) for need in mods[id].manifest.requires if need in mods))

    return {id for id in mods if is_usable(id)}


def _list_names(id: str) -> set[str]:
    """Returns the full and the short name of a game or mod."""
    return {id, id.rpartition(".")[2]}


def find_game(games: Mapping[str, Game], name: str) -> Game | None:
    """Returns a game by its full id or the last part of it, or None."""
    if name in games:
        return games[name]
    matches = [game for id, game in games.items() if id.rpartition(".")[2] == name]
    return matches[0] if len(matches) == 1 else None


def select_active_mods(game: Game, mods: Iterable[Mod], games: Mapping[str, Game]) -> list[Mod]:
    """Returns those of `mods` (given in mod order) that are active in a game, its rule plugins first.

    The game's rule plugins are active. So is a mod whose `games` is empty or names one of them, unless it provides
    a game itself or requires an inactive mod. The rule plugins and their requirements precede all other mods.
    """
    candidates = {mod.id: mod for mod in mods}
    base = add_required(game.rule_mods, candidates)
    names = set[str]().union(*map(_list_names, game.rule_mods))
    active = {id: mod for id, mod in candidates.items() if id in base}
    for id, mod in candidates.items():
        fits = not mod.info.games or names & set(mod.info.games)
        complete = all(need in active for need in mod.manifest.requires if need != FRAMEWORK_ID)
        if id not in base and id not in games and fits and complete:
            active[id] = mod
    return list(active.values())
