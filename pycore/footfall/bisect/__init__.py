"""Bisection: finds the mods that cause a failure, with repro files and headless replays.

`repro` stores a failed game with its mods in one file and replays it with some of the mods and commands; `culprits`
searches for the smallest cause.
"""
