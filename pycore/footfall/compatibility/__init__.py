"""Tests whether mods of an index work together: each alone, every pair that manifests allow, groups that share something.

`run` plans and distributes the tests, `set_tests` runs them.
"""
