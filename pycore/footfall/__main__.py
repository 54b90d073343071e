"""``python -m footfall``."""

from footfall.cli import main

main()
