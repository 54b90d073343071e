"""Advice about common mistakes in rules as data: keys, values and forms of other languages, names of hooks."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from footfall.diagnostics.findings import find_closest
from footfall.expressions.typed import BOOLEAN, DECIMAL

_OTHER_KEYS: Mapping[str, str] = {
    **dict.fromkeys(
        ("if", "condition", "conditions", "requires", "trigger"), 'the condition is when: when = "turn > 9"'
    ),
    **dict.fromkeys(
        ("then", "effect", "effects", "action", "actions", "result", "results"),
        "results stand next to when, each with a key of its own: add.TERM = 1, do.DEED = { ... }",
    ),
    **dict.fromkeys(("else", "otherwise"), 'write a second rule with when = "not (...)", or a value if(a, b, c)'),
    **dict.fromkeys(("chance", "probability", "odds_of"), 'write when = "roll(1, 10) == 1", 1 in 10'),
    **dict.fromkeys(("message", "text", "log"), 'write do.tell = "ID", the id of a text in locale/en/'),
    **dict.fromkeys(("game", "games"), 'write needs = { games = ["king"] }'),
    **dict.fromkeys(("priority", "order"), "write before or after, with the id of a mod"),
}

_DICE = re.compile(r"(?<![\w.])(\d*)d(\d+)\b")

_FORMS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\d\s*%\s*(?:$|[),<>=!]|and\b|or\b)"), "there is no percent: half is mul.TERM = 0.5, or value // 2"),
    (re.compile(r"\?|\bif\b(?!\s*\()"), "of two values, write if(condition, one, other)"),
    (re.compile(r"\belse\b"), "of two values, write if(condition, one, other)"),
    (
        re.compile(r"\b(?:random|rand|randint|rnd|chance|dice)\b"),
        "a die is roll(low, high): roll(1, 10) == 1 is 1 in 10",
    ),
    (re.compile(r"\b(?:True|False)\b"), "write true or false"),
    (re.compile(r"\b(?:None|null|nil)\b"), "there is no such value: no actor and no item is 0"),
    (re.compile(r"\b(?:AND|OR|NOT)\b"), "write and, or, not"),
)
"""Forms of other languages, with those of this one."""

_TEXTS = re.compile(r"'[^']*'|\"[^\"]*\"")

_SYNONYMS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("kill", "killed", "die", "slay", "dead"), ("death",)),
    **dict.fromkeys(("hit", "harm", "wound", "injure"), ("damage", "hurt", "loss")),
    **dict.fromkeys(("equip", "wield", "put_on"), ("wear",)),
    **dict.fromkeys(("unequip", "remove"), ("take_off",)),
    **dict.fromkeys(("pickup", "pick_up", "get", "collect", "loot"), ("take", "card_gain")),
    **dict.fromkeys(("starve", "eat", "food", "satiety"), ("hunger", "use")),
    **dict.fromkeys(("spawn", "summon", "create", "arrival"), ("appear", "figure")),
    **dict.fromkeys(("tick", "turn", "every_turn", "upkeep"), ("turn_end", "turn_start", "round_end")),
    **dict.fromkeys(("step", "walk"), ("move", "enter")),
    **dict.fromkeys(("draw", "card_draw", "draw_card"), ("card",)),
    **dict.fromkeys(("play_card", "drink", "read", "activate"), ("use",)),
    **dict.fromkeys(("see", "spot", "detect", "alert"), ("notice", "noticed", "sighting")),
    **dict.fromkeys(("level", "floor", "descend", "stairs", "new_floor"), ("arrive", "enter")),
    **dict.fromkeys(("shoot", "fire", "missile"), ("throw", "attack")),
    **dict.fromkeys(("sleep", "awake"), ("mood", "wake")),
    **dict.fromkeys(("die_roll", "dice"), ("roll",)),
    **dict.fromkeys(("heal", "recover"), ("gain",)),
    **dict.fromkeys(("steal", "rob"), ("robbed",)),
    **dict.fromkeys(("new_round", "round_start"), ("round", "turn_start")),
}
"""Words of other games for events of hooks, without their prefix."""

_PREFIX = re.compile(r"^(?:on|can|decide|before|after)_")

MAX_SUGGESTIONS = 3


def suggest_hooks(name: str, known: Iterable[str]) -> list[str]:
    """Returns the hooks that a wrong name may mean, at most three; the nearest first."""
    shorts: dict[str, list[str]] = {}
    for full in known:
        shorts.setdefault(full.rpartition(":")[2], []).append(full)
    owner, _, short = name.rpartition(":")
    bare = _PREFIX.sub("", short.lower())
    stems = {_PREFIX.sub("", other): other for other in shorts}
    near = find_closest(bare, {*stems, *_SYNONYMS})
    own = [stem for stem, other in stems.items() if owner and f"{owner}:{other}" in shorts[other]]
    same = (
        (bare, *_SYNONYMS.get(bare, ())),
        (find_closest(bare, own),),  # the mod that is named has nearly this hook
        (near, *_SYNONYMS.get(near, ())),
        (find_closest(bare, stems),),
    )
    meant = next((found for words in same if (found := [stems[word] for word in words if word in stems])), [])
    fulls = [full for other in dict.fromkeys(meant) for full in shorts[other]]
    return sorted(fulls, key=lambda full: bool(owner) and full.rpartition(":")[0] not in ("", owner))[:MAX_SUGGESTIONS]


def find_known_key(key: str) -> str:
    """Returns the key of this language for one of another language, or ``""``."""
    return _OTHER_KEYS.get(key, "")


def find_known_form(source: str) -> str:
    """Returns the form of this language for one of another language in an expression, or ``""``."""
    code = _TEXTS.sub("''", source)
    if found := _DICE.search(code):
        count, faces = int(found[1] or 1), found[2]
        roll = f"roll(1, {faces})"
        many = " + ".join([roll] * count) if 0 < count <= 3 else f"{roll} + {roll} + ..."
        return f"dice are written roll(low, high): {found[0]} is {many}"
    return next((advice for pattern, advice in _FORMS if pattern.search(code)), "")


def describe_wrong_value(key: str, value: Any, types: tuple[str, ...]) -> tuple[str, str]:
    """Returns the mistake in a value that is not an expression of its types, and the remedy."""
    wanted = "a condition" if types == (BOOLEAN,) else "a number" if DECIMAL in types else "a whole number"
    wanted = wanted if set(types) & {BOOLEAN, DECIMAL, "integer"} else "an expression"
    if isinstance(value, list):
        joined = " and ".join(str(part) for part in value)
        example = joined if value and all(isinstance(part, str) for part in value) else "turn > 9 and player.hp > 3"
        fix = f'{key} = "{example}"' if types == (BOOLEAN,) else "write one expression in quotes"
        return f"{key} is one expression, not a list", fix
    if isinstance(value, dict):
        tests = " and ".join(f"{name} == {part!r}" for name, part in value.items() if not isinstance(part, dict | list))
        fix = f'{key} = "{tests}"' if types == (BOOLEAN,) and tests else "write an expression in quotes"
        return f"{key} is an expression, not a table", fix
    if isinstance(value, float) and DECIMAL not in types:
        operation, dot, name = key.partition(".")
        is_term = dot and operation in ("add", "set")
        fix = f"mul.{name} = {value} multiplies; {key} takes {int(value)} or {int(value) + 1}"
        return (
            f"{key} takes a whole number, not {value}",
            fix if is_term else "write a whole number; // divides and rounds down",
        )
    shown = str(value).lower() if isinstance(value, bool) else repr(value)
    advice = {BOOLEAN: 'write a condition in quotes: "turn > 9"'}.get(
        types[0], "write a number, or an expression in quotes"
    )
    return f"{key} takes {wanted}, not {shown}", advice
