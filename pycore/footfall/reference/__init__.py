"""Generates the reference pages from the types, contracts and tables of the program."""

from .pages import render_pages

__all__ = ["render_pages"]
