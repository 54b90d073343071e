"""The reference: pages made from the very types, contracts and tables that the program uses.

Whatever has no words of its own is listed by `undocumented`; a test holds it empty, and the
pages in ``docs/reference`` to what is made here.
"""

from .pages import list_undocumented, render_pages

__all__ = ["list_undocumented", "render_pages"]
