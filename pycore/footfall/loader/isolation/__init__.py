"""Code of mods: approval, import, reports of access to the system, and interruption of calls that hang."""
