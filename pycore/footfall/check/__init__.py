"""What can be said about a mod by reading it: ``footfall mods check``.

Python is parsed, never run, by the rules of this room; `run.check` adds what the loader says when
the mod is loaded into the games it is for.
"""

from .fixes import apply_fixes
from .run import CheckReport, check_mod

__all__ = ["CheckReport", "apply_fixes", "check_mod"]
