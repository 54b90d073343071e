"""Lowers a rule of chance, a Python function in a small subset, to statements.

The function has two arguments, its facts (a frozen struct of integers, booleans, members of enums, ids and other such
structs) and the dice, and returns a frozen struct, its outcome. Its body may name values, each once on each path; roll
dice (``dice.roll(purpose, low, high)``, ``dice.chance(purpose, part, whole)``); ask hooks (``engage, = dice.fold(hook,
Event(...), engage=value)``); branch with ``if``; and return. Expressions are arithmetic, comparisons, logic, ``if``
expressions, ``min``, ``max``, ``abs``, and calls of other functions in the subset that roll nothing.
"""

import ast
import inspect
import textwrap
from collections.abc import Callable, Mapping
from enum import Enum
from functools import lru_cache
from itertools import count
from typing import Any, NoReturn, get_type_hints

import msgspec

from .statements import Bernoulli, Fold, If, Let, Lowered, Return, Roll, Statement
from .syntax import ExpressionError
from .typed import ANY, BOOLEAN, FACT, INTEGER, MEMBER, NAME, TEXT, Typed

_ARITHMETIC: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%",
}  # fmt: skip
_SIGNS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.Is: "==", ast.NotEq: "!=", ast.IsNot: "!=",
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
_FUNCTIONS = ("min", "max", "abs")


class LoweringError(ExpressionError):
    """A function is not a rule of chance.

    Attributes:
        location: ``file:line``.
        reason: the function and its mistake, without the location.
    """

    def __init__(self, message: str, function: Callable[..., Any], line: int, column: int) -> None:
        code = inspect.unwrap(function).__code__
        self.location = f"{code.co_filename}:{code.co_firstlineno + line - 1}"
        self.reason = f"{function.__name__}: {message}"
        super().__init__(f"{self.location}: {self.reason}", column, "chance")


def lower(function: Callable[..., Any]) -> Lowered:
    """Returns a rule of chance as statements.

    Raises:
        LoweringError: it uses something outside the subset.
        OSError: its source is not at hand.
    """
    return _Lowering(function).lower()


def encode_type(annotation: Any) -> str:
    """Returns the type of a fact in expressions."""
    if annotation is bool:
        return BOOLEAN
    if annotation is str:
        return TEXT
    kind = annotation if isinstance(annotation, type) else object
    return MEMBER if issubclass(kind, Enum) else INTEGER if issubclass(kind, int) else ANY


@lru_cache(maxsize=256)
def list_hints(struct: Any) -> dict[str, Any]:
    """Returns the types of the fields of a struct."""
    return get_type_hints(struct)


def number_member(member: Enum) -> int:
    """Returns the place of a member in its enum."""
    return list(type(member)).index(member)


