"""Which mods of an index get along: each alone, every pair that the manifests allow, and groups of mods that share
something. `run` plans and spreads the tests, `set_tests` makes them.
"""
