"""The expression language of rules as data: parser, types, generated Python, and programs for compiled evaluators.

``docs/modding/grammar.md`` is its reference. `parser` turns text into a `syntax.Node`; `check` resolves names and types
and returns a `typed.Typed`; `python` and `program` translate that into the two evaluators, which agree bit for bit.
"""
