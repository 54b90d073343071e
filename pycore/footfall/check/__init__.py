"""Static checks of mods: ``footfall mods check``.

The checks parse the mod's Python and never run it; `run.check_mod` also loads the mod into each game that it supports,
and adds the findings of the loader.
"""

from .names import can_check_names
from .run import CheckReport, apply_fixes, check_mod, compare_keys, compare_mods

__all__ = ["CheckReport", "apply_fixes", "can_check_names", "check_mod", "compare_keys", "compare_mods"]
