"""Raises during import, two calls deep."""


def prepare() -> None:
    table = {"a": 1}
    print(table["b"])


prepare()
