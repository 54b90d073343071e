"""Choices, ``count(foe in player.creatures_within(5), foe.hp < 3)``, and dice that the rules of a mod share.

A choice looks at the first items of a list, as many as the list's limit, in the order of their ids (cells: row by
row). So it ends, its cost has a bound, and dice in its condition are rolled in that order.

A shared die, ``rolls.gale``, is one number for all rules of a mod, until its ``each`` changes. It takes no number from
a stream: it follows from the seed, the mod, its name and the values of ``each``. So it is the same in any order of the
rules, and every rule that reads none keeps its dice.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from footfall.diagnostics.findings import find_closest, suggest

from .parser import parse_expression
from .statements import DIE_STEPS
from .syntax import MAX_LENGTH, ExpressionError, Node
from .typed import (
    ANY,
    BIND,
    BOOLEAN,
    CHOICE,
    DECIMAL,
    INTEGER,
    ITEM,
    OPAQUE,
    PLACES,
    ROLLS,
    TEXT,
    VALUES,
    Input,
    ListChoice,
    Readable,
    Scope,
    Typed,
    accepts,
    describe_type,
    walk,
)

CHOICES = ("count", "any", "nearest", "sum")
"""The functions that look at a list."""

PICK = "pick"
"""The choice of a rule, which takes up to some items and gives the results of the rule for each."""

MAX_CHOICE_STEPS = 20_000
"""The largest cost of an expression with choices."""

ITEM_STEPS = 2
"""Cost of an item without its condition."""

EXAMPLE = "count(foe in actor.creatures_within(5), foe.hp < 3)"

Check = Callable[[Node, Scope], Typed]
"""Checks a node in a scope."""

BoundValue = tuple[Input, Typed]
"""A value that is calculated before a choice looks at its list, and the input by which the list knows it."""


def check_choice(node: Node, scope: Scope, check: Check) -> Typed:
    """Checks a call of one of `CHOICES`.

    Raises:
        ExpressionError: it has no list or no condition, or costs too much.
    """
    kind = str(node.value)
    if len(node.parts) not in (1, 2) or node.parts[0].kind != "among":
        raise ExpressionError(f"write {kind}(NAME in LIST, CONDITION), as in {EXAMPLE}", node.column, "type")
    choice, inner, values = read_choice(kind, node.parts[0], scope, check)
    where = check(node.parts[1], inner) if len(node.parts) == 2 else Typed("constant", BOOLEAN, node.column, True)
    if kind == "sum" and where.type != INTEGER:
        text = "sum(NAME in LIST, NUMBER) adds up a whole number: sum(foe in actor.creatures_within(5), foe.hp)"
        raise ExpressionError(text, node.parts[-1].column, "type")
    if kind != "sum" and where.type != BOOLEAN:
        raise ExpressionError(f"the condition of {kind} must be true or false", node.parts[1].column, "type")
    type = {"count": INTEGER, "any": BOOLEAN, "sum": INTEGER}.get(kind, choice.item.type)
    return make_choice(choice, type, node.column, (where,), values)


def make_choice(
    choice: ListChoice, type: str, column: int, parts: tuple[Typed, ...], values: Sequence[BoundValue] = ()
) -> Typed:
    """Returns a choice as an expression.

    Args:
        parts: its condition, or the value that it adds up, and for the choice of a rule the value by which it orders.
        values: see `read_choice`.

    Raises:
        ExpressionError: it costs too much.
    """
    each = ITEM_STEPS + sum(part.steps for part in parts)
    found = Typed(CHOICE, type, column, choice, parts, choice.items.steps + choice.limit * each)
    for item, value in reversed(values):
        found = Typed(BIND, type, column, item, (value, found), value.steps + found.steps)
    if found.steps > MAX_CHOICE_STEPS:
        listed = _describe_list(choice.items)
        text = f"this choice may take {found.steps:,} steps, and {MAX_CHOICE_STEPS:,} are allowed: {listed} has up to "
        inner = next((node.value for node in walk(*parts) if node.op == CHOICE), None)
        inside = "" if inner is None else f", of which the choice in {_describe_list(inner.items)} is a part"
        text += f"{choice.limit} items, and each takes {each:,}{inside}"
        text += "; choose from a shorter list, or ask less of each item"
        around = "c in nearest(thing in LIST, CONDITION).cell.creatures_within(1)"
        text += f"; or choose around what the inner choice finds: {around}" if inner is not None else ""
        raise ExpressionError(text, column, "limit")
    return found


def _describe_list(items: Input) -> str:
    """Returns a list as its modder wrote it, without a subject and without values that are calculated."""
    subject, _, name = items.name.rpartition(".")
    values = items.arguments[1:] if subject else items.arguments
    is_plain = not any(isinstance(value, Input) for value in values)
    return str(msgspec.structs.replace(items, name=name, arguments=values)) if is_plain else name


def read_choice(kind: str, among: Node, scope: Scope, check: Check) -> tuple[ListChoice, Scope, list[BoundValue]]:
    """Returns the choice of ``NAME in LIST``.

    Returns:
        The choice; the scope of its condition; and the values that are calculated for its list, with the inputs by
        which the list knows them.
    """
    name, listed = among.parts
    if name.kind != "name":
        raise ExpressionError("a choice gives each item a name: foe in ...", name.column, "type")
    if name.value in (*scope.list_names(), *scope.items):
        raise ExpressionError(f"{name.value!r} is used already; choose another name", name.column, "name")
    values: list[BoundValue] = []
    items, limit = _check_list(listed, scope, check, values)
    item = Input(ITEM, str(name.value), items.type)
    inner = msgspec.structs.replace(scope, items={**scope.items, item.name: items.type})
    return ListChoice(kind, item, items, limit), inner, values


def check_pick(source: str, limit: int, scope: Scope, check: Check) -> tuple[ListChoice, Scope, list[BoundValue]]:
    """Checks ``NAME in LIST``, from which a rule picks items; returns the same as `read_choice`.

    Raises:
        ExpressionError: it is not valid.
    """
    root = parse_expression(source)
    if root.kind != "among":
        raise ExpressionError("write NAME in LIST: foe in actor.creatures_within(5)", root.column, "type")
    choice, inner, values = read_choice(PICK, root, scope, check)
    return msgspec.structs.replace(choice, count=limit), inner, values


def _check_list(node: Node, scope: Scope, check: Check, values: list[BoundValue]) -> tuple[Input, int]:
    """Returns a list as an input, and its limit; adds what is calculated for it to `values`."""
    subject, name, arguments = _split_list(node)
    column, thing = node.column, None
    if subject is not None:
        thing = check(subject, scope)
        if thing.type in VALUES:
            raise ExpressionError(f"{name!r} needs an actor, a cell or another thing before the dot", column, "type")
        thing = _bind_value(thing, f"{name}_{column}", values)
    kinds = ("",) if thing is None else PLACES if thing.type == ANY else (thing.type,)
    known = {own: readable for (kind, own), readable in scope.lists.items() if kind in kinds}
    readable = known.get(name)
    if readable is None:
        lists = f"; lists: {', '.join(sorted(known))}" if known else "; there are no lists here"
        text = f"there is no list {name!r}{suggest(name, known) or lists}"
        raise ExpressionError(text, column, "name", name, find_closest(name, known))
    wanted = readable.parameters[1:] if thing is not None else readable.parameters
    if len(arguments) != len(wanted):
        raise ExpressionError(f"{readable.name!r} takes {len(wanted)} values, not {len(arguments)}", column, "type")
    parts = [] if thing is None else [thing]
    for argument, type in zip(arguments, wanted, strict=True):
        part = check(argument, scope)
        if not accepts(type, part.type):
            text = f"{readable.name!r} takes {describe_type(type)} here, not {describe_type(part.type)}"
            raise ExpressionError(text, argument.column, "type")
        parts.append(part if part.op == "constant" else _bind_value(part, f"{name}_{argument.column}", values))
    steps = readable.steps + sum(part.steps for part in parts)
    items = Input("reading", readable.key, readable.type, tuple(part.value for part in parts), steps)
    if readable.is_square and parts[-1].op == "constant":
        return items, min(readable.limit, (2 * max(0, parts[-1].value) + 1) ** 2)
    return items, readable.limit


def _bind_value(value: Typed, name: str, values: list[BoundValue]) -> Typed:
    """Returns a value as an input; if it is calculated, it is added to `values`."""
    while value.op == BIND:
        values.append((value.value, value.parts[0]))
        value = value.parts[1]
    if value.op == "input":
        return value
    item = Input(ITEM, name, value.type)
    values.append((item, value))
    return Typed("input", value.type, value.column, item)


def _split_list(node: Node) -> tuple[Node | None, str, tuple[Node, ...]]:
    if node.kind == "path":
        path, _, name = node.value.rpartition(".")
        levels = node.depth - 1
        return Node("path" if levels > 1 else "name", node.column, path, (), levels, levels), name, ()
    if node.kind in ("field", "method"):
        return node.parts[0], str(node.value), node.parts[1:]
    return None, str(node.value), node.parts


def find_choice(pick: Typed) -> ListChoice:
    """Returns the choice of a rule, behind the values that are calculated for its list."""
    while pick.op == BIND:
        pick = pick.parts[1]
    found: ListChoice = pick.value
    return found


def bind_thing(owner: Typed, name: str, read: Callable[[Typed], Typed]) -> Typed:
    """Returns a reading of a calculated thing: ``nearest(...).hp``.

    Args:
        name: by which the reading knows the thing.
        read: returns the reading of a thing with a name.
    """
    item = Input(ITEM, name, owner.type)
    body = read(Typed("input", owner.type, owner.column, item))
    return Typed(BIND, body.type, owner.column, item, (owner, body), owner.steps + body.steps)


def count_own_steps(node: Typed) -> int:
    """Returns the cost of an expression without that of the items of its choices, which a run counts."""
    if not node.parts:
        return node.steps
    if node.op == CHOICE:
        return int(node.value.items.steps)
    own = node.steps - sum(part.steps for part in node.parts)
    return own + sum(map(count_own_steps, node.parts))


def count_item_steps(node: Typed) -> int:
    """Returns the cost of each item of a choice, without that of choices in its condition."""
    return ITEM_STEPS + sum(map(count_own_steps, node.parts))


def look(items: Any, limit: int, ctx: Any = None, steps: int = 0) -> list[Any]:
    """Returns the first items of a list in the order of their ids.

    Args:
        ctx: counts the steps of each item, if given.
    """
    found = sorted(items[:limit])
    if ctx is not None:
        ctx.count_rule_steps(len(found) * steps)
    return found


def rank(items: Any, limit: int, ctx: Any = None, steps: int = 0) -> list[tuple[int, Any]]:
    """Returns the items of `look`, each after its place in the list."""
    found = [(place, item) for item, place in sorted((item, place) for place, item in enumerate(items[:limit]))]
    if ctx is not None:
        ctx.count_rule_steps(len(found) * steps)
    return found


def gather(items: list[Any], give: Callable[[Any], Any], ctx: Any = None, steps: int = 0) -> list[Any]:
    """Returns the results of all items in one list."""
    if ctx is not None:
        ctx.count_rule_steps(len(items) * steps)
    return [result for item in items for result in give(item)]


def take_first(found: list[tuple[Any, ...]], limit: int) -> list[Any]:
    """Returns the items of rows ``(value, place, item)`` in the order of value and place, at most `limit`."""
    return [row[-1] for row in sorted(found, key=lambda row: row[:-1])[:limit]]


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
    """Returns a node with columns that no expression has; calculated values are named by their columns."""
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
