"""Static checks of mods: ``footfall mods check``.

The checks parse the mod's Python and never run it; `run.check_mod` adds the findings of the loader for each game that
the mod supports.
"""

from .fixes import apply_fixes
from .run import CheckReport, check_mod

__all__ = ["CheckReport", "apply_fixes", "check_mod"]
