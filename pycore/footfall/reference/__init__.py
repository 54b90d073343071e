"""Generates the reference pages from the types, contracts and tables of the program.

Tests check that ``docs/reference`` is up to date and that `list_undocumented` is empty.
"""

from .pages import list_undocumented, render_pages

__all__ = ["list_undocumented", "render_pages"]
