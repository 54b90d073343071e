"""Conformance checks: the tests that every mod must pass.

`prepare` finds the mod and its games, `harness` plays them, `checks` are the checks, and `run_checks`
runs them and collects the results.
"""
