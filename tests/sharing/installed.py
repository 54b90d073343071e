"""What is installed."""

from __future__ import annotations

from footfall.loader.profiles.pointer import ProfileError, get_profile, read_pointer


def list_installed(profile: str = "default") -> dict[str, str]:
    """Returns the version of each mod of a profile."""
    try:
        return {mod.id: mod.version for mod in get_profile(read_pointer(), profile).now.mods}
    except ProfileError:
        return {}


def list_installed_contents() -> dict[str, str]:
    """Returns the content hash of each mod of the profile in use."""
    return {mod.id: mod.hash for mod in get_profile(read_pointer(), "default").now.mods}