class _Lowering:
    """One function while it is lowered.

    Attributes:
        facts: the types of the facts that it reads.
        names: the types of the names that are set on this path.
        body: the statements of this block.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
        if not isinstance(tree, ast.FunctionDef) or len(tree.args.args) != 2:
            raise LoweringError("a rule of chance has two arguments, its facts and the dice", function, 1, 1)
        self.tree = tree
        self.facts_name, self.dice_name = (argument.arg for argument in tree.args.args)
        hints = get_type_hints(function)
        self.facts_type = hints[self.facts_name]
        self.outcome_type: Any = hints["return"]
        self.outcome: tuple[str, ...] = self.outcome_type.__struct_fields__
        self.scope: Mapping[str, Any] = {
            **vars(inspect.getmodule(function)),
            **inspect.getclosurevars(function).nonlocals,
        }
        self.facts: dict[str, str] = {}
        self.names: dict[str, str] = {}
        self.body: list[Statement] = []
        self.numbers = count(1)

    def lower(self) -> Lowered:
        body, is_open = self.lower_block(self.tree.body)
        if is_open:
            self.refuse("a rule of chance returns its outcome on every path", self.tree)
        return Lowered(self.facts, self.outcome, tuple(body))

    def refuse(self, message: str, node: ast.AST) -> NoReturn:
        raise LoweringError(message, self.function, getattr(node, "lineno", 1), getattr(node, "col_offset", 0) + 1)

    # Statements.

    def lower_block(self, block: list[ast.stmt]) -> tuple[list[Statement], bool]:
        """Returns the statements, and whether their end is reached."""
        above, self.body = self.body, []
        is_open = all(self.lower_statement(node) for node in block)
        body, self.body = self.body, above
        return body, is_open

    def lower_statement(self, node: ast.stmt) -> bool:
        """Adds a statement to the body; returns whether its end is reached."""
        if isinstance(node, ast.Return):
            self.body.append(self.lower_return(node))
            return False
        if isinstance(node, ast.If):
            return self.lower_if(node)
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            self.lower_assignment(node, node.targets[0], node.value)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            self.lower_assignment(node, node.target, node.value)
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):  # a docstring
            self.refuse("only names, dice, hooks, if and return may stand in a rule of chance", node)
        return True

    def lower_return(self, node: ast.Return) -> Return:
        call = node.value
        if not isinstance(call, ast.Call) or self.find_constant(call.func) is not self.outcome_type:
            self.refuse(f"it returns {self.outcome_type.__name__}(...)", node)
        given = self.bind(call, self.outcome_type)
        return Return(tuple(self.lower_value(given[name]) for name in self.outcome))

    def bind(self, call: ast.Call, struct: Any) -> dict[str, Any]:
        """Returns the nodes, or constants for defaults, of the fields of a struct."""
        fields = {field.name: field for field in msgspec.structs.fields(struct)}
        given: dict[str, Any] = dict(zip(fields, call.args, strict=False))
        given |= {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg is not None}
        for name, field in fields.items():
            if name not in given:
                if field.required:
                    self.refuse(f"{struct.__name__} needs {name}", call)
                given[name] = ast.copy_location(ast.Constant(field.default), call)
        return given

    def lower_if(self, node: ast.If) -> bool:
        """Adds an ``if``; returns whether its end is reached."""
        condition = self.lower_value(node.test)
        self.expect(condition, BOOLEAN, node.test)
        names, blocks, branches = self.names, [], []
        for block in (node.body, node.orelse):
            self.names = dict(names)
            statements, is_open = self.lower_block(block)
            blocks.append(tuple(statements))
            branches += [self.names] if is_open else []
        self.body.append(If(condition, *blocks))
        self.names = names
        if branches:
            names |= {name: type for name, type in branches[0].items() if all(name in branch for branch in branches)}
        return bool(branches)

    def lower_assignment(self, node: ast.stmt, target: ast.expr, value: ast.expr) -> None:
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and self.is_dice(value.func.value):
            self.lower_dice(node, target, value, value.func.attr)
            return
        if not isinstance(target, ast.Name):
            self.refuse("a value has one name", node)
        typed = self.lower_value(value)
        self.body.append(Let(self.set_name(target, typed.type), typed))

    def is_dice(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id == self.dice_name

    def lower_dice(self, node: ast.stmt, target: ast.expr, call: ast.Call, kind: str) -> None:
        if kind == "fold":
            self.lower_fold(target, call)
            return
        is_known = kind in ("roll", "chance") and len(call.args) == 3 and not call.keywords
        if not is_known or not isinstance(target, ast.Name):
            self.refuse(
                "dice are named, and rolled with roll(purpose, low, high) or chance(purpose, part, whole)", node
            )
        purpose = self.find_constant(call.args[0])
        if not isinstance(purpose, str):
            self.refuse("the purpose of a die is a constant text", call)
        first, second = (self.lower_value(argument) for argument in call.args[1:])
        self.expect(first, INTEGER, call.args[1])
        self.expect(second, INTEGER, call.args[2])
        if kind == "roll":
            self.body.append(Roll(self.set_name(target, INTEGER), purpose, first, second))
        else:
            self.body.append(Bernoulli(self.set_name(target, BOOLEAN), purpose, first, second))

    def lower_fold(self, target: ast.expr, call: ast.Call) -> None:
        if len(call.args) != 2 or not isinstance(call.args[1], ast.Call) or not isinstance(target, ast.Tuple):
            self.refuse("a hook is asked with (term,) = dice.fold(hook, Event(...), term=value)", call)
        hook, event = self.find_constant(call.args[0]), self.find_constant(call.args[1].func)
        if not isinstance(hook, str) or len(target.elts) != len(call.keywords):
            self.refuse("a fold has a constant hook, and one name for each term", call)
        given = self.bind(call.args[1], event)
        fields = tuple(self.lower_value(given[name]) for name in event.__struct_fields__)
        terms = tuple((str(keyword.arg), self.lower_value(keyword.value)) for keyword in call.keywords)
        for _, term in terms:
            self.expect(term, INTEGER, call)
        for field in fields:
            if self.reads_dice(field):
                self.refuse("the event of a hook does not depend on dice", call)
        self.body.append(Fold(hook, event, fields, terms, tuple(self.set_name(n, INTEGER) for n in target.elts)))

    def reads_dice(self, node: Typed) -> bool:
        """Whether a value depends on a die of this block."""
        if node.op != NAME:
            return any(self.reads_dice(part) for part in node.parts)
        for statement in self.body:
            if isinstance(statement, Roll | Bernoulli) and statement.name == node.value:
                return True
            if isinstance(statement, Let) and statement.name == node.value:
                return self.reads_dice(statement.value)
        return False

    def set_name(self, target: ast.expr, type: str) -> str:
        if not isinstance(target, ast.Name):
            self.refuse("a value has one name", target)
        if target.id in self.names or target.id in (self.facts_name, self.dice_name):
            self.refuse(f"{target.id} is set twice", target)
        self.names[target.id] = type
        return target.id

    def expect(self, value: Typed, type: str, node: ast.AST) -> None:
        if value.type != type:
            self.refuse(f"{ast.unparse(node)} must be of type {type}, not {value.type}", node)

    # Values. The body receives the named values of functions that are called.

    def find_constant(self, node: ast.expr) -> Any:
        """Returns the constant that an expression names, or None."""
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name):
            return self.scope.get(node.id)
        if isinstance(node, ast.Attribute):
            return getattr(self.find_constant(node.value), node.attr, None)
        return None

    def lower_value(self, node: ast.expr) -> Typed:
        lowerings: dict[type[ast.expr], Callable[..., Typed]] = {
            ast.Name: self.lower_name, ast.Constant: self.lower_constant, ast.Attribute: self.lower_attribute,
            ast.BinOp: self.lower_arithmetic, ast.UnaryOp: self.lower_sign, ast.BoolOp: self.lower_logic,
            ast.Compare: self.lower_comparison, ast.IfExp: self.lower_conditional, ast.Call: self.lower_call,
        }  # fmt: skip
        if type(node) not in lowerings:
            self.refuse(f"{ast.unparse(node)} has no place in a rule of chance", node)
        return lowerings[type(node)](node)

    def make(self, op: str, type: str, node: ast.AST, value: Any = None, parts: tuple[Typed, ...] = ()) -> Typed:
        return Typed(op, type, getattr(node, "col_offset", 0) + 1, value, parts, 1 + sum(part.steps for part in parts))

    def lower_constant(self, node: ast.Constant) -> Typed:
        return self.make_constant(node.value, node)

    def make_constant(self, value: Any, node: ast.AST) -> Typed:
        if isinstance(value, Enum):
            return self.make("constant", MEMBER, node, number_member(value))
        if not isinstance(value, int | str):
            self.refuse(f"{value!r} is not an integer, boolean or text", node)
        type = BOOLEAN if isinstance(value, bool) else TEXT if isinstance(value, str) else INTEGER
        return self.make("constant", type, node, value)

    def lower_name(self, node: ast.Name) -> Typed:
        if node.id in self.names:
            return self.make(NAME, self.names[node.id], node, node.id)
        if node.id not in self.scope:
            self.refuse(f"{node.id} is not set on every path", node)
        return self.make_constant(self.scope[node.id], node)

    def lower_attribute(self, node: ast.Attribute) -> Typed:
        path = ast.unparse(node).split(".")
        if path[0] != self.facts_name:
            return self.make_constant(self.find_constant(node), node)
        found: Any = self.facts_type
        for name in path[1:]:
            found = list_hints(found).get(name)
            if found is None:
                self.refuse(f"there is no fact {ast.unparse(node)}", node)
        name, type = ".".join(path[1:]), encode_type(found)
        self.facts.setdefault(name, type)
        return self.make(FACT, type, node, name)

    def lower_arithmetic(self, node: ast.BinOp) -> Typed:
        op = _ARITHMETIC.get(type(node.op))
        if op is None:
            self.refuse("arithmetic is + - * // %", node)
        parts = self.lower_value(node.left), self.lower_value(node.right)
        for part, side in zip(parts, (node.left, node.right), strict=True):
            self.expect(part, INTEGER, side)
        return self.make(op, INTEGER, node, parts=parts)

    def lower_sign(self, node: ast.UnaryOp) -> Typed:
        part = self.lower_value(node.operand)
        if isinstance(node.op, ast.Not):
            self.expect(part, BOOLEAN, node.operand)
            return self.make("not", BOOLEAN, node, parts=(part,))
        self.expect(part, INTEGER, node.operand)
        if part.op == "constant":
            return self.make("constant", INTEGER, node, -part.value)
        return self.make("minus", INTEGER, node, parts=(part,))

    def lower_logic(self, node: ast.BoolOp) -> Typed:
        parts = tuple(self.lower_value(part) for part in node.values)
        for part, value in zip(parts, node.values, strict=True):
            self.expect(part, BOOLEAN, value)
        return self.make("and" if isinstance(node.op, ast.And) else "or", BOOLEAN, node, parts=parts)

    def lower_comparison(self, node: ast.Compare) -> Typed:
        left = self.lower_value(node.left)
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn):
            return self.lower_membership(node, left)
        signs = tuple(_SIGNS.get(type(op), "") for op in node.ops)
        parts = left, *(self.lower_value(part) for part in node.comparators)
        if "" in signs or any(part.type != left.type for part in parts):
            self.refuse(f"{ast.unparse(node)} compares values of different types", node)
        return self.make("compare", BOOLEAN, node, signs, parts)

    def lower_membership(self, node: ast.Compare, left: Typed) -> Typed:
        options = node.comparators[0]
        if not isinstance(options, ast.Tuple):
            self.refuse("in needs constants in parentheses", node)
        values = tuple(self.make_constant(self.find_constant(option), option).value for option in options.elts)
        found = self.make("in", BOOLEAN, node, values, (left,))
        return found if isinstance(node.ops[0], ast.In) else self.make("not", BOOLEAN, node, parts=(found,))

    def lower_conditional(self, node: ast.IfExp) -> Typed:
        parts = tuple(self.lower_value(part) for part in (node.test, node.body, node.orelse))
        self.expect(parts[0], BOOLEAN, node.test)
        self.expect(parts[2], parts[1].type, node.orelse)
        return self.make("if", parts[1].type, node, parts=parts)

    def lower_call(self, node: ast.Call) -> Typed:
        if isinstance(node.func, ast.Name) and node.func.id in _FUNCTIONS and node.func.id not in self.scope:
            parts = tuple(self.lower_value(argument) for argument in node.args)
            for part, argument in zip(parts, node.args, strict=True):
                self.expect(part, INTEGER, argument)
            return self.make(node.func.id, INTEGER, node, parts=parts)
        if isinstance(node.func, ast.Attribute) and self.is_dice(node.func.value):
            self.refuse(f"a die is a statement of its own: name = {ast.unparse(node)}", node)
        function = self.find_constant(node.func)
        if not inspect.isfunction(function) or node.keywords:
            self.refuse(f"{ast.unparse(node.func)} is not a function of this kind", node)
        return self.inline(function, node)

    def inline(self, function: Callable[..., Any], node: ast.Call) -> Typed:
        """Writes a function without dice in the place of its call."""
        tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
        if not isinstance(tree, ast.FunctionDef):
            self.refuse(f"{ast.unparse(node.func)} is not a plain function", node)
        called = _Call(self, function)
        arguments: dict[str, Typed] = {}
        for parameter, argument in zip(tree.args.args, node.args, strict=True):
            if isinstance(argument, ast.Name) and argument.id == self.facts_name:
                called.facts_name = parameter.arg
                continue
            arguments[parameter.arg] = called.keep(parameter.arg, self.lower_value(argument), node)
        return called.lower_function(tree.body, arguments)


class _Call(_Lowering):
    """A function without dice that is written in the place of its call; it may give back one value."""

    def __init__(self, caller: _Lowering, function: Callable[..., Any]) -> None:
        self.function = function
        self.facts_type, self.facts = caller.facts_type, caller.facts
        self.facts_name, self.dice_name = "", ""
        self.scope = {**inspect.unwrap(function).__globals__, **inspect.getclosurevars(function).nonlocals}
        self.names, self.body, self.numbers = {}, caller.body, caller.numbers
        self.values: dict[str, Typed] = {}

    def keep(self, name: str, value: Typed, node: ast.AST) -> Typed:
        """Names a value, unless it is a constant, a fact or a name already."""
        if value.op in ("constant", FACT, NAME):
            return value
        own = f"{self.function.__name__}.{name}.{next(self.numbers)}"
        self.body.append(Let(own, value))
        return self.make(NAME, value.type, node, own)

    def lower_function(self, block: list[ast.stmt], values: dict[str, Typed]) -> Typed:
        """Returns the value that a block returns; ``if`` becomes an expression."""
        self.values = values = dict(values)
        for place, node in enumerate(block):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                continue
            if isinstance(node, ast.Return) and node.value is not None:
                return self.lower_value(node.value)
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and len(node.targets) == 1:
                name = node.targets[0].id
                values[name] = self.keep(name, self.lower_value(node.value), node)
                continue
            if isinstance(node, ast.If):
                condition = self.lower_value(node.test)
                self.expect(condition, BOOLEAN, node.test)
                then = self.lower_function([*node.body, *block[place + 1 :]], values)
                otherwise = self.lower_function([*node.orelse, *block[place + 1 :]], values)
                self.expect(otherwise, then.type, node)
                return self.make("if", then.type, node, parts=(condition, then, otherwise))
            self.refuse("a function that a rule calls names values, branches and returns", node)
        last = block[-1] if block else ast.Pass()
        self.refuse("a function that a rule calls returns a value on every path", last)

    def lower_name(self, node: ast.Name) -> Typed:
        if node.id in self.values:
            return self.values[node.id]
        return super().lower_name(node)
