"""Finding the mod behind a failure: repro files, headless replays of them, and the search.

`repro` keeps a failed game with its mods in one file; `attempt` plays it with some of the mods and some
of the commands; `search` asks which of them the failure needs.
"""
