"""Raises while it is imported, two calls deep."""


def prepare() -> None:
    table = {"a": 1}
    print(table["b"])


prepare()
