"""Rules as data in sentences. Names of fields, readings and terms stay as the rules write them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from footfall.engine.model import Message
from footfall.expressions.relations import MIRRORED
from footfall.expressions.statements import Bernoulli, If, Let, Roll, Statement
from footfall.expressions.syntax import THOUSANDTHS
from footfall.expressions.typed import BIND, CHOICE, DECIMAL, NAME, TEXT, Typed
from footfall.loader.rules.rule import OPERATIONS, Rule, show_value

Words = Message | str

_COMPARISONS: Mapping[str, str] = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}

_STRENGTH: Mapping[str, int] = {"+": 1, "-": 1, "*": 2, "*.": 2, "//": 2, "%": 2, "minus": 3}


def describe_rule(rule: Rule, has_message: Callable[[str], bool]) -> Message:
    """Returns a rule as a sentence.

    Args:
        has_message: whether the catalog has a text: a game may word its deeds (``deed-hurt``).
    """
    terms = [output for output in rule.outputs if output.kind in OPERATIONS and output.value is not None]
    effects = [_describe_term(rule, term.kind, term.name, term.value) for term in terms if term.value is not None]
    if "deny" in rule.table.table:
        effects.append(Message("explain-deny", {"text": Message(rule.table.table["deny"])}))
    named = [key for key in ("answer", "skip", "replaces") if key in rule.table.table]
    effects += [Message(f"explain-{key}", {"name": str(rule.table.table[key])}) for key in named]
    for deed, value in rule.table.table.get("do", {}).items():
        rows = [row if isinstance(row, dict) else {"": row} for row in (value if isinstance(value, list) else [value])]
        effects += [_describe_deed(deed, row, has_message) for row in rows]
    does: Words = _chain("explain-both", effects)
    if rule.rows:
        does = Message(
            "explain-dice", {"dice": _chain("explain-both", list(map(_describe_row, rule.rows))), "does": does}
        )
    if rule.pick is not None:
        does = _describe_pick(rule.pick, does)
    reason = rule.table.table.get("reason")
    if reason:
        does = Message("explain-reason", {"does": does, "reason": reason})
    if rule.when is None:
        return Message("explain-always", {"does": does})
    return Message("explain-when", {"when": describe_condition(rule.when), "does": does})


def _describe_pick(pick: Typed, does: Words) -> Words:
    """Returns the effects of a rule on the things that it chooses."""
    while pick.op == BIND:
        pick = pick.parts[1]
    where, order = pick.parts
    items: Words = str(pick.value.items)
    if where.op != "constant":
        items = Message("explain-pick-where", {"items": items, "where": describe_condition(where)})
    if order.op != "constant":
        items = Message("explain-pick-by", {"items": items, "by": show_expression(order)})
    item = str(pick.value.item)
    return Message("explain-pick", {"most": pick.value.count, "item": item, "items": items, "does": does})


def _describe_row(row: Statement) -> Words:
    match row:
        case If():
            return Message("explain-only-if", {"when": describe_condition(row.condition)})
        case Roll():
            facts = {"low": show_expression(row.low), "high": show_expression(row.high)}
            return Message("explain-roll", {"name": row.name, **facts})
        case Bernoulli():
            facts = {"part": show_expression(row.part), "whole": show_expression(row.whole)}
            return Message("explain-chance", {"name": row.name, **facts})
        case Let():
            return Message("explain-is-eq", {"first": row.name, "then": show_expression(row.value)})
    raise TypeError(f"a rule as data has no {type(row).__name__}")


def _describe_term(rule: Rule, kind: str, name: str, value: Typed) -> Words:
    source = rule.table.table[kind][name]
    shown = show_expression(value)
    if isinstance(source, str) and value.op == "constant" and source != shown:
        shown = f"{source} ({shown})"  # a setting
    if kind == "add" and value.op == "constant" and value.value < 0 and not isinstance(source, str):
        return Message("explain-take", {"term": name, "value": str(-value.value)})
    return Message(f"explain-{kind}", {"term": name, "value": shown})


def _describe_deed(deed: str, values: Mapping[str, Any], has_message: Callable[[str], bool]) -> Words:
    first = str(next(iter(values.values()), ""))
    if deed == "tell":
        return Message("explain-do-tell", {"text": Message(first)})
    if deed == "remember":
        return Message("explain-do-remember", {"name": first, "value": str(values.get("value", 1))})
    shown = ", ".join(f"{key} = {value}" if key else str(value) for key, value in values.items())
    if has_message(f"deed-{deed}"):
        words: Words = Message(f"deed-{deed}")
        return words if not shown else Message("explain-do", {"deed": words, "values": shown})
    return Message("explain-do", {"deed": deed, "values": shown}) if shown else deed


def _chain(id: str, parts: Sequence[Words]) -> Words:
    whole, *rest = parts
    for part in rest:
        whole = Message(id, {"first": whole, "then": part})
    return whole


def describe_condition(node: Typed) -> Words:
    """Returns a condition in words where it is simple; a calculation is shown as it is written."""
    if node.op in ("and", "or"):
        other = "or" if node.op == "and" else "and"
        parts = [describe_condition(part) for part in node.parts]
        grouped = [
            Message("explain-group", {"inner": words}) if part.op == other else words
            for part, words in zip(node.parts, parts, strict=True)
        ]
        return _chain(f"explain-{node.op}", grouped)
    if node.op == "compare":
        comparisons: list[Words] = []
        for first, sign, then in zip(node.parts, node.value, node.parts[1:], strict=False):
            if first.op == "constant":
                first, sign, then = then, MIRRORED[sign], first
            facts = {"first": show_expression(first), "then": show_expression(then)}
            comparisons.append(Message(f"explain-is-{_COMPARISONS[sign]}", facts))
        return _chain("explain-and", comparisons)
    inner = node.parts[0] if node.op == "not" else node
    negated = node.op == "not"
    if inner.op == "in":
        values = ", ".join(map(show_value, inner.value))
        id = "explain-is-not-in" if negated else "explain-is-in"
        return Message(id, {"first": show_expression(inner.parts[0]), "values": values})
    if inner.op in ("input", NAME):
        return Message("explain-holds-not" if negated else "explain-holds", {"first": str(inner.value)})
    return show_expression(node)


def show_expression(node: Typed, strength: int = 0) -> str:
    """Returns an expression as rules write it, with the values of settings in place."""
    if node.op == "constant":
        if node.type == DECIMAL:
            return f"{node.value / THOUSANDTHS:g}"
        return show_value(node.value) if node.type == TEXT or isinstance(node.value, bool) else str(node.value)
    if node.op in ("input", NAME):
        return str(node.value)
    if node.op == CHOICE:
        choice, where = node.value, node.parts[0]
        condition = "" if where.op == "constant" and where.value is True else f", {show_expression(where)}"
        return f"{choice.kind}({choice.item} in {choice.items}{condition})"
    if node.op == BIND:
        return f"{show_expression(node.parts[0])}.{str(node.parts[1].value).partition('.')[2]}"
    if node.op == "scale":
        return show_expression(node.parts[0], strength)
    if node.op in _STRENGTH:
        own = _STRENGTH[node.op]
        parts = [show_expression(part, own + (place > 0)) for place, part in enumerate(node.parts)]
        text = f"-{parts[0]}" if node.op == "minus" else f" {node.op.rstrip('.')} ".join(parts)
        return f"({text})" if own < strength else text
    if node.op == "compare":
        shown = [show_expression(part, 1) for part in node.parts]
        return shown[0] + "".join(f" {sign} {part}" for sign, part in zip(node.value, shown[1:], strict=True))
    if node.op == "in":
        return f"{show_expression(node.parts[0])} in ({', '.join(map(show_value, node.value))})"
    if node.op in ("and", "or"):
        return "(" + f" {node.op} ".join(show_expression(part) for part in node.parts) + ")"
    if node.op == "not":
        return f"not {show_expression(node.parts[0], 4)}"
    return f"{node.op}({', '.join(show_expression(part) for part in node.parts)})"
