"""The reference: pages made from the very types, contracts and tables that the program uses.

Whatever has no words of its own is listed by `undocumented`; a test holds it empty, and the
pages in ``docs/reference`` to what is made here.
"""

from .pages import pages, undocumented

__all__ = ["pages", "undocumented"]
