"""Tests decide themselves which mods they run; those about trust take this back."""

import os

os.environ["FOOTFALL_TRUST"] = "all"
