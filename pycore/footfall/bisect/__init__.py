"""Bisection: finds the mods that cause a failure, with repro files and headless replays.

`repro` stores a failed game with its mods in one file; `repro_replay` replays it with some of the mods and commands;
`minimize` searches for the smallest cause; `culprits` combines them.
"""
