"""Diagnostics about mods: findings, codes, severities, files and line numbers."""


class UserError(Exception):
    """A failure that the user can do something about; its message says what, and commands print it alone."""
