"""Leaves the program while it is imported."""

import sys

sys.exit("goodbye")
