"""Malformed sources and bytes: each is an error with a place, or still valid, and nothing else."""

from __future__ import annotations

import re
from random import Random

from random_programs import SCOPE, TEXTS, check_random_rule

from footfall import _native
from footfall.expressions.checker import check_expression
from footfall.expressions.syntax import ExpressionError

_CHARACTERS = "abcxyz_019 .,()'\"<>=!+-*/%&|[]{}\n\t\0äß\U0001f3b2"
_WORDS = (
    *(
        "and",
        "or",
        "not",
        "in",
        "if(",
        "roll(",
        "settings.",
        "memory.",
        "kind",
        "attacker",
        "==",
        "((((",
        "1" * 30,
        "'",
    ),
    *TEXTS,
)


def check_malformed(count: int, seed: int) -> tuple[int, int]:
    """Changes valid sources and bytes until `count` of them were refused; returns the numbers refused and still valid.

    Raises:
        AssertionError: an error has no place, or a changed program does not end.
    """
    random = Random(f"malformed {seed}")
    refused = valid = 0
    while refused < count:
        rule = check_random_rule(random)
        if rule is None:
            continue
        for _ in range(8):
            is_refused = refuses_source(change_text(random, rule.source.when))
            refused, valid = refused + is_refused, valid + (not is_refused)
            is_refused = refuses_bytes(change_bytes(random, rule.data), random)
            refused, valid = refused + is_refused, valid + (not is_refused)
    return refused, valid


def refuses_source(source: str) -> bool:
    """Returns whether a source is refused."""
    try:
        check_expression(source, SCOPE)
    except ExpressionError as caught:
        error = caught
    else:
        return False
    assert 1 <= error.column <= len(source) + 1, (source, error)
    assert error.kind in ("syntax", "name", "type", "limit"), (source, error)
    return bool(str(error).strip())


def refuses_bytes(data: bytes, random: Random) -> bool:
    """Returns whether bytes are refused; those that are not must be a program that ends."""
    try:
        program = _native.RuleProgram(data)
    except ValueError as caught:
        error = caught
    else:
        run_to_end(program, random)
        return False
    place = re.match(r"byte (\d+): ", str(error))
    assert place is not None, (data, error)
    assert int(place.group(1)) <= len(data), (data, error)
    return True


class Answer(list[int]):
    """The answer to any question: a number, and a list of its neighbors."""

    def __init__(self, number: int) -> None:
        super().__init__((7, number // 2, 7, 0))
        self.number = number

    def __index__(self) -> int:
        return self.number


def run_to_end(program: _native.RuleProgram, random: Random) -> None:
    """Runs a random program; it asks at most as often as its limit says."""
    asked = 0

    def count_question(*_: object) -> Answer:
        nonlocal asked
        asked += 1
        return Answer(random.choice((0, 1, -(2**63), 2**63 - 1)))

    program.run(count_question, lambda low, high: low if count_question() else high)
    assert asked <= program.limits[0]


def change_text(random: Random, source: str) -> str:
    """Returns a text with some characters or words changed."""
    for _ in range(random.choice((1, 1, 2, 5))):
        start = random.randint(0, len(source))
        end = min(len(source), start + random.choice((0, 0, 1, 3)))
        new = random.choice((random.choice(_CHARACTERS), random.choice(_WORDS), source[end : end + 9], ""))
        source = source[:start] + new + source[end:]
    if random.random() < 0.02:
        source = source * random.randint(2, 40)
    return source


def change_bytes(random: Random, data: bytes) -> bytes:
    """Returns bytes with some of them changed, cut off or added."""
    changed = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 8))):
        if changed:
            changed[random.randrange(len(changed))] = random.choice((0, 1, 255, 64, random.getrandbits(8)))
    if random.random() < 0.2:
        del changed[random.randint(0, len(changed)) :]
    elif random.random() < 0.1:
        changed += random.randbytes(random.randint(1, 9))
    return bytes(changed)
