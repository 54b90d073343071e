"""A profile as one small file that another person installs from: a lock with choices and indexes."""

from __future__ import annotations

from footfall.loader import user_choices
from footfall.loader.json_file import write_json
from footfall.loader.profiles import InstalledMod
from footfall.loader.user_choices import UserChoices

from .locks import Lock, LockedIndex, format_lock
from .pinned_indexes import load_pins


def format_profile(name: str, mods: tuple[InstalledMod, ...], choices: UserChoices) -> str:
    """Returns the file of a profile. Indexes in folders of this computer are of no use to others and left out."""
    used = {mod.index for mod in mods}
    indexes = [LockedIndex(pin.address, pin.key) for pin in load_pins() if pin.name in used and "://" in pin.address]
    return format_lock(
        [(mod.id, mod.version, mod.hash) for mod in mods],
        profile=name,
        switched=choices.switched,
        settings=choices.settings,
        indexes=indexes,
    )


def write_choices(name: str, lock: Lock) -> None:
    """Gives a profile the choices of a shared one, if there are any.

    Raises:
        OSError: they cannot be written.
    """
    if lock.switched or lock.settings:
        write_json(user_choices.choices_path(name), UserChoices(lock.switched, lock.settings))
