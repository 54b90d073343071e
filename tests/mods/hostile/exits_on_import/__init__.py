"""Exits the program during import."""

import sys

sys.exit("goodbye")
