"""Dice that the rules of a mod share: ``rolls.gale`` is one number for all of them, until its ``each`` changes.

A shared die takes no number from a stream: it follows from the seed, the mod, its name and the values of ``each``. So
it is the same in any order of the rules, and every rule that reads none keeps its dice.
"""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from footfall.diagnostics.findings import find_closest, suggest

from .errors import ExpressionError
from .parser import parse_expression
from .scope import ROLLS, Scope
from .statements import DIE_STEPS
from .syntax import Node
from .tokens import MAX_LENGTH
from .typed import BIND, BOOLEAN, DECIMAL, INTEGER, OPAQUE, TEXT, Readable, Typed

Check = Callable[[Node, Scope], Typed]
"""Checks a node in a scope."""


def check_shared_roll(node: Node, name: str, scope: Scope, check: Check) -> Typed:
    """Checks ``rolls.NAME``: a reading that takes the values of ``each`` as its last arguments.

    Raises:
        ExpressionError: there is no such roll here, or a name in its ``each`` is unknown here.
    """
    if scope.no_rolls or not scope.has_dice:
        raise ExpressionError(scope.no_rolls or "there are no dice here", node.column, "type")
    roll = scope.rolls.get(name)
    if roll is None:
        text = f"there is no roll {name!r}{suggest(name, scope.rolls) or '; write [roll.NAME] in a file of content/'}"
        raise ExpressionError(text, node.column, "name", name, find_closest(name, scope.rolls))
    alone = Scope(scope.fields, scope.readings, scope.settings, False, lists=scope.lists, items=scope.items)
    try:
        keys = _move(parse_expression(f"f({', '.join(roll.each)})")).parts if roll.each else ()
        types = [check(key, alone).type for key in keys]
        for key, type in zip(keys, types, strict=True):
            if type in (BOOLEAN, DECIMAL, TEXT) or type in OPAQUE:
                raise ExpressionError("it must be whole numbers, actors or items", key.column, "type")
    except ExpressionError as error:
        raise ExpressionError(f"each of the roll {name!r}: {error}", node.column, error.kind) from None
    known = Readable(ROLLS, (TEXT, INTEGER, INTEGER, BOOLEAN, *types), INTEGER, DIE_STEPS)
    values = ("text", name), ("number", roll.low), ("number", roll.high), ("flag", roll.is_of_step)
    nodes = *(Node(kind, 0, value) for kind, value in values), *keys
    return check(Node("call", 0, ROLLS, nodes), replace(alone, readings={**scope.readings, ("", ROLLS): known}))


def _move(node: Node) -> Node:
    """Returns a node behind the columns of any expression, by which calculated values are named."""
    return replace(node, column=node.column + MAX_LENGTH, parts=tuple(map(_move, node.parts)))


def find_shared_roll(node: Typed) -> str:
    """Returns the name of the shared roll that a node reads, or ``""``."""
    while node.op == BIND:
        node = node.parts[1]
    is_roll = node.op == "input" and node.value.kind == "reading" and node.value.name == ROLLS
    return str(node.value.arguments[0]) if is_roll else ""


def walk_past_rolls(*roots: Typed | None) -> Iterator[Typed]:
    """Yields expressions and their parts, without those of shared rolls."""
    waiting = [root for root in roots if root is not None]
    while waiting:
        node = waiting.pop()
        if not find_shared_roll(node):
            yield node
            waiting.extend(node.parts)
