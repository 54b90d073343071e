"""Lets the kernels' tests import their shared strategies, and gives them both backends."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
