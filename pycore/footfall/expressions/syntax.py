"""The syntax tree of an expression, before names and types are known."""

from __future__ import annotations

from typing import Any

import msgspec


class Node(msgspec.Struct, frozen=True, gc=False):
    """One node.

    Attributes:
        kind: ``"number"``, ``"decimal"``, ``"text"``, ``"flag"``, ``"name"``, ``"path"`` (names joined by dots),
            ``"field"`` (`value` of ``parts[0]``),
            ``"call"`` (of the function or reading `value`), ``"method"`` (`value` of ``parts[0]``, then arguments),
            ``"minus"``, ``"not"``, ``"and"``, ``"or"``, ``"compare"`` (`value`: the operators between the parts),
            ``"in"`` and ``"not in"`` (the first part among the others), ``"among"`` (a name in a list), or an
            arithmetic operator.
        column: where it starts, from 1; of an operator, where the operator is.
        depth: levels of the tree.
        size: number of nodes.
    """

    kind: str
    column: int
    value: Any = None
    parts: tuple[Node, ...] = ()
    depth: int = 1
    size: int = 1
