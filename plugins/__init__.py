"""The games that ship with Footfall. Each folder is an ordinary mod; the loader finds them by their ``mod.toml``."""
