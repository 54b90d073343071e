"""Footfall: turn-based games made of rules that other people can change."""

__version__ = "0.1.0"
