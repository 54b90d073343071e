"""For plugins that bring compiled rules beside their rules in Python (`Game.compiled`)."""

from footfall.engine.codec import canonical
from footfall.engine.compiled import Compiled, Count, Ended, NotCompiled, Offer, native
from footfall.engine.rules import Rules

__all__ = ["Compiled", "Count", "Ended", "NotCompiled", "Offer", "Rules", "canonical", "native"]
