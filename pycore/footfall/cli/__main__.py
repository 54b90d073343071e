"""``python -m footfall.cli``."""

from . import main

main()
