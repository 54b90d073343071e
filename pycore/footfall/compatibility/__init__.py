"""Tests whether mods of an index work together: each alone, the pairs that manifests allow, groups that share a thing.

`run` plans and distributes the tests, `set_tests` runs them.
"""
